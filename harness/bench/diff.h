/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BENCH_DIFF_H
#define URIPROOF_BENCH_DIFF_H

/* Prints how long `uriproof diff` takes over the lines of the file `urls` and over ten times as
 * many, in process and over pipes, how much memory it needs, and how long the calls alone take.
 * `bin` is the folder of uriproof. Returns 0, or 1 if something fails. */
int bench_diff(const char *urls, const char *bin);

/* Calls the same parsers with each line of standard input, and throws away what they say. */
int bench_calls(const char *bin);

#endif
