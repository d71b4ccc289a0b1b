/* SPDX-License-Identifier: MIT */
#include "broken_rule.h"

#include <stdlib.h>
#include <string.h>

bool gen_is_printed(const gen_broken *broken, uint32_t production)
{
    const char *name = broken->grammar->productions[production].name;
    uint32_t printed = grammar_find(broken->printed, name, strlen(name));
    return printed != GRAMMAR_NONE && broken->printed->productions[printed].defined_by != 0;
}

static bool compile(const gen_job *job, gen_broken *broken)
{
    const uriproof_grammar *grammar = broken->grammar;
    broken->automata = calloc(grammar->production_count, sizeof *broken->automata);
    if (broken->automata == NULL) {
        uriproof_error_set(job->error, "out of memory");
        return false;
    }
    for (uint32_t i = 0; i < grammar->production_count; i++)
        if (gen_is_printed(broken, i) &&
            !uriproof_automaton_compile(grammar, grammar->productions[i].name, &broken->automata[i],
                                        job->error))
            return false;
    return uriproof_automaton_compile(grammar, broken->places.source->productions[0],
                                      &broken->whole, job->error);
}

bool gen_broken_prepare(const gen_job *job, const uriproof_grammar *grammar,
                        const uriproof_grammar *printed, gen_broken *broken)
{
    *broken = (gen_broken){.grammar = grammar, .printed = printed};
    if (rejection_rules_prepare(job, &broken->places) && compile(job, broken))
        return true;
    gen_broken_free(broken);
    return false;
}

void gen_broken_free(gen_broken *broken)
{
    for (uint32_t i = 0; broken->automata != NULL && i < broken->grammar->production_count; i++)
        uriproof_automaton_free(&broken->automata[i]);
    free(broken->automata);
    uriproof_automaton_free(&broken->whole);
    rejection_rules_free(&broken->places);
    *broken = (gen_broken){0};
}

/* Can each octet that can stand after `whole` in a text stand after `inside`, the end of it, in
 * what matches the production? */
static bool owns_all(const gen_broken *broken, uint32_t production, uriproof_span whole,
                     uriproof_span inside)
{
    const uriproof_automaton *all = &broken->whole, *own = &broken->automata[production];
    uint32_t state = uriproof_automaton_run(all, whole),
             within = uriproof_automaton_run(own, inside);
    for (unsigned octet = 0; octet < 256; octet++)
        if (uriproof_automaton_step(all, state, (unsigned char)octet) != all->dead &&
            uriproof_automaton_step(own, within, (unsigned char)octet) == own->dead)
            return false;
    return true;
}

/* Is the occurrence of this production, or within one? */
static bool is_within(const derivation *made, size_t occurrence, uint32_t production)
{
    while (occurrence != DERIVATION_NONE && made->occurrences[occurrence].production != production)
        occurrence = made->occurrences[occurrence].parent;
    return occurrence != DERIVATION_NONE;
}

uint32_t gen_broken_production(const gen_broken *broken, const derivation *made, size_t at)
{
    uriproof_span beginning = {made->text, at};
    const char *name = rejection_rule(&broken->places, beginning);
    uint32_t place = grammar_find(broken->grammar, name, strlen(name));
    /* After a whole scheme the colon is missing, whatever octet could stand there besides. */
    if (at == made->length || uriproof_automaton_accepts(&broken->places.scheme, beginning))
        return place;
    for (size_t i = made->innermost[at]; is_within(made, i, place);
         i = made->occurrences[i].parent) {
        const derivation_occurrence *one = &made->occurrences[i];
        uriproof_span inside = {made->text + one->first, at - one->first};
        if (gen_is_printed(broken, one->production) &&
            owns_all(broken, one->production, beginning, inside))
            return one->production;
    }
    return place;
}
