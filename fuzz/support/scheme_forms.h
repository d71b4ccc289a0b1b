/* SPDX-License-Identifier: MIT */
/*
 * Identity where the scheme is written with escapes: three ways to write one text, which differ in
 * the letters of the scheme that are escaped and in what the scheme supplies if it is left out.
 * Required is, in whatever dialect: the canonical form of a canonical form is itself; a text is
 * identical with its canonical form; and if a is identical with b, and b with c, a is with c.
 */
#ifndef URIPROOF_FUZZ_SCHEME_FORMS_H
#define URIPROOF_FUZZ_SCHEME_FORMS_H

#include "input.h"

enum { SCHEME_FORMS = 3 };

/* What was found, added up over the texts. */
typedef struct scheme_counts {
    size_t texts;   /* asked */
    size_t derived; /* of these match */
    size_t escaped; /* of these have an escape in the scheme */
    size_t equal;   /* pairs that are identical */
    size_t unequal;
    size_t undefined; /* pairs of which the specification does not say it */
} scheme_counts;

/* Makes the forms of the texts that `octets` choose, and requires what is said above of them under
 * input->readings. input->text is set to the text that is asked about, for the report. */
void scheme_forms_check(fuzz_input *input, const uint8_t *octets, size_t count,
                        scheme_counts *counts);

#endif
