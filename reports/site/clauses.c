/* SPDX-License-Identifier: MIT */
#include "page.h"

void site_write_clauses(site *s)
{
    page p = page_begin(s, PAGE_CLAUSES, "clauses.html", "Clauses");
    page_end(&p);
}
