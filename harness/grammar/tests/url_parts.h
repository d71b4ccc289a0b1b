/* SPDX-License-Identifier: MIT */
/*
 * Checks the parts that the operation `url` of a dialect reports for a text (docs/schemes.md)
 * against the dialect's BNF for specific URL schemes. The parts are right on three conditions.
 * Joined, they are the text. Each matches the production of its name. If the grammar allows several
 * ways to split the text, the readings choose this one; the check tries all of them.
 */
#ifndef URIPROOF_GRAMMAR_TESTS_URL_PARTS_H
#define URIPROOF_GRAMMAR_TESTS_URL_PARTS_H

#include "proof.h"

/* ---- A grammar under some readings ---- */

typedef struct url_scheme {
    const char *name;
    const char *production;
    const char *readings[8]; /* those that change its language or its parts; NULL-terminated */
} url_scheme;

enum { SCHEMES_MAX = 15 };

typedef struct url_grammar {
    const char *name;
    const char *generic; /* the dialect's other grammar */
    url_scheme schemes[SCHEMES_MAX + 1];
} url_grammar;

/* The parts that are in the text. Several of them may have one name, and different productions. */
enum part {
    USER,
    PASSWORD,
    MAIL_HOST,
    NEWS_HOST,
    HOST,
    PORT,
    PATH,
    SEARCH,
    TYPE,
    GTYPE,
    COMMAND,
    SELECTOR,
    LOCAL_PART,
    NEWS_GROUP,
    GROUP,
    ARTICLE,
    NUMBER,
    DATABASE,
    WTYPE,
    FIELD_NUMBER,
    FIELD,
    CELLNAME,
    ADDR_SPEC,
    HSONAME,
    VERSION,
    ATTRIBUTES,
    PART_COUNT
};

typedef struct language {
    const url_grammar *grammar;
    const uriproof_dialect *dialect;
    uriproof_readings readings;
    bool folds;                              /* the letters of the prefix and of a scheme */
    bool two_colons;                         /* of mailto */
    uriproof_automaton address[SCHEMES_MAX]; /* of each scheme */
    uriproof_automaton part[PART_COUNT];     /* of each rule; zero where there is no production */
    uriproof_automaton hostport, xalphas, url, prefixedurl, generic;
} language;

/* In place of the number of one scheme: all schemes. */
enum { ALL = SCHEMES_MAX };

/* Compile the automata of l->grammar under l->readings for the scheme `only`, and free them. */
void language_open(language *l, size_t only);
void language_close(language *l);

/* Returns true if the reading `id` is set to `value`; false if the dialect does not have this
 * reading. */
bool is_set(const language *l, const char *id, const char *value);

/* ---- What is told ---- */

/* Facts about the text that are not parts of it. */
enum made {
    REQUEST,
    PROXY_REQUEST,
    DEFAULT_USER,
    DEFAULT_GTYPE,
    LOCAL,
    DIRECTORY,
    NAME,
    CWD, /* may come several times, as field-number and field may; all others come once at most */
    MADE_COUNT
};

typedef struct hearing {
    const language *l;
    const url_scheme *scheme;
    uriproof_span text;
    size_t start; /* of the URL, after its prefix */
    size_t at;    /* after what was told so far */
    bool begun;   /* was a part told? */
    bool wrong;
    size_t count;
    size_t cwd_at; /* where the next cwd, or the name, begins */
    enum part last;
    uriproof_span part[PART_COUNT];
    bool made[MADE_COUNT];
} hearing;

/* Begins to collect the parts of `text`. Its URL begins at `start`, with the name of `scheme`,
 * which is NULL if the grammar does not describe it. */
hearing hearing_of(const language *l, const url_scheme *scheme, uriproof_span text, size_t start);

/* Receives one part. It is a uriproof_tell whose `self` is a hearing. */
void hear(void *self, const char *name, uriproof_span value);

/* Returns true if all parts were right and together are the whole text. Called after the last part.
 * */
bool hearing_holds(hearing *h);

#endif
