/* SPDX-License-Identifier: MIT */
/* The programs of a fuzz target, and its parsers. */
#include "fuzz_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The targets of the source tree. */
typedef struct listed {
    const char *wanted;
    bool found; /* one has that name */
    char names[1000];
} listed;

static void take_target(void *self, const session_line *line)
{
    listed *l = self;
    char *name = text_made("%.*s", line->length < 100 ? (int)line->length : 100, line->octets);
    l->found = l->found || strcmp(name, l->wanted) == 0;
    add_word(l->names, sizeof l->names, name);
    free(name);
}

/* Ends the program if it is no path of a program, and there is no target of that name. */
static void check_name(const fuzzing *f, const char *name)
{
    if (name == NULL || strchr(name, '/') != NULL)
        return;
    uriproof_error error;
    listed targets = {.wanted = name};
    char *script = text_made("%s/scripts/fuzz", f->paths.data);
    char *command[] = {script, "--list", NULL};
    if (access(script, X_OK) != 0)
        usage_error(f->call,
                    "cannot find the target %s: give the path of its program, with a slash, or "
                    "call uriproof of the source tree, whose scripts/fuzz builds it",
                    name);
    if (!tool_run(&(tool){.name = script,
                          .command = command,
                          .reaper = f->paths.reaper,
                          .take = take_target,
                          .self = &targets},
                  &error))
        fail(f->call, "%s", error.words);
    if (!targets.found)
        usage_error(f->call,
                    "no target \"%s\"; there are: %s; to name a program, write a slash: ./%s", name,
                    targets.names, name);
    free(script);
}

/* Builds a target of the source tree: `how` is an engine, or coverage. Returns its path, which the
 * caller frees. */
static char *build(const fuzzing *f, const char *name, const char *how)
{
    uriproof_error error;
    char *script = text_made("%s/scripts/fuzz", f->paths.data);
    char *command[] = {script, "--build", (char *)name, (char *)how, NULL};
    failure(f->call, "note: builds %s for %s, which can take minutes", name, how);
    char *path = last_line_of(command, f->paths.reaper, &error);
    if (path == NULL)
        fail(f->call, "cannot build %s: %s", name, error.words);
    free(script);
    return path;
}

/* Returns the program of the target for an engine. If both run, that of AFL++ has another name. */
static char *program_for(const fuzzing *f, engine_kind kind)
{
    if (strchr(f->target, '/') == NULL)
        return build(f, f->target, engine_names[kind]);
    const bool both = f->engine->wants[ENGINE_LIBFUZZER] && f->engine->wants[ENGINE_AFL];
    return text_made("%s%s", f->target, both && kind == ENGINE_AFL ? ".afl" : "");
}

/* Ends the program, as no engine can work with the target. */
static void reject(const fuzzing *f, const char *fault, const char *remedy)
    __attribute__((noreturn));

static void reject(const fuzzing *f, const char *fault, const char *remedy)
{
    failure(f->call, "%s; %s", fault, remedy);
    exit(URIPROOF_EXIT_NO_START);
}

static void check_for_libfuzzer(const fuzzing *f, const char *program)
{
    uriproof_error error;
    if (!target_is_of_libfuzzer(program, f->paths.reaper, &error))
        reject(f, error.words,
               target_is_of_afl(program) ? "it was built for AFL++, so add --engine afl"
                                         : "build it with clang -fsanitize=fuzzer");
}

static void check_for_afl(const fuzzing *f, const char *program)
{
    char *beside = text_made("%s.afl", program), *fault, *remedy;
    if (target_is_of_afl(program)) {
        free(beside);
        return;
    }
    fault = text_made("%s is no fuzz target with AFL++", program);
    remedy = access(beside, X_OK) == 0 && target_is_of_afl(beside)
                 ? text_made("give --target %s, which is one", beside)
                 : text_made("build it with afl-clang-fast -fsanitize=fuzzer");
    reject(f, fault, remedy);
}

/* Ends the program if a path is not that of a target for the engine. Without this, it would be
 * known only when the engine has failed again and again. */
