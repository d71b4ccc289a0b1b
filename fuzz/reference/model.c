/* SPDX-License-Identifier: MIT */
/*
 * Checks the model of harness/model. With the profile of RFC 3986 under some readings it must
 * answer as the reference does. With a profile whose values are drawn from the
 * text it must stay within its buffer, and its result must not depend on a trait that it did not
 * read.
 */
#include "input.h"

#include "model/model.h"

#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

static void check_same(const fuzz_input *input, const uriproof_request *request)
{
    const size_t need = model_room(request->field[0].length + request->field[1].length);
    const profile p = profile_of_rfc3986(&input->readings);
    uriproof_buffer room = {fuzz_allocate(need), need, 0};
    uriproof_scratch scratch = {0};
    uriproof_answer expected, given;
    uriproof_ask(&uriproof_rfc3986, &input->readings, request, &scratch, &expected);
    fuzz_require(model_answer(&p, request, &room, &given, NULL), "the room is enough", input);
    fuzz_require(model_same(request->op, &given, &expected), "the model is the reference", input);
    uriproof_scratch_free(&scratch);
    free(room.octets);
}

/* Draws from the octets of the text, again and again. */
static unsigned draw(const fuzz_input *input, uint32_t *state)
{
    const size_t length = input->text.length;
    *state = *state * 1664525 + 1013904223 +
             (length > 0 ? (unsigned char)input->text.octets[*state % length] : 0);
    return *state >> 16;
}

static profile drawn_profile(const fuzz_input *input, uint32_t *state)
{
    profile p = profile_of_rfc3986(NULL);
    for (unsigned i = 0; i < 12; i++) {
        const trait_id id = (trait_id)(draw(input, state) % TRAIT_COUNT);
        const unsigned count = trait_value_count(id);
        if (count > 0)
            profile_set(&p, PROFILE_EVERYWHERE, id, draw(input, state) % count);
        else
            for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
                memset(&p.takes[c][id], 0xff, sizeof p.takes[c][id]);
    }
    return p;
}

static void check_drawn(const fuzz_input *input, const uriproof_request *request)
{
    const size_t need = model_room(request->field[0].length + request->field[1].length);
    uint32_t state = 1;
    profile p = drawn_profile(input, &state);
    uriproof_buffer room = {fuzz_allocate(need), need, 0}, other = {fuzz_allocate(need), need, 0};
    uriproof_answer one, two;
    model_trace trace;
    fuzz_require(model_answer(&p, request, &room, &one, &trace), "the room is enough", input);
    fuzz_require(room.length <= need, "the model writes within its room", input);
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++)
        if (trace.read[id] == 0)
            profile_set(&p, PROFILE_EVERYWHERE, (trait_id)id,
                        draw(input, &state) % trait_value_count((trait_id)id));
    fuzz_require(model_answer(&p, request, &other, &two, NULL), "the room is enough", input);
    fuzz_require(model_same(request->op, &one, &two), "a trait that is not read changes nothing",
                 input);
    free(room.octets);
    free(other.octets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = fuzz_input_read(&uriproof_rfc3986, data, size, FUZZ_TWO_TEXTS_ALL_READINGS);
    const uriproof_request requests[] = {{URIPROOF_PARSE, {input.text, {NULL, 0}}},
                                         {URIPROOF_PARSE, {input.second, {NULL, 0}}},
                                         {URIPROOF_RESOLVE, {input.text, input.second}},
                                         {URIPROOF_NORMALIZE, {input.text, {NULL, 0}}},
                                         {URIPROOF_EQUIVALENT, {input.text, input.second}},
                                         {URIPROOF_EQUIVALENT, {input.second, input.second}}};
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        check_same(&input, &requests[i]);
        check_drawn(&input, &requests[i]);
    }
    fuzz_input_free(&input);
    return 0;
}
