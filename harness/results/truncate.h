/* SPDX-License-Identifier: MIT */
/* What results have of answers: however much an adapter writes, no more than so much. */
#ifndef URIPROOF_RESULTS_TRUNCATE_H
#define URIPROOF_RESULTS_TRUNCATE_H

#include "base/base.h"
#include "protocol/protocol.h"

/* Octets that all answers of one run take before each further one is cut shorter. */
enum { TRUNCATE_ALL = 16 << 20 };

/* Cuts the texts of *request that are over 4096 octets to their first 256. Returns true if there
 * were any. */
bool truncate_request(uriproof_request *request);

/* Returns the answer to `op` in JSON, truncated, in the store; *shortened says whether it was.
 * *room begins as TRUNCATE_ALL; once it is used up, texts are cut from 64 octets on. */
const char *truncated_answer_text(store *s, uriproof_op op, const uriproof_answer *answer,
                                  size_t *room, bool *shortened);

/* Returns an answer in JSON. The caller frees it. */
char *answer_text(uriproof_op op, const uriproof_answer *answer);

#endif
