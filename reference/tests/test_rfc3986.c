/* SPDX-License-Identifier: MIT */
/* Tests RFC 3986: the sizes of buffers, the clause of each refusal, and that time is linear. The
 * vectors test the answers. */
#include "../rfc3986/compose.h"
#include "../rfc3986/normalize.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void the_clause_of_a_refusal(void **state)
{
    static const struct {
        const char *uri, *production, *clause;
        size_t offset;
    } cases[] = {
        {"", "scheme", "rfc3986.bnf.scheme", 0},
        {"1:", "scheme", "rfc3986.bnf.scheme", 0},
        {":a", "scheme", "rfc3986.bnf.scheme", 0},
        {"ht_tp:", "URI", "rfc3986.bnf.scheme", 2},
        {"a b:c", "URI", "rfc3986.bnf.scheme", 1},
        {"a", "URI", "rfc3986.bnf.URI", 1},
        {"http//h:1", "URI", "rfc3986.bnf.URI", 4},
        {"a/b", "URI", "rfc3986.bnf.URI", 1},
        {"a://[", "IP-literal", "rfc3986.bnf.IP-literal", 5},
        {"a://h^", "authority", "rfc3986.bnf.authority", 5},
        {"a:[", "path", "rfc3986.bnf.path", 2},
        {"a:?[", "query", "rfc3986.bnf.query", 3},
        {"a:##", "fragment", "rfc3986.bnf.fragment", 3},
        {"a:%4", "pct-encoded", "rfc3986.bnf.pct-encoded", 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_refusal refusal;
        assert_false(uriproof_rfc3986_parse(uriproof_span_of(cases[i].uri), NULL, &refusal));
        assert_string_equal(refusal.production, cases[i].production);
        assert_string_equal(refusal.clause, cases[i].clause);
        assert_int_equal(refusal.offset, cases[i].offset);
    }
}

/* Returns a buffer of exactly `capacity` octets, so that a sanitizer finds an access beyond its
 * end. */
static uriproof_buffer room_for(size_t capacity)
{
    uriproof_buffer out = {malloc(capacity > 0 ? capacity : 1), capacity, 0};
    assert_non_null(out.octets);
    return out;
}

/* Tests that each operation accepts its required size, and that one octet less is NO_ROOM. */
static void each_bound(void **state)
{
    const uriproof_dialect *dialect = &uriproof_rfc3986;
    uriproof_span uri = uriproof_span_of("a://h/%7e"), ref = uriproof_span_of("//b/x");
    const size_t bounds[] = {uri.length + ref.length + 2, 3 * uri.length + 16, uri.length,
                             3 * uri.length, 3 * (uri.length + ref.length) + 32};
    uriproof_refusal refusal;
    bool equal;
    (void)state;
    for (size_t less = 0; less < 2; less++) {
        uriproof_verdict expected = less == 0 ? URIPROOF_OK : URIPROOF_NO_ROOM;
        for (size_t op = 0; op < 4; op++) {
            uriproof_buffer out = room_for(bounds[op] - less);
            uriproof_verdict got = op == 0   ? dialect->resolve(uri, ref, NULL, &out, &refusal)
                                   : op == 1 ? dialect->normalize(uri, NULL, &out, &refusal)
                                   : op == 2 ? dialect->decode(uri, NULL, &out, &refusal)
                                             : dialect->encode(uri, NULL, &out, &refusal);
            assert_int_equal(got, expected);
            free(out.octets);
        }
        uriproof_buffer scratch = room_for(bounds[4] - less);
        assert_int_equal(
            dialect->equivalent(uri, uriproof_span_of("b://x"), NULL, &scratch, &equal, &refusal),
            less == 0 ? URIPROOF_OK : URIPROOF_NO_ROOM);
        free(scratch.octets);
    }
}

/* Returns readings with one value that is not the default. */
static uriproof_readings readings_of(uriproof_rfc3986_reading reading, unsigned char value)
{
    uriproof_readings readings = {{0}};
    readings.value[reading] = value;
    return readings;
}

static uriproof_readings scheme_based(void)
{
    uriproof_readings readings = readings_of(URIPROOF_RFC3986_NORMAL_PORT, 1);
    readings.value[URIPROOF_RFC3986_NORMAL_PATH] = 1;
    readings.value[URIPROOF_RFC3986_NORMAL_HOST] = 1;
    return readings;
}

/* Tests the results that grow most, with the required sizes. */
static void results_fit_their_bounds(void **state)
{
    uriproof_readings guarded = readings_of(URIPROOF_RFC3986_SLASHES_MADE, 1);
    uriproof_readings by_scheme = scheme_based();
    (void)state;
    uriproof_span base = uriproof_span_of("x:/a"), ref = uriproof_span_of("..//b");
    uriproof_buffer out = room_for(base.length + ref.length + 2);
    assert_int_equal(uriproof_rfc3986_resolve(base, ref, &guarded, &out, NULL), URIPROOF_OK);
    assert_int_equal(out.length, strlen("x:/.//b"));
    assert_memory_equal(out.octets, "x:/.//b", out.length);
    free(out.octets);
    uriproof_span file = uriproof_span_of("file:/a");
    out = room_for(3 * file.length + 16);
    assert_int_equal(uriproof_rfc3986_normalize(file, &by_scheme, &out, NULL), URIPROOF_OK);
    assert_memory_equal(out.octets, "file:///a", out.length);
    free(out.octets);
}

/* Tests that scheme-based normal forms only use what 6.2.3, 3.2.3 and 3.2.2 say. */
static void scheme_based_forms(void **state)
{
    static const char *const cases[][2] = {
        {"http://h:80", "http://h/"},
        {"http://h:0080", "http://h/"},
        {"http://h:0", "http://h:0/"},
        {"http://h:800", "http://h:800/"},
        {"http://h:81", "http://h:81/"},
        {"x://h:80", "x://h:80/"},
        {"x://h:", "x://h/"},
        {"file://%6Cocal%48ost/a", "file:///a"},
        {"file://localhost/a", "file:///a"},
        {"file://LocalHost/a", "file:///a"},
        {"file:/a", "file:///a"},
        {"file:", "file:///"},
        {"file:a", "file:a"},
        {"file:-a", "file:-a"},
        {"file://localhost:1/a", "file://localhost:1/a"},
        {"file://u@localhost/a", "file://u@localhost/a"},
        {"file://localhostx/a", "file://localhostx/a"},
    };
    uriproof_readings by_scheme = scheme_based();
    char octets[256];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_buffer out = {octets, sizeof octets, 0};
        assert_int_equal(
            uriproof_rfc3986_normalize(uriproof_span_of(cases[i][0]), &by_scheme, &out, NULL),
            URIPROOF_OK);
        octets[out.length] = '\0';
        assert_string_equal(octets, cases[i][1]);
    }
}

