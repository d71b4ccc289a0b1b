/* SPDX-License-Identifier: MIT */
#include "judgement.h"

#include <stdio.h>
#include <string.h>

void judgement_say(judgement *j, const char *words)
{
    size_t used = strlen(j->detail);
    snprintf(j->detail + used, sizeof j->detail - used, "%s", words);
}
