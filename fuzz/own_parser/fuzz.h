/* SPDX-License-Identifier: MIT */
/*
 * All that a fuzz target of your own parser needs; `uriproof fuzz new` writes one. This is
 * installed as <uriproof/fuzz.h>, with the headers that it includes. The library is
 * liburiproof-fuzz.a, which wants cJSON and zlib.
 */
#ifndef URIPROOF_FUZZ_H
#define URIPROOF_FUZZ_H

#include "adapters/c/adapter.h" /* makes C strings of what is asked */
#include "differential.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The target defines these, and the engine calls them. */
int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
