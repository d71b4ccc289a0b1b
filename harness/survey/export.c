/* SPDX-License-Identifier: MIT */
#include "export.h"

#include "classes/classes.h"

#include <stdlib.h>
#include <string.h>

const char export_format[] = "uriproof-diff";

const char *const export_settings[EXPORT_SETTING_COUNT] = {"op", "by", "chains", "base",
                                                           "base_hex"};

bool is_by_the_text(const export_class *one)
{
    class_words words;
    const char *id = json_string_of(one->shown, "id");
    return cJSON_IsTrue(json_item(one->shown, "by_the_text")) ||
           cJSON_IsTrue(json_item(one->shown, "by_specification")) || /* its earlier name */
           (id != NULL && class_words_of(id, &words) &&
            uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_BY_TEXT])));
}

static void free_class(export_class *one)
{
    cJSON_Delete(one->seen);
    cJSON_Delete(one->shown);
}

void export_free(diff_export *e)
{
    for (size_t i = 0; i < e->count; i++)
        free_class(&e->classes[i]);
    free(e->classes);
    cJSON_Delete(e->settings);
    cJSON_Delete(e->parsers);
    *e = (diff_export){0};
}

void export_add(diff_export *e, const export_class *one)
{
    e->classes = list_grown(e->classes, e->count, sizeof *e->classes);
    e->classes[e->count++] = *one;
}

/* ---- Order ---- */

cJSON *export_request(const cJSON *fields, uriproof_request *request)
{
    uriproof_error error;
    cJSON *copy = cJSON_Duplicate(fields, true);
    uriproof_op op = json_item(fields, "ref") != NULL || json_item(fields, "ref_hex") != NULL
                         ? URIPROOF_RESOLVE
                     : json_item(fields, "other") != NULL || json_item(fields, "other_hex") != NULL
                         ? URIPROOF_EQUIVALENT
                         : URIPROOF_PARSE;
    if (uriproof_request_read(copy, op, request, &error))
        return copy;
    cJSON_Delete(copy);
    return NULL;
}

bool export_is_smaller(const cJSON *a, const cJSON *b)
{
    uriproof_request one, other;
    cJSON *of_a = export_request(a, &one), *of_b = export_request(b, &other);
    bool smaller = request_is_smaller(&one, &other);
    cJSON_Delete(of_a);
    cJSON_Delete(of_b);
    return smaller;
}

int export_compare(const export_class *one, const export_class *other)
{
    unsigned x = class_risk_rank(json_string_of(one->shown, "risk"));
    unsigned y = class_risk_rank(json_string_of(other->shown, "risk"));
    int order = strcmp(json_string_of(one->shown, "id"), json_string_of(other->shown, "id"));
    if (x != y)
        return x < y ? -1 : 1;
    return order != 0 ? order : (int)is_by_the_text(one) - (int)is_by_the_text(other);
}

static int compare_classes(const void *one, const void *other)
{
    return export_compare(one, other);
}

void export_sort(diff_export *e)
{
    if (e->count > 0)
        qsort(e->classes, e->count, sizeof *e->classes, compare_classes);
}

/* ---- Twins ---- */

/* Returns the deviation that names a class; NULL if none does. */
static const char *deviation_of(const export_class *one)
{
    class_words words;
    const char *id = json_string_of(one->shown, "id");
    return id != NULL && class_words_of(id, &words) &&
                   uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_DEVIATION]))
               ? words.character.octets
               : NULL;
}

