/* SPDX-License-Identifier: MIT */
#include "asker.h"

#include "batch.h"

#include "base/base.h"
#include "processes/processes.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_RESTARTS = 3, /* so many starts may fail in a row, without an answer in between */
    MORE_TIME = 10,    /* a case that is tried again has so many times the limit */
    ASKED_AHEAD = 4,   /* requests are written when a quarter of the window waits */
    SHOWN = 40,        /* so many octets of a bad line are shown */
    /* The answer to a longer request may be too long for a line though it is right: its octets may
     * be in two views, escaped, and in hexadecimal. */
    MOST_HONEST = LINE_MOST / 8
};

struct asker {
    char *const *command;
    asker_options options;
    const asker_cases *cases;
    hello *greeting;
    uriproof_error *error;
    batch batch;
    session *session;
    octet_buffer line;          /* a request */
    json_memory memory;         /* of an answer */
    uint64_t next_id, first_id; /* of the next request, and of the first to this process that is one
                                   of these cases */
    uint64_t process_id;        /* of the first request to this process */
    size_t unwritten;           /* requests that were sent and not flushed */
    uint64_t asked_at;          /* the time at which the last request was sent */
    bool greeted;               /* some process has said hello */
    bool expects;               /* the time of the process begins anew */
    char last_failure[200];
    unsigned restarts;
    size_t timeouts_allowed, timeouts_left; /* if cases are independent */
    batch_fault at_end; /* the first line that came after all was answered; its words are: */
    char end_words[120 + SHOWN * 4]; /* empty if there is none */
    bool over;
    run_end end;
};

/* Did the process write a line that is too long, because what it was asked is long? */
static bool is_asked_too_long(const asker *a, size_t at)
{
    return a->session != NULL && session_how_it_ended(a->session)->line_too_long &&
           line_request_length(a->cases->request(a->cases->self, at)) > MOST_HONEST;
}

/* Sets the outcome of a case that has none of its own answer's. */
static void on_failure(void *self, size_t at, uriproof_outcome outcome, const char *words)
{
    asker *a = self;
    if (outcome == URIPROOF_PROTOCOL_ERROR && is_asked_too_long(a, at)) {
        outcome = URIPROOF_UNSUPPORTED;
        words = "not asked: the text is so long that the answer is a line of over 8 MiB";
    }
    snprintf(a->last_failure, sizeof a->last_failure, "%s", words);
    a->cases->failed(a->cases->self, at, outcome, words);
}

/* Tells the caller of an event that is not the result of a case. */
static void note(void *self, const char *words)
{
    const asker *a = self;
    if (a->options.note != NULL)
        a->options.note(a->options.self, words);
}

static void finish(asker *a, run_end end)
{
    a->over = true;
    a->end = end;
}

/* ---- Starting a process ---- */

/* Describes how the process ended, with what it said on standard error. */
static void describe_end(const asker *a, char *words, size_t room)
{
    char line[160];
    last_error_line(a->session, line, sizeof line);
    end_words(session_how_it_ended(a->session), line, words, room);
}

/* Returns how long a process may take to say hello. A browser on a busy machine takes its time. */
static uint64_t hello_ms(const asker *a)
{
    return a->options.timeout_ms > ASKER_HELLO_MS ? a->options.timeout_ms : ASKER_HELLO_MS;
}

/* Waits for the hello of the process. Returns false, with *error, if there is none. */
static bool await_hello(asker *a, uriproof_error *error)
{
    session_line line;
    char words[200];
    session_send(a->session, hello_request, strlen(hello_request));
    session_send(a->session, "\n", 1);
    session_expect(a->session, hello_ms(a));
    switch (session_receive(a->session, &line)) {
    case SESSION_LINE:
        return a->greeted ? hello_repeated(line.octets, line.length, a->greeting, error)
                          : hello_read(line.octets, line.length, a->greeting, error);
    case SESSION_LATE:
        return uriproof_error_set(error, "said no hello within %llu seconds",
                                  (unsigned long long)hello_ms(a) / 1000);
    case SESSION_ENDED:
        break;
    case SESSION_STOPPED:
        finish(a, RUN_STOPPED);
        return false;
    }
    int number = session_how_it_ended(a->session)->cannot_start;
    describe_end(a, words, sizeof words);
    if (number != 0)
        uriproof_error_set(error, "cannot start %.80s: %s", a->command[0], error_reason(number));
    else
        uriproof_error_set(error, "before it said hello, it %s", words);
    return false;
}

