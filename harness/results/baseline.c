/* SPDX-License-Identifier: MIT */
#include "baseline.h"
#include "json/json.h"

#include "answer_hash.h"

#include <stdlib.h>
#include <string.h>

/* ---- Which results are listed ---- */

/* Returns the outcome that counts: how long an answer took is of the machine, and no list's. */
static uriproof_outcome timeless(uriproof_outcome outcome)
{
    return outcome == URIPROOF_SLOW ? URIPROOF_AGREE : outcome;
}

static bool is_failure(uriproof_outcome outcome)
{
    return !uriproof_outcomes[outcome].good;
}

/* Plain agreement needs no entry, nor does what was not run. An operation that the adapter does not
 * have at all has one word for all its cases. */
static bool is_listed(const uriproof_result *result, const bool *unsupported, uriproof_op op)
{
    uriproof_outcome outcome = timeless(result->outcome);
    if (outcome == URIPROOF_UNSUPPORTED)
        return !unsupported[op];
    return outcome != URIPROOF_NOT_RUN && (outcome != URIPROOF_AGREE || result->answer != 0);
}

/* Returns whether a result with this outcome has an answer. */
static bool has_answer(uriproof_outcome outcome)
{
    return outcome != URIPROOF_CRASH && outcome != URIPROOF_TIMEOUT &&
           outcome != URIPROOF_PROTOCOL_ERROR && outcome != URIPROOF_UNSUPPORTED;
}

/* ---- Reading ---- */

static bool fault(uriproof_error *error, const char *words, const char *culprit)
{
    uriproof_error_set(error, "%s%s%.80s%s", words, culprit != NULL ? " \"" : "",
                       culprit != NULL ? culprit : "", culprit != NULL ? "\"" : "");
    return false;
}

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static bool has_only(const cJSON *object, const char *const *keys, uriproof_error *error)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        size_t i = 0;
        while (keys[i] != NULL && strcmp(keys[i], item->string) != 0)
            i++;
        if (keys[i] == NULL)
            return fault(error, "unknown key", item->string);
    }
    return true;
}

/* Version 1 had one dialect for all adapters, and no answers. */
static bool check_version(const cJSON *document, uriproof_error *error)
{
    const char *format = cJSON_GetStringValue(member(document, "format"));
    const cJSON *version = member(document, "version");
    if (format == NULL || strcmp(format, "uriproof-baseline") != 0)
        return fault(error, "its \"format\" is not \"uriproof-baseline\"", NULL);
    if (cJSON_IsNumber(version) && version->valuedouble == 1)
        return fault(error,
                     "it is of version 1, which has no answers; --update-baseline makes it anew, "
                     "for all its adapters",
                     NULL);
    if (!cJSON_IsNumber(version) || version->valuedouble != 2)
        return fault(error, "its \"version\" is not 2; this program is too old for it", NULL);
    return true;
}

static bool check_head(const cJSON *document, uriproof_error *error)
{
    static const char *const keys[] = {"format", "version", "adapters", NULL};
    return check_version(document, error) && has_only(document, keys, error) &&
           (cJSON_IsObject(member(document, "adapters")) ||
            fault(error, "it has no object \"adapters\"", NULL));
}

static bool read_level(const cJSON *adapter, uriproof_level *level, uriproof_error *error)
{
    const char *name = cJSON_GetStringValue(member(adapter, "level"));
    for (size_t i = 0; name != NULL && i < URIPROOF_LEVEL_COUNT; i++) {
        if (strcmp(uriproof_level_names[i], name) != 0)
            continue;
        *level = (uriproof_level)i;
        return true;
    }
    return fault(error, "its \"level\" is not one: that of", adapter->string);
}

static bool read_unsupported(const cJSON *adapter, bool *unsupported, uriproof_error *error)
{
    const cJSON *ops = member(adapter, "unsupported");
    if (!cJSON_IsArray(ops))
        return fault(error, "\"unsupported\" is no array of operations: that of", adapter->string);
    for (const cJSON *op = ops->child; op != NULL; op = op->next) {
        uriproof_op named =
            cJSON_IsString(op) ? uriproof_op_named(op->valuestring) : URIPROOF_OP_COUNT;
        if (named == URIPROOF_OP_COUNT)
            return fault(error, "\"unsupported\" has what is no operation: that of",
                         adapter->string);
        unsupported[named] = true;
    }
    return true;
}

