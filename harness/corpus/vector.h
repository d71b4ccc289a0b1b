/* SPDX-License-Identifier: MIT */
/* What a corpus holds, in memory: clauses, flags and vectors. */
#ifndef URIPROOF_CORPUS_VECTOR_H
#define URIPROOF_CORPUS_VECTOR_H

#include "protocol/protocol.h"

typedef struct uriproof_clause {
    const char *id;
    const char *document;
    const char *section;
    const char *production; /* NULL if the clause is no line of a BNF */
    const char *paraphrase;
    const char *rule;     /* of the grammar, as printed; NULL if the clause is not a rule */
    const char *link;     /* to its section in the published text; NULL if the file has none */
    const char **tokens;  /* NULL-terminated */
    const char **decides; /* traits (docs/traits.md), NULL-terminated; not of RFC 3986 */
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

/* The answer under other readings, if all of `set` hold. */
typedef struct uriproof_alternate {
    const struct uriproof_alternate *next;
    uriproof_choice *set;
    size_t set_count;
    const uriproof_answer *expect;
} uriproof_alternate;

/* How much of a corpus is asked. Each level includes the levels before it. */
typedef enum uriproof_level {
    URIPROOF_EXAMPLES, /* printed in the specification */
    URIPROOF_CLAUSES,  /* written by people */
    URIPROOF_COMPLETE, /* generated */
    URIPROOF_LEVEL_COUNT
} uriproof_level;

/* Their names, indexed by uriproof_level. Static. */
extern const char *const uriproof_level_names[URIPROOF_LEVEL_COUNT];

/* Finds the level of that name. Returns false if there is none. */
bool uriproof_level_named(const char *name, uriproof_level *level);

/* What the vectors of a group share. A vector that people wrote is a group of its own. */
typedef struct uriproof_group {
    const char *id; /* NULL if people wrote it */
    const char *about;
    const char *origin;
    const char *file;    /* name of the file that holds it */
    size_t line;         /* in which it begins there */
    const char **obeys;  /* clause ids, NULL-terminated */
    const char **breaks; /* clause ids, NULL-terminated */
    const char **flags;  /* flag ids, NULL-terminated */
    uriproof_level level;
} uriproof_group;

typedef struct uriproof_vector {
    const char *id;
    const uriproof_group *group;
    uriproof_request request;
    const uriproof_answer *expect; /* with every reading at its default; equal ones are shared */
    const uriproof_alternate *alternates; /* the first, or NULL */
    const char **errors; /* the names of the validation errors, in order, NULL-terminated; NULL if
                            the vector does not say which there are */
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
    size_t own_clauses, own_vectors; /* of the user's own: how many, the last of all */
    bool only_own;                   /* the vectors before those are here for their ids */
    store *memory;
    cJSON *details; /* of answers: an array */
} uriproof_corpus;

/* Returns the number of the first vector that may be asked. */
size_t uriproof_corpus_first(const uriproof_corpus *corpus);

/* Frees what *corpus owns; a zeroed one owns nothing. */
void uriproof_corpus_free(uriproof_corpus *corpus);

/* Returns the clause of that id, or NULL. */
const uriproof_clause *uriproof_clause_named(const uriproof_corpus *corpus, const char *id);

/* Returns the answer that `vector` expects under `readings`. */
const uriproof_answer *uriproof_vector_expect(const uriproof_vector *vector,
                                              const uriproof_readings *readings);

/* Returns true if `pattern` (a glob as in fnmatch) matches the id of the vector or of one of its
 * clauses. NULL matches all. */
bool uriproof_vector_selected(const uriproof_vector *vector, const char *pattern);

#endif
