/* SPDX-License-Identifier: MIT */
/* A position in a text that is read by the grammar of RFC 3986. */
#ifndef URIPROOF_RFC3986_READER_H
#define URIPROOF_RFC3986_READER_H

#include "characters.h"

#include <stddef.h>
#include <uriproof/rfc3986.h>

typedef struct reader {
    const unsigned char *at;
    const unsigned char *end;
    const unsigned char *broken_escape; /* the octet that should be a hexadecimal digit; or NULL */
    const char *production;             /* the rule that rejects the text at `at` */
    unsigned char zone;                 /* the value of the reading zone */
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

/* IP-literal = "[" ( IPv6address / IPvFuture ) "]"          rfc3986.bnf.IP-literal
 * Reads the text after the "[". If it returns false, r->at is the first octet with which no
 * IP-literal can continue. */
bool ip_literal(reader *r);

/* pct-encoded = "%" HEXDIG HEXDIG                             rfc3986.bnf.pct-encoded */
bool pct_encoded(reader *r);

#endif