static bool read_about(const cJSON *adapter, baseline_adapter *read, uriproof_error *error)
{
    static const char *const keys[] = {"dialect",     "level",   "version",
                                       "unsupported", "results", NULL};
    const cJSON *dialect = member(adapter, "dialect"), *version = member(adapter, "version");
    *read = (baseline_adapter){.name = adapter->string};
    if (!cJSON_IsObject(adapter))
        return fault(error, "no object: what it says of", adapter->string);
    if (!has_only(adapter, keys, error))
        return false;
    if (!cJSON_IsString(dialect) || uriproof_dialect_named(dialect->valuestring) == NULL)
        return fault(error, "its \"dialect\" is not one: that of", adapter->string);
    if (version != NULL && !cJSON_IsString(version))
        return fault(error, "its \"version\" is no text: that of", adapter->string);
    read->dialect = dialect->valuestring;
    read->version = cJSON_GetStringValue(version);
    return read_level(adapter, &read->level, error) &&
           read_unsupported(adapter, read->unsupported, error);
}

static bool outcome_named(const char *name, size_t length, uriproof_outcome *outcome)
{
    for (int i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        const char *one = uriproof_outcomes[i].name;
        if (strlen(one) != length || strncmp(one, name, length) != 0)
            continue;
        *outcome = (uriproof_outcome)i;
        return true;
    }
    return false;
}

/* Reads "differ 0123456789abcdef", or "crash", which has no answer. */
static bool read_words(const char *words, baseline_entry *entry)
{
    size_t length = strcspn(words, " ");
    bool answered = words[length] == ' ';
    return outcome_named(words, length, &entry->outcome) && entry->outcome != URIPROOF_NOT_RUN &&
           timeless(entry->outcome) == entry->outcome && has_answer(entry->outcome) == answered &&
           (!answered || answer_hash_read(words + length + 1, &entry->answer));
}

