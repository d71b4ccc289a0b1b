/* SPDX-License-Identifier: MIT */
#include "words.h"

#include <string.h>

static bool is_lower_or_digit(char octet)
{
    return uriproof_is_digit(octet) || (octet >= 'a' && octet <= 'z');
}

static bool is_id(const char *id)
{
    for (; *id != '\0'; id++)
        if (!is_lower_or_digit(*id) || (id[1] == '-' && !is_lower_or_digit(id[2])))
            return false;
        else if (id[1] == '-')
            id++;
    return true;
}

bool words_check_id(const json_value *value, const char *id)
{
    return id == NULL || is_id(id) ||
           json_fault(value, json_item(value->tree, "id"),
                      "\"%s\" is no id: an id has a to z, 0 to 9, and single hyphens between them",
                      json_excerpt_of(id).words);
}

bool words_check_ascii(const json_value *value, const char *key)
{
    const cJSON *item = json_item(value->tree, key);
    return !cJSON_IsString(item) || uriproof_all_printable(uriproof_span_of(item->valuestring)) ||
           json_fault(value, item, "only printable ASCII, please");
}

/* ---- Productions ---- */

enum { PRODUCTIONS_MOST = 8 };

static const struct {
    const char *dialect, *names[PRODUCTIONS_MOST + 1];
} productions[] = {
    {"rfc1630", {"fragmentaddress", "uri", "scheme", "path", "search", "fragmentid", "escape"}},
    {"draft-www-uri-00",
     {"fragmentaddress", "uri", "scheme", "path", "search", "fragmentid", "escape"}},
    {"rfc3986",
     {"URI", "scheme", "authority", "IP-literal", "path", "query", "fragment", "pct-encoded"}},
    {"url-syntax", {"prefix", "scheme", "host", "port", "escape"}},
};

/* Returns the productions in which a text of the dialect is rejected; NULL if that is not known. */
static const char *const *productions_of(const uriproof_dialect *dialect)
{
    for (size_t i = 0; i < sizeof productions / sizeof *productions; i++)
        if (strcmp(productions[i].dialect, dialect->name) == 0)
            return productions[i].names;
    return NULL;
}

bool words_check_production(const json_value *value, const cJSON *item,
                            const uriproof_dialect *dialect, uriproof_op op, const char *production)
{
    const char *const *name = productions_of(dialect);
    char known[120] = "";
    if (production == NULL || op == URIPROOF_URL || name == NULL)
        return true;
    for (; *name != NULL && strcmp(*name, production) != 0; name++)
        add_word(known, sizeof known, *name);
    return *name != NULL ||
           json_fault(value, json_item(item, "production"), "\"%s\" is not one of: %s",
                      json_excerpt_of(production).words, known);
}

/* ---- What was meant ---- */

bool words_read_op(const json_value *value, uriproof_op *op)
{
    const cJSON *item = json_item(value->tree, "op");
    near_search near = {.word = json_string_of(value->tree, "op")};
    char known[100] = "";
    *op = near.word != NULL ? uriproof_op_named(near.word) : URIPROOF_OP_COUNT;
    if (!cJSON_IsObject(value->tree))
        return json_fault(value, value->tree, "not an object");
    if (*op != URIPROOF_OP_COUNT)
        return true;
    if (near.word == NULL)
        return json_fault(value, item != NULL ? item : value->tree, "%s",
                          item != NULL ? "not a string" : "the key \"op\" is missing");
    for (size_t i = 0; i < URIPROOF_OP_COUNT; i++) {
        add_word(known, sizeof known, uriproof_ops[i].name);
        near_try(&near, uriproof_ops[i].name);
    }
    return json_fault(value, item, "\"%s\" is not one of: %s%s", json_excerpt_of(near.word).words,
                      known, near_advise(&near).words);
}

/* Returns the dialect by whose name the id begins, or NULL. */
static const uriproof_dialect *dialect_of(const char *id)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    const size_t length = strcspn(id, ".");
    for (size_t i = 0; i < count; i++)
        if (strlen(dialects[i]->name) == length && strncmp(dialects[i]->name, id, length) == 0)
            return dialects[i];
    return NULL;
}

near_advice words_clause_advice(const uriproof_corpus *corpus, const char *id)
{
    const uriproof_dialect *of = dialect_of(id);
    near_search near = {.word = id};
    near_advice advice;
    if (of != NULL && of != corpus->dialect) {
        snprintf(advice.words, sizeof advice.words, ": it is of %s, and the file of %s", of->name,
                 corpus->dialect->name);
        return advice;
    }
    for (size_t i = 0; i < corpus->clause_count; i++)
        near_try(&near, corpus->clauses[i].id);
    return near_advise(&near);
}

near_advice words_flag_advice(const uriproof_corpus *corpus, const char *id)
{
    near_search near = {.word = id};
    for (size_t i = 0; i < corpus->flag_count; i++)
        near_try(&near, corpus->flags[i].id);
    return near_advise(&near);
}
