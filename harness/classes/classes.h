/* SPDX-License-Identifier: MIT */
/* Where the answers of several parsers part: groups of equal answers, classes of differences. */
#ifndef URIPROOF_CLASSES_CLASSES_H
#define URIPROOF_CLASSES_CLASSES_H

#include "chain.h"
#include "class.h"
#include "groups.h"
#include "places.h"
#include "reply.h"
#include "text_classes.h"
#include "together.h"

#endif
