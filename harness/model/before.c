/* SPDX-License-Identifier: MIT */
/* What is done to a text before it is read. */
#include "stages.h"
#include "values.h"

static bool is_plain(char c)
{
    return c > 0x20 && c < 0x7f;
}

static bool is_no_line_end(char c)
{
    return c != '\t' && c != '\n' && c != '\r';
}

/* Returns true if that value of stripping strips the octet. */
static bool is_stripped(unsigned value, char c)
{
    return (c == ' ' && value == STRIP_BLANKS) || (is_white(c) && value == STRIP_WHITE) ||
           ((unsigned char)c <= ' ' && value == STRIP_CONTROLS);
}

/* An octet up to a space may be stripped by some value. */
static void strip(way *w, uriproof_span *text)
{
    if (text->length > 0 && (unsigned char)*text->octets <= ' ') {
        const unsigned value = value_of(w, TRAIT_LEADING);
        while (text->length > 0 && is_stripped(value, *text->octets))
            *text = span_after(*text, 1);
    }
    if (text->length > 0 && (unsigned char)text->octets[text->length - 1] <= ' ') {
        const unsigned value = value_of(w, TRAIT_TRAILING);
        if (value == TRAILING_LINE_END && text->octets[text->length - 1] == '\n')
            text->length--;
        while (text->length > 0 && is_stripped(value, text->octets[text->length - 1]))
            text->length--;
    }
}

static void remove_line_ends(way *w, uriproof_span *text)
{
    const size_t start = w->room->length;
    for (size_t i = 0; i < text->length; i++)
        if (is_no_line_end(text->octets[i]))
            room_put(w->room, text->octets[i]);
    *text = room_since(w->room, start);
}

bool stage_before(way *w, uriproof_span *text)
{
    if (are_all(*text, is_plain))
        return true;
    const char *nul = find(*text, '\0');
    if (nul != NULL && value_of(w, TRAIT_NUL) == NUL_END)
        *text = span_from(text->octets, nul);
    strip(w, text);
    if (!are_all(*text, is_no_line_end) && value_of(w, TRAIT_LINE_ENDS) == LINE_ENDS_REMOVED)
        remove_line_ends(w, text);
    return are_all(*text, is_ascii) || value_of(w, TRAIT_UTF8) == UTF8_OCTETS ||
           uriproof_is_utf8(*text);
}
