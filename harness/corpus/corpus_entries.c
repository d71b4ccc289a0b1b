/* SPDX-License-Identifier: MIT */
/* Flags and clauses. */
#include "corpus_read.h"

#include <string.h>

#include "memory.h"

static bool read_flag(corpus_reading *reading, const cJSON *object, uriproof_flag *flag)
{
    static const char *const keys[] = {"id", "note", "effect", NULL};
    if (!cJSON_IsObject(object))
        return corpus_fault(reading, "a flag is not an object", "");
    return corpus_string(reading, object, "id", &flag->id) && (reading->place = flag->id, true) &&
           corpus_only_keys(reading, object, keys) &&
           corpus_string(reading, object, "note", &flag->note) &&
           corpus_string(reading, object, "effect", &flag->effect);
}

bool corpus_read_flags(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format", "version", "flags", NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *document = NULL, *array = NULL;
    if (!corpus_document(reading, path, "uriproof-flags", &document) ||
        !corpus_only_keys(reading, document, keys) ||
        !corpus_array(reading, document, "flags", &array))
        return false;
    size_t count = (size_t)cJSON_GetArraySize(array);
    corpus->flags = corpus_memory_take(corpus->memory, count, sizeof *corpus->flags);
    if (corpus->flags == NULL)
        return corpus_out_of_memory(reading);
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        corpus_stand_at(reading, "flag", corpus->flag_count + 1);
        if (!read_flag(reading, item, &corpus->flags[corpus->flag_count++]))
            return false;
    }
    return true;
}

/* The link of a section, or NULL. */
static const char *link_of(const cJSON *sections, const char *document, const char *section)
{
    for (const cJSON *item = sections != NULL ? sections->child : NULL; item; item = item->next) {
        const char *in = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "document"));
        const char *of = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "section"));
        if (in != NULL && of != NULL && strcmp(in, document) == 0 && strcmp(of, section) == 0)
            return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "link"));
    }
    return NULL;
}

/* Checks the table of sections and their links, which a file may lack. */
static bool check_sections(corpus_reading *reading, const cJSON *sections)
{
    static const char *const keys[] = {"document", "section", "link", NULL};
    size_t number = 0;
    for (const cJSON *item = sections != NULL ? sections->child : NULL; item; item = item->next) {
        const char *document = NULL, *section = NULL, *link = NULL;
        corpus_stand_at(reading, "section", ++number);
        if (!cJSON_IsObject(item))
            return corpus_fault(reading, "a section is not an object", "");
        if (!corpus_only_keys(reading, item, keys) ||
            !corpus_string(reading, item, "document", &document) ||
            !corpus_string(reading, item, "section", &section) ||
            !corpus_string(reading, item, "link", &link))
            return false;
        if (link_of(sections, document, section) != link)
            return corpus_fault(reading, "the section is listed twice", section);
    }
    return true;
}

static bool read_clause(corpus_reading *reading, const cJSON *object, const cJSON *sections,
                        uriproof_clause *clause)
{
    static const char *const keys[] = {"id",         "document", "section", "production",
                                       "paraphrase", "rule",     "tokens",  NULL};
    if (!cJSON_IsObject(object))
        return corpus_fault(reading, "a clause is not an object", "");
    if (!corpus_string(reading, object, "id", &clause->id))
        return false;
    reading->place = clause->id;
    bool has_production = cJSON_GetObjectItemCaseSensitive(object, "production") != NULL;
    bool has_rule = cJSON_GetObjectItemCaseSensitive(object, "rule") != NULL;
    if (!(corpus_only_keys(reading, object, keys) &&
          corpus_string(reading, object, "document", &clause->document) &&
          corpus_string(reading, object, "section", &clause->section) &&
          corpus_string(reading, object, "paraphrase", &clause->paraphrase) &&
          (!has_production || corpus_string(reading, object, "production", &clause->production)) &&
          (!has_rule || corpus_string(reading, object, "rule", &clause->rule)) &&
          corpus_strings(reading, object, "tokens", &clause->tokens)))
        return false;
    clause->link = link_of(sections, clause->document, clause->section);
    return true;
}

bool corpus_read_clauses(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format", "version", "dialect", "sections", "clauses", NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *document = NULL, *array = NULL, *sections = NULL;
    if (!corpus_document(reading, path, "uriproof-clauses", &document) ||
        !corpus_only_keys(reading, document, keys) || !corpus_of_dialect(reading, document) ||
        !corpus_array(reading, document, "clauses", &array))
        return false;
    if (cJSON_GetObjectItemCaseSensitive(document, "sections") != NULL &&
        !(corpus_array(reading, document, "sections", &sections) &&
          check_sections(reading, sections)))
        return false;
    size_t count = (size_t)cJSON_GetArraySize(array);
    corpus->clauses = corpus_memory_take(corpus->memory, count, sizeof *corpus->clauses);
    if (corpus->clauses == NULL)
        return corpus_out_of_memory(reading);
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        corpus_stand_at(reading, "clause", corpus->clause_count + 1);
        if (!read_clause(reading, item, sections, &corpus->clauses[corpus->clause_count++]))
            return false;
    }
    return true;
}
