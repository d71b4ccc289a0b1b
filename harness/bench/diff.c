/* SPDX-License-Identifier: MIT */
/*
 * Measures `uriproof diff` with C parsers over many texts, and over ten times as many: in process,
 * and over pipes. For comparison, a process that is this program makes the same calls and throws
 * away the parts. The difference is the cost of comparing them, of making the examples smaller, and
 * of showing them again in new processes. Its memory must not grow with the texts.
 */
#include "diff.h"
#include "measure.h"

#include "base/base.h"

#include <parsers.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TIMES = 10, MOST_PARSERS = 8, MOST_WORDS = 2 * MOST_PARSERS + 8 };

/* What is run: each reads the texts from its standard input. */
typedef struct contender {
    const char *name;
    const char *words[MOST_WORDS];
    size_t rounds;
    double seconds[2]; /* for the texts, and for ten times as many */
    size_t memory[2];  /* peaks of it and of the largest process below it, in KiB */
} contender;

/* Lists the parsers: the first of the table that `uriproof diff` finds too. */
static size_t list_parsers(const char *bin, const uriproof_server *found[MOST_PARSERS])
{
    size_t count, taken = 0;
    const uriproof_server *const *servers = uriproof_parsers(&count);
    for (size_t i = 0; i < count && taken < MOST_PARSERS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/adapters/%s", bin, servers[i]->name);
        if (access(path, X_OK) == 0)
            found[taken++] = servers[i];
    }
    return taken;
}

/* ---- The calls alone ---- */

int bench_calls(const char *bin)
{
    const uriproof_server *servers[MOST_PARSERS];
    size_t count = list_parsers(bin, servers), room = 0;
    char *line = NULL;
    ssize_t length;
    while ((length = getdelim(&line, &room, '\n', stdin)) > 0) {
        const uriproof_request request = {URIPROOF_PARSE,
                                          {{line, (size_t)length - (line[length - 1] == '\n')}}};
        for (size_t i = 0; i < count; i++) {
            uriproof_answer answer;
            memset(&answer, 0, sizeof answer);
            if (servers[i]->forget != NULL)
                servers[i]->forget();
            servers[i]->answer[URIPROOF_PARSE](&request, &answer);
        }
    }
    free(line);
    return 0;
}

/* ---- Memory ---- */

/* Reads the number that follows a word in a file of /proc. */
static size_t number_after(const char *path, const char *word)
{
    char line[256];
    size_t number = 0;
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, word, strlen(word)) == 0)
            number = strtoul(line + strlen(word), NULL, 10);
    if (file != NULL)
        fclose(file);
    return number;
}

static bool is_number(const char *name)
{
    return name[0] >= '0' && name[0] <= '9';
}

/* Returns the peak of a process in KiB, and with it the largest peak of what it started: the
 * program that has the parsers, or the largest of them. */
static size_t peak_below(long process)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/%ld/status", process);
    size_t own = number_after(path, "VmHWM:"), largest = 0;
    DIR *all = opendir("/proc");
    const struct dirent *one;
    while (all != NULL && (one = readdir(all)) != NULL) {
        snprintf(path, sizeof path, "/proc/%s/status", one->d_name);
        if (!is_number(one->d_name) || number_after(path, "PPid:") != (size_t)process)
            continue;
        size_t peak = peak_below(strtol(one->d_name, NULL, 10));
        largest = peak > largest ? peak : largest;
    }
    if (all != NULL)
        closedir(all);
    return own + largest;
}

/* ---- Running ---- */

static pid_t start(const contender *c, int texts)
{
    fflush(NULL);
    lseek(texts, 0, SEEK_SET);
    pid_t child = fork();
    if (child != 0)
        return child;
    dup2(texts, STDIN_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execv(c->words[0], (char *const *)c->words);
    _exit(127);
}

static bool ended_well(int status)
{
    return WIFEXITED(status) && WEXITSTATUS(status) <= 1;
}

static bool measure_seconds(const contender *c, FILE *texts, double *seconds)
{
    int status = 0;
    double begun = now_ns();
    pid_t child = start(c, fileno(texts));
    bool waited = child > 0 && waitpid(child, &status, 0) == child;
    *seconds = (now_ns() - begun) / 1e9;
    return waited && ended_well(status);
}

static bool measure_memory(const contender *c, FILE *texts, size_t *most)
{
    static const struct timespec pause = {0, 5000000};
    int status = 0;
    pid_t child = start(c, fileno(texts));
    while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
        size_t now = peak_below(child);
        *most = now > *most ? now : *most;
        nanosleep(&pause, NULL);
    }
    return child > 0 && ended_well(status);
}

