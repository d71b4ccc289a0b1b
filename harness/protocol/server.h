/* SPDX-License-Identifier: MIT */
/*
 * The adapter's side of the protocol, for parsers that can be called from C. The reference and each
 * C adapter in harness/adapters/c are a uriproof_server.
 */
#ifndef URIPROOF_PROTOCOL_SERVER_H
#define URIPROOF_PROTOCOL_SERVER_H

#include "message.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct octet_buffer octet_buffer; /* base/buffer.h */

/* A change that the parser makes to a part by design, such as { "host", "lowercased" }; see
 * `transforms` in docs/protocol.md. */
typedef struct uriproof_transform {
    const char *part;
    const char *how;
} uriproof_transform;

typedef struct uriproof_server {
    const char *name;                     /* "uriparser" */
    const char *(*version)(void);         /* of the library in use; static */
    const char *language;                 /* "c" */
    const char *const *dialects;          /* that it claims; NULL-terminated */
    const uriproof_transform *transforms; /* the last has a NULL part; NULL if there are none */
    /* The place where its documentation says that it splits a text without a check; or NULL. */
    const char *splits;
    /* For each operation, the function that answers a request; NULL if the parser cannot be asked.
     * The request's fields do not end with a NUL. *answer is zeroed before the call. What its
     * spans and strings point to must last until the next call of any of these functions. */
    void (*answer[URIPROOF_OP_COUNT])(const uriproof_request *request, uriproof_answer *answer);
    /* Frees what the last answer points to. Called before each request; NULL if there is nothing
     * to free. */
    void (*forget)(void);
    /* Is for benchmarks, and may be NULL. Parses `length` octets at `text`, which end with a NUL,
     * by the fastest call of the library. Frees the result, and returns true if the text was
     * accepted.
     * */
    bool (*parse_alone)(const char *text, size_t length);
} uriproof_server;

/* Adds what it says of itself, the answer to the first request, to `lines`, with its newline. */
void uriproof_server_hello(const uriproof_server *server, octet_buffer *lines);

/* Reads requests from the descriptor `in` and writes answers to `out` until `in` ends. Returns 0 at
 * the end of input. Returns 1, with a message on standard error, if it cannot read or write. A
 * malformed request, or one of over 65536 values, is answered with an `error` if it has an id. */
int uriproof_serve(const uriproof_server *server, int in, int out);

#ifdef __cplusplus
}
#endif

#endif
