/* SPDX-License-Identifier: MIT */
#include "in_process.h"

#include "processes/processes.h"

#include <stdlib.h>

enum {
    HELLO_MS = 10000,
    EMPTY_FRAME = sizeof(uint32_t) + 1, /* the length of a frame without a question */
    MOST_FAILURES = 3,                  /* it is given up when it has failed so often in a row, */
    MOST_LATE = 16                      /* or so often did not answer in time */
};

/* A longer list of questions is not asked here: it would be in memory three times. */
static const size_t most_questions = (size_t)64 << 20;

struct in_process {
    in_process_options options;
    size_t count;
    char **command; /* the program and the names, "" of those that are asked elsewhere: each parser
                       has the same number here and there */
    bool has_names;
    hello hellos[PARSER_SET_MOST]; /* of each parser; its name is NULL if there is none */
    parser_set ready;
    session *session;
    in_process_questions questions; /* that are asked now */
    octet_buffer frame;             /* of them */
    bool sent;
    unsigned failures; /* in a row */
    unsigned late;     /* how often it did not answer in time */
};

in_process *in_process_new(const char *const *names, size_t count,
                           const in_process_options *options)
{
    in_process *x = calloc(1, sizeof *x);
    x->options = *options;
    x->count = count < PARSER_SET_MOST ? count : PARSER_SET_MOST;
    x->command = calloc(x->count + 2, sizeof *x->command);
    x->command[0] = (char *)options->program;
    for (size_t m = 0; m < x->count; m++) {
        x->command[m + 1] = (char *)(names[m] != NULL ? names[m] : "");
        x->has_names = x->has_names || names[m] != NULL;
    }
    return x;
}

/* ---- When it fails ---- */

static void end_session(in_process *x)
{
    session_close(x->session);
    x->session = NULL;
}

static bool is_given_up(const in_process *x)
{
    return x->failures >= MOST_FAILURES || x->late >= MOST_LATE;
}

/* Ends the process, whose answers are not trusted any more, and says why if it was the last. */
static bool fail_process(in_process *x, const char *why)
{
    char words[500];
    end_session(x);
    x->frame.length = 0;
    x->failures++;
    if (!is_given_up(x) || x->options.note == NULL)
        return false;
    const bool in_a_row = x->failures >= MOST_FAILURES;
    snprintf(
        words, sizeof words,
        "%.150s failed %d times%s, the last time: %.150s; from here on each parser is asked in "
        "a process of its own",
        x->options.program, in_a_row ? MOST_FAILURES : MOST_LATE, in_a_row ? " in a row" : "", why);
    x->options.note(x->options.self, words);
    return false;
}

/* Waits for the next frame. Returns false, after the process has failed, if there is none. */
static bool await_frame(in_process *x, uint64_t ms, session_line *frame)
{
    char line[160], words[200];
    session_expect(x->session, ms);
    switch (session_receive(x->session, frame)) {
    case SESSION_LINE:
        return true;
    case SESSION_LATE:
        x->late++;
        return fail_process(x, "it did not answer in time");
    case SESSION_STOPPED:
        end_session(x);
        return false;
    case SESSION_ENDED:
        break;
    }
    last_error_line(x->session, line, sizeof line);
    end_words(session_how_it_ended(x->session), line, words, sizeof words);
    return fail_process(x, words);
}

/* ---- Starting ---- */

/* Reads the hello of parser m. When the process starts again, it must be the same. */
static bool read_hello(in_process *x, size_t m, const session_line *frame, uriproof_error *error)
{
    hello *h = &x->hellos[m];
    if (frame->length == 0)
        return h->name == NULL ||
               uriproof_error_set(error, "a parser that was there is there no more");
    x->ready |= (parser_set)1 << m;
    return h->name != NULL ? hello_repeated(frame->octets, frame->length, h, error)
                           : hello_read(frame->octets, frame->length, h, error);
}

static bool start(in_process *x)
{
    uriproof_error error;
    session_line frame;
    const session_options options = {.reaper = x->options.reaper,
                                     .memory_limit = x->options.memory_limit,
                                     .frames = true,
                                     .stop = x->options.should_stop,
                                     .self = x->options.self};
    x->ready = 0;
    x->session = session_start(x->command, &options, &error);
    if (x->session == NULL)
        return fail_process(x, error.words);
    for (size_t m = 0; m < x->count; m++) {
        if (!await_frame(x, HELLO_MS, &frame))
            return false;
        if (!read_hello(x, m, &frame, &error))
            return fail_process(x, error.words);
    }
    return true;
}

parser_set in_process_ready(in_process *x)
{
    while (x->session == NULL && !is_given_up(x) && x->has_names)
        if (!start(x) && x->options.should_stop != NULL && x->options.should_stop(x->options.self))
            break;
    return x->session != NULL ? x->ready : 0;
}

