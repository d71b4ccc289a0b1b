/* SPDX-License-Identifier: MIT */
/* uriproof vectors: checks and shows the corpus. */
#include "commands.h"

#include "corpus/corpus.h"

#include <stdlib.h>
#include <string.h>

typedef struct looking {
    const invocation *call;
    dialect_choice choice;
    uriproof_level level;
    data_paths p;
    const uriproof_corpus *corpus;
    const char *argument; /* after the verb, or NULL */
} looking;

/* Returns the exit status of a check that found so many faults. */
static int status_of(size_t faults)
{
    return faults == 0 ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

enum { FILE_ROOM = PATH_MOST + 96 };

/* Writes the path of the ids of the last release. */
static void name_released(const looking *l, char *path)
{
    snprintf(path, FILE_ROOM, "%s/vectors/%s/stable-ids.txt", l->p.data, l->corpus->dialect->name);
}

static int lint(looking *l)
{
    char folder[FILE_ROOM], released[FILE_ROOM];
    snprintf(folder, sizeof folder, "%s/vectors/grammar", l->p.data);
    name_released(l, released);
    size_t faults = uriproof_corpus_lint(l->corpus, stdout) +
                    uriproof_grammars_lint(l->corpus, folder, stdout) +
                    uriproof_ids_check(l->corpus, released, NULL, stdout);
    printf("%s: %zu clauses, %zu vectors, %zu faults\n", l->corpus->dialect->name,
           l->corpus->clause_count, l->corpus->vector_count, faults);
    return status_of(faults);
}

static int ids(looking *l)
{
    char released[FILE_ROOM];
    name_released(l, released);
    return status_of(uriproof_ids_check(l->corpus, released, stdout, stderr));
}

static int list(looking *l)
{
    if (!selects_some(l->corpus, l->level, l->argument))
        nothing_selected(l->call, l->corpus->dialect->name, l->level, l->argument);
    for (size_t i = 0; i < l->corpus->vector_count; i++) {
        const uriproof_vector *vector = &l->corpus->vectors[i];
        if (vector->group->level <= l->level && uriproof_vector_selected(vector, l->argument))
            printf("%-36s %-10s %s\n", vector->id, uriproof_ops[vector->request.op].name,
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

static void put_vector(const looking *l, const uriproof_vector *vector)
{
    uriproof_op op = vector->request.op;
    printf("%s\nabout     %s\norigin    %s\nop        %s\n", vector->id, vector->group->about,
           vector->group->origin, uriproof_ops[op].name);
    for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++) {
        printf("%-8s  ", uriproof_ops[op].fields[i]);
        print_octets(stdout, vector->request.field[i]);
        putchar('\n');
    }
    put_answer("expect", op, vector->expect);
    for (const uriproof_alternate *one = vector->alternates; one != NULL; one = one->next) {
        for (size_t i = 0; i < one->set_count; i++) {
            const uriproof_reading *reading = &l->corpus->dialect->readings[one->set[i].reading];
            printf("%s%s=%s", i > 0 ? ", " : "where     ", reading->id,
                   reading->values[one->set[i].value]);
        }
        putchar('\n');
        put_answer("  expect", op, one->expect);
    }
    for (const char **id = vector->group->obeys; *id != NULL; id++)
        put_clause("obeys     ", l->corpus, *id);
    for (const char **id = vector->group->breaks; *id != NULL; id++)
        put_clause("breaks    ", l->corpus, *id);
    for (const char **flag = vector->group->flags; *flag != NULL; flag++)
        printf("flag      %s\n", *flag);
}

static bool names(const char **names, const char *id)
{
    while (*names != NULL && strcmp(*names, id) != 0)
        names++;
    return *names != NULL;
}

static void put_clause_with_vectors(const looking *l, const uriproof_clause *clause)
{
    put_clause("", l->corpus, clause->id);
    for (int breaks = 0; breaks < 2; breaks++) {
        for (size_t i = 0; i < l->corpus->vector_count; i++) {
            const uriproof_group *group = l->corpus->vectors[i].group;
            if (group->level <= l->level &&
                names(breaks ? group->breaks : group->obeys, clause->id))
                printf("%-9s %s\n", breaks ? "broken by" : "obeyed by", l->corpus->vectors[i].id);
        }
    }
}

/* Finds what has the id, and prints it unless `quiet`. Returns false if this corpus has no such
 * thing. */
static bool show_here(const looking *l, bool quiet)
{
    const uriproof_corpus *corpus = l->corpus;
    const uriproof_clause *clause = uriproof_clause_named(corpus, l->argument);
    size_t i = 0;
    while (clause == NULL && i < corpus->vector_count &&
           strcmp(corpus->vectors[i].id, l->argument) != 0)
        i++;
    if (clause == NULL && i == corpus->vector_count)
        return false;
    if (!quiet && clause != NULL)
        put_clause_with_vectors(l, clause);
    else if (!quiet)
        put_vector(l, &corpus->vectors[i]);
    return true;
}

/* Prints the vector or clause of the dialect that is chosen, or else of the first that has it; and
 * says which others have the id. Generated vectors take long to load: they are looked at only if
 * nothing else has the id, or --level asks for them, and then only until it is found. */
static int show(looking *l)
{
    size_t count;
    const uriproof_dialect *chosen = l->choice.said ? l->choice.dialect : NULL, *shown = NULL;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    uriproof_level first = l->level > URIPROOF_CLAUSES ? l->level : URIPROOF_CLAUSES;
    char others[200] = "";
    for (uriproof_level level = first; shown == NULL && level <= URIPROOF_COMPLETE; level++) {
        others[0] = '\0'; /* each is found again */
        for (size_t i = 0; i < count && (shown == NULL || level == URIPROOF_CLAUSES); i++) {
            looking here = *l;
            uriproof_corpus corpus;
            bool wanted = shown == NULL && (chosen == NULL || chosen == dialects[i]);
            load_corpus(l->call, &l->p, dialects[i], level, &corpus);
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
            l->call,
            "no vector and no clause of %s has the id \"%s\"; use --dialect for that of: %s",
            chosen->name, l->argument, others);
    if (shown == NULL)
        usage_error(l->call, "no vector and no clause has the id \"%s\"", l->argument);
    if (chosen == NULL && others[0] != '\0')
        failure(l->call, "this is \"%s\" of %s; use --dialect for that of: %s", l->argument,
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

static int stat_clauses(looking *l)
{
    char path[FILE_ROOM], mutants[24] = "-"; /* what no one has counted */
    cJSON *needs;
    uriproof_error error;
    size_t count = l->corpus->clause_count;
    snprintf(path, sizeof path, "%s/vectors/mutation/needs.json", l->p.data);
    if (!uriproof_needs_read(path, &needs, &error))
        fail(l->call, "%s", error.words);
    tally *tallies = calloc(count + 1, sizeof *tallies);
    for (size_t i = 0; i < count; i++)
        tallies[i] = tally_of(l->corpus, &l->corpus->clauses[i]);
    qsort(tallies, count, sizeof *tallies, by_vectors);
    printf("%6s %7s %9s %8s  %s\n", "obeys", "breaks", "generated", "mutants", "clause");
    for (const tally *t = tallies; t < tallies + count; t++) {
        if (needs != NULL)
            snprintf(mutants, sizeof mutants, "%zu", uriproof_needs_of(needs, t->clause->id));
        printf("%6zu %7zu %9zu %8s  %s\n", t->obeys, t->breaks, t->generated, mutants,
               t->clause->id);
    }
    free(tallies);
    cJSON_Delete(needs);
    return URIPROOF_EXIT_AGREE;
}

/* ---- The verbs ---- */

static const struct vectors_verb {
    const char *name;
    int (*run)(looking *l);
    const char *argument; /* as the help has it, or "" */
} verbs[] = {{"lint", lint, ""},
             {"list", list, "[PATTERN]"},
             {"show", show, "ID"},
             {"stat", stat_clauses, ""},
             {"ids", ids, ""}};
enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

/* Returns the verb that call->argv[0] names, whose argument is there as it must be. */
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
    if (call->argc > 0)
        usage_error(call, "no verb \"%s\"; there are: lint, list, show, stat, ids", call->argv[0]);
    usage_error(call, "wants a verb: lint, list, show, stat or ids");
}

static int run(invocation *call)
{
    /* The generated vectors are many, and not for reading. */
    looking l = {.call = call, .choice = default_dialect(), .level = URIPROOF_CLAUSES};
    uriproof_corpus corpus;
    options_read(call, &l);
    const struct vectors_verb *v = verb_of(call);
    l.argument = call->argc > 1 ? choose_by_id(&l.choice, call->argv[1]) : NULL;
    find_paths(call, &l.p);
    if (v->run == show) /* in whatever dialect it is */
        return show(&l);
    load_corpus(call, &l.p, l.choice.dialect, URIPROOF_COMPLETE, &corpus);
    l.corpus = &corpus;
    int status = v->run(&l);
    uriproof_corpus_free(&corpus);
    return status;
}

static const cli_option options[] = {
    {"level", "LEVEL", take_level, offsetof(looking, level),
     .help = "which vectors list and show use: examples, clauses (default) or complete"},
    {"dialect", "NAME", take_dialect, offsetof(looking, choice), .help = dialect_help},
    {.name = NULL},
};

const verb command_vectors = {
    .name = "vectors",
    .run = run,
    .usage = "lint\nlist [PATTERN]\nshow ID\nstat\nids",
    .about = "Checks, lists and shows the vectors.\n"
             "lint finds faults in the vectors that a JSON schema cannot find.\n"
             "list prints the vectors with an id or a clause that matches the pattern (a glob).\n"
             "show prints all of a vector or a clause. Without --dialect, the first word "
             "of an id names the specification (rfc3986.bnf.path, rfc3986/path-space), else it is "
             "the first that has the id. So it is for the pattern of list.\n"
             "stat prints, for each clause, how many vectors obey and break it, and how many "
             "mutants of the reference only its vectors kill (docs/mutation.md).\n"
             "ids prints the ids that must not change after the next release: those of "
             "stable-ids.txt in its order, then the new ones.",
    .options = options,
    .more = "Exit status: 0, 1 lint found faults or an id is gone, 2 usage or nothing matches.",
    .arguments = ANY_ARGUMENTS,
};
