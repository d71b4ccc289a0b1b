/* SPDX-License-Identifier: MIT */
#include "one_text.h"

#include <stdlib.h>
#include <string.h>

/* Lists members that represent all: of those with the same answer and the same transforms, the
 * first. Returns how many. */
static size_t list_representatives(const panel *p, const reply *replies, const size_t *group_of,
                                   size_t members, size_t *representatives)
{
    size_t count = 0;
    for (size_t m = 0; m < members; m++) {
        size_t i = 0;
        while (i < count && (group_of[representatives[i]] != group_of[m] ||
                             memcmp(&panel_hello(p, representatives[i])->transforms,
                                    &panel_hello(p, m)->transforms, sizeof(transform_set)) != 0))
            i++;
        if (i == count && reply_is_answer(&replies[m]))
            representatives[count++] = m;
    }
    return count;
}

static void add_transforms(transform_set *to, const transform_set *more)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        to->declared[i] |= more->declared[i];
}

/* Adds the class of the difference between two members, if there is one and it is not listed. If
 * there is none, adds the transforms in which they differ to *excused. */
static void add_class(const panel *p, const uriproof_request *request, const reply *replies,
                      const size_t sides[2], text_class **found, size_t *count,
                      transform_set *excused)
{
    const reply *a = &replies[sides[0]], *b = &replies[sides[1]];
    const transform_set *of_a = &panel_hello(p, sides[0])->transforms;
    const transform_set *of_b = &panel_hello(p, sides[1])->transforms;
    text_class one = {.sides = {sides[0], sides[1]}};
    transform_set needed;
    if (!class_between(request, a, of_a, b, of_b, &one.class)) {
        if (class_excused(request, a, of_a, b, of_b, &needed))
            add_transforms(excused, &needed);
        return;
    }
    for (size_t i = 0; i < *count; i++)
        if (class_equal(&(*found)[i].class, &one.class))
            return;
    *found = list_grown(*found, *count, sizeof **found);
    (*found)[(*count)++] = one;
}

size_t classes_of_text(const panel *p, size_t members, const uriproof_request *request,
                       const reply *replies, text_class **found, transform_set *excused)
{
    size_t *group_of = calloc(members + 1, sizeof *group_of);
    size_t *representatives = calloc(members + 1, sizeof *representatives);
    size_t found_count = 0;
    *found = NULL;
    *excused = (transform_set){{0}};
    group_replies(request->op, replies, members, group_of);
    size_t count = list_representatives(p, replies, group_of, members, representatives);
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (group_of[representatives[i]] != group_of[representatives[j]])
                add_class(p, request, replies, (size_t[]){representatives[j], representatives[i]},
                          found, &found_count, excused);
    free(representatives);
    free(group_of);
    return found_count;
}

bool groups_differ_by_design(const grouped_replies *all, const size_t groups[2],
                             transform_set *needed)
{
    *needed = (transform_set){{0}};
    for (size_t i = 0; i < all->members; i++)
        for (size_t j = 0; j < all->members; j++) {
            transform_set one;
            if (all->group_of[i] != groups[0] || all->group_of[j] != groups[1])
                continue;
            if (!class_excused(all->request, &all->replies[i],
                               &panel_hello(all->panel, i)->transforms, &all->replies[j],
                               &panel_hello(all->panel, j)->transforms, &one))
                return false;
            add_transforms(needed, &one);
        }
    return true;
}

int class_compare(const answer_class *a, const answer_class *b)
{
    char x[CLASS_ID_ROOM], y[CLASS_ID_ROOM];
    unsigned one = class_risk_of(a)->rank, other = class_risk_of(b)->rank;
    class_id(a, x);
    class_id(b, y);
    return one != other ? (one < other ? -1 : 1) : strcmp(x, y);
}
