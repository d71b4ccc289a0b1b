/* SPDX-License-Identifier: MIT */
#include "chain.h"

#include "together.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uriproof/rfc3986.h>

const char *const chain_names[CHAIN_COUNT] = {
    [CHAIN_PARSE_NORMAL] = "parse-normal",     [CHAIN_NORMAL_TWICE] = "normal-twice",
    [CHAIN_PARSE_RESOLVED] = "parse-resolved", [CHAIN_RESOLVE_SELF] = "resolve-self",
    [CHAIN_RECOMPOSE] = "recompose",
};

const unsigned chain_firsts[CHAIN_COUNT] = {
    [CHAIN_PARSE_NORMAL] = 1U << CHAIN_PARSED | 1U << CHAIN_NORMAL,
    [CHAIN_NORMAL_TWICE] = 1U << CHAIN_NORMAL,
    [CHAIN_PARSE_RESOLVED] = 1U << CHAIN_PARSED | 1U << CHAIN_RESOLVED,
    [CHAIN_RESOLVE_SELF] = 1U << CHAIN_PARSED | 1U << CHAIN_RESOLVED,
    [CHAIN_RECOMPOSE] = 1U << CHAIN_PARSED,
};

const unsigned chain_seconds[CHAIN_COUNT] = {
    [CHAIN_PARSE_NORMAL] = 1U << CHAIN_NORMAL_PARSED,
    [CHAIN_NORMAL_TWICE] = 1U << CHAIN_NORMAL_NORMAL,
    [CHAIN_PARSE_RESOLVED] = 1U << CHAIN_RESOLVED_PARSED,
    [CHAIN_RESOLVE_SELF] = 1U << CHAIN_RESOLVED_PARSED,
    [CHAIN_RECOMPOSE] = 1U << CHAIN_TOGETHER_PARSED,
};

enum {
    AUTHORITY = 1U << PIECE_USER | 1U << PIECE_PASSWORD | 1U << PIECE_HOST | 1U << PIECE_PORT,
    WITH_SCHEME = AUTHORITY | 1U << PIECE_SCHEME,
    EVERY = (1U << PIECE_COUNT) - 1
};

static const uriproof_readings defaults = {{0}};

transform_set chain_allowed(const transform_set *declared)
{
    transform_set all = *declared;
    class_allow_spellings(&all);
    transform_declare(&all, "path", "dots-removed");
    transform_declare(&all, "path", "empty-as-slash");
    return all;
}

/* Is it an answer that rejects, and no fault? */
static bool rejects(const reply *r)
{
    return r->fault == URIPROOF_AGREE && !reply_accepts(r);
}

/* ---- The chains, one by one: each returns true if it is broken ---- */

static bool broken_in_parts(const chain_links *l, unsigned parts, const uri_pieces *before,
                            const reply *after, answer_class *found)
{
    if (rejects(after)) {
        class_of_rejection(l->text, found);
        return true;
    }
    if (!reply_accepts(after))
        return false;
    return class_between_parts(l->text, parts, before, &after->pieces, &l->allowed, found);
}

static bool breaks_parse_normal(const chain_links *l, answer_class *found)
{
    return reply_accepts(l->first[CHAIN_PARSED]) &&
           broken_in_parts(l, WITH_SCHEME, &l->first[CHAIN_PARSED]->pieces,
                           l->second[CHAIN_NORMAL_PARSED], found);
}

static bool breaks_normal_twice(const chain_links *l, answer_class *found)
{
    static const transform_set nothing = {{0}};
    const uriproof_request request = {URIPROOF_NORMALIZE, {l->text}};
    const char *operation = found->operation;
    bool broken = reply_accepts(l->first[CHAIN_NORMAL]) &&
                  reply_is_answer(l->second[CHAIN_NORMAL_NORMAL]) &&
                  class_between(&request, l->first[CHAIN_NORMAL], &nothing,
                                l->second[CHAIN_NORMAL_NORMAL], &nothing, found);
    found->operation = operation;
    return broken && found->kind != CLASS_FAULT;
}

