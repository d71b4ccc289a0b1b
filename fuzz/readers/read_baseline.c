/* SPDX-License-Identifier: MIT */
/*
 * Reads a baseline. If it is written again without a run, it must read as the same list, and write
 * as the same octets.
 */
#include "input.h"
#include "lines.h"
#include "results/results.h"
#include "json/json.h"

#include <string.h>

static bool read_list(const char *text, size_t length, void *list, uriproof_error *error)
{
    json_document document;
    return json_document_check(&document, "b.json", text, length, error) &&
           baseline_read(&document, list);
}

static bool write_list(const void *from, FILE *out)
{
    return baseline_write(from, NULL, 0, URIPROOF_CLAUSES, out);
}

static void check_same(const void *first, const void *second)
{
    const baseline *list = first, *again = second;
    fuzz_demand(list->count == again->count && list->adapter_count == again->adapter_count,
                "as many adapters and entries");
    for (size_t i = 0; i < list->count; i++)
        fuzz_demand(strcmp(list->entries[i].adapter, again->entries[i].adapter) == 0 &&
                        strcmp(list->entries[i].id, again->entries[i].id) == 0 &&
                        list->entries[i].outcome == again->entries[i].outcome &&
                        list->entries[i].answer == again->entries[i].answer,
                    "the same entries");
    for (size_t i = 0; i < list->adapter_count; i++)
        fuzz_demand(strcmp(list->adapters[i].name, again->adapters[i].name) == 0 &&
                        strcmp(list->adapters[i].dialect, again->adapters[i].dialect) == 0 &&
                        list->adapters[i].level == again->adapters[i].level &&
                        memcmp(list->adapters[i].unsupported, again->adapters[i].unsupported,
                               sizeof list->adapters[i].unsupported) == 0,
                    "the same adapters");
}

static void free_list(void *list)
{
    baseline_free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fuzz_format format = {sizeof(baseline), read_list, write_list, check_same,
                                       free_list};
    fuzz_round_trip(&format, data, size);
    return 0;
}
