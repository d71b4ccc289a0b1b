/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char format[] = "uriproof-campaign";

enum { VERSION = 1 };

static const char *const ends[CAMPAIGN_ENDS] = {[CAMPAIGN_TIME] = "time",
                                                [CAMPAIGN_TEXTS] = "texts",
                                                [CAMPAIGN_SIGNAL] = "signal",
                                                [CAMPAIGN_UNFINISHED] = "unfinished"};

/* The part of the executions at the end, of which it is told how many classes were new. */
static const double last_part = 0.5;

/* ---- Reading ---- */

typedef struct members {
    const cJSON *format, *version, *runs;
} members;

static const json_field fields[] = {
    {"format", JSON_ANY, offsetof(members, format), false},
    {"version", JSON_ANY, offsetof(members, version), false},
    {"runs", JSON_ARRAY, offsetof(members, runs), false},
    {NULL, JSON_ANY, 0, false},
};

/* Returns a copy of the runs; NULL and the document's error if one is no object. */
static cJSON *runs_of(const json_value *root, const cJSON *runs)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, runs)
    {
        if (!cJSON_IsObject(one)) {
            json_fault(root, one, "not an object");
            return NULL;
        }
    }
    return cJSON_Duplicate(runs, true);
}

cJSON *record_read(const char *path, uriproof_error *error)
{
    json_document document;
    members all;
    cJSON *found = NULL;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return cJSON_CreateArray();
    if (!json_document_open(&document, path, error))
        return NULL;
    json_value root = json_value_read(&document, json_root(&document));
    if (json_is_format(&root, format, VERSION) && json_fill(&root, root.tree, fields, &all))
        found = runs_of(&root, all.runs);
    cJSON_Delete(root.tree);
    json_document_close(&document);
    return found;
}

size_t record_classes(const cJSON *runs)
{
    store *ids = store_new();
    size_t count = 0;
    const cJSON *run = NULL, *one = NULL;
    cJSON_ArrayForEach(run, runs)
    {
        cJSON_ArrayForEach(one, json_item(run, "findings"))
        {
            const char *id = json_string_of(one, "id");
            count += id != NULL && store_add(ids, id, strlen(id));
        }
    }
    store_free(ids);
    return count;
}

bool record_is_unfinished(const cJSON *runs)
{
    const cJSON *last = cJSON_GetArrayItem(runs, cJSON_GetArraySize(runs) - 1);
    const char *end = json_string_of(last, "ended_by");
    return end != NULL && strcmp(end, ends[CAMPAIGN_UNFINISHED]) == 0;
}

/* ---- Writing ---- */

static void write_time(json_writer *w, const char *key, int64_t seconds)
{
    char text[40];
    const time_t moment = (time_t)seconds;
    struct tm day = {.tm_mday = 1};
    if (gmtime_r(&moment, &day) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &day) > 0)
        json_text(w, key, text);
}

static void write_engines(json_writer *w, const campaign_run *run)
{
    json_open_array(w, "engines");
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++) {
        const engines_total *one = &run->news.of[kind];
        if (one->processes == 0)
            continue;
        json_open_object(w, NULL);
        json_text(w, "name", engine_names[kind]);
        if (one->version[0] != '\0')
            json_text(w, "version", one->version);
        if (run->compilers[kind] != NULL && run->compilers[kind][0] != '\0')
            json_text(w, "compiler", run->compilers[kind]);
        json_text(w, "program", run->programs[kind]);
        json_number(w, "processes", one->processes);
        json_number(w, "starts", one->starts);
        json_number(w, "executions", one->executions);
        json_number(w, "edges", one->edges);
        json_close(w);
    }
    json_close(w);
}

static void write_curve(json_writer *w, const char *key, const curve *c)
{
    json_open_object(w, key);
    json_open_array(w, "points");
    for (size_t i = 0; i < c->count; i++) {
        const curve_point *one = &c->points[i];
        json_open_object(w, NULL);
        json_number(w, "milliseconds", one->ms);
        json_number(w, "executions", one->executions);
        json_number(w, "classes", one->classes);
        json_close(w);
    }
    json_close(w);
    const curve_point end = curve_end(c, last_part);
    json_open_object(w, "last_half");
    json_number(w, "executions", end.executions);
    json_number(w, "classes", end.classes);
    json_close(w);
    json_close(w);
}

