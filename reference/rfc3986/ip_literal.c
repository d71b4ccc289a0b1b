/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986, section 3.2.2 and Appendix A: the text between brackets.
 *
 * The nine alternatives of IPv6address amount to three rules. An address has eight groups of 16
 * bits. The last two groups may be written as an IPv4address. One run of one or more groups may be
 * omitted and written as "::".
 */
#include "compose.h"
#include "reader.h"

enum { GROUPS = 8 };

typedef struct ipv6 {
    unsigned groups; /* groups so far; an IPv4address counts as two */
    bool elided;     /* "::" has been read */
} ipv6;

/* Returns how many groups may be written. With "::" at least one is omitted. */
static unsigned most_groups(const ipv6 *address)
{
    return address->elided ? GROUPS - 1 : GROUPS;
}

/* Returns true if an IPv4address can be the next two groups. It must be the last part of an
 * address. */
static bool ipv4_fits(const ipv6 *address)
{
    return address->elided ? address->groups + 2 <= GROUPS - 1 : address->groups == GROUPS - 2;
}

/* Reads the longest dec-octet: a number from 0 to 255 without leading zeros.
 * rfc3986.bnf.dec-octet */
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

/* IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
 * Reads the text after the first dec-octet.                 rfc3986.bnf.IPv4address */
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

/* Returns true if the whole text from `start` to r->at is one dec-octet. */
static bool is_dec_octet(const reader *r, const unsigned char *start)
{
    reader again = {.at = start, .end = r->at};
    return dec_octet(&again) && again.at == r->at;
}

/* Reads a group of 16 bits. If a "." follows, it is the first number of an IPv4address, which is
 * then read whole. *last tells whether it was one, since nothing can come after it.
 * rfc3986.bnf.ls32 */
static bool group(reader *r, ipv6 *address, bool *last)
{
    const unsigned char *start = r->at;
    if (address->groups == most_groups(address) || !h16(r))
        return false;
    *last = at_octet(r, '.') && ipv4_fits(address) && is_dec_octet(r, start);
    address->groups += *last ? 2 : 1;
    return !*last || rest_of_ipv4address(r);
}

/* Reads the second colon of "::", which can occur only once. The first colon has already shown that
 * another group can follow. */
static bool elision(reader *r, ipv6 *address)
{
    if (address->elided || !take(r, ':'))
        return false;
    address->elided = true;
    return true;
}

/* Reads the colon after a group, if another group or a "::" can follow. */
static bool colon(reader *r, const ipv6 *address)
{
    bool goes_on = !address->elided ? address->groups < GROUPS : address->groups < GROUPS - 1;
    return goes_on && take(r, ':');
}

/* Returns true at the bracket or at a zone: no group begins here. */
static bool address_ends(const reader *r)
{
    return at_octet(r, ']') || at_octet(r, '%');
}

/* Reads an IPv6address. If it returns false, r->at is the first octet with which no IPv6address can
 * continue.                                                  rfc3986.bnf.IPv6address */
static bool ipv6address(reader *r)
{
    ipv6 address = {0, false};
    bool last = false;
    if (take(r, ':') && !elision(r, &address))
        return false;
    while (!address_ends(r)) {
        if (!group(r, &address, &last))
            return false;
        if (last || !colon(r, &address))
            return address.elided || address.groups == GROUPS;
        if (at_octet(r, ':') && !elision(r, &address))
            return false;
    }
    /* The text before this place ends with a colon or the bracket. The address is only valid if
     * that is the second colon of "::"; a single colon needs a group after it. */
    return r->at[-2] == ':';
}

/* IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
 *                                                             rfc3986.bnf.IPvFuture */
static bool ipvfuture(reader *r)
{
    r->at++; /* A literal of ABNF ignores case, so "V" is accepted too (section 1.3 and RFC 2234).
              */
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

/* ZoneID = 1*( unreserved / pct-encoded )                     RFC 6874, section 2
 * `start` is its first octet. */
static bool rest_of_zone_id(reader *r, const unsigned char *start)
{
    do
        while (r->at != r->end && is_in(*r->at, UNRESERVED))
            r->at++;
    while (pct_encoded(r));
    return r->at != start;
}

/* Reads what comes between the "%" and the ZoneID: "25". With the reading zone=bare it may be
 * absent if no two hexadecimal digits follow the "%" (RFC 6874, section 3); then the first digit
 * belongs to the ZoneID. */
static bool escaped_or_bare(reader *r)
{
    if (r->zone != ZONE_BARE)
        return take(r, '2') && take(r, '5');
    const bool is_two = at_octet(r, '2');
    if (r->at == r->end || !is_in(*r->at, HEXDIG))
        return true;
    r->at++;
    if (is_two && take(r, '5'))
        return true;
    return r->at == r->end || !is_in(*r->at, HEXDIG);
}

/* [ "%25" ZoneID ]
 * RFC 6874, section 2: IPv6addrz = IPv6address "%25" ZoneID. */
static bool zone(reader *r)
{
    if (r->zone == ZONE_REJECTED || !take(r, '%'))
        return true;
    const unsigned char *start = r->at;
    if (!escaped_or_bare(r))
        return false;
    return rest_of_zone_id(r, r->at - start == 2 ? r->at : start);
}

bool ip_literal(reader *r)
{
    bool future = at_octet(r, 'v') || at_octet(r, 'V');
    return (future ? ipvfuture(r) : ipv6address(r) && zone(r)) && take(r, ']');
}
