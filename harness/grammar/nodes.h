/* SPDX-License-Identifier: MIT */
/* A grammar in memory. grammar.c makes it; automaton.c and the generator go through it. */
#ifndef URIPROOF_GRAMMAR_NODES_H
#define URIPROOF_GRAMMAR_NODES_H

#include "grammar.h"

enum {
    GRAMMAR_PRODUCTIONS_MAX = 1000,
    GRAMMAR_NODES_MAX = 100000,
    GRAMMAR_NAME_MAX = 64,   /* octets of a production's name */
    GRAMMAR_DEPTH_MAX = 100, /* groups within each other */
    GRAMMAR_REPEAT_MAX = 1000
};
#define GRAMMAR_NONE UINT32_MAX

typedef enum node_kind {
    NODE_VOID,     /* nothing */
    NODE_OCTETS,   /* one octet from `low` to `high` */
    NODE_NAME,     /* the production `name` */
    NODE_SEQUENCE, /* the children, the last one first */
    NODE_CHOICE,   /* one of the children */
    NODE_REPEAT    /* the child, from `minimum` to `maximum` times */
} node_kind;

/* A piece of a production. Pieces go by their index in the grammar. */
typedef struct grammar_node {
    node_kind kind;
    unsigned char low, high;
    uint32_t name;
    uint32_t minimum, maximum; /* maximum GRAMMAR_NONE: any number */
    uint32_t child;            /* the first child, or GRAMMAR_NONE */
    uint32_t next;             /* the next child of the same parent, or GRAMMAR_NONE */
} grammar_node;

/* A name that is defined, or used, or both. */
typedef struct grammar_production {
    char name[GRAMMAR_NAME_MAX + 1];
    uint32_t body;       /* a node; GRAMMAR_NONE while it is not defined */
    uint32_t defined_by; /* the number of the file that defines it, from 1; 0 if no file does */
    uint32_t used_by;    /* the number of the last file after which another production used it */
} grammar_production;

struct uriproof_grammar {
    uriproof_notation notation;
    uint32_t file_count;
    grammar_production *productions; /* by first mention */
    uint32_t production_count;
    uint32_t *printed; /* those that are defined, in the order of definition */
    uint32_t printed_count;
    grammar_node *nodes;
    uint32_t node_count;
};

/* Returns the index of that name in grammar->productions, or GRAMMAR_NONE. */
uint32_t grammar_find(const uriproof_grammar *grammar, const char *name, size_t length);

#endif
