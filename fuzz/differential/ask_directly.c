/* SPDX-License-Identifier: MIT */
#include "ask_directly.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

const uriproof_span chain_base = {"http://base.example/d/e?q",
                                  sizeof "http://base.example/d/e?q" - 1};

/* ---- One question ---- */

static bool is_in(uriproof_span octets, uriproof_span text)
{
    const uintptr_t at = (uintptr_t)octets.octets, begin = (uintptr_t)text.octets;
    return at >= begin && at + octets.length <= begin + text.length;
}

/* Moves octets that are not in the request to the store, as the next call of the parser ends them.
 */
static void keep(store *s, const uriproof_request *request, uriproof_span *octets)
{
    if (uriproof_present(*octets) && !is_in(*octets, request->field[0]) &&
        !is_in(*octets, request->field[1]))
        octets->octets = store_copy(s, octets->octets, octets->length);
}

/* Ends the process if an answer that accepts has nothing in it: a parser's function is wrong, and
 * no class may come of that. */
static void require_answer(const uriproof_server *server, uriproof_op op, const reply *r)
{
    const uriproof_parts *parts = &r->answer.parts;
    if (!reply_accepts(r) || (op == URIPROOF_PARSE ? parts->has_generic || parts->has_components
                                                   : uriproof_present(r->answer.result)))
        return;
    fprintf(stderr, "uriproof: %s accepts a text in %s and gives no %s\n", server->name,
            uriproof_ops[op].name,
            op == URIPROOF_PARSE ? "parts: set has_components or has_generic of answer->parts"
                                 : "result: set answer->result");
    abort();
}

static void ask(const direct_parser *p, const uriproof_request *request, store *s, reply *given)
{
    memset(given, 0, sizeof *given);
    if (request->op == URIPROOF_OP_COUNT) {
        given->fault = URIPROOF_NOT_RUN;
        return;
    }
    if (p->server->answer[request->op] == NULL) {
        given->fault = URIPROOF_UNSUPPORTED;
        return;
    }
    if (p->server->forget != NULL)
        p->server->forget();
    p->server->answer[request->op](request, &given->answer);
    reply_settle(request->op, given);
    given->answer.error = given->answer.production = NULL;
    given->answer.detail = NULL;
    require_answer(p->server, request->op, given);
    if (request->op == URIPROOF_PARSE) {
        for (size_t i = 0; i < PIECE_COUNT; i++)
            keep(s, request, &given->pieces.at[i]);
    } else {
        keep(s, request, &given->answer.result);
    }
}

/* ---- All ---- */

static void declare(direct_parser *p)
{
    const uriproof_transform *one = p->server->transforms;
    for (; one != NULL && one->part != NULL; one++)
        if (!transform_declare(&p->declared, one->part, one->how)) {
            fprintf(stderr,
                    "uriproof: %s declares \"%s %s\", which is no transform: see "
                    "docs/protocol.md\n",
                    p->server->name, one->part, one->how);
            exit(1);
        }
}

void direct_parsers_add(direct_parsers *all, const uriproof_server *server)
{
    static store *bases; /* lasts as long as the process */
    const uriproof_request request = {URIPROOF_PARSE, {chain_base}};
    direct_parser *p = &all->at[all->count++];
    reply of_base;
    if (bases == NULL)
        bases = store_new();
    *p = (direct_parser){.server = server};
    declare(p);
    p->allowed = chain_allowed(&p->declared);
    ask(p, &request, bases, &of_base);
    p->has_base = reply_accepts(&of_base);
    p->base = of_base.pieces;
}

/* Asks parser m the questions about a text, and then those about its answers. */
static void ask_chains(direct_parsers *all, size_t m, const uriproof_request *first)
{
    const reply *given[CHAIN_FIRST_COUNT];
    uriproof_request second[CHAIN_SECOND_COUNT];
    for (size_t k = 0; k < CHAIN_FIRST_COUNT; k++) {
        ask(&all->at[m], &first[k], all->memory, &all->first[k * all->count + m]);
        given[k] = &all->first[k * all->count + m];
    }
    chain_ask_second(given, first[CHAIN_PARSED].field[0], all->memory, second);
    for (size_t k = 0; k < CHAIN_SECOND_COUNT; k++)
        ask(&all->at[m], &second[k], all->memory, &all->second[k * all->count + m]);
}

void direct_parsers_ask(direct_parsers *all, uriproof_span text)
{
    uriproof_request first[CHAIN_FIRST_COUNT];
    if (all->memory == NULL)
        all->memory = store_new();
    store_empty(all->memory);
    chain_ask_first(text, chain_base, first);
    for (size_t m = 0; m < all->count; m++)
        if (all->at[m].parses_only)
            ask(&all->at[m], &first[CHAIN_PARSED], all->memory,
                &all->first[CHAIN_PARSED * all->count + m]);
        else
            ask_chains(all, m, first);
}

chain_links direct_parsers_links(const direct_parsers *all, size_t m, uriproof_span text)
{
    const direct_parser *p = &all->at[m];
    chain_links l = {.text = text,
                     .base_text = chain_base,
                     .base = p->has_base ? &p->base : NULL,
                     .declared = &p->declared,
                     .allowed = p->allowed};
    for (size_t k = 0; k < CHAIN_FIRST_COUNT; k++)
        l.first[k] = &all->first[k * all->count + m];
    for (size_t k = 0; k < CHAIN_SECOND_COUNT; k++)
        l.second[k] = &all->second[k * all->count + m];
    return l;
}

static const transform_set *declared_by_parser(const void *parsers, size_t member)
{
    const direct_parsers *all = parsers;
    return &all->at[member].declared;
}

text_replies direct_parsers_replies(const direct_parsers *all, const uriproof_request *request)
{
    return (text_replies){.request = request,
                          .replies = &all->first[CHAIN_PARSED * all->count],
                          .members = all->count,
                          .parsers = all,
                          .declared = declared_by_parser};
}
