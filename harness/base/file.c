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

/* Reads at most `most` more octets of a file that does not block. If they are yet to come, waits
 * for them: a pipe has a writer then, which the shell has started. Returns as read does. */
static ssize_t read_more(int file, char *octets, size_t most)
{
    ssize_t got;
    while ((got = read(file, octets, most)) < 0 && (errno == EINTR || errno == EAGAIN))
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
        const ssize_t got = read_more(file, text->octets + text->length, CHUNK);
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

/* Opens a file so that no pipe is waited for. Returns -1 and errno if that fails. */
static int open_at_once(const char *path)
{
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        uriproof_end_if_memory(errno);
    return file;
}

char *uriproof_file_read(const char *path, size_t *length)
{
    octet_buffer text = {NULL, 0, 0};
    const int file = open_at_once(path);
    if (file < 0)
        return NULL;
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

/* Reads the first octet of a pipe into *first once there is one. Returns 1; 0 if the pipe has no
 * octets; -1 and errno if it cannot be read. */
static ssize_t read_first(int pipe, char *first)
{
    const ssize_t got = read_more(pipe, first, 1);
    if (got != 0)
        return got;
    return await_writer(pipe) ? read_more(pipe, first, 1) : -1;
}

/* Makes a stream of an open file that does not block, and that `got` octets were read of: the one
 * at `first`, or none. Returns NULL and errno if that fails. */
static FILE *stream_of(int file, ssize_t got, const char *first)
{
    const int flags = fcntl(file, F_GETFL);
    if (got < 0 || flags < 0 || fcntl(file, F_SETFL, flags & ~O_NONBLOCK) < 0)
        return NULL;
    FILE *stream = fdopen(file, "rb");
    if (stream == NULL)
        uriproof_end_if_memory(errno);
    else if (got > 0)
        ungetc((unsigned char)*first, stream); /* one octet can always be put back */
    return stream;
}

FILE *uriproof_file_open(const char *path)
{
    char first = '\0';
    const int file = open_at_once(path);
    if (file < 0)
        return NULL;
    FILE *stream = stream_of(file, is_pipe(file) ? read_first(file, &first) : 0, &first);
    const int reason = errno;
    if (stream == NULL)
        close(file);
    errno = reason;
    return stream;
}
