/* SPDX-License-Identifier: MIT */
/* uriproof profile: a parser as a specification and what it changes. */
#include "commands.h"
#include "parsers.h"
#include "profile_ask.h"
#include "profile_words.h"
#include "stop.h"
#include "traits_table.h"

#include "survey/survey.h"

#include <uriproof/rfc3986.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct profiling {
    const invocation *call;
    specification against;
    profile_terms terms;
    uint64_t timeout_ms;
    parsers parsers;
    const char *out, *compare, *accepted, *texts, *again; /* files, or NULL */
    bool json, matrix, traits, json_lines;
    data_paths paths;
    uriproof_corpus corpus;
    observations unseen;                /* of --texts */
    store *store;                       /* of the records, and of these texts */
    profile_records found;              /* measured or read */
    profile_records known, held, asked; /* of --compare, --accepted, --again */
    bool changed;                       /* a parser is not as --again has it */
    size_t told;                        /* parsers that were measured, or cannot be */
    size_t silent;                      /* that cannot be */
} profiling;

/* ---- Files ---- */

static void read_profiles(const profiling *p, const char *path, profile_records *to)
{
    uriproof_error error;
    if (path != NULL && !profile_records_read(to, path, &error))
        fail(p->call, "%s", error.words);
}

/* Reads a file of profiles by the same specification: what is measured is held against them. */
static void read_kept(const profiling *p, const char *path, profile_records *to)
{
    read_profiles(p, path, to);
    for (size_t i = 0; i < to->count; i++)
        if (to->items[i].specification != p->against.dialect)
            fail(p->call, "%s: the profile of %s is by %s: say --against %s", path,
                 to->items[i].parser, to->items[i].specification->document,
                 to->items[i].specification->name);
}

static bool write_profiles(void *self, FILE *out)
{
    const profiling *p = self;
    return profile_records_write(&p->found, out);
}

/* Ends the program if the file of --out cannot be written, or is the one of texts. Kept profiles
 * may be written anew: they are read before. */
static void check_output(const profiling *p)
{
    if (p->out == NULL)
        return;
    if (p->texts != NULL && is_same_file(p->texts, p->out))
        usage_error(p->call, "--out %s would overwrite the texts: name another file", p->out);
    if (!atomic_file_may_write(p->out))
        fail(p->call, "cannot write %s: %s", p->out, error_reason(errno));
}

/* Adds questions to those that are asked as unseen. */
static void add_unseen(profiling *p, const uriproof_request *requests, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uriproof_request *r = &requests[i];
        if (model_op_of(r->op) == MODEL_OPS)
            usage_error(p->call, "%s: a profile has no answer to %s; leave such lines out",
                        p->texts, uriproof_ops[r->op].name);
        observations_add(&p->unseen, r->op, r->field[0], r->field[1]);
    }
}

/* Reads the texts that are asked as unseen, one a line. */
static void read_texts(profiling *p)
{
    static uriproof_request requests[TEXTS_MOST];
    if (p->texts == NULL && p->json_lines)
        usage_error(p->call, "--json-lines says what --texts FILE has: name a file");
    if (p->texts == NULL)
        return;
    texts t = {.in = uriproof_file_open(p->texts),
               .form = p->json_lines ? TEXTS_JSON_LINES : TEXTS_LINES,
               .op = URIPROOF_PARSE,
               .own_ops = true};
    if (t.in == NULL)
        fail(p->call, "cannot read %s: %s", p->texts, error_reason(errno));
    for (size_t count; (count = texts_read(&t, TEXTS_MOST, p->store, requests)) > 0;)
        add_unseen(p, requests, count);
    if (t.failed != 0)
        fail(p->call, "cannot read %s: %s", p->texts, error_reason(t.failed));
    if (t.unread > 0)
        fail(p->call, "%s: %s", p->texts, t.fault.words);
    if (p->unseen.count == 0)
        usage_error(p->call, "there is no text in %s", p->texts);
    fclose(t.in);
    p->terms.texts = &p->unseen;
}

