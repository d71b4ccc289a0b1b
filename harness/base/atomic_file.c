/* SPDX-License-Identifier: MIT */
#include "atomic_file.h"

#include "file.h"
#include "out_of_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_NAMES = 1000, /* the number of names that may be taken, by runs that were killed */
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

/* /dev/stdout, /dev/fd/N and /proc/self/fd/N are files that are open already. Other programs write
 * to them too, and what they wrote must stay. */
bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && (!S_ISREG(facts.st_mode) || strncmp(path, "/dev/", 5) == 0 ||
                                       strncmp(path, "/proc/", 6) == 0);
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
    FILE *out;    /* NULL if it is not open */
    char *target; /* the path of the file itself: no symbolic link */
    char *part;   /* the file that is written first and then renamed; NULL if the target itself is
                     written */
    char *old;    /* another name of the file that is replaced; NULL if the old file is not kept */
    bool is_new;  /* the target must not exist when `part` is renamed */
} replacement;

static void release(replacement *r)
{
    free(r->part);
    free(r->target);
    free(r->old);
    *r = (replacement){.out = NULL};
}

/* Opens a new file in the folder of the target, with the mode of the old one. */
static bool open_part(replacement *r)
{
    struct stat old;
    bool is_there = stat(r->target, &old) == 0;
    int folder = (int)folder_length(r->target), file = -1;
    size_t room = (size_t)folder + 64;
    if (is_there && access(r->target, W_OK) != 0)
        return false;
    char *part = malloc(room);
    for (int i = 0; i < MOST_NAMES && file < 0 && (i == 0 || errno == EEXIST); i++) {
        snprintf(part, room, "%.*s.uriproof-%ld-%d.part", folder, r->target, (long)getpid(), i);
        file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (file < 0) {
        free(part);
        return false;
    }
    r->part = part;
    r->out = fdopen(file, "wb");
    if (r->out == NULL) { /* there is no memory for a stream */
        remove(part);
        uriproof_out_of_memory();
    }
    return !is_there || fchmod(file, old.st_mode & 07777) == 0;
}

/* Opens the file to write. The caller ends with finish, even after a failure. */
static bool begin(replacement *r, const char *path)
{
    *r = (replacement){.out = NULL};
    if (!is_special(path)) {
        r->target = follow_links(path);
        return r->target != NULL && open_part(r);
    }
    r->out = fopen(path, "ab");
    if (r->out == NULL)
        uriproof_end_if_memory(errno);
    return r->out != NULL;
}

/* Lets `write` write the file, and closes it. */
static bool write_all(replacement *r, bool (*write)(void *self, FILE *out), void *self)
{
    bool written = write(self, r->out);
    int reason = errno;
    if (fclose(r->out) != 0) {
        reason = errno;
        written = false;
    }
    r->out = NULL;
    errno = reason;
    return written;
}

/* Makes an empty file, unless something is there already. */
static bool reserve(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return file >= 0 && close(file) == 0;
}

/* Renames the file that was written. For a new file, an empty file takes the name first, so that no
 * other file is lost. (A hard link would not replace a file either, but not every file system has
 * hard links.) */
static bool put_in_place(const replacement *r)
{
    if (r->is_new && !reserve(r->target))
        return false;
    if (rename(r->part, r->target) == 0)
        return true;
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
    if (r->out != NULL)
        fclose(r->out);
    if (good && r->part != NULL && !put_in_place(r)) {
        reason = errno;
        good = false;
    }
    if (!good && r->part != NULL)
        remove(r->part);
    errno = reason;
    return good;
}

bool atomic_file_may_write(const char *path)
{
    struct stat facts;
    replacement r;
    if (!is_special(path)) {
        bool may = begin(&r, path);
        finish(&r, false);
        release(&r);
        return may;
    }
    bool folder = stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
    if (folder)
        errno = EISDIR;
    return !folder && access(path, W_OK) == 0;
}

bool atomic_file_write(const char *path, bool (*write)(void *self, FILE *out), void *self)
{
    replacement r;
    bool written = begin(&r, path) && write_all(&r, write, self);
    written = finish(&r, written);
    release(&r);
    return written;
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
    bool begun = begin(r, file->path);
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
