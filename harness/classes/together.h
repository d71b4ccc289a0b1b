/* SPDX-License-Identifier: MIT */
/* The text that the parts of a URI make. */
#ifndef URIPROOF_CLASSES_TOGETHER_H
#define URIPROOF_CLASSES_TOGETHER_H

#include "judge/judge.h"

/* Puts the pieces together, as RFC 3986 does in section 5.3. A default port alone, which a parser
 * may add by design, makes no authority. The text is in the store. */
uriproof_span pieces_together(const uri_pieces *pieces, store *s);

#endif
