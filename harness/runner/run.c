/* SPDX-License-Identifier: MIT */
/* Runs the processes of one adapter: does what the batch decides, and judges the answers. */
#include "run.h"

#include "batch.h"

#include "base/base.h"
#include "judge/judge.h"
#include "processes/processes.h"
#include "results/results.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_RESTARTS = 3, /* the number of starts in a row that may fail without an answer */
    MORE_TIME = 10,    /* if a case is tried again, its time limit is multiplied by this */
    ASKED_AHEAD = 4,   /* requests are written when a quarter of the window waits */
    SHOWN = 40         /* the number of octets of a bad line that are shown */
};

typedef struct run {
    char *const *command;
    const uriproof_vector *const *vectors;
    size_t count;
    const run_options *options;
    hello *greeting;
    const uriproof_result **results;
    store *store; /* of the results and their words */
    uriproof_error *error;
    batch batch;
    session *session;
    octet_buffer line;          /* a request */
    json_memory memory;         /* of an answer */
    uint64_t next_id, first_id; /* of the next request, and of the first to this process */
    size_t unwritten;           /* requests that were sent and not flushed */
    uint64_t asked_at;          /* the time at which the last request was sent */
    size_t kept_room;           /* of answers, see results/answer.h */
    bool greeted;               /* some process has said hello */
    bool expects;               /* the deadline of the process begins anew */
    char last_failure[200];
    unsigned restarts;
    bool wrote_at_the_end; /* a line came after all cases were answered */
    bool over;
    run_end end;
} run;

/* ---- Results ---- */

/* Sets the result of a case, in place of an earlier one. *result must last as long as the store. */
static void settle(run *r, size_t at, const uriproof_result *result)
{
    const uriproof_result *before = r->results[at];
    r->results[at] = result;
    if (r->options->settled != NULL)
        r->options->settled(r->options->self, at, before);
}

/* Gives a case an outcome that is not judged; `detail` is copied. */
static void settle_outcome(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    uriproof_result result;
    memset(&result, 0, sizeof result); /* the padding too, since equal results are kept once */
    result.outcome = outcome;
    result.detail = store_text(r->store, detail);
    settle(r, at, store_once(r->store, &result, sizeof result));
}

/* Tells the caller of an event that is not the result of a case. */
static void note(void *self, const char *words)
{
    const run *r = self;
    if (r->options->note != NULL)
        r->options->note(r->options->self, words);
}

/* Sets the outcome of a case that does not get one from its answer. */
static void on_failure(void *self, size_t at, uriproof_outcome outcome, const char *detail)
{
    run *r = self;
    if (outcome == URIPROOF_NOT_RUN) { /* the case was answered, but its answer is not trusted */
        settle(r, at, &uriproof_not_run);
        return;
    }
    settle_outcome(r, at, outcome, detail);
    snprintf(r->last_failure, sizeof r->last_failure, "%s", detail);
}

static void finish(run *r, run_end end)
{
    r->over = true;
    r->end = end;
}

/* ---- Starting a process ---- */

/* Describes how the process ended, with what it said on standard error. */
static void describe_end(const run *r, char *words, size_t room)
{
    char line[160];
    last_error_line(r->session, line, sizeof line);
    end_words(session_how_it_ended(r->session), line, words, room);
}

/* Waits for the hello of the process. Returns false, with *error, if there is none. */
static bool await_hello(run *r, uriproof_error *error)
{
    session_line line;
    char words[200];
    session_send(r->session, hello_request, strlen(hello_request));
    session_send(r->session, "\n", 1);
    session_expect(r->session, RUN_HELLO_MS);
    switch (session_receive(r->session, &line)) {
    case SESSION_LINE:
        return r->greeted ? hello_repeated(line.octets, line.length, r->greeting, error)
                          : hello_read(line.octets, line.length, r->greeting, error);
    case SESSION_LATE:
        return uriproof_error_set(error, "said no hello within %d seconds", RUN_HELLO_MS / 1000);
    case SESSION_ENDED:
        break;
    case SESSION_STOPPED:
        finish(r, RUN_STOPPED);
        return false;
    }
    int number = session_how_it_ended(r->session)->cannot_start;
    describe_end(r, words, sizeof words);
    if (number != 0)
        uriproof_error_set(error, "cannot start %.80s: %s", r->command[0], strerror(number));
    else
        uriproof_error_set(error, "before it said hello, it %s", words);
    return false;
}

