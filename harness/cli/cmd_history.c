/* SPDX-License-Identifier: MIT */
/* uriproof history: since which release of a package a class of differences is there, and until
 * which. */
#include "asked.h"
#include "history.h"
#include "kept_profiles.h"
#include "parsers.h"
#include "shell.h"
#include "stop.h"

#include "differences/differences.h"
#include "judge/judge.h"
#include "processes/processes.h"
#include "json/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { RELEASES_MOST = 500, WINDOW = 64, WIDTH = 80 };

static const char partner_name[] = "node-url";
static const char base_text[] = "http://base.example/d/e?q";

typedef struct asking_history {
    const invocation *call;
    const char *cache, *texts, *json;
    bool all, hexadecimal;
    uriproof_op op; /* of the texts that are arguments */
    uint64_t timeout_ms;
    data_paths paths;
    release_range range;
    release *releases;
    bool *installed; /* one for each release */
    size_t release_count;
    const uriproof_dialect *dialect;
    uriproof_corpus corpus;
    store *memory;
    uriproof_request *questions;
    size_t count;
    uriproof_span *chained; /* the texts that chains are asked about */
    size_t chained_count;
    reply *of_partner; /* one for each question; in the store */
    transform_set partner_transforms;
    char *partner_version;
    profile_records of_kept; /* the kept profiles of the partner */
    asker_options options;
    history found;
    bool failed; /* a release could not be asked */
} asking_history;

/* Returns the adapter of releases. The caller frees it. */
static char *adapter_script(const asking_history *a)
{
    return text_made("%s/harness/adapters/node/release_adapter.js", a->paths.data);
}

/* ---- Questions ---- */

static void add_question(asking_history *a, uriproof_request one)
{
    a->questions = list_grown(a->questions, a->count, sizeof *a->questions);
    a->questions[a->count++] = one;
    if (one.op != URIPROOF_PARSE && one.op != URIPROOF_NORMALIZE)
        return;
    a->chained = list_grown(a->chained, a->chained_count, sizeof *a->chained);
    a->chained[a->chained_count++] = one.field[0];
}

/* Adds the questions of the vectors that people wrote. */
static void add_vectors(asking_history *a)
{
    load_corpus(a->call, &a->paths, a->dialect, URIPROOF_CLAUSES, &a->corpus);
    for (size_t i = 0; i < a->corpus.vector_count; i++) {
        const uriproof_vector *vector = &a->corpus.vectors[i];
        if (vector->group->level <= URIPROOF_CLAUSES && vector->request.op <= URIPROOF_EQUIVALENT)
            add_question(a, vector->request);
    }
}

/* Adds the questions about the two texts of a line: all operations on the first, and whether both
 * are equivalent. */
static void add_line(asking_history *a, const uriproof_request *line)
{
    add_question(a, (uriproof_request){URIPROOF_PARSE, {line->field[0]}});
    add_question(a, (uriproof_request){URIPROOF_NORMALIZE, {line->field[0]}});
    add_question(
        a, (uriproof_request){URIPROOF_RESOLVE, {uriproof_span_of(base_text), line->field[0]}});
    add_question(a, *line);
}

static void add_file(asking_history *a)
{
    uriproof_request *lines = calloc(TEXTS_MOST, sizeof *lines);
    FILE *in = strcmp(a->texts, "-") == 0 ? stdin : uriproof_file_open(a->texts);
    if (in == NULL)
        fail(a->call, "cannot read %s: %s", a->texts, error_reason(errno));
    texts t = {.in = in, .form = TEXTS_JSON_LINES, .op = URIPROOF_EQUIVALENT};
    size_t count;
    while ((count = texts_read(&t, TEXTS_MOST, a->memory, lines)) > 0)
        for (size_t i = 0; i < count; i++)
            add_line(a, &lines[i]);
    if (t.unread > 0)
        fail(a->call, "%s: %s", a->texts, t.fault.words);
    if (t.failed != 0)
        fail(a->call, "cannot read %s: %s", a->texts, error_reason(t.failed));
    if (in != stdin)
        fclose(in);
    free(lines);
}

