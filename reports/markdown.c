/* SPDX-License-Identifier: MIT */
/*
 * Writes Markdown as GitHub reads it. Tables only have prose, since a pipe would end the cell even
 * within a code span. The words of an adapter are in code spans, where no character has a meaning.
 */
#include "summary.h"

#include <stdlib.h>

static void prose(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    report_text_short(out, REPORT_MARKDOWN, text);
}

static void header(const uriproof_results *results, FILE *out)
{
    prose(out, "# ", results->document);
    prose(out, "\n\nuriproof ", results->uriproof);
    prose(out, ", dialect ", results->dialect);
    fputs(", readings: ", out);
    report_list(out, REPORT_MARKDOWN, results->readings, "default");
    fprintf(out, ".\nVectors: %zu; clauses: %zu; parsers: %zu.\n", uriproof_count_cases(results),
            results->clause_count, results->adapter_count);
    if (report_ended_early(results)) {
        fputs("\n**The run was ended early: not every case was asked.**\n", out);
    }
}

/* Writes the line below the head of a table. The first column is text, the others are numbers. */
static void rule(size_t columns, FILE *out)
{
    fputs("\n|---|", out);
    for (size_t i = 1; i < columns; i++) {
        fputs("--:|", out);
    }
    putc('\n', out);
}

static void adapters_table(const uriproof_results *results, FILE *out)
{
    fputs("\n## Parsers\n\n| parser |", out);
    bool shown[URIPROOF_OUTCOME_COUNT] = {[URIPROOF_AGREE] = true};
    report_outcomes_seen(results, shown);
    size_t columns = 1;
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        if (shown[i]) {
            fprintf(out, " %s |", uriproof_outcomes[i].name);
            columns++;
        }
    }
    rule(columns, out);
    for (size_t i = 0; i < results->adapter_count; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT];
        uriproof_count_outcomes(results, i, counts);
        prose(out, "| ", results->adapters[i].name);
        prose(out, " ", results->adapters[i].version);
        report_unclaimed(out, REPORT_MARKDOWN, " (", results, i, ")");
        fputs(" |", out);
        for (size_t k = 0; k < URIPROOF_OUTCOME_COUNT; k++) {
            if (shown[k]) {
                fprintf(out, " %zu |", counts[k]);
            }
        }
        putc('\n', out);
    }
}

/* Says what an adapter declares to change by design. Without this, its agreement would look better
 * than it is. */
static void by_design(const uriproof_results *results, FILE *out)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &results->adapters[i];
        if (adapter->transforms != NULL && adapter->transforms[0] != NULL) {
            prose(out, "\n", adapter->name);
            fputs(" declares these transforms, changes that it makes by design: ", out);
            report_list(out, REPORT_MARKDOWN, adapter->transforms, "");
            fprintf(out, ". Answers that agree only up to a transform: %zu.\n",
                    uriproof_count_up_to(results, i));
        }
    }
}

/* Says where a parser's manual states that it accepts texts without a check. */
static void unvalidated(const uriproof_results *results, FILE *out)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &results->adapters[i];
        if (adapter->splits != NULL) {
            size_t counts[URIPROOF_OUTCOME_COUNT];
            uriproof_count_outcomes(results, i, counts);
            prose(out, "\n", adapter->name);
            prose(out, " splits a text and does not validate it (", adapter->splits);
            fprintf(out, "). Texts that it accepts and the specification rejects: %zu.\n",
                    counts[URIPROOF_UNVALIDATED]);
        }
    }
}

static void dialect_heads(const uriproof_results *results, FILE *out)
{
    for (size_t i = 0; i < results->dialect_count; i++) {
        prose(out, " ", results->dialects[i].name);
        fputs(" |", out);
    }
}

static void dates_row(const uriproof_results *results, size_t adapter, FILE *out)
{
    report_dates dates;
    report_dates_make(results, adapter, &dates);
    prose(out, "| ", results->adapters[adapter].name);
    fprintf(out, " | %zu |", dates.answers);
    for (size_t i = 0; i < results->dialect_count; i++) {
        fprintf(out, " %zu |", dates.right[i]);
    }
    fprintf(out, " %zu |\n", dates.nowhere);
    free(dates.right);
}

