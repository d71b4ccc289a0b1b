/* SPDX-License-Identifier: MIT */
/* Why the parsers of a group answer as they do, by their kept profiles. */
#ifndef URIPROOF_CLI_ASKED_REASONS_H
#define URIPROOF_CLI_ASKED_REASONS_H

#include "asked.h"

/* Prints what each parser of the group changes of RFC 3986 that gives its answer: those of one
 * explanation together. Prints nothing of a parser without a profile, or whose profile does not
 * give the answer. */
void asked_put_reasons(const asked *r, size_t group);

/* Writes the same as the member "explanations" into the object that is open. */
void asked_write_reasons(json_writer *w, const asked *r, size_t group);

#endif
