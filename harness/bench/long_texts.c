/* SPDX-License-Identifier: MIT */
/*
 * Measures the reference on texts that repeat one filler. It compares the time for each octet of a
 * long text with that of a short text. The long text is read once, and the short one as often as it
 * fits into the long one. Both are the same amount of work, so the ratio is near 1 if the time is
 * linear. It may be a little higher, since the short text fits into a cache.
 */
#include "measure.h"

#include <uriproof/reference.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t short_length = (size_t)1 << 20, long_length = (size_t)64 << 20;

/* A text that begins with `start`, and then has as many fillers as fit into `length` octets. */
typedef struct long_text {
    const char *start, *filler;
    char *octets;
    size_t start_length, step;
} long_text;

static long_text make_text(const char *start, const char *filler, char *octets)
{
    long_text t = {start, filler, octets, strlen(start), strlen(filler)};
    memcpy(octets, start, t.start_length);
    for (size_t i = 0; i < long_length; i++)
        octets[t.start_length + i] = filler[i % t.step];
    return t;
}

static uriproof_span cut_text(const long_text *t, size_t length)
{
    return (uriproof_span){t->octets, t->start_length + length / t->step * t->step};
}

/* Returns how far the dialect reads the text. */
static size_t depth(const uriproof_dialect *dialect, uriproof_span text)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    bool valid = dialect->parse(text, NULL, &parts, &refusal);
    return valid ? text.length : refusal.offset;
}

/* Returns the text whose start lets the dialect read furthest into the fillers. */
static long_text deepest(const uriproof_dialect *dialect, const char *filler, char *octets)
{
    static const char *const starts[] = {"http:", "http://", "http://h/",
                                         "URL:http:", "URL:http://h/"};
    size_t best = 0, furthest = 0;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        long_text t = make_text(starts[i], filler, octets);
        size_t reached = depth(dialect, cut_text(&t, short_length)) - t.start_length;
        if (reached <= short_length && reached > furthest) {
            best = i;
            furthest = reached;
        }
    }
    return make_text(starts[best], filler, octets);
}

typedef void (*work)(const uriproof_dialect *dialect, uriproof_span text, char *room);

static void parse_text(const uriproof_dialect *dialect, uriproof_span text, char *room)
{
    (void)room;
    depth(dialect, text);
}

static void resolve_text(const uriproof_dialect *dialect, uriproof_span text, char *room)
{
    uriproof_span base = uriproof_span_of("http://h/b/c");
    uriproof_buffer out = {room, base.length + text.length + 2, 0};
    uriproof_refusal refusal;
    dialect->resolve(base, text, NULL, &out, &refusal);
}

static void resolve_from_text(const uriproof_dialect *dialect, uriproof_span text, char *room)
{
    uriproof_span ref = uriproof_span_of("../d");
    uriproof_buffer out = {room, text.length + ref.length + 2, 0};
    uriproof_refusal refusal;
    dialect->resolve(text, ref, NULL, &out, &refusal);
}

static double ns_an_octet(work does, const uriproof_dialect *dialect, uriproof_span text,
                          size_t times, char *room)
{
    double start = now_ns();
    for (size_t i = 0; i < times; i++)
        does(dialect, text, room);
    return (now_ns() - start) / (double)text.length / (double)times;
}

static void put_row(const char *name, work does, const uriproof_dialect *dialect,
                    const long_text *t, char *room)
{
    uriproof_span few = cut_text(t, short_length), many = cut_text(t, long_length);
    double small[ROUNDS], large[ROUNDS];
    does(dialect, many, room); /* makes the system provide the memory */
    for (size_t i = 0; i < ROUNDS; i++) {
        small[i] = ns_an_octet(does, dialect, few, long_length / short_length, room);
        large[i] = ns_an_octet(does, dialect, many, 1, room);
    }
    double short_ns = median(small), long_ns = median(large);
    printf("  %-8s %-12s %-14s%-6s %8.2f %8.2f %6.2f %10.2f\n", dialect->name, name, t->start,
           t->filler, short_ns, long_ns, long_ns / short_ns, short_ns * (double)few.length / 1e6);
}

static void put_rows(const uriproof_dialect *dialect, char *octets, char *room)
{
    static const char *const fillers[] = {"/.", "%41", "a@", "::"};
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++) {
        long_text t = deepest(dialect, fillers[i], octets);
        put_row("parse", parse_text, dialect, &t, room);
    }
    long_text t = make_text("", "a/../", octets);
    put_row("resolve", resolve_text, dialect, &t, room);
    t = make_text("http://h/", "a/../", octets);
    put_row("resolve from", resolve_from_text, dialect, &t, room);
}

void bench_long_texts(void)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    char *octets = malloc(long_length + 64), *room = malloc(long_length + 64);
    if (octets == NULL || room == NULL) {
        printf("long texts: skipped, no memory\n");
    } else {
        printf("long texts, ns/octet, median of %d\n", ROUNDS);
        printf("  %-41s %8s %8s %6s %10s\n", "", "1 MiB", "64 MiB", "ratio", "ms, 1 MiB");
        for (size_t i = 0; i < count; i++)
            if (dialects[i]->parse != NULL)
                put_rows(dialects[i], octets, room);
    }
    free(octets);
    free(room);
}
