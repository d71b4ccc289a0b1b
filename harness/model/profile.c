/* SPDX-License-Identifier: MIT */
#include "profile.h"

#include "values.h"

#include <uriproof/rfc3986.h>

const char *const scheme_kinds[SCHEME_KINDS] = {"http, https, ws, wss", "ftp", "file",
                                                "other schemes", "none"};

/* Appendix A's sets of octets, of which the test of the traits has the printed words. */
const octet_set octets_of_rfc3986[OCTET_PARTS] = {
    [OCTETS_SCHEME] = {{UINT64_C(0x03ff680000000000), UINT64_C(0x07fffffe07fffffe), 0, 0}},
    [OCTETS_USERINFO] = {{UINT64_C(0x2fff7fd200000000), UINT64_C(0x47fffffe87fffffe), 0, 0}},
    [OCTETS_HOST] = {{UINT64_C(0x2bff7fd200000000), UINT64_C(0x47fffffe87fffffe), 0, 0}},
    [OCTETS_PATH] = {{UINT64_C(0x2fffffd200000000), UINT64_C(0x47fffffe87ffffff), 0, 0}},
    [OCTETS_QUERY] = {{UINT64_C(0xafffffd200000000), UINT64_C(0x47fffffe87ffffff), 0, 0}},
    [OCTETS_FRAGMENT] = {{UINT64_C(0xafffffd200000000), UINT64_C(0x47fffffe87ffffff), 0, 0}},
};

uint32_t profile_contexts_of(model_op op)
{
    return ((1U << SCHEME_KINDS) - 1) << op * SCHEME_KINDS;
}

void profile_set(profile *p, uint32_t contexts, trait_id id, unsigned value)
{
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        if ((contexts >> c & 1) != 0)
            p->value[c][id] = (unsigned char)value;
}

void profile_copy(profile *p, const profile *from, uint32_t contexts, trait_id id)
{
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        if ((contexts >> c & 1) == 0)
            continue;
        p->value[c][id] = from->value[c][id];
        if ((unsigned)id < OCTET_PARTS)
            p->takes[c][id] = from->takes[c][id];
    }
}

/* Kinds of scheme, as bits. */
enum { ALL = (1U << SCHEME_KINDS) - 1, HTTP = 1U << KIND_HTTP | 1U << KIND_SPECIAL };

/* A value of a reading of RFC 3986, and the value of a trait that says the same. The readings about
 * http are about https, ws, wss and ftp, too, and about no other scheme. */
static const struct {
    uriproof_rfc3986_reading reading;
    unsigned char reading_value, kinds;
    trait_id trait;
    unsigned char value;
} readings_as_traits[] = {
    {URIPROOF_RFC3986_RESOLUTION, 1, ALL, TRAIT_SAME_SCHEME, SAME_SCHEME_RELATIVE},
    {URIPROOF_RFC3986_NORMAL_PORT, 1, ALL, TRAIT_NORMAL_PORT, NORMAL_PORT_HTTP},
    {URIPROOF_RFC3986_NORMAL_PATH, 1, ALL, TRAIT_NORMAL_PATH, NORMAL_PATH_SLASH},
    {URIPROOF_RFC3986_NORMAL_HOST, 1, ALL, TRAIT_NORMAL_LOCAL, NORMAL_LOCAL_EMPTY},
    {URIPROOF_RFC3986_DOTS_ON_ROOTLESS, 1, ALL, TRAIT_NORMAL_DOTS, NORMAL_DOTS_ROOTED},
    {URIPROOF_RFC3986_SLASHES_MADE, 1, ALL, TRAIT_SLASHES_MADE, MADE_GUARDED},
    {URIPROOF_RFC3986_SLASHES_MADE, 2, ALL, TRAIT_EQUIVALENT_SLASHES, EQUIVALENT_SLASHES_REJECTED},
    {URIPROOF_RFC3986_HTTP_HOST, 1, HTTP, TRAIT_HOST_EMPTY, HOST_EMPTY_REJECTED},
    {URIPROOF_RFC3986_HTTP_HOST, 1, HTTP, TRAIT_AUTHORITY_NEEDED, AUTHORITY_REQUIRED},
    {URIPROOF_RFC3986_HTTP_PORT, 1, HTTP, TRAIT_PORT_RANGE, PORT_RANGE_REJECTED},
    {URIPROOF_RFC3986_ZONE, 1, ALL, TRAIT_ZONE, ZONE_ESCAPED},
    {URIPROOF_RFC3986_ZONE, 2, ALL, TRAIT_ZONE, ZONE_BARE},
};

uint32_t profile_contexts_of_kinds(unsigned kinds)
{
    uint32_t contexts = 0;
    for (unsigned op = 0; op < MODEL_OPS; op++)
        contexts |= (uint32_t)kinds << op * SCHEME_KINDS;
    return contexts;
}

profile profile_of_rfc3986(const uriproof_readings *readings)
{
    profile p = {{{0}}, {{{{0}}}}};
    for (unsigned part = 0; part < OCTET_PARTS; part++)
        for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
            p.takes[c][part] = octets_of_rfc3986[part];
    const size_t count = sizeof readings_as_traits / sizeof readings_as_traits[0];
    for (size_t i = 0; readings != NULL && i < count; i++)
        if (readings->value[readings_as_traits[i].reading] == readings_as_traits[i].reading_value)
            profile_set(&p, profile_contexts_of_kinds(readings_as_traits[i].kinds),
                        readings_as_traits[i].trait, readings_as_traits[i].value);
    return p;
}
