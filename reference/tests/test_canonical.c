/* SPDX-License-Identifier: MIT */
/*
 * Tests RFC 1630, "Encoding reserved characters", and docs/readings.md, Encoding and identity. The
 * expected results were worked out by hand from those words and the BNF.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc1630.h>

/* The letters, digits and other characters whose escapes are decoded (docs/readings.md). */
static const char undone[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "0123456789"
                             "$-_@.&\"'(),";

static bool in_set(unsigned octet, const char *set)
{
    return octet != 0 && strchr(set, (int)octet) != NULL;
}

/* Returns the readings of `id=value` or `id=value id=value`. NULL selects every default. */
static uriproof_readings readings_of(const char *settings)
{
    uriproof_readings readings = {{0}};
    char copy[128] = "";
    snprintf(copy, sizeof copy, "%s", settings != NULL ? settings : "");
    for (char *setting = strtok(copy, " "); setting != NULL; setting = strtok(NULL, " ")) {
        char *value = strchr(setting, '=');
        assert_non_null(value);
        *value++ = '\0';
        assert_int_equal(uriproof_set_reading(&uriproof_rfc1630, setting, value, &readings),
                         URIPROOF_READING_SET);
    }
    return readings;
}

/* A text and its expected result under `settings`. */
typedef struct text_case {
    const char *text;
    const char *expected;
    const char *settings;
} text_case;

/* Returns a buffer of exactly `factor` times the length. If the factor is 3, it has 16 octets more,
 * for parts that a scheme supplies. The caller frees the octets. */
static uriproof_buffer room_for(size_t length, size_t factor)
{
    size_t capacity = factor * length + (factor == 3 ? 16 : 0);
    uriproof_buffer out = {malloc(capacity > 0 ? capacity : 1), capacity, 99};
    assert_non_null(out.octets);
    return out;
}

static void assert_text(const text_case *c, const uriproof_buffer *out)
{
    if (!uriproof_span_equal((uriproof_span){out->octets, out->length},
                             uriproof_span_of(c->expected)))
        fail_msg("'%s' (%s) gives '%.*s', not '%s'", c->text,
                 c->settings != NULL ? c->settings : "defaults", (int)out->length, out->octets,
                 c->expected);
}

static void assert_canonical(const text_case *c)
{
    uriproof_readings readings = readings_of(c->settings);
    uriproof_span uri = uriproof_span_of(c->text);
    uriproof_buffer out = room_for(uri.length, 3);
    if (uriproof_rfc1630_canonical(uri, &readings, &out, NULL) != URIPROOF_OK)
        fail_msg("'%s' has no canonical form", c->text);
    assert_text(c, &out);
    free(out.octets);
}

static void assert_all_canonical(const text_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_canonical(&cases[i]);
}

static void the_canonical_form(void **state)
{
    static const text_case cases[] = {
        {"x:", "x:", NULL},
        {"x:p?s+t#f", "x:p?s+t#f", NULL},
        {"http://info.cern.ch/albert/bertram/marie%2Dclaude",
         "http://info.cern.ch/albert/bertram/marie-claude", NULL},
        {"http://info.cern.ch/albert/bertram%2Fmarie-claude",
         "http://info.cern.ch/albert/bertram%2Fmarie-claude", NULL},
        {"x:%41%61%30", "x:Aa0", NULL},
        {"x:%2541", "x:%2541", NULL},
        {"x:%2f%3f%e9%0a", "x:%2F%3F%E9%0A", NULL},
        {"x:?%41+%2B%20", "x:?A+%2B%20", NULL},
        {"x:#%41%23", "x:#A%23", NULL},
        {"x%41%2F%2d:", "xA%2F-:", NULL},
        {"X://H/", "X://H/", NULL},
        {"x:*!+:;=", "x:*!+:;=", NULL},
        {"x:a//b/../c/./", "x:a//b/../c/./", NULL},
    };
    (void)state;
    assert_all_canonical(cases, sizeof cases / sizeof cases[0]);
}

/* Tests the fragment: "A void fragment-id with or without the hash sign means that the URL refers
 * to the whole object." */
static void a_void_fragment_goes_with_its_hash(void **state)
{
    static const text_case cases[] = {
        {"x:#", "x:", NULL},
        {"x:p#", "x:p", NULL},
        {"x:p?s#", "x:p?s", NULL},
        {"x:#f", "x:#f", NULL},
    };
    (void)state;
    assert_all_canonical(cases, sizeof cases / sizeof cases[0]);
}

/* Tests that a path segment that would become `.` or `..` keeps the escapes it has
 * (docs/readings.md). */
static void dot_segments_keep_their_escapes(void **state)
{
    static const text_case cases[] = {
        {"x:%2E", "x:%2E", NULL},
        {"x:%2e", "x:%2E", NULL},
        {"x:.%2e", "x:.%2E", NULL},
        {"x:%2e.", "x:%2E.", NULL},
        {"x:%2e%2E/", "x:%2E%2E/", NULL},
        {"x:a/%2e/b", "x:a/%2E/b", NULL},
        {"x:/%2e%2e", "x:/%2E%2E", NULL},
        {"x://%2e/%61", "x://%2E/a", NULL},
        {"x:%2e?%2e#%2e", "x:%2E?.#.", NULL},
        /* Three dots, or a dot with other characters, are an ordinary segment. */
        {"x:%2e%2e%2e", "x:...", NULL},
        {"x:..%2e", "x:...", NULL},
        {"x:%2ea", "x:.a", NULL},
        {"x:%2e%61", "x:.a", NULL},
        {"x:a%2e", "x:a.", NULL},
        {"x:a/.%2eb/%2e", "x:a/..b/%2E", NULL},
        {"x:%2e/%2ea/%2e", "x:%2E/.a/%2E", NULL},
        {"x:.", "x:.", NULL},
        {"x:..", "x:..", NULL},
        {"x:?%2e%2e", "x:?..", NULL},
        {"x%2e:%2e%2f", "x.:.%2F", NULL},
    };
    (void)state;
    assert_all_canonical(cases, sizeof cases / sizeof cases[0]);
}

static void the_readings(void **state)
{
    static const text_case cases[] = {
        /* The prose reserves `% / # ? + * !`, so it does not reserve `:;=` of a path. */
        {"x:%3a%3b%3d%2a%21%2b", "x:%3A%3B%3D%2A%21%2B", NULL},
        {"x:%3a%3b%3d%2a%21%2b", "x::;=%2A%21%2B", "reserved-set=prose"},
        {"x:?%3a%3b%3d%2a%21%2b", "x:?%3A%3B%3D%2A%21%2B", "reserved-set=prose"},
        {"x:#%3a%3b%3d%2a%21%2b", "x:#%3A%3B%3D%2A%21%2B", "reserved-set=prose"},
        {"x%3a%2a:", "x%3A%2A:", "reserved-set=prose"},
        {"x:%3a%3b%3d", "x:%3A%3B%3D", "reserved-set=prose generic-reserved=printed"},
        /* The BNF reserves `= ; / # ? : space`. It does not reserve `* !`, nor the plus, which a
         * path takes. */
        {"x:%3a%3b%3d%2a%21%2b", "x:%3A%3B%3D*!+", "reserved-set=bnf"},
        {"x:?%3a%3b%3d%2a%21%2b", "x:?%3A%3B%3D*!%2B", "reserved-set=bnf"},
        {"x:#%3a%3b%3d%2a%21%2b", "x:#%3A%3B%3D*!%2B", "reserved-set=bnf"},
        {"x%2a%21%2b:", "x*!%2B:", "reserved-set=bnf"},
        {"x:%25%2f%3f%23%20", "x:%25%2F%3F%23%20", "reserved-set=prose"},
        {"x:%25%2f%3f%23%20", "x:%25%2F%3F%23%20", "reserved-set=bnf"},
        {"x://u%40h@i", "x://u@h@i", NULL},
        {"x://u%40h@i", "x://u%40h@i", "at-sign=reserved"},
        {"x:?%40#%40", "x:?%40#%40", "at-sign=reserved"},
        {"x:?a+b%20c", "x:?a+b%20c", NULL},
        {"x:a+b?a+b%20c%2B#d", "x:a+b?a%20b%20c%2B#d", "plus-in-search=space"},
        {"x:a+?b", "x:a+?b", "plus-in-search=space"},
        {"x:%2b?b+c", "x:+?b%20c", "plus-in-search=space reserved-set=bnf"},
        {"x:%41b", "x:Ab", "xpalphas=printed"},
    };
    (void)state;
    assert_all_canonical(cases, sizeof cases / sizeof cases[0]);
}

/* Tests every escape with digits of both cases in every part. */
static void every_escape_in_every_part(void **state)
{
    static const char *const parts[] = {"x", "x:a", "x:?a", "x:#a"};
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *after = i == 0 ? ":" : "";
        for (unsigned octet = 0; octet < 256; octet++) {
            char lower[16], upper[16], bare[16];
            snprintf(lower, sizeof lower, "%s%%%02x%s", parts[i], octet, after);
            snprintf(upper, sizeof upper, "%s%%%02X%s", parts[i], octet, after);
            snprintf(bare, sizeof bare, "%s%c%s", parts[i], (int)octet, after);
            const char *expected = in_set(octet, undone) ? bare : upper;
            assert_canonical(&(text_case){lower, expected, NULL});
            assert_canonical(&(text_case){upper, expected, NULL});
            assert_canonical(&(text_case){expected, expected, NULL});
        }
    }
}

