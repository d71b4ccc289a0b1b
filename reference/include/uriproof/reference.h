/* SPDX-License-Identifier: MIT */
/*
 * The specifications as code.
 *
 * Each specification is a *dialect*: a table of operations with one interface.
 * All of them are pure functions of their arguments: they keep no global state,
 * allocate nothing, block on nothing, take any octets of any length (NUL and
 * 0x80-0xFF included), and run in time linear in their input. So any number of
 * threads may call them at once.
 *
 * Text is octets. A span that is handed in is borrowed for the call; a span that
 * is handed out points into the caller's own octets and lives as long as they do.
 */
#ifndef URIPROOF_REFERENCE_H
#define URIPROOF_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Some octets of the caller's. An absent part has octets == NULL; a part that is
 * there and empty has octets != NULL and length 0. */
typedef struct uriproof_span {
    const char *octets;
    size_t length;
} uriproof_span;

/* A span over a NUL-terminated string; NULL gives an absent span. */
uriproof_span uriproof_span_of(const char *string);

/* Returns true if both are absent, or both are there with the same octets. */
bool uriproof_span_equal(uriproof_span a, uriproof_span b);

static inline bool uriproof_present(uriproof_span span)
{
    return span.octets != NULL;
}

/* The generic view: RFC 1630, "BNF of Generic URI Syntax". `path` is all between
 * the scheme's colon and `?` or `#`, so `//host/...` is part of it. No part holds
 * its delimiter. */
typedef struct uriproof_generic {
    uriproof_span scheme;
    uriproof_span path;
    uriproof_span search;
    uriproof_span fragmentid;
} uriproof_generic;

/* The view of a later parser: RFC 3986, section 3. `path` keeps its leading slash. */
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

/* What a dialect says of a text that matches: whichever views it defines. */
typedef struct uriproof_parts {
    bool has_generic;
    bool has_components;
    uriproof_generic generic;
    uriproof_components components;
} uriproof_parts;

/* Why a text is rejected. `offset` is in octets from 0 and is the length of the
 * longest beginning of the text that some valid text begins with. `production` is
 * the innermost production that has begun there and is not complete, or else the
 * innermost that ends there; NULL, and the offset 0, where the text matches and what would come of
 * it is rejected. `clause` is the id of the clause that rejects (see
 * vectors/<dialect>/clauses.json). The strings are static. Every function takes NULL for a
 * refusal that is not wanted. */
typedef struct uriproof_refusal {
    const char *production;
    size_t offset;
    const char *clause;
} uriproof_refusal;

/* Octets to write into. The caller owns `octets`, which holds `capacity` octets;
 * the callee sets `length`. No NUL is added. */
typedef struct uriproof_buffer {
    char *octets;
    size_t capacity;
    size_t length;
} uriproof_buffer;

/* What became of a text operation. */
typedef enum uriproof_verdict {
    URIPROOF_OK,      /* the answer is there */
    URIPROOF_INVALID, /* rejected; the refusal says why. resolve: the result is in
                         the buffer, but does not match */
    URIPROOF_SILENT,  /* the specification defines nothing here; refusal.clause is
                         the clause that is silent, production the one it is about. Of a
                         text that does not match it is the refusal that parse gives */
    URIPROOF_NO_ROOM  /* the buffer is smaller than the bound; nothing was done */
} uriproof_verdict;

/* Where a reading's default departs from the printed words, since by them the specification's own
 * examples would not match. There a parser that takes the other value is not excused. `url` has a
 * grammar and examples of its own. */
typedef enum uriproof_departure {
    URIPROOF_DEPARTS_NOWHERE,
    URIPROOF_DEPARTS_OUTSIDE_URL, /* in every operation but `url` */
    URIPROOF_DEPARTS
} uriproof_departure;

/* A place where the specification admits several outcomes; docs/readings.md has the
 * evidence. values[0] is the default; the list ends in NULL. */
typedef struct uriproof_reading {
    const char *id;
    const char *values[4];
    const char *about;
    uriproof_departure departure;
} uriproof_reading;

enum { URIPROOF_READINGS_MAX = 32 };

/* The value taken for each reading of a dialect, as an index into its values, in
 * the order of the dialect's table. All zero is every default. */
typedef struct uriproof_readings {
    unsigned char value[URIPROOF_READINGS_MAX];
} uriproof_readings;

/* Is told a part of a URL by name, in the order of docs/schemes.md; a name that comes more than
 * once is a list. The span points into the text, or is static. */
typedef void (*uriproof_tell)(void *self, const char *name, uriproof_span value);

/* What a normalizer may do or leave. */
typedef struct uriproof_technique {
    const char *clause; /* by which it is done: `rfc3986.normal.dots` */
    bool of_results;    /* the result of a resolution may have it or not */
    bool removes_port;  /* where it is the default one of the scheme */
} uriproof_technique;

