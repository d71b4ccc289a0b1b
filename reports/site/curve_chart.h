/* SPDX-License-Identifier: MIT */
/* A curve of classes over executions, as a picture and as numbers. */
#ifndef URIPROOF_REPORTS_CURVE_CHART_H
#define URIPROOF_REPORTS_CURVE_CHART_H

#include "page.h"

#include "../campaign_file.h"

#include <stdint.h>

/* Returns the distance of the marks of an axis from 0 to `top`: 1, 2 or 5 times a power of ten, so
 * that at most `most` marks come after 0. */
uint64_t chart_step(uint64_t top, size_t most);

/* Returns the words of a mark: "1500k" for 1500000 if the step is 500000. The caller frees it. */
char *chart_mark(uint64_t value, uint64_t step);

/* Returns which of `count` points is number `number` of `picked` that are spread over them. The
 * first and the last are among them. */
size_t chart_pick(size_t count, size_t picked, size_t number);

/* Writes a figure: `title`, which is HTML, the picture, what it says in words, and a table of its
 * numbers. `unit` is what the curve counts on its axis: "executions". */
void chart_put(const page *p, const campaign_curve *curve, const char *title, const char *unit);

/* Writes how many classes were new in the last half, and how many that is in a million. */
void chart_put_end(const page *p, const campaign_curve *curve, const char *unit);

#endif
