/* SPDX-License-Identifier: MIT */
/* The store of findings that `uriproof pair` fills, and what it says of a finding. */
#ifndef URIPROOF_CLI_PAIR_STORE_H
#define URIPROOF_CLI_PAIR_STORE_H

#include "pair_words.h"

#include "findings/findings.h"

/* What the store says of a class. */
typedef struct pair_opinion {
    char id[CLASS_ID_ROOM];
    bool judged;
} pair_opinion;

typedef struct pair_store {
    const char *path; /* NULL: there is no store */
    findings *file;
    diff_export found;      /* after pair_store_save */
    pair_opinion *opinions; /* that were asked for: a search asks for the same again and again */
    size_t opinion_count;
} pair_store;

/* Opens the store, if there is one, or ends the program. */
void pair_store_open(pair_store *s, const invocation *call);

/* Saves the confirmed findings. Returns false if that failed, which it says. A run goes on with the
 * last run of the same seed and parts over the same parsers if these have the same versions, so its
 * texts are not counted twice. `by` says which parts were looked for. `complete` is true if all
 * that was found is confirmed. */
bool pair_store_save(pair_store *s, const pair_words *w, const char *by, bool complete);

/* Has somebody looked at the class between these two parsers, and is it not fixed? There has to be
 * a store. */
bool pair_store_has_judged(pair_store *s, const parsers *both, const answer_class *class);

void pair_store_close(pair_store *s);

#endif
