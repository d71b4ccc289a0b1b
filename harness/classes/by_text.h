/* SPDX-License-Identifier: MIT */
/*
 * A host that only the text of RFC 3986 makes. Its 5.2.4 removes dot segments, its 5.3 and 6.2.2.3
 * write the rest into the result as it is, and a path that begins with two slashes then becomes an
 * authority: `x:/.//b` becomes `x://b`. A parser that keeps the path has no host that was not there
 * before, so it is not to be blamed for another host.
 */
#ifndef URIPROOF_CLASSES_BY_TEXT_H
#define URIPROOF_CLASSES_BY_TEXT_H

#include "protocol/protocol.h"

/* Returns true if one of the two results, `a` or `b`, has an authority that is not in the request,
 * since RFC 3986 as printed makes it of a path, and the other result has none. Both have the same
 * scheme. */
bool is_authority_by_text(const uriproof_request *request, uriproof_span a, uriproof_span b);

/* Of such results, returns true if the one without the authority has all of the path of which the
 * other makes it, but for dot segments that keep its two slashes from the start. */
bool is_path_kept(uriproof_span a, uriproof_span b);

#endif
