/* SPDX-License-Identifier: MIT */
/* What runs found: the results, their files, and what is made of them. */
#ifndef URIPROOF_RESULTS_RESULTS_H
#define URIPROOF_RESULTS_RESULTS_H

#include "answer.h"
#include "base/base.h"
#include "baseline.h"
#include "diff.h"
#include "merge.h"
#include "model.h"
#include "selection.h"

#endif
