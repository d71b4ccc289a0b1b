/* SPDX-License-Identifier: MIT */
#include "npm.h"

#include "json/json.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- Running programs ---- */

/* Lets a program have the signals that this one ignores (main.c) as the system has them. */
static int restore_signals(posix_spawnattr_t *attributes)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    sigaddset(&signals, SIGPIPE);
    const int number = posix_spawnattr_setsigdefault(attributes, &signals);
    return number != 0 ? number : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
}

/* Starts a program, whose input is empty and whose output goes to `output`. Returns 0 or the number
 * of an error. */
static int start_program(char *const *words, int output, pid_t *process)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int number = posix_spawn_file_actions_init(&actions);
    if (number != 0)
        return number;
    number = posix_spawnattr_init(&attributes);
    if (number != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return number;
    }
    number = restore_signals(&attributes);
    if (number == 0)
        number = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (number == 0)
        number = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (number == 0)
        number = posix_spawnp(process, words[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
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

/* Returns true if the process ended with status 0. */
static bool ended_well(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Runs npm or node, and returns what it wrote, which the caller frees; NULL with *error if it
 * failed. */
static char *run_program(char *const *words, size_t *length, uriproof_error *error)
{
    int ends[2];
    pid_t process;
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 ||
        fcntl(ends[1], F_SETFD, FD_CLOEXEC) != 0) {
        uriproof_error_set(error, "no pipe for %s: %s", words[0], error_reason(errno));
        return NULL;
    }
    int number = start_program(words, ends[1], &process);
    close(ends[1]);
    if (number != 0) {
        close(ends[0]);
        const char *reason = error_reason(number);
        uriproof_error_set(error, "cannot run %s: %s%s", words[0], reason,
                           error_is_limit(reason) ? "" : "; install Node.js with npm");
        return NULL;
    }
    char *text = read_all(ends[0], length);
    close(ends[0]);
    if (ended_well(process))
        return text;
    uriproof_error_set(error, "%s failed (see above)", words[0]);
    free(text);
    return NULL;
}

char *packages_known(const char *script, uriproof_error *error)
{
    size_t length;
    char *words[] = {"node", (char *)script, "--packages", NULL};
    return run_program(words, &length, error);
}

/* ---- Lists ---- */

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
    char *text = run_program(words, &length, error);
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

/* ---- Installations ---- */

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

char *release_folder(const char *folder, const char *package, const release *one)
{
    char text[RELEASE_ROOM];
    release_write(one, text);
    return text_made("%s/%s-%s", folder, package, text);
}

/* Waits until no other process installs in the folder. Returns the descriptor that keeps others
 * waiting, or -1 with errno. npm inherits it, so they wait for an npm that has lost its parent. */
static int lock(const char *folder)
{
    char *path = text_made("%s/lock", folder);
    int file = open(path, O_RDWR | O_CREAT, 0666);
    free(path);
    while (file >= 0 && flock(file, LOCK_EX) != 0)
        if (errno != EINTR) {
            close(file);
            return -1;
        }
    return file;
}

/* Lets npm install a release into the new folder `made`. */
static bool install_into(const char *made, const char *package, const release *one,
                         uriproof_error *error)
{
    char text[RELEASE_ROOM];
    size_t length;
    release_write(one, text);
    char *wanted = text_made("%s-%s@npm:%s@%s", package, text, package, text);
    char *words[] = {"npm",
                     "install",
                     "--ignore-scripts",
                     "--no-audit",
                     "--no-fund",
                     "--save-exact",
                     "--loglevel=error",
                     "--prefix",
                     (char *)made,
                     "--",
                     wanted,
                     NULL};
    char *said = run_program(words, &length, error);
    const bool good = said != NULL;
    free(wanted);
    free(said);
    return good;
}

/* Installs a release beside its folder, which it gets when all of it is there. What an earlier run
 * left half made is removed. */
static bool install_whole(const char *folder, const char *package, const release *one,
                          uriproof_error *error)
{
    char *made = text_made("%s.part", folder);
    remove_whole_folder(made);
    bool good = make_folders(made);
    if (!good)
        uriproof_error_set(error, "cannot make the folder %.150s: %s", made, error_reason(errno));
    good = good && install_into(made, package, one, error);
    if (good && rename(made, folder) != 0) {
        uriproof_error_set(error, "cannot make the folder %.150s: %s", folder, error_reason(errno));
        good = false;
    }
    if (!good)
        remove_whole_folder(made);
    free(made);
    return good;
}

bool npm_install(const char *folder, const char *package, const release *one, uriproof_error *error)
{
    char *home = release_folder(folder, package, one);
    bool good = access(home, F_OK) == 0;
    if (!good) {
        int others = make_folders(folder) ? lock(folder) : -1;
        if (others < 0)
            uriproof_error_set(error, "cannot write in the folder %.150s: %s", folder,
                               error_reason(errno));
        else
            good = access(home, F_OK) == 0 || install_whole(home, package, one, error);
        if (others >= 0)
            close(others);
    }
    free(home);
    return good;
}
