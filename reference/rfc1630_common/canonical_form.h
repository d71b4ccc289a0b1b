/* SPDX-License-Identifier: MIT */
/* The canonical form, and identity, in RFC 1630 and in its draft. Both use the same algorithm. They
 * differ in its rules, which each dialect fills in according to its readings. */
#ifndef URIPROOF_WWW_CANONICAL_FORM_H
#define URIPROOF_WWW_CANONICAL_FORM_H

#include "generic_parse.h"

/* The part of a URI that an octet is in. The first element of a path ends before the first slash or
 * plus, since a scheme can hold neither of them. */
typedef enum uri_part { IN_SCHEME, IN_FIRST_ELEMENT, IN_PATH, IN_SEARCH, IN_FRAGMENTID } uri_part;

typedef struct canonical_rules {
    generic_parse *parse;
    const uriproof_readings *readings;
    /* Returns true if an escape of `octet` is decoded in this part. */
    bool (*undoes)(unsigned char octet, uri_part part, const uriproof_readings *readings);
    /* Returns the octet whose escape replaces an unescaped `octet` in this part, or -1 if `octet`
     * stays. */
    int (*escapes)(unsigned char octet, uri_part part, const uriproof_readings *readings);
    /* Returns the text that the URI omits and its scheme supplies, or NULL if nothing is omitted.
     * Sets *where to the position of that text. If `fold` is true, the case of letters in the
     * scheme is ignored. */
    const char *(*left_out)(const uriproof_generic *generic, const uriproof_readings *readings,
                            bool fold, const char **where);
    /* The clause on comparing URIs. It does not say whether case matters in a scheme. */
    const char *comparison;
} canonical_rules;

/* Implements `normalize` of uriproof_dialect. */
uriproof_verdict canonical_form(uriproof_span uri, const canonical_rules *rules,
                                uriproof_buffer *out, uriproof_refusal *refusal);

/* Implements `equivalent` of uriproof_dialect: sets *identical to true if both canonical forms have
 * the same octets. Returns URIPROOF_SILENT if they only differ in the case of letters of the
 * scheme. It needs no buffer. */
uriproof_verdict identical_forms(uriproof_span uri, uriproof_span other,
                                 const canonical_rules *rules, bool *identical,
                                 uriproof_refusal *refusal);

/* Returns the text `1`, or `/1` if the slash is omitted too, for a gopher URI without type and
 * selector, and sets *where to its position. Returns NULL for any other URI.
 * gopher.empty-command */
const char *left_out_gopher_type(const uriproof_generic *generic, bool fold, const char **where);

/* Returns true if `scheme` is this name after its escapes are decoded. They are decoded since
 * "Before two URIs can be compared, it is therefore necessary to bring them to the same encoding
 * level." If `fold` is true, the case of letters is ignored. `name` is in lower case. */
bool is_scheme_named(uriproof_span scheme, const char *name, bool fold);

#endif
