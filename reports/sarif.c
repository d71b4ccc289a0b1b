/* SPDX-License-Identifier: MIT */
/*
 * Writes SARIF 2.1.0 for GitHub's code scanning. A rule is a clause, and a result is a failure. The
 * location of a result is the dialect's file of clauses, since results do not know the file of a
 * vector, nor the parser's source. All results have this location, so a fingerprint of dialect,
 * adapter and vector distinguishes them. It stays the same for a new version of the parser.
 *
 * Only the first few cases of each group of generated vectors are listed, as on a page, since
 * GitHub rejects a file with very many results. If a failure that the baseline lists has gone, it
 * becomes a notification. As a result, a reader would take it for a failure.
 */
#include "summary.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- Words ---- */

/* A string that is composed of several texts. */
typedef struct composed {
    uriproof_text_written words;
    FILE *out;
} composed;

/* Begins a string. The stream points to the structure, so it must not be moved. */
static void compose(composed *c)
{
    c->out = uriproof_text_open(&c->words);
}

static void add(composed *c, const char *before, const char *words)
{
    fputs(before, c->out);
    report_text_short(c->out, REPORT_SARIF, words);
}

/* Ends the string, and writes it as a JSON string. */
static void end_string(json_writer *w, const char *key, composed *c)
{
    fclose(c->out);
    json_text(w, key, c->words.octets);
    free(c->words.octets);
}

/* Ends the string, and writes it as a SARIF message. */
static void end_message(json_writer *w, const char *key, composed *c)
{
    json_open_object(w, key);
    end_string(w, "text", c);
    json_close(w);
}

static void message_of(json_writer *w, const char *key, const char *words)
{
    composed c;
    compose(&c);
    add(&c, "", words);
    end_message(w, key, &c);
}

/* Writes names with slashes between them, up to the first NULL. The same names always give the same
 * id. */
static void names(json_writer *w, const char *key, const char *const *words)
{
    composed c;
    compose(&c);
    for (size_t i = 0; words[i] != NULL; i++) {
        fputs(i > 0 ? "/" : "", c.out);
        report_text(c.out, REPORT_PLAIN, words[i]);
    }
    end_string(w, key, &c);
}

static void name(json_writer *w, const char *key, const char *words)
{
    names(w, key, (const char *const[]){words, NULL});
}

/* ---- Rules ---- */

static void rule(json_writer *w, const uriproof_results_clause *clause)
{
    composed help;
    compose(&help);
    add(&help, "", clause->document);
    add(&help, ", ", clause->section);
    add(&help, ": ", clause->paraphrase);
    if (clause->rule != NULL)
        add(&help, " ", clause->rule);
    json_new_line(w);
    json_open_object(w, NULL);
    name(w, "id", clause->id);
    message_of(w, "shortDescription", clause->paraphrase);
    message_of(w, "fullDescription", clause->paraphrase);
    end_message(w, "help", &help);
    if (report_link_is_plain(clause->link))
        json_text(w, "helpUri", clause->link);
    json_close(w);
}

static void rules(json_writer *w, const uriproof_results *results)
{
    char id[sizeof no_clause];
    char document[] = "uriproof";
    char section[] = "vectors";
    char words[] = "The answer to a vector that names no clause.";
    memcpy(id, no_clause, sizeof no_clause);
    json_open_array(w, "rules");
    for (size_t i = 0; i < results->clause_count; i++)
        rule(w, &results->clauses[i]);
    rule(w, &(uriproof_results_clause){id, document, section, words, NULL, NULL});
    json_close(w);
}

static void tool(json_writer *w, const uriproof_results *results)
{
    json_open_object(w, "tool");
    json_open_object(w, "driver");
    json_text(w, "name", "uriproof");
    name(w, "version", results->uriproof);
    rules(w, results);
    json_close(w);
    json_close(w);
}

/* ---- Notifications ---- */

