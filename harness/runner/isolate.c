/* SPDX-License-Identifier: MIT */
/*
 * Something went wrong: which case did it?
 *
 * Many requests are in flight at once. When the process dies, falls silent or writes
 * something that belongs to no case, the culprit is among the cases in flight: they become
 * suspects, and a fresh process is asked them one at a time, the first that was not answered before
 * the others: most parsers answer in order, and if the process dies of that one too, with nothing
 * asked before it, nobody else did it. What goes wrong later is that one's that is asked, or that
 * of the case that was answered just before: a parser may answer one case and die of it only then.
 * The two are tried, each in a process of its own (on_exit.c).
 *
 * A parser that crashes now and then costs two starts for each crash: one to prove it, one to go
 * on.
 */
#include "run_state.h"

enum {
    MOST_STRUCK = 64, /* cases in a row, with no two answered in a row in between */
    ELSEWHERE = 4,    /* each so many of them, one is asked that is far from the others */
    MOST_RETRIES = 10 /* of cases that timed out */
};

/* What went wrong did not happen again. A crash or a broken answer was there to be seen, and one
 * of those that it may belong to is named; that a machine was slow for once is no result, nor is
 * memory that was taken little by little, by a leak or by who collects it late, the work of one
 * case; and a case that was struck meanwhile keeps what is certain. */
void run_blame(run *r, const char *why)
{
    char words[200];
    snprintf(words, sizeof words, "%s (%s)", r->blamed_words, why);
    r->unexplained = false;
    bool struck =
        r->states[r->blamed] == DONE && !uriproof_outcomes[r->results[r->blamed].outcome].good;
    if (r->blamed_outcome == URIPROOF_TIMEOUT || r->blamed_for_memory || struck)
        run_note(r, words);
    else
        run_settle(r, r->blamed, r->blamed_outcome, words);
}

/* Cases in flight go back: to be asked as before, or one at a time. */
static void take_back(run *r, case_state state)
{
    for (size_t i = 0; i < r->asked_count; i++) {
        size_t at = r->asked[i];
        if (r->states[at] != ASKED)
            continue;
        r->states[at] = state;
        r->suspects += state == SUSPECT;
    }
    if (state == SUSPECT)
        r->careful = true;
    r->in_flight = 0;
    r->first_suspect = 0;
    r->next = 0;
}

/* The one case in flight, when there is but one. */
static size_t only_one_asked(const run *r)
{
    size_t i = r->asked_count;
    while (i > 0 && r->states[r->asked[i - 1]] != ASKED)
        i--;
    return i > 0 ? r->asked[i - 1] : r->count;
}

/* The result of `at` is not to be trusted: it is asked again. */
static void unsettle(run *r, size_t at)
{
    r->bad -= run_found_bad(r, at);
    r->done--;
    r->states[at] = SUSPECT;
    r->suspects++;
}

/* None can be named yet. If nothing more is found out, `blamed` is. */
static void remember_unexplained(run *r, size_t blamed, uriproof_outcome outcome,
                                 const char *detail)
{
    if (r->unexplained && r->blamed_outcome != URIPROOF_TIMEOUT)
        return;
    r->unexplained = true;
    r->blamed = blamed;
    r->blamed_outcome = outcome;
    r->blamed_for_memory = r->took_memory;
    snprintf(r->blamed_words, sizeof r->blamed_words, "%s", detail);
}

/* Several are in flight. Each is asked once more by itself, and so is what was answered last;
 * before them the one that most likely did it. */
static void suspect_all(run *r, size_t blamed, uriproof_outcome outcome, const char *detail)
{
    remember_unexplained(r, blamed, outcome, detail);
    if (outcome != URIPROOF_TIMEOUT && r->last_answered < r->count &&
        r->states[r->last_answered] == DONE) {
        unsettle(r, r->last_answered);
    }
    r->prior = blamed;
    take_back(r, SUSPECT);
    run_restart(r);
}

/* One is in flight, and `before` was answered before it by the same process: either may have done
 * it. Silence can only be that of the one that did not answer. */
static void try_both(run *r, size_t before, uriproof_outcome outcome, const char *detail)
{
    size_t at = only_one_asked(r);
    remember_unexplained(r, at, outcome, detail);
    r->trial = (trial){.cases = {at, before}, .count = 1};
    if (outcome != URIPROOF_TIMEOUT) {
        r->trial.count = 2;
        if (r->states[before] == DONE)
            unsettle(r, before);
    }
    take_back(r, SUSPECT);
    run_restart(r);
}

/* What goes wrong first is told at once: a run over an adapter that is broken altogether takes its
 * time. */
static void tell_first(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    char words[400];
    if (r->ever_struck || r->options->struck == NULL)
        return;
    r->ever_struck = true;
    snprintf(words, sizeof words, "%s: %s: %s", r->vectors[at]->id, uriproof_outcomes[outcome].name,
             detail);
    r->options->struck(r->options->note_self, words);
}

/* The adapter answers nothing any more. Before that is said, each ELSEWHERE-th case was one that is
 * far from the others: a parser that dies of a kind of text, of which the vectors have hundreds one
 * behind the other, answers some other, and so never gets here. That many vectors make it crash is
 * no reason to leave off. */
