/* SPDX-License-Identifier: MIT */
/* What the files of the benchmark share. */
#ifndef URIPROOF_BENCH_H
#define URIPROOF_BENCH_H

#include "corpus/corpus.h"

enum { ROUNDS = 5 };

double now_ns(void);

/* Of ROUNDS values, which it sorts. */
double median(double *values);

/* Prints how the time of the reference grows with the length of a text. */
void bench_long_texts(void);

/* Prints how many cases a second two adapters are asked, in C and in Python: the programs are in
 * the folder `bin`, the scripts in the folder `adapters`. */
void bench_throughput(const uriproof_corpus *corpus, const char *bin, const char *adapters);

#endif
