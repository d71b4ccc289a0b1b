/* SPDX-License-Identifier: MIT */
#include "baseline.h"
#include "json/json.h"

#include "answer.h"

#include <stdlib.h>
#include <string.h>

/* ---- Which results are listed ---- */

/* Returns the outcome without regard to time, since the time depends on the machine. */
static uriproof_outcome timeless(uriproof_outcome outcome)
{
    return outcome == URIPROOF_SLOW ? URIPROOF_AGREE : outcome;
}

static bool is_failure(uriproof_outcome outcome)
{
    return !uriproof_outcomes[outcome].good;
}

/* Returns true if case `number` is a vector of the user's own. */
static bool is_own(const uriproof_results *results, size_t number)
{
    return number + results->own_cases >= results->case_count;
}

/* Returns true if the list needs an entry for the result of case `number`. Plain agreement needs no
 * entry, and a case that was not run has none. If the adapter does not have an operation at all,
 * one word stands for all its cases. But each vector of the user's own has an entry, so that its
 * loss is found. */
static bool is_listed(const uriproof_results *results, size_t number, const uriproof_result *result,
                      const bool *unsupported)
{
    uriproof_outcome outcome = timeless(result->outcome);
    if (outcome == URIPROOF_NOT_RUN || outcome == URIPROOF_FLAKY)
        return false;
    if (is_own(results, number))
        return true;
    if (outcome == URIPROOF_UNSUPPORTED)
        return !unsupported[results->cases[number].op];
    return outcome != URIPROOF_AGREE || result->answer != 0;
}

/* ---- Reading ---- */

static const json_field root_fields[] = {
    {"format", JSON_NAME, offsetof(baseline, format), false},
    {"version", JSON_COUNT, offsetof(baseline, version), false},
    {"adapters", JSON_OBJECT, offsetof(baseline, listed), false},
    {NULL, JSON_NAME, 0, false},
};

/* Holds what the list says of an adapter, as its file has it. */
typedef struct file_adapter {
    baseline_adapter facts;
    const char *level, *own;
    const cJSON *unsupported, *results;
} file_adapter;

static const json_field adapter_fields[] = {
    {"dialect", JSON_NAME, offsetof(file_adapter, facts.dialect), false},
    {"level", JSON_NAME, offsetof(file_adapter, level), false},
    {"own", JSON_NAME, offsetof(file_adapter, own), true},
    {"version", JSON_TEXT, offsetof(file_adapter, facts.version), true},
    {"unsupported", JSON_NAMES, offsetof(file_adapter, unsupported), false},
    {"results", JSON_OBJECT, offsetof(file_adapter, results), false},
    {NULL, JSON_NAME, 0, false},
};

static const char *const own_names[BASELINE_OWN_COUNT] = {
    [BASELINE_OWN_BESIDE] = "beside", [BASELINE_OWN_ALONE] = "alone"};

static bool own_named(const char *name, baseline_own *own)
{
    int i = name == NULL ? BASELINE_NO_OWN : BASELINE_OWN_BESIDE;
    while (name != NULL && i < BASELINE_OWN_COUNT && strcmp(own_names[i], name) != 0)
        i++;
    *own = (baseline_own)i;
    return i < BASELINE_OWN_COUNT;
}

