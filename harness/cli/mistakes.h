/* SPDX-License-Identifier: MIT */
/* What a person did wrong in a text that a dialect rejects, in a sentence. */
#ifndef URIPROOF_CLI_MISTAKES_H
#define URIPROOF_CLI_MISTAKES_H

#include <stddef.h>
#include <uriproof/reference.h>

enum { MISTAKE_ROOM = 160 };

/* Writes the sentence about the octet at which RFC 3986 rejects the text. Each is a fact of its
 * grammar, so it is true of every text for which it is written, and its advice was tried: the text
 * is then accepted, or rejected only after the place. Returns false for another dialect, or if
 * there is no more to say than what the refusal says; `words` is then undefined. */
bool mistake_about(const uriproof_dialect *dialect, uriproof_span text,
                   const uriproof_refusal *refusal, char words[MISTAKE_ROOM]);

#endif
