/* SPDX-License-Identifier: MIT */
/*
 * Writes TAP version 13, since prove of Debian 12 fails a stream that says 14. A case that was not
 * run is skipped, and the stream ends with a bail-out. So the whole run fails, but no case is
 * blamed.
 */
#include "summary.h"

#include "differences/differences.h"

#include <stdlib.h>
#include <string.h>

static void comment_header(const uriproof_results *results, FILE *out)
{
    fputs("# uriproof ", out);
    report_text(out, REPORT_TAP, results->uriproof);
    fputs(", ", out);
    report_text(out, REPORT_TAP, results->dialect);
    fputs(", readings: ", out);
    report_list(out, REPORT_TAP, results->readings, "default");
    putc('\n', out);
}

static void member(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    putc('"', out);
    report_text(out, REPORT_YAML, text);
    fputs("\"\n", out);
}

static void answer(FILE *out, const char *before, const char *text)
{
    char *words = report_describe(text);
    member(out, before, words);
    free(words);
}

/* Writes each clause as a map, not as a string, since prove would read the element `- "a: b"` as a
 * map. */
static void clauses(const uriproof_results *results, const uriproof_case *one, FILE *out)
{
    fputs(report_clause_count(one) > 0 ? "  clauses:\n" : "", out);
    for (size_t i = 0; i < report_clause_count(one); i++) {
        const uriproof_results_clause *clause = &results->clauses[report_clause(one, i)];
        member(out, "    - id: ", clause->id);
        member(out, "      section: ", clause->section);
    }
}

static void input(const uriproof_case *one, FILE *out)
{
    fputs("  input:\n", out);
    for (size_t i = 0; i < 2; i++) {
        report_field field;
        if (report_field_read(one, i, &field)) {
            fprintf(out, "    %s: ", field.key);
            member(out, "", field.value);
            report_field_free(&field);
        }
    }
}

/* Writes which dialects make the answer right. */
static void right_in(const uriproof_results *results, const uriproof_result *result, FILE *out)
{
    if (!report_is_dated(result)) {
        return;
    }
    bool right =
        report_dialects(out, REPORT_YAML, "  right-in: \"", results, result, URIPROOF_RIGHT_THERE);
    fputs(right ? "\"\n" : "  right-in: \"none\"\n", out);
    bool acceptable = report_dialects(out, REPORT_YAML, "  acceptable-in: \"", results, result,
                                      URIPROOF_ACCEPTABLE_THERE);
    fputs(acceptable ? "\"\n" : "", out);
}

/* Writes the part in which the given answer differs, if both answers accept the text. */
static void differing_part(const uriproof_result *result, FILE *out)
{
    class_words words;
    if (result->class_id == NULL || result->outcome != URIPROOF_DIFFER ||
        !class_words_of(result->class_id, &words) ||
        uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_VALIDITY])))
        return;
    char *part = strndup(words.part.octets, words.part.length);
    member(out, "  differs-in: ", part);
    free(part);
}

/* Writes the deviations that explain the answer, and what the first of them is. */
static void deviations_of(const uriproof_result *result, FILE *out)
{
    char *does = result->deviations != NULL ? deviation_does(result->deviations) : NULL;
    if (result->deviations != NULL)
        member(out, "  deviations: ", result->deviations);
    if (does != NULL)
        member(out, "  does: ", does);
    free(does);
}

static void diagnostic(const uriproof_results *results, const uriproof_case *one,
                       const uriproof_result *result, FILE *out)
{
    fputs("  ---\n", out);
    member(out, "  outcome: ", uriproof_outcomes[result->outcome].name);
    member(out, "  about: ", one->group->about);
    clauses(results, one, out);
    member(out, "  op: ", uriproof_ops[one->op].name);
    input(one, out);
    answer(out, "  expected: ", one->expected);
    answer(out, "  given: ", report_given(one, result));
    differing_part(result, out);
    deviations_of(result, out);
    if (result->detail != NULL) {
        member(out, "  detail: ", result->detail);
    }
    right_in(results, result, out);
    fputs("  ...\n", out);
}

/* Writes what the baseline says of a failure, or of a case that failed before. A known failure is
 * marked as a to-do, which consumers do not count as a failure. A result that differs from the
 * baseline is a plain failure, even if the parser is right now. */
static bool known_remark(const uriproof_result *result, FILE *out)
{
    const char *outcome = uriproof_outcomes[result->outcome].name;
    if (result->known == URIPROOF_AS_EVER) {
        return false;
    }
    if (result->known == URIPROOF_KNOWN_FAILURE) {
        fprintf(out, " # TODO known: %s\n", outcome);
    } else {
        fprintf(out, " (%s; %s)\n", outcome, uriproof_knowns[result->known].name);
    }
    return true;
}

/* Writes the text after the description. Only the # of a directive is not escaped. */
static void remark(const uriproof_results *results, const uriproof_result *result, FILE *out)
{
    if (results->has_baseline && known_remark(result, out)) {
        return;
    }
    switch (result->outcome) {
    case URIPROOF_AGREE:
        fputs(result->up_to ? " (up to declared transforms)" : "", out);
        break;
    case URIPROOF_UNSUPPORTED:
    case URIPROOF_NOT_RUN:
        fprintf(out, " # SKIP %s", uriproof_outcomes[result->outcome].name);
        break;
    case URIPROOF_SLOW:
        fputs(" (slow: ", out);
        report_text(out, REPORT_TAP, result->detail != NULL ? result->detail : "on this machine");
        putc(')', out);
        break;
    default:
        fprintf(out, " (%s)", uriproof_outcomes[result->outcome].name);
    }
    putc('\n', out);
}

