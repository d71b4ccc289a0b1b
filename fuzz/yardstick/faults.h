/* SPDX-License-Identifier: MIT */
/*
 * The faults by which fuzzing is measured (scripts/fuzzbench). Some are invented: a parser that
 * does as RFC 3986 says, but for texts in which several things come together. The others are those
 * of real parsers, by the class that shows them.
 */
#ifndef URIPROOF_FUZZ_FAULTS_H
#define URIPROOF_FUZZ_FAULTS_H

#include "protocol/server.h"

typedef struct fault {
    const char *name;
    const char *about;  /* one sentence */
    const char *parser; /* that has it; NULL: it is invented */
    const char *class;  /* that shows it in that parser; NULL: any class of the invented one */
    const char *shown;  /* a text that shows it */
    /* Makes the answer wrong, if the text shows the fault. Returns whether it did. */
    bool (*spoil)(uriproof_answer *answer);
    bool held_out; /* no mutator was made or changed with it in mind */
} fault;

enum { FAULT_COUNT = 13 };
extern const fault faults[FAULT_COUNT];

/* Returns the fault of that name, or NULL. */
const fault *fault_named(const char *name);

/* Returns the parser that has the invented fault. It is static, and there is one. */
const uriproof_server *fault_server(const fault *one);

/* Returns true if an answer of that parser was spoilt since it was returned. */
bool fault_was_shown(void);

#endif
