/* SPDX-License-Identifier: MIT */
/*
 * "Partial (relative) form": "Within the result, all occurrences of "xxx/../" or "/." are
 * recursively removed, where xxx, ".." and "." are complete path elements."
 *
 * If the text were rewritten until nothing changes, the time would be quadratic. This code makes
 * one pass, and keeps the elements that are not yet removed as a stack. The result is the same: a
 * removal needs no text to the right of the slash after a "..", so everything to the left of an
 * element is final when the pass reaches it. The tests compare both ways.
 */
#include "dots.h"

#include <string.h>

/* The elements that remain so far: octets[0..length), joined by slashes. */
typedef struct kept_path {
    char *octets;
    size_t length;
    size_t count;   /* number of elements */
    size_t barrier; /* octets at the start that are an authority, and so not an element */
    bool void_is_xxx;
} kept_path;

typedef enum element_kind { SELF, PARENT, VOID, NAME } element_kind;

static element_kind kind_of(const char *element, size_t length)
{
    if (length == 0)
        return VOID;
    if (element[0] != '.' || length > 2)
        return NAME;
    if (length == 1)
        return SELF;
    return element[1] == '.' ? PARENT : NAME;
}

static size_t start_of_last(const kept_path *kept)
{
    size_t start = kept->length;
    while (start > kept->barrier && kept->octets[start - 1] != '/')
        start--;
    return start;
}

/* Returns true if the last kept element is an xxx: ".." can then remove it. The authority is not an
 * element. */
static bool last_is_xxx(const kept_path *kept)
{
    if (kept->count == 0 || (kept->barrier > 0 && kept->length == kept->barrier))
        return false;
    size_t start = start_of_last(kept);
    element_kind kind = kind_of(kept->octets + start, kept->length - start);
    return kind == NAME || (kind == VOID && kept->void_is_xxx);
}

/* Removes the last kept element and the slash before it. */
static void drop_last(kept_path *kept)
{
    size_t start = start_of_last(kept);
    kept->length = start > 0 ? start - 1 : 0;
    kept->count--;
}

/* Appends an element. The element is in the same array, at or after the position that it moves
 * to. */
static void keep(kept_path *kept, const char *element, size_t length)
{
    if (kept->count > 0)
        kept->octets[kept->length++] = '/';
    memmove(kept->octets + kept->length, element, length);
    kept->length += length;
    kept->count++;
}

/* Returns the length of `path` without any "/." at its end. A "/." within the first `barrier`
 * octets stays. */
static size_t without_last_selves(const char *path, size_t length, size_t barrier)
{
    while (length >= barrier + 2 && path[length - 1] == '.' && path[length - 2] == '/')
        length -= 2;
    return length;
}

/* Returns the length of a leading "//" and the text up to the next slash, or 0 if the path does not
 * begin with "//". */
static size_t authority_length(const char *path, size_t length)
{
    if (length < 2 || path[0] != '/' || path[1] != '/')
        return 0;
    const char *slash = memchr(path + 2, '/', length - 2);
    return slash != NULL ? (size_t)(slash - path) : length;
}

/* Reads the elements of `rest` from left to right, and removes or keeps each. If `self_first` is
 * true, every "/." goes before any "xxx/../", so a "." only stays if the text itself has no slash
 * before it. */
static void remove_from(kept_path *kept, const char *rest, const char *end, bool self_first)
{
    bool first = kept->count == 0;
    for (;;) {
        const char *slash = memchr(rest, '/', (size_t)(end - rest));
        const char *stop = slash != NULL ? slash : end;
        element_kind kind = kind_of(rest, (size_t)(stop - rest));
        bool slash_before = self_first ? !first : kept->count > 0;
        if (kind == PARENT && slash != NULL && last_is_xxx(kept))
            drop_last(kept);
        else if (kind != SELF || !slash_before)
            keep(kept, rest, (size_t)(stop - rest));
        if (slash == NULL)
            return;
        rest = slash + 1;
        first = false;
    }
}

size_t remove_dots(char *path, size_t length, const dot_rules *rules)
{
    kept_path kept = {path, 0, 0, 0, !rules->void_is_no_xxx};
    if (rules->after_authority)
        kept.barrier = authority_length(path, length);
    if (rules->self_first)
        length = without_last_selves(path, length, kept.barrier);
    if (kept.barrier == 0) {
        remove_from(&kept, path, path + length, rules->self_first);
    } else {
        kept.length = kept.barrier;
        kept.count = 1;
        if (kept.barrier < length)
            remove_from(&kept, path + kept.barrier + 1, path + length, rules->self_first);
    }
    return kept.length;
}