/* Handles a process that does not start. If an earlier process of the adapter did start, tries
 * again a few times. */
static void on_no_start(run *r, const uriproof_error *why)
{
    if (!r->greeted) {
        *r->error = *why;
        finish(r, RUN_NOT_STARTED);
    } else if (++r->restarts == MOST_RESTARTS) {
        batch_cannot_start(&r->batch);
        uriproof_error_set(r->error, "no longer starts: %s", why->words);
        finish(r, RUN_INCOMPLETE);
    }
}

static void start_process(run *r)
{
    uriproof_error error;
    const session_options options = {.reaper = r->options->reaper,
                                     .memory_limit = r->options->memory_limit,
                                     .stop = r->options->should_stop,
                                     .self = r->options->self};
    session_close(r->session);
    r->session = session_start(r->command, &options, &error);
    if (r->session != NULL && await_hello(r, &error)) {
        r->greeted = true;
        r->first_id = r->next_id;
        r->unwritten = 0;
        batch_started(&r->batch);
    } else if (!r->over) {
        on_no_start(r, &error);
    }
}

/* ---- Asking ---- */

static void ask(run *r, size_t at)
{
    const uriproof_request *request = &r->vectors[at]->request;
    if (!r->greeting->ops[request->op]) {
        settle_outcome(r, at, URIPROOF_UNSUPPORTED, uriproof_no_such_operation);
        batch_skip(&r->batch, at);
        return;
    }
    r->line.length = 0;
    line_write_request(&r->line, (int64_t)r->next_id++, request);
    session_send(r->session, r->line.octets, r->line.length);
    /* The time of a case begins when nothing else is in flight, or with the answer before it. */
    r->expects = r->expects || r->batch.asked_count == r->batch.answered;
    r->asked_at = session_clock();
    batch_asked(&r->batch, at);
    /* Requests are written early, so that the adapter has work while the harness judges answers.
     * Otherwise the adapter and the harness would wait for each other in turns. But a write for
     * each request would cost more than it saves. */
    if (++r->unwritten < r->options->window / ASKED_AHEAD)
        return;
    r->unwritten = 0;
    session_flush(r->session);
}

/* Returns how long a case may take, in milliseconds. */
static uint64_t time_limit(const run *r)
{
    return r->options->timeout_ms * (batch_has_more_time(&r->batch) ? MORE_TIME : 1);
}

/* ---- Answers ---- */

/* Handles an answer to a case that is tried again with more time. Returns true if the answer came
 * after the time limit. Then the outcome is slow if the answer is right; otherwise the detail says
 * how long the answer took. */
static bool judge_lateness(const run *r, judgement *j)
{
    uint64_t took = batch_has_more_time(&r->batch) ? session_clock() - r->asked_at : 0;
    if (took <= r->options->timeout_ms)
        return false;
    if (j->outcome == URIPROOF_AGREE)
        j->outcome = URIPROOF_SLOW;
    judgement judged = *j;
    snprintf(j->detail, sizeof j->detail, "answered after %.1f s on this machine%s%.100s",
             (double)took / 1000, judged.detail[0] != '\0' ? "; " : "", judged.detail);
    return true;
}

/* Returns the result for an answer, in the store. Most answers agree plainly, and share one result.
 * For a right answer, reports show only the transforms that it needs. */
