/* SPDX-License-Identifier: MIT */
/*
 * The specifications as data: clauses, flags and vectors, read from a folder of JSON files
 * whose format docs/vectors.md gives.
 */
#ifndef URIPROOF_CORPUS_CORPUS_H
#define URIPROOF_CORPUS_CORPUS_H

#include "errors.h"
#include "needs.h"
#include "twins.h"
#include "vector.h"
#include <stdio.h>

/* Reads folder/flags.json, folder/DIALECT/clauses.json and every other *.json there. Returns false
 * and sets *error (file, line, path, culprit) if a file cannot be read or is not as docs/vectors.md
 * says, if two items have the same id, or if a clause, flag, reading or value is unknown. On true
 * the caller frees with uriproof_corpus_free. */
bool uriproof_corpus_load(const char *folder, const uriproof_dialect *dialect,
                          uriproof_corpus *corpus, uriproof_error *error);

/* Does the same, but reads the generated vectors, which are many, only if `level` asks for them. */
bool uriproof_corpus_load_level(const char *folder, const uriproof_dialect *dialect,
                                uriproof_level level, uriproof_corpus *corpus,
                                uriproof_error *error);

/* Adds the user's own vectors, clauses and flags to a corpus that is loaded: those of the file at
 * `path`, or of each *.json in that folder, as far as they are of its dialect. Returns false and
 * sets *error as uriproof_corpus_load does; the caller frees the corpus all the same. */
bool uriproof_corpus_add(uriproof_corpus *corpus, const char *path, uriproof_error *error);

/* Does the same, and then checks what was added, as uriproof_corpus_lint does all. Writes a line
 * for each fault to `out`, and returns their number. If there is one, the corpus is of no use but
 * to be freed. */
size_t uriproof_corpus_add_and_lint(uriproof_corpus *corpus, const char *path, FILE *out);

/* Marks the dialects of the files of `path`, as above, in `of`, which has a place for each of
 * uriproof_dialects. Writes a line for each file that cannot be read, or has no format or dialect
 * that is known, and returns their number: uriproof_corpus_add_and_lint passes them over. */
size_t uriproof_corpus_dialects(const char *path, bool *of, FILE *out);

/* Checks what a schema and the loader do not: each clause has enough vectors that obey it and that
 * break it, and each alternate is possible. Writes a line for each fault to `out`, and for a clause
 * that lacks vectors also one to fill in. Returns the number of faults. */
size_t uriproof_corpus_lint(const uriproof_corpus *corpus, FILE *out);

/* Checks that a clause names every production that is printed in a grammar of the dialect. The
 * grammars are in `folder`. Writes a line to `out` for each production without a clause, and
 * returns their number. */
size_t uriproof_grammars_lint(const uriproof_corpus *corpus, const char *folder, FILE *out);

/* Checks the file `path`, which has the ids of the last release, one a line after its kind
 * ("clause ID", "vector ID"; a line that begins with # is a comment): each is still that of a
 * clause or of a vector. Writes a line for each that is not to `said` and returns their number; a
 * file that cannot be read, or has no id, is one fault.
 *
 * If `out` is not NULL, the file may be missing, and if there is no fault, the list of the next
 * release is written there: what the file has, in its order, and after it the other ids of all
 * clauses, and of all vectors that people wrote. (That of a generated vector is made of what it
 * asks, docs/vectors.md, so it cannot change its meaning.) */
size_t uriproof_ids_check(const uriproof_corpus *corpus, const char *path, FILE *out, FILE *said);

#endif
