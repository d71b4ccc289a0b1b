/* SPDX-License-Identifier: MIT */
/* Forms of a text that differ by techniques of normalization alone. */
#ifndef URIPROOF_JUDGE_NORMAL_FORMS_H
#define URIPROOF_JUDGE_NORMAL_FORMS_H

#include <uriproof/reference.h>

/* A text that is owned. */
typedef struct form {
    char *octets;
    uriproof_span text; /* absent if there is no such form */
} form;

void form_free(form *f);

/* Returns `text` with its escapes of unreserved characters undone, and all others in upper case.
 * It need not match. */
form form_undone(uriproof_span text);

/* Returns `text` as the `techniques` of `dialect` (bit i is techniques[i]) leave it: absent where
 * it does not match the grammar, or the readings reject what comes of it. */
form form_by(const uriproof_dialect *dialect, const uriproof_readings *readings, uriproof_span text,
             unsigned techniques);

/* Do the techniques make the same of both? */
bool form_same_by(const uriproof_dialect *dialect, const uriproof_readings *readings,
                  unsigned techniques, uriproof_span a, uriproof_span b);

/* Returns the techniques that the dialect lets anyone use on the result of a resolution. */
unsigned form_techniques_of_results(const uriproof_dialect *dialect);

/* Are the results of a resolution the same up to these techniques? What does not match the grammar
 * has its escapes alone. */
bool form_same_result(const uriproof_dialect *dialect, uriproof_span a, uriproof_span b);

#endif
