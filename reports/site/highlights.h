/* SPDX-License-Identifier: MIT */
/* What stands out in the results, in sentences. */
#ifndef URIPROOF_REPORTS_HIGHLIGHTS_H
#define URIPROOF_REPORTS_HIGHLIGHTS_H

#include "page.h"

/* Writes, for each specification that some parser claims, who is strictest, who keeps most rules,
 * what splits the parsers, and who sees another host. Each sentence leads to its page. */
void put_highlights(const page *p);

#endif
