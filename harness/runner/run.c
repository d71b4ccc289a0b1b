/* SPDX-License-Identifier: MIT */
/* A run: its processes, one behind the other, and what becomes of each. */
#include "base/base.h"
#include "run_state.h"

#include "processes/processes.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_RESTARTS = 3, /* in a row, without an answer in between */
    LATE_MS = 100,     /* a tick that is so late: the harness itself stood still */
    TICK_MS = 100      /* how often a request to stop is looked for */
};

bool run_found_bad(const run *r, size_t at)
{
    const run_options *options = r->options;
    const uriproof_result *result = &r->results[at];
    if (options->is_bad == NULL)
        return !uriproof_outcomes[result->outcome].good;
    return options->is_bad(options->is_bad_self, r->greeting, r->vectors[at], result);
}

void run_settle_answer(run *r, size_t at, const judgement *j, uint64_t answer)
{
    uriproof_result *result = &r->results[at];
    bool again = r->states[at] == DONE;
    r->bad -= again && run_found_bad(r, at);
    r->done += !again;
    r->states[at] = DONE;
    free(result->detail);
    free(result->right_in);
    cJSON_Delete(result->given);
    *result = (uriproof_result){
        .outcome = j->outcome,
        .up_to = j->up_to && (j->outcome == URIPROOF_AGREE || j->outcome == URIPROOF_SLOW),
        .answer = answer};
    result->detail = j->detail[0] != '\0' ? strdup(j->detail) : NULL;
    r->bad += run_found_bad(r, at);
    if (r->options->progress != NULL)
        r->options->progress(r->options->progress_self, r->done, r->bad);
}

void run_settle(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    judgement j = {.outcome = outcome};
    run_settle_answer(r, at, &j, 0);
    if (detail != NULL && detail[0] != '\0')
        r->results[at].detail = strdup(detail);
}

void run_note(const run *r, const char *words)
{
    if (r->options->note != NULL)
        r->options->note(r->options->note_self, words);
}

void run_describe_end(run *r, const process_end *end, char *words, size_t room)
{
    char line[160];
    process_last_error_line(r->process, line, sizeof line);
    process_end_words(end, line, words, room);
}

void run_finish(run *r, run_end end)
{
    if (r->over)
        return;
    r->over = true;
    r->end = end;
    if (r->process != NULL)
        process_close(r->process);
    r->process = NULL;
    uv_close((uv_handle_t *)&r->silence, NULL);
    uv_close((uv_handle_t *)&r->tick, NULL);
}

/* The adapter worked once and does not any more: what is left cannot be asked. What was answered
 * and was to be asked again counts as it was answered. */
static void give_up(run *r, const char *words)
{
    if (r->unexplained)
        run_blame(r, "it does not start again to be asked one at a time");
    uriproof_error_set(r->error, "no longer starts: %s", words);
    run_finish(r, RUN_INCOMPLETE);
}

void run_no_start(run *r, const char *words)
{
    if (!r->ever_greeted) {
        uriproof_error_set(r->error, "%s", words);
        run_finish(r, RUN_NOT_STARTED);
    } else if (++r->restarts >= MOST_RESTARTS) {
        give_up(r, words);
    } else {
        run_restart(r);
    }
}

static void on_hello(run *r, const char *line, size_t length)
{
    hello again = {0};
    hello *h = r->ever_greeted ? &again : r->greeting;
    uriproof_error error;
    if (!hello_read(line, length, h, &error)) {
        run_no_start(r, error.words);
        return;
    }
    if (r->ever_greeted) {
        bool same = hello_same(r->greeting, &again, &error);
        hello_free(&again);
        if (!same) {
            run_no_start(r, error.words);
            return;
        }
    }
    r->greeted = r->ever_greeted = true;
    run_go_on(r);
}

static void on_line(void *self, const char *line, size_t length)
{
    run *r = self;
    if (r->over || (r->leaving && r->trial.count == 0))
        return;
    if (line == NULL) {
        run_go_on(r);
    } else if (!r->greeted) {
        on_hello(r, line, length);
    } else {
        run_on_answer(r, line, length);
        run_ask_ahead(r);
    }
}

