/* SPDX-License-Identifier: MIT */
#include "campaign_file.h"

#include "findings_file.h"

#include <string.h>

/* ---- What the file has ---- */

static const json_field engine_fields[] = {
    {"name", JSON_NAME, offsetof(campaign_engine, name), false},
    {"version", JSON_NAME, offsetof(campaign_engine, version), true},
    {"compiler", JSON_NAME, offsetof(campaign_engine, compiler), true},
    {"program", JSON_NAME, offsetof(campaign_engine, program), false},
    {"processes", JSON_COUNT, offsetof(campaign_engine, processes), false},
    {"starts", JSON_COUNT, offsetof(campaign_engine, starts), false},
    {"executions", JSON_COUNT, offsetof(campaign_engine, executions), false},
    {"edges", JSON_COUNT, offsetof(campaign_engine, edges), false},
    {.name = NULL},
};

static const json_field parser_fields[] = {
    {"name", JSON_NAME, offsetof(campaign_parser, name), false},
    {"version", JSON_TEXT, offsetof(campaign_parser, version), true},
    {"outcome", JSON_NAME, offsetof(campaign_parser, outcome), true},
    {"of_target", JSON_BOOL, offsetof(campaign_parser, of_target), true},
    {"build", JSON_NAME, offsetof(campaign_parser, build), true},
    {.name = NULL},
};

static const json_field point_fields[] = {
    {"milliseconds", JSON_COUNT, offsetof(campaign_point, milliseconds), false},
    {"executions", JSON_COUNT, offsetof(campaign_point, executions), false},
    {"classes", JSON_COUNT, offsetof(campaign_point, classes), false},
    {.name = NULL},
};

static const json_field end_fields[] = {
    {"executions", JSON_COUNT, offsetof(campaign_point, executions), false},
    {"classes", JSON_COUNT, offsetof(campaign_point, classes), false},
    {.name = NULL},
};

typedef struct written_curve {
    const cJSON *points, *last_half;
} written_curve;

static const json_field curve_fields[] = {
    {"points", JSON_ARRAY, offsetof(written_curve, points), false},
    {"last_half", JSON_OBJECT, offsetof(written_curve, last_half), false},
    {.name = NULL},
};

typedef struct written_curves {
    const cJSON *target, *parsers;
} written_curves;

static const json_field curves_fields[] = {
    {"target", JSON_OBJECT, offsetof(written_curves, target), true},
    {"parsers", JSON_OBJECT, offsetof(written_curves, parsers), true},
    {.name = NULL},
};

static const json_field side_fields[] = {
    {"sees", JSON_NAME, offsetof(campaign_side, sees), false},
    {"parsers", JSON_NAMES, offsetof(campaign_side, parsers), false},
    {.name = NULL},
};

/* A class, as the file has it. */
typedef struct written_class {
    campaign_class class;
    const char *risk;
    bool by_the_text;
    const cJSON *sides, *seen, *example;
} written_class;

static const json_field class_fields[] = {
    {"id", JSON_NAME, offsetof(written_class, class.id), false},
    {"risk", JSON_NAME, offsetof(written_class, risk), false},
    {"by_the_text", JSON_BOOL, offsetof(written_class, by_the_text), true},
    {"texts", JSON_COUNT, offsetof(written_class, class.texts), false},
    {"shown_again", JSON_BOOL, offsetof(written_class, class.shown_again), false},
    {"new", JSON_BOOL, offsetof(written_class, class.is_new), false},
    {"of_target", JSON_BOOL, offsetof(written_class, class.of_target), true},
    {"sides", JSON_ARRAY, offsetof(written_class, sides), true},
    {"seen", JSON_OBJECT, offsetof(written_class, seen), false},
    {"example", JSON_OBJECT, offsetof(written_class, example), true},
    {.name = NULL},
};

