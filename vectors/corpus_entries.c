/* SPDX-License-Identifier: MIT */
/* Flags and clauses. */
#include "corpus_read.h"

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

static bool read_clause(corpus_reading *reading, const cJSON *object, uriproof_clause *clause)
{
    static const char *const keys[] = {"id",         "document", "section", "production",
                                       "paraphrase", "tokens",   NULL};
    if (!cJSON_IsObject(object))
        return corpus_fault(reading, "a clause is not an object", "");
    if (!corpus_string(reading, object, "id", &clause->id))
        return false;
    reading->place = clause->id;
    bool has_production = cJSON_GetObjectItemCaseSensitive(object, "production") != NULL;
    return corpus_only_keys(reading, object, keys) &&
           corpus_string(reading, object, "document", &clause->document) &&
           corpus_string(reading, object, "section", &clause->section) &&
           corpus_string(reading, object, "paraphrase", &clause->paraphrase) &&
           (!has_production || corpus_string(reading, object, "production", &clause->production)) &&
           corpus_strings(reading, object, "tokens", &clause->tokens);
}

bool corpus_read_clauses(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format", "version", "dialect", "clauses", NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *document = NULL, *array = NULL;
    if (!corpus_document(reading, path, "uriproof-clauses", &document) ||
        !corpus_only_keys(reading, document, keys) || !corpus_of_dialect(reading, document) ||
        !corpus_array(reading, document, "clauses", &array))
        return false;
    size_t count = (size_t)cJSON_GetArraySize(array);
    corpus->clauses = corpus_memory_take(corpus->memory, count, sizeof *corpus->clauses);
    if (corpus->clauses == NULL)
        return corpus_out_of_memory(reading);
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        corpus_stand_at(reading, "clause", corpus->clause_count + 1);
        if (!read_clause(reading, item, &corpus->clauses[corpus->clause_count++]))
            return false;
    }
    return true;
}
