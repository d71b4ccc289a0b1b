/* SPDX-License-Identifier: MIT */
#include "site.h"

#include "specifications.h"
#include "telling_clause.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Dialects ---- */

/* Returns the number of the dialect of a case or group, which is new if it was not seen before. */
static size_t dialect_number(site *s, const char *id)
{
    size_t length;
    const char *name;
    uriproof_own_id(s->results, id, &name, &length);
    for (size_t i = 0; i < s->dialect_count; i++)
        if (strlen(s->dialects[i].name) == length && memcmp(s->dialects[i].name, name, length) == 0)
            return i;
    s->dialects = list_grown(s->dialects, s->dialect_count, sizeof *s->dialects);
    char *copy = strndup(name, length);
    const uriproof_dialect *known = uriproof_dialect_named(copy);
    s->dialects[s->dialect_count] =
        (site_dialect){.name = copy, .document = known != NULL ? known->document : copy};
    return s->dialect_count++;
}

static int by_age(const void *a, const void *b)
{
    const site_dialect *x = a, *y = b;
    size_t one = specification_age(x->name), other = specification_age(y->name);
    return one != other ? (one < other ? -1 : 1) : strcmp(x->name, y->name);
}

/* Finds the dialects, and of which of them each case and clause is. */
static void find_dialects(site *s)
{
    const uriproof_results *r = s->results;
    for (size_t i = 0; i < r->case_count; i++)
        dialect_number(s, r->cases[i].id);
    for (size_t i = 0; i < r->group_count; i++)
        dialect_number(s, r->groups[i]->id);
    if (s->dialect_count == 0)
        dialect_number(s, r->dialect);
    qsort(s->dialects, s->dialect_count, sizeof *s->dialects, by_age);
    s->dialect_of_case = calloc(r->case_count + 1, sizeof *s->dialect_of_case);
    s->dialect_of_clause = calloc(r->clause_count + 1, sizeof *s->dialect_of_clause);
    s->dialect_of_group = calloc(r->group_count + 1, sizeof *s->dialect_of_group);
    for (size_t i = 0; i < r->group_count; i++) {
        s->dialect_of_group[i] = dialect_number(s, r->groups[i]->id);
        for (size_t k = 0; k < r->groups[i]->clause_count; k++)
            s->dialect_of_clause[r->groups[i]->clauses[k]] = s->dialect_of_group[i];
    }
    for (size_t i = 0; i < r->case_count; i++) {
        s->dialect_of_case[i] = dialect_number(s, r->cases[i].id);
        for (size_t k = 0; k < report_clause_count(&r->cases[i]); k++)
            s->dialect_of_clause[report_clause(&r->cases[i], k)] = s->dialect_of_case[i];
    }
}

bool site_claims(const site *s, size_t adapter, size_t dialect)
{
    const char **claimed = s->results->adapters[adapter].dialects;
    for (size_t i = 0; claimed[i] != NULL; i++)
        if (strcmp(claimed[i], s->dialects[dialect].name) == 0)
            return true;
    return false;
}

bool site_is_own_reference(const site *s, size_t adapter)
{
    return strcmp(s->results->adapters[adapter].name, "reference") == 0;
}

/* Returns the number of uriproof's own reference; SIZE_MAX if it was not asked. */
static size_t find_reference(const site *s)
{
    for (size_t i = 0; i < s->results->adapter_count; i++)
        if (site_is_own_reference(s, i))
            return i;
    return SIZE_MAX;
}

size_t site_first_dialect(const site *s, size_t adapter)
{
    const uriproof_adapter_results *a = &s->results->adapters[adapter];
    for (size_t i = s->dialect_count; i-- > 0;)
        if (site_claims(s, adapter, i))
            return i;
    for (size_t i = 0; a->dialect != NULL && i < s->dialect_count; i++)
        if (strcmp(a->dialect, s->dialects[i].name) == 0)
            return i;
    return s->dialect_count - 1;
}

/* ---- Scores ---- */

const site_score *site_score_of(const site *s, size_t adapter, size_t dialect)
{
    return &s->scores[adapter * s->dialect_count + dialect];
}

bool site_is_asked_most(const site *s, size_t adapter, size_t dialect)
{
    const site_score *score = site_score_of(s, adapter, dialect);
    return score->rules * 10 >= s->dialects[dialect].rules * 9 &&
           score->vectors * 2 >= s->dialects[dialect].vectors;
}

static void count_outcome(site_score *score, uriproof_op op, uriproof_outcome outcome, size_t count)
{
    score->outcomes[outcome] += count;
    if (outcome == URIPROOF_UNSUPPORTED || outcome == URIPROOF_NOT_RUN)
        return;
    score->vectors += count;
    score->parsed += op == URIPROOF_PARSE ? count : 0;
    score->bad += report_is_bad(outcome) ? count : 0;
}

/* Counts the vectors of an adapter by dialect. */
static void count_vectors(site *s, size_t adapter, site_score *scores)
{
    const uriproof_results *r = s->results;
    for (size_t i = 0; i < r->case_count; i++)
        if (uriproof_is_asked(r, adapter, r->cases[i].id))
            count_outcome(&scores[s->dialect_of_case[i]], r->cases[i].op,
                          r->adapters[adapter].results[i]->outcome, 1);
    for (size_t i = 0; i < r->group_count; i++)
        if (uriproof_is_asked(r, adapter, r->groups[i]->id))
            count_outcome(&scores[s->dialect_of_group[i]], r->groups[i]->op,
                          uriproof_counted_result(r, adapter, r->groups[i])->outcome,
                          r->groups[i]->counted);
}

