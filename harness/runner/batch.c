/* SPDX-License-Identifier: MIT */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

enum {
    ELSEWHERE = 4, /* after this number of failures in a row, cases from another region are asked */
    MOST_RETRIES = 10 /* at most this number of slow cases are tried again with more time */
};

/* A pair of cases, one of which caused a fault: `before` had just been answered, and `after` was in
 * flight. */
enum { BEFORE, AFTER };
/* The steps in which a pair is tried. */
enum {
    NO_PAIR,
    AFTER_ALONE,  /* `after` is the first case of a new process */
    BEFORE_ALONE, /* `before` is the first case of a new process */
    AFTER_THAT    /* `after` is asked in the process that has just answered `before` */
};

void batch_init(batch *b, size_t count, size_t window, const batch_owner *owner)
{
    *b = (batch){.owner = *owner, .count = count, .window = window, .retried = count};
    b->states = calloc(count + 1, sizeof *b->states);
    b->suspects = calloc(count + 4, sizeof *b->suspects);
}

void batch_free(batch *b)
{
    free(b->states);
    free(b->asked);
    free(b->suspects);
}

/* ---- What is asked next ---- */

static size_t in_flight(const batch *b)
{
    return b->asked_count - b->answered;
}

/* Returns the first case that is still to be asked and that was not sent to this process; count if
 * there is no such case. */
static size_t first_to_ask(batch *b)
{
    while (b->next < b->count && b->states[b->next] != BATCH_TO_ASK)
        b->next++;
    size_t at = in_flight(b) > 0 ? b->asked[b->asked_count - 1] + 1 : b->next;
    while (at < b->count && b->states[at] != BATCH_TO_ASK)
        at++;
    return at;
}

/* Ends the search for the culprit, after all suspects were asked again. If the fault did not come
 * again, the first suspect is flaky; a timeout, a lack of memory or the fault of an earlier case is
 * only noted. But answers in a wrong order stay a protocol error, since such a fault cannot occur
 * again when one case is asked at a time. */
static void conclude(batch *b, const char *why)
{
    char words[300];
    b->careful = b->guarded = false;
    b->next = 0;
    if (!b->unexplained)
        return;
    b->unexplained = false;
    snprintf(words, sizeof words, "%s (%s)", b->fault_words, why);
    if (b->fault.outcome == URIPROOF_TIMEOUT || b->fault.memory || b->is_earlier ||
        b->states[b->blamed] == BATCH_FAILED)
        b->owner.note(b->owner.self, words);
    else
        b->owner.settle(b->owner.self, b->blamed,
                        b->fault.order ? URIPROOF_PROTOCOL_ERROR : URIPROOF_FLAKY, words);
}

static const char not_again[] = "not again one at a time";

/* Returns the case that is asked next, which is one of the pair or a suspect; count if there is no
 * such case. */
static size_t next_alone(const batch *b)
{
    if (b->pair_step != NO_PAIR)
        return b->pair[b->pair_step == BEFORE_ALONE ? BEFORE : AFTER];
    return b->suspect_at < b->suspect_count ? b->suspects[b->suspect_at] : b->count;
}

/* Puts a case before the suspects that are still to be asked. */
static void suspect_first(batch *b, size_t at)
{
    size_t left = b->suspect_count - b->suspect_at;
    memmove(b->suspects + 1, b->suspects + b->suspect_at, left * sizeof *b->suspects);
    b->suspects[0] = at;
    b->suspect_at = 0;
    b->suspect_count = left + 1;
    b->careful = true;
}

/* Asks one more case alone before the search ends, since the last suspect may cause the fault after
 * its answer. If there is no other case, asks the first suspect once more. */
static void guard_or_conclude(batch *b)
{
    size_t at = first_to_ask(b), last = b->answered > 0 ? b->asked[b->answered - 1] : b->count;
    if (at == b->count && b->blamed != last && b->states[b->blamed] == BATCH_ANSWERED)
        at = b->blamed;
    bool is_guard = b->unexplained && !b->guarded && at < b->count;
    b->guarded = is_guard;
    if (is_guard)
        suspect_first(b, at);
    else
        conclude(b, not_again);
}

batch_step batch_next(batch *b, size_t *at)
{
    if (b->given_up)
        return BATCH_DONE;
    if (b->running && (b->input_ended || (b->careful && in_flight(b) > 0)))
        return BATCH_WAIT;
    if (b->careful && next_alone(b) == b->count)
        guard_or_conclude(b);
    *at = b->careful ? next_alone(b) : first_to_ask(b);
    if (!b->running)
        return *at < b->count || b->count == 0 ? BATCH_START : BATCH_DONE;
    if (*at < b->count && in_flight(b) < b->window)
        return BATCH_ASK;
    if (in_flight(b) > 0)
        return BATCH_WAIT;
    return b->stays ? BATCH_DONE : BATCH_END_INPUT;
}

