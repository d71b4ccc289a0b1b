/* SPDX-License-Identifier: MIT */
/* What the writer and the reader of results files have in common. */
#ifndef URIPROOF_RESULTS_RESULTS_FORMAT_H
#define URIPROOF_RESULTS_RESULTS_FORMAT_H

#include "model.h"

static const char results_format[] = "uriproof-results";

enum { RESULTS_VERSION = 3 };

/* The components of an answer that has nothing else are an array, in this order; null is absent,
 * and what is absent after the last is left out. Those of the generic form are an array in an
 * array. */
enum { COMPONENT_NAMES = 9, GENERIC_NAMES = 4 };
extern const char *const results_components[COMPONENT_NAMES];
extern const char *const results_generic[GENERIC_NAMES];

/* Texts that many results share. */
typedef struct texts {
    const char **list;
    size_t count, room;
} texts;

#endif
