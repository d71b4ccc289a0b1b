/* SPDX-License-Identifier: MIT */
/*
 * SARIF 2.1.0, as GitHub's code scanning takes it. A rule is a clause, a result is a failure, and
 * its place is the clauses of the dialect: results do not know the file of a vector, and a parser's
 * own source is not known to anybody here. All results share that place, so a fingerprint tells
 * them apart: dialect, adapter and vector, which stay when a parser is renewed.
 *
 * Of each group of generated vectors the first few are listed, as on a page, since GitHub refuses a
 * file with very many results. Where there is a baseline, what it lists and fails no more is no
 * result (a reader would take it for a failure), but a notification.
 */
#include "formats.h"
#include "summary.h"

#include <stdlib.h>
#include <string.h>

static const char *const levels[URIPROOF_OUTCOME_COUNT] = {
    [URIPROOF_DIFFER] = "error",     [URIPROOF_LENIENT] = "error",
    [URIPROOF_STRICT] = "warning",   [URIPROOF_CRASH] = "error",
    [URIPROOF_TIMEOUT] = "error",    [URIPROOF_PROTOCOL_ERROR] = "error",
    [URIPROOF_AGREE] = "none",       [URIPROOF_ACCEPTABLE] = "none",
    [URIPROOF_INCOMPLETE] = "none",  [URIPROOF_UNDEFINED] = "none",
    [URIPROOF_UNVALIDATED] = "none", [URIPROOF_SLOW] = "none",
    [URIPROOF_UNSUPPORTED] = "none", [URIPROOF_NOT_RUN] = "none",
};

static const char *const baseline_states[URIPROOF_KNOWN_COUNT] = {
    [URIPROOF_AS_EVER] = "new",
    [URIPROOF_KNOWN_FAILURE] = "unchanged",
    [URIPROOF_NEW_FAILURE] = "new",
    [URIPROOF_OTHER_FAILURE] = "updated",
    [URIPROOF_CHANGED_FAILURE] = "updated",
    [URIPROOF_CHANGED_ANSWER] = "updated",
    [URIPROOF_NO_FAILURE_NOW] = "new",
};

/* The rule of failures whose vector names no clause. */
static const char no_clause[] = "uriproof.no-clause";

static void text(FILE *out, const char *before, const char *words)
{
    fputs(before, out);
    report_text_short(out, REPORT_SARIF, words);
}

/* An id is the same text wherever it stands. */
static void name(FILE *out, const char *before, const char *words)
{
    fputs(before, out);
    report_text(out, REPORT_YAML, words);
}

static void rule(FILE *out, const uriproof_results_clause *clause, const char *before)
{
    fputs(before, out);
    name(out, "{\"id\":\"", clause->id);
    text(out, "\",\n \"shortDescription\":{\"text\":\"", clause->paraphrase);
    text(out, "\"},\n \"fullDescription\":{\"text\":\"", clause->paraphrase);
    text(out, "\"},\n \"help\":{\"text\":\"", clause->document);
    text(out, ", ", clause->section);
    text(out, ": ", clause->paraphrase);
    if (clause->rule != NULL) {
        text(out, " ", clause->rule);
    }
    fputs("\"}", out);
    if (report_link_is_plain(clause->link)) {
        fprintf(out, ",\n \"helpUri\":\"%s\"", clause->link);
    }
    fputs("}", out);
}

static void rules(const uriproof_results *results, FILE *out)
{
    char id[sizeof no_clause];
    char document[] = "uriproof";
    char section[] = "vectors";
    char words[] = "The answer to this vector, which names no clause.";
    memcpy(id, no_clause, sizeof no_clause);
    for (size_t i = 0; i < results->clause_count; i++) {
        rule(out, &results->clauses[i], i > 0 ? ",\n" : "\n");
    }
    rule(out, &(uriproof_results_clause){id, document, section, words, NULL, NULL},
         results->clause_count > 0 ? ",\n" : "\n");
}

static void driver(const uriproof_results *results, FILE *out)
{
    name(out, "{\"driver\":{\"name\":\"uriproof\",\"version\":\"", results->uriproof);
    fputs("\",\"rules\":[", out);
    rules(results, out);
    fputs("]}}", out);
}

