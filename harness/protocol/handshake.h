/* SPDX-License-Identifier: MIT */
/* The hello: what an adapter says of itself in answer to the first request. */
#ifndef URIPROOF_PROTOCOL_HANDSHAKE_H
#define URIPROOF_PROTOCOL_HANDSHAKE_H

#include "message.h"
#include "transforms.h"

/* What an adapter says of itself stands in each report, often on each row. So its strings have at
 * most this number of octets, and its lists of names at most this number of strings. */
enum { HELLO_STRING_MOST = 200, HELLO_LIST_MOST = 64 };

typedef struct hello {
    char *name;
    char *version;
    char *language;
    char **dialects; /* NULL-terminated */
    bool ops[URIPROOF_OP_COUNT];
    char **strange_ops; /* operations that this program does not know; NULL-terminated */
    transform_set transforms;
    char *splits; /* where the manual says that the parser splits and does not validate; or NULL */
} hello;

/* Static: the first request, without its newline, which is answered with the hello. */
extern const char hello_request[];

/* A field of the hello. A reader that reads field by field can name every faulty one. */
typedef struct hello_field {
    const char *name;
    bool (*read)(const cJSON *object, const char *key, void *into, uriproof_error *error);
    size_t offset; /* of the place within hello for what is read */
} hello_field;

enum { HELLO_FIELD_COUNT = 8 };
extern const hello_field hello_fields[HELLO_FIELD_COUNT]; /* in the order of hello_read */

/* Reads one field of the hello `object` into *h. Returns false and sets *error if the field is
 * missing or wrong. The caller frees *h with hello_free in any case. */
bool hello_read_field(const hello_field *field, const cJSON *object, hello *h,
                      uriproof_error *error);

/* Reads all fields of a line into *h, which the caller frees with hello_free. Returns false and
 * sets *error if the line is no hello; *h is then empty. */
bool hello_read(const char *line, size_t length, hello *h, uriproof_error *error);

/* Returns true if both hellos are of the same parser, with the same operations and transforms. If
 * not, sets *error. */
bool hello_same(const hello *first, const hello *again, uriproof_error *error);

/* Returns true if the line is the hello of the same parser. If not, sets *error. */
bool hello_repeated(const char *line, size_t length, const hello *first, uriproof_error *error);

void hello_free(hello *h);

#endif
