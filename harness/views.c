/* SPDX-License-Identifier: MIT */
#include "views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const piece_names[PIECE_COUNT] = {
    [PIECE_SCHEME] = "scheme", [PIECE_USER] = "user",         [PIECE_PASSWORD] = "password",
    [PIECE_HOST] = "host",     [PIECE_PORT] = "port",         [PIECE_PATH] = "path",
    [PIECE_QUERY] = "query",   [PIECE_FRAGMENT] = "fragment",
};

/* The generic view's names for parts, and those of two pieces. */
static const struct {
    const char *part;
    unsigned pieces;
} part_aliases[] = {
    {"userinfo", 1U << PIECE_USER | 1U << PIECE_PASSWORD},
    {"search", 1U << PIECE_QUERY},
    {"fragmentid", 1U << PIECE_FRAGMENT},
};

enum way {
    DECODED,
    DECODED_UNRESERVED,
    LOWERCASED,
    UPPERCASED_HEX,
    WITH_DEFAULT,
    AS_NUMBER,
    VOID_AS_ABSENT,
    ABSENT_AS_VOID,
    VOID_AS_SLASH
};

const char *const gives_ways[GIVES_WAY_COUNT] = {
    [DECODED] = "decoded",
    [DECODED_UNRESERVED] = "decoded-unreserved",
    [LOWERCASED] = "lowercased",
    [UPPERCASED_HEX] = "uppercased-hex",
    [WITH_DEFAULT] = "with-default",
    [AS_NUMBER] = "as-number",
    [VOID_AS_ABSENT] = "void-as-absent",
    [ABSENT_AS_VOID] = "absent-as-void",
    [VOID_AS_SLASH] = "void-as-slash",
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

bool gives_declare(gives_set *set, const char *part, const char *way)
{
    unsigned pieces = pieces_of(part), number = 0;
    while (number < GIVES_WAY_COUNT && strcmp(gives_ways[number], way) != 0)
        number++;
    if (pieces == 0 || number == GIVES_WAY_COUNT)
        return false;
    if ((number == WITH_DEFAULT || number == AS_NUMBER) && pieces != 1U << PIECE_PORT)
        return false;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if ((pieces >> i & 1U) != 0)
            set->declared[i] = (unsigned short)(set->declared[i] | 1U << number);
    return true;
}

char **gives_list(const gives_set *set)
{
    char **list = calloc((size_t)PIECE_COUNT * GIVES_WAY_COUNT + 1, sizeof *list);
    size_t count = 0;
    for (unsigned i = 0; list != NULL && i < PIECE_COUNT; i++) {
        for (unsigned way = 0; way < GIVES_WAY_COUNT; way++) {
            char words[64];
            if ((set->declared[i] >> way & 1U) == 0)
                continue;
            snprintf(words, sizeof words, "%s %s", piece_names[i], gives_ways[way]);
            list[count] = strdup(words);
            count += list[count] != NULL;
        }
    }
    return list;
}

/* ---- The views of an answer ---- */

/* Octets put together from parts; absent until something is added. */
typedef struct composed {
    char *octets;
    size_t length;
} composed;

static void put(composed *c, uriproof_span part)
{
    if (part.length > 0)
        memcpy(c->octets + c->length, part.octets, part.length);
    c->length += part.length;
}

static void put_after(composed *c, const char *delimiter, uriproof_span part)
{
    if (!uriproof_present(part))
        return;
    put(c, uriproof_span_of(delimiter));
    put(c, part);
}

/* The user information as one text: as given, or user and password with their colon. */
static void put_userinfo(composed *c, const uriproof_components *parts)
{
    if (uriproof_present(parts->userinfo)) {
        put(c, parts->userinfo);
    } else if (uriproof_present(parts->user) || uriproof_present(parts->password)) {
        put(c, parts->user);
        put_after(c, ":", parts->password);
    } else {
        return;
    }
    put(c, uriproof_span_of("@"));
}

static bool has_authority(const uriproof_components *parts)
{
    return uriproof_present(parts->host) || uriproof_present(parts->port) ||
           uriproof_present(parts->userinfo) || uriproof_present(parts->user) ||
           uriproof_present(parts->password);
}

/* The generic view of `parts`, its authority put back into the path. The path is written to
 * *memory, which the caller frees. */
static uriproof_generic generic_of(const uriproof_components *parts, char **memory)
{
    size_t room = parts->userinfo.length + parts->user.length + parts->password.length +
                  parts->host.length + parts->port.length + parts->path.length + 8;
    composed path = {malloc(room), 0};
    uriproof_generic generic = {parts->scheme, {"", 0}, parts->query, parts->fragment};
    *memory = path.octets;
    if (path.octets == NULL)
        return generic;
    if (has_authority(parts)) {
        put(&path, uriproof_span_of("//"));
        put_userinfo(&path, parts);
        put(&path, parts->host);
        put_after(&path, ":", parts->port);
    }
    put(&path, parts->path);
    generic.path = (uriproof_span){path.octets, path.length};
    return generic;
}

typedef struct pieces {
    uriproof_span at[PIECE_COUNT];
} pieces;

/* Cuts `text` at the first (or last) `delimiter`: *front gets what precedes it and `text`
 * what follows. False and nothing changed where there is none. */
static bool cut(uriproof_span *text, char delimiter, bool last, uriproof_span *front)
{
    for (size_t i = 0; i < text->length; i++) {
        size_t at = last ? text->length - 1 - i : i;
        if (text->octets[at] != delimiter)
            continue;
        *front = (uriproof_span){text->octets, at};
        *text = (uriproof_span){text->octets + at + 1, text->length - at - 1};
        return true;
    }
    return false;
}

static void cut_userinfo(uriproof_span userinfo, pieces *p)
{
    if (cut(&userinfo, ':', false, &p->at[PIECE_USER]))
        p->at[PIECE_PASSWORD] = userinfo;
    else
        p->at[PIECE_USER] = userinfo;
}

static bool all_digits(uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.octets[i] < '0' || text.octets[i] > '9')
            return false;
    return true;
}

