/* SPDX-License-Identifier: MIT */
#include "whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool is_special(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
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

bool write_whole(const char *path, bool (*write)(void *self, FILE *out), void *self)
{
    size_t room = strlen(path) + 8;
    if (is_special(path))
        return write_to(fopen(path, "wb"), write, self);
    char *beside = malloc(room);
    if (beside == NULL)
        return false;
    snprintf(beside, room, "%s.part", path);
    FILE *out = fopen(beside, "wb");
    bool written = write_to(out, write, self) && rename(beside, path) == 0;
    int reason = errno;
    if (out != NULL && !written)
        remove(beside);
    free(beside);
    errno = reason;
    return written;
}
