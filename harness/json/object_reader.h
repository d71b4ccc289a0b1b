/* SPDX-License-Identifier: MIT */
/* Objects of a JSON file that may come from anybody, against tables of their keys. */
#ifndef URIPROOF_JSON_OBJECT_READER_H
#define URIPROOF_JSON_OBJECT_READER_H

#include "base/base.h"
#include <cjson/cJSON.h>

typedef enum value_kind {
    KEY_NAME,
    KEY_TEXT,
    KEY_TRUTH,
    KEY_NUMBER,
    KEY_LIST,
    KEY_OBJECT
} value_kind;

/* By value_kind: "a string". Static. */
extern const char *const file_kind_names[];

bool file_is_kind(const cJSON *item, value_kind kind);

/* A key that an object has or, where it is optional, may have. A list ends in a NULL name. */
typedef struct file_key {
    const char *name;
    value_kind kind;
    bool optional;
} file_key;

/* Where in the file the reader is: "adapters[0].results[17]". */
typedef struct place {
    char words[80];
} place;

/* Something from the file within a message: short, and safe to print. */
typedef struct excerpt {
    char words[48];
} excerpt;

place file_place(const char *array, size_t index);
excerpt file_excerpt(const char *text);

/* True where `object` is an object with all of `fields`, each of its kind, and no other
 * key. So whatever is taken from it afterwards is there. Else false and *error, which
 * begins with `where`. */
bool file_check(const cJSON *object, const file_key *fields, const char *where,
                uriproof_error *error);

/* Of an object that was checked. NULL where an optional key is not there. */
cJSON *file_member(const cJSON *object, const char *name);

/* The text of a key that must be there; it is the object's. */
const char *file_text(const cJSON *object, const char *name);

size_t file_length(const cJSON *array);

/* A copy of the text of a key, the caller's; an optional key that is not there leaves NULL. False
 * and *error where memory is out, as below. */
bool file_take_text(const cJSON *object, const char *name, char **text, uriproof_error *error);

/* A copy of the texts of an array, none of them empty, and a NULL after; the caller frees each and
 * the list, also after false. */
bool file_take_list(const cJSON *object, const char *name, const char *where, char ***list,
                    uriproof_error *error);

/* Room for `count` entries, zeroed; never NULL for want of entries. */
void *file_room(size_t count, size_t size, uriproof_error *error);

/* Says so. False. */
bool file_out_of_memory(uriproof_error *error);

#endif
