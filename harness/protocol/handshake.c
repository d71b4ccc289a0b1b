/* SPDX-License-Identifier: MIT */
#include "handshake.h"

#include "base/base.h"
#include "line.h"

#include <stdlib.h>
#include <string.h>

const char hello_request[] = "{\"op\":\"hello\",\"protocol\":2}";

/* Says what the author of an adapter for protocol 1 has to change. */
static const char from_protocol_1[] =
    "speaks protocol 1; this program speaks 2: say \"transforms\" for \"gives\" and one "
    "\"status\" for \"valid\", \"silent\" and \"unsupported\", and answer in the order of the "
    "requests (docs/protocol.md, \"From protocol 1\")";

/* Checks that a string of the field is of a length that can stand in each report and each row. */
static bool check_length(const char *string, const char *key, uriproof_error *error)
{
    return strnlen(string, HELLO_STRING_MOST + 1) <= HELLO_STRING_MOST ||
           uriproof_error_set(error,
                              "the hello has a string of over %d octets in \"%s\": shorten it",
                              HELLO_STRING_MOST, key);
}

static bool read_protocol(const cJSON *object, const char *key, void *into, uriproof_error *error)
{
    const cJSON *protocol = json_item(object, key);
    (void)into;
    if (!cJSON_IsNumber(protocol))
        return uriproof_error_set(error, "the hello has no \"protocol\"");
    if (protocol->valuedouble == 1)
        return uriproof_error_set(error, "%s", from_protocol_1);
    return protocol->valuedouble == PROTOCOL_VERSION ||
           uriproof_error_set(error, "speaks protocol %g; this program speaks %d",
                              protocol->valuedouble, PROTOCOL_VERSION);
}

static bool read_word(const cJSON *object, const char *key, void *into, uriproof_error *error)
{
    char **copy = into;
    const char *string = cJSON_GetStringValue(json_item(object, key));
    if (string == NULL || *string == '\0')
        return uriproof_error_set(error, "the hello has no \"%s\"", key);
    if (!check_length(string, key, error))
        return false;
    *copy = strdup(string);
    return true;
}

/* Copies the strings of the array `key`, with a NULL after the last. */
static bool read_words(const cJSON *object, const char *key, void *into, uriproof_error *error)
{
    char ***copies = into;
    const cJSON *list = json_item(object, key);
    if (!cJSON_IsArray(list))
        return uriproof_error_set(error, "the hello has no \"%s\" array", key);
    if (cJSON_GetArraySize(list) > HELLO_LIST_MOST)
        return uriproof_error_set(error, "the hello has over %d strings in \"%s\": leave some out",
                                  HELLO_LIST_MOST, key);
    size_t count = 0;
    *copies = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof **copies);
    for (const cJSON *item = list->child; item != NULL; item = item->next) {
        if (!cJSON_IsString(item))
            return uriproof_error_set(error, "the hello has something else than strings in \"%s\"",
                                      key);
        if (!check_length(item->valuestring, key, error))
            return false;
        (*copies)[count++] = strdup(item->valuestring);
    }
    return true;
}

/* Reads all operations as strange ones, and then takes out those that are known. */
static bool read_ops(const cJSON *object, const char *key, void *into, uriproof_error *error)
{
    hello *h = into;
    if (!read_words(object, key, &h->strange_ops, error))
        return false;
    char **kept = h->strange_ops;
    for (char **name = kept; *name != NULL; name++) {
        uriproof_op op = uriproof_op_named(*name);
        if (op == URIPROOF_OP_COUNT) {
            *kept++ = *name;
        } else {
            h->ops[op] = true;
            free(*name);
        }
    }
    *kept = NULL;
    return true;
}

static bool read_transforms_of(const cJSON *part, hello *h, uriproof_error *error)
{
    if (!cJSON_IsArray(part))
        return uriproof_error_set(error,
                                  "the hello has something else than arrays in \"transforms\"");
    for (const cJSON *one = part->child; one != NULL; one = one->next) {
        const char *name = cJSON_IsString(one) ? one->valuestring : "no string";
        if (cJSON_IsString(one) && transform_declare(&h->transforms, part->string, name))
            continue;
        return uriproof_error_set(error, "the hello has an unknown transform of \"%.40s\": %.40s",
                                  part->string, name);
    }
    return true;
}

