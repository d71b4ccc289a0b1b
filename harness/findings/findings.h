/* SPDX-License-Identifier: MIT */
/*
 * The store of findings: a file that has what runs found, and what people think of it. A finding is
 * a class that a run confirmed, and for which the specification is not to blame. Its count, its
 * smallest example and who is on which side follow from the runs, so stores can be merged in any
 * order: a merged store counts each run once.
 *
 * A function that returns false has left the store as it was, and findings_error says why.
 */
#ifndef URIPROOF_FINDINGS_FINDINGS_H
#define URIPROOF_FINDINGS_FINDINGS_H

#include "survey/survey.h"

typedef struct findings findings;

typedef enum findings_access {
    FINDINGS_READ,
    FINDINGS_WRITE,
    FINDINGS_CREATE /* as FINDINGS_WRITE; if there is no file, makes one */
} findings_access;

/* Opens the store at `path`. Returns NULL and sets *error if it is no sound store. */
findings *findings_open(const char *path, findings_access access, uriproof_error *error);

const char *findings_error(const findings *f);

void findings_close(findings *f); /* may be NULL */

/* ---- Runs ---- */

enum { FINDINGS_KEY_ROOM = 33 };

/* A run asks some parsers about texts from one source. It can be saved while it goes on. */
typedef struct findings_run {
    const char *command;           /* that asked: "diff" */
    const char *source;            /* of the texts: the name of a file */
    uint64_t digest;               /* of all texts that were asked */
    bool complete;                 /* there were no more texts, and all classes were confirmed */
    char id[FINDINGS_KEY_ROOM];    /* drawn when the run is first saved; empty before */
    char token[FINDINGS_KEY_ROOM]; /* drawn each time that it is saved */
} findings_run;

/* Looks for the run that was saved last of those with this command and source, and the settings and
 * names of parsers of `asked`. Sets id, token, digest and `complete`, and *found to what it found;
 * if there is none, id is empty. */
bool findings_find_run(findings *f, const diff_export *asked, findings_run *run,
                       diff_export *found);

/* Saves what the run found up to now, in one transaction. It is an error if another process saved
 * the same run meanwhile.
 *
 * A run that asks the same texts of the same parsers again, or goes on from the same first texts of
 * one that was ended, is a run of its own. But what both asked is counted once. */
bool findings_save_run(findings *f, findings_run *run, diff_export *found);

/* Adds the runs of the store at `from`, and what people think of its classes. Of opinions about the
 * same parsers in a class, the later one stays. So the result is the same in any order, and merging
 * twice changes nothing. Nothing is added if the store could not be read after that. */
bool findings_merge(findings *f, const char *from);

/* ---- What people think ---- */

typedef enum finding_state {
    FINDING_NEW, /* no one has looked at it */
    FINDING_KNOWN,
    FINDING_BY_DESIGN,
    FINDING_REPORTED, /* to the people who maintain the parser */
    FINDING_FIXED,
    FINDING_STATE_COUNT
} finding_state;

/* Static: "new", "known", "by-design", "reported", "fixed". */
extern const char *const finding_states[FINDING_STATE_COUNT];

/* Returns the state of that name; FINDING_STATE_COUNT if there is none. */
finding_state finding_state_named(const char *name);

/* Returns true if a class of this state, seen in a run, needs somebody to look at it: it is new, or
 * it was fixed and is there again. */
bool finding_state_alarms(finding_state state);

/* In a class of more parsers no pairs are listed, so that it stays new: a store from elsewhere
 * could have so many pairs that memory ends. */
enum { FINDINGS_MOST_PARSERS = 128 };

/* An opinion is about a class and two parsers that stand apart in it: it divides their answers, and
 * not only up to what they declare. Who breaks a chain stands apart from
 * himself. So what is known of one parser says nothing of another one. */
typedef struct finding_pair {
    const char *class, *one, *other; /* `one` comes before `other`, or is the same */
    bool judged;                     /* somebody looked at it */
} finding_pair;

typedef struct finding_pairs {
    finding_pair *pairs;
    size_t count;
    size_t sorted; /* how many were left when they were last sorted */
    store *texts;  /* of the pairs, each once */
} finding_pairs;

/* Sets *state to that of a class as a run has it. If somebody has not looked at one of its pairs,
 * it is FINDING_NEW; else if one was fixed, FINDING_FIXED; else what was said last. */
bool findings_state_of(findings *f, const export_class *class, finding_state *state);

/* Does somebody have to look at the class? A run confirmed it, the specification does not bring it
 * about, and the store, if it is not NULL, has it as new or as fixed. */
bool findings_is_new(findings *f, const export_class *class);

/* Returns true if the parser stands apart from another one in a class that a run confirmed, or
 * breaks the chain that it is of. False of a class of too many parsers. */
bool findings_sets_apart(const export_class *class, const char *parser);

/* ---- The list of findings ---- */

/* Runs of the same command, settings, source and parsers, as one. */
typedef struct finding_source {
    char *key; /* text that is the same for these runs alone */
    char *command, *source;
    diff_export found;
    int64_t first, last; /* when they began, and when one was saved last */
    bool complete;       /* all of them */
} finding_source;

/* A class as a source has it. */
typedef struct finding_part {
    size_t source; /* its number */
    const export_class *class;
} finding_part;

typedef struct finding {
    const char *id; /* of the class */
    finding_state state;
    char *note; /* or NULL */
    size_t texts;
    int64_t first, last;
    finding_part best;   /* that has the smallest example */
    finding_part *parts; /* one for each source that has it */
    size_t part_count;
    finding_pair *pairs; /* who stands apart in it, in any run; sorted */
    size_t pair_count;
    bool too_many; /* parsers in an example, so that its pairs are not listed, and it is new */
} finding;

typedef struct finding_list {
    finding_source *sources;
    size_t source_count;
    finding *findings; /* the worst risk first, then by id */
    size_t count;
    finding_pairs apart; /* of all findings */
} finding_list;

bool findings_list(findings *f, finding_list *list);

/* Returns the finding of that class, or NULL. */
const finding *finding_named(const finding_list *list, const char *id);

/* Changes what people think of all pairs of some findings, in one transaction: the state, unless it
 * is FINDING_STATE_COUNT, and the note, unless it is NULL. An empty note removes it. It is an error
 * if one of them has too many parsers. */
bool findings_set(findings *f, const finding *const *of, size_t count, finding_state state,
                  const char *note);

/* Which findings are kept. */
typedef struct finding_filter {
    finding_state state; /* FINDING_STATE_COUNT: any */
    const char *risk;    /* NULL: any */
    /* One stands apart in it, or two from each other; NULL: that does not count. One of too many
     * parsers is kept. */
    const char *parser, *other;
} finding_filter;

/* Leaves out of the list what is not of the filter. */
void finding_list_keep(finding_list *list, const finding_filter *filter);

/* Writes the list as JSON (harness/schema/findings.schema.json). Returns false and errno if that
 * failed. */
bool finding_list_write(const finding_list *list, FILE *out);

/* Writes a time: "2026-11-23T12:54:49Z". */
enum { FINDING_TIME_ROOM = 40 };
const char *finding_time(int64_t seconds, char text[FINDING_TIME_ROOM]);

void finding_list_free(finding_list *list);

#endif
