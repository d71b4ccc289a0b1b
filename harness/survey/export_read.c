/* SPDX-License-Identifier: MIT */
/* Reads exports, which may come from anybody: each value is checked here, and nowhere later. */
#include "export.h"

#include "classes/classes.h"

#include <string.h>

/* Checks that a string, or each string of an array, prints. */
static bool check_words(const json_value *file, const cJSON *words)
{
    const cJSON *one = cJSON_IsString(words) ? words : words != NULL ? words->child : NULL;
    for (; one != NULL; one = one != words ? one->next : NULL)
        if (!uriproof_all_printable(uriproof_span_of(one->valuestring)))
            return json_fault(file, one, "not printable ASCII");
    return true;
}

/* ---- What parsers say of an example ---- */

typedef struct group_file {
    const cJSON *parsers, *answer, *brackets_restored, *by_dialect;
    const char *outcome;
} group_file;

static const json_field group_fields[] = {
    {"parsers", JSON_NAMES, offsetof(group_file, parsers), false},
    {"outcome", JSON_NAME, offsetof(group_file, outcome), true},
    {"answer", JSON_OBJECT, offsetof(group_file, answer), true},
    {"brackets_restored", JSON_NAMES, offsetof(group_file, brackets_restored), true},
    {"by_dialect", JSON_OBJECT, offsetof(group_file, by_dialect), true},
    {.name = NULL},
};

/* Checks an answer to this operation. Of a chain, which has none, only the reader of it can. */
static bool check_answer(const json_value *file, const cJSON *answer, uriproof_op op)
{
    uriproof_error fault;
    uriproof_answer read;
    if (answer == NULL || op == URIPROOF_OP_COUNT)
        return true;
    cJSON *copy = cJSON_Duplicate(answer, true); /* reading decodes it in place */
    const bool good = uriproof_answer_read(copy, op, URIPROOF_LEFT_OPEN, &read, &fault);
    cJSON_Delete(copy);
    return good || json_fault(file, answer, "%s", fault.words);
}

static bool check_group(const json_value *file, const cJSON *item, uriproof_op op)
{
    group_file group = {.outcome = NULL};
    const cJSON *says = NULL;
    if (!json_fill(file, item, group_fields, &group))
        return false;
    if (group.outcome != NULL && group.answer != NULL)
        return json_fault(file, item, "an outcome and an answer, but only one of them can be");
    cJSON_ArrayForEach(says, group.by_dialect)
    {
        if (!cJSON_IsString(says))
            return json_fault(file, says, "not a string");
    }
    return check_words(file, group.parsers) && check_words(file, json_item(item, "outcome")) &&
           check_answer(file, group.answer, op);
}

static bool check_groups(const json_value *file, const cJSON *groups, uriproof_op op)
{
    const cJSON *item = groups != NULL ? groups->child : NULL;
    while (item != NULL && check_group(file, item, op))
        item = item->next;
    return item == NULL;
}

typedef struct pair_file {
    const cJSON *groups, *transforms;
} pair_file;

static const json_field pair_fields[] = {
    {"groups", JSON_ARRAY, offsetof(pair_file, groups), false},
    {"transforms", JSON_NAMES, offsetof(pair_file, transforms), false},
    {.name = NULL},
};

/* Checks that each pair names two of `count` groups. */
static bool check_by_design(const json_value *file, const cJSON *pairs, int count)
{
    const cJSON *item = NULL, *place = NULL;
    cJSON_ArrayForEach(item, pairs)
    {
        pair_file pair = {.groups = NULL};
        if (!json_fill(file, item, pair_fields, &pair))
            return false;
        if (cJSON_GetArraySize(pair.groups) != 2)
            return json_fault(file, pair.groups, "wants the places of two groups");
        cJSON_ArrayForEach(place, pair.groups)
        {
            if (!cJSON_IsNumber(place) || !(place->valuedouble >= 0 && place->valuedouble < count))
                return json_fault(file, place, "not the place of a group");
        }
    }
    return true;
}

typedef struct shown_class {
    const char *id, *risk, *weakness;
    const cJSON *declared;
    bool durable;
} shown_class;

