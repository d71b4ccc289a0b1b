/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for inet_aton */
#include "transforms.h"

#include "base/base.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

const char *const piece_names[PIECE_COUNT] = {
    [PIECE_SCHEME] = "scheme", [PIECE_USER] = "user",         [PIECE_PASSWORD] = "password",
    [PIECE_HOST] = "host",     [PIECE_PORT] = "port",         [PIECE_PATH] = "path",
    [PIECE_QUERY] = "query",   [PIECE_FRAGMENT] = "fragment",
};

/* Other names of parts: the names of the generic view, and one name for two pieces. */
static const struct {
    const char *part;
    unsigned pieces;
} part_aliases[] = {
    {"userinfo", 1U << PIECE_USER | 1U << PIECE_PASSWORD},
    {"search", 1U << PIECE_QUERY},
    {"fragmentid", 1U << PIECE_FRAGMENT},
};

enum transform {
    DECODED,
    DECODED_UNRESERVED,
    LOWERCASED,
    UPPERCASED_HEX,
    WITH_DEFAULT,
    AS_NUMBER,
    DEFAULT_AS_ABSENT,
    ADDRESS_REWRITTEN,
    IPV6_REWRITTEN,
    ZONE_DECODED,
    EMPTY_AS_ABSENT,
    ABSENT_AS_EMPTY,
    EMPTY_AS_SLASH,
    DOTS_REMOVED,
    FTP_PATH,
    BRACKETS_RESTORED /* by the adapter, so that the part is as the parser means it */
};

const char *const transform_names[TRANSFORM_COUNT] = {
    [DECODED] = "decoded",
    [DECODED_UNRESERVED] = "decoded-unreserved",
    [LOWERCASED] = "lowercased",
    [UPPERCASED_HEX] = "uppercased-hex",
    [WITH_DEFAULT] = "with-default",
    [AS_NUMBER] = "as-number",
    [DEFAULT_AS_ABSENT] = "default-as-absent",
    [ADDRESS_REWRITTEN] = "address-rewritten",
    [IPV6_REWRITTEN] = "ipv6-rewritten",
    [ZONE_DECODED] = "zone-decoded",
    [EMPTY_AS_ABSENT] = "empty-as-absent",
    [ABSENT_AS_EMPTY] = "absent-as-empty",
    [EMPTY_AS_SLASH] = "empty-as-slash",
    [DOTS_REMOVED] = "dots-removed",
    [FTP_PATH] = "ftp-path",
    [BRACKETS_RESTORED] = "brackets-restored",
};

/* The only piece to which a transform belongs; 0 if it may belong to any. */
static const unsigned transform_belongs[TRANSFORM_COUNT] = {
    [WITH_DEFAULT] = 1U << PIECE_PORT,      [AS_NUMBER] = 1U << PIECE_PORT,
    [DEFAULT_AS_ABSENT] = 1U << PIECE_PORT, [ADDRESS_REWRITTEN] = 1U << PIECE_HOST,
    [IPV6_REWRITTEN] = 1U << PIECE_HOST,    [ZONE_DECODED] = 1U << PIECE_HOST,
    [DOTS_REMOVED] = 1U << PIECE_PATH,      [FTP_PATH] = 1U << PIECE_PATH,
    [BRACKETS_RESTORED] = 1U << PIECE_HOST,
};

static unsigned pieces_of(const char *part)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if (strcmp(piece_names[i], part) == 0)
            return 1U << i;
    for (size_t i = 0; i < sizeof part_aliases / sizeof part_aliases[0]; i++)
        if (strcmp(part_aliases[i].part, part) == 0)
            return part_aliases[i].pieces;
    return 0;
}

bool transform_declare(transform_set *set, const char *part, const char *name)
{
    unsigned parts = pieces_of(part), number = 0;
    while (number < TRANSFORM_COUNT && strcmp(transform_names[number], name) != 0)
        number++;
    if (parts == 0 || number == TRANSFORM_COUNT)
        return false;
    if (transform_belongs[number] != 0 && parts != transform_belongs[number])
        return false;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if ((parts >> i & 1U) != 0)
            set->declared[i] = (unsigned short)(set->declared[i] | 1U << number);
    return true;
}

