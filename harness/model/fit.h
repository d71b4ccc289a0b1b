/* SPDX-License-Identifier: MIT */
/* Fits a profile to answers: makes the change that explains most of them, again and again, and
 * takes back what no answer needs. */
#ifndef URIPROOF_MODEL_FIT_H
#define URIPROOF_MODEL_FIT_H

#include "model.h"
#include "questions.h"

/* How well the model answers a question. */
enum { SCORE_SAME = 16 };

typedef struct fit {
    profile profile;
    profile claimed;         /* of the specification */
    profile trial;           /* the profile, but while a change is tried */
    const observations *all; /* borrowed */
    unsigned char *scores;   /* of each; SCORE_SAME: the model answers so */
    model_trace *traces;
    uriproof_buffer room;
    size_t counted; /* how many questions have a score */
    /* What a change has to gain, in scores, before it is made; one of some contexts more. By how
     * many answers a change is needed, or else it is taken back. */
    long least_gain, least_gain_split, least_needed;
    bool asks_nothing; /* there are no questions about octets: answers show which ones are taken */
    unsigned refuted[TRAIT_COUNT];   /* values that too many answers contradict, as bits */
    bool (*should_stop)(void *self); /* ends it early; may be NULL */
    void *self;
} fit;

/* Begins with the profile of a specification. The caller frees with fit_free. */
fit fit_begin(const profile *claimed, const observations *all);
void fit_free(fit *f);

/* Returns true if it is to end early. What was found is then of no use. */
bool fit_is_over(const fit *f);

/* Fits the profile to all answers, also to those that were added since. */
void fit_run(fit *f);

/* Forgets the answer to question i. */
void fit_forget(fit *f, size_t i);

/* Returns true if the profile gives the answer of question i. */
bool fit_explains(const fit *f, size_t i);

/* Returns the contexts in which the answer to question i depends on a trait, as bits. */
uint32_t fit_sees(const fit *f, trait_id id, size_t i);

/* Returns true if the profile without what it changes of trait `id` does not give the answer of
 * question i, which it gives. */
bool fit_needs(fit *f, trait_id id, size_t i);

/* Returns how the values of a trait are told apart: sets *others to those that no answer tells from
 * the value in the profile, as bits. Returns false if no answer depends on the trait. */
bool fit_measures(fit *f, trait_id id, unsigned *others);

#endif