/* Does the text have the scheme of the base and no authority, as `http:g` has? */
static bool has_base_scheme_alone(const chain_links *l)
{
    const char *colon = memchr(l->base_text.octets, ':', l->base_text.length);
    size_t length = colon != NULL ? (size_t)(colon - l->base_text.octets) + 1 : 0;
    return length > 0 && l->text.length >= length &&
           strncasecmp(l->text.octets, l->base_text.octets, length) == 0 &&
           (l->text.length < length + 2 || memcmp(l->text.octets + length, "//", 2) != 0);
}

/* Does the parser declare the transform for the piece? Most declare nothing, which is found without
 * a look at names. */
static bool declares(const chain_links *l, size_t piece, const char *transform)
{
    const unsigned short declared = l->declared->declared[piece];
    transform_set named = {{0}};
    if (declared == 0)
        return false;
    transform_declare(&named, piece_names[piece], transform);
    return (declared & named.declared[piece]) != 0;
}

/* Does the parser see no such part? Some give an empty one in its place, and declare it. */
static bool is_absent(const chain_links *l, const uri_pieces *seen, size_t piece)
{
    return !uriproof_present(seen->at[piece]) ||
           (seen->at[piece].length == 0 && declares(l, piece, "absent-as-empty"));
}

/* Does the parser itself see the scheme of the base and no authority? */
static bool sees_base_scheme_alone(const chain_links *l)
{
    if (l->base == NULL || !reply_accepts(l->first[CHAIN_PARSED]))
        return false;
    const uri_pieces *seen = &l->first[CHAIN_PARSED]->pieces;
    const uriproof_span scheme = seen->at[PIECE_SCHEME], other = l->base->at[PIECE_SCHEME];
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if ((AUTHORITY >> i & 1U) != 0 && !is_absent(l, seen, i))
            return false;
    return uriproof_present(scheme) && uriproof_present(other) && scheme.length == other.length &&
           strncasecmp(scheme.octets, other.octets, scheme.length) == 0;
}

/* Is what RFC 3986 resolves the text to a URI? */
static bool resolves(const chain_links *l)
{
    const uriproof_request request = {URIPROOF_RESOLVE, {l->base_text, l->text}};
    uriproof_scratch scratch = {0};
    uriproof_answer said;
    uriproof_ask(&uriproof_rfc3986, &defaults, &request, &scratch, &said);
    uriproof_scratch_free(&scratch);
    return said.status == ANSWER_ACCEPTED;
}

/* May the text be taken as relative by a parser that is not strict? 5.2.2 lets it ignore the scheme
 * of the base in the parts of a reference, and 5.4.2 has `http:g`. The parts of a text that is no
 * reference by RFC 3986 are those that the parser sees: some leave out a NUL or a tab before it. */
static bool may_be_relative(const chain_links *l)
{
    return has_base_scheme_alone(l) || (sees_base_scheme_alone(l) && !resolves(l));
}

/* Is the text a reference without scheme and authority, by RFC 3986? Other texts without a scheme
 * have no result of which it says what its authority is. */
static bool is_relative(uriproof_span text)
{
    uriproof_components parts;
    return uriproof_rfc3986_parse_reference(text, &parts, NULL) &&
           !uriproof_present(parts.scheme) && !uriproof_present(parts.host);
}

/* A reference that has an authority has a scheme, or begins with two slashes. Of the latter no
 * parser of whole URIs says what the authority is. */
