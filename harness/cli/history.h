/* SPDX-License-Identifier: MIT */
/* Which classes of differences each of several releases shows. */
#ifndef URIPROOF_CLI_HISTORY_H
#define URIPROOF_CLI_HISTORY_H

#include "releases/releases.h"
#include "survey/survey.h"

/* A class, and the releases that show it. */
typedef struct history_class {
    answer_class class;
    char id[CLASS_ID_ROOM];
    uriproof_request example; /* the smallest question that showed it */
    size_t *texts;            /* by release: how many questions showed it */
} history_class;

typedef struct history {
    const release *releases;
    size_t release_count;
    bool *asked; /* by release; one that was not asked shows nothing, and is passed over */
    history_class *classes;
    size_t count;
    store *memory;
} history;

/* A span is the releases one after the other that show a class. `since` is the first, and `until`
 * the last; both are numbers of releases. Between a release and the next there may be some that
 * were not asked. */
typedef struct history_span {
    size_t since, until;
    bool is_first, is_last; /* no release before it, or after it, was asked */
    size_t absent_in;       /* the last before `since` that was asked, unless it is the first */
    size_t gone_in;         /* the next that was asked, unless it is the last */
} history_span;

/* Returns true if no release between the one without the class and the first with it was left out;
 * or none between the last with it and the next without it. */
bool history_begin_is_exact(const history_span *span);
bool history_end_is_exact(const history_span *span);

history history_new(const release *releases, size_t count);

/* Counts a class that a question showed in a release. The octets of the request last as long as
 * the history. */
void history_add(history *h, size_t at, const answer_class *class, const uriproof_request *request);

/* Orders the classes: the worst risk first, then by id. */
void history_sort(history *h);

/* Finds the first span of a class that begins at release `from` or later. Returns false if there is
 * none. */
bool history_next_span(const history *h, const history_class *one, size_t from, history_span *span);

/* Returns true if every release that was asked shows it. */
bool history_is_in_all(const history *h, const history_class *one);

void history_free(history *h);

#endif
