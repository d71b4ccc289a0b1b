/* SPDX-License-Identifier: MIT */
/* Asks one adapter every case, and goes on whatever becomes of it. */
#include "base/base.h"
#include "judge/judge.h"
#include "processes/processes.h"
#include "protocol/protocol.h"
#include "results/results.h"

#include "run.h"
#include <stdlib.h>
#include <string.h>

typedef enum case_state { TO_ASK, SUSPECT, ASKED, DONE } case_state;

/* Cases that are asked each in a process of its own, whose input is ended after the answer. */
typedef struct trial {
    size_t cases[2];
    process_end ends[2];
    char words[2][160]; /* on how each ended */
    unsigned count;     /* 0: none is held */
    unsigned begun;
    unsigned ended;
} trial;

typedef struct run {
    uv_loop_t *loop;
    uv_timer_t silence; /* nothing came for too long */
    uint64_t due;       /* when it is to say so */
    bool expired;       /* it did, and what waited to be read was read since */
    unsigned pauses;    /* that put off `due` */
    uv_timer_t tick;
    uint64_t ticked;
    char *const *command;
    const uriproof_vector *const *vectors;
    const uriproof_result **results;
    store *store; /* of their words */
    case_state *states;
    size_t count;
    const run_options *options;
    hello *greeting;
    uriproof_error *error;
    struct process *process;
    octet_buffer lines; /* to be written */
    size_t kept_room;   /* of answers, see truncate.h */

    bool greeted;      /* this process has said hello */
    bool ever_greeted; /* some process has */
    bool leaving;      /* this process has no more to do, and its input is ended */
    bool took_memory;  /* this process took more than it may, which is what went wrong */
    bool over;         /* nothing more is to be done */
    bool any_failed;   /* some case failed so */
    bool blamed_for_memory;
    bool answered_before; /* this process has answered a case, and nothing went wrong since */
    run_end end;

    size_t next; /* the first case that may still be TO_ASK */
    size_t done;
    size_t bad;
    size_t in_flight;
    size_t suspects;      /* cases that are SUSPECT */
    size_t first_suspect; /* no case before it is one */
    bool careful;         /* one at a time, since suspects were among those in flight */
    size_t prior;         /* the suspect to be asked before the others; count if none is */
    trial trial;
    size_t retried;   /* the case on trial that timed out, and has more time now; count if none */
    unsigned retries; /* that were begun */
    uint64_t asked_late; /* when it was asked again */
    unsigned restarts;
    unsigned failed_in_a_row; /* cases */

    /* asked[id - first_id] is the case that `id` asked; ids of an earlier process are no more. */
    size_t *asked;
    size_t asked_count;
    size_t answerable; /* of them: asked before the lines were read that are judged now */
    uint64_t first_id;

    size_t last_answered; /* the case that was answered last; count if none was */
    /* Something went wrong with several cases in flight. If none of them does it again, then
     * this one is blamed. */
    bool unexplained;
    size_t blamed;
    uriproof_outcome blamed_outcome;
    char blamed_words[101];
} run;

/* What goes in a circle: a line, silence or an end leads to what is asked next or to who is blamed,
 * and these to a new process and its first line. */

/* Asks what there is room for, or ends the input where all is answered. */
static void run_go_on(run *r);

/* The same after each answer, where it is worth it; ends nothing. */
static void run_ask_ahead(run *r);

/* Ends the process; another is asked what is left, or the run is done. */
static void run_restart(run *r);

/* A line after the hello. */
static void run_on_answer(run *r, const char *line, size_t length);

/* The process died, was silent too long, or wrote what belongs to no case. */
static void run_something_wrong(run *r, uriproof_outcome outcome, const char *detail);

/* An answer to `at` is broken (`count`: an answer to none is). */
static void run_broken_answer(run *r, size_t at, const char *words);

/* What went wrong and was not explained did not happen again; `why` is said with it. */
static void run_blame(run *r, const char *why);

/* The process has ended whose input was ended. */
static void run_left(run *r, const process_end *end);

