/* SPDX-License-Identifier: MIT */
/* Runs, as the tables have them. */
#ifndef URIPROOF_FINDINGS_RUNS_H
#define URIPROOF_FINDINGS_RUNS_H

#include "database.h"

/* Reads what the run `id` found. After a fault *found is empty. */
bool run_read(findings *f, const char *id, diff_export *found);

#endif
