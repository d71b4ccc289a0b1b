/* SPDX-License-Identifier: MIT */
#include "create_files.h"

#include "atomic_file.h"

#include "file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct octets {
    const char *at;
    size_t length;
} octets;

static bool write_octets(void *self, FILE *out)
{
    const octets *all = self;
    return fwrite(all->at, 1, all->length, out) == all->length && fflush(out) == 0;
}

/* Opened so that it fails where there is such a file, whoever made it and when. */
static bool write_where_none_is(const created_file *file)
{
    octets all = {file->octets, file->length};
    FILE *out = fopen(file->path, "wx");
    if (out == NULL)
        return false;
    bool written = write_octets(&all, out);
    int reason = errno;
    if (fclose(out) != 0) {
        reason = errno;
        written = false;
    }
    if (!written)
        remove(file->path);
    errno = reason;
    return written;
}

/* What is there, to compare it and to restore it. */
static void read_before(created_file *file)
{
    if (is_special(file->path))
        return;
    file->before = uriproof_file_read(file->path, &file->before_length);
    file->was_there = file->before != NULL && file->before_length == file->length &&
                      memcmp(file->before, file->octets, file->length) == 0;
}

static bool write_file(created_file *file, bool force)
{
    octets all = {file->octets, file->length};
    if (file->may_be_there)
        read_before(file);
    if (file->was_there)
        return true;
    file->is_new = write_where_none_is(file);
    return file->is_new ||
           (force && errno == EEXIST && atomic_file_write(file->path, write_octets, &all));
}

static void undo(const created_file *file)
{
    octets all = {file->before, file->before_length};
    if (file->is_new)
        remove(file->path);
    else if (file->before != NULL && !file->was_there)
        atomic_file_write(file->path, write_octets, &all);
}

const created_file *create_files(created_file *files, size_t count, bool force)
{
    size_t written = 0;
    while (written < count && write_file(&files[written], force))
        written++;
    int reason = errno;
    for (size_t i = 0; i < count; i++) {
        if (i < written && written < count)
            undo(&files[i]);
        free(files[i].before);
        files[i].before = NULL;
    }
    errno = reason;
    return written < count ? &files[written] : NULL;
}
