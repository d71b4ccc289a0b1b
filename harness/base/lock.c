/* SPDX-License-Identifier: MIT */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool lock_take(int file)
{
    int failed;
    do
        failed = flock(file, LOCK_EX | LOCK_NB);
    while (failed != 0 && errno == EINTR);
    return failed == 0;
}

bool lock_is_of(int file, const char *path)
{
    struct stat open_one, there;
    return fstat(file, &open_one) == 0 && lstat(path, &there) == 0 &&
           open_one.st_dev == there.st_dev && open_one.st_ino == there.st_ino;
}

/* Returns false and sets errno if the open file is neither a regular file nor a folder. */
static bool is_file_or_folder(int file)
{
    struct stat facts;
    if (fstat(file, &facts) != 0)
        return false;
    errno = EINVAL;
    return S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode);
}

int lock_path(const char *path)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return -1;
    bool good = is_file_or_folder(file) && lock_take(file);
    if (good && !lock_is_of(file, path)) { /* who had it before has removed or replaced it */
        errno = ENOENT;
        good = false;
    }
    if (good)
        return file;
    const int reason = errno;
    close(file);
    errno = reason;
    return -1;
}
