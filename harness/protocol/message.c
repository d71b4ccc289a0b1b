/* SPDX-License-Identifier: MIT */
/* Requests and answers in JSON. */
#include "message.h"
#include "json/json.h"

#include <string.h>

const uriproof_op_facts uriproof_ops[URIPROOF_OP_COUNT] = {
    [URIPROOF_PARSE] = {"parse", {"uri", NULL}, NULL},
    [URIPROOF_RESOLVE] = {"resolve", {"base", "ref"}, "uri"},
    [URIPROOF_NORMALIZE] = {"normalize", {"uri", NULL}, "uri"},
    [URIPROOF_EQUIVALENT] = {"equivalent", {"uri", "other"}, NULL},
    [URIPROOF_DECODE] = {"decode", {"text", NULL}, "text"},
    [URIPROOF_ENCODE] = {"encode", {"text", NULL}, "text"},
    [URIPROOF_URL] = {"url", {"uri", NULL}, NULL},
};

const uriproof_part_name uriproof_generic_names[URIPROOF_GENERIC_COUNT] = {
    {"scheme", offsetof(uriproof_generic, scheme)},
    {"path", offsetof(uriproof_generic, path)},
    {"search", offsetof(uriproof_generic, search)},
    {"fragmentid", offsetof(uriproof_generic, fragmentid)},
};

const uriproof_part_name uriproof_component_names[URIPROOF_COMPONENT_COUNT] = {
    {"scheme", offsetof(uriproof_components, scheme)},
    {"userinfo", offsetof(uriproof_components, userinfo)},
    {"user", offsetof(uriproof_components, user)},
    {"password", offsetof(uriproof_components, password)},
    {"host", offsetof(uriproof_components, host)},
    {"port", offsetof(uriproof_components, port)},
    {"path", offsetof(uriproof_components, path)},
    {"query", offsetof(uriproof_components, query)},
    {"fragment", offsetof(uriproof_components, fragment)},
};

/* The views of a text's parts, in the order in which they are written. */
static const struct view {
    const char *name;
    const uriproof_part_name *parts;
    size_t count;
    size_t has, at; /* offsets within uriproof_parts */
} views[] = {
    {"generic", uriproof_generic_names, URIPROOF_GENERIC_COUNT,
     offsetof(uriproof_parts, has_generic), offsetof(uriproof_parts, generic)},
    {"components", uriproof_component_names, URIPROOF_COMPONENT_COUNT,
     offsetof(uriproof_parts, has_components), offsetof(uriproof_parts, components)},
};
enum { GENERIC, COMPONENTS, VIEW_COUNT };

const char *const uriproof_statuses[ANSWER_STATUS_COUNT] = {
    [ANSWER_REJECTED] = "rejected",
    [ANSWER_ACCEPTED] = "accepted",
    [ANSWER_UNDEFINED] = "undefined",
    [ANSWER_UNSUPPORTED] = "unsupported",
};

uriproof_op uriproof_op_named(const char *name)
{
    uriproof_op op = URIPROOF_PARSE;
    while (op < URIPROOF_OP_COUNT && strcmp(uriproof_ops[op].name, name) != 0)
        op++;
    return op;
}

uriproof_status uriproof_status_named(const char *name)
{
    uriproof_status status = name != NULL ? ANSWER_REJECTED : ANSWER_STATUS_COUNT;
    while (status < ANSWER_STATUS_COUNT && strcmp(uriproof_statuses[status], name) != 0)
        status++;
    return status;
}

static bool has_view(const uriproof_parts *parts, const struct view *view)
{
    return *((const bool *)(const void *)((const char *)parts + view->has));
}

uriproof_span uriproof_part(const void *parts, const uriproof_part_name *name)
{
    return *(const uriproof_span *)(const void *)((const char *)parts + name->offset);
}

