/* SPDX-License-Identifier: MIT */
/* uriproof diff: asks all parsers about many texts, and tells in which classes they differ. */
#include "diff_store.h"
#include "diff_summary.h"
#include "difference_names.h"
#include "stop.h"
#include "survey_export.h"

#include "processes/processes.h"
#include "json/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 64 }; /* texts in flight */

/* What --by counts. */
typedef struct filter {
    const char *name;
    const char *parts; /* with blanks around each; NULL: any */
} filter;

static const filter filters[] = {
    {"any", NULL},      {"host", " host port "}, {"scheme", " scheme "},
    {"path", " path "}, {"validity", NULL},
};

typedef struct diffing {
    const invocation *call;
    uriproof_op op;
    const filter *by;
    bool nul, json_lines, chains, merge, in_process;
    const char *base;
    const char *json; /* the file of the export */
    uint64_t timeout_ms, jobs;
    parsers parsers;
    difference_names names;
    panel *panel, *fresh, *alone;
    survey *survey;
    uint64_t begun;
    bool progress, partial, fresh_started;
    size_t unread;   /* lines that are no request */
    int cannot_read; /* the number of an error that ended the texts; or 0 */
    diff_store store;
    diff_export found;
} diffing;

static diff_export found_so_far(const diffing *d);

/* ---- Texts ---- */

static bool is_wanted(void *self, const answer_class *one)
{
    const diffing *d = self;
    char part[40];
    if (one->kind == CLASS_FAULT)
        return true;
    if (strcmp(d->by->name, "validity") == 0)
        return one->kind == CLASS_VALIDITY || one->is_rejected;
    /* What one rejects differs in no part: then it is what the deviation is about. */
    const bool of_text = one->differs != NULL && !one->is_rejected;
    snprintf(part, sizeof part, " %s ", of_text ? one->differs : one->part);
    return d->by->parts == NULL || strstr(d->by->parts, part) != NULL;
}

static void tell_progress(const diffing *d)
{
    size_t classes;
    double seconds = (double)(session_clock() - d->begun) / 1000;
    survey_classes(d->survey, &classes);
    if (d->progress)
        fprintf(stderr, "\r%zu texts, %.0f a second, %zu classes \033[K", survey_texts(d->survey),
                seconds > 0 ? (double)survey_texts(d->survey) / seconds : 0, classes);
}

/* Starts the new processes that have to show classes again, as soon as there is a class. In
 * process, the others leave a processor free for that. */
static void start_fresh(diffing *d)
{
    size_t count;
    survey_classes(d->survey, &count);
    if (!d->in_process || d->fresh_started || count == 0)
        return;
    panel_start(d->fresh);
    d->fresh_started = true;
}

/* Asks the smallest texts of what was found before once more, so that the survey goes on with them.
 */
static void review(diffing *d)
{
    uriproof_request *requests[2];
    cJSON *memory[2];
    size_t count = diff_store_review(&d->store, d->op, false, &requests[0], &memory[0]);
    size_t chained = diff_store_review(&d->store, d->op, true, &requests[1], &memory[1]);
    if (count > 0)
        survey_ask(d->survey, d->panel, requests[0], count);
    survey_settle(d->survey);
    if (chained > 0)
        survey_chains(d->survey, d->panel, requests[1], chained);
    if (count + chained > 0)
        d->store.reviewed = found_so_far(d);
    d->store.goes_on = d->store.run.id[0] != '\0';
    for (size_t i = 0; i < 2; i++) {
        free(requests[i]);
        cJSON_Delete(memory[i]);
    }
}

/* Saves what the texts have shown that were asked up to now. A block that a signal ended is left
 * out, so that the run can go on with all of it. */
static void save(diffing *d)
{
    if (d->store.file == NULL || is_stopped(NULL))
        return;
    diff_export found = found_so_far(d);
    diff_store_save(&d->store, &found, false);
    export_free(&found);
}

/* Says once that lines are left out, as soon as there is one. */
static void tell_unread(diffing *d, const texts *t)
{
    if (t->unread > 0 && d->unread == 0)
        failure(d->call, "%s; such lines are left out", t->fault.words);
    d->unread = t->unread;
}

