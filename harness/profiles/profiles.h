/* SPDX-License-Identifier: MIT */
/* Profiles that are kept: read, written, compared; and what they do not explain. */
#ifndef URIPROOF_PROFILES_PROFILES_H
#define URIPROOF_PROFILES_PROFILES_H

#include "changes.h"
#include "record.h"
#include "specification.h"
#include "unexplained.h"

#endif
