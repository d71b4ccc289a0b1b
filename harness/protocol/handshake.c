/* SPDX-License-Identifier: MIT */
#include "handshake.h"

#include "line.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static bool wrong(uriproof_error *error, const char *words)
{
    uriproof_error_set(error, "the hello %s", words);
    return false;
}

static bool copy_string(const cJSON *object, const char *key, char **copy, uriproof_error *error)
{
    const char *string = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    if (string == NULL || *string == '\0') {
        uriproof_error_set(error, "the hello has no \"%s\"", key);
        return false;
    }
    *copy = strdup(string);
    return true;
}

static bool read_name(const cJSON *object, hello *h, uriproof_error *error)
{
    return copy_string(object, "name", &h->name, error);
}

static bool read_version(const cJSON *object, hello *h, uriproof_error *error)
{
    return copy_string(object, "version", &h->version, error);
}

static bool read_language(const cJSON *object, hello *h, uriproof_error *error)
{
    return copy_string(object, "language", &h->language, error);
}

static bool read_dialects(const cJSON *object, hello *h, uriproof_error *error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "dialects");
    if (!cJSON_IsArray(list))
        return wrong(error, "has no \"dialects\" array");
    h->dialects = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *h->dialects);
    size_t count = 0;
    for (const cJSON *item = list->child; item != NULL; item = item->next) {
        if (!cJSON_IsString(item))
            return wrong(error, "has something else than strings in \"dialects\"");
        h->dialects[count++] = strdup(item->valuestring);
    }
    return true;
}

static bool read_ops(const cJSON *object, hello *h, uriproof_error *error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "ops");
    if (!cJSON_IsArray(list))
        return wrong(error, "has no \"ops\" array");
    h->strange_ops = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *h->strange_ops);
    size_t strange = 0;
    for (const cJSON *item = list->child; item != NULL; item = item->next) {
        if (!cJSON_IsString(item))
            return wrong(error, "has something else than strings in \"ops\"");
        uriproof_op op = uriproof_op_named(item->valuestring);
        if (op != URIPROOF_OP_COUNT)
            h->ops[op] = true;
        else
            h->strange_ops[strange++] = strdup(item->valuestring);
    }
    return true;
}

static bool read_ways(const cJSON *part, hello *h, uriproof_error *error)
{
    if (!cJSON_IsArray(part))
        return wrong(error, "has something else than arrays in \"gives\"");
    for (const cJSON *way = part->child; way != NULL; way = way->next) {
        if (!cJSON_IsString(way) ||
            !transform_declare(&h->transforms, part->string, way->valuestring)) {
            uriproof_error_set(error, "the hello gives \"%.40s\" in a way that is not known: %.40s",
                               part->string, cJSON_IsString(way) ? way->valuestring : "no string");
            return false;
        }
    }
    return true;
}

static bool read_transforms(const cJSON *object, hello *h, uriproof_error *error)
{
    const cJSON *transforms = cJSON_GetObjectItemCaseSensitive(object, "gives");
    if (transforms == NULL)
        return true;
    if (!cJSON_IsObject(transforms))
        return wrong(error, "has a \"gives\" that is not an object");
    for (const cJSON *part = transforms->child; part != NULL; part = part->next)
        if (!read_ways(part, h, error))
            return false;
    return true;
}

static bool read_splits(const cJSON *object, hello *h, uriproof_error *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "splits");
    if (item == NULL)
        return true;
    const char *source = cJSON_GetStringValue(item);
    if (source == NULL || source[strspn(source, " ")] == '\0' ||
        !uriproof_all_printable(uriproof_span_of(source)))
        return wrong(error, "has a \"splits\" that names no source: say in printable ASCII where "
                            "it is documented that the parser splits and does not validate");
    h->splits = strdup(source);
    return true;
}

static bool read_protocol(const cJSON *object, hello *h, uriproof_error *error)
{
    (void)h;
    const cJSON *protocol = cJSON_GetObjectItemCaseSensitive(object, "protocol");
    if (!cJSON_IsNumber(protocol))
        return wrong(error, "has no \"protocol\"");
    if (protocol->valuedouble == 1)
        return true;
    uriproof_error_set(error, "the adapter speaks protocol %g, and this program speaks 1",
                       protocol->valuedouble);
    return false;
}

const hello_field hello_fields[HELLO_FIELD_COUNT] = {
    {"protocol", read_protocol}, {"name", read_name},         {"version", read_version},
    {"language", read_language}, {"dialects", read_dialects}, {"ops", read_ops},
    {"gives", read_transforms},  {"splits", read_splits},
};

bool hello_read(const char *line, size_t length, hello *h, uriproof_error *error)
{
    *h = (hello){0};
    uriproof_error inner;
    cJSON *object = line_read(line, length, &inner);
    if (object == NULL) {
        uriproof_error_set(error, "the hello: %s: %.*s", inner.words,
                           length < 60 ? (int)length : 60, line);
        return false;
    }
    bool read = true;
    for (size_t i = 0; read && i < HELLO_FIELD_COUNT; i++)
        read = hello_fields[i].read(object, h, error);
    cJSON_Delete(object);
    if (!read)
        hello_free(h);
    return read;
}

static bool other(const char *what, const char *first, const char *again, uriproof_error *error)
{
    if (strcmp(first, again) == 0)
        return false;
    uriproof_error_set(error, "the hello gives another %s than before: \"%.40s\", not \"%.40s\"",
                       what, again, first);
    return true;
}

bool hello_same(const hello *first, const hello *again, uriproof_error *error)
{
    if (other("name", first->name, again->name, error) ||
        other("version", first->version, again->version, error))
        return false;
    if (memcmp(first->ops, again->ops, sizeof first->ops) != 0)
        return wrong(error, "gives other \"ops\" than before");
    if (memcmp(&first->transforms, &again->transforms, sizeof first->transforms) != 0)
        return wrong(error, "has another \"gives\" than before");
    const char *splits = first->splits != NULL ? first->splits : "";
    if (strcmp(splits, again->splits != NULL ? again->splits : "") != 0)
        return wrong(error, "has another \"splits\" than before");
    return true;
}

static void free_list(char **list)
{
    for (char **item = list; item != NULL && *item != NULL; item++)
        free(*item);
    free(list);
}

void hello_free(hello *h)
{
    free(h->name);
    free(h->version);
    free(h->language);
    free_list(h->dialects);
    free_list(h->strange_ops);
    free(h->splits);
    *h = (hello){0};
}
