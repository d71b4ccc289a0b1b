/* SPDX-License-Identifier: MIT */
/* What the parts of the benchmark use, and one of them. */
#ifndef URIPROOF_BENCH_MEASURE_H
#define URIPROOF_BENCH_MEASURE_H

enum { ROUNDS = 5 };

double now_ns(void);

/* Sorts ROUNDS values and returns the median. */
double median(double *values);

/* Prints how the time of the reference grows with the length of a text. */
void bench_long_texts(void);

#endif