bool uriproof_request_read(cJSON *object, uriproof_op op, uriproof_request *request,
                           uriproof_error *error)
{
    const uriproof_op_facts *facts = &uriproof_ops[op];
    *request = (uriproof_request){.op = op};
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++) {
        if (!uriproof_octets_read(object, facts->fields[i], &request->field[i], error))
            return false;
        if (!uriproof_present(request->field[i]))
            return uriproof_error_set(error, "\"%s\" needs \"%s\"", facts->name, facts->fields[i]);
    }
    return true;
}

void uriproof_request_write(json_writer *w, const uriproof_request *request)
{
    const uriproof_op_facts *facts = &uriproof_ops[request->op];
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++)
        json_octets(w, facts->fields[i], request->field[i]);
}

/* An answer while it is read. */
typedef struct answer_reading {
    uriproof_answer *answer;
    bool has_status;
    uriproof_strictness strictness;
    uriproof_error *error;
} answer_reading;

static bool wrong(answer_reading *reading, const cJSON *item, const char *should_be)
{
    return uriproof_error_set(reading->error, "\"%.40s\" is not %s", item->string, should_be);
}

static bool read_status(answer_reading *reading, cJSON *item)
{
    uriproof_status status = uriproof_status_named(cJSON_GetStringValue(item));
    if (status == ANSWER_STATUS_COUNT)
        return wrong(reading, item, "\"accepted\", \"rejected\", \"undefined\" or \"unsupported\"");
    reading->has_status = true;
    reading->answer->status = status;
    return true;
}

static bool read_equal(answer_reading *reading, cJSON *item)
{
    reading->answer->has_equal = true;
    reading->answer->equal = cJSON_IsTrue(item);
    return cJSON_IsBool(item) || wrong(reading, item, "true or false");
}

static bool read_offset(answer_reading *reading, cJSON *item)
{
    /* The largest whole number that a double holds exactly. */
    const double most = 9007199254740992.0;
    double number = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(number >= 0 && number <= most) || number != (double)(size_t)number)
        return wrong(reading, item, "a whole number from 0");
    reading->answer->has_offset = true;
    reading->answer->offset = (size_t)number;
    return true;
}

static bool read_string(answer_reading *reading, cJSON *item, const char **string)
{
    *string = cJSON_GetStringValue(item);
    return *string != NULL || wrong(reading, item, "a string");
}

static bool read_production(answer_reading *reading, cJSON *item)
{
    return read_string(reading, item, &reading->answer->production);
}

static bool read_error(answer_reading *reading, cJSON *item)
{
    return read_string(reading, item, &reading->answer->error);
}

static bool is_list_of_strings(const cJSON *item)
{
    const cJSON *string = cJSON_IsArray(item) ? item->child : NULL;
    while (string != NULL && cJSON_IsString(string))
        string = string->next;
    return cJSON_IsArray(item) && string == NULL;
}

static bool read_detail(answer_reading *reading, cJSON *item)
{
    if (!cJSON_IsObject(item))
        return wrong(reading, item, "an object");
    for (const cJSON *part = item->child; part != NULL; part = part->next)
        if (!cJSON_IsString(part) && !is_list_of_strings(part))
            return wrong(reading, part, "a string or an array of strings");
    reading->answer->detail = item;
    return true;
}

/* Reads the members of a view into the parts whose keys they have. */
static bool read_view(answer_reading *reading, const cJSON *object, const struct view *view)
{
    char *parts = (char *)&reading->answer->parts;
    *(bool *)(void *)(parts + view->has) = true;
    if (!cJSON_IsObject(object))
        return wrong(reading, object, "an object");
    for (cJSON *item = object->child; item != NULL; item = item->next) {
        octets_key kind = OCTETS_OTHER_KEY;
        const uriproof_part_name *part = view->parts, *end = view->parts + view->count;
        while (part != end && (kind = octets_key_of(item->string, part->name)) == OCTETS_OTHER_KEY)
            part++;
        if (part == end)
            return uriproof_error_set(reading->error, "\"%.40s\" has no part \"%.40s\"", view->name,
                                      item->string);
        uriproof_span *into = (uriproof_span *)(void *)(parts + view->at + part->offset);
        if (!octets_read_item(item, kind, part->name, into, reading->error))
            return false;
    }
    return true;
}

