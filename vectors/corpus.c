/* SPDX-License-Identifier: MIT */
/* Reads clauses, flags and vectors from their folder. */
#include <uriproof/corpus.h>

#include "derived.h"
#include "memory.h"
#include <uriproof/file.h>

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

const char *const uriproof_level_names[URIPROOF_LEVEL_COUNT] = {"examples", "clauses", "complete"};

/* A corpus while it is read, and where the reader stands, for words about faults. */
typedef struct corpus_reading {
    uriproof_corpus *corpus;
    const char *file;
    const char *place;  /* the id or number of the entry that is read */
    size_t case_number; /* of a derived file's group, from 1; or 0 */
    char number[32];    /* room for "vector 7" */
    bool derived;       /* what is expected may be left open in part */
    size_t budget;      /* octets that may still be built of the texts of a derived file */
    uriproof_error *error;
} corpus_reading;

static bool fault(corpus_reading *reading, const char *words, const char *culprit)
{
    char of_case[32] = "";
    if (reading->case_number > 0)
        snprintf(of_case, sizeof of_case, ", case %zu", reading->case_number);
    uriproof_error_set(reading->error, "%s: %s%s%s%s%s%s%s", reading->file, reading->place, of_case,
                       reading->place[0] != '\0' ? ": " : "", words,
                       culprit[0] != '\0' ? " \"" : "", culprit, culprit[0] != '\0' ? "\"" : "");
    return false;
}

/* An entry goes by its number, counted from 1, until its id is known. */
static void stand_at(corpus_reading *reading, const char *kind, size_t number)
{
    snprintf(reading->number, sizeof reading->number, "%s %zu", kind, number);
    reading->place = reading->number;
}

static bool out_of_memory(corpus_reading *reading)
{
    return fault(reading, "out of memory", "");
}

static bool is_known(const char *key, const char *const *keys)
{
    while (*keys != NULL && strcmp(*keys, key) != 0)
        keys++;
    return *keys != NULL;
}

static bool no_key_twice(corpus_reading *reading, const cJSON *object)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next)
        for (const cJSON *other = item->next; other != NULL; other = other->next)
            if (strcmp(item->string, other->string) == 0)
                return fault(reading, "key given twice", item->string);
    return true;
}

static bool only_known_keys(corpus_reading *reading, const cJSON *object, const char *const *keys)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next)
        if (!is_known(item->string, keys))
            return fault(reading, "unknown key", item->string);
    return no_key_twice(reading, object);
}

static bool get_string(corpus_reading *reading, const cJSON *object, const char *key,
                       const char **string)
{
    *string = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    if (*string == NULL || **string == '\0')
        return fault(reading, "needs a string", key);
    return true;
}

static bool get_array(corpus_reading *reading, const cJSON *object, const char *key,
                      const cJSON **array)
{
    *array = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsArray(*array) || fault(reading, "needs an array", key);
}

/* The strings of the array `key`, as a NULL-terminated list. An absent array is void. */
static bool get_strings(corpus_reading *reading, const cJSON *object, const char *key,
                        const char ***strings)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, key);
    size_t count = array != NULL ? (size_t)cJSON_GetArraySize(array) : 0;
    if (array != NULL && !cJSON_IsArray(array))
        return fault(reading, "needs an array", key);
    *strings = corpus_memory_take(reading->corpus->memory, count + 1, sizeof **strings);
    if (*strings == NULL)
        return out_of_memory(reading);
    size_t at = 0;
    for (const cJSON *item = count > 0 ? array->child : NULL; item != NULL; item = item->next) {
        if (!cJSON_IsString(item))
            return fault(reading, "needs strings in", key);
        (*strings)[at++] = item->valuestring;
    }
    return true;
}

/* Reads a file and checks its head; the document belongs to the corpus. */
static bool read_document(corpus_reading *reading, const char *path, const char *format,
                          const cJSON **document)
{
    size_t length = 0;
    char *text = uriproof_file_read(path, &length);
    if (text == NULL)
        return fault(reading, strerror(errno), "");
    uriproof_error inner;
    cJSON *object = uriproof_json_read(text, length, &inner);
    free(text);
    if (object == NULL)
        return fault(reading, inner.words, "");
    if (!corpus_memory_keep(reading->corpus->memory, object))
        return out_of_memory(reading);
    *document = object;
    const char *found = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "format"));
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(object, "version");
    if (found == NULL || strcmp(found, format) != 0)
        return fault(reading, "its \"format\" is not", format);
    if (!cJSON_IsNumber(version) || version->valuedouble != 1)
        return fault(reading, "its \"version\" is not 1; this program is too old for it", "");
    return true;
}

