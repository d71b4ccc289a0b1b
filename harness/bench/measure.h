/* SPDX-License-Identifier: MIT */
/* Functions that all parts of the benchmark use. */
#ifndef URIPROOF_BENCH_MEASURE_H
#define URIPROOF_BENCH_MEASURE_H

enum { ROUNDS = 5 };

double now_ns(void);

/* Sorts ROUNDS values and returns the median. */
double median(double *values);

#endif
