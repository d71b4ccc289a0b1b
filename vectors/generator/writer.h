/* SPDX-License-Identifier: MIT */
/*
 * Writes files of generated vectors. docs/vectors.md, "Generated vectors", describes their format.
 * The output only depends on the arguments, so the same calls always write the same octets.
 */
#ifndef URIPROOF_GENERATOR_WRITER_H
#define URIPROOF_GENERATOR_WRITER_H

#include "protocol/protocol.h"
#include <stdint.h>

/* ---- Texts ---- */

/* A sequence of octets that is repeated `times` times. */
typedef struct gen_piece {
    uriproof_span octets;
    size_t times;
} gen_piece;

enum { GEN_PIECES_MAX = 6 };

/* A text, as a sequence of pieces. The caller owns the octets. A text of one piece with `times` 1
 * is written as a string, any other as {"pieces": [...]}. */
typedef struct gen_text {
    gen_piece pieces[GEN_PIECES_MAX];
    size_t count;
} gen_text;

/* Returns a text of one piece that is not repeated. */
gen_text gen_text_of(uriproof_span octets);

/* Adds `octets`, repeated `times` times, to the end of *text. Adds nothing if the result is empty.
 * A text with more than GEN_PIECES_MAX pieces ends the program (room.h). */
void gen_text_add(gen_text *text, uriproof_span octets, size_t times);

/* ---- Expected answers ---- */

typedef enum gen_outcome {
    GEN_OFFSET,   /* rejected at `offset` */
    GEN_ACCEPTED, /* valid; the answer says no more */
    GEN_REJECTED, /* not valid; the answer says no more */
    GEN_EQUAL,    /* equivalent */
    GEN_UNEQUAL,
    GEN_RESULT,          /* valid, and `result` is the URI or text */
    GEN_REJECTED_RESULT, /* resolve: `result` is the URI, but it does not match the grammar */
    GEN_PARTS,           /* parse: valid, and the parts are `parts` */
    GEN_DETAIL,          /* url: valid; `view` is the rule, and `parts` the detail */
    GEN_SILENT           /* the specification defines nothing here */
} gen_outcome;

typedef struct gen_part {
    const char *name; /* "path" */
    gen_text text;
    bool listed; /* true for a member of a list in GEN_DETAIL; the members have the same name, one
                    after another */
} gen_part;

enum { GEN_PARTS_MAX = 12 };

typedef struct gen_expect {
    gen_outcome outcome;
    size_t offset;
    gen_text result;
    const char *view; /* "generic" or "components" for GEN_PARTS, or the rule for GEN_DETAIL:
                         "httpaddress" */
    gen_part parts[GEN_PARTS_MAX];
    size_t part_count;
} gen_expect;

/* Adds a part to an expected answer with GEN_PARTS or GEN_DETAIL. */
void gen_expect_part(gen_expect *expect, const char *name, gen_text text);

/* Adds a member of the list `name` to an expected answer with GEN_DETAIL. */
void gen_expect_listed(gen_expect *expect, const char *name, gen_text text);

/* Returns true if both expect the same. */
bool gen_same_expect(const gen_expect *a, const gen_expect *b);

/* The expected answer with other readings. */
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
    gen_text fields[2]; /* as in uriproof_ops[op].fields; fields[1] is unused if the operation has
                           only one field */
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

/* A file while it is written. It is opaque. */
typedef struct gen_file gen_file;

/* Begins a file. The folder of the dialect must exist. Returns NULL and sets *error on failure. */
gen_file *gen_file_begin(const char *folder, const gen_head *head, uriproof_error *error);

/* Begins a group, and ends the one before it. A group without cases is not written. The memory that
 * `group` points to must stay valid until the next group begins or the file ends. */
void gen_group_begin(gen_file *file, const gen_group *group);

/* Writes a case of the group. If the group has this request already, it writes nothing and returns
 * false. */
bool gen_case_write(gen_file *file, const gen_case *one);

/* Ends the file and frees `file`. Returns false and sets *error if not everything could be
 * written. */
bool gen_file_end(gen_file *file, uriproof_error *error);

#endif
