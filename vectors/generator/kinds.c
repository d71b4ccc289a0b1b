/* SPDX-License-Identifier: MIT */
#include "kinds.h"

static const gen_kind kinds[] = {
    {"acceptance", "rfc1630", gen_acceptance},
    {"acceptance", "draft-www-uri-00", gen_acceptance},
    {"acceptance", "rfc3986", gen_acceptance},
    {"url-acceptance", "rfc1630", gen_url_acceptance},
    {"url-acceptance", "draft-www-uri-00", gen_url_acceptance},
    {"size", NULL, gen_sizes},
    {"components", NULL, gen_components},
    {"resolve", "rfc1630", gen_resolve},
    {"resolve", "draft-www-uri-00", gen_resolve},
    {"resolve", "rfc3986", gen_resolve},
    {"equivalence", NULL, gen_equivalence},
};

const gen_kind *gen_kinds(size_t *count)
{
    *count = sizeof kinds / sizeof kinds[0];
    return kinds;
}
