/* SPDX-License-Identifier: MIT */
/*
 * Writes SARIF 2.1.0 for GitHub's code scanning. A rule is a clause, and a result is a cause of
 * failures of a parser, with the vector that shows it best. The location of a result is the
 * dialect's file of clauses, since results do not know the file of a vector, nor the parser's
 * source. All results have this location, so a fingerprint of dialect, adapter and cause
 * distinguishes them. It stays the same for a new version of the parser.
 *
 * If a failure that the baseline lists has gone, it becomes a notification. As a result, a reader
 * would take it for a failure.
 */
#include "sarif_words.h"
#include "summary.h"
#include "telling_clause.h"

#include "differences/differences.h"

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

/* ---- Rules ---- */

static void rule(json_writer *w, const uriproof_results_clause *clause)
{
    sarif_words help;
    sarif_compose(&help);
    sarif_add(&help, "", clause->document);
    sarif_add(&help, ", ", clause->section);
    sarif_add(&help, ": ", clause->paraphrase);
    if (clause->rule != NULL)
        sarif_add(&help, " ", clause->rule);
    json_new_line(w);
    json_open_object(w, NULL);
    sarif_name(w, "id", clause->id);
    sarif_message(w, "shortDescription", clause->paraphrase);
    sarif_message(w, "fullDescription", clause->paraphrase);
    sarif_end_message(w, "help", &help);
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
    sarif_open(w, results->uriproof);
    rules(w, results);
    json_close(w);
    json_close(w);
}

/* ---- Notifications ---- */

typedef struct notes {
    size_t changed; /* failures of the baseline that have gone */
    size_t answers; /* answers that differ from the baseline's and are not failures */
} notes;

static void note(json_writer *w, size_t count, const char *level, const char *words)
{
    if (count == 0)
        return;
    sarif_words c;
    sarif_compose(&c);
    fprintf(c.out, "%zu %s", count, words);
    json_open_object(w, NULL);
    json_text(w, "level", level);
    sarif_end_message(w, "message", &c);
    json_close(w);
}

static notes notes_of(const uriproof_results *results)
{
    notes n = {0};
    for (size_t i = 0; i < results->adapter_count; i++) {
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_result *result = results->adapters[i].results[k];
            n.changed += results->has_baseline && result->known == URIPROOF_NO_FAILURE_NOW;
            n.answers += results->has_baseline && result->known == URIPROOF_CHANGED_ANSWER;
        }
    }
    return n;
}

static void invocations(json_writer *w, const uriproof_results *results)
{
    bool early = report_ended_early(results);
    notes n = notes_of(results);
    json_open_array(w, "invocations");
    json_open_object(w, NULL);
    json_truth(w, "executionSuccessful", !early);
    json_open_array(w, "toolExecutionNotifications");
    note(w, early, "error", "run that was ended early: not every vector was asked.");
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
    sarif_words c;
    sarif_compose(&c);
    if (report_clause_count(one) > 0)
        words = results->clauses[report_clause(one, 0)].id;
    fputs("vectors/", c.out);
    path_name(c.out, words, strcspn(words, "."));
    fputs("/clauses.json", c.out);
    sarif_end_string(w, "uri", &c);
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
    sarif_name(w, "name", one->id);
    sarif_names(w, "fullyQualifiedName", (const char *const[]){adapter->name, one->id, NULL});
    json_text(w, "kind", "vector");
    json_close(w);
    json_close(w);
    json_close(w);
    json_close(w);
}

/* A cause of failures of a parser, and the vector that shows it best. */
typedef struct shown_cause {
    const uriproof_results *results;
    const uriproof_adapter_results *adapter;
    const cause *cause;
    const cause_sighting *sighting;
    const uriproof_case *example;
    const uriproof_result *result;
} shown_cause;

static void fingerprint(json_writer *w, const shown_cause *one)
{
    json_open_object(w, "partialFingerprints");
    sarif_names(
        w, "primaryLocationLineHash",
        (const char *const[]){one->results->dialect, one->adapter->name, one->cause->key, NULL});
    json_close(w);
}

static void add_input(sarif_words *c, const uriproof_case *one)
{
    fprintf(c->out, " %s", uriproof_ops[one->op].name);
    for (size_t i = 0; i < 2; i++) {
        report_field field;
        if (report_field_read(one, i, &field)) {
            fprintf(c->out, "%s %s ", i > 0 ? "," : "", field.key);
            sarif_add(c, "", field.value);
            report_field_free(&field);
        }
    }
}