static void cut_authority(uriproof_span authority, pieces *p)
{
    uriproof_span userinfo;
    if (cut(&authority, '@', true, &userinfo))
        cut_userinfo(userinfo, p);
    uriproof_span port = authority;
    if (cut(&port, ':', true, &p->at[PIECE_HOST]) && all_digits(port))
        p->at[PIECE_PORT] = port;
    else
        p->at[PIECE_HOST] = authority;
}

static pieces pieces_of_generic(const uriproof_generic *generic)
{
    pieces p = {{{NULL, 0}}};
    p.at[PIECE_SCHEME] = generic->scheme;
    p.at[PIECE_QUERY] = generic->search;
    p.at[PIECE_FRAGMENT] = generic->fragmentid;
    p.at[PIECE_PATH] = generic->path;
    if (generic->path.length < 2 || memcmp(generic->path.octets, "//", 2) != 0)
        return p;
    const char *start = generic->path.octets + 2;
    size_t length = generic->path.length - 2;
    const char *slash = memchr(start, '/', length);
    size_t authority = slash != NULL ? (size_t)(slash - start) : length;
    cut_authority((uriproof_span){start, authority}, &p);
    p.at[PIECE_PATH] = (uriproof_span){start + authority, length - authority};
    return p;
}

static pieces pieces_of_components(const uriproof_components *parts)
{
    pieces p = {{{NULL, 0}}};
    p.at[PIECE_SCHEME] = parts->scheme;
    p.at[PIECE_USER] = parts->user;
    p.at[PIECE_PASSWORD] = parts->password;
    if (uriproof_present(parts->userinfo))
        cut_userinfo(parts->userinfo, &p);
    p.at[PIECE_HOST] = parts->host;
    p.at[PIECE_PORT] = parts->port;
    p.at[PIECE_PATH] = parts->path;
    p.at[PIECE_QUERY] = parts->query;
    p.at[PIECE_FRAGMENT] = parts->fragment;
    return p;
}

/* ---- Equality up to what is declared ---- */

static bool declares(unsigned short ways, enum way way)
{
    return ((unsigned)ways >> way & 1U) != 0;
}

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The value of the escape that `text` begins with, or -1. */
static int escape_value(const char *text, const char *end)
{
    if (end - text < 3 || *text != '%' || hex_value(text[1]) < 0 || hex_value(text[2]) < 0)
        return -1;
    return hex_value(text[1]) << 4 | hex_value(text[2]);
}

static char lowercase(char octet)
{
    return octet >= 'A' && octet <= 'Z' ? (char)(octet | 0x20) : octet;
}

static char uppercase(char octet)
{
    return octet >= 'a' && octet <= 'z' ? (char)(octet & ~0x20) : octet;
}

static char folded(char octet, unsigned short ways)
{
    return declares(ways, LOWERCASED) ? lowercase(octet) : octet;
}

