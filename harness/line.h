/* SPDX-License-Identifier: MIT */
/* A line that an adapter wrote. */
#ifndef URIPROOF_LINE_H
#define URIPROOF_LINE_H

#include <uriproof/answer.h>

/* As uriproof_json_read, but for an object of over 65536 values, which is none: in memory a value
 * takes some fifty times what it takes in a line. */
cJSON *line_read(const char *line, size_t length, uriproof_error *error);

#endif
