/* SPDX-License-Identifier: MIT */
/* Where the program finds what it needs to run. */
#ifndef URIPROOF_RUNNER_PLACES_H
#define URIPROOF_RUNNER_PLACES_H

#include <stdbool.h>

enum { PLACE_MOST = 4096 };

typedef struct places {
    char program[PLACE_MOST];     /* this program */
    char bin[PLACE_MOST];         /* the folder it is in */
    char keeper[PLACE_MOST + 32]; /* uriproof-keeper, in that folder */
    char built[PLACE_MOST];       /* the folder of adapters that are compiled, each a program */
    char data[PLACE_MOST];        /* the folder that has vectors/ and harness/adapters/ */
} places;

/* Finds them: the data in $URIPROOF_DATA, or in share/uriproof beside the program's folder, or
 * in the source tree that it was built from. Compiled adapters are in libexec/uriproof beside the
 * program's folder where that share is, else in the folder adapters of the program's. False where
 * there are none. */
bool places_find(places *p);

#endif
