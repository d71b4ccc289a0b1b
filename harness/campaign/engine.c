/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include "crash_files.h"

#include "text_folder.h"
#include "tool.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST_IDLE = 5,    /* so many processes in a row that tested nothing are a failure */
    BACKOFF_MS = 100, /* before the next start; after one that tested nothing twice as long */
    TICK_MS = 100,
    LOOK_MS = 1000, /* so often files of AFL++ are read */
    WORDS = 64      /* of a command */
};

const char *const engine_names[ENGINE_KINDS] = {
    [ENGINE_LIBFUZZER] = "libfuzzer", [ENGINE_AFL] = "afl"};

struct engine {
    engine_options options;
    char name[32]; /* "libfuzzer-0" */
    pthread_t thread;
    bool has_thread;
    atomic_bool stops;
    FILE *log;
    uint64_t executions_before; /* of processes before this one */
    uint64_t first_executions;  /* of AFL++, which counts on: what it had before */
    uint64_t looked_at;         /* by engine_tell */
    char said[160];             /* why the process ends, if it says so */
    pthread_mutex_t lock;
    engine_news news; /* under the lock */
};

/* ---- Commands ---- */

/* The words of a command, which are freed with it. */
typedef struct command {
    char *words[WORDS];
    size_t count;
} command;

static void add(command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(command *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (c->count < WORDS - 1)
        c->words[c->count++] = text_made_from(format, arguments);
    va_end(arguments);
}

static void free_command(command *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->words[i]);
}

/* Begins a command whose standard error goes where its output goes, with the environment of a
 * target. */
static void begin_command(const engine *e, command *c)
{
    const char *folder = e->options.folder;
    add(c, "/bin/sh");
    add(c, "-c");
    add(c, "exec \"$@\" 2>&1");
    add(c, "sh");
    add(c, "env");
    add(c, "URIPROOF_FUZZ_CLASSES=%s/classes", folder);
    add(c, "URIPROOF_FUZZ_FOUND=%s/found", folder);
}

/* Ends the variables of a command. env would take a program whose path has "=" for one. */
static void end_variables(command *c)
{
    add(c, "/bin/sh");
    add(c, "-c");
    add(c, "exec \"$@\"");
    add(c, "sh");
}

/* Returns a seed, which is not 0: engines would draw one. A process that is started again makes
 * other texts. */
static uint32_t seed_of(const engine *e)
{
    const uint64_t number = e->options.number, start = e->news.starts;
    const uint64_t all = (e->options.seed * 1000 + number) * 1000 + start;
    return (uint32_t)(all * UINT64_C(0x9e3779b97f4a7c15) >> 34) + 1;
}

static void write_libfuzzer(const engine *e, command *c)
{
    const engine_options *o = &e->options;
    end_variables(c);
    add(c, "%s", o->program);
    add(c, "-reload=1");
    add(c, "-seed=%" PRIu32, seed_of(e));
    add(c, "-max_len=%d", TEXT_FOLDER_LONGEST);
    add(c, "-timeout=10");
    add(c, "-close_fd_mask=3"); /* a target that prints for each text would fill the log */
    if (o->dictionary != NULL)
        add(c, "-dict=%s", o->dictionary);
    add(c, "-artifact_prefix=%s/crashes/", o->folder);
    add(c, "-print_final_stats=1");
    add(c, "-use_value_profile=0");
    add(c, "%s/corpus", o->folder);
}

/* Adds the variables of AFL++ and of its targets. */
static void add_afl_variables(const engine *e, command *c)
{
    static const char *const settings[] = {
        "AFL_SKIP_CPUFREQ=1",
        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1",
        "AFL_TRY_AFFINITY=1",
        "AFL_NO_UI=1",
        "AFL_SYNC_TIME=1",
        "AFL_AUTORESUME=1",
        "AFL_NO_COLOR=1",
        "AFL_FAST_CAL=1",
        "ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0",
        "UBSAN_OPTIONS=abort_on_error=1:symbolize=0:halt_on_error=1"};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        add(c, "%s", settings[i]);
    if (e->options.mutator != NULL)
        add(c, "AFL_CUSTOM_MUTATOR_LIBRARY=%s", e->options.mutator);
}

static void write_afl(const engine *e, command *c)
{
    const engine_options *o = &e->options;
    add_afl_variables(e, c);
    add(c, "afl-fuzz");
    add(c, "-s");
    add(c, "%" PRIu32, seed_of(e));
    add(c, "-G");
    add(c, "%d", TEXT_FOLDER_LONGEST);
    add(c, "-t"); /* as it is without this option, but a text that takes longer does not end it */
    add(c, "1000+");
    add(c, "-m");
    add(c, "none");
    if (o->dictionary != NULL) {
        add(c, "-x");
        add(c, "%s", o->dictionary);
    }
    add(c, "-i");
    add(c, "%s/afl-seeds", o->folder);
    add(c, "-o");
    add(c, "%s/afl", o->folder);
    add(c, o->number == 0 ? "-M" : "-S");
    add(c, "%s", e->name);
    if (o->number == 0) {
        add(c, "-F");
        add(c, "%s/corpus", o->folder);
    }
    add(c, "--");
    add(c, "%s", o->program);
}

