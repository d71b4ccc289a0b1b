/* SPDX-License-Identifier: MIT */
#include "folder_files.h"

#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

file_names file_names_in(const char *folder)
{
    file_names f = {NULL, 0, 0};
    const struct dirent *entry;
    DIR *opened = opendir(folder);
    if (opened == NULL) {
        f.error = errno;
        return f;
    }
    while ((entry = readdir(opened)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        f.names = list_grown(f.names, f.count, sizeof *f.names);
        f.names[f.count++] = strdup(entry->d_name);
    }
    closedir(opened);
    if (f.count > 0)
        qsort(f.names, f.count, sizeof *f.names, compare_names);
    return f;
}

void file_names_free(file_names *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->names[i]);
    free(f->names);
    *f = (file_names){NULL, 0, 0};
}

static int open_regular(const char *path)
{
    struct stat facts;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)))
        return file;
    close(file);
    errno = 0;
    return -1;
}

ssize_t small_file_read(const char *path, char *octets, size_t room)
{
    size_t length = 0;
    ssize_t got = 1;
    const int file = open_regular(path);
    if (file < 0)
        return -1;
    while (length < room && got > 0) {
        got = read(file, octets + length, room - length);
        length += got > 0 ? (size_t)got : 0;
    }
    const int reason = errno;
    close(file);
    errno = reason;
    return got < 0 ? -1 : (ssize_t)length;
}
