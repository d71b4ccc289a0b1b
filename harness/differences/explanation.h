/* SPDX-License-Identifier: MIT */
/*
 * An explanation is the smallest part of a parser's own deviations that, added to the
 * specification, gives the parser's answer to a question: of up to three the smallest; of more,
 * and for texts of more than 4,096 octets, one of which none can be left out. It is an experiment
 * with the model, and not a guess: the same profile, question and answer always have the same
 * explanation.
 *
 * Its words are the ids of the deviations with spaces between them, the worst risk first, then in
 * the order of the table of traits: "userinfo.at=first path.octets=more". A set of octets has the
 * value "more" or "fewer".
 */
#ifndef URIPROOF_DIFFERENCES_EXPLANATION_H
#define URIPROOF_DIFFERENCES_EXPLANATION_H

#include "model/model.h"

/* The most deviations of an explanation, and room for the words of so many and their NUL. */
enum { EXPLANATION_MOST = 6, DEVIATION_ID_ROOM = 64, EXPLANATION_ROOM = 6 * DEVIATION_ID_ROOM };

typedef struct explainer explainer;

/* Makes the explainer of a parser, of which `own` is the profile and `claimed` that of its
 * specification. What the specification allows the parser is no part of an explanation, unless
 * `exact`. The caller frees with explainer_free. */
explainer *explainer_new(const profile *claimed, const profile *own, bool exact);

void explainer_free(explainer *e);

/* Returns true if the parser's profile gives the answer, and the specification does not. */
bool explainer_gives(explainer *e, const uriproof_request *request, const uriproof_answer *given);

/* Writes the words of the explanation of an answer. Returns false, and writes "", if the parser's
 * profile does not give the answer, or the specification itself does, or it takes more than
 * EXPLANATION_MOST deviations. */
bool explainer_explain(explainer *e, const uriproof_request *request, const uriproof_answer *given,
                       char words[EXPLANATION_ROOM]);

/* Sets the answer that the parser's profile gives to a question, in `room`, which grows as need be;
 * the caller frees that. Returns false if the model does not answer. */
bool explainer_foresees(const explainer *e, const uriproof_request *request, uriproof_buffer *room,
                        uriproof_answer *answer);

/* Returns true if the specification, with what it allows the parser, gives the answer. */
bool explainer_is_right(explainer *e, const uriproof_request *request,
                        const uriproof_answer *given);

/* The ids of the deviations of an explanation, each once. Those of sets of octets have the kind of
 * octet after it: "path.octets=more-space". */
typedef struct explanation_ids {
    char id[EXPLANATION_MOST][DEVIATION_ID_ROOM];
    size_t count;
} explanation_ids;

/* Finds the ids as explainer_explain finds the words. Of several deviations those are left out that
 * alone change the specification's answer in nothing that counts, unless none would be left. */
bool explainer_ids(explainer *e, const uriproof_request *request, const uriproof_answer *given,
                   bool (*counts)(void *self, const uriproof_answer *without,
                                  const uriproof_answer *with),
                   void *self, explanation_ids *found);

/* Notes that an answer is no failure. If one deviation alone gives it, that one is left out of the
 * explanations of answers to this operation that need another as well: what an adapter declares,
 * and what the judge takes, is not what is wrong. */
void explainer_allow(explainer *e, const uriproof_request *request, const uriproof_answer *given);

/* Returns the trait of the first id of the words; NULL if this program has no such trait or value,
 * since the words may be of a file. */
const trait *deviation_trait(const char *words);

/* Returns what completes "X is the specification, except that it ...", of the first id; NULL as
 * above. The caller frees it. */
char *deviation_does(const char *words);

/* Returns how many octets the first id of the words has. */
size_t deviation_length(const char *words);

/* Returns the first id of the words, in the store; NULL for NULL. */
const char *deviation_first(store *s, const char *words);

#endif
