/* SPDX-License-Identifier: MIT */
/* Composes texts for the generic grammars of RFC 1630 and its draft. */
#include "components_file.h"
#include "kinds.h"
#include "oracle/oracle.h"

#include <stdio.h>
#include <string.h>

enum { SEGMENT_KINDS = 5, SEGMENTS_MAX = 3, SCHEMES = 4, SEARCHES = 4, FRAGMENTS = 3 };

static const char *const rfc_segments[SEGMENT_KINDS] = {"", "g", "abc", "+", ":;="};
static const char *const draft_segments[SEGMENT_KINDS] = {"", "g", "abc", "+", ":;"};
static const char *const early_schemes[SCHEMES] = {"x", "http", "x.y-z", "a%20!"};
static const char *const searches[SEARCHES] = {NULL, "w", "w+v", "a+%2B+b"};
static const char *const fragments[FRAGMENTS] = {NULL, "", "f%23"};

/* The parts of a text. A part that is absent is NULL. */
typedef struct early_parts {
    const oracle_rfc1630 *early;
    const char *scheme;
    oracle_string path;
    const char *search;
    const char *fragment;
    oracle_string text; /* the parts put together */
} early_parts;

static void put_together(early_parts *parts)
{
    parts->text = oracle_string_of(uriproof_span_of(parts->scheme));
    oracle_add_octet(&parts->text, ':');
    oracle_add(&parts->text, oracle_span(&parts->path));
    if (parts->search != NULL) {
        oracle_add_octet(&parts->text, '?');
        oracle_add_words(&parts->text, parts->search);
    }
    if (parts->fragment != NULL) {
        oracle_add_octet(&parts->text, '#');
        oracle_add_words(&parts->text, parts->fragment);
    }
}

static void answer_early(const void *self, const uriproof_readings *readings, gen_pool *pool,
                         gen_expect *expect)
{
    const early_parts *parts = self;
    uriproof_span text = oracle_span(&parts->text);
    const uriproof_automaton *automaton =
        oracle_production_under(&parts->early->fragmentaddress, readings);
    if (!uriproof_automaton_accepts(automaton, text)) {
        expect->outcome = GEN_OFFSET;
        expect->offset = uriproof_automaton_viable(automaton, text);
        return;
    }
    oracle_rfc1630_parts found = {uriproof_span_of(parts->scheme), oracle_span(&parts->path),
                                  uriproof_span_of(parts->search),
                                  uriproof_span_of(parts->fragment)};
    if (oracle_reads(parts->early->dialect, readings, "scheme-colon", "last"))
        found = oracle_rfc1630_split(parts->early, readings, text);
    expect->outcome = GEN_PARTS;
    expect->view = "generic";
    gen_components_expect(expect, pool, "scheme", found.scheme);
    gen_components_expect(expect, pool, "path", found.path);
    gen_components_expect(expect, pool, "search", found.search);
    gen_components_expect(expect, pool, "fragmentid", found.fragmentid);
}

/* Returns the path with the number `number` among those with `depth` segments. */
static oracle_string path_of(const oracle_rfc1630 *early, size_t number, size_t depth)
{
    bool rfc = strcmp(early->dialect->name, "rfc1630") == 0;
    oracle_string path = {.length = 0};
    for (size_t i = 0; i < depth; i++, number /= SEGMENT_KINDS) {
        size_t kind = number % SEGMENT_KINDS;
        oracle_add_words(&path, i > 0 ? "/" : "");
        oracle_add_words(&path, rfc ? rfc_segments[kind] : draft_segments[kind]);
    }
    return path;
}

static void write_early(gen_components_file *file, early_parts *parts)
{
    put_together(parts);
    gen_components_case(file, &parts->text, answer_early, parts);
}

/* Writes every path with the search and the fragment-id of the group. There are many paths of three
 * segments, so each group has only some of them. */
static void write_early_paths(gen_components_file *file, early_parts *parts, size_t turn)
{
    size_t count = SEGMENT_KINDS;
    for (size_t depth = 1; depth <= SEGMENTS_MAX; depth++, count *= SEGMENT_KINDS)
        for (size_t i = 0; i < count; i++) {
            if (depth == SEGMENTS_MAX && (i + turn) % (SEARCHES * FRAGMENTS / 2) != 0)
                continue;
            parts->scheme = early_schemes[0];
            parts->path = path_of(parts->early, i, depth);
            write_early(file, parts);
        }
    for (size_t i = 1; i < SCHEMES; i++) {
        parts->scheme = early_schemes[i];
        for (size_t kind = 0; kind < 3; kind++) {
            parts->path = path_of(parts->early, kind * SEGMENT_KINDS, 1 + (kind > 0));
            write_early(file, parts);
        }
    }
}

static const char *const early_words[] = {
    "bnf.fragmentaddress",    "bnf.uri",       "bnf.scheme",    "bnf.path", "bnf.search",
    "reserved.question-mark", "fragment.hash", "fragment.empty"};

/* The id and the clauses of a group with a search and a fragment-id. */
typedef struct early_group {
    char id[64];
    char clauses[8][64];
    const char *obeys[9];
} early_group;

static gen_group name_early_group(early_group *group, const char *dialect, const char *search,
                                  const char *fragment, size_t turn)
{
    size_t count = 0;
    for (size_t i = 0; i < 8; i++) {
        if ((search == NULL && (i == 4 || i == 5)) || (fragment == NULL && i >= 6) ||
            (i == 7 && fragment[0] != '\0'))
            continue;
        snprintf(group->clauses[count], sizeof group->clauses[0], "%s.%s", dialect, early_words[i]);
        group->obeys[count] = group->clauses[count];
        count++;
    }
    group->obeys[count] = NULL;
    snprintf(group->id, sizeof group->id, "components-%zu%s%s", turn,
             search != NULL ? "-search" : "", fragment != NULL ? "-fragment" : "");
    bool rfc = strcmp(dialect, "rfc1630") == 0;
    return (gen_group){group->id,
                       "A scheme and a path, and optionally a search and a "
                       "fragment-id.",
                       rfc ? "RFC 1630, BNF of Generic URI Syntax" : "draft-www-uri-00, 6",
                       group->obeys,
                       NULL,
                       URIPROOF_PARSE};
}

bool gen_components_generic(const gen_job *job, gen_components_file *file)
{
    oracle_rfc1630 early;
    if (!oracle_rfc1630_open(job->dialect, job->grammar, &early, job->error))
        return false;
    for (size_t turn = 0; turn < (size_t)SEARCHES * FRAGMENTS; turn++) {
        early_group words;
        early_parts parts = {.early = &early,
                             .search = searches[turn % SEARCHES],
                             .fragment = fragments[turn / SEARCHES]};
        gen_group group =
            name_early_group(&words, job->dialect->name, parts.search, parts.fragment, turn);
        gen_group_begin(file->file, &group);
        write_early_paths(file, &parts, turn);
    }
    oracle_rfc1630_free(&early);
    return true;
}
