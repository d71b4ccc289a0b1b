/* SPDX-License-Identifier: MIT */
/* The sides of a difference: how many parsers see what, on the example of a class. */
#ifndef URIPROOF_CLI_SIDES_H
#define URIPROOF_CLI_SIDES_H

#include "survey/survey.h"

/* The parser that all others of a campaign are compared with. */
extern const char reference_parser[];

typedef struct sides {
    size_t *accept; /* for each value of the part that differs, the parsers that see it; the most
                       first */
    size_t count;   /* of values */
    size_t reject, fail; /* parsers */
} sides;

/* Counts the parsers of a class of an export, which has the groups of its example. The caller frees
 * with sides_free. */
sides sides_of(const cJSON *class);

/* Returns how many parsers are not on the biggest side: 0 if there is one side alone. Parsers that
 * reject or fail are a side only if the class is about that. */
size_t sides_smaller(const sides *s, const cJSON *class);

/* Writes `13:4, 2 reject`. At most three values are told. */
void sides_put(FILE *out, const sides *s);

void sides_free(sides *s);

/* Returns who is on which side of a class of an export, which has the groups of its example: an
 * array of objects that have `sees`, printable words, and `parsers`. Those that reject are a side
 * of any class. Of a chain they are those who break it. The caller frees it. */
cJSON *sides_list(const cJSON *class);

/* Returns "NAME accepts" or "NAME rejects" for a class of what accepts and what rejects: NAME is
 * `parser` if that is on a side, and else the only parser of its side if there are several on the
 * other, or the reference alone. Sets *alone if NAME is the only one of its side. Returns NULL for
 * any other class. The caller frees it. */
char *sides_verdict(const cJSON *class, const char *parser, bool *alone);

#endif
