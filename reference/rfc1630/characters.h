/* SPDX-License-Identifier: MIT */
/* RFC 1630, "BNF of Generic URI Syntax": the rules that match one character. */
#ifndef URIPROOF_RFC1630_CHARACTERS_H
#define URIPROOF_RFC1630_CHARACTERS_H

#include "../rfc1630_common/characters.h"

extern const character_table rfc1630_characters;

static inline bool is_in(unsigned char octet, unsigned set)
{
    return (rfc1630_characters[octet] & set) != 0;
}

#endif
