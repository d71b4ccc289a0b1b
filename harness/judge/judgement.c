/* SPDX-License-Identifier: MIT */
#include "judgement.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void judgement_say(judgement *j, const char *format, ...)
{
    size_t used = strlen(j->detail);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(j->detail + used, sizeof j->detail - used, format, arguments);
    va_end(arguments);
}
