/* SPDX-License-Identifier: MIT */
#include "corpus_read.h"
#include "json/json.h"

#include "base/base.h"
#include "memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool corpus_fault(corpus_reading *reading, const char *words, const char *culprit)
{
    char of_case[32] = "";
    if (reading->case_number > 0)
        snprintf(of_case, sizeof of_case, ", case %zu", reading->case_number);
    uriproof_error_set(reading->error, "%s: %s%s%s%s%s%s%s", reading->file, reading->place, of_case,
                       reading->place[0] != '\0' ? ": " : "", words,
                       culprit[0] != '\0' ? " \"" : "", culprit, culprit[0] != '\0' ? "\"" : "");
    return false;
}

void corpus_stand_at(corpus_reading *reading, const char *kind, size_t number)
{
    snprintf(reading->number, sizeof reading->number, "%s %zu", kind, number);
    reading->place = reading->number;
}

bool corpus_out_of_memory(corpus_reading *reading)
{
    return corpus_fault(reading, "out of memory", "");
}

bool corpus_key_known(const char *key, const char *const *keys)
{
    while (*keys != NULL && strcmp(*keys, key) != 0)
        keys++;
    return *keys != NULL;
}

bool corpus_only_keys(corpus_reading *reading, const cJSON *object, const char *const *keys)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next)
        if (!corpus_key_known(item->string, keys))
            return corpus_fault(reading, "unknown key", item->string);
    return true;
}

bool corpus_string(corpus_reading *reading, const cJSON *object, const char *key,
                   const char **string)
{
    *string = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    if (*string == NULL || **string == '\0')
        return corpus_fault(reading, "needs a string", key);
    return true;
}

bool corpus_array(corpus_reading *reading, const cJSON *object, const char *key,
                  const cJSON **array)
{
    *array = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsArray(*array) || corpus_fault(reading, "needs an array", key);
}

bool corpus_strings(corpus_reading *reading, const cJSON *object, const char *key,
                    const char ***strings)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, key);
    size_t count = array != NULL ? (size_t)cJSON_GetArraySize(array) : 0;
    if (array != NULL && !cJSON_IsArray(array))
        return corpus_fault(reading, "needs an array", key);
    *strings = corpus_memory_take(reading->corpus->memory, count + 1, sizeof **strings);
    if (*strings == NULL)
        return corpus_out_of_memory(reading);
    size_t at = 0;
    for (const cJSON *item = count > 0 ? array->child : NULL; item != NULL; item = item->next) {
        if (!cJSON_IsString(item))
            return corpus_fault(reading, "needs strings in", key);
        (*strings)[at++] = item->valuestring;
    }
    return true;
}

bool corpus_document(corpus_reading *reading, const char *path, const char *format,
                     const cJSON **document)
{
    size_t length = 0;
    char *text = uriproof_file_read(path, &length);
    if (text == NULL)
        return corpus_fault(reading, strerror(errno), "");
    uriproof_error inner;
    cJSON *object = uriproof_json_read(text, length, &inner);
    free(text);
    if (object == NULL)
        return corpus_fault(reading, inner.words, "");
    if (!corpus_memory_keep(reading->corpus->memory, object))
        return corpus_out_of_memory(reading);
    *document = object;
    const char *found = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "format"));
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(object, "version");
    if (found == NULL || strcmp(found, format) != 0)
        return corpus_fault(reading, "its \"format\" is not", format);
    if (!cJSON_IsNumber(version) || version->valuedouble != 1)
        return corpus_fault(reading, "its \"version\" is not 1; this program is too old for it",
                            "");
    return true;
}

bool corpus_of_dialect(corpus_reading *reading, const cJSON *document)
{
    const char *dialect;
    if (!corpus_string(reading, document, "dialect", &dialect))
        return false;
    return strcmp(dialect, reading->corpus->dialect->name) == 0 ||
           corpus_fault(reading, "is of another dialect:", dialect);
}