enum {
    MOST_RESTARTS = 3, /* in a row, without an answer in between */
    LATE_MS = 100,     /* a tick that is so late: the harness itself stood still */
    TICK_MS = 100      /* how often a request to stop is looked for */
};

/* Is the result of vectors[at] a bad one? */
static bool run_found_bad(const run *r, size_t at)
{
    const run_options *options = r->options;
    const uriproof_result *result = r->results[at];
    if (options->is_bad == NULL)
        return !uriproof_outcomes[result->outcome].good;
    return options->is_bad(options->is_bad_self, r->greeting, r->vectors[at], result);
}

/* Puts *result, which lives as long as the store, in the place of one that the case may have. */
static void settle(run *r, size_t at, const uriproof_result *result)
{
    bool again = r->states[at] == DONE;
    r->bad -= again && run_found_bad(r, at);
    r->done += !again;
    r->states[at] = DONE;
    r->results[at] = result;
    r->bad += run_found_bad(r, at);
    if (r->options->progress != NULL)
        r->options->progress(r->options->progress_self, r->done, r->bad);
}

/* The result of vectors[at], in place of one that it may have; `detail` may be NULL, and is
 * copied. */
static void run_settle(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    uriproof_result result;
    memset(&result, 0, sizeof result); /* the padding too, since equal results are kept once */
    result.outcome = outcome;
    if (detail != NULL && detail[0] != '\0')
        result.detail = store_text(r->store, detail);
    settle(r, at, store_once(r->store, &result, sizeof result));
}

/* Tells the caller what is no case's result. */
static void run_note(const run *r, const char *words)
{
    if (r->options->note != NULL)
        r->options->note(r->options->note_self, words);
}

/* How the process ended, with its last words. */
static void run_describe_end(run *r, const process_end *end, char *words, size_t room)
{
    char line[160];
    process_last_error_line(r->process, line, sizeof line);
    process_end_words(end, line, words, room);
}

/* Nothing more is to be done; only the first call counts. */
static void run_finish(run *r, run_end end)
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

/* No process can be asked: `words` say why. It is tried again some times. */
static void run_no_start(run *r, const char *words)
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

/* ---- How long an adapter may say nothing ---- */

enum {
    HELLO_MS = 10000, /* to start and to say hello; a virtual machine takes its time */
    MOST_PAUSES = 3,  /* that are not held against an adapter while it is silent */
    MORE_TIME = 10    /* times the limit, for a case that is tried again */
};

/* How long a case may take, in milliseconds: one that is tried again has more time. */
static uint64_t run_time_limit(const run *r)
{
    return r->options->timeout_ms * (r->retried < r->count ? MORE_TIME : 1);
}

static void on_silence(uv_timer_t *timer)
{
    run *r = timer->data;
    char words[120];
    if (!r->expired) { /* a timer is served before what came in: an answer may be waiting */
        r->expired = true;
        uv_timer_start(&r->silence, on_silence, 1, 0);
        return;
    }
    if (!r->greeted) {
        snprintf(words, sizeof words, "said no hello within %d seconds", HELLO_MS / 1000);
        run_no_start(r, words);
        return;
    }
    int length = snprintf(words, sizeof words, "no answer within %llu ms",
                          (unsigned long long)r->options->timeout_ms);
    if (r->retried < r->count)
        snprintf(words + length, sizeof words - (size_t)length, ", nor within %llu ms alone",
                 (unsigned long long)run_time_limit(r));
    run_something_wrong(r, URIPROOF_TIMEOUT, words);
}

static void expect_words(run *r, uint64_t within_ms)
{
    r->due = uv_now(r->loop) + within_ms;
    r->expired = false;
    r->pauses = 0;
    uv_timer_start(&r->silence, on_silence, within_ms, 0);
}

static void run_watch_silence(run *r)
{
    if (r->in_flight > 0)
        expect_words(r, run_time_limit(r));
    else
        uv_timer_stop(&r->silence);
}

/* The harness stood still for so long (it was stopped, or had no processor), and the adapter may
 * have done so with it. */
