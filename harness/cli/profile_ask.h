/* SPDX-License-Identifier: MIT */
/* Measures the profile of a parser for `profile`. */
#ifndef URIPROOF_CLI_PROFILE_ASK_H
#define URIPROOF_CLI_PROFILE_ASK_H

#include "commands.h"

#include "profiles/profiles.h"

typedef struct profile_terms {
    const specification *against;
    uint64_t seed;
    const uriproof_corpus *corpus; /* of that specification */
    const asker_options *options;  /* of a new process */
    const observations *texts;     /* what is asked as unseen; NULL: texts of the seed */
    bool tells_progress;           /* on standard error */
} profile_terms;

/* Why a parser cannot be measured. */
typedef struct profile_failure {
    const char *why;    /* printable if put_printable writes it; lasts as long as the panel */
    record_fault fault; /* the first; or of no questions */
} profile_failure;

/* Measures the parser of the panel, which has no other. What the record points to is in the store.
 * Returns false if it cannot be measured, or Ctrl-C ended that (is_stopped). */
bool profile_measure(const profile_terms *terms, panel *p, const panel_member *member, store *s,
                     profile_record *record, profile_failure *failed);

/* What is no more as it was measured. */
typedef struct profile_check {
    size_t examples, changed;      /* questions of the record; those with another answer now */
    const uriproof_request *first; /* of those changed, or NULL; the record's */
    prediction unseen;             /* of the same texts as those of the record, or of others */
    bool others;                   /* the unseen texts are not those of the record */
} profile_check;

/* Asks the parser the questions of a kept record again, and its unseen texts, and learns nothing.
 * Returns false as profile_measure does. */
bool profile_check_again(const profile_terms *terms, panel *p, const panel_member *member,
                         const profile_record *kept, profile_check *found, profile_failure *failed);

#endif