static void on_ended(void *self, const process_end *end)
{
    run *r = self;
    char words[200];
    run_describe_end(r, end, words, sizeof words);
    r->took_memory = end->took_memory > 0;
    if (!r->greeted) {
        char all[256];
        snprintf(all, sizeof all, "before it said hello, it %s", words);
        run_no_start(r, all);
    } else if (r->leaving) {
        run_left(r, end);
    } else if (end->line_too_long) {
        run_something_wrong(r, URIPROOF_PROTOCOL_ERROR, words);
    } else if (r->in_flight == 0) {
        run_restart(r);
    } else {
        run_something_wrong(r, URIPROOF_CRASH, words);
    }
}

static void greet(run *r)
{
    static const char greeting[] = "{\"op\":\"hello\",\"protocol\":1}\n";
    buffer_add(&r->lines, greeting, sizeof greeting - 1);
    run_write(r);
    if (!r->over)
        run_expect_hello(r);
}

static void begin_process(run *r)
{
    int error = 0;
    process_owner owner = {r, on_line, on_ended};
    process_limits limits = {r->options->keeper, r->options->memory_limit};
    r->first_id += r->asked_count;
    r->asked_count = r->answerable = 0;
    r->last_answered = r->count;
    r->greeted = r->leaving = r->took_memory = r->answered_before = false;
    r->process = process_start(r->loop, r->command, &limits, &owner, &error);
    if (r->process != NULL) {
        greet(r);
        return;
    }
    char words[160];
    snprintf(words, sizeof words, "cannot start %.80s: %s", r->command[0], uv_strerror(error));
    if (r->ever_greeted) {
        give_up(r, words);
        return;
    }
    uriproof_error_set(r->error, "%s", words);
    run_finish(r, RUN_NOT_STARTED);
}

void run_restart(run *r)
{
    process_close(r->process);
    r->process = NULL;
    uv_timer_stop(&r->silence);
    r->lines.length = 0;
    if (r->done < r->count) {
        begin_process(r);
        return;
    }
    if (r->unexplained)
        run_blame(r, "not again one at a time");
    run_finish(r, RUN_DONE);
}

static void on_tick(uv_timer_t *timer)
{
    run *r = timer->data;
    uint64_t now = uv_now(r->loop), since = now - r->ticked;
    r->ticked = now;
    if (since > TICK_MS + LATE_MS)
        run_put_off_silence(r, since - TICK_MS);
    if (r->options->should_stop != NULL && r->options->should_stop(r->options->should_stop_self))
        run_finish(r, RUN_STOPPED);
}

static void begin(run *r)
{
    uv_timer_init(r->loop, &r->silence);
    uv_timer_init(r->loop, &r->tick);
    r->silence.data = r->tick.data = r;
    r->ticked = uv_now(r->loop);
    uv_timer_start(&r->tick, on_tick, TICK_MS, TICK_MS);
    begin_process(r);
}

run_end run_adapter(uv_loop_t *loop, char *const *command, const uriproof_vector *const *vectors,
                    size_t count, const run_options *options, hello *greeting,
                    uriproof_result *results, uriproof_error *error)
{
    run r = {.loop = loop,
             .command = command,
             .vectors = vectors,
             .results = results,
             .states = calloc(count + 1, sizeof *r.states),
             .count = count,
             .options = options,
             .greeting = greeting,
             .error = error,
             .kept_room = TRUNCATE_ALL,
             .first_id = 1,
             .prior = count,
             .retried = count,
             .blamed = count};
    *greeting = (hello){0};
    for (size_t i = 0; i < count; i++)
        results[i] = (uriproof_result){.outcome = URIPROOF_NOT_RUN};
    if (r.states == NULL) {
        uriproof_error_set(error, "out of memory");
        return RUN_NOT_STARTED;
    }
    begin(&r);
    uv_run(loop, UV_RUN_DEFAULT);
    free(r.states);
    free(r.asked);
    buffer_free(&r.lines);
    return r.end;
}
