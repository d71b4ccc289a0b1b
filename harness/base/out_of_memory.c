/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for fopencookie */
#include "out_of_memory.h"

#include <cjson/cJSON.h>
#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* With the linker's option --wrap=malloc, a call of malloc in our code calls __wrap_malloc, and a
 * call of __real_malloc calls the true malloc. The same holds for calloc, realloc, strdup and
 * strndup. */
void *real_malloc(size_t size) __asm__("__real_malloc");
void *real_calloc(size_t count, size_t size) __asm__("__real_calloc");
void *real_realloc(void *block, size_t size) __asm__("__real_realloc");
char *wrapped_strdup(const char *text) __asm__("__wrap_strdup");
char *wrapped_strndup(const char *text, size_t most) __asm__("__wrap_strndup");

ssize_t uriproof_getdelim(char **line, size_t *room, int end, FILE *in)
{
    size_t length = 0;
    int octet = EOF;
    do {
        octet = getc_unlocked(in);
        if (length + 2 > *room) {
            *room = *room * 2 + 128;
            *line = realloc(*line, *room);
        }
        if (octet != EOF)
            (*line)[length++] = (char)octet;
    } while (octet != EOF && octet != end && length <= READ_LINE_MOST);
    (*line)[length] = '\0';
    if (length > READ_LINE_MOST)
        errno = EMSGSIZE;
    return length == 0 || length > READ_LINE_MOST || ferror(in) ? -1 : (ssize_t)length;
}

void uriproof_out_of_memory(void)
{
    static const char words[] =
        "uriproof: out of memory: the run ends here and says nothing of any "
        "parser. Give it more memory, or less at a time (--select, --jobs 1)\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written; /* the status says it too */
    _exit(URIPROOF_EXIT_MEMORY);
}

void uriproof_end_if_memory(int error)
{
    if (error == ENOMEM)
        uriproof_out_of_memory();
}

void *uriproof_must_malloc(size_t size)
{
    void *block = real_malloc(size);
    if (block == NULL && size > 0)
        uriproof_out_of_memory();
    return block;
}

void *uriproof_must_calloc(size_t count, size_t size)
{
    void *block = real_calloc(count, size);
    if (block == NULL && count > 0 && size > 0)
        uriproof_out_of_memory();
    return block;
}

/* A size of 0 frees the block; then NULL is right. */
void *uriproof_must_realloc(void *block, size_t size)
{
    void *moved = real_realloc(block, size);
    if (moved == NULL && size > 0)
        uriproof_out_of_memory();
    return moved;
}

char *wrapped_strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = uriproof_must_malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *wrapped_strdup(const char *text)
{
    return wrapped_strndup(text, strlen(text));
}

/* ---- A text that is written ---- */

static ssize_t append(void *cookie, const char *octets, size_t length)
{
    uriproof_text_written *text = cookie;
    text->octets = uriproof_must_realloc(text->octets, text->length + length + 1);
    memcpy(text->octets + text->length, octets, length);
    text->length += length;
    text->octets[text->length] = '\0';
    return (ssize_t)length;
}

/* Tells the offset, for ftell alone. */
static int tell(void *cookie, off64_t *offset, int whence)
{
    const uriproof_text_written *text = cookie;
    if (whence != SEEK_CUR || *offset != 0)
        return -1;
    *offset = (off64_t)text->length;
    return 0;
}

FILE *uriproof_text_open(uriproof_text_written *text)
{
    *text = (uriproof_text_written){uriproof_must_calloc(1, 1), 0};
    FILE *out = fopencookie(text, "w", (cookie_io_functions_t){.write = append, .seek = tell});
    if (out == NULL)
        uriproof_out_of_memory();
    return out;
}

char *text_made_from(const char *format, va_list arguments)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    vfprintf(out, format, arguments);
    fclose(out);
    return text.octets;
}

char *text_made(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *words = text_made_from(format, arguments);
    va_end(arguments);
    return words;
}

/* ---- JSON ---- */

void uriproof_memory_guard(void)
{
    cJSON_Hooks hooks = {.malloc_fn = uriproof_must_malloc, .free_fn = free};
    cJSON_InitHooks(&hooks);
#ifdef __GLIBC__
    /* Tables that grow are given back to the system, also by threads. */
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
#endif
}
