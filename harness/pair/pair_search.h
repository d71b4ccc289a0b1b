/* SPDX-License-Identifier: MIT */
/*
 * Two parsers: a program checks a text with one of them, and fetches it with the other. Looks for
 * a short text in which the two see another host, scheme, port or path: in the text itself, or in
 * the normal form that the checker makes of it and hands on.
 *
 * Both have to accept the text: a rejection by one is no other host. What either declares to change
 * by design does not count, as in class_between.
 */
#ifndef URIPROOF_PAIR_PAIR_SEARCH_H
#define URIPROOF_PAIR_PAIR_SEARCH_H

#include "text_search.h"

#include "survey/survey.h"

/* The members of the panel. */
enum { PAIR_CHECKER, PAIR_FETCHER, PAIR_MEMBERS };

/* What the two see differently. */
typedef struct pair_part {
    const char *name; /* "host" */
    const char *by;   /* what --by and --fail-on call it */
    uri_piece piece;  /* that differs */
    unsigned same;    /* bits of pieces that do not differ: else the difference is theirs */
    bool is_odd;      /* a host: one of them sees none, or one that no program connects to */
    bool is_declared; /* a host that one of them declares to make of the other's; else what either
                         declares is no difference */
    bool is_sought;   /* the search goes on until it is found */
} pair_part;

enum { PAIR_PARTS = 6 };
extern const pair_part pair_parts[PAIR_PARTS];

typedef enum pair_way {
    PAIR_PLAIN,  /* both see the text */
    PAIR_NORMAL, /* the fetcher sees the checker's normal form; the text alone shows nothing */
    PAIR_WAYS
} pair_way;

/* Of each part and way, a class that is not judged, and one that is. */
enum { PAIR_FINDINGS = PAIR_PARTS * PAIR_WAYS * 2 };

/* Static: "plain", "normalized". */
extern const char *const pair_ways[PAIR_WAYS];

/* A stage of text_search.h, as far as it was asked. */
typedef struct pair_stage {
    search_stage stage;
    size_t texts;
    bool whole; /* both were asked all its texts */
} pair_stage;

/* A text that the two see differently. */
typedef struct pair_finding {
    const pair_part *part;
    pair_way way;
    bool judged; /* of the classes that are judged; else of all others */
    bool found;
    octet_buffer text;  /* the smallest that was seen in the first stage that has one, made smaller
                         */
    size_t stage;       /* its number */
    confirmation again; /* SHOWN_AGAIN; or NOT_LOOKED_FOR: new processes could not be asked */
    answer_class class;
    /* If they showed it; in the store of the pair. */
    reply checker, fetcher;
    uriproof_span handed; /* the normal form; absent if the way is plain */
} pair_finding;

/* A text on which a parser crashed, hung or broke the protocol. */
typedef struct pair_fault {
    uriproof_request request; /* a normal form of a text may be what it was asked; in the store */
    uriproof_outcome outcome;
    answer_class class;
    confirmation again;          /* SHOWN_AGAIN: a new process failed on it too */
    bool judged;                 /* of a class that is */
    reply replies[PAIR_MEMBERS]; /* of new processes of both, if it was shown again; in the store */
} pair_fault;

/* All such texts of a parser, and one of them: the first that shows it again in a class that is not
 * judged; or else the first that shows it again; or else the first. */
typedef struct pair_faults {
    size_t count;
    pair_fault one;
    size_t tries; /* how many of them new processes were asked */
} pair_faults;

typedef struct pair_options {
    bool wanted[PAIR_PARTS]; /* what is looked for */
    uint64_t seed;
    panel *asked; /* the checker and the fetcher */
    panel *fresh; /* the same; each time that it is asked, its processes are new */
    void *self;   /* what both that follow are called with */
    bool (*should_stop)(void *self);
    void (*progress)(void *self);
    bool (*is_judged)(void *self, const answer_class *class); /* the search goes on after it; NULL:
                                                                 none is */
    bool (*is_known)(void *self, const answer_class *class);  /* it is no finding; NULL: none is */
} pair_options;

typedef struct pair {
    pair_options options;
    bool normalizes; /* the checker can be asked for a normal form */
    pair_finding findings[PAIR_FINDINGS];
    pair_stage *stages;
    size_t stage_count;
    size_t texts;    /* that both were asked */
    size_t accepted; /* by both */
    pair_faults faults[PAIR_MEMBERS];
    excused_counts excused;
    size_t not_shown_again; /* texts that differed, but not in new processes: they do not count */
    store *memory;
} pair;

/* Sets up *p; the caller frees it with pair_free. */
void pair_begin(pair *p, const pair_options *options);

/* Asks stage by stage. A text that the two see differently counts once new processes have shown it
 * again; then it is made smaller, as long as the same part differs in the same way. Ends after the
 * first stage in which all that is sought is found, in classes that are not judged; or earlier: if
 * it has to stop, or a parser answers nothing any more. */
void pair_search(pair *p);

void pair_free(pair *p);

/* Returns what may differ between both: what either declares, and in a normal form also how parts
 * are written and dot segments. */
transform_set pair_allowed(const panel *both, pair_way way);

/* Sets *found to the class, as `diff` has it, of what the two see differently in a text whose
 * replies these are. Returns false if they do not see the part differently. */
bool pair_class(const panel *both, uriproof_span text, const pair_part *part,
                const reply replies[PAIR_MEMBERS], answer_class *found);

/* Could a program that fetches connect to the host that the parser sees? */
bool pair_is_fetched(const reply *r);

/* Returns true if the part is other data in the two replies, which accept the text, up to
 * `allowed`. */
bool pair_part_differs(uriproof_span text, const pair_part *part, const reply *a, const reply *b,
                       const transform_set *allowed);

#endif
