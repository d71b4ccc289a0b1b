/* SPDX-License-Identifier: MIT */
/*
 * The results file, read. It may come from anybody, so every key, type and name is checked; what is
 * read never takes more memory than a fixed multiple of its (unpacked) octets, nor more time than
 * sorting them.
 */
#include "answer_hash.h"
#include "base/base.h"
#include "results_format.h"
#include "truncate.h"
#include "json/json.h"

#include "model.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Keys ---- */

/* An object of the file: each reader of one fills in the members that it has. */
typedef struct file_object {
    const char *id, *name, *about, *origin, *document, *section, *paraphrase, *rule, *link;
    const char *uriproof, *dialect, *version, *language, *splits, *op, *questions, *format;
    const char *field;
    const cJSON *obeys, *breaks, *known, *dialects, *transforms, *ops, *agreed, *expect;
    const cJSON *readings, *clauses, *adapters, *right_in, *details, *cases, *groups;
    const cJSON *answers[URIPROOF_OUTCOME_COUNT];
    size_t format_version, counted;
    bool partial, baseline, shortened;
} file_object;

static const json_field root_fields[] = {
    {"format", JSON_NAME, offsetof(file_object, format), false},
    {"version", JSON_COUNT, offsetof(file_object, format_version), false},
    {"uriproof", JSON_NAME, offsetof(file_object, uriproof), false},
    {"dialect", JSON_NAME, offsetof(file_object, dialect), false},
    {"document", JSON_NAME, offsetof(file_object, document), false},
    {"readings", JSON_NAMES, offsetof(file_object, readings), false},
    {"partial", JSON_BOOL, offsetof(file_object, partial), false},
    {"baseline", JSON_BOOL, offsetof(file_object, baseline), false},
    {"dialects", JSON_ARRAY, offsetof(file_object, dialects), false},
    {"clauses", JSON_ARRAY, offsetof(file_object, clauses), false},
    {"adapters", JSON_ARRAY, offsetof(file_object, adapters), false},
    {"right_in", JSON_NAMES, offsetof(file_object, right_in), false},
    {"details", JSON_NAMES, offsetof(file_object, details), false},
    {"cases", JSON_ARRAY, offsetof(file_object, cases), false},
    {"groups", JSON_ARRAY, offsetof(file_object, groups), false},
    {NULL, JSON_TEXT, 0, false}};

static const json_field dialect_fields[] = {
    {"name", JSON_NAME, offsetof(file_object, name), false},
    {"document", JSON_NAME, offsetof(file_object, document), false},
    {NULL, JSON_TEXT, 0, false}};

static const json_field clause_fields[] = {
    {"id", JSON_NAME, offsetof(file_object, id), false},
    {"document", JSON_NAME, offsetof(file_object, document), false},
    {"section", JSON_NAME, offsetof(file_object, section), false},
    {"paraphrase", JSON_NAME, offsetof(file_object, paraphrase), false},
    {"rule", JSON_NAME, offsetof(file_object, rule), true},
    {"link", JSON_NAME, offsetof(file_object, link), true},
    {NULL, JSON_TEXT, 0, false}};

static const json_field adapter_fields[] = {
    {"name", JSON_NAME, offsetof(file_object, name), false},
    {"version", JSON_TEXT, offsetof(file_object, version), false},
    {"language", JSON_TEXT, offsetof(file_object, language), false},
    {"dialect", JSON_NAME, offsetof(file_object, dialect), true},
    {"dialects", JSON_NAMES, offsetof(file_object, dialects), false},
    {"transforms", JSON_NAMES, offsetof(file_object, transforms), false},
    {"splits", JSON_NAME, offsetof(file_object, splits), true},
    {"ops", JSON_NAMES, offsetof(file_object, ops), false},
    {NULL, JSON_TEXT, 0, false}};

