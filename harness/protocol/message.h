/* SPDX-License-Identifier: MIT */
/*
 * Requests and answers, in memory and in JSON. The adapter protocol (docs/protocol.md) and the
 * vectors (docs/vectors.md) use the same requests and answers.
 *
 * A request or an answer that is read copies nothing: its spans point into the cJSON object, and
 * are valid as long as that object. Nothing here keeps global state.
 */
#ifndef URIPROOF_PROTOCOL_MESSAGE_H
#define URIPROOF_PROTOCOL_MESSAGE_H

#include "base/error.h"
#include <cjson/cJSON.h>
#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct json_writer json_writer; /* json/json_writer.h */

enum { PROTOCOL_VERSION = 2 };

/* The operations: what a parser can be asked. */
typedef enum uriproof_op {
    URIPROOF_PARSE,
    URIPROOF_RESOLVE,
    URIPROOF_NORMALIZE,
    URIPROOF_EQUIVALENT,
    URIPROOF_DECODE,
    URIPROOF_ENCODE,
    URIPROOF_URL,
    URIPROOF_OP_COUNT
} uriproof_op;

typedef struct uriproof_op_facts {
    const char *name;      /* "resolve" */
    const char *fields[2]; /* the texts in its request: "base", "ref"; fields[1] may be NULL */
    const char *result;    /* the text in its answer: "uri", "text" or NULL */
} uriproof_op_facts;

/* Static, indexed by uriproof_op. */
extern const uriproof_op_facts uriproof_ops[URIPROOF_OP_COUNT];

/* Returns the operation of that name; URIPROOF_OP_COUNT if there is none. */
uriproof_op uriproof_op_named(const char *name);

typedef struct uriproof_request {
    uriproof_op op;
    uriproof_span field[2]; /* as uriproof_ops[op].fields; unused ones are absent */
} uriproof_request;

/* What an answer says of the text. An answer whose octets are all zero is a rejection. */
typedef enum uriproof_status {
    ANSWER_REJECTED,
    ANSWER_ACCEPTED,
    ANSWER_UNDEFINED,   /* the specification defines nothing here */
    ANSWER_UNSUPPORTED, /* the parser cannot be asked this; no vector expects it */
    ANSWER_STATUS_COUNT
} uriproof_status;

/* Static: "rejected", "accepted", "undefined", "unsupported". */
extern const char *const uriproof_statuses[ANSWER_STATUS_COUNT];

/* Returns the status of that name; ANSWER_STATUS_COUNT if there is none, or `name` is NULL. */
uriproof_status uriproof_status_named(const char *name);

/* Returns the status of the answer in which the reference gives this verdict. */
uriproof_status uriproof_status_of(uriproof_verdict verdict);

/* An answer, given or expected. */
typedef struct uriproof_answer {
    uriproof_status status;
    bool has_equal;         /* of equivalent */
    bool equal;             /* of equivalent */
    bool has_offset;        /* a rejection has its place, and the production with it */
    size_t offset;          /* of the place, in octets from 0 */
    const char *production; /* in which the text was rejected; of url: which it matches; or NULL */
    const char *error;      /* words for people, or NULL */
    const cJSON *detail;    /* of url: an object of strings and of arrays of strings; or NULL */
    uriproof_parts parts;   /* of parse */
    uriproof_span result;   /* of resolve, normalize, decode and encode: uri or text */
} uriproof_answer;

/* The parts by name, in the order in which they are written. */
typedef struct uriproof_part_name {
    const char *name;
    size_t offset; /* of the span in uriproof_generic or uriproof_components */
} uriproof_part_name;

enum { URIPROOF_GENERIC_COUNT = 4, URIPROOF_COMPONENT_COUNT = 9 };
extern const uriproof_part_name uriproof_generic_names[URIPROOF_GENERIC_COUNT];
extern const uriproof_part_name uriproof_component_names[URIPROOF_COMPONENT_COUNT];

/* Returns the part *name of *parts, which are a uriproof_generic or uriproof_components. */
uriproof_span uriproof_part(const void *parts, const uriproof_part_name *name);

