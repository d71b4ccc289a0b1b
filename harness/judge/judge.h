/* SPDX-License-Identifier: MIT */
/* The judge: compares the expected answer with the given one. */
#ifndef URIPROOF_JUDGE_JUDGE_H
#define URIPROOF_JUDGE_JUDGE_H

#include "by_dialect.h"
#include "judge_answer.h"
#include "judgement.h"
#include "match.h"
#include "readings.h"

#endif
