/* SPDX-License-Identifier: MIT */
/* Which case is asked next, and by which request; and when all were. */
#include "run_state.h"

#include "protocol/protocol.h"

#include <stdlib.h>

enum { ASKED_AHEAD = 4 }; /* times, while as many answers as the window has are judged */

static size_t next_on_trial(run *r)
{
    if (r->asked_count > 0 || r->trial.begun == r->trial.count)
        return r->count;
    r->suspects--;
    return r->trial.cases[r->trial.begun++];
}

/* The next case to ask; count where there is none. */
static size_t next_case(run *r)
{
    if (r->trial.count > 0)
        return next_on_trial(r);
    if (r->prior < r->count && r->states[r->prior] == SUSPECT) {
        r->suspects--;
        return r->prior;
    }
    if (r->suspects > 0) {
        while (r->states[r->first_suspect] != SUSPECT)
            r->first_suspect++;
        r->suspects--;
        return r->first_suspect;
    }
    while (r->next < r->count && r->states[r->next] != TO_ASK)
        r->next++;
    return r->next;
}

static bool remember(run *r, size_t at)
{
    if (r->asked_count == r->asked_room) {
        size_t room = r->asked_room * 2 + 64;
        size_t *asked = realloc(r->asked, room * sizeof *asked);
        if (asked == NULL)
            return false;
        r->asked = asked;
        r->asked_room = room;
    }
    r->asked[r->asked_count++] = at;
    return true;
}

static void ask(run *r, size_t at)
{
    size_t before = r->lines.length;
    bool added = line_write_request(&r->lines, (int64_t)(r->first_id + r->asked_count),
                                    &r->vectors[at]->request);
    if (!added || !remember(r, at)) {
        r->lines.length = before;
        run_settle(r, at, URIPROOF_NOT_RUN, "out of memory");
        return;
    }
    if (at == r->retried)
        r->asked_late = uv_now(r->loop);
    r->states[at] = ASKED;
    r->in_flight++;
}

static void fill_window(run *r)
{
    size_t window = r->careful ? 1 : r->options->window;
    while (r->in_flight < window) {
        size_t at = next_case(r);
        if (at == r->count)
            break;
        if (r->greeting->ops[r->vectors[at]->request.op])
            ask(r, at);
        else
            run_settle(r, at, URIPROOF_UNSUPPORTED, "the adapter has no such operation");
    }
}

void run_write(run *r)
{
    if (r->lines.length == 0 || process_write(r->process, &r->lines))
        return;
    uriproof_error_set(r->error, "out of memory");
    run_finish(r, RUN_INCOMPLETE);
}

/* Work for the adapter while the answers that came with this one are judged: else the two would
 * wait for each other by turns. Writing for each answer would cost more than that. */
void run_ask_ahead(run *r)
{
    size_t window = r->options->window, ahead = window / ASKED_AHEAD;
    bool plain = r->greeted && !r->over && !r->leaving && !r->careful && r->trial.count == 0;
    if (!plain || ahead == 0 || window - r->in_flight < ahead)
        return;
    fill_window(r);
    run_write(r);
}

void run_withdraw_ahead(run *r)
{
    for (size_t i = r->answerable; i < r->asked_count; i++) {
        size_t at = r->asked[i];
        if (r->states[at] != ASKED)
            continue;
        r->states[at] = TO_ASK;
        r->in_flight--;
        r->next = at < r->next ? at : r->next;
    }
    r->asked_count = r->answerable;
}

/* This process has answered all that it is to be asked; how it leaves is looked at. */
static void end_process(run *r, bool deaf)
{
    r->leaving = true;
    uv_timer_stop(&r->silence);
    process_end_input(r->process, deaf);
}

void run_go_on(run *r)
{
    if (r->leaving)
        return;
    if (r->trial.count > 0 && r->in_flight == 0 && r->asked_count > 0) {
        end_process(r, false);
        return;
    }
    if (r->careful && r->suspects == 0 && r->in_flight == 0) {
        r->careful = false;
        r->prior = r->count;
        if (r->unexplained)
            run_blame(r, "not again one at a time");
    }
    fill_window(r);
    r->answerable = r->asked_count;
    run_write(r);
    if (r->over)
        return;
    run_watch_silence(r);
    if (r->in_flight == 0 && r->suspects == 0 && r->done == r->count)
        end_process(r, true);
}
