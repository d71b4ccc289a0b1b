/* SPDX-License-Identifier: MIT */
#include "atomic_file.h"

#include "file.h"
#include "hash.h"
#include "lock.h"
#include "out_of_memory.h"
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PART_BEGIN ".uriproof-"
#define PART_END   ".part"

enum {
    MOST_NAMES = 1000, /* processes that may write the same file at the same time */
    WAIT_MS = 20,
    WAITS = 3000, /* moments of WAIT_MS: a minute */
    MOST_LINKS = 40,
    PATH_ROOM = 4096
};

/* ---- Paths ---- */

/* Returns the length of the folder's part of `path`, with its last slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* Looks for the folder of `path`. */
static bool stat_folder(const char *path, struct stat *facts)
{
    char *folder = strdup(path);
    folder[folder_length(path)] = '\0';
    bool is_there = stat(folder[0] != '\0' ? folder : ".", facts) == 0;
    free(folder);
    return is_there;
}

/* Follows symbolic links from `path`, and returns the path at their end, even if there is no file.
 * Returns NULL and sets errno on failure. */
static char *follow_links(const char *path)
{
    char *at = strdup(path), link[PATH_ROOM];
    ssize_t length;
    for (int i = 0; (length = readlink(at, link, sizeof link - 1)) > 0 && i < MOST_LINKS; i++) {
        int folder = link[0] != '/' ? (int)folder_length(at) : 0;
        size_t room = (size_t)folder + (size_t)length + 1;
        char *next = malloc(room);
        snprintf(next, room, "%.*s%.*s", folder, at, (int)length, link);
        free(at);
        at = next;
    }
    if (length < 0 &&
        (errno == EINVAL || errno == ENOENT)) /* `path` is no link, or does not exist */
        return at;
    errno = length < 0 ? errno : ELOOP;
    free(at);
    return NULL;
}

/* Is it a name such as /dev/stdout, /dev/fd/N and /proc/self/fd/N, of a file that is open already?
 * Other programs write to it too, and what they wrote must stay. In /dev/shm are files as any. */