static const json_field shown_fields[] = {
    {"id", JSON_NAME, offsetof(shown_class, id), false},
    {"risk", JSON_NAME, offsetof(shown_class, risk), false},
    {"weakness", JSON_NAME, offsetof(shown_class, weakness), true},
    {"declared", JSON_ARRAY, offsetof(shown_class, declared), true},
    {"durable", JSON_BOOL, offsetof(shown_class, durable), true},
    {.name = NULL},
};

typedef struct declaration {
    const char *parser;
    const cJSON *transforms;
} declaration;

static const json_field declared_fields[] = {
    {"parser", JSON_NAME, offsetof(declaration, parser), false},
    {"transforms", JSON_NAMES, offsetof(declaration, transforms), false},
    {.name = NULL},
};

/* Checks the classes that an example shows, and who is in them by design. */
static bool check_shown(const json_value *file, const cJSON *classes)
{
    const cJSON *item = NULL, *one = NULL;
    cJSON_ArrayForEach(item, classes)
    {
        shown_class class = {.declared = NULL};
        declaration who;
        if (!json_fill(file, item, shown_fields, &class) ||
            !check_words(file, json_item(item, "id")))
            return false;
        cJSON_ArrayForEach(one, class.declared)
        {
            if (!json_fill(file, one, declared_fields, &who) ||
                !check_words(file, json_item(one, "parser")) || !check_words(file, who.transforms))
                return false;
        }
    }
    return true;
}

/* ---- A class ---- */

typedef struct class_file {
    const char *id, *risk, *weakness;
    size_t texts;
    bool by_the_text;
    const char *does;
    const cJSON *example, *handed, *broken_by, *deviates, *not_explained, *groups, *by_design,
        *classes, *seen;
} class_file;

#define AT(member) offsetof(class_file, member)
static const json_field class_fields[] = {
    {"id", JSON_NAME, AT(id), false},
    {"risk", JSON_NAME, AT(risk), false},
    {"weakness", JSON_NAME, AT(weakness), true},
    {"texts", JSON_COUNT, AT(texts), false},
    {"example", JSON_OBJECT, AT(example), true},
    {"handed", JSON_OBJECT, AT(handed), true},
    {"by_the_text", JSON_BOOL, AT(by_the_text), true},
    {"by_specification", JSON_BOOL, AT(by_the_text), true}, /* its earlier name */
    {"broken_by", JSON_NAMES, AT(broken_by), true},
    {"does", JSON_NAME, AT(does), true},
    {"deviates", JSON_NAMES, AT(deviates), true},
    {"not_explained", JSON_NAMES, AT(not_explained), true},
    {"groups", JSON_ARRAY, AT(groups), true},
    {"by_design", JSON_ARRAY, AT(by_design), true},
    {"classes", JSON_ARRAY, AT(classes), true},
    {"seen", JSON_OBJECT, AT(seen), false},
    {.name = NULL},
};
#undef AT

/* Checks that the risk of a class is that of its id. */
static bool check_id(const json_value *file, const cJSON *class, const class_file *c)
{
    class_words words;
    if (!uriproof_all_printable(uriproof_span_of(c->id)) || !class_words_of(c->id, &words))
        return json_fault(file, json_item(class, "id"), "not the id of a class");
    return strcmp(class_risk_of_id(c->id)->name, c->risk) == 0 ||
           json_fault(file, json_item(class, "risk"), "not the risk of the class");
}

static bool check_request(const json_value *file, const cJSON *fields)
{
    uriproof_request request;
    cJSON *memory = fields != NULL ? export_request(fields, &request) : NULL;
    cJSON_Delete(memory);
    return fields == NULL || memory != NULL || json_fault(file, fields, "not a question");
}

/* Returns the operation whose answers a class is about; URIPROOF_OP_COUNT if it is of a chain. */
static uriproof_op op_of(const char *id)
{
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(strchr(id, '/') + 1, "/"),
             strchr(id, '/') + 1);
    return uriproof_op_named(name);
}

/* Returns true if the array has the name. */
static bool has_name(const cJSON *list, const char *name)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        if (strcmp(cJSON_GetStringValue(one), name) == 0)
            return true;
    }
    return false;
}

/* Returns true if the parser is in one of the groups. */
static bool is_in_groups(const cJSON *groups, const char *parser)
{
    const cJSON *group = NULL;
    cJSON_ArrayForEach(group, groups)
    {
        if (has_name(json_item(group, "parsers"), parser))
            return true;
    }
    return false;
}

