/* SPDX-License-Identifier: MIT */
/* JSON that is written piece by piece, so that its keys stand in a fixed order and its lines diff
 * well. */
#ifndef URIPROOF_JSON_JSON_WRITE_H
#define URIPROOF_JSON_JSON_WRITE_H

#include "base/base.h"
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes `text` as a JSON string. A file is UTF-8 or it is not JSON, so octets that are not UTF-8
 * become U+FFFD. What a reader would not see (uriproof_is_seen) is escaped too, for who reads the
 * file on a terminal. */
void json_write_text(FILE *out, const char *text);

/* Writes `object` on one line, its texts as above. False where memory failed. */
bool json_write_object(FILE *out, const cJSON *object);

#endif
