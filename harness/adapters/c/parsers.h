/* SPDX-License-Identifier: MIT */
/*
 * A table of all C libraries that were found when uriproof was configured. It is for programs that
 * call them directly, such as a benchmark. Each server has static state, so only one thread at a
 * time may call it.
 */
#ifndef URIPROOF_PARSERS_H
#define URIPROOF_PARSERS_H

#include "protocol/server.h"

/* Returns the table in the order of CMakeLists.txt, and sets *count to its size. The table is
 * static. */
const uriproof_server *const *uriproof_parsers(size_t *count);

#endif