static bool breaks_parse_resolved(const chain_links *l, answer_class *found)
{
    if (!reply_accepts(l->first[CHAIN_RESOLVED]) || may_be_relative(l))
        return false;
    if (reply_accepts(l->first[CHAIN_PARSED]) &&
        uriproof_present(l->first[CHAIN_PARSED]->pieces.at[PIECE_SCHEME]))
        return broken_in_parts(l, AUTHORITY, &l->first[CHAIN_PARSED]->pieces,
                               l->second[CHAIN_RESOLVED_PARSED], found);
    return l->base != NULL && is_relative(l->text) &&
           broken_in_parts(l, AUTHORITY, l->base, l->second[CHAIN_RESOLVED_PARSED], found) &&
           resolves(l);
}

static bool breaks_resolve_self(const chain_links *l, answer_class *found)
{
    return reply_accepts(l->first[CHAIN_PARSED]) && reply_accepts(l->first[CHAIN_RESOLVED]) &&
           uriproof_present(l->first[CHAIN_PARSED]->pieces.at[PIECE_SCHEME]) &&
           !may_be_relative(l) &&
           broken_in_parts(l, EVERY, &l->first[CHAIN_PARSED]->pieces,
                           l->second[CHAIN_RESOLVED_PARSED], found);
}

/* Can the parts be put together without more ado? Not if the parser gives them decoded, or the path
 * of an ftp: URI as RFC 1738 has it: then it is for its user to escape them, or to add the slash.
 */
static bool are_as_written(const chain_links *l)
{
    if (scheme_is(l->first[CHAIN_PARSED]->pieces.at[PIECE_SCHEME], "ftp") &&
        declares(l, PIECE_PATH, "ftp-path"))
        return false;
    if (memchr(l->text.octets, '%', l->text.length) == NULL)
        return true;
    for (size_t i = 0; i < PIECE_COUNT; i++)
        if (declares(l, i, "decoded"))
            return false;
    return true;
}

/* May a part that is empty be absent? Then two texts have these parts. */
static bool may_lack_a_part(const chain_links *l)
{
    const uri_pieces *seen = &l->first[CHAIN_PARSED]->pieces;
    for (size_t i = 0; i < PIECE_COUNT; i++)
        if (uriproof_present(seen->at[i]) && is_absent(l, seen, i))
            return true;
    return false;
}

/* Of parts that a parser changes by design another text comes together: that has the same parts. */
static bool breaks_recompose(const chain_links *l, answer_class *found)
{
    const reply *again = l->second[CHAIN_TOGETHER_PARSED];
    return reply_accepts(l->first[CHAIN_PARSED]) && reply_is_answer(again) && are_as_written(l) &&
           !may_lack_a_part(l) &&
           broken_in_parts(l, EVERY, &l->first[CHAIN_PARSED]->pieces, again, found);
}

static bool (*const breaks[CHAIN_COUNT])(const chain_links *l, answer_class *found) = {
    [CHAIN_PARSE_NORMAL] = breaks_parse_normal,     [CHAIN_NORMAL_TWICE] = breaks_normal_twice,
    [CHAIN_PARSE_RESOLVED] = breaks_parse_resolved, [CHAIN_RESOLVE_SELF] = breaks_resolve_self,
    [CHAIN_RECOMPOSE] = breaks_recompose,
};

/* Returns the reply to parse of an answer, unless that is the text once more. */
static const reply *parse_of(const chain_links *l, size_t first, size_t second)
{
    static const reply answered = {.fault = URIPROOF_AGREE};
    const bool same = uriproof_span_equal(l->first[first]->answer.result, l->text);
    return same ? &answered : l->second[second];
}