/* Adds the questions of the arguments after the range. */
static void add_arguments(asking_history *a)
{
    const invocation *call = a->call;
    const int fields = uriproof_ops[a->op].fields[1] != NULL ? 2 : 1;
    if ((call->argc - 1) % fields != 0)
        usage_error(call, "--op %s wants two texts for each question", uriproof_ops[a->op].name);
    for (int i = 1; i < call->argc; i += fields) {
        uriproof_request one = {a->op, {argument_octets(call, call->argv[i], a->hexadecimal)}};
        if (fields == 2)
            one.field[1] = argument_octets(call, call->argv[i + 1], a->hexadecimal);
        add_question(a, one);
    }
}

/* Adds all questions: those of the user, or else those of the vectors. */
static void add_questions(asking_history *a)
{
    if (a->call->argc > 1)
        add_arguments(a);
    else
        add_vectors(a);
    if (a->texts != NULL)
        add_file(a);
}

/* ---- Asking ---- */

/* Who is held against each other. */
enum { RELEASE, PARTNER, REFERENCE, MEMBER_COUNT };

/* What they declare. */
typedef struct declarations {
    const transform_set *by[MEMBER_COUNT];
} declarations;

static const transform_set *declared_by(const void *all, size_t member)
{
    return ((const declarations *)all)->by[member];
}

/* Returns the answer of the specification, which is in the store. */
static reply ask_reference(const asking_history *a, const uriproof_request *request, store *s)
{
    static const uriproof_readings defaults = {{0}};
    uriproof_scratch scratch = {0};
    uriproof_answer said;
    uriproof_ask(a->dialect, &defaults, request, &scratch, &said);
    const reply right = reply_of_answer(s, request->op, &said);
    uriproof_scratch_free(&scratch);
    return right;
}

/* Counts what the answer to a question differs in from that of the partner, and from that of the
 * reference if RFC 3986 bears the release out in no way. */
static void count_question(asking_history *a, size_t at, size_t question, const reply *its,
                           const transform_set *declared, const class_namer *by)
{
    static const transform_set nothing = {{0}};
    const uriproof_request *request = &a->questions[question];
    const declarations all_declare = {{declared, &a->partner_transforms, &nothing}};
    store *s = store_new();
    const reply replies[MEMBER_COUNT] = {*its, a->of_partner[question],
                                         ask_reference(a, request, s)};
    const text_replies all = {request, replies, MEMBER_COUNT, &all_declare, declared_by, by};
    answer_class found[2]; /* beside the partner; beside the reference */
    by->begin(by->self, &all);
    const bool is_wrong =
        its->fault == URIPROOF_AGREE &&
        right_by_dialect(a->dialect, request, declared, &its->answer) == URIPROOF_WRONG_THERE;
    const bool is_other =
        reply_is_answer(&replies[PARTNER]) && class_of_members(&all, RELEASE, PARTNER, &found[0]);
    const bool is_own = class_of_members(&all, RELEASE, REFERENCE, &found[1]);
    if (is_other && is_own && found[1].kind == CLASS_DEVIATION) /* what the release does */
        found[0] = found[1];
    if (is_other)
        history_add(&a->found, at, &found[0], request);
    if (is_wrong && is_own && !(is_other && class_equal(&found[0], &found[1])))
        history_add(&a->found, at, &found[1], request);
    store_free(s);
}

static void count_chains(asking_history *a, size_t at, panel *p)
{
    static const bool only_it[] = {true};
    broken_chain *broken;
    const chain_texts about = {.texts = a->chained,
                               .count = a->chained_count,
                               .base = uriproof_span_of(base_text),
                               .asked = only_it};
    size_t count = chains_ask(p, 1, &about, &broken);
    for (size_t i = 0; i < count; i++)
        if (!broken[i].of_reference)
            history_add(&a->found, at, &broken[i].class,
                        &(uriproof_request){URIPROOF_PARSE, {a->chained[broken[i].text]}});
    free(broken);
}

/* Asks a panel of one parser all questions. */
static void ask_all_questions(const asking_history *a, panel *p, store *s, reply *replies)
{
    panel_ask(p, &(panel_questions){.requests = a->questions, .count = a->count}, s, replies);
}

