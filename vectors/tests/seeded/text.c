/* SPDX-License-Identifier: MIT */
/* Texts for seeded faults: taken apart, put together, kept until the next request. */
#include "seeded.h"

#include <stdlib.h>
#include <string.h>

typedef struct kept {
    struct kept *next;
    char octets[];
} kept;

char *seeded_room(seeded *p, size_t length)
{
    kept *one = calloc(1, sizeof *one + length + 1);
    if (one == NULL)
        abort();
    one->next = p->kept;
    p->kept = one;
    return one->octets;
}

void seeded_forget(seeded *p)
{
    while (p->kept != NULL) {
        kept *next = p->kept->next;
        free(p->kept);
        p->kept = next;
    }
    cJSON_Delete(p->detail);
    p->detail = NULL;
}

uriproof_span join(seeded *p, size_t count, const uriproof_span *texts)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += texts[i].length;
    char *octets = seeded_room(p, length), *to = octets;
    for (size_t i = 0; i < count; i++) {
        if (texts[i].length > 0)
            memcpy(to, texts[i].octets, texts[i].length);
        to += texts[i].length;
    }
    return (uriproof_span){octets, length};
}

uriproof_span between(uriproof_span text, size_t begin, size_t end)
{
    return (uriproof_span){text.octets + begin, end - begin};
}

uriproof_span from(uriproof_span text, size_t begin)
{
    return between(text, begin, text.length);
}

bool begins(uriproof_span text, const char *with)
{
    size_t length = strlen(with);
    return text.length >= length && memcmp(text.octets, with, length) == 0;
}

bool ends(uriproof_span text, const char *with)
{
    size_t length = strlen(with);
    return text.length >= length && begins(from(text, text.length - length), with);
}

size_t first_of(uriproof_span text, const char *any)
{
    size_t i = 0;
    while (i < text.length && (text.octets[i] == '\0' || strchr(any, text.octets[i]) == NULL))
        i++;
    return i;
}

size_t last_of(uriproof_span text, char octet)
{
    size_t i = text.length;
    while (i > 0 && text.octets[i - 1] != octet)
        i--;
    return i > 0 ? i - 1 : text.length;
}

size_t place_of(uriproof_span text, const char *words)
{
    size_t i = 0;
    while (i < text.length && !begins(from(text, i), words))
        i++;
    return i;
}

bool holds(uriproof_span text, const char *any)
{
    return first_of(text, any) < text.length;
}

bool in_set(const char *set, unsigned char octet)
{
    if (octet == 0)
        octet = 1;
    for (const unsigned char *s = (const unsigned char *)set; *s != '\0'; s++) {
        if (s[1] == '-' && s[2] != '\0') {
            if (s[0] <= octet && octet <= s[2])
                return true;
            s += 2;
        } else if (*s == octet) {
            return true;
        }
    }
    return false;
}

static int hex_value(char octet)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = octet != '\0' ? strchr(digits, octet) : NULL;
    if (at == NULL)
        return -1;
    return at - digits < 16 ? (int)(at - digits) : (int)(at - digits) - 6;
}

bool is_escape(uriproof_span text, size_t at, unsigned char *octet)
{
    if (at + 2 >= text.length || text.octets[at] != '%')
        return false;
    int high = hex_value(text.octets[at + 1]), low = hex_value(text.octets[at + 2]);
    if (high < 0 || low < 0)
        return false;
    *octet = (unsigned char)(high * 16 + low);
    return true;
}

uriproof_span undone(seeded *p, uriproof_span text, const char *set)
{
    char *octets = seeded_room(p, text.length);
    size_t length = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet;
        if (is_escape(text, i, &octet) && in_set(set, octet)) {
            octets[length++] = (char)octet;
            i += 2;
        } else {
            octets[length++] = text.octets[i];
        }
    }
    return (uriproof_span){octets, length};
}

uriproof_span replaced(seeded *p, uriproof_span text, char octet, const char *words)
{
    size_t longest = strlen(words), length = 0;
    char *octets = seeded_room(p, text.length * (longest + 1));
    for (size_t i = 0; i < text.length; i++) {
        if (text.octets[i] == octet) {
            memcpy(octets + length, words, longest);
            length += longest;
        } else {
            octets[length++] = text.octets[i];
        }
    }
    return (uriproof_span){octets, length};
}

five split(uriproof_span text)
{
    five parts = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    size_t colon = first_of(text, ":/?#");
    if (colon > 0 && colon < text.length && text.octets[colon] == ':') {
        parts.scheme = between(text, 0, colon);
        text = from(text, colon + 1);
    }
    size_t hash = first_of(text, "#");
    if (hash < text.length)
        parts.fragment = from(text, hash + 1);
    text.length = hash;
    size_t question = first_of(text, "?");
    if (question < text.length)
        parts.query = from(text, question + 1);
    text.length = question;
    if (begins(text, "//")) {
        size_t slash = 2 + first_of(from(text, 2), "/");
        parts.authority = between(text, 2, slash);
        text = from(text, slash);
    }
    parts.path = text;
    return parts;
}

uriproof_span compose(seeded *p, const five *parts)
{
    const uriproof_span none = {NULL, 0};
    return JOIN(p, parts->scheme, uriproof_present(parts->scheme) ? LIT(":") : none,
                uriproof_present(parts->authority) ? LIT("//") : none, parts->authority,
                parts->path, uriproof_present(parts->query) ? LIT("?") : none, parts->query,
                uriproof_present(parts->fragment) ? LIT("#") : none, parts->fragment);
}
