/* SPDX-License-Identifier: MIT */
/*
 * Writes JUnit XML that fits the schemas of Jenkins, Surefire and similar programs. Not all of them
 * know the attribute `message` of a skipped case, so its reason is in the text. A difference is a
 * failure, and a parser without an answer is an error.
 *
 * With a baseline, the file must give the same result as the gate. So a known failure is skipped,
 * and a change is a failure even if the parser is right now. JUnit has no word for a run that ended
 * early, so an extra suite fails then. The counted cases of a group are one case.
 */
#include "summary.h"

#include <stdlib.h>

typedef enum element { NOTHING, FAILURE, ERROR, SKIPPED } element;

/* Returns the element of a result. With a baseline, only a result that the gate rejects is a
 * failure. */
static element element_of(const uriproof_results *results, const uriproof_result *result)
{
    const uriproof_outcome_facts *facts = &uriproof_outcomes[result->outcome];
    bool unasked = result->outcome == URIPROOF_UNSUPPORTED || result->outcome == URIPROOF_NOT_RUN;
    element by_outcome = unasked           ? SKIPPED
                         : facts->good     ? NOTHING
                         : facts->answered ? FAILURE
                                           : ERROR;
    if (!results->has_baseline) {
        return by_outcome;
    }
    if (result->known == URIPROOF_KNOWN_FAILURE) {
        return SKIPPED;
    }
    bool fails = !uriproof_knowns[result->known].good;
    return fails && by_outcome != ERROR ? FAILURE : by_outcome;
}

static void attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    report_text(out, REPORT_XML, text);
    putc('"', out);
}

static void line(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    report_text(out, REPORT_XML, text);
    putc('\n', out);
}

static void property(FILE *out, const char *name, const char *value)
{
    fprintf(out, "      <property name=\"%s\"", name);
    attribute(out, "value", value);
    fputs("/>\n", out);
}

static void properties(const uriproof_results *results, const uriproof_adapter_results *adapter,
                       FILE *out)
{
    fputs("    <properties>\n", out);
    property(out, "uriproof", results->uriproof);
    property(out, "dialect", adapter->dialect != NULL ? adapter->dialect : results->dialect);
    property(out, "document", results->document);
    property(out, "version", adapter->version);
    property(out, "language", adapter->language);
    fputs("      <property name=\"readings\" value=\"", out);
    report_list(out, REPORT_XML, results->readings, "default");
    fputs("\"/>\n    </properties>\n", out);
}

static void clauses(const uriproof_results *results, const uriproof_case *one, FILE *out)
{
    for (size_t i = 0; i < report_clause_count(one); i++) {
        const uriproof_results_clause *clause = &results->clauses[report_clause(one, i)];
        fputs(i < one->group->breaks_count ? "breaks: " : "obeys: ", out);
        report_text(out, REPORT_XML, clause->id);
        fputs(" (", out);
        report_text(out, REPORT_XML, clause->section);
        fputs(")\n", out);
    }
}

static void input(const uriproof_case *one, FILE *out)
{
    for (size_t i = 0; i < 2; i++) {
        report_field field;
        if (report_field_read(one, i, &field)) {
            fprintf(out, "%s: ", field.key);
            line(out, "", field.value);
            report_field_free(&field);
        }
    }
}

static void fault(const uriproof_results *results, const uriproof_case *one,
                  const uriproof_result *result, const char *expected, const char *given, FILE *out)
{
    const char *name = element_of(results, result) == ERROR ? "error" : "failure";
    fprintf(out, "      <%s", name);
    attribute(out, "type", uriproof_outcomes[result->outcome].name);
    fputs(" message=\"", out);
    if (results->has_baseline) {
        fprintf(out, "%s: ", uriproof_knowns[result->known].name);
    }
    fputs("expected ", out);
    report_text(out, REPORT_XML, expected);
    fputs("; given ", out);
    report_text(out, REPORT_XML, given);
    fputs("\">", out);
    line(out, "", one->group->about);
    line(out, "op: ", uriproof_ops[one->op].name);
    input(one, out);
    line(out, "expected: ", expected);
    line(out, "given: ", given);
    if (results->has_baseline) {
        line(out, "baseline: ", uriproof_knowns[result->known].about);
    }
    if (result->detail != NULL) {
        line(out, "detail: ", result->detail);
    }
    if (report_is_dated(result) &&
        report_dialects(out, REPORT_XML, "right in: ", results, result, URIPROOF_RIGHT_THERE)) {
        putc('\n', out);
    }
    clauses(results, one, out);
    fprintf(out, "</%s>\n", name);
}

static void skipped(const uriproof_results *results, const uriproof_result *result, FILE *out)
{
    bool known = results->has_baseline && result->known == URIPROOF_KNOWN_FAILURE;
    fprintf(out, "      <skipped>%s%s</skipped>\n", known ? "known failure: " : "",
            uriproof_outcomes[result->outcome].name);
}

static void verdict(const uriproof_results *results, const uriproof_case *one,
                    const uriproof_result *result, FILE *out)
{
    if (element_of(results, result) == SKIPPED) {
        skipped(results, result, out);
        return;
    }
    char *expected = report_describe(one->expected);
    char *given = report_describe(report_given(one, result));
    fault(results, one, result, expected, given, out);
    free(expected);
    free(given);
}

