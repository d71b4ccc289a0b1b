/* SPDX-License-Identifier: MIT */
/*
 * The batches of all jobs form a queue, in the order of jobs and cases. Workers take batches from
 * its front. Each batch has a process of its own.
 */
#define _XOPEN_SOURCE 700 /* for nrand48 */

#include "pool.h"

#include "processes/processes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROGRESS_MS = 100,
    BATCH = 65536 /* the most cases of a batch: to start a process costs little beside them */
};

typedef struct crew crew;

/* Some of one job's cases: from `first` on in the order in which they are asked. */
typedef struct pool_batch {
    crew *crew;
    job *job;
    const uriproof_result **found; /* one for each of `count`; NULL: it did not begin */
    store *store;                  /* of them */
    size_t first, count;
    double seconds; /* that it took */
    hello greeting;
    run_end end;
    uriproof_error error;
    bool failed; /* a result of it failed, so nothing after it is to be run */
} pool_batch;

/* What the workers share about a job. */
typedef struct job_state {
    atomic_size_t
        end; /* the number of its first batch that is not to be run, since it was given up */
    bool told_failure; /* the caller has been told of a case that failed */
} job_state;

struct crew {
    const pool_options *options;
    job *jobs;
    job_state *states; /* of the jobs */
    size_t job_count;
    const uriproof_vector *const *vectors;
    size_t vector_count;
    size_t *order; /* of the vectors, as they are asked */
    pool_batch *batches;
    size_t batch_count, batches_each;
    atomic_size_t end;    /* the number of the first batch that is not to be run */
    pthread_mutex_t lock; /* protects all that follows, the jobs, and the calls to the owner */
    size_t next;          /* the number of the batch that is taken next */
    pool_progress progress;
    uint64_t shown;
};

static size_t number_of(const pool_batch *p)
{
    return (size_t)(p - p->crew->batches);
}

static job_state *state_of(const pool_batch *p)
{
    return &p->crew->states[number_of(p) / p->crew->batches_each];
}

/* Returns the vector that is asked as number `i` of the batch. */
static const uriproof_vector *vector_of(const pool_batch *p, size_t i)
{
    return p->crew->vectors[p->crew->order[p->first + i]];
}

/* Returns true if the result is a bad one for case `i` of the batch. */
static bool is_bad(const pool_batch *p, size_t i, const uriproof_result *result)
{
    const pool_options *options = p->crew->options;
    if (options->fails == NULL || p->greeting.name == NULL)
        return !uriproof_outcomes[result->outcome].good;
    return options->fails(options->self, p->job->names_itself ? p->greeting.name : p->job->name,
                          vector_of(p, i), result);
}

/* Returns true if the owner ends the run. */
static bool is_interrupted(void *self)
{
    const pool_batch *p = self;
    const pool_options *options = p->crew->options;
    return options->should_stop != NULL && options->should_stop(options->self);
}

/* Returns true if nothing after the batch, or nothing of its job, is to be run. */
static bool should_stop(void *self)
{
    const pool_batch *p = self;
    return p->failed || number_of(p) >= p->crew->end || number_of(p) >= state_of(p)->end ||
           is_interrupted(self);
}

/* ---- What the owner is told ---- */

/* Passes words about the job of a batch on to the owner. */
static void tell(const pool_batch *p, void (*told)(void *self, const char *name, const char *words),
                 const char *words)
{
    if (told == NULL)
        return;
    pthread_mutex_lock(&p->crew->lock);
    told(p->crew->options->self, p->job->name, words);
    pthread_mutex_unlock(&p->crew->lock);
}

static void note(void *self, const char *words)
{
    const pool_batch *p = self;
    tell(p, p->crew->options->note, words);
}

/* Shows the progress, with the lock held. */
static void show_progress(crew *c, bool surely)
{
    uint64_t now = session_clock();
    if (c->options->progress == NULL || (!surely && now - c->shown < PROGRESS_MS))
        return;
    c->shown = now;
    c->options->progress(c->options->self, &c->progress);
}

/* Counts a result. Reports the first case of a job that has no answer. It is reported at once,
 * since a run over a broken adapter takes long. Only the first is reported, since each batch of a
 * broken adapter has such a case. */