/* Finds the first fault among the questions that lead to the end of a chain and to no other. */
static bool fails(chain which, const chain_links *l, answer_class *found)
{
    static const reply answered = {.fault = URIPROOF_AGREE};
    const reply *const parsed = l->knows_parse ? &answered : l->first[CHAIN_PARSED];
    const reply *const base = l->of_base != NULL ? l->of_base : &answered;
    const reply *const of[CHAIN_COUNT][3] = {
        [CHAIN_PARSE_NORMAL] = {l->first[CHAIN_NORMAL],
                                parse_of(l, CHAIN_NORMAL, CHAIN_NORMAL_PARSED)},
        [CHAIN_NORMAL_TWICE] = {l->second[CHAIN_NORMAL_NORMAL]},
        [CHAIN_PARSE_RESOLVED] = {base, l->first[CHAIN_RESOLVED],
                                  parse_of(l, CHAIN_RESOLVED, CHAIN_RESOLVED_PARSED)},
        [CHAIN_RECOMPOSE] = {parsed, l->second[CHAIN_TOGETHER_PARSED]},
    };
    for (size_t i = 0; i < 3 && of[which][i] != NULL; i++)
        if (class_of_fault(chain_names[which], of[which][i], found))
            return true;
    return false;
}

bool chain_breaks(chain which, const chain_links *l, answer_class *found)
{
    if (fails(which, l, found))
        return true;
    *found = (answer_class){.operation = chain_names[which]};
    return breaks[which](l, found);
}

/* ---- Asking ---- */

void chain_ask_first(uriproof_span text, uriproof_span base, uriproof_request *requests)
{
    requests[CHAIN_PARSED] = (uriproof_request){URIPROOF_PARSE, {text}};
    requests[CHAIN_NORMAL] = (uriproof_request){URIPROOF_NORMALIZE, {text}};
    requests[CHAIN_RESOLVED] = (uriproof_request){URIPROOF_RESOLVE, {base, text}};
}

void chain_ask_second(const reply *const first[CHAIN_FIRST_COUNT], uriproof_span text, store *s,
                      uriproof_request *requests)
{
    const uriproof_request nothing = {.op = URIPROOF_OP_COUNT};
    for (size_t i = 0; i < CHAIN_SECOND_COUNT; i++)
        requests[i] = nothing;
    if (reply_accepts(first[CHAIN_NORMAL])) {
        requests[CHAIN_NORMAL_PARSED] =
            (uriproof_request){URIPROOF_PARSE, {first[CHAIN_NORMAL]->answer.result}};
        requests[CHAIN_NORMAL_NORMAL] =
            (uriproof_request){URIPROOF_NORMALIZE, {first[CHAIN_NORMAL]->answer.result}};
    }
    if (reply_accepts(first[CHAIN_RESOLVED]))
        requests[CHAIN_RESOLVED_PARSED] =
            (uriproof_request){URIPROOF_PARSE, {first[CHAIN_RESOLVED]->answer.result}};
    if (!reply_accepts(first[CHAIN_PARSED]))
        return;
    uriproof_span whole = pieces_together(&first[CHAIN_PARSED]->pieces, s);
    if (!uriproof_span_equal(whole, text))
        requests[CHAIN_TOGETHER_PARSED] = (uriproof_request){URIPROOF_PARSE, {whole}};
}

/* Does it accept the text, and have no normal form or resolution of it that a chain is over? */
static bool has_no_answer(chain which, const chain_links *l)
{
    bool normal = which == CHAIN_PARSE_NORMAL || which == CHAIN_NORMAL_TWICE;
    return which != CHAIN_RECOMPOSE && reply_accepts(l->first[CHAIN_PARSED]) &&
           !reply_accepts(l->first[normal ? CHAIN_NORMAL : CHAIN_RESOLVED]);
}

/* Does a chain end alike for a parser and the reference, whatever class each break has? Both reject
 * what they made of the text, or see the same in it, up to what may change. */
