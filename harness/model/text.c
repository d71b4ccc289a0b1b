/* SPDX-License-Identifier: MIT */
/* What the stages of the model find in a text, and how they write one. */
#include "stages.h"
#include "values.h"

/* ---- Reading ---- */

unsigned model_parts_equal(const uriproof_components *a, const uriproof_components *b)
{
    return 0U + uriproof_span_equal(a->scheme, b->scheme) + uriproof_span_equal(a->host, b->host) +
           uriproof_span_equal(a->port, b->port) + uriproof_span_equal(a->path, b->path) +
           uriproof_span_equal(a->query, b->query) + uriproof_span_equal(a->fragment, b->fragment);
}

const char *find_last(uriproof_span text, char octet)
{
    for (size_t i = text.length; i > 0; i--)
        if (text.octets[i - 1] == octet)
            return text.octets + i - 1;
    return NULL;
}

bool is_same(uriproof_span a, uriproof_span b)
{
    size_t i = 0;
    while (i < a.length && i < b.length && lower(a.octets[i]) == lower(b.octets[i]))
        i++;
    return i == a.length && i == b.length;
}

bool is_named(uriproof_span text, const char *name)
{
    return is_same(text, uriproof_span_of(name));
}

bool has_upper(uriproof_span text)
{
    size_t i = 0;
    while (i < text.length && lower(text.octets[i]) == text.octets[i])
        i++;
    return i < text.length;
}

bool is_unreserved(char c)
{
    return uriproof_is_letter(c) || uriproof_is_digit(c) || c == '-' || c == '.' || c == '_' ||
           c == '~';
}

int escape_at(uriproof_span text, size_t i)
{
    if (text.octets[i] != '%' || i + 2 >= text.length)
        return -1;
    const int high = uriproof_hex_value(text.octets[i + 1]);
    const int low = uriproof_hex_value(text.octets[i + 2]);
    return high >= 0 && low >= 0 ? high << 4 | low : -1;
}

uriproof_span without_zeros(uriproof_span digits)
{
    while (digits.length > 1 && *digits.octets == '0')
        digits = span_after(digits, 1);
    return digits;
}

bool exceeds(uriproof_span digits, const char *most)
{
    const size_t length = strlen(most);
    digits = without_zeros(digits);
    return digits.length > length ||
           (digits.length == length && memcmp(digits.octets, most, length) > 0);
}

/* ---- Writing ---- */

const char upper_digits[] = "0123456789ABCDEF", lower_digits[] = "0123456789abcdef";

void room_add(uriproof_buffer *room, uriproof_span text)
{
    if (text.length > 0)
        memcpy(room->octets + room->length, text.octets, text.length);
    room->length += text.length;
}

void room_escape(uriproof_buffer *room, char octet, const char *digits)
{
    room_put(room, '%');
    room_put(room, digits[(unsigned char)octet >> 4]);
    room_put(room, digits[octet & 15]);
}

uriproof_span room_decoded(uriproof_buffer *room, uriproof_span text)
{
    const size_t start = room->length;
    for (size_t i = 0; i < text.length; i++) {
        const int escaped = escape_at(text, i);
        room_put(room, escaped >= 0 ? (char)escaped : text.octets[i]);
        i += escaped >= 0 ? 2 : 0;
    }
    return room_since(room, start);
}

uriproof_span room_escaped(uriproof_buffer *room, const octet_set *set, uriproof_span text,
                           const char *also)
{
    const size_t start = room->length;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.octets[i];
        if (octet_in(set, (unsigned char)c) && !is_also(also, c))
            room_put(room, c);
        else
            room_escape(room, c, upper_digits);
    }
    return room_since(room, start);
}

uriproof_span room_join(uriproof_buffer *room, uriproof_span a, uriproof_span b, uriproof_span c)
{
    const size_t start = room->length;
    room_add(room, a);
    room_add(room, b);
    room_add(room, c);
    return room_since(room, start);
}

uriproof_span room_after(uriproof_buffer *room, const char *front, uriproof_span text)
{
    return room_join(room, uriproof_span_of(front), text, absent);
}

uriproof_span room_lower(uriproof_buffer *room, uriproof_span text, unsigned how)
{
    const size_t start = room->length;
    if (how == CASE_KEPT)
        return text;
    for (size_t i = 0; i < text.length; i++) {
        const bool kept = how == CASE_UNTIL_PERCENT && text.octets[i] == '%';
        const size_t length = kept                                           ? text.length - i
                              : how == CASE_LOWER && escape_at(text, i) >= 0 ? 3
                                                                             : 0;
        if (length == 0)
            room_put(room, lower(text.octets[i]));
        else
            room_add(room, (uriproof_span){text.octets + i, length});
        i += length > 0 ? length - 1 : 0;
    }
    return room_since(room, start);
}
