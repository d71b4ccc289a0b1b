/* SPDX-License-Identifier: MIT */
/*
 * Asks any dialect what its table of operations answers, in the room that reference.h tells
 * of and not an octet more, and requires what holds of each answer by itself: it is the same
 * when asked again, and without a rejection; with less room it is the same, or NO_ROOM and
 * nothing done; and a rejection says a place within the text, a production, and a clause of the
 * dialect.
 */
#ifndef URIPROOF_FUZZ_ASK_H
#define URIPROOF_FUZZ_ASK_H

#include "input.h"

/* The operations with a verdict. */
typedef enum fuzz_operation {
    FUZZ_RESOLVE, /* texts: base and reference */
    FUZZ_NORMALIZE,
    FUZZ_EQUIVALENT,
    FUZZ_DECODE,
    FUZZ_ENCODE,
    FUZZ_URL
} fuzz_operation;

typedef struct fuzz_question {
    fuzz_operation operation;
    uriproof_span text;
    uriproof_span other; /* resolve, equivalent */
} fuzz_question;

typedef struct fuzz_answer {
    uriproof_verdict verdict;
    uriproof_buffer out; /* of equivalent: scratch; of url: void */
    bool equal;
    uriproof_refusal refusal;
    const char *production; /* url */
    size_t told;            /* url: how many parts */
    uint64_t told_octets;   /* url: a hash of their names and octets */
} fuzz_answer;

/* The caller frees with fuzz_answer_free. */
fuzz_answer fuzz_ask(const fuzz_input *input, fuzz_operation operation, uriproof_span text,
                     uriproof_span other);

void fuzz_answer_free(fuzz_answer *answer);

/* The text that the answer is; of resolve, normalize, decode and encode. */
uriproof_span fuzz_answer_text(const fuzz_answer *answer);

/* parse, twice, once without a rejection. *refusal is checked where the text does not match the
 * grammar. */
bool fuzz_parse(const fuzz_input *input, uriproof_span text, uriproof_parts *parts,
                uriproof_refusal *refusal);

/* Is it the same production, place and clause? */
bool fuzz_same_refusal(const uriproof_refusal *a, const uriproof_refusal *b);

#endif
