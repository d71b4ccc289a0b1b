/* SPDX-License-Identifier: MIT */
/* "BNF of Generic URI Syntax": the rules that RFC 1630 and its draft print alike, and that no
 * reading changes. The comment on each function shows its rule as both texts print it. Each
 * function reads the longest text that matches its rule, and returns false if there is none. */
#ifndef URIPROOF_WWW_GENERIC_GRAMMAR_H
#define URIPROOF_WWW_GENERIC_GRAMMAR_H

#include "reader.h"

/* xalpha    alpha | digit | safe | extra | escape              bnf.xalpha
 * xalphas   xalpha [ xalphas ]                                 bnf.xalphas */
static inline bool xalphas(reader *r)
{
    return octets_or_escapes(r, XALPHA);
}

/* ialpha   alpha [ xalphas ]                                   bnf.ialpha
 * An alpha is also an xalpha, so only the first character needs a check. */
static inline bool ialpha(reader *r)
{
    return at_one_of(r, ALPHA) && xalphas(r);
}

/* search   xalphas [ + search ]                                bnf.search */
static inline bool search(reader *r)
{
    do {
        if (!xalphas(r))
            return refuse(r, "search");
    } while (take(r, '+'));
    return true;
}

#endif
