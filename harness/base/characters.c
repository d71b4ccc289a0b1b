/* SPDX-License-Identifier: MIT */
#include "characters.h"

#include <stdlib.h>
#include <string.h>

bool uriproof_is_plain_link(const char *text)
{
    static const char start[] = "https://";
    static const char taken[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-._~:/?#@!$&*+,;=%";
    const size_t length = sizeof start - 1;
    return strncmp(text, start, length) == 0 && text[length] != '\0' &&
           text[strspn(text, taken)] == '\0';
}

bool uriproof_all_printable(uriproof_span octets)
{
    size_t i = 0;
    while (i < octets.length && uriproof_is_printable(octets.octets[i]))
        i++;
    return i == octets.length;
}

int print_octets(FILE *out, uriproof_span octets)
{
    int columns = 0;
    for (size_t i = 0; i < octets.length; i++) {
        unsigned char octet = (unsigned char)octets.octets[i];
        columns += fprintf(out, uriproof_is_printable(octets.octets[i]) ? "%c" : "\\x%02x", octet);
    }
    return columns;
}

/* ---- Hexadecimal ---- */

static const char hex_digits[] = "0123456789abcdef";

int uriproof_hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool uriproof_is_hexadecimal(const char *digits)
{
    size_t length = strlen(digits);
    return length % 2 == 0 && strspn(digits, hex_digits) == length;
}

void uriproof_hex_decode(const char *digits, size_t length, char *octets)
{
    for (size_t i = 0; i < length; i += 2)
        octets[i / 2] =
            (char)(uriproof_hex_value(digits[i]) * 16 + uriproof_hex_value(digits[i + 1]));
}

void uriproof_hex_encode(uriproof_span octets, char *digits)
{
    for (size_t i = 0; i < octets.length; i++) {
        unsigned char octet = (unsigned char)octets.octets[i];
        *digits++ = hex_digits[octet >> 4];
        *digits++ = hex_digits[octet & 0xf];
    }
}

/* ---- UTF-8 ---- */

/* smallest[n] is the smallest character that needs n octets. If a smaller one is written in n
 * octets, that is not UTF-8. */
static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};

size_t uriproof_utf8_decode(const char *text, size_t room, uint32_t *character)
{
    const unsigned char *octets = (const unsigned char *)text;
    unsigned char first = room > 0 ? octets[0] : 0x80; /* which begins no character */
    size_t length = first < 0x80   ? 1
                    : first < 0xC0 ? 0
                    : first < 0xE0 ? 2
                    : first < 0xF0 ? 3
                    : first < 0xF8 ? 4
                                   : 0;
    if (length == 0 || length > room)
        return 0;
    uint32_t value = length == 1 ? first : first & (0x7FU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((octets[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (octets[i] & 0x3FU);
    }
    bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < smallest[length] || value > 0x10FFFF || surrogate)
        return 0;
    *character = value;
    return length;
}

size_t uriproof_utf8_read(const char *text, uint32_t *character)
{
    return uriproof_utf8_decode(text, strnlen(text, 4), character);
}

bool uriproof_is_utf8(uriproof_span text)
{
    uint32_t character;
    for (size_t at = 0, length; at < text.length; at += length) {
        length = uriproof_utf8_decode(text.octets + at, text.length - at, &character);
        if (length == 0)
            return false;
    }
    return true;
}

/* ---- What is seen ---- */

/* Characters that a reader cannot see, or that change how others are seen: of Unicode 15 the
 * categories Cc, Cf, Zl and Zp, and what has the property Default_Ignorable_Code_Point; and the two
 * that XML does not count as characters. By ascending number. */
static const struct {
    uint32_t first;
    uint32_t last;
} hidden[] = {
    {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
    {0x600, 0x605},     {0x61C, 0x61C},     {0x6DD, 0x6DD},     {0x70F, 0x70F},
    {0x890, 0x891},     {0x8E2, 0x8E2},     {0x115F, 0x1160},   {0x17B4, 0x17B5},
    {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},
    {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool uriproof_is_seen(uint32_t character)
{
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0] && hidden[i].first <= character; i++)
        if (character <= hidden[i].last)
            return false;
    return true;
}

/* ---- Words ---- */

void put_printable(FILE *out, const char *words)
{
    while (*words != '\0') {
        uint32_t character;
        size_t length = uriproof_utf8_read(words, &character);
        bool seen = length > 0 && uriproof_is_seen(character);
        for (size_t left = length > 0 ? length : 1; left > 0; left--, words++) {
            if (seen)
                fputc(*words, out);
            else
                fprintf(out, "\\x%02x", (unsigned char)*words);
        }
    }
}

void print_shell_word(FILE *out, const char *word)
{
    static const char unquoted[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                   "-_./=:,+@%";
    if (*word != '\0' && word[strspn(word, unquoted)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    while (*word != '\0') {
        const size_t length = strcspn(word, "'");
        char *piece = strndup(word, length);
        put_printable(out, piece);
        free(piece);
        word += length;
        if (*word == '\'') {
            fputs("'\\''", out);
            word++;
        }
    }
    fputc('\'', out);
}

/* Is it an octet of a character of UTF-8, but not the first one? */
static bool continues(char octet)
{
    return ((unsigned char)octet & 0xC0) == 0x80;
}

static const char left_out[] = "...";

void add_word(char *list, size_t room, const char *word)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used > 0 ? ", " : "", word);
}

char *text_cut(char *text, size_t most)
{
    size_t length = strlen(text);
    if (length <= most)
        return text;
    length = most - strlen(left_out);
    while (length > 0 && continues(text[length]))
        length--;
    memcpy(text + length, left_out, sizeof left_out);
    return text;
}

char *text_cut_inside(char *text, size_t most)
{
    const size_t length = strlen(text);
    if (length <= most)
        return text;
    const size_t half = (most - strlen(left_out)) / 2;
    const char *end = text + length - half;
    while (continues(*end))
        end++;
    text_cut(text, half + strlen(left_out));
    memmove(text + strlen(text), end, strlen(end) + 1);
    return text;
}
