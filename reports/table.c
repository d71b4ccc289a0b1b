/* SPDX-License-Identifier: MIT */

#include "escape.h"
#include "summary.h"

#include <string.h>

enum { NAME_COLUMNS = 24 };

/* Writes a name. If it is longer than its column, it moves the other columns. */
static void put_name(FILE *out, const char *name, const char *version)
{
    int columns = NAME_COLUMNS - (int)(strlen(name) + strlen(version) + 1);
    report_text_short(out, REPORT_PLAIN, name);
    fputc(' ', out);
    report_text_short(out, REPORT_PLAIN, version);
    fprintf(out, "%*s", columns > 0 ? columns : 0, "");
}

static int width_of(size_t outcome)
{
    size_t length = strlen(uriproof_outcomes[outcome].name);
    return (int)(length < 5 ? 5 : length) + 1;
}

static void put_row(const uriproof_results *results, size_t adapter, const bool *used, FILE *out)
{
    size_t counts[URIPROOF_OUTCOME_COUNT];
    uriproof_count_outcomes(results, adapter, counts);
    put_name(out, results->adapters[adapter].name, results->adapters[adapter].version);
    for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT; outcome++)
        if (used[outcome])
            fprintf(out, "%*zu", width_of(outcome), counts[outcome]);
    report_unclaimed(out, REPORT_PLAIN, "  ", results, adapter, "");
    fputc('\n', out);
}

static bool write_table(const uriproof_results *results, FILE *out)
{
    bool used[URIPROOF_OUTCOME_COUNT] = {false};
    report_outcomes_seen(results, used); /* leaves out the other outcomes */
    fprintf(out, "%-*s", NAME_COLUMNS, "");
    for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT; outcome++)
        if (used[outcome])
            fprintf(out, "%*s", width_of(outcome), uriproof_outcomes[outcome].name);
    fputc('\n', out);
    for (size_t i = 0; i < results->adapter_count; i++)
        put_row(results, i, used, out);
    fprintf(out, "%zu vectors of ", uriproof_count_cases(results));
    report_text(out, REPORT_PLAIN, results->document);
    fputs(results->partial ? "; the run was ended early\n" : "\n", out);
    return fflush(out) == 0 && ferror(out) == 0;
}

const uriproof_report_format report_table = {
    .name = "table",
    .suffix = "txt",
    .about = "adapters by outcome, for a terminal",
    .write = write_table,
};
