/* SPDX-License-Identifier: MIT */
#include "chains.h"

#include "together.h"

#include <stdlib.h>
#include <string.h>

const char *const chain_names[CHAIN_COUNT] = {
    [CHAIN_PARSE_NORMAL] = "parse-normal",     [CHAIN_NORMAL_TWICE] = "normal-twice",
    [CHAIN_PARSE_RESOLVED] = "parse-resolved", [CHAIN_RESOLVE_SELF] = "resolve-self",
    [CHAIN_RECOMPOSE] = "recompose",
};

/* What is asked of a text, and then of the answers to that. */
enum { PARSED, NORMAL, RESOLVED, FIRST_COUNT };
enum { NORMAL_PARSED, NORMAL_NORMAL, RESOLVED_PARSED, TOGETHER_PARSED, SECOND_COUNT };

enum {
    AUTHORITY = 1U << PIECE_USER | 1U << PIECE_PASSWORD | 1U << PIECE_HOST | 1U << PIECE_PORT,
    WITH_SCHEME = AUTHORITY | 1U << PIECE_SCHEME,
    EVERY = (1U << PIECE_COUNT) - 1
};

static const uriproof_readings defaults = {{0}};

/* What RFC 3986 lets a normal form or a resolution change. */
static const struct {
    const char *part, *transform;
} lawful[] = {
    {"scheme", "lowercased"},           {"host", "lowercased"},
    {"host", "decoded-unreserved"},     {"host", "uppercased-hex"},
    {"userinfo", "decoded-unreserved"}, {"userinfo", "uppercased-hex"},
    {"port", "default-as-absent"},      {"port", "empty-as-absent"},
    {"path", "decoded-unreserved"},     {"path", "uppercased-hex"},
    {"path", "dots-removed"},           {"path", "empty-as-slash"},
    {"query", "decoded-unreserved"},    {"query", "uppercased-hex"},
    {"fragment", "decoded-unreserved"}, {"fragment", "uppercased-hex"},
};

/* Returns what may change: by law, and by what the adapter declares. */
static transform_set allowed_of(const transform_set *declared)
{
    transform_set all = *declared;
    for (size_t i = 0; i < sizeof lawful / sizeof lawful[0]; i++)
        transform_declare(&all, lawful[i].part, lawful[i].transform);
    return all;
}

/* The answers of one parser about one text. */
typedef struct links {
    uriproof_span text;
    const uri_pieces *base; /* of the base that it was resolved against, by that parser; or NULL */
    const transform_set *declared;
    const reply *first[FIRST_COUNT], *second[SECOND_COUNT];
} links;

/* Is it an answer that rejects, and no fault? */
static bool rejects(const reply *r)
{
    return r->fault == URIPROOF_AGREE && !reply_accepts(r);
}

/* ---- The chains, one by one: each returns true if it is broken ---- */

static bool broken_in_parts(const links *l, unsigned parts, const uri_pieces *before,
                            const reply *after, answer_class *found)
{
    const transform_set allowed = allowed_of(l->declared);
    if (rejects(after)) {
        class_of_rejection(l->text, found);
        return true;
    }
    return reply_accepts(after) &&
           class_between_parts(l->text, parts, before, &after->pieces, &allowed, found);
}

static bool breaks_parse_normal(const links *l, answer_class *found)
{
    return reply_accepts(l->first[PARSED]) &&
           broken_in_parts(l, WITH_SCHEME, &l->first[PARSED]->pieces, l->second[NORMAL_PARSED],
                           found);
}

static bool breaks_normal_twice(const links *l, answer_class *found)
{
    static const transform_set nothing = {{0}};
    const uriproof_request request = {URIPROOF_NORMALIZE, {l->text}};
    const char *operation = found->operation;
    bool broken = reply_accepts(l->first[NORMAL]) && reply_is_answer(l->second[NORMAL_NORMAL]) &&
                  class_between(&request, l->first[NORMAL], &nothing, l->second[NORMAL_NORMAL],
                                &nothing, found);
    found->operation = operation;
    return broken && found->kind != CLASS_FAULT;
}

