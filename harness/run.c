/* SPDX-License-Identifier: MIT */
/*
 * Many requests are in flight at once. When the process dies, falls silent or writes
 * something that belongs to no case, the culprit is among the cases in flight: they become
 * suspects, and a fresh process is asked them one at a time. What goes wrong then is that one's,
 * or that of the case that was answered just before: a parser may answer one case and die of it
 * only then. The two are tried, each in a process of its own.
 */
#include "run.h"

#include "process_words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELLO_MS = 10000,  /* to start and to say hello; a virtual machine takes its time */
    MOST_RESTARTS = 3, /* in a row, without an answer in between */
    MOST_STRUCK = 64,  /* cases in a row, with no two answered in a row in between */
    ELSEWHERE = 4,     /* each so many of them, one is asked that is far from the others */
    SHOWN = 40,        /* octets of a line that is not JSON */
    MOST_DEPTH = 32,   /* of arrays and objects in an answer */
    MOST_PAUSES = 3,   /* that are not held against an adapter while it is silent */
    LATE_MS = 100,     /* a tick that is so late: the harness itself stood still */
    TICK_MS = 100      /* how often a request to stop is looked for */
};

typedef enum case_state { TO_ASK, SUSPECT, ASKED, DONE } case_state;

/* Cases that are asked each in a process of its own, whose input is ended behind the answer. */
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
    uriproof_result *results;
    case_state *states;
    size_t count;
    const run_options *options;
    hello *greeting;
    uriproof_error *error;
    struct process *process;
    text lines; /* to be written */

    bool greeted;      /* this process has said hello */
    bool ever_greeted; /* some process has */
    bool leaving;      /* this process has no more to do, and its input is ended */
    bool took_memory;  /* this process took more than it may, which is what went wrong */
    bool over;         /* nothing more is to be done */
    bool ever_struck;  /* some case was */
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
    unsigned restarts;
    unsigned struck; /* cases in a row */

    /* asked[id - first_id] is the case that `id` asked; ids of an earlier process are no more. */
    size_t *asked;
    size_t asked_count;
    size_t asked_room;
    uint64_t first_id;

    size_t last_answered; /* the case that was answered last; count if none was */
    /* Something went wrong with several cases in flight. If none of them does it again, then
     * this one is blamed. */
    bool unexplained;
    size_t blamed;
    uriproof_outcome blamed_outcome;
    char blamed_words[101];
} run;

static void begin_process(run *r);

/* ---- Results ---- */

static void settle(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    uriproof_result *result = &r->results[at];
    bool again = r->states[at] == DONE;
    bool was_bad = again && !uriproof_outcomes[result->outcome].good;
    r->bad += !was_bad && !uriproof_outcomes[outcome].good;
    r->done += !again;
    r->states[at] = DONE;
    result->outcome = outcome;
    free(result->detail);
    cJSON_Delete(result->given);
    result->given = NULL;
    result->up_to = false;
    result->detail = detail != NULL && detail[0] != '\0' ? strdup(detail) : NULL;
    if (r->options->progress != NULL)
        r->options->progress(r->options->progress_self, r->done, r->bad);
}

static void describe_end(run *r, const process_end *end, char *words, size_t room)
{
    char line[80];
    process_last_error_line(r->process, line, sizeof line);
    process_end_words(end, line, words, room);
}

/* ---- Asking ---- */

static void finish(run *r, run_end end)
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
    const uriproof_request *request = &r->vectors[at]->request;
    cJSON *object = cJSON_CreateObject();
    char id[32];
    snprintf(id, sizeof id, "%" PRIu64, r->first_id + r->asked_count);
    cJSON_AddRawToObject(object, "id", id);
    cJSON_AddItemToObjectCS(object, "op",
                            cJSON_CreateStringReference(uriproof_ops[request->op].name));
    bool added = uriproof_request_write(object, request) && text_add_json(&r->lines, object) &&
                 text_add(&r->lines, "\n", 1);
    cJSON_Delete(object);
    if (!added || !remember(r, at)) {
        settle(r, at, URIPROOF_NOT_RUN, "out of memory");
        return;
    }
    r->states[at] = ASKED;
    r->in_flight++;
}

static void on_silence(uv_timer_t *timer);

