/* SPDX-License-Identifier: MIT */
/* The canonical form, and identity, in RFC 1630 and in its draft: one walk over a URI that derives,
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
    /* What the URI leaves out and its scheme supplies, and where; NULL where nothing is. */
    const char *(*left_out)(const uriproof_generic *generic, const uriproof_readings *readings,
                            const char **where);
} canonical_rules;

/* uriproof_dialect's `normalize`. */
uriproof_verdict canonical_form(uriproof_span uri, const canonical_rules *rules,
                                uriproof_buffer *out, uriproof_refusal *refusal);

/* Are the canonical forms of the two the same octets? Needs no buffer. */
uriproof_verdict identical_forms(uriproof_span uri, uriproof_span other,
                                 const canonical_rules *rules, bool *identical,
                                 uriproof_refusal *refusal);

/* "1", with its slash where that is left out too, and where, of a gopher URI without a type and
 * selector; or NULL.                            gopher.void-command */
const char *left_out_gopher_type(const uriproof_generic *generic, const char **where);

#endif
