/* SPDX-License-Identifier: MIT */
/* The batch without a process: a play of requests, answers and faults, whose end is known by the
 * rules in batch.h. */
#include "runner/batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_CASES = 2000 };

/* An adapter that misbehaves by its cases. */
typedef struct play {
    batch batch;
    size_t count;
    /* What it does with a case: */
    bool crashes[MOST_CASES];       /* instead of an answer */
    bool crashes_after[MOST_CASES]; /* when the next request is there */
    bool prints_after[MOST_CASES];  /* in one write with its answer */
    bool prints[MOST_CASES];        /* instead of an answer */
    bool doubles[MOST_CASES];       /* its answer, at once */
    bool doubles_later[MOST_CASES]; /* after the next answer, or at the end */
    bool misnames[MOST_CASES];      /* its only answer has the id of the case before it */
    bool prints_at_the_end;         /* whatever it was asked */
    bool aborts_at_the_end;
    bool unsupported[MOST_CASES]; /* it is not asked */
    bool hangs[MOST_CASES];
    bool hangs_for_ever; /* even with more time */
    long crashes_once;   /* this case, the first time; -1: none does */
    bool reversed;       /* it answers the last request first */
    bool cannot_restart;
    bool stays;     /* the process is kept in the end */
    bool dies_kept; /* it runs, was asked other cases, and dies before its first answer here */
    size_t most_timeouts; /* 0: its cases are not independent */
    /* What came of it: */
    uriproof_outcome outcomes[MOST_CASES];
    char words[MOST_CASES][80];
    size_t notes, starts, asked;
    bool answered[MOST_CASES];
    size_t owed;  /* a case whose fault comes with the next request, plus 1 */
    size_t twice; /* a case whose second answer comes next, plus 1 */
    size_t later; /* a case whose second answer comes after the next answer, plus 1 */
} play;

static void on_settle(void *self, size_t at, uriproof_outcome outcome, const char *words)
{
    play *p = self;
    p->outcomes[at] = outcome;
    snprintf(p->words[at], sizeof p->words[at], "%s", words);
}

static void on_note(void *self, const char *words)
{
    play *p = self;
    (void)words;
    p->notes++;
}

static void fault(play *p, uriproof_outcome outcome, bool ended, const char *words)
{
    batch_failed(&p->batch, &(batch_fault){.outcome = outcome, .ended = ended, .words = words});
    p->owed = p->twice = p->later = 0;
}

static void answer_again(play *p, size_t named, bool at_end)
{
    batch_failed(&p->batch, &(batch_fault){.outcome = URIPROOF_PROTOCOL_ERROR,
                                           .second = true,
                                           .at_end = at_end,
                                           .named = named,
                                           .words = "a second answer"});
    p->owed = p->twice = p->later = 0;
}

/* The process reads the end of its input. Returns false if that is the end of all. */
static bool end_input(play *p)
{
    const size_t second = p->twice > 0 ? p->twice : p->later;
    batch_input_ended(&p->batch);
    if (second > 0) {
        answer_again(p, second - 1, true);
    } else if (batch_is_trial(&p->batch)) {
        batch_trial_ended(&p->batch);
    } else if (p->prints_at_the_end || p->aborts_at_the_end || p->owed > 0) {
        batch_failed(&p->batch,
                     &(batch_fault){.outcome = p->prints_at_the_end ? URIPROOF_PROTOCOL_ERROR
                                                                    : URIPROOF_CRASH,
                                    .ended = !p->prints_at_the_end,
                                    .at_end = true,
                                    .words = "at the end"});
        p->owed = 0;
    } else {
        return false;
    }
    return true;
}

