/* SPDX-License-Identifier: MIT */
/* The canonical form, and identity, in RFC 1630 and in its draft: one walk over a URI that matches,
 * under the rules that each dialect makes of its readings. */
#ifndef URIPROOF_WWW_CANONICAL_FORM_H
#define URIPROOF_WWW_CANONICAL_FORM_H

#include "generic_parse.h"

/* Where in a URI an octet stands. The first element of a path is what precedes its first slash or
 * plus, octets that no scheme holds. */
typedef enum uri_part { IN_SCHEME, IN_FIRST_ELEMENT, IN_PATH, IN_SEARCH, IN_FRAGMENTID } uri_part;

typedef struct canonical_rules {
    generic_parse *parse;
    const uriproof_readings *readings;
    /* Is an escape of `octet` undone in that part? */
    bool (*undoes)(unsigned char octet, uri_part part, const uriproof_readings *readings);
    /* The octet whose escape takes the place of a bare `octet` there; -1: it stays bare. */
    int (*escapes)(unsigned char octet, uri_part part, const uriproof_readings *readings);
    /* What the URI leaves out and its scheme supplies, and where; NULL if nothing is. `fold`:
     * whether the scheme's letters are in upper or lower case makes no difference. */
    const char *(*left_out)(const uriproof_generic *generic, const uriproof_readings *readings,
                            bool fold, const char **where);
    /* The clause on comparing URIs, which does not say whether case matters in a scheme. */
    const char *comparison;
} canonical_rules;

/* uriproof_dialect's `normalize`. */
uriproof_verdict canonical_form(uriproof_span uri, const canonical_rules *rules,
                                uriproof_buffer *out, uriproof_refusal *refusal);

/* uriproof_dialect's `equivalent`: are the canonical forms of the two the same octets? Silent where
 * they differ in the case of letters of the scheme alone. Needs no buffer. */
uriproof_verdict identical_forms(uriproof_span uri, uriproof_span other,
                                 const canonical_rules *rules, bool *identical,
                                 uriproof_refusal *refusal);

/* "1", with its slash where that is left out too, and where, of a gopher URI without a type and
 * selector; or NULL.                            gopher.empty-command */
const char *left_out_gopher_type(const uriproof_generic *generic, bool fold, const char **where);

/* Is `scheme`, its escapes undone, that name? "Before two URIs can be compared, it is therefore
 * necessary to bring them to the same encoding level." `fold` as above; `name` has small letters.
 */
bool is_scheme_named(uriproof_span scheme, const char *name, bool fold);

#endif
