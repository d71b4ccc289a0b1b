/* SPDX-License-Identifier: MIT */
/* What an adapter says of itself when it is greeted. */
#ifndef URIPROOF_PROTOCOL_HANDSHAKE_H
#define URIPROOF_PROTOCOL_HANDSHAKE_H

#include "message.h"
#include "transforms.h"

typedef struct hello {
    char *name;
    char *version;
    char *language;
    char **dialects; /* NULL-terminated */
    bool ops[URIPROOF_OP_COUNT];
    char **strange_ops; /* those that this program does not know, NULL-terminated */
    transform_set transforms;
    char *splits; /* where it is said that it splits and does not validate; NULL: nowhere */
} hello;

/* A field of the hello, for who reads them one by one. */
typedef struct hello_field {
    const char *name;
    /* Reads it into *h, once. False and *error where it is missing or not as it must be; *h is then
     * still to be freed. */
    bool (*read)(const cJSON *object, hello *h, uriproof_error *error);
} hello_field;

enum { HELLO_FIELD_COUNT = 8 };
extern const hello_field hello_fields[HELLO_FIELD_COUNT]; /* in the order of hello_read */

/* Reads the answer to the greeting. False and *error where it is not one; *h then owns
 * nothing. */
bool hello_read(const char *line, size_t length, hello *h, uriproof_error *error);

/* The same parser, which does the same. False and *error where it is not. */
bool hello_same(const hello *first, const hello *again, uriproof_error *error);

void hello_free(hello *h);

#endif
