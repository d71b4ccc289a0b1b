/* SPDX-License-Identifier: MIT */
/*
 * Tests of URLs in the form of urltestdata.json, which the web platform tests have (WPT): an array
 * of objects with an input, a base, and the URL or failure. They become vectors of whatwg-url, and
 * vectors become such tests.
 */
#ifndef URIPROOF_CLI_WPT_H
#define URIPROOF_CLI_WPT_H

#include "commands.h"

/* Makes the folder `folder` with the tests of the file `path` as vectors, and with their clause.
 * Prints a line for each test that is left out, and the numbers. A folder that this has made before
 * is replaced. Ends the program if the file cannot be read, or is not such a file: the message has
 * the line and the test. */
void wpt_import(const invocation *call, const char *path, const char *folder);

/* Prints the vectors of the corpus up to `level` as such a file, each question once. Says on
 * standard error how many have no such test. */
void wpt_export(const invocation *call, const uriproof_corpus *corpus, uriproof_level level);

/* A serialized URL, by the section "URL serializing" of the standard. */

/* Divides it into its parts, which point into it. */
uriproof_components wpt_divided(uriproof_span href);

/* Adds the URL of these parts to `href`. */
void wpt_serialize(const uriproof_components *parts, octet_buffer *href);

/* Remembers questions. */
typedef struct wpt_questions {
    void *tree;
} wpt_questions;

/* Returns a hash of the question. `base` may be absent. */
uint64_t wpt_question(uriproof_span input, uriproof_span base);

/* Adds a question. Returns false if it was there. */
bool wpt_questions_add(wpt_questions *questions, uint64_t question);

void wpt_questions_free(wpt_questions *questions);

#endif