/* Tests each technique of 6.2 without the others. */
static void each_technique_alone(void **state)
{
    static const struct {
        unsigned techniques;
        const char *uri, *form;
    } cases[] = {
        {0, "HTTP://U%7e@H%3a:80?%3a#%7e", "HTTP://U%7e@H%3a:80?%3a#%7e"},
        {NORMAL_HEX_CASE, "HTTP://U%7e@H%3a:80?%3a#%7e", "HTTP://U%7E@H%3A:80?%3A#%7E"},
        {NORMAL_SCHEME_CASE, "HTTP://U%7e@H%3a:80?%3a", "http://U%7e@H%3a:80?%3a"},
        {NORMAL_HOST_CASE, "HTTP://U%7e@H%3a:80?%3a", "HTTP://U%7e@h%3a:80?%3a"},
        {NORMAL_ESCAPES, "HTTP://U%7e@%48%3a:80?%3a#%7e", "HTTP://U~@H%3a:80?%3a#~"},
        {NORMAL_ESCAPES, "x:/a/%2e%2E/b", "x:/a/../b"},
        {NORMAL_DOTS, "X:/a/../%7e", "X:/%7e"},
        {NORMAL_DOTS, "X:/a/%2e%2e/b", "X:/a/%2e%2e/b"},
        {NORMAL_DOTS | NORMAL_ESCAPES, "X:/a/%2e%2e/b", "X:/b"},
        {NORMAL_DOTS, "x:a/../b", "x:a/../b"},
        {NORMAL_ROOTLESS_DOTS, "x:a/../b", "x:/b"},
        {NORMAL_ROOTLESS_DOTS, "x:/a/../b", "x:/a/../b"},
        {NORMAL_PORT, "HTTP://H:80", "HTTP://H"},
        {NORMAL_PORT, "x://h:", "x://h"},
        {NORMAL_PATH, "HTTP://H:80", "HTTP://H:80/"},
        {NORMAL_PATH, "file:", "file:"},
        {NORMAL_HOST, "FILE://LocalHost", "FILE://"},
        {NORMAL_HOST, "file:/a", "file:///a"},
        {NORMAL_HOST, "file://%6Cocalhost/", "file://%6Cocalhost/"},
        {NORMAL_HOST | NORMAL_ESCAPES, "file://%6Cocalhost/", "file:///"},
        {NORMAL_ALL, "HTTP://H:80", "http://h/"},
    };
    char octets[256];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_buffer out = {octets, sizeof octets, 0};
        assert_int_equal(rfc3986_normalize_by(uriproof_span_of(cases[i].uri), cases[i].techniques,
                                              NULL, &out, NULL),
                         URIPROOF_OK);
        octets[out.length] = '\0';
        assert_string_equal(octets, cases[i].form);
    }
}