/* ---- Notifications ---- */

typedef struct notes {
    size_t count;
    size_t hidden;  /* failures that are not listed */
    size_t changed; /* what the baseline lists, and fails no more */
    size_t answers; /* others than the baseline's, without a failure */
} notes;

static void note(FILE *out, notes *n, size_t count, const char *level, const char *words)
{
    if (count > 0) {
        fprintf(out, "%s{\"level\":\"%s\",\"message\":{\"text\":\"", n->count > 0 ? "," : "",
                level);
        fprintf(out, "%zu %s\"}}", count, words);
        n->count++;
    }
}

static notes notes_of(const uriproof_results *results, const report_index *index)
{
    notes n = {0};
    for (size_t i = 0; i < results->adapter_count; i++) {
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_result *result = results->adapters[i].results[k];
            n.hidden += report_is_bad(result->outcome) && !index->shown[k];
            n.changed += results->has_baseline && result->known == URIPROOF_NO_FAILURE_NOW;
            n.answers += results->has_baseline && result->known == URIPROOF_CHANGED_ANSWER;
        }
    }
    return n;
}

static void invocation(const uriproof_results *results, const report_index *index, FILE *out)
{
    bool early = report_ended_early(results);
    notes n = notes_of(results, index);
    fprintf(out, "[{\"executionSuccessful\":%s,\n\"toolExecutionNotifications\":[",
            early ? "false" : "true");
    note(out, &n, early, "error", "run that was ended early: not every vector was asked.");
    note(out, &n, n.hidden, "note",
         "failures of generated vectors are not listed; the JSON results have them.");
    note(out, &n, n.answers, "warning",
         "answers that are no failure are others than the baseline's.");
    note(out, &n, n.changed, "warning", "results that the baseline lists fail no more.");
    fputs("]}]", out);
}

/* ---- Results ---- */

/* What stands for an address within a repository holds nothing but a name. */
static void path_name(FILE *out, const char *words, size_t length)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    for (size_t i = 0; i < length; i++) {
        if (strchr(plain, words[i]) != NULL) {
            putc(words[i], out);
        } else {
            fprintf(out, "%%%02X", (unsigned char)words[i]);
        }
    }
}

/* A clause's id begins with its dialect: a run may be of several. */
static void dialect_name(const uriproof_results *results, const uriproof_case *one, FILE *out)
{
    const char *words = results->dialect;
    if (report_clause_count(one) > 0) {
        words = results->clauses[report_clause(one, 0)].id;
    }
    path_name(out, words, strcspn(words, "."));
}

static void location(const uriproof_results *results, const uriproof_adapter_results *adapter,
                     const uriproof_case *one, FILE *out)
{
    fputs(",\n \"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"vectors/",
          out);
    dialect_name(results, one, out);
    fputs("/clauses.json\"},\"region\":{\"startLine\":1}},\n  \"logicalLocations\":[", out);
    name(out, "{\"name\":\"", one->id);
    name(out, "\",\"fullyQualifiedName\":\"", adapter->name);
    name(out, "/", one->id);
    fputs("\",\"kind\":\"vector\"}]}]", out);
}

static void fingerprint(const uriproof_results *results, const uriproof_adapter_results *adapter,
                        const uriproof_case *one, FILE *out)
{
    name(out, ",\n \"partialFingerprints\":{\"primaryLocationLineHash\":\"", results->dialect);
    name(out, "/", adapter->name);
    name(out, "/", one->id);
    fputs("\"}", out);
}

static void input(const uriproof_case *one, FILE *out)
{
    fprintf(out, " %s", uriproof_ops[one->op].name);
    for (size_t i = 0; i < 2; i++) {
        report_field field;
        if (report_field_read(one, i, &field)) {
            fprintf(out, "%s %s ", i > 0 ? "," : "", field.key);
            text(out, "", field.value);
            report_field_free(&field);
        }
    }
}

