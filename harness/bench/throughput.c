/* SPDX-License-Identifier: MIT */
/*
 * Measures how many cases a second an adapter is asked and judged. For comparison, the same adapter
 * is run at the end of a plain pipe: prepared requests are written, 64 in flight, and the ends of
 * lines are counted. The difference is the cost of the harness.
 */
#include "throughput.h"
#include "measure.h"
#include "json/json.h"

#include "base/base.h"
#include "runner/runner.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WINDOW = 64, READ_SIZE = 1 << 16 };

typedef struct setting {
    const uriproof_corpus *corpus;
    const char *reaper;
} setting;

typedef struct load {
    const uriproof_vector **cases;
    octet_buffer lines; /* the requests of all cases, one after another */
    size_t *ends;       /* where each request ends in `lines` */
    size_t count;
} load;

/* ---- The cases ---- */

/* Returns true for a parse that the specification accepts. A parser that gives the expected parts
 * is then not slowed down by the descriptions that a difference needs. */
static bool is_wanted(const uriproof_vector *vector)
{
    return vector->group->level < URIPROOF_COMPLETE && vector->request.op == URIPROOF_PARSE &&
           vector->expect->status == ANSWER_ACCEPTED && vector->alternates == NULL;
}

static bool make_load(const uriproof_corpus *corpus, size_t count, load *l)
{
    l->count = count;
    l->cases = calloc(count, sizeof *l->cases);
    l->ends = calloc(count, sizeof *l->ends);
    size_t made = 0;
    for (size_t i = 0; l->cases != NULL && l->ends != NULL && made < count; i++) {
        const uriproof_vector *vector = &corpus->vectors[i % corpus->vector_count];
        if (!is_wanted(vector))
            continue;
        l->cases[made] = vector;
        line_write_request(&l->lines, (int64_t)made + 1, &vector->request);
        l->ends[made++] = l->lines.length;
    }
    return made == count;
}

static void free_load(load *l)
{
    buffer_free(&l->lines);
    free(l->ends);
    free(l->cases);
}

/* ---- The plain pipe ---- */

typedef struct bare {
    int input, output; /* our ends of the pipes */
    pid_t child;
} bare_pipe;

static bool start(char *const *command, bare_pipe *b)
{
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0)
        return false;
    b->child = fork();
    if (b->child == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        close(from[0]);
        execvp(command[0], command);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    b->input = to[1];
    b->output = from[0];
    return b->child > 0;
}

static bool write_all(int file, const char *octets, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, octets, length);
        if (written < 0 && errno != EINTR)
            return false;
        octets += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static size_t count_lines(const char *octets, size_t length)
{
    size_t count = 0;
    const char *end = octets + length;
    while ((octets = memchr(octets, '\n', (size_t)(end - octets))) != NULL) {
        octets++;
        count++;
    }
    return count;
}

/* Returns how many answers are available by now, or 0 if the adapter has ended. */
static size_t read_answers(const bare_pipe *b)
{
    static char octets[READ_SIZE];
    ssize_t got = read(b->output, octets, sizeof octets);
    return got > 0 ? count_lines(octets, (size_t)got) : 0;
}

static bool pump(const bare_pipe *b, const load *l)
{
    size_t asked = 0, answered = 0, written = 0;
    while (answered < l->count) {
        while (asked < l->count && asked - answered < WINDOW)
            asked++;
        size_t end = l->ends[asked - 1];
        bool good = write_all(b->input, l->lines.octets + written, end - written);
        written = end;
        size_t more = good ? read_answers(b) : 0;
        if (more == 0)
            return false;
        answered += more;
    }
    return true;
}

/* Returns cases a second, or 0 on failure. */
static double bare_rate(char *const *command, const load *l)
{
    bare_pipe b;
    double begun = now_ns();
    if (!start(command, &b))
        return 0;
    bool good = pump(&b, l);
    double seconds = (now_ns() - begun) / 1e9;
    close(b.input);
    close(b.output);
    waitpid(b.child, NULL, 0);
    return good ? (double)l->count / seconds : 0;
}

/* ---- The harness ---- */

/* Asks one adapter as `uriproof test` does: in batches, with a reaper and a memory limit. */
static double test_rate(char *const *command, const load *l, const setting *s)
{
    job one = {.name = command[0], .command = command};
    pool_options options = {.run = {.dialect = s->corpus->dialect,
                                    .asker.timeout_ms = 10000,
                                    .asker.window = WINDOW,
                                    .asker.reaper = s->reaper,
                                    .asker.memory_limit = UINT64_C(2) << 30},
                            .at_once = 1};
    double begun = now_ns();
    pool_run(&one, 1, l->cases, l->count, &options);
    double seconds = (now_ns() - begun) / 1e9;
    run_end end = one.end;
    job_free(&one);
    return end == RUN_DONE ? (double)l->count / seconds : 0;
}

/* Measures both in turns, so that a machine that slows down affects both. */
static void put_row(const char *name, char *const *command, const setting *s, size_t count)
{
    load l = {0};
    double bare[ROUNDS], test[ROUNDS];
    if (!make_load(s->corpus, count, &l)) {
        free_load(&l);
        return;
    }
    for (size_t round = 0; round < ROUNDS; round++) {
        bare[round] = bare_rate(command, &l);
        test[round] = test_rate(command, &l, s);
    }
    double of_bare = median(bare), of_test = median(test);
    if (of_bare > 0)
        printf("  %-18s %10.0f %10.0f %9.0f %%\n", name, of_test, of_bare, 100 * of_test / of_bare);
    else
        printf("  %-18s does not start\n", name);
    free_load(&l);
}

void bench_throughput(const uriproof_corpus *corpus, const char *bin, const char *adapters)
{
    char host[4096], urllib[4096], reaper[4096];
    setting s = {corpus, reaper};
    snprintf(host, sizeof host, "%s/adapters/uriparser", bin);
    snprintf(urllib, sizeof urllib, "%s/python/urllib_adapter.py", adapters);
    snprintf(reaper, sizeof reaper, "%s/uriproof-reaper", bin);
    char *uriparser_command[] = {host, NULL};
    char *urllib_command[] = {"python3", "-B", urllib, NULL};
    printf("test %s, cases a second, 64 in flight, median of %d\n", corpus->dialect->name, ROUNDS);
    printf("  %-18s %10s %10s %11s\n", "adapter", "judged", "bare pipe", "of it");
    put_row("uriparser", uriparser_command, &s, 400000);
    put_row("python-urllib", urllib_command, &s, 100000);
}
