/* SPDX-License-Identifier: MIT */
/* uriproof vectors: checks and shows the corpus. */
#include "commands.h"

#include "wpt.h"

#include "corpus/corpus.h"
#include "json/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OWN_MOST = 64 };

typedef struct vectors_query {
    const invocation *call;
    dialect_choice choice;
    uriproof_level level;
    const char *own[OWN_MOST]; /* paths of the user's vectors */
    size_t own_count;
    const char *format; /* of import and export */
    const char *folder; /* of import */
    data_paths paths;
    const uriproof_corpus *corpus;
    const char *argument; /* after the verb, or NULL */
} vectors_query;

/* Returns the exit status of a check that found `faults` faults. */
static int status_of(size_t faults)
{
    return faults == 0 ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

enum { FILE_ROOM = PATH_MOST + 96 };

/* Writes the path of the ids of the last release. */
static void name_released(const vectors_query *query, char *path)
{
    snprintf(path, FILE_ROOM, "%s/vectors/%s/stable-ids.txt", query->paths.data,
             query->corpus->dialect->name);
}

static int lint(vectors_query *query)
{
    char folder[FILE_ROOM], released[FILE_ROOM];
    snprintf(folder, sizeof folder, "%s/vectors/grammar", query->paths.data);
    name_released(query, released);
    size_t faults = uriproof_corpus_lint(query->corpus, stdout) +
                    uriproof_grammars_lint(query->corpus, folder, stdout) +
                    uriproof_twins_lint(query->corpus, stdout) +
                    uriproof_ids_check(query->corpus, released, NULL, stdout);
    printf("%s: %zu clauses, %zu vectors, %zu faults\n", query->corpus->dialect->name,
           query->corpus->clause_count, query->corpus->vector_count, faults);
    return status_of(faults);
}

/* Lints the user's own vectors of each dialect that they have. */
static int lint_own(vectors_query *query)
{
    bool of[16] = {false}; /* more than there are dialects */
    if (access(query->argument, R_OK) != 0)
        fail(query->call, "%s: %s", query->argument, error_reason(errno));
    size_t count, faults = uriproof_corpus_dialects(query->argument, of, stdout), vectors = 0;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count && i < sizeof of; i++) {
        uriproof_corpus corpus;
        if (!of[i])
            continue;
        load_corpus(query->call, &query->paths, dialects[i], URIPROOF_COMPLETE, &corpus);
        faults += uriproof_corpus_add_and_lint(&corpus, query->argument, stdout);
        vectors += corpus.own_vectors;
        uriproof_corpus_free(&corpus);
    }
    put_line(stdout, "%s: %zu vector%s, %zu fault%s", query->argument, vectors,
             vectors == 1 ? "" : "s", faults, faults == 1 ? "" : "s");
    return status_of(faults);
}

static int ids(vectors_query *query)
{
    char released[FILE_ROOM];
    name_released(query, released);
    return status_of(uriproof_ids_check(query->corpus, released, stdout, stderr));
}

/* Adds the vectors of --also, or ends the program. */
static void add_own(const vectors_query *query, uriproof_corpus *corpus)
{
    uriproof_error error;
    for (size_t i = 0; i < query->own_count; i++)
        if (!uriproof_corpus_add(corpus, query->own[i], &error))
            fail(query->call, "%s", error.words);
}

static int list(vectors_query *query)
{
    if (!selects_some(query->corpus, query->level, query->argument))
        nothing_selected(query->call, query->corpus->dialect->name, query->level, query->argument);
    for (size_t i = 0; i < query->corpus->vector_count; i++) {
        const uriproof_vector *vector = &query->corpus->vectors[i];
        if (vector->group->level <= query->level &&
            uriproof_vector_selected(vector, query->argument))
            put_line(stdout, "%-36s %-10s %s", vector->id, uriproof_ops[vector->request.op].name,
                     vector->group->about);
    }
    return URIPROOF_EXIT_AGREE;
}

/* ---- show ---- */

static void put_answer(const char *name, uriproof_op op, const uriproof_answer *answer)
{
    cJSON *object = uriproof_answer_tree(op, answer);
    char *words = uriproof_answer_describe(object);
    printf("%-8s  %s\n", name, words != NULL ? words : "");
    free(words);
    cJSON_Delete(object);
}

