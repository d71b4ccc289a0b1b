/* SPDX-License-Identifier: MIT */
/* How a process left that was to leave: behind all cases, or behind one that is on trial. */
#include "run_state.h"

/* It did not leave as a process does that is well. One that would not leave is no fault of a
 * case. */
static bool left_badly(const process_end *end)
{
    return end->line_too_long || end->took_memory > 0 ||
           (!end->killed && (end->signal != 0 || end->status != 0));
}

/* All is answered, but that is not all that is to be known. */
static void left_for_good(run *r, const process_end *end)
{
    char words[160], all[200];
    run_describe_end(r, end, words, sizeof words);
    snprintf(all, sizeof all, "at the end of its input it %s", words);
    if (!left_badly(end)) {
        run_finish(r, RUN_DONE);
    } else if (end->signal == 0 || end->took_memory > 0) {
        run_note(r, all);
        run_finish(r, RUN_DONE);
    } else {
        uriproof_error_set(r->error, "%s", all);
        run_finish(r, RUN_INCOMPLETE);
    }
}

/* All on trial have answered. The one whose process ended badly then is the culprit, if the
 * other's did not: an adapter may always end so. */
static void judge_trial(run *r)
{
    const trial t = r->trial;
    r->trial.count = 0;
    for (unsigned i = 0; t.count == 2 && i < 2; i++) {
        if (left_badly(&t.ends[i]) && !left_badly(&t.ends[1 - i])) {
            run_strike(r, t.cases[i],
                       t.ends[i].line_too_long ? URIPROOF_PROTOCOL_ERROR : URIPROOF_CRASH,
                       t.words[i]);
            return;
        }
    }
    if (r->unexplained && r->suspects == 0)
        run_blame(r, "not again one at a time");
    if (r->done == r->count)
        left_for_good(r, &t.ends[t.count - 1]);
    else
        run_restart(r);
}

static void left_on_trial(run *r, const process_end *end)
{
    trial *t = &r->trial;
    char words[140];
    run_describe_end(r, end, words, sizeof words);
    snprintf(t->words[t->ended], sizeof t->words[0], "after its answer it %s", words);
    t->ends[t->ended++] = *end;
    if (t->ended == t->count)
        judge_trial(r);
    else
        run_restart(r);
}

void run_left(run *r, const process_end *end)
{
    if (r->trial.count > 0)
        left_on_trial(r, end);
    else
        left_for_good(r, end);
}