/* Reads what the list says of an adapter; its entries follow. */
static bool read_facts(const json_value *root, const cJSON *adapter, file_adapter *file)
{
    *file = (file_adapter){.facts.name = adapter->string};
    if (!json_fill(root, adapter, adapter_fields, file))
        return false;
    if (uriproof_dialect_named(file->facts.dialect) == NULL)
        return json_fault(root, json_item(adapter, "dialect"), "no dialect has this name");
    if (!uriproof_level_named(file->level, &file->facts.level))
        return json_fault(root, json_item(adapter, "level"), "no level has this name");
    if (!own_named(file->own, &file->facts.own))
        return json_fault(root, json_item(adapter, "own"), "neither \"beside\" nor \"alone\"");
    for (const cJSON *item = file->unsupported->child; item != NULL; item = item->next) {
        uriproof_op op = uriproof_op_named(item->valuestring);
        if (op == URIPROOF_OP_COUNT)
            return json_fault(root, item, "no operation has this name");
        file->facts.unsupported[op] = true;
    }
    return true;
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

/* Returns true if the entry agrees plainly: it is of a vector of the user's own. */
static bool agrees_plainly(const baseline_entry *entry)
{
    return entry->outcome == URIPROOF_AGREE && entry->answer == 0;
}

/* Reads "differ 0123456789abcdef", or "crash", which has no answer, or "agree", whose answer is the
 * expected one. */
static bool read_words(const char *words, baseline_entry *entry)
{
    size_t length = strcspn(words, " ");
    bool answered = words[length] == ' ';
    return outcome_named(words, length, &entry->outcome) && entry->outcome != URIPROOF_NOT_RUN &&
           entry->outcome != URIPROOF_FLAKY && timeless(entry->outcome) == entry->outcome &&
           (answered ? uriproof_outcomes[entry->outcome].answered &&
                           answer_hash_read(words + length + 1, &entry->answer)
                     : !uriproof_outcomes[entry->outcome].answered || agrees_plainly(entry));
}

static int by_adapter_and_id(const void *a, const void *b)
{
    const baseline_entry *x = a, *y = b;
    int order = strcmp(x->adapter, y->adapter);
    return order != 0 ? order : strcmp(x->id, y->id);
}

static bool read_adapter(const json_value *root, const cJSON *adapter, baseline *list)
{
    file_adapter file;
    if (!read_facts(root, adapter, &file))
        return false;
    list->adapters = list_grown(list->adapters, list->adapter_count, sizeof *list->adapters);
    baseline_adapter *facts = &list->adapters[list->adapter_count++];
    *facts = file.facts;
    for (const cJSON *item = file.results->child; item != NULL; item = item->next) {
        baseline_entry entry = {.adapter = adapter->string, .id = item->string};
        if (!cJSON_IsString(item) || !read_words(item->valuestring, &entry))
            return json_fault(root, item, "not an outcome with the hash of its answer");
        list->entries = list_grown(list->entries, list->count, sizeof *list->entries);
        list->entries[list->count++] = entry;
        facts->lists_own = facts->lists_own || agrees_plainly(&entry);
    }
    return true;
}

static bool read_adapters(const json_value *root, baseline *list)
{
    for (const cJSON *one = list->listed->child; one != NULL; one = one->next)
        if (!read_adapter(root, one, list))
            return false;
    if (list->count > 0)
        qsort(list->entries, list->count, sizeof *list->entries, by_adapter_and_id);
    return true;
}

bool baseline_is_old(const json_document *document)
{
    uriproof_span root = json_root(document), version = json_member(root, "version");
    uriproof_span format = json_member(root, "format");
    return uriproof_span_equal(format, uriproof_span_of("\"uriproof-baseline\"")) &&
           uriproof_span_equal(version, uriproof_span_of("1"));
}

bool baseline_read(const json_document *document, baseline *list)
{
    json_value root = json_value_read(document, json_root(document));
    *list = (baseline){.document = root.tree};
    if (baseline_is_old(document))
        json_fault(&root, root.tree,
                   "it is of version 1, which has no answers; --update-baseline makes it anew, "
                   "for all its adapters");
    else if (json_is_format(&root, "uriproof-baseline", 2) &&
             json_fill(&root, root.tree, root_fields, list) && read_adapters(&root, list))
        return true;
    baseline_free(list);
    return false;
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

/* Returns what the list says of the adapter's answer to the case. A case that is not listed agreed
 * plainly, or its operation was not supported; then the entry has no adapter. */
static baseline_entry entry_of(const baseline *list, const char *adapter, const char *id,
                               uriproof_op op)
{
    const baseline_entry *entry = find(list, adapter, id);
    if (entry != NULL)
        return *entry;
    const baseline_adapter *facts = baseline_adapter_named(list, adapter);
    bool unsupported = facts != NULL && facts->unsupported[op];
    return (baseline_entry){.outcome = unsupported ? URIPROOF_UNSUPPORTED : URIPROOF_AGREE};
}

uriproof_known baseline_known(const baseline *list, const char *adapter, const char *id,
                              uriproof_op op, const uriproof_result *result)
{
    const baseline_entry was = entry_of(list, adapter, id, op);
    uriproof_outcome outcome = timeless(result->outcome);
    bool failed = is_failure(was.outcome) || was.outcome == URIPROOF_UNSUPPORTED;
    bool same_answer = list->ignore_answers || was.answer == result->answer;
    if (outcome == URIPROOF_NOT_RUN)
        return URIPROOF_AS_EVER;
    if (was.outcome == outcome && is_failure(outcome))
        return same_answer ? URIPROOF_KNOWN_FAILURE : URIPROOF_CHANGED_FAILURE;
    if (was.outcome != outcome && (is_failure(outcome) || outcome == URIPROOF_UNSUPPORTED))
        return failed && was.adapter != NULL ? URIPROOF_OTHER_FAILURE : URIPROOF_NEW_FAILURE;
    if (was.outcome != outcome && failed)
        return URIPROOF_NO_FAILURE_NOW;
    /* The same answer under another verdict is no change of the parser. */
    return same_answer ? URIPROOF_AS_EVER : URIPROOF_CHANGED_ANSWER;
}

/* Returns the outcome of case `number` by the list; not-run if the list does not say it. A vector
 * of the user's own without an entry may be new. */
static uriproof_outcome outcome_before(const baseline *list, const char *adapter,
                                       const uriproof_results *results, size_t number)
{
    const uriproof_case *one = &results->cases[number];
    if (baseline_adapter_named(list, adapter) == NULL ||
        (is_own(results, number) && find(list, adapter, one->id) == NULL))
        return URIPROOF_NOT_RUN;
    return entry_of(list, adapter, one->id, one->op).outcome;
}

void baseline_judge(const baseline *list, uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_case *one = &results->cases[k];
            uriproof_result result = *adapter->results[k];
            result.known = baseline_known(list, adapter->name, one->id, one->op, &result);
            if (!uriproof_knowns[result.known].good)
                result.was = outcome_before(list, adapter->name, results, k);
            if (result.known != adapter->results[k]->known)
                results_set(results, i, k, &result);
        }
    }
    results->has_baseline = true;
}

