/* SPDX-License-Identifier: MIT */
/* The time of a campaign in which texts are tried. */
#include "fuzz_run.h"

#include "stop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WINDOW = 64,      /* texts in flight */
    SAVE_MS = 30000,  /* what is found is saved at least so often */
    RECORD_MS = 1000, /* the record is written at most so often */
    LINE_MS = 10000,  /* so often progress is told if standard error is no terminal */
    TAKE_MS = 1000,   /* so often the folders of engines are read */
    TICK_MS = 100
};

char *fuzz_path(const fuzzing *f, const char *name)
{
    return text_made("%s/%s", f->folder, name);
}

surveyed fuzz_surveyed(const fuzzing *f)
{
    return (surveyed){.survey = f->survey,
                      .parsers = &f->parsers,
                      .panel = f->panel,
                      .fresh = f->fresh,
                      .names = &f->names,
                      .op = URIPROOF_PARSE,
                      .by = "any",
                      .chains = true};
}

/* ---- The parsers ---- */

static void open_panels(fuzzing *f)
{
    const size_t count = f->parsers.count, at_once = (size_t)f->jobs;
    asker_options options = panel_options(&f->paths, f->timeout_ms, WINDOW);
    options.independent = true;
    options.should_stop = is_stopped_twice;
    asker_options renewed = options;
    renewed.independent = false; /* a slow parser has more time, before it is blamed */
    renewed.renewed = true;
    parsers_allow_files(f->call, 2 * count + 2 * at_once);
    f->panel = panel_new(f->parsers.members, count, at_once, &options);
    f->fresh = panel_new(f->parsers.members, count, at_once, &options);
    f->alone = panel_new(f->parsers.members, count, at_once, &renewed);
    f->survey = survey_new(&(survey_options){.members = count,
                                             .should_stop = is_stopped_twice,
                                             .base = uriproof_span_of(surveyed_base)});
}

/* Starts the parsers. Returns false if one that was named does not start, or if there is none
 * beside the reference; a target without parsers may be alone. */
static bool start_parsers(fuzzing *f)
{
    difference_names_find(f->call, &f->parsers, f->panel, &f->names);
    panel_name_by(f->fresh, namer_classes(f->names.namer));
    panel_name_by(f->alone, namer_classes(f->names.namer));
    parsers_tell_silent(f->call, &f->parsers, f->panel, f->panel);
    f->asks = parsers_count_able(&f->parsers, f->panel, URIPROOF_PARSE) > 1;
    const bool may_be_alone = f->parsers.none_known && f->parsers.count == 1;
    if (!f->asks && !may_be_alone)
        failure(f->call,
                "no parser beside the reference starts that has the operation parse: see '%s "
                "adapters', or name one as NAME=COMMAND",
                f->call->program);
    return (f->asks || may_be_alone) && f->parsers.silent_count == 0;
}

/* ---- The store ---- */

static void open_store(fuzzing *f)
{
    const surveyed all = fuzz_surveyed(f);
    diff_export asked = surveyed_head(&all);
    f->store.source = text_made("%s seed %ju", f->folder, (uintmax_t)f->seed);
    diff_store_open(&f->store, f->call, &asked);
    if (f->store.file != NULL && !findings_list(f->store.file, &f->known))
        fail(f->call, "%s", findings_error(f->store.file));
}

/* Saves what was found up to now, if there is a class more than last time, or it is time to. */
static void save(fuzzing *f)
{
    if (f->store.file == NULL ||
        (f->saved == f->classes && session_clock() - f->saved_at < SAVE_MS))
        return;
    const surveyed all = fuzz_surveyed(f);
    diff_export found = surveyed_export(&all);
    diff_store_save(&f->store, &found, false);
    export_free(&found);
    f->saved = f->classes;
    f->saved_at = session_clock();
}

/* Keeps the record up to date: soon if there is a class more than last time. */
static void record(fuzzing *f)
{
    const uint64_t since = session_clock() - f->recorded_at;
    if (since < (f->recorded != f->classes ? RECORD_MS : SAVE_MS))
        return;
    fuzz_record(f);
    f->recorded = f->classes;
    f->recorded_at = session_clock();
}

/* ---- Progress ---- */

/* Looks at classes that were not there last time. New are those that somebody has to look at, so
 * none that RFC 3986 as printed brings about. */
static void look_at_classes(fuzzing *f)
{
    size_t count;
    const survey_class *classes = survey_classes(f->survey, &count);
    for (; f->classes < count; f->classes++) {
        const finding *known = finding_named(&f->known, classes[f->classes].id);
        const bool by_the_text =
            classes[f->classes].of_reference || classes[f->classes].class.kind == CLASS_BY_TEXT;
        if (by_the_text || (known != NULL && !finding_state_alarms(known->state)))
            continue;
        f->new ++;
        f->new_at = session_clock();
    }
}

static void add_to_curves(fuzzing *f)
{
    const uint64_t ms = session_clock() - f->begun;
    if (f->engines != NULL) {
        const target_classes counts = target_classes_read(f->folder);
        f->news = engines_tell(f->engines);
        curve_add(&f->of_target, (curve_point){ms, f->news.executions, counts.classes});
    }
    if (f->asks)
        curve_add(&f->of_parsers, (curve_point){ms, survey_texts(f->survey), f->classes});
}

