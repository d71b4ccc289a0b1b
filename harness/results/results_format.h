/* SPDX-License-Identifier: MIT */
/* What the writer and the reader of results files have in common. */
#ifndef URIPROOF_RESULTS_RESULTS_FORMAT_H
#define URIPROOF_RESULTS_RESULTS_FORMAT_H

#include "model.h"

static const char results_format[] = "uriproof-results";

enum { RESULTS_VERSION = 3 };

/* Texts that many results share. */
typedef struct texts {
    const char **list;
    size_t count, room;
} texts;

#endif
