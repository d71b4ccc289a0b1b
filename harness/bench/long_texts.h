/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BENCH_LONG_TEXTS_H
#define URIPROOF_BENCH_LONG_TEXTS_H

/* Prints how the time of the reference grows with the length of a text. */
void bench_long_texts(void);

#endif
