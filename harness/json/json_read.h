/* SPDX-License-Identifier: MIT */
/*
 * Checks and reads JSON from any source. It must be exactly RFC 8259 in UTF-8; cJSON would accept
 * texts that other readers reject. A text is also rejected if readers treat it in different ways:
 * if it has a key twice in one object, half a surrogate pair, a byte-order mark, or a number of
 * over 63 characters. A NUL is rejected too, even if it is escaped, since it would end a C string.
 */
#ifndef URIPROOF_JSON_JSON_READ_H
#define URIPROOF_JSON_JSON_READ_H

#include "base/base.h"
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits say how large a text may be: how deep its arrays and objects, and how many values in
 * all. */
typedef struct uriproof_json_limits {
    size_t depth;
    size_t values;
} uriproof_json_limits;

/* A fault says what is wrong with a text, and at which octet, from 0. */
typedef struct uriproof_json_fault {
    uriproof_error error;
    size_t offset;
} uriproof_json_fault;

/* Returns true if `text` of `length` octets is one JSON value; else sets *fault. */
bool uriproof_json_check(const char *text, size_t length, const uriproof_json_limits *limits,
                         uriproof_json_fault *fault);

/* This is memory for texts that are read one after the other. Each is read in one pass, and none
 * takes memory of its own once there is enough. Zero-initialise; free with json_memory_free. */
typedef struct json_memory {
    cJSON *items;
    size_t item_room;
    char *octets; /* of the strings */
    size_t octet_room;
} json_memory;

void json_memory_free(json_memory *memory);

/* Reads `length` octets as one JSON object. Returns NULL and sets *fault if they are not an object.
 * The object lasts until the next text is read into *memory. It has the structure of an object from
 * cJSON. Its values may be changed in place, but nothing in it may be freed or detached. */
cJSON *json_read_into(json_memory *memory, const char *text, size_t length,
                      const uriproof_json_limits *limits, uriproof_json_fault *fault);

/* Returns true if `text` is one JSON object, nested at most 64 deep, as a file has it. Else sets
 * *error, which has the line and column of the fault. */
bool uriproof_json_check_file(const char *text, size_t length, uriproof_error *error);

/* Reads such a text; NULL and *error if it is no such object. The caller frees with
 * cJSON_Delete. */
cJSON *uriproof_json_read(const char *text, size_t length, uriproof_error *error);

/* Returns the member `key` of an object; NULL if there is none, or `object` is NULL. */
cJSON *json_item(const cJSON *object, const char *key);

/* Returns the string of the member `key`; NULL if there is none, or it is no string. */
const char *json_string_of(const cJSON *object, const char *key);

#ifdef __cplusplus
}
#endif

#endif
