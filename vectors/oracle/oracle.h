/* SPDX-License-Identifier: MIT */
/*
 * A second implementation of each specification. It is naive and literal: its steps rewrite short
 * texts as the words say. The generator takes the expected answers from it. The fuzzers and the
 * tests compare the reference with it. The oracle never calls the reference, and the reference
 * never calls the oracle. They only share the types of uriproof/reference.h and its table of
 * dialects, which has the names of the readings.
 */
#ifndef URIPROOF_ORACLE_ORACLE_H
#define URIPROOF_ORACLE_ORACLE_H

#include "decode.h"
#include "production.h"
#include "rfc1630.h"
#include "rfc3986.h"
#include "short_string.h"
#include "url_syntax.h"
#include "whatwg_writing.h"

#endif
