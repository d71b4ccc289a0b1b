/* SPDX-License-Identifier: MIT */
/* The judgement: what was expected, what was given, and what the adapter said that it gives. */
#ifndef URIPROOF_COMPARE_H
#define URIPROOF_COMPARE_H

#include "views.h"

#include <uriproof/corpus.h>
#include <uriproof/results.h>

typedef struct judgement {
    uriproof_outcome outcome;
    bool up_to;       /* agrees, but for what the adapter declares */
    char detail[160]; /* why, or "" */
} judgement;

/* Judges the answer `given` to `vector` under `readings`. */
judgement judge(const uriproof_dialect *dialect, const uriproof_vector *vector,
                const uriproof_readings *readings, const gives_set *gives,
                const uriproof_answer *given);

#endif
