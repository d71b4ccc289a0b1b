/* SPDX-License-Identifier: MIT */
/*
 * What results keep of an answer. They keep its text, up to a limit, however much an adapter
 * writes. They also keep a hash of what the answer says, for baselines and to compare two runs.
 */
#ifndef URIPROOF_RESULTS_ANSWER_H
#define URIPROOF_RESULTS_ANSWER_H

#include "protocol/protocol.h"
#include <stdint.h>

/* ---- Its text ---- */

/* The number of octets that all answers of one run may take together. After that, each further
 * answer is cut shorter. */
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

/* ---- Its hash ---- */

/* Room for a hash as it is written: 16 hexadecimal digits, in lower case, and a NUL. */
enum { ANSWER_HASH_ROOM = 17 };

/* Returns the 64-bit FNV-1a hash of `answer` to an operation `op` (docs/ci.md says of which text).
 * Two answers that say the same have the same hash; their words of `error` do not count. Returns 0
 * for what is no answer: one that is unsupported. */
uint64_t answer_hash(uriproof_op op, const uriproof_answer *answer);

/* Returns a hash of both: of an answer's hash, and of the id of the case that it answers. The sum
 * of such hashes does not depend on the order of the cases. */
uint64_t answer_hash_mix(uint64_t answer, const char *id);

/* Writes `hash` to `words`, of ANSWER_HASH_ROOM octets. */
void answer_hash_write(uint64_t hash, char *words);

/* Reads what answer_hash_write wrote. Returns false if it is not 16 such digits, or all of them are
 * 0. */
bool answer_hash_read(const char *words, uint64_t *hash);

#endif
