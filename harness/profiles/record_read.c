/* SPDX-License-Identifier: MIT */
/* Reads kept profiles, which may come from anybody: each value is checked here, and nowhere later.
 */
#include "record.h"
#include "words.h"

#include <uriproof/rfc3986.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- A change ---- */

typedef struct change_file {
    const char *trait, *value, *also, *less;
    const cJSON *in;
} change_file;

static bool read_octets(const json_value *root, const cJSON *object, const char *key,
                        const char *words, octet_set *set)
{
    return words == NULL || octets_of_words(words, set) ||
           json_fault(root, json_item(object, key), "no octets, such as \"00-1f 20\"");
}

static bool read_value(const json_value *root, const cJSON *object, const char *value,
                       profile_change *change)
{
    const unsigned count = trait_value_count(change->trait);
    if (value == NULL)
        return json_fault(root, object, "the key \"value\" is missing");
    while (change->now < count && strcmp(traits[change->trait].values[change->now].id, value) != 0)
        change->now++;
    return change->now < count ||
           json_fault(root, json_item(object, "value"), "the trait has no value of this name");
}

static bool read_contexts(const json_value *root, const cJSON *in, uint32_t *contexts)
{
    *contexts = in == NULL ? (uint32_t)PROFILE_EVERYWHERE : 0;
    for (const cJSON *item = in != NULL ? in->child : NULL; item != NULL; item = item->next) {
        const uint32_t more = contexts_of_words(item->valuestring);
        if (more == 0)
            return json_fault(root, item, "no operation, nor one with a kind of scheme");
        *contexts |= more;
    }
    return *contexts != 0 || json_fault(root, in, "it holds nowhere");
}

static bool read_change(const json_value *root, const cJSON *object, const change_file *file,
                        profile_change *change)
{
    *change = (profile_change){.trait = trait_named(file->trait)};
    if (change->trait == TRAIT_COUNT)
        return json_fault(root, json_item(object, "trait"), "no trait has this name");
    const bool is_set = (unsigned)change->trait < OCTET_PARTS;
    const bool has_set = file->also != NULL || file->less != NULL;
    if (is_set != has_set || (is_set && file->value != NULL))
        return json_fault(root, object,
                          is_set ? "the trait is a set: it has \"also\" or \"less\", and no value"
                                 : "only a set of octets has \"also\" and \"less\"");
    return (is_set || read_value(root, object, file->value, change)) &&
           read_octets(root, object, "also", file->also, &change->also) &&
           read_octets(root, object, "less", file->less, &change->less) &&
           read_contexts(root, file->in, &change->contexts);
}

/* ---- Questions and answers ---- */

typedef struct example_file {
    const cJSON *question, *given, *expected;
} example_file;

static const char *const question_keys[] = {"op",  "uri",     "uri_hex", "base",     "base_hex",
                                            "ref", "ref_hex", "other",   "other_hex"};

static bool read_question(const json_value *root, const cJSON *object, uriproof_request *request)
{
    uriproof_error error;
    const char *name = json_string_of(object, "op");
    const uriproof_op op = name != NULL ? uriproof_op_named(name) : URIPROOF_OP_COUNT;
    if (!cJSON_IsObject(object))
        return json_fault(root, object, "not an object");
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        size_t key = 0;
        while (key < sizeof question_keys / sizeof question_keys[0] &&
               strcmp(question_keys[key], item->string) != 0)
            key++;
        if (key == sizeof question_keys / sizeof question_keys[0])
            return json_fault(root, item, "a question has no such key");
    }
    if ((unsigned)op >= MODEL_OPS)
        return json_fault(root, object, "the model has no such operation");
    return uriproof_request_read((cJSON *)object, op, request, &error) ||
           json_fault(root, object, "%s", error.words);
}

static bool read_answer(const json_value *root, const cJSON *object, uriproof_op op,
                        uriproof_answer *answer)
{
    uriproof_error error;
    return uriproof_answer_read((cJSON *)object, op, URIPROOF_KNOWN_KEYS, answer, &error) ||
           json_fault(root, object, "%s", error.words);
}

static const json_field example_fields[] = {
    {"question", JSON_OBJECT, offsetof(example_file, question), false},
    {"given", JSON_OBJECT, offsetof(example_file, given), false},
    {"expected", JSON_OBJECT, offsetof(example_file, expected), false},
    {.name = NULL},
};