/* The process answers the case that comes next, or does what it does instead. */
static void respond(play *p)
{
    batch_read(&p->batch);
    size_t at = batch_expected(&p->batch);
    assert_true(at < p->count);
    const size_t before = p->batch.answered > 0 ? p->batch.asked[p->batch.answered - 1] : p->count;
    if (p->dies_kept) {
        p->dies_kept = false;
        fault(p, URIPROOF_CRASH, true, "ended");
    } else if (p->twice > 0) {
        answer_again(p, p->twice - 1, false);
    } else if (p->misnames[at] && before < p->count) {
        answer_again(p, before, false);
    } else if (p->misnames[at]) {
        fault(p, URIPROOF_PROTOCOL_ERROR, false, "no request");
    } else if (p->owed > 0) {
        fault(p, URIPROOF_CRASH, true, "ended");
    } else if (p->crashes[at] || p->crashes_once == (long)at) {
        p->crashes_once = p->crashes_once == (long)at ? -1 : p->crashes_once;
        fault(p, URIPROOF_CRASH, true, "ended");
    } else if (p->prints[at]) {
        fault(p, URIPROOF_PROTOCOL_ERROR, false, "printed");
    } else if (p->hangs[at] && (p->hangs_for_ever || !batch_has_more_time(&p->batch))) {
        fault(p, URIPROOF_TIMEOUT, false, "no answer");
    } else if (p->reversed && p->batch.asked_count - p->batch.answered > 1) {
        batch_failed(&p->batch, &(batch_fault){.outcome = URIPROOF_PROTOCOL_ERROR,
                                               .order = true,
                                               .words = "a later one"});
    } else {
        p->answered[at] = true;
        if (!batch_is_again(&p->batch))
            p->outcomes[at] = URIPROOF_AGREE;
        p->twice = p->doubles[at] ? at + 1 : p->later;
        p->later = p->doubles_later[at] ? at + 1 : 0;
        batch_answered(&p->batch, p->hangs[at]);
        if (p->prints_after[at])
            fault(p, URIPROOF_PROTOCOL_ERROR, false, "printed");
        p->owed = p->crashes_after[at] ? at + 1 : 0;
    }
}

static void run(play *p, size_t count, size_t window)
{
    size_t at, steps = 0;
    batch_step step;
    p->count = count;
    for (size_t i = 0; i < count; i++)
        p->outcomes[i] = URIPROOF_NOT_RUN;
    batch_init(&p->batch, count, window, &(batch_owner){p, on_settle, on_note});
    p->batch.running = p->batch.was_kept = p->dies_kept;
    p->batch.stays = p->stays;
    p->batch.independent = p->most_timeouts > 0;
    p->batch.timeouts_left = p->most_timeouts;
    while ((step = batch_next(&p->batch, &at)) != BATCH_DONE) {
        assert_true(steps++ < 100 * (count + 100)); /* it comes to an end */
        if (step == BATCH_START && p->cannot_restart && p->starts > 0) {
            batch_cannot_start(&p->batch);
        } else if (step == BATCH_START) {
            p->starts++;
            p->owed = p->twice = p->later = 0;
            batch_started(&p->batch);
        } else if (step == BATCH_END_INPUT && !end_input(p)) {
            break;
        } else if (step == BATCH_END_INPUT) {
            continue;
        } else if (step == BATCH_ASK && p->unsupported[at]) {
            batch_skip(&p->batch, at);
        } else if (step == BATCH_ASK) {
            p->asked++;
            assert_true(p->batch.asked_count - p->batch.answered < window);
            batch_asked(&p->batch, at);
        } else {
            respond(p);
        }
    }
    batch_free(&p->batch);
}

static play *new_play(void)
{
    play *p = calloc(1, sizeof *p);
    p->crashes_once = -1;
    return p;
}

static size_t count_of(const play *p, uriproof_outcome outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++)
        count += p->outcomes[i] == outcome;
    return count;
}

static void a_good_adapter_is_asked_each_case_once(void **state)
{
    (void)state;
    static const size_t windows[] = {1, 2, 64, 5000};
    for (size_t i = 0; i < 4; i++) {
        play *p = new_play();
        run(p, 1000, windows[i]);
        assert_int_equal(count_of(p, URIPROOF_AGREE), 1000);
        assert_int_equal(p->asked, 1001); /* the last one twice */
        assert_int_equal(p->starts, 1);
        free(p);
    }
}

static void each_crash_is_on_its_case(void **state)
{
    (void)state;
    play *p = new_play();
    for (size_t i = 3; i < 1000; i += 10)
        p->crashes[i] = true;
    run(p, 1000, 64);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(p->outcomes[i], p->crashes[i] ? URIPROOF_CRASH : URIPROOF_AGREE);
    assert_true(p->starts <= 300); /* at most three for each crash */
    free(p);
}

static void one_that_dies_after_its_answer_is_named(void **state)
{
    (void)state;
    static const size_t windows[] = {1, 4, 64};
    for (size_t i = 0; i < 3; i++) {
        play *p = new_play();
        p->crashes_after[20] = true;
        run(p, 100, windows[i]);
        assert_int_equal(p->outcomes[20], URIPROOF_CRASH);
        assert_string_equal(p->words[20], "after its answer it ended");
        assert_int_equal(count_of(p, URIPROOF_AGREE), 99);
        free(p);
    }
}