static void expect_words(run *r, uint64_t within_ms)
{
    r->due = uv_now(r->loop) + within_ms;
    r->expired = false;
    r->pauses = 0;
    uv_timer_start(&r->silence, on_silence, within_ms, 0);
}

static void watch_silence(run *r)
{
    if (r->in_flight > 0)
        expect_words(r, r->options->timeout_ms);
    else
        uv_timer_stop(&r->silence);
}

static void note(const run *r, const char *words)
{
    if (r->options->note != NULL)
        r->options->note(r->options->note_self, words);
}

/* What went wrong did not happen again. A crash or a broken answer was there to be seen, and one
 * of those that it may belong to is named; that a machine was slow for once is no result, nor is
 * memory that was taken little by little, by a leak or by who collects it late, the work of one
 * case; and a case that was struck meanwhile keeps what is certain. */
static void blame(run *r, const char *why)
{
    char words[200];
    snprintf(words, sizeof words, "%s (%s)", r->blamed_words, why);
    r->unexplained = false;
    bool struck =
        r->states[r->blamed] == DONE && !uriproof_outcomes[r->results[r->blamed].outcome].good;
    if (r->blamed_outcome == URIPROOF_TIMEOUT || r->blamed_for_memory || struck)
        note(r, words);
    else
        settle(r, r->blamed, r->blamed_outcome, words);
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
            settle(r, at, URIPROOF_UNSUPPORTED, "the adapter has no such operation");
    }
}

static void restart(run *r);

/* This process has answered all that it is to be asked; how it leaves is looked at. */
static void end_process(run *r, bool deaf)
{
    r->leaving = true;
    uv_timer_stop(&r->silence);
    process_end_input(r->process, deaf);
}

static void go_on(run *r)
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
            blame(r, "not again one at a time");
    }
    fill_window(r);
    if (r->lines.length > 0)
        process_write(r->process, &r->lines);
    watch_silence(r);
    if (r->in_flight == 0 && r->suspects == 0 && r->done == r->count)
        end_process(r, true);
}

/* ---- When something goes wrong ---- */

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

static void restart(run *r)
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
        blame(r, "not again one at a time");
    finish(r, RUN_DONE);
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
    r->bad -= !uriproof_outcomes[r->results[at].outcome].good;
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

/* Several are in flight. Each is asked once more by itself, and before them what was answered
 * last. */
static void suspect_all(run *r, size_t blamed, uriproof_outcome outcome, const char *detail)
{
    remember_unexplained(r, blamed, outcome, detail);
    if (outcome != URIPROOF_TIMEOUT && r->last_answered < r->count &&
        r->states[r->last_answered] == DONE) {
        r->prior = r->last_answered;
        unsettle(r, r->prior);
    }
    take_back(r, SUSPECT);
    restart(r);
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
    restart(r);
}

/* What goes wrong first is told at once: a run over an adapter that is broken altogether takes its
 * time. */
static void tell_first(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    char words[400];
    if (r->ever_struck)
        return;
    r->ever_struck = true;
    snprintf(words, sizeof words, "%s: %s: %s", r->vectors[at]->id, uriproof_outcomes[outcome].name,
             detail);
    note(r, words);
}

/* The adapter answers nothing any more. Before that is said, each ELSEWHERE-th case was one that is
 * far from the others: a parser that dies of a kind of text, of which the vectors have hundreds one
 * behind the other, answers some other, and so never gets here. That many vectors make it crash is
 * no reason to leave off. */
static bool answers_nothing(const run *r)
{
    return r->struck >= MOST_STRUCK && r->done < r->count;
}

static void leave_off(run *r, const char *detail)
{
    uriproof_error_set(r->error, "given up: %d cases in a row got no answer, the last: %s",
                       MOST_STRUCK, detail);
    finish(r, RUN_INCOMPLETE);
}

/* The next case is one from elsewhere, asked before the suspects. The steps are of about five
 * eighths of all cases, so that a few of them are spread over all. */