static void run_put_off_silence(run *r, uint64_t pause)
{
    if (!uv_is_active((uv_handle_t *)&r->silence) || r->pauses == MOST_PAUSES)
        return;
    r->pauses++;
    r->expired = false;
    r->due += pause;
    uint64_t now = uv_now(r->loop);
    uv_timer_start(&r->silence, on_silence, r->due > now ? r->due - now : 1, 0);
}

/* ---- What comes from a process ---- */

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

static void run_write(run *r)
{
    if (r->lines.length > 0)
        process_write(r->process, &r->lines);
}

static void greet(run *r)
{
    static const char greeting[] = "{\"op\":\"hello\",\"protocol\":1}\n";
    buffer_add(&r->lines, greeting, sizeof greeting - 1);
    run_write(r);
    expect_words(r, HELLO_MS);
}

static void begin_process(run *r)
{
    int error = 0;
    process_owner owner = {r, on_line, on_ended};
    process_limits limits = {r->options->reaper, r->options->memory_limit};
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

static void run_restart(run *r)
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
                    const uriproof_result **results, store *s, uriproof_error *error)
{
    run r = {.loop = loop,
             .command = command,
             .vectors = vectors,
             .results = results,
             .store = s,
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
        results[i] = &uriproof_not_run;
    begin(&r);
    uv_run(loop, UV_RUN_DEFAULT);
    free(r.states);
    free(r.asked);
    buffer_free(&r.lines);
    return r.end;
}

/* ---- Which case is asked next, and by which request; and when all were ---- */

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

static void remember(run *r, size_t at)
{
    r->asked = list_grown(r->asked, r->asked_count, sizeof *r->asked);
    r->asked[r->asked_count++] = at;
}

static void ask(run *r, size_t at)
{
    line_write_request(&r->lines, (int64_t)(r->first_id + r->asked_count),
                       &r->vectors[at]->request);
    remember(r, at);
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
            run_settle(r, at, URIPROOF_UNSUPPORTED, uriproof_no_such_operation);
    }
}

/* Work for the adapter while the answers that came with this one are judged: else the two would
 * wait for each other by turns. Writing for each answer would cost more than that. */
static void run_ask_ahead(run *r)
{
    size_t window = r->options->window, ahead = window / ASKED_AHEAD;
    bool plain = r->greeted && !r->over && !r->leaving && !r->careful && r->trial.count == 0;
    if (!plain || ahead == 0 || window - r->in_flight < ahead)
        return;
    fill_window(r);
    run_write(r);
}

/* What was asked ahead is to be asked as if it never was: what is judged now was read before, and
 * the process is not asked further. */
static void run_withdraw_ahead(run *r)
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

static void run_go_on(run *r)
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
    run_watch_silence(r);
    if (r->in_flight == 0 && r->suspects == 0 && r->done == r->count)
        end_process(r, true);
}

/* ---- What an adapter writes after its hello: an answer, or what is none ---- */

enum { SHOWN = 40 }; /* octets of a line that is not JSON */

/* The case that the id `id` asked; count where no case did. */
static size_t case_of_number(const run *r, double id)
{
    double first = (double)r->first_id;
    if (!(id >= first && id < first + (double)r->answerable))
        return r->count;
    size_t at = (size_t)(id - first);
    return (double)at == id - first ? r->asked[at] : r->count;
}

static size_t case_of_id(const run *r, const cJSON *object)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    return cJSON_IsNumber(id) ? case_of_number(r, id->valuedouble) : r->count;
}

static bool is_right(const judgement *j)
{
    return j->outcome == URIPROOF_AGREE || j->outcome == URIPROOF_SLOW;
}

/* Right, not only up to what the adapter declares, and with nothing in it that could change and be
 * right all the same. */
static bool agrees(const judgement *j)
{
    return is_right(j) && j->plain;
}

/* Judges that an answer came after the time limit, to a case that is tried again: a right one is
 * slow, any other says how long it took. */
