/* SPDX-License-Identifier: MIT */
/* Why a parser answers as it does, in traits; and the failures of a run by it. */
#ifndef URIPROOF_DIFFERENCES_DIFFERENCES_H
#define URIPROOF_DIFFERENCES_DIFFERENCES_H

#include "causes.h"
#include "explain_failures.h"
#include "explanation.h"
#include "namer.h"

#endif
