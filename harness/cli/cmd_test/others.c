/* SPDX-License-Identifier: MIT */
#include "others.h"

#include "cli/stop.h"
#include "runner/runner.h"

#include <stdlib.h>
#include <string.h>

struct others {
    const testing *test;
    parsers parsers;
    panel *panel; /* NULL before the first question */
};

others *others_new(const testing *t)
{
    others *o = calloc(1, sizeof *o);
    o->test = t;
    o->parsers.folder = t->parsers.folder;
    return o;
}

static void start(others *o)
{
    data_paths p;
    find_paths(o->test->call, &p);
    const asker_options options = panel_options(&p, o->test->timeout_ms, 1);
    parsers_find(o->test->call, &p, &o->parsers);
    o->panel = panel_new(o->parsers.members, o->parsers.count, 0, &options);
}

void others_free(others *o)
{
    if (o->panel != NULL) {
        panel_free(o->panel);
        parsers_free(&o->parsers);
    }
    free(o);
}

/* What the tested parser gave, and what it declares of the host. */
typedef struct tested {
    const char *name;
    reply given;
    transform_set declared;
} tested;

static transform_set declared_of_host(const uriproof_adapter_results *adapter)
{
    transform_set set = {{0}};
    for (const char **one = adapter->transforms; one != NULL && *one != NULL; one++)
        if (strncmp(*one, "host ", 5) == 0)
            transform_declare(&set, "host", *one + 5);
    class_allow_spellings(&set);
    return set;
}

/* Does a parser see the same host as the tested one? */
static bool sees_same(const others *o, const tested *t, size_t m, const reply *seen)
{
    const uriproof_span a = t->given.pieces.at[PIECE_HOST], b = seen->pieces.at[PIECE_HOST];
    return (a.length == 0 && b.length == 0) ||
           class_same_part(PIECE_HOST, &t->given.pieces, &t->declared, &seen->pieces,
                           &panel_hello(o->panel, m)->transforms);
}

static void put_host(FILE *out, uriproof_span host)
{
    if (!uriproof_present(host)) {
        fputs("none", out);
        return;
    }
    fputc('"', out);
    print_octets(out, host);
    fputc('"', out);
}

/* Is the member the first of those that see such a host? */
static bool is_first(const reply *replies, const bool *differs, size_t m)
{
    for (size_t k = 0; k < m; k++)
        if (differs[k] &&
            uriproof_span_equal(replies[k].pieces.at[PIECE_HOST], replies[m].pieces.at[PIECE_HOST]))
            return false;
    return differs[m];
}

/* Writes the hosts that are others, and who sees each: `"c" (a, b), none (d)`. */
static void put_hosts(FILE *out, const others *o, const reply *replies, const bool *differs)
{
    const char *between = "";
    for (size_t m = 0; m < o->parsers.count; m++) {
        const uriproof_span host = replies[m].pieces.at[PIECE_HOST];
        if (!is_first(replies, differs, m))
            continue;
        fputs(between, out);
        put_host(out, host);
        for (size_t k = m; k < o->parsers.count; k++)
            if (differs[k] && uriproof_span_equal(replies[k].pieces.at[PIECE_HOST], host))
                fprintf(out, "%s%s", k == m ? " (" : ", ", o->parsers.members[k].name);
        fputc(')', out);
        between = ", ";
    }
}

static char *words_of(const others *o, const tested *t, const reply *replies)
{
    bool *differs = calloc(o->parsers.count + 1, sizeof *differs);
    size_t accept = 0, other = 0;
    for (size_t m = 0; m < o->parsers.count; m++) {
        if (!reply_accepts(&replies[m]) || strcmp(o->parsers.members[m].name, t->name) == 0)
            continue;
        differs[m] = !sees_same(o, t, m, &replies[m]);
        accept++;
        other += differs[m];
    }
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    fputs("host ", out);
    put_host(out, t->given.pieces.at[PIECE_HOST]);
    if (accept == 0)
        fputs("; no other parser accepts it", out);
    else if (other == 0)
        fprintf(out, ", as all others that accept it: %zu", accept);
    else
        fprintf(out, "; for %zu of %zu others ", other, accept);
    put_hosts(out, o, replies, differs);
    fclose(out);
    free(differs);
    return words.octets;
}

char *others_words(others *o, const uriproof_results *results, const cause *one)
{
    const uriproof_adapter_results *adapter = &results->adapters[one->adapter];
    const size_t number = one->sightings[one->adapter].example;
    const uriproof_case *example = &results->cases[number];
    tested t = {.name = adapter->name, .declared = declared_of_host(adapter)};
    char *words = NULL;
    if (one->outcome != URIPROOF_LENIENT || example->op != URIPROOF_PARSE || example->shortened ||
        is_stopped(NULL))
        return NULL;
    if (o->panel == NULL)
        start(o);
    store *s = store_new();
    reply *replies = calloc(o->parsers.count + 1, sizeof *replies);
    t.given = reply_of_json(s, example->op, adapter->results[number]->given);
    if (reply_accepts(&t.given)) {
        panel_ask(o->panel, &(panel_questions){.requests = &example->request, .count = 1}, s,
                  replies);
        if (!is_stopped(NULL))
            words = words_of(o, &t, replies);
    }
    free(replies);
    store_free(s);
    return words;
}
