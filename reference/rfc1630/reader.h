/* SPDX-License-Identifier: MIT */
/* A place in a text that is read by RFC 1630's grammars, and what both of them begin with. */
#ifndef URIPROOF_RFC1630_READER_H
#define URIPROOF_RFC1630_READER_H

#include "characters.h"
#include "grammar.h"

typedef struct reader {
    const unsigned char *at;
    const unsigned char *end;
    const uriproof_readings *readings;
    const unsigned char *broken_escape; /* the octet that should have been hex; or NULL */
    const char *production;             /* that refuses */
} reader;

static inline bool at_octet(const reader *r, unsigned char octet)
{
    return r->at != r->end && *r->at == octet;
}

static inline bool take(reader *r, unsigned char octet)
{
    if (!at_octet(r, octet))
        return false;
    r->at++;
    return true;
}

static inline bool refuse(reader *r, const char *production)
{
    r->production = production;
    return false;
}

static inline uriproof_span span_between(const unsigned char *start, const unsigned char *end)
{
    return (uriproof_span){(const char *)start, (size_t)(end - start)};
}

/* hex   digit | a | b | c | d | e | f | A | B | C | D | E | F     rfc1630.bnf.hex */
static inline bool hex(reader *r, const unsigned char *at)
{
    if (at != r->end && is_in(*at, HEX))
        return true;
    r->broken_escape = at;
    return false;
}

/* escape   % hex hex                                           rfc1630.bnf.escape */
static inline bool escape(reader *r)
{
    if (!at_octet(r, '%') || !hex(r, r->at + 1) || !hex(r, r->at + 2))
        return false;
    r->at += 3;
    return true;
}

/* One octet of `set`, or an escape. */
static inline bool octet_or_escape(reader *r, unsigned set)
{
    if (r->at != r->end && is_in(*r->at, set)) {
        r->at++;
        return true;
    }
    return escape(r);
}

/* One or more octets of `set`, or escapes. */
static inline bool octets_or_escapes(reader *r, unsigned set)
{
    const unsigned char *start = r->at;
    do {
        const unsigned char *at = r->at;
        while (at != r->end && is_in(*at, set))
            at++;
        r->at = at;
    } while (escape(r));
    return r->at != start;
}

#endif
