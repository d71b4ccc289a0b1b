/* SPDX-License-Identifier: MIT */
#include "file.h"
#include "buffer.h"
#include "out_of_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, WRITER_MS = 5000 };

static bool is_pipe(int file)
{
    struct stat about;
    return fstat(file, &about) == 0 && S_ISFIFO(about.st_mode);
}

/* Reads more octets of a file that does not block. If they are yet to come, waits for them: a pipe
 * has a writer then, which the shell has started. Returns as read does. */
static ssize_t read_more(int file, char *octets)
{
    ssize_t got;
    while ((got = read(file, octets, CHUNK)) < 0 && (errno == EINTR || errno == EAGAIN))
        if (errno == EAGAIN)
            fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return got;
}

/* Waits until the pipe, which no process writes to, has a writer. Returns false and sets errno if
 * none came: a program must not wait for ever for a name that is a pipe by mistake. */
static bool await_writer(int file)
{
    struct pollfd end = {.fd = file, .events = POLLIN};
    if (poll(&end, 1, WRITER_MS) == 1)
        return true;
    errno = ENODATA;
    return false;
}

/* Reads all octets, and returns true. If that fails, returns false and sets errno. */
static bool read_all(int file, octet_buffer *text)
{
    bool may_wait = is_pipe(file);
    for (;;) {
        buffer_reserve(text, CHUNK + 1);
        const ssize_t got = read_more(file, text->octets + text->length);
        if (got < 0 || (got == 0 && may_wait && !await_writer(file)))
            return false;
        if (got == 0 && !may_wait)
            return true;
        may_wait = false;
        text->length += (size_t)got;
        if (text->length > READ_MOST) {
            errno = EMSGSIZE;
            return false;
        }
    }
}

char *uriproof_file_read(const char *path, size_t *length)
{
    octet_buffer text = {NULL, 0, 0};
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) {
        uriproof_end_if_memory(errno);
        return NULL;
    }
    const bool good = read_all(file, &text);
    const int reason = errno;
    close(file);
    errno = reason;
    if (!good) {
        buffer_free(&text);
        return NULL;
    }
    text.octets[text.length] = '\0';
    *length = text.length;
    return text.octets;
}
