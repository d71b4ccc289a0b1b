/* SPDX-License-Identifier: MIT */
#include "chains.h"

#include <stdlib.h>

/* The questions of all chains, and the replies of all members to them. */
typedef struct chain_questions {
    const panel *panel;
    const chain_texts *about;
    size_t members;
    /* Those about the texts, and one about the base; then those about each member's answers. */
    uriproof_request *first, *second;
    reply *to_first, *to_second;
} chain_questions;

static size_t number_of_first(size_t text, size_t link)
{
    return text * CHAIN_FIRST_COUNT + link;
}

static size_t number_of_second(size_t text, size_t link)
{
    return text * CHAIN_SECOND_COUNT + link;
}

/* Returns the questions about what a member answered of a text. */
static uriproof_request *second_of(const chain_questions *q, size_t text, size_t member)
{
    return &q->second[member * number_of_second(q->about->count, 0) + number_of_second(text, 0)];
}

/* Returns what a member answered of a text. */
static chain_links links_of(const chain_questions *q, size_t text, size_t m)
{
    const chain_texts *about = q->about;
    const transform_set *declared = &panel_hello(q->panel, m)->transforms;
    const reply *of_base = &q->to_first[number_of_first(about->count, 0) * q->members + m];
    chain_links l = {.text = about->texts[text],
                     .base_text = about->base,
                     .base = reply_accepts(of_base) ? &of_base->pieces : NULL,
                     .of_base = of_base,
                     .knows_parse = about->knows_parse,
                     .declared = declared,
                     .allowed = chain_allowed(declared)};
    for (size_t k = 0; k < CHAIN_FIRST_COUNT; k++)
        l.first[k] = &q->to_first[number_of_first(text, k) * q->members + m];
    for (size_t k = 0; k < CHAIN_SECOND_COUNT; k++)
        l.second[k] = &q->to_second[number_of_second(text, k) * q->members + m];
    return l;
}

/* Takes the worst deviation of a member's reply to a question of a chain. Returns false if it is
 * not known why it answers so. */
static bool name_reply(const chain_questions *q, const uriproof_request *request,
                       const reply *replies, size_t member, const answer_class *plain,
                       answer_class *worst)
{
    const text_replies all = panel_replies(q->panel, request, replies);
    return all.namer->name_reply(all.namer->self, &all, member, plain, worst);
}

/* Names a chain by the worst deviation of the answers that it is made of, if it is known of each
 * why the parser gives it. */
static void name_chain(const chain_questions *q, chain which, size_t text, size_t member,
                       answer_class *found)
{
    const answer_class plain = *found;
    answer_class worst = plain;
    bool known = panel_replies(q->panel, q->first, NULL).namer != NULL;
    for (size_t k = 0; known && k < CHAIN_FIRST_COUNT; k++) {
        const size_t i = number_of_first(text, k);
        if ((chain_firsts[which] >> k & 1U) != 0)
            known =
                name_reply(q, &q->first[i], &q->to_first[i * q->members], member, &plain, &worst);
    }
    for (size_t k = 0; known && k < CHAIN_SECOND_COUNT; k++) {
        const size_t i = number_of_second(text, k);
        if ((chain_seconds[which] >> k & 1U) != 0)
            known = name_reply(q, &second_of(q, text, member)[k], &q->to_second[i * q->members],
                               member, &plain, &worst);
    }
    if (known)
        *found = worst;
}

/* Names a chain that the specification breaks: of a path without an authority that begins with two
 * slashes, once its dot segments are removed, it makes a host. */
static void name_by_text(answer_class *found)
{
    found->kind = CLASS_BY_TEXT;
    found->part = piece_names[PIECE_HOST];
    found->clause = "rfc3986.syntax.no-double-slash";
    found->character = octet_kind('/');
}

