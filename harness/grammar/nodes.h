/* SPDX-License-Identifier: MIT */
/* How a grammar is kept, and what its readers and its compiler share. */
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
    uint32_t body;       /* a node, or GRAMMAR_NONE while nobody defines it */
    uint32_t defined_by; /* the number of the file that does, from 1; 0 while nobody does */
    uint32_t used_by;    /* where the last check for uses saw it used: see grammar_check_uses */
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

/* A text while it is read into a grammar. */
typedef struct grammar_reader {
    uriproof_grammar *grammar;
    const char *file;
    const char *text;
    size_t length;
    size_t at;
    size_t line; /* of `at`, from 1 */
    unsigned depth;
    bool failed; /* *error says why, and the text is as if at its end */
    uriproof_error *error;
} grammar_reader;

/* Writes file, line and words of the first fault to the reader's error. Returns GRAMMAR_NONE, which
 * is taken for a node by all that follows: a reader goes on after a fault, finds the end of its
 * text, and adds nothing. */
uint32_t grammar_fault(grammar_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A copy of `node` in the grammar; GRAMMAR_NONE and a fault where there is no room. */
uint32_t grammar_add(grammar_reader *reader, grammar_node node);

uint32_t grammar_add_octets(grammar_reader *reader, unsigned char low, unsigned char high);
uint32_t grammar_add_repeat(grammar_reader *reader, uint32_t child, uint32_t minimum,
                            uint32_t maximum);

/* A node for the use of the name of `length` octets. */
uint32_t grammar_add_name(grammar_reader *reader, const char *name, size_t length);

/* A new node with the one child `child`. */
uint32_t grammar_add_parent(grammar_reader *reader, node_kind kind, uint32_t child);

/* Puts `child` before the other children of `parent`. */
void grammar_put_first(uriproof_grammar *grammar, uint32_t parent, uint32_t child);

/* Defines the name of `length` octets; `line` is where that begins. */
void grammar_define(grammar_reader *reader, const char *name, size_t length, size_t line,
                    uint32_t body);

/* One more group is entered; a fault where there are too many. */
void grammar_enter(grammar_reader *reader);

static inline bool grammar_at_end(const grammar_reader *reader)
{
    return reader->failed || reader->at == reader->length;
}

static inline bool grammar_in_first_column(const grammar_reader *reader)
{
    return reader->at == 0 || reader->text[reader->at - 1] == '\n';
}

/* The index of that name in grammar->productions, or GRAMMAR_NONE. */
uint32_t grammar_find(const uriproof_grammar *grammar, const char *name, size_t length);

static inline bool grammar_is_letter(char octet)
{
    return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z');
}

static inline bool grammar_is_digit(char octet)
{
    return octet >= '0' && octet <= '9';
}

/* May it stand after the first letter of a name? */
static inline bool grammar_in_name(char octet)
{
    return grammar_is_letter(octet) || grammar_is_digit(octet) || octet == '-';
}

#endif
