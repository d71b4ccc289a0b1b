/* SPDX-License-Identifier: MIT */
/* A place in a text that is read by RFC 3986's grammar. */
#ifndef URIPROOF_RFC3986_READER_H
#define URIPROOF_RFC3986_READER_H

#include "characters.h"

#include <stddef.h>
#include <uriproof/rfc3986.h>

typedef struct reader {
    const unsigned char *at;
    const unsigned char *end;
    const unsigned char *broken_escape; /* the octet that should have been hex; or NULL */
    const char *production;             /* that rejects, at `at` */
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

/* IP-literal = "[" ( IPv6address / IPvFuture ) "]", from after its "[". On false r->at is the
 * first octet from which no IP-literal goes on.             rfc3986.bnf.IP-literal */
bool ip_literal(reader *r);

#endif
