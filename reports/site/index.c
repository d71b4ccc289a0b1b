/* SPDX-License-Identifier: MIT */
#include "page.h"

void site_write_index(site *s)
{
    page p = page_begin(s, PAGE_INDEX, "index.html", "Parsers");
    page_end(&p);
}

void site_write_search(site *s)
{
    (void)s;
}