/* Asks about texts as they are read, block by block: while one is asked the next is read. */
static void ask_blocks(diffing *d, texts *t)
{
    store *memory[2] = {NULL, NULL};
    uriproof_request *requests[2];
    size_t count = 1;
    for (size_t i = 0; i < 2; i++)
        requests[i] = calloc(TEXTS_MOST, sizeof *requests[i]);
    diff_store_skip(&d->store, t);
    review(d);
    for (size_t turn = 0; count > 0 && !is_stopped(NULL); turn ^= 1U) {
        store_free(memory[turn]);
        memory[turn] = store_new();
        count = texts_read(t, TEXTS_MOST, memory[turn], requests[turn]);
        tell_unread(d, t);
        diff_store_read(&d->store, requests[turn], count);
        if (count > 0)
            survey_ask(d->survey, d->panel, requests[turn], count);
        if (count > 0 && d->chains)
            survey_chains(d->survey, d->panel, requests[turn], count);
        start_fresh(d);
        save(d);
        tell_progress(d);
    }
    survey_settle(d->survey);
    parsers_tell_silent(d->call, &d->parsers, d->panel, d->panel);
    for (size_t i = 0; i < 2; i++) {
        store_free(memory[i]);
        free(requests[i]);
    }
}

/* Says so if a CR is the end of each text, which is rarely meant: all parsers may reject it. */
static void tell_carriage_returns(const diffing *d, const texts *t)
{
    if (t->form == TEXTS_LINES && t->ended > 0 && t->ended_by_cr == t->ended)
        failure(d->call,
                "note: all lines end in CR LF, and the CR is part of each text; to leave "
                "it out: sed 's/\\r$//' FILE | %s diff -",
                d->call->program);
}

/* Asks about all texts of `in`. */
static void ask_all(diffing *d, FILE *in)
{
    texts t = {.in = in,
               .form = d->json_lines ? TEXTS_JSON_LINES
                       : d->nul      ? TEXTS_NUL
                                     : TEXTS_LINES,
               .op = d->op,
               .base = uriproof_span_of(d->base)};
    ask_blocks(d, &t);
    d->cannot_read = !is_stopped(NULL) ? t.failed : 0;
    if (d->progress)
        fputs("\r\033[K", stderr);
    tell_carriage_returns(d, &t);
    if (d->cannot_read != 0)
        failure(d->call, "cannot read %s: %s", d->call->argv[0], error_reason(d->cannot_read));
}

/* ---- For programs ---- */

/* Returns what the export of this run is made of. */
static surveyed surveyed_of(const diffing *d)
{
    return (surveyed){.survey = d->survey,
                      .parsers = &d->parsers,
                      .panel = d->panel,
                      .fresh = d->fresh,
                      .names = &d->names,
                      .op = d->op,
                      .by = d->by->name,
                      .chains = d->chains,
                      .base = d->base,
                      .unread = d->unread};
}

/* Returns what this run has found, in this process and before. */
static diff_export found_so_far(const diffing *d)
{
    const surveyed all = surveyed_of(d);
    diff_export found = surveyed_export(&all);
    diff_store_join(&d->store, &found);
    return found;
}

/* Looks for all classes again, unless a signal comes. */
static void make_export(diffing *d)
{
    survey_finish(d->survey,
                  &(survey_panels){.used = d->panel, .fresh = d->fresh, .alone = d->alone});
    d->found = found_so_far(d);
    d->found.partial = d->partial = is_stopped(NULL);
    if (d->partial)
        return;
    parsers_tell_silent(d->call, &d->parsers, d->panel, d->fresh);
    parsers_tell_silent(d->call, &d->parsers, d->panel, d->alone);
    diff_store_save(&d->store, &d->found, d->cannot_read == 0);
}

static bool write_export(void *self, FILE *out)
{
    diffing *d = self;
    return export_write(&d->found, out);
}

static void merge_files(diffing *d)
{
    uriproof_error error;
    for (int i = 0; i < d->call->argc; i++) {
        diff_export one;
        if (!export_read(d->call->argv[i], i == 0 ? &d->found : &one, &error))
            fail(d->call, "%s", error.words);
        if (i > 0 && !export_merge(&d->found, &one, &error))
            fail(d->call, "cannot merge %s: %s", d->call->argv[i], error.words);
    }
}

/* ---- The command ---- */

