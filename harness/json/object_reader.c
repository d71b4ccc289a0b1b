/* SPDX-License-Identifier: MIT */
#include "object_reader.h"

#include "base/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const file_kind_names[] = {
    [KEY_NAME] = "a string that is not void",
    [KEY_TEXT] = "a string",
    [KEY_TRUTH] = "true or false",
    [KEY_NUMBER] = "a number",
    [KEY_LIST] = "an array",
    [KEY_OBJECT] = "an object",
};

excerpt file_excerpt(const char *text)
{
    excerpt result = {""};
    size_t i = 0;
    for (; i < sizeof result.words - 4 && text[i] != '\0'; i++) {
        result.words[i] = uriproof_is_printable(text[i]) ? text[i] : '?';
    }
    if (text[i] != '\0') {
        memcpy(&result.words[i], "...", 3);
    }
    return result;
}

place file_place(const char *array, size_t index)
{
    place result;
    snprintf(result.words, sizeof result.words, "%.50s[%zu]", array, index);
    return result;
}

bool file_out_of_memory(uriproof_error *error)
{
    uriproof_error_set(error, "out of memory");
    return false;
}

bool file_is_kind(const cJSON *item, value_kind kind)
{
    switch (kind) {
    case KEY_NAME:
        return cJSON_IsString(item) && item->valuestring[0] != '\0';
    case KEY_TEXT:
        return cJSON_IsString(item);
    case KEY_TRUTH:
        return cJSON_IsBool(item);
    case KEY_NUMBER:
        return cJSON_IsNumber(item);
    case KEY_LIST:
        return cJSON_IsArray(item);
    case KEY_OBJECT:
        return cJSON_IsObject(item);
    }
    return false;
}

/* Checks one key of an object. */
static bool check_key(const cJSON *item, const file_key *fields, const char *where,
                      uriproof_error *error)
{
    size_t i = 0;
    while (fields[i].name != NULL && strcmp(fields[i].name, item->string) != 0) {
        i++;
    }
    if (fields[i].name == NULL) {
        uriproof_error_set(error, "%s: unknown key %s", where, file_excerpt(item->string).words);
        return false;
    }
    if (!file_is_kind(item, fields[i].kind)) {
        uriproof_error_set(error, "%s: %s is not %s", where, fields[i].name,
                           file_kind_names[fields[i].kind]);
        return false;
    }
    return true;
}

bool file_check(const cJSON *object, const file_key *fields, const char *where,
                uriproof_error *error)
{
    if (!cJSON_IsObject(object)) {
        uriproof_error_set(error, "%s: not an object", where);
        return false;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        if (!check_key(item, fields, where, error)) {
            return false;
        }
    }
    for (size_t i = 0; fields[i].name != NULL; i++) {
        if (!fields[i].optional && file_member(object, fields[i].name) == NULL) {
            uriproof_error_set(error, "%s: %s is missing", where, fields[i].name);
            return false;
        }
    }
    return true;
}

cJSON *file_member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

const char *file_text(const cJSON *object, const char *name)
{
    return file_member(object, name)->valuestring;
}

bool file_take_text(const cJSON *object, const char *name, char **text, uriproof_error *error)
{
    const cJSON *item = file_member(object, name);
    if (item == NULL) {
        return true;
    }
    *text = strdup(item->valuestring);
    return *text != NULL || file_out_of_memory(error);
}

size_t file_length(const cJSON *array)
{
    return (size_t)cJSON_GetArraySize(array);
}

void *file_room(size_t count, size_t size, uriproof_error *error)
{
    void *room = calloc(count > 0 ? count : 1, size);
    if (room == NULL) {
        file_out_of_memory(error);
    }
    return room;
}

bool file_take_list(const cJSON *object, const char *name, const char *where, char ***list,
                    uriproof_error *error)
{
    const cJSON *array = file_member(object, name);
    *list = file_room(file_length(array) + 1, sizeof **list, error);
    if (*list == NULL) {
        return false;
    }
    size_t i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!file_is_kind(item, KEY_NAME)) {
            uriproof_error_set(error, "%s: %s[%zu] is not %s", where, name, i,
                               file_kind_names[KEY_NAME]);
            return false;
        }
        (*list)[i] = strdup(item->valuestring);
        if ((*list)[i++] == NULL) {
            return file_out_of_memory(error);
        }
    }
    return true;
}
