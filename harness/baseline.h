/* SPDX-License-Identifier: MIT */
/*
 * What was known to fail: a list of cases with what was observed, so that a gate fails where
 * something changes and not where something is as it was (docs/ci.md). The file is JSON, its schema
 * is harness/schema/baseline.schema.json.
 */
#ifndef URIPROOF_BASELINE_H
#define URIPROOF_BASELINE_H

#include <uriproof/corpus.h>
#include <uriproof/results.h>

typedef struct baseline_entry {
    const char *adapter; /* borrowed from the document */
    const char *id;      /* of a vector */
    uriproof_outcome outcome;
} baseline_entry;

typedef struct baseline {
    baseline_entry *entries; /* sorted by adapter, then id */
    size_t count;
    uriproof_level level; /* of the vectors that were run */
    cJSON *document;      /* which the entries borrow from */
} baseline;

/* Reads `length` octets of a baseline for `dialect`. False and *error where it is not one: another
 * format, version or dialect, an unknown key, operation or outcome, an outcome that fails nothing
 * (but `unsupported`, for what is not answered though the operation is supported), an id twice. On
 * true the caller frees with baseline_free. */
bool baseline_read(const char *text, size_t length, const char *dialect, baseline *list,
                   uriproof_error *error);

void baseline_free(baseline *list);

/* What the list says of one outcome. */
uriproof_known baseline_known(const baseline *list, const char *adapter, const char *id,
                              uriproof_op op, uriproof_outcome outcome);

/* Sets `known` of every result of `results`: what the list says of it. */
void baseline_judge(const baseline *list, uriproof_results *results);

/* Tells of each entry whose adapter is among the results, and whose id no vector of `corpus` has:
 * such an entry can hide nothing any more, and is a fault. Returns their number. */
size_t baseline_unmatched(const baseline *list, const uriproof_results *results,
                          const uriproof_corpus *corpus,
                          void (*tell)(void *self, const baseline_entry *entry), void *self);

/* True where each failure is known and nothing known has changed. */
bool baseline_holds(const uriproof_results *results);

/* Writes the list of what fails in `results`, the same octets for the same results. `level` is
 * that of the run. Entries of adapters that were not run are kept as they stand in `old` (or NULL).
 * False where `out` fails. */
bool baseline_write(const baseline *old, const uriproof_results *results, uriproof_level level,
                    FILE *out);

#endif
