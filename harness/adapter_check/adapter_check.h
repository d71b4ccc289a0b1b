/* SPDX-License-Identifier: MIT */
/*
 * Does an adapter speak the protocol? Looks at one step after the other, and says of each what is
 * right and what is wrong. What a parser answers is no matter here: only what an adapter does to
 * it.
 */
#ifndef URIPROOF_ADAPTER_CHECK_ADAPTER_CHECK_H
#define URIPROOF_ADAPTER_CHECK_ADAPTER_CHECK_H

#include "probe.h"
#include "talk.h"

#include "protocol/protocol.h"

typedef enum verdict {
    VERDICT_OK,
    VERDICT_WARN,
    VERDICT_FAIL,
    VERDICT_SKIP,
    VERDICT_COUNT
} verdict;

/* Static: "ok", "warn", "fail", "skip". */
extern const char *const verdict_names[VERDICT_COUNT];

/* What was found in one step; lasts as long as the call that tells it. */
typedef struct finding {
    verdict verdict;
    const char *what;   /* the step: "answers parse" */
    const char *words;  /* what was seen, from outside in part; may be "" */
    const char *remedy; /* what to do about it; "" where it is ok */
    const talk *with;   /* in which it was seen; or NULL */
    bool of_errors;     /* it is about what stands on its standard error */
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
    CHECK_NOT_STARTED, /* there is no such program, or no memory: *error says */
    CHECK_STOPPED
} adapter_check_end;

/* Starts `command` (NULL-terminated) as often as it takes, and examines it. */
adapter_check_end adapter_check(char *const *command, const adapter_check_options *options,
                                uriproof_error *error);

#endif