/* Handles a process that does not start. If an earlier one did, the adapter can start, so tries
 * again a few times. */
static void on_no_start(asker *a, const uriproof_error *why)
{
    if (!a->greeted) {
        *a->error = *why;
        finish(a, RUN_NOT_STARTED);
    } else if (++a->restarts >= MOST_RESTARTS) {
        batch_cannot_start(&a->batch);
        uriproof_error_set(a->error, "no longer starts: %s", why->words);
        finish(a, RUN_INCOMPLETE);
    }
}

static void start_process(asker *a)
{
    uriproof_error error;
    const session_options options = {.reaper = a->options.reaper,
                                     .memory_limit = a->options.memory_limit,
                                     .stop = a->options.should_stop,
                                     .self = a->options.self};
    session_close(a->session);
    a->session = session_start(a->command, &options, &error);
    if (a->session != NULL && await_hello(a, &error)) {
        a->greeted = true;
        a->first_id = a->process_id = a->next_id;
        a->unwritten = 0;
        a->end_words[0] = '\0';
        batch_started(&a->batch);
    } else if (!a->over) {
        on_no_start(a, &error);
    }
}

/* ---- Asking ---- */

static void ask(asker *a, size_t at)
{
    const uriproof_request *request = a->cases->request(a->cases->self, at);
    uriproof_error error;
    const bool can = a->greeting->ops[request->op];
    if (!can || !line_has_room(request, &error)) {
        a->cases->failed(a->cases->self, at, URIPROOF_UNSUPPORTED,
                         can ? error.words : uriproof_no_such_operation);
        batch_skip(&a->batch, at);
        return;
    }
    a->line.length = 0;
    line_write_request(&a->line, (int64_t)a->next_id++, request);
    session_send(a->session, a->line.octets, a->line.length);
    /* The time of a case begins when nothing else is in flight, or with the answer before it. */
    a->expects = a->expects || a->batch.asked_count == a->batch.answered;
    a->asked_at = session_clock();
    batch_asked(&a->batch, at);
    /* Written early, so that the adapter has work while answers that came together are judged;
     * otherwise it and the harness would wait for each other by turns. But a write for each request
     * would cost more than that saves. */
    if (++a->unwritten < a->options.window / ASKED_AHEAD)
        return;
    a->unwritten = 0;
    session_flush(a->session);
}

/* Returns how long a case may take, in milliseconds. */
static uint64_t time_limit(const asker *a)
{
    return a->options.timeout_ms * (batch_has_more_time(&a->batch) ? MORE_TIME : 1);
}

/* ---- Answers ---- */

/* Hands on an answer, unless it repeats one. One that is asked for again with more time may come
 * late. */
static void on_answer(asker *a, size_t at, const uriproof_answer *given)
{
    uint64_t took = batch_has_more_time(&a->batch) ? session_clock() - a->asked_at : 0;
    uint64_t late_ms = took > a->options.timeout_ms ? took : 0;
    if (!batch_is_again(&a->batch))
        a->cases->answered(a->cases->self, at, given, late_ms);
    batch_answered(&a->batch, late_ms > 0);
    a->restarts = 0;
    a->expects = true;
}

/* Compares the id of an answer with the expected one. Returns NULL if they are equal; else a
 * message, and sets *fault. */
static const char *wrong_id(const asker *a, const cJSON *object, batch_fault *fault)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    const batch *b = &a->batch;
    double first = (double)a->first_id, next = first + (double)b->answered;
    if (!line_is_id(id) || id->valuedouble < (double)a->process_id ||
        id->valuedouble >= first + (double)b->answerable)
        return "an answer to no request";
    fault->earlier = id->valuedouble < first;
    if (fault->earlier)
        return "a second answer to a question that was asked before";
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

