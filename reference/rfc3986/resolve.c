/* SPDX-License-Identifier: MIT */
/* RFC 3986, section 5.2, Relative Resolution. */
#include "characters.h"
#include "compose.h"

/* The parts of the target URI. Its path may come from two pieces, one of the base and one of the
 * reference, so it is put together last. */
typedef struct target {
    uriproof_components parts;
    uriproof_span merged; /* the part of the base's path that comes before parts.path */
    bool slash;           /* true if a "/" comes before parts.path */
    bool has_dots;        /* true if dot segments are removed from the path */
} target;

/* Takes the path of the base without its last segment. 5.2.3, Merge Paths: "excluding any
 * characters after the right-most "/" in the base URI path, or excluding the entire base URI path
 * if it does not contain any "/"". */
static void merge(const uriproof_components *base, target *t)
{
    t->slash = uriproof_present(base->host) && base->path.length == 0;
    size_t length = base->path.length;
    while (length > 0 && base->path.octets[length - 1] != '/')
        length--;
    t->merged = (uriproof_span){base->path.octets, length};
}

/* Copies the parts of an authority. The target takes them all from one URI, never from both. */
static void take_authority(const uriproof_components *from, target *t)
{
    t->parts.userinfo = from->userinfo;
    t->parts.host = from->host;
    t->parts.port = from->port;
}

/* Sets path and query of the target for a reference without scheme and authority (5.2.2). The
 * target already has the path and the query of the reference. */
static void transform_path(const uriproof_components *base, const uriproof_components *r, target *t)
{
    if (r->path.length == 0) {
        t->parts.path = base->path;
        t->parts.query = uriproof_present(r->query) ? r->query : base->query;
        return;
    }
    t->has_dots = true;
    if (r->path.octets[0] != '/')
        merge(base, t);
}

/* Returns true if both schemes are the same without regard to case (3.1). */
static bool same_scheme(uriproof_span a, uriproof_span b)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (lower_case((unsigned char)a.octets[i]) != lower_case((unsigned char)b.octets[i]))
            return false;
    return true;
}

/* Returns the target of a reference (5.2.2, Transform References). */
static target transform(const uriproof_components *base, const uriproof_components *r,
                        const uriproof_readings *readings)
{
    target t = {.parts = *r, .has_dots = true};
    bool loose = takes(readings, URIPROOF_RFC3986_RESOLUTION, LOOSE);
    if (uriproof_present(r->scheme) && !(loose && same_scheme(r->scheme, base->scheme)))
        return t;
    t.parts.scheme = base->scheme;
    if (uriproof_present(r->host))
        return t;
    t.has_dots = false;
    take_authority(base, &t);
    transform_path(base, r, &t);
    return t;
}

/* Writes the target (5.3, Component Recomposition). Returns false if its path looks like an
 * authority. */
static bool recompose(const target *t, const uriproof_readings *readings, uriproof_buffer *out)
{
    bool has_authority = uriproof_present(t->parts.host);
    put(out, t->parts.scheme.octets, t->parts.scheme.length);
    put(out, ":", 1);
    if (has_authority) {
        put(out, "//", 2);
        put_part(out, "", t->parts.userinfo);
        if (uriproof_present(t->parts.userinfo))
            put(out, "@", 1);
        put_part(out, "", t->parts.host);
        put_part(out, ":", t->parts.port);
    }
    size_t start = out->length;
    put(out, t->merged.octets, t->merged.length);
    put(out, "/", t->slash ? 1 : 0);
    put(out, t->parts.path.octets, t->parts.path.length);
    if (t->has_dots)
        out->length =
            start + uriproof_rfc3986_remove_dot_segments(out->octets + start, out->length - start);
    bool stands = guard_slashes(out, start, has_authority, readings);
    put_part(out, "?", t->parts.query);
    put_part(out, "#", t->parts.fragment);
    return stands;
}

/* Returns true if `base` may be a base: "A base URI must conform to the <absolute-URI> syntax rule"
 * (5.1), apart from a fragment. The RFC does not say what a resolver does with any other text.
 * Clause: rfc3986.base.absolute */
static bool is_base(uriproof_span base, const uriproof_readings *readings,
                    uriproof_components *parts, uriproof_refusal *refusal)
{
    bool derives = rfc3986_parse_by(base, readings, parts, refusal);
    if (!derives && refusal != NULL)
        refusal->clause = "rfc3986.base.absolute";
    return derives;
}

uriproof_verdict uriproof_rfc3986_resolve(uriproof_span base, uriproof_span reference,
                                          const uriproof_readings *readings, uriproof_buffer *out,
                                          uriproof_refusal *refusal)
{
    uriproof_components base_parts, parts;
    out->length = 0;
    if (out->capacity < base.length + 2 || out->capacity - base.length - 2 < reference.length)
        return URIPROOF_NO_ROOM;
    /* The base is "stripped of any fragment component" (5.1): the code below does not use its
     * fragment. */
    if (!is_base(base, readings, &base_parts, refusal))
        return URIPROOF_SILENT;
    /* 5.2.2 begins with the parsed parts of a reference, and does not say what to do if it cannot
     * be parsed. */
    if (!rfc3986_matches_reference(reference, readings, &parts, refusal))
        return URIPROOF_SILENT;
    target t = transform(&base_parts, &parts, readings);
    if (!recompose(&t, readings, out))
        return reject_slashes(out, readings, refusal);
    uriproof_span full = {out->octets, out->length};
    return rfc3986_parse_by(full, readings, &parts, refusal) ? URIPROOF_OK : URIPROOF_INVALID;
}
