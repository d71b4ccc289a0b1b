/* SPDX-License-Identifier: MIT */
/*
 * Seeded faults: parsers that are the reference but for one clause (docs/seeded-faults.md). A fault
 * is a row of a table; its function asks the reference, perhaps about an altered text, and alters
 * the answer. The reference itself is not touched.
 */
#ifndef SEEDED_H
#define SEEDED_H

#include "protocol/message.h"

typedef struct seeded seeded;

/* Answers `request` with the fault. *answer comes zeroed; what it points to lasts until the next
 * request. */
typedef void fault_function(seeded *p, const uriproof_request *request, uriproof_answer *answer);

/* Where in a text an octet stands, by its delimiters alone, which are in no region themselves. */
enum region {
    IN_SCHEME = 1,
    IN_USER = 2, /* all of the authority before its last @ */
    IN_HOST = 4,
    IN_PORT = 8,
    IN_PATH = 16, /* with its slashes, and an authority's too */
    IN_SEARCH = 32,
    IN_FRAGMENT = 64,
    IN_AUTHORITY = IN_USER | IN_HOST | IN_PORT,
    IN_REST = IN_AUTHORITY | IN_PATH, /* the path of the generic syntax */
    ANYWHERE = 127
};

/* Sets of operations. */
enum ops {
    OF_PARSE = 1 << URIPROOF_PARSE,
    OF_RESOLVE = 1 << URIPROOF_RESOLVE,
    OF_NORMALIZE = 1 << URIPROOF_NORMALIZE,
    OF_EQUIVALENT = 1 << URIPROOF_EQUIVALENT,
    OF_DECODE = 1 << URIPROOF_DECODE,
    OF_ENCODE = 1 << URIPROOF_ENCODE,
    OF_URL = 1 << URIPROOF_URL,
    OF_IDENTITY = OF_NORMALIZE | OF_EQUIVALENT,
    OF_GRAMMAR = OF_PARSE | OF_URL | OF_IDENTITY |
                 OF_RESOLVE /* all that ask if a text matches the grammar */
};

typedef struct fault {
    const char *name;    /* "space-taken"; unique within the dialect */
    const char *clause;  /* the one that it breaks, without the dialect: "unsafe.space" */
    fault_function *ask; /* how */
    const char *set;     /* for functions that serve several faults: octets, "a-z" for a range; \1
                            is NUL as well */
    unsigned ops;        /* the operations it is put to; the others are the reference's */
    unsigned regions;    /* for functions that serve several faults */
} fault;

/* The faults of one dialect. */
typedef struct fault_table {
    const char *dialect;
    const fault *faults;
    size_t count;
} fault_table;

extern const fault_table rfc1630_faults, rfc1630_url_faults, rfc3986_faults, draft_faults,
    url_syntax_faults;

struct seeded {
    const fault *fault; /* NULL: the reference as it is */
    const uriproof_dialect *dialect;
    uriproof_readings readings;
    uriproof_scratch scratch;
    struct kept *kept; /* memory until the next request */
    cJSON *detail;     /* likewise */
};

/* ---- Text (text.c) ---- */

/* Memory that lasts until the next request. */
char *seeded_room(seeded *p, size_t length);
void seeded_forget(seeded *p);

/* `count` texts one after the other. */
uriproof_span join(seeded *p, size_t count, const uriproof_span *texts);
#define JOIN(p, ...)                                                                               \
    join(p, sizeof((uriproof_span[]){__VA_ARGS__}) / sizeof(uriproof_span),                        \
         (uriproof_span[]){__VA_ARGS__})
#define LIT(literal) ((uriproof_span){literal, sizeof(literal) - 1})

uriproof_span from(uriproof_span text, size_t begin); /* up to its end */
uriproof_span between(uriproof_span text, size_t begin, size_t end);
bool begins(uriproof_span text, const char *with);
bool ends(uriproof_span text, const char *with);
/* Where one of the octets of `any`, or all of `words`, is first or last; the text's length where it
 * is not there. */
