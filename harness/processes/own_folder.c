/* SPDX-License-Identifier: MIT */
#include "own_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[4096]; /* empty: there is none */

void own_folder_make(void)
{
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] != '/')
        parent = "/tmp";
    const int length = snprintf(folder, sizeof folder, "%s/uriproof-XXXXXX", parent);
    if (length >= (int)sizeof folder || mkdtemp(folder) == NULL)
        folder[0] = '\0';
    else
        setenv("TMPDIR", folder, 1);
}

/* Opens a folder of `parent`, but no link to one, and none on another device. Returns NULL if it is
 * none of these. */
static DIR *open_folder(int parent, const char *name, dev_t device)
{
    struct stat facts;
    const int file = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *opened = NULL;
    if (file >= 0 && fstat(file, &facts) == 0 && facts.st_dev == device)
        opened = fdopendir(file);
    if (opened == NULL && file >= 0)
        close(file);
    return opened;
}

/* Removes what is in the folder, whose path may be longer than the system takes, and closes it.
 * What cannot be removed stays, and so do the folders around it. */
static void empty_and_close(DIR *opened, dev_t device)
{
    const int here = dirfd(opened);
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || unlinkat(here, name, 0) == 0)
            continue;
        DIR *below = open_folder(here, name, device);
        if (below != NULL)
            empty_and_close(below, device);
        unlinkat(here, name, AT_REMOVEDIR);
    }
    closedir(opened);
}

void own_folder_remove(void)
{
    struct stat facts;
    DIR *opened = NULL;
    if (folder[0] != '\0' && lstat(folder, &facts) == 0)
        opened = open_folder(AT_FDCWD, folder, facts.st_dev);
    if (opened != NULL)
        empty_and_close(opened, facts.st_dev);
    if (folder[0] != '\0')
        rmdir(folder);
    folder[0] = '\0';
}
