/* SPDX-License-Identifier: MIT */
/*
 * The adapter's side of uriproof's protocol (docs/protocol.md), for one parser in C. It needs
 * cJSON and POSIX, and nothing else of uriproof, so that `uriproof adapter new c` can copy it. The
 * libraries that come with uriproof are served by host.c instead, which needs all of it.
 *
 * Running out of memory ends the process by abort(): an adapter that cannot ask its parser has no
 * answer, and a rejection would be a false one. What a parser prints goes to standard error.
 * Nothing here may be called by two threads at once.
 */
#ifndef URIPROOF_ADAPTER_ALONE_H
#define URIPROOF_ADAPTER_ALONE_H

#include <cjson/cJSON.h>
#include <stddef.h>

/* Octets, any of them. A NUL follows the last, and may be among them. */
typedef struct adapter_text {
    const char *octets;
    size_t length;
} adapter_text;

/* Answers the texts of a request, which are in the order of docs/protocol.md and last until it
 * returns: fills in `answer`, a JSON object, by the functions below or those of cJSON. */
typedef struct adapter_op {
    const char *name; /* "parse" */
    void (*answer)(const adapter_text *texts, cJSON *answer);
} adapter_op;

/* One thing that the parser changes by design, see `transforms` in docs/protocol.md: { "host",
 * "lowercased" }. */
typedef struct adapter_transform {
    const char *part;
    const char *how;
} adapter_transform;

/* What is to be known of a parser. */
typedef struct adapter_about {
    const char *name;
    const char *version;
    const char *const *dialects;         /* that it claims; ends with NULL */
    const adapter_op *ops;               /* what it can be asked; ends with a NULL name */
    const adapter_transform *transforms; /* ends with a NULL part; or NULL for none */
    const char *splits; /* where its manual says that it does not validate; or NULL */
} adapter_about;

/* Makes the answer "accepted". Its parts are those that are added to the object that is returned,
 * which belongs to the answer. `view` is "components" or "generic". */
cJSON *adapter_accept(cJSON *answer, const char *view);

/* Adds `length` octets, under `name` where they are printable ASCII, else in hexadecimal. */
void adapter_add(cJSON *object, const char *name, const char *octets, size_t length);

/* Makes the answer "rejected"; `words` say why, to people. */
void adapter_reject(cJSON *answer, const char *words);

/* Makes the answer "unsupported": the parser cannot be asked this. */
void adapter_unsupported(cJSON *answer);

/* Answers the requests of standard input until its end. Returns what main returns: 0, or 1 after
 * saying on standard error that reading or writing failed. */
int adapter_serve(const adapter_about *about);

#endif