/* Writes what the parser does, if that is known; else what the vector is about. */
static void message(json_writer *w, const shown_cause *one)
{
    char *expected = report_describe(one->example->expected);
    char *given = report_describe(one->result->given);
    char *does = one->cause->deviation != NULL ? deviation_does(one->cause->deviation) : NULL;
    const size_t count = one->sighting->count;
    sarif_words c;
    sarif_compose(&c);
    sarif_add(&c, "", one->adapter->name);
    sarif_add(&c, " ", one->adapter->version);
    if (does != NULL)
        sarif_add(&c, " ", does);
    else
        fprintf(c.out, ", %s", uriproof_outcomes[one->result->outcome].name);
    fprintf(c.out, " (%zu vector%s). ", count, count == 1 ? "" : "s");
    sarif_add(&c, "", one->example->group->about);
    add_input(&c, one->example);
    sarif_add(&c, ": expected ", expected);
    sarif_add(&c, "; given ", given);
    if (report_is_dated(one->result))
        report_dialects(c.out, REPORT_SARIF, "; right in ", one->results, one->result,
                        URIPROOF_RIGHT_THERE);
    putc('.', c.out);
    sarif_end_message(w, "message", &c);
    free(does);
    free(expected);
    free(given);
}

static void clause_ids(json_writer *w, const char *key, const uriproof_results *results,
                       const size_t *clauses, size_t count)
{
    json_open_array(w, key);
    for (size_t i = 0; i < count; i++)
        sarif_name(w, NULL, results->clauses[clauses[i]].id);
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

/* Writes the clause that the other reports quote for this cause. */
static void rule_of(json_writer *w, const shown_cause *one)
{
    const uriproof_results *results = one->results;
    const size_t told = report_telling_clause(results, one->cause->deviation, one->example);
    const bool has = told != SIZE_MAX;
    sarif_name(w, "ruleId", has ? results->clauses[told].id : no_clause);
    json_number(w, "ruleIndex", has ? told : results->clause_count);
}

/* Returns what the baseline has of a cause: it is known if it has all failures. */
static uriproof_known known_of(const cause_sighting *sighting)
{
    static const uriproof_known first[] = {URIPROOF_NEW_FAILURE, URIPROOF_AS_EVER,
                                           URIPROOF_OTHER_FAILURE, URIPROOF_CHANGED_FAILURE};
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        if (sighting->known[first[i]] > 0)
            return first[i];
    return URIPROOF_KNOWN_FAILURE;
}

/* Is the answer right by what the parser claims in each example that is kept? */
static bool is_right_as_claimed(const shown_cause *one)
{
    const size_t count =
        one->sighting->count < CAUSE_EXAMPLES ? one->sighting->count : CAUSE_EXAMPLES;
    for (size_t i = 0; i < count; i++)
        if (!report_is_right_as_claimed(one->results, one->adapter,
                                        one->adapter->results[one->sighting->examples[i]]))
            return false;
    return true;
}

static void put_result(json_writer *w, const shown_cause *one)
{
    const uriproof_known known = known_of(one->sighting);
    json_new_line(w);
    json_open_object(w, NULL);
    rule_of(w, one);
    const bool is_strict = one->sighting->strict == one->sighting->count;
    const char *level = is_strict ? "warning" : "error";
    json_text(w, "level", is_right_as_claimed(one) ? "note" : level);
    if (one->results->has_baseline)
        json_text(w, "baselineState", baseline_states[known]);
    if (one->results->has_baseline && known == URIPROOF_KNOWN_FAILURE)
        sarif_suppress(w, "The baseline lists it with this outcome.");
    message(w, one);
    locations(w, one->results, one->adapter, one->example);
    fingerprint(w, one);
    properties(w, one->results, one->example);
    json_close(w);
}

static void put_results(json_writer *w, const uriproof_results *results)
{
    causes found = causes_find(results, &cause_any);
    json_open_array(w, "results");
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < found.count; k++) {
            const cause_sighting *sighting = &found.list[k].sightings[i];
            if (sighting->count > 0)
                put_result(
                    w, &(shown_cause){.results = results,
                                      .adapter = &results->adapters[i],
                                      .cause = &found.list[k],
                                      .sighting = sighting,
                                      .example = &results->cases[sighting->example],
                                      .result = results->adapters[i].results[sighting->example]});
        }
    json_close(w);
    causes_free(&found);
}

static bool write_sarif(const uriproof_results *results, FILE *out)
{
    json_writer w = json_writer_dense(out);
    tool(&w, results);
    json_open_object(&w, "automationDetails");
    sarif_names(&w, "id", (const char *const[]){"uriproof", results->dialect, "", NULL});
    json_close(&w);
    invocations(&w, results);
    put_results(&w, results);
    return json_writer_end(&w);
}

const uriproof_report_format report_sarif = {
    .name = "sarif",
    .suffix = "sarif",
    .about = "SARIF 2.1.0, for code scanning",
    .write = write_sarif,
};
