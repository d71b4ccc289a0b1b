/* SPDX-License-Identifier: MIT */
/* Texts that a production generates, and texts that almost do. */
#ifndef URIPROOF_MUTATOR_GENERATE_H
#define URIPROOF_MUTATOR_GENERATE_H

#include "rules.h"

#include "base/base.h"

enum { BREAKS_MOST = 2 };

/* Which productions a derivation broke. */
typedef struct broken_rules {
    const char *names[BREAKS_MOST];
    size_t count;
} broken_rules;

/* Adds a text of production `rule` to `to`, which grows to `most` octets at most: the rest is cut
 * off. Breaks up to `breaks` productions, which *broken names, in one of these ways each: an octet
 * outside the set, a literal doubled or left out, a repetition beyond its bounds, or another
 * production in its place. */
void generate(const rules *r, uint64_t *random, uint32_t rule, size_t breaks, size_t most,
              octet_buffer *to, broken_rules *broken);

#endif
