/* SPDX-License-Identifier: MIT */
#include "findings_file.h"

#include "results/results.h"

#include <string.h>

/* A finding, as the file has it. */
typedef struct written {
    findings_entry entry;
    const char *risk;
    size_t example_of;
    bool by_the_text;
    const cJSON *example, *handed, *groups, *seen, *classes;
} written;

#define AT(member) offsetof(written, member)
static const json_field finding_fields[] = {
    {"id", JSON_NAME, AT(entry.id), false},
    {"risk", JSON_NAME, AT(risk), false},
    {"weakness", JSON_NAME, AT(entry.weakness), true},
    {"state", JSON_NAME, AT(entry.state), false},
    {"note", JSON_NAME, AT(entry.note), true},
    {"texts", JSON_COUNT, AT(entry.texts), false},
    {"first_seen", JSON_NAME, AT(entry.first_seen), false},
    {"last_seen", JSON_NAME, AT(entry.last_seen), false},
    {"seen", JSON_ARRAY, AT(seen), false},
    {"example_of", JSON_COUNT, AT(example_of), false},
    {"example", JSON_OBJECT, AT(example), false},
    {"handed", JSON_OBJECT, AT(handed), true},
    {"by_the_text", JSON_BOOL, AT(by_the_text), true},
    {"broken_by", JSON_NAMES, AT(entry.broken_by), true},
    {"does", JSON_NAME, AT(entry.does), true},
    {"deviates", JSON_NAMES, AT(entry.deviates), true},
    {"not_explained", JSON_NAMES, AT(entry.not_explained), true},
    {"groups", JSON_ARRAY, AT(groups), false},
    {"by_design", JSON_ARRAY, AT(entry.by_design), false},
    {"classes", JSON_ARRAY, AT(classes), false},
    {.name = NULL},
};
#undef AT

static const json_field group_fields[] = {
    {"parsers", JSON_NAMES, offsetof(findings_group, parsers), false},
    {"outcome", JSON_NAME, offsetof(findings_group, outcome), true},
    {"answer", JSON_OBJECT, offsetof(findings_group, answer), true},
    {"brackets_restored", JSON_NAMES, offsetof(findings_group, brackets_restored), true},
    {"by_dialect", JSON_OBJECT, offsetof(findings_group, by_dialect), true},
    {.name = NULL},
};

/* A class that the example shows, and a parser that is in it by design. */
typedef struct class_facts {
    const char *id, *risk, *weakness;
    const cJSON *declared;
} class_facts;

typedef struct declaration {
    const char *parser;
    const cJSON *transforms;
} declaration;

/* ---- Parts of a finding ---- */

bool findings_request_read(const json_value *file, cJSON *fields, uriproof_request *request)
{
    uriproof_error error;
    uriproof_op op = URIPROOF_PARSE;
    if (json_item(fields, "ref") != NULL || json_item(fields, "ref_hex") != NULL)
        op = URIPROOF_RESOLVE;
    else if (json_item(fields, "other") != NULL || json_item(fields, "other_hex") != NULL)
        op = URIPROOF_EQUIVALENT;
    /* Reading decodes the fields in place, and nothing else reads them. */
    return uriproof_request_read(fields, op, request, &error) ||
           json_fault(file, fields, "%s", error.words);
}

/* Returns the outcome of that name; URIPROOF_OUTCOME_COUNT if there is none. */
static uriproof_outcome outcome_of(const char *name)
{
    uriproof_outcome outcome = 0;
    while (outcome < URIPROOF_OUTCOME_COUNT && strcmp(uriproof_outcomes[outcome].name, name) != 0)
        outcome++;
    return outcome;
}

static bool read_group(const findings_file *f, const cJSON *item, uriproof_op op,
                       findings_group *group)
{
    if (!json_fill(&f->root, item, group_fields, group))
        return false;
    if ((group->outcome != NULL) == (group->answer != NULL))
        return json_fault(&f->root, item, "wants an outcome or an answer");
    if (group->parsers->child == NULL)
        return json_fault(&f->root, group->parsers, "names no parser");
    const cJSON *says = NULL;
    cJSON_ArrayForEach(says, group->by_dialect)
    {
        if (!cJSON_IsString(says))
            return json_fault(&f->root, says, "not a string");
    }
    const uriproof_outcome outcome =
        group->outcome != NULL ? outcome_of(group->outcome) : URIPROOF_AGREE;
    if (outcome == URIPROOF_OUTCOME_COUNT)
        return json_fault(&f->root, json_item(item, "outcome"), "no outcome");
    group->reply = group->answer != NULL ? reply_of_tree(f->store, op, group->answer)
                                         : reply_of_fault(f->store, outcome, NULL);
    return true;
}

static bool read_groups(const findings_file *f, const cJSON *groups, findings_entry *entry)
{
    const cJSON *item = NULL;
    entry->groups =
        store_take(f->store, (size_t)cJSON_GetArraySize(groups) + 1, sizeof *entry->groups);
    cJSON_ArrayForEach(item, groups)
    {
        if (!read_group(f, item, entry->op, &entry->groups[entry->group_count++]))
            return false;
    }
    return true;
}

/* Checks that each pair names two of the groups. */
static bool check_by_design(const findings_file *f, const findings_entry *entry)
{
    const cJSON *pair = NULL, *place = NULL;
    cJSON_ArrayForEach(pair, entry->by_design)
    {
        const cJSON *groups = json_item(pair, "groups");
        if (!cJSON_IsArray(groups) || cJSON_GetArraySize(groups) != 2)
            return json_fault(&f->root, pair, "wants the places of two groups");
        cJSON_ArrayForEach(place, groups)
        {
            if (!cJSON_IsNumber(place) || !(place->valuedouble >= 0) ||
                place->valuedouble >= (double)entry->group_count)
                return json_fault(&f->root, place, "not the place of a group");
        }
    }
    return true;
}

