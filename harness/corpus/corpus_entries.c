/* SPDX-License-Identifier: MIT */
/* Flags and clauses. */
#include "corpus_read.h"

#include "memory.h"

#include <string.h>

/* ---- Flags ---- */

static const json_field flags_head[] = {
    {"format", JSON_NAME, offsetof(corpus_head, format), false},
    {"version", JSON_COUNT, offsetof(corpus_head, version), false},
    {"flags", JSON_ARRAY, offsetof(corpus_head, no_items), false},
    {NULL, JSON_NAME, 0, false},
};

static const json_field flag_fields[] = {
    {"id", JSON_NAME, offsetof(uriproof_flag, id), false},
    {"note", JSON_NAME, offsetof(uriproof_flag, note), false},
    {"effect", JSON_NAME, offsetof(uriproof_flag, effect), false},
    {NULL, JSON_NAME, 0, false},
};

bool corpus_read_flags(corpus_reading *reading)
{
    uriproof_corpus *corpus = reading->corpus;
    corpus_head head;
    uriproof_span item = {NULL, 0};
    if (!corpus_read_head(reading, "uriproof-flags", "flags", flags_head, &head))
        return false;
    while (json_next(head.items, &item)) {
        json_value value = json_value_read(&reading->document, item);
        corpus_memory_keep(corpus->memory, value.tree);
        corpus->flags = corpus_with_room(corpus->flags, corpus->flag_count, sizeof *corpus->flags);
        if (!json_fill(&value, value.tree, flag_fields, &corpus->flags[corpus->flag_count++]))
            return false;
    }
    return true;
}

/* ---- Clauses ---- */

static const json_field clauses_head[] = {
    {"format", JSON_NAME, offsetof(corpus_head, format), false},
    {"version", JSON_COUNT, offsetof(corpus_head, version), false},
    {"dialect", JSON_NAME, offsetof(corpus_head, dialect), false},
    {"sections", JSON_ARRAY, offsetof(corpus_head, sections), true},
    {"clauses", JSON_ARRAY, offsetof(corpus_head, no_items), false},
    {NULL, JSON_NAME, 0, false},
};

typedef struct section_json {
    const char *document, *section, *link;
} section_json;

static const json_field section_fields[] = {
    {"document", JSON_NAME, offsetof(section_json, document), false},
    {"section", JSON_NAME, offsetof(section_json, section), false},
    {"link", JSON_NAME, offsetof(section_json, link), false},
    {NULL, JSON_NAME, 0, false},
};

typedef struct clause_json {
    uriproof_clause clause;
    const cJSON *tokens;
} clause_json;

static const json_field clause_fields[] = {
    {"id", JSON_NAME, offsetof(clause_json, clause.id), false},
    {"document", JSON_NAME, offsetof(clause_json, clause.document), false},
    {"section", JSON_NAME, offsetof(clause_json, clause.section), false},
    {"production", JSON_NAME, offsetof(clause_json, clause.production), true},
    {"paraphrase", JSON_NAME, offsetof(clause_json, clause.paraphrase), false},
    {"rule", JSON_NAME, offsetof(clause_json, clause.rule), true},
    {"tokens", JSON_NAMES, offsetof(clause_json, tokens), true},
    {NULL, JSON_NAME, 0, false},
};

/* Returns the link of a section, or NULL. */
static const char *link_of(const cJSON *sections, const char *document, const char *section)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, sections)
    {
        const char *in = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "document"));
        const char *of = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "section"));
        if (in != NULL && of != NULL && strcmp(in, document) == 0 && strcmp(of, section) == 0)
            return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "link"));
    }
    return NULL;
}

/* Checks the table of sections and their links, which a file may lack. */
static bool check_sections(const corpus_head *head)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, head->sections)
    {
        section_json one;
        if (!json_fill(&head->root, item, section_fields, &one))
            return false;
        if (link_of(head->sections, one.document, one.section) != one.link)
            return json_fault(&head->root, item, "the section is listed twice");
    }
    return true;
}

static const char **tokens_of(corpus_reading *reading, const cJSON *array)
{
    size_t count = 0;
    const char **tokens = corpus_memory_take(reading->corpus->memory,
                                             (size_t)cJSON_GetArraySize(array) + 1, sizeof *tokens);
    for (const cJSON *item = array != NULL ? array->child : NULL; item != NULL; item = item->next)
        tokens[count++] = item->valuestring;
    return tokens;
}

bool corpus_read_clauses(corpus_reading *reading)
{
    uriproof_corpus *corpus = reading->corpus;
    corpus_head head;
    uriproof_span item = {NULL, 0};
    if (!corpus_read_head(reading, "uriproof-clauses", "clauses", clauses_head, &head) ||
        !check_sections(&head))
        return false;
    while (json_next(head.items, &item)) {
        json_value value = json_value_read(&reading->document, item);
        clause_json found = {.tokens = NULL};
        corpus_memory_keep(corpus->memory, value.tree);
        if (!json_fill(&value, value.tree, clause_fields, &found))
            return false;
        found.clause.link = link_of(head.sections, found.clause.document, found.clause.section);
        found.clause.tokens = tokens_of(reading, found.tokens);
        corpus->clauses =
            corpus_with_room(corpus->clauses, corpus->clause_count, sizeof *corpus->clauses);
        corpus->clauses[corpus->clause_count++] = found.clause;
    }
    return true;
}
