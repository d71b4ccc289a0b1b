/* SPDX-License-Identifier: MIT */
#include "needs.h"
#include "json/json.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const cJSON *clauses_of(const cJSON *needs)
{
    return cJSON_GetObjectItemCaseSensitive(needs, "clauses");
}

/* What is wrong with the object, or NULL. */
static const char *fault_of(const cJSON *needs)
{
    const double most = 1e9;
    const char *format = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(needs, "format"));
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(needs, "version");
    if (format == NULL || strcmp(format, "uriproof-needs") != 0)
        return "\"format\" is not \"uriproof-needs\"";
    if (!cJSON_IsNumber(version) || version->valuedouble != 1)
        return "\"version\" is not 1";
    if (!cJSON_IsObject(clauses_of(needs)))
        return "needs an object \"clauses\"";
    for (const cJSON *count = clauses_of(needs)->child; count != NULL; count = count->next)
        if (!cJSON_IsNumber(count) || count->valuedouble < 0 || count->valuedouble > most ||
            (double)(size_t)count->valuedouble != count->valuedouble)
            return "a count of mutants is a whole number";
    return NULL;
}

bool uriproof_needs_read(const char *path, cJSON **needs, uriproof_error *error)
{
    size_t length;
    uriproof_error inner;
    char *text = uriproof_file_read(path, &length);
    *needs = NULL;
    if (text == NULL && errno == ENOENT)
        return true;
    if (text == NULL) {
        uriproof_error_set(error, "%s: %s", path, strerror(errno));
        return false;
    }
    *needs = uriproof_json_read(text, length, &inner);
    free(text);
    const char *fault = *needs == NULL ? inner.words : fault_of(*needs);
    if (fault == NULL)
        return true;
    uriproof_error_set(error, "%s: %s", path, fault);
    cJSON_Delete(*needs);
    *needs = NULL;
    return false;
}

size_t uriproof_needs_of(const cJSON *needs, const char *id)
{
    const cJSON *count = cJSON_GetObjectItemCaseSensitive(clauses_of(needs), id);
    return count != NULL ? (size_t)count->valuedouble : 0;
}
