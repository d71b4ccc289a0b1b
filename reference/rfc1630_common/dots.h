/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_WWW_DOTS_H
#define URIPROOF_WWW_DOTS_H

#include <stdbool.h>
#include <stddef.h>

/* The choices of the readings dot-scope, void-xxx and removal-order. */
typedef struct dot_rules {
    bool after_authority;
    bool void_is_no_xxx;
    bool self_first;
} dot_rules;

/* Removes "xxx/../" and "/." from the path of `length` octets in place, and returns its new length.
 * Clauses: partial.parent-removal, .self-removal, .complete-elements. */
size_t remove_dots(char *path, size_t length, const dot_rules *rules);

#endif
