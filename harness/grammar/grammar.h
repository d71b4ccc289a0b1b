/* SPDX-License-Identifier: MIT */
/*
 * The second reading of each specification: its printed productions as data
 * (vectors/grammar/, docs/grammars.md), compiled to minimal automata over octets.
 *
 * Nothing here keeps global state. A grammar and an automaton that no one changes may be used
 * by any number of threads at once.
 */
#ifndef URIPROOF_GRAMMAR_GRAMMAR_H
#define URIPROOF_GRAMMAR_GRAMMAR_H

#include "base/base.h"
#include <stdint.h>
#include <uriproof/reference.h>

/* ---- Grammars ---- */

typedef enum uriproof_notation {
    URIPROOF_BNF, /* RFC 1630's: two columns, `|`, `[ ]`, single letters for themselves */
    URIPROOF_ABNF /* RFC 2234's */
} uriproof_notation;

/* Productions, as read. */
typedef struct uriproof_grammar uriproof_grammar;

/* An empty grammar. The caller frees it. */
uriproof_grammar *uriproof_grammar_new(uriproof_notation notation);

void uriproof_grammar_free(uriproof_grammar *grammar);

/* Reads the `length` octets at `text` into `grammar`; `file` names them in words about faults.
 * What is read first is the grammar. Everything read after it is a patch: each of its productions
 * replaces the one of its name, or defines a name that another production uses. A name
 * that the same file or an earlier patch defines already is rejected, and so is a new one that
 * no one uses. Any octets may be handed in. On false *error has file, line and culprit, and
 * the grammar is good for nothing but freeing. */
bool uriproof_grammar_read(uriproof_grammar *grammar, const char *file, const char *text,
                           size_t length, uriproof_error *error);

/* Reads `folder`/`files[0]`, whose name ends in .bnf or .abnf, and over it the patches that follow
 * up to a NULL. NULL and *error on failure; the caller frees the grammar. */
uriproof_grammar *uriproof_grammar_load(const char *folder, const char *const *files,
                                        uriproof_error *error);

/* The name of production `index` in the order of the print, then of the patches; NULL after
 * the last. It lives as long as the grammar. */
const char *uriproof_grammar_production(const uriproof_grammar *grammar, size_t index);

/* The `index`-th name that is used and not defined, in the order of first use; NULL after the
 * last. `space` and `vline` are defined by RFC 1630's notation. */
const char *uriproof_grammar_undefined(const uriproof_grammar *grammar, size_t index);

/* ---- The grammars of vectors/grammar/ ---- */

/* The patch that one value of one reading needs (docs/readings.md). */
typedef struct uriproof_grammar_patch {
    const char *reading;
    const char *value;
    const char *file;
} uriproof_grammar_patch;

enum { URIPROOF_GRAMMAR_ALWAYS_MAX = 2, URIPROOF_GRAMMAR_PATCHES_MAX = 20 };

typedef struct uriproof_grammar_entry {
    const char *name;    /* "rfc1630-generic" */
    const char *dialect; /* whose grammar it is; that dialect may be still to come */
    const char *file;    /* the printed productions */
    const char *start;   /* the production to begin with */
    /* The patches with what the document says elsewhere, up to a NULL. */
    const char *always[URIPROOF_GRAMMAR_ALWAYS_MAX + 1];
    uriproof_grammar_patch patches[URIPROOF_GRAMMAR_PATCHES_MAX + 1]; /* up to a NULL reading */
} uriproof_grammar_entry;

/* The table of grammars; *count receives its size. Static. */
const uriproof_grammar_entry *uriproof_grammars(size_t *count);

/* The grammar of that name, or NULL. */
const uriproof_grammar_entry *uriproof_grammar_named(const char *name);

/* Loads the grammar of `entry` from `folder` with the patches that `readings` need; NULL is
 * every default. NULL and *error on failure; the caller frees the grammar. */
uriproof_grammar *uriproof_grammar_under(const char *folder, const uriproof_grammar_entry *entry,
                                         const uriproof_readings *readings, uriproof_error *error);

/* ---- Automata ---- */

#define URIPROOF_NO_STATE UINT32_MAX

/* A minimal deterministic automaton. Two octets are of one class where no state tells them
 * apart. States are numbered in the order of a breadth-first walk from the start, classes by
 * their lowest octet; so the automata of one language are the same, number for number. */
typedef struct uriproof_automaton {
    uint32_t state_count;
    uint32_t class_count;
    uint32_t start;                    /* 0 */
    uint32_t dead;                     /* the state from which nothing is accepted, or
                                          URIPROOF_NO_STATE */
    unsigned char class_of[256];       /* of each octet */
    unsigned char representative[256]; /* of each class: its lowest printable octet, or else its
                                          lowest octet */
    uint32_t *next;                    /* next[state * class_count + class] */
    bool *accepting;                   /* of each state */
} uriproof_automaton;

/* Compiles the texts that match the production `start` of `grammar`. A production may
 * recur at its own right end alone; any other recursion makes no automaton here and is rejected,
 * as are undefined names, and what grows out of all bounds. On true the caller frees
 * *automaton with uriproof_automaton_free; on false *error says why. */
bool uriproof_automaton_compile(const uriproof_grammar *grammar, const char *start,
                                uriproof_automaton *automaton, uriproof_error *error);

/* Frees what *automaton owns; a zeroed one owns nothing. */
void uriproof_automaton_free(uriproof_automaton *automaton);

static inline uint32_t uriproof_automaton_step(const uriproof_automaton *automaton, uint32_t state,
                                               unsigned char octet)
{
    return automaton->next[state * automaton->class_count + automaton->class_of[octet]];
}

/* The state in which `text` ends. */
uint32_t uriproof_automaton_run(const uriproof_automaton *automaton, uriproof_span text);

/* Does `text` match? */
bool uriproof_automaton_accepts(const uriproof_automaton *automaton, uriproof_span text);

/* The length of the longest beginning of `text` that some accepted text begins with: the place
 * of the first octet that leads to the dead state, or the text's length. That is the offset
 * of a rejection. */
size_t uriproof_automaton_viable(const uriproof_automaton *automaton, uriproof_span text);

#endif