/* Is the argument a file that --out wrote? No name of an adapter looks so. */
static bool is_profile_file(const char *word)
{
    const size_t length = strlen(word);
    return strchr(word, '=') == NULL &&
           (strchr(word, '/') != NULL || (length > 5 && strcmp(word + length - 5, ".json") == 0));
}

/* ---- Records ---- */

/* Returns the record of the same parser. If both files are of one parser, it is the same under
 * whatever name. */
static const profile_record *kept_of(const profiling *p, const profile_records *in,
                                     const profile_record *r)
{
    const profile_record *same = profile_record_named(in, r->parser, r->version);
    return same == NULL && in->count == 1 && p->found.count + p->parsers.count == 1 ? in->items
                                                                                    : same;
}

/* Prints the screen of a record, unless all are printed together at the end. */
static void tell(profiling *p, const profile_record *r)
{
    if (p->json || p->matrix)
        return;
    if (p->told++ > 0)
        putchar('\n');
    put_profile(r, kept_of(p, &p->held, r));
    const profile_record *before = kept_of(p, &p->known, r);
    if (before != NULL)
        put_profile_comparison(before, r, p->compare);
    else if (p->compare != NULL)
        failure(p->call, "%s has no profile of %s", p->compare, r->parser);
    flush_output();
}

/* Says why a parser cannot be measured. */
static void tell_silent(profiling *p, const panel_member *member, const profile_failure *failed)
{
    const bool has_fault = failed->fault.questions > 0;
    p->silent++;
    failure(p->call, "%s: %s%s", member->name, failed->why, has_fault ? "; the first:" : "");
    if (has_fault)
        put_profile_fault(stderr, &failed->fault);
}

/* Measures a parser, and tells what was found. */
static bool measure(profiling *p, panel *one, const panel_member *member, profile_failure *failed)
{
    profile_record record;
    if (!profile_measure(&p->terms, one, member, p->store, &record, failed))
        return false;
    profile_records_add(&p->found, &record);
    tell(p, &record);
    return true;
}

/* Asks a parser again what its kept profile has, and tells what has changed. */
static bool ask_again(profiling *p, panel *one, const panel_member *member, profile_failure *failed)
{
    profile_check found;
    panel_greet(one);
    const profile_record *kept =
        profile_record_named(&p->asked, member->name, panel_hello(one, 0)->version);
    if (kept == NULL)
        fail(p->call, "%s has no profile of %s", p->again, member->name);
    p->terms.seed = kept->seed;
    if (!profile_check_again(&p->terms, one, member, kept, &found, failed))
        return false;
    const bool same = put_profile_check(kept, &found, panel_hello(one, 0)->version);
    p->changed = p->changed || !same;
    flush_output();
    return true;
}

/* Measures the parsers one after the other. Returns how many Ctrl-C did not leave out. */
static size_t measure_all(profiling *p)
{
    const asker_options options = panel_options(&p->paths, p->timeout_ms, 64);
    size_t done = 0;
    p->terms.options = &options;
    while (done < p->parsers.count && !is_stopped(NULL)) {
        const panel_member *member = &p->parsers.members[done];
        profile_failure failed = {0};
        panel *one = panel_new(member, 1, 0, &options);
        const bool good = (p->again != NULL ? ask_again : measure)(p, one, member, &failed);
        if (!good && !is_stopped(NULL))
            tell_silent(p, member, &failed);
        done += good || !is_stopped(NULL);
        panel_free(one);
    }
    p->terms.options = NULL;
    return done;
}

/* Says which parsers Ctrl-C left out. */
static void tell_left_out(const profiling *p, size_t done)
{
    char *names = strdup("");
    for (size_t m = done; m < p->parsers.count; m++) {
        char *more = text_made("%s%s %s", names, m > done ? "," : "", p->parsers.members[m].name);
        free(names);
        names = more;
    }
    if (*names != '\0')
        failure(p->call, "ended early; not measured:%s", names);
    free(names);
}

