/* SPDX-License-Identifier: MIT */
/* The productions of RFC 3986 as a derivation goes through them. */
#ifndef URIPROOF_MUTATOR_RULES_H
#define URIPROOF_MUTATOR_RULES_H

#include "grammar/grammar.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A printed grammar. CMake makes the table of vectors/grammar: the grammar, and its patch. */
typedef struct rules_text {
    const char *name;
    const char *octets;
    size_t length;
} rules_text;

extern const rules_text rules_texts[];
extern const size_t rules_text_count;

enum { RULES_MOST = 64 };
#define RULES_UNBOUNDED UINT32_MAX

/* The octets of a set are bits. */
typedef struct octet_set {
    uint64_t bits[4];
} octet_set;

static inline bool octet_set_has(const octet_set *set, unsigned char octet)
{
    return (set->bits[octet / 64] >> (octet % 64) & 1) != 0;
}

typedef enum piece_kind {
    PIECE_OCTETS,   /* one octet from `low` to `high` */
    PIECE_RULE,     /* the production `rule` */
    PIECE_SEQUENCE, /* the children in order; there may be none */
    PIECE_CHOICE,   /* one of the children */
    PIECE_REPEAT    /* the child, from `minimum` to `maximum` times */
} piece_kind;

typedef struct piece {
    piece_kind kind;
    bool is_single;          /* generates texts of one octet and no others */
    unsigned char low, high; /* of PIECE_OCTETS */
    uint32_t rule;           /* of PIECE_RULE */
    uint32_t minimum, maximum;
    uint32_t first, count; /* the children: rules->children[first] and those after it */
    octet_set octets;      /* the texts of one octet that it has by itself or by an alternative */
    uint32_t octet_count;
} piece;

typedef struct production {
    const char *name;
    uint32_t body;               /* a piece */
    const char *const *examples; /* of mutator_example_list */
    uint32_t example_count;
    bool is_single; /* as in its body */
} production;

typedef struct rules {
    production *list;
    size_t count;
    piece *pieces;
    uint32_t *children;
    uriproof_automaton references; /* of URI-reference */
} rules;

/* Returns the productions. The caller frees them. */
rules *rules_new(void);

void rules_free(rules *r);

/* Returns the production of that name, which must be one. */
uint32_t rules_named(const rules *r, const char *name);

#endif
