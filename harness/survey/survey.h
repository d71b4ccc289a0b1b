/* SPDX-License-Identifier: MIT */
/*
 * Asks a panel about many texts, and keeps the classes of the differences: how often each was seen,
 * the smallest text that shows it, and between which parsers. Memory grows with the classes, and
 * not with the texts.
 */
#ifndef URIPROOF_SURVEY_SURVEY_H
#define URIPROOF_SURVEY_SURVEY_H

#include "chains.h"
#include "export.h"
#include "reduce.h"
#include "texts.h"

/* A class that was seen. */
typedef struct survey_class {
    answer_class class;
    char id[CLASS_ID_ROOM];
    size_t count;          /* texts */
    uriproof_request seen; /* the smallest of them; its octets are the survey's */
    size_t sides[2];       /* members of the panel, between whom that text showed it; of a
                              chain both are the one that breaks it */
    bool is_chain;         /* it is of chains.h */
    bool of_reference;     /* the reference breaks the chain so too: no fault of a parser's */
    size_t last_text;      /* the last that was counted */
    confirmation again;
    /* After survey_finish, if that was not stopped: */
    uriproof_request example; /* the smallest text made smaller, or as it was seen if new processes
                                 do not show the class otherwise; its octets are the survey's */
    const reply *replies;     /* of new processes of all members to the example */
    bool *breakers;           /* of a chain: for each member, whether it breaks it on the example */
} survey_class;

typedef struct survey survey;

typedef struct survey_options {
    size_t members;
    void *self;                                          /* what both are called with */
    bool (*wanted)(void *self, const answer_class *one); /* does it count? NULL: any does */
    bool (*should_stop)(void *self);                     /* may be NULL */
    uriproof_span base;                                  /* of chains */
} survey_options;

survey *survey_new(const survey_options *options);

/* Asks the panel about `count` texts. It goes on asking after the return; the requests last until
 * the return of the next call for this survey. */
void survey_ask(survey *s, panel *p, const uriproof_request *requests, size_t count);

/* Waits until all texts are asked. */
void survey_settle(survey *s);

/* Asks the panel for all chains over the texts of the requests, which are resolved against `base`.
 * If these are the requests of the last survey_ask, each of the texts counts once. */
void survey_chains(survey *s, panel *p, const uriproof_request *requests, size_t count);

/* Panels of the same members. */
typedef struct survey_panels {
    panel *used;  /* was asked about the texts */
    panel *fresh; /* its processes are new */
    panel *alone; /* each time that it is asked, its processes are new */
} survey_panels;

/* Makes the smallest text of each class smaller as long as the class stays, by asking `used`. Then
 * looks whether the class shows again: in `fresh`, which is asked about the examples of all classes
 * at once, and in `alone`; if it does not, on the text as it was seen. In `alone` no parser has
 * seen another text before, so a class cannot come from what a parser remembers of one. If that is
 * stopped, or new processes of a parser give no answers (panel_error), classes stay that were not
 * looked for. */
void survey_finish(survey *s, const survey_panels *panels);

/* Returns the classes, *count of them, in no order. */
const survey_class *survey_classes(const survey *s, size_t *count);

/* Returns how many texts were asked, and of how many all parsers gave the same answer. */
size_t survey_texts(const survey *s);
size_t survey_agreements(const survey *s);

/* Returns how many texts were not asked of each parser that has the operation: the run was stopped,
 * or a parser answered nothing any more. They are no agreements. With chains, those count too of
 * which a chain was not asked to its end. */
size_t survey_unasked(const survey *s);

/* Returns what is no difference because parsers declare it. */
const excused_counts *survey_excused(const survey *s);

void survey_free(survey *s);

#endif
