/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for fopencookie */
#include "gzip.h"

#include "buffer.h"
#include "out_of_memory.h"

#include <errno.h>
#include <zlib.h>

enum { WINDOW_GZIP = 15 + 16, MEMORY_LEVEL = 8, CHUNK = 1 << 16 };

bool is_gzip(const char *octets, size_t length)
{
    return length >= 2 && (unsigned char)octets[0] == 0x1f && (unsigned char)octets[1] == 0x8b;
}

char *gzip_unpack(const char *octets, size_t length, size_t *unpacked, const char **fault)
{
    z_stream stream = {.next_in = (Bytef *)octets, .avail_in = (uInt)length};
    octet_buffer text = {NULL, 0, 0};
    int status = Z_OK;
    *fault = "too large for gzip: unpack it with gunzip";
    if (length > GZIP_MOST || inflateInit2(&stream, WINDOW_GZIP) != Z_OK)
        return NULL;
    while (status == Z_OK && text.length <= GZIP_MOST) {
        buffer_reserve(&text, CHUNK + 1);
        stream.next_out = (Bytef *)text.octets + text.length;
        stream.avail_out = CHUNK;
        status = inflate(&stream, Z_NO_FLUSH);
        text.length += CHUNK - stream.avail_out;
        if (status == Z_STREAM_END && stream.avail_in > 0) /* gzip's files may follow each other */
            status = inflateReset(&stream);
    }
    inflateEnd(&stream);
    text.octets[text.length] = '\0';
    *unpacked = text.length;
    if (status == Z_STREAM_END)
        return text.octets;
    if (status != Z_OK)
        *fault = "damaged or cut gzip";
    buffer_free(&text);
    return NULL;
}

/* A packer is a stream whose octets are packed as they come. */
typedef struct packer {
    z_stream stream;
    FILE *out;
} packer;

static bool pack(packer *p, const char *octets, size_t length, int flush)
{
    Bytef packed[CHUNK] = {0};
    p->stream.next_in = (Bytef *)octets;
    p->stream.avail_in = (uInt)length;
    do {
        p->stream.next_out = packed;
        p->stream.avail_out = sizeof packed;
        deflate(&p->stream, flush);
        fwrite(packed, 1, sizeof packed - p->stream.avail_out, p->out);
    } while (p->stream.avail_out == 0);
    return !ferror(p->out);
}

static ssize_t write_packed(void *cookie, const char *octets, size_t length)
{
    return pack(cookie, octets, length, Z_NO_FLUSH) ? (ssize_t)length : 0;
}

bool gzip_write(FILE *out, bool (*write)(void *self, FILE *out), void *self)
{
    packer p = {.out = out};
    FILE *plain = fopencookie(&p, "w", (cookie_io_functions_t){.write = write_packed});
    if (plain == NULL || deflateInit2(&p.stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW_GZIP,
                                      MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        uriproof_out_of_memory();
    bool good = write(self, plain);
    good = fclose(plain) == 0 && good && pack(&p, "", 0, Z_FINISH);
    int reason = errno;
    deflateEnd(&p.stream);
    errno = reason;
    return good;
}