/* Tests the reading zone=bare: a percent sign that begins no escape stays, and no escape after it
 * is decoded, so that it begins none then. RFC 6874, section 3. The zone keeps its case. */
static void zones_stay(void **state)
{
    static const char *const cases[][2] = {
        {"x://[::A%B]/%41", "x://[::a%B]/A"},   {"x://[::1%]/", NULL},
        {"x://[::1%z%41]/", "x://[::1%z%41]/"}, {"x://[::1%b%4a]/", "x://[::1%b%4a]/"},
        {"x://[::1%25%41]/", "x://[::1%25A]/"}, {"x://[::A%25Eb%c3]/", "x://[::a%25Eb%C3]/"},
    };
    uriproof_readings bare = readings_of(URIPROOF_RFC3986_ZONE, ZONE_BARE);
    char octets[256];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_buffer out = {octets, sizeof octets, 0};
        assert_int_equal(
            uriproof_rfc3986_normalize(uriproof_span_of(cases[i][0]), &bare, &out, NULL),
            cases[i][1] != NULL ? URIPROOF_OK : URIPROOF_SILENT);
        octets[out.length] = '\0';
        assert_string_equal(octets, cases[i][1] != NULL ? cases[i][1] : "");
    }
}

/* Tests the reading slashes-made=rejected. 3.3: without an authority "the path cannot begin with
 * two slash characters". */
static void slashes_made_are_rejected(void **state)
{
    uriproof_readings rejected = readings_of(URIPROOF_RFC3986_SLASHES_MADE, 2);
    char octets[256];
    uriproof_buffer out = {octets, sizeof octets, 1};
    uriproof_refusal refusal;
    bool equal = true;
    uriproof_span slashes = uriproof_span_of("xy:/.//b");
    (void)state;
    assert_int_equal(uriproof_rfc3986_normalize(slashes, &rejected, &out, &refusal),
                     URIPROOF_INVALID);
    assert_int_equal(out.length, 0);
    assert_null(refusal.production);
    assert_string_equal(refusal.clause, "rfc3986.syntax.no-double-slash");
    out.length = 1;
    assert_int_equal(uriproof_rfc3986_resolve(uriproof_span_of("xy:/a"), uriproof_span_of("..//b"),
                                              &rejected, &out, &refusal),
                     URIPROOF_INVALID);
    assert_int_equal(out.length, 0);
    assert_null(refusal.production);
    assert_int_equal(
        uriproof_rfc3986.equivalent(slashes, slashes, &rejected, &out, &equal, &refusal),
        URIPROOF_INVALID);
    assert_false(equal);
    assert_int_equal(uriproof_rfc3986_resolve(uriproof_span_of("x://h/a"),
                                              uriproof_span_of("..//b"), &rejected, &out, NULL),
                     URIPROOF_OK);
}

