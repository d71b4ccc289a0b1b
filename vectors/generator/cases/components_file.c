/* SPDX-License-Identifier: MIT */
#include "components_file.h"

void derive_components_case(derive_components_file *parts, const derive_string *text,
                            derive_answer answer, const void *self)
{
    derive_row_expect(&parts->row, parts->dialect, answer, self);
    parts->row.one.fields[0] = derive_text_of(derive_span(text));
    derive_case_write(parts->file, &parts->row.one);
}

void derive_components_expect(derive_expect *expect, derive_pool *pool, const char *name,
                              uriproof_span part)
{
    if (uriproof_present(part))
        derive_expect_part(expect, name, derive_text_of(derive_keep(pool, part)));
}
