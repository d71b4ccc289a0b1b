/* SPDX-License-Identifier: MIT */
/* What is done to a text before it is read. */
#include "stages.h"
#include "values.h"

#include <string.h>

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

static bool is_line_end(char c)
{
    return c == '\t' || c == '\n' || c == '\r';
}

/* Returns true if that value of stripping strips the octet. */
static bool is_stripped(unsigned value, char c)
{
    switch (value) {
    case STRIP_BLANKS:
        return c == ' ';
    case STRIP_WHITE:
        return c == ' ' || (c >= '\t' && c <= '\r');
    case STRIP_CONTROLS:
        return c == ' ' || (unsigned char)c < 0x20;
    default:
        return false;
    }
}

/* Returns true if an octet may be stripped by some value. */
static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

static void strip(way *w, uriproof_span *text)
{
    if (text->length > 0 && is_blank(text->octets[0])) {
        const unsigned value = value_of(w, TRAIT_LEADING);
        while (text->length > 0 && is_stripped(value, text->octets[0])) {
            text->octets++;
            text->length--;
        }
    }
    if (text->length > 0 && is_blank(text->octets[text->length - 1])) {
        const unsigned value = value_of(w, TRAIT_TRAILING);
        if (value == STRIP_LINE_END && text->octets[text->length - 1] == '\n')
            text->length--;
        while (text->length > 0 && is_stripped(value, text->octets[text->length - 1]))
            text->length--;
    }
}

static void remove_line_ends(way *w, uriproof_span *text)
{
    const size_t start = w->room->length;
    for (size_t i = 0; i < text->length; i++)
        if (!is_line_end(text->octets[i]))
            room_put(w->room, text->octets[i]);
    *text = room_since(w->room, start);
}

static bool has_control(uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (is_control(text.octets[i]))
            return true;
    return false;
}

static bool has_high(uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.octets[i] >= 0x80)
            return true;
    return false;
}

static bool is_utf8(uriproof_span text)
{
    for (size_t i = 0, length; i < text.length; i += length) {
        length = utf8_length((const unsigned char *)text.octets + i, text.length - i);
        if (length == 0)
            return false;
    }
    return true;
}

/* Returns true if all octets are of ASCII, and none is a space or a control. */
static bool is_plain(uriproof_span text)
{
    size_t i = 0;
    while (i < text.length && text.octets[i] > 0x20 && text.octets[i] < 0x7f)
        i++;
    return i == text.length;
}

bool stage_before(way *w, uriproof_span *text)
{
    if (is_plain(*text))
        return true;
    const char *nul = text->length > 0 ? memchr(text->octets, '\0', text->length) : NULL;
    if (nul != NULL && value_of(w, TRAIT_NUL) == NUL_END)
        *text = span_from(text->octets, nul);
    strip(w, text);
    if (has_control(*text)) {
        const unsigned value = value_of(w, TRAIT_LINE_ENDS);
        if (value == LINE_ENDS_REJECTED)
            return false;
        if (value == LINE_ENDS_REMOVED)
            remove_line_ends(w, text);
    }
    return !has_high(*text) || value_of(w, TRAIT_UTF8) == UTF8_OCTETS || is_utf8(*text);
}