static void tell_progress(fuzzing *f)
{
    const uint64_t now = session_clock(), ms = now - f->begun, since = now - f->told_at;
    if (since < (f->terminal ? TICK_MS : LINE_MS))
        return;
    fputs(f->terminal ? "\r" : "", stderr);
    if (f->engines != NULL) {
        const curve_point target = f->of_target.points[f->of_target.count - 1];
        fprintf(stderr, "target: %ju executions, %ju a second, %ju edges, %ju classes%s",
                (uintmax_t)target.executions,
                (uintmax_t)((target.executions - f->told_executions) * 1000 / since),
                (uintmax_t)f->news.edges, (uintmax_t)target.classes, f->asks ? "; " : "");
        f->told_executions = target.executions;
    }
    if (f->asks)
        fprintf(stderr, "parsers: %zu texts, %ju a second, %zu classes, %zu of them new",
                survey_texts(f->survey), (uintmax_t)(survey_texts(f->survey) * 1000 / (ms + 1)),
                f->classes, f->new);
    if (f->new > 0)
        fprintf(stderr, " (the last %ju s ago)", (uintmax_t)((now - f->new_at) / 1000));
    fputs(f->terminal ? " \033[K" : "\n", stderr);
    f->told_at = now;
}

/* ---- The loop ---- */

/* Returns the seed of this run: a run that goes on makes other texts than those before it. */
static uint64_t seed_of_run(const fuzzing *f)
{
    return f->seed + UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)cJSON_GetArraySize(f->before);
}

/* Starts the engines, if there are any. */
static void start_engines(fuzzing *f)
{
    engines_options options = {.folder = f->folder,
                               .dictionary = f->dictionary,
                               .mutator = f->mutator,
                               .reaper = f->paths.reaper,
                               .seed = seed_of_run(f)};
    size_t kinds = 0, left = (size_t)f->jobs;
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++)
        kinds += f->engine->wants[kind];
    for (size_t kind = 0; kind < ENGINE_KINDS && kinds > 0; kind++) {
        if (!f->engine->wants[kind])
            continue;
        options.programs[kind] = f->programs[kind];
        options.counts[kind] = (left + kinds - 1) / kinds;
        left -= options.counts[kind];
        kinds--;
    }
    if (!f->engine->wants[ENGINE_LIBFUZZER] && !f->engine->wants[ENGINE_AFL])
        return;
    f->engines = engines_start(&options);
    if (f->engines == NULL)
        fail(f->call, "cannot make the folders of %s: %s", f->folder, error_reason(errno));
    char *path = fuzz_path(f, "found");
    f->found_texts = text_folder_open(path);
    free(path);
}

/* Asks the parsers about the next texts. */
static void turn(fuzzing *f, size_t most)
{
    size_t count;
    const uriproof_request *asked = parser_loop_turn(f->loop, most, &count);
    diff_store_read(&f->store, asked, count);
    f->asked += count;
}

static bool is_over(const fuzzing *f)
{
    return is_stopped(NULL) || session_clock() >= f->deadline || f->asked >= f->most_texts ||
           (f->engines != NULL && f->news.failed == f->news.processes && f->news.failed > 0);
}

static void take_texts(fuzzing *f)
{
    if (f->engines == NULL || session_clock() - f->took_at < TAKE_MS)
        return;
    engines_take(f->engines, f->texts);
    f->took_at = session_clock();
}

static void wait_a_tick(void)
{
    const struct timespec tick = {0, TICK_MS * 1000000L};
    nanosleep(&tick, NULL);
}

static void run_loop(fuzzing *f)
{
    while (!is_over(f)) {
        take_texts(f);
        if (f->asks)
            turn(f, f->most_texts - f->asked);
        else
            wait_a_tick();
        look_at_classes(f);
        add_to_curves(f);
        save(f);
        record(f);
        tell_progress(f);
    }
}

/* Ends the engines, and asks about the texts with which the target showed classes at last. */
static void end_loop(fuzzing *f)
{
    if (f->engines != NULL)
        f->news = engines_end(f->engines);
    while (f->asks && parser_loop_urgent(f->loop) > 0 && !is_stopped_twice(NULL))
        turn(f, parser_loop_urgent(f->loop));
    parser_loop_settle(f->loop);
    look_at_classes(f);
    if (f->engines != NULL)
        curve_add(&f->of_target, (curve_point){session_clock() - f->begun, f->news.executions,
                                               target_classes_read(f->folder).classes});
    f->engines = NULL;
    add_to_curves(f);
    if (f->terminal)
        fputs("\r\033[K", stderr);
}

bool fuzz_all(fuzzing *f)
{
    open_panels(f);
    if (!start_parsers(f))
        return false;
    open_store(f);
    f->begun = f->saved_at = f->recorded_at = f->told_at = session_clock();
    f->deadline = f->time_ms > 0 ? f->begun + f->time_ms : UINT64_MAX;
    start_engines(f);
    f->loop = parser_loop_new(&(parser_loop_options){.folder = f->texts,
                                                     .urgent = f->found_texts,
                                                     .survey = f->survey,
                                                     .panel = f->panel,
                                                     .seed = seed_of_run(f)});
    fuzz_record(f);
    run_loop(f);
    end_loop(f);
    fuzz_record(f); /* what follows can take minutes */
    return true;
}
