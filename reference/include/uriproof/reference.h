/* SPDX-License-Identifier: MIT */
/*
 * The specifications as code.
 *
 * Each specification is a *dialect*: a table of operations. The tables of all dialects have the
 * same type, so a program can choose a dialect at run time.
 *
 * Every operation is a pure function of its arguments. It keeps no global state, allocates no
 * memory, and never blocks, so any number of threads may call it at once. It accepts any octets,
 * including NUL and 0x80 to 0xFF, and any length. Its running time is linear in the length of its
 * input.
 *
 * All text is a sequence of octets. The caller must keep the octets that it passes in until the
 * function returns. A span that a function returns points into these octets, and is valid as long
 * as they are.
 */
#ifndef URIPROOF_REFERENCE_H
#define URIPROOF_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A sequence of octets that the caller owns. If a part is absent, octets is NULL. If a part is
 * present and empty, octets is not NULL and length is 0. */
typedef struct uriproof_span {
    const char *octets;
    size_t length;
} uriproof_span;

/* Returns a span over a NUL-terminated string, or an absent span if `string` is NULL. */
uriproof_span uriproof_span_of(const char *string);

/* Returns true if both spans are absent, or if both are present and have the same octets. */
bool uriproof_span_equal(uriproof_span a, uriproof_span b);

static inline bool uriproof_present(uriproof_span span)
{
    return span.octets != NULL;
}

/* The parts of a URI by RFC 1630, "BNF of Generic URI Syntax". `path` is everything from the
 * scheme's colon to the `?` or `#`, so the `//host` of a URL is part of it. No part includes its
 * delimiter. */
typedef struct uriproof_generic {
    uriproof_span scheme;
    uriproof_span path;
    uriproof_span search;
    uriproof_span fragmentid;
} uriproof_generic;

/* The parts of a URI as RFC 3986, section 3, names them. The path includes its leading slash. */
typedef struct uriproof_components {
    uriproof_span scheme;
    uriproof_span userinfo;
    uriproof_span user;
    uriproof_span password;
    uriproof_span host;
    uriproof_span port;
    uriproof_span path;
    uriproof_span query;
    uriproof_span fragment;
} uriproof_components;

/* The parts of a text that matches. A dialect fills in the generic parts, the components, or both,
 * depending on which of them its specification defines. */
typedef struct uriproof_parts {
    bool has_generic;
    bool has_components;
    uriproof_generic generic;
    uriproof_components components;
} uriproof_parts;

/* Tells why a text is rejected.
 *
 * `offset` counts octets from 0. It is the length of the longest prefix of the text that is also a
 * prefix of some valid text.
 *
 * `production` is the innermost grammar rule that has begun at this offset and is not complete. If
 * there is no such rule, it is the innermost rule that ends there. If the text itself matches, and
 * only the result of the operation is invalid, it is NULL and the offset is 0.
 *
 * `clause` is the id of the clause that rejects the text; vectors/<dialect>/clauses.json lists
 * them.
 *
 * The strings are static. A caller that does not need the reason may pass NULL for a refusal to
 * every function. */
typedef struct uriproof_refusal {
    const char *production;
    size_t offset;
    const char *clause;
} uriproof_refusal;

/* A buffer that a function writes octets to. The caller owns `octets`, which has room for
 * `capacity` octets. The function sets `length`, and adds no NUL. */
typedef struct uriproof_buffer {
    char *octets;
    size_t capacity;
    size_t length;
} uriproof_buffer;

/* The outcome of an operation on a text. */
typedef enum uriproof_verdict {
    URIPROOF_OK,      /* the operation succeeded, and its result is valid */
    URIPROOF_INVALID, /* the text is rejected, and the refusal says why; after resolve the buffer
                         holds the result, but it does not match the grammar */
    URIPROOF_SILENT,  /* the specification does not define the outcome; refusal.clause is the clause
                         that leaves it open, and refusal.production the rule that this clause is
                         about. If the text does not match the grammar, the refusal is the one that
                         parse gives */
    URIPROOF_NO_ROOM  /* the buffer is smaller than required; nothing was written */
} uriproof_verdict;

/* Tells whether the default of a reading differs from the printed words. It does if the
 * specification's own examples would not match by the printed words. A parser that follows the
 * printed words is then counted as wrong, since it rejects these examples. The operation `url` has
 * a grammar and examples of its own, so a reading may differ in all other operations and not in
 * `url`. */
typedef enum uriproof_departure {
    URIPROOF_DEPARTS_NOWHERE,
    URIPROOF_DEPARTS_OUTSIDE_URL, /* in every operation except `url` */
    URIPROOF_DEPARTS
} uriproof_departure;

/* A choice between several outcomes that the specification allows. docs/readings.md has the
 * evidence for each. values[0] is the default, and NULL ends the list. */