static const json_field group_fields[] = {
    {"id", JSON_NAME, offsetof(file_object, id), false},
    {"about", JSON_NAME, offsetof(file_object, about), false},
    {"origin", JSON_NAME, offsetof(file_object, origin), false},
    {"obeys", JSON_NAMES, offsetof(file_object, obeys), false},
    {"breaks", JSON_NAMES, offsetof(file_object, breaks), false},
    {"op", JSON_NAME, offsetof(file_object, op), false},
    {"counted", JSON_COUNT, offsetof(file_object, counted), false},
    {"questions", JSON_NAME, offsetof(file_object, questions), false},
    {"agreed", JSON_ARRAY, offsetof(file_object, agreed), false},
    {"cases", JSON_ARRAY, offsetof(file_object, cases), false},
    {NULL, JSON_TEXT, 0, false}};

/* The keys of a case that people wrote; those of a group's begin with `id`. */
static const json_field case_fields[] = {
    {"about", JSON_NAME, offsetof(file_object, about), false},
    {"origin", JSON_NAME, offsetof(file_object, origin), false},
    {"obeys", JSON_NAMES, offsetof(file_object, obeys), false},
    {"breaks", JSON_NAMES, offsetof(file_object, breaks), false},
    {"op", JSON_NAME, offsetof(file_object, op), false},
    {"id", JSON_NAME, offsetof(file_object, id), false},
    {"shortened", JSON_BOOL, offsetof(file_object, shortened), true},
    {"known", JSON_OBJECT, offsetof(file_object, known), true},
    {"expect", JSON_ANY, offsetof(file_object, expect), false}};

enum { OWN_FIELDS = 5, CASE_FIELDS = sizeof case_fields / sizeof case_fields[0] };

enum { FIELDS_MOST = CASE_FIELDS + 4 * URIPROOF_OP_COUNT + URIPROOF_OUTCOME_COUNT + 1 };

/* ---- Names and their numbers ---- */

typedef struct named {
    const char *name;
    size_t number;
} named;

/* Names in their order, so that a number is found fast. */
typedef struct names {
    named *list;
    size_t count;
} name_list;

typedef struct results_reader {
    uriproof_results *results;
    json_document document;
    name_list clauses;
    size_t *named_last; /* for each clause, the number of the case that named it last; from 1 on */
    size_t case_number; /* from 1 on; groups count too */
    const uriproof_correctness **right_in; /* by number */
    size_t right_in_count;
    const uriproof_correctness *wrong_everywhere;
    const char **details;
    size_t detail_count;
    json_field fields[FIELDS_MOST]; /* of a case, with those of requests and the outcomes */
} results_reader;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Sorts the names, of which no two may be the same. `array` is told otherwise. */
static bool sort_names(const json_value *value, const cJSON *array, name_list *list)
{
    if (list->count > 0)
        qsort(list->list, list->count, sizeof *list->list, compare_names);
    for (size_t i = 1; i < list->count; i++)
        if (strcmp(list->list[i - 1].name, list->list[i].name) == 0)
            return json_fault(value, array, "%s is there twice",
                              json_excerpt_of(list->list[i].name).words);
    return true;
}

static const named *find_name(const name_list *list, const char *name)
{
    named key = {name, 0};
    return list->count > 0 ? bsearch(&key, list->list, list->count, sizeof key, compare_names)
                           : NULL;
}

static size_t length_of(const cJSON *array)
{
    return (size_t)cJSON_GetArraySize(array);
}

/* Returns copies of the names of an array, with a NULL after the last. */
static const char **copy_names(store *s, const cJSON *array)
{
    const char **list = store_take(s, length_of(array) + 1, sizeof *list);
    size_t count = 0;
    for (const cJSON *item = array->child; item != NULL; item = item->next)
        list[count++] = store_text(s, item->valuestring);
    return list;
}

/* ---- What stands before the cases ---- */

static bool read_dialects(results_reader *reader, const json_value *root, const cJSON *array)
{
    uriproof_results *results = reader->results;
    uriproof_results_dialect *list = store_take(results->store, length_of(array), sizeof *list);
    const cJSON *item;
    results->dialects = list;
    cJSON_ArrayForEach(item, array)
    {
        file_object o = {0};
        if (!json_fill(root, item, dialect_fields, &o))
            return false;
        list[results->dialect_count++] = (uriproof_results_dialect){
            store_text(results->store, o.name), store_text(results->store, o.document)};
    }
    return true;
}

