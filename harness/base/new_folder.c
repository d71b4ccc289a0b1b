/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* nftw */
#include "new_folder.h"

#include "out_of_memory.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_NAMES = 1000, /* the number of names that may be taken, by runs that were killed */
    MOST_OPEN = 16,    /* folders that are open at a time while one is removed */
    WORDS_WITHIN = 1024
};

struct new_folder {
    char *target;
    char *made;            /* the folder beside it */
    sigset_t held, before; /* signals that wait until what was made is removed */
};

/* ---- Paths ---- */

/* Returns `path` without slashes at its end, and with room for a longer name. */
static char *without_slash(const char *path, size_t *length)
{
    *length = strlen(path);
    while (*length > 1 && path[*length - 1] == '/')
        --*length;
    char *copy = calloc(*length + 64, 1);
    memcpy(copy, path, *length);
    return copy;
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *where)
{
    (void)facts;
    (void)kind;
    (void)where;
    return remove(path);
}

bool remove_whole_folder(const char *path)
{
    return nftw(path, remove_one, MOST_OPEN, FTW_DEPTH | FTW_PHYS) == 0;
}

/* ---- Whether it may be replaced ---- */

static bool has_words(const char *folder, const char *known, const char *words)
{
    char head[WORDS_WITHIN + 1] = "";
    size_t room = strlen(folder) + strlen(known) + 2;
    char *path = malloc(room);
    snprintf(path, room, "%s/%s", folder, known);
    FILE *file = fopen(path, "rb");
    free(path);
    if (file == NULL)
        return false;
    size_t length = fread(head, 1, WORDS_WITHIN, file);
    fclose(file);
    return length > 0 && strstr(head, words) != NULL;
}

static bool is_empty(const char *folder)
{
    DIR *list = opendir(folder);
    bool found = false;
    if (list == NULL)
        return false;
    for (const struct dirent *one; !found && (one = readdir(list)) != NULL;)
        found = strcmp(one->d_name, ".") != 0 && strcmp(one->d_name, "..") != 0;
    closedir(list);
    return !found;
}

bool new_folder_may_begin(const char *path, const char *known, const char *words)
{
    size_t length;
    struct stat facts;
    char *target = without_slash(path, &length);
    bool may = true;
    if (lstat(target, &facts) == 0) {
        may = S_ISDIR(facts.st_mode) && (has_words(target, known, words) || is_empty(target));
        errno = S_ISDIR(facts.st_mode) ? EEXIST : ENOTDIR;
    }
    new_folder *made = may ? new_folder_begin(path) : NULL;
    free(target);
    if (made == NULL)
        return false;
    new_folder_end(made, false);
    return true;
}

/* Returns the path of the file without links, or that of its folder if there is no such file. */
static char *real_path(const char *file)
{
    char *found = realpath(file, NULL);
    if (found != NULL)
        return found;
    char *folder = strdup(file), *slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[slash == folder] = '\0';
    found = realpath(slash != NULL ? folder : ".", NULL);
    free(folder);
    return found;
}

bool new_folder_would_lose(const char *path, const char *file)
{
    char *folder = realpath(path, NULL), *there = real_path(file);
    size_t length = folder != NULL ? strlen(folder) : 0;
    bool inside = folder != NULL && there != NULL && strncmp(there, folder, length) == 0 &&
                  (there[length] == '/' || there[length] == '\0');
    free(folder);
    free(there);
    return inside;
}

/* ---- Signals ---- */

/* Signals that end the program, unless it catches or ignores them. */
static const int ends[] = {SIGHUP, SIGINT, SIGTERM};

/* Lets them wait, so that no part of a folder is left. */
static void hold_signals(new_folder *f)
{
    sigemptyset(&f->held);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct sigaction action;
        if (sigaction(ends[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL)
            sigaddset(&f->held, ends[i]);
    }
    sigprocmask(SIG_BLOCK, &f->held, &f->before);
}

/* Returns true if one of them waits. */
static bool is_to_end(const new_folder *f)
{
    sigset_t pending;
    bool waits = false;
    sigpending(&pending);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        waits = waits || (sigismember(&pending, ends[i]) && sigismember(&f->held, ends[i]));
    return waits;
}

/* ---- Making it ---- */

/* Returns true if the path ends with "." or "..", or is "/": such a folder cannot be renamed. */
static bool is_in_use(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    return *name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

new_folder *new_folder_begin(const char *path)
{
    size_t length;
    new_folder *f = calloc(1, sizeof *f);
    f->target = without_slash(path, &length);
    f->made = without_slash(path, &length);
    int made = -1;
    errno = is_in_use(f->target) ? EBUSY : EEXIST;
    for (int i = 0; i < MOST_NAMES && made < 0 && errno == EEXIST; i++) {
        snprintf(f->made + length, 64, ".uriproof-%ld-%d.part", (long)getpid(), i);
        made = mkdir(f->made, 0777);
    }
    if (made == 0) {
        hold_signals(f);
        return f;
    }
    free(f->made);
    free(f->target);
    free(f);
    return NULL;
}

FILE *new_folder_open(new_folder *f, const char *name)
{
    size_t room = strlen(f->made) + strlen(name) + 2;
    const char *slash = strrchr(name, '/');
    if (is_to_end(f)) {
        errno = EINTR;
        return NULL;
    }
    char *path = malloc(room);
    bool made = true;
    if (slash != NULL) {
        snprintf(path, room, "%s/%.*s", f->made, (int)(slash - name), name);
        made = mkdir(path, 0777) == 0 || errno == EEXIST;
    }
    snprintf(path, room, "%s/%s", f->made, name);
    FILE *file = made ? fopen(path, "wbx") : NULL;
    if (file == NULL)
        uriproof_end_if_memory(errno);
    free(path);
    return file;
}

/* Moves what is at the target aside, puts the new folder there, and removes the old one. The new
 * one gets its mode. */
static bool put_in_place(const new_folder *f)
{
    size_t room = strlen(f->made) + 8;
    char *old = malloc(room);
    struct stat facts;
    if (lstat(f->target, &facts) == 0 && S_ISDIR(facts.st_mode))
        chmod(f->made, facts.st_mode & 07777);
    snprintf(old, room, "%s.old", f->made);
    bool was_there = rename(f->target, old) == 0;
    bool placed = (was_there || errno == ENOENT) && rename(f->made, f->target) == 0;
    int reason = errno;
    if (!placed && was_there)
        rename(old, f->target);
    if (placed && was_there && !remove_whole_folder(old))
        fprintf(stderr, "uriproof: cannot remove %s: %s\n", old, strerror(errno));
    errno = reason;
    free(old);
    return placed;
}

bool new_folder_end(new_folder *f, bool good)
{
    int reason = errno;
    if (good && !put_in_place(f)) {
        reason = errno;
        good = false;
    }
    if (!good)
        remove_whole_folder(f->made);
    sigprocmask(SIG_SETMASK, &f->before, NULL);
    free(f->made);
    free(f->target);
    free(f);
    errno = reason;
    return good;
}
