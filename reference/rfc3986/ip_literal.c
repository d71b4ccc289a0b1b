/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986, section 3.2.2 and Appendix A: what stands between brackets.
 *
 * The nine alternatives of IPv6address say: eight groups of 16 bits; the last two may be
 * written as an IPv4address; and one run of at least one group may be left out, as "::".
 */
#include "reader.h"

enum { GROUPS = 8 };

typedef struct ipv6 {
    unsigned groups; /* so far, those of an IPv4address included */
    bool elided;     /* "::" has come */
} ipv6;

/* With "::" at least one group is missing. */
static unsigned most_groups(const ipv6 *address)
{
    return address->elided ? GROUPS - 1 : GROUPS;
}

/* Returns true if an IPv4address can stand for the next two groups: it must be the last. */
static bool ipv4_fits(const ipv6 *address)
{
    return address->elided ? address->groups + 2 <= GROUPS - 1 : address->groups == GROUPS - 2;
}

/* dec-octet = 0-255 without leading zeros; takes the longest.   rfc3986.bnf.dec-octet */
static bool dec_octet(reader *r)
{
    unsigned value = 0;
    const unsigned char *start = r->at;
    while (r->at != r->end && is_in(*r->at, DIGIT)) {
        unsigned next = value * 10 + (*r->at - (unsigned)'0');
        if (next > 255 || (value == 0 && r->at != start))
            break;
        value = next;
        r->at++;
    }
    return r->at != start;
}

/* The rest of IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet, after the
 * first dec-octet.                                            rfc3986.bnf.IPv4address */
static bool rest_of_ipv4address(reader *r)
{
    for (int i = 0; i < 3; i++)
        if (!take(r, '.') || !dec_octet(r))
            return false;
    return true;
}

/* h16 = 1*4HEXDIG                                             rfc3986.bnf.h16 */
static bool h16(reader *r)
{
    const unsigned char *start = r->at;
    while (r->at != r->end && r->at - start < 4 && is_in(*r->at, HEXDIG))
        r->at++;
    return r->at != start;
}

/* Returns true if all octets from `start` to r->at are one dec-octet. */
static bool is_dec_octet(const reader *r, const unsigned char *start)
{
    reader again = {start, r->at, NULL, NULL};
    return dec_octet(&again) && again.at == r->at;
}

/* A group; or, where its "." shows that it is one, an IPv4address, after which nothing
 * comes: *last.                                               rfc3986.bnf.ls32 */
static bool group(reader *r, ipv6 *address, bool *last)
{
    const unsigned char *start = r->at;
    if (address->groups == most_groups(address) || !h16(r))
        return false;
    *last = at_octet(r, '.') && ipv4_fits(address) && is_dec_octet(r, start);
    address->groups += *last ? 2 : 1;
    return !*last || rest_of_ipv4address(r);
}

/* The second colon of "::": it can come once. That a group is missing is known at the first. */
static bool elision(reader *r, ipv6 *address)
{
    if (address->elided || !take(r, ':'))
        return false;
    address->elided = true;
    return true;
}

/* The colon after a group, where another group or the "::" can follow. */
static bool colon(reader *r, const ipv6 *address)
{
    bool goes_on = !address->elided ? address->groups < GROUPS : address->groups < GROUPS - 1;
    return goes_on && take(r, ':');
}

/* IPv6address. On false r->at is the first octet from which none goes on.
 *                                                             rfc3986.bnf.IPv6address */
static bool ipv6address(reader *r)
{
    ipv6 address = {0, false};
    bool last = false;
    if (take(r, ':') && !elision(r, &address))
        return false;
    while (!(address.elided && at_octet(r, ']'))) {
        if (!group(r, &address, &last))
            return false;
        if (last || !colon(r, &address))
            return address.elided || address.groups == GROUPS;
        if (at_octet(r, ':') && !elision(r, &address))
            return false;
    }
    /* Its last octets are a colon: that of "::", or one that wants a group. */
    return r->at[-2] == ':';
}

/* IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
 *                                                             rfc3986.bnf.IPvFuture */
static bool ipvfuture(reader *r)
{
    r->at++; /* "v", of either case: section 1.3, by RFC 2234 */
    const unsigned char *start = r->at;
    while (r->at != r->end && is_in(*r->at, HEXDIG))
        r->at++;
    if (r->at == start || !take(r, '.'))
        return false;
    start = r->at;
    while (r->at != r->end && is_in(*r->at, UNRESERVED | SUB_DELIMS | COLON))
        r->at++;
    return r->at != start;
}

bool ip_literal(reader *r)
{
    bool future = at_octet(r, 'v') || at_octet(r, 'V');
    return (future ? ipvfuture(r) : ipv6address(r)) && take(r, ']');
}
