/* SPDX-License-Identifier: MIT */
/* What an adapter says of itself when it is greeted. */
#ifndef URIPROOF_HELLO_H
#define URIPROOF_HELLO_H

#include "compare.h"

typedef struct hello {
    char *name;
    char *version;
    char *language;
    char **dialects; /* NULL-terminated */
    bool ops[URIPROOF_OP_COUNT];
    char **strange_ops; /* those that this program does not know, NULL-terminated */
    gives_set gives;
} hello;

/* Reads the answer to the greeting. False and *error where it is not one; *h then owns
 * nothing. */
bool hello_read(const char *line, size_t length, hello *h, uriproof_error *error);

/* The same parser, which does the same. False and *error where it is not. */
bool hello_same(const hello *first, const hello *again, uriproof_error *error);

void hello_free(hello *h);

#endif