/* A reference that has an authority has a scheme, or begins with two slashes. Of the latter no
 * parser of whole URIs says what the authority is. */
static bool breaks_parse_resolved(const links *l, answer_class *found)
{
    bool relative = l->text.length >= 2 && memcmp(l->text.octets, "//", 2) == 0;
    bool accepts = reply_accepts(l->first[PARSED]);
    if (!reply_accepts(l->first[RESOLVED]) || relative)
        return false;
    if (accepts && uriproof_present(l->first[PARSED]->pieces.at[PIECE_SCHEME]))
        return broken_in_parts(l, AUTHORITY, &l->first[PARSED]->pieces, l->second[RESOLVED_PARSED],
                               found);
    uriproof_parts parts;
    bool has_scheme = uriproof_dialect_named("rfc3986")->parse(l->text, &defaults, &parts, NULL);
    return l->base != NULL && !has_scheme &&
           broken_in_parts(l, AUTHORITY, l->base, l->second[RESOLVED_PARSED], found);
}

static bool breaks_resolve_self(const links *l, answer_class *found)
{
    return reply_accepts(l->first[PARSED]) && reply_accepts(l->first[RESOLVED]) &&
           uriproof_present(l->first[PARSED]->pieces.at[PIECE_SCHEME]) &&
           broken_in_parts(l, EVERY, &l->first[PARSED]->pieces, l->second[RESOLVED_PARSED], found);
}

/* Of parts that a parser changes by design another text comes together: that has the same parts. */
static bool breaks_recompose(const links *l, answer_class *found)
{
    const reply *again = l->second[TOGETHER_PARSED];
    return reply_accepts(l->first[PARSED]) && reply_is_answer(again) &&
           broken_in_parts(l, EVERY, &l->first[PARSED]->pieces, again, found);
}

static bool (*const breaks[CHAIN_COUNT])(const links *l, answer_class *found) = {
    [CHAIN_PARSE_NORMAL] = breaks_parse_normal,     [CHAIN_NORMAL_TWICE] = breaks_normal_twice,
    [CHAIN_PARSE_RESOLVED] = breaks_parse_resolved, [CHAIN_RESOLVE_SELF] = breaks_resolve_self,
    [CHAIN_RECOMPOSE] = breaks_recompose,
};

/* ---- Asking ---- */

static void ask_first(uriproof_span text, uriproof_span base, uriproof_request *requests)
{
    requests[PARSED] = (uriproof_request){URIPROOF_PARSE, {text}};
    requests[NORMAL] = (uriproof_request){URIPROOF_NORMALIZE, {text}};
    requests[RESOLVED] = (uriproof_request){URIPROOF_RESOLVE, {base, text}};
}

/* Asks about the answers; what has no answer is left out, and so is what would be the question
 * itself once more. */
static void ask_second(const reply *const first[FIRST_COUNT], uriproof_span text, store *s,
                       uriproof_request *requests)
{
    const uriproof_request nothing = {.op = URIPROOF_OP_COUNT};
    for (size_t i = 0; i < SECOND_COUNT; i++)
        requests[i] = nothing;
    if (reply_accepts(first[NORMAL])) {
        requests[NORMAL_PARSED] =
            (uriproof_request){URIPROOF_PARSE, {first[NORMAL]->answer.result}};
        requests[NORMAL_NORMAL] =
            (uriproof_request){URIPROOF_NORMALIZE, {first[NORMAL]->answer.result}};
    }
    if (reply_accepts(first[RESOLVED]))
        requests[RESOLVED_PARSED] =
            (uriproof_request){URIPROOF_PARSE, {first[RESOLVED]->answer.result}};
    if (!reply_accepts(first[PARSED]))
        return;
    uriproof_span whole = pieces_together(&first[PARSED]->pieces, s);
    if (!uriproof_span_equal(whole, text))
        requests[TOGETHER_PARSED] = (uriproof_request){URIPROOF_PARSE, {whole}};
}

