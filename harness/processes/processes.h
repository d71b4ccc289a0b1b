/* SPDX-License-Identifier: MIT */
/* Adapters' processes: see each header. */
#ifndef URIPROOF_PROCESSES_PROCESSES_H
#define URIPROOF_PROCESSES_PROCESSES_H

#include "end_words.h"
#include "session.h"

#endif
