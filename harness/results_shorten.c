/* SPDX-License-Identifier: MIT */
/* A vector may ask about a megabyte. Whoever reads a report wants to see which, and not all of it.
 */
#include <uriproof/results.h>

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

static bool shorten(cJSON *object)
{
    bool any = false;
    for (cJSON *item = object != NULL ? object->child : NULL; item != NULL; item = item->next)
        any = (cJSON_IsString(item) ? shorten_string(item) : shorten(item)) || any;
    return any;
}

void uriproof_results_shorten(uriproof_results *results)
{
    for (size_t i = 0; i < results->case_count; i++) {
        uriproof_case *one = &results->cases[i];
        bool request = shorten(one->request), expected = shorten(one->expected);
        one->shortened = one->shortened || request || expected;
    }
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++) {
            uriproof_result *result = &results->adapters[i].results[k];
            result->shortened = shorten(result->given) || result->shortened;
        }
}
