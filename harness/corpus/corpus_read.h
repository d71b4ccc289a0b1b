/* SPDX-License-Identifier: MIT */
/* How the files of a corpus are read. Whoever returns false has told the fault. */
#ifndef URIPROOF_CORPUS_CORPUS_READ_H
#define URIPROOF_CORPUS_CORPUS_READ_H

#include "corpus.h"
#include "json/json.h"

enum { CORPUS_SHARED_ANSWERS = 4096 };

/* A file of a corpus while it is read. */
typedef struct corpus_reading {
    uriproof_corpus *corpus;
    json_document document;
    size_t budget; /* octets that may still be built of its texts */
    const uriproof_answer *shared[CORPUS_SHARED_ANSWERS]; /* answers that may come again */
} corpus_reading;

/* What a file has before its items, and the text of these. */
typedef struct corpus_head {
    json_value root; /* without the items; the corpus's */
    uriproof_span items;
    const char *format;
    size_t version;
    const char *dialect;
    const char *about;
    const char *guarantee;
    const char *generator;
    size_t seed;
    const cJSON *sections;
    const cJSON *no_items;
} corpus_head;

/* Reads the head of a `format` whose items are the array `items`. */
bool corpus_read_head(corpus_reading *reading, const char *format, const char *items,
                      const json_field *fields, corpus_head *head);

/* Each adds what the file has to the corpus: corpus_entries.c, corpus_vectors.c, generated.c. */
bool corpus_read_flags(corpus_reading *reading);
bool corpus_read_clauses(corpus_reading *reading);
bool corpus_read_vectors(corpus_reading *reading);
bool corpus_read_generated(corpus_reading *reading);

/* Returns `array`, which has `count` entries and was made by this function, with room for one more,
 * which is zero. */
void *corpus_with_room(void *array, size_t count, size_t size);

/* ---- What vectors and cases have in common: corpus_vectors.c ---- */

/* The members of a vector or of a group. */
typedef struct corpus_entry {
    const char *id, *about, *origin, *op, *text;
    const cJSON *obeys, *breaks, *flags, *expect, *readings, *cases;
} corpus_entry;

/* Adds a vector, which is zero. It moves when the next is added. */
uriproof_vector *corpus_add_vector(uriproof_corpus *corpus);

/* Reads the member "op". */
bool corpus_read_op(const json_value *value, uriproof_op *op);

/* Reads what an entry has for a group; NULL if that is at fault. */
uriproof_group *corpus_read_group(corpus_reading *reading, const json_value *value,
                                  const corpus_entry *entry);

/* Returns an alternate that has room for `most` choices. */
uriproof_alternate *corpus_new_alternate(corpus_reading *reading, size_t most);

/* Adds the choice that `item` says: the reading `id` has the value `words`. */
bool corpus_read_choice(corpus_reading *reading, const json_value *value, const cJSON *item,
                        const char *id, const char *words, uriproof_alternate *alternate);

/* Reads the answer to `request` that `item` has. */
bool corpus_read_expect(corpus_reading *reading, const json_value *value, cJSON *item,
                        const uriproof_request *request, uriproof_strictness strictness,
                        const uriproof_answer **expect);

/* Copies octets, unless they are absent. */
uriproof_span corpus_keep_octets(corpus_reading *reading, uriproof_span octets);

/* Returns the answer as the corpus has it: those that are alike are one, unless they have parts or
 * words, and a text that is part of one of the request's lies within that. */
const uriproof_answer *corpus_keep_answer(corpus_reading *reading, const uriproof_request *request,
                                          const uriproof_answer *answer);

#endif
