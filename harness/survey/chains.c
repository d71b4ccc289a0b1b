/* SPDX-License-Identifier: MIT */
#include "chains.h"

#include "together.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Returns what may change in a normal form or a resolution: how parts are written, dot segments,
 * and what the adapter declares. */
static transform_set allowed_of(const transform_set *declared)
{
    transform_set all = *declared;
    class_allow_spellings(&all);
    transform_declare(&all, "path", "dots-removed");
    transform_declare(&all, "path", "empty-as-slash");
    return all;
}

/* The answers of one parser about one text. */
typedef struct links {
    uriproof_span text;
    uriproof_span base_text; /* that it was resolved against */
    const uri_pieces *base;  /* of the base that it was resolved against, by that parser; or NULL */
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
    if (rejects(after)) {
        class_of_rejection(l->text, found);
        return true;
    }
    if (!reply_accepts(after))
        return false;
    const transform_set allowed = allowed_of(l->declared);
    return class_between_parts(l->text, parts, before, &after->pieces, &allowed, found);
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

/* Can the text be taken as relative by a parser that is not strict (5.2.2)? It has the scheme of
 * the base, and no authority: `http:g`. Section 5.4.2 permits that. */
static bool may_be_relative(const links *l)
{
    const char *colon = memchr(l->base_text.octets, ':', l->base_text.length);
    size_t length = colon != NULL ? (size_t)(colon - l->base_text.octets) + 1 : 0;
    return length > 0 && l->text.length >= length &&
           strncasecmp(l->text.octets, l->base_text.octets, length) == 0 &&
           (l->text.length < length + 2 || memcmp(l->text.octets + length, "//", 2) != 0);
}

/* Is the text a reference without scheme and authority, by RFC 3986? Other texts without a scheme
 * have no result of which it says what its authority is. */
static bool is_relative(const links *l)
{
    const uriproof_dialect *dialect = uriproof_dialect_named("rfc3986");
    const uriproof_request request = {URIPROOF_RESOLVE, {l->base_text, l->text}};
    bool slashes = l->text.length >= 2 && memcmp(l->text.octets, "//", 2) == 0;
    uriproof_scratch scratch = {0};
    uriproof_answer said;
    uriproof_parts parts;
    uriproof_ask(dialect, &defaults, &request, &scratch, &said);
    uriproof_scratch_free(&scratch);
    return said.status == ANSWER_ACCEPTED && !slashes &&
           !dialect->parse(l->text, &defaults, &parts, NULL);
}

/* A reference that has an authority has a scheme, or begins with two slashes. Of the latter no
 * parser of whole URIs says what the authority is. */
static bool breaks_parse_resolved(const links *l, answer_class *found)
{
    if (!reply_accepts(l->first[RESOLVED]) || may_be_relative(l))
        return false;
    if (reply_accepts(l->first[PARSED]) &&
        uriproof_present(l->first[PARSED]->pieces.at[PIECE_SCHEME]))
        return broken_in_parts(l, AUTHORITY, &l->first[PARSED]->pieces, l->second[RESOLVED_PARSED],
                               found);
    return l->base != NULL && is_relative(l) &&
           broken_in_parts(l, AUTHORITY, l->base, l->second[RESOLVED_PARSED], found);
}

static bool breaks_resolve_self(const links *l, answer_class *found)
{
    return reply_accepts(l->first[PARSED]) && reply_accepts(l->first[RESOLVED]) &&
           uriproof_present(l->first[PARSED]->pieces.at[PIECE_SCHEME]) && !may_be_relative(l) &&
           broken_in_parts(l, EVERY, &l->first[PARSED]->pieces, l->second[RESOLVED_PARSED], found);
}

/* Can the parts be put together without more ado? Not if the parser gives them decoded: then it is
 * for its user to escape them. */
static bool are_as_written(const links *l)
{
    transform_set decoded = {{0}};
    transform_declare(&decoded, "host", "decoded");
    const unsigned short bit = decoded.declared[PIECE_HOST];
    bool escapes = memchr(l->text.octets, '%', l->text.length) != NULL;
    for (size_t i = 0; i < PIECE_COUNT; i++)
        if (escapes && (l->declared->declared[i] & bit) != 0)
            return false;
    return true;
}

/* Of parts that a parser changes by design another text comes together: that has the same parts. */
static bool breaks_recompose(const links *l, answer_class *found)
{
    const reply *again = l->second[TOGETHER_PARSED];
    return reply_accepts(l->first[PARSED]) && reply_is_answer(again) && are_as_written(l) &&
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

/* Does it accept the text, and have no normal form or resolution of it that a chain is over? */
static bool has_no_answer(chain which, const links *l)
{
    bool normal = which == CHAIN_PARSE_NORMAL || which == CHAIN_NORMAL_TWICE;
    return which != CHAIN_RECOMPOSE && reply_accepts(l->first[PARSED]) &&
           !reply_accepts(l->first[normal ? NORMAL : RESOLVED]);
}

/* Does a chain end alike for a parser and the reference, whatever class each break has? Both reject
 * what they made of the text, or see the same in it, up to what may change. */
static bool ends_alike(chain which, const links *parser, const links *reference)
{
    static const struct {
        size_t last;
        unsigned parts;
    } ends[CHAIN_COUNT] = {
        [CHAIN_PARSE_NORMAL] = {NORMAL_PARSED, WITH_SCHEME},
        [CHAIN_NORMAL_TWICE] = {NORMAL_NORMAL, 0},
        [CHAIN_PARSE_RESOLVED] = {RESOLVED_PARSED, AUTHORITY},
        [CHAIN_RESOLVE_SELF] = {RESOLVED_PARSED, EVERY},
        [CHAIN_RECOMPOSE] = {TOGETHER_PARSED, EVERY},
    };
    const reply *a = parser->second[ends[which].last], *b = reference->second[ends[which].last];
    const transform_set allowed = allowed_of(parser->declared);
    if (!reply_accepts(a) || !reply_accepts(b))
        return rejects(a) && rejects(b);
    if (which == CHAIN_NORMAL_TWICE)
        return uriproof_span_equal(a->answer.result, b->answer.result);
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if ((ends[which].parts >> i & 1U) != 0 &&
            !piece_same((uri_piece)i, &a->pieces, &b->pieces, allowed.declared[i]))
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

/* Is it the specification that breaks the chain as the parser does, with class `class`? Either the
 * literal reference breaks it so, or what the algorithm of the specification gives is no URI:
 * `x:/.//:b` becomes `x://:b`. */
static bool reference_breaks(chain which, const links *parser, const answer_class *class)
{
    const uriproof_span text = parser->text, base = parser->base_text;
    static const transform_set nothing = {{0}};
    const uriproof_dialect *dialect = uriproof_dialect_named("rfc3986");
    store *s = store_new();
    uriproof_request requests[FIRST_COUNT], more[SECOND_COUNT];
    reply first[FIRST_COUNT], second[SECOND_COUNT];
    links l = {.text = text, .base_text = base, .declared = &nothing};
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
    bool broken = has_no_answer(which, &l) ||
                  (breaks[which](&l, &found) && (may_avoid(class) || class_equal(&found, class) ||
                                                 ends_alike(which, parser, &l)));
    uriproof_scratch_free(&scratch);
    store_free(s);
    return broken;
}

/* Returns the answers number `i`: of member i % members, about text i / members. The replies are
 * those to all questions, of all members; the last of the first are about the base. */
static links links_of(const panel *p, const chain_texts *about, size_t members, size_t i,
                      const reply *first, const reply *second)
{
    const size_t text = i / members, m = i % members;
    const reply *of_base = &first[about->count * FIRST_COUNT * members + m];
    links l = {.text = about->texts[text],
               .base_text = about->base,
               .base = reply_accepts(of_base) ? &of_base->pieces : NULL,
               .declared = &panel_hello(p, m)->transforms};
    for (size_t k = 0; k < FIRST_COUNT; k++)
        l.first[k] = &first[(text * FIRST_COUNT + k) * members + m];
    for (size_t k = 0; k < SECOND_COUNT; k++)
        l.second[k] = &second[(text * SECOND_COUNT + k) * members + m];
    return l;
}

/* Appends the chains that the answers break to the list, each as `about` with its class. */
static void list_broken(const links *l, broken_chain about, broken_chain **broken, size_t *count)
{
    for (unsigned which = 0; which < CHAIN_COUNT; which++) {
        about.class = (answer_class){.operation = chain_names[which]};
        if (!breaks[which](l, &about.class))
            continue;
        about.of_reference = reference_breaks((chain)which, l, &about.class);
        *broken = list_grown(*broken, *count, sizeof **broken);
        (*broken)[(*count)++] = about;
    }
}

/* Is there a question of the chains that the parser was not asked, though it has the operation? */
static bool lacks_question(const links *l, const hello *greeting, const uriproof_request *second)
{
    static const uriproof_op first[FIRST_COUNT] = {URIPROOF_PARSE, URIPROOF_NORMALIZE,
                                                   URIPROOF_RESOLVE};
    for (size_t k = 0; k < FIRST_COUNT; k++)
        if (greeting->ops[first[k]] && (k != RESOLVED || greeting->ops[URIPROOF_PARSE]) &&
            l->first[k]->fault != URIPROOF_AGREE && l->first[k]->fault != URIPROOF_UNSUPPORTED)
            return true;
    for (size_t k = 0; k < SECOND_COUNT; k++)
        if (second[k].op != URIPROOF_OP_COUNT && greeting->ops[second[k].op] &&
            l->second[k]->fault == URIPROOF_NOT_RUN)
            return true;
    return false;
}

/* Marks the texts that not all was asked about. `second` has the questions of all members. */
static void mark_unasked(const panel *p, const chain_texts *about, size_t members, const links *all,
                         const uriproof_request *second)
{
    for (size_t i = 0; about->unasked != NULL && i < about->count * members; i++) {
        const size_t text = i / members, m = i % members;
        const hello *greeting = panel_hello(p, m);
        if (greeting->name != NULL &&
            lacks_question(&all[i], greeting, &second[(m * about->count + text) * SECOND_COUNT]))
            about->unasked[text] = true;
    }
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
    for (size_t i = 0; i < count * members; i++)
        all[i] = links_of(p, about, members, i, first, second);
    for (size_t i = 0; i < count * members; i++)
        ask_second(all[i].first, all[i].text, s,
                   &more[i % members * second_count + i / members * SECOND_COUNT]);
    panel_ask(p,
              &(panel_questions){
                  .requests = more, .count = second_count, .own = true, .asked = about->asked},
              s, second);
    mark_unasked(p, about, members, all, more);
    for (size_t i = 0; i < count * members; i++)
        list_broken(&all[i], (broken_chain){.text = i / members, .member = i % members}, broken,
                    &found);
    free(all);
    free(requests);
    free(more);
    free(first);
    free(second);
    store_free(s);
    return found;
}