static bool read_clauses(results_reader *reader, const json_value *root, const cJSON *array)
{
    uriproof_results *results = reader->results;
    store *s = results->store;
    size_t count = length_of(array);
    const cJSON *item;
    results->clauses = calloc(count + 1, sizeof *results->clauses);
    reader->clauses.list = calloc(count + 1, sizeof *reader->clauses.list);
    reader->named_last = calloc(count + 1, sizeof *reader->named_last);
    cJSON_ArrayForEach(item, array)
    {
        file_object o = {0};
        if (!json_fill(root, item, clause_fields, &o))
            return false;
        uriproof_results_clause clause = {store_text(s, o.id),      store_text(s, o.document),
                                          store_text(s, o.section), store_text(s, o.paraphrase),
                                          store_text(s, o.rule),    store_text(s, o.link)};
        reader->clauses.list[results->clause_count] = (named){clause.id, results->clause_count};
        results->clauses[results->clause_count++] = clause;
    }
    reader->clauses.count = count;
    return sort_names(root, array, &reader->clauses);
}

static bool read_ops(const json_value *root, const cJSON *array, bool *has_op)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        uriproof_op op = uriproof_op_named(item->valuestring);
        if (op == URIPROOF_OP_COUNT)
            return json_fault(root, item, "unknown op %s",
                              json_excerpt_of(item->valuestring).words);
        has_op[op] = true;
    }
    return true;
}

static bool read_adapters(results_reader *reader, const json_value *root, const cJSON *array)
{
    store *s = reader->results->store;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        file_object o = {0};
        if (!json_fill(root, item, adapter_fields, &o))
            return false;
        uriproof_adapter_results *added = results_new_adapter(reader->results);
        *added = (uriproof_adapter_results){.name = store_text(s, o.name),
                                            .version = store_text(s, o.version),
                                            .language = store_text(s, o.language),
                                            .dialect = store_text(s, o.dialect),
                                            .dialects = copy_names(s, o.dialects),
                                            .transforms = copy_names(s, o.transforms),
                                            .splits = store_text(s, o.splits)};
        if (!read_ops(root, o.ops, added->has_op))
            return false;
    }
    return true;
}

/* Reads the letters of one list, "wrwa": one for each dialect. */
static bool read_letters(const char *letters, size_t count, uriproof_correctness *right_in)
{
    if (strlen(letters) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t which = 0;
        while (which < URIPROOF_CORRECTNESS_COUNT &&
               uriproof_correctnesses[which].name[0] != letters[i])
            which++;
        if (which == URIPROOF_CORRECTNESS_COUNT)
            return false;
        right_in[i] = (uriproof_correctness)which;
    }
    return true;
}

static bool read_right_in(results_reader *reader, const json_value *root, const cJSON *array)
{
    uriproof_results *results = reader->results;
    const cJSON *item;
    uriproof_correctness *wrong = store_take(results->store, results->dialect_count, sizeof *wrong);
    for (size_t i = 0; i < results->dialect_count; i++)
        wrong[i] = URIPROOF_WRONG_THERE;
    reader->wrong_everywhere = results->dialect_count > 0 ? wrong : NULL;
    reader->right_in = store_take(results->store, length_of(array), sizeof *reader->right_in);
    cJSON_ArrayForEach(item, array)
    {
        uriproof_correctness *list =
            store_take(results->store, results->dialect_count, sizeof *list);
        if (!read_letters(item->valuestring, results->dialect_count, list))
            return json_fault(root, item, "not a letter (r, a, w or n) for each of the dialects");
        reader->right_in[reader->right_in_count++] = list;
    }
    return true;
}

/* ---- Answers ---- */

/* Reads an answer that was written in short, and is in *tree as in the protocol. The caller frees
 * the tree. */
