/* SPDX-License-Identifier: MIT */
#include "text_form.h"

#include "base/base.h"

#include <string.h>

enum { ABSENT, EMPTY, FILLED };

/* The optional components first: form_with keeps some of them. */
typedef enum form_part {
    USERINFO,
    PORT,
    QUERY,
    FRAGMENT,
    SCHEME,
    AUTHORITY,
    PATH,
    PARTS
} form_part;
enum { OPTIONAL = FRAGMENT + 1 };

/* What a path is, in place of what a component is. */
enum { PATH_EMPTY, PATH_ABSOLUTE, PATH_ROOTLESS };

typedef struct form_parts {
    unsigned part[PARTS];
    bool plain;
} form_parts;

static bool is_letter_or_digit(char octet)
{
    return uriproof_is_letter(octet) || uriproof_is_digit(octet);
}

/* Notes that the component is there, and whether it is plain. `also` is an octet that may stand
 * there after another one, or NUL for none. */
static void note(form_parts *form, form_part part, uriproof_span text, char also)
{
    form->part[part] = text.length > 0 ? FILLED : EMPTY;
    for (size_t i = 0; i < text.length; i++) {
        bool may_stand =
            also != '\0' && text.octets[i] == also && i > 0 && text.octets[i - 1] != also;
        form->plain = form->plain && (is_letter_or_digit(text.octets[i]) || may_stand);
    }
}

/* Takes from the front of *rest all before the first octet of `stops`. */
static uriproof_span take(uriproof_span *rest, const char *stops)
{
    size_t end = 0;
    while (end < rest->length &&
           (rest->octets[end] == '\0' || strchr(stops, rest->octets[end]) == NULL))
        end++;
    uriproof_span taken = {rest->octets, end};
    *rest = (uriproof_span){rest->octets + end, rest->length - end};
    return taken;
}

/* Takes `delimiter` from the front of *rest; false if something else stands there. */
static bool take_delimiter(uriproof_span *rest, const char *delimiter)
{
    size_t length = strlen(delimiter);
    if (rest->length < length || memcmp(rest->octets, delimiter, length) != 0)
        return false;
    *rest = (uriproof_span){rest->octets + length, rest->length - length};
    return true;
}

static void note_authority(form_parts *form, uriproof_span authority)
{
    uriproof_span rest = authority, user = take(&rest, "@");
    if (take_delimiter(&rest, "@"))
        note(form, USERINFO, user, '\0');
    else
        rest = authority;
    const char *begin = rest.octets;
    if (rest.length > 0 && begin[0] == '[')
        take(&rest, "]");
    take(&rest, ":");
    note(form, AUTHORITY, (uriproof_span){begin, (size_t)(rest.octets - begin)}, '.');
    if (take_delimiter(&rest, ":"))
        note(form, PORT, rest, '\0');
}

static void note_path(form_parts *form, uriproof_span path)
{
    bool absolute = take_delimiter(&path, "/");
    note(form, PATH, path, '/');
    form->part[PATH] = absolute ? PATH_ABSOLUTE : path.length > 0 ? PATH_ROOTLESS : PATH_EMPTY;
}

text_form form_of(uriproof_span text)
{
    form_parts form = {.plain = true};
    uriproof_span rest = text, scheme = take(&rest, ":/?#");
    if (scheme.length > 0 && take_delimiter(&rest, ":"))
        note(&form, SCHEME, scheme, '\0');
    else
        scheme = (uriproof_span){0}, rest = text;
    if (take_delimiter(&rest, "//"))
        note_authority(&form, take(&rest, "/?#"));
    note_path(&form, take(&rest, "?#"));
    if (take_delimiter(&rest, "?"))
        note(&form, QUERY, take(&rest, "#"), '\0');
    if (take_delimiter(&rest, "#"))
        note(&form, FRAGMENT, rest, '\0');
    text_form found = {.plain = form.plain, .scheme = scheme};
    for (size_t i = PARTS; i > 0; i--)
        found.number = found.number * FORM_STATES + form.part[i - 1];
    return found;
}

unsigned form_with(unsigned number, unsigned way)
{
    unsigned left = 0, place = 1;
    for (unsigned part = 0; part < OPTIONAL; part++, place *= FORM_STATES, number /= FORM_STATES)
        if ((way >> part & 1) != 0)
            left += number % FORM_STATES * place;
    return left + number * place;
}
