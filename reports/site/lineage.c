/* SPDX-License-Identifier: MIT */
#include "page.h"

void site_write_lineage(site *s)
{
    page p = page_begin(s, PAGE_LINEAGE, "lineage.html", "Lineage");
    page_end(&p);
}