/* ---- What came of it ---- */

static void begin_process(batch *b, bool running)
{
    b->running = running;
    b->input_ended = b->answered_last = b->was_kept = false;
    b->asked_count = b->answered = b->answerable = 0;
}

void batch_started(batch *b)
{
    begin_process(b, true);
}

void batch_cannot_start(batch *b)
{
    conclude(b, "it does not start again to be asked one at a time");
    b->given_up = true;
}

void batch_asked(batch *b, size_t at)
{
    b->asked = list_grown(b->asked, b->asked_count, sizeof *b->asked);
    b->asked[b->asked_count++] = at;
    b->suspect_at += b->careful && b->pair_step == NO_PAIR;
}

void batch_skip(batch *b, size_t at)
{
    b->states[at] = BATCH_ANSWERED;
    b->suspect_at += b->careful;
    b->guarded = false; /* another case may guard */
}

void batch_input_ended(batch *b)
{
    b->input_ended = true;
}

void batch_read(batch *b)
{
    b->answerable = b->asked_count;
}

size_t batch_expected(const batch *b)
{
    return b->answered < b->answerable ? b->asked[b->answered] : b->count;
}

bool batch_has_more_time(const batch *b)
{
    return b->retried < b->count;
}

/* Goes on with the pair after an answer. A pair without a `before` ends after its first step: a
 * timeout is never blamed on the case before. */
static void go_on_with_pair(batch *b)
{
    bool is_over = b->pair_step == AFTER_THAT || b->pair[BEFORE] == b->count;
    if (b->pair_step == AFTER_ALONE && !is_over)
        begin_process(b, false);
    b->pair_step = is_over ? NO_PAIR : b->pair_step + 1;
}

void batch_answered(batch *b, bool late)
{
    size_t at = b->asked[b->answered++];
    if (late && b->fault.outcome == URIPROOF_TIMEOUT)
        b->unexplained = false;
    b->states[at] = BATCH_ANSWERED;
    if (b->answered_last) /* two answers in a row: the process survived the first of them */
        b->failed_in_a_row = 0;
    b->answered_last = true;
    b->retried = b->count;
    if (b->pair_step != NO_PAIR)
        go_on_with_pair(b);
}

/* ---- Faults ---- */

static bool is_suspect(const batch *b, size_t at)
{
    for (size_t i = b->suspect_at; i < b->suspect_count; i++)
        if (b->suspects[i] == at)
            return true;
    return false;
}

/* Asks two cases from another region next. Hundreds of neighbouring cases may crash a parser in the
 * same way. The batch must not give the parser up for that, as long as it answers other cases. Each
 * step goes further by five eighths of all cases, so a few steps reach all regions. */
static void look_elsewhere(batch *b)
{
    size_t step = b->count / 8 * 5 + 1, from = step * (b->failed_in_a_row / ELSEWHERE) % b->count;
    for (size_t i = 0, found = 0; i < b->count && found < 2; i++) {
        size_t at = (from + i) % b->count;
        if (b->states[at] != BATCH_TO_ASK || is_suspect(b, at))
            continue;
        suspect_first(b, at);
        found++;
    }
}

static bool is_any_to_ask(const batch *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->states[i] == BATCH_TO_ASK)
            return true;
    return false;
}

/* Ends the batch. Suspects that have not been asked again lose their answers, which cannot be
 * trusted. */
static void give_up(batch *b)
{
    b->given_up = true;
    for (size_t i = b->suspect_at; i < b->suspect_count; i++)
        if (b->states[b->suspects[i]] == BATCH_ANSWERED)
            b->owner.settle(b->owner.self, b->suspects[i], URIPROOF_NOT_RUN, "");
}

/* Counts the failures of independent cases that took the time limit. All others cost only the start
 * of a process, so the batch never gives up for them. */
static void count_timeout(batch *b, const batch_fault *fault)
{
    if (fault->outcome == URIPROOF_TIMEOUT && b->timeouts_left > 0)
        b->timeouts_left--;
    if (b->timeouts_left == 0 && is_any_to_ask(b))
        give_up(b);
}

/* Records that `at` failed alone. If it was a suspect, this explains an earlier fault of the same
 * kind. It also explains an earlier timeout: a process that is about to crash may be silent first.
 */