static bool read_example(const json_value *root, const cJSON *object, profile_example *shown)
{
    example_file file = {.question = NULL};
    return json_fill(root, object, example_fields, &file) &&
           read_question(root, file.question, &shown->request) &&
           read_answer(root, file.given, shown->request.op, &shown->given) &&
           read_answer(root, file.expected, shown->request.op, &shown->expected);
}

/* ---- Deviations ---- */

typedef struct deviation_file {
    change_file change;
    const char *does, *risk, *clause;
    const cJSON *allowed, *alike;
    size_t needed;
    const cJSON *example;
} deviation_file;

/* What the table of traits says too is for people and other programs, and not read. */
static const json_field deviation_fields[] = {
    {"trait", JSON_NAME, offsetof(deviation_file, change.trait), false},
    {"value", JSON_NAME, offsetof(deviation_file, change.value), true},
    {"also", JSON_NAME, offsetof(deviation_file, change.also), true},
    {"less", JSON_NAME, offsetof(deviation_file, change.less), true},
    {"in", JSON_NAMES, offsetof(deviation_file, change.in), true},
    {"does", JSON_TEXT, offsetof(deviation_file, does), true},
    {"allowed", JSON_NAMES, offsetof(deviation_file, allowed), true},
    {"alike", JSON_NAMES, offsetof(deviation_file, alike), true},
    {"risk", JSON_NAME, offsetof(deviation_file, risk), false},
    {"clause", JSON_NAME, offsetof(deviation_file, clause), true},
    {"needed", JSON_COUNT, offsetof(deviation_file, needed), false},
    {"example", JSON_OBJECT, offsetof(deviation_file, example), false},
    {.name = NULL},
};

/* Reads names of values of a trait, as bits. */
static bool read_values(const json_value *root, const cJSON *values, trait_id id, unsigned *bits)
{
    for (const cJSON *item = values != NULL ? values->child : NULL; item != NULL;
         item = item->next) {
        const unsigned count = trait_value_count(id);
        unsigned v = 0;
        while (v < count && strcmp(traits[id].values[v].id, item->valuestring) != 0)
            v++;
        if (v == count)
            return json_fault(root, item, "the trait has no value of this name");
        *bits |= 1U << v;
    }
    return true;
}

static bool read_deviation(const json_value *root, const cJSON *object, profile_record *r)
{
    deviation_file file = {.does = NULL};
    record_deviation d = {.alike = 0};
    if (!json_fill(root, object, deviation_fields, &file) ||
        !read_change(root, object, &file.change, &d.change) ||
        !read_values(root, file.allowed, d.change.trait, &d.allowed) ||
        !read_values(root, file.alike, d.change.trait, &d.alike) ||
        !read_example(root, file.example, &d.shown))
        return false;
    d.needed = file.needed;
    d.clause = file.clause;
    r->deviations = list_grown(r->deviations, r->deviation_count, sizeof *r->deviations);
    r->deviations[r->deviation_count++] = d;
    return true;
}

/* ---- What is not explained ---- */

typedef struct group_file {
    record_group group;
    const cJSON *example;
} group_file;

static const json_field group_fields[] = {
    {"id", JSON_NAME, offsetof(group_file, group.id), false},
    {"part", JSON_NAME, offsetof(group_file, group.part), false},
    {"kind", JSON_NAME, offsetof(group_file, group.kind), false},
    {"answers", JSON_COUNT, offsetof(group_file, group.answers), false},
    {"example", JSON_OBJECT, offsetof(group_file, example), false},
    {.name = NULL},
};

static bool read_group(const json_value *root, const cJSON *object, profile_record *r)
{
    group_file file = {.group = {.id = NULL}};
    if (!json_fill(root, object, group_fields, &file) ||
        !read_example(root, file.example, &file.group.shown))
        return false;
    r->groups = list_grown(r->groups, r->group_count, sizeof *r->groups);
    r->groups[r->group_count++] = file.group;
    r->unexplained += file.group.answers;
    return true;
}

typedef struct fault_file {
    record_fault fault;
    const cJSON *question;
} fault_file;

