/* SPDX-License-Identifier: MIT */
/* RFC 1630, "Encoding reserved characters": canonical form and identity. The algorithm is in
 * rfc1630_common/canonical_form.c; this file turns the readings into its rules.
 * Clauses: rfc1630.encoding.comparison, .encoding.reserved-never, .fragment.empty */
#include "../rfc1630_common/canonical_form.h"

#include "characters.h"
#include "grammar.h"

#include <string.h>

/* Returns the characters that are never encoded or decoded. The prose and the BNF of the RFC list
 * different ones. By default the characters of both lists are reserved (reading reserved-set). */
static unsigned reserved_set(const uriproof_readings *readings)
{
    if (takes(readings, URIPROOF_RFC1630_RESERVED_SET, RESERVED_BY_PROSE))
        return PROSE_RESERVED;
    if (takes(readings, URIPROOF_RFC1630_RESERVED_SET, RESERVED_BY_BNF))
        return BNF_RESERVED;
    return PROSE_RESERVED | BNF_RESERVED;
}

bool stands_bare(unsigned char octet, unsigned set, const uriproof_readings *readings)
{
    if (octet == '@' && takes(readings, URIPROOF_RFC1630_AT_SIGN, AT_RESERVED))
        return false;
    return is_in(octet, set) && !is_in(octet, reserved_set(readings));
}

/* Returns true if an escape of `octet` is decoded in this part: the part allows the octet without
 * an escape, and it is not reserved. */
static bool undoes(unsigned char octet, uri_part part, const uriproof_readings *readings)
{
    bool in_path = part == IN_PATH || part == IN_FIRST_ELEMENT;
    return stands_bare(octet, in_path ? path_set(readings) : XALPHA, readings);
}

/* Returns the space if `octet` is to be replaced by the escape of a space. With the reading
 * plus-in-search=space, a plus in a search is. */
static int escapes(unsigned char octet, uri_part part, const uriproof_readings *readings)
{
    bool plus = octet == '+' && part == IN_SEARCH;
    return plus && takes(readings, URIPROOF_RFC1630_PLUS_IN_SEARCH, PLUS_IS_SPACE) ? ' ' : -1;
}

/* Returns true if the path begins with "//" and an empty host. */
static bool has_void_host(uriproof_span path)
{
    return path.length >= 2 && memcmp(path.octets, "//", 2) == 0 &&
           (path.length == 2 || path.octets[2] == '/');
}

/* Returns the host that a file URI omits: "A void host field is equivalent to "localhost"." With
 * the reading xpalphas=printed a path segment has at most two characters, so it cannot hold this
 * name.
 * Clause: rfc1630.file.empty-host */
static const char *left_out_localhost(const uriproof_generic *generic,
                                      const uriproof_readings *readings, const char **where)
{
    if (takes(readings, URIPROOF_RFC1630_XPALPHAS, AS_PRINTED) || !has_void_host(generic->path))
        return NULL;
    *where = generic->path.octets + 2;
    return "localhost";
}

/* Returns the text that the scheme supplies. Only file and gopher supply any. */
static const char *left_out(const uriproof_generic *generic, const uriproof_readings *readings,
                            bool fold, const char **where)
{
    if (is_scheme_named(generic->scheme, "file", fold))
        return left_out_localhost(generic, readings, where);
    return left_out_gopher_type(generic, fold, where);
}

static canonical_rules rules_of(const uriproof_readings *readings)
{
    return (canonical_rules){uriproof_rfc1630_parse,       readings, undoes, escapes, left_out,
                             "rfc1630.encoding.comparison"};
}

uriproof_verdict uriproof_rfc1630_canonical(uriproof_span uri, const uriproof_readings *readings,
                                            uriproof_buffer *out, uriproof_refusal *refusal)
{
    canonical_rules rules = rules_of(readings);
    return canonical_form(uri, &rules, out, refusal);
}

uriproof_verdict uriproof_rfc1630_identical(uriproof_span uri, uriproof_span other,
                                            const uriproof_readings *readings, bool *identical,
                                            uriproof_refusal *refusal)
{
    canonical_rules rules = rules_of(readings);
    return identical_forms(uri, other, &rules, identical, refusal);
}
