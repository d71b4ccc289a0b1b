/* SPDX-License-Identifier: MIT */
/* What the readers of a corpus's files share. Each says false where something is not as
 * docs/vectors.md has it, and *reading->error then says what, and where. */
#ifndef URIPROOF_CORPUS_CORPUS_READ_H
#define URIPROOF_CORPUS_CORPUS_READ_H

#include "corpus.h"

/* A corpus while it is read, and where the reader stands, for words about faults. */
typedef struct corpus_reading {
    uriproof_corpus *corpus;
    const char *file;
    const char *place;  /* the id or number of the entry that is read */
    size_t case_number; /* of a derived file's group, from 1; or 0 */
    char number[32];    /* room for "vector 7" */
    bool derived;       /* what is expected may be left open in part */
    size_t budget;      /* octets that may still be built of the texts of a derived file */
    uriproof_error *error;
} corpus_reading;

/* ---- Faults ---- */

/* Tells a fault by `words`, and by `culprit` in quotes where that is not void. False. */
bool corpus_fault(corpus_reading *reading, const char *words, const char *culprit);
bool corpus_out_of_memory(corpus_reading *reading);

/* An entry goes by its number, counted from 1, until its id is known. */
void corpus_stand_at(corpus_reading *reading, const char *kind, size_t number);

/* ---- Objects ---- */

/* `keys` ends with NULL. */
bool corpus_key_known(const char *key, const char *const *keys);
bool corpus_only_keys(corpus_reading *reading, const cJSON *object, const char *const *keys);

/* The string `key`, which must not be void; it is the object's. */
bool corpus_string(corpus_reading *reading, const cJSON *object, const char *key,
                   const char **string);

bool corpus_array(corpus_reading *reading, const cJSON *object, const char *key,
                  const cJSON **array);

/* The strings of the array `key`, as a NULL-terminated list of the corpus. An absent array is
 * void. */
bool corpus_strings(corpus_reading *reading, const cJSON *object, const char *key,
                    const char ***strings);

/* ---- Files ---- */

/* Reads a file and checks its head; the document belongs to the corpus. */
bool corpus_document(corpus_reading *reading, const char *path, const char *format,
                     const cJSON **document);
bool corpus_of_dialect(corpus_reading *reading, const cJSON *document);

/* Each adds what the file `path` has to the corpus: corpus_entries.c, corpus_vectors.c. */
bool corpus_read_flags(corpus_reading *reading, const char *path);
bool corpus_read_clauses(corpus_reading *reading, const char *path);
bool corpus_read_vectors(corpus_reading *reading, const char *path);
bool corpus_read_derived(corpus_reading *reading, const char *path);

#endif
