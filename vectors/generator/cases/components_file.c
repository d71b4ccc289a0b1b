/* SPDX-License-Identifier: MIT */
#include "components_file.h"

void gen_components_case(gen_components_file *parts, const oracle_string *text, gen_answer answer,
                         const void *self)
{
    gen_row_expect(&parts->row, parts->dialect, answer, self);
    parts->row.one.fields[0] = gen_text_of(oracle_span(text));
    gen_case_write(parts->file, &parts->row.one);
}

void gen_components_expect(gen_expect *expect, gen_pool *pool, const char *name, uriproof_span part)
{
    if (uriproof_present(part))
        gen_expect_part(expect, name, gen_text_of(gen_keep(pool, part)));
}
