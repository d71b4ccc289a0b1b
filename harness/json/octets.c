/* SPDX-License-Identifier: MIT */
/* Reads octets in JSON: printable ASCII, or hexadecimal under NAME_hex. */
#include "octets.h"

#include "base/base.h"

#include <string.h>

octets_key octets_key_of(const char *key, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(key, name, length) != 0)
        return OCTETS_OTHER_KEY;
    if (key[length] == '\0')
        return OCTETS_PRINTABLE;
    return strcmp(key + length, "_hex") == 0 ? OCTETS_HEXADECIMAL : OCTETS_OTHER_KEY;
}

static bool read_string(cJSON *item, octets_key kind, uriproof_span *octets, uriproof_error *error)
{
    char *string = cJSON_GetStringValue(item);
    if (string == NULL) {
        uriproof_error_set(error, "\"%.40s\" is not a string", item->string);
        return false;
    }
    *octets = uriproof_span_of(string);
    if (kind == OCTETS_PRINTABLE) {
        if (uriproof_all_printable(*octets))
            return true;
        uriproof_error_set(error, "\"%.40s\" is not printable ASCII (use \"%.40s_hex\")",
                           item->string, item->string);
        return false;
    }
    if (!uriproof_is_hexadecimal(string)) {
        uriproof_error_set(error, "\"%.40s\" is not lower-case hexadecimal", item->string);
        return false;
    }
    uriproof_hex_decode(string, octets->length, string);
    octets->length /= 2;
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
    if (!cJSON_IsObject(object)) /* the items of an array have no keys */
        return uriproof_error_set(error, "not an object");
    for (cJSON *item = object->child; item != NULL; item = item->next) {
        octets_key kind = octets_key_of(item->string, name);
        if (kind != OCTETS_OTHER_KEY && !octets_read_item(item, kind, name, octets, error))
            return false;
    }
    return true;
}
