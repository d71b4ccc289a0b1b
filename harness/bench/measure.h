/* SPDX-License-Identifier: MIT */
/* What the benchmark measures with. */
#ifndef URIPROOF_BENCH_MEASURE_H
#define URIPROOF_BENCH_MEASURE_H

enum { ROUNDS = 5 };

double now_ns(void);

/* Of ROUNDS values, which it sorts. */
double median(double *values);

#endif
