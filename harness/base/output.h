/* SPDX-License-Identifier: MIT */
/* Streams that keep the reason of their first failure: a FILE alone only knows that there was one.
 */
#ifndef URIPROOF_BASE_OUTPUT_H
#define URIPROOF_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* Where a stream writes to. */
typedef struct output_file {
    int file;   /* the descriptor */
    int reason; /* the errno of the first failure; 0: there was none */
} output_file;

/* Returns a stream that writes to o->file, which it neither owns nor closes. Sets o->reason at its
 * first failure, and then writes nothing more. `o` lasts longer than the stream. */
FILE *output_open(output_file *o);

/* Opens a file that must not be there, or returns -1 and sets errno. Ends the program if there is
 * no memory. */
int output_create(const char *path);

/* Opens a file, a device or a pipe to write at its end; with `create`, makes a file if nothing is
 * there. Waits five seconds for a process that reads the pipe: a name must not be waited for
 * without end if it is a pipe by mistake. Returns -1 and sets errno on failure: to EPIPE if none
 * came. Ends the program if there is no memory. */
int output_append(const char *path, bool create);

/* Waits until the octets of the file are on the disk. Returns false and sets errno if they cannot
 * be. */
bool output_sync(int file);

#endif
