/* SPDX-License-Identifier: MIT */
/* The notations of grammars. */
#ifndef URIPROOF_GRAMMAR_NOTATIONS_H
#define URIPROOF_GRAMMAR_NOTATIONS_H

#include "nodes.h"

/* Read the whole text, one notation each. */
void grammar_read_bnf(grammar_reader *reader);
void grammar_read_abnf(grammar_reader *reader);

#endif
