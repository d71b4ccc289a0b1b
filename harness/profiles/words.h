/* SPDX-License-Identifier: MIT */
/* Sets of octets and contexts as a file has them. Only for the files of this room. */
#ifndef URIPROOF_PROFILES_WORDS_H
#define URIPROOF_PROFILES_WORDS_H

#include "model/learn.h"

/* Room for the words of any set, of any context. */
enum { OCTETS_WORDS_MOST = 3 * 256 + 1, CONTEXT_WORDS_MOST = 32 };

/* Writes the octets of a set as ranges: "00-1f 20 7f-ff". */
void octets_to_words(const octet_set *set, char *words);

/* Reads them. Returns false if the words are not of a set with an octet, in this order. */
bool octets_of_words(const char *words, octet_set *set);

/* Writes a context: "parse http". */
void context_to_words(unsigned context, char *words);

/* Returns the contexts of such words, or of the name of an operation, as bits; 0 if there are none.
 */
uint32_t contexts_of_words(const char *words);

#endif