static void look_elsewhere(run *r)
{
    size_t step = r->count / 8 * 5 + 1, from = step * (r->struck / ELSEWHERE) % r->count;
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

/* `at` is the culprit; the others in flight are innocent. What went wrong before in another way is
 * not explained by that. */
static void strike(run *r, size_t at, uriproof_outcome outcome, const char *detail)
{
    if (r->states[at] == ASKED)
        r->in_flight--;
    if (r->states[at] == SUSPECT)
        r->suspects--;
    r->trial.count = 0;
    settle(r, at, outcome, detail);
    tell_first(r, at, outcome, detail);
    if (outcome == r->blamed_outcome || r->blamed_outcome == URIPROOF_TIMEOUT)
        r->unexplained = false;
    take_back(r, r->careful ? SUSPECT : TO_ASK);
    r->struck++;
    if (answers_nothing(r)) {
        leave_off(r, detail);
        return;
    }
    if (r->struck % ELSEWHERE == 0)
        look_elsewhere(r);
    restart(r);
}

static void something_wrong(run *r, uriproof_outcome outcome, const char *detail)
{
    size_t first = r->count;
    for (size_t i = 0; i < r->asked_count && first == r->count; i++)
        if (r->states[r->asked[i]] == ASKED)
            first = r->asked[i];
    bool answered = r->last_answered < r->count;
    if (r->in_flight == 0 && answered)
        strike(r, r->last_answered, outcome, detail);
    else if (r->in_flight == 1 && !answered)
        strike(r, first, outcome, detail);
    else if (r->in_flight == 1)
        try_both(r, r->last_answered, outcome, detail);
    else
        suspect_all(r, outcome == URIPROOF_PROTOCOL_ERROR && answered ? r->last_answered : first,
                    outcome, detail);
}

/* ---- The end of a process that was to leave ---- */

/* It did not leave as a process does that is well. One that would not leave is no fault of a
 * case. */
static bool left_badly(const process_end *end)
{
    return end->line_too_long || end->took_memory ||
           (!end->killed && (end->signal != 0 || end->status != 0));
}

/* All is answered, but that is not all that is to be known. */
static void left(run *r, const process_end *end)
{
    char words[160], all[200];
    describe_end(r, end, words, sizeof words);
    snprintf(all, sizeof all, "at the end of its input it %s", words);
    if (!left_badly(end)) {
        finish(r, RUN_DONE);
    } else if (end->signal == 0 || end->took_memory) {
        note(r, all);
        finish(r, RUN_DONE);
    } else {
        uriproof_error_set(r->error, "%s", all);
        finish(r, RUN_INCOMPLETE);
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
            strike(r, t.cases[i],
                   t.ends[i].line_too_long ? URIPROOF_PROTOCOL_ERROR : URIPROOF_CRASH, t.words[i]);
            return;
        }
    }
    if (r->unexplained && r->suspects == 0)
        blame(r, "not again one at a time");
    if (r->done == r->count)
        left(r, &t.ends[t.count - 1]);
    else
        restart(r);
}

static void left_on_trial(run *r, const process_end *end)
{
    trial *t = &r->trial;
    char words[140];
    describe_end(r, end, words, sizeof words);
    snprintf(t->words[t->ended], sizeof t->words[0], "after its answer it %s", words);
    t->ends[t->ended++] = *end;
    if (t->ended == t->count)
        judge_trial(r);
    else
        restart(r);
}

static void no_start(run *r, const char *words);

static void on_silence(uv_timer_t *timer)
{
    run *r = timer->data;
    char words[80];
    if (!r->expired) { /* a timer is served before what came in: an answer may be waiting */
        r->expired = true;
        uv_timer_start(&r->silence, on_silence, 1, 0);
        return;
    }
    if (!r->greeted) {
        snprintf(words, sizeof words, "said no hello within %d seconds", HELLO_MS / 1000);
        no_start(r, words);
        return;
    }
    snprintf(words, sizeof words, "no answer within %llu ms",
             (unsigned long long)r->options->timeout_ms);
    something_wrong(r, URIPROOF_TIMEOUT, words);
}

/* The adapter worked once and does not any more: what is left cannot be asked. What was answered
 * and was to be asked again counts as it was answered. */
static void give_up(run *r, const char *words)
{
    if (r->unexplained)
        blame(r, "it does not start again to be asked one at a time");
    uriproof_error_set(r->error, "no longer starts: %s", words);
    finish(r, RUN_INCOMPLETE);
}

