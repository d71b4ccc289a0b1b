/* SPDX-License-Identifier: MIT */
/* What a trait is, for people. */
#ifndef URIPROOF_CLI_EXPLAIN_TRAIT_H
#define URIPROOF_CLI_EXPLAIN_TRAIT_H

#include "commands.h"

/* Returns the clause of the trait that the id names: "userinfo.at", "userinfo.at=last", or a class
 * of differences that ends with one; NULL if it names no trait. */
const char *trait_clause_of(const char *id);

/* Prints the question that the trait is, its values, the parsers that have each by the profiles
 * that are kept of them, and what an attacker gets. */
void put_trait(const invocation *call, const data_paths *paths, const char *id);

#endif