static void check_program(const fuzzing *f, engine_kind kind)
{
    static const struct {
        void (*check)(const fuzzing *f, const char *program);
        const char *build;
    } kinds[ENGINE_KINDS] = {[ENGINE_LIBFUZZER] = {check_for_libfuzzer, "clang -fsanitize=fuzzer"},
                             [ENGINE_AFL] = {check_for_afl, "afl-clang-fast -fsanitize=fuzzer"}};
    uriproof_error error;
    if (!target_can_run(f->programs[kind], &error))
        fail(f->call, "%s; build it with %s", error.words, kinds[kind].build);
    if (f->engine->wants[kind])
        kinds[kind].check(f, f->programs[kind]);
}

/* Is a parser of that name there already? Then that of the target is not asked: two parsers of one
 * name could not be told apart. */
static bool is_named(const fuzzing *f, const char *name)
{
    for (size_t i = 0; i < f->parsers.count; i++)
        if (strcmp(f->parsers.members[i].name, name) == 0)
            return true;
    return false;
}

/* Returns that of the two paths where a file is, or NULL. Frees the other. */
static char *either(char *one, char *other)
{
    const bool first = access(one, R_OK) == 0;
    free(first ? other : one);
    if (first || access(other, R_OK) == 0)
        return first ? one : other;
    free(other);
    return NULL;
}

/* Finds the mutator for AFL++, and a dictionary if the target has none of its own. They are those
 * of a build, or of an installed uriproof. */
static void find_guides(fuzzing *f)
{
    const data_paths *p = &f->paths;
    f->mutator =
        either(text_made("%s/uriproof-mutator.so", p->bin),
               text_made("%s/../" URIPROOF_LIBRARIES "/uriproof/uriproof-mutator.so", p->bin));
    if (f->dictionary == NULL)
        f->dictionary = either(text_made("%s/fuzz/differential.dict", p->bin),
                               text_made("%s/fuzz/differential.dict", p->data));
}

/* Adds the parsers of the target. One that has some takes plain texts. */
static void add_parsers(fuzzing *f, const char *program)
{
    target_parsers *found = &f->own;
    target_parsers_ask(program, f->paths.reaper, found);
    const bool some = found->count > 0;
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++) {
        if (!is_adapter_name(found->names[i]))
            fail(f->call, "%s says that it has the parser \"%s\": " ADAPTER_NAME_RULE, program,
                 found->names[i]);
        if (is_named(f, found->names[i])) {
            free(found->names[i]);
            continue;
        }
        char **command = calloc(3, sizeof *command);
        command[0] = strdup(program);
        command[1] = text_made("--uriproof-serve=%s", found->names[i]);
        parsers_add(f->call, &f->parsers, strdup(found->names[i]), command);
        found->names[kept++] = found->names[i];
    }
    found->count = kept;
    if (some)
        find_guides(f);
}

void fuzz_find_target(fuzzing *f)
{
    const char *first = NULL;
    uriproof_error error;
    if (f->target == NULL)
        return;
    check_name(f, f->target);
    check_name(f, f->coverage);
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++) {
        if (!f->engine->wants[kind])
            continue;
        f->programs[kind] = program_for(f, (engine_kind)kind);
        check_program(f, (engine_kind)kind);
        f->compilers[kind] = target_compiler(f->programs[kind]);
        first = first != NULL ? first : f->programs[kind];
    }
    if (first == NULL) { /* no engine: the target's parsers are asked all the same */
        f->programs[ENGINE_LIBFUZZER] = program_for(f, ENGINE_LIBFUZZER);
        check_program(f, ENGINE_LIBFUZZER);
        first = f->programs[ENGINE_LIBFUZZER];
    }
    if (f->coverage != NULL)
        f->measured = strchr(f->coverage, '/') != NULL ? strdup(f->coverage)
                                                       : build(f, f->coverage, "coverage");
    if (f->measured != NULL && !target_can_run(f->measured, &error))
        fail(f->call, "%s; build it to measure coverage (scripts/fuzz --help)", error.words);
    f->dictionary = target_dictionary(first);
    add_parsers(f, first);
}

void fuzz_free_target(fuzzing *f)
{
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++) {
        free(f->programs[kind]);
        free(f->compilers[kind]);
    }
    target_parsers_free(&f->own);
    free(f->dictionary);
    free(f->mutator);
    free(f->measured);
}