typedef struct notes {
    size_t hidden;  /* failures that are not listed */
    size_t changed; /* failures of the baseline that have gone */
    size_t answers; /* answers that differ from the baseline's and are not failures */
} notes;

static void note(json_writer *w, size_t count, const char *level, const char *words)
{
    if (count == 0)
        return;
    composed c;
    compose(&c);
    fprintf(c.out, "%zu %s", count, words);
    json_open_object(w, NULL);
    json_text(w, "level", level);
    end_message(w, "message", &c);
    json_close(w);
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

static void invocations(json_writer *w, const uriproof_results *results, const report_index *index)
{
    bool early = report_ended_early(results);
    notes n = notes_of(results, index);
    json_open_array(w, "invocations");
    json_open_object(w, NULL);
    json_truth(w, "executionSuccessful", !early);
    json_open_array(w, "toolExecutionNotifications");
    note(w, early, "error", "run that was ended early: not every vector was asked.");
    note(w, n.hidden, "note",
         "failures of generated vectors are not listed; the JSON results have them.");
    note(w, n.answers, "warning", "answers differ from the baseline and are not failures.");
    note(w, n.changed, "warning", "results that the baseline lists no longer fail.");
    json_close(w);
    json_close(w);
    json_close(w);
}

/* ---- Results ---- */

/* Writes a part of a path. All octets except lower-case letters, digits and hyphens become escapes,
 * so that the name cannot change the path. */
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

/* Writes the path of the file of clauses. The dialect comes from the id of the case's clause, since
 * a run may have several dialects. */
static void clauses_file(json_writer *w, const uriproof_results *results, const uriproof_case *one)
{
    const char *words = results->dialect;
    composed c;
    compose(&c);
    if (report_clause_count(one) > 0)
        words = results->clauses[report_clause(one, 0)].id;
    fputs("vectors/", c.out);
    path_name(c.out, words, strcspn(words, "."));
    fputs("/clauses.json", c.out);
    end_string(w, "uri", &c);
}

static void locations(json_writer *w, const uriproof_results *results,
                      const uriproof_adapter_results *adapter, const uriproof_case *one)
{
    json_open_array(w, "locations");
    json_open_object(w, NULL);
    json_open_object(w, "physicalLocation");
    json_open_object(w, "artifactLocation");
    clauses_file(w, results, one);
    json_close(w);
    json_open_object(w, "region");
    json_number(w, "startLine", 1);
    json_close(w);
    json_close(w);
    json_open_array(w, "logicalLocations");
    json_open_object(w, NULL);
    name(w, "name", one->id);
    names(w, "fullyQualifiedName", (const char *const[]){adapter->name, one->id, NULL});
    json_text(w, "kind", "vector");
    json_close(w);
    json_close(w);
    json_close(w);
    json_close(w);
}

static void fingerprint(json_writer *w, const uriproof_results *results,
                        const uriproof_adapter_results *adapter, const uriproof_case *one)
{
    json_open_object(w, "partialFingerprints");
    names(w, "primaryLocationLineHash",
          (const char *const[]){results->dialect, adapter->name, one->id, NULL});
    json_close(w);
}

static void add_input(composed *c, const uriproof_case *one)
{
    fprintf(c->out, " %s", uriproof_ops[one->op].name);
    for (size_t i = 0; i < 2; i++) {
        report_field field;
        if (report_field_read(one, i, &field)) {
            fprintf(c->out, "%s %s ", i > 0 ? "," : "", field.key);
            add(c, "", field.value);
            report_field_free(&field);
        }
    }
}

static void message(json_writer *w, const uriproof_results *results,
                    const uriproof_adapter_results *adapter, const uriproof_case *one,
                    const uriproof_result *result)
{
    char *expected = report_describe(one->expected);
    char *given = report_describe(result->given);
    composed c;
    compose(&c);
    add(&c, "", adapter->name);
    add(&c, " ", adapter->version);
    fprintf(c.out, ", %s. ", uriproof_outcomes[result->outcome].name);
    add(&c, "", one->group->about);
    add_input(&c, one);
    add(&c, ": expected ", expected);
    add(&c, "; given ", given);
    if (report_is_dated(result))
        report_dialects(c.out, REPORT_SARIF, "; right in ", results, result, URIPROOF_RIGHT_THERE);
    putc('.', c.out);
    end_message(w, "message", &c);
    free(expected);
    free(given);
}

static void clause_ids(json_writer *w, const char *key, const uriproof_results *results,
                       const size_t *clauses, size_t count)
{
    json_open_array(w, key);
    for (size_t i = 0; i < count; i++)
        name(w, NULL, results->clauses[clauses[i]].id);
    json_close(w);
}

static void properties(json_writer *w, const uriproof_results *results, const uriproof_case *one)
{
    json_open_object(w, "properties");
    clause_ids(w, "breaks", results, one->group->clauses, one->group->breaks_count);
    clause_ids(w, "obeys", results, one->group->clauses + one->group->breaks_count,
               one->group->clause_count - one->group->breaks_count);
    json_close(w);
}

static void rule_of(json_writer *w, const uriproof_results *results, const uriproof_case *one)
{
    bool has = report_clause_count(one) > 0;
    size_t clause = has ? report_clause(one, 0) : results->clause_count;
    name(w, "ruleId", has ? results->clauses[clause].id : no_clause);
    json_number(w, "ruleIndex", clause);
}

static void suppressions(json_writer *w)
{
    json_open_array(w, "suppressions");
    json_open_object(w, NULL);
    json_text(w, "kind", "external");
    json_text(w, "status", "accepted");
    json_text(w, "justification", "The baseline lists it with this outcome.");
    json_close(w);
    json_close(w);
}

static void put_result(json_writer *w, const uriproof_results *results,
                       const uriproof_adapter_results *adapter, const uriproof_case *one,
                       const uriproof_result *result)
{
    bool as_claimed = report_is_right_as_claimed(results, adapter, result);
    json_new_line(w);
    json_open_object(w, NULL);
    rule_of(w, results, one);
    const char *level = result->outcome == URIPROOF_STRICT ? "warning" : "error";
    json_text(w, "level", as_claimed ? "note" : level);
    if (results->has_baseline)
        json_text(w, "baselineState", baseline_states[result->known]);
    if (results->has_baseline && result->known == URIPROOF_KNOWN_FAILURE)
        suppressions(w);
    message(w, results, adapter, one, result);
    locations(w, results, adapter, one);
    fingerprint(w, results, adapter, one);
    properties(w, results, one);
    json_close(w);
}

static void put_results(json_writer *w, const uriproof_results *results, const report_index *index)
{
    json_open_array(w, "results");
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &results->adapters[i];
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_result *result = adapter->results[k];
            if (index->shown[k] && report_is_bad(result->outcome))
                put_result(w, results, adapter, &results->cases[k], result);
        }
    }
    json_close(w);
}

static bool write_sarif(const uriproof_results *results, FILE *out)
{
    report_index index;
    json_writer w = json_writer_dense(out);
    report_index_make(results, &index);
    json_open_object(&w, NULL);
    json_text(&w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&w, "version", "2.1.0");
    json_open_array(&w, "runs");
    json_open_object(&w, NULL);
    tool(&w, results);
    json_open_object(&w, "automationDetails");
    names(&w, "id", (const char *const[]){"uriproof", results->dialect, "", NULL});
    json_close(&w);
    invocations(&w, results, &index);
    put_results(&w, results, &index);
    report_index_free(&index);
    return json_writer_end(&w);
}

const uriproof_report_format report_sarif = {
    .name = "sarif",
    .suffix = "sarif",
    .about = "SARIF 2.1.0, for code scanning",
    .write = write_sarif,
};
