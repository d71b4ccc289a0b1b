/* SPDX-License-Identifier: MIT */
/* The order of the steps. Where one ended the process, the next has a new one. */
#include "checkup_state.h"

#include "processes/processes.h"

enum { MOST_SILENT = 3 }; /* steps without an answer in time, until it is of no use to go on */

const char *const verdict_names[VERDICT_COUNT] = {"ok", "warn", "fail", "skip"};

static void check_all(checkup_state *k)
{
    uv_buf_t line;
    k->what = "says hello";
    if (!checkup_hear_hello(k, &line))
        return;
    checkup_hello(k, &line);
    for (int op = 0; op < URIPROOF_OP_COUNT && !k->useless && !k->stopped; op++) {
        k->what = "starts again";
        k->remedy = "docs/protocol.md has what the answer to each operation holds";
        if (k->greeting.ops[op] && checkup_is_talking(k))
            checkup_operation(k, (uriproof_op)op);
    }
    for (size_t i = 0; i < CHECKUP_STEP_COUNT && !k->useless && !k->stopped; i++) {
        k->what = checkup_steps[i].what;
        k->remedy = checkup_steps[i].remedy;
        if (k->silent >= MOST_SILENT) {
            checkup_say(k, VERDICT_SKIP, "", "this and what follows: it fell silent too often");
            k->useless = true;
        } else if (checkup_is_talking(k)) {
            checkup_steps[i].run(k);
        }
    }
    if (!k->useless && !k->stopped)
        checkup_leaving(k);
}

checkup_end checkup(uv_loop_t *loop, char *const *command, const checkup_options *options,
                    uriproof_error *error)
{
    int code = 0;
    checkup_state k = {.loop = loop, .command = command, .options = options, .next_id = 1};
    left_over_mark();
    k.what = "starts";
    if (!checkup_begin(&k, &code)) {
        uriproof_error_set(error, "cannot start %.80s: %s", command[0], uv_strerror(code));
        return CHECKUP_NOT_STARTED;
    }
    checkup_well(&k);
    check_all(&k);
    checkup_hang_up(&k);
    if (!k.stopped) {
        checkup_strays(&k);
        checkup_left_over(&k);
    }
    hello_free(&k.greeting);
    return k.stopped ? CHECKUP_STOPPED : CHECKUP_DONE;
}