static void on_settled(void *self, size_t at, const uriproof_result *before)
{
    pool_batch *p = self;
    crew *c = p->crew;
    const uriproof_result *now = p->found[at];
    const uriproof_outcome_facts *facts = &uriproof_outcomes[now->outcome];
    bool is_first = before == &uriproof_not_run, bad = is_bad(p, at, now);
    bool was_bad = !is_first && is_bad(p, at, before);
    bool is_failure = !facts->good && !facts->answered && now->outcome != URIPROOF_NOT_RUN;
    p->failed = p->failed || (bad && c->options->fail_fast);
    pthread_mutex_lock(&c->lock);
    is_failure = is_failure && !state_of(p)->told_failure;
    state_of(p)->told_failure = state_of(p)->told_failure || is_failure;
    c->progress.cases_done += is_first;
    c->progress.bad += (size_t)bad - (size_t)was_bad;
    c->progress.name = p->job->name;
    show_progress(c, false);
    pthread_mutex_unlock(&c->lock);
    if (is_failure) {
        char words[400];
        snprintf(words, sizeof words, "%s: %s: %s", vector_of(p, at)->id, facts->name, now->detail);
        tell(p, c->options->no_answer, words);
    }
}

/* ---- A batch ---- */

static void run_batch(pool_batch *p)
{
    run_options run = p->crew->options->run;
    run.asker.self = p;
    run.settled = on_settled;
    run.asker.note = note;
    run.asker.should_stop = should_stop;
    run.interrupted = is_interrupted;
    const uriproof_vector **vectors = calloc(p->count + 1, sizeof *vectors);
    for (size_t i = 0; i < p->count; i++)
        vectors[i] = vector_of(p, i);
    p->found = calloc(p->count + 1, sizeof *p->found);
    p->store = store_new();
    uint64_t began = session_clock();
    p->end = run_adapter(p->job->command, vectors, p->count, &run, &p->greeting, p->found, p->store,
                         &p->error);
    p->seconds = (double)(session_clock() - began) / 1000;
    free(vectors);
}

/* Returns the next batch to be run, or NULL. Skips the batches of a job that could not be started,
 * or that was given up. */
static pool_batch *take_batch(crew *c)
{
    const pool_options *options = c->options;
    pool_batch *taken = NULL;
    pthread_mutex_lock(&c->lock);
    while (taken == NULL && c->next < c->batch_count && c->next < c->end) {
        pool_batch *p = &c->batches[c->next++];
        if (p->job->end != RUN_NOT_STARTED && number_of(p) < state_of(p)->end &&
            (options->should_stop == NULL || !options->should_stop(options->self)))
            taken = p;
    }
    pthread_mutex_unlock(&c->lock);
    return taken;
}

static void batch_done(crew *c, pool_batch *p)
{
    size_t after = number_of(p) + 1;
    pthread_mutex_lock(&c->lock);
    store_absorb(p->job->store, p->store);
    p->store = NULL;
    if (p->end == RUN_GIVEN_UP && after < state_of(p)->end)
        state_of(p)->end = after;
    if (p->end == RUN_NOT_STARTED)
        p->job->end = RUN_NOT_STARTED;
    if ((p->failed || p->end == RUN_NOT_STARTED) && c->options->fail_fast && after < c->end)
        c->end = after;
    c->progress.jobs_done += after % c->batches_each == 0;
    show_progress(c, true);
    pthread_mutex_unlock(&c->lock);
}

static void *work(void *self)
{
    crew *c = self;
    for (pool_batch *p; (p = take_batch(c)) != NULL;) {
        run_batch(p);
        batch_done(c, p);
    }
    return NULL;
}

/* ---- The crew ---- */

/* Fisher and Yates' shuffle, by the generator that POSIX defines. */
static void shuffle(size_t *order, size_t count, uint64_t seed)
{
    unsigned short state[3] = {(unsigned short)seed, (unsigned short)(seed >> 16),
                               (unsigned short)(seed >> 32)};
    for (size_t i = count; i > 1; i--) {
        size_t at = (size_t)nrand48(state) % i;
        size_t kept = order[i - 1];
        order[i - 1] = order[at];
        order[at] = kept;
    }
}

static void make_batches(crew *c)
{
    c->batches_each = c->vector_count == 0 ? 1 : (c->vector_count - 1) / BATCH + 1;
    c->end = c->batch_count = c->batches_each * c->job_count;
    c->batches = calloc(c->batch_count + 1, sizeof *c->batches);
    c->order = calloc(c->vector_count + 1, sizeof *c->order);
    c->states = calloc(c->job_count + 1, sizeof *c->states);
    for (size_t i = 0; i < c->job_count; i++)
        c->states[i].end = c->batch_count;
    for (size_t i = 0; i < c->vector_count; i++)
        c->order[i] = i;
    if (c->options->shuffled)
        shuffle(c->order, c->vector_count, c->options->seed);
    /* All batches of a job have the same size, give or take one case. A small last batch would need
     * a process of its own for few cases. */
    for (size_t i = 0; i < c->batch_count; i++) {
        size_t k = i % c->batches_each;
        size_t first = c->vector_count * k / c->batches_each;
        c->batches[i] = (pool_batch){.crew = c,
                                     .job = &c->jobs[i / c->batches_each],
                                     .first = first,
                                     .count = c->vector_count * (k + 1) / c->batches_each - first};
    }
}

