/* SPDX-License-Identifier: MIT */
/*
 * What was measured of a parser: its profile, and what this is worth. It is all that `profile`
 * shows, writes and compares. The file is JSON, its schema is harness/schema/profile.schema.json.
 */
#ifndef URIPROOF_PROFILES_RECORD_H
#define URIPROOF_PROFILES_RECORD_H

#include "changes.h"

#include "json/json.h"

/* A question, and what was answered. */
typedef struct profile_example {
    uriproof_request request;
    uriproof_answer given;
    uriproof_answer expected; /* by the specification; of what is not explained, by the profile */
} profile_example;

typedef struct record_deviation {
    profile_change change; /* of the specification */
    const char *clause;    /* that decides it; NULL if none is known */
    unsigned allowed;      /* values that the specification allows there, as bits */
    unsigned alike;        /* values that explain as well, as bits */
    size_t needed;         /* how many wrong answers need it */
    profile_example shown; /* the shortest of these */
} record_deviation;

/* Answers that the profile does not predict, of one kind. */
typedef struct record_group {
    const char *id;   /* "parse/host/differs/x://a" */
    const char *part; /* "host"; or several with a + */
    const char *kind; /* "takes", "rejects", "differs" */
    size_t answers;
    profile_example shown; /* the smallest text */
} record_group;

/* Questions at which the parser crashed, hung or broke the protocol in the same way. */
typedef struct record_fault {
    const char *outcome; /* "crash" */
    size_t questions;
    uriproof_request first;
    const char *words; /* about the first; or NULL */
} record_fault;

typedef struct profile_record {
    const char *parser, *version; /* the version as the parser says; it may be empty */
    const uriproof_dialect *specification;
    size_t seed;
    profile profile;
    size_t failures, failures_explained; /* of the hand-written vectors */
    size_t asked;                        /* questions */
    prediction unseen;
    record_deviation *deviations; /* worst risk first, then most needed */
    size_t deviation_count;
    size_t unexplained;   /* answers */
    record_group *groups; /* the largest first */
    size_t group_count;
    record_fault *faults;
    size_t fault_count;
    uriproof_request *unstable; /* questions that were answered in several ways */
    size_t unstable_count;
    bool not_measured[TRAIT_COUNT];
} profile_record;

/* Some of them, and what they borrow from. Zero-initialise. */
typedef struct profile_records {
    profile_record *items;
    size_t count;
    cJSON **trees; /* of files that were read */
    size_t tree_count;
} profile_records;

/* Adds a record, whose lists it takes over. What these point to lasts as long as the records. */
void profile_records_add(profile_records *to, const profile_record *one);

/* Adds the records of a file. Adds none, returns false and sets *error, which has the place, if the
 * file cannot be read or is wrong in any way. */
bool profile_records_read(profile_records *to, const char *path, uriproof_error *error);

/* Writes them. The same records always give the same octets. Returns false if `out` fails. */
bool profile_records_write(const profile_records *records, FILE *out);

/* Removes the records after the first `count`. */
void profile_records_cut(profile_records *records, size_t count);

void profile_records_free(profile_records *records);

/* Returns the record of that parser: the first of its `version`, or else the first of any, also if
 * `version` is NULL. Returns NULL if there is none. */
const profile_record *profile_record_named(const profile_records *in, const char *parser,
                                           const char *version);

/* Returns the digest of the profile: of what it changes of RFC 3986. */
uint64_t profile_digest(const profile *p);

/* Writes the members of a change into the object that is open: "trait", then "value", or "also" and
 * "less", then "in" unless it holds everywhere. */
void profile_change_write(json_writer *w, const profile_change *change);

/* Between how many of `of` answers the profile predicts with a certainty of 95 % (Wilson), if
 * `predicted` of as many others were. */
typedef struct count_interval {
    size_t low, high;
} count_interval;
count_interval prediction_interval(size_t predicted, size_t of);

/* Copies what they point to into the store, but words for people. What is expected has its userinfo
 * whole. */
uriproof_request request_kept(store *s, const uriproof_request *request);
profile_example example_kept(store *s, const profile_example *one);

/* ---- What is known: each returns true if `kept`, which may be NULL, holds it ---- */

bool record_holds_deviation(const profile_record *kept, const record_deviation *one);
bool record_holds_group(const profile_record *kept, const record_group *one);
bool record_holds_fault(const profile_record *kept, const record_fault *one);

/* All that is wrong or not explained in `now`. */
bool record_holds(const profile_record *kept, const profile_record *now);

#endif
