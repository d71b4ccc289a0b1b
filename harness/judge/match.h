/* SPDX-License-Identifier: MIT */
/* Compares the parts of a parsed text, as written or up to the transforms of an adapter. */
#ifndef URIPROOF_JUDGE_MATCH_H
#define URIPROOF_JUDGE_MATCH_H

#include "protocol/protocol.h"

/* Returns true if the parts `given` are the parts `expected`, as written or up to `transforms`.
 * Then *needed has the transforms that are needed, as few as possible; it is empty if the parts are
 * the same as written. Only views that both have, or that can be put together from each other,
 * count. */
bool parts_match(const uriproof_parts *expected, const uriproof_parts *given,
                 const transform_set *transforms, transform_set *needed);

/* Returns the parts as pieces, which point where the parts do. A generic view is divided as
 * parts_divided_alike says. */
uri_pieces parts_pieces(const uriproof_parts *parts);

/* Returns true if the parts `given` are divided in the same way as the parts `expected`. An
 * authority that is expected whole is divided at its last @, and at its last colon if digits
 * follow. (The specification does not say where; other divisions are possible.) */
bool parts_divided_alike(const uriproof_parts *expected, const uriproof_parts *given);

#endif
