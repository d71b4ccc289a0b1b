/* SPDX-License-Identifier: MIT */
/*
 * A trait is one question to which specifications or parsers give different answers, such as "which
 * @ ends the userinfo?". This is the table of all of them. A row is what people read about a trait;
 * the stage of the model that reads it is what it means.
 *
 * To add a trait: its id here, a row of the table in the same place (traits.c), the names of its
 * values in the same order (values.h), and the one place of a stage that reads it.
 */
#ifndef URIPROOF_MODEL_TRAITS_H
#define URIPROOF_MODEL_TRAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parts whose octets are a set: which ones a parser takes there. */
typedef enum octet_part {
    OCTETS_SCHEME, /* after the first */
    OCTETS_USERINFO,
    OCTETS_HOST,
    OCTETS_PATH,
    OCTETS_QUERY,
    OCTETS_FRAGMENT,
    OCTET_PARTS
} octet_part;

/* The traits in the order of the way of a text: the first OCTET_PARTS are the sets, by octet_part.
 * Those of a part follow each other in the order of octet_part from the one named. */
typedef enum trait_id {
    TRAIT_OCTETS,
    /* before */
    TRAIT_NUL = OCTET_PARTS,
    TRAIT_LEADING,
    TRAIT_TRAILING,
    TRAIT_LINE_ENDS,
    TRAIT_UTF8,
    /* division */
    TRAIT_SCHEME_NEEDED,
    TRAIT_SCHEME_WRONG,
    TRAIT_SCHEME_FIRST,
    TRAIT_SCHEME_EMPTY,
    TRAIT_SCHEME_CASE,
    TRAIT_SCHEME_PERCENT,
    TRAIT_SCHEMES,
    TRAIT_HOST_PORT,
    TRAIT_BACKSLASH,
    TRAIT_AUTHORITY_BEGIN,
    TRAIT_AUTHORITY_NEEDED,
    TRAIT_AUTHORITY_END,
    TRAIT_FRAGMENT_AT,
    TRAIT_QUERY_AT,
    TRAIT_ROOTLESS,
    TRAIT_NOTHING,
    TRAIT_AUTHORITY_NOTHING,
    /* authority */
    TRAIT_BRACKETS_HOLD,
    TRAIT_BRACKETS_FIRST,
    TRAIT_USERINFO_AT,
    TRAIT_USERINFO_EMPTY,
    TRAIT_PASSWORD_EMPTY,
    TRAIT_PORT_AT,
    TRAIT_PORT_WRONG,
    TRAIT_PORT_EMPTY,
    TRAIT_PORT_ZEROS,
    TRAIT_PORT_ZERO,
    TRAIT_PORT_RANGE,
    TRAIT_PORT_DEFAULT,
    TRAIT_AUTHORITY_WRONG,
    /* host */
    TRAIT_BRACKETS,
    TRAIT_BRACKET_OPEN,
    TRAIT_IPVFUTURE,
    TRAIT_ZONE,
    TRAIT_ADDRESS_ZEROS,
    TRAIT_ADDRESS_COLON,
    TRAIT_ADDRESS,
    TRAIT_AFTER_BRACKET,
    TRAIT_BRACKETS_KEPT,
    TRAIT_HOST_MADE,
    TRAIT_HOST_EMPTY,
    TRAIT_HOST_ALONE,
    TRAIT_HOST_CASE,
    TRAIT_HOST_LABELS,
    TRAIT_HOST_DOT,
    TRAIT_HOST_NUMBER,
    TRAIT_HOST_LOCAL,
    TRAIT_HOST_WRONG,
    TRAIT_HOST_ESCAPED,
    TRAIT_IDNA,
    /* parts */
    TRAIT_PERCENT, /* of userinfo, host, path, query, fragment */
    TRAIT_ESCAPES = TRAIT_PERCENT + 5,
    TRAIT_ENCODED = TRAIT_ESCAPES + 5,
    TRAIT_OPAQUE = TRAIT_ENCODED + 5,
    TRAIT_PATH_EMPTY,
    TRAIT_PATH_DOTS,
    TRAIT_PATH_SLASHES,
    TRAIT_PATH_ROOT,
    TRAIT_QUERY_EMPTY,
    TRAIT_FRAGMENT_EMPTY,
    TRAIT_FRAGMENT_WRONG,
    /* resolve */
    TRAIT_TEXTS_CHECKED,
    TRAIT_BASE_WRONG,
    TRAIT_BASE_KNOWN,
    TRAIT_BASE_ROOTLESS,
    TRAIT_REF_RULES,
    TRAIT_SAME_SCHEME,
    TRAIT_REF_SCHEME,
    TRAIT_REF_EMPTY,
    TRAIT_REF_QUERY,
    TRAIT_AUTHORITY_EMPTY,
    TRAIT_DOTS_ABSOLUTE,
    TRAIT_DOTS_AUTHORITY,
    TRAIT_DOTS_ROOTED,
    TRAIT_DOTS_MERGED,
    TRAIT_DOTS_BASE,
    TRAIT_DOTS_ROOTLESS,
    TRAIT_DOTS_ESCAPED,
    TRAIT_ABOVE_ROOT,
    TRAIT_ABOVE_END,
    TRAIT_DOTS_FRONT,
    TRAIT_MERGE_EMPTY,
    TRAIT_MERGE_OPAQUE,
    TRAIT_SLASHES_MERGED,
    TRAIT_RESULT_ROOTED,
    TRAIT_RESULT_ESCAPES,
    TRAIT_AUTHORITY_ADDED,
    TRAIT_SLASHES_MADE,
    TRAIT_RESULT,
    /* normalise */
    TRAIT_NORMAL_CHECKED,
    TRAIT_NORMAL_SCHEME,
    TRAIT_NORMAL_HOST,
    TRAIT_NORMAL_HEX,
    TRAIT_NORMAL_ESCAPES,
    TRAIT_NORMAL_DOTS,
    TRAIT_NORMAL_PORT,
    TRAIT_NORMAL_PATH,
    TRAIT_NORMAL_LOCAL,
    TRAIT_EQUIVALENT,
    TRAIT_EQUIVALENT_SLASHES,
    TRAIT_COUNT
} trait_id;

