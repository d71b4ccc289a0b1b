/* SPDX-License-Identifier: MIT */
/*
 * Lets libFuzzer change a value of JSON in place of an octet: the text stays JSON, and comes past
 * the check, to the reader that has to look at the kind of each value. One in four changes is the
 * engine's own. An octet before the object, as the target `answer` has one, stays.
 */
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The changes of libFuzzer. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) __attribute__((weak));

/* What libFuzzer calls. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { DEEP = 1000 };

/* What takes the place of a value. */
static const char *const others[] = {
    "null",
    "true",
    "false",
    "[]",
    "[null]",
    "[[]]",
    "{}",
    "{\"\":null}",
    "[{}]",
    "[1,2]",
    "0",
    "-1",
    "0.5",
    "1",
    "2147483648",
    "9007199254740994",
    "1e300",
    "-1e-300",
    "\"\"",
    "\"x\"",
    "\"00\"",
    "\"zz\"",
    "[\"\"]",
    "\"\\u001b[2J\\u202e\"",
    "\"http://h/\"",
    "{\"uri\":[]}",
    "{\"status\":\"accepted\"}",
    "{\"hex\":\"ff\"}",
};

enum { OTHER_COUNT = sizeof others / sizeof others[0] };

static unsigned draw(unsigned *state, unsigned count)
{
    *state = *state * 1103515245U + 12345U;
    return (*state >> 16) % count;
}

static unsigned count_values(const cJSON *item)
{
    unsigned count = 0;
    for (const cJSON *child = item->child; child != NULL; child = child->next)
        count += 1 + count_values(child);
    return count;
}

/* Returns value number *number within the container, and its own container. */
static cJSON *value_at(cJSON *container, unsigned *number, cJSON **parent)
{
    for (cJSON *child = container->child; child != NULL; child = child->next) {
        *parent = container;
        if ((*number)-- == 0)
            return child;
        cJSON *found = value_at(child, number, parent);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static cJSON *deep_value(void)
{
    char text[2 * DEEP + 1];
    memset(text, '[', DEEP);
    memset(text + DEEP, ']', DEEP);
    text[sizeof text - 1] = '\0';
    return cJSON_CreateRaw(text);
}

static cJSON *other_value(cJSON *root, unsigned *state)
{
    const unsigned way = draw(state, 40);
    cJSON *parent;
    unsigned number = draw(state, count_values(root));
    if (way == 0)
        return deep_value();
    return way < 12 ? cJSON_Duplicate(value_at(root, &number, &parent), true)
                    : cJSON_CreateRaw(others[draw(state, OTHER_COUNT)]);
}

/* Puts a value under the key of another one. */
static void name_as(cJSON *item, const cJSON *other)
{
    free(item->string);
    item->string = other->string != NULL ? strdup(other->string) : NULL;
}

/* Changes one value of the tree, which has one at least. */
static void change(cJSON *root, unsigned *state)
{
    cJSON *parent = NULL;
    unsigned number = draw(state, count_values(root));
    cJSON *item = value_at(root, &number, &parent);
    const unsigned way = draw(state, 10);
    if (way == 0) {
        cJSON_Delete(cJSON_DetachItemViaPointer(parent, item));
        return;
    }
    cJSON *other = way < 3 ? cJSON_Duplicate(item, true) : other_value(root, state);
    name_as(other, item);
    if (way < 3)
        cJSON_AddItemToArray(parent, other); /* also of an object: then a key is there twice */
    else
        cJSON_ReplaceItemViaPointer(parent, item, other);
}

/* Returns the text of the tree after some changes. The caller frees it. */
static char *changed(cJSON *root, unsigned seed)
{
    unsigned state = seed;
    for (unsigned left = 1 + draw(&state, 3); left > 0 && root->child != NULL; left--)
        change(root, &state);
    return cJSON_PrintUnformatted(root);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    const size_t before = size > 0 && data[0] != '{';
    cJSON *root = seed % 4 != 0 && size > before
                      ? cJSON_ParseWithLength((const char *)data + before, size - before)
                      : NULL;
    char *text = root != NULL ? changed(root, seed) : NULL;
    const size_t length = text != NULL ? strlen(text) : 0;
    const bool fits = length > 0 && before + length <= most;
    if (fits)
        memcpy(data + before, text, length);
    cJSON_free(text);
    cJSON_Delete(root);
    if (fits)
        return before + length;
    return LLVMFuzzerMutate != NULL ? LLVMFuzzerMutate(data, size, most) : size;
}
