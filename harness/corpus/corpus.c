/* SPDX-License-Identifier: MIT */
/* A dialect's files, in their order, and what they hold together. */
#include "corpus.h"
#include "corpus_read.h"
#include "memory.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const uriproof_level_names[URIPROOF_LEVEL_COUNT] = {"examples", "clauses", "complete"};

static bool read_file(corpus_reading *reading, const char *folder, const char *name,
                      bool (*read)(corpus_reading *, const char *))
{
    size_t length = strlen(folder) + strlen(name) + 2;
    char *path = corpus_memory_take(reading->corpus->memory, length, 1);
    reading->place = "";
    if (path == NULL)
        return corpus_out_of_memory(reading);
    snprintf(path, length, "%s/%s", folder, name);
    reading->file = path;
    return read(reading, path);
}

static int is_vector_file(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && entry->d_name[0] != '.' &&
           strcmp(entry->d_name + length - 5, ".json") == 0 &&
           strcmp(entry->d_name, "clauses.json") != 0;
}

/* Orders files by the octets of their names, whatever the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool read_vector_files(corpus_reading *reading, const char *folder,
                              bool (*read_one)(corpus_reading *, const char *))
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_vector_file, by_name);
    bool read = count >= 0 || corpus_fault(reading, strerror(errno), folder);
    for (int i = 0; i < count; i++) {
        read = read && read_file(reading, folder, entries[i]->d_name, read_one);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return read;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Reads what the generator wrote for the dialect of `folder`, if it wrote anything. */
static bool read_generated(corpus_reading *reading, const char *folder)
{
    size_t length = strlen(folder) + sizeof "/generated";
    char *generated = corpus_memory_take(reading->corpus->memory, length, 1);
    if (generated == NULL)
        return corpus_out_of_memory(reading);
    snprintf(generated, length, "%s/generated", folder);
    if (access(generated, F_OK) != 0 && errno == ENOENT)
        return true;
    return read_vector_files(reading, generated, corpus_read_derived);
}

/* Sorts `ids` and looks for one that is there twice. */
static bool all_unique(corpus_reading *reading, const char **ids, size_t count, const char *what)
{
    if (count > 0)
        qsort(ids, count, sizeof *ids, by_id);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(ids[i - 1], ids[i]) != 0)
            continue;
        reading->place = what;
        return corpus_fault(reading, "the id is there twice:", ids[i]);
    }
    return true;
}

static bool ids_unique(corpus_reading *reading, const char *folder)
{
    uriproof_corpus *corpus = reading->corpus;
    size_t most = corpus->vector_count + corpus->clause_count + corpus->flag_count;
    const char **ids = corpus_memory_take(corpus->memory, most + 1, sizeof *ids);
    reading->file = folder;
    if (ids == NULL)
        return corpus_out_of_memory(reading);
    for (size_t i = 0; i < corpus->flag_count; i++)
        ids[i] = corpus->flags[i].id;
    if (!all_unique(reading, ids, corpus->flag_count, "flags"))
        return false;
    for (size_t i = 0; i < corpus->clause_count; i++)
        ids[i] = corpus->clauses[i].id;
    if (!all_unique(reading, ids, corpus->clause_count, "clauses"))
        return false;
    for (size_t i = 0; i < corpus->vector_count; i++)
        ids[i] = corpus->vectors[i].id;
    return all_unique(reading, ids, corpus->vector_count, "vectors");
}

bool uriproof_corpus_load(const char *folder, const uriproof_dialect *dialect,
                          uriproof_corpus *corpus, uriproof_error *error)
{
    return uriproof_corpus_load_level(folder, dialect, URIPROOF_COMPLETE, corpus, error);
}

bool uriproof_corpus_load_level(const char *folder, const uriproof_dialect *dialect,
                                uriproof_level level, uriproof_corpus *corpus,
                                uriproof_error *error)
{
    *corpus = (uriproof_corpus){.dialect = dialect, .memory = corpus_memory_new()};
    corpus_reading reading = {.corpus = corpus, .file = folder, .place = "", .error = error};
    if (corpus->memory == NULL)
        return corpus_out_of_memory(&reading);
    size_t length = strlen(folder) + strlen(dialect->name) + 2;
    char *inner = corpus_memory_take(corpus->memory, length, 1);
    bool loaded = false;
    if (inner == NULL) {
        corpus_out_of_memory(&reading);
    } else {
        snprintf(inner, length, "%s/%s", folder, dialect->name);
        loaded = read_file(&reading, folder, "flags.json", corpus_read_flags) &&
                 read_file(&reading, inner, "clauses.json", corpus_read_clauses) &&
                 read_vector_files(&reading, inner, corpus_read_vectors) &&
                 (level < URIPROOF_COMPLETE || read_generated(&reading, inner)) &&
                 ids_unique(&reading, inner);
    }
    if (!loaded)
        uriproof_corpus_free(corpus);
    return loaded;
}

void uriproof_corpus_free(uriproof_corpus *corpus)
{
    corpus_memory_free(corpus->memory);
    *corpus = (uriproof_corpus){.dialect = corpus->dialect};
}

/* ---- What of a corpus is asked for: a clause, the vectors of a pattern, the answer under readings
 * ---- */

const uriproof_clause *uriproof_clause_named(const uriproof_corpus *corpus, const char *id)
{
    for (size_t i = 0; i < corpus->clause_count; i++)
        if (strcmp(corpus->clauses[i].id, id) == 0)
            return &corpus->clauses[i];
    return NULL;
}

static bool holds(const uriproof_alternate *alternate, const uriproof_readings *readings)
{
    for (size_t i = 0; i < alternate->set_count; i++)
        if (readings->value[alternate->set[i].reading] != alternate->set[i].value)
            return false;
    return true;
}

const uriproof_answer *uriproof_vector_expect(const uriproof_vector *vector,
                                              const uriproof_readings *readings)
{
    const uriproof_answer *expect = &vector->expect;
    size_t most = 0;
    for (size_t i = 0; i < vector->alternate_count; i++) {
        const uriproof_alternate *alternate = &vector->alternates[i];
        if (alternate->set_count > most && holds(alternate, readings)) {
            most = alternate->set_count;
            expect = &alternate->expect;
        }
    }
    return expect;
}

static bool any_matches(const char **ids, const char *pattern)
{
    while (*ids != NULL && fnmatch(pattern, *ids, 0) != 0)
        ids++;
    return *ids != NULL;
}

bool uriproof_vector_selected(const uriproof_vector *vector, const char *pattern)
{
    return pattern == NULL || fnmatch(pattern, vector->id, 0) == 0 ||
           any_matches(vector->obeys, pattern) || any_matches(vector->breaks, pattern);
}
