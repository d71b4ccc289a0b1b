/* SPDX-License-Identifier: MIT */
/* The table that the build makes of the list of dialects. */
#ifndef URIPROOF_DIALECT_TABLE_H
#define URIPROOF_DIALECT_TABLE_H

#include <uriproof/reference.h>

extern const uriproof_dialect *const dialect_table[];
extern const size_t dialect_count;

#endif