/* Appends the chains that a member's answers about a text break to the list. */
static void list_broken(const chain_questions *q, size_t text, size_t member,
                        chain_reference *reference, broken_chain **broken, size_t *count)
{
    const chain_links l = links_of(q, text, member);
    for (unsigned which = 0; which < CHAIN_COUNT; which++) {
        broken_chain one = {.text = text, .member = member};
        if (!chain_breaks((chain)which, &l, &one.class))
            continue;
        one.of_reference = chain_is_of_reference((chain)which, &l, &one.class, reference);
        one.class.is_rejected = one.class.kind == CLASS_VALIDITY;
        one.class.differs = one.class.part;
        if (one.of_reference)
            name_by_text(&one.class);
        else if (one.class.kind != CLASS_FAULT)
            name_chain(q, (chain)which, text, member, &one.class);
        *broken = list_grown(*broken, *count, sizeof **broken);
        (*broken)[(*count)++] = one;
    }
}

/* Is there a question of the chains that the parser was not asked, though it has the operation? */
static bool lacks_question(const chain_links *l, const hello *greeting,
                           const uriproof_request *second)
{
    static const uriproof_op first[CHAIN_FIRST_COUNT] = {URIPROOF_PARSE, URIPROOF_NORMALIZE,
                                                         URIPROOF_RESOLVE};
    for (size_t k = 0; k < CHAIN_FIRST_COUNT; k++)
        if (greeting->ops[first[k]] && (k != CHAIN_RESOLVED || greeting->ops[URIPROOF_PARSE]) &&
            l->first[k]->fault == URIPROOF_NOT_RUN)
            return true;
    for (size_t k = 0; k < CHAIN_SECOND_COUNT; k++)
        if (second[k].op != URIPROOF_OP_COUNT && greeting->ops[second[k].op] &&
            l->second[k]->fault == URIPROOF_NOT_RUN)
            return true;
    return false;
}

/* Marks the texts that not all was asked about. */
static void mark_unasked(const chain_questions *q)
{
    const chain_texts *about = q->about;
    for (size_t i = 0; about->unasked != NULL && i < about->count * q->members; i++) {
        const size_t text = i / q->members, m = i % q->members;
        const hello *greeting = panel_hello(q->panel, m);
        const chain_links l = links_of(q, text, m);
        if (greeting->name != NULL && lacks_question(&l, greeting, second_of(q, text, m)))
            about->unasked[text] = true;
    }
}

static void ask_first(const chain_questions *q, panel *p, store *s)
{
    const size_t count = number_of_first(q->about->count, 0);
    for (size_t i = 0; i < q->about->count; i++)
        chain_ask_first(q->about->texts[i], q->about->base, &q->first[number_of_first(i, 0)]);
    q->first[count] = (uriproof_request){URIPROOF_PARSE, {q->about->base}};
    panel_ask(
        p, &(panel_questions){.requests = q->first, .count = count + 1, .asked = q->about->asked},
        s, q->to_first);
}

static void ask_second(const chain_questions *q, panel *p, store *s)
{
    for (size_t i = 0; i < q->about->count * q->members; i++) {
        const size_t text = i / q->members, m = i % q->members;
        const chain_links l = links_of(q, text, m);
        chain_ask_second(l.first, l.text, s, second_of(q, text, m));
    }
    panel_ask(p,
              &(panel_questions){.requests = q->second,
                                 .count = number_of_second(q->about->count, 0),
                                 .own = true,
                                 .asked = q->about->asked},
              s, q->to_second);
}

size_t chains_ask(panel *p, size_t members, const chain_texts *about, broken_chain **broken)
{
    const size_t first = number_of_first(about->count, 0) + 1;
    const size_t second = number_of_second(about->count, 0);
    store *s = store_new();
    const chain_questions q = {.panel = p,
                               .about = about,
                               .members = members,
                               .first = calloc(first, sizeof *q.first),
                               .second = calloc(second * members + 1, sizeof *q.second),
                               .to_first = calloc(first * members + 1, sizeof *q.to_first),
                               .to_second = calloc(second * members + 1, sizeof *q.to_second)};
    size_t found = 0;
    *broken = NULL;
    ask_first(&q, p, s);
    ask_second(&q, p, s);
    mark_unasked(&q);
    for (size_t text = 0; text < about->count; text++) {
        chain_reference reference = {.memory = s};
        for (size_t m = 0; m < members; m++)
            list_broken(&q, text, m, &reference, broken, &found);
    }
    free(q.first);
    free(q.second);
    free(q.to_first);
    free(q.to_second);
    store_free(s);
    return found;
}
