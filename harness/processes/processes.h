/* SPDX-License-Identifier: MIT */
/* Adapters' processes: started, spoken to, and ended with all that they started. */
#ifndef URIPROOF_PROCESSES_PROCESSES_H
#define URIPROOF_PROCESSES_PROCESSES_H

#include "conversation.h"
#include "left_over.h"
#include "process.h"
#include "process_words.h"

#endif