static void put_vector(const vectors_query *query, const uriproof_vector *vector)
{
    uriproof_op op = vector->request.op;
    put_line(stdout, "%s", vector->id);
    put_line(stdout, "about     %s", vector->group->about);
    put_line(stdout, "origin    %s", vector->group->origin);
    put_line(stdout, "op        %s", uriproof_ops[op].name);
    for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++) {
        printf("%-8s  ", uriproof_ops[op].fields[i]);
        print_octets(stdout, vector->request.field[i]);
        putchar('\n');
    }
    put_answer("expect", op, vector->expect);
    for (const char **error = vector->errors; error != NULL && *error != NULL; error++)
        put_line(stdout, "error     %s", *error);
    for (const uriproof_alternate *one = vector->alternates; one != NULL; one = one->next) {
        for (size_t i = 0; i < one->set_count; i++) {
            const uriproof_reading *reading =
                &query->corpus->dialect->readings[one->set[i].reading];
            printf("%s%s=%s", i > 0 ? ", " : "where     ", reading->id,
                   reading->values[one->set[i].value]);
        }
        putchar('\n');
        put_answer("  expect", op, one->expect);
    }
    for (const char **id = vector->group->obeys; *id != NULL; id++)
        put_clause("obeys     ", query->corpus, *id);
    for (const char **id = vector->group->breaks; *id != NULL; id++)
        put_clause("breaks    ", query->corpus, *id);
    for (const char **flag = vector->group->flags; *flag != NULL; flag++)
        put_line(stdout, "flag      %s", *flag);
}

static bool names(const char **names, const char *id)
{
    while (*names != NULL && strcmp(*names, id) != 0)
        names++;
    return *names != NULL;
}

static void put_clause_with_vectors(const vectors_query *query, const uriproof_clause *clause)
{
    put_clause("", query->corpus, clause->id);
    for (int breaks = 0; breaks < 2; breaks++) {
        for (size_t i = 0; i < query->corpus->vector_count; i++) {
            const uriproof_group *group = query->corpus->vectors[i].group;
            if (group->level <= query->level &&
                names(breaks ? group->breaks : group->obeys, clause->id))
                put_line(stdout, "%-9s %s", breaks ? "broken by" : "obeyed by",
                         query->corpus->vectors[i].id);
        }
    }
}

/* Finds what has the id, and prints it unless `quiet`. Returns false if this corpus has no such
 * thing. */
static bool show_here(const vectors_query *query, bool quiet)
{
    const uriproof_corpus *corpus = query->corpus;
    const uriproof_clause *clause = uriproof_clause_named(corpus, query->argument);
    size_t i = 0;
    while (clause == NULL && i < corpus->vector_count &&
           strcmp(corpus->vectors[i].id, query->argument) != 0)
        i++;
    if (clause == NULL && i == corpus->vector_count)
        return false;
    if (!quiet && clause != NULL)
        put_clause_with_vectors(query, clause);
    else if (!quiet)
        put_vector(query, &corpus->vectors[i]);
    return true;
}

/* Prints the vector or clause of the chosen dialect, or of the first dialect that has the id. Says
 * which other dialects have the id. Generated vectors take long to load. So they are searched only
 * if nothing else has the id, or if --level includes them, and only until the id is found. */
static int show(vectors_query *query)
{
    size_t count;
    const uriproof_dialect *chosen = query->choice.said ? query->choice.dialect : NULL,
                           *shown = NULL;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    uriproof_level first = query->level > URIPROOF_CLAUSES ? query->level : URIPROOF_CLAUSES;
    char others[200] = "";
    for (uriproof_level level = first; shown == NULL && level <= URIPROOF_COMPLETE; level++) {
        others[0] = '\0'; /* each is found again */
        for (size_t i = 0; i < count && (shown == NULL || level == URIPROOF_CLAUSES); i++) {
            vectors_query here = *query;
            uriproof_corpus corpus;
            bool wanted = shown == NULL && (chosen == NULL || chosen == dialects[i]);
            load_corpus(query->call, &query->paths, dialects[i], level, &corpus);
            add_own(query, &corpus);
            here.corpus = &corpus;
            if (show_here(&here, !wanted)) {
                shown = wanted ? dialects[i] : shown;
                if (!wanted)
                    add_word(others, sizeof others, dialects[i]->name);
            }
            uriproof_corpus_free(&corpus);
        }
    }
    if (shown == NULL && others[0] != '\0')
        usage_error(
            query->call,
            "no vector and no clause of %s has the id \"%s\"; use --dialect for that of: %s",
            chosen->name, query->argument, others);
    if (shown == NULL)
        usage_error(query->call, "no vector and no clause has the id \"%s\"", query->argument);
    if (chosen == NULL && others[0] != '\0')
        failure(query->call, "this is \"%s\" of %s; use --dialect for that of: %s", query->argument,
                shown->name, others);
    return URIPROOF_EXIT_AGREE;
}