static void write_finding(json_writer *w, const export_class *one, const campaign_finding *said)
{
    const bool shown = one->again == SHOWN_AGAIN;
    json_open_object(w, NULL);
    json_text(w, "id", json_string_of(one->shown, "id"));
    json_text(w, "risk", json_string_of(one->shown, "risk"));
    if (is_by_the_text(one))
        json_truth(w, "by_the_text", true);
    json_number(w, "texts", one->texts);
    json_truth(w, "shown_again", shown);
    json_truth(w, "new", said->is_new);
    if (said->of_target)
        json_truth(w, "of_target", true);
    if (shown)
        json_tree(w, "sides", said->sides);
    json_tree(w, "seen", one->seen);
    if (shown)
        json_tree(w, "example", json_item(one->shown, "example"));
    json_close(w);
}

static void write_crashes(json_writer *w, const crash_stacks *crashes)
{
    char hash[20];
    json_open_array(w, "crashes");
    for (size_t i = 0; crashes != NULL && i < crashes->count; i++) {
        const crash_stack *one = &crashes->stacks[i];
        snprintf(hash, sizeof hash, "%016" PRIx64, one->hash);
        json_open_object(w, NULL);
        json_text(w, "kind", one->is_hang ? "hang" : "crash");
        json_text(w, "stack", hash);
        json_open_array(w, "frames");
        for (size_t k = 0; k < CRASH_FRAMES && one->frames[k] != NULL; k++)
            json_text(w, NULL, one->frames[k]);
        json_close(w);
        json_text(w, "summary", one->words);
        json_text(w, "example", one->example);
        json_text(w, "text", one->text);
        json_text(w, "program", one->program);
        json_number(w, "files", one->files);
        json_close(w);
    }
    json_close(w);
    if (crashes != NULL && crashes->left_out > 0)
        json_number(w, "crash_files_left_out", crashes->left_out);
    if (crashes != NULL && crashes->passed > 0)
        json_number(w, "crash_files_passed", crashes->passed);
}

static void write_run(json_writer *w, const campaign_run *run)
{
    json_open_object(w, NULL);
    json_text(w, "uriproof", run->version);
    json_texts(w, "command", (const char *const *)run->command);
    json_number(w, "seed", run->seed);
    json_number(w, "jobs", run->jobs);
    write_time(w, "begun", run->begun);
    write_time(w, "ended", run->ended);
    json_text(w, "ended_by", ends[run->end]);
    json_text_if(w, "target", run->target);
    write_engines(w, run);
    json_tree(w, "parsers", run->parsers);
    json_number(w, "executions", run->news.executions);
    json_number(w, "edges", run->news.edges);
    json_number(w, "texts", run->found->texts);
    json_number(w, "corpus", run->corpus);
    json_open_object(w, "curves");
    if (run->of_target.count > 0)
        write_curve(w, "target", &run->of_target);
    if (run->of_parsers.count > 0)
        write_curve(w, "parsers", &run->of_parsers);
    json_close(w);
    json_open_array(w, "findings");
    for (size_t i = 0; i < run->found->count; i++)
        write_finding(w, &run->found->classes[i], &run->findings[i]);
    json_close(w);
    write_crashes(w, run->crashes);
    json_text_if(w, "minimized", run->minimized);
    json_text_if(w, "coverage", run->coverage);
    json_close(w);
}

/* What is written. */
typedef struct all_runs {
    const cJSON *before;
    const campaign_run *run;
} all_runs;

static bool write_all(void *self, FILE *out)
{
    const all_runs *all = self;
    const cJSON *one = NULL;
    json_writer w = json_writer_to(out, 4);
    json_open_object(&w, NULL);
    json_text(&w, "format", format);
    json_number(&w, "version", VERSION);
    json_open_array(&w, "runs");
    cJSON_ArrayForEach(one, all->before)
    {
        json_tree(&w, NULL, one);
    }
    write_run(&w, all->run);
    return json_writer_end(&w);
}

bool record_write(const char *path, const cJSON *before, const campaign_run *run)
{
    all_runs all = {before, run};
    return atomic_file_write(path, write_all, &all);
}
