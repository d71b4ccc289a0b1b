/* SPDX-License-Identifier: MIT */
/* A position in a text that is read by the grammar of RFC 1630 or of its draft, and the functions
 * that both grammars use. */
#ifndef URIPROOF_WWW_READER_H
#define URIPROOF_WWW_READER_H

#include "characters.h"

#include <uriproof/reference.h>

typedef struct reader {
    const unsigned char *at;
    const unsigned char *end;
    const uint16_t *sets; /* the character_table of the dialect */
    unsigned hex_set;     /* the hexadecimal digits: reading hex-letters */
    const uriproof_readings *readings;
    const unsigned char *broken_escape; /* the octet that should be a hexadecimal digit; or NULL */
    const char *production;             /* the rule that rejects the text */
} reader;

/* Returns a reader at the start of `text`. If the text is absent, the reader gets a pointer to an
 * empty string, since code compares the position with the start. */
static inline reader reader_of(uriproof_span text, const uint16_t *sets, unsigned hex_set,
                               const uriproof_readings *readings)
{
    const unsigned char *start = (const unsigned char *)(text.octets != NULL ? text.octets : "");
    return (reader){start, start + text.length, sets, hex_set, readings, NULL, NULL};
}

static inline bool at_octet(const reader *r, unsigned char octet)
{
    return r->at != r->end && *r->at == octet;
}

/* Returns true if the next octet is in `set`. */
static inline bool at_one_of(const reader *r, unsigned set)
{
    return r->at != r->end && (r->sets[*r->at] & set) != 0;
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

/* hex   digit | a | b | c | d | e | f | A | B | C | D | E | F     bnf.hex
 * The prose says "two hexadecimal digits (0-9, A-F)": reading hex-letters. */
static inline bool hex(reader *r, const unsigned char *at)
{
    if (at != r->end && (r->sets[*at] & r->hex_set) != 0)
        return true;
    r->broken_escape = at;
    return false;
}

/* escape   % hex hex                                           bnf.escape */
static inline bool escape(reader *r)
{
    if (!at_octet(r, '%') || !hex(r, r->at + 1) || !hex(r, r->at + 2))
        return false;
    r->at += 3;
    return true;
}

/* Reads one octet of `set`, or one escape. */
static inline bool octet_or_escape(reader *r, unsigned set)
{
    if (at_one_of(r, set)) {
        r->at++;
        return true;
    }
    return escape(r);
}

/* Reads one or more octets of `set` or escapes. */
static inline bool octets_or_escapes(reader *r, unsigned set)
{
    const unsigned char *start = r->at;
    const uint16_t *sets = r->sets;
    do {
        const unsigned char *at = r->at;
        while (at != r->end && (sets[*at] & set) != 0)
            at++;
        r->at = at;
    } while (escape(r));
    return r->at != start;
}

#endif
