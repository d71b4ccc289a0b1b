/* SPDX-License-Identifier: MIT */
#include "range.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789";

/* ---- Releases ---- */

bool release_read(const char *text, release *into)
{
    enum { DIGITS_MOST = 9 };
    for (size_t i = 0; i < 3; i++) {
        size_t length = strspn(text, digits);
        if (length == 0 || length > DIGITS_MOST || (length > 1 && text[0] == '0'))
            return false;
        into->numbers[i] = (uint32_t)strtoul(text, NULL, 10);
        if (text[length] != (i < 2 ? '.' : '\0'))
            return false;
        text += length + 1;
    }
    return true;
}

int release_compare(const release *a, const release *b)
{
    for (size_t i = 0; i < 3; i++)
        if (a->numbers[i] != b->numbers[i])
            return a->numbers[i] < b->numbers[i] ? -1 : 1;
    return 0;
}

void release_write(const release *r, char text[RELEASE_ROOM])
{
    snprintf(text, RELEASE_ROOM, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, r->numbers[0], r->numbers[1],
             r->numbers[2]);
}

/* ---- Packages ---- */

/* Returns the length of a word of a name: it begins with a letter or digit. */
static size_t word_length(const char *text)
{
    static const char first[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static const char others[] = "abcdefghijklmnopqrstuvwxyz0123456789._-";
    return strspn(text, first) == 0 ? 0 : strspn(text, others);
}

bool package_is_name(const char *text)
{
    if (strlen(text) >= PACKAGE_ROOM)
        return false;
    if (text[0] == '@') {
        size_t scope = word_length(text + 1);
        if (scope == 0 || text[1 + scope] != '/')
            return false;
        text += scope + 2;
    }
    size_t length = word_length(text);
    return length > 0 && text[length] == '\0';
}

/* ---- Ranges ---- */

/* Reads FROM..TO. */
static bool read_ends(const char *text, release_range *into)
{
    char from[RELEASE_ROOM];
    const char *dots = strstr(text, "..");
    if (dots == NULL || (size_t)(dots - text) >= sizeof from)
        return false;
    memcpy(from, text, (size_t)(dots - text));
    from[dots - text] = '\0';
    return release_read(from, &into->from) && release_read(dots + 2, &into->to);
}

bool range_read(const char *text, release_range *into, uriproof_error *error)
{
    const char *at = strrchr(text, '@');
    *into = (release_range){.package = ""};
    if (at == NULL || at == text) {
        uriproof_error_set(
            error, "\"%.100s\" is no PACKAGE@FROM..TO, such as url-parse@1.4.1..1.5.10", text);
        return false;
    }
    if ((size_t)(at - text) < sizeof into->package)
        memcpy(into->package, text, (size_t)(at - text));
    if (!package_is_name(into->package)) {
        uriproof_error_set(
            error,
            "\"%.*s\" is no name of a package: use a-z, 0-9, '.', '-' and '_', after a "
            "letter or digit, and perhaps @SCOPE/ before it",
            (int)(at - text < 100 ? at - text : 100), text);
        return false;
    }
    if (!read_ends(at + 1, into)) {
        uriproof_error_set(
            error, "\"%.80s\" is no range of releases: write FROM..TO, such as 1.4.1..1.5.10",
            at + 1);
        return false;
    }
    if (release_compare(&into->from, &into->to) > 0) {
        uriproof_error_set(error, "\"%.80s\" ends before it begins: the older release comes first",
                           at + 1);
        return false;
    }
    return true;
}

static int compare_releases(const void *a, const void *b)
{
    return release_compare(a, b);
}

size_t range_choose(const release_range *range, release *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (release_compare(&range->from, &list[i]) <= 0 &&
            release_compare(&list[i], &range->to) <= 0)
            list[kept++] = list[i];
    qsort(list, kept, sizeof *list, compare_releases);
    size_t unique = 0;
    for (size_t i = 0; i < kept; i++)
        if (unique == 0 || release_compare(&list[unique - 1], &list[i]) != 0)
            list[unique++] = list[i];
    return unique;
}
