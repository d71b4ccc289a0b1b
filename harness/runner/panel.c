/* SPDX-License-Identifier: MIT */
#include "panel.h"

#include "in_process/in_process.h"

#include <pthread.h>
#include <stdlib.h>

/* A parser and its thread, which stays as long as the panel: the end of a thread would end the
 * processes that it started (PR_SET_PDEATHSIG). */
typedef struct worker {
    panel *panel;
    asker *asker;
    hello greeting;
    store *store; /* of its replies, until all have replied */
    pthread_t thread;
    bool has_thread;
    size_t number;
    bool is_asked; /* in this round */
    size_t *asked; /* the questions of this round that are asked of it */
    run_end end;
    uriproof_error error;
    run_end failed; /* the first bad end; RUN_DONE: all were good */
    uriproof_error why;
} worker;

struct panel {
    worker *workers;
    size_t count;
    size_t at_once; /* how many may work at the same time */
    asker_options options;
    const class_namer *namer; /* or NULL */
    const char **callable;    /* the names of members, NULL of those that are not in process */
    in_process *in_process;   /* or NULL */
    bool shares;              /* it is that of another panel */
    bool *called;             /* the members that are asked there in this round */
    bool calls;               /* there are such, and they have not replied yet */
    bool asks;                /* others are asked in this round */
    bool starts;              /* in this round they only start */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock. */
    size_t round;   /* how often all were asked */
    size_t busy;    /* parsers that have not replied yet in this round */
    size_t working; /* those of them that are asked just now */
    bool closing;
    /* What is asked in this round. */
    panel_questions questions;
    reply *replies;
    store *store;
};

static const uriproof_request *question_of(const worker *w, size_t i)
{
    const panel_questions *q = &w->panel->questions;
    return &q->requests[q->own ? w->number * q->count + i : i];
}

static reply *reply_at(const worker *w, size_t at)
{
    return &w->panel->replies[w->asked[at] * w->panel->count + w->number];
}

static const uriproof_request *request_at(void *self, size_t at)
{
    const worker *w = self;
    return question_of(w, w->asked[at]);
}

/* Takes an answer; one that comes late is one all the same. */
static void take_answer(void *self, size_t at, const uriproof_answer *given, uint64_t late_ms)
{
    const worker *w = self;
    (void)late_ms;
    *reply_at(w, at) = reply_of_answer(w->store, request_at(self, at)->op, given);
}

static void take_failure(void *self, size_t at, uriproof_outcome outcome, const char *words)
{
    const worker *w = self;
    *reply_at(w, at) = reply_of_fault(w->store, outcome, words);
}

/* Waits until one more parser may work. */
static void begin_work(panel *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->working >= p->at_once)
        pthread_cond_wait(&p->changed, &p->lock);
    p->working++;
    pthread_mutex_unlock(&p->lock);
}