/* Asks the partner, once for all releases: so each is held against the same answers. */
static void ask_partner(asking_history *a)
{
    manifests known;
    static const uriproof_readings defaults = {{0}};
    load_manifests(a->call, &a->paths, NULL, &known);
    const manifest *entry = named_manifest(a->call, &known, partner_name);
    char **command = manifest_command(entry, &a->paths, a->dialect, &defaults);
    kept_profiles_add(a->call, &a->of_kept, entry);
    const panel_member member = {.name = partner_name, .command = command};
    panel *p = panel_new(&member, 1, 0, &a->options);
    a->of_partner = calloc(a->count + 1, sizeof *a->of_partner);
    ask_all_questions(a, p, a->memory, a->of_partner);
    if (panel_error(p, 0) != NULL && !is_stopped(NULL)) {
        failure(a->call, "%s: %s", partner_name, panel_error(p, 0));
        exit(URIPROOF_EXIT_NO_START);
    }
    a->partner_transforms = panel_hello(p, 0)->transforms;
    if (panel_hello(p, 0)->version != NULL)
        a->partner_version = strdup(panel_hello(p, 0)->version);
    panel_free(p);
    command_free(command);
    manifests_free(&known);
}

/* Returns the profile that fits the replies of a release best. */
static profile profile_of_replies(const asking_history *a, const reply *replies,
                                  const profile *claimed)
{
    observations answers = {NULL, 0};
    for (size_t i = 0; i < a->count; i++) {
        const uriproof_request *r = &a->questions[i];
        if (replies[i].fault != URIPROOF_AGREE || model_op_of(r->op) == MODEL_OPS)
            continue;
        observation *added = observations_add(&answers, r->op, r->field[0], r->field[1]);
        added->given = reply_components(&replies[i]);
        added->is_answer = true;
    }
    const profile fitted = profile_fitted(claimed, &answers, is_stopped);
    free(answers.items);
    return fitted;
}

/* Returns what names the differences of a release. */
static namer *namer_of_release(const asking_history *a, const reply *replies)
{
    const profile claimed = profile_of_rfc3986(NULL);
    const profile fitted = profile_of_replies(a, replies, &claimed);
    const profile *kept = a->partner_version != NULL
                              ? kept_profile_of(&a->of_kept, partner_name, a->partner_version)
                              : NULL;
    namer *by = namer_new(MEMBER_COUNT);
    namer_set(by, RELEASE, &fitted);
    namer_set(by, REFERENCE, &claimed);
    if (kept != NULL)
        namer_set(by, PARTNER, kept);
    return by;
}

/* Asks a panel of one release all questions, and counts what it shows. */
static void ask_panel(asking_history *a, size_t at, panel *p, const char *name)
{
    store *s = store_new();
    reply *replies = calloc(a->count + 1, sizeof *replies);
    ask_all_questions(a, p, s, replies);
    if (panel_error(p, 0) != NULL) {
        failure(a->call, "%s is left out: %s", name, panel_error(p, 0));
        a->failed = true;
    }
    a->found.asked[at] = panel_error(p, 0) == NULL && !is_stopped(NULL);
    namer *by = a->found.asked[at] ? namer_of_release(a, replies) : NULL;
    for (size_t i = 0; i < a->count && a->found.asked[at]; i++)
        count_question(a, at, i, &replies[i], &panel_hello(p, 0)->transforms, namer_classes(by));
    if (a->found.asked[at]) {
        panel_name_by(p, namer_classes(by));
        count_chains(a, at, p);
        panel_name_by(p, NULL);
    }
    namer_free(by);
    store_free(s);
    free(replies);
}

/* Asks one release, in processes of its own. */
static void ask_release(asking_history *a, size_t at)
{
    char text[RELEASE_ROOM];
    release_write(&a->releases[at], text);
    char *script = adapter_script(a);
    char *folder = release_folder(a->cache, a->range.package, &a->releases[at]);
    char *name = text_made("%s@%s", a->range.package, text);
    char *command[] = {"node", script, folder, name, NULL};
    const panel_member member = {.name = name, .command = command};
    panel *p = panel_new(&member, 1, 0, &a->options);
    ask_panel(a, at, p, name);
    panel_free(p);
    free(name);
    free(folder);
    free(script);
}

static void ask_releases(asking_history *a)
{
    a->options = panel_options(&a->paths, a->timeout_ms, WINDOW);
    a->found = history_new(a->releases, a->release_count);
    ask_partner(a);
    for (size_t i = 0; i < a->release_count && !is_stopped(NULL); i++)
        if (a->installed[i])
            ask_release(a, i);
    history_sort(&a->found);
}

/* ---- What was found ---- */

