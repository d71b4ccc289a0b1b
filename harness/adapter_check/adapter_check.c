/* SPDX-License-Identifier: MIT */
/* The order of the steps. Where one ended the process, the next has a new one. */
#include "check_state.h"

#include "processes/processes.h"

enum { MOST_SILENT = 3 }; /* steps without an answer in time, until it is of no use to go on */

const char *const verdict_names[VERDICT_COUNT] = {"ok", "warn", "fail", "skip"};

static void check_all(check_state *k)
{
    uv_buf_t line;
    k->what = "says hello";
    if (!check_hear_hello(k, &line))
        return;
    check_hello(k, &line);
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

adapter_check_end adapter_check(uv_loop_t *loop, char *const *command,
                                const adapter_check_options *options, uriproof_error *error)
{
    int code = 0;
    check_state k = {.loop = loop, .command = command, .options = options, .next_id = 1};
    orphan_check_mark();
    k.what = "starts";
    if (!check_begin(&k, &code)) {
        uriproof_error_set(error, "cannot start %.80s: %s", command[0], uv_strerror(code));
        return CHECK_NOT_STARTED;
    }
    check_well(&k);
    check_all(&k);
    check_hang_up(&k);
    if (!k.stopped) {
        check_strays(&k);
        check_orphans(&k);
    }
    hello_free(&k.greeting);
    return k.stopped ? CHECK_STOPPED : CHECK_DONE;
}
