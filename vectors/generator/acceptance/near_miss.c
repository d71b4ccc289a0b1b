/* SPDX-License-Identifier: MIT */
/*
 * Near misses: random derivations with one octet put in, taken out or changed, such that
 * the text does not match the grammar and is rejected just where the change is. The rule broken is
 * that of broken_rule.h.
 */
#include "broken_rule.h"
#include "languages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum change { PUT_IN, TAKEN_OUT, CHANGED, CHANGE_COUNT } change;

enum {
    SEED = 1630,
    DERIVATIONS = 100000, /* so many are made */
    CHANGES_TRIED = 16,   /* in each of them */
    ROWS_MAX = 40,        /* are kept for one group */
    ROWS_WRITTEN = 1500   /* of all, about, the same number of each */
};

typedef struct miss {
    char text[DERIVATION_LENGTH_MAX + 1];
    size_t length;
} miss;

/* The rows of one group. */
typedef struct bucket {
    miss misses[ROWS_MAX];
    size_t count;
} bucket;

typedef struct near_misses {
    const gen_job *job;
    const gen_source *source;
    gen_languages languages;
    uriproof_grammar *grammar; /* with every reading at its default */
    uriproof_grammar *printed; /* without patches */
    gen_broken broken;
    gen_random random;
    derivation made;
    bucket (*buckets)[CHANGE_COUNT]; /* of each production that is broken, and in each of them of
                                        each that is changed */
    size_t share;                    /* how many are written of each */
} near_misses;

/* ---- Making one ---- */

/* An octet: any, or of a class that is chosen first, so that rare classes are not rare. */
static char any_octet(near_misses *n)
{
    const uriproof_automaton *automaton = &n->languages.automata[0];
    if (gen_random_below(&n->random, 8) == 0)
        return (char)gen_random_below(&n->random, 256);
    size_t class = gen_random_below(&n->random, automaton->class_count);
    for (unsigned tries = 0; tries < 64; tries++) {
        unsigned char octet = (unsigned char)(' ' + gen_random_below(&n->random, '~' - ' ' + 1));
        if (automaton->class_of[octet] == class)
            return (char)octet;
    }
    return (char)automaton->representative[class];
}

/* The innermost occurrence that an octet put in at `at` is in. */
static size_t occurrence_at(const derivation *made, size_t at)
{
    return at == 0 || at == made->length ? 0 : derivation_common(made, at - 1, at);
}

/* Makes *m of the derivation by that change at `at`; returns the occurrence that is changed, or
 * DERIVATION_NONE where there is nothing to be changed. */
static size_t make(near_misses *n, change kind, size_t at, miss *m)
{
    const derivation *made = &n->made;
    size_t skipped = kind == PUT_IN ? 0 : 1, added = kind == TAKEN_OUT ? 0 : 1;
    if (at + skipped > made->length)
        return DERIVATION_NONE;
    m->length = made->length - skipped + added;
    memcpy(m->text, made->text, at);
    m->text[at] = any_octet(n);
    memcpy(m->text + at + added, made->text + at + skipped, made->length - at - skipped);
    if (kind == PUT_IN)
        return occurrence_at(made, at);
    return kind == CHANGED ? made->innermost[at] : derivation_around(made, at);
}

static bool is_rejected_at(const near_misses *n, const miss *m, size_t at)
{
    gen_expect expect = gen_languages_expect(&n->languages, 0, (uriproof_span){m->text, m->length});
    return expect.outcome == GEN_OFFSET && expect.offset == at;
}

/* The production of the occurrence, or of the innermost around it that is printed. */
static uint32_t printed_production(const near_misses *n, size_t occurrence)
{
    while (!gen_is_printed(&n->broken, n->made.occurrences[occurrence].production))
        occurrence = n->made.occurrences[occurrence].parent;
    return n->made.occurrences[occurrence].production;
}

static bucket *bucket_of(const near_misses *n, uint32_t broken, uint32_t changed, change kind)
{
    return &n->buckets[broken * n->grammar->production_count + changed][kind];
}

static void keep(bucket *b, const miss *m)
{
    if (b->count == ROWS_MAX)
        return;
    for (size_t i = 0; i < b->count; i++)
        if (b->misses[i].length == m->length && memcmp(b->misses[i].text, m->text, m->length) == 0)
            return;
    b->misses[b->count++] = *m;
}

static void try_change(near_misses *n)
{
    miss m;
    change kind = (change)gen_random_below(&n->random, CHANGE_COUNT);
    size_t at = gen_random_below(&n->random, n->made.length + 1);
    size_t changed = make(n, kind, at, &m);
    if (changed != DERIVATION_NONE && is_rejected_at(n, &m, at))
        keep(bucket_of(n, gen_broken_production(&n->broken, &n->made, at),
                       printed_production(n, changed), kind),
             &m);
}

