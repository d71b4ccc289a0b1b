/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same on every machine: splitmix64. */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_RANDOM_H
#define URIPROOF_GENERATOR_ACCEPTANCE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The state begins with the seed. */
typedef struct gen_random {
    uint64_t state;
} gen_random;

static inline uint64_t gen_random_next(gen_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

/* Returns a number below `bound`, which must not be 0. */
static inline size_t gen_random_below(gen_random *random, size_t bound)
{
    return (size_t)(gen_random_next(random) % bound);
}

#endif