static void one_that_prints_after_its_answer_is_named(void **state)
{
    (void)state;
    play *p = new_play();
    p->prints_after[20] = p->prints_after[21] = true;
    run(p, 100, 8);
    assert_int_equal(p->outcomes[20], URIPROOF_PROTOCOL_ERROR);
    assert_int_equal(p->outcomes[21], URIPROOF_PROTOCOL_ERROR);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 98);
    free(p);
}

static void what_does_not_come_again_is_flaky(void **state)
{
    (void)state;
    play *p = new_play();
    p->crashes_once = 30;
    run(p, 100, 64);
    assert_int_equal(p->outcomes[30], URIPROOF_FLAKY);
    assert_string_equal(p->words[30], "ended (not again one at a time)");
    assert_int_equal(count_of(p, URIPROOF_AGREE), 99);
    assert_int_equal(p->notes, 0);
    free(p);
}

static void a_flaky_fault_and_a_proven_one_are_told_apart(void **state)
{
    (void)state;
    play *p = new_play();
    p->crashes_once = 10;
    p->prints_after[12] = true;
    run(p, 100, 64);
    assert_int_equal(p->outcomes[10], URIPROOF_FLAKY);
    assert_int_equal(p->outcomes[12], URIPROOF_PROTOCOL_ERROR);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 98);
    free(p);
}

static void a_crash_of_another_case_explains_nothing(void **state)
{
    (void)state;
    play *p = new_play();
    p->crashes_once = 10;
    p->crashes[18] = true; /* the first after the window */
    run(p, 100, 8);
    assert_int_equal(p->outcomes[10], URIPROOF_FLAKY);
    assert_int_equal(p->outcomes[18], URIPROOF_CRASH);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 98);
    free(p);
}

static void a_slow_answer_is_no_fault(void **state)
{
    (void)state;
    play *p = new_play();
    p->hangs[5] = true;
    run(p, 50, 8);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 50);
    assert_int_equal(p->notes, 0);
    free(p);
}

static void one_that_never_answers_is_a_timeout(void **state)
{
    (void)state;
    play *p = new_play();
    p->hangs[5] = p->hangs_for_ever = true;
    run(p, 50, 8);
    assert_int_equal(p->outcomes[5], URIPROOF_TIMEOUT);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 49);
    free(p);
}

static void another_order_is_proven_by_itself(void **state)
{
    (void)state;
    play *p = new_play();
    p->reversed = true;
    run(p, 20, 8);
    assert_true(count_of(p, URIPROOF_PROTOCOL_ERROR) > 0);
    assert_int_equal(count_of(p, URIPROOF_FLAKY), 0);
    free(p);
}

static void a_broken_adapter_is_given_up(void **state)
{
    (void)state;
    play *p = new_play();
    memset(p->crashes, 1, sizeof p->crashes);
    run(p, 1000, 64);
    assert_int_equal(count_of(p, URIPROOF_CRASH), BATCH_MOST_FAILED);
    assert_int_equal(count_of(p, URIPROOF_NOT_RUN), 1000 - BATCH_MOST_FAILED);
    assert_true(p->batch.given_up);
    free(p);
}

static void an_answer_that_garbage_follows_counts_for_nothing(void **state)
{
    (void)state;
    for (size_t window = 1; window <= 64; window++) {
        play *early = new_play(), *late = new_play();
        memset(early->prints_after, 1, sizeof early->prints_after);
        run(early, 1000, window);
        assert_int_equal(count_of(early, URIPROOF_PROTOCOL_ERROR), BATCH_MOST_FAILED);
        assert_int_equal(count_of(early, URIPROOF_NOT_RUN), 1000 - BATCH_MOST_FAILED);
        memset(late->crashes_after, 1, sizeof late->crashes_after);
        run(late, 1000, window);
        assert_int_equal(count_of(late, URIPROOF_CRASH), BATCH_MOST_FAILED);
        assert_int_equal(count_of(late, URIPROOF_NOT_RUN), 1000 - BATCH_MOST_FAILED);
        free(early);
        free(late);
    }
}

static void one_that_dies_of_a_kind_of_text_is_asked_all(void **state)
{
    (void)state;
    play *p = new_play();
    memset(p->crashes + 400, 1, 200);
    run(p, 2000, 64);
    assert_int_equal(count_of(p, URIPROOF_CRASH), 200);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 1800);
    free(p);
}

static void one_that_does_not_start_again_accuses_no_case(void **state)
{
    (void)state;
    play *p = new_play();
    p->cannot_restart = true;
    p->crashes[30] = true;
    run(p, 100, 8);
    assert_int_equal(p->outcomes[30], URIPROOF_FLAKY);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 30);
    assert_int_equal(count_of(p, URIPROOF_NOT_RUN), 69);
    free(p);
}

