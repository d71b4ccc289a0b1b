/* SPDX-License-Identifier: MIT */
#include "reply.h"

#include "json/json.h"

#include <string.h>

static bool divides(uriproof_op op)
{
    return op == URIPROOF_PARSE || op == URIPROOF_URL;
}

static uriproof_span kept(store *s, uriproof_span octets)
{
    if (uriproof_present(octets))
        octets.octets = store_once(s, octets.octets, octets.length);
    return octets;
}

void reply_settle(uriproof_op op, reply *r)
{
    r->fault = r->answer.status == ANSWER_UNSUPPORTED ? URIPROOF_UNSUPPORTED : URIPROOF_AGREE;
    if (divides(op) && reply_accepts(r))
        r->pieces = parts_pieces(&r->answer.parts);
}

reply reply_borrowed(uriproof_op op, const uriproof_answer *answer)
{
    reply r = {.answer = *answer};
    reply_settle(op, &r);
    return r;
}

reply reply_of_answer(store *s, uriproof_op op, const uriproof_answer *answer)
{
    reply r = {.answer = *answer};
    r.answer.error = store_text(s, answer->error);
    r.answer.production = store_text(s, answer->production);
    r.answer.detail = NULL; /* of URLs, in the words of a scheme; no other parser has it */
    r.answer.result = kept(s, answer->result);
    for (size_t i = 0; i < URIPROOF_GENERIC_COUNT + URIPROOF_COMPONENT_COUNT; i++) {
        bool generic = i < URIPROOF_GENERIC_COUNT;
        size_t offset = generic ? uriproof_generic_names[i].offset
                                : uriproof_component_names[i - URIPROOF_GENERIC_COUNT].offset;
        char *view = generic ? (char *)&r.answer.parts.generic : (char *)&r.answer.parts.components;
        uriproof_span *part = (uriproof_span *)(void *)(view + offset);
        *part = kept(s, *part);
    }
    reply_settle(op, &r);
    return r;
}

/* Reads the reply, and frees the tree, which may be NULL. */
static reply read_tree(store *s, uriproof_op op, cJSON *tree)
{
    uriproof_error error;
    uriproof_answer answer;
    reply found = reply_of_fault(s, URIPROOF_NOT_RUN, NULL);
    if (tree != NULL && uriproof_answer_read(tree, op, URIPROOF_LEFT_OPEN, &answer, &error))
        found = reply_of_answer(s, op, &answer);
    cJSON_Delete(tree);
    return found;
}

reply reply_of_json(store *s, uriproof_op op, const char *text)
{
    uriproof_error error;
    return read_tree(s, op, text != NULL ? uriproof_json_read(text, strlen(text), &error) : NULL);
}

reply reply_of_tree(store *s, uriproof_op op, const cJSON *answer)
{
    return read_tree(s, op, cJSON_Duplicate(answer, true)); /* reading decodes it in place */
}

reply reply_of_fault(store *s, uriproof_outcome fault, const char *words)
{
    return (reply){.fault = fault, .words = store_text(s, words)};
}

bool reply_is_answer(const reply *r)
{
    return r->fault != URIPROOF_UNSUPPORTED && r->fault != URIPROOF_NOT_RUN;
}

bool reply_is_fault(const reply *r)
{
    return reply_is_answer(r) && r->fault != URIPROOF_AGREE;
}

bool reply_accepts(const reply *r)
{
    return r->fault == URIPROOF_AGREE && r->answer.status == ANSWER_ACCEPTED;
}

bool reply_equal(uriproof_op op, const reply *a, const reply *b)
{
    if (a->fault != b->fault || reply_accepts(a) != reply_accepts(b))
        return false;
    if (!reply_accepts(a))
        return true;
    if (op == URIPROOF_EQUIVALENT)
        return a->answer.equal == b->answer.equal;
    if (!divides(op))
        return uriproof_span_equal(a->answer.result, b->answer.result);
    for (size_t i = 0; i < PIECE_COUNT; i++)
        if (!uriproof_span_equal(a->pieces.at[i], b->pieces.at[i]))
            return false;
    return true;
}

uriproof_answer reply_components(const reply *r)
{
    uriproof_answer answer = r->answer;
    if (answer.status != ANSWER_ACCEPTED || !answer.parts.has_generic)
        return answer;
    answer.parts.has_generic = false;
    if (answer.parts.has_components)
        return answer;
    const uriproof_span *at = r->pieces.at;
    answer.parts.has_components = true;
    answer.parts.components = (uriproof_components){.scheme = at[PIECE_SCHEME],
                                                    .user = at[PIECE_USER],
                                                    .password = at[PIECE_PASSWORD],
                                                    .host = at[PIECE_HOST],
                                                    .port = at[PIECE_PORT],
                                                    .path = at[PIECE_PATH],
                                                    .query = at[PIECE_QUERY],
                                                    .fragment = at[PIECE_FRAGMENT]};
    return answer;
}
