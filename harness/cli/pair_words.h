/* SPDX-License-Identifier: MIT */
/* What `uriproof pair` tells of what it found: to people, as JSON and as SARIF. */
#ifndef URIPROOF_CLI_PAIR_WORDS_H
#define URIPROOF_CLI_PAIR_WORDS_H

#include "difference_names.h"

#include "pair/pair.h"

typedef struct pair_words {
    const invocation *call;
    const parsers *parsers; /* the checker and the fetcher */
    const panel *panel;
    const pair *found;
    const ways *ways;              /* that the profiles of both show */
    const difference_names *names; /* the profiles */
    bool partial;                  /* a signal ended the search */
} pair_words;

/* Prints the counts, what was searched, each finding, and the command to go on with. */
void pair_words_put(const pair_words *w);

/* Writes all of it as JSON, or the findings as SARIF. `self` is a pair_words. Returns false and
 * errno if that failed. */
bool pair_words_write_json(void *self, FILE *out);
bool pair_words_write_sarif(void *self, FILE *out);

#endif