/* Checks who deviates: some of the groups, or of those that break a chain, if the class is of a
 * deviation; else it does not say. */
static bool check_deviates(const json_value *file, const cJSON *class, const class_file *c,
                           confirmation again)
{
    class_words words;
    const cJSON *name = NULL;
    const bool deviates =
        class_words_of(c->id, &words) &&
        uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_DEVIATION]));
    if (!deviates || again != SHOWN_AGAIN)
        return (c->deviates == NULL && c->does == NULL) ||
               json_fault(file, class, "only a deviation that was shown has \"deviates\"");
    if (c->does == NULL || cJSON_GetArraySize(c->deviates) == 0)
        return json_fault(file, class, "a deviation wants \"does\" and \"deviates\"");
    cJSON_ArrayForEach(name, c->deviates)
    {
        if (!is_in_groups(c->groups, cJSON_GetStringValue(name)) &&
            !has_name(c->broken_by, cJSON_GetStringValue(name)))
            return json_fault(file, name, "not a parser of the groups");
    }
    return true;
}

static bool check_class(const json_value *file, const cJSON *class, const class_file *c,
                        confirmation again)
{
    if (again == SHOWN_AGAIN && c->example == NULL)
        return json_fault(file, class, "the key \"example\" is missing");
    return check_id(file, class, c) && check_request(file, c->seen) &&
           check_request(file, c->example) && check_request(file, c->handed) &&
           check_words(file, c->broken_by) && check_words(file, c->deviates) &&
           check_words(file, c->not_explained) && check_words(file, json_item(class, "does")) &&
           check_groups(file, c->groups, op_of(c->id)) && check_deviates(file, class, c, again) &&
           check_by_design(file, c->by_design, cJSON_GetArraySize(c->groups)) &&
           check_shown(file, c->classes);
}

/* Returns a copy of a class without what its texts showed. */
static cJSON *class_alone(const cJSON *class)
{
    cJSON *copy = cJSON_Duplicate(class, true);
    cJSON_DeleteItemFromObjectCaseSensitive(copy, "texts");
    cJSON_DeleteItemFromObjectCaseSensitive(copy, "seen");
    return copy;
}

bool export_read_class(const json_value *file, const cJSON *class, confirmation again,
                       diff_export *e)
{
    class_file c = {.id = NULL};
    if (!json_fill(file, class, class_fields, &c) || !check_class(file, class, &c, again))
        return false;
    export_add(e, &(export_class){.again = again,
                                  .texts = c.texts,
                                  .seen = cJSON_Duplicate(c.seen, true),
                                  .shown = class_alone(class)});
    return true;
}

static bool read_classes(diff_export *e, const json_value *root, const cJSON *classes,
                         confirmation again)
{
    const cJSON *class = classes->child;
    while (class != NULL && export_read_class(root, class, again, e))
        class = class->next;
    return class == NULL;
}

/* ---- The whole ---- */

typedef struct export_file {
    const char *format, *op, *by, *base, *base_hex;
    size_t version;
    bool chains;
    const cJSON *excused, *parsers, *classes, *not_looked_for, *not_shown_again;
    diff_export found;
} export_file;

#define AT(member) offsetof(export_file, member)
static const json_field export_fields[] = {
    {"format", JSON_NAME, AT(format), false},
    {"version", JSON_COUNT, AT(version), false},
    {"op", JSON_NAME, AT(op), false},
    {"by", JSON_NAME, AT(by), false},
    {"chains", JSON_BOOL, AT(chains), false},
    {"base", JSON_TEXT, AT(base), true},
    {"base_hex", JSON_TEXT, AT(base_hex), true},
    {"texts", JSON_COUNT, AT(found.texts), false},
    {"agreements", JSON_COUNT, AT(found.agreements), false},
    {"not_asked", JSON_COUNT, AT(found.unasked), false},
    {"not_read", JSON_COUNT, AT(found.unread), false},
    {"excused", JSON_OBJECT, AT(excused), false},
    {"partial", JSON_BOOL, AT(found.partial), false},
    {"parsers", JSON_ARRAY, AT(parsers), false},
    {"classes", JSON_ARRAY, AT(classes), false},
    {"not_looked_for", JSON_ARRAY, AT(not_looked_for), false},
    {"not_shown_again", JSON_ARRAY, AT(not_shown_again), false},
    {.name = NULL},
};
#undef AT