static void judge_lateness(run *r, size_t at, judgement *j)
{
    if (at != r->retried)
        return;
    r->retried = r->count;
    uv_update_time(r->loop);
    uint64_t took = uv_now(r->loop) - r->asked_late;
    if (took <= r->options->timeout_ms)
        return;
    if (r->blamed_outcome == URIPROOF_TIMEOUT)
        r->unexplained = false;
    if (j->outcome == URIPROOF_AGREE)
        j->outcome = URIPROOF_SLOW;
    judgement judged = *j;
    snprintf(j->detail, sizeof j->detail, "answered after %.1f s on this machine%s%.100s",
             (double)took / 1000, judged.detail[0] != '\0' ? "; " : "", judged.detail);
}

/* Has the answer words or parts that a report shows? Of an agreement only what it is up to. */
static bool is_told(const judgement *j)
{
    return !is_right(j) ? j->outcome != URIPROOF_UNSUPPORTED : j->up_to;
}

/* Returns what is said of an answer, in the store. */
static const uriproof_result *result_of(run *r, size_t at, const judgement *j,
                                        const uriproof_answer *given)
{
    const uriproof_vector *vector = r->vectors[at];
    uriproof_result result;
    memset(&result, 0, sizeof result);
    result.outcome = j->outcome;
    if (j->detail[0] != '\0')
        result.detail = store_text(r->store, j->detail);
    if (!agrees(j)) {
        result.answer = answer_hash(vector->request.op, given);
        result.up_to = j->up_to && is_right(j);
        if (r->options->dated)
            result.right_in = right_by_dialects(
                r->options->dialect, vector, &r->greeting->transforms, given, j->outcome, r->store);
        if (is_told(j))
            result.given = truncated_answer_text(r->store, vector->request.op, given, &r->kept_room,
                                                 &result.shortened);
        uv_update_time(r->loop); /* which takes its time, and the adapter is not to pay for it */
    }
    return store_once(r->store, &result, sizeof result);
}

static void count_answer(run *r, size_t at, judgement *j, const uriproof_answer *given)
{
    judge_lateness(r, at, j);
    r->in_flight--;
    r->last_answered = at;
    r->restarts = 0;
    if (r->answered_before) /* so the answer before was not followed by what is none */
        r->failed_in_a_row = 0;
    r->answered_before = true;
    if (agrees(j) && j->detail[0] == '\0') /* most do */
        settle(r, at, &uriproof_plain_agreement);
    else
        settle(r, at, result_of(r, at, j, given));
}

static judgement judge_answer(const run *r, size_t at, const uriproof_answer *given)
{
    const judge_terms terms = {.dialect = r->options->dialect,
                               .readings = &r->options->readings,
                               .transforms = &r->greeting->transforms,
                               .splits = r->greeting->splits != NULL,
                               .exact = r->options->exact};
    return judge(&terms, r->vectors[at], given);
}

static void take_answer(run *r, size_t at, const uriproof_answer *given)
{
    judgement j = judge_answer(r, at, given);
    count_answer(r, at, &j, given);
}

static void on_object(run *r, cJSON *object)
{
    uriproof_answer given;
    uriproof_error error;
    size_t at = case_of_id(r, object);
    if (at == r->count)
        run_broken_answer(r, at, "an answer to no request");
    else if (r->states[at] == DONE)
        run_broken_answer(r, at, "a second answer");
    else if (!uriproof_answer_read(object, r->vectors[at]->request.op, URIPROOF_LET_KEYS, &given,
                                   &error))
        run_broken_answer(r, at, error.words);
    else
        take_answer(r, at, &given);
}

/* How a line begins, made printable: "scheme: a\x00,b". */
static void show_line(const char *line, size_t length, char *words, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < length && i < SHOWN && used + 8 < room; i++) {
        bool plain = uriproof_is_printable(line[i]) && line[i] != '\\';
        used += (size_t)snprintf(words + used, room - used, plain ? "%c" : "\\x%02x",
                                 (unsigned char)line[i]);
    }
    snprintf(words + used, room - used, "%s", length > SHOWN ? "..." : "");
}

