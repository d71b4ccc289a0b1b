/* SPDX-License-Identifier: MIT */
/* Checks the words of a vector that a person may misspell. */
#ifndef URIPROOF_CORPUS_WORDS_H
#define URIPROOF_CORPUS_WORDS_H

#include "vector.h"
#include "json/json.h"

/* Checks that an id is words of lower case and digits, with a hyphen between two. `id` may be NULL,
 * since it is then missing, which is another fault. Each function returns false after a fault of
 * `value`, which is an object with that member. */
bool words_check_id(const json_value *value, const char *id);

/* Checks that the text of member `key` is printable ASCII. */
bool words_check_ascii(const json_value *value, const char *key);

/* Checks that a rejection names a production of the dialect (docs/vectors.md, "A rejection"), or
 * none. `item` is the answer. */
bool words_check_production(const json_value *value, const cJSON *item,
                            const uriproof_dialect *dialect, uriproof_op op,
                            const char *production);

/* Reads the member "op". */
bool words_read_op(const json_value *value, uriproof_op *op);

/* Returns how a message about an id that no clause, or no flag, has goes on. */
near_advice words_clause_advice(const uriproof_corpus *corpus, const char *id);
near_advice words_flag_advice(const uriproof_corpus *corpus, const char *id);

#endif
