/* SPDX-License-Identifier: MIT */
#include "page.h"

void site_write_parsers(site *s)
{
    page p = page_begin(s, PAGE_INDEX, "parsers/x.html", "Parser");
    page_end(&p);
}
