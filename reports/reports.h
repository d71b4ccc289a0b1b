/* SPDX-License-Identifier: MIT */
/* What other rooms use of the reports, besides uriproof_report_formats of harness/results. */
#ifndef URIPROOF_REPORTS_REPORTS_H
#define URIPROOF_REPORTS_REPORTS_H

#include "sarif_words.h"

#endif
