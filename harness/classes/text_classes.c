/* SPDX-License-Identifier: MIT */
#include "text_classes.h"

#include <stdlib.h>
#include <string.h>

static const transform_set *declared_by(const text_replies *all, size_t member)
{
    return all->declared(all->parsers, member);
}

static bool is_same_answer(const text_replies *all, size_t one, size_t other)
{
    return reply_equal(all->request->op, &all->replies[one], &all->replies[other]);
}

/* Tells whether it is known why a member answers so. */
static bool is_known(const text_replies *all, size_t member)
{
    return all->namer != NULL && all->namer->is_known(all->namer->self, member);
}

static bool is_alike(const text_replies *all, size_t one, size_t other)
{
    return all->namer == NULL || all->namer->is_alike(all->namer->self, one, other);
}

/* Lists members that represent all: of those with the same answer and the same transforms the
 * first, or the first of which it is known why it answers so. Returns how many. */
static size_t list_representatives(const text_replies *all, size_t *representatives)
{
    size_t count = 0;
    for (size_t m = 0; m < all->members; m++) {
        size_t i = 0;
        while (i < count && (memcmp(declared_by(all, representatives[i]), declared_by(all, m),
                                    sizeof(transform_set)) != 0 ||
                             !is_same_answer(all, representatives[i], m) ||
                             !is_alike(all, representatives[i], m)))
            i++;
        if (i == count && reply_is_answer(&all->replies[m]))
            representatives[count++] = m;
        else if (i < count && !is_known(all, representatives[i]) && is_known(all, m))
            representatives[i] = m;
    }
    return count;
}

static void add_transforms(transform_set *to, const transform_set *more)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        to->declared[i] |= more->declared[i];
}

/* Does one of two parsers that answer accept, and the other reject? */
static bool is_validity(const reply *a, const reply *b)
{
    return a->fault == URIPROOF_AGREE && b->fault == URIPROOF_AGREE &&
           reply_accepts(a) != reply_accepts(b);
}

/* Is a class of validity listed that the text names? There is only one, since it follows from the
 * text alone. */
static bool has_validity(const text_class *found, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (found[i].class.kind == CLASS_VALIDITY)
            return true;
    return false;
}

/* Adds a class, unless it is listed. */
static void list_class(text_class one, text_class **found, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        if (class_equal(&(*found)[i].class, &one.class))
            return;
    *found = list_grown(*found, *count, sizeof **found);
    (*found)[(*count)++] = one;
}

/* Adds the class of a member's fault. Its other side is the first of those that reply otherwise, or
 * itself if none does: a fault is one even if all have it. */
static void add_fault(const text_replies *all, size_t member, text_class **found, size_t *count)
{
    text_class one;
    size_t other = 0;
    if (!class_of_fault(uriproof_ops[all->request->op].name, &all->replies[member], &one.class))
        return;
    while (other < all->members &&
           (!reply_is_answer(&all->replies[other]) || is_same_answer(all, member, other)))
        other++;
    other = other < all->members ? other : member;
    one.sides[0] = member < other ? member : other;
    one.sides[1] = member < other ? other : member;
    list_class(one, found, count);
}

/* Notes of a class by the text what differs. */
static bool settle(answer_class *found)
{
    found->is_rejected = found->kind == CLASS_VALIDITY;
    found->differs = found->part;
    return true;
}

bool class_of_members(const text_replies *all, size_t one, size_t other, answer_class *found)
{
    if (one == other)
        return all->namer != NULL && !is_known(all, one) &&
               all->namer->is_unexpected(all->namer->self, one, found) && settle(found);
    if (!class_between(all->request, &all->replies[one], declared_by(all, one),
                       &all->replies[other], declared_by(all, other), found))
        return false;
    settle(found);
    if (found->kind != CLASS_FAULT && found->kind != CLASS_BY_TEXT && is_known(all, one) &&
        is_known(all, other))
        (void)all->namer->name(all->namer->self, one, other, found);
    return true;
}

/* Returns the first of the representatives that answers as the specification does; if there is
 * none, `all->members`. */
static size_t first_right(const text_replies *all, const size_t *representatives, size_t count)
{
    for (size_t i = 0; all->namer != NULL && i < count; i++)
        if (all->namer->is_right(all->namer->self, representatives[i]))
            return representatives[i];
    return all->members;
}

