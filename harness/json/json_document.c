/* SPDX-License-Identifier: MIT */
#include "json_document.h"

#include "json_read.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Opening ---- */

static bool told(const json_document *document, const char *words)
{
    uriproof_error_set(document->error, "%s: %s", document->name, words);
    return false;
}

bool json_document_check(json_document *document, const char *name, const char *text, size_t length,
                         uriproof_error *error)
{
    uriproof_error inner;
    *document = (json_document){.name = name, .text = text, .length = length, .error = error};
    return uriproof_json_check_file(text, length, &inner) || told(document, inner.words);
}

bool json_document_open(json_document *document, const char *path, uriproof_error *error)
{
    *document = (json_document){.name = path, .error = error};
    size_t length;
    const char *fault = NULL;
    char *text = uriproof_file_read(path, &length);
    if (text == NULL)
        return told(document, error_reason(errno));
    if (is_gzip(text, length)) {
        char *packed = text;
        text = gzip_unpack(packed, length, &length, &fault);
        free(packed);
    }
    bool good = text != NULL ? json_document_check(document, path, text, length, error)
                             : told(document, fault);
    document->owned = text;
    if (!good)
        json_document_close(document);
    errno = 0;
    return good;
}

void json_document_close(json_document *document)
{
    free(document->owned);
    document->owned = NULL;
    document->text = NULL;
}

/* ---- Texts of values. All of it was checked before, so each value has its end. ---- */

static bool is_space(char octet)
{
    return octet == ' ' || octet == '\n' || octet == '\t' || octet == '\r';
}

