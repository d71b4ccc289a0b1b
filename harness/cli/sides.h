/* SPDX-License-Identifier: MIT */
/* The sides of a difference: which parsers see what, on the example of a class. */
#ifndef URIPROOF_CLI_SIDES_H
#define URIPROOF_CLI_SIDES_H

#include "survey/survey.h"

/* The parser that all others of a campaign are compared with. */
extern const char reference_parser[];

/* Returns who is on which side of a class of an export, which has the groups of its example: an
 * array of objects that have `sees`, printable words, and `parsers`. Those that reject are a side
 * of any class. Of a chain they are those who break it. The caller frees it. */
cJSON *sides_list(const cJSON *class);

/* Returns how many parsers are not on the biggest side: 0 if there is one side alone; of a
 * deviation how many have it or have it not, and of a chain how many break it. */
size_t sides_smaller(const cJSON *class);

/* Writes who is on which side: `host "c": last; host "b": 13 parsers`. Of a deviation it names
 * those who have it. */
void sides_put(FILE *out, const cJSON *class);

#endif
