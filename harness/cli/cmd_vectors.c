/* SPDX-License-Identifier: MIT */
/* uriproof vectors: checks and shows the corpus. */
#include "commands.h"

#include "corpus/corpus.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

typedef struct looking {
    const invocation *call;
    dialect_choice choice;
    uriproof_level level;
    const uriproof_corpus *corpus;
    const data_paths *p;
    const char *data; /* the folder that has vectors/ */
    char **arguments; /* after the verb */
    int argument_count;
} looking;

enum { RELEASED_ROOM = PATH_MOST + 96 };

/* The path of the ids of the last release. */
static void put_released(const looking *l, char *path)
{
    snprintf(path, RELEASED_ROOM, "%s/vectors/%s/stable-ids.txt", l->data,
             l->corpus->dialect->name);
}

static int lint(const looking *l)
{
    if (l->argument_count != 0)
        usage_error(l->call, "lint takes no argument: %s", l->arguments[0]);
    char folder[PATH_MOST + 32], released[RELEASED_ROOM];
    snprintf(folder, sizeof folder, "%s/vectors/grammar", l->data);
    put_released(l, released);
    size_t faults = uriproof_corpus_lint(l->corpus, stdout) +
                    uriproof_grammars_lint(l->corpus, folder, stdout) +
                    uriproof_released_lint(l->corpus, released, stdout);
    printf("%s: %zu clauses, %zu vectors, %zu faults\n", l->corpus->dialect->name,
           l->corpus->clause_count, l->corpus->vector_count, faults);
    return faults == 0 ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

static int list(const looking *l)
{
    const char *pattern = l->argument_count > 0 ? l->arguments[0] : NULL;
    size_t count = 0;
    if (l->argument_count > 1)
        usage_error(l->call, "list takes one pattern: %s", l->arguments[1]);
    for (size_t i = 0; i < l->corpus->vector_count; i++) {
        const uriproof_vector *vector = &l->corpus->vectors[i];
        if (vector->group->level > l->level || !uriproof_vector_selected(vector, pattern))
            continue;
        printf("%-36s %-10s %s\n", vector->id, uriproof_ops[vector->request.op].name,
               vector->group->about);
        count++;
    }
    if (count == 0 && pattern == NULL)
        usage_error(l->call, "%s has no vectors at level %s", l->corpus->dialect->name,
                    uriproof_level_names[l->level]);
    if (count == 0)
        usage_error(l->call, "\"%s\" matches no vector and no clause of %s at level %s", pattern,
                    l->corpus->dialect->name, uriproof_level_names[l->level]);
    return URIPROOF_EXIT_AGREE;
}

static void put_list(const char *name, const char **entries)
{
    for (; *entries != NULL; entries++)
        printf("%-8s  %s\n", name, *entries);
}

/* What a clause requires, and where that stands. */
static void put_source(const char *indent, const uriproof_clause *clause)
{
    printf("%s%-8s  %s\n", indent, "says", clause->paraphrase);
    if (clause->rule != NULL)
        printf("%s%-8s  %s\n", indent, "rule", clause->rule);
    if (clause->link != NULL)
        printf("%s%-8s  %s\n", indent, "link", clause->link);
}

static void put_clauses(const looking *l, const char *name, const char **ids)
{
    for (; *ids != NULL; ids++) {
        const uriproof_clause *clause = uriproof_clause_named(l->corpus, *ids);
        printf("%-8s  %s\n", name, *ids);
        if (clause != NULL)
            put_source("  ", clause);
    }
}

static void put_answer(const char *name, uriproof_op op, const uriproof_answer *answer)
{
    cJSON *object = uriproof_answer_tree(op, answer);
    char *words = uriproof_answer_describe(object);
    printf("%-8s  %s\n", name, words != NULL ? words : "");
    free(words);
    cJSON_Delete(object);
}

static void put_alternate(const looking *l, const uriproof_vector *vector,
                          const uriproof_alternate *alternate)
{
    fputs("where     ", stdout);
    for (size_t i = 0; i < alternate->set_count; i++) {
        const uriproof_reading *reading = &l->corpus->dialect->readings[alternate->set[i].reading];
        printf("%s%s=%s", i > 0 ? ", " : "", reading->id, reading->values[alternate->set[i].value]);
    }
    putchar('\n');
    put_answer("  expect", vector->request.op, alternate->expect);
}

static void put_vector(const looking *l, const uriproof_vector *vector)
{
    const uriproof_op_facts *facts = &uriproof_ops[vector->request.op];
    printf("%s\n%-8s  %s\n%-8s  %s\n%-8s  %s\n", vector->id, "about", vector->group->about,
           "origin", vector->group->origin, "op", facts->name);
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++) {
        printf("%-8s  ", facts->fields[i]);
        print_octets(stdout, vector->request.field[i]);
        putchar('\n');
    }
    put_answer("expect", vector->request.op, vector->expect);
    for (const uriproof_alternate *alternate = vector->alternates; alternate != NULL;
         alternate = alternate->next)
        put_alternate(l, vector, alternate);
    put_clauses(l, "obeys", vector->group->obeys);
    put_clauses(l, "breaks", vector->group->breaks);
    put_list("flag", vector->group->flags);
}

