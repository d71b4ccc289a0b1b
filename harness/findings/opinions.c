/* SPDX-License-Identifier: MIT */
#include "opinions.h"

#include "pairs.h"
#include "sources.h"

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
    const finding_pair pair = {
        .class = pairs[0].class, .one = database_text(row, 2), .other = database_text(row, 3)};
    return bsearch(&pair, pairs, count, sizeof pair, pairs_compare);
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

bool findings_is_new(findings *f, const export_class *class)
{
    finding_state state;
    return class_is_finding(class) &&
           (f == NULL || !findings_state_of(f, class, &state) || finding_state_alarms(state));
}

/* Changes what people think of a pair. The change is later than that which is there, whatever clock
 * that had, so that a merge does not undo it. */
static void set_pair(findings *f, const finding_pair *pair, finding_state state, const char *note)
{
    database_do(f,
                "INSERT INTO opinion (class, one, other, state, changed) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET changed ="
                " max(excluded.changed, min(changed, 9223372036854775806) + 1)",
                "tttti", pair->class, pair->one, pair->other, finding_states[FINDING_NEW],
                database_now());
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
    for (size_t i = 0; i < count; i++) {
        if (of[i]->too_many)
            uriproof_error_set(&f->error,
                               "%.170s: a class of more than %d parsers has no state; ask fewer of "
                               "them in another store",
                               of[i]->id, FINDINGS_MOST_PARSERS);
        for (size_t k = 0; k < of[i]->pair_count; k++)
            set_pair(f, &of[i]->pairs[k], state, note);
    }
    return database_end(f);
}
