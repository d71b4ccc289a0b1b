/* SPDX-License-Identifier: MIT */
#include "npm.h"

#include "json/json.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- Running npm ---- */

/* Starts npm, whose input is empty and whose output goes to `output`. Returns 0 or the number of an
 * error. */
static int start_npm(char *const *words, int output, pid_t *process)
{
    posix_spawn_file_actions_t actions;
    int number = posix_spawn_file_actions_init(&actions);
    if (number != 0)
        return number;
    number = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (number == 0)
        number = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (number == 0)
        number = posix_spawnp(process, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return number;
}

/* Reads to the end of a pipe, of which so much is kept that no list of releases is longer. */
static char *read_all(int from, size_t *length)
{
    enum { MOST = 8 << 20, PIECE = 65536 };
    char *text = calloc(1, MOST + 1);
    char rest[PIECE] = {0};
    ssize_t got = 1;
    *length = 0;
    while (got > 0 || (got < 0 && errno == EINTR)) {
        bool full = *length == MOST;
        got = read(from, full ? rest : text + *length, full ? sizeof rest : MOST - *length);
        *length += got > 0 && !full ? (size_t)got : 0;
    }
    text[*length] = '\0';
    return text;
}

static bool wait_for(pid_t process, uriproof_error *error)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            break;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    uriproof_error_set(error,
                       "npm failed (see above): is the name right, and is the registry of npm "
                       "within reach?");
    return false;
}

/* Runs npm, and returns what it wrote, which the caller frees; NULL with *error if it failed. */
static char *run_npm(char *const *words, size_t *length, uriproof_error *error)
{
    int ends[2];
    pid_t process;
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 ||
        fcntl(ends[1], F_SETFD, FD_CLOEXEC) != 0) {
        uriproof_error_set(error, "no pipe for npm: %s", strerror(errno));
        return NULL;
    }
    int number = start_npm(words, ends[1], &process);
    close(ends[1]);
    if (number != 0) {
        close(ends[0]);
        uriproof_error_set(error, "cannot run npm: %s; install Node.js with npm", strerror(number));
        return NULL;
    }
    char *text = read_all(ends[0], length);
    close(ends[0]);
    if (wait_for(process, error))
        return text;
    free(text);
    return NULL;
}

/* ---- What it is asked ---- */

/* Reads the releases of {"name": ..., "versions": [...]}; one alone is a text. */
static size_t read_versions(const cJSON *object, release **list)
{
    const cJSON *versions = cJSON_GetObjectItemCaseSensitive(object, "versions");
    const bool one = cJSON_IsString(versions);
    size_t count = 0;
    *list = calloc((size_t)cJSON_GetArraySize(versions) + 1, sizeof **list);
    for (const cJSON *item = one ? versions : (versions != NULL ? versions->child : NULL);
         item != NULL; item = one ? NULL : item->next)
        if (cJSON_IsString(item) && release_read(item->valuestring, &(*list)[count]))
            count++;
    return count;
}

bool npm_list(const char *package, release **list, size_t *count, uriproof_error *error)
{
    size_t length;
    uriproof_error fault;
    char *words[] = {"npm",  "view",     "--json", "--loglevel=error", "--", (char *)package,
                     "name", "versions", NULL};
    char *text = run_npm(words, &length, error);
    if (text == NULL)
        return false;
    cJSON *object = uriproof_json_read(text, length, &fault);
    free(text);
    if (object == NULL) {
        uriproof_error_set(error, "npm view: %.150s", fault.words);
        return false;
    }
    *count = read_versions(object, list);
    cJSON_Delete(object);
    return true;
}

/* Makes a folder and those that it is in. */
static bool make_folders(const char *path)
{
    char *text = strdup(path);
    for (char *slash = strchr(text + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(text, 0777);
        *slash = '/';
    }
    bool made = mkdir(text, 0777) == 0 || errno == EEXIST;
    free(text);
    return made;
}

static bool is_installed(const char *folder, const char *package, const char *text)
{
    char path[4096];
    int length =
        snprintf(path, sizeof path, "%s/node_modules/%s-%s/package.json", folder, package, text);
    return length < (int)sizeof path && access(path, R_OK) == 0;
}

bool npm_install(const char *folder, const char *package, const release *list, size_t count,
                 uriproof_error *error)
{
    static const char *const begin[] = {
        "npm",       "install",      "--ignore-scripts", "--no-audit",
        "--no-fund", "--save-exact", "--loglevel=error", "--prefix"};
    enum { BEGIN = sizeof begin / sizeof *begin, SPEC = 2 * PACKAGE_ROOM + 2 * RELEASE_ROOM + 16 };
    const char **words = calloc(BEGIN + count + 3, sizeof *words);
    char *specs = malloc(count * SPEC + 1);
    size_t wanted = BEGIN, length;
    memcpy(words, begin, sizeof begin);
    words[wanted++] = folder;
    words[wanted++] = "--";
    for (size_t i = 0; i < count; i++) {
        char text[RELEASE_ROOM];
        release_write(&list[i], text);
        if (is_installed(folder, package, text))
            continue;
        snprintf(specs + i * SPEC, SPEC, "%s-%s@npm:%s@%s", package, text, package, text);
        words[wanted++] = specs + i * SPEC;
    }
    bool good = make_folders(folder);
    if (!good)
        uriproof_error_set(error, "cannot make the folder %.150s: %s", folder, strerror(errno));
    if (good && wanted > BEGIN + 2) {
        char *said = run_npm((char *const *)words, &length, error);
        good = said != NULL;
        free(said);
    }
    free(specs);
    free(words);
    return good;
}
