/* SPDX-License-Identifier: MIT */
/* What `profile` prints for people, on standard output. */
#ifndef URIPROOF_CLI_PROFILE_WORDS_H
#define URIPROOF_CLI_PROFILE_WORDS_H

#include "profile_ask.h"

/* Prints the screen of a record. What `accepted` holds, which may be NULL, is marked. */
void put_profile(const profile_record *r, const profile_record *accepted);

/* Prints which values were gained and lost since `before`. `path` is the file that has it. */
void put_profile_comparison(const profile_record *before, const profile_record *now,
                            const char *path);

/* Prints a table of the traits in which one of the records deviates, a column for each record. */
void put_profile_matrix(const profile_records *records);

/* Says what happened at the first question of a fault. */
void put_profile_fault(FILE *to, const record_fault *fault);

/* Says whether the parser, which says that it is `version`, is as it was measured. */
bool put_profile_check(const profile_record *kept, const profile_check *found, const char *version);

#endif
