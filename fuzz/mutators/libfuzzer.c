/* SPDX-License-Identifier: MIT */
/*
 * Lets libFuzzer change texts by the grammar. The engine draws evenly between changing one text and
 * crossing two. Two are always crossed by their parts. One is changed in half of the cases by the
 * engine itself: it knows the dictionary, and what the target has compared. With
 * URIPROOF_FUZZ_GUIDANCE without `mutator`, the engine makes all changes. An engine that does not
 * have changes of its own gets all from the grammar.
 */
#include "chosen.h"

#include "mutator/mutator.h"

#include <stdint.h>

/* The changes of libFuzzer. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) __attribute__((weak));

/* What libFuzzer calls. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size, const uint8_t *second,
                                 size_t second_size, uint8_t *out, size_t most, unsigned seed);

static struct {
    mutator *mutator; /* lives as long as the engine */
    octet_buffer made;
    bool guides;
} state;

static void begin(unsigned seed)
{
    if (state.mutator == NULL) {
        state.mutator = mutator_new(seed);
        state.guides = fuzz_is_chosen("URIPROOF_FUZZ_GUIDANCE", "mutator");
    }
    mutator_reseed(state.mutator, seed);
}

static uriproof_span span_of(const uint8_t *data, size_t size)
{
    return (uriproof_span){(const char *)data, size};
}

static size_t copy_made(uint8_t *out)
{
    if (state.made.length > 0)
        memcpy(out, state.made.octets, state.made.length);
    return state.made.length;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    begin(seed);
    if (LLVMFuzzerMutate != NULL && (!state.guides || seed % 2 == 0))
        return LLVMFuzzerMutate(data, size, most);
    mutator_mutate(state.mutator, span_of(data, size), span_of(NULL, 0), most, &state.made);
    return copy_made(data);
}

/* Without guidance this is one more change of the engine's, which crosses texts by itself. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size, const uint8_t *second,
                                 size_t second_size, uint8_t *out, size_t most, unsigned seed)
{
    begin(seed);
    if (LLVMFuzzerMutate != NULL && !state.guides) {
        const size_t size = first_size < most ? first_size : most;
        memcpy(out, first, size);
        return LLVMFuzzerMutate(out, size, most);
    }
    mutator_splice(state.mutator, span_of(first, first_size), span_of(second, second_size), most,
                   &state.made);
    return copy_made(out);
}