static bool of_this_dialect(corpus_reading *reading, const cJSON *document)
{
    const char *dialect;
    if (!get_string(reading, document, "dialect", &dialect))
        return false;
    return strcmp(dialect, reading->corpus->dialect->name) == 0 ||
           fault(reading, "is of another dialect:", dialect);
}

static bool read_flag(corpus_reading *reading, const cJSON *object, uriproof_flag *flag)
{
    static const char *const keys[] = {"id", "note", "effect", NULL};
    if (!cJSON_IsObject(object))
        return fault(reading, "a flag is not an object", "");
    return get_string(reading, object, "id", &flag->id) && (reading->place = flag->id, true) &&
           only_known_keys(reading, object, keys) &&
           get_string(reading, object, "note", &flag->note) &&
           get_string(reading, object, "effect", &flag->effect);
}

static bool read_flags(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format", "version", "flags", NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *document = NULL, *array = NULL;
    if (!read_document(reading, path, "uriproof-flags", &document) ||
        !only_known_keys(reading, document, keys) || !get_array(reading, document, "flags", &array))
        return false;
    size_t count = (size_t)cJSON_GetArraySize(array);
    corpus->flags = corpus_memory_take(corpus->memory, count, sizeof *corpus->flags);
    if (corpus->flags == NULL)
        return out_of_memory(reading);
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        stand_at(reading, "flag", corpus->flag_count + 1);
        if (!read_flag(reading, item, &corpus->flags[corpus->flag_count++]))
            return false;
    }
    return true;
}

static bool read_clause(corpus_reading *reading, const cJSON *object, uriproof_clause *clause)
{
    static const char *const keys[] = {"id",         "document", "section", "production",
                                       "paraphrase", "tokens",   NULL};
    if (!cJSON_IsObject(object))
        return fault(reading, "a clause is not an object", "");
    if (!get_string(reading, object, "id", &clause->id))
        return false;
    reading->place = clause->id;
    bool has_production = cJSON_GetObjectItemCaseSensitive(object, "production") != NULL;
    return only_known_keys(reading, object, keys) &&
           get_string(reading, object, "document", &clause->document) &&
           get_string(reading, object, "section", &clause->section) &&
           get_string(reading, object, "paraphrase", &clause->paraphrase) &&
           (!has_production || get_string(reading, object, "production", &clause->production)) &&
           get_strings(reading, object, "tokens", &clause->tokens);
}

static bool read_clauses(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format", "version", "dialect", "clauses", NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *document = NULL, *array = NULL;
    if (!read_document(reading, path, "uriproof-clauses", &document) ||
        !only_known_keys(reading, document, keys) || !of_this_dialect(reading, document) ||
        !get_array(reading, document, "clauses", &array))
        return false;
    size_t count = (size_t)cJSON_GetArraySize(array);
    corpus->clauses = corpus_memory_take(corpus->memory, count, sizeof *corpus->clauses);
    if (corpus->clauses == NULL)
        return out_of_memory(reading);
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        stand_at(reading, "clause", corpus->clause_count + 1);
        if (!read_clause(reading, item, &corpus->clauses[corpus->clause_count++]))
            return false;
    }
    return true;
}

static bool clauses_known(corpus_reading *reading, const char **ids)
{
    for (; *ids != NULL; ids++)
        if (uriproof_clause_named(reading->corpus, *ids) == NULL)
            return fault(reading, "unknown clause", *ids);
    return true;
}

static bool flags_known(corpus_reading *reading, const char **ids)
{
    for (; *ids != NULL; ids++) {
        size_t i = 0;
        while (i < reading->corpus->flag_count && strcmp(reading->corpus->flags[i].id, *ids) != 0)
            i++;
        if (i == reading->corpus->flag_count)
            return fault(reading, "unknown flag", *ids);
    }
    return true;
}

