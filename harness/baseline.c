/* SPDX-License-Identifier: MIT */
#include "baseline.h"

#include <stdlib.h>
#include <string.h>

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

static bool is_string(const cJSON *object, const char *key, const char *value)
{
    const char *found = cJSON_GetStringValue(member(object, key));
    return found != NULL && strcmp(found, value) == 0;
}

/* Complete, where it does not say. */
static bool read_level(const cJSON *document, uriproof_level *level, uriproof_error *error)
{
    const cJSON *item = member(document, "level");
    *level = URIPROOF_COMPLETE;
    if (item == NULL)
        return true;
    for (size_t i = 0; cJSON_IsString(item) && i < URIPROOF_LEVEL_COUNT; i++) {
        if (strcmp(uriproof_level_names[i], item->valuestring) != 0)
            continue;
        *level = (uriproof_level)i;
        return true;
    }
    return fault(error, "its \"level\" is not one", NULL);
}

static bool check_head(const cJSON *document, const char *dialect, uriproof_error *error)
{
    static const char *const keys[] = {"format", "version",     "dialect",
                                       "level",  "unsupported", "adapters"};
    for (const cJSON *item = document->child; item != NULL; item = item->next) {
        size_t i = 0;
        while (i < sizeof keys / sizeof keys[0] && strcmp(keys[i], item->string) != 0)
            i++;
        if (i == sizeof keys / sizeof keys[0])
            return fault(error, "unknown key", item->string);
    }
    const cJSON *version = member(document, "version");
    if (!is_string(document, "format", "uriproof-baseline"))
        return fault(error, "its \"format\" is not \"uriproof-baseline\"", NULL);
    if (!cJSON_IsNumber(version) || version->valuedouble != 1)
        return fault(error, "its \"version\" is not 1; this program is too old for it", NULL);
    if (!is_string(document, "dialect", dialect))
        return fault(error, "it is not a baseline of the dialect", dialect);
    return cJSON_IsObject(member(document, "adapters")) ||
           fault(error, "it has no object \"adapters\"", NULL);
}

static bool outcome_named(const char *name, uriproof_outcome *outcome)
{
    for (int i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        if (strcmp(uriproof_outcomes[i].name, name) != 0)
            continue;
        *outcome = (uriproof_outcome)i;
        return i == URIPROOF_UNSUPPORTED || (!uriproof_outcomes[i].good && i != URIPROOF_NOT_RUN);
    }
    return false;
}

