/* SPDX-License-Identifier: MIT */
/* The end of a campaign: what was found is confirmed, told and recorded. */
#include "fuzz_run.h"

#include "shell.h"
#include "sides.h"
#include "stop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The corpus may take so long to be made smaller, or as long as texts were tried. */
enum { LEAST_MS = 120000 };

/* ---- Classes ---- */

/* Makes the texts of all classes smaller, and looks for the classes again. */
static void confirm(fuzzing *f)
{
    const bool has_target = f->news.processes > 0;
    if (!is_stopped_twice(NULL) && (f->classes > 0 || has_target))
        failure(f->call,
                "note: new processes are asked now about %zu class%s%s, which can take minutes "
                "(Ctrl-C %sends that)",
                f->classes, f->classes == 1 ? "" : "es",
                has_target ? ", and the target about its crashes and its corpus" : "",
                is_stopped(NULL) ? "" : "twice ");
    survey_finish(f->survey,
                  &(survey_panels){.used = f->panel, .fresh = f->fresh, .alone = f->alone});
    const surveyed all = fuzz_surveyed(f);
    f->found = surveyed_export(&all);
    f->found.partial = is_stopped_twice(NULL);
    parsers_tell_silent(f->call, &f->parsers, f->panel, f->panel);
    parsers_tell_silent(f->call, &f->parsers, f->panel, f->fresh);
    parsers_tell_silent(f->call, &f->parsers, f->panel, f->alone);
    diff_store_save(&f->store, &f->found, !f->found.partial);
}

/* ---- The target ---- */

/* Returns the program that is asked about its parsers. */
static const char *program_of(const fuzzing *f)
{
    const char *libfuzzer = f->programs[ENGINE_LIBFUZZER];
    return libfuzzer != NULL ? libfuzzer : f->programs[ENGINE_AFL];
}

static void tell_crashes(const fuzzing *f)
{
    const crash_stacks *all = &f->crashes;
    for (size_t i = 0; i < all->count; i++) {
        const crash_stack *one = &all->stacks[i];
        put_line(stdout, "%s: %s, in %zu file%s", one->is_hang ? "hang" : "crash", one->words,
                 one->files, one->files == 1 ? "" : "s");
        for (size_t k = 0; k < CRASH_FRAMES && one->frames[k] != NULL; k++)
            put_line(stdout, "    in %s", one->frames[k]);
        put_line(stdout, "    text: %s", one->text);
        fputs("    replay: ", stdout);
        print_shell_word(stdout, one->program);
        putchar(' ');
        print_shell_word(stdout, one->example);
        putchar('\n');
    }
    if (all->passed > 0)
        printf("%zu file%s at which the target neither crashed nor hung again\n", all->passed,
               all->passed == 1 ? "" : "s");
    if (all->left_out > 0)
        printf("and %zu more file%s in %s/crashes or %s/afl, not looked at\n", all->left_out,
               all->left_out == 1 ? "" : "s", f->folder, f->folder);
}

/* Returns what to do if an engine did not run, and its process ended in these words. */
static const char *remedy_for(engine_kind kind, const char *words)
{
    static const char *const remedies[ENGINE_KINDS] = {
        [ENGINE_LIBFUZZER] = "was it built with clang -fsanitize=fuzzer?",
        [ENGINE_AFL] =
            "is AFL++ installed, and was the target built with afl-clang-fast -fsanitize=fuzzer?"};
    if (strstr(words, CRASH_SUMMARY) == NULL)
        return remedies[kind];
    return strstr(words, " leaked ") != NULL
               ? "the target leaks at its first texts: mend that first, or set "
                 "ASAN_OPTIONS=detect_leaks=0 while you look for other faults."
               : "the target crashes at its first texts: mend that first.";
}

/* Tells an engine that did not run, or not beyond the texts with which it began. */
static void tell_failures(const fuzzing *f)
{
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++) {
        const char *words = f->news.of[kind].words;
        if (f->news.of[kind].failed > 0)
            failure(f->call, "%s %s %s: %s; %s See %s/logs", engine_names[kind],
                    strstr(words, CRASH_SUMMARY) != NULL ? "could not go on with"
                                                         : "tested nothing with",
                    f->programs[kind], words, remedy_for((engine_kind)kind, words), f->folder);
    }
}

