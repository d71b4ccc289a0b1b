/* SPDX-License-Identifier: MIT */
/* The profiles that are kept beside the adapters: LANGUAGE/profiles/NAME.json. */
#ifndef URIPROOF_CLI_KEPT_PROFILES_H
#define URIPROOF_CLI_KEPT_PROFILES_H

#include "parsers.h"

#include "profiles/profiles.h"

/* Adds the kept profiles of an adapter, if there are some: one for each version that is kept. Says
 * on standard error what is wrong with a file that cannot be read, which is left out. */
void kept_profiles_add(const invocation *call, profile_records *to, const manifest *entry);

/* Returns the profile of the parser if it is of that version; else NULL. */
const profile *kept_profile_of(const profile_records *in, const char *parser, const char *version);

#endif
