/* SPDX-License-Identifier: MIT */
/*
 * Measures `uriproof diff` with C parsers over many texts: its memory must not grow with them. For
 * comparison, a panel of the same parsers is asked about the same texts, and the replies are thrown
 * away. The difference is the cost of comparing them, and of making the examples smaller.
 */
#include "diff.h"
#include "measure.h"

#include "runner/runner.h"

#include <parsers.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINES = 20000, TIMES = 10, MOST_PARSERS = 8, BLOCK = 1024, WINDOW = 64, JOBS = 2 };

/* The parsers that are asked. */
typedef struct panel_setting {
    const char *bin;
    size_t count;
    const char *names[MOST_PARSERS];
    char paths[MOST_PARSERS][4096];
} panel_setting;

typedef struct measurement {
    double seconds;
    size_t memory; /* the most that was in use at a time, in KiB */
} measurement;

static void find_parsers(const char *bin, panel_setting *s)
{
    size_t count;
    const uriproof_server *const *servers = uriproof_parsers(&count);
    s->bin = bin;
    for (size_t i = 0; i < count && s->count < MOST_PARSERS; i++) {
        char *path = s->paths[s->count];
        snprintf(path, sizeof s->paths[0], "%s/adapters/%s", bin, servers[i]->name);
        if (access(path, X_OK) == 0)
            s->names[s->count++] = servers[i]->name;
    }
}

/* ---- The program ---- */

/* Returns the peak of the memory of a process, in KiB; 0 if it has ended. */
static size_t peak_of(pid_t process)
{
    char path[64], line[256];
    size_t peak = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)process);
    FILE *status = fopen(path, "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            peak = strtoul(line + 6, NULL, 10);
    if (status != NULL)
        fclose(status);
    return peak;
}

/* Becomes `uriproof diff`, which reads the texts from its standard input. */
static void become_diff(const panel_setting *s, int texts)
{
    char program[4096];
    char *words[2 * MOST_PARSERS + 6];
    size_t count = 0;
    int nothing = open("/dev/null", O_WRONLY);
    snprintf(program, sizeof program, "%s/uriproof", s->bin);
    words[count++] = program;
    words[count++] = "diff";
    words[count++] = "--jobs";
    words[count++] = "2";
    for (size_t i = 0; i < s->count; i++) {
        words[count++] = "--adapter";
        words[count++] = (char *)s->names[i];
    }
    words[count++] = "-";
    words[count] = NULL;
    dup2(texts, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    execv(program, words);
    _exit(127);
}

/* Runs it over a file. Its peak is read while it runs, since a process that has ended has none. */
static bool measure_diff(const panel_setting *s, FILE *texts, measurement *m)
{
    static const struct timespec pause = {0, 5000000};
    int status = 0;
    *m = (measurement){0, 0};
    fflush(NULL);
    lseek(fileno(texts), 0, SEEK_SET);
    double begun = now_ns();
    pid_t child = fork();
    if (child == 0)
        become_diff(s, fileno(texts));
    while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
        size_t peak = peak_of(child);
        m->memory = peak > m->memory ? peak : m->memory;
        nanosleep(&pause, NULL);
    }
    m->seconds = (now_ns() - begun) / 1e9;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) <= 1;
}

/* ---- The panel alone ---- */

static double measure_panel(const panel_setting *s, const uriproof_request *requests, size_t count)
{
    char reaper[4096];
    char *commands[MOST_PARSERS][2] = {{NULL}};
    panel_member members[MOST_PARSERS];
    snprintf(reaper, sizeof reaper, "%s/uriproof-reaper", s->bin);
    for (size_t i = 0; i < s->count; i++) {
        commands[i][0] = (char *)s->paths[i];
        members[i] = (panel_member){s->names[i], commands[i]};
    }
    const asker_options options = {
        .timeout_ms = 2000, .memory_limit = UINT64_C(2) << 30, .reaper = reaper, .window = WINDOW};
    double begun = now_ns();
    panel *p = panel_new(members, s->count, JOBS, &options);
    reply *replies = calloc(BLOCK * s->count, sizeof *replies);
    for (size_t at = 0; at < count; at += BLOCK) {
        store *memory = store_new();
        size_t length = count - at < BLOCK ? count - at : BLOCK;
        panel_ask(p, &(panel_questions){.requests = requests + at, .count = length}, memory,
                  replies);
        store_free(memory);
    }
    panel_free(p);
    free(replies);
    return (now_ns() - begun) / 1e9;
}

/* ---- Texts ---- */

/* Writes the first lines of a file, so many times, to a file that has no name. */
static FILE *repeat_lines(const char *octets, size_t length, size_t times)
{
    FILE *out = tmpfile();
    for (size_t i = 0; out != NULL && i < times; i++)
        fwrite(octets, 1, length, out);
    if (out != NULL)
        fflush(out);
    return out;
}

/* Makes a question of each of the first lines. Returns how many, and sets *length to their octets.
 */
static size_t read_lines(const char *octets, size_t *length, uriproof_request *requests)
{
    const char *at = octets, *end = octets + *length;
    size_t count = 0;
    while (count < LINES && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (newline == NULL)
            break;
        requests[count++] = (uriproof_request){URIPROOF_PARSE, {{at, (size_t)(newline - at)}}};
        at = newline + 1;
    }
    *length = (size_t)(at - octets);
    return count;
}

static void put_row(const char *name, size_t texts, const measurement *m)
{
    printf("  %-18s %8zu %8.2f %10.0f", name, texts, m->seconds, (double)texts / m->seconds);
    if (m->memory > 0)
        printf(" %10zu", m->memory);
    putchar('\n');
}

static int measure_all(const panel_setting *s, const char *octets, size_t length)
{
    uriproof_request *requests = calloc(LINES, sizeof *requests);
    size_t count = read_lines(octets, &length, requests);
    FILE *few = repeat_lines(octets, length, 1), *many = repeat_lines(octets, length, TIMES);
    measurement one, ten, alone = {0, 0};
    bool good =
        few != NULL && many != NULL && measure_diff(s, few, &one) && measure_diff(s, many, &ten);
    if (good) {
        alone.seconds = measure_panel(s, requests, count);
        printf("diff, %zu C parsers, %d at the same time\n", s->count, JOBS);
        printf("  %-18s %8s %8s %10s %10s\n", "", "texts", "seconds", "texts/s", "peak KiB");
        put_row("diff", count, &one);
        put_row("diff, ten times", count * TIMES, &ten);
        put_row("panel alone", count, &alone);
        printf("  diff / panel alone: %.2f; peak at ten times the texts: %+.1f %%\n",
               one.seconds / alone.seconds, 100 * ((double)ten.memory / (double)one.memory - 1));
    } else {
        fprintf(stderr, "uriproof-bench: 'uriproof diff' does not run\n");
    }
    if (few != NULL)
        fclose(few);
    if (many != NULL)
        fclose(many);
    free(requests);
    return good ? 0 : 1;
}

int bench_diff(const char *urls, const char *bin)
{
    panel_setting *s = calloc(1, sizeof *s);
    size_t length = 0;
    char *octets = uriproof_file_read(urls, &length);
    int status = 0;
    find_parsers(bin, s);
    if (octets == NULL)
        printf("diff: skipped, cannot read %s (cmake -D URIPROOF_BENCH_URLS=FILE)\n", urls);
    else if (s->count < 2)
        printf("diff: skipped, fewer than two C parsers are built\n");
    else
        status = measure_all(s, octets, length);
    free(octets);
    free(s);
    return status;
}