/* Ends the program if the file of --json cannot be written, or is one that is read. */
static void check_output(const diffing *d)
{
    if (d->json == NULL)
        return;
    for (int i = 0; i < d->call->argc; i++) {
        const char *in = d->call->argv[i];
        if (is_same_file(strcmp(in, "-") == 0 ? "/dev/stdin" : in, d->json))
            usage_error(d->call, "--json %s would overwrite %s, which is read: name another file",
                        d->json, in);
    }
    if (d->names.path != NULL && is_same_file(d->names.path, d->json))
        usage_error(d->call, "--json %s would overwrite %s, which is read: name another file",
                    d->json, d->names.path);
    if (d->store.path != NULL && is_same_file(d->store.path, d->json))
        usage_error(d->call, "--json %s would overwrite the store: name another file", d->json);
    if (!atomic_file_may_write(d->json))
        fail(d->call, "cannot write %s: %s", d->json, error_reason(errno));
}

static FILE *open_texts(const invocation *call)
{
    if (strcmp(call->argv[0], "-") == 0)
        return stdin;
    FILE *in = uriproof_file_open(call->argv[0]);
    if (in == NULL)
        fail(call, "cannot read %s: %s", call->argv[0], error_reason(errno));
    return in;
}

/* Marks the parsers that may be called in process: those whose adapter is uriproof's own program
 * of C. Ends the program if there is none. */
static void mark_in_process(diffing *d, const data_paths *p)
{
    char path[PATH_MOST + 200];
    bool any = false;
    if (access(p->in_process, X_OK) != 0)
        fail(d->call,
             "cannot run %s: %s; build uriproof again where the C libraries are, or leave "
             "out --in-process",
             p->in_process, error_reason(errno));
    for (size_t m = 0; m < d->parsers.count; m++) {
        const manifest *entry = d->parsers.entries[m];
        panel_member *one = &d->parsers.members[m];
        snprintf(path, sizeof path, "%s/%s", p->built, one->name);
        one->in_process = entry != NULL && strcmp(entry->language, "c") == 0 &&
                          strcmp(one->command[0], path) == 0 && access(path, X_OK) == 0;
        any = any || one->in_process;
    }
    if (!any)
        usage_error(d->call,
                    "--in-process is for C parsers, and none of these is one that was built");
}

static void say_note(void *self, const char *words)
{
    const diffing *d = self;
    failure(d->call, "%s", words);
}

static void survey_all(diffing *d, const data_paths *p, FILE *in)
{
    asker_options options = panel_options(p, d->timeout_ms, WINDOW);
    options.self = d; /* of say_note */
    options.independent = true;
    asker_options renewed = options;
    renewed.independent = false; /* a slow parser has more time, before it is blamed */
    renewed.renewed = true;
    const survey_options kept = {.members = d->parsers.count,
                                 .self = d,
                                 .wanted = is_wanted,
                                 .should_stop = is_stopped,
                                 .base =
                                     uriproof_span_of(d->base != NULL ? d->base : surveyed_base)};
    d->begun = session_clock();
    d->panel = panel_new(d->parsers.members, d->parsers.count, (size_t)d->jobs, &options);
    d->fresh = panel_new(d->parsers.members, d->parsers.count, (size_t)d->jobs, &options);
    d->alone = panel_new(d->parsers.members, d->parsers.count, (size_t)d->jobs, &renewed);
    if (d->in_process) {
        panel_call_in_process(d->panel, d->parsers.members, p->in_process, say_note);
        panel_share_in_process(d->alone, d->panel);
    }
    difference_names_find(d->call, &d->parsers, d->panel, &d->names);
    panel_name_by(d->fresh, namer_classes(d->names.namer));
    panel_name_by(d->alone, namer_classes(d->names.namer));
    d->survey = survey_new(&kept);
    const surveyed all = surveyed_of(d);
    diff_export asked = surveyed_head(&all);
    diff_store_open(&d->store, d->call, &asked);
    stop_interrupts_reading(true);
    ask_all(d, in);
    stop_interrupts_reading(false);
    make_export(d);
    survey_free(d->survey);
    panel_free(d->alone);
    panel_free(d->fresh);
    panel_free(d->panel);
    difference_names_close(&d->names);
}

