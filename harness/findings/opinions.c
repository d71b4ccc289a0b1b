/* SPDX-License-Identifier: MIT */
#include "opinions.h"

#include <stdlib.h>
#include <string.h>

const char *const finding_states[FINDING_STATE_COUNT] = {"new", "known", "by-design", "reported",
                                                         "fixed"};

finding_state finding_state_named(const char *name)
{
    unsigned state = 0;
    while (state < FINDING_STATE_COUNT && strcmp(finding_states[state], name) != 0)
        state++;
    return (finding_state)state;
}

bool finding_state_alarms(finding_state state)
{
    return state == FINDING_NEW || state == FINDING_FIXED;
}

/* ---- Who stands apart ---- */

/* In a class of more parsers no pairs are listed, so that it stays new: a store from elsewhere
 * could have so many pairs that memory ends. */
enum { NAMES_MOST = 128 };

/* A parser in a class, and its group. */
typedef struct placed_name {
    const char *name;
    int group;
} placed_name;

typedef struct placed_names {
    placed_name list[NAMES_MOST];
    size_t count;
    bool too_many;
} placed_names;

static void place_names(placed_names *to, const cJSON *names, int group)
{
    const cJSON *name = NULL;
    cJSON_ArrayForEach(name, names)
    {
        if (!cJSON_IsString(name))
            continue;
        if (to->count == NAMES_MOST) {
            to->too_many = true;
            return;
        }
        to->list[to->count++] = (placed_name){name->valuestring, group};
    }
}

/* Was the group asked? A parser that was not asked stands nowhere. */
static bool took_part(const cJSON *group)
{
    const char *outcome = json_string_of(group, "outcome");
    return outcome == NULL || (strcmp(outcome, uriproof_outcomes[URIPROOF_NOT_RUN].name) != 0 &&
                               strcmp(outcome, uriproof_outcomes[URIPROOF_UNSUPPORTED].name) != 0);
}

/* Do the two groups differ only in what parsers declare? */
static bool is_declared(const cJSON *shown, int one, int other)
{
    const cJSON *pair = NULL;
    cJSON_ArrayForEach(pair, json_item(shown, "by_design"))
    {
        const cJSON *groups = json_item(pair, "groups");
        const cJSON *first = cJSON_GetArrayItem(groups, 0);
        const cJSON *second = cJSON_GetArrayItem(groups, 1);
        if (cJSON_IsNumber(first) && cJSON_IsNumber(second) &&
            ((first->valueint == one && second->valueint == other) ||
             (first->valueint == other && second->valueint == one)))
            return true;
    }
    return false;
}

static void add_pair(finding_pairs *to, const char *class, const char *one, const char *other)
{
    const bool turned = strcmp(one, other) > 0;
    to->pairs = list_grown(to->pairs, to->count, sizeof *to->pairs);
    to->pairs[to->count++] = (finding_pair){.class = strdup(class),
                                            .one = strdup(turned ? other : one),
                                            .other = strdup(turned ? one : other)};
}

/* Adds the parsers that break a chain. */
static void add_breakers(finding_pairs *to, const export_class *class, const char *id)
{
    const cJSON *name = NULL;
    cJSON_ArrayForEach(name, json_item(class->shown, "broken_by"))
    {
        if (cJSON_IsString(name))
            add_pair(to, id, name->valuestring, name->valuestring);
    }
}

void pairs_add(finding_pairs *to, const export_class *class)
{
    const char *id = json_string_of(class->shown, "id");
    const cJSON *group = NULL;
    placed_names names = {.count = 0};
    int number = 0;
    if (json_item(class->shown, "broken_by") != NULL) {
        add_breakers(to, class, id);
        return;
    }
    cJSON_ArrayForEach(group, json_item(class->shown, "groups"))
    {
        if (took_part(group))
            place_names(&names, json_item(group, "parsers"), number);
        number++;
    }
    for (size_t i = 0; i < names.count && !names.too_many; i++)
        for (size_t k = 0; k < i; k++)
            if (names.list[i].group != names.list[k].group &&
                !is_declared(class->shown, names.list[i].group, names.list[k].group))
                add_pair(to, id, names.list[i].name, names.list[k].name);
}

static int compare_pairs(const void *a, const void *b)
{
    const finding_pair *x = a, *y = b;
    const int by_class = strcmp(x->class, y->class), by_one = strcmp(x->one, y->one);
    return by_class != 0 ? by_class : by_one != 0 ? by_one : strcmp(x->other, y->other);
}