static void on_broken_answer(asker *a, const char *words, batch_fault fault)
{
    char detail[320];
    snprintf(detail, sizeof detail, "broken answer: %s", words);
    fault.outcome = URIPROOF_PROTOCOL_ERROR;
    fault.words = detail;
    batch_failed(&a->batch, &fault);
}

/* Takes a line that came after the input was ended. In a trial only a second answer counts: what
 * else an adapter writes at its end has nothing to do with a case. Else what the first line says is
 * kept until the process has ended. */
static void on_line_at_the_end(asker *a, const session_line *line, batch_fault fault)
{
    static const char second[] = "broken answer: a second answer";
    fault.at_end = true;
    fault.outcome = URIPROOF_PROTOCOL_ERROR;
    if (batch_is_trial(&a->batch)) {
        fault.words = second;
        if (fault.second)
            batch_failed(&a->batch, &fault);
        return;
    }
    if (a->end_words[0] != '\0' && (!fault.second || a->at_end.second))
        return;
    if (fault.second)
        memcpy(a->end_words, second, sizeof second);
    else
        show_line(line, "after its last answer it wrote", a->end_words, sizeof a->end_words);
    fault.words = a->end_words;
    a->at_end = fault;
}

/* Takes a line for the answer that is expected next. */
static void on_line(asker *a, const session_line *line)
{
    char words[120 + SHOWN * 4];
    uriproof_error error;
    uriproof_answer given;
    batch_fault fault = {0};
    if (line->fresh)
        batch_read(&a->batch);
    size_t at = batch_expected(&a->batch);
    cJSON *object = line_read(&a->memory, line->octets, line->length, &error);
    const char *wrong = object != NULL ? wrong_id(a, object, &fault) : words;
    if (object == NULL)
        show_line(line, error.words, words, sizeof words);
    if (a->batch.input_ended)
        on_line_at_the_end(a, line, fault);
    else if (wrong != NULL)
        on_broken_answer(a, wrong, fault);
    else if (!uriproof_answer_read(object, a->cases->request(a->cases->self, at)->op,
                                   URIPROOF_LET_KEYS, &given, &error))
        on_broken_answer(a, error.words, fault);
    else
        on_answer(a, at, &given);
}

/* ---- The end of a process ---- */

static void on_late(asker *a)
{
    char words[120];
    int length = snprintf(words, sizeof words, "no answer within %llu ms",
                          (unsigned long long)a->options.timeout_ms);
    if (batch_has_more_time(&a->batch))
        snprintf(words + length, sizeof words - (size_t)length, ", nor within %llu ms alone",
                 (unsigned long long)time_limit(a));
    batch_failed(&a->batch, &(batch_fault){URIPROOF_TIMEOUT, .words = words});
}

/* Handles the end of a process after its last answer. If a signal ended it, that may be the late
 * crash of a case, and a line may be of a case, too: batch.h says how that is found out. Any other
 * bad end may have to do with how the adapter cleans up, and is only noted. */
static void on_last_end(asker *a, const session_end *end, const char *words)
{
    const bool wrote = a->end_words[0] != '\0', asked = a->batch.asked_count > 0;
    const bool crashed = end->signal != 0 && !end->killed && end->took_memory == 0;
    char all[260];
    snprintf(all, sizeof all, "at the end of its input it %s", words);
    if (!ended_well(end) && !(crashed && asked))
        note(a, all);
    if (wrote && (crashed || !asked))
        note(a, a->end_words);
    batch_fault crash = {.outcome = URIPROOF_CRASH, .ended = true, .at_end = true, .words = words};
    if (asked && (crashed || wrote))
        batch_failed(&a->batch, crashed ? &crash : &a->at_end);
    else
        finish(a, a->end);
}

static void on_end(asker *a)
{
    const session_end *end = session_how_it_ended(a->session);
    char words[200];
    describe_end(a, words, sizeof words);
    if (batch_is_trial(&a->batch) && a->batch.input_ended)
        batch_trial_ended(&a->batch);
    else if (a->batch.input_ended)
        on_last_end(a, end, words);
    else
        batch_failed(
            &a->batch,
            &(batch_fault){.outcome = end->line_too_long ? URIPROOF_PROTOCOL_ERROR : URIPROOF_CRASH,
                           .ended = true,
                           .exited = end->signal == 0 && !end->line_too_long,
                           .memory = end->took_memory > 0,
                           .words = words});
}