static bool read_generic(answer_reading *reading, cJSON *item)
{
    return read_view(reading, item, &views[GENERIC]);
}

static bool read_components(answer_reading *reading, cJSON *item)
{
    return read_view(reading, item, &views[COMPONENTS]);
}

static const struct answer_key {
    const char *name;
    bool (*read)(answer_reading *reading, cJSON *item);
} answer_keys[] = {
    {"status", read_status}, {"generic", read_generic},       {"components", read_components},
    {"equal", read_equal},   {"production", read_production}, {"offset", read_offset},
    {"error", read_error},   {"detail", read_detail},
};

static const struct answer_key *key_named(const char *name)
{
    for (size_t i = 0; i < sizeof answer_keys / sizeof answer_keys[0]; i++)
        if (strcmp(answer_keys[i].name, name) == 0)
            return &answer_keys[i];
    return NULL;
}

/* Returns the name of a member that the answer must have and does not have, or NULL. */
static const char *missing(const answer_reading *reading, uriproof_op op)
{
    const uriproof_answer *answer = reading->answer;
    bool open = reading->strictness == URIPROOF_LEFT_OPEN;
    bool accepted = answer->status == ANSWER_ACCEPTED;
    if (!reading->has_status)
        return "\"status\"";
    if (answer->status == ANSWER_UNSUPPORTED)
        return NULL;
    if (op == URIPROOF_URL && accepted)
        return answer->production != NULL || open ? NULL : "\"production\"";
    if (answer->has_offset != (answer->production != NULL) && !open)
        return answer->has_offset ? "\"production\" beside its \"offset\""
                                  : "\"offset\" beside its \"production\"";
    if (!accepted)
        return NULL;
    if (op == URIPROOF_PARSE)
        return answer->parts.has_generic || answer->parts.has_components || open
                   ? NULL
                   : "\"components\" or \"generic\"";
    if (op == URIPROOF_EQUIVALENT)
        return answer->has_equal ? NULL : "\"equal\"";
    return uriproof_present(answer->result) ? NULL : uriproof_ops[op].result;
}

bool uriproof_answer_read(cJSON *object, uriproof_op op, uriproof_strictness strictness,
                          uriproof_answer *answer, uriproof_error *error)
{
    const char *result = uriproof_ops[op].result;
    answer_reading reading = {answer, false, strictness, error};
    *answer = (uriproof_answer){0};
    if (!cJSON_IsObject(object))
        return uriproof_error_set(error, "the answer is not an object");
    for (cJSON *item = object->child; item != NULL; item = item->next) {
        const struct answer_key *key = key_named(item->string);
        bool is_result = result != NULL && octets_key_of(item->string, result) != OCTETS_OTHER_KEY;
        if (key != NULL && !key->read(&reading, item))
            return false;
        if (key == NULL && !is_result && strictness != URIPROOF_LET_KEYS)
            return uriproof_error_set(error, "an answer to \"%s\" has no \"%.40s\"",
                                      uriproof_ops[op].name, item->string);
    }
    if (result != NULL && !uriproof_octets_read(object, result, &answer->result, error))
        return false;
    const char *what = missing(&reading, op);
    return what == NULL ||
           uriproof_error_set(
               error, *what == '"' ? "the answer has no %s" : "the answer has no \"%s\"", what);
}

static void write_view(json_writer *w, const uriproof_parts *parts, const struct view *view)
{
    if (!has_view(parts, view))
        return;
    json_open_object(w, view->name);
    for (size_t i = 0; i < view->count; i++)
        json_octets(w, view->parts[i].name,
                    uriproof_part((const char *)parts + view->at, &view->parts[i]));
    json_close(w);
}

