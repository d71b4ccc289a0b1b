/* SPDX-License-Identifier: MIT */
/* Findings, made from the runs of a store. */
#include "list.h"

#include "opinions.h"
#include "pairs.h"
#include "sources.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Findings ---- */

static const char *id_of(const export_class *class)
{
    return json_string_of(class->shown, "id");
}

/* Orders ids: the worst risk first. */
static int compare_ids(const char *x, const char *y)
{
    const unsigned rank = class_risk_of_id(x)->rank, other_rank = class_risk_of_id(y)->rank;
    return rank != other_rank ? (rank < other_rank ? -1 : 1) : strcmp(x, y);
}

static int compare_parts(const void *a, const void *b)
{
    const finding_part *one = a, *other = b;
    const int order = compare_ids(id_of(one->class), id_of(other->class));
    return order != 0 ? order : (one->source > other->source) - (one->source < other->source);
}

/* Is the example of a part smaller than that of another one? */
static bool has_smaller_example(const finding_part *one, const finding_part *other)
{
    return export_is_smaller(json_item(one->class->shown, "example"),
                             json_item(other->class->shown, "example"));
}

/* Adds a part to the finding of its class. Of equal examples that of the later runs is told. */
static void add_part(const finding_list *list, finding *to, finding_part part)
{
    to->parts = list_grown(to->parts, to->part_count, sizeof *to->parts);
    to->parts[to->part_count++] = part;
    to->texts += part.class->texts;
    if (pairs_are_too_many(part.class)) {
        to->too_many = true;
        to->state = FINDING_NEW;
    }
    const bool later = list->sources[part.source].last > list->sources[to->best.source].last &&
                       !has_smaller_example(&to->best, &part);
    if (later || has_smaller_example(&part, &to->best))
        to->best = part;
}

/* Reads when runs first and last showed each class, and confirmed it. */
static void read_times(findings *f, finding_list *list)
{
    sqlite3_stmt *rows = database_query(f,
                                        "SELECT class, min(first), max(last) FROM sighting"
                                        " WHERE again = ? AND NOT by_specification GROUP BY class",
                                        "i", (int64_t)SHOWN_AGAIN);
    while (database_next(f, rows)) {
        finding *one = (finding *)finding_named(list, database_text(rows, 0));
        if (one == NULL)
            continue;
        one->first = sqlite3_column_int64(rows, 1);
        one->last = sqlite3_column_int64(rows, 2);
    }
    sqlite3_finalize(rows);
}

/* Groups the classes of all sources that are findings. */
static void make_findings(findings *f, finding_list *list)
{
    finding_part *parts = NULL;
    size_t count = 0;
    for (size_t s = 0; s < list->source_count; s++)
        for (size_t i = 0; i < list->sources[s].found.count; i++) {
            const export_class *class = &list->sources[s].found.classes[i];
            if (!class_is_finding(class))
                continue;
            parts = list_grown(parts, count, sizeof *parts);
            parts[count++] = (finding_part){s, class};
        }
    if (count > 0)
        qsort(parts, count, sizeof *parts, compare_parts);
    for (size_t i = 0; i < count; i++) {
        const char *id = id_of(parts[i].class);
        if (i == 0 || strcmp(list->findings[list->count - 1].id, id) != 0) {
            finding one = {.id = id, .best = parts[i]};
            one.pairs = pairs_of_class(&list->apart, id, &one.pair_count);
            one.state = opinion_read(f, one.pairs, one.pair_count, &one.note);
            list->findings = list_grown(list->findings, list->count, sizeof one);
            list->findings[list->count++] = one;
        }
        add_part(list, &list->findings[list->count - 1], parts[i]);
    }
    free(parts);
    read_times(f, list);
}

void list_read(findings *f, finding_list *list)
{
    *list = (finding_list){0};
    sources_read(f, list);
    pairs_sort(&list->apart);
    if (database_good(f))
        make_findings(f, list);
    opinions_check(f);
}

bool findings_list(findings *f, finding_list *list)
{
    f->error.words[0] = '\0';
    database_do(f, "BEGIN", ""); /* all that is read is of one moment */
    list_read(f, list);
    if (database_end(f))
        return true;
    finding_list_free(list);
    return false;
}

