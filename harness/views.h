/* SPDX-License-Identifier: MIT */
/* The views of a parsed text: are two of them the same, as written or up to what the adapter says
 * that it gives? */
#ifndef URIPROOF_VIEWS_H
#define URIPROOF_VIEWS_H

#include "ways.h"

/* The parts `given` are those `expected`, as written, or else (then *up_to) up to what is declared
 * in `gives`. Only views that both have, or that can be put together from each other, count. */
bool parts_match(const uriproof_parts *expected, const uriproof_parts *given,
                 const gives_set *gives, bool *up_to);

/* The texts `expected` and `given` both derive in `dialect`, and their parts match so. */
bool texts_match(const uriproof_dialect *dialect, const uriproof_readings *readings,
                 uriproof_span expected, uriproof_span given, const gives_set *gives);

#endif
