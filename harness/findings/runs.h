/* SPDX-License-Identifier: MIT */
/* Runs, as the tables have them. */
#ifndef URIPROOF_FINDINGS_RUNS_H
#define URIPROOF_FINDINGS_RUNS_H

#include "database.h"

/* Reads what the run of that key found. After a fault *found is empty. */
bool run_read(findings *f, int64_t key, diff_export *found);

#endif
