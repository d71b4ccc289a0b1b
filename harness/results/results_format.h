/* SPDX-License-Identifier: MIT */
/* What the writer and the reader of results files have in common: an answer in short. */
#ifndef URIPROOF_RESULTS_RESULTS_FORMAT_H
#define URIPROOF_RESULTS_RESULTS_FORMAT_H

#include "json/json.h"

static const char results_format[] = "uriproof-results";

enum { RESULTS_VERSION = 3 };

/* Writes the answer `text`, in JSON. If it is valid and has nothing but components, it is an array
 * of them, in the order scheme, host, port, path, query, fragment, user, password, userinfo; null
 * is absent, and what is absent after the last is left out. If it has nothing but the generic form,
 * it is an array of the array of its parts. Any other is an object: `valid` is left out if it is
 * true, and the components stand beside the other keys. `hash` is that of the whole answer, if it
 * was shortened; else NULL. */
void write_short_answer(json_writer *w, const char *key, const char *text, const char *hash);

/* Returns the answer as it is in the protocol, which the caller frees with cJSON_Delete; or NULL if
 * an array is none of parts. */
cJSON *read_short_answer(const cJSON *item);

#endif
