/* SPDX-License-Identifier: MIT */
/*
 * Finds out whether an adapter speaks the protocol. Goes through the protocol step by step, and
 * reports for each step what is right and what is wrong. The parser's answers do not matter here,
 * but only what the adapter makes of them.
 */
#ifndef URIPROOF_ADAPTER_CHECK_ADAPTER_CHECK_H
#define URIPROOF_ADAPTER_CHECK_ADAPTER_CHECK_H

#include "probe.h"

#include "protocol/protocol.h"

typedef enum verdict {
    VERDICT_OK,
    VERDICT_WARN,
    VERDICT_FAIL,
    VERDICT_SKIP,
    VERDICT_COUNT
} verdict;

/* What was found in one step; lasts as long as the call that tells it. */
typedef struct finding {
    verdict verdict;
    const char *what;   /* the step: "answers parse" */
    const char *words;  /* what was seen, some of it from outside; may be "" */
    const char *remedy; /* what to do about it; "" if it is ok */
    /* What shows it, a line each, made printable: the last lines that were sent ("> ") and received
     * ("< "), and the last ones of standard error ("! "). May be "". */
    const char *seen;
} finding;

typedef struct adapter_check_options {
    uint64_t timeout_ms; /* for each step but the hello, which has 10 s, and the end, which has 2 */
    const char *reaper;  /* the path of uriproof-reaper */
    bool (*stop)(void *self);                       /* returns true to end early */
    void (*tell)(void *self, const finding *found); /* in the order of the steps */
    void *self;
} adapter_check_options;

typedef enum adapter_check_end {
    CHECK_DONE,
    CHECK_NOT_STARTED, /* it cannot be started: *error says why */
    CHECK_STOPPED
} adapter_check_end;

/* Starts `command` (NULL-terminated) as often as it takes, and examines it. */
adapter_check_end adapter_check(char *const *command, const adapter_check_options *options,
                                uriproof_error *error);

#endif
