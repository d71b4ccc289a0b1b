/* SPDX-License-Identifier: MIT */
/* What an answer is judged by, and what comes of it. */
#ifndef URIPROOF_JUDGE_JUDGEMENT_H
#define URIPROOF_JUDGE_JUDGEMENT_H

#include "protocol/protocol.h"

#include "results/results.h"

/* What an answer is judged by. Borrowed. */
typedef struct judge_terms {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings; /* in force */
    const transform_set *transforms;   /* the transforms of parts that the adapter declares */
    bool splits; /* it declares that it splits, and does not validate, what it parses */
    bool exact;  /* no tolerance: what no reading expects is a difference */
} judge_terms;

typedef struct judgement {
    uriproof_outcome outcome;
    bool up_to;       /* agrees up to the declared transforms that `detail` names */
    bool plain;       /* agrees, and says no more than what is expected says */
    char detail[240]; /* why, or "" */
} judgement;

/* Adds words to j->detail, printf-like, and cuts what has no room. */
void judgement_say(judgement *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
