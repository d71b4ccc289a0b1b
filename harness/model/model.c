/* SPDX-License-Identifier: MIT */
#include "model.h"

#include "stages.h"

#include <stdlib.h>

/* What the stages write of a text is at most so many times its length, and some octets: a form of
 * all of it before it is read, then of each part its escapes, its case, its dots. A result has an
 * octet or two for each delimiter, and is parsed again. */
enum { ROOM_TIMES = 96, ROOM_BESIDES = 1024 };

size_t model_room(size_t length)
{
    return ROOM_TIMES * length + ROOM_BESIDES;
}

void model_grow(uriproof_buffer *room, const uriproof_request *request)
{
    const size_t need = model_room(request->field[0].length + request->field[1].length);
    if (room->capacity >= need)
        return;
    free(room->octets);
    *room = (uriproof_buffer){malloc(need), need, 0};
}

const uriproof_op model_ops[MODEL_OPS] = {[MODEL_PARSE] = URIPROOF_PARSE,
                                          [MODEL_RESOLVE] = URIPROOF_RESOLVE,
                                          [MODEL_NORMALIZE] = URIPROOF_NORMALIZE,
                                          [MODEL_EQUIVALENT] = URIPROOF_EQUIVALENT};

model_op model_op_of(uriproof_op op)
{
    unsigned i = 0;
    while (i < MODEL_OPS && model_ops[i] != op)
        i++;
    return (model_op)i;
}

/* Answers, unless it rejects. */
static bool answer_accepted(way *w, const uriproof_request *request, uriproof_answer *answer)
{
    const uriproof_span *field = request->field;
    switch (w->op) {
    case MODEL_RESOLVE:
        return model_resolve(w, field[0], field[1], &answer->result);
    case MODEL_NORMALIZE:
        return model_normalize(w, field[0], &answer->result);
    case MODEL_EQUIVALENT:
        answer->has_equal = true;
        return model_equivalent(w, field[0], field[1], &answer->equal);
    default:
        if (!model_parse(w, field[0]))
            return false;
        answer->parts.has_components = true;
        answer->parts.components = w->parts;
        return true;
    }
}

bool model_answer(const profile *p, const uriproof_request *request, uriproof_buffer *room,
                  uriproof_answer *answer, model_trace *trace)
{
    const model_op op = model_op_of(request->op);
    const bool has_two = op == MODEL_RESOLVE || op == MODEL_EQUIVALENT;
    const size_t length = request->field[0].length + (has_two ? request->field[1].length : 0);
    if (op == MODEL_OPS || room->capacity < model_room(length))
        return false;
    model_trace own = {{0}};
    way w = {.profile = p,
             .op = op,
             .kind = KIND_NONE,
             .room = room,
             .trace = trace != NULL ? trace : &own};
    if (trace != NULL)
        *trace = own;
    *answer = (uriproof_answer){.status = ANSWER_ACCEPTED};
    room->length = 0;
    if (!answer_accepted(&w, request, answer))
        *answer = (uriproof_answer){.status = ANSWER_REJECTED};
    return true;
}

static bool same_components(const uriproof_components *a, const uriproof_components *b)
{
    const bool divided = uriproof_present(b->user) || uriproof_present(b->password);
    const bool userinfo = divided ? uriproof_span_equal(a->user, b->user) &&
                                        uriproof_span_equal(a->password, b->password)
                                  : uriproof_span_equal(a->userinfo, b->userinfo);
    return userinfo && model_parts_equal(a, b) == MODEL_PARTS;
}

bool model_same(uriproof_op op, const uriproof_answer *model, const uriproof_answer *given)
{
    if ((model->status == ANSWER_ACCEPTED) != (given->status == ANSWER_ACCEPTED))
        return false;
    if (model->status != ANSWER_ACCEPTED)
        return true;
    switch (op) {
    case URIPROOF_PARSE:
        return same_components(&model->parts.components, &given->parts.components);
    case URIPROOF_EQUIVALENT:
        return model->equal == given->equal;
    default:
        return uriproof_span_equal(model->result, given->result);
    }
}
