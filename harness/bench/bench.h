/* SPDX-License-Identifier: MIT */
/* What the files of the benchmark share. */
#ifndef URIPROOF_BENCH_H
#define URIPROOF_BENCH_H

enum { ROUNDS = 5 };

double now_ns(void);

/* Of ROUNDS values, which it sorts. */
double median(double *values);

/* Prints how the time of the reference grows with the length of a text. */
void bench_long_texts(void);

#endif
