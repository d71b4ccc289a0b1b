/* SPDX-License-Identifier: MIT */
/* What a class of differences is made of, its id, and the risk that follows from it. */
#ifndef URIPROOF_CLASSES_CLASS_ID_H
#define URIPROOF_CLASSES_CLASS_ID_H

#include "protocol/protocol.h"

typedef enum class_kind {
    CLASS_VALIDITY, /* one accepts, the other rejects */
    CLASS_BOUNDARY, /* the part is another piece of the text, or is there for one alone */
    CLASS_EMPTY,    /* the part is absent for one, and empty for the other */
    CLASS_TEXT,     /* the part has octets that are not in the text so */
    CLASS_SPELLING, /* the part is the same data, written in another way: in the other case, with
                       escapes of what needs none or cannot be without, a default port, a slash for
                       an empty path after a host (RFC 3986, 6.2.2.1, 6.2.2.2, 6.2.3, 2.1) */
    CLASS_BY_TEXT,  /* the host is there for one alone, since RFC 3986 as printed makes it of a path
                     */
    CLASS_DEVIATION, /* one deviates from RFC 3986 there, as its profile says, and the other does
                        not: the character is then the deviation, "userinfo.at=first" */
    CLASS_FAULT,     /* one did not answer */
    CLASS_KIND_COUNT
} class_kind;

/* Static: "validity", "boundary" and so on. */
extern const char *const class_kinds[CLASS_KIND_COUNT];

typedef struct answer_class {
    const char *operation; /* static: "parse" */
    class_kind kind;
    const char *part;   /* static: "host"; "uri", "text" or "equal" of a whole answer */
    const char *clause; /* static: of RFC 3986 */
    /* Of a deviation, on the text at hand, and no part of its id: one accepts, the other rejects;
     * else the part that differs. */
    bool is_rejected;
    const char *differs;
    const char *character; /* the kind of character where the two part: "at-sign"; static, but of a
                              deviation it lasts as long as the namer (text_classes.h) */
} answer_class;

/* Room for the id of a class and its NUL. */
enum { CLASS_ID_ROOM = 160 };

/* Writes the id: "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign". Its first word is the
 * version of how ids are made. */
void class_id(const answer_class *c, char id[CLASS_ID_ROOM]);

/* What a class can do where one parser checks a text, and the other uses it. */
typedef struct class_risk {
    const char *name;     /* "other-host" */
    const char *weakness; /* "CWE-918, CWE-436"; or NULL */
    const char *about;    /* one sentence */
    unsigned rank;        /* 0 is the worst */
} class_risk;

/* Returns the risk of a class. Static. */
const class_risk *class_risk_of(const answer_class *c);

/* What the id of a class says of it. The texts are pieces of the id. */
typedef struct class_words {
    uriproof_span operation, part, kind, clause, character;
} class_words;

/* Splits the id of a class. Returns false if it is not one of this version. */
bool class_words_of(const char *id, class_words *words);

/* Returns the operation that a question about the class of that id has: of a chain, the one that
 * shows it. URIPROOF_PARSE if it is not an id of this version. */
uriproof_op class_op_of_id(const char *id);

/* Returns the risk of the class of that id. Static. */
const class_risk *class_risk_of_id(const char *id);

/* Returns the name of risk number `i`, or NULL after the last. */
const char *class_risk_name(size_t i);

/* Returns the rank of the risk of that name; of a name that is not known, one after all others. */
unsigned class_risk_rank(const char *name);

/* Returns how many octets of the id of a class make a kind of failure: all, except the character of
 * a text that is accepted or rejected. A parser that does not check a rule fails at each character.
 */
size_t class_kind_length(const char *class_id);

#endif
