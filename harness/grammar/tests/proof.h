/* SPDX-License-Identifier: MIT */
/*
 * What a proof by comparison is made of: the texts. Which they are the automaton of a grammar
 * says, and of each it says whether it is accepted and how far it is viable. A program that owns
 * the proof asks the reference, and reports what differs.
 *
 * URIPROOF_PROOF=short in the environment, or a build with AddressSanitizer, is for smaller
 * efforts. Not for threads: there is one buffer.
 */
#ifndef URIPROOF_GRAMMAR_TESTS_PROOF_H
#define URIPROOF_GRAMMAR_TESTS_PROOF_H

#include "grammar/grammar.h"

/* vectors/grammar */
extern const char proof_folder[];

typedef struct proof_effort {
    size_t all;    /* texts of all classes up to a length: no more of them than this */
    size_t viable; /* the same, of those that are not extended once they are dead */
    size_t octets; /* between a state and the suffixes that tell it from the others */
    size_t walks;  /* random texts */
    size_t long_walks;
} proof_effort;

bool proof_is_short(void);
bool proof_is_sanitized(void);

enum {
    PROOF_PREFIX_MAX = 32,
    PROOF_TEXT_MAX = (1 << 16) + 128 /* octets of the longest text, its prefix with it */
};

typedef struct proof_suffix proof_suffix;

/* How much is said of a proof; differences always are. */
typedef enum proof_words { PROOF_ALL, PROOF_SUM, PROOF_NOTHING } proof_words;

typedef struct proof proof;

/* Compares `text`, of which the automaton says that; p->prefix stands in it before what the
 * automaton has read, and `viable` counts it too. */
typedef void (*proof_compare)(proof *p, uriproof_span text, bool accepted, size_t viable);

struct proof {
    const char *name;
    const char *prefix; /* no more than PROOF_PREFIX_MAX octets; or NULL */
    proof_compare compare;
    void *self;
    proof_words words;
    uriproof_automaton automaton; /* the proof's own */

    size_t compared;
    size_t accepted;
    size_t wrong;

    /* The shortest texts: to each state its length and last octet and the state before; from each
     * state, how many octets are missing, and the next one. */
    uint32_t *depth, *before, *missing;
    unsigned char *last, *first;
    proof_suffix *suffixes; /* any two states differ after one of them */
    size_t suffix_count;
};

/* One difference. */
void proof_report(proof *p, uriproof_span text, const char *words, size_t expected, size_t given);

/* Compares texts of p->automaton with that effort, fails the test where any differs, and frees
 * what the proof has. Returns how many were compared. */
size_t proof_run(proof *p, const proof_effort *effort);

/* The grammar of that name, patched for `readings`, and its automaton from `start`; a fault fails
 * the test. */
uriproof_grammar *proof_grammar(const char *name, const uriproof_readings *readings);
uriproof_automaton proof_automaton(const uriproof_grammar *grammar, const char *start);

/* Does `text` match? *viable receives what uriproof_automaton_viable says of it. */
bool proof_accepts(const uriproof_automaton *automaton, uriproof_span text, size_t *viable);

/* The minimal automaton of what `automaton` accepts after `beginning`. */
uriproof_automaton proof_residual(const uriproof_automaton *automaton, const char *beginning);

/* The index of the reading `id` of `dialect`; one that there is not fails the test. */
size_t proof_reading(const uriproof_dialect *dialect, const char *id);

#endif