/* True where the line is plain and its answer agrees as written. Any other is read as JSON:
 * whatever speaks against a parser comes from there. */
static bool agrees_plainly(run *r, const char *line, size_t length)
{
    line_plain plain;
    line_plain_words words;
    int64_t id;
    uriproof_answer given;
    if (!line_plain_id(line, length, &plain, &id))
        return false;
    size_t at = case_of_number(r, (double)id);
    if (at == r->count || r->states[at] == DONE ||
        !line_plain_answer(&plain, r->vectors[at]->request.op, &words, &given))
        return false;
    judgement j = judge_answer(r, at, &given);
    if (j.outcome != URIPROOF_AGREE || !j.plain)
        return false;
    count_answer(r, at, &j, &given);
    return true;
}

static void on_json(run *r, const char *line, size_t length)
{
    uriproof_error error;
    cJSON *object = line_read(line, length, &error);
    if (object == NULL) {
        char words[300], shown[SHOWN * 4 + 16];
        show_line(line, length, shown, sizeof shown);
        snprintf(words, sizeof words, "%.110s: \"%s\"", error.words, shown);
        run_broken_answer(r, r->count, words);
    } else {
        on_object(r, object);
    }
    cJSON_Delete(object);
}

static void run_on_answer(run *r, const char *line, size_t length)
{
    if (!agrees_plainly(r, line, length))
        on_json(r, line, length);
}

/*
 * Something went wrong: which case did it?
 *
 * Many requests are in flight at once. When the process dies, falls silent or writes
 * something that belongs to no case, the culprit is among the cases in flight: they become
 * suspects, and a fresh process is asked them one at a time, the first that was not answered before
 * the others: most parsers answer in order, and if the process dies of that one too, with nothing
 * asked before it, nobody else did it. What goes wrong later is that one's that is asked, or that
 * of the case that was answered just before: a parser may answer one case and die of it only then.
 * The two are tried, each in a process of its own (on_exit.c).
 *
 * A parser that crashes now and then costs two starts for each crash: one to prove it, one to go
 * on.
 */
enum {
    MOST_FAILED = 64, /* cases in a row, with no two answered in a row in between */
    ELSEWHERE = 4,    /* each so many of them, one is asked that is far from the others */
    MOST_RETRIES = 10 /* of cases that timed out */
};

/* What went wrong did not happen again. A crash or a broken answer was there to be seen, and one
 * of those that it may belong to is named; that a machine was slow for once is no result, nor is
 * memory that was taken little by little, by a leak or by who collects it late, the work of one
 * case; and a case that failed meanwhile keeps what is certain. */
static void run_blame(run *r, const char *why)
{
    char words[200];
    snprintf(words, sizeof words, "%s (%s)", r->blamed_words, why);
    r->unexplained = false;
    bool failed =
        r->states[r->blamed] == DONE && !uriproof_outcomes[r->results[r->blamed]->outcome].good;
    if (r->blamed_outcome == URIPROOF_TIMEOUT || r->blamed_for_memory || failed)
        run_note(r, words);
    else
        run_settle(r, r->blamed, r->blamed_outcome, words);
}

/* Cases in flight go back: to be asked as before, or one at a time. */
static void take_back(run *r, case_state state)
{
    for (size_t i = 0; i < r->asked_count; i++) {
        size_t at = r->asked[i];
        if (r->states[at] != ASKED)
            continue;
        r->states[at] = state;
        r->suspects += state == SUSPECT;
    }
    if (state == SUSPECT)
        r->careful = true;
    r->in_flight = 0;
    r->first_suspect = 0;
    r->next = 0;
}

/* The one case in flight, when there is but one. */
static size_t only_one_asked(const run *r)
{
    size_t i = r->asked_count;
    while (i > 0 && r->states[r->asked[i - 1]] != ASKED)
        i--;
    return i > 0 ? r->asked[i - 1] : r->count;
}

/* The result of `at` is not to be trusted: it is asked again. */
static void unsettle(run *r, size_t at)
{
    r->bad -= run_found_bad(r, at);
    r->done--;
    r->states[at] = SUSPECT;
    r->suspects++;
}