static bool read_answer(const json_value *value, const cJSON *item, uriproof_op op, cJSON **tree,
                        uriproof_answer *answer)
{
    uriproof_error why;
    *tree = read_short_answer(item);
    if (*tree == NULL)
        return json_fault(value, item, "not the parts of an answer");
    if (uriproof_answer_read(*tree, op, URIPROOF_LEFT_OPEN, answer, &why))
        return true;
    cJSON_Delete(*tree);
    return json_fault(value, item, "%s", why.words);
}

/* Returns the answer in JSON, in the store. */
static const char *keep_answer(store *s, uriproof_op op, const uriproof_answer *answer)
{
    char *text = answer_text(op, answer);
    const char *kept = store_text(s, text);
    free(text);
    return kept;
}

static bool read_hash(const json_value *value, const cJSON *item, uint64_t *hash)
{
    return (cJSON_IsString(item) && answer_hash_read(item->valuestring, hash)) ||
           json_fault(value, item, "not the hash of an answer");
}

/* Reads what was given: an answer, its hash, or null. */
static bool read_given(results_reader *reader, const json_value *value, cJSON *item, uriproof_op op,
                       uriproof_result *result)
{
    cJSON *tree;
    uriproof_answer answer;
    if (cJSON_IsNull(item))
        return true;
    if (!cJSON_IsObject(item) && !cJSON_IsArray(item))
        return read_hash(value, item, &result->answer);
    const cJSON *whole =
        cJSON_IsObject(item) ? cJSON_GetObjectItemCaseSensitive(item, "shortened") : NULL;
    result->shortened = whole != NULL;
    if (whole != NULL && !read_hash(value, whole, &result->answer))
        return false;
    if (whole != NULL)
        cJSON_DeleteItemFromObjectCaseSensitive(item, "shortened");
    if (!read_answer(value, item, op, &tree, &answer))
        return false;
    if (!result->shortened)
        result->answer = answer_hash(op, &answer);
    result->given = keep_answer(reader->results->store, op, &answer);
    cJSON_Delete(tree);
    return true;
}

/* Returns true if `item` is null, missing, or a number below `count`; *number is then that, or
 * `count`. */
static bool read_number(const json_value *value, const cJSON *item, size_t count, size_t *number)
{
    *number = count;
    if (item == NULL || cJSON_IsNull(item))
        return true;
    double given = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(given >= 0 && given < (double)count) || given != (double)(size_t)given)
        return json_fault(value, item, "not a number below %zu", count);
    *number = (size_t)given;
    return true;
}

/* Gives the result to the adapter that `item` names, which has none but a plain one. */
static bool take_result(results_reader *reader, const json_value *value, const cJSON *item,
                        size_t number, const uriproof_result *result, bool *taken)
{
    size_t adapter;
    if (!read_number(value, item, reader->results->adapter_count, &adapter))
        return false;
    if (adapter == reader->results->adapter_count || taken[adapter])
        return json_fault(value, item, "not the number of an adapter without a result");
    taken[adapter] = true;
    reader->results->adapters[adapter].results[number] = result;
    return true;
}

/* Gives the result to the adapters, a number or an array of them. */
static bool take_results(results_reader *reader, const json_value *value, const cJSON *adapters,
                         size_t number, const uriproof_result *result, bool *taken)
{
    const cJSON *item;
    const uriproof_result *kept = store_once(reader->results->store, result, sizeof *result);
    if (!cJSON_IsArray(adapters))
        return take_result(reader, value, adapters, number, kept, taken);
    cJSON_ArrayForEach(
        item, adapters) if (!take_result(reader, value, item, number, kept, taken)) return false;
    return true;
}

/* Reads the numbers of [answer, adapters, detail, right_in]. */
static bool read_shared(results_reader *reader, const json_value *value, const cJSON *words,
                        uriproof_result *result)
{
    size_t detail, right_in;
    const cJSON *correct = words != NULL ? words->next : NULL;
    if (!read_number(value, words, reader->detail_count, &detail) ||
        !read_number(value, correct, reader->right_in_count, &right_in))
        return false;
    result->detail = detail < reader->detail_count ? reader->details[detail] : NULL;
    if (right_in < reader->right_in_count)
        result->right_in = reader->right_in[right_in];
    else if (uriproof_is_dated(result->outcome))
        result->right_in = reader->wrong_everywhere;
    return true;
}

