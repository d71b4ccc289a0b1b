/* SPDX-License-Identifier: MIT */
/* The deviations that explain the failures of a run. */
#ifndef URIPROOF_CLI_CMD_TEST_REASONS_H
#define URIPROOF_CLI_CMD_TEST_REASONS_H

#include "testing.h"

#include "profiles/profiles.h"

/* The profiles by which failures are explained and accepted. */
typedef struct reasons {
    const testing *test;
    profile_records given, accepted, kept; /* of --profile, --accepted; beside the adapters */
    specification *by;
    size_t by_count;
} reasons;

/* Reads them before the run, which is of these specifications. Ends the program if a file cannot be
 * read, or a specification has no profiles. The caller frees with reasons_close. */
void reasons_open(const testing *t, const data_paths *paths,
                  const uriproof_dialect *const *dialects, size_t count, reasons *r);

void reasons_close(reasons *r);

/* Explains the failures in results of one specification: those of a parser by the profile of
 * --profile, by the one that is kept beside its adapter, or by the answers of the run. Results by
 * a specification without a profile are left as they are. */
void reasons_find(const reasons *r, uriproof_results *results);

/* Judges them by the file of --accepted, if there is one. */
void reasons_accept(const reasons *r, uriproof_results *results);

#endif
