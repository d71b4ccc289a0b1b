/* SPDX-License-Identifier: MIT */
/* The values of the traits by name, as the table has them. Only for the files of the model and its
 * tests. */
#ifndef URIPROOF_MODEL_VALUES_H
#define URIPROOF_MODEL_VALUES_H

/* clang-format off */
#define OCTETS(id, part, risk, clause)
#define TRAIT(id, name, part, risk, clause, asks) enum {
#define VALUE(id, name, does) id,
#define ALLOWED VALUE
#define LATER VALUE
#define IN_FORMS VALUE
#define WITNESSES(...) };
/* clang-format on */
#include "table.h"

#endif