static void collect(near_misses *n)
{
    const char *start = n->source->productions[0];
    uint32_t production = grammar_find(n->grammar, start, strlen(start));
    for (size_t i = 0; i < DERIVATIONS; i++) {
        if (!derivation_make(n->grammar, production, &n->random, &n->made))
            continue;
        for (size_t tries = 0; tries < CHANGES_TRIED; tries++)
            try_change(n);
    }
}

static size_t bucket_count(const uriproof_grammar *grammar)
{
    return (size_t)grammar->production_count * grammar->production_count;
}

/* The largest number of each by which not too many are written. */
static void find_share(near_misses *n)
{
    size_t count = 0;
    for (size_t i = 0; i < bucket_count(n->grammar); i++)
        for (int kind = 0; kind < CHANGE_COUNT; kind++)
            count += n->buckets[i][kind].count > 0;
    n->share = count > 0 ? ROWS_WRITTEN / count : 0;
}

/* ---- Writing them ---- */

static void write_misses(const near_misses *n, gen_file *file, const bucket *b)
{
    gen_alternate room[GEN_SETTINGS_MAX];
    for (size_t i = 0; i < b->count && i < n->share; i++) {
        gen_case one;
        gen_languages_case(&n->languages, (uriproof_span){b->misses[i].text, b->misses[i].length},
                           room, &one);
        gen_case_write(file, &one);
    }
}

static void write_bucket(const near_misses *n, gen_file *file, uint32_t broken, uint32_t changed,
                         change kind)
{
    static const char *const ids[] = {"put-in", "taken-out", "changed"};
    static const char *const words[] = {"inserted into", "removed from", "replaced in"};
    const char *name = n->grammar->productions[broken].name;
    const char *inside = n->grammar->productions[changed].name;
    char id[192], about[320], clause[128];
    snprintf(id, sizeof id, "near-miss-%s-in-%s-%s", name, inside, ids[kind]);
    snprintf(
        about, sizeof about,
        "An octet is %s %s of a text that matches the grammar. The text is then rejected at that "
        "octet, in %s.",
        words[kind], inside, name);
    snprintf(clause, sizeof clause, "%s.bnf.%s", n->source->dialect, name);
    const char *breaks[] = {clause, NULL};
    gen_group group = {.id = id,
                       .about = about,
                       .origin = n->source->origin,
                       .breaks = breaks,
                       .op = URIPROOF_PARSE};
    gen_group_begin(file, &group);
    write_misses(n, file, bucket_of(n, broken, changed, kind));
}

static void write_broken(const near_misses *n, gen_file *file, uint32_t broken)
{
    for (uint32_t changed = 0; changed < n->grammar->production_count; changed++)
        for (int kind = 0; kind < CHANGE_COUNT; kind++)
            write_bucket(n, file, broken, changed, (change)kind);
}

static bool write_file(const near_misses *n)
{
    gen_head head = {
        .dialect = n->source->dialect,
        .name = "near-miss",
        .about =
            "Near misses: random texts of the grammar in which one octet was inserted, removed or "
            "replaced, so that the text is rejected at that octet. They are grouped by the "
            "production that has begun at that octet and cannot go on there, and by the one that "
            "was changed.",
        .seed = SEED};
    gen_file *file = gen_file_begin(n->job->folder, &head, n->job->error);
    if (file == NULL)
        return false;
    const char *production;
    for (size_t i = 0; (production = uriproof_grammar_production(n->printed, i)) != NULL; i++)
        write_broken(n, file, grammar_find(n->grammar, production, strlen(production)));
    return gen_file_end(file, n->job->error);
}

static bool prepare(near_misses *n)
{
    const uriproof_grammar_entry *entry = uriproof_grammar_named(n->source->grammar);
    const char *files[] = {entry->file, NULL};
    n->grammar = uriproof_grammar_under(n->job->grammar, entry, NULL, n->job->error);
    n->printed = uriproof_grammar_load(n->job->grammar, files, n->job->error);
    if (n->grammar == NULL || n->printed == NULL)
        return false;
    n->buckets = calloc(bucket_count(n->grammar), sizeof *n->buckets);
    if (n->buckets == NULL)
        uriproof_error_set(n->job->error, "out of memory");
    return n->buckets != NULL && gen_broken_prepare(n->job, n->grammar, n->printed, &n->broken);
}

bool gen_near_misses(const gen_job *job)
{
    near_misses n = {.job = job, .source = gen_source_of(job->dialect), .random = {SEED}};
    bool done = gen_languages_compile(job, n.source->grammar, &n.languages) && prepare(&n);
    if (done) {
        collect(&n);
        find_share(&n);
        done = write_file(&n);
    }
    gen_broken_free(&n.broken);
    free(n.buckets);
    uriproof_grammar_free(n.printed);
    uriproof_grammar_free(n.grammar);
    gen_languages_free(&n.languages);
    return done;
}
