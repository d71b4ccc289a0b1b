/* SPDX-License-Identifier: MIT */
#include "refusal.h"

#include <string.h>

const char *last_part_read(const uriproof_generic *generic)
{
    if (uriproof_present(generic->fragmentid))
        return "fragmentid";
    return uriproof_present(generic->search) ? "search" : "path";
}

/* The clause that an octet offends wherever it stands, or NULL. "Unsafe characters" would name
 * some of them too, but recommends; it is the syntax that does not allow them. No production of
 * one character has the octet, and the prose does not give it a place either: RFC 1630's BNF calls
 * the space reserved, and uses it nowhere. */
static const char *clause_of_octet(unsigned sets, const refusal_clauses *clauses)
{
    if ((sets & NATIONAL) != 0)
        return clauses->national;
    if ((sets & PUNCTUATION) != 0)
        return clauses->punctuation;
    return (sets & ~(unsigned)BNF_RESERVED) == 0 ? clauses->disallowed : NULL;
}

static const char *clause_of_production(const char *production, const refusal_clauses *clauses)
{
    const struct {
        const char *production;
        const char *clause;
    } rows[] = {
        {"escape", clauses->escape}, {"scheme", clauses->scheme}, {"uri", clauses->uri},
        {"path", clauses->path},     {"search", clauses->search},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(production, rows[i].production) == 0)
            return rows[i].clause;
    return clauses->fragmentid;
}

void explain_refusal(const reader *r, const unsigned char *start, const refusal_clauses *clauses,
                     uriproof_refusal *refusal)
{
    const unsigned char *at = r->broken_escape != NULL ? r->broken_escape : r->at;
    const char *production = r->broken_escape != NULL ? "escape" : r->production;
    const char *clause = NULL;
    if (r->broken_escape == NULL && at != r->end)
        clause = clause_of_octet(r->sets[*at], clauses);
    if (clause == NULL)
        clause = clause_of_production(production, clauses);
    *refusal = (uriproof_refusal){production, (size_t)(at - start), clause};
}