static const json_field class_fields[] = {
    {"id", JSON_NAME, offsetof(class_facts, id), false},
    {"risk", JSON_NAME, offsetof(class_facts, risk), false},
    {"weakness", JSON_NAME, offsetof(class_facts, weakness), true},
    {"declared", JSON_ARRAY, offsetof(class_facts, declared), true},
    {.name = NULL},
};

static const json_field declared_fields[] = {
    {"parser", JSON_NAME, offsetof(declaration, parser), false},
    {"transforms", JSON_NAMES, offsetof(declaration, transforms), false},
    {.name = NULL},
};

/* Finds among the classes of the example that of the finding, which says who is in it by design. */
static bool read_classes(const findings_file *f, const cJSON *classes, findings_entry *entry)
{
    const cJSON *item = NULL, *one = NULL;
    cJSON_ArrayForEach(item, classes)
    {
        class_facts class = {.declared = NULL};
        declaration who;
        if (!json_fill(&f->root, item, class_fields, &class))
            return false;
        cJSON_ArrayForEach(one, class.declared)
        {
            if (!json_fill(&f->root, one, declared_fields, &who))
                return false;
        }
        if (strcmp(class.id, entry->id) == 0)
            entry->declared = class.declared;
    }
    return true;
}

/* Takes from the source of the example what the page says of it. */
static bool read_source(const findings_file *f, const cJSON *item, findings_entry *entry)
{
    uriproof_error error;
    const cJSON *sources = json_item(f->root.tree, "sources"), *one = NULL;
    const size_t place = (size_t)item->valuedouble;
    if (!cJSON_IsArray(sources) || place >= (size_t)cJSON_GetArraySize(sources))
        return json_fault(&f->root, item, "not the place of a source");
    const cJSON *source = cJSON_GetArrayItem(sources, (int)place);
    const cJSON *settings = json_item(source, "settings");
    entry->versions = json_item(source, "parsers");
    if (!cJSON_IsArray(entry->versions) || !cJSON_IsObject(settings))
        return json_fault(&f->root, source, "wants settings and parsers");
    cJSON_ArrayForEach(one, entry->versions)
    {
        const cJSON *version = json_item(one, "version");
        if (json_string_of(one, "name") == NULL || (version != NULL && !cJSON_IsString(version)))
            return json_fault(&f->root, one, "wants a name, and a version that is a string");
    }
    cJSON *copy = cJSON_Duplicate(settings, true); /* reading decodes it in place */
    uriproof_span base;
    const bool good = uriproof_octets_read(copy, "base", &base, &error);
    if (good && uriproof_present(base))
        entry->base = (uriproof_span){store_once(f->store, base.octets, base.length), base.length};
    cJSON_Delete(copy);
    return good || json_fault(&f->root, settings, "%s", error.words);
}

/* ---- Findings ---- */

/* Says of a state whether the maintainers know of the finding, or need not. */
static const struct {
    const char *name;
    bool told;
} states[] = {
    {"new", false}, {"known", false}, {"by-design", true}, {"reported", true}, {"fixed", true}};

enum { STATE_COUNT = sizeof states / sizeof states[0] };

static size_t state_number(const char *name)
{
    size_t i = 0;
    while (i < STATE_COUNT && strcmp(states[i].name, name) != 0)
        i++;
    return i;
}

static bool read_finding(const findings_file *f, const cJSON *item, findings_entry *entry)
{
    class_words words;
    written all = {.entry = {.id = NULL}};
    if (!json_fill(&f->root, item, finding_fields, &all))
        return false;
    *entry = all.entry;
    if (!class_words_of(entry->id, &words))
        return json_fault(&f->root, json_item(item, "id"), "not the id of a class");
    if (state_number(entry->state) == STATE_COUNT)
        return json_fault(&f->root, json_item(item, "state"), "no state");
    if (!findings_request_read(&f->root, json_item(item, "example"), &entry->example) ||
        (all.handed != NULL &&
         !findings_request_read(&f->root, json_item(item, "handed"), &entry->handed)))
        return false;
    entry->op = class_op_of_id(entry->id);
    if (entry->op == URIPROOF_NORMALIZE)
        entry->example.op = URIPROOF_NORMALIZE; /* whose texts have the names of parse's */
    return read_groups(f, all.groups, entry) && check_by_design(f, entry) &&
           read_classes(f, all.classes, entry) &&
           read_source(f, json_item(item, "example_of"), entry);
}

static bool read_findings(findings_file *f, bool all)
{
    const cJSON *list = json_item(f->root.tree, "findings"), *item = NULL;
    if (!cJSON_IsArray(list))
        return json_fault(&f->root, f->root.tree, "the findings are missing, or no array");
    f->entries = store_take(f->store, (size_t)cJSON_GetArraySize(list) + 1, sizeof *f->entries);
    cJSON_ArrayForEach(item, list)
    {
        findings_entry *entry = &f->entries[f->count];
        if (!read_finding(f, item, entry))
            return false;
        if (all || states[state_number(entry->state)].told)
            f->count++;
        else
            f->left_out++;
    }
    return true;
}

bool findings_file_open(findings_file *file, const char *path, bool all, uriproof_error *error)
{
    *file = (findings_file){.store = store_new()};
    if (!json_document_open(&file->document, path, error))
        return false;
    file->root = json_value_read(&file->document, json_root(&file->document));
    return json_is_format(&file->root, "uriproof-findings", 1) && read_findings(file, all);
}

void findings_file_close(findings_file *file)
{
    cJSON_Delete(file->root.tree);
    json_document_close(&file->document);
    store_free(file->store);
}