static bool read_results(const cJSON *adapter, baseline *list, uriproof_error *error)
{
    const cJSON *results = member(adapter, "results");
    if (!cJSON_IsObject(results))
        return fault(error, "it has no object \"results\":", adapter->string);
    for (const cJSON *item = results->child; item != NULL; item = item->next) {
        baseline_entry *entry = &list->entries[list->count];
        *entry = (baseline_entry){.adapter = adapter->string, .id = item->string};
        if (!cJSON_IsString(item) || !read_words(item->valuestring, entry))
            return fault(error, "not an outcome with the hash of its answer: that of",
                         item->string);
        list->count++;
    }
    return true;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_adapter_and_id(const void *a, const void *b)
{
    const baseline_entry *x = a, *y = b;
    int order = strcmp(x->adapter, y->adapter);
    return order != 0 ? order : strcmp(x->id, y->id);
}

static bool read_adapters(const cJSON *adapters, baseline *list, uriproof_error *error)
{
    size_t most = 0;
    for (const cJSON *one = adapters->child; one != NULL; one = one->next)
        most += (size_t)cJSON_GetArraySize(member(one, "results"));
    list->entries = calloc(most + 1, sizeof *list->entries);
    list->adapters = calloc((size_t)cJSON_GetArraySize(adapters) + 1, sizeof *list->adapters);
    if (list->entries == NULL || list->adapters == NULL)
        return fault(error, "out of memory", NULL);
    for (const cJSON *one = adapters->child; one != NULL; one = one->next)
        if (!read_about(one, &list->adapters[list->adapter_count++], error) ||
            !read_results(one, list, error))
            return false;
    qsort(list->entries, list->count, sizeof *list->entries, by_adapter_and_id);
    return true;
}

bool baseline_read(const char *text, size_t length, baseline *list, uriproof_error *error)
{
    *list = (baseline){.document = uriproof_json_read(text, length, error)};
    if (list->document == NULL)
        return false;
    if (check_head(list->document, error) &&
        read_adapters(member(list->document, "adapters"), list, error))
        return true;
    baseline_free(list);
    return false;
}

bool baseline_is_old(const char *text, size_t length)
{
    uriproof_error error;
    cJSON *document = uriproof_json_read(text, length, &error);
    const char *format = cJSON_GetStringValue(member(document, "format"));
    const cJSON *version = member(document, "version");
    bool old = format != NULL && strcmp(format, "uriproof-baseline") == 0 &&
               cJSON_IsNumber(version) && version->valuedouble == 1;
    cJSON_Delete(document);
    return old;
}

void baseline_free(baseline *list)
{
    free(list->adapters);
    free(list->entries);
    cJSON_Delete(list->document);
    *list = (baseline){0};
}

/* ---- Judging ---- */

const baseline_adapter *baseline_adapter_named(const baseline *list, const char *name)
{
    for (size_t i = 0; i < list->adapter_count; i++)
        if (strcmp(list->adapters[i].name, name) == 0)
            return &list->adapters[i];
    return NULL;
}

static const baseline_entry *find(const baseline *list, const char *adapter, const char *id)
{
    baseline_entry wanted = {.adapter = adapter, .id = id};
    if (list->count == 0)
        return NULL;
    return bsearch(&wanted, list->entries, list->count, sizeof *list->entries, by_adapter_and_id);
}

/* What is not listed agreed plainly, or its operation was not supported. */
static uriproof_known known_unlisted(const baseline *list, const baseline_adapter *adapter,
                                     uriproof_op op, const uriproof_result *result)
{
    uriproof_outcome outcome = timeless(result->outcome);
    bool op_is_gone = outcome == URIPROOF_UNSUPPORTED && !adapter->unsupported[op];
    if (op_is_gone || is_failure(outcome))
        return URIPROOF_NEW_FAILURE;
    if (outcome != URIPROOF_UNSUPPORTED && adapter->unsupported[op])
        return URIPROOF_NO_FAILURE_NOW;
    if (list->ignore_answers || !is_listed(result, adapter->unsupported, op))
        return URIPROOF_AS_EVER;
    return URIPROOF_CHANGED_ANSWER;
}

/* Both have the same outcome. */
static uriproof_known known_alike(const baseline *list, const baseline_entry *entry,
                                  const uriproof_result *result)
{
    bool failure = is_failure(entry->outcome);
    if (list->ignore_answers || entry->answer == result->answer)
        return failure ? URIPROOF_KNOWN_FAILURE : URIPROOF_AS_EVER;
    return failure ? URIPROOF_CHANGED_FAILURE : URIPROOF_CHANGED_ANSWER;
}

static uriproof_known known_listed(const baseline *list, const baseline_entry *entry,
                                   const uriproof_result *result)
{
    uriproof_outcome outcome = timeless(result->outcome);
    bool failed = is_failure(entry->outcome) || entry->outcome == URIPROOF_UNSUPPORTED;
    bool fails = is_failure(outcome) || outcome == URIPROOF_UNSUPPORTED;
    if (entry->outcome == outcome)
        return known_alike(list, entry, result);
    if (fails)
        return failed ? URIPROOF_OTHER_FAILURE : URIPROOF_NEW_FAILURE;
    if (failed)
        return URIPROOF_NO_FAILURE_NOW;
    /* The same answer under another verdict is no change of the parser. */
    bool same = list->ignore_answers || entry->answer == result->answer;
    return same ? URIPROOF_AS_EVER : URIPROOF_CHANGED_ANSWER;
}

uriproof_known baseline_known(const baseline *list, const char *adapter, const char *id,
                              uriproof_op op, const uriproof_result *result)
{
    static const baseline_adapter unknown;
    if (result->outcome == URIPROOF_NOT_RUN)
        return URIPROOF_AS_EVER;
    const baseline_entry *entry = find(list, adapter, id);
    if (entry != NULL)
        return known_listed(list, entry, result);
    const baseline_adapter *about = baseline_adapter_named(list, adapter);
    return known_unlisted(list, about != NULL ? about : &unknown, op, result);
}

uriproof_outcome baseline_outcome(const baseline *list, const baseline_adapter *adapter,
                                  const char *id, uriproof_op op)
{
    const baseline_entry *entry = find(list, adapter->name, id);
    if (entry != NULL)
        return entry->outcome;
    return adapter->unsupported[op] ? URIPROOF_UNSUPPORTED : URIPROOF_AGREE;
}

void baseline_judge(const baseline *list, uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_case *one = &results->cases[k];
            uriproof_result result = *adapter->results[k];
            result.known = baseline_known(list, adapter->name, one->id, one->op, &result);
            if (result.known != adapter->results[k]->known)
                results_set(results, i, k, &result);
        }
    }
    results->has_baseline = true;
}

static const uriproof_adapter_results *adapter_run(const uriproof_results *results,
                                                   const char *name)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        if (strcmp(results->adapters[i].name, name) == 0)
            return &results->adapters[i];
    return NULL;
}

/* The ids of all vectors, sorted. NULL if memory is out. The caller frees it. */
static const char **sorted_ids(const uriproof_corpus *corpus)
{
    const char **ids = calloc(corpus->vector_count + 1, sizeof *ids);
    for (size_t i = 0; ids != NULL && i < corpus->vector_count; i++)
        ids[i] = corpus->vectors[i].id;
    if (ids != NULL)
        qsort(ids, corpus->vector_count, sizeof *ids, by_id);
    return ids;
}

