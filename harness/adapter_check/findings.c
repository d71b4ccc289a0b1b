/* SPDX-License-Identifier: MIT */
/* What was found, told as a finding of the step that goes on. */
#include "check_state.h"

#include <stdarg.h>

enum { SEEN_ROOM = 400 };

void check_name_step(check_state *k, const char *start, const char *word, const char *end)
{
    snprintf(k->what_room, sizeof k->what_room, "%s%s%s", start, word, end);
    k->what = k->what_room;
}

static void tell(check_state *k, verdict v, const char *remedy, const char *format,
                 va_list arguments)
{
    char words[SEEN_ROOM];
    vsnprintf(words, sizeof words, format, arguments);
    finding found = {v, k->what, words, remedy, k->talk, false};
    k->options->tell(k->options->self, &found);
}

void check_fine(check_state *k, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(k, VERDICT_OK, "", format, arguments);
    va_end(arguments);
}

void check_say(check_state *k, verdict v, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(k, v, remedy, format, arguments);
    va_end(arguments);
}

void check_tell_errors(check_state *k)
{
    finding found = {VERDICT_OK, k->what, "it wrote", "", k->talk, true};
    k->options->tell(k->options->self, &found);
}

void check_well(check_state *k)
{
    check_fine(k, "%s", "");
}