static void what_does_not_derive_has_no_canonical_form(void **state)
{
    static const char *const texts[] = {"", "x", "x:?", "x:a b", "x:%4"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uriproof_span uri = uriproof_span_of(texts[i]);
        uriproof_buffer out = room_for(uri.length, 3);
        uriproof_refusal refusal = {NULL, 0, NULL}, parsed = {NULL, 0, NULL};
        assert_int_equal(uriproof_rfc1630_canonical(uri, NULL, &out, &refusal), URIPROOF_SILENT);
        assert_false(uriproof_rfc1630_parse(uri, NULL, NULL, &parsed));
        assert_string_equal(refusal.production, parsed.production);
        assert_int_equal(refusal.offset, parsed.offset);
        assert_int_equal(out.length, 0);
        free(out.octets);
    }
}

typedef struct pair_case {
    const char *one, *other;
    bool identical;
    const char *settings;
} pair_case;

static void identity(void **state)
{
    static const pair_case cases[] = {
        /* These are examples 1 and 2 of the RFC. */
        {"http://info.cern.ch/albert/bertram/marie-claude",
         "http://info.cern.ch/albert/bertram/marie%2Dclaude", true, NULL},
        {"http://info.cern.ch/albert/bertram/marie-claude",
         "http://info.cern.ch/albert/bertram%2Fmarie-claude", false, NULL},
        {"x:", "x:", true, NULL},
        {"x:", "x:a", false, NULL},
        {"x:a", "x:ab", false, NULL},
        {"x:p", "x:p#", true, NULL},
        {"x:p#", "x:p#f", false, NULL},
        {"x:p", "x:p?s", false, NULL},
        {"x:%2f", "x:%2F", true, NULL},
        {"x:%2f", "x:/", false, NULL},
        {"x:%2E", "x:.", false, NULL},
        {"x:?%2E", "x:?.", true, NULL},
        {"x:*", "x:%2A", false, NULL},
        {"x:*", "x:%2A", true, "reserved-set=bnf"},
        {"x::", "x:%3A", false, NULL},
        {"x::", "x:%3A", true, "reserved-set=prose"},
        {"x:@", "x:%40", true, NULL},
        {"x:@", "x:%40", false, "at-sign=reserved"},
        {"x:?a+b", "x:?a%20b", false, NULL},
        {"x:?a+b", "x:?a%20b", true, "plus-in-search=space"},
        {"x:a+b", "x:a%20b", false, "plus-in-search=space"},
        {"x:?a+b", "x:?a%2Bb", false, "plus-in-search=space"},
        {"x:a", "X:A", false, NULL},
        {"gopher://h", "g%6Fpher://h", true, NULL},
        {"g%6fphe%72://h", "gopher://h/1", true, NULL},
        {"g%6Fpher://h", "gopher://h/0", false, NULL},
        {"file:///x", "f%69le:///x", true, NULL},
        {"f%69le:///x", "file://localhost/x", true, NULL},
        {"fil%65:///x", "file://h/x", false, NULL},
        {"f%70le:///x", "file://localhost/x", false, NULL},
        {"fi%6C:///x", "file://localhost/x", false, NULL},
        {"fil%65s:///x", "files://localhost/x", false, NULL},
        {"x://H/", "x://h/", false, NULL},
        {"x://h", "x://h/", false, NULL},
        {"x:a/../b", "x:b", false, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const pair_case *c = &cases[i];
        uriproof_readings readings = readings_of(c->settings);
        uriproof_span one = uriproof_span_of(c->one), other = uriproof_span_of(c->other);
        bool forth = !c->identical, back = !c->identical;
        assert_int_equal(uriproof_rfc1630_identical(one, other, &readings, &forth, NULL),
                         URIPROOF_OK);
        assert_int_equal(uriproof_rfc1630_identical(other, one, &readings, &back, NULL),
                         URIPROOF_OK);
        if (forth != c->identical || back != c->identical)
            fail_msg("'%s' and '%s' (%s) are said to be %s", c->one, c->other,
                     c->settings != NULL ? c->settings : "defaults",
                     c->identical ? "different" : "identical");
    }
}

/* Tests that the answer is undefined for schemes that only differ in case, since the RFC says
 * nothing of them. */
static void the_case_of_a_scheme_is_undefined(void **state)
{
    static const char *const pairs[][2] = {
        {"x:a", "X:a"},
        {"aBc:x", "a%62C:x"},
        {"FILE:///x", "file://localhost/x"},
        {"GOPHE%52://h", "gopher://h/1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        uriproof_refusal refusal = {NULL, 1, NULL};
        bool identical;
        assert_int_equal(uriproof_rfc1630_identical(uriproof_span_of(pairs[i][0]),
                                                    uriproof_span_of(pairs[i][1]), NULL, &identical,
                                                    &refusal),
                         URIPROOF_SILENT);
        assert_string_equal(refusal.production, "scheme");
        assert_string_equal(refusal.clause, "rfc1630.encoding.comparison");
        assert_int_equal(refusal.offset, 0);
    }
}

static void identity_wants_two_that_derive(void **state)
{
    uriproof_span sound = uriproof_span_of("x:"), first = uriproof_span_of("x:?"),
                  second = uriproof_span_of("1");
    uriproof_refusal refusal;
    bool identical;
    (void)state;
    assert_int_equal(uriproof_rfc1630_identical(first, sound, NULL, &identical, &refusal),
                     URIPROOF_SILENT);
    assert_int_equal(refusal.offset, 3);
    assert_int_equal(uriproof_rfc1630_identical(sound, second, NULL, &identical, &refusal),
                     URIPROOF_SILENT);
    assert_string_equal(refusal.production, "scheme");
    assert_int_equal(uriproof_rfc1630_identical(first, second, NULL, &identical, &refusal),
                     URIPROOF_SILENT);
    assert_string_equal(refusal.production, "search");
}

static void decoding(void **state)
{
    static const text_case cases[] = {
        {"", "", NULL},         {"a", "a", NULL},           {"%41%2f%2F%25", "A//%", NULL},
        {"%2541", "%41", NULL}, {"a b+<>", "a b+<>", NULL}, {"a%20b", "a b", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_span text = uriproof_span_of(cases[i].text);
        uriproof_buffer out = room_for(text.length, 1);
        assert_int_equal(uriproof_rfc1630_decode(text, NULL, &out, NULL), URIPROOF_OK);
        assert_text(&cases[i], &out);
        free(out.octets);
    }
}

static void decoding_every_escape(void **state)
{
    (void)state;
    for (unsigned octet = 0; octet < 256; octet++) {
        char text[8], one;
        uriproof_buffer out = {&one, 3, 0};
        char octets[3];
        out.octets = octets;
        for (int upper = 0; upper < 2; upper++) {
            snprintf(text, sizeof text, upper ? "%%%02X" : "%%%02x", octet);
            assert_int_equal(uriproof_rfc1630_decode(uriproof_span_of(text), NULL, &out, NULL),
                             URIPROOF_OK);
            assert_int_equal(out.length, 1);
            assert_int_equal((unsigned char)octets[0], octet);
        }
        octets[0] = (char)octet;
        one = octets[0];
        if (octet == '%')
            continue;
        assert_int_equal(uriproof_rfc1630_decode((uriproof_span){&one, 1}, NULL, &out, NULL),
                         octet == '%' ? URIPROOF_INVALID : URIPROOF_OK);
        assert_int_equal((unsigned char)octets[0], octet);
    }
}

/* Tests broken escapes: "Sequences which start with a percent sign but are not followed by two
 * hexadecimal characters are reserved for future extension." */
static void decoding_broken_escapes(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
    } cases[] = {
        {"%", 1},   {"%4", 2},   {"a%", 2},    {"%%41", 1},   {"%g0", 1},  {"%0g", 2}, {"%*", 1},
        {"%as", 2}, {"%41%", 4}, {"ab%4x", 4}, {"%41 %4", 6}, {"% 41", 1}, {"%+1", 1}, {"%0x", 2},
        {"%-1", 1}, {"%/0", 1},  {"%:0", 1},   {"%@0", 1},    {"%G0", 1},  {"%`0", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_span text = uriproof_span_of(cases[i].text);
        uriproof_buffer out = room_for(text.length, 1);
        uriproof_refusal refusal = {NULL, 99, NULL};
        assert_int_equal(uriproof_rfc1630_decode(text, NULL, &out, &refusal), URIPROOF_INVALID);
        assert_string_equal(refusal.production, "escape");
        assert_string_equal(refusal.clause, "rfc1630.encoding.percent-extension");
        if (refusal.offset != cases[i].offset)
            fail_msg("'%s' is refused at %zu, not at %zu", cases[i].text, refusal.offset,
                     cases[i].offset);
        assert_int_equal(uriproof_rfc1630_decode(text, NULL, &out, NULL), URIPROOF_INVALID);
        free(out.octets);
    }
}

static void encoding(void **state)
{
    static const text_case cases[] = {
        {"", "", NULL},
        {"marie-claude", "marie-claude", NULL},
        {"a/b c", "a%2Fb%20c", NULL},
        {"100%", "100%25", NULL},
        {"%41", "%2541", NULL},
        {"a+b*c!", "a%2Bb%2Ac%21", NULL},
        {"a+b*c!", "a+b*c!", "reserved-set=bnf"},
        {"a:b;c=d", "a%3Ab%3Bc%3Dd", NULL},
        {"a:b;c=d", "a:b;c=d", "reserved-set=prose"},
        {"a:b;c=d", "a%3Ab%3Bc%3Dd", "reserved-set=prose generic-reserved=printed"},
        {"u@h", "u@h", NULL},
        {"u@h", "u%40h", "at-sign=reserved"},
        {"~<>`{|}", "%7E%3C%3E%60%7B%7C%7D", NULL},
        {"\x7f\x80\xff\n", "%7F%80%FF%0A", NULL},
        /* the dots of these are escaped: "Substrings consisting of single or double dots ... are
         * similarly reserved." */
        {".", "%2E", NULL},
        {"..", "%2E%2E", NULL},
        {"...", "...", NULL},
        {".a", ".a", NULL},
        {"./", ".%2F", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_readings readings = readings_of(cases[i].settings);
        uriproof_span text = uriproof_span_of(cases[i].text);
        uriproof_buffer out = room_for(text.length, 3);
        assert_int_equal(uriproof_rfc1630_encode(text, &readings, &out), URIPROOF_OK);
        assert_text(&cases[i], &out);
        free(out.octets);
    }
}

static void encoding_every_octet(void **state)
{
    (void)state;
    for (unsigned octet = 0; octet < 256; octet++) {
        char text = (char)octet, octets[3], expected[4];
        uriproof_buffer out = {octets, sizeof octets, 0};
        snprintf(expected, sizeof expected, "%%%02X", octet);
        assert_int_equal(uriproof_rfc1630_encode((uriproof_span){&text, 1}, NULL, &out),
                         URIPROOF_OK);
        /* a dot alone would be a dot segment */
        if (in_set(octet, undone) && octet != '.') {
            assert_int_equal(out.length, 1);
            assert_int_equal(octets[0], text);
        } else {
            assert_int_equal(out.length, 3);
            assert_memory_equal(octets, expected, 3);
        }
    }
}

/* Tests each buffer size with one octet too few, and NULL for no octets at all. */
static void no_room(void **state)
{
    char octets[25];
    uriproof_span uri = uriproof_span_of("x:a"), none = {NULL, 0};
    (void)state;
    for (size_t capacity = 0; capacity <= sizeof octets; capacity++) {
        uriproof_buffer out = {octets, capacity, 0};
        uriproof_verdict thrice = capacity < 9 ? URIPROOF_NO_ROOM : URIPROOF_OK;
        memset(octets, '~', sizeof octets);
        assert_int_equal(uriproof_rfc1630_canonical(uri, NULL, &out, NULL),
                         capacity < 25 ? URIPROOF_NO_ROOM : URIPROOF_OK);
        assert_true(capacity == 25 || octets[0] == '~');
        memset(octets, '~', sizeof octets);
        assert_int_equal(uriproof_rfc1630_encode(uri, NULL, &out), thrice);
        assert_true(thrice == URIPROOF_OK || octets[0] == '~');
        assert_int_equal(uriproof_rfc1630_decode(uri, NULL, &out, NULL),
                         capacity < 3 ? URIPROOF_NO_ROOM : URIPROOF_OK);
        assert_true(capacity >= 3 || octets[0] == '~');
    }
    uriproof_buffer nowhere = {NULL, 0, 99};
    assert_int_equal(uriproof_rfc1630_decode(none, NULL, &nowhere, NULL), URIPROOF_OK);
    assert_int_equal(nowhere.length, 0);
    assert_int_equal(uriproof_rfc1630_encode(none, NULL, &nowhere), URIPROOF_OK);
    assert_int_equal(nowhere.length, 0);
    assert_int_equal(uriproof_rfc1630_canonical(none, NULL, &nowhere, NULL), URIPROOF_NO_ROOM);
}

static void nul_is_an_octet(void **state)
{
    char octets[16];
    uriproof_buffer out = {octets, sizeof octets, 0};
    (void)state;
    assert_int_equal(uriproof_rfc1630_encode((uriproof_span){"a\0b", 3}, NULL, &out), URIPROOF_OK);
    assert_int_equal(out.length, 5);
    assert_memory_equal(octets, "a%00b", 5);
    assert_int_equal(uriproof_rfc1630_decode(uriproof_span_of("a%00b"), NULL, &out, NULL),
                     URIPROOF_OK);
    assert_int_equal(out.length, 3);
    assert_memory_equal(octets, "a\0b", 3);
    assert_int_equal(uriproof_rfc1630_decode((uriproof_span){"\0%00", 4}, NULL, &out, NULL),
                     URIPROOF_OK);
    assert_int_equal(out.length, 2);
    assert_memory_equal(octets, "\0\0", 2);
}

/* Tests the rule "search   xalphas [ + search ]". */
static void the_words_of_a_search(void **state)
{
    static const struct {
        const char *search;
        const char *words[4];
    } cases[] = {
        {NULL, {NULL}},
        {"dobbins", {"dobbins"}},
        {"a+b", {"a", "b"}},
        {"ab+%2B+c", {"ab", "%2B", "c"}},
        {"a%20b+c", {"a%20b", "c"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_span rest = uriproof_span_of(cases[i].search), word;
        for (size_t j = 0; cases[i].words[j] != NULL; j++) {
            assert_true(uriproof_rfc1630_next_word(&rest, &word));
            assert_true(uriproof_span_equal(word, uriproof_span_of(cases[i].words[j])));
        }
        assert_false(uriproof_rfc1630_next_word(&rest, &word));
        assert_false(uriproof_rfc1630_next_word(&rest, &word));
    }
}

static void a_huge_text(void **state)
{
    const size_t length = (size_t)3 << 20;
    char *text = malloc(length + 2);
    (void)state;
    assert_non_null(text);
    memcpy(text, "x:", 2);
    for (size_t i = 0; i < length; i++)
        text[i + 2] = "%61"[i % 3];
    uriproof_span uri = {text, length + 2};
    uriproof_buffer out = room_for(uri.length, 3);
    assert_int_equal(uriproof_rfc1630_canonical(uri, NULL, &out, NULL), URIPROOF_OK);
    assert_int_equal(out.length, 2 + length / 3);
    for (size_t i = 2; i < out.length; i++)
        if (out.octets[i] != 'a')
            fail_msg("octet %zu is %02x", i, (unsigned)(unsigned char)out.octets[i]);
    bool identical = false;
    assert_int_equal(uriproof_rfc1630_identical(uri, (uriproof_span){out.octets, out.length}, NULL,
                                                &identical, NULL),
                     URIPROOF_OK);
    assert_true(identical);
    free(out.octets);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_canonical_form),
        cmocka_unit_test(a_void_fragment_goes_with_its_hash),
        cmocka_unit_test(dot_segments_keep_their_escapes),
        cmocka_unit_test(the_readings),
        cmocka_unit_test(every_escape_in_every_part),
        cmocka_unit_test(what_does_not_derive_has_no_canonical_form),
        cmocka_unit_test(identity),
        cmocka_unit_test(the_case_of_a_scheme_is_undefined),
        cmocka_unit_test(identity_wants_two_that_derive),
        cmocka_unit_test(decoding),
        cmocka_unit_test(decoding_every_escape),
        cmocka_unit_test(decoding_broken_escapes),
        cmocka_unit_test(encoding),
        cmocka_unit_test(encoding_every_octet),
        cmocka_unit_test(no_room),
        cmocka_unit_test(nul_is_an_octet),
        cmocka_unit_test(the_words_of_a_search),
        cmocka_unit_test(a_huge_text),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
