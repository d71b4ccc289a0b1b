/* SPDX-License-Identifier: MIT */
/* A dialect's files, in their order, and what they hold together. */
#include "corpus.h"

#include "corpus_read.h"
#include "lint.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A corpus while it is loaded. */
typedef struct loading {
    uriproof_corpus *corpus;
    uriproof_error *error;
    json_faults *all; /* where all faults are listed, or NULL */
} loading;

/* Reports a fault, as json_fault does. */
__attribute__((format(printf, 2, 3))) static bool fault(const loading *l, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->error->words, sizeof l->error->words, format, arguments);
    va_end(arguments);
    if (l->all != NULL) {
        fprintf(l->all->out, "%s\n", l->error->words);
        l->all->count++;
    }
    return false;
}

static bool read_file(const loading *l, const char *folder, const char *name, corpus_kind kind)
{
    const char *path = store_joined(l->corpus->memory, folder, "/", name);
    return corpus_read_file(l->corpus, kind, path, l->all, l->error);
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

/* Reports that two entries have the same id. Vectors have a file, which others have not. */
static bool fault_twice(const loading *l, const char *folder, const char *what, const void *entry,
                        const void *before)
{
    const json_excerpt id = json_excerpt_of(id_at(entry, 0, 0));
    if (strcmp(what, "vectors") != 0)
        return fault(l, "%s: %s: the id \"%s\" is there twice", folder, what, id.words);
    const uriproof_group *group = ((const uriproof_vector *)entry)->group;
    const uriproof_group *other = ((const uriproof_vector *)before)->group;
    if (group == other)
        return fault(l, "%s:%zu: the id \"%s\" is there twice", group->file, group->line, id.words);
    return fault(l, "%s:%zu: the id \"%s\" is that of a vector in %s:%zu too: choose another",
                 group->file, group->line, id.words, other->file, other->line);
}

/* Checks that no two entries have the same id. An entry has `size` octets and begins with its id. A
 * hash table with open addresses holds the number of each entry, from 1; sorting would take three
 * times the memory. */
static bool all_unique(const loading *l, const char *folder, const char *what, const void *entries,
                       size_t count, size_t size)
{
    size_t room = 2;
    bool good = true;
    while (room < count + count / 4 + 1)
        room *= 2;
    uint32_t *numbers = calloc(room, sizeof *numbers);
    for (size_t i = 0; i < count && (good || l->all != NULL); i++) {
        const char *id = id_at(entries, i, size), *const all = entries;
        size_t place = octets_hash(OCTETS_HASH_BEGIN, id, strlen(id)) & (room - 1);
        while (numbers[place] != 0 && strcmp(id_at(entries, numbers[place] - 1, size), id) != 0)
            place = (place + 1) & (room - 1);
        if (numbers[place] != 0)
            good = fault_twice(l, folder, what, all + i * size, all + (numbers[place] - 1) * size);
        else
            numbers[place] = (uint32_t)i + 1;
    }
    free(numbers);
    return good;
}

static bool ids_unique(const loading *l, const char *folder)
{
    const uriproof_corpus *c = l->corpus;
    const bool flags = all_unique(l, folder, "flags", c->flags, c->flag_count, sizeof *c->flags);
    if (!flags && l->all == NULL)
        return false;
    const bool clauses =
        all_unique(l, folder, "clauses", c->clauses, c->clause_count, sizeof *c->clauses);
    if (!clauses && l->all == NULL)
        return false;
    return all_unique(l, folder, "vectors", c->vectors, c->vector_count, sizeof *c->vectors) &&
           flags && clauses;
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
    const loading l = {corpus, error, NULL};
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

/* ---- The user's own ---- */

static int is_json_file(const struct dirent *entry)
{
    return is_vector_file(entry) || strcmp(entry->d_name, "clauses.json") == 0;
}

/* Calls `take` for the file at `path`, or for each *.json in that folder. Returns false after a
 * fault, or if there is no such file. */
static bool each_file(const loading *l, const char *path, void *self,
                      bool (*take)(const loading *l, const char *path, void *self))
{
    struct dirent **entries;
    store *names = store_new();
    int count = scandir(path, &entries, is_json_file, by_name);
    if (count < 0)
        uriproof_end_if_memory(errno);
    bool good = count != 0 || fault(l, "%s: no *.json is in it", path);
    if (count < 0 && errno == ENOTDIR)
        good = take(l, path, self);
    else if (count < 0)
        good = fault(l, "%s: %s", path, error_reason(errno));
    for (int i = 0; i < count; i++) {
        if (good || l->all != NULL)
            good = take(l, store_joined(names, path, "/", entries[i]->d_name), self) && good;
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    store_free(names);
    return good;
}

/* Adds a file, if vectors are wanted and it has some, or if others are and it has those. `self` is
 * true if vectors are wanted. If all faults are listed, uriproof_corpus_dialects has listed those
 * of files of no kind. */
static bool add_file(const loading *l, const char *path, void *self)
{
    const bool *const vectors = self;
    const uriproof_dialect *dialect;
    corpus_kind kind;
    if (!corpus_read_kind(path, &kind, &dialect, l->error))
        return l->all != NULL;
    if ((dialect != NULL && dialect != l->corpus->dialect) ||
        *vectors != (kind == CORPUS_VECTORS || kind == CORPUS_GENERATED))
        return true;
    return corpus_read_file(l->corpus, kind, store_text(l->corpus->memory, path), l->all, l->error);
}

/* Adds first what vectors name. */
static bool add_own(const loading *l, const char *path)
{
    uriproof_corpus *c = l->corpus;
    const size_t clauses = c->clause_count, vectors = c->vector_count;
    bool good = each_file(l, path, &(bool){false}, add_file);
    if (good || l->all != NULL)
        good = each_file(l, path, &(bool){true}, add_file) && good;
    good = (good || l->all != NULL) && ids_unique(l, path) && good;
    c->own_clauses += c->clause_count - clauses;
    c->own_vectors += c->vector_count - vectors;
    return good;
}

bool uriproof_corpus_add(uriproof_corpus *corpus, const char *path, uriproof_error *error)
{
    return add_own(&(loading){corpus, error, NULL}, path);
}

size_t uriproof_corpus_add_and_lint(uriproof_corpus *corpus, const char *path, FILE *out)
{
    uriproof_error error;
    json_faults all = {out, 0};
    add_own(&(loading){corpus, &error, &all}, path);
    return all.count + lint_own(corpus, out);
}

static bool mark_dialect(const loading *l, const char *path, void *self)
{
    bool *of = self;
    size_t count;
    corpus_kind kind;
    const uriproof_dialect *found, *const *dialects = uriproof_dialects(&count);
    if (!corpus_read_kind(path, &kind, &found, l->error)) {
        const uriproof_error why = *l->error;
        return fault(l, "%s", why.words);
    }
    for (size_t i = 0; i < count; i++)
        of[i] = of[i] || dialects[i] == found;
    return true;
}

size_t uriproof_corpus_dialects(const char *path, bool *of, FILE *out)
{
    uriproof_error error;
    json_faults all = {out, 0};
    each_file(&(loading){NULL, &error, &all}, path, of, mark_dialect);
    return all.count;
}
