/* SPDX-License-Identifier: MIT */
/* The parts of a text by its delimiters alone, whatever else is in it (RFC 3986, Appendix B). */
#ifndef URIPROOF_CLASSES_DIVISION_H
#define URIPROOF_CLASSES_DIVISION_H

#include "protocol/protocol.h"

/* Returns the scheme with its colon; of no octets if there is none. */
uriproof_span scheme_of(uriproof_span text);

/* Returns the authority: what is between two slashes, at the start or after a scheme, and the next
 * delimiter (3.2). Absent if there is none. */
uriproof_span authority_of(uriproof_span text);

/* Returns the path: what is after scheme and authority, up to `?` or `#` (3.3). */
uriproof_span path_of(uriproof_span text);

/* Divides the text into its parts, which point into it. Returns false if the grammar does not have
 * what is in place of the authority, so that nothing says what its host is. */
bool text_divide(uriproof_span text, uri_pieces *pieces);

#endif