static bool is_open_already(const char *path)
{
    static const char *const names[] = {"/dev/std", "/dev/fd/", "/proc/"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(path, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && (!S_ISREG(facts.st_mode) || is_open_already(path));
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    bool a_is_there = stat(a, &of_a) == 0, b_is_there = stat(b, &of_b) == 0;
    if (a_is_there && b_is_there)
        return S_ISREG(of_a.st_mode) && is_same(&of_a, &of_b);
    return a_is_there == b_is_there && stat_folder(a, &of_a) && stat_folder(b, &of_b) &&
           is_same(&of_a, &of_b) && strcmp(a + folder_length(a), b + folder_length(b)) == 0;
}

/* ---- One file ---- */

/* A replacement is a file while it is written. */
typedef struct replacement {
    output_file out; /* where it is written to; below 0 if it is not open. It keeps the lock */
    char *target;    /* the path of the file itself: no symbolic link */
    char *part;    /* the file that is written first and then renamed; NULL if the target itself is
                      written */
    char *old;     /* another name of the file that is replaced; NULL if the old file is not kept */
    bool is_new;   /* the target must not exist when `part` is renamed */
    bool is_quick; /* the disk need not have it before it is renamed */
} replacement;

static const replacement nothing = {.out = {.file = -1}};

static void release(replacement *r)
{
    free(r->part);
    free(r->target);
    free(r->old);
    *r = nothing;
}

/* Returns the names of files that are being written to replace the one at `target`: they follow
 * from its name, so that one that was left by a process that was killed is found. The caller frees
 * it. */
static char *part_name(const char *target, int number)
{
    const size_t folder = folder_length(target);
    const char *name = target + folder;
    return text_made("%.*s" PART_BEGIN "%016" PRIx64 "-%d" PART_END, (int)folder, target,
                     octets_hash(OCTETS_HASH_BEGIN, name, strlen(name)), number);
}

/* Is it such a name? */
static int is_part(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name), end = sizeof PART_END - 1;
    return length > end && strncmp(entry->d_name, PART_BEGIN, sizeof PART_BEGIN - 1) == 0 &&
           strcmp(entry->d_name + length - end, PART_END) == 0;
}

/* Removes a file that was being written by a process that has been killed. Returns false and keeps
 * errno if there is none, or if its process is alive. */
static bool remove_stale(const char *part)
{
    const int reason = errno, file = lock_path(part);
    const bool removed = file >= 0 && unlink(part) == 0;
    if (file >= 0)
        close(file);
    errno = reason;
    return removed;
}

/* Makes the file `part`, and locks it. Returns -1 and sets errno if that failed: to EEXIST if
 * another process has it. */
static int take_part(const char *part)
{
    int file = output_create(part);
    if (file < 0 && errno == EEXIST && remove_stale(part))
        file = output_create(part);
    /* Not every file system has locks. There a file that is left stays. */
    if (file < 0 || ((lock_take(file) || errno != EWOULDBLOCK) && lock_is_of(file, part)))
        return file;
    close(file); /* another process took it for one that was left */
    errno = EEXIST;
    return -1;
}

/* Returns true and waits a moment, at most `waits` times: for the process that writes the file. */
static bool wait_for_other(int *waits)
{
    const struct timespec moment = {0, WAIT_MS * 1000000L};
    return (*waits)-- > 0 && (nanosleep(&moment, NULL) == 0 || errno == EINTR);
}

/* Opens a new file in the folder of the target, with the mode of the old one. If another process
 * writes the target, waits for it, or takes another name. */
static bool open_part(replacement *r, bool waits)
{
    struct stat old;
    int number = 0, waits_left = waits ? WAITS : 0;
    const bool is_there = stat(r->target, &old) == 0;
    if (is_there && access(r->target, W_OK) != 0)
        return false;
    do {
        free(r->part);
        r->part = part_name(r->target, number);
        r->out.file = take_part(r->part);
    } while (r->out.file < 0 && errno == EEXIST &&
             (waits ? wait_for_other(&waits_left) : ++number < MOST_NAMES));
    if (r->out.file >= 0)
        return !is_there || fchmod(r->out.file, old.st_mode & 07777) == 0;
    free(r->part);
    r->part = NULL;
    if (waits && errno == EEXIST)
        errno = EWOULDBLOCK;
    return false;
}

/* Opens the file to write. The caller ends with finish, even after a failure. */
static bool begin(replacement *r, const char *path, bool waits)
{
    *r = nothing;
    if (!is_special(path)) {
        r->target = follow_links(path);
        return r->target != NULL && open_part(r, waits);
    }
    r->out.file = output_append(path, false);
    return r->out.file >= 0;
}

/* Lets `write` write the file. */
static bool write_all(replacement *r, bool (*write)(void *self, FILE *out), void *self)
{
    FILE *out = output_open(&r->out);
    bool written = write(self, out);
    int reason = errno;
    if (fclose(out) != 0) {
        reason = errno;
        written = false;
    }
    if (written && r->part != NULL && !r->is_quick && !output_sync(r->out.file)) {
        reason = errno;
        written = false;
    }
    errno = r->out.reason != 0 ? r->out.reason : reason;
    return written;
}

/* Makes an empty file, unless something is there already. */
static bool reserve(const char *path)
{
    const int file = output_create(path);
    return file >= 0 && close(file) == 0;
}

/* Writes the folder of a file that was renamed to the disk. If that fails, the file is in its place
 * all the same. */
static void sync_folder(const char *path)
{
    char name[PATH_ROOM];
    snprintf(name, sizeof name, "%.*s", (int)folder_length(path), path);
    const int folder =
        open(name[0] != '\0' ? name : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
    if (folder < 0)
        return;
    output_sync(folder);
    close(folder);
}

/* Renames the file that was written. For a new file, an empty file takes the name first, so that no
 * other file is lost. (A hard link would not replace a file either, but not every file system has
 * hard links.) */
static bool put_in_place(const replacement *r)
{
    if (r->is_new && !reserve(r->target))
        return false;
    if (rename(r->part, r->target) == 0) {
        if (!r->is_quick)
            sync_folder(r->target);
        return true;
    }
    int reason = errno;
    if (r->is_new)
        remove(r->target);
    errno = reason;
    return false;
}

/* Puts the file in its place if it is `good`, and removes it otherwise. Keeps errno. The caller
 * releases *r. */
static bool finish(replacement *r, bool good)
{
    int reason = errno;
    if (good && r->part != NULL && !put_in_place(r)) {
        reason = errno;
        good = false;
    }
    if (!good && r->part != NULL)
        remove(r->part);
    if (r->out.file >= 0 && close(r->out.file) != 0 && good && r->part == NULL) {
        reason = errno;
        good = false;
    }
    r->out.file = -1;
    errno = reason;
    return good;
}

bool atomic_file_may_write(const char *path)
{
    struct stat facts;
    replacement r;
    if (!is_special(path)) {
        bool may = begin(&r, path, false);
        finish(&r, false);
        release(&r);
        return may;
    }
    bool folder = stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
    if (folder)
        errno = EISDIR;
    return !folder && access(path, W_OK) == 0;
}

static bool replace(const char *path, bool waits, bool is_quick,
                    bool (*write)(void *self, FILE *out), void *self)
{
    replacement r;
    bool written = begin(&r, path, waits);
    r.is_quick = is_quick;
    written = written && write_all(&r, write, self);
    written = finish(&r, written);
    release(&r);
    return written;
}

bool atomic_file_write(const char *path, bool (*write)(void *self, FILE *out), void *self)
{
    return replace(path, false, false, write, self);
}

bool atomic_file_write_quickly(const char *path, bool (*write)(void *self, FILE *out), void *self)
{
    return replace(path, false, true, write, self);
}

bool atomic_file_update(const char *path, bool (*write)(void *self, FILE *out), void *self)
{
    return replace(path, true, false, write, self);
}

void atomic_file_sweep(const char *folder)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_part, NULL);
    for (int i = 0; i < count; i++) {
        char *path = text_made("%s/%s", folder, entries[i]->d_name);
        remove_stale(path);
        free(path);
        free(entries[i]);
    }
    free(entries);
}

