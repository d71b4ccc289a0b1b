/* SPDX-License-Identifier: MIT */
/* Has what the commands share beside options: errors, data and words. */
#include "commands.h"

#include "base/base.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Clauses are wrapped to CLAUSE_WIDTH; a rule of up to RULE_COLUMNS is not wrapped. */
enum { CLAUSE_WIDTH = 76, RULE_COLUMNS = 70 };

/* ---- Errors ---- */

static void write_line(FILE *out, const char *format, va_list arguments)
{
    char *words = text_made_from(format, arguments);
    put_printable(out, words);
    fputc('\n', out);
    free(words);
}

int flush_output(void)
{
    static int first;
    if (fflush(stdout) != 0 && first == 0)
        first = errno;
    return first;
}

static void say(const invocation *call, const char *format, va_list arguments)
{
    flush_output();
    fprintf(stderr, "uriproof %s: ", call->command->name);
    write_line(stderr, format, arguments);
}

int failure(const invocation *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(call, format, arguments);
    va_end(arguments);
    return URIPROOF_EXIT_FAILED;
}

void fail(const invocation *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(call, format, arguments);
    va_end(arguments);
    exit(URIPROOF_EXIT_FAILED);
}

void usage_error(const invocation *call, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(call, format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try '%s %s --help'.\n", call->program, call->command->name);
    exit(URIPROOF_EXIT_USAGE);
}

/* ---- Data ---- */

void find_paths(const invocation *call, data_paths *p)
{
    if (paths_find(p))
        return;
    const char *data = getenv("URIPROOF_DATA");
    if (data != NULL)
        fail(call, "URIPROOF_DATA is %s, and has no vectors/flags.json", data);
    fail(call, "cannot find the vectors; set URIPROOF_DATA to the folder that has vectors/ and "
               "harness/adapters/");
}

void load_corpus(const invocation *call, const data_paths *p, const uriproof_dialect *dialect,
                 uriproof_level level, uriproof_corpus *corpus)
{
    char folder[PATH_MOST + 16];
    uriproof_error error;
    snprintf(folder, sizeof folder, "%s/vectors", p->data);
    if (!uriproof_corpus_load_level(folder, dialect, level, corpus, &error))
        fail(call, "%s", error.words);
}

void load_manifests(const invocation *call, const data_paths *p, const char *folder, manifests *m)
{
    uriproof_error error;
    if (!manifests_load(p, m, &error) || (folder != NULL && !manifests_add(m, folder, &error)))
        fail(call, "%s", error.words);
}

const manifest *named_manifest(const invocation *call, const manifests *m, const char *name)
{
    const manifest *entry = manifest_named(m, name);
    near_search near = {.word = name};
    if (entry != NULL)
        return entry;
    for (size_t i = 0; i < m->count; i++)
        near_try_part(&near, m->entries[i].name);
    const bool last = call->command->order == COMMAND_LAST;
    char *any = last ? text_made("'%s %s -- COMMAND'", call->program, call->command->name)
                     : text_made("NAME=COMMAND in its place");
    usage_error(call, "no adapter \"%s\"%s; '%s adapters' lists them, and %s takes any program",
                name, near_advise(&near).words, call->program, any);
}

void read_results(const invocation *call, const char *path, uriproof_results *results)
{
    uriproof_error error;
    if (!uriproof_results_open(path, results, &error))
        fail(call, "%s; '%s test --report json=FILE ADAPTER' writes a results file", error.words,
             call->program);
}

/* ---- Words ---- */

void put_clause(const char *before, const uriproof_corpus *corpus, const char *id)
{
    const uriproof_clause *clause = uriproof_clause_named(corpus, id);
    if (clause == NULL) {
        put_line(stdout, "%s%s", before, id);
        return;
    }
    put_line(stdout, "%s%s (%s, \"%s\")", before, clause->id, clause->document, clause->section);
    fputs("    ", stdout);
    put_wrapped(stdout, clause->paraphrase, 4, CLAUSE_WIDTH);
    if (clause->rule != NULL && strlen(clause->rule) <= RULE_COLUMNS) {
        put_line(stdout, "      %s", clause->rule); /* its blanks set off the name */
    } else if (clause->rule != NULL) {
        fputs("      ", stdout);
        put_wrapped(stdout, clause->rule, 6, CLAUSE_WIDTH);
    }
    if (clause->link != NULL)
        printf("    %s\n", clause->link);
}

bool selects_some(const uriproof_corpus *corpus, uriproof_level level, const char *pattern)
{
    for (size_t i = uriproof_corpus_first(corpus); i < corpus->vector_count; i++)
        if (corpus->vectors[i].group->level <= level &&
            uriproof_vector_selected(&corpus->vectors[i], pattern))
            return true;
    return false;
}

void nothing_selected(const invocation *call, const char *dialect, uriproof_level level,
                      const char *pattern)
{
    if (pattern == NULL)
        usage_error(call, "%s has no vectors at level %s", dialect, uriproof_level_names[level]);
    usage_error(call, "the pattern \"%s\" matches no vector and no clause of %s at level %s",
                pattern, dialect, uriproof_level_names[level]);
}

void put_line(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line(out, format, arguments);
    va_end(arguments);
}

void tell_how_to_get(const char *get, const char *why)
{
    if (get != NULL && !error_is_limit(why))
        put_line(stderr, "To get it: %s.", get);
}

void put_wrapped(FILE *out, const char *words, int indent, int width)
{
    int column = indent;
    while (*words != '\0') {
        int length = (int)strcspn(words, " \n");
        if (column > indent && column + 1 + length > width) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        char *word = strndup(words, (size_t)length);
        column += length + fprintf(out, "%s", column > indent ? " " : "");
        put_printable(out, word);
        free(word);
        words += length;
        words += strspn(words, " ");
        for (; *words == '\n'; words++, column = indent)
            fprintf(out, "\n%*s", words[1] != '\n' ? indent : 0, "");
    }
    fputc('\n', out);
}

void put_listed(FILE *out, size_t *told, const char *name)
{
    fprintf(out, "%s%s", (*told)++ > 0 ? ", " : "", name);
}

size_t list_parts(const uriproof_parts *parts, named_part list[PARTS_MOST])
{
    size_t count = 0;
    for (size_t i = 0; i < PARTS_MOST; i++) {
        bool generic = i < URIPROOF_GENERIC_COUNT;
        const uriproof_part_name *name =
            generic ? &uriproof_generic_names[i]
                    : &uriproof_component_names[i - URIPROOF_GENERIC_COUNT];
        if (generic ? !parts->has_generic : !parts->has_components)
            continue;
        const void *view = generic ? (const void *)&parts->generic : &parts->components;
        list[count] = (named_part){name->name, uriproof_part(view, name)};
        count += uriproof_present(list[count].octets);
    }
    return count;
}

bool wants_colour(FILE *out)
{
    const char *no = getenv("NO_COLOR");
    return (no == NULL || *no == '\0') && isatty(fileno(out)) == 1;
}