/* Writes a line for each group of generated vectors that has counted cases: those of plain
 * agreement, or of an operation that the adapter does not have. */
static void counted_lines(const uriproof_results *results, size_t adapter, size_t *number,
                          FILE *out)
{
    for (size_t i = 0; i < results->group_count; i++) {
        const uriproof_results_group *group = results->groups[i];
        if (group->counted == 0 || !uriproof_is_asked(results, adapter, group->id))
            continue;
        fprintf(out, "ok %zu - ", ++*number);
        report_text(out, REPORT_TAP, results->adapters[adapter].name);
        putc(' ', out);
        report_text(out, REPORT_TAP, group->id);
        fprintf(out, " (%zu vector%s)", group->counted, group->counted == 1 ? "" : "s");
        remark(results, uriproof_counted_result(results, adapter, group), out);
    }
}

/* Writes a line for each case that the adapter is asked. *number is the number of the last line. */
static void adapter_lines(const uriproof_results *results, size_t adapter, size_t *number,
                          FILE *out)
{
    const uriproof_adapter_results *facts = &results->adapters[adapter];
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_result *result = facts->results[i];
        if (!uriproof_is_asked(results, adapter, results->cases[i].id)) {
            continue;
        }
        bool bad = report_is_bad(result->outcome) ||
                   (results->has_baseline && result->known != URIPROOF_AS_EVER);
        fprintf(out, "%sok %zu - ", bad ? "not " : "", ++*number);
        report_text(out, REPORT_TAP, facts->name);
        putc(' ', out);
        report_text(out, REPORT_TAP, results->cases[i].id);
        remark(results, result, out);
        if (bad)
            diagnostic(results, &results->cases[i], result, out);
    }
    counted_lines(results, adapter, number, out);
}

static void comment_summary(const uriproof_results *results, size_t adapter, FILE *out)
{
    fputs("# ", out);
    report_text(out, REPORT_TAP, results->adapters[adapter].name);
    putc(' ', out);
    report_text(out, REPORT_TAP, results->adapters[adapter].version);
    fputs(uriproof_count_asked(results, adapter) > 0 ? ": " : "", out);
    report_counts(out, results, adapter);
    size_t up_to = uriproof_count_up_to(results, adapter);
    if (up_to > 0) {
        fprintf(out, "; %zu agree only up to declared transforms", up_to);
    }
    report_unclaimed(out, REPORT_TAP, "; ", results, adapter, "");
    putc('\n', out);
}

static void comment_dates(const uriproof_results *results, size_t adapter, FILE *out)
{
    report_dates dates;
    report_dates_make(results, adapter, &dates);
    if (dates.answers > 0) {
        fprintf(out, "#   differences: %zu; right in", dates.answers);
        for (size_t i = 0; i < results->dialect_count; i++) {
            putc(' ', out);
            report_text(out, REPORT_TAP, results->dialects[i].name);
            fprintf(out, ": %zu,", dates.right[i]);
        }
        fprintf(out, " none: %zu\n", dates.nowhere);
    }
    free(dates.right);
}

/* Returns the number of the adapter's lines: one for each case, and one for each group with counted
 * cases. */
static size_t count_lines(const uriproof_results *results, size_t adapter)
{
    size_t count = 0;
    for (size_t i = 0; i < results->case_count; i++)
        count += uriproof_is_asked(results, adapter, results->cases[i].id);
    for (size_t i = 0; i < results->group_count; i++)
        count += results->groups[i]->counted > 0 &&
                 uriproof_is_asked(results, adapter, results->groups[i]->id);
    return count;
}

/* Writes the version and the plan. A plan of 1..0 would mean that everything was skipped, and would
 * pass. */
static void header(const uriproof_results *results, FILE *out)
{
    size_t planned = 0;
    for (size_t i = 0; i < results->adapter_count; i++)
        planned += count_lines(results, i);
    fputs("TAP version 13\n", out);
    comment_header(results, out);
    if (planned > 0) {
        fprintf(out, "1..%zu\n", planned);
    }
}

static bool write_tap(const uriproof_results *results, FILE *out)
{
    size_t number = 0;
    header(results, out);
    for (size_t i = 0; i < results->adapter_count; i++)
        adapter_lines(results, i, &number, out);
    for (size_t i = 0; i < results->adapter_count; i++) {
        comment_summary(results, i, out);
        comment_dates(results, i, out);
    }
    if (results->adapter_count * uriproof_count_cases(results) == 0) {
        fputs("Bail out! nothing was run\n", out);
    } else if (report_ended_early(results)) {
        fputs("Bail out! ended early\n", out);
    }
    return report_done(out);
}

const uriproof_report_format report_tap = {
    .name = "tap",
    .suffix = "tap",
    .about = "TAP version 13, for prove and other harnesses",
    .write = write_tap,
};
