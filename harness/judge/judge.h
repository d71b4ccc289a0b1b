/* SPDX-License-Identifier: MIT */
/* The judge: what was expected, and what was given. */
#ifndef URIPROOF_JUDGE_JUDGE_H
#define URIPROOF_JUDGE_JUDGE_H

#include "by_dialect.h"
#include "judge_answer.h"
#include "judgement.h"
#include "match.h"

#endif
