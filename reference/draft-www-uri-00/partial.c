/* SPDX-License-Identifier: MIT */
/* draft-www-uri-00, 4.4 "Partial (relative) form". The algorithm is in
 * rfc1630_common/partial_form.c; this file turns the readings into its rules.
 * Clauses: draft-www-uri-00.partial.* */
#include "../rfc1630_common/partial_form.h"

#include "draft.h"

uriproof_verdict draft_resolve(uriproof_span context, uriproof_span partial,
                               const uriproof_readings *readings, uriproof_buffer *out,
                               uriproof_refusal *refusal)
{
    bool by_scheme = draft_takes(readings, URIPROOF_DRAFT_ABSOLUTE_TEST, ABSOLUTE_BY_SCHEME);
    const partial_form_rules rules = {
        .parse = draft_parse,
        .readings = readings,
        .silent_clause = "draft-www-uri-00.partial.slash-prefix",
        .scheme_clause = "draft-www-uri-00.partial.scheme-differs",
        .derives_scheme = by_scheme ? draft_derives_scheme : NULL,
        .longer_run_hides = false, /* "the first occurrence of exactly the same number" */
        .dots_after_slash = draft_takes(readings, URIPROOF_DRAFT_DOTS_AFTER_SLASH, DOTS_APPLIED),
        .same_scheme_omitted = draft_takes(readings, URIPROOF_DRAFT_SAME_SCHEME, SCHEME_OMITTED),
        .void_is_same_document = draft_takes(readings, URIPROOF_DRAFT_VOID_PARTIAL, SAME_DOCUMENT),
        .dots = {.after_authority =
                     draft_takes(readings, URIPROOF_DRAFT_DOT_SCOPE, DOTS_AFTER_AUTHORITY),
                 .void_is_no_xxx = draft_takes(readings, URIPROOF_DRAFT_VOID_XXX, VOID_IS_NO_XXX),
                 .self_first = draft_takes(readings, URIPROOF_DRAFT_REMOVAL_ORDER, SELF_FIRST)}};
    return full_form(context, partial, &rules, out, refusal);
}
