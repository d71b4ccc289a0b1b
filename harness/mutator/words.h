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

/* Texts that match a production of RFC 3986, up to a NULL. A generated text often uses one, since a
 * scheme made of drawn letters is one that no parser knows. */
typedef struct mutator_examples {
    const char *production;
    const char *texts[20];
} mutator_examples;

extern const mutator_examples mutator_example_list[];
extern const size_t mutator_example_count;

#endif
