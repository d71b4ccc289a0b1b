/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* nftw, and renameat2 */
#include "new_folder.h"

#include "folder_list.h"
#include "lock.h"
#include "out_of_memory.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_NAMES = 100, /* processes that may make the same folder at the same time */
    MOST_OPEN = 1, /* folders that are open at a time while one is removed: there may be no more */
    MOST_TRIES = 100 /* to put a folder where others put theirs, too */
};

struct new_folder {
    char *target;
    char *made;            /* the folder beside it */
    int lock;              /* of it */
    output_file file;      /* that is open */
    int reason;            /* the errno of the first failure to write a file; or 0 */
    sigset_t held, before; /* signals that wait until what was made is removed */
};

/* ---- Paths ---- */

/* Returns `path` without slashes at its end. The caller frees it. */
static char *without_slash(const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        --length;
    return strndup(path, length);
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

/* Returns true if the path ends with "." or "..", or is "/": such a folder cannot be renamed. */
static bool is_in_use(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    return *name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Looks at what is at the path. Returns false and sets errno if a new folder may not take its
 * place: to EEXIST if the user has something in it. */
static bool may_replace(const char *target)
{
    struct stat facts;
    if (lstat(target, &facts) != 0)
        return errno == ENOENT;
    errno = ENOTDIR;
    if (!S_ISDIR(facts.st_mode))
        return false;
    char *foreign;
    const bool may = folder_list_has_all(target, &foreign);
    free(foreign);
    return may;
}

bool new_folder_may_begin(const char *path)
{
    char *target = without_slash(path);
    const bool may = is_in_use(target) || may_replace(target);
    free(target);
    new_folder *made = may ? new_folder_begin(path) : NULL;
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

/* Returns the path of the folder of a number that is made beside the target, or to which it was
 * moved. The caller frees it. */
static char *beside(const char *target, int number, const char *suffix)
{
    return text_made("%s.uriproof-%d%s", target, number, suffix);
}

static const char part[] = ".part", old_part[] = ".old";

/* Removes a folder that was made beside the target, unless its process is alive. If it holds the
 * list of its files, it was in its place before, and what its user has in it stays. */
static void sweep_part(const char *path)
{
    const int lock = lock_path(path);
    if (lock < 0)
        return;
    char *list = text_made("%s/%s", path, folder_list_name);
    if (access(list, F_OK) == 0)
        folder_list_remove(path);
    else
        remove_whole_folder(path);
    free(list);
    close(lock);
}

/* Puts a folder back that was moved aside, if its process was killed before the new one was there;
 * else removes it. */
static void sweep_old(const char *path, const char *target)
{
    struct stat facts;
    const int lock = lock_path(path);
    if (lock < 0)
        return;
    if (lstat(target, &facts) != 0 && errno == ENOENT)
        rename(path, target);
    else
        folder_list_remove(path);
    close(lock);
}

/* Removes what processes that were killed left beside the target. */
static void sweep(const char *target)
{
    for (int i = 0; i < MOST_NAMES; i++) {
        char *made = beside(target, i, part), *old = beside(target, i, old_part);
        sweep_old(old, target);
        sweep_part(made);
        free(made);
        free(old);
    }
}

/* Makes the folder at f->made, and locks it. Returns false and sets errno if that failed: to EEXIST
 * if another process has it. */
static bool take_part(new_folder *f)
{
    if (mkdir(f->made, 0777) != 0)
        return false;
    f->lock = lock_path(f->made);
    if (f->lock >= 0)
        return true;
    /* Not every file system has locks of folders. There a folder that is left stays. */
    f->lock = errno != EWOULDBLOCK && errno != ENOENT
                  ? open(f->made, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                  : -1;
    if (f->lock < 0)
        errno = EEXIST; /* another process took it for one that was left */
    return f->lock >= 0;
}

static void free_folder(new_folder *f)
{
    free(f->made);
    free(f->target);
    free(f);
}

new_folder *new_folder_begin(const char *path)
{
    new_folder *f = calloc(1, sizeof *f);
    bool taken = false;
    f->file.file = -1;
    f->target = without_slash(path);
    if (is_in_use(f->target)) {
        free_folder(f);
        errno = EBUSY;
        return NULL;
    }
    hold_signals(f);
    sweep(f->target);
    errno = EEXIST;
    for (int i = 0; i < MOST_NAMES && !taken && errno == EEXIST; i++) {
        free(f->made);
        f->made = beside(f->target, i, part);
        taken = take_part(f);
    }
    if (taken)
        return f;
    const int reason = errno;
    sigprocmask(SIG_SETMASK, &f->before, NULL);
    free_folder(f);
    errno = reason;
    return NULL;
}

/* Makes the folder of the file `name`, if that is in one. */
static bool make_folder_of(const new_folder *f, const char *name)
{
    const char *slash = strrchr(name, '/');
    if (slash == NULL)
        return true;
    char *path = text_made("%s/%.*s", f->made, (int)(slash - name), name);
    const bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
    free(path);
    return made;
}

/* Keeps why a file could not be written. */
static void note_failure(new_folder *f, int reason)
{
    f->reason = f->reason != 0 ? f->reason : reason;
}

FILE *new_folder_open(new_folder *f, const char *name)
{
    if (is_to_end(f))
        note_failure(f, EINTR);
    char *path = text_made("%s/%s", f->made, name);
    f->file.file = f->reason == 0 && make_folder_of(f, name) ? output_create(path) : -1;
    if (f->file.file < 0)
        note_failure(f, errno);
    free(path);
    FILE *out = output_open(&f->file);
    f->file.reason = f->reason; /* then nothing is written */
    return out;
}

void new_folder_close(new_folder *f, FILE *out)
{
    fclose(out);
    if (f->file.reason != 0)
        note_failure(f, f->file.reason);
    if (f->file.file >= 0 && close(f->file.file) != 0)
        note_failure(f, errno);
    f->file.file = -1;
}

bool new_folder_has_failed(const new_folder *f)
{
    return f->reason != 0;
}

/* ---- Putting it in its place ---- */

/* Removes the folder that was replaced. The user may have put something in it just now. */
static void remove_replaced(const char *old)
{
    if (!folder_list_remove(old))
        fprintf(stderr, "uriproof: %s has what was there before, and could not be removed whole\n",
                old);
}

/* Moves what is at the target aside, and puts the new folder there: for a file system that cannot
 * exchange them. */
static bool put_after_old(const new_folder *f)
{
    char *old = text_made("%.*s%s", (int)(strlen(f->made) - strlen(part)), f->made, old_part);
    const int lock = lock_path(f->target);
    bool placed = rename(f->target, old) == 0;
    if (placed && rename(f->made, f->target) != 0) {
        const int reason = errno;
        rename(old, f->target);
        errno = reason;
        placed = false;
    }
    const int reason = errno;
    if (placed)
        remove_replaced(old);
    if (lock >= 0)
        close(lock);
    free(old);
    errno = reason;
    return placed;
}

/* Exchanges the two folders, so that there is one at the target all the time. Then removes the one
 * that was there. */
static bool exchange(const new_folder *f)
{
    const int lock = lock_path(f->target); /* so that no one takes it for one that was left */
    const bool exchanged = renameat2(AT_FDCWD, f->made, AT_FDCWD, f->target, RENAME_EXCHANGE) == 0;
    const int reason = errno;
    if (exchanged)
        remove_replaced(f->made);
    if (lock >= 0)
        close(lock);
    errno = reason;
    return exchanged;
}

/* Puts the folder at the target. What is there already gives it its mode, and is removed. */
static bool try_to_put(const new_folder *f)
{
    struct stat facts;
    if (lstat(f->target, &facts) != 0)
        return rename(f->made, f->target) == 0;
    chmod(f->made, facts.st_mode & 07777);
    return exchange(f) ||
           ((errno == EINVAL || errno == ENOSYS || errno == EXDEV) && put_after_old(f));
}

/* Puts the folder at the target, if what is there may be replaced. Tries again if another process
 * has put one there, or taken it away, in the meantime. */
static bool put_in_place(const new_folder *f)
{
    bool placed = false, again = folder_list_write(f->made);
    for (int i = 0; i < MOST_TRIES && again && may_replace(f->target) && !placed; i++) {
        placed = try_to_put(f);
        again = !placed && (errno == ENOTEMPTY || errno == EEXIST || errno == ENOENT);
    }
    return placed;
}

bool new_folder_end(new_folder *f, bool good)
{
    int reason = f->reason != 0 ? f->reason : errno;
    good = good && f->reason == 0;
    if (good && !put_in_place(f)) {
        reason = errno;
        good = false;
    }
    if (!good)
        remove_whole_folder(f->made);
    close(f->lock);
    sigprocmask(SIG_SETMASK, &f->before, NULL);
    free_folder(f);
    errno = reason;
    return good;
}
