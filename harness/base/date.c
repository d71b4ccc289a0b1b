/* SPDX-License-Identifier: MIT */
#include "date.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int64_t last_second = INT64_C(253402300799); /* of the year 9999 */

enum { MOST_DIGITS = 12 };

bool date_now(int64_t *seconds, uriproof_error *error)
{
    const char *set = getenv("SOURCE_DATE_EPOCH");
    *seconds = (int64_t)time(NULL);
    if (set == NULL)
        return true;
    const size_t length = strspn(set, "0123456789");
    const int64_t wanted = strtoll(set, NULL, 10); /* beyond its digits it is not used */
    if (length == 0 || length > MOST_DIGITS || set[length] != '\0' || wanted > last_second)
        return uriproof_error_set(error,
                                  "SOURCE_DATE_EPOCH is \"%.60s\", and must be a number of seconds "
                                  "since 1970, at most %jd: set it to one, or unset it",
                                  set, (intmax_t)last_second);
    *seconds = wanted;
    return true;
}