static void count_rules(const site *s, size_t adapter, site_score *scores)
{
    for (size_t i = 0; i < s->results->clause_count; i++) {
        const report_tally *tally = report_tally_of(s->results, &s->index, i, adapter);
        bool asked = report_tally_is_asked(tally);
        scores[s->dialect_of_clause[i]].rules += asked;
        scores[s->dialect_of_clause[i]].kept += asked && tally->bad == 0;
    }
}

static void count_causes(const site *s, size_t adapter, site_score *scores)
{
    for (size_t d = 0; d < s->dialect_count; d++)
        for (size_t i = 0; i < s->causes[d].count; i++) {
            const cause *one = &s->causes[d].list[i];
            scores[d].causes += one->sightings[adapter].count > 0;
            scores[d].other_host +=
                one->sightings[adapter].count > 0 && strcmp(one->risk->name, "other-host") == 0;
        }
}

/* Counts the rules and the vectors of each dialect. */
static void count_dialects(site *s)
{
    const uriproof_results *r = s->results;
    for (size_t i = 0; i < r->clause_count; i++) {
        bool asked = false;
        for (size_t k = 0; k < r->adapter_count && !asked; k++)
            asked = report_tally_is_asked(report_tally_of(r, &s->index, i, k));
        s->dialects[s->dialect_of_clause[i]].rules += asked;
    }
    for (size_t i = 0; i < r->case_count; i++)
        s->dialects[s->dialect_of_case[i]].vectors++;
    for (size_t i = 0; i < r->group_count; i++)
        s->dialects[s->dialect_of_group[i]].vectors += r->groups[i]->counted;
}

static void find_scores(site *s)
{
    s->causes = calloc(s->dialect_count, sizeof *s->causes);
    s->scores = calloc(s->results->adapter_count * s->dialect_count + 1, sizeof *s->scores);
    for (size_t d = 0; d < s->dialect_count; d++) {
        cause_filter filter = cause_any;
        filter.dialect = s->dialect_count > 1 ? s->dialects[d].name : NULL;
        s->causes[d] = causes_find(s->results, &filter);
    }
    count_dialects(s);
    for (size_t i = 0; i < s->results->adapter_count; i++) {
        site_score *scores = &s->scores[i * s->dialect_count];
        count_vectors(s, i, scores);
        count_rules(s, i, scores);
        count_causes(s, i, scores);
    }
}

/* ---- Where vectors are ---- */

/* Gives each case that is shown to the first of its clauses. */
static void find_homes(site *s)
{
    s->home = calloc(s->results->case_count + 1, sizeof *s->home);
    s->part = calloc(s->results->case_count + 1, sizeof *s->part);
    for (size_t i = 0; i < s->results->case_count; i++) {
        const uriproof_case *one = &s->results->cases[i];
        bool shown = s->index.shown[i] && report_clause_count(one) > 0;
        s->home[i] = shown ? report_telling_clause(s->results, NULL, one) : SIZE_MAX;
    }
}

const char *site_own_id(const site *s, size_t number)
{
    const char *dialect;
    size_t length;
    return uriproof_own_id(s->results, s->results->cases[number].id, &dialect, &length);
}

/* ---- Transforms ---- */

/* Reads what the adapters declare: "host lowercased". With exact answers, nothing counts. */
static void find_declared(site *s)
{
    s->declared = calloc(s->results->adapter_count + 1, sizeof *s->declared);
    for (size_t i = 0; i < s->results->adapter_count && !s->results->exact; i++)
        for (const char **one = s->results->adapters[i].transforms; *one != NULL; one++) {
            const char *space = strchr(*one, ' ');
            char *part = strndup(*one, space != NULL ? (size_t)(space - *one) : 0);
            transform_declare(&s->declared[i], part, space != NULL ? space + 1 : "");
            free(part);
        }
}

/* ---- The site ---- */

/* Sets the date: that of SOURCE_DATE_EPOCH, if it is set, so that equal runs give equal pages. */
static void find_date(site *s)
{
    int64_t now;
    uriproof_error error;
    struct tm day;
    date_now(&now, &error); /* what is no date was rejected at the start of the program */
    const time_t seconds = (time_t)now;
    if (gmtime_r(&seconds, &day) == NULL ||
        strftime(s->date, sizeof s->date, "%Y-%m-%d", &day) == 0)
        snprintf(s->date, sizeof s->date, "not known");
}

site site_find(const uriproof_results *results, new_folder *folder)
{
    site s = {.results = results,
              .folder = folder,
              .early = report_ended_early(results),
              .memory = store_new()};
    report_index_make(results, &s.index);
    find_date(&s);
    find_dialects(&s);
    find_scores(&s);
    find_homes(&s);
    find_declared(&s);
    s.partings = partings_find(results, s.declared, find_reference(&s));
    return s;
}

void site_free(site *s)
{
    for (size_t d = 0; d < s->dialect_count; d++) {
        causes_free(&s->causes[d]);
        free((char *)s->dialects[d].name);
    }
    report_index_free(&s->index);
    free(s->dialects);
    free(s->dialect_of_case);
    free(s->dialect_of_clause);
    free(s->dialect_of_group);
    free(s->scores);
    free(s->causes);
    free(s->home);
    free(s->part);
    free(s->finding_part);
    free(s->declared);
    partings_free(&s->partings);
    store_free(s->memory);
}