/* Returns the end of the string that begins at `at`. */
static const char *string_end(const char *at)
{
    for (at++; *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

/* Returns the end of the value that begins at `at`. */
static const char *value_end(const char *at, const char *end)
{
    size_t depth = 0;
    do {
        if (*at == '"') {
            at = string_end(at);
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
        /* A number or a word ends before the first octet that cannot belong to it. */
        while (depth == 0 && at != end && strchr(",:]} \n\t\r", *at) == NULL)
            at++;
    } while (depth > 0);
    return at;
}

static uriproof_span value_at(const char *at, const char *end)
{
    while (at != end && is_space(*at))
        at++;
    return (uriproof_span){at, (size_t)(value_end(at, end) - at)};
}

uriproof_span json_root(const json_document *document)
{
    return value_at(document->text, document->text + document->length);
}

bool json_next_member(uriproof_span container, uriproof_span *key, uriproof_span *item)
{
    if (container.length < 2 || (container.octets[0] != '{' && container.octets[0] != '['))
        return false;
    const char *end = container.octets + container.length;
    const char *at = item->octets != NULL ? item->octets + item->length : container.octets + 1;
    while (is_space(*at) || *at == ',')
        at++;
    if (at == end - 1)
        return false;
    *key = (uriproof_span){NULL, 0};
    if (container.octets[0] == '{') {
        *key = value_at(at, end);
        for (at = key->octets + key->length; *at != ':';)
            at++;
        at++;
    }
    *item = value_at(at, end);
    return true;
}

bool json_next(uriproof_span container, uriproof_span *item)
{
    uriproof_span key;
    return json_next_member(container, &key, item);
}

/* Returns true if `quoted`, in which there may be escapes, is `key`, in which there are none. */
static bool is_key(uriproof_span quoted, const char *key)
{
    if (memchr(quoted.octets, '\\', quoted.length) == NULL)
        return quoted.length == strlen(key) + 2 &&
               memcmp(quoted.octets + 1, key, quoted.length - 2) == 0;
    cJSON *name = cJSON_ParseWithLength(quoted.octets, quoted.length);
    bool is = strcmp(name->valuestring, key) == 0;
    cJSON_Delete(name);
    return is;
}

uriproof_span json_member(uriproof_span object, const char *key)
{
    uriproof_span item = {NULL, 0}, found;
    if (object.octets == NULL || object.octets[0] != '{')
        return item;
    while (json_next_member(object, &found, &item))
        if (is_key(found, key))
            return item;
    return (uriproof_span){NULL, 0};
}

/* ---- Trees ---- */

json_value json_value_read(const json_document *document, uriproof_span text)
{
    cJSON *tree = text.octets != NULL ? cJSON_ParseWithLength(text.octets, text.length) : NULL;
    return (json_value){document, text.octets, tree};
}

static bool is_any_key(uriproof_span quoted, const char *const *keys)
{
    while (*keys != NULL && !is_key(quoted, *keys))
        keys++;
    return *keys != NULL;
}

json_value json_value_read_without(const json_document *document, uriproof_span text,
                                   const char *const *without)
{
    json_value value = {document, text.octets, NULL};
    uriproof_span key, item = {NULL, 0};
    if (text.octets == NULL || text.octets[0] != '{')
        return json_value_read(document, text);
    value.tree = cJSON_CreateObject();
    while (json_next_member(text, &key, &item)) {
        bool is_left_out = item.octets[0] == '[' && is_any_key(key, without);
        cJSON *name = cJSON_ParseWithLength(key.octets, key.length);
        cJSON_AddItemToObject(value.tree, name->valuestring,
                              is_left_out ? cJSON_CreateArray()
                                          : cJSON_ParseWithLength(item.octets, item.length));
        cJSON_Delete(name);
    }
    return value;
}

/* ---- Faults ---- */

/* Finds where the text of `item` begins, in the tree whose text begins at `at`; or NULL. */
static const char *find_text(const char *at, const char *end, const cJSON *tree, const cJSON *item)
{
    if (tree == item)
        return at;
    uriproof_span whole = value_at(at, end), text = {NULL, 0}, key;
    for (const cJSON *child = tree->child; child != NULL && json_next_member(whole, &key, &text);
         child = child->next) {
        const char *found = find_text(text.octets, end, child, item);
        if (found != NULL)
            return found;
    }
    return NULL;
}

enum { PATH_MOST = 120, KEY_MOST = 40 };

/* Adds to `path` how the value whose text begins at `at` is reached within `container`. */
static void add_path(uriproof_span container, const char *at, char *path)
{
    uriproof_span key, item = {NULL, 0};
    for (size_t index = 0; container.octets != at && json_next_member(container, &key, &item);
         index++) {
        size_t used = strlen(path), room = PATH_MOST - used;
        if (at >= item.octets + item.length)
            continue;
        if (key.octets == NULL)
            snprintf(path + used, room, "[%zu]", index);
        else if (key.length == 2) /* an empty one would not be seen */
            snprintf(path + used, room, "%s\"\"", used > 0 ? "." : "");
        else
            snprintf(path + used, room, "%s%.*s", used > 0 ? "." : "",
                     key.length - 2 < KEY_MOST ? (int)key.length - 2 : KEY_MOST, key.octets + 1);
        add_path(item, at, path);
        return;
    }
}

static size_t line_number(const json_document *document, const char *at)
{
    size_t line = 1;
    for (const char *octet = document->text; octet != at; octet++)
        line += *octet == '\n';
    return line;
}

static void make_printable(char *words)
{
    for (; *words != '\0'; words++)
        if (!uriproof_is_printable(*words))
            *words = '?';
}

bool json_fault(const json_value *value, const cJSON *item, const char *format, ...)
{
    const json_document *document = value->document;
    char words[160], path[PATH_MOST] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    const char *at = find_text(value->at, document->text + document->length, value->tree, item);
    if (at == NULL)
        at = value->at;
    add_path(json_root(document), at, path);
    make_printable(path);
    uriproof_error_set(document->error, "%s:%zu: %s%s%s", document->name, line_number(document, at),
                       path, path[0] != '\0' ? ": " : "", words);
    if (document->all != NULL) {
        fprintf(document->all->out, "%s\n", document->error->words);
        document->all->count++;
    }
    return false;
}

json_excerpt json_excerpt_of(const char *text)
{
    json_excerpt result = {""};
    size_t most = sizeof result.words - 4;
    snprintf(result.words, sizeof result.words, "%.*s%s", (int)most, text,
             strnlen(text, most + 1) > most ? "..." : "");
    make_printable(result.words);
    return result;
}

/* ---- Objects, against tables of their keys ---- */

static const struct {
    const char *words;
    int types; /* of cJSON */
} kinds[] = {
    [JSON_NAME] = {"a string of one character or more", cJSON_String},
    [JSON_TEXT] = {"a string", cJSON_String},
    [JSON_LINK] = {"a link: write https:// and then only characters of a URL", cJSON_String},
    [JSON_BOOL] = {"true or false", cJSON_True | cJSON_False},
    [JSON_COUNT] = {"a whole number from 0 on", cJSON_Number},
    [JSON_ARRAY] = {"an array", cJSON_Array},
    [JSON_NAMES] = {"an array of strings that are not empty", cJSON_Array},
    [JSON_OBJECT] = {"an object", cJSON_Object},
    [JSON_ANY] = {"a value", ~0},
};

static bool is_count(double number)
{
    const double most = 9007199254740992.0; /* 2^53 */
    return number >= 0 && number <= most && (double)(uint64_t)number == number;
}

static bool is_kind(const cJSON *item, json_kind kind)
{
    if (item == NULL || (item->type & kinds[kind].types) == 0)
        return false;
    const cJSON *name = kind == JSON_NAMES ? item->child : NULL;
    while (name != NULL && is_kind(name, JSON_NAME))
        name = name->next;
    return name == NULL && (kind != JSON_NAME || item->valuestring[0] != '\0') &&
           (kind != JSON_LINK || uriproof_is_plain_link(item->valuestring)) &&
           (kind != JSON_COUNT || is_count(item->valuedouble));
}

static void store_value(const cJSON *item, json_kind kind, void *place)
{
    if (kind == JSON_NAME || kind == JSON_TEXT || kind == JSON_LINK)
        *(const char **)place = item->valuestring;
    else if (kind == JSON_BOOL)
        *(bool *)place = cJSON_IsTrue(item);
    else if (kind == JSON_COUNT)
        *(size_t *)place = (size_t)item->valuedouble;
    else
        *(const cJSON **)place = item;
}

static bool fill_member(const json_value *value, const cJSON *item, const json_field *fields,
                        char *into)
{
    const json_field *field = fields;
    while (field->name != NULL && strcmp(field->name, item->string) != 0)
        field++;
    if (field->name == NULL)
        return json_fault(value, item, "unknown key");
    if (!is_kind(item, field->kind))
        return json_fault(value, item, "not %s", kinds[field->kind].words);
    store_value(item, field->kind, into + field->offset);
    return true;
}

bool json_fill(const json_value *value, const cJSON *object, const json_field *fields, void *into)
{
    const bool goes_on = value->document->all != NULL;
    bool good = true;
    if (!cJSON_IsObject(object))
        return json_fault(value, object, "not an object");
    for (const cJSON *item = object->child; item != NULL && (good || goes_on); item = item->next)
        good = fill_member(value, item, fields, into) && good;
    for (; fields->name != NULL && (good || goes_on); fields++)
        if (!fields->optional && cJSON_GetObjectItemCaseSensitive(object, fields->name) == NULL)
            good = json_fault(value, object, "the key \"%s\" is missing", fields->name);
    return good;
}

bool json_is_format(const json_value *root, const char *format, size_t version)
{
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(root->tree, "format");
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(root->tree, "version");
    if (!is_kind(name, JSON_TEXT) || strcmp(name->valuestring, format) != 0)
        return json_fault(root, name != NULL ? name : root->tree, "the format is not \"%s\"",
                          format);
    if (!is_kind(number, JSON_COUNT) || (size_t)number->valuedouble != version)
        return json_fault(root, number != NULL ? number : root->tree,
                          "the version of the format is not %zu: make the file anew with this "
                          "uriproof",
                          version);
    return true;
}

const char **json_names(const cJSON *array)
{
    const char **names = calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof *names);
    size_t count = 0;
    const cJSON *item = array != NULL ? array->child : NULL;
    for (; item != NULL; item = item->next)
        names[count++] = item->valuestring;
    return names;
}
