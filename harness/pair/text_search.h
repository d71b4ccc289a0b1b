/* SPDX-License-Identifier: MIT */
/*
 * The texts that a pair of parsers is asked, in an order that is always the same. They come in
 * stages: all texts of one length, texts of the grammar with one change, and texts with changes
 * drawn by a seed. A stage has the same texts on every machine, so what is found in a
 * whole stage is the same everywhere.
 */
#ifndef URIPROOF_PAIR_TEXT_SEARCH_H
#define URIPROOF_PAIR_TEXT_SEARCH_H

#include "base/base.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum search_kind {
    SEARCH_WHOLE, /* each beginning with all words after it, of so many octets together */
    SEARCH_NEAR,  /* each text of the grammar with one change: a word put in, or in the place of an
                     octet, or an octet left out */
    SEARCH_SEEDED /* so many texts of the grammar with two to five changes */
} search_kind;

typedef struct search_stage {
    search_kind kind;
    size_t size; /* of SEARCH_WHOLE, octets; of SEARCH_SEEDED, texts; 0: without end */
} search_stage;

typedef struct text_search text_search;

/* Returns a search that stands before its first stage. */
text_search *text_search_new(uint64_t seed);

/* Goes on to the next stage. Returns false if there is none: the last has no end. */
bool text_search_stage(text_search *s, search_stage *stage);

/* Puts the next text of the stage into `text`. Returns false at the end of the stage. Texts of
 * SEARCH_WHOLE never come twice, in no stage. */
bool text_search_next(text_search *s, octet_buffer *text);

/* Returns how many beginnings SEARCH_WHOLE has, and texts of the grammar SEARCH_NEAR. */
size_t text_search_beginnings(void);
size_t text_search_grammar(void);

void text_search_free(text_search *s);

#endif
