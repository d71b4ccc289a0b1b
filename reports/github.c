/* SPDX-License-Identifier: MIT */
/*
 * Writes workflow commands of GitHub Actions, one on each line. The runner reads them from the
 * output of a step. It shows the first ten of each kind and silently drops the others. So the tenth
 * command says how many more there are.
 */
#include "summary.h"
#include "telling_clause.h"

#include <stdlib.h>

enum { SHOWN_OF_KIND = 10 };

typedef enum kind { ERROR, WARNING, NOTICE, KIND_COUNT } kind;

static const char *const kind_names[KIND_COUNT] = {
    [ERROR] = "error", [WARNING] = "warning", [NOTICE] = "notice"};

typedef struct writer {
    const uriproof_results *results;
    FILE *out;
    size_t left[KIND_COUNT];   /* commands that can still be shown */
    size_t unsaid[KIND_COUNT]; /* commands that could not be shown */
} writer;

/* Reserves a place for a command. Returns false, and counts the command, if there is none. The last
 * place is kept for the number of the others. */
static bool has_place(writer *w, kind which, size_t still_to_come)
{
    bool last = w->left[which] == 1 && still_to_come == 0 && w->unsaid[which] == 0;
    if (w->left[which] > 1 || last) {
        w->left[which]--;
        return true;
    }
    w->unsaid[which]++;
    return false;
}

static void begin(const writer *w, kind which)
{
    fprintf(w->out, "::%s title=", kind_names[which]);
}

static void line(const writer *w, const char *before, const char *text)
{
    fprintf(w->out, "%%0A%s", before);
    report_text_short(w->out, REPORT_GITHUB, text);
}

static kind kind_of(const uriproof_results *results, const uriproof_adapter_results *adapter,
                    const uriproof_result *result)
{
    return report_is_right_as_claimed(results, adapter, result) ? WARNING : ERROR;
}

static size_t failures_of_kind(const uriproof_results *results, kind which)
{
    size_t count = 0;
    for (size_t i = 0; i < results->adapter_count; i++) {
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_result *result = results->adapters[i].results[k];
            count += report_fails_gate(results, result) &&
                     kind_of(results, &results->adapters[i], result) == which;
        }
    }
    return count;
}

static void title(const writer *w, const uriproof_adapter_results *adapter, size_t number)
{
    const uriproof_result *result = adapter->results[number];
    report_text_short(w->out, REPORT_PROPERTY, adapter->name);
    fputs(" in ", w->out);
    report_text_short(w->out, REPORT_PROPERTY, w->results->cases[number].id);
    fprintf(w->out, "%%3A %s", uriproof_outcomes[result->outcome].name);
    if (w->results->has_baseline) {
        fprintf(w->out, "%%2C %s", uriproof_knowns[result->known].name);
    }
}

static void input(const writer *w, const uriproof_case *one)
{
    for (size_t i = 0; i < 2; i++) {
        report_field field;
        if (report_field_read(one, i, &field)) {
            fprintf(w->out, "%%0A%s: ", field.key);
            report_text_short(w->out, REPORT_GITHUB, field.value);
            report_field_free(&field);
        }
    }
}

static void failure(writer *w, kind which, const uriproof_adapter_results *adapter, size_t number)
{
    const uriproof_case *one = &w->results->cases[number];
    const uriproof_result *result = adapter->results[number];
    char *expected = report_describe(one->expected);
    char *given = report_describe(report_given(one, result));
    begin(w, which);
    title(w, adapter, number);
    fputs("::", w->out);
    report_text_short(w->out, REPORT_GITHUB, one->group->about);
    line(w, "op: ", uriproof_ops[one->op].name);
    input(w, one);
    line(w, "expected: ", expected);
    line(w, "given: ", given);
    if (w->results->has_baseline) {
        line(w, "baseline: ", uriproof_knowns[result->known].about);
    }
    if (report_is_dated(result)) {
        report_dialects(w->out, REPORT_GITHUB, "%0Aright in: ", w->results, result,
                        URIPROOF_RIGHT_THERE);
    }
    const size_t clause = report_telling_clause(w->results, result->deviations, one);
    if (clause != SIZE_MAX)
        line(w, "clause: ", w->results->clauses[clause].id);
    putc('\n', w->out);
    free(expected);
    free(given);
}

static void failures(writer *w, kind which)
{
    const uriproof_results *results = w->results;
    size_t to_come = failures_of_kind(results, which);
    for (size_t i = 0; i < results->adapter_count && to_come > 0; i++) {
        const uriproof_adapter_results *adapter = &results->adapters[i];
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_result *result = adapter->results[k];
            if (!report_fails_gate(results, result) || kind_of(results, adapter, result) != which) {
                continue;
            }
            to_come--;
            if (has_place(w, which, to_come)) {
                failure(w, which, adapter, k);
            }
        }
    }
}

static void say_unsaid(const writer *w, kind which, const char *what)
{
    if (w->unsaid[which] > 0) {
        begin(w, which);
        fprintf(w->out, "uriproof::%zu more %s; the other reports have all of them\n",
                w->unsaid[which], what);
    }
}

static void counts_of(const writer *w, size_t adapter)
{
    report_counts(w->out, w->results, adapter);
    size_t known = 0;
    for (size_t i = 0; w->results->has_baseline && i < w->results->case_count; i++) {
        known += w->results->adapters[adapter].results[i]->known == URIPROOF_KNOWN_FAILURE;
    }
    if (known > 0) {
        fprintf(w->out, "; %zu known to fail", known);
    }
}

static void notices(writer *w)
{
    const uriproof_results *results = w->results;
    for (size_t i = 0; i < results->adapter_count; i++) {
        if (has_place(w, NOTICE, results->adapter_count - i - 1)) {
            begin(w, NOTICE);
            report_text_short(w->out, REPORT_PROPERTY, results->adapters[i].name);
            putc(' ', w->out);
            report_text_short(w->out, REPORT_PROPERTY, results->adapters[i].version);
            fputs(" and ", w->out);
            report_text_short(w->out, REPORT_PROPERTY, results->document);
            fputs("::", w->out);
            counts_of(w, i);
            putc('\n', w->out);
        }
    }
    say_unsaid(w, NOTICE, "parsers");
}

/* Writes the most important message, so it comes first. */
static void incomplete(writer *w)
{
    bool nothing = w->results->adapter_count * uriproof_count_cases(w->results) == 0;
    if (nothing || report_ended_early(w->results)) {
        w->left[ERROR]--;
        begin(w, ERROR);
        fprintf(w->out, "uriproof::%s\n", nothing ? "nothing was run" : "the run was ended early");
    }
}

static bool write_github(const uriproof_results *results, FILE *out)
{
    writer w = {results, out, {SHOWN_OF_KIND, SHOWN_OF_KIND, SHOWN_OF_KIND}, {0}};
    incomplete(&w);
    failures(&w, ERROR);
    say_unsaid(&w, ERROR, "results that fail the run");
    failures(&w, WARNING);
    say_unsaid(&w, WARNING,
               "answers that are right by a specification that the parser claims to "
               "follow");
    notices(&w);
    return report_done(out);
}

const uriproof_report_format report_github = {
    .name = "github",
    .suffix = "txt",
    .about = "workflow commands of GitHub Actions, on standard output",
    .write = write_github,
};
