/* SPDX-License-Identifier: MIT */
/* The notations of grammars. */
#ifndef URIPROOF_GRAMMAR_NOTATIONS_H
#define URIPROOF_GRAMMAR_NOTATIONS_H

#include "nodes.h"

/* Read the whole text, one notation each. */
bool grammar_read_bnf(grammar_reader *reader);
bool grammar_read_abnf(grammar_reader *reader);

#endif