static void no_start(run *r, const char *words)
{
    if (!r->ever_greeted) {
        uriproof_error_set(r->error, "%s", words);
        finish(r, RUN_NOT_STARTED);
    } else if (++r->restarts >= MOST_RESTARTS) {
        give_up(r, words);
    } else {
        restart(r);
    }
}

static void on_ended(void *self, const process_end *end)
{
    run *r = self;
    char words[160];
    describe_end(r, end, words, sizeof words);
    r->took_memory = end->took_memory;
    if (!r->greeted) {
        char all[200];
        snprintf(all, sizeof all, "%s before it said hello", words);
        no_start(r, all);
    } else if (r->leaving && r->trial.count > 0) {
        left_on_trial(r, end);
    } else if (r->leaving) {
        left(r, end);
    } else if (end->line_too_long) {
        something_wrong(r, URIPROOF_PROTOCOL_ERROR, words);
    } else if (r->in_flight == 0) {
        restart(r);
    } else {
        something_wrong(r, URIPROOF_CRASH, words);
    }
}

/* ---- Answers ---- */

/* The case that the answer's id asked; count where no case did. */
static size_t case_of_id(const run *r, const cJSON *object)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    double first = (double)r->first_id;
    if (!cJSON_IsNumber(id) || id->valuedouble < first ||
        id->valuedouble >= first + (double)r->asked_count)
        return r->count;
    size_t at = (size_t)(id->valuedouble - first);
    return (double)at == id->valuedouble - first ? r->asked[at] : r->count;
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
static void broken_answer(run *r, size_t at, const char *words)
{
    char detail[300];
    snprintf(detail, sizeof detail, "broken answer: %s", words);
    bool second = at < r->count && r->states[at] == DONE;
    if (at == r->count) {
        something_wrong(r, URIPROOF_PROTOCOL_ERROR, detail);
    } else if (r->in_flight == (second ? 0 : 1)) {
        strike(r, at, URIPROOF_PROTOCOL_ERROR, detail);
    } else {
        suspect_again(r, at, detail);
    }
}

/* Keeps what was given, but for its id, for the report. It is read once more, since reading an
 * answer decodes its hexadecimal in place. */
static void keep_answer(run *r, size_t at, const char *line, size_t length)
{
    cJSON *given = cJSON_ParseWithLength(line, length);
    cJSON_DeleteItemFromObjectCaseSensitive(given, "id");
    r->results[at].given = given;
}

static void take_answer(run *r, size_t at, const uriproof_answer *given, const char *line,
                        size_t length)
{
    judgement j = judge(r->options->dialect, r->vectors[at], &r->options->readings,
                        &r->greeting->gives, given);
    r->in_flight--;
    r->last_answered = at;
    r->restarts = 0;
    if (r->answered_before) /* so the answer before was not followed by what is none */
        r->struck = 0;
    r->answered_before = true;
    settle(r, at, j.outcome, j.detail);
    r->results[at].up_to = j.outcome == URIPROOF_AGREE && j.up_to;
    if (j.outcome != URIPROOF_AGREE)
        keep_answer(r, at, line, length);
}

/* What is kept of an answer stands deeper in the results file, which all must be able to read. */
static bool is_deeper(const cJSON *item, unsigned depth)
{
    bool deeper = item->child != NULL && depth == 0;
    for (const cJSON *child = item->child; child != NULL && !deeper; child = child->next)
        deeper = is_deeper(child, depth - 1);
    return deeper;
}

static void on_object(run *r, cJSON *object, const char *line, size_t length)
{
    uriproof_answer given;
    uriproof_error error;
    size_t at = case_of_id(r, object);
    if (is_deeper(object, MOST_DEPTH))
        broken_answer(r, at, "it is nested over 32 deep");
    else if (at == r->count)
        broken_answer(r, at, "an answer to no request");
    else if (r->states[at] == DONE)
        broken_answer(r, at, "a second answer");
    else if (!uriproof_answer_read(object, r->vectors[at]->request.op, URIPROOF_LET_KEYS, &given,
                                   &error))
        broken_answer(r, at, error.words);
    else
        take_answer(r, at, &given, line, length);
}

