/* SPDX-License-Identifier: MIT */
/* What an adapter says of itself in answer to the greeting. */
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
    char *splits; /* where it is said that it splits and does not validate; or NULL */
} hello;

/* Static: the first request, without its newline, which is answered with the hello. */
extern const char hello_request[];

/* The keys of the hello, in the order in which they are read. */
enum { HELLO_FIELD_COUNT = 8 };
extern const char *const hello_fields[HELLO_FIELD_COUNT];

/* Reads the field number `field` of the hello `object` into *h, once. Returns false and sets *error
 * if it is missing or not as it must be; *h is then still to be freed. */
bool hello_read_field(size_t field, const cJSON *object, hello *h, uriproof_error *error);

/* Reads a line with all fields. Returns false and sets *error if it is no hello; *h then owns
 * nothing. Else the caller frees it with hello_free. */
bool hello_read(const char *line, size_t length, hello *h, uriproof_error *error);

/* Returns true if it is the same parser, which does the same. If not, sets *error. */
bool hello_same(const hello *first, const hello *again, uriproof_error *error);

void hello_free(hello *h);

#endif
