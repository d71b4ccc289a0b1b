/* SPDX-License-Identifier: MIT */
/* The kinds of pages of the site. Each has a file that writes it. */
#ifndef URIPROOF_REPORTS_PAGES_H
#define URIPROOF_REPORTS_PAGES_H

#include "page.h"

void site_write_index(site *s);
void site_write_search(site *s); /* search.js: what script.js looks through */
void site_write_parsers(site *s);
void site_write_clauses(site *s);

/* Divides the pages of clauses into parts: sets s->part. Comes before all that links to cases. */
void site_divide_clauses(site *s);

/* Divides the page of findings: sets s->finding_part. Comes before all that links to findings. */
void site_divide_findings(site *s);

/* Returns the file of the finding of that class, with its anchor; NULL if there is none. The caller
 * frees it. */
char *site_finding_file(const site *s, const char *id);

void site_write_pairs(site *s);
void site_write_lineage(site *s);
void site_write_badges(site *s);
void site_write_findings(site *s); /* if there is a file of them */
void site_write_campaign(site *s); /* if there is the record of one */

#endif
