/* SPDX-License-Identifier: MIT */
#include "near.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH_MOST = 100 }; /* of words that are compared */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns how many octets must be added, removed, replaced or exchanged with the next one to make
 * `b` of `a`. Neither is longer than LENGTH_MOST. */
static size_t distance(const char *a, const char *b)
{
    size_t rows[3][LENGTH_MOST + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    const size_t length = strlen(b);
    for (size_t k = 0; k <= length; k++)
        last[k] = k;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        row[0] = i;
        for (size_t k = 1; k <= length; k++) {
            row[k] = least(last[k - 1] + (a[i - 1] != b[k - 1]), least(last[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = least(row[k], before[k - 2] + 1);
        }
        size_t *const free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[length];
}

void near_try(near_search *search, const char *known)
{
    const size_t length = strlen(search->word);
    if (length > LENGTH_MOST || strlen(known) > LENGTH_MOST)
        return;
    const size_t found = distance(search->word, known);
    if (found > 1 + length / 8 || (search->found != NULL && found >= search->distance))
        return;
    search->found = known;
    search->distance = found;
}

void near_try_part(near_search *search, const char *known)
{
    enum { PART_LEAST = 3 };
    const bool part = strlen(search->word) >= PART_LEAST && strstr(known, search->word) != NULL;
    if (!part) {
        near_try(search, known);
    } else if (search->found == NULL || search->distance > 1) {
        search->found = known;
        search->distance = 1;
    }
}

near_advice near_advise(const near_search *search)
{
    near_advice advice = {""};
    if (search->found != NULL)
        snprintf(advice.words, sizeof advice.words, "; did you mean \"%s\"?", search->found);
    return advice;
}