static bool ends_alike(chain which, const chain_links *parser, const chain_links *reference)
{
    static const struct {
        size_t last;
        unsigned parts;
    } ends[CHAIN_COUNT] = {
        [CHAIN_PARSE_NORMAL] = {CHAIN_NORMAL_PARSED, WITH_SCHEME},
        [CHAIN_NORMAL_TWICE] = {CHAIN_NORMAL_NORMAL, 0},
        [CHAIN_PARSE_RESOLVED] = {CHAIN_RESOLVED_PARSED, AUTHORITY},
        [CHAIN_RESOLVE_SELF] = {CHAIN_RESOLVED_PARSED, EVERY},
        [CHAIN_RECOMPOSE] = {CHAIN_TOGETHER_PARSED, EVERY},
    };
    const reply *a = parser->second[ends[which].last], *b = reference->second[ends[which].last];
    if (!reply_accepts(a) || !reply_accepts(b))
        return rejects(a) && rejects(b);
    if (which == CHAIN_NORMAL_TWICE)
        return uriproof_span_equal(a->answer.result, b->answer.result);
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if ((ends[which].parts >> i & 1U) != 0 &&
            !piece_same((uri_piece)i, &a->pieces, &b->pieces, parser->allowed.declared[i]))
            return false;
    return true;
}

/* Is this what a parser may do that gives another answer than the algorithm, since that of the
 * algorithm breaks the chain? It may reject the text, or put dots before the path, as no
 * specification says how to avoid it. But nothing lets it change a host. */
static bool may_avoid(const answer_class *class)
{
    static const char *const kept[] = {"scheme", "user",  "password", "host",
                                       "port",   "query", "fragment"};
    if (class->kind != CLASS_BOUNDARY && class->kind != CLASS_TEXT)
        return true;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (strcmp(class->part, kept[i]) == 0)
            return false;
    return true;
}

/* Asks the literal reference. Octets that are not in the request are copied to the store. A result
 * that no URI has (the reading slashes-made) counts as one: 5.3 writes it. */
static reply ask_reference(const uriproof_request *request, store *s)
{
    uriproof_scratch scratch = {0};
    uriproof_answer said;
    if (request->op == URIPROOF_OP_COUNT)
        return reply_of_fault(s, URIPROOF_NOT_RUN, NULL);
    uriproof_ask(&uriproof_rfc3986, &defaults, request, &scratch, &said);
    if (uriproof_present(said.result))
        said.result.octets = store_copy(s, said.result.octets, said.result.length);
    if (uriproof_present(said.result) && said.status == ANSWER_REJECTED)
        said.status = ANSWER_ACCEPTED;
    uriproof_scratch_free(&scratch);
    return reply_borrowed(request->op, &said);
}

/* Asks the literal reference what chains want to know of the text. */
static void ask_chains(chain_reference *r, uriproof_span text, uriproof_span base)
{
    static const transform_set nothing = {{0}};
    uriproof_request requests[CHAIN_FIRST_COUNT], more[CHAIN_SECOND_COUNT];
    uriproof_parts parts;
    r->asked = true;
    r->links = (chain_links){
        .text = text, .base_text = base, .declared = &nothing, .allowed = chain_allowed(&nothing)};
    chain_ask_first(text, base, requests);
    for (size_t i = 0; i < CHAIN_FIRST_COUNT; i++) {
        r->first[i] = ask_reference(&requests[i], r->memory);
        r->links.first[i] = &r->first[i];
    }
    chain_ask_second(r->links.first, text, r->memory, more);
    for (size_t i = 0; i < CHAIN_SECOND_COUNT; i++) {
        r->second[i] = ask_reference(&more[i], r->memory);
        r->links.second[i] = &r->second[i];
    }
    if (uriproof_rfc3986.parse(base, &defaults, &parts, NULL)) {
        r->base = parts_pieces(&parts);
        r->links.base = &r->base;
    }
}

bool chain_is_of_reference(chain which, const chain_links *parser, const answer_class *class,
                           chain_reference *reference)
{
    answer_class found;
    if (class->kind == CLASS_FAULT)
        return false;
    if (!reference->asked)
        ask_chains(reference, parser->text, parser->base_text);
    return has_no_answer(which, &reference->links) ||
           (chain_breaks(which, &reference->links, &found) &&
            (may_avoid(class) || class_equal(&found, class) ||
             ends_alike(which, parser, &reference->links)));
}
