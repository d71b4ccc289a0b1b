/* SPDX-License-Identifier: MIT */
/* Octets in JSON: as printable ASCII, or in hexadecimal under NAME_hex. */
#include "octets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void uriproof_error_set(uriproof_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->words, sizeof error->words, format, arguments);
    va_end(arguments);
}

/* cJSON ends a string at an escaped NUL, so what follows it would be lost unseen. */
static bool has_escaped_nul(const char *text, size_t length)
{
    const char *end = text + length;
    for (const char *at = text; (at = memchr(at, '\\', (size_t)(end - at))) != NULL;) {
        if (end - at >= 6 && memcmp(at, "\\u0000", 6) == 0)
            return true;
        at += end - at >= 2 ? 2 : 1;
    }
    return false;
}

static bool only_space(const char *at, const char *end)
{
    while (at != end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at == end;
}

cJSON *uriproof_json_read(const char *text, size_t length, uriproof_error *error)
{
    const char *end = text;
    cJSON *object = cJSON_ParseWithLengthOpts(text, length, &end, false);
    const char *fault = NULL;
    if (memchr(text, '\0', length) != NULL)
        fault = "a NUL (such text travels in hexadecimal)";
    else if (object == NULL)
        fault = "not JSON";
    else if (!cJSON_IsObject(object))
        fault = "not a JSON object";
    else if (!only_space(end, text + length))
        fault = "something follows the JSON object";
    else if (has_escaped_nul(text, length))
        fault = "an escaped NUL in a string (such text travels in hexadecimal)";
    if (fault == NULL)
        return object;
    size_t offset = end >= text ? (size_t)(end - text) : 0;
    uriproof_error_set(error, "%s, at octet %zu", fault, offset);
    cJSON_Delete(object);
    return NULL;
}

static bool is_printable(const char *octets, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (octets[i] < 0x20 || octets[i] > 0x7e)
            return false;
    return true;
}

static int hex_digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Writes over the digits what they stand for. */
static bool hex_decode(char *digits, size_t *length)
{
    size_t count = strlen(digits);
    if (count % 2 != 0)
        return false;
    for (size_t i = 0; i < count; i += 2) {
        int high = hex_digit_value(digits[i]), low = hex_digit_value(digits[i + 1]);
        if (high < 0 || low < 0)
            return false;
        digits[i / 2] = (char)(high << 4 | low);
    }
    *length = count / 2;
    return true;
}

octets_key octets_key_of(const char *key, const char *name)
{
    while (*name != '\0' && *key == *name) {
        key++;
        name++;
    }
    if (*name != '\0')
        return OCTETS_OTHER_KEY;
    if (*key == '\0')
        return OCTETS_PRINTABLE;
    return strcmp(key, "_hex") == 0 ? OCTETS_HEXADECIMAL : OCTETS_OTHER_KEY;
}

static bool read_string(cJSON *item, octets_key kind, uriproof_span *octets, uriproof_error *error)
{
    char *string = cJSON_GetStringValue(item);
    if (string == NULL) {
        uriproof_error_set(error, "\"%.40s\" is not a string", item->string);
        return false;
    }
    size_t length = 0;
    if (kind == OCTETS_HEXADECIMAL) {
        if (!hex_decode(string, &length)) {
            uriproof_error_set(error, "\"%.40s\" is not lower-case hexadecimal", item->string);
            return false;
        }
    } else {
        length = strlen(string);
        if (!is_printable(string, length)) {
            uriproof_error_set(error, "\"%.40s\" is not printable ASCII (use \"%.40s_hex\")",
                               item->string, item->string);
            return false;
        }
    }
    *octets = (uriproof_span){string, length};
    return true;
}

bool octets_read_item(cJSON *item, octets_key kind, const char *name, uriproof_span *octets,
                      uriproof_error *error)
{
    if (!uriproof_present(*octets))
        return read_string(item, kind, octets, error);
    uriproof_error_set(error, "\"%.40s\" is there twice", name);
    return false;
}

bool uriproof_octets_read(cJSON *object, const char *name, uriproof_span *octets,
                          uriproof_error *error)
{
    *octets = (uriproof_span){NULL, 0};
    for (cJSON *item = object->child; item != NULL; item = item->next) {
        octets_key kind = octets_key_of(item->string, name);
        if (kind != OCTETS_OTHER_KEY && !octets_read_item(item, kind, name, octets, error))
            return false;
    }
    return true;
}

static cJSON *hex_string(uriproof_span octets)
{
    char *digits = malloc(octets.length * 2 + 1);
    if (digits == NULL)
        return NULL;
    for (size_t i = 0; i < octets.length; i++) {
        unsigned char octet = (unsigned char)octets.octets[i];
        digits[2 * i] = "0123456789abcdef"[octet >> 4];
        digits[2 * i + 1] = "0123456789abcdef"[octet & 0xf];
    }
    digits[octets.length * 2] = '\0';
    cJSON *item = cJSON_CreateString(digits);
    free(digits);
    return item;
}

static cJSON *plain_string(uriproof_span octets)
{
    char *copy = malloc(octets.length + 1);
    if (copy == NULL)
        return NULL;
    if (octets.length > 0)
        memcpy(copy, octets.octets, octets.length);
    copy[octets.length] = '\0';
    cJSON *item = cJSON_CreateString(copy);
    free(copy);
    return item;
}

static bool add_item(cJSON *object, const char *name, cJSON *item)
{
    if (item != NULL && cJSON_AddItemToObject(object, name, item))
        return true;
    cJSON_Delete(item);
    return false;
}

bool uriproof_octets_write(cJSON *object, const char *name, uriproof_span octets)
{
    if (!uriproof_present(octets))
        return true;
    if (is_printable(octets.octets, octets.length))
        return add_item(object, name, plain_string(octets));
    char key[64];
    snprintf(key, sizeof key, "%s_hex", name);
    return add_item(object, key, hex_string(octets));
}