/* None can be named yet. If nothing more is found out, `blamed` is. */
static void remember_unexplained(run *r, size_t blamed, uriproof_outcome outcome,
                                 const char *detail)
{
    if (r->unexplained && r->blamed_outcome != URIPROOF_TIMEOUT)
        return;
    r->unexplained = true;
    r->blamed = blamed;
    r->blamed_outcome = outcome;
    r->blamed_for_memory = r->took_memory;
    snprintf(r->blamed_words, sizeof r->blamed_words, "%s", detail);
}

/* Several are in flight. Each is asked once more by itself, and so is what was answered last;
 * before them the one that most likely did it. */
static void suspect_all(run *r, size_t blamed, uriproof_outcome outcome, const char *detail)
{
    remember_unexplained(r, blamed, outcome, detail);
    if (outcome != URIPROOF_TIMEOUT && r->last_answered < r->count &&
        r->states[r->last_answered] == DONE) {
        unsettle(r, r->last_answered);
    }
    r->prior = blamed;
    take_back(r, SUSPECT);
    run_restart(r);
}

/* One is in flight, and `before` was answered before it by the same process: either may have done
 * it. Silence can only be that of the one that did not answer. */
static void try_both(run *r, size_t before, uriproof_outcome outcome, const char *detail)
{
    size_t at = only_one_asked(r);
    remember_unexplained(r, at, outcome, detail);
    r->trial = (trial){.cases = {at, before}, .count = 1};
    if (outcome != URIPROOF_TIMEOUT) {
        r->trial.count = 2;
        if (r->states[before] == DONE)
            unsettle(r, before);
    }
    take_back(r, SUSPECT);
    run_restart(r);
}

/* What goes wrong first is told at once: a run over an adapter that is broken altogether takes its
 * time. */
static void tell_first(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    char words[400];
    if (r->any_failed || r->options->first_failure == NULL)
        return;
    r->any_failed = true;
    snprintf(words, sizeof words, "%s: %s: %s", r->vectors[at]->id, uriproof_outcomes[outcome].name,
             detail);
    r->options->first_failure(r->options->note_self, words);
}

/* The adapter answers nothing any more. Before that is said, each ELSEWHERE-th case was one that is
 * far from the others: a parser that dies of a kind of text, of which the vectors have hundreds one
 * after the other, answers some other, and so never gets here. That many vectors make it crash is
 * no reason to leave off. */
static bool answers_nothing(const run *r)
{
    return r->failed_in_a_row >= MOST_FAILED && r->done < r->count;
}

/* What was answered and was to be asked again is not to be trusted, and which cases that are is a
 * matter of time. */
static void leave_off(run *r, const char *detail)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->states[i] != DONE && r->results[i]->outcome != URIPROOF_NOT_RUN)
            run_settle(r, i, URIPROOF_NOT_RUN, NULL);
    uriproof_error_set(r->error, "given up: %d cases in a row got no answer, the last: %s",
                       MOST_FAILED, detail);
    run_finish(r, RUN_GIVEN_UP);
}

/* The next case is one from elsewhere, asked before the suspects. The steps are of about five
 * eighths of all cases, so that a few of them are spread over all. */
static void look_elsewhere(run *r)
{
    size_t step = r->count / 8 * 5 + 1, from = step * (r->failed_in_a_row / ELSEWHERE) % r->count;
    for (size_t i = 0; i < r->count; i++) {
        size_t at = (from + i) % r->count;
        if (r->states[at] != TO_ASK)
            continue;
        r->states[at] = SUSPECT;
        r->suspects++;
        r->careful = true;
        r->prior = at;
        return;
    }
}

/* What went wrong is explained: who was under suspicion is asked like any other. But if one case
 * after the other has failed, the next is better asked alone, too. */
