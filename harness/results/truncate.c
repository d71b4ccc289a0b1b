/* SPDX-License-Identifier: MIT */
#include "truncate.h"
#include "model.h"
#include "protocol/protocol.h"

#include <string.h>

enum { LONGEST = 4096, KEPT = 256 };

static bool ends_in_hex(const char *key)
{
    size_t length = key != NULL ? strlen(key) : 0;
    return length > 4 && strcmp(key + length - 4, "_hex") == 0;
}

/* Keeps the front of a long string; what is not hexadecimal says so at its end. */
static bool shorten_string(cJSON *item)
{
    size_t length = strlen(item->valuestring);
    if (length <= LONGEST)
        return false;
    item->valuestring[KEPT] = '\0';
    if (!ends_in_hex(item->string))
        memcpy(item->valuestring + KEPT, "...", sizeof "...");
    return true;
}

bool truncate_texts(cJSON *object)
{
    bool any = false;
    for (cJSON *item = object != NULL ? object->child : NULL; item != NULL; item = item->next)
        any = (cJSON_IsString(item) ? shorten_string(item) : truncate_texts(item)) || any;
    return any;
}

/* ---- Keys ---- */

static void drop(cJSON *object, cJSON *item)
{
    cJSON_Delete(cJSON_DetachItemViaPointer(object, item));
}

static void drop_keys(cJSON *object, uriproof_op op)
{
    for (cJSON *item = object->child, *next; item != NULL; item = next) {
        next = item->next;
        if (!uriproof_answer_has_key(op, item->string))
            drop(object, item);
    }
}

/* ---- Room ---- */

static size_t length_of(const char *string)
{
    return string != NULL ? strlen(string) : 0;
}

/* Does `item`, without what is in it, take no more than *room? Then it takes it. */
static bool takes(const cJSON *item, size_t *room)
{
    size_t octets = sizeof *item + length_of(item->string) + length_of(item->valuestring);
    if (octets > *room)
        return false;
    *room -= octets;
    return true;
}

static bool fit(cJSON *object, size_t *room);

/* True where something was left out. Answers are not nested deep. */
static bool fit_item(cJSON *object, cJSON *item, size_t *room)
{
    if (takes(item, room))
        return fit(item, room);
    drop(object, item);
    return true;
}

static bool fit(cJSON *object, size_t *room)
{
    bool any = false;
    for (cJSON *item = object->child, *next; item != NULL; item = next) {
        next = item->next;
        any = fit_item(object, item, room) || any;
    }
    return any;
}

static bool holds_others(const cJSON *item)
{
    return cJSON_IsArray(item) || cJSON_IsObject(item);
}

/* The members that hold others come last: a list must not take the room of `valid`. */
static bool fit_answer(cJSON *answer, size_t *room)
{
    bool any = false;
    for (int holding = 0; holding < 2; holding++)
        for (cJSON *item = answer->child, *next; item != NULL; item = next) {
            next = item->next;
            if (holds_others(item) == (holding == 1))
                any = fit_item(answer, item, room) || any;
        }
    return any;
}

static size_t room_for_one(size_t room)
{
    if (room > TRUNCATE_ONE)
        return TRUNCATE_ONE;
    return room > TRUNCATE_EACH_FURTHER ? room : TRUNCATE_EACH_FURTHER;
}

cJSON *truncate_answer(const char *line, size_t length, uriproof_op op, size_t *room,
                       bool *shortened)
{
    uriproof_error error;
    cJSON *given = line_read(line, length, &error);
    if (given == NULL)
        return NULL;
    drop_keys(given, op);
    bool cut = truncate_texts(given);
    size_t granted = room_for_one(*room), left = granted;
    *shortened = fit_answer(given, &left) || cut;
    *room -= granted - left < *room ? granted - left : *room;
    return given;
}

/* A vector may ask about a megabyte. Whoever reads a report wants to see which, and not all of it.
 */
void uriproof_results_shorten(uriproof_results *results)
{
    for (size_t i = 0; i < results->case_count; i++) {
        uriproof_case *one = &results->cases[i];
        bool request = truncate_texts(one->request), expected = truncate_texts(one->expected);
        one->shortened = one->shortened || request || expected;
    }
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++) {
            uriproof_result *result = &results->adapters[i].results[k];
            result->shortened = truncate_texts(result->given) || result->shortened;
        }
}