typedef struct uriproof_reading {
    const char *id;
    const char *values[4];
    const char *about;
    uriproof_departure departure;
} uriproof_reading;

enum { URIPROOF_READINGS_MAX = 32 };

/* The chosen value of each reading of a dialect. Each is an index into the reading's values, and
 * they are in the order of the dialect's table. All zeros select every default. */
typedef struct uriproof_readings {
    unsigned char value[URIPROOF_READINGS_MAX];
} uriproof_readings;

/* Receives one part of a URL by its name; docs/schemes.md lists the names in order. A name that
 * comes more than once forms a list. The span points into the text, or is static. */
typedef void (*uriproof_tell)(void *self, const char *name, uriproof_span value);

/* A validation error of the URL Standard (section "Writing"). It is told, and rejects nothing by
 * itself.
 *
 * `offset` counts octets of the text. For an error of a domain or of an IPv4 address it is the
 * first octet of the host, since these are parsed after they were decoded and mapped. (But a
 * rejection has the octet of a forbidden domain code point, if the domain is ASCII.) */
typedef struct uriproof_validation_error {
    const char *name;   /* for example `invalid-URL-unit`; static */
    const char *state;  /* the state that the parser is in: `path state`; static */
    const char *clause; /* what the parser makes of it: `whatwg-url.path.encode-set`; static */
    size_t offset;
} uriproof_validation_error;

/* What a specification asks of the caller. Every function may be NULL.
 *
 * `to_ascii` is the URL Standard's "domain parser ToASCII" (section "IDNA"): Unicode ToASCII with
 * CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength set to `be_strict`, CheckBidi and
 * CheckJoiners true, Transitional_Processing and IgnoreInvalidPunycode false. `domain` is valid
 * UTF-8 and not empty.
 *   URIPROOF_OK       the ASCII domain is in *out
 *   URIPROOF_INVALID  it is a failure value
 *   other             the service cannot tell; the text is then undefined, if its result needs it
 * `growth` is the greatest number of octets that to_ascii writes for one octet of `domain`.
 *
 * Only a domain that is not ASCII needs to_ascii. A label of ASCII that begins with `xn--` needs it
 * only to tell whether there is a validation error.
 *
 * `report` is given each validation error of the text, in order, but none of the base. The parser
 * is faster without it. */
typedef struct uriproof_services {
    uriproof_verdict (*to_ascii)(void *context, uriproof_span domain, bool be_strict,
                                 uriproof_buffer *out);
    void *to_ascii_context;
    size_t growth;
    void (*report)(void *context, const uriproof_validation_error *error);
    void *report_context;
} uriproof_services;

/* One step of normalization, which a parser may do or omit. */
typedef struct uriproof_technique {
    const char *clause; /* the clause that describes it: `rfc3986.normal.dots` */
    bool of_results;    /* the result of a resolution may have it applied or not */
    bool removes_port;  /* it removes the port if that is the scheme's default */
} uriproof_technique;