static void handle_event(asker *a)
{
    session_line line;
    if (a->expects && !a->batch.input_ended)
        session_expect(a->session, time_limit(a));
    a->expects = false;
    switch (session_receive(a->session, &line)) {
    case SESSION_LINE:
        on_line(a, &line);
        break;
    case SESSION_LATE:
        if (a->batch.input_ended)
            on_end(a); /* it does not even die */
        else
            on_late(a);
        break;
    case SESSION_ENDED:
        on_end(a);
        break;
    case SESSION_STOPPED:
        finish(a, RUN_STOPPED);
    }
}

/* ---- All together ---- */

static void say_given_up(const asker *a)
{
    if (a->options.independent)
        uriproof_error_set(a->error, "given up: it did not answer %zu texts within %llu ms each",
                           a->timeouts_allowed, (unsigned long long)a->options.timeout_ms);
    else
        uriproof_error_set(a->error, "given up: %d cases in a row got no answer, the last: %s",
                           BATCH_MOST_FAILED, a->last_failure);
}

static void take_next_step(asker *a)
{
    size_t at;
    switch (batch_next(&a->batch, &at)) {
    case BATCH_START:
        start_process(a);
        break;
    case BATCH_ASK:
        ask(a, at);
        break;
    case BATCH_WAIT:
        handle_event(a);
        break;
    case BATCH_END_INPUT:
        session_end_input(a->session);
        batch_input_ended(&a->batch);
        break;
    case BATCH_DONE:
        if (a->batch.given_up)
            say_given_up(a);
        else if (a->batch.ended_badly)
            uriproof_error_set(a->error, "at the end of its input it %s", a->batch.fault_words);
        finish(a, a->batch.given_up      ? RUN_GIVEN_UP
                  : a->batch.ended_badly ? RUN_INCOMPLETE
                                         : a->end);
    }
}

asker *asker_new(char *const *command, const asker_options *options, hello *greeting)
{
    asker *a = calloc(1, sizeof *a);
    *a = (asker){.command = command, .options = *options, .greeting = greeting, .next_id = 1};
    *greeting = (hello){0};
    asker_allow_timeouts(a, ASKER_MOST_TIMEOUTS);
    return a;
}

void asker_allow_timeouts(asker *a, size_t most)
{
    a->timeouts_allowed = a->timeouts_left = most;
}

/* Prepares for these cases. */
static void begin(asker *a, const asker_cases *cases, uriproof_error *error)
{
    a->cases = cases;
    a->error = error;
    a->over = false;
    a->end = RUN_DONE;
    a->first_id = a->next_id;
    batch_init(&a->batch, cases->count, a->options.window, &(batch_owner){a, on_failure, note});
    a->batch.running = a->batch.was_kept = a->session != NULL;
    a->batch.independent = a->options.independent;
    a->batch.timeouts_left = a->timeouts_left;
    a->batch.given_up = a->options.independent && a->timeouts_left == 0;
}

static run_end end(asker *a)
{
    a->timeouts_left = a->batch.timeouts_left;
    if (!a->batch.running) {
        session_close(a->session);
        a->session = NULL;
    }
    batch_free(&a->batch);
    return a->end;
}

run_end asker_start(asker *a, uriproof_error *error)
{
    static const asker_cases none = {.count = 0};
    begin(a, &none, error);
    if (!a->batch.running)
        start_process(a);
    return end(a);
}

run_end asker_ask(asker *a, const asker_cases *cases, bool last, uriproof_error *error)
{
    begin(a, cases, error);
    a->batch.stays = !last;
    while (!a->over)
        take_next_step(a);
    if (a->options.renewed)
        a->batch.running = false;
    return end(a);
}

void asker_free(asker *a)
{
    if (a == NULL)
        return;
    session_close(a->session);
    buffer_free(&a->line);
    json_memory_free(&a->memory);
    free(a);
}