static bool names(const char **list, const char *id)
{
    while (*list != NULL && strcmp(*list, id) != 0)
        list++;
    return *list != NULL;
}

static void put_clause(const looking *l, const uriproof_clause *clause)
{
    printf("%s\n%-8s  %s, \"%s\"\n", clause->id, "text", clause->document, clause->section);
    put_source("", clause);
    for (int breaks = 0; breaks < 2; breaks++) {
        for (size_t i = 0; i < l->corpus->vector_count; i++) {
            const uriproof_vector *vector = &l->corpus->vectors[i];
            if (vector->group->level <= l->level &&
                names(breaks ? vector->group->breaks : vector->group->obeys, clause->id))
                printf("%-9s %s\n", breaks ? "broken by" : "obeyed by", vector->id);
        }
    }
}

static const uriproof_vector *vector_named(const uriproof_corpus *corpus, const char *id)
{
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (strcmp(corpus->vectors[i].id, id) == 0)
            return &corpus->vectors[i];
    return NULL;
}

/* An id is one dialect's, or several have it: says which. */
static int not_here(const looking *l, const char *id)
{
    size_t count;
    char others[512] = "";
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count; i++) {
        uriproof_corpus corpus;
        if (dialects[i] == l->corpus->dialect)
            continue;
        load_corpus(l->call, l->p, dialects[i], URIPROOF_COMPLETE, &corpus);
        size_t used = strlen(others);
        if (uriproof_clause_named(&corpus, id) != NULL || vector_named(&corpus, id) != NULL)
            snprintf(others + used, sizeof others - used, "; %s has it: --dialect %s",
                     dialects[i]->name, dialects[i]->name);
        uriproof_corpus_free(&corpus);
    }
    usage_error(l->call, "no vector and no clause of %s has the id \"%s\"%s",
                l->corpus->dialect->name, id, others);
}

static int show(const looking *l)
{
    if (l->argument_count != 1)
        usage_error(l->call, "show wants the id of a vector or of a clause");
    const char *id = l->arguments[0];
    const uriproof_clause *clause = uriproof_clause_named(l->corpus, id);
    if (clause != NULL) {
        put_clause(l, clause);
        return URIPROOF_EXIT_AGREE;
    }
    const uriproof_vector *vector = vector_named(l->corpus, id);
    if (vector == NULL)
        return not_here(l, id);
    put_vector(l, vector);
    return URIPROOF_EXIT_AGREE;
}

static int ids(const looking *l)
{
    if (l->argument_count != 0)
        usage_error(l->call, "ids takes no argument: %s", l->arguments[0]);
    char released[RELEASED_ROOM];
    put_released(l, released);
    size_t faults = uriproof_ids_write(l->corpus, released, stdout, stderr);
    return faults == 0 ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

typedef struct tally {
    const uriproof_clause *clause;
    size_t obeys, breaks, derived;
} tally;

static tally tally_of(const uriproof_corpus *corpus, const uriproof_clause *clause)
{
    tally t = {clause, 0, 0, 0};
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_vector *vector = &corpus->vectors[i];
        bool obeys = names(vector->group->obeys, clause->id),
             breaks = names(vector->group->breaks, clause->id);
        if (vector->group->level == URIPROOF_COMPLETE) {
            t.derived += obeys || breaks;
            continue;
        }
        t.obeys += obeys;
        t.breaks += breaks;
    }
    return t;
}

