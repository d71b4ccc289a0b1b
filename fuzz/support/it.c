/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "it.h"

#include "lines.h"

#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

enum { PATH_LENGTH_MOST = 512 };

/* The folder with the file of the last input. */
static struct {
    pid_t process; /* that made it: AFL++ forks */
    char path[PATH_LENGTH_MOST];
    char file[PATH_LENGTH_MOST + 32];
} folder;

static void remove_folder(void)
{
    if (folder.process != getpid())
        return;
    unlink(folder.file);
    rmdir(folder.path);
}

static void make_folder(const char *name)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder.path, sizeof folder.path, "%s/uriproof-fuzz-XXXXXX",
             parent != NULL ? parent : "/tmp");
    fuzz_demand(mkdtemp(folder.path) != NULL, "a folder can be made");
    snprintf(folder.file, sizeof folder.file, "%s/%s", folder.path, name);
    fuzz_demand(atexit(remove_folder) == 0, "a function can be registered");
    folder.process = getpid();
}

const char *fuzz_put_file(const char *name, const uint8_t *data, size_t size)
{
    if (folder.process != getpid())
        make_folder(name);
    FILE *file = fopen(folder.file, "wb");
    fuzz_demand(file != NULL, "a file can be written");
    fwrite(data, 1, size, file);
    fuzz_demand(fclose(file) == 0, "a file can be written");
    return folder.file;
}

const char *fuzz_file_folder(void)
{
    return folder.path;
}
