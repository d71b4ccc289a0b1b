/* SPDX-License-Identifier: MIT */
/* What the files of a run share. For one thread: all is called from the loop. */
#ifndef URIPROOF_RUNNER_RUN_STATE_H
#define URIPROOF_RUNNER_RUN_STATE_H

#include "judge/judge.h"
#include "processes/processes.h"
#include "results/results.h"
#include "run.h"

typedef enum case_state { TO_ASK, SUSPECT, ASKED, DONE } case_state;

/* Cases that are asked each in a process of its own, whose input is ended behind the answer. */
typedef struct trial {
    size_t cases[2];
    process_end ends[2];
    char words[2][160]; /* on how each ended */
    unsigned count;     /* 0: none is held */
    unsigned begun;
    unsigned ended;
} trial;

typedef struct run {
    uv_loop_t *loop;
    uv_timer_t silence; /* nothing came for too long */
    uint64_t due;       /* when it is to say so */
    bool expired;       /* it did, and what waited to be read was read since */
    unsigned pauses;    /* that put off `due` */
    uv_timer_t tick;
    uint64_t ticked;
    char *const *command;
    const uriproof_vector *const *vectors;
    uriproof_result *results;
    case_state *states;
    size_t count;
    const run_options *options;
    hello *greeting;
    uriproof_error *error;
    struct process *process;
    octet_buffer lines; /* to be written */
    size_t kept_room;   /* of answers, see kept.h */

    bool greeted;      /* this process has said hello */
    bool ever_greeted; /* some process has */
    bool leaving;      /* this process has no more to do, and its input is ended */
    bool took_memory;  /* this process took more than it may, which is what went wrong */
    bool over;         /* nothing more is to be done */
    bool ever_struck;  /* some case was */
    bool blamed_for_memory;
    bool answered_before; /* this process has answered a case, and nothing went wrong since */
    run_end end;

    size_t next; /* the first case that may still be TO_ASK */
    size_t done;
    size_t bad;
    size_t in_flight;
    size_t suspects;      /* cases that are SUSPECT */
    size_t first_suspect; /* no case before it is one */
    bool careful;         /* one at a time, since suspects were among those in flight */
    size_t prior;         /* the suspect to be asked before the others; count if none is */
    trial trial;
    size_t retried;   /* the case on trial that timed out, and has more time now; count if none */
    unsigned retries; /* that were begun */
    uint64_t asked_late; /* when it was asked again */
    unsigned restarts;
    unsigned struck; /* cases in a row */

    /* asked[id - first_id] is the case that `id` asked; ids of an earlier process are no more. */
    size_t *asked;
    size_t asked_count;
    size_t answerable; /* of them: asked before the lines were read that are judged now */
    size_t asked_room;
    uint64_t first_id;

    size_t last_answered; /* the case that was answered last; count if none was */
    /* Something went wrong with several cases in flight. If none of them does it again, then
     * this one is blamed. */
    bool unexplained;
    size_t blamed;
    uriproof_outcome blamed_outcome;
    char blamed_words[101];
} run;

/* ---- run.c: results, and processes ---- */

/* The result of vectors[at], in place of one that it may have; `detail` may be NULL, and is
 * copied. */
void run_settle(run *r, size_t at, uriproof_outcome outcome, const char *detail);

/* The same with the answer that was judged, of which `answer` is the hash (0: it agrees plainly).
 */
void run_settle_answer(run *r, size_t at, const judgement *j, uint64_t answer);

/* Is the result of vectors[at] a bad one? */
bool run_found_bad(const run *r, size_t at);

/* Tells the caller what is no case's result. */
void run_note(const run *r, const char *words);

/* How the process ended, with its last words. */
void run_describe_end(run *r, const process_end *end, char *words, size_t room);

/* Ends the process; another is asked what is left, or the run is done. */
void run_restart(run *r);

/* No process can be asked: `words` say why. It is tried again some times. */
void run_no_start(run *r, const char *words);

/* Nothing more is to be done; only the first call counts. */
void run_finish(run *r, run_end end);

/* ---- schedule.c: requests ---- */

/* Asks what there is room for, or ends the input where all is answered. */
void run_go_on(run *r);

/* The same behind each answer, where it is worth it; ends nothing. */
void run_ask_ahead(run *r);

/* What was asked ahead is to be asked as if it never was: what is judged now was read before, and
 * the process is not asked further. */
void run_withdraw_ahead(run *r);

/* Gives the process what is to be written. */
void run_write(run *r);

/* ---- deadline.c: what is waited for ---- */

void run_expect_hello(run *r);

/* An answer, where one is to come; it starts anew. */
void run_watch_silence(run *r);

/* How long a case may take, in milliseconds: one that is tried again has more time. */
uint64_t run_time_limit(const run *r);

/* The harness stood still for so long (it was stopped, or had no processor), and the adapter may
 * have done so with it. */
void run_put_off_silence(run *r, uint64_t pause);

/* ---- on_response.c ---- */

/* A line behind the hello. */
void run_on_answer(run *r, const char *line, size_t length);

/* ---- isolate.c: who did it ---- */

/* The process died, was silent too long, or wrote what belongs to no case. */
void run_something_wrong(run *r, uriproof_outcome outcome, const char *detail);

/* An answer to `at` is broken (`count`: an answer to none is). */
void run_broken_answer(run *r, size_t at, const char *words);

/* `at` is the culprit; the others in flight are innocent. */
void run_strike(run *r, size_t at, uriproof_outcome outcome, const char *detail);

/* What went wrong and was not explained did not happen again; `why` is said with it. */
void run_blame(run *r, const char *why);

/* ---- on_exit.c ---- */

/* The process has ended whose input was ended. */
void run_left(run *r, const process_end *end);

#endif