/* Asks the parsers about the texts of the argument. */
static void ask_parsers(diffing *d)
{
    data_paths p;
    FILE *in = open_texts(d->call);
    difference_names_open(d->call, &d->names);
    find_paths(d->call, &p);
    stop_catch();
    d->progress = isatty(STDERR_FILENO) == 1;
    parsers_find(d->call, &p, &d->parsers);
    const size_t count = d->parsers.count;
    /* Two panels keep their processes. Of the third, only those that work at the time are there. */
    parsers_allow_files(d->call, 2 * count + (d->jobs < count ? (size_t)d->jobs : count));
    if (d->in_process)
        mark_in_process(d, &p);
    survey_all(d, &p, in);
    parsers_free(&d->parsers);
    if (in != stdin)
        fclose(in);
}

static void check_usage(const diffing *d)
{
    if (d->merge && d->call->argc == 0)
        usage_error(d->call, "--merge wants files of --json");
    if (!d->merge && d->call->argc != 1)
        usage_error(d->call, "wants one file of texts, or - for standard input");
    if (d->store.path == NULL && (d->store.resume || d->store.source != NULL))
        usage_error(d->call, "--resume and --source want --store FILE");
    if (d->merge && d->store.path != NULL)
        usage_error(d->call,
                    "--merge joins files of --json; 'uriproof findings merge' joins stores");
    if (d->op == URIPROOF_RESOLVE && d->base == NULL && !d->json_lines && !d->merge)
        usage_error(d->call, "--op resolve wants --base URI, or --json-lines with both texts");
    if (d->base != NULL && d->op != URIPROOF_RESOLVE && !d->chains)
        usage_error(d->call, "--base is for --op resolve and for --chains; without one of them it "
                             "would not be used");
    if (d->parsers.wanted_count == 1 && !d->chains)
        usage_error(d->call, "one parser cannot differ from another: name two with --adapter, or "
                             "none for all that start; --chains asks one about its own answers");
    if (d->op == URIPROOF_EQUIVALENT && !d->json_lines)
        usage_error(d->call, "--op equivalent wants --json-lines, with two texts a line");
}

static void put_summary(diffing *d)
{
    const char *base = d->base != NULL ? d->base : json_string_of(d->found.settings, "base");
    diff_summary_put(&(diff_summary){.call = d->call,
                                     .parsers = &d->parsers,
                                     .base = base != NULL ? base : surveyed_base,
                                     .store = d->store.file,
                                     .found = &d->found});
}

/* Counts the classes that are differences. */
static size_t count_new(const diffing *d)
{
    size_t found = 0;
    for (size_t i = 0; i < d->found.count; i++)
        found += findings_is_new(d->store.file, &d->found.classes[i]);
    return found;
}

/* Were enough parsers asked to find differences? A chain needs one alone. Says so if not. */
static bool has_enough_parsers(const diffing *d)
{
    const size_t able = diff_summary_asked(&d->found);
    const bool chains = cJSON_IsTrue(json_item(d->found.settings, "chains"));
    const size_t least = chains ? 1 : 2;
    if (able >= least)
        return true;
    failure(d->call,
            "%zu parser%s answered, and %zu are needed: see '%s adapters', or add --adapter "
            "NAME=COMMAND",
            able, able == 1 ? "" : "s", least, d->call->program);
    return false;
}

