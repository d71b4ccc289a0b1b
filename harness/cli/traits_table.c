/* SPDX-License-Identifier: MIT */
#include "traits_table.h"

#include "model/learn.h"

#include <stdio.h>

/* Writes words of the table, which may have what Markdown reads. */
static void put_words(const char *words)
{
    for (; *words != '\0'; words++)
        printf(*words == '|' || *words == '\\' || *words == '_' || *words == '*' || *words == '#' ||
                       *words == '`' || *words == '<'
                   ? "\\%c"
                   : "%c",
               *words);
}

/* Returns true if RFC 3986 allows the value in each operation. */
static bool is_allowed(trait_id id, unsigned value)
{
    unsigned allowed = ~0U;
    for (unsigned op = 0; op < MODEL_OPS; op++)
        allowed &= trait_allowed(id, (model_op)op);
    return (allowed >> value & 1) != 0;
}

static void put_values(trait_id id)
{
    const trait *t = &traits[id];
    if ((unsigned)id < OCTET_PARTS)
        fputs("a set of octets", stdout);
    for (unsigned v = 0; v < trait_value_count(id); v++) {
        printf("%s%u. ", v > 0 ? "<br>" : "", v + 1);
        printf(is_allowed(id, v) ? "**`%s`** " : "`%s` ", t->values[v].id);
        put_words(t->values[v].does);
    }
}

void put_traits_table(void)
{
    puts("| trait | question | values | risk | clause |\n|---|---|---|---|---|");
    for (unsigned id = 0; id < TRAIT_COUNT; id++) {
        printf("| `%s` | ", traits[id].id);
        put_words(traits[id].asks);
        fputs(" | ", stdout);
        put_values((trait_id)id);
        printf(" | %s | `%s` |\n", trait_risks[traits[id].risk], traits[id].clause);
    }
}