/* Begins the element of a case with its name up to the id. */
static void begin_testcase(const uriproof_results *results, const uriproof_adapter_results *adapter,
                           const char *id, FILE *out)
{
    fputs("    <testcase classname=\"", out);
    report_text(out, REPORT_XML, adapter->dialect != NULL ? adapter->dialect : results->dialect);
    putc('.', out);
    report_text(out, REPORT_XML, adapter->name);
    fputs("\" name=\"", out);
    report_text(out, REPORT_XML, id);
}

static void testcase(const uriproof_results *results, const uriproof_adapter_results *adapter,
                     size_t number, FILE *out)
{
    const uriproof_result *result = adapter->results[number];
    begin_testcase(results, adapter, results->cases[number].id, out);
    if (element_of(results, result) == NOTHING) {
        fputs("\" time=\"0\"/>\n", out);
        return;
    }
    fputs("\" time=\"0\">\n", out);
    verdict(results, &results->cases[number], result, out);
    fputs("    </testcase>\n", out);
}

/* Returns true if the adapter has a case that stands for the counted cases of the group. */
static bool is_counted(const uriproof_results *results, size_t adapter, size_t group)
{
    return results->groups[group]->counted > 0 &&
           uriproof_is_asked(results, adapter, results->groups[group]->id);
}

/* Writes one case that stands for all counted cases of the group. */
static void counted_testcase(const uriproof_results *results, size_t number, size_t group_number,
                             FILE *out)
{
    const uriproof_results_group *group = results->groups[group_number];
    const uriproof_result *result = uriproof_counted_result(results, number, group);
    begin_testcase(results, &results->adapters[number], group->id, out);
    fprintf(out, " (%zu vectors)\" time=\"0\"", group->counted);
    if (element_of(results, result) == SKIPPED) {
        fputs(">\n", out);
        skipped(results, result, out);
        fputs("    </testcase>\n", out);
    } else {
        fputs("/>\n", out);
    }
}

/* Adds the elements of the adapter's cases to `counts`; the counted cases of a group are one
 * element. Returns their number. */
static size_t count_elements(const uriproof_results *results, size_t adapter, size_t *counts)
{
    size_t count = 0;
    for (size_t i = 0; i < results->case_count; i++) {
        if (uriproof_is_asked(results, adapter, results->cases[i].id)) {
            counts[element_of(results, results->adapters[adapter].results[i])]++;
            count++;
        }
    }
    for (size_t i = 0; i < results->group_count; i++) {
        if (is_counted(results, adapter, i)) {
            counts[element_of(results,
                              uriproof_counted_result(results, adapter, results->groups[i]))]++;
            count++;
        }
    }
    return count;
}

/* Writes the time in seconds as a decimal of XML Schema. Results that were read from a file have no
 * times. */
static void put_time(double seconds, FILE *out)
{
    if (seconds > 0) {
        fprintf(out, " time=\"%.3f\"", seconds);
    } else {
        fputs(" time=\"0\"", out);
    }
}

static void testsuite(const uriproof_results *results, size_t number, FILE *out)
{
    const uriproof_adapter_results *adapter = &results->adapters[number];
    size_t counts[SKIPPED + 1] = {0};
    size_t tests = count_elements(results, number, counts);
    fputs("  <testsuite", out);
    attribute(out, "name", adapter->name);
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", tests,
            counts[FAILURE], counts[ERROR], counts[SKIPPED]);
    put_time(adapter->seconds, out);
    fputs(">\n", out);
    properties(results, adapter, out);
    for (size_t i = 0; i < results->case_count; i++) {
        if (uriproof_is_asked(results, number, results->cases[i].id)) {
            testcase(results, adapter, i, out);
        }
    }
    for (size_t i = 0; i < results->group_count; i++) {
        if (is_counted(results, number, i)) {
            counted_testcase(results, number, i, out);
        }
    }
    fputs("  </testsuite>\n", out);
}

static void early_suite(FILE *out)
{
    fputs("  <testsuite name=\"uriproof\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" "
          "time=\"0\">\n"
          "    <testcase classname=\"uriproof\" name=\"run-is-complete\" time=\"0\">\n"
          "      <error type=\"not-run\" message=\"the run was ended early\"/>\n"
          "    </testcase>\n"
          "  </testsuite>\n",
          out);
}

static void header(const uriproof_results *results, bool early, FILE *out)
{
    size_t counts[SKIPPED + 1] = {0}, tests = early;
    double seconds = 0;
    for (size_t i = 0; i < results->adapter_count; i++) {
        tests += count_elements(results, i, counts);
        seconds += results->adapters[i].seconds;
    }
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"uriproof\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"",
            tests, counts[FAILURE], counts[ERROR] + early);
    put_time(seconds, out);
    fputs(">\n", out);
}

static bool write_junit(const uriproof_results *results, FILE *out)
{
    bool early = report_ended_early(results);
    header(results, early, out);
    for (size_t i = 0; i < results->adapter_count; i++) {
        testsuite(results, i, out);
    }
    if (early) {
        early_suite(out);
    }
    fputs("</testsuites>\n", out);
    return report_done(out);
}

const uriproof_report_format report_junit = {
    .name = "junit",
    .suffix = "xml",
    .about = "JUnit XML, for continuous integration",
    .write = write_junit,
};
