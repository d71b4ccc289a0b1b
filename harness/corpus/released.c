/* SPDX-License-Identifier: MIT */
/* Ids never change their meaning: those of the last release are all still there. */
#include "corpus.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A file of released ids: its lines that are no comments, each "clause ID" or "vector ID". */
typedef struct released {
    const char *path;
    char *text;
    char **lines;
    size_t count;
} released;

/* Returns false if there is no such file, and errno. */
static bool read_released(const char *path, released *list)
{
    size_t length, most = 1;
    char *rest = NULL;
    *list = (released){path, uriproof_file_read(path, &length), NULL, 0};
    if (list->text == NULL)
        return false;
    for (const char *at = list->text; (at = strchr(at, '\n')) != NULL; at++)
        most++;
    list->lines = calloc(most, sizeof *list->lines);
    for (char *line = strtok_r(list->text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        if (line[0] != '#')
            list->lines[list->count++] = line;
    return true;
}

static void free_released(released *list)
{
    free(list->lines);
    free(list->text);
}

/* The id in a line of that kind; or NULL. */
static const char *id_in(const char *line, const char *kind)
{
    size_t length = strlen(kind);
    bool is_kind = strncmp(line, kind, length) == 0 && line[length] == ' ';
    return is_kind && line[length + 1] != '\0' ? line + length + 1 : NULL;
}

static bool has_vector(const uriproof_corpus *corpus, const char *id)
{
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (strcmp(corpus->vectors[i].id, id) == 0)
            return true;
    return false;
}

/* What is wrong with a line, or NULL. */
static const char *fault_of(const uriproof_corpus *corpus, const char *line)
{
    const char *clause = id_in(line, "clause"), *vector = id_in(line, "vector");
    if (clause == NULL && vector == NULL)
        return "neither \"clause ID\" nor \"vector ID\"";
    bool is_there =
        clause != NULL ? uriproof_clause_named(corpus, clause) != NULL : has_vector(corpus, vector);
    if (is_there)
        return NULL;
    if (clause != NULL && has_vector(corpus, clause))
        return "this id was released as that of a clause, and a vector has it";
    if (vector != NULL && uriproof_clause_named(corpus, vector) != NULL)
        return "this id was released as that of a vector, and a clause has it";
    return "this id was released, and is gone or renamed";
}

static size_t check(const uriproof_corpus *corpus, const released *list, FILE *out)
{
    size_t faults = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *fault = fault_of(corpus, list->lines[i]);
        if (fault != NULL)
            fprintf(out, "%s: %s: %s\n", list->path, list->lines[i], fault);
        faults += fault != NULL;
    }
    if (list->count > 0)
        return faults;
    fprintf(out, "%s: no id is in it\n", list->path);
    return 1;
}

static size_t unreadable(const char *path, FILE *out)
{
    fprintf(out, "%s: %s\n", path, strerror(errno));
    return 1;
}

size_t uriproof_released_lint(const uriproof_corpus *corpus, const char *path, FILE *out)
{
    released list;
    size_t faults = read_released(path, &list) ? check(corpus, &list, out) : unreadable(path, out);
    free_released(&list);
    return faults;
}

static void put_if_new(const released *list, const char *kind, const char *id, FILE *out)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *listed = id_in(list->lines[i], kind);
        if (listed != NULL && strcmp(listed, id) == 0)
            return;
    }
    fprintf(out, "%s %s\n", kind, id);
}

static void put_ids(const uriproof_corpus *corpus, const released *list, FILE *out)
{
    fprintf(out, "# uriproof %s, %s: these ids never vanish (docs/vectors.md)\n",
            uriproof_version(), corpus->dialect->name);
    for (size_t i = 0; i < list->count; i++)
        fprintf(out, "%s\n", list->lines[i]);
    for (size_t i = 0; i < corpus->clause_count; i++)
        put_if_new(list, "clause", corpus->clauses[i].id, out);
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (corpus->vectors[i].group->level <= URIPROOF_CLAUSES)
            put_if_new(list, "vector", corpus->vectors[i].id, out);
}

size_t uriproof_ids_write(const uriproof_corpus *corpus, const char *path, FILE *out, FILE *said)
{
    released list;
    bool there = read_released(path, &list);
    bool first = !there && errno == ENOENT;
    size_t faults = 0;
    if (!first)
        faults = there ? check(corpus, &list, said) : unreadable(path, said);
    if (faults == 0)
        put_ids(corpus, &list, out);
    free_released(&list);
    return faults;
}
