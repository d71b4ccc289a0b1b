/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BENCH_PROFILES_H
#define URIPROOF_BENCH_PROFILES_H

/* Measures how long `program` learns the profile of some adapters, beside the time that it takes to
 * test them. Returns an exit status. */
int bench_profiles(const char *program);

#endif
