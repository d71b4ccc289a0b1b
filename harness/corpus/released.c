/* SPDX-License-Identifier: MIT */
/* Checks that all ids of the last release are still there: an id never changes its meaning. */
#include "corpus.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A file of released ids, without its comments. Each line is "clause ID" or "vector ID". */
typedef struct released {
    char *text;
    char **lines;
    size_t count;
} released;

/* Returns false and sets errno if the file cannot be read. */
static bool read_released(const char *path, released *list)
{
    size_t length;
    char *rest = NULL;
    *list = (released){.text = uriproof_file_read(path, &length)};
    if (list->text == NULL)
        return false;
    for (char *line = strtok_r(list->text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        list->lines = list_grown(list->lines, list->count, sizeof line);
        list->lines[list->count] = line;
        list->count += line[0] != '#';
    }
    return true;
}

/* Returns the id in a line of the kind "clause" or "vector"; NULL in a line of another kind. */
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

/* Returns what is wrong with a line, or NULL. */
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

static size_t check(const uriproof_corpus *corpus, const char *path, const released *list,
                    FILE *said)
{
    size_t faults = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *fault = fault_of(corpus, list->lines[i]);
        if (fault != NULL) {
            fprintf(said, "%s: ", path);
            put_printable(said, list->lines[i]);
            fprintf(said, ": %s\n", fault);
        }
        faults += fault != NULL;
    }
    if (list->count == 0)
        fprintf(said, "%s: no id is in it\n", path);
    return list->count == 0 ? 1 : faults;
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

size_t uriproof_ids_check(const uriproof_corpus *corpus, const char *path, FILE *out, FILE *said)
{
    released list;
    size_t faults = 0;
    if (read_released(path, &list))
        faults = check(corpus, path, &list, said);
    else if (out == NULL || errno != ENOENT) /* the first list has no list before it */
        faults = fprintf(said, "%s: %s\n", path, error_reason(errno)) != 0;
    if (faults == 0 && out != NULL)
        put_ids(corpus, &list, out);
    free(list.lines);
    free(list.text);
    return faults;
}