/* RFC 3986's unreserved, whose escapes may be undone anywhere (6.2.2.2). */
static bool is_unreserved(int octet)
{
    static const char unreserved[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    return octet != 0 && strchr(unreserved, octet) != NULL;
}

static bool undoes_escape_of(int octet, unsigned short ways)
{
    return declares(ways, DECODED) || (declares(ways, DECODED_UNRESERVED) && is_unreserved(octet));
}

/* `part` as an adapter gives it that declares `ways`, into `out` with room for its length. */
static size_t transform(uriproof_span part, unsigned short ways, char *out)
{
    const char *end = part.octets + part.length;
    size_t length = 0;
    for (const char *at = part.octets; at != end;) {
        int value = escape_value(at, end);
        if (value >= 0 && undoes_escape_of(value, ways)) {
            out[length++] = folded((char)value, ways);
            at += 3;
        } else if (value >= 0) {
            bool upper = declares(ways, UPPERCASED_HEX);
            out[length++] = '%';
            out[length++] = upper ? uppercase(at[1]) : folded(at[1], ways);
            out[length++] = upper ? uppercase(at[2]) : folded(at[2], ways);
            at += 3;
        } else {
            out[length++] = folded(*at++, ways);
        }
    }
    return length;
}

static bool equal_transformed(uriproof_span expected, uriproof_span given, unsigned short ways)
{
    char *octets = malloc(expected.length + 1);
    if (octets == NULL)
        return false;
    uriproof_span as_given = {octets, transform(expected, ways, octets)};
    bool equal = uriproof_span_equal(as_given, given);
    free(octets);
    return equal;
}

/* The ports that a parser may fill in. */
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

static bool is_default_port(uriproof_span scheme, uriproof_span port)
{
    for (size_t i = 0; i < sizeof default_ports / sizeof default_ports[0]; i++) {
        uriproof_span name = uriproof_span_of(default_ports[i].scheme);
        if (equal_transformed(scheme, name, 1U << LOWERCASED) &&
            uriproof_span_equal(port, uriproof_span_of(default_ports[i].port)))
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

/* The ways that only a port is given in. */
static bool port_equal(uriproof_span scheme, uriproof_span expected, uriproof_span given,
                       unsigned short ways)
{
    if (!uriproof_present(given))
        return false;
    if (expected.length == 0)
        return declares(ways, WITH_DEFAULT) && is_default_port(scheme, given);
    return declares(ways, AS_NUMBER) && all_digits(given) &&
           uriproof_span_equal(without_zeros(expected), without_zeros(given));
}

static bool piece_equal(uriproof_span expected, uriproof_span given, unsigned short ways)
{
    if (uriproof_span_equal(expected, given))
        return true;
    if (!uriproof_present(expected))
        return declares(ways, ABSENT_AS_VOID) && given.length == 0;
    bool is_void = expected.length == 0;
    if (is_void && declares(ways, VOID_AS_ABSENT) && !uriproof_present(given))
        return true;
    if (is_void && declares(ways, VOID_AS_SLASH) && given.length == 1 && given.octets[0] == '/')
        return true;
    return uriproof_present(given) && equal_transformed(expected, given, ways);
}

static bool pieces_equal(const pieces *expected, const pieces *given, const gives_set *gives)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++) {
        unsigned short ways = gives->declared[i];
        bool equal = piece_equal(expected->at[i], given->at[i], ways) ||
                     (i == PIECE_PORT &&
                      port_equal(expected->at[PIECE_SCHEME], expected->at[i], given->at[i], ways));
        if (!equal)
            return false;
    }
    return true;
}

static bool generic_equal(const uriproof_generic *a, const uriproof_generic *b)
{
    return uriproof_span_equal(a->scheme, b->scheme) && uriproof_span_equal(a->path, b->path) &&
           uriproof_span_equal(a->search, b->search) &&
           uriproof_span_equal(a->fragmentid, b->fragmentid);
}

/* The authority of `components` put back: is it then `generic`, octet by octet? */
static bool composes(const uriproof_components *components, const uriproof_generic *generic)
{
    char *memory = NULL;
    uriproof_generic view = generic_of(components, &memory);
    bool equal = memory != NULL && generic_equal(generic, &view);
    free(memory);
    return equal;
}

/* The generic view `given` against components alone: the text put together has not been cut, which
 * dialects do each at another @; only then is it cut here. */
static bool generic_of_components(const uriproof_components *expected,
                                  const uriproof_generic *given, const gives_set *gives)
{
    if (composes(expected, given))
        return true;
    pieces components = pieces_of_components(expected), generic = pieces_of_generic(given);
    return pieces_equal(&components, &generic, gives);
}

static bool generic_view_equal(const uriproof_parts *expected, const uriproof_generic *given,
                               const gives_set *gives)
{
    if (!expected->has_generic)
        return generic_of_components(&expected->components, given, gives);
    pieces e = pieces_of_generic(&expected->generic), g = pieces_of_generic(given);
    return pieces_equal(&e, &g, gives);
}

/* Piece by piece, each view that is given against that view of what is expected. */
static bool views_equal(const uriproof_parts *expected, const uriproof_parts *given,
                        const gives_set *gives)
{
    if (given->has_generic && !generic_view_equal(expected, &given->generic, gives))
        return false;
    if (!given->has_components)
        return true;
    pieces e = expected->has_components ? pieces_of_components(&expected->components)
                                        : pieces_of_generic(&expected->generic);
    pieces g = pieces_of_components(&given->components);
    return pieces_equal(&e, &g, gives);
}

/* Octet by octet, in the views that are expected. */
static bool equal_as_written(const uriproof_parts *expected, const uriproof_parts *given)
{
    static const gives_set nothing = {{0}};
    if (expected->has_generic && given->has_generic &&
        !generic_equal(&expected->generic, &given->generic))
        return false;
    if (expected->has_generic && given->has_components &&
        !composes(&given->components, &expected->generic))
        return false;
    bool comparable = given->has_components || !expected->has_generic;
    return !expected->has_components || !comparable || views_equal(expected, given, &nothing);
}

bool parts_match(const uriproof_parts *expected, const uriproof_parts *given,
                 const gives_set *gives, bool *up_to)
{
    if (equal_as_written(expected, given))
        return true;
    *up_to = views_equal(expected, given, gives);
    return *up_to;
}
