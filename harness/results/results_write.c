/* SPDX-License-Identifier: MIT */
/*
 * The results file, written. Keys have a fixed order, and each clause, case and result has a
 * line of its own and is named by its id, so that two files diff well.
 */
#include "answer_hash.h"
#include "json/json.h"

#include "model.h"

/* Writes `before`, which ends in the key and its colon, and `text`. */
static void write_member(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    json_write_text(out, text);
}

static void write_list(FILE *out, const char *before, char *const *list)
{
    fputs(before, out);
    putc('[', out);
    for (size_t i = 0; list != NULL && list[i] != NULL; i++) {
        write_member(out, i > 0 ? "," : "", list[i]);
    }
    putc(']', out);
}

/* False where memory failed. */
static bool write_object(FILE *out, const char *before, const cJSON *object)
{
    fputs(before, out);
    return json_write_object(out, object);
}

/* What stands before the i-th entry of an array that has a line for each. */
static const char *line_before(size_t i)
{
    return i > 0 ? ",\n" : "\n";
}

static void write_dialects(FILE *out, const uriproof_results *results)
{
    fputs(",\n\"dialects\":[", out);
    for (size_t i = 0; i < results->dialect_count; i++) {
        fputs(line_before(i), out);
        write_member(out, "{\"name\":", results->dialects[i].name);
        write_member(out, ",\"document\":", results->dialects[i].document);
        putc('}', out);
    }
    fputs("\n]", out);
}

static void write_clauses(FILE *out, const uriproof_results *results)
{
    fputs(",\n\"clauses\":[", out);
    for (size_t i = 0; i < results->clause_count; i++) {
        const uriproof_results_clause *clause = &results->clauses[i];
        fputs(line_before(i), out);
        write_member(out, "{\"id\":", clause->id);
        write_member(out, ",\"document\":", clause->document);
        write_member(out, ",\"section\":", clause->section);
        write_member(out, ",\"paraphrase\":", clause->paraphrase);
        if (clause->rule != NULL) {
            write_member(out, ",\"rule\":", clause->rule);
        }
        if (clause->link != NULL) {
            write_member(out, ",\"link\":", clause->link);
        }
        putc('}', out);
    }
    fputs("\n]", out);
}

static void write_names(FILE *out, const char *before, const uriproof_results *results,
                        const size_t *clauses, size_t count)
{
    fputs(before, out);
    putc('[', out);
    for (size_t i = 0; i < count; i++) {
        write_member(out, i > 0 ? "," : "", results->clauses[clauses[i]].id);
    }
    putc(']', out);
}

static bool write_cases(FILE *out, const uriproof_results *results)
{
    fputs(",\n\"cases\":[", out);
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        fputs(line_before(i), out);
        write_member(out, "{\"id\":", one->id);
        if (one->group != NULL) {
            write_member(out, ",\"group\":", one->group);
        }
        write_member(out, ",\"about\":", one->about);
        write_member(out, ",\"origin\":", one->origin);
        write_names(out, ",\"obeys\":", results, one->obeys, one->obeys_count);
        write_names(out, ",\"breaks\":", results, one->breaks, one->breaks_count);
        write_member(out, ",\"op\":", uriproof_ops[one->op].name);
        fputs(one->shortened ? ",\"shortened\":true" : "", out);
        if (!write_object(out, ",\"request\":", one->request) ||
            !write_object(out, ",\"expected\":", one->expected)) {
            return false;
        }
        putc('}', out);
    }
    fputs("\n]", out);
    return true;
}

static void write_right_in(FILE *out, const uriproof_results *results,
                           const uriproof_correctness *right_in)
{
    fputs(",\"dialects\":{", out);
    for (size_t i = 0; i < results->dialect_count; i++) {
        write_member(out, i > 0 ? "," : "", results->dialects[i].name);
        write_member(out, ":", uriproof_correctnesses[right_in[i]].name);
    }
    putc('}', out);
}

static void write_answer_hash(FILE *out, uint64_t answer)
{
    char words[ANSWER_HASH_ROOM];
    answer_hash_write(answer, words);
    fprintf(out, ",\"answer\":\"%s\"", words);
}

static bool write_result(FILE *out, const uriproof_results *results, size_t number,
                         const uriproof_result *result)
{
    write_member(out, "{\"case\":", results->cases[number].id);
    write_member(out, ",\"outcome\":", uriproof_outcomes[result->outcome].name);
    if (result->shortened) {
        fputs(",\"shortened\":true", out);
    }
    if (result->up_to) {
        fputs(",\"up_to\":true", out);
    }
    if (result->answer != 0) {
        write_answer_hash(out, result->answer);
    }
    if (result->given != NULL && !write_object(out, ",\"given\":", result->given)) {
        return false;
    }
    if (result->detail != NULL) {
        write_member(out, ",\"detail\":", result->detail);
    }
    if (results->has_baseline) {
        write_member(out, ",\"known\":", uriproof_knowns[result->known].name);
    }
    if (result->right_in != NULL) {
        write_right_in(out, results, result->right_in);
    }
    putc('}', out);
    return true;
}

static bool write_adapter(FILE *out, const uriproof_results *results,
                          const uriproof_adapter_results *adapter)
{
    write_member(out, "{\"name\":", adapter->name);
    write_member(out, ",\"version\":", adapter->version);
    write_member(out, ",\"language\":", adapter->language);
    if (adapter->dialect != NULL) {
        write_member(out, ",\"dialect\":", adapter->dialect);
    }
    write_list(out, ",\"dialects\":", adapter->dialects);
    write_list(out, ",\"gives\":", adapter->gives);
    if (adapter->splits != NULL) {
        write_member(out, ",\"splits\":", adapter->splits);
    }
    fputs(",\"results\":[", out);
    for (size_t i = 0; i < results->case_count; i++) {
        fputs(line_before(i), out);
        if (!write_result(out, results, i, &adapter->results[i])) {
            return false;
        }
    }
    fputs("\n]}", out);
    return true;
}

bool uriproof_results_write(const uriproof_results *results, FILE *out)
{
    write_member(
        out, "{\"format\":\"uriproof-results\",\"version\":2,\n\"uriproof\":", results->uriproof);
    write_member(out, ",\n\"dialect\":", results->dialect);
    write_member(out, ",\n\"document\":", results->document);
    write_list(out, ",\n\"readings\":", results->readings);
    fputs(results->partial ? ",\n\"partial\":true" : ",\n\"partial\":false", out);
    if (results->dialect_count > 0) {
        write_dialects(out, results);
    }
    write_clauses(out, results);
    if (!write_cases(out, results)) {
        return false;
    }
    fputs(",\n\"adapters\":[", out);
    for (size_t i = 0; i < results->adapter_count; i++) {
        fputs(line_before(i), out);
        if (!write_adapter(out, results, &results->adapters[i])) {
            return false;
        }
    }
    fputs("\n]}\n", out);
    /* What is still in the buffer has not been written yet. */
    return fflush(out) == 0 && !ferror(out);
}
