/* SPDX-License-Identifier: MIT */
#include "vector.h"

#include "base/base.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

const char *const uriproof_level_names[URIPROOF_LEVEL_COUNT] = {"examples", "clauses", "complete"};

bool uriproof_level_named(const char *name, uriproof_level *level)
{
    int i = 0;
    while (i < URIPROOF_LEVEL_COUNT && strcmp(uriproof_level_names[i], name) != 0)
        i++;
    *level = (uriproof_level)i;
    return i < URIPROOF_LEVEL_COUNT;
}

size_t uriproof_corpus_first(const uriproof_corpus *corpus)
{
    return corpus->only_own ? corpus->vector_count - corpus->own_vectors : 0;
}

void uriproof_corpus_free(uriproof_corpus *corpus)
{
    free(corpus->flags);
    free(corpus->clauses);
    free(corpus->vectors);
    store_free(corpus->memory);
    cJSON_Delete(corpus->details);
    *corpus = (uriproof_corpus){.dialect = corpus->dialect};
}

const uriproof_clause *uriproof_clause_named(const uriproof_corpus *corpus, const char *id)
{
    for (size_t i = 0; i < corpus->clause_count; i++)
        if (strcmp(corpus->clauses[i].id, id) == 0)
            return &corpus->clauses[i];
    return NULL;
}

static bool holds(const uriproof_alternate *alternate, const uriproof_readings *readings)
{
    for (size_t i = 0; i < alternate->set_count; i++)
        if (readings->value[alternate->set[i].reading] != alternate->set[i].value)
            return false;
    return true;
}

const uriproof_answer *uriproof_vector_expect(const uriproof_vector *vector,
                                              const uriproof_readings *readings)
{
    const uriproof_answer *expect = vector->expect;
    size_t most = 0;
    for (const uriproof_alternate *alternate = vector->alternates; alternate != NULL;
         alternate = alternate->next) {
        if (alternate->set_count > most && holds(alternate, readings)) {
            most = alternate->set_count;
            expect = alternate->expect;
        }
    }
    return expect;
}

static bool any_matches(const char **ids, const char *pattern)
{
    while (*ids != NULL && fnmatch(pattern, *ids, 0) != 0)
        ids++;
    return *ids != NULL;
}

bool uriproof_vector_selected(const uriproof_vector *vector, const char *pattern)
{
    return pattern == NULL || fnmatch(pattern, vector->id, 0) == 0 ||
           any_matches(vector->group->obeys, pattern) ||
           any_matches(vector->group->breaks, pattern);
}
