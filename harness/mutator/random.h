/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same on every machine: splitmix64. The state begins with the seed. */
#ifndef URIPROOF_MUTATOR_RANDOM_H
#define URIPROOF_MUTATOR_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns a number below `bound`, which must not be 0. Numbers beyond 32 bits are not drawn. */
static inline size_t random_below(uint64_t *state, size_t bound)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    /* Multiplies instead of dividing, which takes longer. */
    return bound <= UINT32_MAX ? (size_t)((z >> 32) * bound >> 32) : (size_t)(z >> 32);
}

/* Returns true once in `times`. */
static inline bool random_once_in(uint64_t *state, size_t times)
{
    return random_below(state, times) == 0;
}

#endif