/* ---- stat ---- */

typedef struct tally {
    const uriproof_clause *clause;
    size_t obeys, breaks, generated;
} tally;

static tally tally_of(const uriproof_corpus *corpus, const uriproof_clause *clause)
{
    tally t = {clause, 0, 0, 0};
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_group *group = corpus->vectors[i].group;
        bool obeys = names(group->obeys, clause->id), breaks = names(group->breaks, clause->id);
        bool by_hand = group->level != URIPROOF_COMPLETE;
        t.generated += !by_hand && (obeys || breaks);
        t.obeys += by_hand && obeys;
        t.breaks += by_hand && breaks;
    }
    return t;
}

/* Compares tallies: the clauses with the fewest vectors come first. */
static int by_vectors(const void *a, const void *b)
{
    const tally *x = a, *y = b;
    size_t of_x = x->obeys + x->breaks, of_y = y->obeys + y->breaks;
    if (of_x != of_y)
        return of_x < of_y ? -1 : 1;
    return strcmp(x->clause->id, y->clause->id);
}

static int stat_clauses(vectors_query *query)
{
    char path[FILE_ROOM], mutants[24] = "-"; /* what no one has counted */
    cJSON *needs;
    uriproof_error error;
    size_t count = query->corpus->clause_count;
    snprintf(path, sizeof path, "%s/vectors/mutation/needs.json", query->paths.data);
    if (!uriproof_needs_read(path, &needs, &error))
        fail(query->call, "%s", error.words);
    tally *tallies = calloc(count + 1, sizeof *tallies);
    for (size_t i = 0; i < count; i++)
        tallies[i] = tally_of(query->corpus, &query->corpus->clauses[i]);
    qsort(tallies, count, sizeof *tallies, by_vectors);
    printf("%6s %7s %9s %8s  %s\n", "obeys", "breaks", "generated", "mutants", "clause");
    for (const tally *t = tallies; t < tallies + count; t++) {
        if (needs != NULL)
            snprintf(mutants, sizeof mutants, "%zu", uriproof_needs_of(needs, t->clause->id));
        put_line(stdout, "%6zu %7zu %9zu %8s  %s", t->obeys, t->breaks, t->generated, mutants,
                 t->clause->id);
    }
    free(tallies);
    cJSON_Delete(needs);
    return URIPROOF_EXIT_AGREE;
}

/* ---- twins ---- */

static void put_twin(json_writer *w, const uriproof_vector *vector, uriproof_span twin,
                     const uriproof_parts *parts)
{
    const uriproof_request request = {.op = URIPROOF_PARSE, .field = {twin}};
    const uriproof_answer answer = {.status = ANSWER_ACCEPTED, .parts = *parts};
    const uriproof_group *group = vector->group;
    const char *const none[] = {NULL};
    char *id = text_made("twin-of-%s", vector->id);
    char *about = text_made("The text of %s without what it is rejected for.", vector->id);
    json_open_object(w, NULL);
    json_text(w, "id", id);
    json_text(w, "about", about);
    json_texts(w, "obeys", group->breaks[0] != NULL ? group->breaks : group->obeys);
    json_texts(w, "breaks", none);
    json_text(w, "origin", group->origin);
    json_texts(w, "flags", none);
    json_text(w, "op", uriproof_ops[URIPROOF_PARSE].name);
    uriproof_request_write(w, &request);
    json_open_object(w, "expect");
    uriproof_answer_write(w, URIPROOF_PARSE, &answer);
    json_close(w);
    json_close(w);
    free(about);
    free(id);
}