static void clear_suspects(run *r)
{
    if (r->unexplained || r->failed_in_a_row > 0)
        return;
    for (size_t i = 0; r->suspects > 0 && i < r->count; i++) {
        if (r->states[i] != SUSPECT)
            continue;
        r->states[i] = TO_ASK;
        r->suspects--;
    }
    r->careful = false;
    r->prior = r->count;
}

/* `at` is the culprit; the others in flight are innocent. What went wrong before in another way is
 * not explained by that. */
static void record_failure(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    if (r->states[at] == ASKED)
        r->in_flight--;
    if (r->states[at] == SUSPECT)
        r->suspects--;
    r->trial.count = 0;
    run_settle(r, at, outcome, detail);
    tell_first(r, at, outcome, detail);
    if (outcome == r->blamed_outcome || r->blamed_outcome == URIPROOF_TIMEOUT)
        r->unexplained = false;
    r->retried = r->count;
    take_back(r, r->careful ? SUSPECT : TO_ASK);
    clear_suspects(r);
    r->failed_in_a_row++;
    if (answers_nothing(r)) {
        leave_off(r, detail);
        return;
    }
    if (r->failed_in_a_row % ELSEWHERE == 0)
        look_elsewhere(r);
    run_restart(r);
}

/* The only case in flight was not answered in time, by a process that was asked nothing else. It is
 * tried once more, with more time: a machine may be slow, and so may a parser be that is right. */
static bool try_again(run *r, size_t at, uriproof_outcome outcome)
{
    if (outcome != URIPROOF_TIMEOUT || at == r->retried || r->retries == MOST_RETRIES)
        return false;
    r->retries++;
    r->retried = at;
    r->trial = (trial){.cases = {at}, .count = 1};
    take_back(r, SUSPECT);
    run_restart(r);
    return true;
}

static void run_something_wrong(run *r, uriproof_outcome outcome, const char *detail)
{
    size_t first = r->count;
    for (size_t i = 0; i < r->asked_count && first == r->count; i++)
        if (r->states[r->asked[i]] == ASKED)
            first = r->asked[i];
    bool answered = r->last_answered < r->count;
    if (r->in_flight == 0 && answered)
        record_failure(r, r->last_answered, outcome, detail);
    else if (r->in_flight == 1 && !answered && try_again(r, first, outcome))
        return;
    else if (r->in_flight == 1 && !answered)
        record_failure(r, first, outcome, detail);
    else if (r->in_flight == 1)
        try_both(r, r->last_answered, outcome, detail);
    else
        suspect_all(r, outcome == URIPROOF_PROTOCOL_ERROR && answered ? r->last_answered : first,
                    outcome, detail);
}

/* A second answer came for `at`, or a broken one while others were in flight. */
static void suspect_again(run *r, size_t at, const char *detail)
{
    if (r->in_flight == 1) {
        try_both(r, at, URIPROOF_PROTOCOL_ERROR, detail);
        return;
    }
    if (r->states[at] == DONE)
        unsettle(r, at);
    suspect_all(r, at, URIPROOF_PROTOCOL_ERROR, detail);
}

/* An answer to `at` is broken (`count`: an answer to none is). While others are in flight it may
 * be that of another, under an id that is not its own; a second answer may be so even when but
 * one is. Then `at` and that one are asked once more, each in a process of its own. */
static void run_broken_answer(run *r, size_t at, const char *words)
{
    char detail[300];
    snprintf(detail, sizeof detail, "broken answer: %s", words);
    run_withdraw_ahead(r);
    bool second = at < r->count && r->states[at] == DONE;
    if (at == r->count) {
        run_something_wrong(r, URIPROOF_PROTOCOL_ERROR, detail);
    } else if (r->in_flight == (second ? 0 : 1)) {
        record_failure(r, at, URIPROOF_PROTOCOL_ERROR, detail);
    } else {
        suspect_again(r, at, detail);
    }
}

/* ---- How a process left that was to leave: after all cases, or after one that is on trial ----
 */

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
            record_failure(r, t.cases[i],
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

static void run_left(run *r, const process_end *end)
{
    if (r->trial.count > 0)
        left_on_trial(r, end);
    else
        left_for_good(r, end);
}