/* How strictly an answer is read. */
typedef enum uriproof_strictness {
    URIPROOF_LET_KEYS,   /* an adapter may add keys */
    URIPROOF_KNOWN_KEYS, /* a vector file may not */
    /* A generated vector may not add keys either. But it may leave open the parts (for a URL: the
     * production and the detail), and the offset and production of a rejection. */
    URIPROOF_LEFT_OPEN
} uriproof_strictness;

/* Reads the fields of a request of operation `op` from `object`. Returns false and sets *error if
 * one is missing or not as it must be. */
bool uriproof_request_read(cJSON *object, uriproof_op op, uriproof_request *request,
                           uriproof_error *error);

/* Writes the members of `request`, without its op, into the object that is open. */
void uriproof_request_write(json_writer *w, const uriproof_request *request);

/* Reads an answer to a request of operation `op`. Returns false and sets *error if a member is not
 * as it must be, or one that the operation needs is missing. Decodes hexadecimal in place, so an
 * answer can be read once. */
bool uriproof_answer_read(cJSON *object, uriproof_op op, uriproof_strictness strictness,
                          uriproof_answer *answer, uriproof_error *error);

/* Writes the members of `answer` into the object that is open. */
void uriproof_answer_write(json_writer *w, uriproof_op op, const uriproof_answer *answer);

/* Writes `answer`, and returns the JSON that a reader makes of it. The caller frees it with
 * cJSON_Delete. */
cJSON *uriproof_answer_tree(uriproof_op op, const uriproof_answer *answer);

/* Returns an answer in words for people, from its JSON: `rejected in path at 7`, or `scheme "http",
 * path "//h/"`. The words are printable ASCII, whatever the object holds. NULL gives "no answer".
 * The caller frees them. */
char *uriproof_answer_describe(const cJSON *answer);

/* Memory for the results of uriproof_ask. Zero-initialise it, and free it with
 * uriproof_scratch_free. Each thread needs its own. */
typedef struct uriproof_scratch {
    char *octets;
    size_t capacity;
    cJSON *detail;
    uriproof_refusal refusal; /* why the last answer accepts nothing; if it accepts, or the dialect
                                 has no such operation, its clause is NULL */
} uriproof_scratch;

void uriproof_scratch_free(uriproof_scratch *scratch);

/* Sets what the reference is given from outside, which is nothing before. Not thread-safe: a
 * program does it before all else. */
void uriproof_use_services(const uriproof_services *services);

/* Parses `text` by a dialect whose parts are written, against `base` unless that is absent, and
 * gives `report` each validation error, in order. Of other dialects there are none. */
void uriproof_report_errors(const uriproof_dialect *dialect, const uriproof_readings *readings,
                            uriproof_span text, uriproof_span base,
                            void (*report)(void *context, const uriproof_validation_error *error),
                            void *context);

/* Tells whether the dialect accepts `text` in parse. If not, *refusal says why; it may be NULL. */
bool uriproof_accepts(const uriproof_dialect *dialect, const uriproof_readings *readings,
                      uriproof_span text, uriproof_refusal *refusal);

/* Returns true if the dialect has the operation: a function for it in its table, or one that
 * follows from `parse_into`. */
bool uriproof_has_op(const uriproof_dialect *dialect, uriproof_op op);

/* Returns true if the default of `reading` departs from the printed words in that operation. */
bool uriproof_is_departure(const uriproof_reading *reading, uriproof_op op);

/* Asks the reference. The answer is unsupported if the dialect does not have the operation. Its
 * result and detail live in *scratch until the next call. */
void uriproof_ask(const uriproof_dialect *dialect, const uriproof_readings *readings,
                  const uriproof_request *request, uriproof_scratch *scratch,
                  uriproof_answer *answer);

/* Returns true if the answer `given` to a request of operation `op` says the same as `expected`.
 * The status undefined counts as rejected. Offset, production and result of a rejection are
 * compared only if both answers have them. Of the detail of a url, only the members that `given`
 * has are compared. */
bool uriproof_answer_matches(uriproof_op op, const uriproof_answer *expected,
                             const uriproof_answer *given);

#ifdef __cplusplus
}
#endif

#endif
