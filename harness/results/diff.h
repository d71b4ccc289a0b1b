/* SPDX-License-Identifier: MIT */
/*
 * Finds what changed from one run to another, by comparing two results of the same dialect and
 * readings. Adapters are paired by their names, vectors and clauses by their ids.
 */
#ifndef URIPROOF_RESULTS_DIFF_H
#define URIPROOF_RESULTS_DIFF_H

#include "model.h"

/* A change says what became of the result of one adapter for one vector. */
typedef enum change {
    CHANGE_NONE,
    CHANGE_REGRESSION,
    CHANGE_LOST,
    CHANGE_FAILURE,
    CHANGE_ANSWER,
    CHANGE_FIXED,
    CHANGE_OTHER,
    CHANGE_FIRST,
    CHANGE_COUNT
} change;

typedef struct change_fact {
    const char *name;  /* "regression" */
    const char *about; /* one sentence */
    bool worse;
} change_fact;

/* Static, indexed by change. */
extern const change_fact change_facts[CHANGE_COUNT];

/* Stands in place of a number if something has no partner. */
#define UNPAIRED SIZE_MAX

/* The pairs of two lists of names. */
typedef struct pairing {
    size_t *new_of; /* new_of[i]: the number of old item i's partner, or UNPAIRED */
    size_t *old_of; /* old_of[i]: the number of new item i's partner, or UNPAIRED */
    size_t old_count;
    size_t new_count;
    size_t paired;
    size_t gone;  /* the number of old items without a partner */
    size_t added; /* the number of new items without a partner */
} pairing;

typedef struct changes {
    const uriproof_results *old; /* borrowed */
    const uriproof_results *new;
    pairing adapters;
    pairing cases;
    pairing clauses;
    bool *redefined; /* new case i asks or expects something else than it did */
    size_t redefined_count;
    pairing groups;
    size_t groups_changed; /* groups that both results have, but whose questions differ */
    bool *has_changes; /* for each new adapter and group: true if one of the group's listed cases
                          changed; at [adapter * group_count + group] */
    size_t counts[CHANGE_COUNT];
    bool ended_early;    /* the new run was ended early, and the old run was not */
    bool ignore_answers; /* only outcomes count */
} changes;

/* Returns NULL if the two can be compared; else static words that say why not. */
const char *diff_obstacle(const uriproof_results *old, const uriproof_results *new);

/* Pairs the two results and counts the changes. Borrows both results until diff_free. A case may be
 * listed in only one of the results. If its group asks the same questions in both, the case is
 * added to the other results, with the plain result that was counted there. With `ignore_answers`
 * only outcomes count: another answer with the same outcome is no change. */
void diff_find(uriproof_results *old, uriproof_results *new, bool ignore_answers, changes *found);

void diff_free(changes *found);

/* Returns the change of new adapter `adapter` in new case `number`. It is CHANGE_NONE if either
 * has no partner, or the case is redefined: what was not asked before cannot have become worse. */
change diff_of(const changes *found, size_t adapter, size_t number);

/* Returns the change of new adapter `adapter` in the cases of new group `group` that are counted,
 * which are the same in both. If their outcome changed, it is the change of the outcome. Otherwise
 * it is CHANGE_ANSWER if another agreeing answer was given, and nothing else of the group changed.
 */
change diff_of_group(const changes *found, size_t adapter, size_t group);

/* Returns the result that new adapter `adapter` had before for the counted cases of new group
 * `group`. */
const uriproof_result *diff_old_counted(const changes *found, size_t adapter, size_t group);

/* Returns true if the old (or the new) case has no partner. Returns false if its group asks
 * something else in the other results, since then it is not known which cases were counted there.
 */
bool diff_case_gone(const changes *found, size_t old_case);
bool diff_case_new(const changes *found, size_t new_case);

/* Returns the result that new adapter `adapter` had for new case `number`. Both have partners. */
const uriproof_result *diff_old_result(const changes *found, size_t adapter, size_t number);

/* Returns true if something got worse: a regression, or something that was asked and no longer is.
 */
bool diff_worse(const changes *found);

/* Writes the changes as JSON (harness/schema/comparison.schema.json). The same results always give
 * the same octets. Returns false if `out` has an error. */
bool diff_write_json(const changes *found, FILE *out);

#endif