static const json_field crash_fields[] = {
    {"kind", JSON_NAME, offsetof(campaign_crash, kind), true},
    {"stack", JSON_NAME, offsetof(campaign_crash, stack), false},
    {"frames", JSON_NAMES, offsetof(campaign_crash, frames), false},
    {"summary", JSON_TEXT, offsetof(campaign_crash, summary), false},
    {"example", JSON_NAME, offsetof(campaign_crash, example), false},
    {"text", JSON_TEXT, offsetof(campaign_crash, text), true},
    {"program", JSON_NAME, offsetof(campaign_crash, program), true},
    {"files", JSON_COUNT, offsetof(campaign_crash, files), false},
    {.name = NULL},
};

/* A run, as the file has it. */
typedef struct written_run {
    recorded_run run;
    const cJSON *engines, *parsers, *curves, *findings, *crashes;
    const char *minimized, *coverage;
} written_run;

static const json_field run_fields[] = {
    {"uriproof", JSON_NAME, offsetof(written_run, run.uriproof), false},
    {"command", JSON_ARRAY, offsetof(written_run, run.command), false},
    {"seed", JSON_COUNT, offsetof(written_run, run.seed), false},
    {"jobs", JSON_COUNT, offsetof(written_run, run.jobs), false},
    {"begun", JSON_NAME, offsetof(written_run, run.begun), false},
    {"ended", JSON_NAME, offsetof(written_run, run.ended), false},
    {"ended_by", JSON_NAME, offsetof(written_run, run.ended_by), false},
    {"target", JSON_NAME, offsetof(written_run, run.target), true},
    {"engines", JSON_ARRAY, offsetof(written_run, engines), false},
    {"parsers", JSON_ARRAY, offsetof(written_run, parsers), false},
    {"executions", JSON_COUNT, offsetof(written_run, run.executions), false},
    {"edges", JSON_COUNT, offsetof(written_run, run.edges), false},
    {"texts", JSON_COUNT, offsetof(written_run, run.texts), false},
    {"corpus", JSON_COUNT, offsetof(written_run, run.corpus), false},
    {"curves", JSON_OBJECT, offsetof(written_run, curves), false},
    {"findings", JSON_ARRAY, offsetof(written_run, findings), false},
    {"crashes", JSON_ARRAY, offsetof(written_run, crashes), false},
    {"crash_files_left_out", JSON_COUNT, offsetof(written_run, run.crash_files_left_out), true},
    {"crash_files_passed", JSON_COUNT, offsetof(written_run, run.crash_files_passed), true},
    {"minimized", JSON_NAME, offsetof(written_run, minimized), true},
    {"coverage", JSON_NAME, offsetof(written_run, coverage), true},
    {.name = NULL},
};

/* ---- Lists ---- */

/* Fills a structure of `size` octets from each item of the array, and sets *count. Returns them;
 * NULL after a fault. */
static void *read_list(const campaign_file *f, const cJSON *array, const json_field *fields,
                       size_t size, size_t *count)
{
    const cJSON *item = NULL;
    char *list = store_take(f->store, (size_t)cJSON_GetArraySize(array) + 1, size);
    *count = 0;
    cJSON_ArrayForEach(item, array)
    {
        if (!json_fill(&f->root, item, fields, list + *count * size))
            return NULL;
        ++*count;
    }
    return list;
}

static bool read_curve(const campaign_file *f, const cJSON *object, campaign_curve *curve)
{
    written_curve all;
    if (object == NULL)
        return true;
    if (!json_fill(&f->root, object, curve_fields, &all) ||
        !json_fill(&f->root, all.last_half, end_fields, &curve->end))
        return false;
    curve->points = read_list(f, all.points, point_fields, sizeof *curve->points, &curve->count);
    return curve->points != NULL;
}

static bool read_curves(const campaign_file *f, const cJSON *object, recorded_run *run)
{
    written_curves all = {.target = NULL};
    return json_fill(&f->root, object, curves_fields, &all) &&
           read_curve(f, all.target, &run->of_target) &&
           read_curve(f, all.parsers, &run->of_parsers);
}

