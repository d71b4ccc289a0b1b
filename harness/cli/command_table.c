/* SPDX-License-Identifier: MIT */
/* The table of the commands. The help, the manual and the completions of shells are made of it. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

const command_group command_groups[] = {
    {"Judge a parser", {&command_test, &command_profile, &command_compare, &command_report}},
    {"Compare parsers", {&command_ask, &command_diff, &command_pair}},
    {"Search for differences, and keep them",
     {&command_fuzz, &command_fuzz_new, &command_fuzz_mutate, &command_history, &findings_verbs[0],
      &findings_verbs[1], &findings_verbs[2], &findings_verbs[3], &findings_verbs[4],
      &findings_verbs[5]}},
    {"Ask the specifications",
     {&command_explain, &reference_verbs[URIPROOF_PARSE], &reference_verbs[URIPROOF_RESOLVE],
      &reference_verbs[URIPROOF_NORMALIZE], &reference_verbs[URIPROOF_EQUIVALENT],
      &reference_verbs[URIPROOF_DECODE], &reference_verbs[URIPROOF_ENCODE],
      &reference_verbs[URIPROOF_URL]}},
    {"Tools",
     {&command_adapters, &command_adapter_new, &command_adapter_check, &command_vectors,
      &command_serve, &command_manual, &command_completions}},
    {NULL, {NULL}},
};

const verb *command_at(size_t i)
{
    for (const command_group *group = command_groups; group->title != NULL; group++)
        for (size_t k = 0; group->commands[k] != NULL; k++)
            if (i-- == 0)
                return group->commands[k];
    return NULL;
}

/* Compares the word with the first one of a command of two words, which is then meant. */
static void try_first_word(near_search *search, const char *name)
{
    char *first = text_made("%.*s", (int)strcspn(name, " "), name);
    near_try(search, first);
    if (search->found == first)
        search->found = name;
    free(first);
}

near_advice command_advice(const char *words)
{
    near_search whole = {.word = words};
    char *word = text_made("%.*s", (int)strcspn(words, " "), words);
    near_search first = {.word = word};
    const verb *c;
    for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
        near_try(&whole, c->name);
        try_first_word(&first, c->name);
    }
    const bool first_is_right = first.found != NULL && first.distance == 0;
    const near_advice advice = near_advise(whole.found != NULL || first_is_right ? &whole : &first);
    free(word);
    return advice;
}

int sentence_length(const char *words)
{
    return (int)strcspn(words, ".");
}
