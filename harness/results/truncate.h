/* SPDX-License-Identifier: MIT */
/* What is kept of answers, for the reports: however much an adapter writes, no more than so much.
 */
#ifndef URIPROOF_RESULTS_TRUNCATE_H
#define URIPROOF_RESULTS_TRUNCATE_H

#include "protocol/protocol.h"

/* Octets that all answers of one run take, and then those that each further one may. */
enum { TRUNCATE_ALL = 16 << 20, TRUNCATE_ONE = 64 << 10, TRUNCATE_EACH_FURTHER = 2 << 10 };

/* The answer to `op` in the JSON object of `length` octets at `line`, as it was written, but for
 * keys that answers do not have, and texts shortened as results are. What is over TRUNCATE_ONE, or
 * over what *room leaves, is left out, behind what is no list and no object; *shortened says so.
 * *room begins as TRUNCATE_ALL. NULL where memory is out; the caller frees it with cJSON_Delete. */
cJSON *truncate_answer(const char *line, size_t length, uriproof_op op, size_t *room,
                       bool *shortened);

/* Cuts the long texts in `object`, which may be NULL. True where there were any. */
bool truncate_texts(cJSON *object);

#endif
