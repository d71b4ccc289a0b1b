/* SPDX-License-Identifier: MIT */
/* The deviations that explain the failures of a run. */
#ifndef URIPROOF_CLI_CMD_TEST_REASONS_H
#define URIPROOF_CLI_CMD_TEST_REASONS_H

#include "testing.h"

/* Explains the failures in results of one specification: those of a parser by the profile of
 * --profile, by the one that is kept beside its adapter, or by the answers of the run. Results by
 * another specification than RFC 3986 are left as they are. */
void reasons_find(const testing *t, uriproof_results *results);

/* Judges them by the file of --accepted, if there is one. */
void reasons_accept(const testing *t, uriproof_results *results);

#endif
