/* SPDX-License-Identifier: MIT */
/* Which answer it was: a hash of what an answer says, for baselines and for comparing two runs. */
#ifndef URIPROOF_RESULTS_ANSWER_HASH_H
#define URIPROOF_RESULTS_ANSWER_HASH_H

#include "protocol/protocol.h"
#include <stdint.h>

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

/* Reads what answer_hash_write wrote. False if it is not 16 such digits, or all of them are 0. */
bool answer_hash_read(const char *words, uint64_t *hash);

#endif