static const json_field fault_fields[] = {
    {"outcome", JSON_NAME, offsetof(fault_file, fault.outcome), false},
    {"questions", JSON_COUNT, offsetof(fault_file, fault.questions), false},
    {"words", JSON_TEXT, offsetof(fault_file, fault.words), true},
    {"question", JSON_OBJECT, offsetof(fault_file, question), false},
    {.name = NULL},
};

static bool read_fault(const json_value *root, const cJSON *object, profile_record *r)
{
    fault_file file = {.question = NULL};
    if (!json_fill(root, object, fault_fields, &file) ||
        !read_question(root, file.question, &file.fault.first))
        return false;
    r->faults = list_grown(r->faults, r->fault_count, sizeof *r->faults);
    r->faults[r->fault_count++] = file.fault;
    return true;
}

static bool read_unstable(const json_value *root, const cJSON *object, profile_record *r)
{
    uriproof_request request;
    if (!read_question(root, object, &request))
        return false;
    r->unstable = list_grown(r->unstable, r->unstable_count, sizeof *r->unstable);
    r->unstable[r->unstable_count++] = request;
    return true;
}

static bool read_not_measured(const json_value *root, const cJSON *name, profile_record *r)
{
    const trait_id id = trait_named(name->valuestring);
    if (id == TRAIT_COUNT)
        return json_fault(root, name, "no trait has this name");
    r->not_measured[id] = true;
    return true;
}

static const json_field change_fields[] = {
    {"trait", JSON_NAME, offsetof(change_file, trait), false},
    {"value", JSON_NAME, offsetof(change_file, value), true},
    {"also", JSON_NAME, offsetof(change_file, also), true},
    {"less", JSON_NAME, offsetof(change_file, less), true},
    {"in", JSON_NAMES, offsetof(change_file, in), true},
    {.name = NULL},
};

static bool read_profile_change(const json_value *root, const cJSON *object, profile_record *r)
{
    change_file file = {.trait = NULL};
    profile_change change;
    if (!json_fill(root, object, change_fields, &file) ||
        !read_change(root, object, &file, &change))
        return false;
    profile_make_change(&r->profile, &change);
    return true;
}

/* ---- Counts ---- */

typedef struct counts_file {
    size_t count, explained;           /* of failures */
    size_t asked, predicted;           /* of what was unseen */
    const cJSON *interval, *differing; /* the interval follows from the counts */
} counts_file;

#define AT(member) offsetof(counts_file, member)
static const json_field failure_fields[] = {{"count", JSON_COUNT, AT(count), false},
                                            {"explained", JSON_COUNT, AT(explained), false},
                                            {.name = NULL}};
static const json_field unseen_fields[] = {{"asked", JSON_COUNT, AT(asked), false},
                                           {"predicted", JSON_COUNT, AT(predicted), false},
                                           {"interval", JSON_ARRAY, AT(interval), false},
                                           {"differing", JSON_OBJECT, AT(differing), true},
                                           {.name = NULL}};
#undef AT

/* Reads the counts of an object, of which `part` cannot be more than `whole`. */
static bool read_counts(const json_value *root, const cJSON *object, const json_field *fields,
                        counts_file *file, const size_t *part, const size_t *whole)
{
    return json_fill(root, object, fields, file) &&
           (*part <= *whole || json_fault(root, object, "more than there are"));
}

static bool read_failures(const json_value *root, const cJSON *object, profile_record *r)
{
    counts_file file = {.count = 0};
    const bool good =
        read_counts(root, object, failure_fields, &file, &file.explained, &file.count);
    r->failures = file.count;
    r->failures_explained = file.explained;
    return good;
}

static bool read_unseen(const json_value *root, const cJSON *object, prediction *unseen)
{
    counts_file all = {.count = 0}, differing = {.count = 0};
    if (!read_counts(root, object, unseen_fields, &all, &all.predicted, &all.asked))
        return false;
    if (all.differing == NULL)
        return json_fault(root, object, "the key \"differing\" is missing");
    if (!read_counts(root, all.differing, unseen_fields, &differing, &differing.predicted,
                     &differing.asked))
        return false;
    *unseen = (prediction){all.asked, all.predicted, differing.asked, differing.predicted};
    return differing.differing == NULL ||
           json_fault(root, differing.differing, "it is of no use here");
}

/* ---- A record ---- */

typedef struct record_file {
    profile_record record;
    const char *specification, *digest;
    const cJSON *failures, *unseen, *deviations, *not_explained, *no_answer, *unstable,
        *not_measured, *profile;
} record_file;

