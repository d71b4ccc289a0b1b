/* SPDX-License-Identifier: MIT */
#include "sources.h"

#include "pairs.h"
#include "runs.h"

#include <stdlib.h>
#include <string.h>

bool class_is_finding(const export_class *class)
{
    return class->again == SHOWN_AGAIN && !is_by_the_text(class);
}

/* A run while the runs of its kind are read. */
typedef struct kind_run {
    int64_t place;      /* the runs are in this order */
    int64_t counted_by; /* the place of the run that counts its texts too; or its own */
    diff_export found;
    int64_t first, last;
    bool complete;
} kind_run;

/* The runs of one kind: each comes before those that count its texts too. */
typedef struct kind_runs {
    char *key, *command, *source;
    kind_run *list;
    size_t count;
} kind_runs;

/* ---- Texts that several runs asked ---- */

static int compare_classes(const void *one, const void *other)
{
    return export_compare(one, other);
}

/* Makes one of two classes that saw the same texts. The count is the higher one. The example is
 * one that is confirmed, and of two such that of the smaller text. */
static void join_class(export_class *into, export_class *one)
{
    const bool is_shown = one->again == SHOWN_AGAIN;
    const bool other = is_shown != (into->again == SHOWN_AGAIN)
                           ? is_shown
                           : export_is_smaller(one->seen, into->seen);
    const size_t most = one->texts > into->texts ? one->texts : into->texts;
    export_class left_out = other ? *into : *one;
    if (other)
        *into = *one;
    into->texts = most;
    cJSON_Delete(left_out.seen);
    cJSON_Delete(left_out.shown);
}

/* Adds what a run saw to a run that counts its texts too. Takes the classes of `from`. */
static void add_to_better(diff_export *into, diff_export *from)
{
    export_sort(into);
    const size_t before = into->count;
    for (size_t i = 0; i < from->count; i++) {
        export_class *one = &from->classes[i];
        export_class *same =
            before == 0 ? NULL : bsearch(one, into->classes, before, sizeof *one, compare_classes);
        if (same != NULL)
            join_class(same, one);
        else
            export_add(into, one);
    }
    from->count = 0;
    export_free(from);
}

static int compare_place(const void *place, const void *run)
{
    const int64_t a = *(const int64_t *)place, b = ((const kind_run *)run)->place;
    return (a > b) - (a < b);
}

/* Returns the run of `runs` that counts the texts of that one too, or NULL. */
static kind_run *better_run(const kind_runs *runs, const kind_run *one)
{
    if (one->counted_by <= one->place)
        return NULL;
    return bsearch(&one->counted_by, runs->list, runs->count, sizeof *one, compare_place);
}

/* ---- Sources ---- */

/* Adds who stands apart in the findings of a run. Most runs have the pairs of the runs before, so
 * these are left out each time that there are twice as many. */
static void add_pairs(finding_pairs *to, const diff_export *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (class_is_finding(&found->classes[i]))
            pairs_add(to, &found->classes[i]);
    if (to->count / 2 >= to->sorted)
        pairs_sort(to);
}

/* Adds a run to a source. */
static void add_run(findings *f, finding_source *to, kind_run *one, kind_run *better)
{
    uriproof_error fault;
    to->first = one->first < to->first ? one->first : to->first;
    to->last = one->last > to->last ? one->last : to->last;
    if (better != NULL) {
        add_to_better(&better->found, &one->found);
        return;
    }
    to->complete = to->complete && one->complete;
    if (to->found.settings == NULL) {
        to->found = one->found;
    } else if (!export_merge(&to->found, &one->found, &fault)) {
        database_damaged(f, "a run is not what it is said to be");
        export_free(&one->found);
    }
}

/* Makes a source of the runs of a kind, if there are some, which are then empty. */
static void end_kind(findings *f, kind_runs *runs, finding_list *list)
{
    finding_source to = {.key = runs->key,
                         .command = runs->command,
                         .source = runs->source,
                         .first = INT64_MAX,
                         .last = INT64_MIN,
                         .complete = true};
    for (size_t i = 0; i < runs->count; i++) {
        kind_run *one = &runs->list[i];
        add_run(f, &to, one, better_run(runs, one));
    }
    if (runs->count > 0) {
        list->sources = list_grown(list->sources, list->source_count, sizeof to);
        list->sources[list->source_count++] = to;
    }
    free(runs->list);
    *runs = (kind_runs){.count = 0};
}

/* Reads the run of a row. */
static void read_run(findings *f, sqlite3_stmt *row, kind_runs *runs, finding_list *list)
{
    kind_run one = {.first = sqlite3_column_int64(row, 4),
                    .last = sqlite3_column_int64(row, 5),
                    .complete = sqlite3_column_int(row, 6) != 0,
                    .place = sqlite3_column_int64(row, 7),
                    .counted_by = sqlite3_column_int64(row, 8)};
    if (!run_read(f, sqlite3_column_int64(row, 0), &one.found))
        return;
    if (runs->count > 0 && strcmp(runs->key, database_text(row, 3)) != 0)
        end_kind(f, runs, list);
    if (runs->count == 0)
        *runs = (kind_runs){.command = strdup(database_text(row, 1)),
                            .source = strdup(database_text(row, 2)),
                            .key = strdup(database_text(row, 3))};
    add_pairs(&list->apart, &one.found);
    runs->list = list_grown(runs->list, runs->count, sizeof one);
    runs->list[runs->count++] = one;
}

/* Lists the runs, those of a kind together, and of each the one that counts its texts too. That has
 * asked the same texts up to there. A run that ended asked the part of a stream: then only a run of
 * the same texts counts them too, or a later form of the run itself. */
static const char listing[] =
    "WITH placed AS (SELECT *, row_number() OVER (ORDER BY kind, texts, complete, last, token)"
    "  AS place, dense_rank() OVER (ORDER BY kind) AS kind_number FROM"
    "   (SELECT key, id, token, command, source, texts, digest, first, last, complete,"
    "    json_array(command, source, settings, parsers) AS kind FROM run)),"
    /* The texts that each run asked up to each time that it was saved; and which texts are told. */
    " asked AS (SELECT NULL AS told, kind_number, id, place, mark.texts, mark.digest,"
    "   iif(placed.texts = mark.texts, place, 0) AS of_all FROM mark JOIN placed"
    "   ON placed.key = mark.run"
    "  UNION ALL SELECT key, kind_number, id, 0, texts, digest, 0 FROM placed),"
    " furthest AS (SELECT told, max(place) OVER same AS any_run, max(of_all) OVER same AS of_all,"
    "  max(place) OVER (PARTITION BY kind_number, texts, digest, id) AS of_run"
    "  FROM asked WINDOW same AS (PARTITION BY kind_number, texts, digest))"
    " SELECT key, command, source, kind, first, last,"
    "  complete, place, iif(complete, max(of_all, of_run), any_run)"
    "  FROM furthest JOIN placed ON placed.key = told ORDER BY place";

void sources_read(findings *f, finding_list *list)
{
    kind_runs runs = {.count = 0};
    sqlite3_stmt *rows = database_prepare(f, listing);
    while (database_next(f, rows))
        read_run(f, rows, &runs, list);
    sqlite3_finalize(rows);
    end_kind(f, &runs, list);
}
