/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for fopencookie */
#include "output.h"

#include "out_of_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns 0 after a failure: so fopencookie wants it. */
static ssize_t write_octets(void *cookie, const char *octets, size_t length)
{
    output_file *o = cookie;
    size_t done = 0;
    while (done < length && o->reason == 0) {
        const ssize_t more = write(o->file, octets + done, length - done);
        if (more == 0 || (more < 0 && errno != EINTR))
            o->reason = more == 0 ? EIO : errno;
        done += more > 0 ? (size_t)more : 0;
    }
    errno = o->reason;
    return done == length ? (ssize_t)length : 0;
}

FILE *output_open(output_file *o)
{
    o->reason = 0;
    FILE *out = fopencookie(o, "w", (cookie_io_functions_t){.write = write_octets});
    if (out == NULL)
        uriproof_out_of_memory();
    return out;
}

int output_create(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        uriproof_end_if_memory(errno);
    return file;
}

static bool is_pipe(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISFIFO(facts.st_mode);
}

int output_append(const char *path, bool create)
{
    enum { READER_MS = 5000, MOMENT_MS = 20 };
    const int how =
        O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC | O_NONBLOCK | (create ? O_CREAT : 0);
    int file, waited = 0;
    while ((file = open(path, how, 0666)) < 0 && errno == ENXIO && is_pipe(path)) {
        errno = EPIPE;
        if (waited >= READER_MS)
            return -1;
        waited += MOMENT_MS;
        poll(NULL, 0, MOMENT_MS);
    }
    if (file < 0)
        uriproof_end_if_memory(errno);
    else
        fcntl(file, F_SETFL, O_APPEND); /* what it writes may wait */
    return file;
}

bool output_sync(int file)
{
    int failed;
    do
        failed = fsync(file);
    while (failed != 0 && errno == EINTR);
    return failed == 0 || errno == EINVAL || errno == ENOSYS; /* some file systems cannot */
}
