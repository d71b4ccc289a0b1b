/* SPDX-License-Identifier: MIT */
/* draft-www-uri-00, 4.2 "Reserved characters" and 4.3 "Encoding reserved characters": canonical
 * form and identity, and the encoding of a text as a path segment.
 * Clauses: draft-www-uri-00.encoding.* */
#include "../percent.h"
#include "../rfc1630_common/canonical_form.h"
#include "draft.h"

/* Returns true if `octet` may be escaped and decoded in a path, search or fragmentid without a
 * change of meaning: "the reserved characters mentioned above ... may NEVER be encoded and
 * unencoded in this way". */
static bool is_data(unsigned char octet, const uriproof_readings *readings)
{
    if (octet == '@' && draft_takes(readings, URIPROOF_DRAFT_AT_SIGN, AT_RESERVED))
        return false;
    if (octet == ':' && draft_takes(readings, URIPROOF_DRAFT_COLON_SIGN, COLON_RESERVED))
        return false;
    return (draft_characters[octet] & XALPHA) != 0;
}

/* Returns true if an unescaped colon in this part would change where the scheme ends. */
static bool colon_ends_scheme(uri_part part, const uriproof_readings *readings)
{
    return part == IN_SCHEME || (part == IN_FIRST_ELEMENT &&
                                 draft_takes(readings, URIPROOF_DRAFT_SCHEME_COLON, LAST_COLON));
}

/* Returns true if an escape of `octet` is decoded in this part. The escape of a space stays, since
 * a canonical form has no unescaped space. */
static bool undoes(unsigned char octet, uri_part part, const uriproof_readings *readings)
{
    if (octet == ' ' || (octet == ':' && colon_ends_scheme(part, readings)))
        return false;
    return is_data(octet, readings);
}

/* Returns the space if `octet` is to be replaced by the escape of a space. A space is, since "in
 * canonical form, certain characters such as spaces ... are not used unencoded" (4.2.5 "Unsafe
 * characters"). With the reading plus-in-search=space, a plus in a search is too. */
static int escapes(unsigned char octet, uri_part part, const uriproof_readings *readings)
{
    bool plus = octet == '+' && part == IN_SEARCH &&
                draft_takes(readings, URIPROOF_DRAFT_PLUS_IN_SEARCH, PLUS_IS_SPACE);
    return octet == ' ' || plus ? ' ' : -1;
}

/* Returns the part that a gopher URI omits: "If the type character and selector are omitted, the
 * type defaults to "1"." (5.3 Gopher) */
static const char *left_out(const uriproof_generic *generic, const uriproof_readings *readings,
                            bool fold, const char **where)
{
    (void)readings;
    return left_out_gopher_type(generic, fold, where);
}

static canonical_rules rules_of(const uriproof_readings *readings)
{
    return (canonical_rules){draft_parse, readings, undoes,
                             escapes,     left_out, "draft-www-uri-00.encoding.comparison"};
}

uriproof_verdict draft_canonical(uriproof_span uri, const uriproof_readings *readings,
                                 uriproof_buffer *out, uriproof_refusal *refusal)
{
    canonical_rules rules = rules_of(readings);
    return canonical_form(uri, &rules, out, refusal);
}

uriproof_verdict draft_identical(uriproof_span uri, uriproof_span other,
                                 const uriproof_readings *readings, uriproof_buffer *scratch,
                                 bool *equal, uriproof_refusal *refusal)
{
    (void)scratch;
    canonical_rules rules = rules_of(readings);
    return identical_forms(uri, other, &rules, equal, refusal);
}

uriproof_verdict draft_decode(uriproof_span text, const uriproof_readings *readings,
                              uriproof_buffer *out, uriproof_refusal *refusal)
{
    return percent_decode_of(text, draft_hex_set(readings) == HEX, out, "escape",
                             "draft-www-uri-00.encoding.percent-extension", refusal);
}

/* Returns true if an encoded segment has `octet` without an escape. The grammar allows a space
 * there, but 4.2.5 calls it unsafe. */
static bool is_bare_data(unsigned char octet, const uriproof_readings *readings)
{
    return octet != ' ' && is_data(octet, readings);
}

uriproof_verdict draft_encode(uriproof_span text, const uriproof_readings *readings,
                              uriproof_buffer *out, uriproof_refusal *refusal)
{
    (void)refusal;
    return percent_encode(text, &(percent_segment){is_bare_data, true}, readings, out);
}

bool draft_encodes(uriproof_span encoded, uriproof_span text, const uriproof_readings *readings)
{
    bool digits = draft_hex_set(readings) == HEX || percent_small_digit(encoded) == NULL;
    return digits && percent_encodes(encoded, text, &(percent_segment){is_data, true}, readings);
}