typedef struct excused_file {
    size_t texts;
    const cJSON *transforms;
} excused_file;

static const json_field excused_fields[] = {
    {"texts", JSON_COUNT, offsetof(excused_file, texts), false},
    {"transforms", JSON_ARRAY, offsetof(excused_file, transforms), false},
    {.name = NULL},
};

typedef struct excused_part {
    const char *part, *transform;
    size_t texts;
} excused_part;

static const json_field excused_part_fields[] = {
    {"part", JSON_NAME, offsetof(excused_part, part), false},
    {"transform", JSON_NAME, offsetof(excused_part, transform), false},
    {"texts", JSON_COUNT, offsetof(excused_part, texts), false},
    {.name = NULL},
};

static unsigned number_of(const char *name, const char *const *names, unsigned count)
{
    unsigned number = 0;
    while (number < count && strcmp(names[number], name) != 0)
        number++;
    return number;
}

static bool read_excused(diff_export *e, const json_value *root, const cJSON *object)
{
    excused_file excused;
    const cJSON *one = NULL;
    if (!json_fill(root, object, excused_fields, &excused))
        return false;
    e->excused.texts = excused.texts;
    cJSON_ArrayForEach(one, excused.transforms)
    {
        excused_part part;
        if (!json_fill(root, one, excused_part_fields, &part))
            return false;
        const unsigned piece = number_of(part.part, piece_names, PIECE_COUNT);
        const unsigned way = number_of(part.transform, transform_names, TRANSFORM_COUNT);
        if (piece == PIECE_COUNT || way == TRANSFORM_COUNT)
            return json_fault(root, one, "no such part or transform");
        e->excused.by[piece][way] = part.texts;
    }
    return true;
}

typedef struct parser_file {
    const char *name, *version, *profile, *outcome;
} parser_file;

static const json_field parser_fields[] = {
    {"name", JSON_NAME, offsetof(parser_file, name), false},
    {"version", JSON_TEXT, offsetof(parser_file, version), true},
    {"profile", JSON_NAME, offsetof(parser_file, profile), true},
    {"outcome", JSON_NAME, offsetof(parser_file, outcome), true},
    {.name = NULL},
};

static bool read_parsers(diff_export *e, const json_value *root, const cJSON *parsers)
{
    const cJSON *one = NULL;
    parser_file parser;
    cJSON_ArrayForEach(one, parsers)
    {
        if (!json_fill(root, one, parser_fields, &parser) ||
            !check_words(root, json_item(one, "name")) ||
            !check_words(root, json_item(one, "profile")))
            return false;
    }
    e->parsers = cJSON_Duplicate(parsers, true);
    return true;
}

static bool read_settings(diff_export *e, const json_value *root, const export_file *file)
{
    if (uriproof_op_named(file->op) == URIPROOF_OP_COUNT)
        return json_fault(root, json_item(root->tree, "op"), "no operation");
    e->settings = cJSON_CreateObject();
    for (size_t i = 0; i < EXPORT_SETTING_COUNT; i++) {
        const cJSON *item = json_item(root->tree, export_settings[i]);
        if (item != NULL)
            cJSON_AddItemToObject(e->settings, export_settings[i], cJSON_Duplicate(item, true));
    }
    return check_words(root, json_item(root->tree, "by"));
}

bool export_read_object(const json_value *root, diff_export *e)
{
    export_file file = {.format = NULL};
    const bool known = json_is_format(root, export_format, EXPORT_VERSION) &&
                       json_fill(root, root->tree, export_fields, &file);
    *e = file.found;
    if (known && read_settings(e, root, &file) && read_parsers(e, root, file.parsers) &&
        read_excused(e, root, file.excused) && read_classes(e, root, file.classes, SHOWN_AGAIN) &&
        read_classes(e, root, file.not_looked_for, NOT_LOOKED_FOR) &&
        read_classes(e, root, file.not_shown_again, NOT_SHOWN_AGAIN))
        return true;
    export_free(e);
    return false;
}

bool export_read(const char *path, diff_export *e, uriproof_error *error)
{
    json_document document;
    *e = (diff_export){0};
    if (!json_document_open(&document, path, error))
        return false;
    json_value root = json_value_read(&document, json_root(&document));
    const bool good = export_read_object(&root, e);
    cJSON_Delete(root.tree);
    json_document_close(&document);
    return good;
}
