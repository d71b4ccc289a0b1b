/* SPDX-License-Identifier: MIT */
/* Reads the files of a corpus. A function that returns false has set the error. */
#ifndef URIPROOF_CORPUS_CORPUS_READ_H
#define URIPROOF_CORPUS_CORPUS_READ_H

#include "vector.h"
#include "json/json.h"

/* A file of a corpus while it is read. */
typedef struct corpus_file {
    uriproof_corpus *corpus;
    json_document document;
    const cJSON *sections; /* of a file of clauses, or NULL */
    size_t budget;         /* the number of octets that its texts may still take */

    uriproof_span text;      /* of the item that is read: a flag, a clause, a vector or a group */
    size_t line;             /* in which it begins */
    const char *counted;     /* up to where lines are counted; NULL: nowhere yet */
    const json_value *value; /* that item, without cases, or a case of it */
    uriproof_vector vector;  /* the vector that is made of `value` */
    const cJSON *whole;      /* the text from which octets are built now */
} corpus_file;

/* What a file holds. */
typedef enum corpus_kind {
    CORPUS_FLAGS,
    CORPUS_CLAUSES,
    CORPUS_VECTORS,  /* that people wrote */
    CORPUS_GENERATED /* groups of cases */
} corpus_kind;

/* Adds what the file at `path` has to the corpus, which keeps `path`. If `all` is not NULL, goes on
 * after a fault, and lists each there; then the corpus may be linted, but not asked. */
bool corpus_read_file(uriproof_corpus *corpus, corpus_kind kind, const char *path, json_faults *all,
                      uriproof_error *error);

/* Reads of which kind the file is, and of which dialect: NULL if it says none. */
bool corpus_read_kind(const char *path, corpus_kind *kind, const uriproof_dialect **dialect,
                      uriproof_error *error);

/* ---- Cases that a generator wrote, in their own format (docs/vectors.md) ---- */

/* How many octets of text are built of one file, at most. */
enum { GENERATED_MOST = 256 << 20 };

/* Reads the case `value` into f->vector, whose operation is set already: the texts of the request,
 * and what is expected. Takes from f->budget the octets that it builds. */
bool generated_case(corpus_file *f, const json_value *value);

/* Writes the id of a case: `group`, a hyphen, and twelve digits of the hash of the request. `id`
 * needs room for strlen(group) + GENERATED_ID_MORE octets. */
enum { GENERATED_ID_MORE = 14 };
void generated_id(const char *group, const uriproof_request *request, char *id);

#endif
