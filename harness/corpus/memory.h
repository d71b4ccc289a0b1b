/* SPDX-License-Identifier: MIT */
/* What a corpus owns: blocks and JSON documents, freed together. */
#ifndef URIPROOF_CORPUS_MEMORY_H
#define URIPROOF_CORPUS_MEMORY_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

struct uriproof_corpus_memory;

/* An empty one; NULL where memory is out. */
struct uriproof_corpus_memory *corpus_memory_new(void);

/* A zeroed block for `count` things of `size` octets; NULL where memory is out. */
void *corpus_memory_take(struct uriproof_corpus_memory *memory, size_t count, size_t size);

/* Hands over `document`. False where memory is out; it is freed then. */
bool corpus_memory_keep(struct uriproof_corpus_memory *memory, cJSON *document);

void corpus_memory_free(struct uriproof_corpus_memory *memory);

#endif
