/* SPDX-License-Identifier: MIT */
/* Adapters' processes: started, spoken to, and ended with all that they started. */
#ifndef URIPROOF_PROCESSES_PROCESSES_H
#define URIPROOF_PROCESSES_PROCESSES_H

#include "orphan_check.h"
#include "process.h"
#include "process_words.h"
#include "session.h"

#endif
