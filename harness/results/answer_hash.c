/* SPDX-License-Identifier: MIT */
#include "answer_hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = ANSWER_HASH_ROOM - 1 };

/* Adds octets to the hash, as FNV-1a does. */
static void add_octets(uint64_t *hash, const char *octets, size_t length)
{
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ (unsigned char)octets[i]) * UINT64_C(0x100000001b3);
}

static int by_name(const void *left, const void *right)
{
    const cJSON *const *a = left, *const *b = right;
    return strcmp((*a)->string, (*b)->string);
}

/* Sorts the members of `object`, and of the objects within: in which order an adapter wrote them
 * says nothing. False if memory is out. */
static bool sort_members(cJSON *object)
{
    size_t count = (size_t)cJSON_GetArraySize(object), filled = 0;
    cJSON **members = calloc(count + 1, sizeof *members);
    bool good = members != NULL;
    while (good && object->child != NULL) {
        members[filled] = cJSON_DetachItemViaPointer(object, object->child);
        good = !cJSON_IsObject(members[filled]) || sort_members(members[filled]);
        filled++;
    }
    if (filled > 0)
        qsort(members, filled, sizeof *members, by_name);
    /* cJSON_AddItemToArray links an item without a copy of its name. */
    for (size_t i = 0; i < filled; i++)
        cJSON_AddItemToArray(object, members[i]);
    free(members);
    return good;
}

uint64_t answer_hash(uriproof_op op, const uriproof_answer *answer)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    uriproof_answer without_words = *answer;
    without_words.error = NULL;
    if (answer->unsupported)
        return 0;
    cJSON *object = cJSON_CreateObject();
    char *text = NULL;
    if (object != NULL && uriproof_answer_write(object, op, &without_words) && sort_members(object))
        text = cJSON_PrintUnformatted(object);
    if (text != NULL)
        add_octets(&hash, text, strlen(text));
    bool hashed = text != NULL;
    cJSON_free(text);
    cJSON_Delete(object);
    return hashed ? hash : 0;
}

uint64_t answer_hash_mix(uint64_t answer, const char *id)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    add_octets(&hash, (const char *)&answer, sizeof answer);
    add_octets(&hash, id, strlen(id));
    return hash;
}

void answer_hash_write(uint64_t hash, char *words)
{
    snprintf(words, ANSWER_HASH_ROOM, "%016" PRIx64, hash);
}

bool answer_hash_read(const char *words, uint64_t *hash)
{
    if (strlen(words) != DIGITS || strspn(words, "0123456789abcdef") != DIGITS)
        return false;
    *hash = strtoull(words, NULL, 16);
    return *hash != 0;
}
