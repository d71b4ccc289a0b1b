/* SPDX-License-Identifier: MIT */
/* Words that parsers are known to read in different ways. Changes of texts put them in. */
#ifndef URIPROOF_MUTATOR_WORDS_H
#define URIPROOF_MUTATOR_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A word of the dictionary. */
typedef struct mutator_word {
    const char *octets;
    bool short_texts; /* a search of all short texts has it; else only changes do */
} mutator_word;

enum { MUTATOR_WORD_COUNT = 79 };
extern const mutator_word mutator_words[MUTATOR_WORD_COUNT];

/* Returns the length of a word, which is never 0: the one without octets before its end is NUL. */
size_t mutator_word_length(const mutator_word *word);

/* A text that matches a production of RFC 3986. A generated text often uses it, since a scheme made
 * of drawn letters is one that no parser knows. */
typedef struct mutator_example {
    const char *production;
    const char *text;
} mutator_example;

/* Examples of one production are next to each other. */
extern const mutator_example mutator_examples[];
extern const size_t mutator_example_count;

#endif
