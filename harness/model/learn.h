/* SPDX-License-Identifier: MIT */
/* Measures the profile of a parser by asking it, and says how it deviates from a specification. */
#ifndef URIPROOF_MODEL_LEARN_H
#define URIPROOF_MODEL_LEARN_H

#include "model.h"
#include "questions.h"

typedef struct learn_terms {
    const profile *claimed; /* of the specification */
    allowed_values *allows; /* other values that it allows; NULL: none */
    uint64_t seed;
    bool can[MODEL_OPS]; /* the operations that the parser can be asked */
    void *self;
    /* Asks the parser `count` questions, and sets the answers. What these point to lasts as long as
     * what is learnt. */
    void (*ask)(void *self, observation *items, size_t count);
    /* Does the same in a new process, to which nothing was asked before. May be NULL: then nothing
     * is asked again. */
    void (*ask_again)(void *self, observation *items, size_t count);
    /* Returns true if the answer is a failure by the specification, to anyone who gives it. */
    bool (*is_wrong)(void *self, const observation *o);
    /* Returns true if it is to end early. What is learnt is then of no use. May be NULL. */
    bool (*should_stop)(void *self);
    /* Is told how many answers are explained, of how many; may be NULL. */
    void (*progress)(void *self, size_t explained, size_t of);
} learn_terms;

/* A trait with a value that the specification does not allow, and that some wrong answer needs. Its
 * shortest text in each context was asked again in a new process (learn_terms), and had the same
 * answer. */
typedef struct deviation {
    trait_id trait;
    unsigned value;       /* 0 of a set of octets */
    uint32_t contexts;    /* where it holds, of those where it was seen */
    octet_set also, less; /* of a set: octets that are taken or rejected, and should not be */
    size_t needed;        /* how many wrong answers, of those that were asked, need it */
    size_t example;       /* of these, that with the shortest text */
} deviation;

typedef struct learned {
    profile profile;
    observations asked;
    bool *explained;       /* of each that was asked */
    bool *unstable;        /* of each: a new process answered otherwise; it counts as no answer */
    deviation *deviations; /* worst risk first, then most needed */
    size_t count;
    uint16_t *alike; /* of each trait: the values that no answer tells from its own, as bits */
    bool *measured;  /* of each trait */
} learned;

/* Measures a parser. `first` are questions to be asked besides those that are made; it is taken
 * over. The caller frees with learned_free. */
learned learn(const learn_terms *terms, store *s, observations first);

void learned_free(learned *l);

/* Returns the profile that explains most of the answers, and asks nothing: one answer is enough for
 * a change that no other contradicts. So it is a guess where few were asked; learn measures.
 * `should_stop` is as in learn_terms, but has no self. */
profile profile_fitted(const profile *claimed, const observations *answers,
                       bool (*should_stop)(void *self));

/* How many answers a profile predicts. */
typedef struct prediction {
    size_t asked, predicted;
    size_t differing, differing_predicted; /* of those that are not the specification's */
} prediction;

/* Counts over questions that are answered. `differs` returns true if an answer is not that of the
 * specification. */
prediction predict(const profile *p, const observations *of,
                   bool (*differs)(void *self, const observation *o), void *self);

/* Returns true if the profile gives the answer. `room` grows as need be; the caller frees it. */
bool profile_explains(const profile *p, const observation *o, uriproof_buffer *room);

#endif