typedef struct uriproof_dialect {
    const char *name;     /* for example `rfc1630` */
    const char *document; /* for example `RFC 1630` */
    /* The clause of the grammar rule that each text in a question has to match:
     * `rfc3986.bnf.URI-reference`. It is NULL if there is no such rule. RFC 1630 has no rule for
     * partial forms. */
    const char *production;
    const uriproof_reading *readings;
    size_t reading_count;
    /* True if the specification recommends a canonical form but does not require one. A parser that
     * gives another identical URI as its normal form is then not wrong. */
    bool any_identical_form;
    /* True if the specification does not say whether a base is normalized before a reference is
     * resolved against it (RFC 3986, 5.2.1). Both results are then right. */
    bool base_may_be_normalized;
    /* True if the specification allows escapes of unreserved characters to be decoded at any time
     * (RFC 3986, 2.4). A parser may do so before or after it resolves a reference, or never. */
    bool unreserved_may_be_decoded;
    /* True if the specification allows a comparison to miss URIs that are equivalent. RFC 3986 does
     * so in 2.3 and 6.1: normalization does not always come before a comparison, and a comparison
     * should have no false positives, but may have some false negatives. */
    bool comparison_may_miss;

    /* Every dialect has `parse` or `parse_into`. Another operation is NULL if the specification
     * does not describe it. A dialect has both `encode` and `encodes`, or neither. */

    /* Returns true if `uri` matches the dialect's start rule, and fills in *parts. Otherwise
     * returns false, and fills in *refusal. The other of the two is undefined. */
    bool (*parse)(uriproof_span uri, const uriproof_readings *readings, uriproof_parts *parts,
                  uriproof_refusal *refusal);

    /* Of a specification whose parts are written, and not cut out of the text: parses `text`, and
     * `base` before it if that is present, and writes what the text means, from the start of `out`.
     * *parts points into `out`, which needs room for room(text.length, base.length, services)
     * octets, and *written is the part of it that is the whole. `services` may be NULL. Then the
     * dialect has parse, resolve, normalize and equivalent, though these are NULL: a full form, a
     * normal form and what is compared is what it writes. Returns URIPROOF_INVALID if the text or
     * the base is rejected, and URIPROOF_SILENT if a service is missing that the answer needs; then
     * nothing but *refusal is set. */
    uriproof_verdict (*parse_into)(uriproof_span text, uriproof_span base,
                                   const uriproof_services *services,
                                   const uriproof_readings *readings, uriproof_buffer *out,
                                   uriproof_span *written, uriproof_parts *parts,
                                   uriproof_refusal *refusal);
    size_t (*room)(size_t text, size_t base, const uriproof_services *services);

    /* Writes the full form of `ref`, relative to `base`. `out` needs room for base.length +
     * ref.length + 2 octets. Its memory may not overlap with either text. */
    uriproof_verdict (*resolve)(uriproof_span base, uriproof_span ref,
                                const uriproof_readings *readings, uriproof_buffer *out,
                                uriproof_refusal *refusal);

    /* Writes the canonical form of `uri`. Returns URIPROOF_SILENT if `uri` does not match. `out`
     * needs room for 3 * uri.length + 16 octets. */
    uriproof_verdict (*normalize)(uriproof_span uri, const uriproof_readings *readings,
                                  uriproof_buffer *out, uriproof_refusal *refusal);

    /* The steps that make up a normal form. Each may be done with or without the others. There are
     * at most 16. There are no steps if `normalize_by` is NULL. */
    const uriproof_technique *techniques;
    size_t technique_count;

    /* Writes `uri` after the chosen steps: if bit i of `chosen` is set, techniques[i] is applied. A
     * reading that only says whether a step is done is ignored, since `chosen` says that. Room and
     * return values are as for `normalize`. */
    uriproof_verdict (*normalize_by)(uriproof_span uri, unsigned chosen,
                                     const uriproof_readings *readings, uriproof_buffer *out,
                                     uriproof_refusal *refusal);

    /* Sets *equal to true if the two URIs are identical. Returns URIPROOF_SILENT if one of them
     * does not match; the refusal then describes the first one that does not. `scratch` needs room
     * for 3 * (uri.length + other.length) + 32 octets. Its content is undefined afterwards. */
    uriproof_verdict (*equivalent)(uriproof_span uri, uriproof_span other,
                                   const uriproof_readings *readings, uriproof_buffer *scratch,
                                   bool *equal, uriproof_refusal *refusal);

    /* Writes `text` with all escapes decoded. `out` needs room for text.length octets. */
    uriproof_verdict (*decode)(uriproof_span text, const uriproof_readings *readings,
                               uriproof_buffer *out, uriproof_refusal *refusal);

    /* Writes `text` encoded as one path segment. `out` needs room for 3 * text.length octets. This
     * operation never rejects a text. */
    uriproof_verdict (*encode)(uriproof_span text, const uriproof_readings *readings,
                               uriproof_buffer *out, uriproof_refusal *refusal);

    /* Returns true if `encoded` is `text` encoded as one path segment, no matter how many of its
     * characters are escaped. It must decode to `text`, and each character that it does not escape
     * must stand for itself in a segment. */
    bool (*encodes)(uriproof_span encoded, uriproof_span text, const uriproof_readings *readings);

    /* Returns URIPROOF_OK if `url` matches the grammar rule of its own scheme. It then sets
     * *production to the name of that rule, and calls `tell` with each part of the URL. */
    uriproof_verdict (*url)(uriproof_span url, const uriproof_readings *readings,
                            const char **production, uriproof_tell tell, void *self,
                            uriproof_refusal *refusal);
} uriproof_dialect;

/* Returns the table of all dialects and sets *count to its size. The table is static. */
const uriproof_dialect *const *uriproof_dialects(size_t *count);

/* Returns the dialect with this name, or NULL if there is none. */
const uriproof_dialect *uriproof_dialect_named(const char *name);

typedef enum uriproof_reading_error {
    URIPROOF_READING_SET,
    URIPROOF_READING_UNKNOWN,      /* the dialect has no reading with this id */
    URIPROOF_READING_VALUE_UNKNOWN /* the reading has no value with this name */
} uriproof_reading_error;

/* Sets the reading `id` of `dialect` to `value`. After an error, *readings is unchanged. */
uriproof_reading_error uriproof_set_reading(const uriproof_dialect *dialect, const char *id,
                                            const char *value, uriproof_readings *readings);

/* Returns the version of the library as `MAJOR.MINOR.PATCH`. The string is static. */
const char *uriproof_version(void);

#ifdef __cplusplus
}
#endif

#endif
