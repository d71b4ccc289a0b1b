/* SPDX-License-Identifier: MIT */
/*
 * Writes JSON value by value. The keys have the order in which they are written, and the lines diff
 * well. A text is UTF-8 or it is not JSON, so octets that are not UTF-8 become U+FFFD. Characters
 * that a reader would not see on a terminal (uriproof_is_seen) are escaped too.
 */
#ifndef URIPROOF_JSON_JSON_WRITER_H
#define URIPROOF_JSON_JSON_WRITER_H

#include "base/base.h"
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <uriproof/reference.h>

enum { JSON_DEPTH_MOST = 64 };

/* A writer is a text of JSON while it is written: begin with json_writer_to, json_writer_dense
 * or json_writer_compact. */
typedef struct json_writer {
    octet_buffer text;                /* what is not flushed yet */
    FILE *out;                        /* or NULL: all of it stays in `text` */
    size_t lines;                     /* items up to this depth stand on lines of their own */
    size_t depth;                     /* of what is open */
    bool dense;                       /* no spaces */
    bool new_line;                    /* the next item stands on a line of its own */
    bool filled[JSON_DEPTH_MOST + 1]; /* by depth: there is an item already */
    char close[JSON_DEPTH_MOST + 1];
} json_writer;

/* Returns a writer to a file. Items that are `lines` deep or less stand on lines of their own. */
json_writer json_writer_to(FILE *out, size_t lines);

/* Returns a writer of one line without spaces, which the caller takes from `text` and frees
 * (buffer_free). Octets that are in `text` before stay before the line. */
json_writer json_writer_compact(void);

/* Returns a writer to a file without spaces, and without lines but those of json_new_line. */
json_writer json_writer_dense(FILE *out);

/* Puts the next item on a line of its own. */
void json_new_line(json_writer *w);

/* Each of these writes one value: a member under `key`, or an item of an array if that is NULL. */
void json_open_object(json_writer *w, const char *key);
void json_open_array(json_writer *w, const char *key);
void json_text(json_writer *w, const char *key, const char *text);
void json_number(json_writer *w, const char *key, uint64_t number);
void json_integer(json_writer *w, const char *key, int64_t number);
void json_truth(json_writer *w, const char *key, bool truth);
void json_null(json_writer *w, const char *key);

/* Writes a tree. What is nested deeper than JSON_DEPTH_MOST, the depth to which files are read,
 * becomes null. */
void json_tree(json_writer *w, const char *key, const cJSON *tree);

/* Writes the member `key`, or nothing if `text` is NULL. */
void json_text_if(json_writer *w, const char *key, const char *text);

/* Writes an array of strings; `texts` ends in NULL. */
void json_texts(json_writer *w, const char *key, const char *const *texts);

/* Writes octets in hexadecimal, under KEY_hex. */
void json_hexadecimal(json_writer *w, const char *key, uriproof_span octets);

/* Writes octets under `key` if they are printable, else in hexadecimal; nothing if they are absent.
 */
void json_octets(json_writer *w, const char *key, uriproof_span octets);

/* Closes the innermost object or array that is open. */
void json_close(json_writer *w);

/* Closes all that is open and ends the text with a newline. If there is a file, writes the text out
 * and frees it; returns false and errno if a write failed. */
bool json_writer_end(json_writer *w);

/* Ends a text that goes to no file, frees the text, and returns the tree that a reader makes of it.
 * The caller frees that with cJSON_Delete. */
cJSON *json_writer_tree(json_writer *w);

#endif