static void correctness_legend(const uriproof_results *results, FILE *out)
{
    putc('\n', out);
    for (size_t i = 0; i < URIPROOF_CORRECTNESS_COUNT; i++) {
        fprintf(out, "- %s: %s\n", uriproof_correctnesses[i].name, uriproof_correctnesses[i].about);
    }
    fprintf(out, "- %s\n", report_right_refusals);
    for (size_t i = 0; i < results->dialect_count; i++) {
        prose(out, "- ", results->dialects[i].name);
        prose(out, ": ", results->dialects[i].document);
        putc('\n', out);
    }
}

static void dates_table(const uriproof_results *results, FILE *out)
{
    if (results->dialect_count == 0) {
        return;
    }
    fputs("\n"
          "## Differences by dialect\n"
          "\n"
          "Each answer that differs was also judged by every dialect, with its default readings. "
          "The table counts how many of them are right in each dialect:\n"
          "\n"
          "| parser | differences |",
          out);
    dialect_heads(results, out);
    fputs(" none |", out);
    rule(results->dialect_count + 3, out);
    for (size_t i = 0; i < results->adapter_count; i++) {
        dates_row(results, i, out);
    }
    correctness_legend(results, out);
}

static void clause_row(const uriproof_results *results, const report_index *index, size_t clause,
                       FILE *out)
{
    prose(out, "| ", results->clauses[clause].id);
    prose(out, " (", results->clauses[clause].section);
    fputs(") |", out);
    for (size_t i = 0; i < results->adapter_count; i++) {
        const report_tally *tally = report_tally_of(results, index, clause, i);
        if (tally->run == 0) {
            fputs(" - |", out);
        } else {
            fprintf(out, " %zu/%zu |", tally->bad, tally->run);
        }
    }
    putc('\n', out);
}

static void clauses_table(const uriproof_results *results, const report_index *index, FILE *out)
{
    fputs("\n"
          "## Clauses with a difference\n"
          "\n"
          "Each field has the number of bad results and the number of cases that were run.\n"
          "\n"
          "| clause |",
          out);
    for (size_t i = 0; i < results->adapter_count; i++) {
        prose(out, " ", results->adapters[i].name);
        fputs(" |", out);
    }
    rule(results->adapter_count + 1, out);
    for (size_t i = 0; i < results->clause_count; i++) {
        if (report_clause_is_bad(results, index, i)) {
            clause_row(results, index, i, out);
        }
    }
}

static void code(FILE *out, const char *before, char *text)
{
    fputs(before, out);
    report_code_span(out, text);
    putc('\n', out);
    free(text);
}

/* Writes the clauses of a case, except the one that it is listed under. */
static void other_clauses(const uriproof_results *results, const uriproof_case *one, FILE *out)
{
    for (size_t i = 1; i < report_clause_count(one); i++) {
        prose(out, i > 1 ? ", " : "  - also: ", results->clauses[report_clause(one, i)].id);
    }
    fputs(report_clause_count(one) > 1 ? "\n" : "", out);
}

static void input(const uriproof_case *one, FILE *out)
{
    for (size_t i = 0; i < 2; i++) {
        report_field field;
        if (report_field_read(one, i, &field)) {
            fprintf(out, "  - %s: ", field.name);
            code(out, "", report_field_quoted(one, i));
            report_field_free(&field);
        }
    }
}

static void right_in(const uriproof_results *results, const uriproof_result *result, FILE *out)
{
    if (report_is_dated(result) && report_dialects(out, REPORT_MARKDOWN, "  - right in: ", results,
                                                   result, URIPROOF_RIGHT_THERE)) {
        putc('\n', out);
    }
}

static void difference(const uriproof_results *results, const uriproof_case *one,
                       const uriproof_result *result, FILE *out)
{
    prose(out, "- **", one->id);
    fprintf(out, "** (%s, %s): ", uriproof_ops[one->op].name,
            uriproof_outcomes[result->outcome].name);
    prose(out, "", one->group->about);
    putc('\n', out);
    input(one, out);
    code(out, "  - expected: ", report_describe(one->expected));
    code(out, "  - given: ", report_describe(result->given));
    if (result->detail != NULL) {
        fputs("  - detail: ", out);
        report_code_span(out, result->detail);
        putc('\n', out);
    }
    right_in(results, result, out);
    other_clauses(results, one, out);
}

static void clause_heading(const uriproof_results *results, size_t clause, FILE *out)
{
    const uriproof_results_clause *facts = &results->clauses[clause];
    prose(out, "\n#### ", facts->id);
    prose(out, "\n\n", facts->paraphrase);
    bool linked = report_link_is_plain(facts->link);
    prose(out, linked ? " ([" : " (", facts->document);
    prose(out, ", ", facts->section);
    if (linked) {
        fprintf(out, "](%s)", facts->link);
    }
    fputs(")\n\n", out);
    if (facts->rule != NULL) {
        report_code_span(out, facts->rule);
        fputs("\n\n", out);
    }
}

