/* SPDX-License-Identifier: MIT */
/* Two parsers, one that checks and one that fetches: in which ways they see another host. */
#ifndef URIPROOF_PAIR_PAIR_H
#define URIPROOF_PAIR_PAIR_H

#include "pair_search.h"
#include "ways.h"

#endif