/* Runs all by turns, since the machine may be busier at one time than at another. */
static bool measure_all(contender *all, size_t count, FILE *const texts[2])
{
    for (size_t t = 0; t < 2; t++) {
        double seconds[4][ROUNDS];
        for (size_t round = 0; round < ROUNDS; round++)
            for (size_t i = 0; i < count; i++)
                if (round < all[i].rounds &&
                    !measure_seconds(&all[i], texts[t], &seconds[i][round]))
                    return false;
        for (size_t i = 0; i < count; i++) {
            all[i].seconds[t] = all[i].rounds == ROUNDS ? median(seconds[i]) : seconds[i][0];
            if (!measure_memory(&all[i], texts[t], &all[i].memory[t]))
                return false;
        }
    }
    return true;
}

/* ---- Texts ---- */

/* Writes the texts so many times to a file that has no name. */
static FILE *repeat(const char *octets, size_t length, size_t times)
{
    FILE *out = tmpfile();
    for (size_t i = 0; out != NULL && i < times; i++)
        fwrite(octets, 1, length, out);
    if (out != NULL)
        fflush(out);
    return out;
}

static void put_rows(const contender *all, size_t count, size_t texts)
{
    printf("  %-18s %8s %8s %10s %8s %10s\n", "", "texts", "seconds", "texts/s", "/ calls",
           "peak KiB");
    for (size_t i = 0; i < count; i++)
        for (size_t t = 0; t < 2; t++) {
            const size_t some = texts * (t == 0 ? 1 : TIMES);
            const double seconds = all[i].seconds[t];
            printf("  %-18s %8zu %8.3f %10.0f %8.2f %10zu\n", all[i].name, some, seconds,
                   (double)some / seconds, seconds / all[0].seconds[t], all[i].memory[t]);
        }
    for (size_t i = 1; i < count; i++)
        printf("  %s: peak at ten times the texts %+.1f %%\n", all[i].name,
               100 * ((double)all[i].memory[1] / (double)all[i].memory[0] - 1));
}

static void set_diff(contender *c, const char *program, const uriproof_server *const *servers,
                     size_t parsers, bool in_process)
{
    size_t count = 0;
    c->words[count++] = program;
    c->words[count++] = "diff";
    c->words[count++] = "-";
    for (size_t i = 0; i < parsers; i++) {
        c->words[count++] = "--adapter";
        c->words[count++] = servers[i]->name;
    }
    if (in_process)
        c->words[count++] = "--in-process";
}

static int measure_texts(const char *bin, const uriproof_server *const *servers, size_t parsers,
                         const char *octets, size_t length)
{
    char program[4096];
    size_t lines = 0;
    snprintf(program, sizeof program, "%s/uriproof", bin);
    contender all[] = {
        {.name = "the calls alone", .words = {"/proc/self/exe", "--calls", bin}, .rounds = ROUNDS},
        {.name = "diff --in-process", .rounds = ROUNDS},
        {.name = "diff", .rounds = 1},
    };
    enum { COUNT = sizeof all / sizeof all[0] };
    set_diff(&all[1], program, servers, parsers, true);
    set_diff(&all[2], program, servers, parsers, false);
    for (size_t i = 0; i < length; i++)
        lines += octets[i] == '\n';
    FILE *texts[2] = {repeat(octets, length, 1), repeat(octets, length, TIMES)};
    bool good = texts[0] != NULL && texts[1] != NULL && measure_all(all, COUNT, texts);
    if (good) {
        printf("diff, %zu C parsers, whole processes\n", parsers);
        put_rows(all, COUNT, lines);
    } else {
        fprintf(stderr, "uriproof-bench: 'uriproof diff' does not run\n");
    }
    for (size_t t = 0; t < 2; t++)
        if (texts[t] != NULL)
            fclose(texts[t]);
    return good ? 0 : 1;
}

int bench_diff(const char *urls, const char *bin)
{
    const uriproof_server *servers[MOST_PARSERS];
    size_t length = 0, parsers = list_parsers(bin, servers);
    char *octets = uriproof_file_read(urls, &length);
    int status = 0;
    if (octets == NULL)
        printf("diff: skipped, cannot read %s (cmake -D URIPROOF_BENCH_URLS=FILE)\n", urls);
    else if (parsers < 2)
        printf("diff: skipped, fewer than two C parsers are built\n");
    else
        status = measure_texts(bin, servers, parsers, octets, length);
    free(octets);
    return status;
}
