/* SPDX-License-Identifier: MIT */
/* The frame of a SARIF file, and strings in it that are composed of texts from outside. */
#ifndef URIPROOF_REPORTS_SARIF_WORDS_H
#define URIPROOF_REPORTS_SARIF_WORDS_H

#include "json/json.h"

/* A string that is composed of several texts. */
typedef struct sarif_words {
    uriproof_text_written words;
    FILE *out; /* for words of uriproof's own */
} sarif_words;

/* Begins a string. The stream points to the structure, so it must not be moved. */
void sarif_compose(sarif_words *c);

/* Adds `before` as it is, and a text from outside, which is shortened if it is long. */
void sarif_add(sarif_words *c, const char *before, const char *words);

/* Ends the string, and writes it as a JSON string, or as a SARIF message. */
void sarif_end_string(json_writer *w, const char *key, sarif_words *c);
void sarif_end_message(json_writer *w, const char *key, sarif_words *c);

/* Writes a text from outside as a SARIF message. */
void sarif_message(json_writer *w, const char *key, const char *words);

/* Writes names with slashes between them, up to the first NULL. The same names always give the same
 * id. */
void sarif_names(json_writer *w, const char *key, const char *const *words);

/* Writes one name. */
void sarif_name(json_writer *w, const char *key, const char *words);

/* Writes that a result is no news, and why. */
void sarif_suppress(json_writer *w, const char *justification);

/* Opens a file of one run, and its tool, which is uriproof of that version. The caller then writes
 * "rules", and closes two objects. */
void sarif_open(json_writer *w, const char *version);

#endif
