/* SPDX-License-Identifier: MIT */
/* uriproof fuzz: a campaign. Fuzzing engines and parsers in other processes share a folder of
 * texts, and look for classes of differences that are new. */
#include "diff_store.h"
#include "diff_summary.h"
#include "stop.h"
#include "survey_export.h"

#include "campaign/campaign.h"
#include "pair/pair.h"
#include "processes/processes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    WINDOW = 64,     /* texts in flight */
    SAVE_MS = 30000, /* what is found is saved at least so often */
    LINE_MS = 10000, /* so often progress is told if standard error is no terminal */
    DEFAULT_MS = 10 * 60000
};

/* The parser that all others are compared with. */
static const char reference_name[] = "rfc3986-reference";

typedef struct fuzzing {
    const invocation *call;
    data_paths paths;
    const char *folder; /* of the campaign */
    const char *seeds;  /* a folder, or NULL */
    uint64_t seed, time_ms, most_texts, timeout_ms;
    parsers parsers;
    panel *panel, *fresh, *alone;
    survey *survey;
    text_folder *texts;
    parser_loop *loop;
    diff_store store;
    diff_baseline baseline; /* has the store, if there is one */
    uint64_t begun, deadline, saved_at, told_at;
    size_t asked;   /* texts */
    size_t classes; /* as many as were saved */
    bool terminal;
    diff_export found;
} fuzzing;

/* ---- The folder ---- */

/* Returns the path of a file or folder of the campaign. The caller frees it. */
static char *path_in(const fuzzing *f, const char *name)
{
    return text_made("%s/%s", f->folder, name);
}

static void make_folder(const fuzzing *f, const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        fail(f->call, "cannot make the folder %s: %s", path, strerror(errno));
}

/* Writes the questions of the vectors of RFC 3986 into the folder. Returns false and sets errno if
 * that failed. */
static bool copy_vectors(const fuzzing *f)
{
    uriproof_corpus corpus;
    bool good = true;
    load_corpus(f->call, &f->paths, uriproof_dialect_named("rfc3986"), URIPROOF_CLAUSES, &corpus);
    for (size_t i = 0; i < corpus.vector_count; i++)
        for (size_t field = 0; field < 2; field++) {
            const uriproof_span text = corpus.vectors[i].request.field[field];
            good = good && (!uriproof_present(text) || text_folder_keep(f->texts, text));
        }
    uriproof_corpus_free(&corpus);
    return good;
}

/* Opens the folder of texts, and fills it if it is empty. */
static void open_texts(fuzzing *f)
{
    char *path = path_in(f, "corpus");
    make_folder(f, f->folder);
    f->texts = text_folder_open(path);
    if (f->texts == NULL || !text_folder_read(f->texts))
        fail(f->call, "cannot use the folder %s: %s", path, strerror(errno));
    if (f->seeds != NULL && !text_folder_copy(f->texts, f->seeds))
        fail(f->call, "cannot copy the texts of %s into %s: %s", f->seeds, path, strerror(errno));
    if (text_folder_count(f->texts) == 0 && !copy_vectors(f))
        fail(f->call, "cannot write into %s: %s", path, strerror(errno));
    free(path);
}

/* ---- The parsers ---- */

/* Adds the reference of RFC 3986. */
static void add_reference(fuzzing *f)
{
    const char *const words[] = {f->paths.program, "serve", "--dialect", "rfc3986"};
    enum { COUNT = sizeof words / sizeof words[0] };
    char **command = calloc(COUNT + 1, sizeof *command);
    for (size_t i = 0; i < COUNT; i++)
        command[i] = strdup(words[i]);
    parsers_add(f->call, &f->parsers, strdup(reference_name), command);
}

static void open_panels(fuzzing *f)
{
    const size_t count = f->parsers.count;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t at_once = processors > 0 ? (size_t)processors : 1;
    asker_options options = panel_options(&f->paths, f->timeout_ms, WINDOW);
    options.independent = true;
    options.should_stop = is_stopped_twice;
    asker_options renewed = options;
    renewed.independent = false; /* a slow parser has more time, before it is blamed */
    renewed.renewed = true;
    parsers_allow_files(f->call, 2 * count + at_once);
    f->panel = panel_new(f->parsers.members, count, at_once, &options);
    f->fresh = panel_new(f->parsers.members, count, at_once, &options);
    f->alone = panel_new(f->parsers.members, count, at_once, &renewed);
    f->survey = survey_new(&(survey_options){.members = count,
                                             .should_stop = is_stopped_twice,
                                             .base = uriproof_span_of(surveyed_base)});
}

