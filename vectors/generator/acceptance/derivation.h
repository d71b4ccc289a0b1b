/* SPDX-License-Identifier: MIT */
/* A random derivation: a text, and which octets of it match which productions. */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_DERIVATION_H
#define URIPROOF_GENERATOR_ACCEPTANCE_DERIVATION_H

#include "grammar/nodes.h"
#include "random.h"

enum { DERIVATION_LENGTH_MAX = 64, DERIVATION_OCCURRENCES_MAX = 1024 };
#define DERIVATION_NONE SIZE_MAX

/* A production where it is used: the octets from `first` up to `end` match it. */
typedef struct derivation_occurrence {
    uint32_t production; /* its index in the grammar */
    size_t parent;       /* the occurrence that uses it; DERIVATION_NONE: it is the first */
    size_t first, end;
} derivation_occurrence;

typedef struct derivation {
    char text[DERIVATION_LENGTH_MAX + 1]; /* room for an octet more */
    size_t length;
    derivation_occurrence occurrences[DERIVATION_OCCURRENCES_MAX]; /* parents first */
    size_t occurrence_count;
    size_t innermost[DERIVATION_LENGTH_MAX]; /* of each octet: the occurrence that prints it */
} derivation;

/* Derives a text from the production `start`, taking each choice with the same chance, and a
 * repetition once more with even chances. False where that gets too long: try again. The
 * grammar has no undefined name. */
bool derivation_make(const uriproof_grammar *grammar, uint32_t start, gen_random *random,
                     derivation *made);

/* The innermost occurrence that both octets are in. */
size_t derivation_common(const derivation *made, size_t octet, size_t other);

/* The innermost occurrence of the octet that has other octets besides; DERIVATION_NONE where
 * the text is that one octet. */
size_t derivation_around(const derivation *made, size_t octet);

#endif
