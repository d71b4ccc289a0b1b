/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

/* Each block is preceded by its link in a list. */
typedef struct link {
    struct link *next;
    cJSON *document;
    alignas(max_align_t) char block[];
} link;

struct uriproof_corpus_memory {
    link *last;
};

struct uriproof_corpus_memory *corpus_memory_new(void)
{
    return calloc(1, sizeof(struct uriproof_corpus_memory));
}

static link *add_link(struct uriproof_corpus_memory *memory, size_t size)
{
    link *added = calloc(1, sizeof(link) + size);
    if (added == NULL)
        return NULL;
    added->next = memory->last;
    memory->last = added;
    return added;
}

void *corpus_memory_take(struct uriproof_corpus_memory *memory, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - sizeof(link)) / size)
        return NULL;
    link *added = add_link(memory, count * size);
    return added != NULL ? added->block : NULL;
}

bool corpus_memory_keep(struct uriproof_corpus_memory *memory, cJSON *document)
{
    link *added = add_link(memory, 0);
    if (added != NULL)
        added->document = document;
    else
        cJSON_Delete(document);
    return added != NULL;
}

void corpus_memory_free(struct uriproof_corpus_memory *memory)
{
    if (memory == NULL)
        return;
    for (link *at = memory->last; at != NULL;) {
        link *next = at->next;
        cJSON_Delete(at->document);
        free(at);
        at = next;
    }
    free(memory);
}
