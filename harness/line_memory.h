/* SPDX-License-Identifier: MIT */
/*
 * Memory for cJSON while it reads a line that is let go before the next: some dozens of small
 * pieces, which would be a third of a case's time in malloc and free.
 */
#ifndef URIPROOF_LINE_MEMORY_H
#define URIPROOF_LINE_MEMORY_H

/* From here on cJSON asks here for memory, in the whole program: call it before there are threads.
 * What it had before goes back to malloc, and whatever is asked for outside of a line is malloc's.
 * More calls change nothing. Under AddressSanitizer all stays malloc's, which it knows. */
void line_memory_for_cjson(void);

/* Between the two, what cJSON asks for in this thread comes from the thread's store of fixed size,
 * and what is over it from malloc. It lasts until the thread begins the next line; cJSON_Delete
 * does as ever, in the same thread. */
void line_memory_begin(void);
void line_memory_end(void);

#endif
