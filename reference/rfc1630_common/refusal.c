/* SPDX-License-Identifier: MIT */
#include "refusal.h"

#include <string.h>

const char *last_part_read(const uriproof_generic *generic)
{
    if (uriproof_present(generic->fragmentid))
        return "fragmentid";
    return uriproof_present(generic->search) ? "search" : "path";
}

/* Returns the clause that forbids an octet everywhere, or NULL if there is no such clause.
 *
 * Only the clauses of the syntax count. The section "Unsafe characters" names some of these octets
 * too, but it only recommends. An octet in no set is disallowed: no rule has it, and the prose does
 * not mention it. The same holds for the space, which RFC 1630's BNF calls reserved, but uses
 * nowhere. */
static const char *clause_of_octet(unsigned sets, const refusal_clauses *clauses)
{
    if ((sets & NATIONAL) != 0)
        return clauses->national;
    if ((sets & PUNCTUATION) != 0)
        return clauses->punctuation;
    return (sets & ~(unsigned)BNF_RESERVED) == 0 ? clauses->disallowed : NULL;
}

/* Returns the clause of the rule that rejects the text. The only rule not in the table is
 * fragmentid. */
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
