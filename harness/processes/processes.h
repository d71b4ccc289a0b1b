/* SPDX-License-Identifier: MIT */
/* The processes of adapters, and how they ended. */
#ifndef URIPROOF_PROCESSES_PROCESSES_H
#define URIPROOF_PROCESSES_PROCESSES_H

#include "end_words.h"
#include "session.h"

#endif