/* ---- Several files ---- */

static bool write_octets(void *self, FILE *out)
{
    const created_file *file = self;
    return fwrite(file->octets, 1, file->length, out) == file->length && fflush(out) == 0;
}

/* Returns true if the file exists and has the octets that it should have. */
static bool is_made(const created_file *file)
{
    size_t length;
    char *octets = is_special(file->path) ? NULL : uriproof_file_read(file->path, &length);
    bool is = octets != NULL && length == file->length && memcmp(octets, file->octets, length) == 0;
    free(octets);
    return is;
}

static bool prepare(created_file *file, replacement *r, bool force)
{
    struct stat facts;
    file->was_there = file->may_be_there && is_made(file);
    if (file->was_there)
        return true;
    if (!force && lstat(file->path, &facts) == 0) {
        errno = EEXIST;
        return false;
    }
    bool begun = begin(r, file->path, false);
    r->is_new = !force;
    return begun && write_all(r, write_octets, file);
}

/* Gives the file that is to be replaced a second name, so that take_back can restore it. If there
 * is no such file, take_back can remove the new file. Without hard links, the old file is not kept.
 */
static void keep_old(replacement *r)
{
    size_t room = strlen(r->part) + sizeof ".old";
    char *old = malloc(room);
    snprintf(old, room, "%s.old", r->part);
    remove(old); /* of a process that was killed */
    if (link(r->target, old) == 0) {
        r->old = old;
        return;
    }
    r->is_new = errno == ENOENT;
    free(old);
}

/* Undoes a replacement: restores the old file, or removes a new one. */
static void take_back(const replacement *r)
{
    if (r->old != NULL)
        rename(r->old, r->target);
    else if (r->is_new)
        remove(r->target);
}

const created_file *create_files(created_file *files, size_t count, bool force)
{
    replacement *made = calloc(count, sizeof *made);
    const created_file *failed = NULL;
    size_t ready = 0, placed = 0;
    for (size_t i = 0; i < count; i++)
        made[i] = nothing;
    while (ready < count && failed == NULL) {
        failed = prepare(&files[ready], &made[ready], force) ? NULL : &files[ready];
        ready++;
    }
    for (size_t i = 0; i < ready; i++) {
        if (force && failed == NULL && made[i].part != NULL)
            keep_old(&made[i]);
        if (finish(&made[i], failed == NULL))
            placed = i + 1;
        else if (failed == NULL)
            failed = &files[i];
    }
    int reason = errno;
    for (size_t i = 0; i < ready; i++) {
        if (failed != NULL && i < placed)
            take_back(&made[i]);
        if (made[i].old != NULL)
            remove(made[i].old);
        release(&made[i]);
    }
    free(made);
    errno = reason;
    return failed;
}
