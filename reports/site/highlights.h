/* SPDX-License-Identifier: MIT */
/* What stands out in the results, in sentences. */
#ifndef URIPROOF_REPORTS_HIGHLIGHTS_H
#define URIPROOF_REPORTS_HIGHLIGHTS_H

#include "page.h"

/* Returns true if the adapter is uriproof's own reference, which is the measure and is
 * compared with no one. */
bool is_own_reference(const site *s, size_t adapter);

/* Writes, for each specification that some parser claims, who is strictest, who keeps most rules,
 * what splits the parsers, and who sees another host. Each sentence leads to its page. */
void put_highlights(const page *p);

#endif