/* ---- What engines write ---- */

/* Finds the number after `word` in a line. Returns false if it is not there. */
static bool number_after(const char *line, const char *word, uint64_t *number)
{
    const char *at = strstr(line, word);
    char *end;
    if (at == NULL)
        return false;
    errno = 0;
    const unsigned long long found = strtoull(at + strlen(word), &end, 10);
    const bool good = end != at + strlen(word) && errno == 0;
    if (good)
        *number = found;
    return good;
}

/* Reads "#1234  NEW cov: 56 ft: ..." and the lines of the end, "stat::...". */
static void read_libfuzzer(engine *e, const char *line)
{
    uint64_t number;
    if ((line[0] == '#' && number_after(line, "#", &number)) ||
        number_after(line, "stat::number_of_executed_units:", &number))
        e->news.executions = e->executions_before + number;
    if (line[0] == '#' && number_after(line, " cov: ", &number) && number > e->news.edges)
        e->news.edges = number;
}

/* Reads "[+] ... afl-fuzz++4.04c based on afl ...". */
static void read_afl(engine *e, const char *line)
{
    static const char before[] = "afl-fuzz++";
    const char *at = strstr(line, before);
    if (at == NULL || e->news.version[0] != '\0')
        return;
    at += strlen(before);
    const int length = (int)strspn(at, "0123456789.abcdefghijklmnopqrstuvwxyz");
    snprintf(e->news.version, sizeof e->news.version, "%.*s", length, at);
}

/* What AFL++ counted. */
typedef struct afl_counts {
    uint64_t executions, edges;
} afl_counts;

static void take_counts(afl_counts *counts, double executions, double edges)
{
    if (executions > (double)counts->executions && executions < 1e18)
        counts->executions = (uint64_t)executions;
    if (edges > (double)counts->edges && edges < 1e18)
        counts->edges = (uint64_t)edges;
}

/* Reads a line of the table of its progress: numbers with commas, the twelfth of which is the
 * executions, and the thirteenth the edges. */
static void read_plot(afl_counts *counts, const char *line)
{
    double value[13] = {0};
    const char *at = line;
    for (size_t i = 0; i < 13 && at != NULL; i++) {
        value[i] = strtod(at, NULL);
        at = strchr(at, ',');
        at += at != NULL;
    }
    if (line[0] != '#' && strchr(line, '\n') != NULL)
        take_counts(counts, value[11], value[12]);
}

/* Reads a line of its statistics, "execs_done : 684". */
static void read_stats(afl_counts *counts, const char *line)
{
    const char *colon = strchr(line, ':');
    const double value = colon != NULL ? strtod(colon + 1, NULL) : 0;
    if (strncmp(line, "execs_done ", 11) == 0)
        take_counts(counts, value, 0);
    if (strncmp(line, "edges_found ", 12) == 0)
        take_counts(counts, 0, value);
}

/* Reads both of its files: it writes the one every few seconds, and the other once a minute and at
 * its end. */
static afl_counts afl_counts_of(const engine *e)
{
    static const struct {
        const char *name;
        void (*read)(afl_counts *counts, const char *line);
    } files[] = {{"plot_data", read_plot}, {"fuzzer_stats", read_stats}};
    afl_counts counts = {0, 0};
    char line[400];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *path = text_made("%s/afl/%s/%s", e->options.folder, e->name, files[i].name);
        FILE *in = fopen(path, "re");
        while (in != NULL && fgets(line, sizeof line, in) != NULL)
            files[i].read(&counts, line);
        if (in != NULL)
            fclose(in);
        free(path);
    }
    return counts;
}

static void look(engine *e)
{
    if (e->options.kind != ENGINE_AFL)
        return;
    const afl_counts counts = afl_counts_of(e);
    pthread_mutex_lock(&e->lock);
    if (counts.executions > e->first_executions) { /* else the files are of a run before */
        e->news.executions = counts.executions - e->first_executions;
        e->news.edges = counts.edges;
    }
    pthread_mutex_unlock(&e->lock);
}

static const struct {
    void (*write)(const engine *e, command *c);
    void (*read)(engine *e, const char *line);
} kinds[ENGINE_KINDS] = {
    [ENGINE_LIBFUZZER] = {write_libfuzzer, read_libfuzzer},
    [ENGINE_AFL] = {write_afl, read_afl},
};

/* ---- One process ---- */

static bool has_to_stop(void *self)
{
    const engine *e = self;
    return e->stops;
}

/* Takes what sets colours out of a line. AFL++ writes it on no terminal too. */
static void drop_escapes(char *line)
{
    char *to = line;
    for (const char *at = line; *at != '\0';) {
        if (*at != '\033') {
            *to++ = *at++;
            continue;
        }
        at += 1 + strspn(at + 1, "[()?;0123456789");
        at += *at != '\0';
    }
    *to = '\0';
}

