/* SPDX-License-Identifier: MIT */
/* The main header of the reports. The formats themselves are in results/results.h. */
#ifndef URIPROOF_REPORTS_REPORTS_H
#define URIPROOF_REPORTS_REPORTS_H

#include "ask_command.h"
#include "campaign_file.h"
#include "findings_file.h"
#include "sarif_words.h"
#include "words.h"

#endif
