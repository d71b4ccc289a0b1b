/* SPDX-License-Identifier: MIT */
#include "summary.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

const char *const report_symbols[URIPROOF_OUTCOME_COUNT] = {
    [URIPROOF_AGREE] = "\u2713",       /* check mark */
    [URIPROOF_ACCEPTABLE] = "\u2248",  /* almost equal */
    [URIPROOF_INCOMPLETE] = "\u2243",  /* asymptotically equal */
    [URIPROOF_UNDEFINED] = "\u2205",   /* empty set */
    [URIPROOF_UNVALIDATED] = "\u2295", /* circled plus: accepts more, and says so */
    [URIPROOF_SLOW] = "\u25D4",        /* circle with a quarter black: a clock */
    [URIPROOF_DIFFER] = "\u2260",      /* not equal */
    [URIPROOF_LENIENT] = "+",          /* accepts more */
    [URIPROOF_STRICT] = "\u2212",      /* minus sign: accepts less */
    [URIPROOF_CRASH] = "!",            /**/
    [URIPROOF_TIMEOUT] = "\u2026",     /* ellipsis */
    [URIPROOF_PROTOCOL_ERROR] = "?",   /**/
    [URIPROOF_FLAKY] = "%",            /**/
    [URIPROOF_UNSUPPORTED] = "\u25CB", /* white circle */
    [URIPROOF_NOT_RUN] = "\u00B7",     /* middle dot */
};

const char report_right_refusals[] =
    "A rejection is right in every dialect that rejects the text at the same octet, even if the "
    "reasons differ. If the parser does not give the octet, its rejection is only acceptable "
    "there. For example, a dialect that requires a prefix rejects every text without it.";

bool report_is_bad(uriproof_outcome outcome)
{
    return !uriproof_outcomes[outcome].good && outcome != URIPROOF_NOT_RUN;
}

const char *report_given(const uriproof_case *one, const uriproof_result *result)
{
    bool agrees = result->outcome == URIPROOF_AGREE || result->outcome == URIPROOF_SLOW;
    return result->given == NULL && agrees ? one->expected : result->given;
}

char *report_describe(const char *answer)
{
    cJSON *tree = answer != NULL ? cJSON_Parse(answer) : NULL;
    char *words = uriproof_answer_describe(tree);
    cJSON_Delete(tree);
    return words;
}

void report_counts(FILE *out, const uriproof_results *results, size_t adapter)
{
    size_t counts[URIPROOF_OUTCOME_COUNT];
    const char *before = "";
    uriproof_count_outcomes(results, adapter, counts);
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        if (counts[i] > 0) {
            fprintf(out, "%s%zu %s", before, counts[i], uriproof_outcomes[i].name);
            before = ", ";
        }
    }
}

void report_outcomes_seen(const uriproof_results *results, bool *seen)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT];
        uriproof_count_outcomes(results, i, counts);
        for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT; outcome++) {
            seen[outcome] = seen[outcome] || counts[outcome] > 0;
        }
    }
}

size_t report_clause_count(const uriproof_case *one)
{
    return one->group->clause_count;
}

size_t report_clause(const uriproof_case *one, size_t i)
{
    return one->group->clauses[i];
}

bool report_case_is_bad(const uriproof_results *results, size_t number)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        if (report_is_bad(results->adapters[i].results[number]->outcome)) {
            return true;
        }
    }
    return false;
}

bool report_is_dated(const uriproof_result *result)
{
    return report_is_bad(result->outcome) && result->right_in != NULL;
}

static bool is_claimed(const uriproof_adapter_results *adapter, const char *dialect)
{
    for (size_t i = 0; adapter->dialects != NULL && adapter->dialects[i] != NULL; i++) {
        if (strcmp(adapter->dialects[i], dialect) == 0) {
            return true;
        }
    }
    return false;
}

bool report_is_right_as_claimed(const uriproof_results *results,
                                const uriproof_adapter_results *adapter,
                                const uriproof_result *result)
{
    for (size_t i = 0; report_is_dated(result) && i < results->dialect_count; i++)
        if (uriproof_right_in(result, i) == URIPROOF_RIGHT_THERE &&
            is_claimed(adapter, results->dialects[i].name))
            return true;
    return false;
}

