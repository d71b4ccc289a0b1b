/* SPDX-License-Identifier: MIT */
/* The reference of the URL Standard on the ASCII lines of a file. */
#ifndef URIPROOF_BENCH_STANDARD_H
#define URIPROOF_BENCH_STANDARD_H

#include <stdbool.h>
#include <stddef.h>

/* Prints how long the reference takes for an ASCII line of the file `urls`, as a multiple of the
 * byte sum (node_url.js does it of Node). Says so if the file cannot be read. */
void bench_standard(const char *urls);

/* Measures the cost of reading the octets, and nothing else. */
bool bench_byte_sum(const char *text, size_t length);

/* Parses a text of up to 10,000 octets by the URL Standard, and writes the URL. */
bool bench_whatwg_url(const char *text, size_t length);

#endif
