/* SPDX-License-Identifier: MIT */
/* What the other parsers at hand make of a text that a tested parser accepts and should reject: a
 * text is dangerous if they see another host in it. */
#ifndef URIPROOF_CLI_CMD_TEST_OTHERS_H
#define URIPROOF_CLI_CMD_TEST_OTHERS_H

#include "testing.h"

typedef struct others others;

/* Returns the parsers at hand, of which none is started yet. */
others *others_new(const testing *t);

/* Asks them about the smallest input of a cause. Returns in words which host the tested parser sees
 * there, and whether they see another one, which the caller frees; NULL if that is no question: the
 * parser does not accept a text that it should reject, or the run was stopped. */
char *others_words(others *o, const uriproof_results *results, const cause *one);

void others_free(others *o);

#endif