char **transform_list(const transform_set *set)
{
    char **list = calloc((size_t)PIECE_COUNT * TRANSFORM_COUNT + 1, sizeof *list);
    size_t count = 0;
    for (unsigned i = 0; i < PIECE_COUNT; i++) {
        for (unsigned transform = 0; transform < TRANSFORM_COUNT; transform++) {
            char words[64];
            if ((set->declared[i] >> transform & 1U) == 0)
                continue;
            snprintf(words, sizeof words, "%s %s", piece_names[i], transform_names[transform]);
            list[count++] = strdup(words);
        }
    }
    return list;
}

void transform_words(const transform_set *set, char *words, size_t room)
{
    static const char more[] = ", ...";
    char **list = transform_list(set);
    size_t used = 0;
    bool fits = true;
    words[0] = '\0';
    for (char **one = list; *one != NULL; one++) {
        const char *before = one != list ? ", " : "";
        bool fitted = fits;
        fits = fits && used + strlen(before) + strlen(*one) + sizeof more <= room;
        if (fits)
            used += (size_t)snprintf(words + used, room - used, "%s%s", before, *one);
        else if (fitted)
            snprintf(words + used, room - used, "%s", more);
        free(*one);
    }
    free(list);
}

bool transform_restores_brackets(const transform_set *set)
{
    return ((unsigned)set->declared[PIECE_HOST] >> BRACKETS_RESTORED & 1U) != 0;
}

bool transform_none(const transform_set *set)
{
    unsigned any = 0;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        any |= set->declared[i];
    return any == 0;
}

/* ---- Equality up to what is declared ---- */

static bool declares(unsigned short transforms, enum transform transform)
{
    return ((unsigned)transforms >> transform & 1U) != 0;
}

bool span_is_digits(uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.octets[i] < '0' || text.octets[i] > '9')
            return false;
    return true;
}

