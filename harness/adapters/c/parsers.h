/* SPDX-License-Identifier: MIT */
/*
 * All C libraries that were found when uriproof was configured, each as a server, for a program
 * that calls them itself, such as a benchmark. They keep their state in one place each, so one
 * thread at a time may ask a server.
 */
#ifndef URIPROOF_PARSERS_H
#define URIPROOF_PARSERS_H

#include "protocol/server.h"

/* The table, in the order of CMakeLists.txt; *count receives its size. Static. */
const uriproof_server *const *uriproof_parsers(size_t *count);

#endif