/* Keeps a line that may say why the process ends. What follows such a line begins with a blank:
 * where in its source AFL++ gave up, or a stack. A sanitizer's summary says why; after it,
 * libFuzzer only tells the text. */
static void keep_words(engine *e, const char *line)
{
    const char *words = strncmp(line, "[-] ", 4) == 0 ? line + 4 : line;
    if (words[0] != '\0' && words[0] != ' ' && strncmp(words, "stat::", 6) != 0 &&
        strncmp(e->said, CRASH_SUMMARY, strlen(CRASH_SUMMARY)) != 0)
        snprintf(e->said, sizeof e->said, "%.*s", (int)sizeof e->said - 1, words);
}

static void take_line(void *self, const session_line *line)
{
    engine *e = self;
    char words[400];
    if (e->log != NULL) {
        fwrite(line->octets, 1, line->length, e->log);
        fputc('\n', e->log);
        fflush(e->log);
    }
    snprintf(words, sizeof words, "%.*s", line->length < 399 ? (int)line->length : 399,
             line->octets);
    drop_escapes(words);
    keep_words(e, words);
    pthread_mutex_lock(&e->lock);
    kinds[e->options.kind].read(e, words);
    pthread_mutex_unlock(&e->lock);
}

/* Runs one process to its end, and notes how it ended. Returns false if it was stopped. */
static bool run_once(engine *e)
{
    command c = {.count = 0};
    session_end end = {.status = -1};
    uriproof_error error = {.words = ""};
    begin_command(e, &c);
    kinds[e->options.kind].write(e, &c);
    pthread_mutex_lock(&e->lock);
    e->news.starts++;
    e->executions_before = e->news.executions;
    pthread_mutex_unlock(&e->lock);
    e->said[0] = '\0';
    const bool well = tool_run(&(tool){.name = "its process",
                                       .command = c.words,
                                       .reaper = e->options.reaper,
                                       .should_stop = has_to_stop,
                                       .take = take_line,
                                       .self = e,
                                       .end = &end},
                               &error);
    free_command(&c);
    look(e);
    if (end.status < 0 && e->stops)
        return false;
    pthread_mutex_lock(&e->lock);
    snprintf(e->news.words, sizeof e->news.words, "%.200s%s%s",
             well ? "its process ended" : error.words, e->said[0] != '\0' ? ": " : "", e->said);
    pthread_mutex_unlock(&e->lock);
    return true;
}

/* ---- All of them ---- */

static void wait_before(engine *e, unsigned idle)
{
    const struct timespec tick = {0, TICK_MS * 1000000L};
    const uint64_t until = session_clock() + ((uint64_t)BACKOFF_MS << idle);
    while (!e->stops && session_clock() < until)
        nanosleep(&tick, NULL);
}

static void *work(void *self)
{
    engine *e = self;
    unsigned idle = 0;
    while (!e->stops && idle < MOST_IDLE && run_once(e)) {
        /* An engine that sees no code of its target looks for nothing. */
        pthread_mutex_lock(&e->lock);
        const bool tested = e->news.executions > e->executions_before && e->news.edges > 0;
        pthread_mutex_unlock(&e->lock);
        /* One that has tested some texts may have died of the next one as it read it. */
        const bool moved = crash_files_move(e->options.folder);
        idle = tested || moved ? 0 : idle + 1;
        wait_before(e, idle);
    }
    pthread_mutex_lock(&e->lock);
    /* It may have put texts away at each start, and crashed at the next one. */
    e->news.failed =
        idle >= MOST_IDLE || (e->news.edges == 0 && (idle > 0 || e->news.starts > MOST_IDLE));
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

engine *engine_start(const engine_options *options)
{
    engine *e = calloc(1, sizeof *e);
    e->options = *options;
    snprintf(e->name, sizeof e->name, "%s-%zu", engine_names[options->kind], options->number);
    char *log = text_made("%s/logs/%s.log", options->folder, e->name);
    const int file = output_append(log, true);
    e->log = file >= 0 ? fdopen(file, "a") : NULL;
    free(log);
    e->first_executions = afl_counts_of(e).executions;
    pthread_mutex_init(&e->lock, NULL);
    const int number = pthread_create(&e->thread, NULL, work, e);
    e->has_thread = number == 0;
    if (number != 0) {
        e->news.failed = true;
        snprintf(e->news.words, sizeof e->news.words, "no thread for it: %s", error_reason(number));
    }
    return e;
}

engine_news engine_tell(engine *e)
{
    const uint64_t now = session_clock();
    if (now - e->looked_at >= LOOK_MS) {
        look(e);
        e->looked_at = now;
    }
    pthread_mutex_lock(&e->lock);
    const engine_news news = e->news;
    pthread_mutex_unlock(&e->lock);
    return news;
}

void engine_stop(engine *e)
{
    e->stops = true;
}

engine_news engine_end(engine *e)
{
    engine_stop(e);
    if (e->has_thread)
        pthread_join(e->thread, NULL);
    const engine_news news = e->news;
    if (e->log != NULL)
        fclose(e->log);
    pthread_mutex_destroy(&e->lock);
    free(e);
    return news;
}
