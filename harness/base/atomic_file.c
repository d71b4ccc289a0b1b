/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* for realpath */
#include "atomic_file.h"

#include "out_of_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Other files of that name may be there, of a run that was killed. */
enum { MOST_NAMES = 1000 };

typedef struct replacement {
    char *target; /* the path of the file itself: no symbolic link */
    char *beside; /* where the new one is written */
    int file;     /* it is open, or -1 */
    bool made_beside;
    bool made_target; /* the link led to nothing, so that an empty file was made there */
} replacement;

/* The length of the folder's part of `path`, with its last slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* The path of the folder of `path`, without links; NULL if there is none. */
static char *true_folder(const char *path)
{
    size_t length = folder_length(path);
    char *folder = length > 0 ? strndup(path, length) : strdup(".");
    char *found = realpath(folder, NULL);
    free(folder);
    return found;
}

/* /dev/stdout, /dev/fd/N and their like are files that are open already. Others write to them too,
 * and what stands there is to stay. */
static bool is_open_file(const char *path)
{
    char *folder = true_folder(path);
    bool is = folder != NULL && (strcmp(folder, "/dev") == 0 || strncmp(folder, "/proc/", 6) == 0);
    free(folder);
    return is;
}

bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && (!S_ISREG(facts.st_mode) || is_open_file(path));
}

/* Follows symbolic links. Where nothing is, it makes an empty file if a link leads there: only the
 * system knows where that is. */
static bool find_target(replacement *r, const char *path)
{
    struct stat facts;
    if (lstat(path, &facts) != 0) {
        bool folder = errno == ENOENT && path[0] != '\0' && path[strlen(path) - 1] == '/';
        if (folder)
            errno = EISDIR;
        if (errno != ENOENT)
            return false;
        r->target = strdup(path);
        return true;
    }
    r->target = realpath(path, NULL);
    if (r->target == NULL && errno == ENOENT) {
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0)
            return false;
        close(file);
        r->made_target = true;
        r->target = realpath(path, NULL);
    }
    if (r->target == NULL)
        uriproof_end_if_memory(errno);
    return r->target != NULL && access(r->target, W_OK) == 0;
}

/* Opens a new file in the folder of the target. */
static bool open_beside(replacement *r)
{
    int folder = (int)folder_length(r->target);
    size_t room = (size_t)folder + 64;
    r->beside = malloc(room);
    for (int i = 0; i < MOST_NAMES && r->file < 0; i++) {
        snprintf(r->beside, room, "%.*s.uriproof-%ld-%d.part", folder, r->target, (long)getpid(),
                 i);
        r->file = open(r->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (r->file < 0 && errno != EEXIST)
            return false;
    }
    r->made_beside = r->file >= 0;
    return r->made_beside;
}

static bool keep_mode(const replacement *r)
{
    struct stat old;
    return r->made_target || stat(r->target, &old) != 0 ||
           fchmod(r->file, old.st_mode & 07777) == 0;
}

static bool begin(replacement *r, const char *path)
{
    *r = (replacement){.file = -1};
    return find_target(r, path) && open_beside(r) && keep_mode(r);
}

/* Leaves nothing of a replacement that did not take place. Keeps errno. */
static void give_up(replacement *r)
{
    int reason = errno;
    if (r->file >= 0)
        close(r->file);
    if (r->made_beside)
        remove(r->beside);
    if (r->made_target && r->target != NULL)
        remove(r->target);
    errno = reason;
}

static void free_replacement(replacement *r)
{
    free(r->target);
    free(r->beside);
}

static bool may_write_in_place(const char *path)
{
    struct stat facts;
    bool folder = stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
    if (folder)
        errno = EISDIR;
    return !folder && access(path, W_OK) == 0;
}

bool atomic_file_may_write(const char *path)
{
    replacement r;
    if (is_special(path))
        return may_write_in_place(path);
    bool may = begin(&r, path);
    give_up(&r);
    free_replacement(&r);
    return may;
}

static bool is_same_name(const char *a, const char *b)
{
    char *of_a = true_folder(a), *of_b = true_folder(b);
    bool same = of_a != NULL && of_b != NULL && strcmp(of_a, of_b) == 0 &&
                strcmp(a + folder_length(a), b + folder_length(b)) == 0;
    free(of_a);
    free(of_b);
    return same;
}

bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    bool a_is_there = stat(a, &of_a) == 0, b_is_there = stat(b, &of_b) == 0;
    if (a_is_there && b_is_there)
        return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    return a_is_there == b_is_there && is_same_name(a, b);
}

/* Closes `out`, too; which may be NULL, as fopen leaves it. */
static bool write_to(FILE *out, bool (*write)(void *self, FILE *out), void *self)
{
    if (out == NULL)
        return false;
    bool written = write(self, out);
    int reason = errno;
    if (fclose(out) != 0) {
        reason = errno;
        written = false;
    }
    errno = reason;
    return written;
}

bool atomic_file_write(const char *path, bool (*write)(void *self, FILE *out), void *self)
{
    replacement r;
    if (is_special(path))
        return write_to(fopen(path, "ab"), write, self);
    bool written = begin(&r, path);
    if (written) {
        FILE *out = fdopen(r.file, "wb");
        r.file = out != NULL ? -1 : r.file; /* it is the stream's now */
        written = write_to(out, write, self) && rename(r.beside, r.target) == 0;
    }
    if (!written)
        give_up(&r);
    free_replacement(&r);
    return written;
}
