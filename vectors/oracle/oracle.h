/* SPDX-License-Identifier: MIT */
/*
 * Each specification, read a second time: naively and literally, by steps that rewrite short texts.
 * The generator, the fuzzers and the tests hold the reference against it. It never asks the
 * reference, and the reference never asks it: all that they share is the types of
 * uriproof/reference.h, and its table of dialects, for the names of the readings.
 */
#ifndef URIPROOF_ORACLE_ORACLE_H
#define URIPROOF_ORACLE_ORACLE_H

#include "decode.h"
#include "production.h"
#include "rfc1630.h"
#include "rfc3986.h"
#include "short_string.h"
#include "url_syntax.h"

#endif
