/* SPDX-License-Identifier: MIT */
/* The order of the steps. If one ended the process, the next has a new one. */
#include "check_state.h"

#include "runner/runner.h"

#include <string.h>

enum { MOST_SILENT = 3 }; /* steps without an answer in time, until it is of no use to go on */

const char *const verdict_names[VERDICT_COUNT] = {"ok", "warn", "fail", "skip"};

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
    if (!check_begin(k, error))
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
    if (check_is_hello(k, event))
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