/* Reads an entry of an outcome: [answer, adapters, detail, right_in], or the number of an adapter.
 */
static bool read_result(results_reader *reader, const json_value *value, const cJSON *entry,
                        size_t number, uriproof_outcome outcome, bool *taken)
{
    uriproof_result result;
    memset(&result, 0, sizeof result); /* the padding too, since equal results are kept once */
    result.outcome = outcome;
    if (cJSON_IsNumber(entry))
        return take_results(reader, value, entry, number, &result, taken);
    size_t count = cJSON_IsArray(entry) ? length_of(entry) : 0;
    if (count < 2 || count > 4)
        return json_fault(value, entry, "not [answer, adapters, detail, right_in]");
    cJSON *given = entry->child;
    if (!read_shared(reader, value, given->next->next, &result) ||
        !read_given(reader, value, given, reader->results->cases[number].op, &result))
        return false;
    result.up_to = result.given != NULL && (outcome == URIPROOF_AGREE || outcome == URIPROOF_SLOW);
    return take_results(reader, value, given->next, number, &result, taken);
}

static bool read_results(results_reader *reader, const json_value *value, const file_object *o,
                         size_t number)
{
    bool *taken = calloc(reader->results->adapter_count + 1, sizeof *taken);
    bool good = true;
    for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT && good; outcome++) {
        const cJSON *list = o->answers[outcome];
        for (const cJSON *entry = list != NULL ? list->child : NULL; entry != NULL && good;
             entry = entry->next)
            good = read_result(reader, value, entry, number, (uriproof_outcome)outcome, taken);
    }
    free(taken);
    return good;
}

static uriproof_known known_named(const char *name)
{
    size_t known = 0;
    while (known < URIPROOF_KNOWN_COUNT && strcmp(uriproof_knowns[known].name, name) != 0)
        known++;
    return (uriproof_known)known;
}

static bool read_known(results_reader *reader, const json_value *value, const cJSON *object,
                       size_t number)
{
    const cJSON *word, *item;
    size_t adapter, count = reader->results->adapter_count;
    cJSON_ArrayForEach(word, object)
    {
        uriproof_known known = known_named(word->string);
        if (known == URIPROOF_KNOWN_COUNT || !reader->results->has_baseline)
            return json_fault(value, word, "not a word of a baseline, or there is none");
        if (!cJSON_IsArray(word))
            return json_fault(value, word, "not an array of adapters");
        cJSON_ArrayForEach(item, word)
        {
            if (!read_number(value, item, count, &adapter))
                return false;
            if (adapter == count)
                return json_fault(value, item, "not the number of an adapter");
            uriproof_result result = *reader->results->adapters[adapter].results[number];
            result.known = known;
            results_set(reader->results, adapter, number, &result);
        }
    }
    return true;
}

/* ---- Cases ---- */

/* Reads the ids of clauses, none of which the case names twice. */
static bool read_clause_ids(results_reader *reader, const json_value *value, const cJSON *array,
                            const size_t **numbers, size_t *count)
{
    size_t *list = store_take(reader->results->store, length_of(array) + 1, sizeof *list);
    const cJSON *item;
    *numbers = list;
    cJSON_ArrayForEach(item, array)
    {
        const named *found = find_name(&reader->clauses, item->valuestring);
        json_excerpt words = json_excerpt_of(item->valuestring);
        if (found == NULL)
            return json_fault(value, item, "unknown clause %s", words.words);
        if (reader->named_last[found->number] == reader->case_number)
            return json_fault(value, item, "clause %s is there twice", words.words);
        reader->named_last[found->number] = reader->case_number;
        list[(*count)++] = found->number;
    }
    return true;
}

/* Makes room for a case and its results. */
static uriproof_case *add_case(uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        adapter->results =
            list_grown(adapter->results, results->case_count, sizeof *adapter->results);
    }
    results->cases = list_grown(results->cases, results->case_count, sizeof *results->cases);
    uriproof_case *added = &results->cases[results->case_count++];
    *added = (uriproof_case){0};
    return added;
}

