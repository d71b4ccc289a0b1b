/* SPDX-License-Identifier: MIT */
#include "chains.h"

#include <stdlib.h>

/* Returns the answers number `i`: of member i % members, about text i / members. The replies are
 * those to all questions, of all members; the last of the first are about the base. */
static chain_links links_of(const panel *p, const chain_texts *about, size_t members, size_t i,
                            const reply *first, const reply *second)
{
    const size_t text = i / members, m = i % members;
    const reply *of_base = &first[about->count * CHAIN_FIRST_COUNT * members + m];
    chain_links l = {.text = about->texts[text],
                     .base_text = about->base,
                     .base = reply_accepts(of_base) ? &of_base->pieces : NULL,
                     .of_base = of_base,
                     .knows_parse = about->knows_parse,
                     .declared = &panel_hello(p, m)->transforms,
                     .allowed = chain_allowed(&panel_hello(p, m)->transforms)};
    for (size_t k = 0; k < CHAIN_FIRST_COUNT; k++)
        l.first[k] = &first[(text * CHAIN_FIRST_COUNT + k) * members + m];
    for (size_t k = 0; k < CHAIN_SECOND_COUNT; k++)
        l.second[k] = &second[(text * CHAIN_SECOND_COUNT + k) * members + m];
    return l;
}

/* Appends the chains that the answers break to the list, each as `about` with its class. */
static void list_broken(const chain_links *l, broken_chain about, chain_reference *reference,
                        broken_chain **broken, size_t *count)
{
    for (unsigned which = 0; which < CHAIN_COUNT; which++) {
        if (!chain_breaks((chain)which, l, &about.class))
            continue;
        about.of_reference = chain_is_of_reference((chain)which, l, &about.class, reference);
        *broken = list_grown(*broken, *count, sizeof **broken);
        (*broken)[(*count)++] = about;
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

/* Marks the texts that not all was asked about. `second` has the questions of all members. */
static void mark_unasked(const panel *p, const chain_texts *about, size_t members,
                         const chain_links *all, const uriproof_request *second)
{
    for (size_t i = 0; about->unasked != NULL && i < about->count * members; i++) {
        const size_t text = i / members, m = i % members;
        const hello *greeting = panel_hello(p, m);
        if (greeting->name != NULL &&
            lacks_question(&all[i], greeting,
                           &second[(m * about->count + text) * CHAIN_SECOND_COUNT]))
            about->unasked[text] = true;
    }
}

size_t chains_ask(panel *p, size_t members, const chain_texts *about, broken_chain **broken)
{
    const uriproof_span *texts = about->texts, base = about->base;
    const size_t count = about->count;
    store *s = store_new();
    /* The base is asked too, as the last text. */
    size_t first_count = count * CHAIN_FIRST_COUNT + 1, second_count = count * CHAIN_SECOND_COUNT;
    uriproof_request *requests = calloc(first_count, sizeof *requests);
    uriproof_request *more = calloc(second_count * members + 1, sizeof *more);
    reply *first = calloc(first_count * members + 1, sizeof *first);
    reply *second = calloc(second_count * members + 1, sizeof *second);
    size_t found = 0;
    *broken = NULL;
    for (size_t i = 0; i < count; i++)
        chain_ask_first(texts[i], base, &requests[i * CHAIN_FIRST_COUNT]);
    requests[first_count - 1] = (uriproof_request){URIPROOF_PARSE, {base}};
    panel_ask(p,
              &(panel_questions){.requests = requests, .count = first_count, .asked = about->asked},
              s, first);
    chain_links *all = calloc(count * members + 1, sizeof *all);
    for (size_t i = 0; i < count * members; i++)
        all[i] = links_of(p, about, members, i, first, second);
    for (size_t i = 0; i < count * members; i++)
        chain_ask_second(all[i].first, all[i].text, s,
                         &more[i % members * second_count + i / members * CHAIN_SECOND_COUNT]);
    panel_ask(p,
              &(panel_questions){
                  .requests = more, .count = second_count, .own = true, .asked = about->asked},
              s, second);
    mark_unasked(p, about, members, all, more);
    for (size_t text = 0; text < count; text++) {
        chain_reference reference = {.memory = s};
        for (size_t m = 0; m < members; m++)
            list_broken(&all[text * members + m], (broken_chain){.text = text, .member = m},
                        &reference, broken, &found);
    }
    free(all);
    free(requests);
    free(more);
    free(first);
    free(second);
    store_free(s);
    return found;
}