static bool read_expect(corpus_reading *reading, const cJSON *object, uriproof_op op,
                        uriproof_answer *expect)
{
    uriproof_error inner;
    cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "expect");
    if (!cJSON_IsObject(item))
        return fault(reading, "needs an object", "expect");
    uriproof_strictness strictness = reading->derived ? URIPROOF_LEFT_OPEN : URIPROOF_KNOWN_KEYS;
    if (!uriproof_answer_read(item, op, strictness, expect, &inner))
        return fault(reading, inner.words, "");
    if (expect->unsupported)
        return fault(reading, "an expected answer cannot be", "unsupported");
    return true;
}

static bool read_choice(corpus_reading *reading, const cJSON *item, uriproof_choice *choice)
{
    const uriproof_dialect *dialect = reading->corpus->dialect;
    uriproof_readings values = {{0}};
    const char *value = cJSON_GetStringValue(item);
    uriproof_reading_error error =
        value == NULL ? URIPROOF_READING_VALUE_UNKNOWN
                      : uriproof_set_reading(dialect, item->string, value, &values);
    if (error == URIPROOF_READING_UNKNOWN)
        return fault(reading, "unknown reading", item->string);
    if (error == URIPROOF_READING_VALUE_UNKNOWN)
        return fault(reading, "unknown value of reading", item->string);
    while (strcmp(dialect->readings[choice->reading].id, item->string) != 0)
        choice->reading++;
    choice->value = values.value[choice->reading];
    return true;
}

static bool read_alternate(corpus_reading *reading, const cJSON *object, uriproof_op op,
                           uriproof_alternate *alternate)
{
    static const char *const keys[] = {"set", "expect", NULL};
    if (!cJSON_IsObject(object))
        return fault(reading, "a reading needs \"set\" and \"expect\"", "");
    if (!only_known_keys(reading, object, keys))
        return false;
    const cJSON *set = cJSON_GetObjectItemCaseSensitive(object, "set");
    if (!cJSON_IsObject(set) || set->child == NULL)
        return fault(reading, "needs a reading in", "set");
    size_t count = (size_t)cJSON_GetArraySize(set);
    if (!no_key_twice(reading, set))
        return false;
    alternate->set = corpus_memory_take(reading->corpus->memory, count, sizeof *alternate->set);
    if (alternate->set == NULL)
        return out_of_memory(reading);
    for (const cJSON *item = set->child; item != NULL; item = item->next)
        if (!read_choice(reading, item, &alternate->set[alternate->set_count++]))
            return false;
    return read_expect(reading, object, op, &alternate->expect);
}

static bool read_alternates(corpus_reading *reading, const cJSON *object, uriproof_vector *vector)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, "readings");
    if (array == NULL)
        return true;
    if (!cJSON_IsArray(array))
        return fault(reading, "needs an array", "readings");
    size_t count = (size_t)cJSON_GetArraySize(array);
    vector->alternates =
        corpus_memory_take(reading->corpus->memory, count, sizeof *vector->alternates);
    if (vector->alternates == NULL)
        return out_of_memory(reading);
    for (const cJSON *item = array->child; item != NULL; item = item->next)
        if (!read_alternate(reading, item, vector->request.op,
                            &vector->alternates[vector->alternate_count++]))
            return false;
    return true;
}

/* The keys of a vector that are the same for every operation. */
static const char *const vector_keys[] = {"id",    "about", "obeys",  "breaks",   "origin",
                                          "flags", "op",    "expect", "readings", NULL};

static bool is_request_key(const char *key, uriproof_op op)
{
    for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++) {
        size_t length = strlen(uriproof_ops[op].fields[i]);
        if (strncmp(key, uriproof_ops[op].fields[i], length) == 0 &&
            (key[length] == '\0' || strcmp(key + length, "_hex") == 0))
            return true;
    }
    return false;
}

static bool vector_keys_known(corpus_reading *reading, const cJSON *object, uriproof_op op)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next)
        if (!is_known(item->string, vector_keys) && !is_request_key(item->string, op))
            return fault(reading, "unknown key", item->string);
    return no_key_twice(reading, object);
}

