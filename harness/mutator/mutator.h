/* SPDX-License-Identifier: MIT */
/*
 * Makes texts for parsers of URIs out of other texts, guided by the grammar of RFC 3986, and says
 * what it did. The same seed and texts give the same texts on every machine. Any octets may be
 * given. No file is read.
 */
#ifndef URIPROOF_MUTATOR_MUTATOR_H
#define URIPROOF_MUTATOR_MUTATOR_H

#include "parts.h"
#include "random.h"
#include "words.h"

#include "base/base.h"

#include <stdint.h>

typedef struct mutator mutator;

/* Returns a mutator, which the caller frees. It is used by one thread at a time. */
mutator *mutator_new(uint64_t seed);

void mutator_free(mutator *m);

/* Begins anew with that seed: what follows is as after mutator_new. */
void mutator_reseed(mutator *m, uint64_t seed);

/* Makes another text of `text`, in one to three steps. Replaces what is in `to`, which must not
 * hold `other`. Parts of `other` may be put in; it may be absent. The result has at most `most`
 * octets, and may be empty. It nearly always differs from `text`. */
void mutator_mutate(mutator *m, uriproof_span text, uriproof_span other, size_t most,
                    octet_buffer *to);

/* Does the same in one step: puts parts of `other` in the place of those of `text`. */
void mutator_splice(mutator *m, uriproof_span text, uriproof_span other, size_t most,
                    octet_buffer *to);

/* A step that made the last text. */
typedef struct mutation {
    const char *how;  /* one of the names of mutator_way */
    const char *rule; /* the production of RFC 3986 that it broke, or NULL */
} mutation;

/* Returns the steps that made the last text, in their order, and sets *count. They are valid until
 * the next text. */
const mutation *mutator_steps(const mutator *m, size_t *count);

/* Returns the name of way `index` of a step; NULL after the last. */
const char *mutator_way(size_t index);

#endif
