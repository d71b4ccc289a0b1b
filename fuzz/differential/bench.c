/* SPDX-License-Identifier: MIT */
/*
 * Measures what reference, comparison and classes cost: how many texts a second the target
 * `differential` tests, as a ratio of those that the same parsers answer in the same calls.
 *
 *     uriproof-fuzz-bench FILE|FOLDER PARSER...
 *
 * A file has a text a line. A folder, such as a corpus of an engine, has a text a file.
 */
#include "ask_directly.h"
#include "differential.h"

#include "base/base.h"
#include "parsers.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7 };

typedef struct texts {
    uriproof_span *at;
    size_t count;
    store *memory; /* of their octets */
} texts;

static void add_text(texts *all, const char *octets, size_t length)
{
    all->at = list_grown(all->at, all->count, sizeof *all->at);
    all->at[all->count++] = (uriproof_span){store_copy(all->memory, octets, length), length};
}

/* Adds each line of a file as a text. */
static void add_lines(texts *all, const char *path)
{
    size_t left = 0;
    char *octets = uriproof_file_read(path, &left);
    for (const char *line = octets; left > 0;) {
        const char *end = memchr(line, '\n', left);
        const size_t length = end != NULL ? (size_t)(end - line) : left;
        add_text(all, line, length);
        line += length + (end != NULL);
        left -= length + (end != NULL);
    }
    free(octets);
}

/* Adds a file as one text; what is no file is left out. */
static void add_file(texts *all, const char *folder, const char *name)
{
    octet_buffer path = {NULL, 0, 0};
    buffer_add(&path, folder, strlen(folder));
    buffer_add(&path, "/", 1);
    buffer_add(&path, name, strlen(name) + 1);
    size_t length;
    char *text = uriproof_file_read(path.octets, &length);
    if (text != NULL)
        add_text(all, text, length);
    free(text);
    buffer_free(&path);
}

static texts read_texts(const char *path)
{
    texts all = {NULL, 0, store_new()};
    struct dirent **entries;
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        add_lines(&all, path);
    for (int i = 0; i < count; i++) {
        add_file(&all, path, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    if (all.count == 0) {
        fprintf(stderr,
                "uriproof-fuzz-bench: %s: no text: name a file with a text a line, or a "
                "folder with a text a file\n",
                path);
        exit(2);
    }
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
        fprintf(stderr, "usage: uriproof-fuzz-bench FILE|FOLDER PARSER...\n");
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
