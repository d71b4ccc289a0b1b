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
typedef struct gen_piece {
    uriproof_span octets;
    size_t times;
} gen_piece;

enum { GEN_PIECES_MAX = 6 };

/* A text: its pieces one after the other. The octets are the caller's. Where it is one piece,
 * once, it is written as a string; otherwise as {"pieces": [...]}. */
typedef struct gen_text {
    gen_piece pieces[GEN_PIECES_MAX];
    size_t count;
} gen_text;

/* A text of one piece, once. */
gen_text gen_text_of(uriproof_span octets);

/* The same of a NUL-terminated string. */
gen_text gen_text_of_string(const char *string);

/* Adds `octets`, `times` times, to the end of *text; nothing if that is no octet. More than
 * GEN_PIECES_MAX pieces end the program (room.h). */
void gen_text_add(gen_text *text, uriproof_span octets, size_t times);

/* Its length in octets. */
size_t gen_text_length(const gen_text *text);

/* ---- What is expected ---- */

typedef enum gen_outcome {
    GEN_OFFSET,   /* rejected at `offset` */
    GEN_ACCEPTED, /* valid, no more said */
    GEN_REJECTED, /* not valid, no more said */
    GEN_EQUAL,    /* equivalent */
    GEN_UNEQUAL,
    GEN_RESULT,          /* valid, and the uri or text is `result` */
    GEN_REJECTED_RESULT, /* resolve: the uri is `result`, and does not match the grammar */
    GEN_PARTS,           /* parse: valid, and the parts are `parts` */
    GEN_DETAIL,          /* url: valid, the production is `view`, and the detail `parts` */
    GEN_SILENT           /* the specification defines nothing here */
} gen_outcome;

typedef struct gen_part {
    const char *name; /* "path" */
    gen_text text;
    bool listed; /* of GEN_DETAIL: one of a list, with those of its name after it */
} gen_part;

enum { GEN_PARTS_MAX = 12 };

typedef struct gen_expect {
    gen_outcome outcome;
    size_t offset;
    gen_text result;
    const char *view; /* of GEN_PARTS: "generic" or "components"; of GEN_DETAIL:
                         "httpaddress" */
    gen_part parts[GEN_PARTS_MAX];
    size_t part_count;
} gen_expect;

/* Adds a part to an expectation of GEN_PARTS or GEN_DETAIL. */
void gen_expect_part(gen_expect *expect, const char *name, gen_text text);

/* Adds one of the list `name` to an expectation of GEN_DETAIL. */
void gen_expect_listed(gen_expect *expect, const char *name, gen_text text);

/* What is expected under other readings. */
typedef struct gen_alternate {
    const char *set; /* "void-fragment=printed,xpalphas=printed" */
    gen_expect expect;
} gen_alternate;

/* ---- Files ---- */

typedef struct gen_group {
    const char *id;
    const char *about;
    const char *origin;
    const char *const *obeys;  /* clause ids, up to a NULL; or NULL for no ids */
    const char *const *breaks; /* the same */
    uriproof_op op;
} gen_group;

typedef struct gen_case {
    gen_text fields[2]; /* as uriproof_ops[op].fields; fields[1] is unused where the
                              operation has one alone */
    gen_expect expect;
    const gen_alternate *alternates;
    size_t alternate_count;
} gen_case;

typedef struct gen_head {
    const char *dialect;
    const char *name; /* "acceptance": the file is FOLDER/DIALECT/generated/acceptance.json */
    const char *about;
    const char *guarantee; /* or NULL */
} gen_head;

/* A file that is being written; opaque. */
typedef struct gen_file gen_file;

/* Begins a file; the folder of the dialect is there. NULL and *error on failure. */
gen_file *gen_file_begin(const char *folder, const gen_head *head, uriproof_error *error);

/* Begins a group; the one before it ends. A group without a case is not written. What `group`
 * points to lives until the next group begins or the file ends. */
void gen_group_begin(gen_file *file, const gen_group *group);

/* Writes a case of the group. A request that the group has already is not written again: false. */
bool gen_case_write(gen_file *file, const gen_case *one);

/* How many cases have been written so far. */
size_t gen_file_cases(const gen_file *file);

/* Ends the file and frees `file`. False and *error where not all could be written. */
bool gen_file_end(gen_file *file, uriproof_error *error);

#endif