/* Returns the value of the escape with which `text` begins; -1 if it begins with no escape. */
static int escape_value(const char *text, const char *end)
{
    if (end - text < 3 || *text != '%')
        return -1;
    int high = uriproof_hex_value(text[1]), low = uriproof_hex_value(text[2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

static char lowercase(char octet)
{
    return octet >= 'A' && octet <= 'Z' ? (char)(octet | 0x20) : octet;
}

static char uppercase(char octet)
{
    return octet >= 'a' && octet <= 'z' ? (char)(octet & ~0x20) : octet;
}

static char folded(char octet, unsigned short transforms)
{
    return declares(transforms, LOWERCASED) ? lowercase(octet) : octet;
}

/* Returns true for RFC 3986's unreserved characters, whose escapes may be undone anywhere
 * (6.2.2.2). */
static bool is_unreserved(int octet)
{
    static const char unreserved[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    return octet != 0 && strchr(unreserved, octet) != NULL;
}

static bool undoes_escape_of(int octet, unsigned short transforms)
{
    return declares(transforms, DECODED) ||
           (declares(transforms, DECODED_UNRESERVED) && is_unreserved(octet));
}

/* Writes to `out` what an adapter that declares `transforms` gives for `part`. `out` must have room
 * for the length of `part`. Returns how many octets it wrote. */
static size_t apply_transforms(uriproof_span part, unsigned short transforms, char *out)
{
    const char *end = part.octets + part.length;
    size_t length = 0;
    for (const char *at = part.octets; at != end;) {
        int value = *at == '%' ? escape_value(at, end) : -1;
        if (value >= 0 && undoes_escape_of(value, transforms)) {
            out[length++] = folded((char)value, transforms);
            at += 3;
        } else if (value >= 0) {
            bool upper = declares(transforms, UPPERCASED_HEX);
            out[length++] = '%';
            out[length++] = upper ? uppercase(at[1]) : folded(at[1], transforms);
            out[length++] = upper ? uppercase(at[2]) : folded(at[2], transforms);
            at += 3;
        } else {
            out[length++] = folded(*at++, transforms);
        }
    }
    return length;
}

size_t undo_unreserved(uriproof_span text, char *out)
{
    return apply_transforms(text, 1U << DECODED_UNRESERVED | 1U << UPPERCASED_HEX, out);
}

/* Returns true if `given` is the same (by `same`) as what an adapter with these transforms gives
 * for `expected`. */
static bool same_transformed(uriproof_span expected, uriproof_span given, unsigned short transforms,
                             bool (*same)(uriproof_span one, uriproof_span other))
{
    char *octets = malloc(expected.length + 1);
    uriproof_span as_given = {octets, apply_transforms(expected, transforms, octets)};
    bool is_same = same(as_given, given);
    free(octets);
    return is_same;
}

/* The default ports, which a parser may fill in or leave out. */
static const struct {
    const char *scheme;
    const char *port;
} default_ports[] = {
    {"http", "80"},  {"https", "443"}, {"ws", "80"},      {"wss", "443"},       {"ftp", "21"},
    {"ftps", "990"}, {"ssh", "22"},    {"sftp", "22"},    {"telnet", "23"},     {"gopher", "70"},
    {"nntp", "119"}, {"news", "119"},  {"wais", "210"},   {"ldap", "389"},      {"ldaps", "636"},
    {"imap", "143"}, {"pop", "110"},   {"rtsp", "554"},   {"prospero", "1525"}, {"git", "9418"},
    {"mms", "1755"}, {"nntps", "563"}, {"rlogin", "513"}, {"rsync", "873"},     {"rtspu", "554"},
    {"sip", "5060"}, {"sips", "5061"}, {"snews", "563"},  {"tn3270", "23"},
};

bool scheme_is(uriproof_span scheme, const char *name)
{
    return uriproof_present(scheme) &&
           same_transformed(scheme, uriproof_span_of(name), 1U << LOWERCASED, uriproof_span_equal);
}

bool port_is_default(uriproof_span scheme, uriproof_span port)
{
    if (!uriproof_present(port))
        return false;
    for (size_t i = 0; i < sizeof default_ports / sizeof default_ports[0]; i++) {
        if (uriproof_span_equal(port, uriproof_span_of(default_ports[i].port)) &&
            scheme_is(scheme, default_ports[i].scheme))
            return true;
    }
    return false;
}

static uriproof_span without_zeros(uriproof_span digits)
{
    while (digits.length > 1 && digits.octets[0] == '0')
        digits = (uriproof_span){digits.octets + 1, digits.length - 1};
    return digits;
}

/* Compares ports up to the transforms that only ports have. */
static bool port_equal(uriproof_span scheme, uriproof_span expected, uriproof_span given,
                       unsigned short transforms)
{
    uriproof_span number = declares(transforms, AS_NUMBER) ? without_zeros(expected) : expected;
    if (!uriproof_present(given))
        return declares(transforms, DEFAULT_AS_ABSENT) && port_is_default(scheme, number);
    if (expected.length == 0)
        return declares(transforms, WITH_DEFAULT) && port_is_default(scheme, given);
    return declares(transforms, AS_NUMBER) && span_is_digits(given) &&
           uriproof_span_equal(number, without_zeros(given));
}

typedef struct address {
    int family;
    union {
        struct in_addr four;
        struct in6_addr six;
    } octets;
} address;

/* Returns true if the text has only characters of an address. Without this check, inet_aton would
 * accept anything after a space, and a NUL would end the text. */
static bool is_written_like_address(uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.octets[i] == '\0' || strchr("0123456789abcdefABCDEFxX.:", text.octets[i]) == NULL)
            return false;
    return true;
}

/* Reads an IPv6 address in brackets, or an IPv4 address in any notation of inet_aton (`1`,
 * `0x7f.1`). Returns false if the host is no address. */
static bool read_address(uriproof_span host, address *found)
{
    bool six = host.length > 2 && host.octets[0] == '[' && host.octets[host.length - 1] == ']';
    uriproof_span text = six ? (uriproof_span){host.octets + 1, host.length - 2} : host;
    if (text.length == 0 || !is_written_like_address(text))
        return false;
    char *string = strndup(text.octets, text.length);
    *found = (address){.family = six ? AF_INET6 : AF_INET};
    bool is_one = string != NULL && (six ? inet_pton(AF_INET6, string, &found->octets.six) == 1
                                         : inet_aton(string, &found->octets.four) != 0);
    free(string);
    return is_one;
}

/* Returns true if both hosts are the same IP address. */
static bool address_same(uriproof_span expected, uriproof_span given)
{
    address e, g;
    if (!read_address(expected, &e) || !read_address(given, &g) || e.family != g.family)
        return false;
    return e.family == AF_INET6 ? memcmp(&e.octets.six, &g.octets.six, sizeof e.octets.six) == 0
                                : e.octets.four.s_addr == g.octets.four.s_addr;
}

/* Returns true if `given` is the host with its zone decoded, or its address, to which the other
 * transforms are applied. */
static bool host_equal(uriproof_span expected, uriproof_span given, unsigned short transforms)
{
    bool in_brackets = expected.length > 0 && expected.octets[0] == '[';
    bool rewritten = declares(transforms, ADDRESS_REWRITTEN) ||
                     (declares(transforms, IPV6_REWRITTEN) && in_brackets);
    if (in_brackets && declares(transforms, ZONE_DECODED)) /* only a zone has escapes there */
        transforms = (unsigned short)(transforms | 1U << DECODED);
    return uriproof_present(expected) && uriproof_present(given) &&
           (same_transformed(expected, given, transforms, uriproof_span_equal) ||
            (rewritten && same_transformed(expected, given, transforms, address_same)));
}

static bool piece_equal(uriproof_span expected, uriproof_span given, unsigned short transforms)
{
    if (uriproof_span_equal(expected, given))
        return true;
    if (!uriproof_present(expected))
        return declares(transforms, ABSENT_AS_EMPTY) && given.length == 0;
    bool is_empty = expected.length == 0;
    if (is_empty && declares(transforms, EMPTY_AS_ABSENT) && !uriproof_present(given))
        return true;
    if (is_empty && declares(transforms, EMPTY_AS_SLASH) && given.length == 1 &&
        given.octets[0] == '/')
        return true;
    return uriproof_present(given) &&
           same_transformed(expected, given, transforms, uriproof_span_equal);
}

/* Returns the length of the segment with which `text` begins. */
static size_t segment_length(const char *text, const char *end)
{
    const char *slash = memchr(text, '/', (size_t)(end - text));
    return (size_t)((slash != NULL ? slash : end) - text);
}

/* If the segment is one or two dots, escaped or not, writes them to `dots` and returns how many
 * they are. Else returns 0. */
static size_t dots_of(uriproof_span segment, char *dots)
{
    const char *at = segment.octets, *end = at + segment.length;
    size_t count = 0;
    while (at != end && count < 2) {
        bool escaped = escape_value(at, end) == '.';
        if (*at != '.' && !escaped)
            return 0;
        dots[count++] = '.';
        at += escaped ? 3 : 1;
    }
    return at == end ? count : 0;
}

/* Writes `path` to `out`, which has room for its length, with the escapes of its dot segments
 * undone and no others. Returns how many octets it wrote. */
static size_t undo_dots(uriproof_span path, char *out)
{
    const char *end = path.octets + path.length;
    size_t length = 0;
    for (const char *at = path.octets; at != end;) {
        uriproof_span segment = {at, segment_length(at, end)};
        size_t dots = dots_of(segment, out + length);
        if (dots == 0) {
            memcpy(out + length, at, segment.length);
            dots = segment.length;
        }
        length += dots;
        at += segment.length;
        if (at != end)
            out[length++] = *at++;
    }
    return length;
}

/* Returns true if the path has dot segments, and `given` is the path without them, to which the
 * other transforms are applied. A parser may remove escaped dots as well, since they are dots
 * (2.3), or leave them. */
static bool path_equal(uriproof_span expected, uriproof_span given, unsigned short transforms)
{
    if (!declares(transforms, DOTS_REMOVED) || !uriproof_present(expected))
        return false;
    char *octets = malloc(expected.length + 1);
    memcpy(octets, expected.octets, expected.length);
    size_t length = uriproof_rfc3986_remove_dot_segments(octets, expected.length);
    bool equal = length != expected.length &&
                 piece_equal((uriproof_span){octets, length}, given, transforms);
    length = equal ? 0 : undo_dots(expected, octets);
    if (!equal && length != expected.length) {
        length = uriproof_rfc3986_remove_dot_segments(octets, length);
        equal = piece_equal((uriproof_span){octets, length}, given, transforms);
    }
    free(octets);
    return equal;
}

/* Returns the path of an ftp: URI without `;type=` and its letter (RFC 1738, 3.2.2), if it has
 * them. */
static uriproof_span without_type(uriproof_span path)
{
    static const char type[] = ";type=", letters[] = {'a', 'i', 'd', 'A', 'I', 'D'};
    const size_t length = sizeof type; /* with the letter */

    if (path.length < length ||
        memchr(letters, path.octets[path.length - 1], sizeof letters) == NULL ||
        memcmp(path.octets + path.length - length, type, length - 1) != 0)
        return path;
    return (uriproof_span){path.octets, path.length - length};
}

/* Returns true if `given` is the path without the slash before it, or with only the slash that is
 * written `%2F` there. */
static bool rootless_equal(uriproof_span path, uriproof_span given, unsigned short transforms)
{
    if (path.length == 0 || path.octets[0] != '/' || !uriproof_present(given))
        return false;
    const uriproof_span rest = {path.octets + 1, path.length - 1};
    if (piece_equal(rest, given, transforms))
        return true;
    return escape_value(rest.octets, rest.octets + rest.length) == '/' && given.length > 0 &&
           given.octets[0] == '/' &&
           piece_equal((uriproof_span){rest.octets + 3, rest.length - 3},
                       (uriproof_span){given.octets + 1, given.length - 1}, transforms);
}

/* Returns true if `given` is the path of an ftp: URI as RFC 1738 has it. The slash before it only
 * ends the host (3.1), and its type is no part of it (3.2.2). */
static bool ftp_path_equal(uriproof_span scheme, uriproof_span expected, uriproof_span given,
                           unsigned short transforms)
{
    if (!declares(transforms, FTP_PATH) || !scheme_is(scheme, "ftp") || expected.length == 0)
        return false;
    const uriproof_span path = without_type(expected);
    return rootless_equal(expected, given, transforms) || piece_equal(path, given, transforms) ||
           rootless_equal(path, given, transforms);
}

bool piece_match(uri_piece which, const uri_pieces *expected, const uri_pieces *given,
                 unsigned short transforms)
{
    uriproof_span e = expected->at[which], g = given->at[which];
    if (piece_equal(e, g, transforms))
        return true;
    if (which == PIECE_PORT)
        return port_equal(expected->at[PIECE_SCHEME], e, g, transforms);
    if (which == PIECE_PATH)
        return path_equal(e, g, transforms) ||
               ftp_path_equal(expected->at[PIECE_SCHEME], e, g, transforms);
    return which == PIECE_HOST && host_equal(e, g, transforms);
}

/* Returns `pieces` with the transforms applied to one of them, whose octets are then in `octets`.
 */
static uri_pieces with_transformed(const uri_pieces *pieces, uri_piece which,
                                   unsigned short transforms, char *octets)
{
    uri_pieces changed = *pieces;
    if (uriproof_present(pieces->at[which]))
        changed.at[which] =
            (uriproof_span){octets, apply_transforms(pieces->at[which], transforms, octets)};
    return changed;
}

bool piece_same(uri_piece which, const uri_pieces *a, const uri_pieces *b,
                unsigned short transforms)
{
    const bool same_octets = uriproof_span_equal(a->at[which], b->at[which]);
    if (same_octets || transforms == 0)
        return same_octets;
    if (piece_match(which, a, b, transforms) || piece_match(which, b, a, transforms))
        return true;
    /* No escape is undone twice. */
    const unsigned short rest =
        transforms & (unsigned short)~(1U << DECODED | 1U << DECODED_UNRESERVED);
    char *of_a = malloc(a->at[which].length + 1), *of_b = malloc(b->at[which].length + 1);
    const uri_pieces x = with_transformed(a, which, transforms, of_a);
    const uri_pieces y = with_transformed(b, which, transforms, of_b);
    bool same = piece_match(which, &x, &y, rest) || piece_match(which, &y, &x, rest);
    free(of_a);
    free(of_b);
    return same;
}

bool pieces_match(const uri_pieces *expected, const uri_pieces *given,
                  const transform_set *transforms)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if (!piece_match((uri_piece)i, expected, given, transforms->declared[i]))
            return false;
    return true;
}
