/* SPDX-License-Identifier: MIT */
/* Runs adapters over vectors: finds them, runs one of them, or several at a time. */
#ifndef URIPROOF_RUNNER_RUNNER_H
#define URIPROOF_RUNNER_RUNNER_H

#include "manifest.h"
#include "panel.h"
#include "paths.h"
#include "pool.h"
#include "run.h"

#endif