static const uriproof_result *result_of(run *r, size_t at, const judgement *j,
                                        const uriproof_answer *given)
{
    const uriproof_vector *vector = r->vectors[at];
    bool right = j->outcome == URIPROOF_AGREE || j->outcome == URIPROOF_SLOW;
    bool agrees = right && j->plain;
    uriproof_result result;
    if (agrees && j->detail[0] == '\0')
        return &uriproof_plain_agreement;
    memset(&result, 0, sizeof result); /* the padding too, since equal results are kept once */
    result.outcome = j->outcome;
    if (j->detail[0] != '\0')
        result.detail = store_text(r->store, j->detail);
    if (!agrees) {
        result.answer = answer_hash(vector->request.op, given);
        result.up_to = j->up_to && right;
        if (r->options->dated)
            result.right_in = right_by_dialects(
                r->options->dialect, vector, &r->greeting->transforms, given, j->outcome, r->store);
        if (right ? j->up_to : j->outcome != URIPROOF_UNSUPPORTED)
            result.given = truncated_answer_text(r->store, vector->request.op, given, &r->kept_room,
                                                 &result.shortened);
    }
    return store_once(r->store, &result, sizeof result);
}

static void on_answer(run *r, size_t at, const uriproof_answer *given)
{
    const judge_terms terms = {.dialect = r->options->dialect,
                               .readings = &r->options->readings,
                               .transforms = &r->greeting->transforms,
                               .splits = r->greeting->splits != NULL,
                               .exact = r->options->exact};
    judgement j = judge(&terms, r->vectors[at], given);
    bool late = judge_lateness(r, &j);
    settle(r, at, result_of(r, at, &j, given));
    batch_answered(&r->batch, late);
    r->restarts = 0;
    r->expects = true;
}

/* Compares the id of an answer with the expected one. Returns NULL if they are equal; else a
 * message, and sets *fault. */
static const char *wrong_id(const run *r, const cJSON *object, batch_fault *fault)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    const batch *b = &r->batch;
    double first = (double)r->first_id, next = first + (double)b->answered;
    if (!line_is_id(id) || id->valuedouble < first ||
        id->valuedouble >= first + (double)b->answerable)
        return "an answer to no request";
    fault->second = id->valuedouble < next;
    fault->order = id->valuedouble > next;
    fault->named = b->asked[(size_t)(id->valuedouble - first)];
    if (fault->second)
        return "a second answer";
    return fault->order ? "an answer to a later request; answers come in the order of the requests"
                        : NULL;
}

/* Writes `before` and the beginning of the line in printable form: `it wrote: "a\x00,b"`. */
static void show_line(const session_line *line, const char *before, char *words, size_t room)
{
    size_t used = (size_t)snprintf(words, room, "%.110s: \"", before);
    for (size_t i = 0; i < line->length && i < SHOWN; i++) {
        bool plain = uriproof_is_printable(line->octets[i]) && line->octets[i] != '\\';
        used += (size_t)snprintf(words + used, room - used, plain ? "%c" : "\\x%02x",
                                 (unsigned char)line->octets[i]);
    }
    snprintf(words + used, room - used, "%s\"", line->length > SHOWN ? "..." : "");
}

static void on_broken_answer(run *r, const char *words, batch_fault fault)
{
    char detail[320];
    snprintf(detail, sizeof detail, "broken answer: %s", words);
    fault.outcome = URIPROOF_PROTOCOL_ERROR;
    fault.words = detail;
    batch_failed(&r->batch, &fault);
}

/* Takes a line as the answer that is expected next. After the last answer no line is expected. Then
 * no case can be found to which a line belongs, so the first such line is only noted. */
static void on_line(run *r, const session_line *line)
{
    char words[120 + SHOWN * 4];
    uriproof_error error;
    uriproof_answer given;
    batch_fault fault = {0};
    if (line->fresh)
        batch_read(&r->batch);
    if (r->batch.input_ended) {
        show_line(line, "after its last answer it wrote", words, sizeof words);
        if (!r->wrote_at_the_end)
            note(r, words);
        r->wrote_at_the_end = true;
        return;
    }
    size_t at = batch_expected(&r->batch);
    cJSON *object = line_read(&r->memory, line->octets, line->length, &error);
    const char *wrong = object != NULL ? wrong_id(r, object, &fault) : words;
    if (object == NULL)
        show_line(line, error.words, words, sizeof words);
    if (wrong != NULL)
        on_broken_answer(r, wrong, fault);
    else if (!uriproof_answer_read(object, r->vectors[at]->request.op, URIPROOF_LET_KEYS, &given,
                                   &error))
        on_broken_answer(r, error.words, fault);
    else
        on_answer(r, at, &given);
}