static bool read_adapter(const cJSON *adapter, baseline *list, uriproof_error *error)
{
    if (!cJSON_IsObject(adapter))
        return fault(error, "not an object of ids and outcomes:", adapter->string);
    for (const cJSON *item = adapter->child; item != NULL; item = item->next) {
        baseline_entry *entry = &list->entries[list->count];
        *entry = (baseline_entry){adapter->string, item->string, URIPROOF_DIFFER};
        if (!cJSON_IsString(item) || !outcome_named(item->valuestring, &entry->outcome))
            return fault(error, "not the outcome of a failure: that of", item->string);
        list->count++;
    }
    return true;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool no_adapter_twice(const cJSON *adapters, uriproof_error *error)
{
    size_t count = 0;
    const char **names = calloc((size_t)cJSON_GetArraySize(adapters) + 1, sizeof *names);
    if (names == NULL)
        return fault(error, "out of memory", NULL);
    for (const cJSON *one = adapters->child; one != NULL; one = one->next)
        names[count++] = one->string;
    qsort(names, count, sizeof *names, by_id);
    const char *twice = NULL;
    for (size_t i = 1; i < count && twice == NULL; i++)
        if (strcmp(names[i - 1], names[i]) == 0)
            twice = names[i];
    free(names);
    return twice == NULL || fault(error, "the adapter is there twice:", twice);
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
        most += (size_t)cJSON_GetArraySize(one);
    list->entries = calloc(most + 1, sizeof *list->entries);
    if (list->entries == NULL)
        return fault(error, "out of memory", NULL);
    for (const cJSON *one = adapters->child; one != NULL; one = one->next)
        if (!read_adapter(one, list, error))
            return false;
    qsort(list->entries, list->count, sizeof *list->entries, by_adapter_and_id);
    for (size_t i = 1; i < list->count; i++)
        if (by_adapter_and_id(&list->entries[i - 1], &list->entries[i]) == 0)
            return fault(error, "the id is there twice:", list->entries[i].id);
    return true;
}

/* The operations that an adapter does not support, by adapter. */
static bool check_unsupported(const cJSON *adapters, uriproof_error *error)
{
    if (adapters == NULL)
        return true;
    if (!cJSON_IsObject(adapters))
        return fault(error, "\"unsupported\" is no object of arrays", NULL);
    for (const cJSON *ops = adapters->child; ops != NULL; ops = ops->next) {
        if (!cJSON_IsArray(ops))
            return fault(error, "not an array of operations:", ops->string);
        for (const cJSON *op = ops->child; op != NULL; op = op->next)
            if (!cJSON_IsString(op) || uriproof_op_named(op->valuestring) == URIPROOF_OP_COUNT)
                return fault(error, "not an operation that is not supported: one of", ops->string);
    }
    return true;
}

bool baseline_read(const char *text, size_t length, const char *dialect, baseline *list,
                   uriproof_error *error)
{
    *list = (baseline){.document = uriproof_json_read(text, length, error)};
    if (list->document == NULL)
        return false;
    if (check_head(list->document, dialect, error) &&
        read_level(list->document, &list->level, error) &&
        check_unsupported(member(list->document, "unsupported"), error) &&
        no_adapter_twice(member(list->document, "adapters"), error) &&
        read_adapters(member(list->document, "adapters"), list, error))
        return true;
    baseline_free(list);
    return false;
}

void baseline_free(baseline *list)
{
    free(list->entries);
    cJSON_Delete(list->document);
    *list = (baseline){0};
}

/* ---- Judging ---- */

static const baseline_entry *find(const baseline *list, const char *adapter, const char *id)
{
    baseline_entry wanted = {adapter, id, URIPROOF_DIFFER};
    if (list->count == 0)
        return NULL;
    return bsearch(&wanted, list->entries, list->count, sizeof *list->entries, by_adapter_and_id);
}

/* True where the list says so of the operation, or of none: it is older than the word. */
static bool was_unsupported(const baseline *list, const char *adapter, uriproof_op op)
{
    const cJSON *adapters = member(list->document, "unsupported");
    const cJSON *ops = member(adapters, adapter);
    for (const cJSON *name = ops != NULL ? ops->child : NULL; name != NULL; name = name->next)
        if (uriproof_op_named(name->valuestring) == op)
            return true;
    return adapters == NULL;
}

static uriproof_known known_unlisted(const baseline *list, const char *adapter, uriproof_op op,
                                     uriproof_outcome outcome)
{
    bool as_ever = outcome == URIPROOF_UNSUPPORTED ? was_unsupported(list, adapter, op)
                                                   : uriproof_outcomes[outcome].good;
    return as_ever ? URIPROOF_AS_EVER : URIPROOF_NEW_FAILURE;
}

static uriproof_known known_listed(uriproof_outcome listed, uriproof_outcome outcome)
{
    if (listed == outcome)
        return outcome == URIPROOF_UNSUPPORTED ? URIPROOF_AS_EVER : URIPROOF_KNOWN_FAILURE;
    bool good = uriproof_outcomes[outcome].good && outcome != URIPROOF_UNSUPPORTED;
    return good ? URIPROOF_NO_FAILURE_NOW : URIPROOF_OTHER_FAILURE;
}

uriproof_known baseline_known(const baseline *list, const char *adapter, const char *id,
                              uriproof_op op, uriproof_outcome outcome)
{
    const baseline_entry *entry = find(list, adapter, id);
    if (outcome == URIPROOF_NOT_RUN)
        return URIPROOF_AS_EVER;
    return entry != NULL ? known_listed(entry->outcome, outcome)
                         : known_unlisted(list, adapter, op, outcome);
}

void baseline_judge(const baseline *list, uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_case *one = &results->cases[k];
            uriproof_result *result = &adapter->results[k];
            result->known = baseline_known(list, adapter->name, one->id, one->op, result->outcome);
        }
    }
    results->has_baseline = true;
}

static bool was_run(const uriproof_results *results, const char *adapter)
{
    size_t i = 0;
    while (i < results->adapter_count && strcmp(results->adapters[i].name, adapter) != 0)
        i++;
    return i < results->adapter_count;
}

/* The ids of all vectors, sorted. NULL where memory is out. The caller frees it. */
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
        if (there || !was_run(results, entry->adapter))
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
            if (!uriproof_knowns[results->adapters[i].results[k].known].good)
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

