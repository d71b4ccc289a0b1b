/* SPDX-License-Identifier: MIT */
/*
 * Memory for what one request and its answer are made of in cJSON. All of it is given back at once,
 * which costs nothing: else a third of an adapter's time goes into malloc and free.
 *
 * Not for threads: cJSON's hooks are the whole program's.
 */
#ifndef URIPROOF_REQUEST_MEMORY_H
#define URIPROOF_REQUEST_MEMORY_H

/* From here on cJSON's memory is that of a request. */
void request_memory_begin(void);

/* The request is answered: nothing of it is used any more, and all of it was given to cJSON_Delete
 * or cJSON_free (what is large, or was too much, is malloc's). */
void request_memory_again(void);

/* cJSON's memory is malloc's again. */
void request_memory_end(void);

#endif
