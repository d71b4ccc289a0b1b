/* SPDX-License-Identifier: MIT */
/* The date that outputs have. */
#ifndef URIPROOF_BASE_DATE_H
#define URIPROOF_BASE_DATE_H

#include "error.h"

#include <stdint.h>

/* Sets *seconds to the time in seconds since 1970: that of the environment's SOURCE_DATE_EPOCH if
 * it is set, so that equal runs give equal octets; else now. Returns false and sets *error if
 * SOURCE_DATE_EPOCH is no number, or beyond the year 9999; *seconds is now then. A program asks at
 * its start, so that none of its outputs has another date than was wanted. */
bool date_now(int64_t *seconds, uriproof_error *error);

#endif