/* ---- The end of a process ---- */

static void on_late(run *r)
{
    char words[120];
    int length = snprintf(words, sizeof words, "no answer within %llu ms",
                          (unsigned long long)r->options->timeout_ms);
    if (batch_has_more_time(&r->batch))
        snprintf(words + length, sizeof words - (size_t)length, ", nor within %llu ms alone",
                 (unsigned long long)time_limit(r));
    batch_failed(&r->batch, &(batch_fault){URIPROOF_TIMEOUT, .words = words});
}

/* Handles the end of a process after its last answer. All cases were answered, so a bad end is only
 * noted and no case is blamed; perhaps the adapter fails when it cleans up. But if a signal ended
 * the process, some case may have caused a late crash. Then the run is incomplete. */
static void on_last_end(run *r, const session_end *end, const char *words)
{
    if (ended_well(end)) {
        finish(r, r->end);
        return;
    }
    uriproof_error_set(r->error, "at the end of its input it %s", words);
    bool may_have_crashed = end->signal != 0 && !end->killed && end->took_memory == 0;
    if (!may_have_crashed)
        note(r, r->error->words);
    finish(r, may_have_crashed ? RUN_INCOMPLETE : r->end);
}

static void on_end(run *r)
{
    const session_end *end = session_how_it_ended(r->session);
    char words[200];
    describe_end(r, words, sizeof words);
    if (r->batch.input_ended)
        on_last_end(r, end, words);
    else
        batch_failed(
            &r->batch,
            &(batch_fault){.outcome = end->line_too_long ? URIPROOF_PROTOCOL_ERROR : URIPROOF_CRASH,
                           .ended = true,
                           .memory = end->took_memory > 0,
                           .words = words});
}

static void handle_event(run *r)
{
    session_line line;
    if (r->expects && !r->batch.input_ended)
        session_expect(r->session, time_limit(r));
    r->expects = false;
    switch (session_receive(r->session, &line)) {
    case SESSION_LINE:
        on_line(r, &line);
        break;
    case SESSION_LATE:
        if (r->batch.input_ended)
            finish(r, r->end);
        else
            on_late(r);
        break;
    case SESSION_ENDED:
        on_end(r);
        break;
    case SESSION_STOPPED:
        finish(r, RUN_STOPPED);
    }
}

/* ---- All together ---- */

static void take_next_step(run *r)
{
    size_t at;
    switch (batch_next(&r->batch, &at)) {
    case BATCH_START:
        start_process(r);
        break;
    case BATCH_ASK:
        ask(r, at);
        break;
    case BATCH_WAIT:
        handle_event(r);
        break;
    case BATCH_END_INPUT:
        session_end_input(r->session);
        batch_input_ended(&r->batch);
        break;
    case BATCH_DONE:
        if (r->batch.given_up)
            uriproof_error_set(r->error, "given up: %d cases in a row got no answer, the last: %s",
                               BATCH_MOST_FAILED, r->last_failure);
        finish(r, r->batch.given_up ? RUN_GIVEN_UP : r->end);
    }
}

run_end run_adapter(char *const *command, const uriproof_vector *const *vectors, size_t count,
                    const run_options *options, hello *greeting, const uriproof_result **results,
                    store *s, uriproof_error *error)
{
    run r = {.command = command,
             .vectors = vectors,
             .count = count,
             .options = options,
             .greeting = greeting,
             .results = results,
             .store = s,
             .error = error,
             .next_id = 1,
             .kept_room = TRUNCATE_ALL};
    *greeting = (hello){0};
    for (size_t i = 0; i < count; i++)
        results[i] = &uriproof_not_run;
    batch_init(&r.batch, count, options->window, &(batch_owner){&r, on_failure, note});
    while (!r.over)
        take_next_step(&r);
    session_close(r.session);
    batch_free(&r.batch);
    buffer_free(&r.line);
    json_memory_free(&r.memory);
    return r.end;
}
