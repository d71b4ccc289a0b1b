/* SPDX-License-Identifier: MIT */
/*
 * The class of a difference between two answers: what is different, where in the text the two
 * part, and the clause of RFC 3986 that is about that place. Who gave which answer, and the
 * dialect that was asked for, are no part of it, so the same difference always has the same id.
 */
#ifndef URIPROOF_CLASSES_CLASS_H
#define URIPROOF_CLASSES_CLASS_H

#include "reply.h"

typedef enum class_kind {
    CLASS_VALIDITY, /* one accepts, the other rejects */
    CLASS_BOUNDARY, /* the part is another piece of the text, or is there for one alone */
    CLASS_EMPTY,    /* the part is absent for one, and empty for the other */
    CLASS_TEXT,     /* the part has octets that are not in the text so */
    CLASS_SPELLING, /* the part is the same data, written in another way: in the other case, with
                       escapes of what needs none or cannot be without, a default port, a slash for
                       an empty path after a host (RFC 3986, 6.2.2.1, 6.2.2.2, 6.2.3, 2.1) */
    CLASS_FAULT,    /* one did not answer */
    CLASS_KIND_COUNT
} class_kind;

/* Declares in *set how RFC 3986 lets a part be written in another way. */
void class_allow_spellings(transform_set *set);

/* Static: "validity", "boundary" and so on. */
extern const char *const class_kinds[CLASS_KIND_COUNT];

typedef struct answer_class {
    const char *operation; /* static: "parse" */
    class_kind kind;
    const char *part;      /* static: "host"; "uri", "text" or "equal" of a whole answer */
    const char *clause;    /* static: of RFC 3986 */
    const char *character; /* static: the kind of character where the two part: "at-sign" */
} answer_class;

/* Returns true if both have another host or another port there, and not only the same one written
 * in another way: in the other case, with escapes of unreserved characters or of octets beyond
 * ASCII, as another notation of the same IPv6 address, with the default port (RFC 3986, 6.2.2,
 * 6.2.3, 3.2.2). A host that is empty and one that is absent are no other. */
bool class_is_other_target(uri_piece which, const uri_pieces *a, const uri_pieces *b);

/* Returns true if two parsers have the same part, up to what either declares. This excuses no other
 * host or port: a parser may rewrite `0x7f.1` by design, but then it asks another host than one
 * that does not. */
bool class_same_part(uri_piece which, const uri_pieces *a, const transform_set *of_a,
                     const uri_pieces *b, const transform_set *of_b);

/* Sets *found to the class of the difference between the replies `a` and `b` to `request`. Parts
 * are compared as class_same_part does. Returns false if there is no difference that counts: the
 * answers are the same so, or one parser does not support the operation. */
bool class_between(const uriproof_request *request, const reply *a, const transform_set *of_a,
                   const reply *b, const transform_set *of_b, answer_class *found);

/* Returns true if both replies divide the text, differ, and differ only in what either parser
 * declares. Then *needed has the transforms that are needed, as few as possible. */
bool class_excused(const uriproof_request *request, const reply *a, const transform_set *of_a,
                   const reply *b, const transform_set *of_b, transform_set *needed);

/* Returns true if the class is about a host or port that the parser of `given` declares to make of
 * that of `other`, and that is not in the text of `request` so. Then *needed has the transforms. */
bool class_by_design(const uriproof_request *request, const answer_class *c, const reply *given,
                     const transform_set *of_given, const reply *other, transform_set *needed);

/* Sets *found to the class of two divisions of a text by one parser, in the parts whose bits
 * `parts` has, up to `allowed`. Returns false if there is no difference. found->operation stays as
 * it is. */
bool class_between_parts(uriproof_span text, unsigned parts, const uri_pieces *a,
                         const uri_pieces *b, const transform_set *allowed, answer_class *found);

/* Sets *found to the class of a text that was accepted as it was, and is rejected now.
 * found->operation stays as it is. */
void class_of_rejection(uriproof_span text, answer_class *found);

/* Returns true if both are the same class. */
bool class_equal(const answer_class *a, const answer_class *b);

/* Orders questions of one operation: the shorter is the smaller, of equal length the one whose
 * octets come first. Returns true if `a` is smaller than `b`. */
bool request_is_smaller(const uriproof_request *a, const uriproof_request *b);

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

/* Returns the number of the part that the class is about, if both replies to `parse` have parts;
 * else PIECE_COUNT. `id` may be NULL. */
size_t class_piece(const char *id, const reply *a, const reply *b);

/* Returns the risk of the class of that id. Static. */
const class_risk *class_risk_of_id(const char *id);

/* Returns the rank of the risk of that name; of a name that is not known, one after all others. */
unsigned class_risk_rank(const char *name);

#endif