size_t baseline_unmatched(const baseline *list, const uriproof_results *results,
                          const uriproof_corpus *corpus,
                          void (*tell)(void *self, const baseline_entry *entry), void *self)
{
    size_t unmatched = 0;
    const char **ids = sorted_ids(corpus);
    for (size_t i = 0; i < list->count; i++) {
        const baseline_entry *entry = &list->entries[i];
        bool there = ids != NULL &&
                     bsearch(&entry->id, ids, corpus->vector_count, sizeof *ids, by_id) != NULL;
        if (there || adapter_run(results, entry->adapter) == NULL)
            continue;
        tell(self, entry);
        unmatched++;
    }
    free(ids);
    return unmatched;
}

bool baseline_holds(const uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++)
            if (!uriproof_knowns[results->adapters[i].results[k]->known].good)
                return false;
    return !results->partial;
}

/* ---- Writing ---- */

/* What stands in an old list is anybody's, so it is escaped. */
static void write_string(FILE *out, const char *string)
{
    char *json =
        cJSON_PrintUnformatted(&(cJSON){.type = cJSON_String, .valuestring = (char *)string});
    fputs(json != NULL ? json : "\"\"", out);
    cJSON_free(json);
}

static void write_about(FILE *out, size_t *written, const baseline_adapter *about)
{
    const char *before = "";
    fputs((*written)++ > 0 ? ",\n " : "\n ", out);
    write_string(out, about->name);
    fprintf(out, ": {\"dialect\": \"%s\", \"level\": \"%s\"", about->dialect,
            uriproof_level_names[about->level]);
    if (about->version != NULL) {
        fputs(", \"version\": ", out);
        write_string(out, about->version);
    }
    fputs(", \"unsupported\": [", out);
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++) {
        if (!about->unsupported[op])
            continue;
        fprintf(out, "%s\"%s\"", before, uriproof_ops[op].name);
        before = ", ";
    }
    fputs("], \"results\": {", out);
}

static void write_entry(FILE *out, size_t *written, const baseline_entry *entry)
{
    char answer[ANSWER_HASH_ROOM];
    answer_hash_write(entry->answer, answer);
    fputs((*written)++ > 0 ? ",\n  " : "\n  ", out);
    write_string(out, entry->id);
    fprintf(out, ": \"%s%s%s\"", uriproof_outcomes[entry->outcome].name,
            entry->answer != 0 ? " " : "", entry->answer != 0 ? answer : "");
}

static void write_old_adapter(FILE *out, size_t *written, const baseline *old,
                              const baseline_adapter *about)
{
    size_t entries = 0;
    write_about(out, written, about);
    for (size_t i = 0; i < old->count; i++)
        if (strcmp(old->entries[i].adapter, about->name) == 0)
            write_entry(out, &entries, &old->entries[i]);
    fputs("}}", out);
}

/* True if no case of the operation was answered. */
static bool is_unsupported(const uriproof_results *results, const uriproof_adapter_results *adapter,
                           uriproof_op op)
{
    bool asked = false;
    for (size_t i = 0; i < results->case_count; i++) {
        if (results->cases[i].op != op)
            continue;
        asked = true;
        if (adapter->results[i]->outcome != URIPROOF_UNSUPPORTED)
            return false;
    }
    return asked;
}

static void write_adapter(FILE *out, size_t *written, const uriproof_results *results,
                          const uriproof_adapter_results *adapter, uriproof_level level)
{
    size_t entries = 0;
    baseline_adapter about = {adapter->name, results->dialect, adapter->version, level, {false}};
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        about.unsupported[op] = is_unsupported(results, adapter, (uriproof_op)op);
    write_about(out, written, &about);
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        const uriproof_result *result = adapter->results[i];
        if (is_listed(result, about.unsupported, one->op))
            write_entry(out, &entries,
                        &(baseline_entry){adapter->name, one->id, timeless(result->outcome),
                                          result->answer});
    }
    fputs("}}", out);
}

static bool was_run(const uriproof_results *results, size_t count, const char *name)
{
    size_t i = 0;
    while (i < count && adapter_run(&results[i], name) == NULL)
        i++;
    return i < count;
}

bool baseline_write(const baseline *old, const uriproof_results *results, size_t count,
                    uriproof_level level, FILE *out)
{
    size_t written = 0;
    fputs("{\"format\": \"uriproof-baseline\", \"version\": 2, \"adapters\": {", out);
    for (size_t i = 0; old != NULL && i < old->adapter_count; i++)
        if (!was_run(results, count, old->adapters[i].name))
            write_old_adapter(out, &written, old, &old->adapters[i]);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < results[i].adapter_count; k++)
            write_adapter(out, &written, &results[i], &results[i].adapters[k], level);
    fputs("}}\n", out);
    return fflush(out) == 0 && ferror(out) == 0;
}