void uriproof_answer_write(json_writer *w, uriproof_op op, const uriproof_answer *answer)
{
    json_text(w, "status", uriproof_statuses[answer->status]);
    for (size_t i = 0; i < VIEW_COUNT; i++)
        write_view(w, &answer->parts, &views[i]);
    if (uriproof_ops[op].result != NULL)
        json_octets(w, uriproof_ops[op].result, answer->result);
    if (answer->has_equal)
        json_truth(w, "equal", answer->equal);
    json_text_if(w, "production", answer->production);
    if (answer->has_offset)
        json_number(w, "offset", answer->offset);
    json_text_if(w, "error", answer->error);
    if (answer->detail != NULL)
        json_tree(w, "detail", answer->detail);
}

cJSON *uriproof_answer_tree(uriproof_op op, const uriproof_answer *answer)
{
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    uriproof_answer_write(&w, op, answer);
    return json_writer_tree(&w);
}

/* Each member of `given` is the same in `expected`. */
static bool detail_equal(const cJSON *expected, const cJSON *given)
{
    for (const cJSON *part = given != NULL ? given->child : NULL; part != NULL; part = part->next) {
        const cJSON *wanted = cJSON_GetObjectItemCaseSensitive(expected, part->string);
        if (wanted == NULL || !cJSON_Compare(wanted, part, true))
            return false;
    }
    return true;
}

static bool urls_equal(const uriproof_answer *expected, const uriproof_answer *given)
{
    if (expected->production == NULL) /* the vector leaves production and detail open */
        return true;
    return given->production != NULL && strcmp(expected->production, given->production) == 0 &&
           detail_equal(expected->detail, given->detail);
}

/* Offset, production and result of a rejection are compared only if both rejections have them. */
static bool rejections_equal(const uriproof_answer *e, const uriproof_answer *g)
{
    bool places = e->has_offset && g->has_offset;
    bool productions = places && e->production != NULL && g->production != NULL;
    bool results = uriproof_present(e->result) && uriproof_present(g->result);
    return (!places || e->offset == g->offset) &&
           (!productions || strcmp(e->production, g->production) == 0) &&
           (!results || uriproof_span_equal(e->result, g->result)) &&
           detail_equal(e->detail, g->detail);
}

/* Compares the first view that both have. Nothing is expected if `expected` has none. */
static bool parses_equal(const uriproof_parts *expected, const uriproof_parts *given)
{
    for (size_t i = 0; i < VIEW_COUNT; i++) {
        const struct view *view = &views[i];
        if (!has_view(expected, view) || !has_view(given, view))
            continue;
        const char *e = (const char *)expected + view->at, *g = (const char *)given + view->at;
        bool equal = true;
        for (size_t j = 0; equal && j < view->count; j++)
            equal = uriproof_span_equal(uriproof_part(e, &view->parts[j]),
                                        uriproof_part(g, &view->parts[j]));
        return equal;
    }
    return !expected->has_generic && !expected->has_components;
}

/* What is undefined counts as rejected. */
static uriproof_status verdict_of(uriproof_status status)
{
    return status == ANSWER_UNDEFINED ? ANSWER_REJECTED : status;
}

bool uriproof_answer_matches(uriproof_op op, const uriproof_answer *expected,
                             const uriproof_answer *given)
{
    if (verdict_of(expected->status) != verdict_of(given->status))
        return false;
    if (expected->status != ANSWER_ACCEPTED)
        return rejections_equal(expected, given);
    switch (op) {
    case URIPROOF_PARSE:
        return parses_equal(&expected->parts, &given->parts);
    case URIPROOF_EQUIVALENT:
        return expected->equal == given->equal;
    case URIPROOF_URL:
        return urls_equal(expected, given);
    default:
        return uriproof_span_equal(expected->result, given->result);
    }
}