/* Does the literal reference break the chain on this text? */
static bool reference_breaks(chain which, uriproof_span text, uriproof_span base)
{
    static const transform_set nothing = {{0}};
    const uriproof_dialect *dialect = uriproof_dialect_named("rfc3986");
    store *s = store_new();
    uriproof_request requests[FIRST_COUNT], more[SECOND_COUNT];
    reply first[FIRST_COUNT], second[SECOND_COUNT];
    links l = {.text = text, .declared = &nothing};
    uriproof_scratch scratch = {0};
    uriproof_answer said;
    uriproof_parts parts;
    uri_pieces of_base;
    answer_class found = {.operation = chain_names[which]};
    ask_first(text, base, requests);
    for (size_t i = 0; i < FIRST_COUNT; i++) {
        uriproof_ask(dialect, &defaults, &requests[i], &scratch, &said);
        first[i] = reply_of_answer(s, requests[i].op, &said);
        l.first[i] = &first[i];
    }
    ask_second(l.first, text, s, more);
    for (size_t i = 0; i < SECOND_COUNT; i++) {
        second[i] = reply_of_fault(s, URIPROOF_NOT_RUN, NULL);
        l.second[i] = &second[i];
        if (more[i].op == URIPROOF_OP_COUNT)
            continue;
        uriproof_ask(dialect, &defaults, &more[i], &scratch, &said);
        second[i] = reply_of_answer(s, more[i].op, &said);
    }
    if (dialect->parse(base, &defaults, &parts, NULL)) {
        of_base = parts_pieces(&parts);
        l.base = &of_base;
    }
    bool broken = breaks[which](&l, &found);
    uriproof_scratch_free(&scratch);
    store_free(s);
    return broken;
}

size_t chains_ask(panel *p, size_t members, const chain_texts *about, broken_chain **broken)
{
    const uriproof_span *texts = about->texts, base = about->base;
    const size_t count = about->count;
    store *s = store_new();
    /* The base is asked too, as the last text. */
    size_t first_count = count * FIRST_COUNT + 1, second_count = count * SECOND_COUNT;
    uriproof_request *requests = calloc(first_count, sizeof *requests);
    uriproof_request *more = calloc(second_count * members + 1, sizeof *more);
    reply *first = calloc(first_count * members + 1, sizeof *first);
    reply *second = calloc(second_count * members + 1, sizeof *second);
    size_t found = 0;
    *broken = NULL;
    for (size_t i = 0; i < count; i++)
        ask_first(texts[i], base, &requests[i * FIRST_COUNT]);
    requests[first_count - 1] = (uriproof_request){URIPROOF_PARSE, {base}};
    panel_ask(p,
              &(panel_questions){.requests = requests, .count = first_count, .asked = about->asked},
              s, first);
    links *all = calloc(count * members + 1, sizeof *all);
    for (size_t i = 0; i < count; i++) {
        for (size_t m = 0; m < members; m++) {
            links *l = &all[i * members + m];
            const reply *of_base = &first[(first_count - 1) * members + m];
            *l = (links){.text = texts[i],
                         .base = reply_accepts(of_base) ? &of_base->pieces : NULL,
                         .declared = &panel_hello(p, m)->transforms};
            for (size_t k = 0; k < FIRST_COUNT; k++)
                l->first[k] = &first[(i * FIRST_COUNT + k) * members + m];
            for (size_t k = 0; k < SECOND_COUNT; k++)
                l->second[k] = &second[(i * SECOND_COUNT + k) * members + m];
            ask_second(l->first, texts[i], s, &more[m * second_count + i * SECOND_COUNT]);
        }
    }
    panel_ask(p,
              &(panel_questions){
                  .requests = more, .count = second_count, .own = true, .asked = about->asked},
              s, second);
    for (size_t i = 0; i < count * members; i++) {
        for (unsigned which = 0; which < CHAIN_COUNT; which++) {
            answer_class class = {.operation = chain_names[which]};
            if (!breaks[which](&all[i], &class))
                continue;
            *broken = list_grown(*broken, found, sizeof **broken);
            (*broken)[found++] =
                (broken_chain){i / members, i % members, class,
                               reference_breaks((chain)which, texts[i / members], base)};
        }
    }
    free(all);
    free(requests);
    free(more);
    free(first);
    free(second);
    store_free(s);
    return found;
}
