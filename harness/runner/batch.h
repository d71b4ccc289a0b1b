/* SPDX-License-Identifier: MIT */
/*
 * Decides which case is asked next, and which case a fault belongs to. Knows no process: run.c does
 * what batch_next says, and tells what came of it. Cases are numbers from 0 on.
 *
 * Many requests are in flight at once, and are answered in their order. After a fault (the process
 * ends, does not answer in time, or writes what is no answer) the last answered case and the
 * unanswered ones are suspects, and are asked again one at a time:
 *
 * - A case that fails as the first of a process fails alone, and has the outcome.
 * - One that is asked later may have died of its own text, or the case before it after its answer.
 *   It is asked alone. If it is answered, the one before it and then it are asked in a new process:
 *   a fault there is the fault of the one before it.
 * - If a case is answered and no other is waiting, a fault before the next request belongs to it.
 *
 * If no suspect fails alone, the fault stays unexplained, and the first suspect is `flaky`. No case
 * is blamed for a slow machine, or for memory that many cases used up together.
 */
#ifndef URIPROOF_RUNNER_BATCH_H
#define URIPROOF_RUNNER_BATCH_H

#include "results/results.h"

/* The batch gives up after so many cases without an answer, if no two answers in a row come in
 * between: then the adapter is broken altogether. */
enum { BATCH_MOST_FAILED = 64 };

typedef enum batch_step {
    BATCH_START,     /* a new process, in place of the one that there may be */
    BATCH_ASK,       /* one case: then batch_asked or batch_skip */
    BATCH_WAIT,      /* for what the process writes, or for its end */
    BATCH_END_INPUT, /* of the process: all is answered */
    BATCH_DONE
} batch_step;

typedef struct batch_fault {
    uriproof_outcome outcome; /* crash, timeout or protocol-error */
    bool ended;               /* the process has */
    bool memory;              /* it took too much of it */
    bool order;               /* an answer came before its turn, which takes several cases */
    bool second;              /* the case `named`, which was answered, was answered once more */
    size_t named;
    const char *words;
} batch_fault;

typedef struct batch_owner {
    void *self;
    /* A case has an outcome other than its answer's. */
    void (*settle)(void *self, size_t at, uriproof_outcome outcome, const char *words);
    /* Something that is no case's result. */
    void (*note)(void *self, const char *words);
} batch_owner;

typedef enum batch_state { BATCH_TO_ASK, BATCH_ANSWERED, BATCH_FAILED } batch_state;

typedef struct batch {
    batch_owner owner;
    size_t count, window; /* cases; of them in flight */
    batch_state *states;
    size_t next;        /* no case before it is to be asked */
    bool running;       /* there is a process */
    bool stays;         /* it is kept after all is answered */
    bool input_ended;   /* its input */
    bool given_up;      /* too many cases in a row failed */
    size_t *asked;      /* of the process, in their order */
    size_t asked_count; /* of them */
    size_t answered;    /* of them, from the front */
    size_t answerable;  /* of them: asked before the lines were read that are taken now */
    size_t *suspects;   /* those from suspect_at on are still to be asked */
    size_t suspect_count, suspect_at;
    bool careful; /* suspects are asked, one at a time */
    bool guarded; /* and after them one more case */
    unsigned pair_step;
    size_t pair[2]; /* `before` and `after`, see batch.c; count if there is no `before` */
    size_t retried; /* the case that has more time now; count if there is none */
    unsigned retries;
    unsigned failed_in_a_row;
    bool answered_last; /* the last that happened was an answer of this process */
    bool unexplained;   /* a fault, of `blamed` or another suspect */
    size_t blamed;
    size_t lowest, highest; /* suspects; no other case between them was not answered */
    batch_fault fault;
    char fault_words[160];
} batch;

/* Begins with `count` cases, at most `window` of them in flight. Free it with batch_free. */
void batch_init(batch *b, size_t count, size_t window, const batch_owner *owner);
void batch_free(batch *b);

/* Returns what is to be done now, with the case in *at if it is BATCH_ASK. */
batch_step batch_next(batch *b, size_t *at);

/* A process runs and has said hello. */
void batch_started(batch *b);

/* No process can be started any more: nothing more is asked. */
void batch_cannot_start(batch *b);

/* The request of a case was sent; or it needs none and has its result. */
void batch_asked(batch *b, size_t at);
void batch_skip(batch *b, size_t at);

/* The input of the process was ended. */
void batch_input_ended(batch *b);

/* Lines were read: all that was asked by now can be answered by them. */
void batch_read(batch *b);

/* Returns the case whose answer is to come next; count if none is. */
size_t batch_expected(const batch *b);

/* Returns true if that case has ten times the time limit, since it took too long before. */
bool batch_has_more_time(const batch *b);

/* It was answered; `late` if that took longer than the time limit, which explains that an answer
 * was missing before. */
void batch_answered(batch *b, bool late);

/* The process wrote what is no answer, did not write in time or ended, while some case was not
 * answered. The process is of no use any more. */
void batch_failed(batch *b, const batch_fault *fault);

#endif