static void set_plain_results(const uriproof_results *results, size_t number)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &results->adapters[i];
        const uriproof_result *plain = adapter->has_op[results->cases[number].op]
                                           ? &uriproof_plain_agreement
                                           : &uriproof_no_operation;
        adapter->results[number] =
            uriproof_is_asked(results, i, number) ? plain : &uriproof_not_run;
    }
}

static uriproof_span copy_span(store *s, uriproof_span span)
{
    if (!uriproof_present(span))
        return span;
    char *copy = store_take(s, span.length + 1, 1);
    memcpy(copy, span.octets, span.length);
    return (uriproof_span){copy, span.length};
}

static bool is_request_key(const char *key, uriproof_op op)
{
    for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++)
        if (octets_key_of(key, uriproof_ops[op].fields[i]) != OCTETS_OTHER_KEY)
            return true;
    return false;
}

static bool is_field_of_another(const char *key, uriproof_op op)
{
    for (size_t other = 0; other < URIPROOF_OP_COUNT; other++)
        if (is_request_key(key, (uriproof_op)other))
            return !is_request_key(key, op);
    return false;
}

/* Reads what is asked, whose octets are decoded in place. */
static bool read_request(results_reader *reader, const json_value *value, uriproof_case *one)
{
    uriproof_error why;
    for (const cJSON *item = value->tree->child; item != NULL; item = item->next)
        if (is_field_of_another(item->string, one->op))
            return json_fault(value, item, "unknown key");
    if (!uriproof_request_read(value->tree, one->op, &one->request, &why))
        return json_fault(value, value->tree, "%s", why.words);
    for (size_t i = 0; i < 2; i++)
        one->request.field[i] = copy_span(reader->results->store, one->request.field[i]);
    return true;
}

static bool read_expected(results_reader *reader, const json_value *value, uriproof_case *one)
{
    cJSON *tree;
    uriproof_answer expected = {.status = ANSWER_REJECTED};
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(value->tree, "expect");
    if (!cJSON_IsObject(item) && !cJSON_IsArray(item))
        return json_fault(value, item != NULL ? item : value->tree,
                          "needs an answer in \"expect\"");
    if (!read_answer(value, item, one->op, &tree, &expected))
        return false;
    one->accepted = expected.status == ANSWER_ACCEPTED;
    one->expected = keep_answer(reader->results->store, one->op, &expected);
    cJSON_Delete(tree);
    return true;
}

static bool read_op(const json_value *value, const cJSON *object, const char *name, uriproof_op *op)
{
    *op = uriproof_op_named(name);
    return *op != URIPROOF_OP_COUNT ||
           json_fault(value, cJSON_GetObjectItemCaseSensitive(object, "op"), "unknown op %s",
                      json_excerpt_of(name).words);
}

/* Reads what a case of people has of its own. */
static bool read_own(results_reader *reader, const json_value *value, const file_object *o,
                     uriproof_case *one)
{
    store *s = reader->results->store;
    reader->case_number++;
    one->id = store_text(s, o->id);
    one->about = store_text(s, o->about);
    one->origin = store_text(s, o->origin);
    return read_op(value, value->tree, o->op, &one->op) &&
           read_clause_ids(reader, value, o->obeys, &one->obeys, &one->obeys_count) &&
           read_clause_ids(reader, value, o->breaks, &one->breaks, &one->breaks_count);
}

/* Gives a case what it shares with its group. */
static void take_from_group(store *s, const uriproof_results_group *group, const char *id,
                            uriproof_case *one)
{
    size_t length = strlen(group->id);
    char *whole = store_take(s, length + strlen(id) + 2, 1);
    memcpy(whole, group->id, length);
    whole[length] = '-';
    memcpy(whole + length + 1, id, strlen(id) + 1);
    *one = (uriproof_case){.id = whole,
                           .group = group,
                           .about = group->about,
                           .origin = group->origin,
                           .obeys = group->obeys,
                           .obeys_count = group->obeys_count,
                           .breaks = group->breaks,
                           .breaks_count = group->breaks_count,
                           .op = group->op};
}