static bool read_request(corpus_reading *reading, cJSON *object, uriproof_request *request)
{
    const char *name;
    uriproof_error inner;
    if (!get_string(reading, object, "op", &name))
        return false;
    uriproof_op op = uriproof_op_named(name);
    if (op == URIPROOF_OP_COUNT)
        return fault(reading, "unknown op", name);
    if (!vector_keys_known(reading, object, op))
        return false;
    return uriproof_request_read(object, op, request, &inner) || fault(reading, inner.words, "");
}

static bool read_rest(corpus_reading *reading, cJSON *object, uriproof_vector *vector)
{
    return get_string(reading, object, "about", &vector->about) &&
           get_string(reading, object, "origin", &vector->origin) &&
           get_strings(reading, object, "obeys", &vector->obeys) &&
           get_strings(reading, object, "breaks", &vector->breaks) &&
           get_strings(reading, object, "flags", &vector->flags) &&
           clauses_known(reading, vector->obeys) && clauses_known(reading, vector->breaks) &&
           flags_known(reading, vector->flags) &&
           read_expect(reading, object, vector->request.op, &vector->expect) &&
           read_alternates(reading, object, vector);
}

static bool has_flag(const uriproof_vector *vector, const char *flag)
{
    const char **at = vector->flags;
    while (*at != NULL && strcmp(*at, flag) != 0)
        at++;
    return *at != NULL;
}

static bool read_vector(corpus_reading *reading, cJSON *object, uriproof_vector *vector)
{
    if (!cJSON_IsObject(object))
        return fault(reading, "a vector is not an object", "");
    vector->file = reading->file;
    if (!get_string(reading, object, "id", &vector->id))
        return false;
    reading->place = vector->id;
    if (!read_request(reading, object, &vector->request) || !read_rest(reading, object, vector))
        return false;
    vector->level = has_flag(vector, "example") ? URIPROOF_EXAMPLES : URIPROOF_CLAUSES;
    return true;
}

/* A case goes by the id of its group and its number, until its own id is known. */
static bool read_case(corpus_reading *reading, const cJSON *group, const char *group_id,
                      const cJSON *item, uriproof_vector *vector)
{
    struct uriproof_corpus_memory *memory = reading->corpus->memory;
    uriproof_error inner;
    reading->place = group_id;
    cJSON *object = derived_vector(group, item, &reading->budget, &inner);
    if (object == NULL)
        return fault(reading, inner.words, "");
    if (!corpus_memory_keep(memory, object))
        return out_of_memory(reading);
    vector->file = reading->file;
    vector->level = URIPROOF_COMPLETE;
    vector->group = group_id;
    if (!read_request(reading, object, &vector->request))
        return false;
    char *id = corpus_memory_take(memory, strlen(group_id) + DERIVED_ID_MORE, 1);
    if (id == NULL)
        return out_of_memory(reading);
    derived_id(group_id, &vector->request, id);
    vector->id = reading->place = id;
    return read_rest(reading, object, vector);
}

/* Makes room for `more` vectors behind those that are there. */
static bool grow(corpus_reading *reading, size_t more)
{
    uriproof_corpus *corpus = reading->corpus;
    uriproof_vector *vectors =
        corpus_memory_take(corpus->memory, corpus->vector_count + more, sizeof *vectors);
    if (vectors == NULL)
        return out_of_memory(reading);
    if (corpus->vector_count > 0)
        memcpy(vectors, corpus->vectors, corpus->vector_count * sizeof *vectors);
    corpus->vectors = vectors;
    return true;
}

static bool read_vectors(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format", "version", "dialect", "about", "vectors", NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *document = NULL, *array = NULL;
    size_t number = 0;
    if (!read_document(reading, path, "uriproof-vectors", &document) ||
        !only_known_keys(reading, document, keys) || !of_this_dialect(reading, document) ||
        !get_array(reading, document, "vectors", &array) ||
        !grow(reading, (size_t)cJSON_GetArraySize(array)))
        return false;
    for (cJSON *item = array->child; item != NULL; item = item->next) {
        stand_at(reading, "vector", ++number);
        if (!read_vector(reading, item, &corpus->vectors[corpus->vector_count++]))
            return false;
    }
    return true;
}