typedef struct uriproof_dialect {
    const char *name;     /* `rfc1630` */
    const char *document; /* `RFC 1630` */
    /* The clause of the production that matches each text that may be asked about:
     * `rfc3986.bnf.URI-reference`. NULL if there is none: RFC 1630 has none for partial forms. */
    const char *production;
    const uriproof_reading *readings;
    size_t reading_count;
    /* The text recommends a canonical form and requires none, so of a parser that gives another
     * identical URI as its normal form no one can say that it is wrong. */
    bool any_identical_form;
    /* The text leaves it open whether a base is brought to its normal form before anything is
     * resolved against it (RFC 3986, 5.2.1), so both results are right. */
    bool base_may_be_normalized;
    /* The text lets anyone undo the escapes of unreserved characters at any time (RFC 3986, 2.4),
     * so before a reference is resolved, after that, or never. */
    bool unreserved_may_be_decoded;
    /* The text lets a comparison find fewer URIs equivalent than are (RFC 3986, 2.3 and 6.1: it is
     * not always preceded by normalization; few false negatives, no false positives). */
    bool comparison_may_miss;

    /* An operation that the text does not have is NULL; `parse` every dialect has. `encode` and
     * `encodes` come together. */

    /* Does `uri` match the dialect's start production, and what are its parts?
     * On false only *refusal is meaningful, on true only *parts. */
    bool (*parse)(uriproof_span uri, const uriproof_readings *readings, uriproof_parts *parts,
                  uriproof_refusal *refusal);

    /* The full form of `ref` in the context `base`. `out` needs room for
     * base.length + ref.length + 2 octets and must overlap neither. */
    uriproof_verdict (*resolve)(uriproof_span base, uriproof_span ref,
                                const uriproof_readings *readings, uriproof_buffer *out,
                                uriproof_refusal *refusal);

    /* The canonical form; URIPROOF_SILENT where `uri` does not match. `out` needs room for
     * 3 * uri.length + 16 octets. */
    uriproof_verdict (*normalize)(uriproof_span uri, const uriproof_readings *readings,
                                  uriproof_buffer *out, uriproof_refusal *refusal);

    /* The techniques that make a normal form, each to be used with or without the others; no more
     * than 16. None where `normalize_by` is NULL. */
    const uriproof_technique *techniques;
    size_t technique_count;

    /* `uri` as some of the techniques leave it: bit i of `chosen` is techniques[i]. Of `readings`
     * those count that say how, not which. Room and verdicts are those of `normalize`. */
    uriproof_verdict (*normalize_by)(uriproof_span uri, unsigned chosen,
                                     const uriproof_readings *readings, uriproof_buffer *out,
                                     uriproof_refusal *refusal);

    /* Are the two identical? URIPROOF_SILENT where either does not match; the refusal is
     * then that of the first that does not. `scratch` needs room for
     * 3 * (uri.length + other.length) + 32 octets; what it holds afterwards means nothing. */
    uriproof_verdict (*equivalent)(uriproof_span uri, uriproof_span other,
                                   const uriproof_readings *readings, uriproof_buffer *scratch,
                                   bool *equal, uriproof_refusal *refusal);

    /* All escapes undone. `out` needs room for text.length octets. */
    uriproof_verdict (*decode)(uriproof_span text, const uriproof_readings *readings,
                               uriproof_buffer *out, uriproof_refusal *refusal);

    /* The text made safe as one path segment. `out` needs room for
     * 3 * text.length octets. Never rejects. */
    uriproof_verdict (*encode)(uriproof_span text, const uriproof_readings *readings,
                               uriproof_buffer *out, uriproof_refusal *refusal);

    /* Is `encoded`, however much of it is escaped, `text` made safe as one path segment? That is:
     * it decodes to the text, and what is not escaped in it is data there. */
    bool (*encodes)(uriproof_span encoded, uriproof_span text, const uriproof_readings *readings);

    /* Does `url` match the production of its own scheme, and what are its parts? On URIPROOF_OK
     * *production names it. */
    uriproof_verdict (*url)(uriproof_span url, const uriproof_readings *readings,
                            const char **production, uriproof_tell tell, void *self,
                            uriproof_refusal *refusal);
} uriproof_dialect;

/* The table of dialects; *count receives its size. Static. */
const uriproof_dialect *const *uriproof_dialects(size_t *count);

/* The dialect of that name, or NULL. */
const uriproof_dialect *uriproof_dialect_named(const char *name);

typedef enum uriproof_reading_error {
    URIPROOF_READING_SET,
    URIPROOF_READING_UNKNOWN,      /* the dialect has no reading of that id */
    URIPROOF_READING_VALUE_UNKNOWN /* the reading has no value of that name */
} uriproof_reading_error;

/* Takes `value` for the reading `id` of `dialect`. On error nothing is changed. */
uriproof_reading_error uriproof_set_reading(const uriproof_dialect *dialect, const char *id,
                                            const char *value, uriproof_readings *readings);

/* The version of the library, `MAJOR.MINOR.PATCH`. Static. */
const char *uriproof_version(void);

#ifdef __cplusplus
}
#endif

#endif
