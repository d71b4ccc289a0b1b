/* SPDX-License-Identifier: MIT */
/* The adapters that `uriproof test` is to test. */
#ifndef URIPROOF_CLI_CMD_TEST_ADAPTERS_H
#define URIPROOF_CLI_CMD_TEST_ADAPTERS_H

#include "results/results.h"
#include "tell.h"

/* An adapter that is to be tested. */
typedef struct adapter_asked {
    const manifest *entry;           /* NULL: it is a command that is known by no name */
    const char *name;                /* that the results have; NULL: its hello will say it */
    const uriproof_dialect *dialect; /* by which it is measured */
    char **command;                  /* that is to be freed */
    bool absent; /* it could not be started, and is not started for another dialect */
} adapter_asked;

/* The adapters that are to be tested, and how. */
typedef struct adapter_list {
    manifests known;
    adapter_asked *list;
    job *jobs; /* of each of the list */
    size_t count;
    hello said; /* by a command that was started for its hello alone */
    const char *reaper;
    const baseline *known_failures; /* or NULL */
} adapter_list;

/* Finds them, or ends the program if a name is unknown. The caller closes *a. */
void adapters_open(const testing *t, const data_paths *p, adapter_list *a);
void adapters_close(adapter_list *a);

/* Asks `count` of them from number `first` on what is selected, and adds what they answer to
 * *results. 0, or an exit status. */
int adapters_ask(const testing *t, const uriproof_dialect *dialect, const data_paths *p,
                 adapter_list *a, size_t first, size_t count, const selection *selected,
                 uriproof_results *results);

bool all_unsupported(const uriproof_result *const *found, size_t count);

#endif