static int compare_with_id(const void *id, const void *one)
{
    return compare_ids(id, ((const finding *)one)->id);
}

const finding *finding_named(const finding_list *list, const char *id)
{
    return list->count == 0
               ? NULL
               : bsearch(id, list->findings, list->count, sizeof *list->findings, compare_with_id);
}

static void free_finding(finding *one)
{
    free(one->note);
    free(one->parts);
}

static bool sets_apart(const finding *one, const char *parser, const char *other)
{
    bool apart = parser == NULL || one->too_many;
    for (size_t i = 0; i < one->pair_count && !apart; i++)
        apart = pair_is_of(&one->pairs[i], parser, other);
    return apart;
}

void finding_list_keep(finding_list *list, const finding_filter *filter)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        finding *one = &list->findings[i];
        if ((filter->state == FINDING_STATE_COUNT || one->state == filter->state) &&
            (filter->risk == NULL || strcmp(class_risk_of_id(one->id)->name, filter->risk) == 0) &&
            sets_apart(one, filter->parser, filter->other))
            list->findings[kept++] = *one;
        else
            free_finding(one);
    }
    list->count = kept;
}

void finding_list_free(finding_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_finding(&list->findings[i]);
    for (size_t i = 0; i < list->source_count; i++) {
        finding_source *one = &list->sources[i];
        free(one->key);
        free(one->command);
        free(one->source);
        export_free(&one->found);
    }
    pairs_free(&list->apart);
    free(list->findings);
    free(list->sources);
    *list = (finding_list){0};
}

/* ---- Writing ---- */

const char *finding_time(int64_t seconds, char text[FINDING_TIME_ROOM])
{
    const time_t moment = (time_t)seconds;
    struct tm day = {.tm_mday = 1};
    if (gmtime_r(&moment, &day) == NULL ||
        strftime(text, FINDING_TIME_ROOM, "%Y-%m-%dT%H:%M:%SZ", &day) == 0)
        snprintf(text, FINDING_TIME_ROOM, "unknown");
    return text;
}

static void write_times(json_writer *w, int64_t first, int64_t last)
{
    char text[FINDING_TIME_ROOM];
    json_text(w, "first_seen", finding_time(first, text));
    json_text(w, "last_seen", finding_time(last, text));
}

static void write_source(json_writer *w, const finding_source *one)
{
    json_open_object(w, NULL);
    json_text(w, "command", one->command);
    json_tree(w, "settings", one->found.settings);
    json_text(w, "source", one->source);
    json_number(w, "texts", one->found.texts);
    json_truth(w, "complete", one->complete);
    write_times(w, one->first, one->last);
    json_tree(w, "parsers", one->found.parsers);
    json_close(w);
}

static void write_part(json_writer *w, const finding_part *part)
{
    json_open_object(w, NULL);
    json_number(w, "source", part->source);
    json_number(w, "texts", part->class->texts);
    json_close(w);
}

/* Writes a finding: what is known of all its sightings, and then its smallest example with what
 * the parsers of that source say of it. */
static void write_finding(json_writer *w, const finding *one)
{
    const cJSON *item = NULL;
    json_open_object(w, NULL);
    cJSON_ArrayForEach(item, one->best.class->shown)
    {
        if (strcmp(item->string, "example") == 0) {
            json_text(w, "state", finding_states[one->state]);
            json_text_if(w, "note", one->note);
            json_number(w, "texts", one->texts);
            write_times(w, one->first, one->last);
            json_open_array(w, "seen");
            for (size_t i = 0; i < one->part_count; i++)
                write_part(w, &one->parts[i]);
            json_close(w);
            json_number(w, "example_of", one->best.source);
        }
        json_tree(w, item->string, item);
    }
    json_close(w);
}

bool finding_list_write(const finding_list *list, FILE *out)
{
    json_writer w = json_writer_to(out, 2);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-findings");
    json_number(&w, "version", 1);
    json_open_array(&w, "sources");
    for (size_t i = 0; i < list->source_count; i++)
        write_source(&w, &list->sources[i]);
    json_close(&w);
    json_open_array(&w, "findings");
    for (size_t i = 0; i < list->count; i++)
        write_finding(&w, &list->findings[i]);
    json_close(&w);
    return json_writer_end(&w);
}
