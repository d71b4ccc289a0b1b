/* SPDX-License-Identifier: MIT */
/*
 * Reads a store of findings: its runs, what people think of its classes, and the list of its
 * findings. Whatever is wrong with it is told, with the name of the file. What is listed is
 * written.
 */
#include "input.h"
#include "it.h"
#include "lines.h"

#include "findings/findings.h"

#include <stdlib.h>
#include <string.h>

static void demand_words(const char *words)
{
    fuzz_demand(strstr(words, "it.db") != NULL, "a fault names the file");
}

static void write_list(const finding_list *list)
{
    char *octets;
    size_t length;
    FILE *out = open_memstream(&octets, &length);
    fuzz_demand(out != NULL && finding_list_write(list, out) && fclose(out) == 0,
                "what is listed is written");
    free(octets);
}

/* Asks for what is thought of each class, as a run that sees it does. */
static void ask_states(findings *f, const finding_list *list)
{
    finding_state state;
    for (size_t i = 0; i < list->count; i++)
        if (!findings_state_of(f, list->findings[i].best.class, &state))
            demand_words(findings_error(f));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uriproof_error error = {""};
    finding_list list;
    findings *f = findings_open(fuzz_put_file("it.db", data, size), FINDINGS_READ, &error);
    if (f == NULL) {
        demand_words(error.words);
        return 0;
    }
    if (findings_list(f, &list)) {
        write_list(&list);
        ask_states(f, &list);
        finding_list_free(&list);
    } else {
        demand_words(findings_error(f));
    }
    findings_close(f);
    return 0;
}
