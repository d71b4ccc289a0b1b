/* SPDX-License-Identifier: MIT */
/* The reference of the URL Standard, and Node's URL, on the ASCII lines of a file. */
#ifndef URIPROOF_BENCH_STANDARD_H
#define URIPROOF_BENCH_STANDARD_H

#include <stdbool.h>
#include <stddef.h>

/* Prints how long the reference takes for an ASCII line of the file `urls`, as a multiple of the
 * byte sum, and how long Node does, which runs node_url.js of the folder `scripts`. Says so if the
 * file cannot be read. Returns 0. */
int bench_standard(const char *urls, const char *scripts);

/* Measures the cost of reading the octets, and nothing else. */
bool bench_byte_sum(const char *text, size_t length);

/* Parses a text of up to 10,000 octets by the URL Standard, and writes the URL. */
bool bench_whatwg_url(const char *text, size_t length);

#endif
