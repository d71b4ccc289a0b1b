/* SPDX-License-Identifier: MIT */
/* The views of a parsed text: are two of them the same, as written or up to what the adapter says
 * that it gives? */
#ifndef URIPROOF_JUDGE_MATCH_H
#define URIPROOF_JUDGE_MATCH_H

#include "protocol/protocol.h"

/* Are the parts `given` those `expected`, as written or up to the transforms declared in `gives`?
 * If so, *needed has those of `gives` that it takes, as few as any, and none where they are as
 * written. Only views that both have, or that can be put together from each other, count. */
bool parts_match(const uriproof_parts *expected, const uriproof_parts *given,
                 const transform_set *transforms, transform_set *needed);

/* Returns the parts as pieces, which point where the parts do. A generic view is divided as
 * parts_divided_alike says. */
uri_pieces parts_pieces(const uriproof_parts *parts);

/* Are the parts `given` divided as those `expected`? An authority that is expected whole is divided
 * at its last @, and at a colon with digits after it: of two hosts in one authority, that is one.
 */
bool parts_divided_alike(const uriproof_parts *expected, const uriproof_parts *given);

#endif