/* False where memory failed. */
static bool message(const uriproof_results *results, const uriproof_adapter_results *adapter,
                    const uriproof_case *one, const uriproof_result *result, FILE *out)
{
    char *expected = report_describe(one->expected);
    char *given = report_describe(result->given);
    bool good = expected != NULL && given != NULL;
    if (good) {
        text(out, ",\n \"message\":{\"text\":\"", adapter->name);
        text(out, " ", adapter->version);
        fprintf(out, ", %s. ", uriproof_outcomes[result->outcome].name);
        text(out, "", one->about);
        input(one, out);
        text(out, ": expected ", expected);
        text(out, "; given ", given);
        if (report_is_dated(result)) {
            report_dialects(out, REPORT_SARIF, "; right in ", results, result,
                            URIPROOF_RIGHT_THERE);
        }
        fputs(".\"}", out);
    }
    free(expected);
    free(given);
    return good;
}

static void clauses(const uriproof_results *results, const uriproof_case *one, FILE *out)
{
    fputs(",\n \"properties\":{\"breaks\":[", out);
    for (size_t i = 0; i < report_clause_count(one); i++) {
        bool first = i == 0 || i == one->breaks_count;
        fputs(i == one->breaks_count ? "],\"obeys\":[" : "", out);
        name(out, first ? "\"" : ",\"", results->clauses[report_clause(one, i)].id);
        putc('"', out);
    }
    fputs(one->obeys_count > 0 ? "]}" : "],\"obeys\":[]}", out);
}

static void rule_of(const uriproof_results *results, const uriproof_case *one, FILE *out)
{
    bool has = report_clause_count(one) > 0;
    size_t clause = has ? report_clause(one, 0) : results->clause_count;
    name(out, "{\"ruleId\":\"", has ? results->clauses[clause].id : no_clause);
    fprintf(out, "\",\"ruleIndex\":%zu", clause);
}

static bool put_result(const uriproof_results *results, const uriproof_adapter_results *adapter,
                       size_t number, FILE *out)
{
    const uriproof_case *one = &results->cases[number];
    const uriproof_result *result = adapter->results[number];
    bool as_claimed = report_is_right_as_claimed(results, adapter, result);
    rule_of(results, one, out);
    fprintf(out, ",\"level\":\"%s\"", as_claimed ? "note" : levels[result->outcome]);
    if (results->has_baseline) {
        fprintf(out, ",\"baselineState\":\"%s\"", baseline_states[result->known]);
    }
    if (results->has_baseline && result->known == URIPROOF_KNOWN_FAILURE) {
        fputs(",\n \"suppressions\":[{\"kind\":\"external\",\"status\":\"accepted\","
              "\"justification\":\"The baseline lists it with this outcome.\"}]",
              out);
    }
    if (!message(results, adapter, one, result, out)) {
        return false;
    }
    location(results, adapter, one, out);
    fingerprint(results, adapter, one, out);
    clauses(results, one, out);
    putc('}', out);
    return true;
}

static bool put_results(const uriproof_results *results, const report_index *index, FILE *out)
{
    const char *before = "\n";
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &results->adapters[i];
        for (size_t k = 0; k < results->case_count; k++) {
            if (!index->shown[k] || !report_is_bad(adapter->results[k]->outcome)) {
                continue;
            }
            fputs(before, out);
            before = ",\n";
            if (!put_result(results, adapter, k, out)) {
                return false;
            }
        }
    }
    return true;
}

static bool put_run(const uriproof_results *results, const report_index *index, FILE *out)
{
    fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\n"
          "\"runs\":[{\"tool\":",
          out);
    driver(results, out);
    name(out, ",\n\"automationDetails\":{\"id\":\"uriproof/", results->dialect);
    fputs("/\"},\n\"invocations\":", out);
    invocation(results, index, out);
    fputs(",\n\"results\":[", out);
    bool good = put_results(results, index, out);
    fputs("]}]}\n", out);
    return good;
}

bool report_write_sarif(const uriproof_results *results, FILE *out)
{
    report_index index;
    bool good = report_index_make(results, &index) && put_run(results, &index, out);
    report_index_free(&index);
    return good && report_done(out);
}
