/* SPDX-License-Identifier: MIT */
/*
 * Writes files of generated vectors: docs/vectors.md, "Generated vectors". What is written depends
 * on what is handed in alone, so the same calls make the same octets.
 */
#ifndef URIPROOF_GENERATOR_WRITER_H
#define URIPROOF_GENERATOR_WRITER_H

#include "protocol/protocol.h"
#include <stdint.h>

/* ---- Texts ---- */

/* Some octets, that many times. */
typedef struct derive_piece {
    uriproof_span octets;
    size_t times;
} derive_piece;

enum { DERIVE_PIECES_MAX = 6 };

/* A text: its pieces one after the other. The octets are the caller's. Where it is one piece,
 * once, it is written as a string; otherwise as {"pieces": [...]}. */
typedef struct derive_text {
    derive_piece pieces[DERIVE_PIECES_MAX];
    size_t count;
} derive_text;

/* A text of one piece, once. */
derive_text derive_text_of(uriproof_span octets);

/* The same of a NUL-terminated string. */
derive_text derive_text_of_string(const char *string);

/* Adds `octets`, `times` times, to the end of *text; nothing if that is no octet. More than
 * DERIVE_PIECES_MAX pieces end the program (room.h). */
void derive_text_add(derive_text *text, uriproof_span octets, size_t times);

/* Its length in octets. */
size_t derive_text_length(const derive_text *text);

/* ---- What is expected ---- */

typedef enum derive_outcome {
    DERIVE_OFFSET,   /* refused at `offset` */
    DERIVE_ACCEPTED, /* valid, no more said */
    DERIVE_REFUSED,  /* not valid, no more said */
    DERIVE_EQUAL,    /* equivalent */
    DERIVE_UNEQUAL,
    DERIVE_RESULT,         /* valid, and the uri or text is `result` */
    DERIVE_REFUSED_RESULT, /* resolve: the uri is `result`, and does not match the grammar */
    DERIVE_PARTS,          /* parse: valid, and the parts are `parts` */
    DERIVE_DETAIL,         /* url: valid, the production is `view`, and the detail `parts` */
    DERIVE_SILENT          /* the specification defines nothing here */
} derive_outcome;

typedef struct derive_part {
    const char *name; /* "path" */
    derive_text text;
    bool listed; /* of DERIVE_DETAIL: one of a list, with those of its name after it */
} derive_part;

enum { DERIVE_PARTS_MAX = 12 };

typedef struct derive_expect {
    derive_outcome outcome;
    size_t offset;
    derive_text result;
    const char *view; /* of DERIVE_PARTS: "generic" or "components"; of DERIVE_DETAIL:
                         "httpaddress" */
    derive_part parts[DERIVE_PARTS_MAX];
    size_t part_count;
} derive_expect;

/* Adds a part to an expectation of DERIVE_PARTS or DERIVE_DETAIL. */
void derive_expect_part(derive_expect *expect, const char *name, derive_text text);

/* Adds one of the list `name` to an expectation of DERIVE_DETAIL. */
void derive_expect_listed(derive_expect *expect, const char *name, derive_text text);

/* What is expected under other readings. */
typedef struct derive_alternate {
    const char *set; /* "void-fragment=printed,xpalphas=printed" */
    derive_expect expect;
} derive_alternate;

/* ---- Files ---- */

typedef struct derive_group {
    const char *id;
    const char *about;
    const char *origin;
    const char *const *obeys;  /* clause ids, up to a NULL; NULL is none */
    const char *const *breaks; /* the same */
    uriproof_op op;
} derive_group;

typedef struct derive_case {
    derive_text fields[2]; /* as uriproof_ops[op].fields; fields[1] is unused where the
                              operation has one alone */
    derive_expect expect;
    const derive_alternate *alternates;
    size_t alternate_count;
} derive_case;

typedef struct derive_head {
    const char *dialect;
    const char *name; /* "acceptance": the file is FOLDER/DIALECT/generated/acceptance.json */
    const char *about;
    const char *guarantee; /* or NULL */
    uint64_t seed;         /* 0: there is none in the file; at most 2^53 */
} derive_head;

/* A file that is being written; opaque. */
typedef struct derive_file derive_file;

/* Begins a file; the folder of the dialect is there. NULL and *error on failure. */
derive_file *derive_file_begin(const char *folder, const derive_head *head, uriproof_error *error);

/* Begins a group; the one before it ends. A group without a case is not written. What `group`
 * points to lives until the next group begins or the file ends. */
void derive_group_begin(derive_file *file, const derive_group *group);

/* Writes a case of the group. A request that the group has already is not written again: false. */
bool derive_case_write(derive_file *file, const derive_case *one);

/* How many cases have been written so far. */
size_t derive_file_cases(const derive_file *file);

/* Ends the file and frees `file`. False and *error where not all could be written. */
bool derive_file_end(derive_file *file, uriproof_error *error);

#endif
