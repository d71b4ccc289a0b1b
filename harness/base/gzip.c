/* SPDX-License-Identifier: MIT */
#include "gzip.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WINDOW_GZIP = 15 + 16, MEMORY_LEVEL = 8, CHUNK = 1 << 16 };

bool is_gzip(const char *octets, size_t length)
{
    return length >= 2 && (unsigned char)octets[0] == 0x1f && (unsigned char)octets[1] == 0x8b;
}

/* Unpacks one member, or goes on with it, into *text from *used on, which grows. */
static int unpack_some(z_stream *stream, char **text, size_t *room, size_t *used)
{
    if (*room - *used <= 1) {
        char *longer = realloc(*text, *room *= 2);
        *text = longer;
    }
    size_t left = *room - *used - 1;
    uInt granted = left < CHUNK ? (uInt)left : CHUNK;
    stream->next_out = (Bytef *)*text + *used;
    stream->avail_out = granted;
    int status = inflate(stream, Z_NO_FLUSH);
    *used += granted - stream->avail_out;
    if (status == Z_STREAM_END && stream->avail_in > 0) /* gzip's files may follow each other */
        status = inflateReset(stream);
    return status;
}

char *gzip_unpack(const char *octets, size_t length, size_t *unpacked, const char **fault)
{
    z_stream stream = {.next_in = (Bytef *)octets, .avail_in = (uInt)length};
    size_t room = CHUNK, used = 0;
    int status = Z_OK;
    *fault = "too large for gzip: unpack it with gunzip";
    if (length > GZIP_MOST || inflateInit2(&stream, WINDOW_GZIP) != Z_OK)
        return NULL;
    char *text = malloc(room);
    while (status == Z_OK && used <= GZIP_MOST)
        status = unpack_some(&stream, &text, &room, &used);
    inflateEnd(&stream);
    text[used] = '\0';
    *unpacked = used;
    if (status == Z_STREAM_END)
        return text;
    if (status != Z_OK)
        *fault = "damaged or cut gzip";
    free(text);
    return NULL;
}

/* Packs `in` from where it stands to its end. */
static bool pack_file(z_stream *stream, FILE *in, FILE *out)
{
    Bytef read[CHUNK], packed[CHUNK] = {0};
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        stream->next_in = read;
        stream->avail_in = (uInt)fread(read, 1, sizeof read, in);
        int flush = feof(in) ? Z_FINISH : Z_NO_FLUSH;
        do {
            stream->next_out = packed;
            stream->avail_out = sizeof packed;
            status = deflate(stream, flush);
            fwrite(packed, 1, sizeof packed - stream->avail_out, out);
        } while (stream->avail_out == 0);
        if (ferror(in) || ferror(out))
            return false;
    }
    return true;
}

bool gzip_write(FILE *out, bool (*write)(void *self, FILE *out), void *self)
{
    z_stream stream = {0};
    FILE *plain = tmpfile();
    if (plain == NULL)
        return false;
    bool good = write(self, plain) && fseek(plain, 0, SEEK_SET) == 0;
    if (good && deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW_GZIP, MEMORY_LEVEL,
                             Z_DEFAULT_STRATEGY) == Z_OK) {
        good = pack_file(&stream, plain, out);
        deflateEnd(&stream);
    }
    int reason = errno;
    fclose(plain);
    errno = reason;
    return good;
}
