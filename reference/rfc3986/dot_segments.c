/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986, section 5.2.4, Remove Dot Segments. The input buffer of the RFC is path[in..length),
 * and the output buffer is path[0..out). One array is enough for both, since an octet is read
 * before its place is written to. Each octet is moved once at most and removed once at most, so the
 * time is linear.
 */
#include <uriproof/rfc3986.h>

#include <string.h>

typedef struct buffers {
    char *path;
    size_t in;
    size_t length;
    size_t out;
} buffers;

static bool input_begins(const buffers *b, const char *prefix)
{
    size_t length = strlen(prefix);
    return b->length - b->in >= length && memcmp(b->path + b->in, prefix, length) == 0;
}

static bool input_is(const buffers *b, const char *text)
{
    return b->length - b->in == strlen(text) && input_begins(b, text);
}

/* Removes `count` octets of the input and puts a "/" in their place. */
static void replace_by_slash(buffers *b, size_t count)
{
    b->in += count - 1;
    b->path[b->in] = '/';
}

/* A. Removes "../" or "./" at the beginning of the input.       rfc3986.dots.leading */
static bool step_a(buffers *b)
{
    size_t count = input_begins(b, "../") ? 3 : input_begins(b, "./") ? 2 : 0;
    b->in += count;
    return count > 0;
}

/* B. Replaces "/./", or "/." as a complete segment, by "/".     rfc3986.dots.single */
static bool step_b(buffers *b)
{
    if (input_begins(b, "/./"))
        replace_by_slash(b, 3);
    else if (input_is(b, "/."))
        replace_by_slash(b, 2);
    else
        return false;
    return true;
}

/* Does what step C says: "remove the last segment and its preceding "/" (if any) from the output
 * buffer". */
static void remove_last_segment(buffers *b)
{
    while (b->out > 0 && b->path[--b->out] != '/')
        continue;
}

/* C. Replaces "/../", or "/.." as a complete segment, by "/", and removes the last segment of the
 * output.                                              rfc3986.dots.double */
static bool step_c(buffers *b)
{
    if (input_begins(b, "/../"))
        replace_by_slash(b, 4);
    else if (input_is(b, "/.."))
        replace_by_slash(b, 3);
    else
        return false;
    remove_last_segment(b);
    return true;
}

/* D. Removes "." or ".." if it is the whole input.              rfc3986.dots.alone */
static bool step_d(buffers *b)
{
    if (!input_is(b, ".") && !input_is(b, ".."))
        return false;
    b->in = b->length;
    return true;
}

/* E. Moves the first segment, with its initial "/".             rfc3986.dots.move */
static void step_e(buffers *b)
{
    const char *from = b->path + b->in + 1;
    const char *slash = memchr(from, '/', b->length - b->in - 1);
    size_t end = slash != NULL ? (size_t)(slash - b->path) : b->length;
    memmove(b->path + b->out, b->path + b->in, end - b->in);
    b->out += end - b->in;
    b->in = end;
}

size_t uriproof_rfc3986_remove_dot_segments(char *path, size_t length)
{
    buffers b = {path, 0, length, 0};
    while (b.in < b.length)
        if (!step_a(&b) && !step_b(&b) && !step_c(&b) && !step_d(&b))
            step_e(&b);
    return b.out;
}
