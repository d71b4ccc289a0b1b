/* SPDX-License-Identifier: MIT */
/* Validation errors, failure, and what is undefined. */
#include "parser.h"

static size_t offset_of(const parser *p, const unsigned char *at)
{
    return (size_t)(at - p->text);
}

void whatwg_error_at(parser *p, const char *clause, const char *name, const unsigned char *at)
{
    if (reports(p))
        p->services->report(p->services->report_context,
                            &(uriproof_validation_error){.name = name,
                                                         .state = whatwg_state_name(p->state),
                                                         .clause = clause,
                                                         .offset = offset_of(p, at)});
}

static step stop(parser *p, uriproof_verdict verdict, const char *clause, const char *error,
                 const unsigned char *at)
{
    p->verdict = verdict;
    *p->rejection = (uriproof_whatwg_url_rejection){.state = whatwg_state_name(p->state),
                                                    .clause = clause,
                                                    .error = error,
                                                    .offset = offset_of(p, at)};
    return FAIL;
}

step whatwg_fail_at(parser *p, const char *clause, const char *error, const unsigned char *at)
{
    if (error != NULL)
        whatwg_error_at(p, clause, error, at);
    return stop(p, URIPROOF_INVALID, clause, error, at);
}

step whatwg_undefined_at(parser *p, const char *clause, const unsigned char *at)
{
    return stop(p, URIPROOF_SILENT, clause, NULL, at);
}

/* Which code points a state writes percent-encoded, and what it does with a "%". */
static const struct {
    const char *code_points, *percent;
} clauses_of_units[] = {
    [PATH_STATE] = {"whatwg-url.path.encode-set", "whatwg-url.path.escapes-kept"},
    [OPAQUE_PATH_STATE] = {"whatwg-url.opaque.encode", "whatwg-url.opaque.encode"},
    [QUERY_STATE] = {"whatwg-url.query.encode-set", "whatwg-url.query.encode-set"},
    [FRAGMENT_STATE] = {"whatwg-url.fragment.encode-set", "whatwg-url.fragment.encode-set"},
};

/* If c is not a URL code point and not "%", or if it is "%" and remaining does not start with two
 * ASCII hex digits, invalid-URL-unit validation error. */
void whatwg_url_unit_error(parser *p)
{
    const unsigned char *first = after_tabs(p, p->pointer + 1);
    const unsigned char *second = first != p->end ? after_tabs(p, first + 1) : p->end;
    const bool unit = *p->pointer == '%' ? second != p->end && is_in_set(*first, ASCII_HEX_DIGIT) &&
                                               is_in_set(*second, ASCII_HEX_DIGIT)
                                         : whatwg_is_url_code_point(p->pointer);
    if (!unit)
        whatwg_error(p,
                     *p->pointer == '%' ? clauses_of_units[p->state].percent
                                        : clauses_of_units[p->state].code_points,
                     "invalid-URL-unit");
}
