/* SPDX-License-Identifier: MIT */
/* What a corpus owns: blocks, texts and JSON trees, freed together. */
#ifndef URIPROOF_CORPUS_MEMORY_H
#define URIPROOF_CORPUS_MEMORY_H

#include <cjson/cJSON.h>
#include <uriproof/reference.h>

struct uriproof_corpus_memory;

struct uriproof_corpus_memory *corpus_memory_new(void);

/* Returns a zeroed block for `count` things of `size` octets. */
void *corpus_memory_take(struct uriproof_corpus_memory *memory, size_t count, size_t size);

/* Returns room for `length` octets, which may begin at any address. */
char *corpus_memory_octets(struct uriproof_corpus_memory *memory, size_t length);

/* Returns a copy of `text`; of NULL, NULL. */
const char *corpus_memory_text(struct uriproof_corpus_memory *memory, const char *text);

/* Takes over `tree`, and returns it. */
cJSON *corpus_memory_keep(struct uriproof_corpus_memory *memory, cJSON *tree);

void corpus_memory_free(struct uriproof_corpus_memory *memory);

#endif
