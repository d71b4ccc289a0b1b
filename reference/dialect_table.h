/* SPDX-License-Identifier: MIT */
/* The table of all dialects. The build generates it from the list in reference/CMakeLists.txt. */
#ifndef URIPROOF_DIALECT_TABLE_H
#define URIPROOF_DIALECT_TABLE_H

#include <uriproof/reference.h>

extern const uriproof_dialect *const dialect_table[];
extern const size_t dialect_count;

#endif