#define AT(member) offsetof(record_file, member)
static const json_field record_fields[] = {
    {"parser", JSON_NAME, AT(record.parser), false},
    {"parser_version", JSON_TEXT, AT(record.version), false},
    {"specification", JSON_NAME, AT(specification), false},
    {"seed", JSON_COUNT, AT(record.seed), false},
    {"digest", JSON_NAME, AT(digest), false},
    {"asked", JSON_COUNT, AT(record.asked), false},
    {"failures", JSON_OBJECT, AT(failures), false},
    {"unseen", JSON_OBJECT, AT(unseen), false},
    {"deviations", JSON_ARRAY, AT(deviations), false},
    {"not_explained", JSON_ARRAY, AT(not_explained), false},
    {"no_answer", JSON_ARRAY, AT(no_answer), false},
    {"unstable", JSON_ARRAY, AT(unstable), false},
    {"not_measured", JSON_NAMES, AT(not_measured), false},
    {"profile", JSON_ARRAY, AT(profile), false},
    {.name = NULL},
};
#undef AT

static bool read_each(const json_value *root, const cJSON *array, profile_record *r,
                      bool (*read)(const json_value *root, const cJSON *item, profile_record *r))
{
    const cJSON *item = array->child;
    while (item != NULL && read(root, item, r))
        item = item->next;
    return item == NULL;
}

/* A profile that was changed by hand is another one than the digest says. */
static bool check_digest(const json_value *root, const cJSON *object, const record_file *file)
{
    char digest[17];
    snprintf(digest, sizeof digest, "%016" PRIx64, profile_digest(&file->record.profile));
    return strcmp(digest, file->digest) == 0 ||
           json_fault(root, json_item(object, "digest"), "the digest of this profile is %s",
                      digest);
}

static bool read_lists(const json_value *root, const cJSON *object, record_file *file)
{
    profile_record *r = &file->record;
    r->specification = uriproof_dialect_named(file->specification);
    if (r->specification == NULL)
        return json_fault(root, json_item(object, "specification"), "no specification's name");
    r->profile = profile_of_rfc3986(NULL);
    return read_failures(root, file->failures, r) && read_unseen(root, file->unseen, &r->unseen) &&
           read_each(root, file->deviations, r, read_deviation) &&
           read_each(root, file->not_explained, r, read_group) &&
           read_each(root, file->no_answer, r, read_fault) &&
           read_each(root, file->unstable, r, read_unstable) &&
           read_each(root, file->not_measured, r, read_not_measured) &&
           read_each(root, file->profile, r, read_profile_change) &&
           check_digest(root, object, file);
}

/* ---- The file ---- */

static bool read_record(const json_value *root, const cJSON *object, profile_records *to)
{
    record_file file = {.digest = NULL};
    const bool good =
        json_fill(root, object, record_fields, &file) && read_lists(root, object, &file);
    profile_records_add(to, &file.record);
    return good;
}

typedef struct records_file {
    const char *format;
    size_t version;
    const cJSON *profiles;
} records_file;

static const json_field root_fields[] = {
    {"format", JSON_NAME, offsetof(records_file, format), false},
    {"version", JSON_COUNT, offsetof(records_file, version), false},
    {"profiles", JSON_ARRAY, offsetof(records_file, profiles), false},
    {.name = NULL},
};

static bool read_records(const json_value *root, profile_records *to)
{
    records_file file = {.format = NULL};
    if (!json_is_format(root, "uriproof-profile", 1) ||
        !json_fill(root, root->tree, root_fields, &file))
        return false;
    const cJSON *item = file.profiles->child;
    while (item != NULL && read_record(root, item, to))
        item = item->next;
    return item == NULL;
}

bool profile_records_read(profile_records *to, const char *path, uriproof_error *error)
{
    json_document document = {.text = NULL};
    if (!json_document_open(&document, path, error))
        return false;
    const json_value root = json_value_read(&document, json_root(&document));
    to->trees = list_grown(to->trees, to->tree_count, sizeof *to->trees);
    to->trees[to->tree_count++] = root.tree;
    const size_t before = to->count;
    const bool good = read_records(&root, to);
    if (!good)
        profile_records_cut(to, before);
    json_document_close(&document);
    return good;
}