/* Prints a release, - if the span is open there, or ? if releases beside it were not asked. */
static void put_release(const asking_history *a, size_t at, bool is_open, bool is_exact)
{
    char text[RELEASE_ROOM];
    release_write(&a->releases[at], text);
    printf("%-9s ", is_open ? "-" : is_exact ? text : "?");
}

static void put_between(const asking_history *a, const char *what, size_t from, size_t to)
{
    char first[RELEASE_ROOM], last[RELEASE_ROOM];
    release_write(&a->releases[from], first);
    release_write(&a->releases[to], last);
    printf("%30s%s after %s, in %s at the latest\n", "", what, first, last);
}

static void put_span(const asking_history *a, const history_class *one, const history_span *span)
{
    const bool begin = history_begin_is_exact(span), end = history_end_is_exact(span);
    put_release(a, span->since, span->is_first, begin);
    put_release(a, span->until, span->is_last, end);
    put_release(a, span->is_last ? span->until : span->gone_in, span->is_last, end);
    printf("%-12s ", class_risk_of(&one->class)->name);
    for (size_t i = 0; i < 2 && uriproof_present(one->example.field[i]); i++) {
        fputs(i > 0 ? " " : "", stdout);
        put_shell_octets(stdout, one->example.field[i]);
    }
    printf("\n%30s%s\n", "", one->id);
    char *does = one->class.kind == CLASS_DEVIATION ? namer_does(one->class.character) : NULL;
    if (does != NULL)
        put_wrapped(stdout, does, printf("%30s", ""), WIDTH);
    free(does);
    if (!begin)
        put_between(a, "began", span->absent_in, span->since);
    if (!end)
        put_between(a, "gone", span->until, span->gone_in);
}

static void put_class(const asking_history *a, const history_class *one)
{
    history_span span;
    for (size_t from = 0; history_next_span(&a->found, one, from, &span); from = span.until + 1)
        put_span(a, one, &span);
}

/* Names the releases that were not asked. */
static void put_left_out(const asking_history *a)
{
    const char *before = "not asked: ";
    char text[RELEASE_ROOM];
    for (size_t i = 0; i < a->release_count; i++)
        if (!a->found.asked[i]) {
            release_write(&a->releases[i], text);
            printf("%s%s", before, text);
            before = ", ";
        }
    if (strcmp(before, ", ") == 0)
        puts("");
}

static void put_table(const asking_history *a)
{
    size_t asked_count = 0, in_all = 0, shown = 0;
    for (size_t i = 0; i < a->release_count; i++)
        asked_count += a->found.asked[i];
    put_line(
        stdout,
        "%s, %zu release%s asked: %zu questions each, held against %s %s, RFC 3986 and its own "
        "answers",
        a->range.package, asked_count, asked_count == 1 ? "" : "s", a->count, partner_name,
        a->partner_version != NULL ? a->partner_version : "(not asked)");
    put_left_out(a);
    puts("since     until     gone in   risk         the smallest question that shows it\n"
         "                              the class of the difference");
    for (size_t i = 0; i < a->found.count; i++) {
        const history_class *one = &a->found.classes[i];
        const bool is_in_all = history_is_in_all(&a->found, one);
        in_all += is_in_all;
        if (is_in_all && !a->all)
            continue;
        put_class(a, one);
        shown++;
    }
    if (shown == 0)
        puts("no class begins or ends in the releases that were asked");
    if (in_all > 0 && !a->all)
        printf("%zu more classes are in all releases that were asked: --all shows them\n", in_all);
}

static void write_release(json_writer *w, const asking_history *a, const char *key, size_t at)
{
    char text[RELEASE_ROOM];
    release_write(&a->releases[at], text);
    json_text(w, key, text);
}

/* Writes between which two releases something happened. */
static void write_between(json_writer *w, const asking_history *a, const char *key, size_t from,
                          size_t to)
{
    json_open_array(w, key);
    write_release(w, a, NULL, from);
    write_release(w, a, NULL, to);
    json_close(w);
}

static void write_span(json_writer *w, const asking_history *a, const history_span *span)
{
    json_open_object(w, NULL);
    if (!history_begin_is_exact(span))
        write_between(w, a, "began_between", span->absent_in, span->since);
    else if (!span->is_first)
        write_release(w, a, "since", span->since);
    if (!history_end_is_exact(span)) {
        write_between(w, a, "gone_between", span->until, span->gone_in);
    } else if (!span->is_last) {
        write_release(w, a, "until", span->until);
        write_release(w, a, "gone_in", span->gone_in);
    }
    json_close(w);
}