/* Tests the reading decode-null=rejected. 7.3: "%00" "should be rejected if the application is not
 * expecting to receive raw data". */
static void a_null_may_be_rejected(void **state)
{
    static const struct {
        const char *text;
        uriproof_verdict verdict;
        size_t offset;
    } cases[] = {
        {"a%00b%00", URIPROOF_INVALID, 0},
        {"%2500", URIPROOF_OK, 0},
        {"%01%000", URIPROOF_INVALID, 0},
        {"a%00%4", URIPROOF_SILENT, 6},
        {"", URIPROOF_OK, 0},
    };
    uriproof_readings rejected = readings_of(URIPROOF_RFC3986_DECODE_NULL, 1);
    char octets[64] = "";
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_buffer out = {octets, sizeof octets, 0};
        uriproof_refusal refusal = {NULL, 0, NULL};
        uriproof_span text = uriproof_span_of(cases[i].text);
        assert_int_equal(uriproof_rfc3986_decode(text, &rejected, &out, &refusal),
                         cases[i].verdict);
        assert_int_equal(refusal.offset, cases[i].offset);
        if (cases[i].verdict == URIPROOF_INVALID)
            assert_string_equal(refusal.clause, "rfc3986.encoding.null");
        if (cases[i].verdict != URIPROOF_SILENT)
            assert_int_not_equal(uriproof_rfc3986_decode(text, NULL, &out, NULL), URIPROOF_INVALID);
    }
}

/* Tests the reading http-host=scheme. 3.2.2: "the "http" scheme considers a missing authority or
 * empty host invalid". */
typedef struct scheme_case {
    const char *text;
    bool derives;
    size_t offset;
} scheme_case;

static void assert_by_scheme(uriproof_rfc3986_reading reading, const scheme_case *cases,
                             size_t count)
{
    uriproof_readings scheme = readings_of(reading, 1);
    for (size_t i = 0; i < count; i++) {
        uriproof_parts parts;
        uriproof_refusal refusal = {NULL, 0, NULL};
        uriproof_span text = uriproof_span_of(cases[i].text);
        assert_int_equal(uriproof_rfc3986.parse(text, &scheme, &parts, &refusal), cases[i].derives);
        assert_int_equal(refusal.offset, cases[i].offset);
    }
}

static void http_may_need_a_host(void **state)
{
    static const scheme_case cases[] = {
        {"http://h", true, 0},    {"http://@h:/", true, 0},  {"http://u@[::1]", true, 0},
        {"httpx:///", true, 0},   {"htt:", true, 0},         {"http:", false, 5},
        {"x:", true, 0},          {"file:///", true, 0},     {"ftps:///", true, 0},
        {"https:", false, 6},     {"https:/", false, 7},     {"https:///", false, 8},
        {"ws:a", false, 3},       {"WSS://@", false, 7},     {"ftp://:21/", false, 9},
        {"https://h", true, 0},   {"wss://h/", true, 0},     {"FTP://u@h", true, 0},
        {"HttP:a b", false, 5},   {"http:/a", false, 6},     {"http://", false, 7},
        {"http://?q", false, 7},  {"http://@/p", false, 8},  {"http://u@:80", false, 9},
        {"http://:8/", false, 9}, {"http://a b@", false, 8}, {"http", false, 4},
    };
    (void)state;
    assert_by_scheme(URIPROOF_RFC3986_HTTP_HOST, cases, sizeof cases / sizeof cases[0]);
}

