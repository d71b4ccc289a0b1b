/* SPDX-License-Identifier: MIT */
#include "traits.h"
#include "values.h"

#include <string.h>

const char *const trait_risks[TRAIT_RISKS] = {"host", "access", "accept", "form"};

/* The operations in which RFC 3986 allows a value, as bits: all; all but parse, which does not
 * normalize; those that compare or write normal forms. */
enum {
    IN_EACH = (1 << MODEL_OPS) - 1,
    IN_EACH_BUT_PARSE = IN_EACH & ~(1 << MODEL_PARSE),
    IN_NORMAL_FORMS = 1 << MODEL_NORMALIZE | 1 << MODEL_EQUIVALENT
};

/* clang-format off */
#define OCTETS(id, part, risk, clause) \
    {{part ".octets", part, risk, clause}, "Which octets does it take in the " part "?", \
     {{NULL, NULL, 0}}, {NULL}},
#define TRAIT(id, name, part, risk, clause, asks) {{name, part, risk, clause}, asks, {
#define VALUE(id, name, does) {name, does, 0},
#define ALLOWED(id, name, does) {name, does, IN_EACH},
#define LATER(id, name, does) {name, does, IN_EACH_BUT_PARSE},
#define IN_FORMS(id, name, does) {name, does, IN_NORMAL_FORMS},
#define WITNESSES(...) {NULL, NULL, 0}}, {__VA_ARGS__, NULL}},
/* clang-format on */
const trait traits[TRAIT_COUNT] = {
#include "table.h"
};

unsigned trait_value_count(trait_id id)
{
    unsigned count = 0;
    while (traits[id].values[count].id != NULL)
        count++;
    return count;
}

trait_risk trait_risk_of(trait_id id, unsigned value)
{
    const bool decodes = id >= TRAIT_ESCAPES && id < TRAIT_FRAGMENT_ESCAPES;
    const bool encodes = id >= TRAIT_ENCODED && id < TRAIT_FRAGMENT_ENCODED;
    /* Delimiters of the part are decoded, too; or another octet is written. */
    if ((decodes && value == ESCAPES_DECODED) || (encodes && value == ENCODED_UNDERSCORES))
        return id == TRAIT_HOST_ESCAPES || id == TRAIT_HOST_ENCODED ? TRAIT_RISK_HOST
                                                                    : TRAIT_RISK_ACCESS;
    if (id == TRAIT_PORT_EMPTY && value == PORT_EMPTY_HOST) /* its colon is part of the host */
        return TRAIT_RISK_HOST;
    const char *does = traits[id].values[value].does;
    const bool rejects = does != NULL && strncmp(does, "rejects ", strlen("rejects ")) == 0;
    return rejects ? TRAIT_RISK_ACCEPT : traits[id].risk;
}

unsigned trait_allowed(trait_id id, model_op op)
{
    unsigned values = 1; /* the first */
    for (unsigned v = 1; v < trait_value_count(id); v++)
        values |= (traits[id].values[v].allowed >> op & 1) << v;
    return values;
}

trait_id trait_named(const char *id)
{
    unsigned i = 0;
    while (i < TRAIT_COUNT && strcmp(traits[i].id, id) != 0)
        i++;
    return (trait_id)i;
}
