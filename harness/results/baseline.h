/* SPDX-License-Identifier: MIT */
/*
 * What an adapter answered when its baseline was made: each case that was not plain agreement, and
 * each vector of the user's own, with its outcome and a hash of the answer. With a baseline, a run
 * fails only if something changed (docs/ci.md). The file is JSON, its schema is
 * harness/schema/baseline.schema.json.
 */
#ifndef URIPROOF_RESULTS_BASELINE_H
#define URIPROOF_RESULTS_BASELINE_H

#include "corpus/corpus.h"
#include "model.h"
#include "json/json.h"

/* Which vectors of the user's own were asked. */
typedef enum baseline_own {
    BASELINE_NO_OWN,
    BASELINE_OWN_BESIDE, /* beside those of the dialect */
    BASELINE_OWN_ALONE,
    BASELINE_OWN_COUNT
} baseline_own;

/* Holds what the list says of one adapter. The strings are the document's. */
typedef struct baseline_adapter {
    const char *name;
    const char *dialect;
    const char *version; /* that it said of itself, or NULL */
    uriproof_level level;
    baseline_own own;
    bool lists_own; /* each vector of the user's own has an entry, also if it agrees plainly */
    bool unsupported[URIPROOF_OP_COUNT]; /* operations that it did not answer at all */
} baseline_adapter;

typedef struct baseline_entry {
    const char *adapter; /* borrowed from the document */
    const char *id;      /* of a vector */
    uriproof_outcome outcome;
    uint64_t answer; /* its hash; 0: there was no answer, or it agrees plainly */
} baseline_entry;

typedef struct baseline {
    baseline_adapter *adapters; /* in the order of the file */
    size_t adapter_count;
    baseline_entry *entries; /* sorted by adapter, then id */
    size_t count;
    bool ignore_answers; /* set by the caller: only the outcomes of failures count */
    cJSON *document;     /* which the others borrow from; and what it has of its own: */
    const char *format;
    size_t version;
    const cJSON *listed; /* the adapters, by name */
} baseline;

/* Reads a baseline. Returns false and sets the document's error if it is not one: it has another
 * format or version, or an unknown key, level, operation or outcome; an entry has an outcome that
 * needs no entry, or has an answer although its outcome has none, or lacks its answer. On true the
 * caller frees with baseline_free; the document need not stay open. */
bool baseline_read(const json_document *document, baseline *list);

void baseline_free(baseline *list);

/* Returns true if the document is a baseline of version 1. Version 1 has no answers, so nothing of
 * it can be kept. */
bool baseline_is_old(const json_document *document);

/* Returns what the list says of the adapter, or NULL. */
const baseline_adapter *baseline_adapter_named(const baseline *list, const char *name);

/* Returns what the list says of one result. */
uriproof_known baseline_known(const baseline *list, const char *adapter, const char *id,
                              uriproof_op op, const uriproof_result *result);

/* Sets `known` and `was` of every result of `results`: what the list says of it. */
void baseline_judge(const baseline *list, uriproof_results *results);

/* Reports each entry whose adapter is among the results, but whose id no vector of `corpus` has.
 * Such an entry is a fault, since it has no effect any more. Returns the number of such entries. */
size_t baseline_unmatched(const baseline *list, const uriproof_results *results,
                          const uriproof_corpus *corpus,
                          void (*tell)(void *self, const baseline_entry *entry), void *self);

/* Returns how many of the user's own vectors in `results` the list does not know for the adapter; 0
 * if the list does not have all that were asked then. */
size_t baseline_new(const baseline *list, const uriproof_results *results, const char *adapter);

/* Returns true if each failure is known and nothing known has changed. */
bool baseline_holds(const uriproof_results *results);

/* Writes a baseline: all results in `results` that are not plain agreement, or are of the user's
 * own vectors. Each of `results` is of
 * one dialect. The same results always give the same octets. `level` is that of the run. The
 * entries of adapters that were not run are copied from `old`, which may be NULL. Returns false if
 * `out` fails. */
bool baseline_write(const baseline *old, const uriproof_results *results, size_t count,
                    uriproof_level level, FILE *out);

/* Returns which vectors of the user's own the results are of. */
baseline_own baseline_own_of(const uriproof_results *results);

#endif
