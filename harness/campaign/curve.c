/* SPDX-License-Identifier: MIT */
#include "curve.h"

#include "base/base.h"

#include <stdlib.h>

static uint64_t at_least(uint64_t number, uint64_t least)
{
    return number > least ? number : least;
}

void curve_add(curve *c, curve_point now)
{
    const size_t last = c->count - 1;
    if (c->count > 0) {
        now.executions = at_least(now.executions, c->points[last].executions);
        now.classes = at_least(now.classes, c->points[last].classes);
    }
    if (c->count > 1 && c->points[last].classes == now.classes &&
        c->points[last - 1].classes == now.classes) {
        c->points[last] = now;
        return;
    }
    c->points = list_grown(c->points, c->count, sizeof *c->points);
    c->points[c->count++] = now;
}

curve_point curve_end(const curve *c, double part)
{
    curve_point gained = {0, 0, 0};
    if (c->count == 0)
        return gained;
    const curve_point first = c->points[0], last = c->points[c->count - 1];
    const uint64_t from =
        last.executions - (uint64_t)((double)(last.executions - first.executions) * part);
    uint64_t before = first.classes;
    for (size_t i = 0; i < c->count; i++)
        if (c->points[i].executions <= from)
            before = c->points[i].classes;
    return (curve_point){.executions = last.executions - from, .classes = last.classes - before};
}

void curve_free(curve *c)
{
    free(c->points);
    *c = (curve){NULL, 0};
}