static bool answers_nothing(const run *r)
{
    return r->struck >= MOST_STRUCK && r->done < r->count;
}

/* What was answered and was to be asked again is not to be trusted, and which cases that are is a
 * matter of time. */
static void leave_off(run *r, const char *detail)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->states[i] != DONE && r->results[i].outcome != URIPROOF_NOT_RUN)
            run_settle(r, i, URIPROOF_NOT_RUN, NULL);
    uriproof_error_set(r->error, "given up: %d cases in a row got no answer, the last: %s",
                       MOST_STRUCK, detail);
    run_finish(r, RUN_GIVEN_UP);
}

/* The next case is one from elsewhere, asked before the suspects. The steps are of about five
 * eighths of all cases, so that a few of them are spread over all. */
static void look_elsewhere(run *r)
{
    size_t step = r->count / 8 * 5 + 1, from = step * (r->struck / ELSEWHERE) % r->count;
    for (size_t i = 0; i < r->count; i++) {
        size_t at = (from + i) % r->count;
        if (r->states[at] != TO_ASK)
            continue;
        r->states[at] = SUSPECT;
        r->suspects++;
        r->careful = true;
        r->prior = at;
        return;
    }
}

/* What went wrong is explained: who was under suspicion is asked like any other. But if one case
 * after the other is struck, the next is better asked alone, too. */
static void clear_suspects(run *r)
{
    if (r->unexplained || r->struck > 0)
        return;
    for (size_t i = 0; r->suspects > 0 && i < r->count; i++) {
        if (r->states[i] != SUSPECT)
            continue;
        r->states[i] = TO_ASK;
        r->suspects--;
    }
    r->careful = false;
    r->prior = r->count;
}

/* `at` is the culprit; the others in flight are innocent. What went wrong before in another way is
 * not explained by that. */
void run_strike(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    if (r->states[at] == ASKED)
        r->in_flight--;
    if (r->states[at] == SUSPECT)
        r->suspects--;
    r->trial.count = 0;
    run_settle(r, at, outcome, detail);
    tell_first(r, at, outcome, detail);
    if (outcome == r->blamed_outcome || r->blamed_outcome == URIPROOF_TIMEOUT)
        r->unexplained = false;
    r->retried = r->count;
    take_back(r, r->careful ? SUSPECT : TO_ASK);
    clear_suspects(r);
    r->struck++;
    if (answers_nothing(r)) {
        leave_off(r, detail);
        return;
    }
    if (r->struck % ELSEWHERE == 0)
        look_elsewhere(r);
    run_restart(r);
}

/* The only case in flight was not answered in time, by a process that was asked nothing else. It is
 * tried once more, with more time: a machine may be slow, and so may a parser be that is right. */
static bool try_again(run *r, size_t at, uriproof_outcome outcome)
{
    if (outcome != URIPROOF_TIMEOUT || at == r->retried || r->retries == MOST_RETRIES)
        return false;
    r->retries++;
    r->retried = at;
    r->trial = (trial){.cases = {at}, .count = 1};
    take_back(r, SUSPECT);
    run_restart(r);
    return true;
}

void run_something_wrong(run *r, uriproof_outcome outcome, const char *detail)
{
    size_t first = r->count;
    for (size_t i = 0; i < r->asked_count && first == r->count; i++)
        if (r->states[r->asked[i]] == ASKED)
            first = r->asked[i];
    bool answered = r->last_answered < r->count;
    if (r->in_flight == 0 && answered)
        run_strike(r, r->last_answered, outcome, detail);
    else if (r->in_flight == 1 && !answered && try_again(r, first, outcome))
        return;
    else if (r->in_flight == 1 && !answered)
        run_strike(r, first, outcome, detail);
    else if (r->in_flight == 1)
        try_both(r, r->last_answered, outcome, detail);
    else
        suspect_all(r, outcome == URIPROOF_PROTOCOL_ERROR && answered ? r->last_answered : first,
                    outcome, detail);
}

/* A second answer came for `at`, or a broken one while others were in flight. */
static void suspect_again(run *r, size_t at, const char *detail)
{
    if (r->in_flight == 1) {
        try_both(r, at, URIPROOF_PROTOCOL_ERROR, detail);
        return;
    }
    if (r->states[at] == DONE)
        unsettle(r, at);
    suspect_all(r, at, URIPROOF_PROTOCOL_ERROR, detail);
}

/* An answer to `at` is broken (`count`: an answer to none is). While others are in flight it may
 * be that of another, under an id that is not its own; a second answer may be so even when but
 * one is. Then `at` and that one are asked once more, each in a process of its own. */
void run_broken_answer(run *r, size_t at, const char *words)
{
    char detail[300];
    snprintf(detail, sizeof detail, "broken answer: %s", words);
    run_withdraw_ahead(r);
    bool second = at < r->count && r->states[at] == DONE;
    if (at == r->count) {
        run_something_wrong(r, URIPROOF_PROTOCOL_ERROR, detail);
    } else if (r->in_flight == (second ? 0 : 1)) {
        run_strike(r, at, URIPROOF_PROTOCOL_ERROR, detail);
    } else {
        suspect_again(r, at, detail);
    }
}