static void end_work(panel *p)
{
    pthread_mutex_lock(&p->lock);
    p->working--;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static run_end ask_questions(worker *w)
{
    const panel_questions *q = &w->panel->questions;
    asker_cases cases = {
        .self = w, .request = request_at, .answered = take_answer, .failed = take_failure};
    w->asked = calloc(q->count + 1, sizeof *w->asked);
    for (size_t i = 0; i < q->count; i++)
        if (question_of(w, i)->op != URIPROOF_OP_COUNT)
            w->asked[cases.count++] = i;
    run_end how = asker_ask(w->asker, &cases, false, &w->error);
    free(w->asked);
    return how;
}

static void ask_one(worker *w)
{
    if (w->end == RUN_NOT_STARTED || !w->is_asked)
        return;
    begin_work(w->panel);
    w->end = w->panel->starts ? asker_start(w->asker, &w->error) : ask_questions(w);
    end_work(w->panel);
    if (w->failed == RUN_DONE && w->end != RUN_STOPPED) {
        w->failed = w->end;
        w->why = w->error;
    }
}

/* Waits for the round after `round`. Returns false if the panel is closed instead. */
static bool await_round(panel *p, size_t round)
{
    pthread_mutex_lock(&p->lock);
    while (p->round == round && !p->closing)
        pthread_cond_wait(&p->changed, &p->lock);
    bool more = !p->closing;
    pthread_mutex_unlock(&p->lock);
    return more;
}

static void *work(void *self)
{
    worker *w = self;
    panel *p = w->panel;
    for (size_t round = 0; await_round(p, round); round++) {
        ask_one(w);
        pthread_mutex_lock(&p->lock);
        p->busy--;
        pthread_cond_broadcast(&p->changed);
        pthread_mutex_unlock(&p->lock);
    }
    asker_free(w->asker);
    return NULL;
}

panel *panel_new(const panel_member *members, size_t count, size_t at_once,
                 const asker_options *options)
{
    panel *p = calloc(1, sizeof *p);
    p->count = count;
    p->at_once = at_once > 0 ? at_once : count;
    p->options = *options;
    p->called = calloc(count + 1, sizeof *p->called);
    p->workers = calloc(count + 1, sizeof *p->workers);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    for (size_t m = 0; m < count; m++) {
        worker *w = &p->workers[m];
        *w = (worker){.panel = p, .number = m};
        w->asker = asker_new(members[m].command, options, &w->greeting);
        w->has_thread = pthread_create(&w->thread, NULL, work, w) == 0;
    }
    return p;
}

void panel_call_in_process(panel *p, const panel_member *members, const char *program,
                           void (*note)(void *self, const char *words))
{
    const in_process_options options = {.program = program,
                                        .reaper = p->options.reaper,
                                        .timeout_ms = p->options.timeout_ms,
                                        .memory_limit = p->options.memory_limit,
                                        .self = p->options.self,
                                        .should_stop = p->options.should_stop,
                                        .note = note};
    p->callable = calloc(p->count + 1, sizeof *p->callable);
    for (size_t m = 0; m < p->count; m++)
        p->callable[m] = members[m].in_process ? members[m].name : NULL;
    p->in_process = in_process_new(p->callable, p->count, &options);
}

void panel_share_in_process(panel *p, const panel *owner)
{
    p->in_process = owner->in_process;
    p->shares = true;
}

/* Sets the replies of the members that are not called in process to not-run, and has those of them
 * that are asked begin. */
static void begin_round(panel *p)
{
    const panel_questions *q = &p->questions;
    const reply none = {.fault = URIPROOF_NOT_RUN};
    bool any = false;
    for (size_t m = 0; m < p->count; m++) {
        worker *w = &p->workers[m];
        for (size_t i = 0; i < q->count && !p->called[m]; i++)
            p->replies[i * p->count + m] = none;
        w->is_asked = !p->called[m] && (q->asked == NULL || q->asked[m]);
        w->store = w->is_asked && !p->starts ? store_new() : NULL;
        any = any || w->is_asked;
    }
    p->asks = any;
    if (!any)
        return;
    pthread_mutex_lock(&p->lock);
    p->working = p->calls;
    for (size_t m = 0; m < p->count; m++)
        p->busy += p->workers[m].has_thread;
    p->round++;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

/* Waits until all have replied. */
static void end_round(panel *p)
{
    if (!p->asks)
        return;
    for (size_t m = 0; m < p->count; m++)
        if (!p->workers[m].has_thread) /* the system has no more of them */
            ask_one(&p->workers[m]);
    pthread_mutex_lock(&p->lock);
    while (p->busy > 0)
        pthread_cond_wait(&p->changed, &p->lock);
    pthread_mutex_unlock(&p->lock);
    for (size_t m = 0; m < p->count; m++) {
        store_absorb(p->store, p->workers[m].store);
        p->workers[m].store = NULL;
    }
}

static void forget_agreed(const panel_questions *q)
{
    for (size_t i = 0; q->agreed != NULL && i < q->count; i++)
        q->agreed[i] = false;
}

/* Asks those members in process that can be. */
static void begin_calls(panel *p)
{
    const parser_set ready = p->in_process != NULL ? in_process_ready(p->in_process) : 0;
    const panel_questions *q = &p->questions;
    in_process_questions questions = {.requests = q->requests,
                                      .count = q->count,
                                      .own = q->own,
                                      .members = p->count,
                                      .alone = p->options.renewed};
    size_t called = 0;
    for (size_t m = 0; m < p->count; m++) {
        p->called[m] =
            m < PARSER_SET_MOST && (ready >> m & 1U) != 0 && (q->asked == NULL || q->asked[m]);
        questions.asked |= p->called[m] ? (parser_set)1 << m : 0;
        called += p->called[m];
    }
    p->calls = called > 0;
    /* Equal replies are left out only if there is no other member that has one. */
    questions.agreed = called == p->count ? q->agreed : NULL;
    if (p->calls)
        in_process_begin(p->in_process, &questions);
}

void panel_allow_timeouts(panel *p, size_t most)
{
    for (size_t m = 0; m < p->count; m++)
        asker_allow_timeouts(p->workers[m].asker, most);
}

void panel_start(panel *p)
{
    p->starts = true;
    begin_round(p);
}

void panel_begin(panel *p, const panel_questions *questions, store *s, reply *replies)
{
    if (p->starts)
        end_round(p);
    p->starts = false;
    p->questions = *questions;
    p->replies = replies;
    p->store = s;
    forget_agreed(questions);
    begin_calls(p);
    begin_round(p);
}

void panel_end(panel *p)
{
    bool answered = !p->calls || in_process_end(p->in_process, p->store, p->replies);
    if (p->calls && p->asks)
        end_work(p);
    p->calls = false;
    end_round(p);
    if (answered)
        return;
    for (size_t m = 0; m < p->count; m++)
        p->called[m] = !p->called[m];
    forget_agreed(&p->questions);
    begin_round(p);
    end_round(p);
}

void panel_ask(panel *p, const panel_questions *questions, store *s, reply *replies)
{
    panel_begin(p, questions, s, replies);
    panel_end(p);
}

void panel_greet(panel *p)
{
    store *memory = store_new();
    reply none;
    panel_start(p);
    panel_ask(p, &(panel_questions){.count = 0}, memory, &none);
    store_free(memory);
}

const hello *panel_hello(const panel *p, size_t m)
{
    const hello *own = &p->workers[m].greeting;
    return own->name == NULL && p->in_process != NULL ? in_process_hello(p->in_process, m) : own;
}

static const transform_set *declared_by_member(const void *parsers, size_t member)
{
    return &panel_hello(parsers, member)->transforms;
}

text_replies panel_replies(const panel *p, const uriproof_request *request, const reply *replies)
{
    return (text_replies){.request = request,
                          .replies = replies,
                          .members = p->count,
                          .parsers = p,
                          .declared = declared_by_member,
                          .namer = p->namer};
}

void panel_name_by(panel *p, const class_namer *namer)
{
    p->namer = namer;
}

const char *panel_error(const panel *p, size_t m)
{
    const worker *w = &p->workers[m];
    return w->failed == RUN_DONE ? NULL : w->why.words;
}

void panel_free(panel *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    for (size_t m = 0; m < p->count; m++) {
        if (p->workers[m].has_thread)
            pthread_join(p->workers[m].thread, NULL);
        else
            asker_free(p->workers[m].asker);
        hello_free(&p->workers[m].greeting);
    }
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    if (!p->shares)
        in_process_free(p->in_process);
    free(p->callable);
    free(p->called);
    free(p->workers);
    free(p);
}