/* Prints and writes all of them. A run that ended early replaces no file. */
static void tell_all(profiling *p)
{
    if (p->json)
        profile_records_write(&p->found, stdout);
    else if (p->matrix)
        put_profile_matrix(&p->found);
    flush_output();
    if (p->out != NULL && !is_stopped(NULL) && !atomic_file_write(p->out, write_profiles, p))
        fail(p->call, "cannot write %s: %s", p->out, error_reason(errno));
}

static int status_of(const profiling *p)
{
    bool holds = !p->changed;
    for (size_t i = 0; i < p->found.count; i++)
        holds = record_holds(kept_of(p, &p->held, &p->found.items[i]), &p->found.items[i]) && holds;
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (p->silent > 0)
        return URIPROOF_EXIT_NO_START;
    return holds ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

/* ---- The command ---- */

static void take_arguments(profiling *p)
{
    const invocation *call = p->call;
    for (int i = 0; i < call->argc; i++)
        if (is_profile_file(call->argv[i]))
            read_profiles(p, call->argv[i], &p->found);
        else
            parsers_want(call, &p->parsers, call->argv[i]);
    if (call->run != NULL && call->run[0] == NULL)
        usage_error(call, "wants a command after --");
    if (p->parsers.wanted_count == 0 && call->argc == 0 && call->run == NULL)
        usage_error(call, "wants the name of an adapter: see '%s adapters'", call->program);
    if (p->again != NULL && (p->json || p->matrix || p->out != NULL || p->found.count > 0))
        usage_error(call, "--again measures nothing: leave out --json, --matrix, --out and files");
    if (p->json && p->matrix)
        usage_error(call, "--json and --matrix are two forms of one output: choose one");
    p->parsers.none_known = true;
}

/* Adds the command after `--`, under the name of its program. */
static void add_command(profiling *p)
{
    char *const *run = p->call->run;
    size_t count = 0;
    if (run == NULL)
        return;
    while (run[count] != NULL)
        count++;
    char **command = calloc(count + 1, sizeof *command);
    for (size_t i = 0; i < count; i++)
        command[i] = strdup(run[i]);
    parsers_add(p->call, &p->parsers, strdup("own"), command);
}

/* Finds the specification that the parsers are measured by: if none is said, that of the files. */
static void find_specification(profiling *p)
{
    uriproof_error error;
    if (p->against.dialect == NULL)
        p->against.dialect =
            p->found.count > 0 ? p->found.items[0].specification : &uriproof_rfc3986;
    for (size_t i = 0; i < p->found.count; i++)
        if (p->found.items[i].specification != p->against.dialect)
            usage_error(p->call,
                        "the profile of %s is by %s, and not by %s: one specification at a time",
                        p->found.items[i].parser, p->found.items[i].specification->document,
                        p->against.dialect->document);
    find_paths(p->call, &p->paths);
    if (!specification_read(&p->against, p->against.dialect, NULL, p->paths.data, &error))
        fail(p->call, "--against %s", error.words);
    p->terms.against = &p->against;
}

static void find_parsers(profiling *p)
{
    stop_catch();
    parsers_find(p->call, &p->paths, &p->parsers);
    add_command(p);
    parsers_allow_files(p->call, 1);
    load_corpus(p->call, &p->paths, p->against.dialect, URIPROOF_CLAUSES, &p->corpus);
    p->terms.corpus = &p->corpus;
}

static int run(invocation *call)
{
    profiling p = {.call = call,
                   .terms = {.seed = 1, .tells_progress = isatty(STDERR_FILENO) == 1},
                   .timeout_ms = 2000,
                   .store = store_new()};
    options_read(call, &p);
    if (p.traits) {
        put_traits_table();
        return URIPROOF_EXIT_AGREE;
    }
    take_arguments(&p);
    find_specification(&p);
    read_kept(&p, p.compare, &p.known);
    read_kept(&p, p.accepted, &p.held);
    read_kept(&p, p.again, &p.asked);
    read_texts(&p);
    check_output(&p);
    find_parsers(&p);
    for (size_t i = 0; i < p.found.count; i++)
        tell(&p, &p.found.items[i]);
    const size_t done = measure_all(&p);
    tell_all(&p);
    tell_left_out(&p, done);
    const int status = status_of(&p);
    profile_records_free(&p.found);
    profile_records_free(&p.known);
    profile_records_free(&p.held);
    profile_records_free(&p.asked);
    free(p.unseen.items);
    store_free(p.store);
    uriproof_corpus_free(&p.corpus);
    parsers_free(&p.parsers);
    return status;
}

static void take_specification(const invocation *call, const cli_option *option, const char *value,
                               void *to)
{
    (void)call, (void)option;
    *(const uriproof_dialect **)to = uriproof_dialect_named(value);
}

static const cli_option options[] = {
    {"against", "SPEC", take_specification, offsetof(profiling, against.dialect),
     .help = "the specification that the parser claims: rfc3986 (default), whatwg-url, rfc1630 or "
             "draft-www-uri-00",
     .values = dialect_names},
    {"adapter", "NAME", take_adapter, offsetof(profiling, parsers),
     .help = "ask this parser too, or NAME=COMMAND for one of your own, which the shell runs; may "
             "be given more than once"},
    {"json", NULL, take_flag, offsetof(profiling, json),
     .help = "print JSON (harness/schema/profile.schema.json)"},
    {"matrix", NULL, take_flag, offsetof(profiling, matrix),
     .help = "print a table of all parsers by trait instead"},
    {"out", "FILE", take_word, offsetof(profiling, out),
     .help = "write the same JSON there: the profiles, for --compare, --accepted, and to be shown"},
    {"compare", "FILE", take_word, offsetof(profiling, compare),
     .help = "what --out wrote before: say which values were gained and lost since"},
    {"accepted", "FILE", take_word, offsetof(profiling, accepted),
     .help = "what --out wrote before: what it has is known, and does not fail any more"},
    {"again", "FILE", take_word, offsetof(profiling, again),
     .help = "what --out wrote before: ask its questions again, and learn nothing; says whether "
             "the answers and the rates of prediction are the same"},
    {"texts", "FILE", take_word, offsetof(profiling, texts),
     .help = "the unseen texts are the lines of FILE, which are parsed"},
    {"json-lines", NULL, take_flag, offsetof(profiling, json_lines),
     .help =
         "each line of FILE is a JSON object with the operation (\"op\"; parse if left out) and "
         "the fields of a request (docs/protocol.md)"},
    {"traits", NULL, take_flag, offsetof(profiling, traits),
     .help = "print the table of all traits, as docs/traits.md has it"},
    {"seed", "N", take_number, offsetof(profiling, terms.seed),
     .help = "what the texts are drawn by (default: 1)", .most = UINT32_MAX},
    {"adapter-dir", "DIR", take_word, offsetof(profiling, parsers.folder),
     .help = adapter_dir_help},
    {"timeout", "TIME", take_duration, offsetof(profiling, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {.name = NULL},
};

const verb command_profile = {
    .name = "profile",
    .run = run,
    .usage = "ADAPTER...\nFILE...\n-- COMMAND [ARGUMENT...]",
    .about = "Shows a parser as a specification and what it changes. Asks some thousand questions, "
             "finds "
             "the traits in which the parser deviates, and says how many of its failures they "
             "explain, and how many answers to other texts they predict (docs/traits.md). The "
             "deviations of worst risk come first: host (a text leads to another host), access "
             "(to another port, user or resource), accept (one side takes what the other "
             "rejects), form. A FILE that --out wrote is shown as it was measured.",
    .options = options,
    .more =
        "Exit status: 0 no deviation and nothing that is not explained, or --accepted holds it; 1 "
        "some, or a question at which a parser crashes, hangs or breaks the protocol; 2 usage; 3 "
        "a parser does not start, or answers nothing; 4 a file cannot be read or written; 130 "
        "ended by Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = COMMAND_LAST,
    .common = 6,
};