static void free_pair(finding_pair *pair)
{
    free(pair->class);
    free(pair->one);
    free(pair->other);
}

void pairs_sort(finding_pairs *list)
{
    size_t kept = 0;
    if (list->count > 0)
        qsort(list->pairs, list->count, sizeof *list->pairs, compare_pairs);
    for (size_t i = 0; i < list->count; i++)
        if (kept > 0 && compare_pairs(&list->pairs[kept - 1], &list->pairs[i]) == 0)
            free_pair(&list->pairs[i]);
        else
            list->pairs[kept++] = list->pairs[i];
    list->count = kept;
}

void pairs_free(finding_pairs *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_pair(&list->pairs[i]);
    free(list->pairs);
    *list = (finding_pairs){0};
}

/* ---- Opinions ---- */

/* Reads the state in the first column of the row. */
static finding_state read_state(findings *f, sqlite3_stmt *row)
{
    const finding_state state = finding_state_named(database_text(row, 0));
    if (state != FINDING_STATE_COUNT)
        return state;
    database_damaged(f, "a state is not as it must be");
    return FINDING_NEW;
}

/* Returns the pair that the row is about, or NULL. */
static finding_pair *pair_of(sqlite3_stmt *row, finding_pair *pairs, size_t count)
{
    char *const class = pairs[0].class, *const one = strdup(database_text(row, 2)),
                *const other = strdup(database_text(row, 3));
    const finding_pair pair = {.class = class, .one = one, .other = other};
    finding_pair *found = bsearch(&pair, pairs, count, sizeof pair, compare_pairs);
    free(one);
    free(other);
    return found;
}

finding_state opinion_read(findings *f, finding_pair *pairs, size_t count, char **note)
{
    size_t said = 0;
    finding_state together = FINDING_NEW;
    if (count == 0)
        return FINDING_NEW;
    sqlite3_stmt *rows = database_query(f,
                                        "SELECT state, note, one, other FROM opinion"
                                        " WHERE class = ? ORDER BY changed DESC, state DESC,"
                                        " coalesce(note, '') DESC",
                                        "t", pairs[0].class);
    while (database_next(f, rows)) {
        finding_pair *pair = pair_of(rows, pairs, count);
        if (pair == NULL)
            continue;
        pair->judged = true;
        const finding_state state = read_state(f, rows);
        if (said++ == 0 && note != NULL && sqlite3_column_type(rows, 1) == SQLITE_TEXT)
            *note = strdup(database_text(rows, 1));
        if (said == 1 || state == FINDING_NEW ||
            (state == FINDING_FIXED && together != FINDING_NEW))
            together = state;
    }
    sqlite3_finalize(rows);
    return said < count ? FINDING_NEW : together;
}

void opinions_check(findings *f)
{
    sqlite3_stmt *rows = database_prepare(f, "SELECT state FROM opinion");
    while (database_next(f, rows))
        read_state(f, rows);
    sqlite3_finalize(rows);
}

bool findings_state_of(findings *f, const export_class *class, finding_state *state)
{
    finding_pairs list = {.count = 0};
    f->error.words[0] = '\0';
    pairs_add(&list, class);
    pairs_sort(&list);
    *state = opinion_read(f, list.pairs, list.count, NULL);
    pairs_free(&list);
    return database_good(f);
}

/* Changes what people think of a pair. */
static void set_pair(findings *f, const finding_pair *pair, finding_state state, const char *note)
{
    const int64_t now = database_now();
    database_do(f,
                "INSERT INTO opinion (class, one, other, state, changed) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET changed = excluded.changed",
                "tttti", pair->class, pair->one, pair->other, finding_states[FINDING_NEW], now);
    if (state != FINDING_STATE_COUNT)
        database_do(f, "UPDATE opinion SET state = ? WHERE class = ? AND one = ? AND other = ?",
                    "tttt", finding_states[state], pair->class, pair->one, pair->other);
    if (note != NULL)
        database_do(f,
                    "UPDATE opinion SET note = nullif(?, '') WHERE class = ? AND one = ?"
                    " AND other = ?",
                    "tttt", note, pair->class, pair->one, pair->other);
}

bool findings_set(findings *f, const finding *const *of, size_t count, finding_state state,
                  const char *note)
{
    database_begin(f);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < of[i]->pair_count; k++)
            set_pair(f, &of[i]->pairs[k], state, note);
    return database_end(f);
}