/* ---- Asking ---- */

/* Questions in their order: the parsers of the first request, then those of the next. */
typedef struct asking {
    const in_process_questions *q;
    size_t at; /* the next */
    reply *replies;
    store *store;
} asking;

static size_t question_count(const in_process_questions *q)
{
    return q->own ? q->count * q->members : q->count;
}

/* Finds question number `at`. Returns false if no parser is asked it. */
static bool question_at(const in_process_questions *q, size_t at, frame_question *one)
{
    size_t m = q->own ? at % q->members : 0, i = q->own ? at / q->members : at;
    one->request = q->requests[m * q->count + i];
    one->asked = !q->own ? q->asked : m < PARSER_SET_MOST ? q->asked & (parser_set)1 << m : 0;
    return one->asked != 0 && one->request.op != URIPROOF_OP_COUNT &&
           line_request_length(&one->request) <= LINE_MOST;
}

/* Sets the replies of those parsers to question number `at`. */
static void set_replies(const asking *a, size_t at, parser_set of, const reply *one)
{
    reply *row = &a->replies[(a->q->own ? at / a->q->members : at) * a->q->members];
    for (size_t m = 0; m < a->q->members && m < PARSER_SET_MOST; m++)
        if ((of >> m & 1U) != 0)
            row[m] = *one;
}

/* Moves on to the next question that is asked. What is left out on the way was not run. Returns
 * false after the last. */
static bool next_question(asking *a, frame_question *one)
{
    const reply none = {.fault = URIPROOF_NOT_RUN};
    for (; a->at < question_count(a->q); a->at++) {
        if (question_at(a->q, a->at, one))
            return true;
        set_replies(a, a->at, one->asked, &none);
    }
    return false;
}

/* Writes the questions as a frame. Returns false if they are too long for one. */
static bool write_questions(octet_buffer *to, const in_process_questions *q)
{
    frame_question one;
    to->length = 0;
    size_t begun = frame_begin(to);
    frame_put_count(to, q->alone ? FRAME_ALONE : q->agreed != NULL ? FRAME_DIFFERING : FRAME_ALL);
    for (size_t at = 0; at < question_count(q) && to->length <= most_questions; at++)
        if (question_at(q, at, &one))
            frame_put_question(to, &one);
    return to->length <= most_questions && frame_end(to, begun);
}

void in_process_begin(in_process *x, const in_process_questions *questions)
{
    x->questions = *questions;
    x->sent = write_questions(&x->frame, questions);
    if (!x->sent || x->frame.length == EMPTY_FRAME)
        return;
    session_send(x->session, x->frame.octets, x->frame.length);
    session_flush(x->session);
}

/* Takes the groups of replies to a question: together they are of all that were asked. */
static bool take_groups(const asking *a, frame_reader *from, const frame_question *question)
{
    size_t groups;
    parser_set left = question->asked, gave;
    reply one;
    if (!frame_take_count(from, &groups))
        return false;
    if (groups == 0 && a->q->agreed != NULL) {
        a->q->agreed[a->at] = true;
        return true;
    }
    for (size_t g = 0; g < groups; g++) {
        if (!frame_take_reply(from, question->request.op, &gave, &one) || (gave & ~left) != 0)
            return false;
        left &= ~gave;
        set_replies(a, a->at, gave, &one);
    }
    return left == 0;
}

/* Takes the replies of a frame, at least one. Returns false if it is not as it must be. */
static bool take_replies(asking *a, const session_line *frame)
{
    frame_question question;
    char *octets = store_take(a->store, frame->length, 1);
    frame_reader from = {octets, frame->length};
    memcpy(octets, frame->octets, frame->length);
    if (frame->length == 0)
        return false;
    for (; from.left > 0; a->at++)
        if (!next_question(a, &question) || !take_groups(a, &from, &question))
            return false;
    return true;
}

bool in_process_end(in_process *x, store *s, reply *replies)
{
    asking a = {.q = &x->questions, .store = s, .replies = replies};
    frame_question one;
    session_line frame;
    while (next_question(&a, &one)) {
        if (!x->sent || !await_frame(x, x->options.timeout_ms, &frame))
            return false;
        if (!take_replies(&a, &frame))
            return fail_process(x, "it answered what is no reply");
    }
    x->failures = 0;
    return true;
}

const hello *in_process_hello(const in_process *x, size_t m)
{
    static const hello none = {0};
    return m < PARSER_SET_MOST ? &x->hellos[m] : &none;
}

void in_process_free(in_process *x)
{
    if (x == NULL)
        return;
    session_close(x->session);
    for (size_t m = 0; m < PARSER_SET_MOST; m++)
        hello_free(&x->hellos[m]);
    buffer_free(&x->frame);
    free(x->command);
    free(x);
}
