/* SPDX-License-Identifier: MIT */
/*
 * Measures times. Results are ratios within one run, since the machines for it are shared and
 * noisy.
 *
 *   uriproof-bench URLS PROGRAM VECTORS ADAPTERS [PART]
 *
 * URLS is a file with one URL on each line. PROGRAM is uriproof itself, which is run as an adapter.
 * VECTORS is the folder of the vectors, and ADAPTERS the folder of the adapters. PART is the name
 * of one of the parts below.
 */
#include "diff.h"
#include "long_texts.h"
#include "measure.h"
#include "profiles.h"
#include "standard.h"
#include "throughput.h"

#include "runner/runner.h"

#include "base/base.h"
#include "corpus/corpus.h"
#include "model/model.h"
#include <parsers.h>
#include <uriproof/rfc1630.h>
#include <uriproof/rfc3986.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ROWS = 32, LEAST_CASES = 1000000 };

typedef struct urls {
    char *text;
    uriproof_span *at; /* each is followed by a NUL */
    size_t count;
} urls;

typedef struct row {
    const char *name;
    bool (*parse)(const char *text, size_t length);
    size_t taken;
    double ns[ROUNDS]; /* nanoseconds for each URL */
} row;

static bool read_urls(const char *path, urls *u)
{
    size_t length = 0;
    u->text = uriproof_file_read(path, &length);
    if (u->text == NULL)
        return false;
    for (size_t i = 0; i < length; i++)
        u->count += u->text[i] == '\n';
    u->at = calloc(u->count + 1, sizeof *u->at);
    if (u->at == NULL)
        return false;
    char *line = u->text;
    for (size_t i = 0; i < u->count; i++) {
        char *end = strchr(line, '\n');
        if (end == NULL)
            return false; /* the file has a NUL */
        *end = '\0';
        u->at[i] = (uriproof_span){line, (size_t)(end - line)};
        line = end + 1;
    }
    return u->count > 0;
}

static bool reference_rfc1630(const char *text, size_t length)
{
    uriproof_generic generic;
    uriproof_refusal refusal;
    return uriproof_rfc1630_parse((uriproof_span){text, length}, NULL, &generic, &refusal);
}

static bool reference_rfc3986(const char *text, size_t length)
{
    uriproof_components components;
    uriproof_refusal refusal;
    return uriproof_rfc3986_parse((uriproof_span){text, length}, &components, &refusal);
}

/* The model under RFC 3986, with room for the longest text of a file. */
static bool model_rfc3986(const char *text, size_t length)
{
    static profile claimed;
    static uriproof_buffer room;
    const uriproof_request request = {URIPROOF_PARSE, {{text, length}, {NULL, 0}}};
    uriproof_answer answer;
    if (room.octets == NULL)
        claimed = profile_of_rfc3986(NULL);
    if (room.capacity < model_room(length)) {
        free(room.octets);
        room = (uriproof_buffer){malloc(model_room(length)), model_room(length), 0};
    }
    return model_answer(&claimed, &request, &room, &answer, NULL) &&
           answer.status == ANSWER_ACCEPTED;
}

static void time_row(row *r, const urls *u, size_t round)
{
    double start = now_ns();
    r->taken = 0;
    for (size_t i = 0; i < u->count; i++)
        r->taken += r->parse(u->at[i].octets, u->at[i].length);
    r->ns[round] = (now_ns() - start) / (double)u->count;
}

static size_t make_rows(row *rows)
{
    size_t count = 0, servers;
    const uriproof_server *const *server = uriproof_parsers(&servers);
    rows[count++] = (row){.name = "byte sum", .parse = bench_byte_sum};
    rows[count++] = (row){.name = "reference rfc1630", .parse = reference_rfc1630};
    rows[count++] = (row){.name = "reference rfc3986", .parse = reference_rfc3986};
    rows[count++] = (row){.name = "reference whatwg", .parse = bench_whatwg_url};
    rows[count++] = (row){.name = "model rfc3986", .parse = model_rfc3986};
    for (size_t i = 0; i < servers && count < MOST_ROWS; i++)
        if (server[i]->parse_alone != NULL)
            rows[count++] = (row){.name = server[i]->name, .parse = server[i]->parse_alone};
    return count;
}

static void bench_parse(const urls *u)
{
    row rows[MOST_ROWS];
    size_t count = make_rows(rows);
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++)
            time_row(&rows[i], u, round);
    double sum = median(rows[0].ns), reference = median(rows[1].ns);
    printf("parse only, %zu URLs, interleaved, median of %d\n", u->count, ROUNDS);
    printf("  %-18s %8s %12s %13s %8s\n", "", "ns/URL", "x byte sum", "x rfc1630", "taken");
    for (size_t i = 0; i < count; i++) {
        double ns = i == 0 ? sum : i == 1 ? reference : median(rows[i].ns);
        printf("  %-18s %8.1f %12.2f %13.2f %8zu\n", rows[i].name, ns, ns / sum, ns / reference,
               rows[i].taken);
    }
}

/* Returns the vectors, repeated until there are enough cases. */
static const uriproof_vector **repeat(const uriproof_corpus *corpus, size_t *count)
{
    size_t times = LEAST_CASES / corpus->vector_count + 1;
    *count = times * corpus->vector_count;
    const uriproof_vector **cases = calloc(*count, sizeof *cases);
    for (size_t i = 0; cases != NULL && i < *count; i++)
        cases[i] = &corpus->vectors[i % corpus->vector_count];
    return cases;
}