static void write_class(json_writer *w, const asking_history *a, const history_class *one)
{
    history_span span;
    json_open_object(w, NULL);
    asked_write_class(w, &one->class);
    json_open_object(w, "example");
    uriproof_request_write(w, &one->example);
    json_close(w);
    json_open_array(w, "spans");
    for (size_t from = 0; history_next_span(&a->found, one, from, &span); from = span.until + 1)
        write_span(w, a, &span);
    json_close(w);
    json_close(w);
}

/* Writes the releases that were asked, or those that were not. */
static void write_releases(json_writer *w, const asking_history *a, const char *key,
                           bool were_asked)
{
    json_open_array(w, key);
    for (size_t i = 0; i < a->release_count; i++)
        if (a->found.asked[i] == were_asked)
            write_release(w, a, NULL, i);
    json_close(w);
}

static bool write_json(void *self, FILE *out)
{
    const asking_history *a = self;
    json_writer w = json_writer_to(out, 3);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-history");
    json_number(&w, "version", 1);
    json_text(&w, "package", a->range.package);
    json_text_if(&w, partner_name, a->partner_version);
    json_number(&w, "questions", a->count);
    json_truth(&w, "partial", is_stopped(NULL));
    write_releases(&w, a, "releases", true);
    write_releases(&w, a, "not_asked", false);
    json_open_array(&w, "classes");
    for (size_t i = 0; i < a->found.count; i++)
        write_class(&w, a, &a->found.classes[i]);
    json_close(&w);
    return json_writer_end(&w);
}

/* ---- The command ---- */

/* Returns the folder of releases that were installed before. The caller frees it. */
static char *default_cache(const invocation *call)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/')
        return text_made("%s/uriproof/npm", cache);
    if (home == NULL || home[0] != '/')
        fail(call, "no folder for the releases: set HOME, or give --cache DIR");
    return text_made("%s/.cache/uriproof/npm", home);
}

/* Ends the program if the adapter of releases cannot ask the package. */
static void check_package(asking_history *a)
{
    uriproof_error error;
    char all[512] = "", *rest;
    bool is_known = false;
    char *script = adapter_script(a);
    char *names = packages_known(script, &error);
    if (names == NULL)
        fail(a->call, "%s", error.words);
    for (char *name = strtok_r(names, "\n", &rest); name != NULL;
         name = strtok_r(NULL, "\n", &rest)) {
        is_known = is_known || strcmp(name, a->range.package) == 0;
        add_word(all, sizeof all, name);
    }
    if (!is_known)
        usage_error(a->call, "no package \"%s\" here; there are: %s", a->range.package, all);
    free(names);
    free(script);
}

/* Lists the releases of the range. */
static void list_releases(asking_history *a)
{
    uriproof_error error;
    size_t count;
    if (!npm_list(a->range.package, &a->releases, &count, &error))
        fail(a->call, "%s: is the name right, and is the registry of npm within reach?",
             error.words);
    a->release_count = range_choose(&a->range, a->releases, count);
    if (a->release_count == 0)
        fail(a->call,
             "no release of %s is in the range; npm lists %zu others: see 'npm view %s versions'",
             a->range.package, count, a->range.package);
    if (a->release_count > RELEASES_MOST)
        fail(a->call, "%zu releases are in the range; at most %d are asked: narrow the range",
             a->release_count, RELEASES_MOST);
}

/* Installs the releases. One that cannot be installed is left out. */
static void install_releases(asking_history *a)
{
    uriproof_error error;
    size_t count = 0;
    a->installed = calloc(a->release_count, sizeof *a->installed);
    for (size_t i = 0; i < a->release_count; i++) {
        char text[RELEASE_ROOM];
        release_write(&a->releases[i], text);
        a->installed[i] = npm_install(a->cache, a->range.package, &a->releases[i], &error);
        count += a->installed[i];
        a->failed = a->failed || !a->installed[i];
        if (!a->installed[i])
            failure(a->call, "%s@%s is left out: %s", a->range.package, text, error.words);
    }
    if (count == 0)
        fail(a->call, "no release of %s could be installed", a->range.package);
}

