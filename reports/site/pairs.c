/* SPDX-License-Identifier: MIT */
#include "page.h"

void site_write_pairs(site *s)
{
    page p = page_begin(s, PAGE_PAIRS, "pairs.html", "Pairs");
    page_end(&p);
}
