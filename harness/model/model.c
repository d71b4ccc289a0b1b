/* SPDX-License-Identifier: MIT */
#include "model.h"

#include "stages.h"

/* What the stages write of a text is at most so many times its length, and some octets: a form of
 * all of it before it is read, then of each part its escapes, its case, its dots. A result has an
 * octet or two for each delimiter, and is parsed again. */
enum { ROOM_TIMES = 96, ROOM_BESIDES = 1024 };

size_t model_room(size_t length)
{
    return ROOM_TIMES * length + ROOM_BESIDES;
}

model_op model_op_of(uriproof_op op)
{
    return op == URIPROOF_PARSE ? MODEL_PARSE : op == URIPROOF_RESOLVE ? MODEL_RESOLVE : MODEL_OPS;
}

bool model_answer(const profile *p, const uriproof_request *request, uriproof_buffer *room,
                  uriproof_answer *answer, model_trace *trace)
{
    const bool resolves = request->op == URIPROOF_RESOLVE;
    const size_t length = request->field[0].length + (resolves ? request->field[1].length : 0);
    if ((request->op != URIPROOF_PARSE && !resolves) || room->capacity < model_room(length))
        return false;
    model_trace own;
    way w = {.profile = p,
             .op = resolves ? MODEL_RESOLVE : MODEL_PARSE,
             .room = room,
             .trace = trace != NULL ? trace : &own};
    *w.trace = (model_trace){{0}};
    *answer = (uriproof_answer){.status = ANSWER_REJECTED};
    room->length = 0;
    if (resolves) {
        uriproof_span result;
        if (model_resolve(&w, request->field[0], request->field[1], &result)) {
            answer->status = ANSWER_ACCEPTED;
            answer->result = result;
        }
    } else if (model_parse(&w, request->field[0])) {
        answer->status = ANSWER_ACCEPTED;
        answer->parts = (uriproof_parts){.has_components = true, .components = w.parts};
    }
    return true;
}

static bool same_components(const uriproof_components *a, const uriproof_components *b)
{
    const bool divided = uriproof_present(b->user) || uriproof_present(b->password);
    const bool userinfo = divided ? uriproof_span_equal(a->user, b->user) &&
                                        uriproof_span_equal(a->password, b->password)
                                  : uriproof_span_equal(a->userinfo, b->userinfo);
    return userinfo && uriproof_span_equal(a->scheme, b->scheme) &&
           uriproof_span_equal(a->host, b->host) && uriproof_span_equal(a->port, b->port) &&
           uriproof_span_equal(a->path, b->path) && uriproof_span_equal(a->query, b->query) &&
           uriproof_span_equal(a->fragment, b->fragment);
}

bool model_same(uriproof_op op, const uriproof_answer *model, const uriproof_answer *given)
{
    if ((model->status == ANSWER_ACCEPTED) != (given->status == ANSWER_ACCEPTED))
        return false;
    if (model->status != ANSWER_ACCEPTED)
        return true;
    return op == URIPROOF_PARSE
               ? same_components(&model->parts.components, &given->parts.components)
               : uriproof_span_equal(model->result, given->result);
}
