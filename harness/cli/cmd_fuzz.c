/* SPDX-License-Identifier: MIT */
/* uriproof fuzz: a campaign. Fuzzing engines and parsers in other processes share a folder of
 * texts, and look for classes of differences that are new. */
#include "fuzz_run.h"
#include "sides.h"
#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_MS = 10 * 60000 };

static const engine_choice choices[] = {
    {"none", {false}},
    {"libfuzzer", {[ENGINE_LIBFUZZER] = true}},
    {"afl", {[ENGINE_AFL] = true}},
    {"both", {[ENGINE_LIBFUZZER] = true, [ENGINE_AFL] = true}},
};

/* ---- The folder ---- */

static void make_folder(const fuzzing *f, const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        fail(f->call, "cannot make the folder %s: %s", path, error_reason(errno));
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

/* Makes the folder of the campaign, and sees to it that only one campaign works in it: each would
 * write what the others have found out of campaign.json. The lock ends with the process. */
static void enter_folder(fuzzing *f)
{
    make_folder(f, f->folder);
    char *path = fuzz_path(f, "lock");
    f->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (f->lock < 0)
        fail(f->call, "cannot write %s: %s", path, error_reason(errno));
    if (!lock_take(f->lock) && errno == EWOULDBLOCK)
        fail(f->call,
             "another campaign runs in the folder %s: wait until it has ended, or name another "
             "folder; several folders can share their texts (docs/scale.md)",
             f->folder);
    free(path);
}

/* Opens the folder of texts, and fills it if it is empty. */
static void open_texts(fuzzing *f)
{
    char *path = fuzz_path(f, "corpus");
    f->texts = text_folder_open(path);
    if (f->texts == NULL || !text_folder_read(f->texts))
        fail(f->call, "cannot use the folder %s: %s", path, error_reason(errno));
    if (f->seeds != NULL && !text_folder_copy(f->texts, f->seeds))
        fail(f->call, "cannot copy the texts of %s into %s: %s", f->seeds, path,
             error_reason(errno));
    if (text_folder_count(f->texts) == 0 && !copy_vectors(f))
        fail(f->call, "cannot write into %s: %s", path, error_reason(errno));
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
    parsers_add(f->call, &f->parsers, strdup(reference_parser), command);
}

/* ---- The command ---- */

static bool has_engine(const fuzzing *f)
{
    return f->engine->wants[ENGINE_LIBFUZZER] || f->engine->wants[ENGINE_AFL];
}

static void settle_options(fuzzing *f)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (f->folder == NULL) {
        char *words = text_made("fuzz %s", f->call->argc > 0 ? f->call->argv[0] : "");
        usage_error(f->call, "wants --corpus DIR, the folder of the campaign%s",
                    command_advice(words).words);
    }
    if (f->engine == NULL)
        f->engine = &choices[f->target != NULL];
    if (f->target == NULL && (has_engine(f) || f->coverage != NULL))
        usage_error(f->call, "--engine %s and --coverage want --target T", f->engine->name);
    if (f->jobs == 0)
        f->jobs = processors > 1 ? (uint64_t)processors : 2;
    if (f->jobs < 2 && f->engine->wants[ENGINE_LIBFUZZER] && f->engine->wants[ENGINE_AFL])
        usage_error(f->call, "--engine both wants --jobs 2 or more");
    for (int i = 0; i < f->call->argc; i++)
        parsers_want(f->call, &f->parsers, f->call->argv[i]);
    if (f->most_texts == 0) {
        f->most_texts = SIZE_MAX;
        f->time_ms = f->time_ms > 0 ? f->time_ms : DEFAULT_MS;
    }
}

/* Reads the record of the runs before. */
static void open_record(fuzzing *f)
{
    uriproof_error error;
    char *path = fuzz_path(f, "campaign.json");
    f->before = record_read(path, &error);
    if (f->before == NULL)
        fail(f->call, "%s", error.words);
    if (!atomic_file_may_write(path))
        fail(f->call, "cannot write %s: %s", path, error_reason(errno));
    free(path);
}

/* Says what a run has from those before it. */
static void tell_before(const fuzzing *f)
{
    const int runs = cJSON_GetArraySize(f->before);
    const size_t known = text_folder_count(f->texts), classes = record_classes(f->before);
    if (record_is_unfinished(f->before))
        failure(f->call,
                "note: the last run in %s was killed; what it had recorded until then is "
                "kept",
                f->folder);
    if (runs > 0)
        failure(f->call, "note: goes on with %zu text%s, and %zu class%s of %d run%s", known,
                known == 1 ? "" : "s", classes, classes == 1 ? "" : "es", runs,
                runs == 1 ? "" : "s");
}

static void free_all(fuzzing *f)
{
    if (f->loop != NULL)
        parser_loop_free(f->loop);
    survey_free(f->survey);
    panel_free(f->alone);
    panel_free(f->fresh);
    panel_free(f->panel);
    difference_names_close(&f->names);
    diff_store_close(&f->store);
    free((char *)f->store.source);
    finding_list_free(&f->known);
    export_free(&f->found);
    crash_stacks_free(&f->crashes);
    curve_free(&f->of_target);
    curve_free(&f->of_parsers);
    cJSON_Delete(f->before);
    text_folder_close(f->found_texts);
    text_folder_close(f->texts);
    fuzz_free_target(f);
    parsers_free(&f->parsers);
    for (size_t i = 0; f->command[i] != NULL; i++)
        free(f->command[i]);
    free(f->command);
    close(f->lock);
}

