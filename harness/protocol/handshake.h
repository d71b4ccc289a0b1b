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

/* A field of the hello, for readers that want them one by one. */
typedef struct hello_field {
    const char *name;
    bool (*read)(const cJSON *object, const char *key, void *into, uriproof_error *error);
    size_t offset; /* of what it is read into */
} hello_field;

enum { HELLO_FIELD_COUNT = 8 };
extern const hello_field hello_fields[HELLO_FIELD_COUNT]; /* in the order of hello_read */

/* Reads a field of the hello `object` into *h, once. Returns false and sets *error if it is missing
 * or not as it must be; *h is then still to be freed. */
bool hello_read_field(const hello_field *field, const cJSON *object, hello *h,
                      uriproof_error *error);

/* Reads a line with all fields. Returns false and sets *error if it is no hello; *h then owns
 * nothing. Else the caller frees it with hello_free. */
bool hello_read(const char *line, size_t length, hello *h, uriproof_error *error);

/* Returns true if it is the same parser, which does the same. If not, sets *error. */
bool hello_same(const hello *first, const hello *again, uriproof_error *error);

/* Returns true if the line is the hello of the same parser. If not, sets *error. */
bool hello_repeated(const char *line, size_t length, const hello *first, uriproof_error *error);

void hello_free(hello *h);

#endif
