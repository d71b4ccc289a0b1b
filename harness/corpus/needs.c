/* SPDX-License-Identifier: MIT */
#include "needs.h"

#include "json/json.h"

#include <errno.h>

typedef struct needs_json {
    const char *format;
    size_t version;
    const cJSON *clauses;
} needs_json;

static const json_field needs_fields[] = {
    {"format", JSON_NAME, offsetof(needs_json, format), false},
    {"version", JSON_COUNT, offsetof(needs_json, version), false},
    {"clauses", JSON_OBJECT, offsetof(needs_json, clauses), false},
    {NULL, JSON_NAME, 0, false},
};

static bool are_counts(const json_value *root, const cJSON *clauses)
{
    const double most = 1e9;
    const cJSON *count;
    cJSON_ArrayForEach(count, clauses)
    {
        double number = cJSON_IsNumber(count) ? count->valuedouble : -1;
        if (number < 0 || number > most || (double)(size_t)number != number)
            return json_fault(root, count, "a count of mutants is a whole number");
    }
    return true;
}

bool uriproof_needs_read(const char *path, cJSON **needs, uriproof_error *error)
{
    json_document document;
    needs_json found;
    *needs = NULL;
    if (!json_document_open(&document, path, error))
        return errno == ENOENT;
    json_value root = json_value_read(&document, json_root(&document));
    bool good = json_is_format(&root, "uriproof-needs", 1) &&
                json_fill(&root, root.tree, needs_fields, &found) &&
                are_counts(&root, found.clauses);
    json_document_close(&document);
    if (good)
        *needs = root.tree;
    else
        cJSON_Delete(root.tree);
    return good;
}

size_t uriproof_needs_of(const cJSON *needs, const char *id)
{
    const cJSON *clauses = cJSON_GetObjectItemCaseSensitive(needs, "clauses");
    const cJSON *count = cJSON_GetObjectItemCaseSensitive(clauses, id);
    return count != NULL ? (size_t)count->valuedouble : 0;
}
