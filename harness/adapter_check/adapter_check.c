/* SPDX-License-Identifier: MIT */
/* The process that is checked, what is found, and the order of the steps. If a step ended the
 * process, the next has a new one. */
#include "check_state.h"

#include "runner/runner.h"

#include <stdarg.h>
#include <string.h>

enum {
    MOST_SILENT = 3, /* steps without an answer in time, until it is of no use to go on */
    SEEN_ROOM = 400
};

const char *const verdict_names[VERDICT_COUNT] = {"ok", "warn", "fail", "skip"};

/* ---- What was found, told as a finding of the step that goes on ---- */

void check_name_step(check_state *k, const char *start, const char *word, const char *end)
{
    snprintf(k->what_room, sizeof k->what_room, "%s%s%s", start, word, end);
    k->what = k->what_room;
}

static void tell(check_state *k, verdict v, const char *remedy, const char *format,
                 va_list arguments)
{
    char words[SEEN_ROOM];
    vsnprintf(words, sizeof words, format, arguments);
    finding found = {v, k->what, words, remedy, k->talk, false};
    k->options->tell(k->options->self, &found);
}

void check_fine(check_state *k, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(k, VERDICT_OK, "", format, arguments);
    va_end(arguments);
}

void check_say(check_state *k, verdict v, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(k, v, remedy, format, arguments);
    va_end(arguments);
}

void check_tell_errors(check_state *k)
{
    finding found = {VERDICT_OK, k->what, "it wrote", "", k->talk, true};
    k->options->tell(k->options->self, &found);
}

void check_well(check_state *k)
{
    check_fine(k, "%s", "");
}

/* ---- The process ---- */

/* Starts it and sends the hello. */
static bool start(check_state *k, uriproof_error *error)
{
    const session_options options = {.reaper = k->options->reaper,
                                     .linger_ms = CHECK_LINGER_MS,
                                     .stop = k->options->stop,
                                     .self = k->options->self};
    k->talk = talk_start(k->command, &options, error);
    if (k->talk != NULL)
        talk_send(k->talk, hello_request, strlen(hello_request));
    return k->talk != NULL;
}

/* Returns true if the hello came. If not, that is told. */
static bool is_hello(check_state *k, session_event event)
{
    if (event == SESSION_LINE)
        return true;
    k->stopped = event == SESSION_STOPPED;
    k->useless = true;
    talk_kill(k->talk);
    if (event == SESSION_ENDED)
        check_say(k, VERDICT_FAIL, "it has to live until its input ends. See its standard error",
                  "it %s before it said hello", talk_how_it_ended(k->talk));
    else if (event == SESSION_LATE)
        check_say(
            k, VERDICT_FAIL,
            "answer the first line with the hello on one line, and flush it, without waiting for "
            "more",
            "said no hello within %d seconds", RUN_HELLO_MS / 1000);
    return false;
}

bool check_is_talking(check_state *k)
{
    session_line line;
    hello again;
    uriproof_error error;
    if (k->talk != NULL)
        return true;
    if (!start(k, &error)) {
        check_say(k, VERDICT_FAIL, "it is started as often as it takes", "it does not start again");
        k->useless = true;
        return false;
    }
    if (!is_hello(k, talk_receive(k->talk, session_clock() + RUN_HELLO_MS, &line)))
        return false;
    bool same = hello_read(line.octets, line.length, &again, &error);
    if (same) {
        same = hello_same(&k->greeting, &again, &error);
        hello_free(&again);
    }
    if (!same)
        check_say(k, VERDICT_FAIL, "say the same hello whenever it is started", "%s", error.words);
    k->useless = !same;
    return same;
}

void check_hang_up(check_state *k)
{
    const char *left = k->talk != NULL ? session_left(talk_session(k->talk)) : NULL;
    if (left != NULL)
        snprintf(k->left, sizeof k->left, "%s", left);
    talk_free(k->talk);
    k->talk = NULL;
}

/* ---- The steps ---- */

static void check_all(check_state *k)
{
    for (int op = 0; op < URIPROOF_OP_COUNT && !k->useless && !k->stopped; op++) {
        k->what = "starts again";
        k->remedy = "docs/protocol.md has what the answer to each operation holds";
        if (k->greeting.ops[op] && check_is_talking(k))
            check_operation(k, (uriproof_op)op);
    }
    for (size_t i = 0; i < CHECK_STEP_COUNT && !k->useless && !k->stopped; i++) {
        k->what = check_steps[i].what;
        k->remedy = check_steps[i].remedy;
        if (k->silent >= MOST_SILENT) {
            check_say(k, VERDICT_SKIP, "", "this and what follows: it fell silent too often");
            k->useless = true;
        } else if (check_is_talking(k)) {
            check_steps[i].run(k);
        }
    }
    if (!k->useless && !k->stopped)
        check_leaving(k);
}

/* Begins, and hears the first hello. Returns false if there is no such program. */
static bool check_start(check_state *k, uriproof_error *error)
{
    session_line line;
    if (!start(k, error))
        return false;
    session_event event = talk_receive(k->talk, session_clock() + RUN_HELLO_MS, &line);
    const session_end *end = session_how_it_ended(talk_session(k->talk));
    if (event == SESSION_ENDED && end->cannot_start != 0) {
        uriproof_error_set(error, "cannot start %.80s: %s", k->command[0],
                           strerror(end->cannot_start));
        return false;
    }
    k->what = "starts";
    check_well(k);
    k->what = "says hello";
    if (is_hello(k, event))
        check_hello(k, &line);
    return true;
}

adapter_check_end adapter_check(char *const *command, const adapter_check_options *options,
                                uriproof_error *error)
{
    check_state k = {.command = command, .options = options, .next_id = 1};
    bool started = check_start(&k, error);
    if (started)
        check_all(&k);
    check_hang_up(&k);
    if (started && !k.stopped) {
        check_strays(&k);
        check_orphans(&k);
    }
    hello_free(&k.greeting);
    return !started ? CHECK_NOT_STARTED : k.stopped ? CHECK_STOPPED : CHECK_DONE;
}
