/* SPDX-License-Identifier: MIT */
/* A dialect's files, in their order, and what they hold together. */
#include "corpus.h"

#include "corpus_read.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A corpus while it is loaded. */
typedef struct loading {
    uriproof_corpus *corpus;
    uriproof_error *error;
} loading;

static bool read_file(const loading *l, const char *folder, const char *name, corpus_kind kind)
{
    const char *path = store_joined(l->corpus->memory, folder, "/", name);
    return corpus_read_file(l->corpus, kind, path, l->error);
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

/* Reads the files of vectors of a folder. Only the folder of generated ones may be missing. */
static bool read_vector_files(const loading *l, const char *folder, corpus_kind kind)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_vector_file, by_name);
    if (count < 0)
        uriproof_end_if_memory(errno);
    bool read = count >= 0 || (kind == CORPUS_GENERATED && errno == ENOENT);
    if (!read)
        uriproof_error_set(l->error, "%s: %s", folder, error_reason(errno));
    for (int i = 0; i < count; i++) {
        read = read && read_file(l, folder, entries[i]->d_name, kind);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return read;
}

static const char *id_at(const void *entries, size_t index, size_t size)
{
    return *(const char *const *)(const void *)((const char *)entries + index * size);
}

/* Checks that no two entries have the same id. An entry has `size` octets and begins with its id. A
 * hash table with open addresses holds the number of each entry, from 1; sorting would take three
 * times the memory. */
static bool all_unique(const loading *l, const char *folder, const char *what, const void *entries,
                       size_t count, size_t size)
{
    size_t room = 2;
    while (room < count + count / 4 + 1)
        room *= 2;
    uint32_t *numbers = calloc(room, sizeof *numbers);
    const char *twice = NULL;
    for (size_t i = 0; i < count && twice == NULL; i++) {
        const char *id = id_at(entries, i, size);
        size_t place = octets_hash(OCTETS_HASH_BEGIN, id, strlen(id)) & (room - 1);
        for (; numbers[place] != 0 && twice == NULL; place = (place + 1) & (room - 1))
            twice = strcmp(id_at(entries, numbers[place] - 1, size), id) == 0 ? id : NULL;
        numbers[place] = (uint32_t)i + 1;
    }
    free(numbers);
    if (twice != NULL)
        uriproof_error_set(l->error, "%s: %s: the id \"%s\" is there twice", folder, what,
                           json_excerpt_of(twice).words);
    return twice == NULL;
}

static bool ids_unique(const loading *l, const char *folder)
{
    const uriproof_corpus *c = l->corpus;
    return all_unique(l, folder, "flags", c->flags, c->flag_count, sizeof *c->flags) &&
           all_unique(l, folder, "clauses", c->clauses, c->clause_count, sizeof *c->clauses) &&
           all_unique(l, folder, "vectors", c->vectors, c->vector_count, sizeof *c->vectors);
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
    *corpus = (uriproof_corpus){
        .dialect = dialect, .memory = store_new(), .details = cJSON_CreateArray()};
    const loading l = {corpus, error};
    const char *inner = store_joined(corpus->memory, folder, "/", dialect->name);
    const char *generated = store_joined(corpus->memory, inner, "/", "generated");
    bool loaded =
        read_file(&l, folder, "flags.json", CORPUS_FLAGS) &&
        read_file(&l, inner, "clauses.json", CORPUS_CLAUSES) &&
        read_vector_files(&l, inner, CORPUS_VECTORS) &&
        (level < URIPROOF_COMPLETE || read_vector_files(&l, generated, CORPUS_GENERATED)) &&
        ids_unique(&l, inner);
    if (!loaded)
        uriproof_corpus_free(corpus);
    return loaded;
}

bool uriproof_corpus_add(uriproof_corpus *corpus, const char *path, uriproof_error *error)
{
    const loading l = {corpus, error};
    const char *name = store_text(corpus->memory, path);
    return corpus_read_file(corpus, CORPUS_VECTORS, name, error) && ids_unique(&l, name);
}