static void http_may_need_a_port_of_tcp(void **state)
{
    static const scheme_case cases[] = {
        {"http://h:65535", true, 0},
        {"http://h:065535", true, 0},
        {"http:u@h:99999", true, 0},
        {"http:/u@h:99999", true, 0},
        {"http:", true, 0},
        {"http://", true, 0},
        {"x://h:99999", true, 0},
        {"ftps://h:99999", true, 0},
        {"http://h:9@h:8", true, 0},
        {"http://99999@h", true, 0},
        {"http://h/:99999", true, 0},
        {"http://h:65536", false, 14},
        {"https://h:65536/", false, 15},
        {"Ws://h:65536?", false, 12},
        {"wss://h:65536#", false, 13},
        {"ftp://h:65536", false, 13},
        {"ftp://u:1@h:65536", false, 16},
        {"http://[::1]:655350", false, 18},
        {"http://h:65536x", false, 15},
        {"http://[::1]:65536x", false, 17},
        {"http://h:65536[", false, 14},
        {"http://h:65536[@/", false, 14},
        {"ws://[::1]:65536[", false, 15},
        {"http://a b:65536", false, 8},
        {"http://h:99999999999999999999999999", false, 35},
        {"http://@h:4294967297", false, 15},
        {"http://h:18446744073709551616", false, 29},
    };
    (void)state;
    assert_by_scheme(URIPROOF_RFC3986_HTTP_PORT, cases, sizeof cases / sizeof cases[0]);
    assert_false(uriproof_rfc3986.parse((uriproof_span){NULL, 0},
                                        &(uriproof_readings){{[URIPROOF_RFC3986_HTTP_PORT] = 1}},
                                        &(uriproof_parts){0}, NULL));
}

/* Tests that a loose resolver ignores the base's own scheme in either case, since schemes are
 * case-insensitive (3.1). */
static void loose_resolution_folds_schemes(void **state)
{
    uriproof_readings loose = {{0}};
    char octets[64] = "";
    uriproof_buffer out = {octets, sizeof octets, 0};
    (void)state;
    loose.value[URIPROOF_RFC3986_RESOLUTION] = 1;
    assert_int_equal(uriproof_rfc3986_resolve(uriproof_span_of("http://a/b/c/d"),
                                              uriproof_span_of("HTTP:g"), &loose, &out, NULL),
                     URIPROOF_OK);
    octets[out.length] = '\0';
    assert_string_equal(octets, "http://a/b/c/g");
}

/* Tests what the RFC does not define: a broken escape (2.4), and a base or a reference that does
 * not match (5.2). */
static void where_the_text_is_silent(void **state)
{
    static const struct {
        const char *base, *text; /* for decode there is no base */
        const char *clause;
        size_t offset;
    } cases[] = {
        {NULL, "a%4", "rfc3986.bnf.pct-encoded", 3},
        {NULL, "%41%zz", "rfc3986.bnf.pct-encoded", 4},
        {"a/b", "c", "rfc3986.base.absolute", 1},
        {"x:/a#b c", "y:d", "rfc3986.base.absolute", 6},
        {"x y", "b c", "rfc3986.base.absolute", 1},
        {"x:/a", "b c", "rfc3986.bnf.path", 1},
        {"x:/a", "1:b", "rfc3986.bnf.path", 1},
    };
    char octets[64] = "";
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_buffer out = {octets, sizeof octets, 1};
        uriproof_refusal refusal;
        uriproof_span text = uriproof_span_of(cases[i].text);
        uriproof_verdict got = cases[i].base == NULL
                                   ? uriproof_rfc3986_decode(text, NULL, &out, &refusal)
                                   : uriproof_rfc3986_resolve(uriproof_span_of(cases[i].base), text,
                                                              NULL, &out, &refusal);
        assert_int_equal(got, URIPROOF_SILENT);
        assert_int_equal(out.length, 0);
        assert_string_equal(refusal.clause, cases[i].clause);
        assert_int_equal(refusal.offset, cases[i].offset);
    }
}

/* Tests that no normal form and no comparison is defined for a text that is not a URI, since
 * section 6 is about URIs. The refusal is that of parsing. */
