/* SPDX-License-Identifier: MIT */
/* What a compiled automaton says of texts. */
#include "grammar.h"

#include <stdlib.h>

void uriproof_automaton_free(uriproof_automaton *automaton)
{
    free(automaton->next);
    free(automaton->accepting);
    memset(automaton, 0, sizeof *automaton);
}

uint32_t uriproof_automaton_run(const uriproof_automaton *automaton, uriproof_span text)
{
    uint32_t state = automaton->start;
    for (size_t i = 0; i < text.length; i++)
        state = uriproof_automaton_step(automaton, state, (unsigned char)text.octets[i]);
    return state;
}

bool uriproof_automaton_accepts(const uriproof_automaton *automaton, uriproof_span text)
{
    return automaton->accepting[uriproof_automaton_run(automaton, text)];
}

size_t uriproof_automaton_viable(const uriproof_automaton *automaton, uriproof_span text)
{
    uint32_t state = automaton->start;
    size_t length = 0;
    while (length < text.length) {
        state = uriproof_automaton_step(automaton, state, (unsigned char)text.octets[length]);
        if (state == automaton->dead)
            break;
        length++;
    }
    return length;
}
