/* SPDX-License-Identifier: MIT */
/* Parts that are the same data, written in another way. */
#ifndef URIPROOF_CLASSES_SPELLING_H
#define URIPROOF_CLASSES_SPELLING_H

#include "protocol/protocol.h"

/* Are both parts the same data, written in another way? By RFC 3986 an empty path after a host is
 * the same as a slash. */
bool is_spelling(uri_piece which, const uri_pieces *a, const uri_pieces *b);

/* Declares in *set how RFC 3986 lets a part be written in another way. */
void class_allow_spellings(transform_set *set);

/* Returns true if both have another host or another port there, and not only the same one written
 * in another way: in the other case, with escapes of unreserved characters or of octets beyond
 * ASCII, as another notation of the same IPv6 address, with the default port (RFC 3986, 6.2.2,
 * 6.2.3, 3.2.2). A host that is empty and one that is absent are no other. */
bool class_is_other_target(uri_piece which, const uri_pieces *a, const uri_pieces *b);

/* Returns true if two parsers have the same part, up to what either declares. This excuses no other
 * host or port: a parser may rewrite `0x7f.1` by design, but then it asks another host than one
 * that does not. */
bool class_same_part(uri_piece which, const uri_pieces *a, const transform_set *of_a,
                     const uri_pieces *b, const transform_set *of_b);

#endif