static bool read_transforms(const cJSON *object, const char *key, void *into, uriproof_error *error)
{
    const cJSON *transforms = json_item(object, key);
    if (json_item(object, "gives") != NULL)
        return uriproof_error_set(
            error, "the hello has \"gives\", which is called \"transforms\" since protocol 2");
    if (transforms != NULL && !cJSON_IsObject(transforms))
        return uriproof_error_set(error, "the hello has \"transforms\" that are not an object");
    const cJSON *part = transforms != NULL ? transforms->child : NULL;
    while (part != NULL && read_transforms_of(part, into, error))
        part = part->next;
    return part == NULL;
}

static bool read_splits(const cJSON *object, const char *key, void *into, uriproof_error *error)
{
    hello *h = into;
    const cJSON *item = json_item(object, key);
    const char *source = cJSON_GetStringValue(item);
    if (item == NULL)
        return true;
    if (source == NULL || source[strspn(source, " ")] == '\0' ||
        !uriproof_all_printable(uriproof_span_of(source)))
        return uriproof_error_set(
            error, "the hello has a \"splits\" that names no source: say in printable ASCII where "
                   "it is documented that the parser splits and does not validate");
    if (!check_length(source, key, error))
        return false;
    h->splits = strdup(source);
    return true;
}

const hello_field hello_fields[HELLO_FIELD_COUNT] = {
    {"protocol", read_protocol, 0},
    {"name", read_word, offsetof(hello, name)},
    {"version", read_word, offsetof(hello, version)},
    {"language", read_word, offsetof(hello, language)},
    {"dialects", read_words, offsetof(hello, dialects)},
    {"ops", read_ops, 0},
    {"transforms", read_transforms, 0},
    {"splits", read_splits, 0},
};

bool hello_read_field(const hello_field *field, const cJSON *object, hello *h,
                      uriproof_error *error)
{
    return field->read(object, field->name, (char *)h + field->offset, error);
}

bool hello_read(const char *line, size_t length, hello *h, uriproof_error *error)
{
    *h = (hello){0};
    uriproof_error inner;
    json_memory memory = {0};
    cJSON *object = line_read(&memory, line, length, &inner);
    bool read = object != NULL;
    if (!read)
        uriproof_error_set(error, "the hello: %s: %.*s", inner.words,
                           length < 60 ? (int)length : 60, line);
    for (size_t i = 0; read && i < HELLO_FIELD_COUNT; i++)
        read = hello_read_field(&hello_fields[i], object, h, error);
    json_memory_free(&memory);
    if (!read)
        hello_free(h);
    return read;
}

bool hello_same(const hello *first, const hello *again, uriproof_error *error)
{
    const struct {
        const char *name, *first, *again;
    } words[] = {
        {"name", first->name, again->name},
        {"version", first->version, again->version},
        {"splits", first->splits != NULL ? first->splits : "",
         again->splits != NULL ? again->splits : ""},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].first, words[i].again) == 0)
            continue;
        return uriproof_error_set(
            error, "the hello gives another %s than before: \"%.40s\", not \"%.40s\"",
            words[i].name, words[i].again, words[i].first);
    }
    if (memcmp(first->ops, again->ops, sizeof first->ops) != 0)
        return uriproof_error_set(error, "the hello has other \"ops\" than before");
    return memcmp(&first->transforms, &again->transforms, sizeof first->transforms) == 0 ||
           uriproof_error_set(error, "the hello has other \"transforms\" than before");
}

bool hello_repeated(const char *line, size_t length, const hello *first, uriproof_error *error)
{
    hello again;
    bool same = hello_read(line, length, &again, error);
    if (same) {
        same = hello_same(first, &again, error);
        hello_free(&again);
    }
    return same;
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
