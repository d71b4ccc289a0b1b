/* SPDX-License-Identifier: MIT */
/* The parts of any text, by its delimiters alone (RFC 3986, Appendix B), and a text of parts. */
#ifndef URIPROOF_BASE_TEXT_PARTS_H
#define URIPROOF_BASE_TEXT_PARTS_H

#include "buffer.h"

#include <uriproof/reference.h>

typedef enum text_part {
    TEXT_SCHEME,
    TEXT_USERINFO,
    TEXT_HOST,
    TEXT_PORT,
    TEXT_PATH,
    TEXT_QUERY,
    TEXT_FRAGMENT,
    TEXT_PARTS
} text_part;

typedef struct text_parts {
    uriproof_span at[TEXT_PARTS]; /* absent ones have no octets pointer */
} text_parts;

/* Divides the text into parts, which point into it. There is a host if there is an authority, and
 * always a path. The user information ends at the last `@`; the port begins after the last colon,
 * unless a bracket follows. Allocates nothing. */
void parts_divide(uriproof_span text, text_parts *parts);

/* Adds a text of these parts to `to`, with their delimiters. Parts that were divided make up the
 * text that they are of. */
void parts_compose(const text_parts *parts, octet_buffer *to);

/* Returns the user information of a user and a password, either of which may be absent, in *room;
 * absent if both are. */
uriproof_span parts_userinfo(uriproof_span user, uriproof_span password, octet_buffer *room);

/* Returns the authority of a text that was divided, with its delimiters; absent if it has none. */
uriproof_span parts_authority(const text_parts *parts);

#endif