static bool read_case(results_reader *reader, const json_value *value,
                      const uriproof_results_group *group)
{
    file_object o = {0};
    const json_field *fields = group != NULL ? reader->fields + OWN_FIELDS : reader->fields;
    if (!json_fill(value, value->tree, fields, &o))
        return false;
    uriproof_case *one = add_case(reader->results);
    size_t number = reader->results->case_count - 1;
    if (group != NULL)
        take_from_group(reader->results->store, group, o.id, one);
    else if (!read_own(reader, value, &o, one))
        return false;
    one->shortened = o.shortened;
    set_plain_results(reader->results, number);
    return read_request(reader, value, one) && read_expected(reader, value, one) &&
           read_results(reader, value, &o, number) && read_known(reader, value, o.known, number);
}

/* Reads the cases of an array one by one. */
static bool read_cases(results_reader *reader, uriproof_span array,
                       const uriproof_results_group *group)
{
    uriproof_span text = {NULL, 0};
    bool good = true;
    while (good && json_next(array, &text)) {
        json_value value = json_value_read(&reader->document, text);
        good = read_case(reader, &value, group);
        cJSON_Delete(value.tree);
    }
    return good;
}

/* Reads [hash, adapters] of answers that agree. */
static bool read_agreed(results_reader *reader, const json_value *value, const cJSON *array)
{
    size_t group = reader->results->group_count - 1, count = reader->results->adapter_count;
    const cJSON *entry;
    cJSON_ArrayForEach(entry, array)
    {
        uint64_t hash;
        const cJSON *first = cJSON_IsArray(entry) ? entry->child : NULL;
        const cJSON *adapters = first != NULL ? first->next : NULL;
        if (adapters == NULL || adapters->next != NULL)
            return json_fault(value, entry, "not [hash, adapters]");
        if (!read_hash(value, first, &hash))
            return false;
        const cJSON *one = cJSON_IsArray(adapters) ? adapters->child : adapters;
        for (; one != NULL; one = cJSON_IsArray(adapters) ? one->next : NULL) {
            size_t adapter;
            if (!read_number(value, one, count, &adapter))
                return false;
            if (adapter == count)
                return json_fault(value, one, "not the number of an adapter");
            reader->results->adapters[adapter].agreed[group] = hash;
        }
    }
    return true;
}

static bool read_group(results_reader *reader, const json_value *value)
{
    uriproof_results *results = reader->results;
    store *s = results->store;
    file_object o = {0};
    if (!json_fill(value, value->tree, group_fields, &o))
        return false;
    uriproof_results_group *group = store_take(s, 1, sizeof *group);
    reader->case_number++;
    *group = (uriproof_results_group){.id = store_text(s, o.id),
                                      .about = store_text(s, o.about),
                                      .origin = store_text(s, o.origin),
                                      .counted = o.counted};
    results_add_group(results, group);
    const cJSON *questions = cJSON_GetObjectItemCaseSensitive(value->tree, "questions");
    return read_op(value, value->tree, o.op, &group->op) &&
           read_clause_ids(reader, value, o.obeys, &group->obeys, &group->obeys_count) &&
           read_clause_ids(reader, value, o.breaks, &group->breaks, &group->breaks_count) &&
           read_hash(value, questions, &group->questions) && read_agreed(reader, value, o.agreed);
}

static bool read_groups(results_reader *reader, uriproof_span array, size_t count)
{
    static const char *const without[] = {"cases", NULL};
    uriproof_span text = {NULL, 0};
    bool good = true;
    for (size_t i = 0; i < reader->results->adapter_count; i++)
        reader->results->adapters[i].agreed = calloc(count + 1, sizeof(uint64_t));
    while (good && json_next(array, &text)) {
        json_value value = json_value_read_without(&reader->document, text, without);
        good = read_group(reader, &value);
        cJSON_Delete(value.tree);
        good = good && read_cases(reader, json_member(text, "cases"),
                                  reader->results->groups[reader->results->group_count - 1]);
    }
    return good;
}

