/* SPDX-License-Identifier: MIT */
/*
 * The adapter's side of uriproof's protocol (docs/protocol.md), for one parser in C. It only needs
 * cJSON and POSIX, and no other file of uriproof, so that `uriproof adapter new c` can copy it. The
 * libraries that come with uriproof use host.c instead, which needs more of uriproof.
 *
 * If memory runs out, the process ends with abort(). The adapter has no answer then, and a
 * rejection would be false. The output of a parser goes to standard error. Only one thread at a
 * time may call these functions.
 */
#ifndef URIPROOF_ADAPTER_ALONE_H
#define URIPROOF_ADAPTER_ALONE_H

#include <cjson/cJSON.h>
#include <stddef.h>

/* Any octets. A NUL follows the last one, and there may be NULs among them. */
typedef struct adapter_text {
    const char *octets;
    size_t length;
} adapter_text;

/* An operation. `answer` gets the texts of a request in the order of docs/protocol.md, and fills in
 * the JSON object `answer` with the functions below or with cJSON. The texts are valid until it
 * returns. */
typedef struct adapter_op {
    const char *name; /* for example "parse" */
    void (*answer)(const adapter_text *texts, cJSON *answer);
} adapter_op;

/* One change that the parser makes by design, such as { "host", "lowercased" }. See `transforms` in
 * docs/protocol.md. */
typedef struct adapter_transform {
    const char *part;
    const char *how;
} adapter_transform;

/* Facts about the parser. */
typedef struct adapter_about {
    const char *name;
    const char *version;
    const char *const *dialects;         /* the dialects that it claims; ends with NULL */
    const adapter_op *ops;               /* the operations that it has; ends with a NULL name */
    const adapter_transform *transforms; /* ends with a NULL part; NULL if there are none */
    const char *splits; /* where its manual says that it does not validate; or NULL */
} adapter_about;

/* Makes the answer "accepted", and returns the object for its parts. The object belongs to the
 * answer. `view` is "components" or "generic". */
cJSON *adapter_accept(cJSON *answer, const char *view);

/* Adds `length` octets with the key `name`. If they are not printable ASCII, it adds them in
 * hexadecimal. */
void adapter_add(cJSON *object, const char *name, const char *octets, size_t length);

/* Makes the answer "rejected". `words` is the reason, for people. */
void adapter_reject(cJSON *answer, const char *words);

/* Makes the answer "unsupported": the parser cannot be asked this question. */
void adapter_unsupported(cJSON *answer);

/* Answers the requests on standard input until it ends. Returns the status for main: 0 on success,
 * or 1 if reading or writing failed. It reports a failure on standard error. */
int adapter_serve(const adapter_about *about);

#endif
