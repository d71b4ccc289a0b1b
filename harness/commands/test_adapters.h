/* SPDX-License-Identifier: MIT */
/* The adapters that `uriproof test` is to test. */
#ifndef URIPROOF_COMMANDS_TEST_ADAPTERS_H
#define URIPROOF_COMMANDS_TEST_ADAPTERS_H

#include "../tested.h"
#include "test_tell.h"

/* The adapters that are to be tested, and how. */
typedef struct adapters {
    manifests known;
    const manifest **entries; /* NULL where it is a command that is known by no name */
    job *jobs;
    char ***commands; /* that are to be freed */
    bool *absent;     /* those that could not be started are not started for another dialect */
    const char *keeper;
    const baseline *known_failures; /* or NULL */
    size_t count;
} adapters;

/* Finds them; an unknown name is found before anything runs. 0, or an exit status after saying what
 * is wrong. The caller closes *a in either case. */
int adapters_open(const testing *t, const places *p, adapters *a);
void adapters_close(adapters *a);

/* Asks all of them what is selected, and adds what they answer to *results. 0, or an exit status.
 */
int adapters_ask(const testing *t, const uriproof_dialect *dialect, const places *p, adapters *a,
                 const tested *selected, uriproof_results *results);

bool all_unsupported(const uriproof_result *found, size_t count);

#endif