/* Returns true if the case is listed under this clause. It is listed under its first clause, and
 * only names the others. */
static bool is_under(const uriproof_case *one, size_t clause)
{
    return report_clause_count(one) > 0 && report_clause(one, 0) == clause;
}

static void clause_differences(const uriproof_results *results, const report_index *index,
                               const uriproof_adapter_results *adapter, size_t clause, FILE *out)
{
    bool headed = false;
    for (size_t k = index->start[clause]; k < index->start[clause + 1]; k++) {
        size_t number = index->cases[k];
        const uriproof_case *one = &results->cases[number];
        if (!index->shown[number] || !is_under(one, clause) ||
            !report_is_bad(adapter->results[number]->outcome)) {
            continue;
        }
        if (!headed) {
            clause_heading(results, clause, out);
            headed = true;
        }
        difference(results, one, adapter->results[number], out);
    }
}

static void clauseless_differences(const uriproof_results *results, const report_index *index,
                                   const uriproof_adapter_results *adapter, FILE *out)
{
    bool headed = false;
    for (size_t i = 0; i < results->case_count; i++) {
        bool bad = report_is_bad(adapter->results[i]->outcome);
        if (!index->shown[i] || !bad || report_clause_count(&results->cases[i]) > 0) {
            continue;
        }
        fputs(headed ? "" : "\n#### Under no clause\n\n", out);
        headed = true;
        difference(results, &results->cases[i], adapter->results[i], out);
    }
}

/* Writes a table of differences, with a column for each dialect that says whether the answer is
 * right by it. */
static void dated_differences(const uriproof_results *results, const report_index *index,
                              const uriproof_adapter_results *adapter, FILE *out)
{
    bool headed = false;
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_result *result = adapter->results[i];
        if (!index->shown[i] || !report_is_dated(result)) {
            continue;
        }
        if (!headed) {
            fputs("\n| vector | outcome |", out);
            dialect_heads(results, out);
            rule(results->dialect_count + 2, out);
            headed = true;
        }
        prose(out, "| ", results->cases[i].id);
        fprintf(out, " | %s |", uriproof_outcomes[result->outcome].name);
        for (size_t k = 0; k < results->dialect_count; k++) {
            fprintf(out, " %s |", uriproof_correctnesses[uriproof_right_in(result, k)].name);
        }
        putc('\n', out);
    }
}

static void adapter_differences(const uriproof_results *results, const report_index *index,
                                size_t adapter, FILE *out)
{
    const uriproof_adapter_results *facts = &results->adapters[adapter];
    size_t bad = 0;
    for (size_t i = 0; i < results->case_count; i++) {
        bad += report_is_bad(facts->results[i]->outcome);
    }
    prose(out, "\n### ", facts->name);
    prose(out, " ", facts->version);
    fprintf(out, "\n\n%zu of %zu.\n", bad, uriproof_count_cases(results));
    dated_differences(results, index, facts, out);
    for (size_t i = 0; i < results->clause_count; i++) {
        clause_differences(results, index, facts, i, out);
    }
    clauseless_differences(results, index, facts, out);
}

static void differences(const uriproof_results *results, const report_index *index, FILE *out)
{
    fputs("\n## Differences\n", out);
    if (index->hidden_bad > 0) {
        fprintf(out,
                "\n"
                "For each parser, the first %d failures of each group of generated vectors are "
                "listed. %zu more fail; the JSON results list them.\n",
                REPORT_SHOWN_OF_GROUP, index->hidden_bad);
    }
    for (size_t i = 0; i < results->adapter_count; i++) {
        adapter_differences(results, index, i, out);
    }
}

static bool write_markdown(const uriproof_results *results, FILE *out)
{
    report_index index;
    report_index_make(results, &index);
    header(results, out);
    adapters_table(results, out);
    by_design(results, out);
    unvalidated(results, out);
    dates_table(results, out);
    clauses_table(results, &index, out);
    differences(results, &index, out);
    report_index_free(&index);
    return report_done(out);
}

const uriproof_report_format report_markdown = {
    .name = "markdown",
    .suffix = "md",
    .about = "tables and differences, for an issue or a wiki",
    .write = write_markdown,
    .mark = ", readings: ",
};