void report_unclaimed(FILE *out, report_style style, const char *before,
                      const uriproof_results *results, size_t adapter, const char *after)
{
    const uriproof_adapter_results *facts = &results->adapters[adapter];
    bool own = strcmp(results->dialect, "own") == 0;
    const char *dialect = uriproof_dialect_of(results, adapter);
    bool claimed = is_claimed(facts, dialect);
    if (claimed && !own) {
        return;
    }
    fputs(before, out);
    if (own) {
        fputs("measured by ", out);
        report_text(out, style, dialect);
    }
    if (!claimed) {
        fputs(own ? "; claims " : "claims ", out);
        report_list(out, style, facts->dialects, "nothing");
        fputs(", not ", out);
        report_text(out, style, dialect);
    }
    fputs(after, out);
}

bool report_fails_gate(const uriproof_results *results, const uriproof_result *result)
{
    return results->has_baseline ? !uriproof_knowns[result->known].good
                                 : report_is_bad(result->outcome);
}

report_score report_score_of(const uriproof_results *results, size_t adapter)
{
    size_t counts[URIPROOF_OUTCOME_COUNT];
    uriproof_count_outcomes(results, adapter, counts);
    size_t good = counts[URIPROOF_AGREE] + counts[URIPROOF_ACCEPTABLE] +
                  counts[URIPROOF_INCOMPLETE] + counts[URIPROOF_SLOW];
    size_t apart = counts[URIPROOF_UNDEFINED] + counts[URIPROOF_UNVALIDATED] +
                   counts[URIPROOF_UNSUPPORTED] + counts[URIPROOF_NOT_RUN];
    return (report_score){good, uriproof_count_asked(results, adapter) - apart};
}

void report_dates_make(const uriproof_results *results, size_t adapter, report_dates *dates)
{
    *dates = (report_dates){0, calloc(results->dialect_count + 1, sizeof *dates->right), 0};
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_result *result = results->adapters[adapter].results[i];
        bool anywhere = false;
        for (size_t k = 0; report_is_dated(result) && k < results->dialect_count; k++) {
            bool right = uriproof_right_in(result, k) == URIPROOF_RIGHT_THERE;
            dates->right[k] += right;
            anywhere = anywhere || right;
        }
        dates->answers += report_is_dated(result);
        dates->nowhere += report_is_dated(result) && !anywhere;
    }
}

bool report_dialects(FILE *out, report_style style, const char *before,
                     const uriproof_results *results, const uriproof_result *result,
                     uriproof_correctness correctness)
{
    bool any = false;
    for (size_t i = 0; i < results->dialect_count; i++) {
        if (uriproof_right_in(result, i) == correctness) {
            fputs(any ? ", " : before, out);
            report_text(out, style, results->dialects[i].name);
            any = true;
        }
    }
    return any;
}

bool report_ended_early(const uriproof_results *results)
{
    bool early = results->partial;
    for (size_t i = 0; i < results->adapter_count && !early; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT];
        uriproof_count_outcomes(results, i, counts);
        early = counts[URIPROOF_NOT_RUN] > 0;
    }
    return early;
}

bool report_field_read(const uriproof_case *one, size_t i, report_field *field)
{
    uriproof_span text = one->request.field[i];
    bool is_printable = uriproof_all_printable(text);
    if (!uriproof_present(text))
        return false;
    field->name = uriproof_ops[one->op].fields[i];
    snprintf(field->key, sizeof field->key, "%s%s", field->name, is_printable ? "" : "_hex");
    field->value = calloc(2 * text.length + 1, 1);
    if (!is_printable)
        uriproof_hex_encode(text, field->value);
    else if (text.length > 0)
        memcpy(field->value, text.octets, text.length);
    return true;
}

void report_field_free(report_field *field)
{
    free(field->value);
}

void report_list(FILE *out, report_style style, const char *const *list, const char *none)
{
    if (list == NULL || list[0] == NULL) {
        fputs(none, out);
        return;
    }
    for (size_t i = 0; list[i] != NULL; i++) {
        fputs(i > 0 ? ", " : "", out);
        report_text(out, style, list[i]);
    }
}

bool report_done(FILE *out)
{
    return fflush(out) == 0 && !ferror(out);
}
