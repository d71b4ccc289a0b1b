/* SPDX-License-Identifier: MIT */
#include "spelling.h"

#include "places.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Puts down what may be written in another way by RFC 3986, 6.2.2.1, 6.2.2.2 and 6.2.3. */
static const struct {
    const char *part, *transform;
} spellings[] = {
    {"scheme", "lowercased"},           {"host", "lowercased"},
    {"host", "decoded-unreserved"},     {"host", "uppercased-hex"},
    {"host", "ipv6-rewritten"},         {"userinfo", "decoded-unreserved"},
    {"userinfo", "uppercased-hex"},     {"port", "default-as-absent"},
    {"port", "empty-as-absent"},        {"port", "as-number"},
    {"path", "decoded-unreserved"},     {"path", "uppercased-hex"},
    {"query", "decoded-unreserved"},    {"query", "uppercased-hex"},
    {"fragment", "decoded-unreserved"}, {"fragment", "uppercased-hex"},
};

static transform_set all_spellings; /* set once: it is asked for at every part that differs */

static void set_spellings(void)
{
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        transform_declare(&all_spellings, spellings[i].part, spellings[i].transform);
}

void class_allow_spellings(transform_set *set)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_spellings);
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        set->declared[i] |= all_spellings.declared[i];
}

/* Must the octet be escaped in such a part, so that it is data and no delimiter? Some parsers take
 * a backslash for a slash, so in a host and a path it is no mere data. */
static bool is_mere_data(uri_piece which, char octet)
{
    const bool late = which != PIECE_SCHEME && which != PIECE_HOST && which != PIECE_PORT;
    return (unsigned char)octet >= 0x80 || octet_is_in(octet, " \"<>^`{|}") ||
           (late && octet_is_in(octet, "[]")) || (late && which != PIECE_PATH && octet == '\\');
}

static bool begins_escape(uriproof_span text, size_t at)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    return at + 2 < text.length && octet_is_in(text.octets[at + 1], digits) &&
           octet_is_in(text.octets[at + 2], digits);
}

/* Writes the part to `out`, in which there is room for three times its length, with escapes for
 * what must have them, and without those that need not be. Returns how many octets it wrote. */
static size_t write_escaped(uri_piece which, uriproof_span part, char *out)
{
    static const char digits[] = "0123456789ABCDEF";
    char *octets = malloc(part.length + 1);
    const uriproof_span undone = {octets, undo_unreserved(part, octets)};
    size_t length = 0;
    for (size_t at = 0; at < undone.length; at++) {
        const unsigned char octet = (unsigned char)undone.octets[at];
        const bool escaped =
            is_mere_data(which, undone.octets[at]) || (octet == '%' && !begins_escape(undone, at));
        if (escaped) {
            out[length++] = '%';
            out[length++] = digits[octet >> 4];
            out[length++] = digits[octet & 15U];
        } else {
            out[length++] = which == PIECE_HOST && octet >= 'A' && octet <= 'Z'
                                ? (char)(octet + 'a' - 'A')
                                : (char)octet;
        }
    }
    free(octets);
    return length;
}

bool is_spelling(uri_piece which, const uri_pieces *a, const uri_pieces *b)
{
    transform_set allowed = {{0}};
    uriproof_span one = a->at[which], other = b->at[which];
    class_allow_spellings(&allowed);
    if (which == PIECE_PATH && uriproof_present(a->at[PIECE_HOST]) &&
        uriproof_present(b->at[PIECE_HOST]))
        transform_declare(&allowed, "path", "empty-as-slash");
    if (piece_same(which, a, b, allowed.declared[which]))
        return true;
    if (!uriproof_present(one) || !uriproof_present(other))
        return false;
    char *x = malloc(3 * one.length + 1), *y = malloc(3 * other.length + 1);
    const size_t length = write_escaped(which, one, x);
    bool same = length == write_escaped(which, other, y) && memcmp(x, y, length) == 0;
    free(x);
    free(y);
    return same;
}
