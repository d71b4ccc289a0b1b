/* SPDX-License-Identifier: MIT */
#include "results_format.h"

#include "protocol/protocol.h"

#include <string.h>

enum { COMPONENT_NAMES = 9, GENERIC_NAMES = 4 };

/* Those that most answers have come first. */
static const char *const component_names[COMPONENT_NAMES] = {
    "scheme", "host", "port", "path", "query", "fragment", "user", "password", "userinfo"};
static const char *const generic_names[GENERIC_NAMES] = {"scheme", "path", "search", "fragmentid"};

/* Returns true for the status of an accepted text, which is left out. */
static bool is_accepted(const cJSON *item)
{
    return strcmp(item->string, "status") == 0 && cJSON_IsString(item) &&
           strcmp(item->valuestring, "accepted") == 0;
}

/* Returns the only object of parts that an accepted answer has beside its status, if all of it is
 * printable; else NULL. */
static const cJSON *only_parts(const cJSON *answer, const char *name)
{
    const cJSON *parts = cJSON_GetObjectItemCaseSensitive(answer, name);
    const cJSON *part;
    if (parts == NULL || cJSON_GetArraySize(answer) != 2 || !is_accepted(answer->child))
        return NULL;
    for (part = parts->child; part != NULL; part = part->next)
        if (strstr(part->string, "_hex") != NULL)
            return NULL;
    return parts;
}

static void write_parts(json_writer *w, const char *key, const cJSON *parts,
                        const char *const *names, size_t count)
{
    size_t absent = 0;
    json_open_array(w, key);
    for (size_t i = 0; i < count; i++) {
        const cJSON *part = cJSON_GetObjectItemCaseSensitive(parts, names[i]);
        absent += part == NULL;
        for (; part != NULL && absent > 0; absent--)
            json_null(w, NULL);
        if (part != NULL)
            json_text(w, NULL, part->valuestring);
    }
    json_close(w);
}

void write_short_answer(json_writer *w, const char *key, const char *text, const char *hash)
{
    cJSON *answer = cJSON_Parse(text);
    const cJSON *components = only_parts(answer, "components");
    const cJSON *generic = only_parts(answer, "generic");
    if (components != NULL && hash == NULL) {
        write_parts(w, key, components, component_names, COMPONENT_NAMES);
    } else if (generic != NULL && hash == NULL) {
        json_open_array(w, key);
        write_parts(w, NULL, generic, generic_names, GENERIC_NAMES);
        json_close(w);
    } else {
        json_open_object(w, key);
        for (const cJSON *item = answer->child; item != NULL; item = item->next) {
            if (strcmp(item->string, "components") == 0) {
                for (const cJSON *part = item->child; part != NULL; part = part->next)
                    json_tree(w, part->string, part);
            } else if (!is_accepted(item)) {
                json_tree(w, item->string, item);
            }
        }
        json_text_if(w, "shortened", hash);
        json_close(w);
    }
    cJSON_Delete(answer);
}

/* Is it the name of a component, or that with _hex? */
static bool is_component_key(const char *key)
{
    for (size_t i = 0; i < URIPROOF_COMPONENT_COUNT; i++)
        if (octets_key_of(key, uriproof_component_names[i].name) != OCTETS_OTHER_KEY)
            return true;
    return false;
}

/* Returns an accepted answer with the parts of the array; NULL if it is none. */
static cJSON *answer_of_parts(const cJSON *array)
{
    bool is_generic = cJSON_IsArray(array->child) && array->child->next == NULL;
    const char *const *names = is_generic ? generic_names : component_names;
    size_t count = is_generic ? GENERIC_NAMES : COMPONENT_NAMES, i = 0;
    cJSON *answer = cJSON_CreateObject();
    cJSON_AddStringToObject(answer, "status", "accepted");
    cJSON *parts = cJSON_AddObjectToObject(answer, is_generic ? "generic" : "components");
    const cJSON *part, *parts_listed = is_generic ? array->child : array;
    cJSON_ArrayForEach(part, parts_listed)
    {
        if (i == count || !(cJSON_IsString(part) || cJSON_IsNull(part))) {
            cJSON_Delete(answer);
            return NULL;
        }
        if (cJSON_IsString(part))
            cJSON_AddStringToObject(parts, names[i], part->valuestring);
        i++;
    }
    return answer;
}

/* Returns the answer of an object as it is in the protocol. */
static cJSON *answer_of_object(const cJSON *object)
{
    cJSON *answer = cJSON_Duplicate(object, true), *components = NULL;
    for (cJSON *item = answer->child, *next; item != NULL; item = next) {
        next = item->next;
        if (!is_component_key(item->string))
            continue;
        if (components == NULL)
            components = cJSON_CreateObject();
        cJSON_DetachItemViaPointer(answer, item);
        char *name = item->string;
        item->string = NULL; /* which the next call would free before it copies it */
        cJSON_AddItemToObject(components, name, item);
        cJSON_free(name);
    }
    if (components != NULL)
        cJSON_AddItemToObject(answer, "components", components);
    if (cJSON_GetObjectItemCaseSensitive(answer, "status") == NULL)
        cJSON_AddStringToObject(answer, "status", "accepted");
    return answer;
}

cJSON *read_short_answer(const cJSON *item)
{
    return cJSON_IsArray(item) ? answer_of_parts(item) : answer_of_object(item);
}