static void the_last_suspect_is_guarded_by_the_first(void **state)
{
    (void)state;
    play *p = new_play();
    p->crashes_after[18] = true;
    run(p, 20, 1);
    assert_int_equal(p->outcomes[18], URIPROOF_CRASH);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 19);
    free(p);
}

static void a_case_that_is_not_asked_guards_nothing(void **state)
{
    (void)state;
    play *p = new_play();
    p->crashes_after[10] = true;
    p->unsupported[12] = true;
    run(p, 20, 1);
    assert_int_equal(p->outcomes[10], URIPROOF_CRASH);
    assert_int_equal(count_of(p, URIPROOF_FLAKY), 0);
    free(p);
}

static void a_fault_of_the_next_case_does_not_hide_one(void **state)
{
    (void)state;
    play *p = new_play();
    p->crashes_after[10] = true;
    p->prints[12] = true; /* which is asked after 10 when that is a suspect */
    run(p, 20, 1);
    assert_int_equal(p->outcomes[10], URIPROOF_CRASH);
    assert_int_equal(p->outcomes[12], URIPROOF_PROTOCOL_ERROR);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 18);
    free(p);
}

/* It died after its last answer to other cases, or of one of these. */
static void a_death_between_two_lists_accuses_no_case(void **state)
{
    (void)state;
    static const size_t windows[] = {1, 8};
    for (size_t i = 0; i < 2; i++)
        for (size_t count = 1; count < 30; count += 7) {
            play *p = new_play();
            p->dies_kept = true;
            run(p, count, windows[i]);
            assert_int_equal(count_of(p, URIPROOF_AGREE), count);
            assert_int_equal(p->notes, 1);
            free(p);
            p = new_play();
            p->dies_kept = p->crashes[0] = true;
            run(p, count, windows[i]);
            assert_int_equal(p->outcomes[0], URIPROOF_CRASH);
            assert_int_equal(count_of(p, URIPROOF_AGREE), count - 1);
            free(p);
        }
}

/* What comes of a case is the same in a list of its own as in a long one. */
static void independent_cases_are_all_asked(void **state)
{
    (void)state;
    for (size_t window = 1; window <= 64; window += 21) {
        play *dead = new_play(), *early = new_play(), *late = new_play();
        dead->most_timeouts = early->most_timeouts = late->most_timeouts = 10;
        memset(dead->crashes, 1, sizeof dead->crashes);
        run(dead, 1000, window);
        assert_int_equal(count_of(dead, URIPROOF_CRASH), 1000);
        memset(early->prints_after, 1, sizeof early->prints_after);
        run(early, 1000, window);
        assert_int_equal(count_of(early, URIPROOF_PROTOCOL_ERROR), 1000);
        memset(late->crashes_after, 1, 900 * sizeof late->crashes_after[0]);
        run(late, 1000, window);
        assert_int_equal(count_of(late, URIPROOF_CRASH), 900);
        assert_int_equal(count_of(late, URIPROOF_AGREE), 100);
        free(dead);
        free(early);
        free(late);
    }
}

static void independent_cases_have_no_more_time_and_few_timeouts(void **state)
{
    (void)state;
    play *p = new_play();
    p->most_timeouts = 10;
    memset(p->hangs, 1, sizeof p->hangs); /* an answer would come with more time */
    run(p, 1000, 8);
    assert_int_equal(count_of(p, URIPROOF_TIMEOUT), 10);
    assert_int_equal(count_of(p, URIPROOF_NOT_RUN), 990);
    assert_true(p->batch.given_up);
    assert_int_equal(p->batch.timeouts_left, 0);
    free(p);
    p = new_play();
    p->most_timeouts = 10;
    p->hangs[3] = p->hangs[7] = true;
    run(p, 20, 8);
    assert_int_equal(count_of(p, URIPROOF_TIMEOUT), 2);
    assert_int_equal(count_of(p, URIPROOF_AGREE), 18);
    assert_int_equal(p->batch.timeouts_left, 8);
    free(p);
}

/* Runs a play for each window and place of one case among `count`, and for a process that is kept
 * in the end and one that is not. */
