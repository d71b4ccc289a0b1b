/* SPDX-License-Identifier: MIT */
/* The terms by which an answer is judged, and the judgement. */
#ifndef URIPROOF_JUDGE_JUDGEMENT_H
#define URIPROOF_JUDGE_JUDGEMENT_H

#include "protocol/protocol.h"

#include "results/results.h"

/* What an answer is judged by. Borrowed. */
typedef struct judge_terms {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings; /* in force */
    const transform_set *transforms;   /* the transforms of parts that the adapter declares */
    bool splits; /* the adapter declares that it splits what it parses, and does not validate it */
    bool exact;  /* no tolerance: an answer that no reading expects is a difference */
} judge_terms;

typedef struct judgement {
    uriproof_outcome outcome;
    bool up_to;       /* agrees up to the declared transforms that `detail` names */
    bool plain;       /* agrees, and says nothing else than what is expected */
    char detail[240]; /* why, or "" */
} judgement;

/* Adds words to j->detail as printf does, and cuts what has no room. */
void judgement_say(judgement *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