/* Ends the program if the file of --json cannot be written, or is that of the texts. */
static void check_json(const asking_history *a)
{
    if (a->json == NULL)
        return;
    if (a->texts != NULL &&
        is_same_file(strcmp(a->texts, "-") == 0 ? "/dev/stdin" : a->texts, a->json))
        usage_error(a->call, "--json %s would overwrite %s, which is read: name another file",
                    a->json, a->texts);
    if (!atomic_file_may_write(a->json))
        fail(a->call, "cannot write %s: %s", a->json, error_reason(errno));
}

static void free_all(asking_history *a)
{
    history_free(&a->found);
    uriproof_corpus_free(&a->corpus);
    store_free(a->memory);
    free(a->installed);
    free(a->of_partner);
    free(a->questions);
    free(a->chained);
    free(a->releases);
    free(a->partner_version);
    profile_records_free(&a->of_kept);
}

static int run(invocation *call)
{
    asking_history a = {.call = call,
                        .timeout_ms = 2000,
                        .memory = store_new(),
                        .dialect = uriproof_dialect_named("rfc3986")};
    uriproof_error error;
    options_read(call, &a);
    if (call->argc == 0)
        usage_error(call, "wants PACKAGE@FROM..TO");
    if (!range_read(call->argv[0], &a.range, &error))
        usage_error(call, "%s", error.words);
    char *own_cache = a.cache == NULL ? default_cache(call) : NULL;
    a.cache = own_cache != NULL ? own_cache : a.cache;
    find_paths(call, &a.paths);
    check_json(&a);
    check_package(&a);
    add_questions(&a);
    list_releases(&a);
    install_releases(&a);
    stop_catch();
    ask_releases(&a);
    put_table(&a);
    if (a.json != NULL && !atomic_file_write(a.json, write_json, &a))
        fail(call, "cannot write %s: %s", a.json, error_reason(errno));
    const int status = is_stopped(NULL) ? URIPROOF_EXIT_STOPPED
                       : a.failed       ? URIPROOF_EXIT_NO_START
                                        : URIPROOF_EXIT_AGREE;
    free_all(&a);
    free(own_cache);
    return status;
}

static const cli_option options[] = {
    {"texts", "FILE", take_word, offsetof(asking_history, texts),
     .help = "ask about these too, or - for standard input: each line is a JSON object with two "
             "texts, \"uri\" and \"other\""},
    {"op", "NAME", take_panel_op, offsetof(asking_history, op),
     .help =
         "what a TEXT is asked: parse (default), resolve, normalize or equivalent. A question of "
         "resolve and equivalent has two"},
    {"hex", NULL, take_flag, offsetof(asking_history, hexadecimal),
     .help = "each TEXT is hexadecimal: 6100 is an a and a NUL"},
    {"all", NULL, take_flag, offsetof(asking_history, all),
     .help = "list the classes too that are in all releases that were asked"},
    {"json", "FILE", take_word, offsetof(asking_history, json),
     .help = "write all classes there (harness/schema/history.schema.json)"},
    {"cache", "DIR", take_word, offsetof(asking_history, cache),
     .help = "where releases are installed, and stay (default: uriproof/npm in $XDG_CACHE_HOME or "
             "~/.cache)"},
    {"timeout", "TIME", take_duration, offsetof(asking_history, timeout_ms),
     .help = "for each question: 2s (default), 500ms"},
    {.name = NULL},
};

const verb command_history = {
    .name = "history",
    .run = run,
    .usage = "PACKAGE@FROM..TO [TEXT...]",
    .about =
        "Tells which releases of a package of npm have a fault. npm installs "
        "all releases from FROM to TO that are no prereleases, and runs no script of theirs. "
        "Each is asked about the texts, or without any about the vectors of RFC 3986 that people "
        "wrote. A class counts for a "
        "release if its answer is wrong by RFC 3986, if it differs from that of node-url, or "
        "if it breaks a chain (docs/differences.md). The packages are those for which "
        "harness/adapters/node/releases.js has a mapping: url-parse, urijs, fast-uri and "
        "others.",
    .options = options,
    .more =
        "A - under \"since\" says that the first release that was asked shows the class already, a "
        "- "
        "under \"until\" that the last one still does. A ? says that a release beside it was not "
        "asked, so the line below names two between which it is. A release gets its dependencies "
        "as "
        "they are today. Exit status: 0 all were asked, 2 usage, 3 a release cannot be installed "
        "or "
        "does not start, or node-url does not, 4 npm fails, or a file cannot be read or written, "
        "130 ended by Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_ANYWHERE,
};