static bool read_group(corpus_reading *reading, const cJSON *group)
{
    static const char *const keys[] = {"id",     "about", "origin", "obeys",
                                       "breaks", "op",    "cases",  NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *cases = NULL;
    const char *id;
    if (!cJSON_IsObject(group))
        return fault(reading, "a group is not an object", "");
    if (!get_string(reading, group, "id", &id))
        return false;
    reading->place = id;
    if (!only_known_keys(reading, group, keys) || !get_array(reading, group, "cases", &cases))
        return false;
    for (const cJSON *item = cases->child; item != NULL; item = item->next) {
        reading->case_number++;
        if (!read_case(reading, group, id, item, &corpus->vectors[corpus->vector_count++]))
            return false;
    }
    reading->case_number = 0;
    return true;
}

static size_t count_cases(const cJSON *groups)
{
    size_t count = 0;
    for (const cJSON *group = groups->child; group != NULL; group = group->next)
        count += (size_t)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(group, "cases"));
    return count;
}

static bool read_derived(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format",    "version", "dialect", "about", "guarantee",
                                       "generator", "seed",    "groups",  NULL};
    const cJSON *document = NULL, *groups = NULL;
    size_t number = 0;
    if (!read_document(reading, path, "uriproof-derived", &document) ||
        !only_known_keys(reading, document, keys) || !of_this_dialect(reading, document) ||
        !get_array(reading, document, "groups", &groups) || !grow(reading, count_cases(groups)))
        return false;
    reading->derived = true;
    reading->budget = DERIVED_MOST;
    bool read = true;
    for (const cJSON *group = groups->child; group != NULL && read; group = group->next) {
        stand_at(reading, "group", ++number);
        read = read_group(reading, group);
    }
    reading->derived = false;
    return read;
}

static bool read_file(corpus_reading *reading, const char *folder, const char *name,
                      bool (*read)(corpus_reading *, const char *))
{
    size_t length = strlen(folder) + strlen(name) + 2;
    char *path = corpus_memory_take(reading->corpus->memory, length, 1);
    reading->place = "";
    if (path == NULL)
        return out_of_memory(reading);
    snprintf(path, length, "%s/%s", folder, name);
    reading->file = path;
    return read(reading, path);
}

static bool is_derived(const char *name)
{
    return strncmp(name, "derived-", strlen("derived-")) == 0;
}

static int is_vector_file(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && entry->d_name[0] != '.' &&
           strcmp(entry->d_name + length - 5, ".json") == 0 &&
           strcmp(entry->d_name, "clauses.json") != 0;
}

/* Those that people wrote first; then by octets, whatever the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    bool a_derived = is_derived((*a)->d_name), b_derived = is_derived((*b)->d_name);
    if (a_derived != b_derived)
        return a_derived ? 1 : -1;
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool read_vector_files(corpus_reading *reading, const char *folder, uriproof_level level)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_vector_file, by_name);
    bool read = count >= 0 || fault(reading, strerror(errno), folder);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        bool wanted = level == URIPROOF_COMPLETE || !is_derived(name);
        read = read && (!wanted || read_file(reading, folder, name,
                                             is_derived(name) ? read_derived : read_vectors));
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

/* Sorts `ids` and looks for one that is there twice. */
static bool all_unique(corpus_reading *reading, const char **ids, size_t count, const char *what)
{
    if (count > 0)
        qsort(ids, count, sizeof *ids, by_id);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(ids[i - 1], ids[i]) != 0)
            continue;
        reading->place = what;
        return fault(reading, "the id is there twice:", ids[i]);
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
        return out_of_memory(reading);
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
        return out_of_memory(&reading);
    size_t length = strlen(folder) + strlen(dialect->name) + 2;
    char *inner = corpus_memory_take(corpus->memory, length, 1);
    bool loaded = inner != NULL || out_of_memory(&reading);
    if (loaded) {
        snprintf(inner, length, "%s/%s", folder, dialect->name);
        loaded = read_file(&reading, folder, "flags.json", read_flags) &&
                 read_file(&reading, inner, "clauses.json", read_clauses) &&
                 read_vector_files(&reading, inner, level) && ids_unique(&reading, inner);
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
