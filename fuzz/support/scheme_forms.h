/* SPDX-License-Identifier: MIT */
/*
 * Checks identity for schemes with escapes. It writes a text in three forms. They differ in the
 * letters of the scheme that are escaped, and in parts that the scheme supplies if they are
 * omitted. Three properties must hold in every dialect: a canonical form is its own canonical form;
 * a text is identical with its canonical form; if a is identical with b and b with c, then a is
 * identical with c.
 */
#ifndef URIPROOF_FUZZ_SCHEME_FORMS_H
#define URIPROOF_FUZZ_SCHEME_FORMS_H

#include "input.h"

enum { SCHEME_FORMS = 3 };

/* What was found, as totals over the texts. */
typedef struct scheme_counts {
    size_t texts;   /* texts that were asked */
    size_t derived; /* of these, texts that match the grammar */
    size_t escaped; /* of these, texts with an escape in the scheme */
    size_t equal;   /* pairs that are identical */
    size_t unequal;
    size_t undefined; /* pairs for which the specification gives no answer */
} scheme_counts;

/* Writes the forms that `octets` choose, and requires the properties above with input->readings.
 * Sets input->text to the text in question, for the report of a failure. */
void scheme_forms_check(fuzz_input *input, const uint8_t *octets, size_t count,
                        scheme_counts *counts);

#endif
