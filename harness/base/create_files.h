/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BASE_CREATE_FILES_H
#define URIPROOF_BASE_CREATE_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct created_file {
    const char *path;
    const char *octets; /* of the caller */
    size_t length;
    bool may_be_there; /* with the same octets, it is left as it is */
    bool was_there;    /* so it was */
    bool is_new;
    char *before; /* what was written over */
    size_t before_length;
} created_file;

/* Writes all `count` files or none: where one fails, those before it are made as they were. What is
 * there is written over only by `force`. NULL where all are written; else the file that failed, and
 * errno: EEXIST where it is there. Of each file the first four members are given, and the rest
 * zero; was_there is told. */
const created_file *create_files(created_file *files, size_t count, bool force);

#endif