/* Makes the corpus smaller, tells crashes apart and measures coverage. */
static void look_at_target(fuzzing *f)
{
    const curve *c = &f->of_target;
    const uint64_t took = c->count > 0 ? c->points[c->count - 1].ms : 0;
    const finish with = {.folder = f->folder,
                         .reaper = f->paths.reaper,
                         .minimize_ms = took > LEAST_MS ? took : LEAST_MS,
                         .should_stop = is_stopped_twice};
    uriproof_error error;
    const bool ran = f->news.processes > f->news.failed;
    const crash_programs programs = {.libfuzzer = f->programs[ENGINE_LIBFUZZER],
                                     .afl = f->programs[ENGINE_AFL],
                                     .reaper = f->paths.reaper,
                                     .should_stop = is_stopped_twice};
    if (ran) {
        f->minimized = finish_minimize(&with, (const char *const *)f->programs, &error);
        if (!f->minimized)
            failure(f->call, "the corpus was not made smaller: %s", error.words);
    }
    if (f->news.processes > 0) /* the target can crash at a text of the corpus only now */
        crash_stacks_find(f->folder, &programs, &f->crashes);
    if (f->measured != NULL) {
        f->covered = finish_coverage(&with, f->measured, &error);
        if (!f->covered)
            failure(f->call, "coverage was not measured: %s", error.words);
    }
}

/* ---- The parsers of the target ---- */

/* Returns how many confirmed classes have the parser stand apart; of what RFC 3986 as printed
 * brings about no parser is to blame. */
static size_t count_apart(const fuzzing *f, const char *parser)
{
    size_t count = 0;
    for (size_t i = 0; i < f->found.count; i++)
        count += !is_by_the_text(&f->found.classes[i]) &&
                 findings_sets_apart(&f->found.classes[i], parser);
    return count;
}

static bool is_of_target(const fuzzing *f, const export_class *one)
{
    bool found = false;
    for (size_t i = 0; i < f->own.count && !is_by_the_text(one); i++)
        found = found || findings_sets_apart(one, f->own.names[i]);
    return found;
}

/* Returns true if the run was ended before new processes had shown any class again. */
static bool is_unconfirmed(const fuzzing *f)
{
    size_t waiting = 0;
    for (size_t i = 0; i < f->found.count; i++) {
        if (f->found.classes[i].again == SHOWN_AGAIN)
            return false;
        waiting += f->found.classes[i].again == NOT_LOOKED_FOR;
    }
    return waiting > 0;
}

/* Says how many classes are those of each parser of the target, and how to list them. */
static void tell_own(const fuzzing *f)
{
    if (f->own.count > 0 && is_unconfirmed(f)) {
        puts("No class is confirmed, so none is counted for a parser of the target.");
        return;
    }
    size_t most = 0, told = 0, all = 0;
    const char *first = NULL;
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    for (size_t i = 0; i < f->found.count; i++)
        all += is_of_target(f, &f->found.classes[i]);
    for (size_t i = 0; i < f->own.count; i++) {
        const size_t count = count_apart(f, f->own.names[i]);
        fprintf(out, "%s%s %zu", told++ > 0 ? ", " : "", f->own.names[i], count);
        if (count > most)
            first = f->own.names[i];
        most = count > most ? count : most;
    }
    fclose(out);
    if (f->own.count > 0 && f->found.count > 0)
        put_wrapped(stdout, text.octets,
                    printf("%zu class%s in which a parser of the target stands apart: ", all,
                           all == 1 ? "" : "es"),
                    80);
    free(text.octets);
    if (first == NULL || f->store.path == NULL)
        return;
    fputs("Next: ", stdout);
    print_shell_word(stdout, f->call->program);
    fputs(" findings list --store ", stdout);
    print_shell_word(stdout, f->store.path);
    printf(" --parser %s\n", first);
}

/* ---- The record ---- */

/* Returns the parsers of the run, with those that the target has marked. The caller frees them. */
static cJSON *marked_parsers(const fuzzing *f)
{
    cJSON *all = cJSON_Duplicate(f->found.parsers, true), *one = NULL;
    cJSON_ArrayForEach(one, all)
    {
        const char *name = json_string_of(one, "name");
        size_t i = 0;
        while (i < f->own.count && strcmp(f->own.names[i], name) != 0)
            i++;
        if (i == f->own.count)
            continue;
        cJSON_AddTrueToObject(one, "of_target");
        const char *build = target_build_of(program_of(f), name);
        if (build != NULL)
            cJSON_AddStringToObject(one, "build", build);
    }
    return all;
}