/* The clauses with the fewest vectors first. */
static int by_vectors(const void *a, const void *b)
{
    const tally *x = a, *y = b;
    size_t of_x = x->obeys + x->breaks, of_y = y->obeys + y->breaks;
    if (of_x != of_y)
        return of_x < of_y ? -1 : 1;
    return strcmp(x->clause->id, y->clause->id);
}

/* What nobody has counted is "-". */
static void put_tally(const tally *t, const cJSON *needs)
{
    char mutants[24] = "-";
    if (needs != NULL)
        snprintf(mutants, sizeof mutants, "%zu", uriproof_needs_of(needs, t->clause->id));
    printf("%6zu %7zu %9zu %8s  %s\n", t->obeys, t->breaks, t->derived, mutants, t->clause->id);
}

static int put_tallies(const looking *l, const cJSON *needs)
{
    const uriproof_corpus *corpus = l->corpus;
    tally *tallies = calloc(corpus->clause_count + 1, sizeof *tallies);
    for (size_t i = 0; i < corpus->clause_count; i++)
        tallies[i] = tally_of(corpus, &corpus->clauses[i]);
    qsort(tallies, corpus->clause_count, sizeof *tallies, by_vectors);
    printf("%6s %7s %9s %8s  %s\n", "obeys", "breaks", "generated", "mutants", "clause");
    for (size_t i = 0; i < corpus->clause_count; i++)
        put_tally(&tallies[i], needs);
    free(tallies);
    return URIPROOF_EXIT_AGREE;
}

static int count_by_clause(const looking *l)
{
    if (l->argument_count != 0)
        usage_error(l->call, "stat takes no argument: %s", l->arguments[0]);
    char path[PATH_MOST + 64];
    cJSON *needs;
    uriproof_error error;
    snprintf(path, sizeof path, "%s/vectors/mutation/needs.json", l->data);
    if (!uriproof_needs_read(path, &needs, &error))
        fail(l->call, "%s", error.words);
    int status = put_tallies(l, needs);
    cJSON_Delete(needs);
    return status;
}

static const struct vectors_verb {
    const char *name;
    int (*run)(const looking *l);
} verbs[] = {
    {"lint", lint}, {"list", list}, {"show", show}, {"stat", count_by_clause}, {"ids", ids}};

static int run_verb(looking *l, const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return verbs[i].run(l);
    usage_error(l->call, "no verb \"%s\"; there are lint, list, show, stat and ids", name);
}

static int run(invocation *call)
{
    /* The generated vectors are many, and not for reading. */
    looking l = {.call = call, .choice = default_dialect(), .level = URIPROOF_CLAUSES};
    data_paths p;
    uriproof_corpus corpus;
    options_read(call, &l);
    if (call->argc == 0)
        usage_error(call, "wants a verb: lint, list, show, stat or ids");
    find_paths(call, &p);
    load_corpus(call, &p, l.choice.dialect, URIPROOF_COMPLETE, &corpus);
    l.corpus = &corpus;
    l.p = &p;
    l.data = p.data;
    l.arguments = call->argv + 1;
    l.argument_count = call->argc - 1;
    int status = run_verb(&l, call->argv[0]);
    uriproof_corpus_free(&corpus);
    return status;
}

static const cli_option options[] = {
    {"level", "LEVEL", take_level, offsetof(looking, level),
     .help = "what list and show name: examples, clauses (default), complete"},
    {"dialect", "NAME", take_dialect, offsetof(looking, choice), .help = dialect_help},
    {.name = NULL},
};

const verb command_vectors = {
    .name = "vectors",
    .run = run,
    .summary = "check, list and show the vectors",
    .usage = "lint\nlist [PATTERN]\nshow ID\nstat\nids",
    .about = "lint checks the vectors for what a schema cannot say.\n"
             "list prints those whose id, or one of whose clauses, matches the pattern (a glob).\n"
             "show prints a vector or a clause whole.\n"
             "stat prints the clauses by how many vectors obey and break them, and how many "
             "mutants of the reference only vectors of the clause kill (docs/mutation.md).\n"
             "ids prints the ids that lint holds the next release to: those of stable-ids.txt in "
             "its order, and after them the new ones.",
    .options = options,
    .more = "Exit status: 0, 1 lint found faults or an id is gone, 2 usage or nothing matches.",
    .arguments = ANY_ARGUMENTS,
};
