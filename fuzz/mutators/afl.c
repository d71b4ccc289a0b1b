/* SPDX-License-Identifier: MIT */
/*
 * Lets AFL++ change texts by the grammar:
 *     AFL_CUSTOM_MUTATOR_LIBRARY=uriproof-mutator.so afl-fuzz ...
 * AFL++ makes its own changes too. The names in its queue say what was done.
 */
#include "mutator/mutator.h"

#include <stdint.h>
#include <stdlib.h>

/* What AFL++ calls (its docs/custom_mutators.md). */
void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_fuzz(void *data, uint8_t *text, size_t size, uint8_t **out, uint8_t *other,
                       size_t other_size, size_t most);
const char *afl_custom_describe(void *data, size_t most);
void afl_custom_deinit(void *data);

typedef struct engine {
    mutator *mutator;
    octet_buffer made;
    octet_buffer words;
} engine;

void *afl_custom_init(void *afl, unsigned seed)
{
    (void)afl;
    engine *e = calloc(1, sizeof *e);
    e->mutator = mutator_new(seed);
    return e;
}

/* Sets *out to the text made, which stays until the next call, and returns its length. */
size_t afl_custom_fuzz(void *data, uint8_t *text, size_t size, uint8_t **out, uint8_t *other,
                       size_t other_size, size_t most)
{
    engine *e = data;
    mutator_mutate(e->mutator, (uriproof_span){(const char *)text, size},
                   (uriproof_span){(const char *)other, other != NULL ? other_size : 0}, most,
                   &e->made);
    buffer_reserve(&e->made, 1); /* AFL++ wants octets even if there are none */
    *out = (uint8_t *)e->made.octets;
    return e->made.length;
}

static void add_dictionary_word(engine *e, const char *word, const char *after)
{
    buffer_add(&e->words, word, strlen(word));
    buffer_add(&e->words, after, strlen(after));
}

/* Says what was done to make the last text, for the name of a file: "break-port+insert". Returns
 * fewer than `most` octets, which stay until the next call. */
const char *afl_custom_describe(void *data, size_t most)
{
    engine *e = data;
    size_t count;
    const mutation *steps = mutator_steps(e->mutator, &count);
    e->words.length = 0;
    for (size_t i = 0; i < count; i++) {
        add_dictionary_word(e, i > 0 ? "+" : "", "");
        add_dictionary_word(e, steps[i].how, steps[i].rule != NULL ? "-" : "");
        add_dictionary_word(e, steps[i].rule != NULL ? steps[i].rule : "", "");
    }
    buffer_add(&e->words, "", 1);
    if (e->words.length > most && most > 0)
        e->words.octets[most - 1] = '\0';
    return most > 0 ? e->words.octets : "";
}

void afl_custom_deinit(void *data)
{
    engine *e = data;
    mutator_free(e->mutator);
    buffer_free(&e->made);
    buffer_free(&e->words);
    free(e);
}
