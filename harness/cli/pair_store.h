/* SPDX-License-Identifier: MIT */
/* The store of findings that `uriproof pair` fills, and what it says of a finding. */
#ifndef URIPROOF_CLI_PAIR_STORE_H
#define URIPROOF_CLI_PAIR_STORE_H

#include "diff_baseline.h"
#include "pair_words.h"

typedef struct pair_store {
    const char *path;       /* NULL: there is no store */
    diff_baseline baseline; /* has the store, if there is one */
    diff_export found;      /* after pair_store_save */
} pair_store;

/* Opens the store, if there is one, or ends the program. */
void pair_store_open(pair_store *s, const invocation *call);

/* Saves the confirmed findings. Returns false if that failed, which it says. A run goes on with the
 * last run of the same seed and parts over the same parsers if these have the same versions, so its
 * texts are not counted twice. `by` says which parts were looked for. `complete` is true if all
 * that was found is confirmed. */
bool pair_store_save(pair_store *s, const pair_words *w, const char *by, bool complete);

/* Is it confirmed, and does somebody have to look at it? Without a store, at each. */
bool pair_store_alarms(const pair_store *s, const pair_finding *f);

void pair_store_close(pair_store *s);

#endif
