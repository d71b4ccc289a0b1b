/* SPDX-License-Identifier: MIT */
/*
 * A dialect's BNF for specific URL schemes under some readings, and the parts that its operation
 * `url` tells of a text (docs/schemes.md). They are right where, put together, they are the text,
 * each matches the production of its name, and, where the grammar lets one choose between
 * several, each is the one that the readings choose, found here by trying all of them.
 */
#ifndef URIPROOF_GRAMMAR_TESTS_URL_PARTS_H
#define URIPROOF_GRAMMAR_TESTS_URL_PARTS_H

#include "proof.h"

/* ---- A grammar under some readings ---- */

typedef struct url_scheme {
    const char *name;
    const char *production;
    const char *readings[8]; /* that change its language, or its parts, up to a NULL */
} url_scheme;

enum { SCHEMES_MAX = 15 };

typedef struct url_grammar {
    const char *name;
    const char *generic; /* the dialect's other grammar */
    url_scheme schemes[SCHEMES_MAX + 1];
} url_grammar;

/* The parts that stand in the text; of one name there may be several, with productions of
 * their own. */
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

/* For one scheme alone, by its number, or for ALL of them. */
enum { ALL = SCHEMES_MAX };

/* Compiles the automata of l->grammar under l->readings, for that scheme; and frees them. */
void language_open(language *l, size_t only);
void language_close(language *l);

/* Is the reading `id` set to `value`? Not where the dialect has no such reading. */
bool is_set(const language *l, const char *id, const char *value);

/* ---- What is told ---- */

/* What is no part of the text, but says something of it. */
enum made {
    REQUEST,
    PROXY_REQUEST,
    DEFAULT_USER,
    DEFAULT_GTYPE,
    LOCAL,
    DIRECTORY,
    NAME,
    CWD, /* a list, like field-number and field; all else is told once at most */
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

/* A hearing of what is told of `text`; its URL begins at `start`, with the name of `scheme`, which
 * is NULL if it is not described. */
hearing hearing_of(const language *l, const url_scheme *scheme, uriproof_span text, size_t start);

/* A uriproof_tell whose self is a hearing. */
void hear(void *self, const char *name, uriproof_span value);

/* When all is told: is it right, and the whole of the text? */
bool hearing_holds(hearing *h);

#endif
