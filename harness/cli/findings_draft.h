/* SPDX-License-Identifier: MIT */
/* A vector that begins as a finding. */
#ifndef URIPROOF_CLI_FINDINGS_DRAFT_H
#define URIPROOF_CLI_FINDINGS_DRAFT_H

#include "commands.h"

#include "findings/findings.h"

/* Writes a draft of a vector of `dialect` that asks the smallest text of the finding, to a file
 * that is not there yet. What is expected is the verdict of the printed grammar; all else of it
 * follows from the specification by hand. Returns the number of faults that the lint of vectors
 * finds. Ends the program if the finding cannot be a vector, or the file cannot be written. `list`
 * has the finding. */
size_t findings_draft(const invocation *call, const finding_list *list, const finding *one,
                      const uriproof_dialect *dialect, const char *path);

#endif
