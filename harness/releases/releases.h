/* SPDX-License-Identifier: MIT */
/* The releases of a package of npm: which there are between two, and in which order. */
#ifndef URIPROOF_RELEASES_RELEASES_H
#define URIPROOF_RELEASES_RELEASES_H

#include "npm.h"
#include "range.h"

#endif
