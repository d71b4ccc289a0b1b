/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BENCH_DIFF_H
#define URIPROOF_BENCH_DIFF_H

/* Prints how long `uriproof diff` takes over the first lines of the file `urls` and over ten times
 * as many, how much memory it needs for either, and how long its panel alone takes. `bin` is the
 * folder of uriproof. Returns 0, or 1 if something fails. */
int bench_diff(const char *urls, const char *bin);

#endif
