/* SPDX-License-Identifier: MIT */
#include "corpus_read.h"
#include "base/base.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

void *corpus_with_room(void *array, size_t count, size_t size)
{
    char *entries = list_grown(array, count, size);
    memset(entries + count * size, 0, size);
    return entries;
}

static bool is_of_dialect(const corpus_reading *reading, const corpus_head *head)
{
    const char *dialect = reading->corpus->dialect->name;
    return head->dialect == NULL || strcmp(head->dialect, dialect) == 0 ||
           json_fault(&head->root, cJSON_GetObjectItemCaseSensitive(head->root.tree, "dialect"),
                      "the dialect is not \"%s\"", dialect);
}

bool corpus_read_head(corpus_reading *reading, const char *format, const char *items,
                      const json_field *fields, corpus_head *head)
{
    const char *const without[] = {items, NULL};
    uriproof_span text = json_root(&reading->document);
    *head = (corpus_head){.root = json_value_read_without(&reading->document, text, without),
                          .items = json_member(text, items)};
    corpus_memory_keep(reading->corpus->memory, head->root.tree);
    return json_is_format(&head->root, format, 1) &&
           json_fill(&head->root, head->root.tree, fields, head) && is_of_dialect(reading, head);
}