static void record_failure(batch *b, size_t at, const batch_fault *fault, const char *words)
{
    b->pair_step = NO_PAIR;
    b->retried = b->count;
    b->states[at] = BATCH_FAILED;
    bool same = fault->outcome == b->fault.outcome || b->fault.outcome == URIPROOF_TIMEOUT;
    if (same && at >= b->lowest && at <= b->highest)
        b->unexplained = false;
    b->owner.settle(b->owner.self, at, fault->outcome, words);
    if (b->independent) {
        count_timeout(b, fault);
        return;
    }
    b->failed_in_a_row++;
    if (b->failed_in_a_row >= BATCH_MOST_FAILED && is_any_to_ask(b))
        give_up(b);
    else if (b->failed_in_a_row % ELSEWHERE == 0)
        look_elsewhere(b);
}

/* Handles a failure of `at` as the first case of its process. If it took too long, it is tried once
 * more with more time, since the machine may be slow, or the parser right but slow. */
static void failed_alone(batch *b, size_t at, const batch_fault *fault)
{
    bool is_pair = b->pair_step == AFTER_ALONE && b->pair[BEFORE] < b->count;
    if (is_pair && b->unexplained && fault->outcome != b->fault.outcome) {
        suspect_first(
            b, b->pair[BEFORE]); /* this case may still be the cause of the unexplained fault */
        b->guarded = false;
    }
    const bool has_retry = !b->independent && at != b->retried && b->retries < MOST_RETRIES;
    if (fault->outcome != URIPROOF_TIMEOUT || !has_retry) {
        record_failure(b, at, fault, fault->words);
        return;
    }
    b->retries++;
    b->retried = at;
    b->pair_step = AFTER_ALONE;
    b->pair[BEFORE] = b->count;
    b->pair[AFTER] = at;
}

/* Records that `before` caused the fault after its answer. */
static void failed_after_answer(batch *b, size_t before, const batch_fault *fault)
{
    char words[300];
    snprintf(words, sizeof words, "%s%s", fault->ended ? "after its answer it " : "", fault->words);
    record_failure(b, before, fault, words);
}

/* Handles a fault while suspects are asked: at most one case, `at`, was in flight, and `last` was
 * answered before it. Each is `count` if there is no such case. */
static void failed_one_at_a_time(batch *b, size_t at, size_t last, const batch_fault *fault)
{
    if (fault->second) {
        record_failure(b, fault->named, fault, fault->words);
    } else if (b->pair_step == AFTER_THAT) {
        suspect_first(
            b, b->pair[AFTER]); /* it is not known yet what this case does after its answer */
        failed_after_answer(b, last, fault);
    } else if (at == b->count) {
        failed_after_answer(b, last, fault);
    } else if (last == b->count) {
        failed_alone(b, at, fault);
    } else {
        b->pair_step = AFTER_ALONE;
        b->pair[BEFORE] = fault->outcome == URIPROOF_TIMEOUT ? b->count : last;
        b->pair[AFTER] = at;
    }
}

/* Makes suspects of the unanswered cases and the last answered one. The first unanswered case is
 * asked first, since it is the most likely cause. */
static void suspect_all(batch *b, size_t last, size_t end, const batch_fault *fault)
{
    b->careful = true;
    b->suspect_at = b->suspect_count = 0;
    for (size_t i = b->answered; i < end; i++) {
        b->suspects[b->suspect_count++] = b->asked[i];
        if (i == b->answered && last < b->count)
            b->suspects[b->suspect_count++] = last;
    }
    if (b->suspect_count == 0)
        b->suspects[b->suspect_count++] = last;
    b->lowest = last < b->suspects[0] ? last : b->suspects[0];
    if (fault->second && !is_suspect(b, fault->named)) {
        suspect_first(b, fault->named);
        b->lowest = fault->named;
    }
    b->unexplained = true;
    b->guarded = false;
    b->blamed = b->suspects[0];
    b->highest = b->answered < end ? b->asked[end - 1] : last;
    snprintf(b->fault_words, sizeof b->fault_words, "%s", fault->words);
    b->is_earlier = b->was_kept && b->answered == 0 && !fault->order;
    b->fault = *fault;
    b->fault.words = b->fault_words;
}

void batch_failed(batch *b, const batch_fault *fault)
{
    bool is_line = fault->outcome == URIPROOF_PROTOCOL_ERROR && !fault->ended;
    size_t end = is_line && b->answerable > 0 ? b->answerable : b->asked_count;
    size_t at = b->answered < end ? b->asked[b->answered] : b->count;
    size_t last = b->answered > 0 ? b->asked[b->answered - 1] : b->count;
    if (b->careful) {
        /* A suspect that was sent too early goes back to the suspects. */
        if (at == b->count && in_flight(b) > 0 && b->pair_step == NO_PAIR)
            b->suspect_at--;
        failed_one_at_a_time(b, at, last, fault);
    } else {
        suspect_all(b, fault->outcome == URIPROOF_TIMEOUT ? b->count : last, end, fault);
    }
    b->next = 0;
    begin_process(b, false);
}
