/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for fopencookie */
#include "output.h"

#include "out_of_memory.h"

#include <errno.h>
#include <fcntl.h>
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

bool output_sync(int file)
{
    int failed;
    do
        failed = fsync(file);
    while (failed != 0 && errno == EINTR);
    return failed == 0 || errno == EINVAL || errno == ENOSYS; /* some file systems cannot */
}
