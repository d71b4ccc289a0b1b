/* SPDX-License-Identifier: MIT */
/* How the files of a corpus are read. A function that returns false has told the fault. */
#ifndef URIPROOF_CORPUS_CORPUS_READ_H
#define URIPROOF_CORPUS_CORPUS_READ_H

#include "corpus.h"
#include "json/json.h"

enum { CORPUS_SHARED_ANSWERS = 4096 };

/* A file of a corpus while it is read. */
typedef struct corpus_reading {
    uriproof_corpus *corpus;
    json_document document;
    const cJSON *sections; /* of a file of clauses, or NULL */
    size_t budget;         /* octets that may still be built of its texts */
    const uriproof_answer *shared[CORPUS_SHARED_ANSWERS]; /* answers that may come again */
} corpus_reading;

/* What a file holds. */
typedef enum corpus_kind {
    CORPUS_FLAGS,
    CORPUS_CLAUSES,
    CORPUS_VECTORS,  /* that people wrote */
    CORPUS_GENERATED /* groups of cases */
} corpus_kind;

/* Adds what the file at `path`, which is the corpus's, has to the corpus. */
bool corpus_read_file(uriproof_corpus *corpus, corpus_kind kind, const char *path,
                      uriproof_error *error);

/* ---- What vectors and cases have in common ---- */

/* Adds an alternate that has room for `most` choices after the others of the vector. */
uriproof_alternate *corpus_add_alternate(corpus_reading *reading, uriproof_vector *vector,
                                         size_t most);

/* Adds the choice that `item` says: the reading `id` has the value `words`. */
bool corpus_read_choice(corpus_reading *reading, const json_value *value, const cJSON *item,
                        const char *id, const char *words, uriproof_alternate *alternate);

/* Reads the answer to `request` that `answer` is; faults are told of `item`. */
bool corpus_read_expect(corpus_reading *reading, const json_value *value, const cJSON *item,
                        cJSON *answer, const uriproof_request *request,
                        uriproof_strictness strictness, const uriproof_answer **expect);

/* Copies octets, unless they are absent. */
uriproof_span corpus_keep_octets(corpus_reading *reading, uriproof_span octets);

/* Returns the answer as the corpus has it: those that are alike are one, unless they have parts or
 * words, and a text that is part of one of the request's lies within that. */
const uriproof_answer *corpus_keep_answer(corpus_reading *reading, const uriproof_request *request,
                                          const uriproof_answer *answer);

#endif
