/* SPDX-License-Identifier: MIT */
/* Answers other than the expected one that the text does not speak against (docs/vectors.md, "What
 * nobody is accused of"). */
#ifndef URIPROOF_EXCUSE_H
#define URIPROOF_EXCUSE_H

#include "views.h"

#include <uriproof/answer.h>

/* An answer that is not the expected one, and what it is held against it by. Borrowed. */
typedef struct excuse_case {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings; /* in force */
    const gives_set *gives;            /* what the adapter declares */
    const uriproof_request *request;
    const uriproof_answer *expected;
    const uriproof_answer *given;
} excuse_case;

/* Why nobody can say that the answer is wrong, in static words; NULL where there is no excuse.
 * Where memory is out, there is none. */
const char *excuse_of(const excuse_case *c);

#endif