/* Returns what is said of each class. The caller frees it with free_said. */
static campaign_finding *said_of_all(const fuzzing *f)
{
    campaign_finding *all = calloc(f->found.count + 1, sizeof *all);
    for (size_t i = 0; i < f->found.count; i++) {
        const export_class *one = &f->found.classes[i];
        all[i] = (campaign_finding){.is_new = findings_is_new(f->store.file, one),
                                    .of_target = is_of_target(f, one)};
        if (one->again == SHOWN_AGAIN)
            all[i].sides = sides_list(one->shown);
    }
    return all;
}

static void free_said(campaign_finding *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cJSON_Delete(all[i].sides);
    free(all);
}

static campaign_end end_of(const fuzzing *f)
{
    return !f->finished                ? CAMPAIGN_UNFINISHED
           : is_stopped(NULL)          ? CAMPAIGN_SIGNAL
           : f->asked >= f->most_texts ? CAMPAIGN_TEXTS
                                       : CAMPAIGN_TIME;
}

static bool write_record(const fuzzing *f)
{
    campaign_finding *said = said_of_all(f);
    cJSON *named = marked_parsers(f);
    char *minimized = fuzz_path(f, "minimized"), *coverage = fuzz_path(f, "coverage");
    campaign_run run = {.version = uriproof_version(),
                        .command = f->command,
                        .seed = f->seed,
                        .jobs = f->jobs,
                        .begun = f->began_at,
                        .ended = (int64_t)time(NULL),
                        .end = end_of(f),
                        .target = f->target,
                        .news = f->news,
                        .of_target = f->of_target,
                        .of_parsers = f->of_parsers,
                        .corpus = text_folder_count(f->texts),
                        .parsers = named,
                        .found = &f->found,
                        .findings = said,
                        .crashes = &f->crashes,
                        .minimized = f->minimized ? minimized : NULL,
                        .coverage = f->covered ? coverage : NULL};
    memcpy(run.programs, f->programs, sizeof run.programs);
    memcpy(run.compilers, f->compilers, sizeof run.compilers);
    char *path = fuzz_path(f, "campaign.json");
    const bool good = record_write(path, f->before, &run);
    if (!good)
        failure(f->call, "cannot write %s: %s", path, error_reason(errno));
    free(path);
    free(minimized);
    free(coverage);
    cJSON_Delete(named);
    free_said(said, f->found.count);
    return good;
}

void fuzz_record(fuzzing *f)
{
    const surveyed all = fuzz_surveyed(f);
    f->found = surveyed_export(&all);
    if (!write_record(f))
        exit(URIPROOF_EXIT_FAILED);
    export_free(&f->found);
}

/* ---- All ---- */

static void put_engines(const fuzzing *f)
{
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++) {
        const engines_total *one = &f->news.of[kind];
        if (one->processes > 0)
            printf("%s: %zu process%s, %ju executions, %ju edges\n", engine_names[kind],
                   one->processes, one->processes == 1 ? "" : "es", (uintmax_t)one->executions,
                   (uintmax_t)one->edges);
    }
}

static int status_of(const fuzzing *f, bool recorded)
{
    size_t new = 0;
    for (size_t i = 0; i < f->found.count; i++)
        new += findings_is_new(f->store.file, &f->found.classes[i]);
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (!parser_loop_is_good(f->loop))
        return failure(f->call, "cannot use %s/corpus: %s", f->folder, error_reason(errno));
    if (!recorded)
        return URIPROOF_EXIT_FAILED;
    if (f->parsers.silent_count > 0 || f->news.failed > 0)
        return URIPROOF_EXIT_NO_START;
    return new > 0 || f->crashes.count > 0 ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

int fuzz_finish(fuzzing *f)
{
    confirm(f);
    if (f->news.processes > 0) /* what follows can take minutes */
        write_record(f);
    look_at_target(f);
    put_engines(f);
    if (f->asks)
        diff_summary_put(&(diff_summary){.call = f->call,
                                         .parsers = &f->parsers,
                                         .base = surveyed_base,
                                         .store = f->store.file,
                                         .found = &f->found});
    if (f->asks)
        tell_own(f);
    tell_crashes(f);
    tell_failures(f);
    f->finished = true;
    return status_of(f, write_record(f));
}
