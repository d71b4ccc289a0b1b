/* SPDX-License-Identifier: MIT */
/* Findings, as the tables have them. */
#ifndef URIPROOF_FINDINGS_LIST_H
#define URIPROOF_FINDINGS_LIST_H

#include "database.h"

/* Reads all that is in the store, in the transaction that has begun. After a fault the list is not
 * whole. */
void list_read(findings *f, finding_list *list);

#endif