/* Starts the parsers. Ends the program if one that was named does not start, or there are too few.
 */
static bool start_parsers(fuzzing *f)
{
    panel_greet(f->panel);
    parsers_tell_silent(f->call, &f->parsers, f->panel, f->panel);
    const size_t able = parsers_count_able(&f->parsers, f->panel, URIPROOF_PARSE);
    if (able < 2)
        failure(f->call,
                "no parser beside the reference starts that has the operation parse: see "
                "'%s adapters', or name one as NAME=COMMAND",
                f->call->program);
    return able >= 2 && f->parsers.silent_count == 0;
}

/* ---- What was found ---- */

static surveyed surveyed_of(const fuzzing *f)
{
    return (surveyed){.survey = f->survey,
                      .parsers = &f->parsers,
                      .panel = f->panel,
                      .fresh = f->fresh,
                      .op = URIPROOF_PARSE,
                      .by = "any",
                      .chains = true};
}

static void open_store(fuzzing *f)
{
    const surveyed all = surveyed_of(f);
    diff_export asked = surveyed_head(&all);
    f->store.source = text_made("%s seed %ju", f->folder, (uintmax_t)f->seed);
    diff_store_open(&f->store, f->call, &asked);
    f->baseline.store = f->store.file;
}

/* Saves what was found up to now, if there is a class more than last time, or it is time to. */
static void save(fuzzing *f)
{
    size_t classes;
    survey_classes(f->survey, &classes);
    if (f->store.file == NULL || (classes == f->classes && session_clock() - f->saved_at < SAVE_MS))
        return;
    const surveyed all = surveyed_of(f);
    diff_export found = surveyed_export(&all);
    diff_store_save(&f->store, &found, false);
    export_free(&found);
    f->classes = classes;
    f->saved_at = session_clock();
}

static void tell_progress(fuzzing *f)
{
    size_t classes;
    const uint64_t now = session_clock();
    const double seconds = (double)(now - f->begun) / 1000;
    if (!f->terminal && now - f->told_at < LINE_MS)
        return;
    f->told_at = now;
    survey_classes(f->survey, &classes);
    fprintf(stderr, "%s%zu texts, %.0f a second, %zu classes%s", f->terminal ? "\r" : "",
            survey_texts(f->survey), seconds > 0 ? (double)survey_texts(f->survey) / seconds : 0,
            classes, f->terminal ? " \033[K" : "\n");
}

/* ---- The campaign ---- */

static bool is_over(const fuzzing *f)
{
    return is_stopped(NULL) || session_clock() >= f->deadline || f->asked >= f->most_texts;
}

static void ask_parsers(fuzzing *f)
{
    f->loop = parser_loop_new(&(parser_loop_options){
        .folder = f->texts, .survey = f->survey, .panel = f->panel, .seed = f->seed});
    f->begun = f->saved_at = f->told_at = session_clock();
    f->deadline = f->time_ms > 0 ? f->begun + f->time_ms : UINT64_MAX;
    while (!is_over(f)) {
        size_t count;
        const uriproof_request *asked = parser_loop_turn(f->loop, f->most_texts - f->asked, &count);
        diff_store_read(&f->store, asked, count);
        f->asked += count;
        save(f);
        tell_progress(f);
    }
    parser_loop_settle(f->loop);
    if (f->terminal)
        fputs("\r\033[K", stderr);
}

/* Makes the texts of all classes smaller, and looks for the classes again. */
static void confirm(fuzzing *f)
{
    size_t classes;
    survey_classes(f->survey, &classes);
    if (is_stopped(NULL) && !is_stopped_twice(NULL) && classes > 0)
        failure(f->call,
                "note: ended; new processes are asked now about %zu class%s (Ctrl-C ends that too)",
                classes, classes == 1 ? "" : "es");
    survey_finish(f->survey,
                  &(survey_panels){.used = f->panel, .fresh = f->fresh, .alone = f->alone});
    const surveyed all = surveyed_of(f);
    f->found = surveyed_export(&all);
    f->found.partial = is_stopped_twice(NULL);
    parsers_tell_silent(f->call, &f->parsers, f->panel, f->panel);
    parsers_tell_silent(f->call, &f->parsers, f->panel, f->fresh);
    parsers_tell_silent(f->call, &f->parsers, f->panel, f->alone);
    diff_store_save(&f->store, &f->found, !f->found.partial);
}

