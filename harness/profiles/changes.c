/* SPDX-License-Identifier: MIT */
#include "changes.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

char *trait_does(trait_id id, unsigned value)
{
    const trait *of = &traits[id];
    const char *does = of->values[value].does;
    return value == 0 ? text_made("%s: %s", of->id, does) : strdup(does);
}

bool octets_are_in(const octet_set *part, const octet_set *set)
{
    uint64_t outside = 0;
    for (size_t i = 0; i < sizeof part->bits / sizeof part->bits[0]; i++)
        outside |= part->bits[i] & ~set->bits[i];
    return outside == 0;
}

bool octets_are_empty(const octet_set *set)
{
    static const octet_set nothing = {{0}};
    return octets_are_in(set, &nothing);
}

/* Returns the change of a trait in one context. */
static profile_change change_in(const profile *before, const profile *now, trait_id id,
                                unsigned context)
{
    profile_change change = {.trait = id, .contexts = 1U << context};
    if ((unsigned)id >= OCTET_PARTS) {
        change.before = before->value[context][id];
        change.now = now->value[context][id];
        return change;
    }
    const octet_set *old = &before->takes[context][id], *new = &now->takes[context][id];
    for (size_t i = 0; i < sizeof old->bits / sizeof old->bits[0]; i++) {
        change.also.bits[i] = new->bits[i] & ~old->bits[i];
        change.less.bits[i] = old->bits[i] & ~new->bits[i];
    }
    return change;
}

static bool is_change(const profile_change *c)
{
    return c->before != c->now || !octets_are_empty(&c->also) || !octets_are_empty(&c->less);
}

static bool is_same_change(const profile_change *a, const profile_change *b)
{
    return a->trait == b->trait && a->before == b->before && a->now == b->now &&
           memcmp(&a->also, &b->also, sizeof a->also) == 0 &&
           memcmp(&a->less, &b->less, sizeof a->less) == 0;
}

profile_change *profile_changes(const profile *before, const profile *now, size_t *count)
{
    profile_change *rows = NULL;
    *count = 0;
    for (unsigned id = 0; id < TRAIT_COUNT; id++)
        for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
            const profile_change one = change_in(before, now, (trait_id)id, c);
            size_t i = 0;
            if (!is_change(&one))
                continue;
            while (i < *count && !is_same_change(&rows[i], &one))
                i++;
            if (i < *count) {
                rows[i].contexts |= one.contexts;
                continue;
            }
            rows = list_grown(rows, *count, sizeof *rows);
            rows[(*count)++] = one;
        }
    return rows;
}

void profile_make_change(profile *p, const profile_change *change)
{
    if ((unsigned)change->trait >= OCTET_PARTS) {
        profile_set(p, change->contexts, change->trait, change->now);
        return;
    }
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        for (size_t i = 0; i < 4 && (change->contexts >> c & 1) != 0; i++) {
            uint64_t *bits = &p->takes[c][change->trait].bits[i];
            *bits = (*bits | change->also.bits[i]) & ~change->less.bits[i];
        }
}