static void run_batches(crew *c)
{
    size_t begun = 0, wanted = c->options->at_once;
    if (wanted > c->batch_count)
        wanted = c->batch_count;
    pthread_t *threads = calloc(wanted + 1, sizeof *threads);
    while (begun < wanted && pthread_create(&threads[begun], NULL, work, c) == 0)
        begun++;
    if (begun == 0) /* the system has no more of them */
        work(c);
    for (size_t i = 0; i < begun; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

/* ---- What came of it ---- */

/* Drops the results after the first bad one, even if other workers have asked those cases. So it
 * does not depend on the number of workers which cases count as run. */
static void drop_after_first_bad(pool_batch *p, bool *failed)
{
    for (size_t i = 0; i < p->count; i++) {
        if (*failed)
            p->found[i] = &uriproof_not_run;
        else
            *failed = p->found[i]->outcome != URIPROOF_NOT_RUN && is_bad(p, i, p->found[i]);
    }
    if (*failed)
        p->end = RUN_STOPPED;
}

static void take_greeting(job *j, pool_batch *p)
{
    uriproof_error error;
    if (j->greeting.name == NULL) {
        j->greeting = p->greeting;
        p->greeting = (hello){0};
    } else if (p->greeting.name != NULL && !hello_same(&j->greeting, &p->greeting, &error)) {
        p->end = RUN_INCOMPLETE;
        p->error = error;
    }
}

/* Gives the job the worst end of its batches, with the error of that batch. */
static void take_end(job *j, const pool_batch *p)
{
    static const int badness[] = {
        [RUN_DONE] = 0,     [RUN_STOPPED] = 1,     [RUN_INCOMPLETE] = 2,
        [RUN_GIVEN_UP] = 3, [RUN_NOT_STARTED] = 4,
    };
    bool begun = p->found != NULL;
    run_end end = begun ? p->end : RUN_STOPPED;
    if (!begun && j->end == RUN_NOT_STARTED)
        return;
    if (p->first != 0 && badness[end] <= badness[j->end])
        return;
    j->end = end;
    j->error = p->error;
}

/* Gathers the results of a job's batches. Nothing after the batch in which the job was given up
 * counts as run, even if other workers have asked it. If one batch of a job was run, the job did
 * start. */
static void gather_job(crew *c, size_t number, bool *failed)
{
    job *j = &c->jobs[number];
    j->found = calloc(c->vector_count + 1, sizeof *j->found);
    for (size_t k = 0; k < c->batches_each; k++) {
        pool_batch *p = &c->batches[number * c->batches_each + k];
        j->seconds += p->seconds;
        if (number_of(p) >= state_of(p)->end) {
            free(p->found);
            p->found = NULL;
        }
        if (p->found != NULL && c->options->fail_fast)
            drop_after_first_bad(p, failed);
        if (p->found != NULL)
            take_greeting(j, p);
        take_end(j, p);
        for (size_t i = 0; i < p->count; i++)
            j->found[c->order[p->first + i]] = p->found != NULL ? p->found[i] : &uriproof_not_run;
        hello_free(&p->greeting);
        free(p->found);
    }
    if (j->end == RUN_NOT_STARTED && j->greeting.name != NULL)
        j->end = RUN_INCOMPLETE;
}

void pool_run(job *jobs, size_t count, const uriproof_vector *const *vectors, size_t vector_count,
              const pool_options *options)
{
    crew c = {.options = options,
              .jobs = jobs,
              .job_count = count,
              .vectors = vectors,
              .vector_count = vector_count,
              .progress = {.cases = count * vector_count, .jobs = count}};
    for (size_t i = 0; i < count; i++) {
        jobs[i].greeting = (hello){0};
        jobs[i].store = store_new();
        jobs[i].seconds = 0;
    }
    pthread_mutex_init(&c.lock, NULL);
    make_batches(&c);
    run_batches(&c);
    bool failed = false;
    for (size_t i = 0; i < count; i++)
        gather_job(&c, i, &failed);
    free(c.batches);
    free(c.order);
    free(c.states);
    pthread_mutex_destroy(&c.lock);
}

void job_free(job *one)
{
    free(one->found);
    one->found = NULL;
    store_free(one->store);
    one->store = NULL;
    hello_free(&one->greeting);
}