/* The operations that the model answers. */
typedef enum model_op {
    MODEL_PARSE,
    MODEL_RESOLVE,
    MODEL_NORMALIZE,
    MODEL_EQUIVALENT,
    MODEL_OPS
} model_op;

/* What a person can do if one side of a check has the value and the other has not. */
typedef enum trait_risk {
    TRAIT_RISK_HOST,   /* the text leads to another host */
    TRAIT_RISK_ACCESS, /* to another port, user or resource of the host */
    TRAIT_RISK_ACCEPT, /* one side rejects what the other uses */
    TRAIT_RISK_FORM,   /* they differ in how the same is written */
    TRAIT_RISKS
} trait_risk;

extern const char *const trait_risks[TRAIT_RISKS];

enum { TRAIT_VALUES_MAX = 11, TRAIT_WITNESSES_MAX = 10 };

typedef struct trait_value {
    const char *id;
    const char *does; /* completes "X is RFC 3986, except that it ..." */
} trait_value;

typedef struct trait {
    struct {
        const char *id;   /* "userinfo.at" */
        const char *part; /* as the protocol names it; or "text", "authority", "result" */
        trait_risk risk;
        const char *clause; /* of RFC 3986, that decides it */
    };
    const char *asks; /* the question */
    /* Up to a NULL id. Of a set of octets, none. RFC 3986 always allows the first: it is the value
     * of the literal reference under its default readings. */
    trait_value values[TRAIT_VALUES_MAX + 1];
    /* Texts of which at least one tells each two values apart. A `~` stands for a
     * scheme and its colon, of each kind of scheme or none; `\\0` for a NUL. A tab is between base
     * and reference. */
    const char *witnesses[TRAIT_WITNESSES_MAX + 1];
} trait;

/* Static. */
extern const trait traits[TRAIT_COUNT];

/* Returns how many values a trait has; 0 of a set of octets. */
unsigned trait_value_count(trait_id id);

/* Returns the risk of a value: the trait's, but for some that are worse; and what is rejected leads
 * nowhere. */
trait_risk trait_risk_of(trait_id id, unsigned value);

/* The values that a specification allows in an operation, as bits; RFC 3986 these. */
typedef unsigned allowed_values(trait_id id, model_op op);
allowed_values trait_allowed;

/* Returns the trait of that id; TRAIT_COUNT if there is none. */
trait_id trait_named(const char *id);

#endif
