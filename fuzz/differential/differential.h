/* SPDX-License-Identifier: MIT */
/*
 * A fuzz target that compares parsers with each other and with the reference of RFC 3986. Each text
 * is parsed, normalized and resolved by each parser that can. What is told is new classes of
 * differences and of broken chains (classes/chain.h), never a difference alone. All is called in
 * this process, by one thread.
 *
 * Environment variables:
 *
 * - URIPROOF_FUZZ_CLASSES is a file with the classes seen so far, which all processes of a campaign
 *   share.
 *
 * - URIPROOF_FUZZ_FOUND is the folder where new classes are written. If it is empty, they are not
 *   told; if it is not set, they go to standard error.
 *
 * - URIPROOF_FUZZ_PARSERS lists the names of the parsers that are asked, with commas; else all are.
 *
 * - URIPROOF_FUZZ_GUIDANCE lists what guides the engine, with a comma: `feedback` (classes count as
 *   code that ran) and `mutator`. `none` is neither; if it is not set, both do.
 */
#ifndef URIPROOF_FUZZ_DIFFERENTIAL_H
#define URIPROOF_FUZZ_DIFFERENTIAL_H

#include "protocol/server.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Prepares the target; LLVMFuzzerInitialize calls it with its arguments. The servers last as long
 * as the process. If the first argument is one of these, does that and ends the process:
 *   --uriproof-parsers     prints the name of each parser, in a line of its own
 *   --uriproof-serve=NAME  serves that parser as an adapter (docs/protocol.md)
 * Returns 0. */
int differential_begin(const uriproof_server *const *servers, size_t count, int *argc,
                       char ***argv);

/* Tests a text; LLVMFuzzerTestOneInput calls it. Returns 0. */
int differential_test(const uint8_t *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
