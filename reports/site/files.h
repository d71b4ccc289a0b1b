/* SPDX-License-Identifier: MIT */
/* The files of the site: their names, and how they are written. */
#ifndef URIPROOF_REPORTS_FILES_H
#define URIPROOF_REPORTS_FILES_H

#include "site.h"

/* The file of the site that has the results of which it is made. */
extern const char site_data[];

/* Finds the names of files. Each is there once, and can be on all systems. */
void site_name_files(site *s);

/* Return the names of files: "parsers/libcurl.rfc3986.html". That of a parser is of one part of its
 * page, from 0; that of a case has its anchor. The caller frees them. */
char *site_parser_file(const site *s, size_t adapter, size_t dialect, size_t part);
char *site_badge_file(const site *s, size_t adapter, size_t dialect);
char *site_clause_file(const site *s, size_t clause);
char *site_pair_file(const site *s, size_t a, size_t b);
char *site_lineage_file(const site *s, size_t dialect);
char *site_case_file(const site *s, size_t number);

/* Returns the name of the file of a part of a page, whose first part is in the file `first`. */
char *site_part_file(const char *first, size_t part);

/* Returns the name of the anchor of a case. The caller frees it. */
char *site_case_anchor(const site *s, size_t number);

void site_write_data(site *s);   /* the results file, since pages have only examples */
void site_write_assets(site *s); /* the style and the script */

#endif
