/* SPDX-License-Identifier: MIT */
/* "Partial (relative) form", in RFC 1630 and in its draft. Both use the same algorithm. They differ
 * in its rules, which each dialect fills in according to its readings. */
#ifndef URIPROOF_WWW_PARTIAL_FORM_H
#define URIPROOF_WWW_PARTIAL_FORM_H

#include "dots.h"
#include "generic_parse.h"

typedef struct partial_form_rules {
    generic_parse *parse;
    const uriproof_readings *readings;
    const char
        *silent_clause; /* the clause to name if the context has no matching run of slashes */
    const char *scheme_clause; /* the clause to name if the result has another scheme than meant */
    /* Returns true if the text before the colon is a scheme. It is NULL if the reading
     * absolute-test does not require that. */
    bool (*derives_scheme)(uriproof_span text, const uriproof_readings *readings);
    bool longer_run_hides;      /* reading slash-prefix */
    bool dots_after_slash;      /* reading dots-after-slash */
    bool same_scheme_omitted;   /* reading same-scheme */
    bool void_is_same_document; /* reading void-partial */
    dot_rules dots;
} partial_form_rules;

/* Returns true if `form` is an absolute form.
 * Clause: partial.absolute-test. */
bool is_absolute_form(uriproof_span form, const partial_form_rules *rules);

/* Implements `resolve` of uriproof_dialect. */
uriproof_verdict full_form(uriproof_span context, uriproof_span partial,
                           const partial_form_rules *rules, uriproof_buffer *out,
                           uriproof_refusal *refusal);

#endif
