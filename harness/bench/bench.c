/* SPDX-License-Identifier: MIT */
/*
 * Measures the reference, the model and the C parsers. Results are ratios within one run, since the
 * machines for it are shared and noisy.
 *
 *   uriproof-bench URLS
 *
 * URLS is a file with one URL on each line.
 */
#include "measure.h"
#include "standard.h"

#include "base/base.h"
#include "model/model.h"
#include <parsers.h>
#include <uriproof/rfc1630.h>
#include <uriproof/rfc3986.h>

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32 };

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

int main(int argc, char **argv)
{
    urls u = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: uriproof-bench URLS\n");
        return 2;
    }
    if (read_urls(argv[1], &u))
        bench_parse(&u);
    else
        printf("parse only: skipped, cannot read %s (cmake -D URIPROOF_BENCH_URLS=FILE)\n",
               argv[1]);
    free(u.at);
    free(u.text);
    bench_standard(argv[1]);
    bench_long_texts();
    return 0;
}