/* How a line begins, made printable: "scheme: a\x00,b". */
static void show_line(const char *line, size_t length, char *words, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < length && i < SHOWN && used + 8 < room; i++) {
        unsigned char octet = (unsigned char)line[i];
        bool plain = octet >= 0x20 && octet <= 0x7e && octet != '\\';
        used += (size_t)snprintf(words + used, room - used, plain ? "%c" : "\\x%02x", octet);
    }
    snprintf(words + used, room - used, "%s", length > SHOWN ? "..." : "");
}

static void on_answer(run *r, const char *line, size_t length)
{
    uriproof_error error;
    cJSON *object = uriproof_json_read(line, length, &error);
    if (object == NULL) {
        char words[300], shown[SHOWN * 4 + 16];
        show_line(line, length, shown, sizeof shown);
        snprintf(words, sizeof words, "%.90s: \"%s\"", error.words, shown);
        broken_answer(r, r->count, words);
    } else {
        on_object(r, object, line, length);
    }
    cJSON_Delete(object);
}

static void on_hello(run *r, const char *line, size_t length)
{
    hello again = {0};
    hello *h = r->ever_greeted ? &again : r->greeting;
    uriproof_error error;
    if (!hello_read(line, length, h, &error)) {
        no_start(r, error.words);
        return;
    }
    if (r->ever_greeted) {
        bool same = hello_same(r->greeting, &again, &error);
        hello_free(&again);
        if (!same) {
            no_start(r, error.words);
            return;
        }
    }
    r->greeted = r->ever_greeted = true;
    go_on(r);
}

static void on_line(void *self, const char *line, size_t length)
{
    run *r = self;
    if (r->over || (r->leaving && r->trial.count == 0))
        return;
    if (line == NULL)
        go_on(r);
    else if (!r->greeted)
        on_hello(r, line, length);
    else
        on_answer(r, line, length);
}

/* ---- A process ---- */

static void greet(run *r)
{
    static const char greeting[] = "{\"op\":\"hello\",\"protocol\":1}\n";
    text_add(&r->lines, greeting, sizeof greeting - 1);
    process_write(r->process, &r->lines);
    expect_words(r, HELLO_MS);
}

static void begin_process(run *r)
{
    int error = 0;
    process_owner owner = {r, on_line, on_ended};
    process_limits limits = {r->options->keeper, r->options->memory_limit};
    r->first_id += r->asked_count;
    r->asked_count = 0;
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
    finish(r, RUN_NOT_STARTED);
}

/* The harness stood still for so long (it was stopped, or had no processor), and the adapter may
 * have done so with it. */
static void put_off_silence(run *r, uint64_t pause)
{
    if (!uv_is_active((uv_handle_t *)&r->silence) || r->pauses == MOST_PAUSES)
        return;
    r->pauses++;
    r->expired = false;
    r->due += pause;
    uint64_t now = uv_now(r->loop);
    uv_timer_start(&r->silence, on_silence, r->due > now ? r->due - now : 1, 0);
}

static void on_tick(uv_timer_t *timer)
{
    run *r = timer->data;
    uint64_t now = uv_now(r->loop), since = now - r->ticked;
    r->ticked = now;
    if (since > TICK_MS + LATE_MS)
        put_off_silence(r, since - TICK_MS);
    if (r->options->should_stop != NULL && r->options->should_stop(r->options->should_stop_self))
        finish(r, RUN_STOPPED);
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
                    uriproof_result *results, uriproof_error *error)
{
    run r = {.loop = loop,
             .command = command,
             .vectors = vectors,
             .results = results,
             .states = calloc(count + 1, sizeof *r.states),
             .count = count,
             .options = options,
             .greeting = greeting,
             .error = error,
             .first_id = 1,
             .prior = count,
             .blamed = count};
    *greeting = (hello){0};
    if (r.states == NULL) {
        uriproof_error_set(error, "out of memory");
        return RUN_NOT_STARTED;
    }
    for (size_t i = 0; i < count; i++)
        results[i] = (uriproof_result){.outcome = URIPROOF_NOT_RUN};
    begin(&r);
    uv_run(loop, UV_RUN_DEFAULT);
    free(r.states);
    free(r.asked);
    text_free(&r.lines);
    return r.end;
}