/* Returns the words of the call, which options_read changes. */
static char **words_of(const invocation *call)
{
    char **words = calloc((size_t)call->argc + 2, sizeof *words);
    words[0] = strdup(call->program);
    for (int i = 0; i < call->argc; i++)
        words[i + 1] = strdup(call->argv[i]);
    return words;
}

static int run(invocation *call)
{
    fuzzing f = {.call = call, .seed = 1, .timeout_ms = 2000, .command = words_of(call)};
    options_read(call, &f);
    settle_options(&f);
    find_paths(call, &f.paths);
    f.terminal = isatty(STDERR_FILENO) == 1;
    f.began_at = (int64_t)time(NULL);
    f.parsers.none_known = f.target != NULL;
    difference_names_open(call, &f.names);
    parsers_find(call, &f.paths, &f.parsers);
    fuzz_find_target(&f);
    add_reference(&f);
    enter_folder(&f);
    open_texts(&f);
    open_record(&f);
    tell_before(&f);
    stop_catch();
    const int status = fuzz_all(&f) ? fuzz_finish(&f) : URIPROOF_EXIT_NO_START;
    free_all(&f);
    return status;
}

static const char *engine_choices(size_t i)
{
    return i < sizeof choices / sizeof choices[0] ? choices[i].name : NULL;
}

static void take_engine(const invocation *call, const cli_option *option, const char *value,
                        void *to)
{
    size_t i = 0;
    (void)call, (void)option;
    while (strcmp(choices[i].name, value) != 0)
        i++;
    *(const engine_choice **)to = &choices[i];
}

static const cli_option options[] = {
    {"corpus", "DIR", take_word, offsetof(fuzzing, folder),
     .help =
         "the folder of the campaign, which is made if it is not there; texts are in DIR/corpus. "
         "A second run with the same folder goes on"},
    {"time", "TIME", take_duration, offsetof(fuzzing, time_ms),
     .help = "how long texts are tried after the parsers have started: 10m (default), 30s"},
    {"adapter", "NAME", take_adapter, offsetof(fuzzing, parsers),
     .help = "the same as ADAPTER; may be given more than once"},
    {"target", "T", take_word, offsetof(fuzzing, target),
     .help = "fuzz this target: the path of its program, with a slash, or a name that scripts/fuzz "
             "--list has. Its parsers are asked too"},
    {"store", "FILE", take_word, offsetof(fuzzing, store.path),
     .help = "keep what is found in this store of findings (docs/findings-store.md). Only a class "
             "that is new there, or was fixed, makes the exit status 1"},
    {"engine", "NAME", take_engine, offsetof(fuzzing, engine),
     .help = "libfuzzer (default, with --target), afl, both or none. With both, PATH.afl is the "
             "program for AFL++",
     .values = engine_choices},
    {"jobs", "N", take_number, offsetof(fuzzing, jobs),
     .help = "processes of engines, and parsers that work at the same time (default: the number of "
             "processors)",
     .least = 1, .most = PARSERS_MOST},
    {"seeds", "DIR", take_word, offsetof(fuzzing, seeds),
     .help = "copy the texts of this folder, a file each, into the corpus (default: if that is "
             "empty, the questions of the vectors of RFC 3986)"},
    {"texts", "N", take_number, offsetof(fuzzing, most_texts),
     .help = "end after so many texts, which are the same for the same seed and corpus (without "
             "--time: whenever that is)",
     .least = 1, .most = UINT64_C(1) << 53},
    {"seed", "N", take_number, offsetof(fuzzing, seed),
     .help = "what texts are made by (default: 1)", .most = UINT64_C(1) << 53},
    {"coverage", "PROGRAM", take_word, offsetof(fuzzing, coverage),
     .help = "the target, built to measure coverage, as --target: run it on the corpus at the end, "
             "and write DIR/coverage"},
    {"adapter-dir", "DIR", take_word, offsetof(fuzzing, parsers.folder), .help = adapter_dir_help},
    {"profile", "FILE", take_word, offsetof(fuzzing, names.path), .help = difference_profile_help},
    {"timeout", "TIME", take_duration, offsetof(fuzzing, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {.name = NULL},
};

const verb command_fuzz = {
    .name = "fuzz",
    .run = run,
    .usage = "--corpus DIR [ADAPTER...]",
    .about = "Looks for differences between parsers that no one has seen. Makes new texts of those "
             "at hand. Fuzzing engines can share the texts. ADAPTER is the name of a "
             "parser, or NAME=COMMAND for one of your own; without any, those of the target are "
             "asked, or all that start if there is no target. A class counts only after new "
             "processes have shown it again.",
    .options = options,
    .more =
        "Ctrl-C ends it; what was found is still looked for again, and kept. "
        "Exit status: 0 no class of differences (or none that is new in the store), 1 some, or a "
        "crash or hang of the target, 2 usage, 3 a parser or engine does not start, or a parser "
        "answers no more, 4 a file or folder cannot be read or written, 130 ended by Ctrl-C or "
        "such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_ANYWHERE,
    .common = 5,
};