size_t baseline_unmatched(const baseline *list, const uriproof_results *results,
                          const uriproof_corpus *corpus,
                          void (*tell)(void *self, const baseline_entry *entry), void *self)
{
    size_t unmatched = 0;
    store *ids = store_new(); /* first those of the corpus */
    for (size_t i = 0; i < corpus->vector_count; i++)
        store_number(ids, corpus->vectors[i].id);
    for (size_t i = 0; i < list->count; i++) {
        const baseline_entry *entry = &list->entries[i];
        if (store_number(ids, entry->id) < corpus->vector_count ||
            results_adapter_named(results, entry->adapter) == NULL)
            continue;
        tell(self, entry);
        unmatched++;
    }
    store_free(ids);
    return unmatched;
}

size_t baseline_new(const baseline *list, const uriproof_results *results, const char *adapter)
{
    const baseline_adapter *listed = baseline_adapter_named(list, adapter);
    size_t count = 0;
    if (listed == NULL || !listed->lists_own)
        return 0;
    for (size_t i = 0; i < results->case_count; i++)
        count += is_own(results, i) && find(list, adapter, results->cases[i].id) == NULL;
    return count;
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

/* Begins an adapter, whose results are to follow. */
static void open_adapter(json_writer *w, const baseline_adapter *about)
{
    json_new_line(w);
    json_open_object(w, about->name);
    json_text(w, "dialect", about->dialect);
    json_text(w, "level", uriproof_level_names[about->level]);
    json_text_if(w, "own", own_names[about->own]);
    json_text_if(w, "version", about->version);
    json_open_array(w, "unsupported");
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        if (about->unsupported[op])
            json_text(w, NULL, uriproof_ops[op].name);
    json_close(w);
    json_open_object(w, "results");
}

static void write_entry(json_writer *w, const baseline_entry *entry)
{
    char words[64], answer[ANSWER_HASH_ROOM] = "";
    if (entry->answer != 0)
        answer_hash_write(entry->answer, answer);
    snprintf(words, sizeof words, "%s%s%s", uriproof_outcomes[entry->outcome].name,
             entry->answer != 0 ? " " : "", answer);
    json_new_line(w);
    json_text(w, entry->id, words);
}

static void write_old_adapter(json_writer *w, const baseline *old, const baseline_adapter *about)
{
    open_adapter(w, about);
    for (size_t i = 0; i < old->count; i++)
        if (strcmp(old->entries[i].adapter, about->name) == 0)
            write_entry(w, &old->entries[i]);
    json_close(w);
    json_close(w);
}

static void write_adapter(json_writer *w, const uriproof_results *results,
                          const uriproof_adapter_results *adapter, uriproof_level level)
{
    baseline_adapter about = {.name = adapter->name,
                              .dialect = results->dialect,
                              .version = adapter->version,
                              .level = level,
                              .own = baseline_own_of(results)};
    for (size_t i = 0; i < results->case_count; i++) /* one that was asked ... */
        about.unsupported[results->cases[i].op] = true;
    for (size_t i = 0; i < results->case_count; i++) /* ... and that no case answered */
        if (adapter->results[i]->outcome != URIPROOF_UNSUPPORTED)
            about.unsupported[results->cases[i].op] = false;
    open_adapter(w, &about);
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        const uriproof_result *result = adapter->results[i];
        if (is_listed(results, i, result, about.unsupported))
            write_entry(w, &(baseline_entry){adapter->name, one->id, timeless(result->outcome),
                                             result->answer});
    }
    json_close(w);
    json_close(w);
}

baseline_own baseline_own_of(const uriproof_results *results)
{
    if (results->own == NULL || *results->own == NULL)
        return BASELINE_NO_OWN;
    return results->only_own ? BASELINE_OWN_ALONE : BASELINE_OWN_BESIDE;
}

static bool was_run(const uriproof_results *results, size_t count, const char *name)
{
    size_t i = 0;
    while (i < count && results_adapter_named(&results[i], name) == NULL)
        i++;
    return i < count;
}

bool baseline_write(const baseline *old, const uriproof_results *results, size_t count,
                    uriproof_level level, FILE *out)
{
    json_writer w = json_writer_to(out, 0);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-baseline");
    json_number(&w, "version", 2);
    json_open_object(&w, "adapters");
    for (size_t i = 0; old != NULL && i < old->adapter_count; i++)
        if (!was_run(results, count, old->adapters[i].name))
            write_old_adapter(&w, old, &old->adapters[i]);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < results[i].adapter_count; k++)
            write_adapter(&w, &results[i], &results[i].adapters[k], level);
    return json_writer_end(&w);
}
