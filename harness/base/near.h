/* SPDX-License-Identifier: MIT */
/* Guesses which of the words that are known a person meant by one that is not. */
#ifndef URIPROOF_BASE_NEAR_H
#define URIPROOF_BASE_NEAR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A search for the known word that is nearest. Begin with {.word = WORD}. */
typedef struct near_search {
    const char *word;
    const char *found; /* the nearest so far; NULL: none is near enough */
    size_t distance;   /* of that */
} near_search;

/* Compares the word with one that is known, and keeps that if it is nearer than those before. */
void near_try(near_search *search, const char *known);

/* The same; and a known word of which the word is a part, as "curl" of "libcurl", is near. */
void near_try_part(near_search *search, const char *known);

/* The end of a message about the word. */
typedef struct near_advice {
    char words[128];
} near_advice;

/* Returns `; did you mean "FOUND"?`, or nothing if no word is near enough. */
near_advice near_advise(const near_search *search);

#ifdef __cplusplus
}
#endif

#endif