size_t first_of(uriproof_span text, const char *any);
size_t last_of(uriproof_span text, char octet);
size_t place_of(uriproof_span text, const char *words);
bool holds(uriproof_span text, const char *any);

/* Is `octet` in `set`, as fault.set has it? */
bool in_set(const char *set, unsigned char octet);
/* Does an escape of two hexadecimal digits begin there? *octet receives what it stands for. */
bool is_escape(uriproof_span text, size_t at, unsigned char *octet);
/* The text with the escapes of the octets in `set` undone. */
uriproof_span undone(seeded *p, uriproof_span text, const char *set);
/* The text with each `octet` written as `words`. */
uriproof_span replaced(seeded *p, uriproof_span text, char octet, const char *words);

/* The five parts of a text or reference by RFC 3986, appendix B; without their delimiters. */
typedef struct five {
    uriproof_span scheme, authority, path, query, fragment;
} five;

five split(uriproof_span text);
uriproof_span compose(seeded *p, const five *parts);

/* ---- Asking the reference (ask.c) ---- */

void ask(seeded *p, const uriproof_request *request, uriproof_answer *answer);

/* Asks the same about other texts. The second is ignored where the operation has one field. */
void ask_about(seeded *p, const uriproof_request *request, uriproof_span first,
               uriproof_span second, uriproof_answer *answer);

/* Does the reference match `text`? */
bool matches(seeded *p, uriproof_span text);

/* Asks with `words` put in at octet `at` of the first text; the parts are then told as if the
 * words had not been there. */
void ask_with_words(seeded *p, const uriproof_request *request, size_t at, const char *words,
                    uriproof_answer *answer);

/* Which octets of a text a fault strikes: sets marks[i]. */
typedef void mark_function(seeded *p, uriproof_span text, bool *marks);

/* What the octets that are struck are taken for. */
typedef enum stand_in { FOR_A_LETTER, FOR_A_DIGIT, FOR_A_CONTROL } stand_in;

/* Asks as if the octets that `mark` marks were letters (so that they are taken as data), or
 * controls (so that they are rejected), and puts them back into the answer. */
void ask_marked(seeded *p, const uriproof_request *request, mark_function *mark, stand_in as,
                uriproof_answer *answer);

/* The region of each octet of a text. */
void regions_of(uriproof_span text, unsigned char *regions);

/* ---- Altering the answer (ask.c) ---- */

void reject(uriproof_answer *answer);
void accept_text(uriproof_answer *answer, uriproof_span result);  /* resolve, normalize, ... */
void accept_url(uriproof_answer *answer, const char *production); /* no detail */
/* Changes one of the details of a url; NULL takes it away. */
void set_detail(seeded *p, uriproof_answer *answer, const char *name, uriproof_span value);
uriproof_span detail_of(seeded *p, const uriproof_answer *answer, const char *name);

/* ---- Faults that several tables have (shared.c) ---- */

/* The octets of the set are data in the regions; or rejected there. */
fault_function takes, takes_for_digits, rejects, rejects_escapes;
/* Escapes: of the set are undone before anything else; of it are never undone. */
fault_function undoes_escapes, keeps_escapes;
fault_function takes_bare_percent, takes_percent_twice;
fault_function takes_letters_for_hex, keeps_lower_hex;
fault_function escapes_twice;          /* an escape's own percent is escaped */
fault_function equal_as_written;       /* equivalent: octet for octet */
fault_function leaves_bare;            /* encode: the set stays as it is */
fault_function decodes_plus;           /* decode: a plus is a space */
fault_function decodes_to_utf8;        /* decode: what an escape gives is Latin 1, made UTF-8 */
fault_function takes_relative;         /* parse: a scheme need not be there */
fault_function keeps_context_fragment; /* resolve: where the form has none */
fault_function takes_empty_search;     /* a question mark that nothing follows */
fault_function plus_is_space;          /* parse: in a search */
fault_function longer_run;             /* resolve: n slashes are found in a run of more */

#endif