/* Tells whether another reply is expected of the member, and some other member differs from it in
 * the same part, or in the same way accepts what it rejects. */
static bool is_unexpected(const text_replies *all, size_t member)
{
    answer_class expected, found;
    if (!class_of_members(all, member, member, &expected))
        return false;
    for (size_t m = 0; m < all->members; m++)
        if (m != member && !reply_is_fault(&all->replies[m]) &&
            class_between(all->request, &all->replies[member], declared_by(all, member),
                          &all->replies[m], declared_by(all, m), &found) &&
            (found.kind == CLASS_VALIDITY) == expected.is_rejected &&
            (expected.is_rejected || strcmp(found.part, expected.part) == 0))
            return true;
    return false;
}

/* Tells whether a difference is to be named. If it is not known why one of them answers so, it is
 * compared with what is expected of it; and if nothing is, with what is right alone, if that is
 * there. But if it is right to reject a text, two that accept it can see two hosts in it.
 * `unexpected` says of each member whether another reply is expected of it. */
static bool is_compared(const text_replies *all, size_t right, const bool *unexpected,
                        const size_t sides[2])
{
    if (is_known(all, sides[0]) && is_known(all, sides[1]))
        return true;
    if (unexpected[sides[0]] || unexpected[sides[1]])
        return false;
    return right == all->members || sides[0] == right || sides[1] == right ||
           (!reply_accepts(&all->replies[right]) && reply_accepts(&all->replies[sides[0]]) &&
            reply_accepts(&all->replies[sides[1]]));
}

/* Adds the class of the difference between two members that answer, if there is one and it is not
 * listed. If there is none, adds the transforms in which they differ to *excused. */
static void add_class(const text_replies *all, const size_t sides[2], text_class **found,
                      size_t *count, transform_set *excused)
{
    const reply *a = &all->replies[sides[0]], *b = &all->replies[sides[1]];
    const transform_set *of_a = declared_by(all, sides[0]), *of_b = declared_by(all, sides[1]);
    text_class one = {.sides = {sides[0], sides[1]}};
    transform_set needed;
    if (reply_is_fault(a) || reply_is_fault(b) ||
        (is_validity(a, b) && has_validity(*found, *count) &&
         !(is_known(all, sides[0]) && is_known(all, sides[1]))))
        return;
    if (!class_of_members(all, sides[0], sides[1], &one.class)) {
        if (class_excused(all->request, a, of_a, b, of_b, &needed))
            add_transforms(excused, &needed);
        return;
    }
    list_class(one, found, count);
}

size_t classes_of_text(const text_replies *all, text_class **found, transform_set *excused)
{
    size_t *representatives = calloc(all->members + 1, sizeof *representatives);
    bool *unexpected = calloc(all->members + 1, sizeof *unexpected); /* of representatives */
    size_t found_count = 0;
    *found = NULL;
    *excused = (transform_set){{0}};
    if (all->namer != NULL)
        all->namer->begin(all->namer->self, all);
    size_t count = list_representatives(all, representatives);
    const size_t right = first_right(all, representatives, count);
    for (size_t i = 0; i < count; i++) {
        const size_t m = representatives[i], itself[] = {m, m};
        add_fault(all, m, found, &found_count);
        unexpected[m] = is_unexpected(all, m);
        if (unexpected[m])
            add_class(all, itself, found, &found_count, excused);
    }
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const size_t sides[] = {representatives[j], representatives[i]};
            if (!is_same_answer(all, sides[0], sides[1]) &&
                is_compared(all, right, unexpected, sides))
                add_class(all, sides, found, &found_count, excused);
        }
    free(representatives);
    free(unexpected);
    return found_count;
}

bool groups_differ_by_design(const text_replies *all, const size_t *group_of,
                             const size_t groups[2], transform_set *needed)
{
    *needed = (transform_set){{0}};
    for (size_t i = 0; i < all->members; i++)
        for (size_t j = 0; j < all->members; j++) {
            transform_set one;
            if (group_of[i] != groups[0] || group_of[j] != groups[1])
                continue;
            if (!class_excused(all->request, &all->replies[i], declared_by(all, i),
                               &all->replies[j], declared_by(all, j), &one))
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
