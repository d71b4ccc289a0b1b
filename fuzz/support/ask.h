/* SPDX-License-Identifier: MIT */
/*
 * Asks a dialect one question and checks the answer. The output has exactly the room that
 * reference.h asks for. The answer must be the same when asked again, and also if the caller leaves
 * out the rejection. With less room it must be the same, or be NO_ROOM and write nothing. A
 * rejection must name a place within the text, a production, and a clause of the dialect.
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
    uriproof_buffer out; /* scratch memory of equivalent; empty for url */
    bool equal;
    uriproof_refusal refusal;
    const char *production; /* url */
    size_t told;            /* how many parts url gave */
    uint64_t told_octets;   /* a hash of the names and octets of these parts */
} fuzz_answer;

/* Asks one question and checks the answer as described above. The caller frees with
 * fuzz_answer_free. */
fuzz_answer fuzz_ask(const fuzz_input *input, fuzz_operation operation, uriproof_span text,
                     uriproof_span other);

void fuzz_answer_free(fuzz_answer *answer);

/* Returns the resulting text. Only for resolve, normalize, decode and encode. */
uriproof_span fuzz_answer_text(const fuzz_answer *answer);

/* Parses twice, the second time without asking for the rejection, and requires the same answer.
 * Checks *refusal if the text does not match the grammar. */
bool fuzz_parse(const fuzz_input *input, uriproof_span text, uriproof_parts *parts,
                uriproof_refusal *refusal);

/* Returns true if both have the same production, place and clause. */
bool fuzz_same_refusal(const uriproof_refusal *a, const uriproof_refusal *b);

#endif