/* Returns the exit status, after all was asked. */
static int status_of(diffing *d)
{
    const size_t new = count_new(d);
    if (d->partial)
        return URIPROOF_EXIT_STOPPED;
    if (d->cannot_read != 0 || d->found.unread > 0)
        return URIPROOF_EXIT_FAILED;
    if (d->found.texts == 0)
        usage_error(d->call, "there is no text in %s: nothing was asked", d->call->argv[0]);
    if (!has_enough_parsers(d) || d->parsers.silent_count > 0)
        return URIPROOF_EXIT_NO_START;
    return new > 0 ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static int run(invocation *call)
{
    diffing d = {.call = call, .op = URIPROOF_PARSE, .by = &filters[0], .timeout_ms = 2000};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    d.jobs = processors > 0 ? (uint64_t)processors : 1;
    options_read(call, &d);
    check_usage(&d);
    check_output(&d);
    if (d.store.source == NULL)
        d.store.source = call->argv[0];
    if (d.merge)
        merge_files(&d);
    else
        ask_parsers(&d);
    put_summary(&d);
    if (d.json != NULL && !atomic_file_write(d.json, write_export, &d))
        fail(call, "cannot write %s: %s", d.json, error_reason(errno));
    const int status = status_of(&d);
    export_free(&d.found);
    diff_store_close(&d.store);
    return status;
}

static const char *filter_names(size_t i)
{
    return i < sizeof filters / sizeof filters[0] ? filters[i].name : NULL;
}

static void take_filter(const invocation *call, const cli_option *option, const char *value,
                        void *to)
{
    size_t i = 0;
    (void)call, (void)option;
    while (strcmp(filters[i].name, value) != 0)
        i++;
    *(const filter **)to = &filters[i];
}

static const cli_option options[] = {
    {"adapter", "NAME", take_adapter, offsetof(diffing, parsers), .help = adapter_help},
    {"op", "NAME", take_panel_op, offsetof(diffing, op),
     .help = "what they are asked: parse (default), resolve, normalize or equivalent"},
    {"by", "WHAT", take_filter, offsetof(diffing, by),
     .help =
         "which differences count: any (default), host (host or port, and whether such a part is "
         "valid), scheme, path or validity",
     .values = filter_names},
    {"json", "FILE", take_word, offsetof(diffing, json),
     .help = "write all classes there, with who stands on which side"},
    {"store", "FILE", take_word, offsetof(diffing, store.path),
     .help =
         "keep what is found in this store of findings (docs/findings-store.md), block by block. "
         "Only a class that is new there, or was fixed, is a difference"},
    {"adapter-dir", "DIR", take_word, offsetof(diffing, parsers.folder), .help = adapter_dir_help},
    {"profile", "FILE", take_word, offsetof(diffing, names.path), .help = difference_profile_help},
    {"base", "URI", take_word, offsetof(diffing, base),
     .help = "what texts are resolved against, with --op resolve and --chains"},
    {"chains", NULL, take_flag, offsetof(diffing, chains),
     .help = "ask each parser about its own answers too: does it see the same host in its normal "
             "form, and so on (docs/differences.md)"},
    {"nul", NULL, take_flag, offsetof(diffing, nul),
     .help = "a NUL ends each text, instead of a newline"},
    {"json-lines", NULL, take_flag, offsetof(diffing, json_lines),
     .help = "each line is a JSON object with the fields of a request (docs/protocol.md)"},
    {"source", "NAME", take_word, offsetof(diffing, store.source),
     .help = "what the store calls the texts (default: FILE), so that the parts of one stream "
             "have one name"},
    {"resume", NULL, take_flag, offsetof(diffing, store.resume),
     .help = "go on with the run in the store that asked the same, and begin one if there is none"},
    {"jobs", "N", take_number, offsetof(diffing, jobs),
     .help = "parsers that work at the same time (default: the number of processors)", .least = 1,
     .most = PARSERS_MOST},
    {"in-process", NULL, take_flag, offsetof(diffing, in_process),
     .help = "call uriproof's own C parsers in one process, which is faster; what it finds is "
             "looked for again in the ordinary way (docs/differences.md)"},
    {"merge", NULL, take_flag, offsetof(diffing, merge),
     .help = "the files are what --json wrote of the parts of a stream: join them, so that they "
             "are as one run over all of it"},
    {"timeout", "TIME", take_duration, offsetof(diffing, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {.name = NULL},
};

const verb command_diff = {
    .name = "diff",
    .run = run,
    .usage = "FILE\n-\n--merge FILE...",
    .about = "Tells in which ways parsers differ on the texts of a file. Asks all parsers about "
             "each line, and shows the smallest text of each class of differences. A class is the "
             "deviation of which one answer is made and the other is not, by the profiles of the "
             "parsers; what these do not give is named by the place where the answers part. A "
             "class counts only after new processes have shown it again. A CR before a newline is "
             "part of the text.",
    .options = options,
    .more = "Exit status: 0 no class of differences (or none that is new in the "
            "store), 1 some, 2 usage, or there is no text, 3 a parser that --adapter names does "
            "not start, or fewer "
            "than two answer, 4 a "
            "file cannot be read or written, a line is no request, or a text too long for one (8 "
            "MiB), 130 ended by Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_ANYWHERE,
    .common = 5,
};
