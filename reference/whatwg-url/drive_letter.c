/* SPDX-License-Identifier: MIT */
/* Section "URL miscellaneous": Windows drive letters. */
#include "parser.h"

bool whatwg_is_drive_letter(const unsigned char *octets, size_t length)
{
    return length == 2 && is_in_set(octets[0], ASCII_ALPHA) &&
           (octets[1] == ':' || octets[1] == '|');
}

bool whatwg_is_normalized_drive_letter(const char *octets, size_t length)
{
    return length == 2 && is_in_set((unsigned char)octets[0], ASCII_ALPHA) && octets[1] == ':';
}

/* Its length is at least 2, its first two code points are a Windows drive letter, and its length is
 * 2 or its third code point is "/", "\", "?" or "#". */
bool whatwg_starts_with_drive_letter(const parser *p)
{
    if (p->pointer == p->end)
        return false;
    const unsigned char *second = after_tabs(p, p->pointer + 1);
    if (second == p->end ||
        !whatwg_is_drive_letter((const unsigned char[]){*p->pointer, *second}, 2))
        return false;
    const unsigned char *third = after_tabs(p, second + 1);
    return third == p->end || *third == '/' || *third == '\\' || *third == '?' || *third == '#';
}