static void put_summary(fuzzing *f)
{
    diff_summary_put(&(diff_summary){.call = f->call,
                                     .parsers = &f->parsers,
                                     .base = surveyed_base,
                                     .baseline = &f->baseline,
                                     .found = &f->found});
}

static int status_of(const fuzzing *f)
{
    size_t new = 0;
    for (size_t i = 0; i < f->found.count; i++)
        new += diff_baseline_lacks(&f->baseline, &f->found.classes[i]) &&
               !is_by_the_text(&f->found.classes[i]);
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (!parser_loop_is_good(f->loop))
        return failure(f->call, "cannot use %s/corpus: %s", f->folder, strerror(errno));
    if (f->parsers.silent_count > 0)
        return URIPROOF_EXIT_NO_START;
    return new > 0 ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static int campaign(fuzzing *f)
{
    int status = URIPROOF_EXIT_NO_START;
    open_panels(f);
    if (start_parsers(f)) {
        open_store(f);
        ask_parsers(f);
        confirm(f);
        put_summary(f);
        status = status_of(f);
        parser_loop_free(f->loop);
        diff_store_close(&f->store);
        free((char *)f->store.source);
        export_free(&f->found);
    }
    survey_free(f->survey);
    panel_free(f->alone);
    panel_free(f->fresh);
    panel_free(f->panel);
    return status;
}

static void check_usage(fuzzing *f)
{
    if (f->folder == NULL)
        usage_error(f->call, "wants --corpus DIR, the folder of the campaign");
    for (int i = 0; i < f->call->argc; i++)
        parsers_want(f->call, &f->parsers, f->call->argv[i]);
    if (f->most_texts == 0) {
        f->most_texts = SIZE_MAX;
        f->time_ms = f->time_ms > 0 ? f->time_ms : DEFAULT_MS;
    }
}

static int run(invocation *call)
{
    fuzzing f = {.call = call, .seed = 1, .timeout_ms = 2000};
    options_read(call, &f);
    check_usage(&f);
    find_paths(call, &f.paths);
    f.terminal = isatty(STDERR_FILENO) == 1;
    add_reference(&f);
    parsers_find(call, &f.paths, &f.parsers);
    open_texts(&f);
    stop_catch();
    const int status = campaign(&f);
    text_folder_close(f.texts);
    parsers_free(&f.parsers);
    return status;
}

static const cli_option options[] = {
    {"corpus", "DIR", take_word, offsetof(fuzzing, folder),
     .help =
         "the folder of the campaign, which is made if it is not there; texts are in DIR/corpus. "
         "A second run with the same folder goes on"},
    {"seeds", "DIR", take_word, offsetof(fuzzing, seeds),
     .help = "copy the texts of this folder, a file each, into the corpus (default: if that is "
             "empty, the questions of the vectors of RFC 3986)"},
    {"time", "TIME", take_duration, offsetof(fuzzing, time_ms),
     .help = "how long texts are tried after the parsers have started: 10m (default), 30s"},
    {"texts", "N", take_number, offsetof(fuzzing, most_texts),
     .help = "end after so many texts, which are the same for the same seed and corpus (without "
             "--time: whenever that is)",
     .least = 1, .most = UINT64_C(1) << 53},
    {"seed", "N", take_number, offsetof(fuzzing, seed),
     .help = "what texts are made by (default: 1)", .most = UINT64_MAX},
    {"store", "FILE", take_word, offsetof(fuzzing, store.path),
     .help = "keep what is found in this store of findings (docs/findings-store.md). Only a class "
             "that is new there, or was fixed, makes the exit status 1"},
    {"adapter-dir", "DIR", take_word, offsetof(fuzzing, parsers.folder), .help = adapter_dir_help},
    {"timeout", "TIME", take_duration, offsetof(fuzzing, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {.name = NULL},
};

const verb command_fuzz = {
    .name = "fuzz",
    .run = run,
    .usage = "[ADAPTER...]",
    .about = "Looks for classes of differences between parsers that no one has seen, with texts "
             "made of others. ADAPTER is the name of a parser, or NAME=COMMAND for one of your "
             "own; without any, all that start are asked. A class counts only after new processes "
             "have shown it again.",
    .options = options,
    .more = "Ctrl-C ends it; what was found is still looked for again, and kept. "
            "Exit status: 0 no class of differences (or none that is new in the store), 1 some, 2 "
            "usage, 3 a parser does not start, or answers no more, 4 a file or folder cannot be "
            "read or written, 130 ended by Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_ANYWHERE,
};