/* Returns true if a difference that was shown has the name of this chain. */
static bool has_twin(const diff_export *e, const export_class *broken)
{
    const bool is_chain = json_item(broken->shown, "broken_by") != NULL;
    const char *name = is_chain ? deviation_of(broken) : NULL;
    for (size_t i = 0; name != NULL && i < e->count; i++) {
        const export_class *one = &e->classes[i];
        const char *other = deviation_of(one);
        if (one->again == SHOWN_AGAIN && json_item(one->shown, "broken_by") == NULL &&
            other != NULL && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

void export_leave_out_twins(diff_export *e)
{
    bool *left_out = calloc(e->count + 1, sizeof *left_out);
    size_t kept = 0;
    for (size_t i = 0; i < e->count; i++)
        left_out[i] = has_twin(e, &e->classes[i]);
    for (size_t i = 0; i < e->count; i++)
        if (left_out[i])
            free_class(&e->classes[i]);
        else
            e->classes[kept++] = e->classes[i];
    e->count = kept;
    free(left_out);
}

/* ---- Merging ---- */

/* Of two runs that saw a class, is what the other saw to be kept? It has the smaller text; but one
 * that was looked for again is not given up for one that was not. */
static bool replaces(const export_class *other, const export_class *one)
{
    const bool looked_for = other->again != NOT_LOOKED_FOR;
    if (looked_for != (one->again != NOT_LOOKED_FOR))
        return looked_for;
    return export_is_smaller(other->seen, one->seen);
}

/* Makes one of the classes that both runs saw. */
static void join_equal(diff_export *e)
{
    size_t kept = 0;
    export_sort(e);
    for (size_t i = 0; i < e->count; i++) {
        export_class *one = &e->classes[i];
        if (kept == 0 || export_compare(&e->classes[kept - 1], one) != 0) {
            e->classes[kept++] = *one;
            continue;
        }
        export_class *into = &e->classes[kept - 1];
        const size_t together = into->texts + one->texts;
        const bool other = replaces(one, into);
        export_class left_out = other ? *into : *one;
        if (other)
            *into = *one;
        into->texts = together;
        free_class(&left_out);
    }
    e->count = kept;
    export_leave_out_twins(e);
}

static void add_excused(excused_counts *to, const excused_counts *more)
{
    to->texts += more->texts;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        for (unsigned way = 0; way < TRANSFORM_COUNT; way++)
            to->by[i][way] += more->by[i][way];
}

bool export_merge(diff_export *into, diff_export *from, uriproof_error *error)
{
    if (!cJSON_Compare(into->settings, from->settings, true))
        return uriproof_error_set(error, "another --op, --by, --chains or --base than the first; "
                                         "merge runs that ask the same");
    if (into->texts == 0) { /* nothing was asked, so no parser said its version */
        cJSON *parsers = into->parsers;
        into->parsers = from->parsers;
        from->parsers = parsers;
    } else if (from->texts > 0 && !cJSON_Compare(into->parsers, from->parsers, true)) {
        return uriproof_error_set(error,
                                  "other parsers, versions or profiles than the first; merge runs "
                                  "that ask the same");
    }
    into->texts += from->texts;
    into->agreements += from->agreements;
    into->unasked += from->unasked;
    into->unread += from->unread;
    add_excused(&into->excused, &from->excused);
    into->partial = into->partial || from->partial;
    for (size_t i = 0; i < from->count; i++)
        export_add(into, &from->classes[i]);
    from->count = 0;
    export_free(from);
    join_equal(into);
    return true;
}

/* ---- Writing ---- */

void export_write_class(json_writer *w, const export_class *one)
{
    const cJSON *item = NULL;
    json_open_object(w, NULL);
    cJSON_ArrayForEach(item, one->shown)
    {
        json_tree(w, item->string, item);
    }
    json_number(w, "texts", one->texts);
    json_tree(w, "seen", one->seen);
    json_close(w);
}

/* Writes the classes that are confirmed so. */
static void write_classes(json_writer *w, const char *key, const diff_export *e, confirmation again)
{
    json_open_array(w, key);
    for (size_t i = 0; i < e->count; i++)
        if (e->classes[i].again == again)
            export_write_class(w, &e->classes[i]);
    json_close(w);
}

static void write_excused(json_writer *w, const excused_counts *excused)
{
    json_open_object(w, "excused");
    json_number(w, "texts", excused->texts);
    json_open_array(w, "transforms");
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        for (unsigned way = 0; way < TRANSFORM_COUNT; way++) {
            if (excused->by[i][way] == 0)
                continue;
            json_open_object(w, NULL);
            json_text(w, "part", piece_names[i]);
            json_text(w, "transform", transform_names[way]);
            json_number(w, "texts", excused->by[i][way]);
            json_close(w);
        }
    json_close(w);
    json_close(w);
}

bool export_write(diff_export *e, FILE *out)
{
    json_writer w = json_writer_to(out, 2);
    export_sort(e);
    json_open_object(&w, NULL);
    json_text(&w, "format", export_format);
    json_number(&w, "version", EXPORT_VERSION);
    for (size_t i = 0; i < EXPORT_SETTING_COUNT; i++)
        if (json_item(e->settings, export_settings[i]) != NULL)
            json_tree(&w, export_settings[i], json_item(e->settings, export_settings[i]));
    json_number(&w, "texts", e->texts);
    json_number(&w, "agreements", e->agreements);
    json_number(&w, "not_asked", e->unasked);
    json_number(&w, "not_read", e->unread);
    write_excused(&w, &e->excused);
    json_truth(&w, "partial", e->partial);
    json_tree(&w, "parsers", e->parsers);
    write_classes(&w, "classes", e, SHOWN_AGAIN);
    write_classes(&w, "not_looked_for", e, NOT_LOOKED_FOR);
    write_classes(&w, "not_shown_again", e, NOT_SHOWN_AGAIN);
    return json_writer_end(&w);
}
