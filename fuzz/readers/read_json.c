/* SPDX-License-Identifier: MIT */
/*
 * The check of JSON. What it takes, cJSON takes too; what cJSON prints of it is taken again, and is
 * the same value, and so is what the reader of lines makes of it. Where it rejects, the fault is in
 * the text or just after it.
 */
#include "input.h"
#include "lines.h"

#include "json/json.h"
#include <stdlib.h>
#include <string.h>

static const uriproof_json_limits limits = {32, 65536};

/* cJSON prints a number that a double cannot hold as null. */
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

/* The reader of lines takes an object too, for the same; and what it rejects is no object, or none
 * that is right. */
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
