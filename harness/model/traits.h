/* SPDX-License-Identifier: MIT */
/*
 * A trait is one question to which specifications or parsers give different answers, such as "which
 * @ ends the userinfo?". This is the table of all of them. A row is what people read about a trait;
 * the stage of the model that reads it is what it means.
 *
 * To add a trait: a row of the table (table.h), and the one place of a stage that reads it.
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

/* The traits in the order of the way of a text: first the sets, by octet_part. Those that each part
 * has follow each other in the order of octet_part, from the one named TRAIT_PERCENT and so on. */
#define OCTETS(id, part, risk, clause)            id,
#define TRAIT(id, name, part, risk, clause, asks) id,
#define VALUE(id, name, does)
#define ALLOWED(id, name, does)
#define LATER(id, name, does)
#define IN_FORMS(id, name, does)
#define WITNESSES(...)
typedef enum trait_id {
#include "table.h"
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
    unsigned allowed; /* the operations in which RFC 3986 allows it, as bits, by model_op */
} trait_value;

typedef struct trait {
    struct {
        const char *id;   /* "userinfo.at" */
        const char *part; /* as the protocol names it; or "text", "authority", "result" */
        trait_risk risk;
        const char *clause; /* of RFC 3986, that decides it */
    };
    const char *asks; /* the question */
    /* Up to a NULL id. Of a set of octets, none. */
    trait_value values[TRAIT_VALUES_MAX + 1];
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
