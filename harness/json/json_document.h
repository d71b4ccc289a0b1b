/* SPDX-License-Identifier: MIT */
/*
 * A JSON file that may come from anybody: opened, checked as a whole, and read value by value. A
 * value that is too large for a tree, as the cases of a file, is gone through item by item. A
 * program that finds a fault names the item, and the message has the file, the line and the path of
 * it: "r.json:17: cases[3].op: not a string".
 *
 * Nothing here is shared: documents may be read by several threads, one document by one.
 */
#ifndef URIPROOF_JSON_JSON_DOCUMENT_H
#define URIPROOF_JSON_JSON_DOCUMENT_H

#include "base/base.h"
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <uriproof/reference.h>

/* Where all faults of a file are listed, not the first alone. */
typedef struct json_faults {
    FILE *out; /* a line for each */
    size_t count;
} json_faults;

/* A document is a file whose octets are one JSON object. */
typedef struct json_document {
    const char *name; /* of the file, for messages; the caller's */
    const char *text;
    size_t length;
    char *owned;           /* the text, if it was read from a file */
    uriproof_error *error; /* where faults are told; the caller's */
    json_faults *all; /* set by the caller, whose it is: each is listed there too, and json_fill
                         goes on after one; or NULL */
} json_document;

/* This is a value of a document, read into a tree. */
typedef struct json_value {
    const json_document *document;
    const char *at; /* where its text begins */
    cJSON *tree;
} json_value;

/* Reads the file `path` (gzip too, whatever its name) and checks it (json_read.h). Returns false if
 * it cannot be read, and errno; or if it is no JSON object, with errno 0. *error has the words, and
 * later those of every fault. The caller keeps `path` and closes the document. */
bool json_document_open(json_document *document, const char *path, uriproof_error *error);

/* Does the same with a text in memory, which messages call `name`. The caller keeps text and name.
 */
bool json_document_check(json_document *document, const char *name, const char *text, size_t length,
                         uriproof_error *error);

void json_document_close(json_document *document);

/* ---- Texts of values: spans of the document's text ---- */

/* Returns the text of the whole object. */
uriproof_span json_root(const json_document *document);

/* Returns the text of the member `key` of the object `object`; an absent span if there is none.
 * `key` has no character that JSON must escape. */
uriproof_span json_member(uriproof_span object, const char *key);

/* Goes through the items of an array, or the values of an object. Begin with *item absent; returns
 * false after the last, or if `container` is neither. */
bool json_next(uriproof_span container, uriproof_span *item);

/* Does the same, and sets *key to the item's key as it is written, with its quotes. In an array
 * *key is absent. */
bool json_next_member(uriproof_span container, uriproof_span *key, uriproof_span *item);

/* Reads the value whose text is `text`; that of an absent span has no tree. The caller frees the
 * tree with cJSON_Delete. */
json_value json_value_read(const json_document *document, uriproof_span text);

/* Reads an object whose members `without` (NULL-terminated) are too large for a tree. Each of
 * them that is an array is an empty array in the tree. */
json_value json_value_read_without(const json_document *document, uriproof_span text,
                                   const char *const *without);

/* ---- Faults ---- */

/* Reports a fault of `item`, which is the value's tree or a part of it. The message has the file,
 * the line and the path, and then the words of `format`. Returns false. */
bool json_fault(const json_value *value, const cJSON *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- Objects, against tables of their keys ---- */

typedef enum json_kind {
    JSON_NAME,   /* a string that is not empty: const char * */
    JSON_TEXT,   /* a string: const char * */
    JSON_LINK,   /* a string that uriproof_is_plain_link knows: const char * */
    JSON_BOOL,   /* bool */
    JSON_COUNT,  /* a whole number from 0 to 2^53: size_t */
    JSON_ARRAY,  /* const cJSON * */
    JSON_NAMES,  /* an array of strings that are not empty: const cJSON * */
    JSON_OBJECT, /* const cJSON * */
    JSON_ANY     /* const cJSON * */
} json_kind;

/* A field is a key that an object must have, or may have if it is optional. It says where the
 * value goes. */
typedef struct json_field {
    const char *name; /* NULL ends a table */
    json_kind kind;
    size_t offset; /* within the structure that is filled */
    bool optional;
} json_field;

/* Fills *into with the members of `object`, which is the value's tree or within it. Strings and
 * items belong to the tree. If an optional key is missing, its place stays as it is. Returns false
 * and reports the fault if a key is unknown or missing, or has a value of another kind. If all
 * faults are listed, the places of those that are right are filled nevertheless. */
bool json_fill(const json_value *value, const cJSON *object, const json_field *fields, void *into);

/* Returns true if the root says that it is a `format` of that version. */
bool json_is_format(const json_value *root, const char *format, size_t version);

/* Copies an array of names, with a NULL after the last. NULL gives an empty list. The caller frees
 * the list, not the names, which are the tree's. */
const char **json_names(const cJSON *array);

/* An excerpt is text from a file, made short and safe to print in a message. */
typedef struct json_excerpt {
    char words[48];
} json_excerpt;

json_excerpt json_excerpt_of(const char *text);

#endif
