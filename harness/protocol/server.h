/* SPDX-License-Identifier: MIT */
/*
 * The adapter's side of the protocol, for parsers that can be called from C. The reference
 * and every C library in harness/adapters/c are a uriproof_server.
 */
#ifndef URIPROOF_PROTOCOL_SERVER_H
#define URIPROOF_PROTOCOL_SERVER_H

#include "message.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One thing that a parser changes by design in what it gives, see `transforms` in
 * docs/protocol.md: { "host", "lowercased" }. */
typedef struct uriproof_transform {
    const char *part;
    const char *how;
} uriproof_transform;

typedef struct uriproof_server {
    const char *name;                     /* "uriparser" */
    const char *(*version)(void);         /* of the library in use; static */
    const char *language;                 /* "c" */
    const char *const *dialects;          /* that it claims; NULL-terminated */
    const uriproof_transform *transforms; /* ends with a NULL part; NULL for none */
    const char *splits; /* where its documentation says that it splits and does not validate; NULL:
                           nowhere */
    /* For each operation the function that answers one request of it; NULL if the parser cannot be
     * asked. No NUL follows the octets of the request's fields. *answer comes zeroed. What its
     * spans and strings point to must last until the next call of any of them. */
    void (*answer[URIPROOF_OP_COUNT])(const uriproof_request *request, uriproof_answer *answer);
    /* Frees what the last answer points to. Called before each request; NULL if there is nothing
     * to free. */
    void (*forget)(void);
    /* For benchmarks: parses the `length` octets at `text`, which a NUL follows, by the shortest
     * way that the library has, frees what that made, and says whether it took them. Or NULL. */
    bool (*parse_alone)(const char *text, size_t length);
} uriproof_server;

/* Reads requests from the descriptor `in` and writes answers to `out` until `in` ends. Returns
 * 0 at the end of input; 1 where reading, writing or memory failed, said on standard
 * error. A request that is not one (or has over 65536
 * values) is answered with an `error` where it has an id. */
int uriproof_serve(const uriproof_server *server, int in, int out);

#ifdef __cplusplus
}
#endif

#endif
