/* SPDX-License-Identifier: MIT */
/* RFC 1630, "Partial (relative) form". The algorithm is in rfc1630_common/partial_form.c; this file
 * turns the readings into its rules.
 * Clauses: rfc1630.partial.* */
#include "../rfc1630_common/partial_form.h"

#include "grammar.h"

static partial_form_rules rules_of(const uriproof_readings *readings)
{
    bool by_scheme = takes(readings, URIPROOF_RFC1630_ABSOLUTE_TEST, ABSOLUTE_BY_SCHEME);
    return (partial_form_rules){
        .parse = uriproof_rfc1630_parse,
        .readings = readings,
        .silent_clause = "rfc1630.partial.slash-prefix",
        .scheme_clause = "rfc1630.partial.scheme-differs",
        .derives_scheme = by_scheme ? derives_scheme : NULL,
        .longer_run_hides = takes(readings, URIPROOF_RFC1630_SLASH_PREFIX, AS_PRINTED),
        .dots_after_slash = takes(readings, URIPROOF_RFC1630_DOTS_AFTER_SLASH, DOTS_APPLIED),
        .same_scheme_omitted = takes(readings, URIPROOF_RFC1630_SAME_SCHEME, SCHEME_OMITTED),
        .void_is_same_document = takes(readings, URIPROOF_RFC1630_VOID_PARTIAL, SAME_DOCUMENT),
        .dots = {.after_authority =
                     takes(readings, URIPROOF_RFC1630_DOT_SCOPE, DOTS_AFTER_AUTHORITY),
                 .void_is_no_xxx = takes(readings, URIPROOF_RFC1630_VOID_XXX, VOID_IS_NO_XXX),
                 .self_first = takes(readings, URIPROOF_RFC1630_REMOVAL_ORDER, SELF_FIRST)}};
}

bool uriproof_rfc1630_is_absolute(uriproof_span form, const uriproof_readings *readings)
{
    partial_form_rules rules = rules_of(readings);
    return is_absolute_form(form, &rules);
}

uriproof_verdict uriproof_rfc1630_resolve(uriproof_span context, uriproof_span partial,
                                          const uriproof_readings *readings, uriproof_buffer *out,
                                          uriproof_refusal *refusal)
{
    partial_form_rules rules = rules_of(readings);
    return full_form(context, partial, &rules, out, refusal);
}
