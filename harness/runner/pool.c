/* SPDX-License-Identifier: MIT */
/*
 * The batches of all jobs are one row, in the order of jobs and cases. Workers take them from its
 * front; each batch has a process of its own.
 */
#define _XOPEN_SOURCE 700 /* for nrand48 */

#include "pool.h"

#include "processes/processes.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRESS_MS = 100 };

typedef struct crew crew;

/* Some of one job's cases: from `first` on in the order in which they are asked. */
typedef struct pool_batch {
    crew *crew;
    job *job;
    const uriproof_result **found; /* one for each of `count`; NULL: it did not begin */
    store *store;                  /* of them */
    size_t first, count;
    size_t done, bad; /* as the run said last */
    double seconds;   /* that it took */
    hello greeting;
    run_end end;
    uriproof_error error;
    bool begun;
    atomic_bool failed; /* and nothing after it is to be run */
} pool_batch;

struct crew {
    const pool_options *options;
    job *jobs;
    size_t job_count;
    const uriproof_vector *const *vectors;
    size_t vector_count;
    size_t *order; /* of the vectors, as they are asked */
    pool_batch *batches;
    size_t batch_count, batches_each;
    pthread_mutex_t lock; /* of all that follows, and of what the owner is told */
    size_t next;          /* the number of the batch that is taken next */
    pool_progress progress;
    uint64_t shown;
    atomic_size_t last; /* the number of the last batch that is to be run */
    /* For each job: its last batch that is to be run, since it was given up there. */
    atomic_size_t *last_of_jobs;
    bool *told_failure; /* for each job: a case that failed has been told */
};

static bool is_bad(void *self, const hello *greeting, const uriproof_vector *vector,
                   const uriproof_result *result)
{
    const pool_batch *p = self;
    const pool_options *options = p->crew->options;
    if (options->fails == NULL || greeting->name == NULL)
        return !uriproof_outcomes[result->outcome].good;
    return options->fails(options->self, p->job->names_itself ? greeting->name : p->job->name,
                          vector, result);
}

/* ---- What the owner is told ---- */

static size_t number_of(const pool_batch *p)
{
    return (size_t)(p - p->crew->batches);
}

/* The batches of a job up to this one are to be run. */
static atomic_size_t *last_of_job(const pool_batch *p)
{
    return &p->crew->last_of_jobs[number_of(p) / p->crew->batches_each];
}

static bool should_stop(void *self)
{
    const pool_batch *p = self;
    const crew *c = p->crew;
    const pool_options *options = c->options;
    return p->failed || number_of(p) > c->last || number_of(p) > *last_of_job(p) ||
           (options->should_stop != NULL && options->should_stop(options->self));
}

static void note(void *self, const char *words)
{
    const pool_batch *p = self;
    const pool_options *options = p->crew->options;
    if (options->note == NULL)
        return;
    pthread_mutex_lock(&p->crew->lock);
    options->note(options->self, p->job->name, words);
    pthread_mutex_unlock(&p->crew->lock);
}

/* Once for each job: an adapter that is broken altogether has such a case in each batch. */
static void note_failure(void *self, const char *words)
{
    const pool_batch *p = self;
    bool *told = &p->crew->told_failure[number_of(p) / p->crew->batches_each];
    pthread_mutex_lock(&p->crew->lock);
    bool first = !*told;
    *told = true;
    pthread_mutex_unlock(&p->crew->lock);
    if (first)
        note(self, words);
}

/* With the lock held. */
static void show_progress(crew *c, bool surely)
{
    uint64_t now = session_clock();
    if (c->options->progress == NULL || (!surely && now - c->shown < PROGRESS_MS))
        return;
    c->shown = now;
    c->options->progress(c->options->self, &c->progress);
}

static void count_progress(void *self, size_t done, size_t bad)
{
    pool_batch *p = self;
    crew *c = p->crew;
    if (bad > 0 && c->options->fail_fast)
        p->failed = true;
    pthread_mutex_lock(&c->lock);
    c->progress.cases_done += done - p->done;
    c->progress.bad += bad - p->bad;
    c->progress.name = p->job->name;
    p->done = done;
    p->bad = bad;
    show_progress(c, false);
    pthread_mutex_unlock(&c->lock);
}

/* ---- A batch ---- */

/* Returns the vector that is asked as number `i` of the batch. */
static const uriproof_vector *vector_of(const pool_batch *p, size_t i)
{
    return p->crew->vectors[p->crew->order[p->first + i]];
}

static void run_batch(pool_batch *p)
{
    const pool_options *options = p->crew->options;
    run_options run = options->run;
    run.self = p;
    run.is_bad = is_bad;
    run.progress = count_progress;
    run.first_failure = note_failure;
    run.note = note;
    run.should_stop = should_stop;
    const uriproof_vector **vectors = calloc(p->count + 1, sizeof *vectors);
    for (size_t i = 0; i < p->count; i++)
        vectors[i] = vector_of(p, i);
    p->begun = true;
    p->found = calloc(p->count + 1, sizeof *p->found);
    p->store = store_new();
    uint64_t began = session_clock();
    p->end = run_adapter(p->job->command, vectors, p->count, &run, &p->greeting, p->found, p->store,
                         &p->error);
    p->seconds = (double)(session_clock() - began) / 1000;
    free(vectors);
}

/* A job that could not be started is not started again, nor is one that was given up. */
static bool is_wanted(const crew *c, const pool_batch *p)
{
    const pool_options *options = c->options;
    if (p->job->end == RUN_NOT_STARTED || number_of(p) > *last_of_job(p))
        return false;
    return options->should_stop == NULL || !options->should_stop(options->self);
}

