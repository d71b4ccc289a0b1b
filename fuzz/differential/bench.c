/* SPDX-License-Identifier: MIT */
/*
 * Measures what reference, comparison and classes cost: how many texts a second the target
 * `differential` tests, as a ratio of those that the same parsers answer in the same calls.
 *
 *     uriproof-fuzz-bench FILE PARSER...
 */
#include "ask_directly.h"
#include "differential.h"

#include "base/base.h"
#include "parsers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, LONGEST = 4096 };

typedef struct texts {
    uriproof_span *at;
    size_t count;
} texts;

static texts read_texts(const char *path)
{
    texts all = {NULL, 0};
    char line[LONGEST];
    FILE *in = fopen(path, "rb");
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        const size_t length = strcspn(line, "\n");
        char *copy = malloc(length + 1);
        memcpy(copy, line, length + 1);
        all.at = list_grown(all.at, all.count, sizeof *all.at);
        all.at[all.count++] = (uriproof_span){copy, length};
    }
    if (all.count == 0) {
        fprintf(stderr, "uriproof-fuzz-bench: cannot read %s, or it has no line\n", path);
        exit(2);
    }
    fclose(in);
    return all;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double time_calls(direct_parsers *parsers, const texts *all)
{
    const double begun = seconds();
    for (size_t i = 0; i < all->count; i++)
        direct_parsers_ask(parsers, all->at[i]);
    return seconds() - begun;
}

static double time_target(const texts *all)
{
    const double begun = seconds();
    for (size_t i = 0; i < all->count; i++)
        differential_test((const uint8_t *)all->at[i].octets, all->at[i].length);
    return seconds() - begun;
}

static int compare(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

/* Finds the parsers of the command line. Returns how many. */
static size_t find_parsers(int argc, char **argv, const uriproof_server **chosen)
{
    size_t count, found = 0;
    const uriproof_server *const *servers = uriproof_parsers(&count);
    for (int i = 2; i < argc; i++)
        for (size_t k = 0; k < count && found < PARSERS_MOST; k++)
            if (strcmp(servers[k]->name, argv[i]) == 0)
                chosen[found++] = servers[k];
    return found;
}

int main(int argc, char **argv)
{
    const uriproof_server *chosen[PARSERS_MOST];
    static direct_parsers parsers;
    const size_t count = find_parsers(argc, argv, chosen);
    if (count == 0 || (int)count != argc - 2) {
        fprintf(stderr, "usage: uriproof-fuzz-bench FILE PARSER...\n");
        return 2;
    }
    const texts all = read_texts(argv[1]);
    double calls[ROUNDS], target[ROUNDS];
    argc = 1;
    differential_begin(chosen, count, &argc, &argv);
    for (size_t i = 0; i < count; i++)
        direct_parsers_add(&parsers, chosen[i]);
    for (size_t round = 0; round < ROUNDS; round++) {
        calls[round] = time_calls(&parsers, &all);
        target[round] = time_target(&all);
    }
    qsort(calls, ROUNDS, sizeof *calls, compare);
    qsort(target, ROUNDS, sizeof *target, compare);
    const double of_calls = (double)all.count / calls[ROUNDS / 2];
    const double of_target = (double)all.count / target[ROUNDS / 2];
    printf("%zu texts, %zu parsers: calls %.0f a second, target %.0f, ratio %.2f\n", all.count,
           count, of_calls, of_target, of_target / of_calls);
    return 0;
}
