/* SPDX-License-Identifier: MIT */
/*
 * What happens when memory runs out: the program ends, with words and a status of its own. A fault
 * of this machine must never be taken for an answer, a crash or a difference of a parser that is
 * tested.
 *
 * In every program that links these libraries malloc, calloc, realloc, strdup and strndup return
 * memory or end the program (CMakeLists.txt has the linker's options). The same holds for cJSON
 * after uriproof_memory_guard. Code need not look for NULL.
 */
#ifndef URIPROOF_BASE_OUT_OF_MEMORY_H
#define URIPROOF_BASE_OUT_OF_MEMORY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* A program that ran out of memory ends with this status. */
enum { URIPROOF_EXIT_MEMORY = 5 };

/* Says on standard error that memory is out, and ends the program at once with
 * URIPROOF_EXIT_MEMORY. Takes no memory. May be called by any thread. */
_Noreturn void uriproof_out_of_memory(void);

/* Ends the program in the same way if `error` says that memory was short. `error` is the errno of a
 * system call that failed. */
void uriproof_end_if_memory(int error);

/* Makes cJSON take its memory as above. Call it once, before the first JSON. */
void uriproof_memory_guard(void);

/* These are malloc, calloc and realloc, for a library that wants functions of its own. */
void *uriproof_must_malloc(size_t size) __asm__("__wrap_malloc");
void *uriproof_must_calloc(size_t count, size_t size) __asm__("__wrap_calloc");
void *uriproof_must_realloc(void *block, size_t size) __asm__("__wrap_realloc");

/* A line has at most this number of octets: a device may have no line's end. */
enum { READ_LINE_MOST = 1 << 26 };

/* This is getdelim, but a line for which there is no memory ends the program, and not the file. It
 * fails with EMSGSIZE within a line that has more than READ_LINE_MOST octets. */
ssize_t uriproof_getdelim(char **line, size_t *room, int end, FILE *in);

/* This text grows while it is written. The owner frees `octets`. */
typedef struct uriproof_text_written {
    char *octets; /* ends with a NUL that `length` does not count */
    size_t length;
} uriproof_text_written;

/* Opens a stream that writes to `text`, which is whole after fclose. If memory runs out, a stream
 * of open_memstream silently cuts the text; with this function the program ends. */
FILE *uriproof_text_open(uriproof_text_written *text);

/* Formats words as printf does, and returns them. The caller frees them. */
char *text_made(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Does the same with a list of arguments. */
char *text_made_from(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

#endif
