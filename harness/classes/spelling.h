/* SPDX-License-Identifier: MIT */
/* Parts that are the same data, written in another way. */
#ifndef URIPROOF_CLASSES_SPELLING_H
#define URIPROOF_CLASSES_SPELLING_H

#include "class.h"

/* Are both parts the same data, written in another way? By RFC 3986 an empty path after a host is
 * the same as a slash. */
bool is_spelling(uri_piece which, const uri_pieces *a, const uri_pieces *b);

#endif
