/* SPDX-License-Identifier: MIT */
/* Declarations that the files of this dialect share. */
#ifndef URIPROOF_DRAFT_WWW_URI_00_DRAFT_H
#define URIPROOF_DRAFT_WWW_URI_00_DRAFT_H

#include "../rfc1630_common/characters.h"

#include <uriproof/draft-www-uri-00.h>

/* The table of characters. "BNF of generic URI syntax": the rules that match one character. */
extern const character_table draft_characters;

/* Returns true if the value of `reading` has the number `value`. */
static inline bool draft_takes(const uriproof_readings *readings, uriproof_draft_reading reading,
                               unsigned char value)
{
    return (readings != NULL ? readings->value[reading] : 0) == value;
}

/* The numbers of those values of readings that are not the default. */
enum {
    AS_PRINTED = 1, /* xpalphas, void-segment, void-fragment */
    LAST_COLON = 1, /* scheme-colon, password-colon */
    DOTS_APPLIED = 1,
    DOTS_AFTER_AUTHORITY = 1,
    VOID_IS_NO_XXX = 1,
    SELF_FIRST = 1,
    SAME_DOCUMENT = 1,
    SCHEME_OMITTED = 1,
    ABSOLUTE_BY_SCHEME = 1,
    COLON_RESERVED = 1,
    AT_RESERVED = 1,
    PLUS_IS_SPACE = 1,
    LETTERS_FOLD = 1,
    ONE_COLON = 1,
    MAILTO_FIRST = 1,
    LOGIN_LAST = 1,
    LOGIN_ANY = 2,
    COLON_IN_HOST = 1,
    LAST_NULL = 1,
    SERVER_GIVEN = 1,
    SLASH_STAYS = 1,
    HEX_BY_PROSE = 1,
    PLUS_ENCODED = 1,
    AS_ARTICLE = 1,
    NEWS_AS_PRINTED = 1
};

/* Returns true if the whole of `text` matches `scheme`. */
bool draft_derives_scheme(uriproof_span text, const uriproof_readings *readings);

/* Returns the characters that the reading hex-letters accepts as hexadecimal digits. */
unsigned draft_hex_set(const uriproof_readings *readings);

/* The operations of this dialect; uriproof/reference.h describes them. */
bool draft_parse(uriproof_span uri, const uriproof_readings *readings, uriproof_generic *generic,
                 uriproof_refusal *refusal);
uriproof_verdict draft_resolve(uriproof_span context, uriproof_span partial,
                               const uriproof_readings *readings, uriproof_buffer *out,
                               uriproof_refusal *refusal);
uriproof_verdict draft_canonical(uriproof_span uri, const uriproof_readings *readings,
                                 uriproof_buffer *out, uriproof_refusal *refusal);
uriproof_verdict draft_identical(uriproof_span uri, uriproof_span other,
                                 const uriproof_readings *readings, uriproof_buffer *scratch,
                                 bool *equal, uriproof_refusal *refusal);
uriproof_verdict draft_decode(uriproof_span text, const uriproof_readings *readings,
                              uriproof_buffer *out, uriproof_refusal *refusal);
uriproof_verdict draft_encode(uriproof_span text, const uriproof_readings *readings,
                              uriproof_buffer *out, uriproof_refusal *refusal);
bool draft_encodes(uriproof_span encoded, uriproof_span text, const uriproof_readings *readings);
uriproof_verdict draft_url(uriproof_span url, const uriproof_readings *readings,
                           const char **production, uriproof_tell tell, void *self,
                           uriproof_refusal *refusal);

#endif