static void each_place(void (*set)(play *p, size_t at), size_t count, uriproof_outcome outcome)
{
    static const size_t windows[] = {1, 2, 7, 64};
    for (size_t i = 0; i < 8; i++)
        for (size_t at = 0; at < count; at++) {
            play *p = new_play();
            p->stays = i >= 4;
            set(p, at);
            run(p, count, windows[i % 4]);
            assert_int_equal(p->outcomes[at], outcome);
            assert_int_equal(count_of(p, URIPROOF_AGREE), count - 1);
            assert_int_equal(p->notes, 0);
            free(p);
        }
}

static void set_doubles(play *p, size_t at)
{
    p->doubles[at] = true;
}

static void set_doubles_later(play *p, size_t at)
{
    p->doubles_later[at] = true;
    p->stays = false; /* else it comes after the list is done */
}

static void set_misnames(play *p, size_t at)
{
    p->misnames[at] = true;
}

static void set_crashes_after(play *p, size_t at)
{
    p->crashes_after[at] = true;
}

/* Wherever it is, and if it is the only case. */
static void a_second_answer_is_the_fault_of_its_case(void **state)
{
    (void)state;
    for (size_t count = 1; count <= 12; count++) {
        each_place(set_doubles, count, URIPROOF_PROTOCOL_ERROR);
        each_place(set_doubles_later, count, URIPROOF_PROTOCOL_ERROR);
        each_place(set_misnames, count, URIPROOF_PROTOCOL_ERROR);
    }
}

static void a_crash_after_the_answer_is_the_fault_of_its_case(void **state)
{
    (void)state;
    for (size_t count = 1; count <= 12; count++)
        each_place(set_crashes_after, count, URIPROOF_CRASH);
}

static void many_second_answers_are_each_on_their_case(void **state)
{
    (void)state;
    for (size_t window = 1; window <= 64; window *= 4) {
        play *p = new_play();
        for (size_t i = 5; i < 100; i += 3)
            p->doubles[i] = true;
        p->doubles[6] = p->doubles_later[9] = p->misnames[52] = true;
        run(p, 100, window);
        for (size_t i = 0; i < 100; i++)
            assert_int_equal(p->outcomes[i], p->doubles[i] || p->doubles_later[i] || p->misnames[i]
                                                 ? URIPROOF_PROTOCOL_ERROR
                                                 : URIPROOF_AGREE);
        free(p);
    }
}

static void how_it_ends_accuses_no_case(void **state)
{
    (void)state;
    for (size_t count = 1; count <= 12; count++) {
        play *p = new_play();
        p->prints_at_the_end = true;
        run(p, count, 4);
        assert_int_equal(count_of(p, URIPROOF_AGREE), count);
        assert_int_equal(p->notes, 1);
        assert_false(p->batch.ended_badly);
        free(p);
        p = new_play();
        p->aborts_at_the_end = true;
        run(p, count, 4);
        assert_int_equal(count_of(p, URIPROOF_AGREE), count);
        assert_true(p->batch.ended_badly);
        free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_adapter_is_asked_each_case_once),
        cmocka_unit_test(each_crash_is_on_its_case),
        cmocka_unit_test(one_that_dies_after_its_answer_is_named),
        cmocka_unit_test(one_that_prints_after_its_answer_is_named),
        cmocka_unit_test(what_does_not_come_again_is_flaky),
        cmocka_unit_test(a_flaky_fault_and_a_proven_one_are_told_apart),
        cmocka_unit_test(a_crash_of_another_case_explains_nothing),
        cmocka_unit_test(a_slow_answer_is_no_fault),
        cmocka_unit_test(one_that_never_answers_is_a_timeout),
        cmocka_unit_test(another_order_is_proven_by_itself),
        cmocka_unit_test(a_broken_adapter_is_given_up),
        cmocka_unit_test(an_answer_that_garbage_follows_counts_for_nothing),
        cmocka_unit_test(one_that_dies_of_a_kind_of_text_is_asked_all),
        cmocka_unit_test(one_that_does_not_start_again_accuses_no_case),
        cmocka_unit_test(the_last_suspect_is_guarded_by_the_first),
        cmocka_unit_test(a_case_that_is_not_asked_guards_nothing),
        cmocka_unit_test(a_fault_of_the_next_case_does_not_hide_one),
        cmocka_unit_test(a_death_between_two_lists_accuses_no_case),
        cmocka_unit_test(a_second_answer_is_the_fault_of_its_case),
        cmocka_unit_test(a_crash_after_the_answer_is_the_fault_of_its_case),
        cmocka_unit_test(many_second_answers_are_each_on_their_case),
        cmocka_unit_test(how_it_ends_accuses_no_case),
        cmocka_unit_test(independent_cases_are_all_asked),
        cmocka_unit_test(independent_cases_have_no_more_time_and_few_timeouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
