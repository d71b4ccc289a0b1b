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

/* Returns an empty grammar. The caller frees it. */
uriproof_grammar *uriproof_grammar_new(uriproof_notation notation);

void uriproof_grammar_free(uriproof_grammar *grammar);

/* Reads the `length` octets at `text` into `grammar`; `file` names them in errors. The first text
 * is the grammar. Each text after it is a patch: its productions replace those of the same name, or
 * define a name that another production uses. A name is rejected if the same file or an earlier
 * patch defines it already, or if it is new and nothing uses it. Any octets may be given. Returns
 * false, with file, line and culprit in *error, if the text is rejected; then the grammar can only
 * be freed. */
bool uriproof_grammar_read(uriproof_grammar *grammar, const char *file, const char *text,
                           size_t length, uriproof_error *error);

/* Reads `folder`/`files[0]`, whose name ends in .bnf or .abnf, and then the patches that follow up
 * to a NULL. Returns NULL and sets *error on failure. The caller frees the grammar. */
uriproof_grammar *uriproof_grammar_load(const char *folder, const char *const *files,
                                        uriproof_error *error);

/* Returns the name of production `index`: first the printed productions in their order, then those
 * of the patches. Returns NULL after the last. The name is valid as long as the grammar. */
const char *uriproof_grammar_production(const uriproof_grammar *grammar, size_t index);

/* Returns the `index`-th name that is used and not defined, in the order of first use; NULL after
 * the last. `space` and `vline` are defined by RFC 1630's notation. */
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
    const char *dialect; /* whose grammar it is */
    const char *file;    /* the printed productions */
    const char *start;   /* the production to begin with */
    /* The patches with what the document says elsewhere, up to a NULL. */
    const char *always[URIPROOF_GRAMMAR_ALWAYS_MAX + 1];
    uriproof_grammar_patch patches[URIPROOF_GRAMMAR_PATCHES_MAX + 1]; /* up to a NULL reading */
} uriproof_grammar_entry;

/* Returns the table of grammars, which is static, and sets *count. */
const uriproof_grammar_entry *uriproof_grammars(size_t *count);

/* Returns the grammar of that name, or NULL. */
const uriproof_grammar_entry *uriproof_grammar_named(const char *name);

/* Loads the grammar of `entry` from `folder` with the patches that `readings` need. If `readings`
 * is NULL, every reading has its default. Returns NULL and sets *error on failure. The caller frees
 * the grammar. */
uriproof_grammar *uriproof_grammar_under(const char *folder, const uriproof_grammar_entry *entry,
                                         const uriproof_readings *readings, uriproof_error *error);

/* ---- Automata ---- */

#define URIPROOF_NO_STATE UINT32_MAX

/* A minimal deterministic automaton. Two octets are of one class if no state tells them apart.
 * States are numbered in the order of a breadth-first walk from the start, and classes by their
 * lowest octet, so that two automata of one language are the same, number for number. */
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

/* Makes the automaton of the texts that match the production `start` of `grammar`. A production may
 * recur only at its own right end. Rejected are any other recursion, undefined names, and a grammar
 * that needs too many states. On true the caller frees *automaton with uriproof_automaton_free; on
 * false *error says why. */
bool uriproof_automaton_compile(const uriproof_grammar *grammar, const char *start,
                                uriproof_automaton *automaton, uriproof_error *error);

/* Frees what *automaton owns; a zeroed one owns nothing. */
void uriproof_automaton_free(uriproof_automaton *automaton);

static inline uint32_t uriproof_automaton_step(const uriproof_automaton *automaton, uint32_t state,
                                               unsigned char octet)
{
    return automaton->next[state * automaton->class_count + automaton->class_of[octet]];
}

/* Returns the state in which `text` ends. */
uint32_t uriproof_automaton_run(const uriproof_automaton *automaton, uriproof_span text);

/* Returns true if `text` matches. */
bool uriproof_automaton_accepts(const uriproof_automaton *automaton, uriproof_span text);

/* Returns the length of the longest beginning of `text` with which some accepted text begins. It is
 * the place of the first octet that leads to the dead state, or the length of the text. If the text
 * is rejected, this is the offset of the rejection. */
size_t uriproof_automaton_viable(const uriproof_automaton *automaton, uriproof_span text);

#endif
