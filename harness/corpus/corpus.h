/* SPDX-License-Identifier: MIT */
/*
 * The specifications as data: clauses, flags and vectors, read from a folder of JSON files
 * whose format docs/vectors.md gives.
 */
#ifndef URIPROOF_CORPUS_CORPUS_H
#define URIPROOF_CORPUS_CORPUS_H

#include "needs.h"
#include "protocol/protocol.h"
#include <stdio.h>

typedef struct uriproof_clause {
    const char *id;
    const char *document;
    const char *section;
    const char *production; /* NULL if the clause is no line of a BNF */
    const char *paraphrase;
    const char *rule;    /* of the grammar, as printed; NULL if the clause is not a rule */
    const char *link;    /* to its section in the published text; NULL if the file has none */
    const char **tokens; /* NULL-terminated */
} uriproof_clause;

typedef struct uriproof_flag {
    const char *id;
    const char *note;
    const char *effect;
} uriproof_flag;

/* One reading set to one value, both as in the dialect's table. */
typedef struct uriproof_choice {
    size_t reading;
    unsigned char value;
} uriproof_choice;

/* The answer under other readings. */
typedef struct uriproof_alternate {
    const struct uriproof_alternate *next;
    uriproof_choice *set;
    size_t set_count;
    const uriproof_answer *expect;
} uriproof_alternate;

/* How much of a corpus is asked: each level has those before it. */
typedef enum uriproof_level {
    URIPROOF_EXAMPLES, /* printed in the specification */
    URIPROOF_CLAUSES,  /* written by people */
    URIPROOF_COMPLETE, /* generated */
    URIPROOF_LEVEL_COUNT
} uriproof_level;

/* Their names, indexed by uriproof_level. Static. */
extern const char *const uriproof_level_names[URIPROOF_LEVEL_COUNT];

/* What the vectors of a group share. One that people wrote is a group of its own. */
typedef struct uriproof_group {
    const char *id; /* NULL if people wrote it */
    const char *about;
    const char *origin;
    const char *file;    /* name of the file that holds it */
    const char **obeys;  /* clause ids, NULL-terminated */
    const char **breaks; /* clause ids, NULL-terminated */
    const char **flags;  /* flag ids, NULL-terminated */
    uriproof_level level;
} uriproof_group;

typedef struct uriproof_vector {
    const char *id;
    const uriproof_group *group;
    uriproof_request request;
    const uriproof_answer *expect; /* with every reading at its default; vectors may share it */
    const uriproof_alternate *alternates; /* the first, or NULL */
} uriproof_vector;

/* Everything that vectors/ holds of one dialect. Owns all it points to, until it is freed. */
typedef struct uriproof_corpus {
    const uriproof_dialect *dialect;
    uriproof_clause *clauses;
    size_t clause_count;
    uriproof_flag *flags;
    size_t flag_count;
    uriproof_vector *vectors; /* those that people wrote first; in the order of file names, then
                                of the file */
    size_t vector_count;
    store *memory;
    cJSON *details; /* of answers: an array */
} uriproof_corpus;

/* Reads folder/flags.json, folder/DIALECT/clauses.json and every other *.json there.
 * False and *error (file, line, path, culprit) if a file cannot be read or is not as
 * docs/vectors.md says, an id is there twice, or a clause, flag, reading or value is unknown. On
 * true the caller frees with uriproof_corpus_free. */
bool uriproof_corpus_load(const char *folder, const uriproof_dialect *dialect,
                          uriproof_corpus *corpus, uriproof_error *error);

/* The same, of the vectors up to `level`: generated ones are many. */
bool uriproof_corpus_load_level(const char *folder, const uriproof_dialect *dialect,
                                uriproof_level level, uriproof_corpus *corpus,
                                uriproof_error *error);

void uriproof_corpus_free(uriproof_corpus *corpus);

/* The clause of that id, or NULL. */
const uriproof_clause *uriproof_clause_named(const uriproof_corpus *corpus, const char *id);

/* The answer that `vector` expects under `readings`. */
const uriproof_answer *uriproof_vector_expect(const uriproof_vector *vector,
                                              const uriproof_readings *readings);

/* Returns true if `pattern` (a glob as in fnmatch) matches the id of the vector or of one of its
 * clauses. NULL matches all. */
bool uriproof_vector_selected(const uriproof_vector *vector, const char *pattern);

/* Checks what a schema and the loader do not: every clause covered by enough obeying and
 * breaking vectors, every alternate possible. Writes a line for each fault to `out` and
 * returns their number. */
size_t uriproof_corpus_lint(const uriproof_corpus *corpus, FILE *out);

/* Checks that every production printed in a grammar of the dialect, in `folder`, is named by a
 * clause. Writes a line for each that is not to `out` and returns their number. */
size_t uriproof_grammars_lint(const uriproof_corpus *corpus, const char *folder, FILE *out);

/* Checks the file `path`, which has the ids of the last release, one a line after its kind
 * ("clause ID", "vector ID"; a line that begins with # is a comment): each is still that of a
 * clause or of a vector. Writes a line for each that is not to `out` and returns their number; a
 * file that cannot be read, or has no id, is one. */
size_t uriproof_released_lint(const uriproof_corpus *corpus, const char *path, FILE *out);

/* Writes the list of the next release: what the file `path` has, in its order, and after it the
 * other ids of all clauses, and of all vectors that people wrote. (That of a generated vector is
 * made of what it asks, docs/vectors.md, so it cannot change its meaning.) Where the lint would
 * find a fault in the file, writes that to `said`, and nothing else; returns the number of faults.
 * A missing file is not a fault. */
size_t uriproof_ids_write(const uriproof_corpus *corpus, const char *path, FILE *out, FILE *said);

#endif