/* ---- The file ---- */

static bool ids_unique(const json_value *root, const uriproof_results *results)
{
    size_t most = results->case_count + results->group_count;
    name_list list = {calloc(most + 1, sizeof *list.list), results->case_count};
    for (size_t i = 0; i < results->case_count; i++)
        list.list[i] = (named){results->cases[i].id, i};
    bool good = sort_names(root, cJSON_GetObjectItemCaseSensitive(root->tree, "cases"), &list);
    list.count = results->group_count;
    for (size_t i = 0; i < results->group_count; i++)
        list.list[i] = (named){results->groups[i]->id, i};
    good = good && sort_names(root, cJSON_GetObjectItemCaseSensitive(root->tree, "groups"), &list);
    free(list.list);
    return good;
}

static size_t count_items(uriproof_span array)
{
    size_t count = 0;
    uriproof_span item = {NULL, 0};
    while (json_next(array, &item))
        count++;
    return count;
}

static bool read_root(results_reader *reader, const json_value *root)
{
    uriproof_results *results = reader->results;
    store *s = results->store;
    file_object o = {0};
    uriproof_span text = json_root(&reader->document), groups = json_member(text, "groups");
    if (!json_is_format(root, results_format, RESULTS_VERSION) ||
        !json_fill(root, root->tree, root_fields, &o))
        return false;
    results->uriproof = store_text(s, o.uriproof);
    results->dialect = store_text(s, o.dialect);
    results->document = store_text(s, o.document);
    results->readings = copy_names(s, o.readings);
    results->partial = o.partial;
    results->has_baseline = o.baseline;
    reader->details = copy_names(s, o.details);
    reader->detail_count = length_of(o.details);
    return read_dialects(reader, root, o.dialects) && read_clauses(reader, root, o.clauses) &&
           read_adapters(reader, root, o.adapters) && read_right_in(reader, root, o.right_in) &&
           read_cases(reader, json_member(text, "cases"), NULL) &&
           read_groups(reader, groups, count_items(groups)) && ids_unique(root, results);
}

/* Adds the keys of requests and of outcomes to those of a case. */
static void name_fields(results_reader *reader)
{
    size_t count = CASE_FIELDS;
    memcpy(reader->fields, case_fields, sizeof case_fields);
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++) {
            const json_field plain = {uriproof_ops[op].fields[i], JSON_TEXT,
                                      offsetof(file_object, field), true};
            reader->fields[count++] = plain;
            char *name = store_take(reader->results->store, strlen(plain.name) + 5, 1);
            sprintf(name, "%s_hex", plain.name);
            reader->fields[count] = plain;
            reader->fields[count++].name = name;
        }
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++)
        reader->fields[count++] =
            (json_field){uriproof_outcomes[i].name, JSON_ARRAY,
                         offsetof(file_object, answers) + i * sizeof(const cJSON *), true};
    reader->fields[count] = (json_field){.name = NULL};
}

static bool read_document(results_reader *reader)
{
    static const char *const without[] = {"cases", "groups", NULL};
    *reader->results = (uriproof_results){.store = store_new()};
    name_fields(reader);
    json_value root =
        json_value_read_without(&reader->document, json_root(&reader->document), without);
    bool good = read_root(reader, &root);
    cJSON_Delete(root.tree);
    free(reader->clauses.list);
    free(reader->named_last);
    if (!good)
        uriproof_results_free(reader->results);
    return good;
}

bool uriproof_results_read(const char *name, const char *text, size_t length,
                           uriproof_results *results, uriproof_error *error)
{
    results_reader reader = {.results = results};
    return json_document_check(&reader.document, name, text, length, error) &&
           read_document(&reader);
}

bool uriproof_results_open(const char *path, uriproof_results *results, uriproof_error *error)
{
    results_reader reader = {.results = results};
    if (!json_document_open(&reader.document, path, error))
        return false;
    bool good = read_document(&reader);
    json_document_close(&reader.document);
    return good;
}