static void write_entry(FILE *out, size_t *written, const char *id, uriproof_outcome outcome)
{
    fputs((*written)++ > 0 ? ",\n  " : "\n  ", out);
    write_string(out, id);
    fprintf(out, ": \"%s\"", uriproof_outcomes[outcome].name);
}

/* No case of the operation was answered. */
static bool is_unsupported(const uriproof_results *results, size_t adapter, uriproof_op op)
{
    bool asked = false;
    for (size_t i = 0; i < results->case_count; i++) {
        if (results->cases[i].op != op)
            continue;
        asked = true;
        if (results->adapters[adapter].results[i].outcome != URIPROOF_UNSUPPORTED)
            return false;
    }
    return asked;
}

static void write_results(FILE *out, const uriproof_results *results, size_t adapter)
{
    size_t written = 0;
    bool unsupported[URIPROOF_OP_COUNT] = {false};
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        unsupported[op] = is_unsupported(results, adapter, (uriproof_op)op);
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        uriproof_outcome outcome = results->adapters[adapter].results[i].outcome;
        bool is_alone = outcome == URIPROOF_UNSUPPORTED && !unsupported[one->op];
        if (!uriproof_outcomes[outcome].good || is_alone)
            write_entry(out, &written, one->id, outcome);
    }
}

static void write_old_results(FILE *out, const baseline *old, const char *adapter)
{
    size_t written = 0;
    for (size_t i = 0; i < old->count; i++)
        if (strcmp(old->entries[i].adapter, adapter) == 0)
            write_entry(out, &written, old->entries[i].id, old->entries[i].outcome);
}

static void write_ops(FILE *out, const uriproof_results *results, size_t adapter)
{
    const char *before = "";
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++) {
        if (!is_unsupported(results, adapter, (uriproof_op)op))
            continue;
        fprintf(out, "%s\"%s\"", before, uriproof_ops[op].name);
        before = ", ";
    }
}

static void write_old_ops(FILE *out, const baseline *old, const char *adapter)
{
    const cJSON *ops = member(member(old->document, "unsupported"), adapter);
    for (const cJSON *op = ops->child; op != NULL; op = op->next)
        fprintf(out, "%s\"%s\"", op != ops->child ? ", " : "", op->valuestring);
}

/* What a baseline says of each adapter under one name. */
typedef struct section {
    const char *name;
    char open, close;
    void (*write)(FILE *out, const uriproof_results *results, size_t adapter);
    void (*write_old)(FILE *out, const baseline *old, const char *adapter);
} section;

static const section sections[] = {
    {"unsupported", '[', ']', write_ops, write_old_ops},
    {"adapters", '{', '}', write_results, write_old_results},
};

static void open_adapter(FILE *out, const section *s, size_t *written, const char *adapter)
{
    fputs((*written)++ > 0 ? ",\n " : "\n ", out);
    write_string(out, adapter);
    fprintf(out, ": %c", s->open);
}

/* First the adapters that were not run, as they stand in the old list. */
static void write_section(FILE *out, const section *s, const baseline *old,
                          const uriproof_results *results)
{
    size_t written = 0;
    const cJSON *adapters = old != NULL ? member(old->document, s->name) : NULL;
    fprintf(out, "\"%s\": {", s->name);
    for (const cJSON *one = adapters != NULL ? adapters->child : NULL; one != NULL;
         one = one->next) {
        if (was_run(results, one->string))
            continue;
        open_adapter(out, s, &written, one->string);
        s->write_old(out, old, one->string);
        putc(s->close, out);
    }
    for (size_t i = 0; i < results->adapter_count; i++) {
        open_adapter(out, s, &written, results->adapters[i].name);
        s->write(out, results, i);
        putc(s->close, out);
    }
    putc('}', out);
}

bool baseline_write(const baseline *old, const uriproof_results *results, uriproof_level level,
                    FILE *out)
{
    fprintf(out,
            "{\"format\": \"uriproof-baseline\", \"version\": 1, \"dialect\": \"%s\", "
            "\"level\": \"%s\"",
            results->dialect, uriproof_level_names[level]);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        fputs(",\n", out);
        write_section(out, &sections[i], old, results);
    }
    fputs("}\n", out);
    return fflush(out) == 0 && ferror(out) == 0;
}
