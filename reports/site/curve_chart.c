/* SPDX-License-Identifier: MIT */
#include "curve_chart.h"

#include <stdlib.h>

/* The picture, and the place of the curve in it. */
enum { WIDTH = 800, HEIGHT = 440, LEFT = 90, RIGHT = 770, TOP = 50, BOTTOM = 350 };

enum {
    MARKS = 5,   /* at most, on each axis */
    DRAWN = 300, /* points of a curve that the picture has at most */
    LISTED = 12  /* points of a curve that the table has at most */
};

static const double MILLION = 1e6;

/* ---- Numbers ---- */

uint64_t chart_step(uint64_t top, size_t most)
{
    static const uint64_t digits[] = {1, 2, 5};
    uint64_t power = 1;
    for (;; power *= 10)
        for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++)
            if (top / most < digits[i] * power ||
                (top / most == digits[i] * power && top % most == 0))
                return digits[i] * power;
}

char *chart_mark(uint64_t value, uint64_t step)
{
    static const struct {
        uint64_t one;
        const char *sign;
    } units[] = {{1000000000000, "T"}, {1000000000, "G"}, {1000000, "M"}, {1000, "k"}, {1, ""}};
    size_t i = 0;
    while (step % units[i].one != 0)
        i++;
    return text_made("%ju%s", (uintmax_t)(value / units[i].one), value > 0 ? units[i].sign : "");
}

size_t chart_pick(size_t count, size_t picked, size_t number)
{
    return picked < 2 ? count - 1 : (size_t)((uintmax_t)number * (count - 1) / (picked - 1));
}

static size_t at_most(size_t number, size_t most)
{
    return number < most ? number : most;
}

/* ---- The picture ---- */

/* The greatest numbers of a curve. */
typedef struct extent {
    uint64_t executions, classes;
} extent;

/* Finds them; neither is 0, so that they can divide. */
static extent extent_of(const campaign_curve *curve)
{
    extent most = {1, 1};
    for (size_t i = 0; i < curve->count; i++) {
        const campaign_point *one = &curve->points[i];
        most.executions = one->executions > most.executions ? one->executions : most.executions;
        most.classes = one->classes > most.classes ? one->classes : most.classes;
    }
    return most;
}

static unsigned place_across(uint64_t value, uint64_t top)
{
    return (unsigned)(LEFT + value * (RIGHT - LEFT) / top);
}

static unsigned place_down(uint64_t value, uint64_t top)
{
    return (unsigned)(BOTTOM - value * (BOTTOM - TOP) / top);
}

static void put_axes(const page *p, extent most, const char *unit)
{
    const uint64_t across = chart_step(most.executions, MARKS);
    const uint64_t up = chart_step(most.classes, MARKS);
    for (uint64_t value = 0; value <= most.classes; value += up) {
        char *mark = chart_mark(value, up);
        const unsigned y = place_down(value, most.classes);
        fprintf(p->out,
                "<path class=\"rule\" d=\"M%d %uH%d\"/><text x=\"%d\" y=\"%u\" "
                "text-anchor=\"end\">%s</text>\n",
                LEFT, y, RIGHT, LEFT - 10, y + 8, mark);
        free(mark);
    }
    for (uint64_t value = 0; value <= most.executions; value += across) {
        char *mark = chart_mark(value, across);
        const unsigned x = place_across(value, most.executions);
        fprintf(p->out,
                "<path class=\"rule\" d=\"M%u %dv8\"/><text x=\"%u\" y=\"%d\" "
                "text-anchor=\"middle\">%s</text>\n",
                x, BOTTOM, x, BOTTOM + 36, mark);
        free(mark);
    }
    fprintf(p->out,
            "<text x=\"%d\" y=\"%d\">classes</text><text x=\"%d\" y=\"%d\" "
            "text-anchor=\"end\">%s</text>\n",
            0, TOP - 26, RIGHT, HEIGHT - 14, unit);
}

static void put_line(const page *p, const campaign_curve *curve, extent most)
{
    const size_t drawn = at_most(curve->count, DRAWN);
    fputs("<path class=\"line\" d=\"", p->out);
    for (size_t i = 0; i < drawn; i++) {
        const campaign_point *one = &curve->points[chart_pick(curve->count, drawn, i)];
        fprintf(p->out, "%c%u %u", i == 0 ? 'M' : 'L',
                place_across(one->executions, most.executions),
                place_down(one->classes, most.classes));
    }
    fputs("\"/>\n", p->out);
}

static void put_picture(const page *p, const campaign_curve *curve, const char *unit)
{
    const campaign_point *first = &curve->points[0], *last = &curve->points[curve->count - 1];
    const extent most = extent_of(curve);
    fprintf(p->out,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"A curve of classes: %zu after "
            "%zu %s, %zu after %zu\">\n",
            WIDTH, HEIGHT, first->classes, first->executions, unit, last->classes,
            last->executions);
    put_axes(p, most, unit);
    put_line(p, curve, most);
    fputs("</svg>\n", p->out);
}

/* ---- The numbers ---- */

static void put_numbers(const page *p, const campaign_curve *curve, const char *unit)
{
    const size_t listed = at_most(curve->count, LISTED);
    fputs("<details><summary>The numbers</summary>\n", p->out);
    page_begin_table(p, "Numbers of the curve", "", NULL);
    page_number_column(p, unit, "");
    page_number_column(p, "seconds", "");
    page_number_column(p, "classes", "");
    page_begin_rows(p);
    for (size_t i = 0; i < listed; i++) {
        const campaign_point *one = &curve->points[chart_pick(curve->count, listed, i)];
        fprintf(p->out,
                "<tr><td class=\"num\">%zu</td><td class=\"num\">%zu.%zu</td><td "
                "class=\"num\">%zu</td></tr>\n",
                one->executions, one->milliseconds / 1000, one->milliseconds / 100 % 10,
                one->classes);
    }
    page_end_table(p);
    fputs("</details>\n", p->out);
}

void chart_put_end(const page *p, const campaign_curve *curve, const char *unit)
{
    const campaign_point *end = &curve->end;
    if (end->executions == 0) {
        fputs("not known", p->out);
        return;
    }
    fprintf(p->out, "%.1f classes per million %s",
            (double)end->classes * MILLION / (double)end->executions, unit);
    fprintf(p->out, " (%zu in the last %zu)", end->classes, end->executions);
}

void chart_put(const page *p, const campaign_curve *curve, const char *title, const char *unit)
{
    if (curve->count == 0)
        return;
    fprintf(p->out, "<figure><figcaption>%s</figcaption>\n", title);
    put_picture(p, curve, unit);
    fputs("<p>At the end: ", p->out);
    chart_put_end(p, curve, unit);
    fputs(".</p>\n", p->out);
    put_numbers(p, curve, unit);
    fputs("</figure>\n", p->out);
}
