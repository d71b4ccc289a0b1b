/* SPDX-License-Identifier: MIT */
/*
 * Checks JSON. Whatever the check accepts, cJSON must accept too. The text that cJSON prints must
 * pass the check again and have the same value. The reader of lines must give that value too. If
 * the check rejects a text, the fault must be in the text or directly after it.
 */
#include "input.h"
#include "lines.h"

#include "json/json.h"
#include <stdlib.h>
#include <string.h>

static const uriproof_json_limits limits = {32, 65536};

/* Returns true if a number is too large for a double. cJSON prints such a number as null, so it
 * cannot be compared. */
static bool has_infinity(const cJSON *item)
{
    bool has = item != NULL && cJSON_IsNumber(item) && item->valuedouble - item->valuedouble != 0;
    for (const cJSON *child = item != NULL ? item->child : NULL; child != NULL && !has;
         child = child->next)
        has = has_infinity(child);
    return has;
}

static void check_printed(const cJSON *value)
{
    uriproof_json_fault fault;
    char *printed = cJSON_PrintUnformatted(value);
    fuzz_demand(printed != NULL && uriproof_json_check(printed, strlen(printed), &limits, &fault),
                "what is printed is taken");
    cJSON *again = cJSON_Parse(printed);
    fuzz_demand(has_infinity(value) || cJSON_Compare(value, again, true), "it is the same");
    cJSON_Delete(again);
    cJSON_free(printed);
}

/* Requires that the reader of lines accepts just the texts that are objects, with the same value.
 * `value` is NULL if the check has rejected the text. */
static void check_read(const char *text, size_t size, const cJSON *value)
{
    json_memory memory = {0};
    uriproof_json_fault fault = {{""}, 0};
    const cJSON *object = json_read_into(&memory, text, size, &limits, &fault);
    fuzz_demand((object != NULL) == cJSON_IsObject(value), "what is an object is read");
    fuzz_demand(object != NULL || fault.error.words[0] != '\0', "a fault is told");
    fuzz_demand(object == NULL || has_infinity(value) || cJSON_Compare(object, value, true),
                "it is read as cJSON reads it");
    json_memory_free(&memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_copy(data, size);
    uriproof_json_fault fault = {{""}, 0};
    if (uriproof_json_check(text, size, &limits, &fault)) {
        cJSON *value = cJSON_ParseWithLength(text, size);
        fuzz_demand(value != NULL, "what is taken is JSON");
        check_printed(value);
        check_read(text, size, value);
        cJSON_Delete(value);
    } else {
        check_read(text, size, NULL);
        fuzz_demand(fault.error.words[0] != '\0' && fault.offset <= size, "a fault is told");
    }
    free(text);
    return 0;
}