/* ---- Classes ---- */

static bool read_class(const campaign_file *f, const cJSON *item, campaign_class *class)
{
    static const answer_class by_the_text = {.kind = CLASS_BY_TEXT, .part = "", .character = ""};
    class_words words;
    written_class all = {.example = NULL};
    uriproof_request seen;
    if (!json_fill(&f->root, item, class_fields, &all))
        return false;
    *class = all.class;
    if (!class_words_of(class->id, &words))
        return json_fault(&f->root, json_item(item, "id"), "not the id of a class");
    class->risk = all.by_the_text ? class_risk_of(&by_the_text) : class_risk_of_id(class->id);
    class->sides = read_list(f, all.sides, side_fields, sizeof *class->sides, &class->side_count);
    if (class->sides == NULL || !findings_request_read(&f->root, json_item(item, "seen"), &seen))
        return false;
    if (all.example == NULL)
        class->example = seen;
    else if (!findings_request_read(&f->root, json_item(item, "example"), &class->example))
        return false;
    if (class_op_of_id(class->id) == URIPROOF_NORMALIZE)
        class->example.op = URIPROOF_NORMALIZE; /* whose texts have the names of parse's */
    return true;
}

static bool read_classes(const campaign_file *f, const cJSON *array, recorded_run *run)
{
    const cJSON *item = NULL;
    run->classes =
        store_take(f->store, (size_t)cJSON_GetArraySize(array) + 1, sizeof *run->classes);
    cJSON_ArrayForEach(item, array)
    {
        if (!read_class(f, item, &run->classes[run->class_count++]))
            return false;
    }
    return true;
}

/* ---- Runs ---- */

static bool check_command(const campaign_file *f, const recorded_run *run)
{
    const cJSON *word = NULL;
    cJSON_ArrayForEach(word, run->command)
    {
        if (!cJSON_IsString(word))
            return json_fault(&f->root, word, "not a string");
    }
    return true;
}

static bool read_run(const campaign_file *f, const cJSON *item, recorded_run *run)
{
    written_run all = {.engines = NULL};
    if (!json_fill(&f->root, item, run_fields, &all))
        return false;
    *run = all.run;
    run->engines =
        read_list(f, all.engines, engine_fields, sizeof *run->engines, &run->engine_count);
    if (run->engines == NULL)
        return false;
    run->parsers =
        read_list(f, all.parsers, parser_fields, sizeof *run->parsers, &run->parser_count);
    if (run->parsers == NULL)
        return false;
    run->crashes = read_list(f, all.crashes, crash_fields, sizeof *run->crashes, &run->crash_count);
    return run->crashes != NULL && check_command(f, run) && read_curves(f, all.curves, run) &&
           read_classes(f, all.findings, run);
}

static bool read_runs(campaign_file *f)
{
    const cJSON *list = json_item(f->root.tree, "runs"), *item = NULL;
    if (!cJSON_IsArray(list) || list->child == NULL)
        return json_fault(&f->root, f->root.tree, "the runs are missing, or no array of them");
    f->runs = store_take(f->store, (size_t)cJSON_GetArraySize(list), sizeof *f->runs);
    cJSON_ArrayForEach(item, list)
    {
        if (!read_run(f, item, &f->runs[f->count++]))
            return false;
    }
    return true;
}

bool campaign_file_open(campaign_file *file, const char *path, uriproof_error *error)
{
    *file = (campaign_file){.store = store_new()};
    if (!json_document_open(&file->document, path, error))
        return false;
    file->root = json_value_read(&file->document, json_root(&file->document));
    return json_is_format(&file->root, "uriproof-campaign", 1) && read_runs(file);
}

void campaign_file_close(campaign_file *file)
{
    cJSON_Delete(file->root.tree);
    json_document_close(&file->document);
    store_free(file->store);
}
