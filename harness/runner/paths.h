/* SPDX-License-Identifier: MIT */
/* The places where the program finds what it needs to run. */
#ifndef URIPROOF_RUNNER_PATHS_H
#define URIPROOF_RUNNER_PATHS_H

#include <stdbool.h>

enum { PATH_MOST = 4096 };

typedef struct data_paths {
    char program[PATH_MOST];         /* this program */
    char bin[PATH_MOST];             /* the folder it is in */
    char reaper[PATH_MOST + 32];     /* uriproof-reaper, in that folder */
    char in_process[PATH_MOST + 32]; /* uriproof-in-process, there too */
    char built[PATH_MOST];           /* the folder of adapters that are compiled, each a program */
    char data[PATH_MOST];            /* the folder that has vectors/ and harness/adapters/ */
} data_paths;

/* Finds these places. The data is in $URIPROOF_DATA, or in share/uriproof beside the program's
 * folder, or in the source tree from which the program was built. If share/uriproof is there,
 * compiled adapters are in libexec/uriproof beside the program's folder; otherwise they are in the
 * folder `adapters` below it. Returns false if no data is found. */
bool paths_find(data_paths *p);

#endif