/* Writes the twins as a file of vectors, so that parsers can be asked them. */
static int twins(vectors_query *query)
{
    const uriproof_corpus *corpus = query->corpus;
    json_writer w = json_writer_to(stdout, 2);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-vectors");
    json_number(&w, "version", 1);
    json_text(&w, "dialect", corpus->dialect->name);
    json_text(&w, "about", "The twins of what is to be rejected.");
    json_open_array(&w, "vectors");
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_vector *vector = &corpus->vectors[i];
        octet_buffer twin = {0};
        uriproof_parts parts;
        if (uriproof_has_twin(vector) && uriproof_twin(corpus->dialect, vector, &twin, &parts))
            put_twin(&w, vector, (uriproof_span){twin.octets, twin.length}, &parts);
        buffer_free(&twin);
    }
    if (!json_writer_end(&w))
        fail(query->call, "cannot write the twins");
    return URIPROOF_EXIT_AGREE;
}

/* ---- The form of the web platform tests ---- */

static int import_tests(vectors_query *query)
{
    if (query->folder == NULL)
        usage_error(query->call, "import wants --out FOLDER: the folder that is made");
    wpt_import(query->call, query->argument, query->folder);
    return URIPROOF_EXIT_AGREE;
}

static int export_tests(vectors_query *query)
{
    wpt_export(query->call, query->corpus, query->level);
    return URIPROOF_EXIT_AGREE;
}

/* ---- The verbs ---- */

static const struct vectors_verb {
    const char *name;
    int (*run)(vectors_query *query);
    const char *argument; /* as in the help, or "" */
} verbs[] = {{"lint", lint, "[PATH]"},
             {"list", list, "[PATTERN]"},
             {"show", show, "ID"},
             {"stat", stat_clauses, ""},
             {"ids", ids, ""},
             {"twins", twins, ""},
             {"import", import_tests, "FILE"},
             {"export", export_tests, ""}};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

/* Ends with an error that names the verbs. */
static __attribute__((noreturn)) void no_verb(const invocation *call)
{
    char names[100] = "";
    near_search near = {.word = call->argc > 0 ? call->argv[0] : ""};
    for (size_t i = 0; i < VERB_COUNT; i++) {
        add_word(names, sizeof names, verbs[i].name);
        near_try(&near, verbs[i].name);
    }
    if (call->argc > 0)
        usage_error(call, "no verb \"%s\"%s; use one of these: %s", call->argv[0],
                    near_advise(&near).words, names);
    usage_error(call, "wants one of these verbs: %s", names);
}

/* Returns the verb that call->argv[0] names, and checks how many arguments follow it. */
static const struct vectors_verb *verb_of(const invocation *call)
{
    for (size_t i = 0; call->argc > 0 && i < VERB_COUNT; i++) {
        if (strcmp(verbs[i].name, call->argv[0]) != 0)
            continue;
        const char *argument = verbs[i].argument;
        int most = argument[0] != '\0' ? 1 : 0, least = argument[0] == '[' ? 0 : most;
        if (most == 0 && call->argc > 1)
            usage_error(call, "%s takes no argument: %s", verbs[i].name, call->argv[1]);
        if (call->argc - 1 < least || call->argc - 1 > most)
            usage_error(call, "wants '%s %s', not %d argument%s after %s", verbs[i].name, argument,
                        call->argc - 1, call->argc == 2 ? "" : "s", verbs[i].name);
        return &verbs[i];
    }
    no_verb(call);
}

/* Checks the options of import and export, whose tests are those of one dialect. */
static void check_format(vectors_query *query, const struct vectors_verb *chosen)
{
    const bool has_format = chosen->run == import_tests || chosen->run == export_tests;
    if (!has_format && query->format != NULL)
        usage_error(query->call, "%s takes no --format", chosen->name);
    if (chosen->run != import_tests && query->folder != NULL)
        usage_error(query->call, "%s takes no --out", chosen->name);
    if (!has_format)
        return;
    if (query->format == NULL)
        usage_error(query->call, "%s wants --format wpt", chosen->name);
    if (!query->choice.said)
        query->choice.dialect = uriproof_dialect_named("whatwg-url");
    if (strcmp(query->choice.dialect->name, "whatwg-url") != 0)
        usage_error(query->call, "%s has no such tests; use --dialect whatwg-url",
                    query->choice.dialect->name);
}

