/* SPDX-License-Identifier: MIT */
#include "kinds.h"

static const derive_kind kinds[] = {
    {"acceptance", "rfc1630", derive_acceptance},
    {"acceptance", "draft-www-uri-00", derive_acceptance},
    {"acceptance", "rfc3986", derive_acceptance},
    {"url-acceptance", "rfc1630", derive_url_acceptance},
    {"url-acceptance", "draft-www-uri-00", derive_url_acceptance},
    {"near-miss", "rfc1630", derive_near_misses},
    {"near-miss", "draft-www-uri-00", derive_near_misses},
    {"near-miss", "rfc3986", derive_near_misses},
    {"size", NULL, derive_sizes},
    {"components", NULL, derive_components},
    {"resolve", "rfc1630", derive_resolve},
    {"resolve", "draft-www-uri-00", derive_resolve},
    {"resolve", "rfc3986", derive_resolve},
    {"equivalence", NULL, derive_equivalence},
};

const derive_kind *derive_kinds(size_t *count)
{
    *count = sizeof kinds / sizeof kinds[0];
    return kinds;
}
