/* SPDX-License-Identifier: MIT */
/* The questions by which a profile is measured. They are made of the table of traits, of sets of
 * octets, and of a seed: the same seed gives the same questions. */
#ifndef URIPROOF_MODEL_QUESTIONS_H
#define URIPROOF_MODEL_QUESTIONS_H

#include "profile.h"

#include "base/base.h"
#include "protocol/protocol.h"

/* A question, and what a parser answered. */
typedef struct observation {
    uriproof_request request;
    uriproof_answer given;
    bool is_answer; /* else the parser failed, was not asked, or cannot be asked */
    /* Of a question about an octet of a part: which; else OCTET_PARTS. */
    octet_part part;
    unsigned char octet;
    bool special; /* it is asked with the scheme http */
} observation;

/* A list of them. Zero-initialise; buffer-like: the caller frees `items`. */
typedef struct observations {
    observation *items;
    size_t count;
} observations;

/* Adds a question whose texts are in the store, and returns it. */
observation *observations_add(observations *to, uriproof_op op, uriproof_span first,
                              uriproof_span second);

/* Adds the separating texts of all traits, and each octet in each part. */
void questions_of_traits(observations *to, store *s);

/* How many texts are made for each operation, by model_op. */
typedef struct question_counts {
    size_t of[MODEL_OPS];
} question_counts;

/* Adds texts that the mutator makes of others, or pairs of these. */
void questions_of_seed(observations *to, store *s, uint64_t seed, const question_counts *counts);

#endif
