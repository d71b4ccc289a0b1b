/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_WWW_GENERIC_PARSE_H
#define URIPROOF_WWW_GENERIC_PARSE_H

#include <uriproof/reference.h>

/* The parser of a dialect. It returns true if `uri` matches `fragmentaddress`, and then fills in
 * *generic. */
typedef bool generic_parse(uriproof_span uri, const uriproof_readings *readings,
                           uriproof_generic *generic, uriproof_refusal *refusal);

#endif
