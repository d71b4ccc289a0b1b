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
    {"scheme", "lowercased"},       {"host", "lowercased"},
    {"host", "decoded-unreserved"}, {"host", "uppercased-hex"},
    {"host", "ipv6-rewritten"},     {"userinfo", "decoded-unreserved"},
    {"userinfo", "uppercased-hex"}, {"port", "default-as-absent"},
    {"port", "empty-as-absent"},    {"port", "with-default"},
    {"port", "as-number"},          {"path", "decoded-unreserved"},
    {"path", "uppercased-hex"},     {"query", "decoded-unreserved"},
    {"query", "uppercased-hex"},    {"fragment", "decoded-unreserved"},
    {"fragment", "uppercased-hex"},
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
 * a backslash for a slash, so in a path it is no mere data. Of a host only octets beyond ASCII are:
 * the escape of such a name is the name (RFC 3986, 3.2.2), but a program that is given a decoded
 * space or quote may end the name there. */
static bool is_mere_data(uri_piece which, char octet)
{
    const bool late = which != PIECE_SCHEME && which != PIECE_PORT;
    if ((unsigned char)octet >= 0x80 || which == PIECE_HOST)
        return (unsigned char)octet >= 0x80;
    return octet_is_in(octet, " \"<>^`{|}") || (late && octet_is_in(octet, "[]")) ||
           (late && which != PIECE_PATH && octet == '\\');
}

static bool begins_escape(uriproof_span text, size_t at)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    return at + 2 < text.length && octet_is_in(text.octets[at + 1], digits) &&
           octet_is_in(text.octets[at + 2], digits);
}

/* Writes an octet as its escape. Returns how many octets that are. */
static size_t write_escape(unsigned char octet, char *out)
{
    static const char hex[] = "0123456789ABCDEF";
    out[0] = '%';
    out[1] = hex[octet >> 4];
    out[2] = hex[octet & 15U];
    return 3;
}

/* Writes the part to `out`, in which there is room for three times its length, with escapes for
 * what must have them, and without those that need not be. Returns how many octets it wrote. */
static size_t write_escaped(uri_piece which, uriproof_span part, char *out)
{
    char *octets = malloc(part.length + 1);
    const uriproof_span undone = {octets, undo_unreserved(part, octets)};
    size_t length = 0;
    for (size_t at = 0; at < undone.length; at++) {
        const char octet = undone.octets[at];
        if (octet == '%' && begins_escape(undone, at)) {
            memcpy(out + length, undone.octets + at, 3);
            length += 3;
            at += 2;
        } else if (octet == '%' || is_mere_data(which, octet)) {
            length += write_escape((unsigned char)octet, out + length);
        } else {
            bool upper = which == PIECE_HOST && octet >= 'A' && octet <= 'Z';
            out[length++] = upper ? (char)(octet + 'a' - 'A') : octet;
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

bool class_is_other_target(uri_piece which, const uri_pieces *a, const uri_pieces *b)
{
    const bool any = a->at[which].length > 0 || b->at[which].length > 0;
    return (HOST_AND_PORT >> which & 1U) != 0 && any && !is_spelling(which, a, b);
}

bool class_same_part(uri_piece which, const uri_pieces *a, const transform_set *of_a,
                     const uri_pieces *b, const transform_set *of_b)
{
    return uriproof_span_equal(a->at[which], b->at[which]) ||
           (piece_same(which, a, b, of_a->declared[which] | of_b->declared[which]) &&
            !class_is_other_target(which, a, b));
}
