/* SPDX-License-Identifier: MIT */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

enum {
    ELSEWHERE = 4, /* after this number of failures in a row, cases from another region are asked */
    MOST_RETRIES = 10 /* at most this number of slow cases are tried again with more time */
};

/* A pair of cases, one of which caused a fault: `before` had been answered, and `after` was in
 * flight. */
enum { BEFORE, AFTER };
/* The steps in which a pair is tried, each in a new process. */
enum {
    NO_PAIR,
    BEFORE_ALONE, /* `before` is asked twice, and the input is ended */
    AFTER_ALONE, /* so is `after`; if a timeout is what is looked for, its first answer is enough */
    TOGETHER     /* `before` is asked, and then `after` */
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

/* Returns true if number `i` of the cases that the process was asked is the one before it, again.
 */
static bool repeats(const batch *b, size_t i)
{
    return i > 0 && b->asked[i] == b->asked[i - 1];
}

/* Returns true if the last case that the process was asked can be asked once more. */
static bool can_repeat(const batch *b)
{
    return b->running && b->asked_count > 0 && !repeats(b, b->asked_count - 1) &&
           in_flight(b) < b->window;
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

/* Does an unexplained fault accuse no case? */
static bool is_only_noted(const batch *b)
{
    if (b->is_earlier || b->states[b->blamed] == BATCH_FAILED)
        return true;
    return !b->fault.second &&
           (b->fault.outcome == URIPROOF_TIMEOUT || b->fault.memory || b->fault.at_end);
}

/* Ends the search for the culprit, after all suspects were asked again. If none of them showed the
 * fault, the first suspect is flaky, or the fault is only noted. But a second answer and one in a
 * wrong order are proven by their ids. */
static void conclude(batch *b, const char *why)
{
    char words[300];
    b->careful = false;
    b->next = 0;
    if (!b->unexplained)
        return;
    b->unexplained = false;
    if (b->fault.at_end && b->fault.ended) {
        b->ended_badly = true;
        return;
    }
    snprintf(words, sizeof words, b->fault.at_end ? "%s" : "%s (%s)", b->fault_words, why);
    if (is_only_noted(b))
        b->owner.note(b->owner.self, words);
    else
        b->owner.settle(
            b->owner.self, b->blamed,
            b->fault.order || b->fault.second ? URIPROOF_PROTOCOL_ERROR : URIPROOF_FLAKY, words);
}

static const char not_again[] = "not again one at a time";

/* Returns the suspect that is asked next; count if there is none. */
static size_t next_suspect(const batch *b)
{
    return b->suspect_at < b->suspect_count ? b->suspects[b->suspect_at] : b->count;
}

static bool is_suspect(const batch *b, size_t at)
{
    for (size_t i = b->suspect_at; i < b->suspect_count; i++)
        if (b->suspects[i] == at)
            return true;
    return false;
}

/* Puts a case before the suspects that are still to be asked, unless it is one of them. */
static void suspect_first(batch *b, size_t at)
{
    size_t left = b->suspect_count - b->suspect_at;
    if (is_suspect(b, at))
        return;
    memmove(b->suspects + 1, b->suspects + b->suspect_at, left * sizeof *b->suspects);
    b->suspects[0] = at;
    b->suspect_at = 0;
    b->suspect_count = left + 1;
    b->careful = true;
}

/* Returns the case that a trial begins with. */
static size_t first_of_trial(const batch *b)
{
    return b->pair[b->pair_step == AFTER_ALONE ? AFTER : BEFORE];
}

static batch_step next_of_trial(const batch *b, size_t *at)
{
    if (!b->running)
        return BATCH_START;
    if (b->asked_count > 1)
        return BATCH_END_INPUT;
    *at = b->asked_count == 1 && b->pair_step == TOGETHER ? b->pair[AFTER] : first_of_trial(b);
    return BATCH_ASK;
}

batch_step batch_next(batch *b, size_t *at)
{
    if (b->given_up)
        return BATCH_DONE;
    const bool one_at_a_time = b->careful || b->pair_step != NO_PAIR;
    if (b->running && (b->input_ended || (one_at_a_time && in_flight(b) > 0)))
        return BATCH_WAIT;
    if (b->pair_step != NO_PAIR)
        return next_of_trial(b, at);
    *at = next_suspect(b);
    const bool is_last = b->careful && *at == b->count;
    if (is_last && b->unexplained && can_repeat(b)) {
        *at = b->asked[b->asked_count - 1];
        return BATCH_ASK;
    }
    if (is_last)
        conclude(b, not_again);
    if (!b->careful)
        *at = first_to_ask(b);
    if (!b->running)
        return *at < b->count || b->count == 0 ? BATCH_START : BATCH_DONE;
    if (*at < b->count && in_flight(b) < b->window)
        return BATCH_ASK;
    /* The last one is asked again, so that what comes after its answer comes before another. */
    if (*at == b->count && can_repeat(b)) {
        *at = b->asked[b->asked_count - 1];
        return BATCH_ASK;
    }
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
    b->suspect_at += b->careful && b->pair_step == NO_PAIR && next_suspect(b) == at;
}

void batch_skip(batch *b, size_t at)
{
    b->states[at] = BATCH_ANSWERED;
    b->suspect_at += b->careful;
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

bool batch_is_again(const batch *b)
{
    return b->answered < b->asked_count && repeats(b, b->answered);
}

bool batch_is_trial(const batch *b)
{
    return b->pair_step != NO_PAIR;
}

/* Ends a trial after an answer, if that is all that it was to show. */
static void go_on_with_trial(batch *b)
{
    if (b->pair[BEFORE] == b->count || (b->pair_step == TOGETHER && b->answered == 2))
        b->pair_step = NO_PAIR;
}

void batch_trial_ended(batch *b)
{
    const bool goes_on = b->pair_step == AFTER_ALONE || b->pair[AFTER] < b->count;
    b->pair_step = goes_on ? b->pair_step + 1 : NO_PAIR;
    begin_process(b, false);
}

void batch_answered(batch *b, bool late)
{
    size_t at = b->asked[b->answered++];
    if (late && b->fault.outcome == URIPROOF_TIMEOUT)
        b->unexplained = false;
    b->states[at] = BATCH_ANSWERED;
    /* Two answers in a row: the process survived the first of them. */
    if (b->answered_last && b->pair_step == NO_PAIR)
        b->failed_in_a_row = 0;
    b->answered_last = true;
    b->retried = b->count;
    if (b->pair_step != NO_PAIR)
        go_on_with_trial(b);
}

/* ---- Faults ---- */

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

/* Records that the fault is explained. If a second answer is, no suspect needs to be asked again:
 * those without an answer are asked anyway. */
static void explain(batch *b)
{
    if (b->unexplained && b->fault.second)
        b->suspect_at = b->suspect_count;
    b->unexplained = false;
}

/* Records that `at` failed alone. If it was a suspect, this explains an earlier fault of the same
 * kind. It also explains an earlier timeout: a process that is about to crash may be silent first.
 */
static void record_failure(batch *b, size_t at, const batch_fault *fault, const char *words)
{
    b->retried = b->count;
    b->states[at] = BATCH_FAILED;
    bool same = fault->outcome == b->fault.outcome || b->fault.outcome == URIPROOF_TIMEOUT;
    if (same && (at == b->blamed || (at >= b->lowest && at <= b->highest)))
        explain(b);
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

/* Has a pair tried. Each of the two may be b->count: there is none. */
static void try_pair(batch *b, size_t before, size_t after)
{
    b->pair_step = before < b->count ? BEFORE_ALONE : AFTER_ALONE;
    b->pair[BEFORE] = before;
    b->pair[AFTER] = after;
}

/* Handles a failure of `at` as the first case of its process. If it took too long, it is tried once
 * more with more time, since the machine may be slow, or the parser right but slow. */
static void failed_alone(batch *b, size_t at, const batch_fault *fault)
{
    const bool has_retry = !b->independent && at != b->retried && b->retries < MOST_RETRIES;
    if (fault->outcome != URIPROOF_TIMEOUT || !has_retry) {
        record_failure(b, at, fault, fault->words);
        return;
    }
    b->retries++;
    b->retried = at;
    try_pair(b, b->count, at);
}

/* Records that `before` caused the fault after its answer. */
static void failed_after_answer(batch *b, size_t before, const batch_fault *fault)
{
    char words[300];
    snprintf(words, sizeof words, "%s%s", fault->ended ? "after its answer it " : "", fault->words);
    record_failure(b, before, fault, words);
}

/* Handles a fault in the process of a trial, while `at` was in flight, or nothing (count). What a
 * trial shows is the fault of the case that it began with. */
static void failed_in_trial(batch *b, size_t at, const batch_fault *fault)
{
    const size_t tried = first_of_trial(b), after = b->pair[AFTER];
    const bool to_ask_after = b->pair_step != AFTER_ALONE && after < b->count;
    const size_t late = fault->outcome == URIPROOF_TIMEOUT ? at : b->count;
    b->pair_step = NO_PAIR;
    if (to_ask_after && late != after)
        suspect_first(b, after);
    if (late < b->count || b->answered == 0)
        failed_alone(b, late < b->count ? late : tried, fault);
    else
        failed_after_answer(b, tried, fault);
}

/* Was the process asked nothing but this case? */
static bool was_asked_alone(const batch *b, size_t at)
{
    for (size_t i = 0; i < b->asked_count; i++)
        if (b->asked[i] != at)
            return false;
    return true;
}

/* Handles a fault while suspects are asked: at most one case, `at`, was in flight, and `last` was
 * answered before it. Each is `count` if there is no such case. */
static void failed_one_at_a_time(batch *b, size_t at, size_t last, const batch_fault *fault)
{
    const bool late = fault->outcome == URIPROOF_TIMEOUT;
    if (last == b->count)
        failed_alone(b, at, fault);
    else if (late)
        try_pair(b, b->count, at);
    else if (was_asked_alone(b, last))
        failed_after_answer(b, last, fault);
    else if (!fault->second || fault->named == last)
        try_pair(b, last, at == last ? b->count : at);
    else {
        suspect_first(b, last); /* the line may be its second one, with a wrong id */
        try_pair(b, fault->named, at);
    }
}

/* Makes suspects of the unanswered cases and the last answered one. The first unanswered case is
 * asked first, since it is the most likely cause. But one that a second answer names has a trial
 * before, and after the end of the input the last one has. */
static void suspect_all(batch *b, size_t last, size_t end, const batch_fault *fault)
{
    b->careful = true;
    b->suspect_at = b->suspect_count = 0;
    for (size_t i = b->answered; i < end; i++) {
        b->suspects[b->suspect_count++] = b->asked[i];
        if (i == b->answered && last < b->count && last != b->asked[i])
            b->suspects[b->suspect_count++] = last;
    }
    if (b->suspect_count == 0)
        b->suspects[b->suspect_count++] = last;
    b->lowest = last < b->suspects[0] ? last : b->suspects[0];
    b->unexplained = true;
    b->blamed = fault->second ? fault->named : b->suspects[0];
    b->highest = b->answered < end ? b->asked[end - 1] : last;
    if (fault->second || fault->at_end)
        try_pair(b, b->blamed, b->count);
    if (fault->at_end && b->blamed == last)
        b->suspect_count = 0;
    snprintf(b->fault_words, sizeof b->fault_words, "%s", fault->words);
    b->is_earlier = b->was_kept && b->answered == 0 && !fault->order;
    b->fault = *fault;
    b->fault.words = b->fault_words;
}

/* Did the process exit after all was answered, though it was to be kept? */
static bool has_left(const batch *b, const batch_fault *fault)
{
    return fault->exited && b->stays && !b->careful && b->pair_step == NO_PAIR && batch_is_again(b);
}

void batch_failed(batch *b, const batch_fault *fault)
{
    bool is_line = fault->outcome == URIPROOF_PROTOCOL_ERROR && !fault->ended;
    size_t end = is_line && b->answerable > 0 ? b->answerable : b->asked_count;
    size_t at = b->answered < end ? b->asked[b->answered] : b->count;
    size_t last = b->answered > 0 ? b->asked[b->answered - 1] : b->count;
    const bool is_sent = in_flight(b) > 0 && !repeats(b, b->asked_count - 1);
    /* A suspect that was sent too early to be one, or in vain, goes back to the suspects. */
    if (b->careful && b->pair_step == NO_PAIR && is_sent && (at == b->count || fault->earlier))
        b->suspect_at--;
    if (fault->earlier || has_left(b, fault))
        b->owner.note(b->owner.self, fault->words);
    else if (b->pair_step != NO_PAIR)
        failed_in_trial(b, at, fault);
    else if (b->careful)
        failed_one_at_a_time(b, at, last, fault);
    else
        suspect_all(b, fault->outcome == URIPROOF_TIMEOUT ? b->count : last, end, fault);
    b->next = 0;
    begin_process(b, false);
}
