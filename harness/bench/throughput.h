/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BENCH_THROUGHPUT_H
#define URIPROOF_BENCH_THROUGHPUT_H

#include "corpus/corpus.h"

/* Prints how many cases a second an adapter in C and one in Python are asked. The programs are in
 * the folder `bin`, and the scripts in the folder `adapters`. */
void bench_throughput(const uriproof_corpus *corpus, const char *bin, const char *adapters);

#endif
