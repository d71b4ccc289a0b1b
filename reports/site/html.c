/* SPDX-License-Identifier: MIT */
/* The format html: writes all pages of the site. */
#include "pages.h"

static void write_site(const uriproof_results *results, new_folder *folder)
{
    site s = site_find(results, folder);
    site_name_files(&s);
    site_divide_clauses(&s);
    site_divide_findings(&s);
    site_write_index(&s);
    site_write_search(&s);
    site_write_parsers(&s);
    site_write_clauses(&s);
    site_write_pairs(&s);
    site_write_lineage(&s);
    site_write_badges(&s);
    site_write_findings(&s);
    site_write_campaign(&s);
    site_write_data(&s);
    site_write_assets(&s);
    site_free(&s);
}

const uriproof_report_format report_html = {
    .name = "html",
    .suffix = "site",
    .about = "a folder of pages for a browser, which begins at index.html",
    .write_folder = write_site,
};
