/* SPDX-License-Identifier: MIT */
/*
 * An adapter that is asked, whatever becomes of it: a process that fails is replaced by a new one,
 * and batch.h says whose fault it was. The process stays from one list of cases to the next. Each
 * is for one thread; several threads may have askers at the same time.
 */
#ifndef URIPROOF_RUNNER_ASKER_H
#define URIPROOF_RUNNER_ASKER_H

#include "results/results.h"

/* How long a process may take to start and to say hello: a virtual machine takes its time. If a
 * case may take longer, so may this. */
enum { ASKER_HELLO_MS = 10000 };

/* So many cases may take longer than the time limit, if cases are independent. */
enum { ASKER_MOST_TIMEOUTS = 64 };

typedef struct asker_options {
    uint64_t timeout_ms;   /* for one case */
    uint64_t memory_limit; /* octets for its processes together; 0: no limit */
    const char *reaper;    /* the path of uriproof-reaper */
    size_t window;         /* cases in flight, at least 1 */
    bool independent; /* what comes of a case does not depend on how others fail: see batch.h. After
                         ASKER_MOST_TIMEOUTS in all lists of cases nothing more is asked */
    bool renewed;     /* each list of cases is asked by a new process */
    void *self;       /* what both are called with */
    bool (*should_stop)(void *self);             /* ends it early; may be NULL */
    void (*note)(void *self, const char *words); /* what is no case's result; may be NULL */
} asker_options;

/* What is asked, and what is done with what comes of it. A case may have several results, one after
 * the other: the last one counts. */
typedef struct asker_cases {
    size_t count;
    void *self;
    const uriproof_request *(*request)(void *self, size_t at);
    /* `late_ms` is how long it took if that is longer than the time limit, else 0. */
    void (*answered)(void *self, size_t at, const uriproof_answer *given, uint64_t late_ms);
    /* crash, timeout, protocol-error, flaky; unsupported; or not-run, of a case whose answer is not
     * trusted any more. */
    void (*failed)(void *self, size_t at, uriproof_outcome outcome, const char *words);
} asker_cases;

typedef enum run_end {
    RUN_DONE,
    /* In all that follow, some cases may have got neither answer nor failure. But for RUN_STOPPED,
     * *error says why. */
    RUN_INCOMPLETE, /* no process starts any more, or a signal ended one after its last answer */
    RUN_GIVEN_UP,   /* the adapter answers nothing any more */
    RUN_STOPPED,    /* should_stop returned true */
    RUN_NOT_STARTED /* no process started and said a good hello */
} run_end;

typedef struct asker asker;

/* Returns an asker of `command` (NULL-terminated). Starts nothing yet. *greeting will be what the
 * adapter says of itself: empty until its first process has said hello. The command and *greeting
 * last longer than the asker; the caller frees *greeting with hello_free. */
asker *asker_new(char *const *command, const asker_options *options, hello *greeting);

/* Starts the process if there is none, and waits for its hello, so that the first case need not. */
run_end asker_start(asker *a, uriproof_error *error);

/* Asks the cases. If `last`, ends the input of the process and waits for its end. Cases that get
 * neither answer nor failure were not asked. */
run_end asker_ask(asker *a, const asker_cases *cases, bool last, uriproof_error *error);

/* If cases are independent, lets so many of them take too long from now on. */
void asker_allow_timeouts(asker *a, size_t most);

/* Ends its process and frees it. NULL does nothing. */
void asker_free(asker *a);

#endif