static int run(invocation *call)
{
    /* The generated vectors are many, and not for reading. */
    vectors_query query = {.call = call, .choice = default_dialect(), .level = URIPROOF_CLAUSES};
    uriproof_corpus corpus;
    options_read(call, &query);
    const struct vectors_verb *chosen = verb_of(call);
    query.argument = call->argc > 1 ? call->argv[1] : NULL;
    check_format(&query, chosen);
    if (query.argument != NULL && chosen->run != lint && chosen->run != import_tests)
        query.argument = choose_by_id(&query.choice, query.argument);
    if (query.own_count > 0 &&
        (chosen->run == lint || chosen->run == ids || chosen->run == import_tests))
        usage_error(call, "%s takes no --also%s", chosen->name,
                    chosen->run == lint ? ": name the path after lint" : "");
    if (chosen->run == import_tests)
        return import_tests(&query);
    find_paths(call, &query.paths);
    if (chosen->run == show) /* it searches all dialects */
        return show(&query);
    if (chosen->run == lint && query.argument != NULL)
        return lint_own(&query);
    load_corpus(call, &query.paths, query.choice.dialect, URIPROOF_COMPLETE, &corpus);
    add_own(&query, &corpus);
    query.corpus = &corpus;
    int status = chosen->run(&query);
    uriproof_corpus_free(&corpus);
    return status;
}

static void take_own(const invocation *call, const cli_option *option, const char *value, void *to)
{
    vectors_query *query = to;
    if (query->own_count == OWN_MOST)
        usage_error(call, "too many --%s options", option->name);
    query->own[query->own_count++] = value;
}

static const char *format_names(size_t i)
{
    return i == 0 ? "wpt" : NULL;
}

static const cli_option options[] = {
    {"level", "LEVEL", take_level, offsetof(vectors_query, level),
     .help = "which vectors list, show and export use: examples, clauses (default) or complete"},
    {"dialect", "NAME", take_dialect, offsetof(vectors_query, choice), .help = dialect_help},
    {"also", "PATH", take_own, 0,
     .help =
         "list, show, stat and export have vectors of your own too: a file, or each *.json in a "
         "folder; may be given more than once"},
    {"format", "NAME", take_word, offsetof(vectors_query, format),
     .help = "the form of the file that import reads and export prints: wpt",
     .values = format_names},
    {"out", "FOLDER", take_word, offsetof(vectors_query, folder),
     .help = "the folder that import makes, or makes anew"},
    {.name = NULL},
};

const verb command_vectors = {
    .name = "vectors",
    .run = run,
    .usage = "lint [PATH]\nlist [PATTERN]\nshow ID\nstat\nids\ntwins\n"
             "import --format wpt --out FOLDER FILE\nexport --format wpt",
    .about = "Checks, lists and shows the vectors.\n"
             "lint finds faults in the vectors that a JSON schema cannot find; with a PATH, all "
             "faults in a file of your own vectors, or in each *.json of a folder.\n"
             "list prints the vectors with an id or a clause that matches the pattern (a glob).\n"
             "show prints all of a vector or a clause. Without --dialect, the first word "
             "of an id names the specification (rfc3986.bnf.path, rfc3986/path-space), else it is "
             "the first that has the id. So it is for the pattern of list.\n"
             "stat prints, for each clause, how many vectors obey and break it, and how many "
             "mutants of the reference only its vectors kill (docs/mutation.md).\n"
             "ids prints the ids that must not change after the next release: those of "
             "stable-ids.txt in its order, then the new ones.\n"
             "twins prints a file of vectors: for each text that is to be rejected, a text that is "
             "like it and accepted (docs/vectors.md).\n"
             "import makes vectors of a file of tests in the form of urltestdata.json of the web "
             "platform tests: a folder for --vectors of 'test'. export prints the vectors of the "
             "URL Standard as such a file.",
    .options = options,
    .more = "Exit status: 0, 1 lint found faults or an id is gone, 2 wrong usage or nothing "
            "matches, 4 a file cannot be read or written, or is not as it must be.",
    .arguments = ANY_ARGUMENTS,
};
