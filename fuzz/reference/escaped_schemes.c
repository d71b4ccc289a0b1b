/* SPDX-License-Identifier: MIT */
/* Tests many random texts with escapes in the scheme, in each dialect with all readings at their
 * defaults. If a property of scheme_forms.h does not hold for a text, the program prints the text
 * and aborts. The same seed gives the same texts. */
#include "scheme_forms.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES = 64, EXIT_USAGE = 2 };

static const char usage[] = "usage: escaped-schemes [COUNT [SEED]]\n\n"
                            "Asks each dialect for the canonical forms of COUNT texts with an "
                            "escape in the scheme (1000000\n"
                            "unless told), and compares them by threes; prints what it found.\n";

/* Returns the next number of the generator xorshift64*, which has a period of 2^64 - 1. */
static uint64_t next_number(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static bool read_number(const char *words, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(words, &end, 10);
    return errno == 0 && *words >= '0' && *words <= '9' && *end == '\0' && *number > 0;
}

/* Asks until `wanted` of the texts that match have an escape in the scheme. In RFC 3986 a scheme
 * has no escapes, so there it asks about `wanted` texts. */
static void ask(const uriproof_dialect *dialect, uint64_t wanted, uint64_t seed)
{
    scheme_counts counts = {0};
    bool none = strcmp(dialect->name, "rfc3986") == 0;
    while ((none ? counts.texts : counts.escaped) < wanted) {
        uint8_t octets[CHOICES];
        for (size_t i = 0; i < sizeof octets; i++)
            octets[i] = (uint8_t)(next_number(&seed) >> 32);
        fuzz_input input = {.dialect = dialect};
        scheme_forms_check(&input, octets, sizeof octets, &counts);
    }
    printf("%s: %zu texts, %zu derive, %zu with escapes in the scheme; pairs: %zu identical, %zu "
           "not, %zu undefined\n",
           dialect->name, counts.texts, counts.derived, counts.escaped, counts.equal,
           counts.unequal, counts.undefined);
}

int main(int argc, char **argv)
{
    uint64_t wanted = 1000000, seed = 1630;
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    if (argc > 3 || (argc > 1 && !read_number(argv[1], &wanted)) ||
        (argc > 2 && !read_number(argv[2], &seed))) {
        fputs(usage, stderr);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < count; i++)
        if (dialects[i]->parse != NULL)
            ask(dialects[i], wanted, seed);
    return 0;
}