/* The next batch to be run, or NULL. */
static pool_batch *take_batch(crew *c)
{
    pool_batch *taken = NULL;
    pthread_mutex_lock(&c->lock);
    while (taken == NULL && c->next < c->batch_count && c->next <= c->last) {
        pool_batch *p = &c->batches[c->next++];
        if (is_wanted(c, p))
            taken = p;
    }
    pthread_mutex_unlock(&c->lock);
    return taken;
}

static void batch_done(crew *c, pool_batch *p)
{
    size_t at = number_of(p);
    pthread_mutex_lock(&c->lock);
    store_absorb(p->job->store, p->store);
    p->store = NULL;
    if (p->end == RUN_GIVEN_UP && at < *last_of_job(p))
        *last_of_job(p) = at;
    if (p->end == RUN_NOT_STARTED)
        p->job->end = RUN_NOT_STARTED;
    if ((p->failed || p->end == RUN_NOT_STARTED) && c->options->fail_fast && at < c->last)
        c->last = at;
    if ((at + 1) % c->batches_each == 0)
        c->progress.jobs_done++;
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
    c->batches_each = c->vector_count == 0 ? 1 : (c->vector_count - 1) / c->options->batch_size + 1;
    c->batch_count = c->batches_each * c->job_count;
    c->last = c->batch_count;
    c->batches = calloc(c->batch_count + 1, sizeof *c->batches);
    c->order = calloc(c->vector_count + 1, sizeof *c->order);
    c->last_of_jobs = calloc(c->job_count + 1, sizeof *c->last_of_jobs);
    c->told_failure = calloc(c->job_count + 1, sizeof *c->told_failure);
    for (size_t i = 0; i < c->job_count; i++)
        c->last_of_jobs[i] = c->batch_count;
    for (size_t i = 0; i < c->vector_count; i++)
        c->order[i] = i;
    if (c->options->shuffled)
        shuffle(c->order, c->vector_count, c->options->seed);
}

static void fill_batch(crew *c, size_t number)
{
    pool_batch *p = &c->batches[number];
    size_t most = c->options->batch_size;
    size_t first = number % c->batches_each * most, left = c->vector_count - first;
    p->crew = c;
    p->job = &c->jobs[number / c->batches_each];
    p->first = first;
    p->count = left < most ? left : most;
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

/* After the first bad result nothing counts as run, though something was. */
static void drop_after_first_bad(pool_batch *p, bool *failed)
{
    for (size_t i = 0; p->found != NULL && i < p->count; i++) {
        if (*failed)
            p->found[i] = &uriproof_not_run;
        else
            *failed = p->found[i]->outcome != URIPROOF_NOT_RUN &&
                      is_bad(p, &p->greeting, vector_of(p, i), p->found[i]);
    }
    if (*failed)
        p->end = RUN_STOPPED;
}

/* After the batch in which its job was given up nothing counts as run, though something was. */
static void forget(pool_batch *p)
{
    for (size_t i = 0; p->found != NULL && i < p->count; i++)
        p->found[i] = &uriproof_not_run;
    hello_free(&p->greeting);
    p->begun = false;
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
    hello_free(&p->greeting);
}

/* The worst end of a batch is the job's, with its error; but a job that some batch of was run did
 * start. */
static void take_end(job *j, const pool_batch *p, bool first)
{
    static const int badness[] = {
        [RUN_DONE] = 0,     [RUN_STOPPED] = 1,     [RUN_INCOMPLETE] = 2,
        [RUN_GIVEN_UP] = 3, [RUN_NOT_STARTED] = 4,
    };
    run_end end = p->begun ? p->end : RUN_STOPPED;
    if (!p->begun && j->end == RUN_NOT_STARTED)
        return;
    if (!first && badness[end] <= badness[j->end])
        return;
    j->end = end;
    j->error = p->error;
}

static void take_batch_of(crew *c, job *j, pool_batch *p)
{
    j->seconds += p->seconds;
    take_greeting(j, p);
    take_end(j, p, p->first == 0);
    for (size_t i = 0; i < p->count; i++)
        j->found[c->order[p->first + i]] = p->found != NULL ? p->found[i] : &uriproof_not_run;
    free(p->found);
    p->found = NULL;
}

static void gather_job(crew *c, size_t number, bool *failed)
{
    job *j = &c->jobs[number];
    j->found = calloc(c->vector_count + 1, sizeof *j->found);
    for (size_t k = 0; k < c->batches_each; k++) {
        pool_batch *p = &c->batches[number * c->batches_each + k];
        if (number_of(p) > *last_of_job(p))
            forget(p);
        if (c->options->fail_fast && p->begun)
            drop_after_first_bad(p, failed);
        take_batch_of(c, j, p);
    }
    if (j->end == RUN_NOT_STARTED && j->greeting.name != NULL)
        j->end = RUN_INCOMPLETE;
}

static void free_crew(crew *c)
{
    for (size_t i = 0; i < c->batch_count; i++) {
        pool_batch *p = &c->batches[i];
        free(p->found);
        hello_free(&p->greeting);
    }
    free(c->batches);
    free(c->order);
    free(c->last_of_jobs);
    free(c->told_failure);
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
    for (size_t i = 0; i < c.batch_count; i++)
        fill_batch(&c, i);
    run_batches(&c);
    bool failed = false;
    for (size_t i = 0; i < count; i++)
        gather_job(&c, i, &failed);
    free_crew(&c);
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