static void what_is_no_uri_is_not_compared(void **state)
{
    static const char *const texts[] = {"", "a/../b", "x:/%7", "X://H /", "x:/a#b#"};
    const uriproof_dialect *dialect = &uriproof_rfc3986;
    uriproof_span uri = uriproof_span_of("x:/a");
    char octets[128] = "";
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uriproof_span text = uriproof_span_of(texts[i]);
        uriproof_buffer out = {octets, sizeof octets, 1};
        uriproof_refusal own, refusal;
        bool equal = true;
        assert_false(uriproof_rfc3986_parse(text, NULL, &own));
        assert_int_equal(uriproof_rfc3986_normalize(text, NULL, &out, &refusal), URIPROOF_SILENT);
        assert_int_equal(out.length, 0);
        assert_int_equal(refusal.offset, own.offset);
        assert_string_equal(refusal.clause, own.clause);
        assert_int_equal(dialect->equivalent(text, text, NULL, &out, &equal, &refusal),
                         URIPROOF_SILENT);
        assert_false(equal);
        assert_int_equal(dialect->equivalent(uri, text, NULL, &out, &equal, &refusal),
                         URIPROOF_SILENT);
        assert_string_equal(refusal.clause, own.clause);
        assert_int_equal(dialect->equivalent(text, uri, NULL, &out, &equal, NULL), URIPROOF_SILENT);
    }
}

/* Tests which texts encode a given text as one segment. Dots may be escaped or not: by 2.3 `%2E` is
 * the same as the dot and "should not be created". */
static void what_encodes_a_text(void **state)
{
    static const struct {
        const char *encoded, *text;
        bool does;
    } cases[] = {
        {"a", "a", true},     {"%61", "a", true},   {"%2F", "/", true},    {"/", "/", false},
        {"@!$", "@!$", true}, {"a", "b", false},    {"a", "", false},      {"", "a", false},
        {"./a", "a", false},  {"%2e", ".", true},   {".", ".", true},      {".%2E", "..", true},
        {"..", "..", true},   {"%6", "a", false},   {"a?", "a?", false},   {"%3f", "?", true},
        {"a#", "a", false},   {"...", "...", true}, {"%zz", "%zz", false}, {"", "", true},
        {"%2E.", "..", true}, {".", "..", false},   {"%2E", "..", false},  {"%2E%2e", "..", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(uriproof_rfc3986_encodes(uriproof_span_of(cases[i].encoded),
                                                  uriproof_span_of(cases[i].text)),
                         cases[i].does);
}

/* Tests texts of 64 MiB. An algorithm that is not linear would not end. */
static void huge_texts_end(void **state)
{
    static const char *const parts[] = {"/.", "%41", "a@", "::", "/..", "a/"};
    const size_t size = (size_t)64 << 20;
    char *text = malloc(size + 2);
    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t length = strlen(parts[i]), used = 2;
        memcpy(text, "x:", 2);
        for (; used + length <= size; used += length)
            memcpy(text + used, parts[i], length);
        uriproof_components components;
        assert_true(uriproof_rfc3986_parse((uriproof_span){text, used}, &components, NULL));
        assert_int_equal(components.path.length, used - 2);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clause_of_a_refusal),
        cmocka_unit_test(each_bound),
        cmocka_unit_test(results_fit_their_bounds),
        cmocka_unit_test(scheme_based_forms),
        cmocka_unit_test(each_technique_alone),
        cmocka_unit_test(slashes_made_are_rejected),
        cmocka_unit_test(a_null_may_be_rejected),
        cmocka_unit_test(http_may_need_a_host),
        cmocka_unit_test(http_may_need_a_port_of_tcp),
        cmocka_unit_test(loose_resolution_folds_schemes),
        cmocka_unit_test(zones_stay),
        cmocka_unit_test(where_the_text_is_silent),
        cmocka_unit_test(what_is_no_uri_is_not_compared),
        cmocka_unit_test(what_encodes_a_text),
        cmocka_unit_test(huge_texts_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
