/* SPDX-License-Identifier: MIT */
#include "groups.h"

#include <stdlib.h>

typedef struct group {
    const reply *reply;
    size_t count, number;
} group;

/* Orders groups by what their parsers did: accept, reject, fail. */
static int kind_of(const group *g)
{
    return g->reply->fault != URIPROOF_AGREE ? 2 : !reply_accepts(g->reply);
}

static int compare_groups(const void *one, const void *other)
{
    const group *a = one, *b = other;
    if (kind_of(a) != kind_of(b))
        return kind_of(a) - kind_of(b);
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

size_t group_replies(uriproof_op op, const reply *replies, size_t count, size_t *group_of)
{
    group *groups = calloc(count + 1, sizeof *groups);
    size_t *place = calloc(count + 1, sizeof *place);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        size_t g = 0;
        while (g < found && !reply_equal(op, groups[g].reply, &replies[i]))
            g++;
        if (g == found)
            groups[found++] = (group){.reply = &replies[i], .number = g};
        groups[g].count++;
        group_of[i] = g;
    }
    qsort(groups, found, sizeof *groups, compare_groups);
    for (size_t g = 0; g < found; g++)
        place[groups[g].number] = g;
    for (size_t i = 0; i < count; i++)
        group_of[i] = place[group_of[i]];
    free(groups);
    free(place);
    return found;
}
