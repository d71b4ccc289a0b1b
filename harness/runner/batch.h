/* SPDX-License-Identifier: MIT */
/*
 * Decides which case is asked next, and to which case a fault belongs. This code knows no process:
 * run.c does what batch_next says, and reports what happened. Cases are numbers from 0 on.
 *
 * Many requests are in flight at once, and are answered in their order. A fault occurs if the
 * process ends, does not answer in time, or writes something that is not an answer. The fault does
 * not show which case caused it: the process may have read many requests before it failed on one of
 * them. The process may also have failed on the case that it answered last, since damaged memory
 * often kills a process only after the answer. Earlier cases are trusted, because the process
 * answered another case after them; but a second answer to one of them names it. So the last
 * answered case, the unanswered ones and the named one are suspects.
 *
 * A case has a fault if a process that was asked nothing else shows it. In a trial a case is asked
 * in a new process, then once more, then the input is ended: whatever the process writes after the
 * first answer comes before the second one, or before the end, however slow the machine is.
 *
 * Suspects are asked one at a time, and the last of them twice:
 *
 * - A case that fails as the first of a process has the outcome.
 * - If a process fails at a later case, or after an answer, the case before may be the cause, after
 * its answer. So both have a trial, first the case before. If both are innocent, both are asked in
 * one more process, in their order; a fault there belongs to the case before. A timeout never
 * belongs to the case before: the process was alive, and did not answer this case.
 *
 * If no suspect shows the fault, it stays unexplained, and the first suspect is `flaky`. But a
 * second answer, or one in another order, is a protocol error all the same, of the case that it
 * names or of the one that it passed over. And an unexplained timeout or lack of memory is only
 * noted: no case is blamed for a slow machine, or for memory that many cases used up together.
 *
 * A process may be kept from an earlier list of cases. If it fails before its first answer to a
 * case of this list, it may have failed on what it was asked before. So such a fault is only noted,
 * too, if no suspect shows it.
 *
 * The last case of a list is asked twice, so that what comes after its answer does not go unseen.
 * But a process that is to be kept may exit between two lists.
 * The input of a process is ended only after all is answered. If it then writes a line or is killed
 * by a signal, the case that was answered last is a suspect. If it does not show the fault, that is
 * how the adapter ends, and no case is blamed.
 */
#ifndef URIPROOF_RUNNER_BATCH_H
#define URIPROOF_RUNNER_BATCH_H

#include "results/results.h"

/* The batch gives up after this number of cases without an answer, if no two answers in a row came
 * in between. The adapter is then broken altogether, and each further case would cost a process. A
 * single answer in between does not count, since a process that dies after each answer also gives
 * one. */
enum { BATCH_MOST_FAILED = 64 };

typedef enum batch_step {
    BATCH_START,     /* end the present process, if there is one, and start a new one */
    BATCH_ASK,       /* ask one case: then call batch_asked or batch_skip */
    BATCH_WAIT,      /* wait for what the process writes, or for its end */
    BATCH_END_INPUT, /* end the input of the process: all is answered */
    BATCH_DONE
} batch_step;

typedef struct batch_fault {
    uriproof_outcome outcome; /* crash, timeout or protocol-error */
    bool ended;               /* the process has ended, */
    bool exited;              /* and by no signal */
    bool memory;              /* it took too much memory */
    bool order;               /* an answer came too early; this needs several cases in flight */
    bool second;              /* the case `named` had been answered, and was answered once more */
    bool earlier;             /* it has to do with a case of an earlier list */
    bool at_end;              /* it came after the input was ended */
    size_t named;
    const char *words;
} batch_fault;

typedef struct batch_owner {
    void *self;
    /* Takes the outcome of a case that does not come from an answer. */
    void (*settle)(void *self, size_t at, uriproof_outcome outcome, const char *words);
    /* Takes a message that is not about the result of a case. */
    void (*note)(void *self, const char *words);
} batch_owner;

typedef enum batch_state { BATCH_TO_ASK, BATCH_ANSWERED, BATCH_FAILED } batch_state;

typedef struct batch {
    batch_owner owner;
    size_t count, window; /* the number of cases; the most that may be in flight */
    batch_state *states;
    size_t next;      /* no case before it is to be asked */
    bool running;     /* there is a process */
    bool stays;       /* the process is kept after all is answered */
    bool was_kept;    /* the process was asked other cases before these */
    bool independent; /* what comes of a case does not depend on how others fail: no case has more
                         time, and the batch gives up only after timeouts */
    size_t timeouts_left; /* if independent: after so many of them it gives up */
    bool input_ended;     /* the input of the process was ended */
    bool given_up;        /* too many cases in a row failed */
    size_t *asked;        /* the cases that the process was asked, in their order */
    size_t asked_count;   /* how many they are */
    size_t answered;      /* the first ones of `asked`, up to this number, are answered */
    size_t answerable; /* the number of cases that were asked before the current lines were read */
    size_t *suspects;  /* those from suspect_at on are still to be asked */
    size_t suspect_count, suspect_at;
    bool careful; /* suspects are asked, one at a time */
    unsigned pair_step;
    size_t pair[2]; /* `before` and `after`, see batch.c; count if there is no such case */
    size_t retried; /* the case that has more time now; count if there is none */
    unsigned retries;
    unsigned failed_in_a_row;
    bool answered_last;     /* this process has answered */
    bool unexplained;       /* no suspect has shown that it caused `fault` */
    size_t blamed;          /* the suspect that becomes flaky if the fault stays unexplained */
    size_t lowest, highest; /* the range of the suspects; every other case in it is answered */
    bool is_earlier;        /* `fault` may be of a case before these */
    bool ended_badly;       /* a signal killed a process at its end, and no case is the cause */
    batch_fault fault;
    char fault_words[160];
} batch;

/* Begins with `count` cases, at most `window` of them in flight. Free it with batch_free. */
void batch_init(batch *b, size_t count, size_t window, const batch_owner *owner);
void batch_free(batch *b);

/* Returns what the caller has to do now. For BATCH_ASK, sets *at to the case. */
batch_step batch_next(batch *b, size_t *at);

/* Records that a process runs and has said hello. */
void batch_started(batch *b);

/* Records that no process can be started any more. Then no further case is asked. */
void batch_cannot_start(batch *b);

/* Records that the request of a case was sent. */
void batch_asked(batch *b, size_t at);

/* Records that a case needs no request, and has its result. */
void batch_skip(batch *b, size_t at);

/* Records that the input of the process was ended. */
void batch_input_ended(batch *b);

/* Records that lines were read. They can only answer cases that were asked before now. */
void batch_read(batch *b);

/* Returns the case whose answer must come next; count if there is no such case. */
size_t batch_expected(const batch *b);

/* Returns true if that case was just answered, and is asked again only to see what comes between
 * the two answers. */
bool batch_is_again(const batch *b);

/* Returns true if that case has ten times the time limit, since it took too long before. */
bool batch_has_more_time(const batch *b);

/* Returns true if the process is one of a trial. */
bool batch_is_trial(const batch *b);

/* Records that the process of a trial ended after its input, and showed nothing. */
void batch_trial_ended(batch *b);

/* Records that the expected case was answered. `late` says that the answer came after the time
 * limit. A late answer explains an earlier timeout. */
void batch_answered(batch *b, bool late);

/* Records that the process wrote what is no answer, did not write in time or ended. Some case was
 * asked of it, and if fault->at_end all are answered. No more is asked of the process. */
void batch_failed(batch *b, const batch_fault *fault);

#endif