static double cases_per_second(const char *program, const uriproof_vector *const *cases,
                               size_t count, bool *agree)
{
    char *command[] = {(char *)program, "serve", "--dialect", "rfc1630", NULL};
    hello greeting;
    uriproof_error error;
    char reaper[4096]; /* in the folder of the program */
    const char *slash = strrchr(program, '/');
    int folder = slash != NULL ? (int)(slash - program + 1) : 0;
    snprintf(reaper, sizeof reaper, "%.*suriproof-reaper", folder, program);
    run_options options = {.dialect = uriproof_dialect_named("rfc1630"),
                           .asker.timeout_ms = 2000,
                           .asker.window = 64,
                           .asker.reaper = reaper};
    const uriproof_result **results = calloc(count, sizeof *results);
    store *s = store_new();
    double start = now_ns();
    run_end end = run_adapter(command, cases, count, &options, &greeting, results, s, &error);
    double seconds = (now_ns() - start) / 1e9;
    *agree = end == RUN_DONE;
    for (size_t i = 0; *agree && i < count; i++)
        *agree = results[i]->outcome == URIPROOF_AGREE;
    hello_free(&greeting);
    store_free(s);
    free(results);
    return (double)count / seconds;
}

static int bench_run(const char *program, const char *folder)
{
    uriproof_corpus corpus;
    uriproof_error error;
    if (!uriproof_corpus_load_level(folder, uriproof_dialect_named("rfc1630"), URIPROOF_CLAUSES,
                                    &corpus, &error)) {
        fprintf(stderr, "uriproof-bench: %s\n", error.words);
        return 1;
    }
    size_t count;
    const uriproof_vector **cases = repeat(&corpus, &count);
    double rates[ROUNDS];
    bool all_agree = cases != NULL;
    for (size_t round = 0; all_agree && round < ROUNDS; round++)
        rates[round] = cases_per_second(program, cases, count, &all_agree);
    if (all_agree)
        printf("test reference, %zu cases, 64 in flight, median of %d: %.0f cases/s\n", count,
               ROUNDS, median(rates));
    else
        fprintf(stderr, "uriproof-bench: the reference does not agree with the vectors\n");
    free(cases);
    uriproof_corpus_free(&corpus);
    return all_agree ? 0 : 1;
}

/* Sets `folder` to the folder of a program. */
static void folder_of(const char *program, char *folder, size_t room)
{
    const char *slash = strrchr(program, '/');
    int length = slash != NULL ? (int)(slash - program) : 1;
    snprintf(folder, room, "%.*s", length, slash != NULL ? program : ".");
}

static int bench_adapters(const char *program, const char *vectors, const char *adapters)
{
    uriproof_corpus corpus;
    uriproof_error error;
    char bin[4096];
    if (!uriproof_corpus_load_level(vectors, uriproof_dialect_named("rfc3986"), URIPROOF_CLAUSES,
                                    &corpus, &error)) {
        fprintf(stderr, "uriproof-bench: %s\n", error.words);
        return 1;
    }
    folder_of(program, bin, sizeof bin);
    bench_throughput(&corpus, bin, adapters);
    uriproof_corpus_free(&corpus);
    return 0;
}

/* ---- The parts ---- */

typedef struct places {
    const char *urls, *program, *vectors, *adapters;
} places;

static int put_parse(const places *at)
{
    urls u = {0};
    if (read_urls(at->urls, &u))
        bench_parse(&u);
    else
        printf("parse only: skipped, cannot read %s (cmake -D URIPROOF_BENCH_URLS=FILE)\n",
               at->urls);
    free(u.at);
    free(u.text);
    return 0;
}

static int put_standard(const places *at)
{
    char scripts[4096];
    snprintf(scripts, sizeof scripts, "%s/../bench", at->adapters);
    return bench_standard(at->urls, scripts);
}

static int put_long_texts(const places *at)
{
    (void)at;
    bench_long_texts();
    return 0;
}

static int put_reference(const places *at)
{
    return bench_run(at->program, at->vectors);
}

static int put_adapters(const places *at)
{
    return bench_adapters(at->program, at->vectors, at->adapters);
}

static int put_diff(const places *at)
{
    char bin[4096];
    folder_of(at->program, bin, sizeof bin);
    return bench_diff(at->urls, bin);
}

static int put_profile(const places *at)
{
    return bench_profiles(at->program);
}

static const struct {
    const char *name;
    int (*put)(const places *at);
} parts[] = {
    {"parse", put_parse},         {"standard", put_standard}, {"long-texts", put_long_texts},
    {"reference", put_reference}, {"adapters", put_adapters}, {"diff", put_diff},
    {"profile", put_profile},
};

static int usage(void)
{
    fprintf(stderr, "usage: uriproof-bench URLS PROGRAM VECTORS ADAPTERS [PART]\nparts:");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        fprintf(stderr, " %s", parts[i].name);
    fputs("\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--calls") == 0) /* bench_diff starts it so */
        return bench_calls(argv[2]);
    if (argc != 5 && argc != 6)
        return usage();
    places at = {argv[1], argv[2], argv[3], argv[4]};
    bool any = false;
    int status = 0;
    for (size_t i = 0; status == 0 && i < sizeof parts / sizeof *parts; i++) {
        if (argc == 6 && strcmp(argv[5], parts[i].name) != 0)
            continue;
        any = true;
        status = parts[i].put(&at);
    }
    return any ? status : usage();
}
