/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_WWW_GENERIC_PARSE_H
#define URIPROOF_WWW_GENERIC_PARSE_H

#include <uriproof/reference.h>

/* A dialect's own parse: does `uri` match `fragmentaddress`, and what are its parts? */
typedef bool generic_parse(uriproof_span uri, const uriproof_readings *readings,
                           uriproof_generic *generic, uriproof_refusal *refusal);

#endif
