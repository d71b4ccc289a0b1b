/* SPDX-License-Identifier: MIT */
/*
 * Tests RFC 1630, "BNF of Generic URI Syntax", and its readings in docs/readings.md. The expected
 * results were written from the BNF and from docs/vectors.md, A refusal.
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

/* `alpha`, `digit`, `safe` and `extra`, as the BNF prints them. */
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const char xalpha_octets[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "0123456789"
                                    "$-_@.&"
                                    "!*\"'(),";
static const char hex_octets[] = "0123456789abcdefABCDEF";

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

static void assert_part(const char *name, const char *uri, uriproof_span part, const char *expected)
{
    if (!uriproof_span_equal(part, uriproof_span_of(expected)))
        fail_msg("%s of '%s' is %s%.*s%s, not %s", name, uri,
                 uriproof_present(part) ? "'" : "absent", (int)part.length,
                 part.octets != NULL ? part.octets : "", uriproof_present(part) ? "'" : "",
                 expected != NULL ? expected : "absent");
}

/* A text and its expected parts under `settings`. */
typedef struct parse_case {
    const char *uri;
    const char *scheme, *path, *search, *fragmentid;
    const char *settings;
} parse_case;

typedef struct refusal_case {
    const char *uri;
    const char *production;
    size_t offset;
    const char *settings;
} refusal_case;

static void assert_parses(const parse_case *c)
{
    uriproof_readings readings = readings_of(c->settings);
    uriproof_generic parts;
    uriproof_refusal refusal;
    if (!uriproof_rfc1630_parse(uriproof_span_of(c->uri), &readings, &parts, &refusal))
        fail_msg("'%s' is refused in %s at %zu", c->uri, refusal.production, refusal.offset);
    assert_part("scheme", c->uri, parts.scheme, c->scheme);
    assert_part("path", c->uri, parts.path, c->path);
    assert_part("search", c->uri, parts.search, c->search);
    assert_part("fragmentid", c->uri, parts.fragmentid, c->fragmentid);
}

static void assert_refused(const refusal_case *c)
{
    uriproof_readings readings = readings_of(c->settings);
    uriproof_refusal refusal = {"none", 0, "none"};
    if (uriproof_rfc1630_parse(uriproof_span_of(c->uri), &readings, NULL, &refusal))
        fail_msg("'%s' is not refused", c->uri);
    if (strcmp(refusal.production, c->production) != 0 || refusal.offset != c->offset)
        fail_msg("'%s' is refused in %s at %zu, not in %s at %zu", c->uri, refusal.production,
                 refusal.offset, c->production, c->offset);
}

static void the_parts(void **state)
{
    static const parse_case cases[] = {
        {"x:", "x", "", NULL, NULL, NULL},
        {"http://info.cern.ch/albert/bertram/marie-claude", "http",
         "//info.cern.ch/albert/bertram/marie-claude", NULL, NULL, NULL},
        {"http://info.cern.ch/albert/bertram/marie%2Dclaude", "http",
         "//info.cern.ch/albert/bertram/marie%2Dclaude", NULL, NULL, NULL},
        {"magic://a/b/c//d/e/f", "magic", "//a/b/c//d/e/f", NULL, NULL, NULL},
        {"http://info.cern.ch:8000/imaginary/test", "http", "//info.cern.ch:8000/imaginary/test",
         NULL, NULL, NULL},
        {"http://www.myu.edu/org/admin/people#andy", "http", "//www.myu.edu/org/admin/people", NULL,
         "andy", NULL},
        {"http://info.my.org/AboutUs/Index/Phonebook?dobbins", "http",
         "//info.my.org/AboutUs/Index/Phonebook", "dobbins", NULL, NULL},
        {"news:comp.infosystems.www", "news", "comp.infosystems.www", NULL, NULL, NULL},
        {"x:p?s#f", "x", "p", "s", "f", NULL},
        {"x:?s", "x", "", "s", NULL, NULL},
        {"x:#f", "x", "", NULL, "f", NULL},
        {"x:#", "x", "", NULL, "", NULL},
        {"x:?a+b+c", "x", "", "a+b+c", NULL, NULL},
        {"x:a+b/+", "x", "a+b/+", NULL, NULL, NULL},
        {"x:////", "x", "////", NULL, NULL, NULL},
        {"x:a:b;c=d", "x", "a:b;c=d", NULL, NULL, NULL},
        {"x:y:z", "x", "y:z", NULL, NULL, NULL},
        {"x%41$-_@.&!*\"'(),9:p", "x%41$-_@.&!*\"'(),9", "p", NULL, NULL, NULL},
        {"X:%0a%0A%fF%Ff", "X", "%0a%0A%fF%Ff", NULL, NULL, NULL},
        {"x:?%20+%2B", "x", "", "%20+%2B", NULL, NULL},
        {"x:#%23", "x", "", NULL, "%23", NULL},
        {"x:.././.", "x", ".././.", NULL, NULL, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_parses(&cases[i]);
}

static void the_refusals(void **state)
{
    static const refusal_case cases[] = {
        /* the examples of docs/vectors.md */
        {"1:", "scheme", 0, NULL},
        {"http//h", "uri", 4, NULL},
        {"http:/a b", "path", 7, NULL},
        {"http:/a?", "search", 8, NULL},
        {"http:/a%4", "escape", 9, NULL},
        {"http:/a#b#c", "fragmentid", 9, NULL},
        /* example 3 of the RFC */
        {"fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", "escape", 37, NULL},
        {"news:12345667123%asdghfh@info.cern.ch", "escape", 18, NULL},
        {"http://info.cern.ch/RDB/EMP?*%20where%20name%%3Ddobbins", "escape", 45, NULL},
        /* scheme: it is an ialpha, so it begins with an unescaped letter */
        {"", "scheme", 0, NULL},
        {":", "scheme", 0, NULL},
        {"%41:", "scheme", 0, NULL},
        {"%4", "scheme", 0, NULL},
        {"-a:", "scheme", 0, NULL},
        {"//h/p", "scheme", 0, NULL},
        {" x:", "scheme", 0, NULL},
        /* uri: the scheme matches, but the colon is missing */
        {"x", "uri", 1, NULL},
        {"http", "uri", 4, NULL},
        {"x+y:", "uri", 1, NULL},
        {"x y:", "uri", 1, NULL},
        {"x?y:", "uri", 1, NULL},
        {"x#y:", "uri", 1, NULL},
        {"x%41", "uri", 4, NULL},
        /* path: it matches, but then ends at another character */
        {"x:a b", "path", 3, NULL},
        {"x: ", "path", 2, NULL},
        {"x:[", "path", 2, NULL},
        {"x:a/b/<", "path", 6, NULL},
        /* search: neither it nor a word of it may be empty */
        {"x:?", "search", 3, NULL},
        {"x:?#f", "search", 3, NULL},
        {"x:?+", "search", 3, NULL},
        {"x:?a+", "search", 5, NULL},
        {"x:?a++b", "search", 5, NULL},
        {"x:?a+#", "search", 5, NULL},
        {"x:?a?b", "search", 4, NULL},
        {"x:?a/b", "search", 4, NULL},
        {"x:?a=b", "search", 4, NULL},
        {"x:?a;b", "search", 4, NULL},
        {"x:?a:b", "search", 4, NULL},
        {"x:?a b", "search", 4, NULL},
        /* fragmentid: it matches the empty text, and then ends */
        {"x:##", "fragmentid", 3, NULL},
        {"x:# ", "fragmentid", 3, NULL},
        {"x:?s#f?", "fragmentid", 6, NULL},
        {"x:#a+b", "fragmentid", 4, NULL},
        {"x:#a/b", "fragmentid", 4, NULL},
        {"x:#a:b", "fragmentid", 4, NULL},
        /* escape: in each part, at each digit, and at the end of the text */
        {"x%:", "escape", 2, NULL},
        {"x%4:", "escape", 3, NULL},
        {"x%", "escape", 2, NULL},
        {"x%4", "escape", 3, NULL},
        {"x:%", "escape", 3, NULL},
        {"x:%%41", "escape", 3, NULL},
        {"x:%4g", "escape", 4, NULL},
        {"x:%g4", "escape", 3, NULL},
        {"x:%41%4/", "escape", 7, NULL},
        {"x:?%", "escape", 4, NULL},
        {"x:?a%2", "escape", 6, NULL},
        {"x:?a+%2", "escape", 7, NULL},
        {"x:?a%+b", "escape", 5, NULL},
        {"x:#%", "escape", 4, NULL},
        {"x:#f%2z", "escape", 6, NULL},
        {"x:a% b", "escape", 4, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused(&cases[i]);
}

/* Tests that a printed reading only changes what it is about. */
static void the_readings_that_accept(void **state)
{
    static const parse_case cases[] = {
        {"x:a", "x", "a", NULL, NULL, "xpalphas=printed"},
        {"x:ab", "x", "ab", NULL, NULL, "xpalphas=printed"},
        {"x:ab/cd//", "x", "ab/cd//", NULL, NULL, "xpalphas=printed"},
        {"x:%41%42", "x", "%41%42", NULL, NULL, "xpalphas=printed"},
        {"x:a+/", "x", "a+/", NULL, NULL, "xpalphas=printed"},
        {"long:ab?long+words#long", "long", "ab", "long+words", "long", "xpalphas=printed"},
        {"x:", "x", "", NULL, NULL, "void-segment=printed"},
        {"x:abc/def", "x", "abc/def", NULL, NULL, "void-segment=printed"},
        {"x:a/", "x", "a/", NULL, NULL, "void-segment=printed"},
        {"x:a/?s", "x", "a/", "s", NULL, "void-segment=printed"},
        {"x:a#f", "x", "a", NULL, "f", "void-fragment=printed"},
        {"x:a", "x", "a", NULL, NULL, "void-fragment=printed"},
        {"x:a+b//%3A", "x", "a+b//%3A", NULL, NULL, "generic-reserved=printed"},
        {"x:ab/", "x", "ab/", NULL, NULL, "xpalphas=printed void-segment=printed"},
        {"x:a:/;=", "x", "a:/;=", NULL, NULL, "xpalphas=printed"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_parses(&cases[i]);
}

static void the_readings_that_refuse(void **state)
{
    static const refusal_case cases[] = {
        {"x:abc", "path", 4, "xpalphas=printed"},
        {"http://info.cern.ch/", "path", 9, "xpalphas=printed"},
        {"x:ab/cde", "path", 7, "xpalphas=printed"},
        {"x:a%41b", "path", 6, "xpalphas=printed"},
        {"x:ab%4", "path", 4, "xpalphas=printed"},
        {"x:a%4", "escape", 5, "xpalphas=printed"},
        {"x:/", "path", 2, "void-segment=printed"},
        {"x://h/", "path", 2, "void-segment=printed"},
        {"x:a//b", "path", 4, "void-segment=printed"},
        {"x:a//", "path", 4, "void-segment=printed"},
        {"x:a#", "fragmentid", 4, "void-fragment=printed"},
        {"x:?s#", "fragmentid", 5, "void-fragment=printed"},
        {"x:a# ", "fragmentid", 4, "void-fragment=printed"},
        {"x:a#%", "escape", 5, "void-fragment=printed"},
        {"http://h:8000/x", "path", 8, "generic-reserved=printed"},
        {"x:a;b", "path", 3, "generic-reserved=printed"},
        {"x:=", "path", 2, "generic-reserved=printed"},
        {"x:ab:", "path", 4, "xpalphas=printed generic-reserved=printed"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused(&cases[i]);
}

/* Tests that the clause is the one whose words forbid the text. */
static void the_clause_of_a_refusal(void **state)
{
    static const struct {
        const char *uri;
        const char *clause;
    } cases[] = {
        {"x:a b", "rfc1630.encoding.disallowed"},
        {"x:a\tb", "rfc1630.encoding.disallowed"},
        {"x:a\x7f", "rfc1630.encoding.disallowed"},
        {"x:\x80", "rfc1630.encoding.disallowed"},
        {"x:\xff", "rfc1630.encoding.disallowed"},
        {"x:`", "rfc1630.encoding.disallowed"},
        {"x:{", "rfc1630.bnf.national"},
        {"x:~", "rfc1630.bnf.national"},
        {"x:<", "rfc1630.bnf.punctuation"},
        {"x:%", "rfc1630.encoding.percent-extension"},
        {"x:%4 ", "rfc1630.encoding.percent-extension"},
        {"1:", "rfc1630.bnf.scheme"},
        {"x", "rfc1630.syntax.scheme-first"},
        {"x:?", "rfc1630.bnf.search"},
        {"x:#a#", "rfc1630.bnf.fragmentid"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_refusal refusal;
        assert_false(uriproof_rfc1630_parse(uriproof_span_of(cases[i].uri), NULL, NULL, &refusal));
        assert_string_equal(refusal.clause, cases[i].clause);
    }
}

/* One octet at one place of a text that is valid otherwise. */
typedef struct probe {
    const char *before;
    unsigned octet;
    const char *after;
    const uriproof_readings *readings;
} probe;

typedef struct probe_answer {
    bool valid;
    uriproof_generic parts;
    uriproof_refusal refusal;
} probe_answer;

static probe_answer try_probe(const probe *p)
{
    char text[32];
    size_t before = strlen(p->before), after = strlen(p->after);
    probe_answer answer = {.valid = false};
    memcpy(text, p->before, before);
    text[before] = (char)p->octet;
    memcpy(text + before + 1, p->after, after);
    answer.valid = uriproof_rfc1630_parse((uriproof_span){text, before + 1 + after}, p->readings,
                                          &answer.parts, &answer.refusal);
    return answer;
}

static void assert_probe_taken(const probe *p)
{
    probe_answer answer = try_probe(p);
    if (!answer.valid)
        fail_msg("octet %02x behind '%s' is refused in %s at %zu", p->octet, p->before,
                 answer.refusal.production, answer.refusal.offset);
}

static void assert_probe_refused(const probe *p, const char *production, size_t offset)
{
    probe_answer answer = try_probe(p);
    if (answer.valid)
        fail_msg("octet %02x behind '%s' is taken", p->octet, p->before);
    if (strcmp(answer.refusal.production, production) != 0 || answer.refusal.offset != offset)
        fail_msg("octet %02x behind '%s' is refused in %s at %zu, not in %s at %zu", p->octet,
                 p->before, answer.refusal.production, answer.refusal.offset, production, offset);
}

/* Tests every octet between `before` and `after`. If it is a percent sign, the escape is broken,
 * since `z` is not a hexadecimal digit. */
static void assert_probes(const char *before, const char *after, const char *taken,
                          const char *production, const char *settings)
{
    uriproof_readings readings = readings_of(settings);
    size_t place = strlen(before);
    for (unsigned octet = 0; octet < 256; octet++) {
        probe p = {before, octet, after, &readings};
        if (in_set(octet, taken))
            assert_probe_taken(&p);
        else if (octet == '%' && strcmp(production, "scheme") != 0)
            assert_probe_refused(&p, "escape", place + 1);
        else
            assert_probe_refused(&p, production, place);
    }
}

static void every_octet_in_every_part(void **state)
{
    char taken[128];
    (void)state;
    assert_probes("", "z:p", letters, "scheme", NULL);
    snprintf(taken, sizeof taken, "%s:", xalpha_octets);
    assert_probes("x", "z:p", taken, "uri", NULL);
    snprintf(taken, sizeof taken, "%s+:;=/?#", xalpha_octets);
    assert_probes("x:", "z", taken, "path", NULL);
    assert_probes("x:/a/b", "z", taken, "path", NULL);
    snprintf(taken, sizeof taken, "%s+/?#", xalpha_octets);
    assert_probes("x:p", "z", taken, "path", "generic-reserved=printed");
    assert_probes("x:?", "z", xalpha_octets, "search", NULL);
    snprintf(taken, sizeof taken, "%s+#", xalpha_octets);
    assert_probes("x:?s", "z", taken, "search", NULL);
    assert_probes("x:?s+t", "z", taken, "search", "generic-reserved=printed");
    assert_probes("x:#", "z", xalpha_octets, "fragmentid", NULL);
    assert_probes("x:?s#f", "z", xalpha_octets, "fragmentid", NULL);
    assert_probes("x:#", "z", xalpha_octets, "fragmentid", "void-fragment=printed");
}

static void every_octet_in_an_escape(void **state)
{
    static const char *const parts[] = {"x", "x:", "x:?", "x:#"};
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char first[8], second[8];
        const char *after = i == 0 ? "0:" : "0";
        snprintf(first, sizeof first, "%s%%", parts[i]);
        snprintf(second, sizeof second, "%s%%0", parts[i]);
        for (unsigned octet = 0; octet < 256; octet++) {
            probe high = {first, octet, after, NULL}, low = {second, octet, after + 1, NULL};
            if (in_set(octet, hex_octets)) {
                assert_probe_taken(&high);
                assert_probe_taken(&low);
            } else {
                assert_probe_refused(&high, "escape", strlen(first));
                assert_probe_refused(&low, "escape", strlen(second));
            }
        }
    }
}

/* Tests that a NUL is an ordinary octet that matches no rule. */
static void nul_ends_nothing(void **state)
{
    static const char text[] = "x:a\0b";
    uriproof_refusal refusal;
    (void)state;
    assert_false(uriproof_rfc1630_parse((uriproof_span){text, 5}, NULL, NULL, &refusal));
    assert_string_equal(refusal.production, "path");
    assert_int_equal(refusal.offset, 3);
    assert_string_equal(refusal.clause, "rfc1630.encoding.disallowed");
    assert_true(uriproof_rfc1630_parse((uriproof_span){text, 3}, NULL, NULL, NULL));
}

static void outputs_and_readings_are_optional(void **state)
{
    uriproof_generic parts;
    uriproof_refusal refusal;
    uriproof_readings defaults = {{0}};
    (void)state;
    assert_true(uriproof_rfc1630_parse(uriproof_span_of("x:a"), NULL, NULL, NULL));
    assert_true(uriproof_rfc1630_parse(uriproof_span_of("x:a"), &defaults, &parts, NULL));
    assert_true(uriproof_rfc1630_parse(uriproof_span_of("x:a"), NULL, NULL, &refusal));
    assert_false(uriproof_rfc1630_parse(uriproof_span_of("x"), NULL, NULL, NULL));
    assert_false(uriproof_rfc1630_parse(uriproof_span_of("x"), NULL, &parts, NULL));
    assert_false(uriproof_rfc1630_parse((uriproof_span){NULL, 0}, NULL, NULL, &refusal));
    assert_string_equal(refusal.production, "scheme");
    assert_int_equal(refusal.offset, 0);
}

/* Tests that the spans point into the caller's octets. */
static void the_parts_are_the_callers_octets(void **state)
{
    static const char text[] = "x:p?s#f";
    uriproof_generic parts;
    (void)state;
    assert_true(uriproof_rfc1630_parse(uriproof_span_of(text), NULL, &parts, NULL));
    assert_ptr_equal(parts.scheme.octets, text);
    assert_ptr_equal(parts.path.octets, text + 2);
    assert_ptr_equal(parts.search.octets, text + 4);
    assert_ptr_equal(parts.fragmentid.octets, text + 6);
}

/* Returns `x:`, then `pattern` as often as fits into `length`, and then `last`. */
static char *huge(const char *pattern, const char *last, size_t length, size_t *total)
{
    size_t step = strlen(pattern);
    size_t count = length / step;
    *total = 2 + count * step + strlen(last);
    char *text = malloc(*total);
    assert_non_null(text);
    memcpy(text, "x:", 2);
    for (size_t i = 0; i < count; i++)
        memcpy(text + 2 + i * step, pattern, step);
    memcpy(text + 2 + count * step, last, strlen(last));
    return text;
}

static void a_huge_text(void **state)
{
    static const char *const patterns[] = {"a", "/", "%41", "a/../"};
    const size_t length = (size_t)16 << 20;
    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        size_t total;
        uriproof_generic parts;
        uriproof_refusal refusal;
        char *text = huge(patterns[i], "", length, &total);
        assert_true(uriproof_rfc1630_parse((uriproof_span){text, total}, NULL, &parts, NULL));
        assert_int_equal(parts.path.length, total - 2);
        free(text);
        text = huge(patterns[i], "%4", length, &total);
        assert_false(uriproof_rfc1630_parse((uriproof_span){text, total}, NULL, NULL, &refusal));
        assert_string_equal(refusal.production, "escape");
        assert_int_equal(refusal.offset, total);
        free(text);
    }
}

/* Tests the ids and values of readings against docs/readings.md (Grammar, Partial form, Encoding
 * and identity), with the default first. The readings of schemes come after these. */
static void the_table_of_readings(void **state)
{
    static const struct {
        uriproof_rfc1630_reading number;
        const char *id;
        const char *values[4];
    } expected[] = {
        {URIPROOF_RFC1630_XPALPHAS, "xpalphas", {"recursive", "printed"}},
        {URIPROOF_RFC1630_VOID_SEGMENT, "void-segment", {"allowed", "printed"}},
        {URIPROOF_RFC1630_VOID_FRAGMENT, "void-fragment", {"allowed", "printed"}},
        {URIPROOF_RFC1630_GENERIC_RESERVED, "generic-reserved", {"specific", "printed"}},
        {URIPROOF_RFC1630_SLASH_PREFIX, "slash-prefix", {"example", "printed"}},
        {URIPROOF_RFC1630_DOTS_AFTER_SLASH, "dots-after-slash", {"printed", "applied"}},
        {URIPROOF_RFC1630_DOT_SCOPE, "dot-scope", {"generic-path", "after-authority"}},
        {URIPROOF_RFC1630_VOID_XXX, "void-xxx", {"counts", "not"}},
        {URIPROOF_RFC1630_REMOVAL_ORDER, "removal-order", {"parent-first", "self-first"}},
        {URIPROOF_RFC1630_VOID_PARTIAL, "void-partial", {"printed", "same-document"}},
        {URIPROOF_RFC1630_ABSOLUTE_TEST, "absolute-test", {"printed", "scheme"}},
        {URIPROOF_RFC1630_RESERVED_SET, "reserved-set", {"both", "prose", "bnf"}},
        {URIPROOF_RFC1630_AT_SIGN, "at-sign", {"printed", "reserved"}},
        {URIPROOF_RFC1630_PLUS_IN_SEARCH, "plus-in-search", {"reserved", "space"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        uriproof_readings readings = {{0}};
        for (unsigned char value = 0; expected[i].values[value] != NULL; value++) {
            assert_int_equal(uriproof_set_reading(&uriproof_rfc1630, expected[i].id,
                                                  expected[i].values[value], &readings),
                             URIPROOF_READING_SET);
            assert_int_equal(readings.value[expected[i].number], value);
        }
    }
}

static void an_unknown_reading_changes_nothing(void **state)
{
    uriproof_readings readings = {{0}}, before = {{0}};
    (void)state;
    readings.value[1] = before.value[1] = 1;
    assert_int_equal(uriproof_set_reading(&uriproof_rfc1630, "no-such", "printed", &readings),
                     URIPROOF_READING_UNKNOWN);
    assert_int_equal(uriproof_set_reading(&uriproof_rfc1630, "xpalphas", "no-such", &readings),
                     URIPROOF_READING_VALUE_UNKNOWN);
    assert_memory_equal(&readings, &before, sizeof readings);
}

static void the_table_of_dialects(void **state)
{
    size_t count = 0;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    (void)state;
    assert_true(count >= 1);
    for (size_t i = 0; i < count; i++)
        assert_ptr_equal(uriproof_dialect_named(dialects[i]->name), dialects[i]);
    assert_ptr_equal(uriproof_dialect_named("rfc1630"), &uriproof_rfc1630);
    assert_null(uriproof_dialect_named("rfc163"));
    assert_null(uriproof_dialect_named(""));
}

static void the_dialect_parses_generically(void **state)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    (void)state;
    memset(&parts, 0xff, sizeof parts);
    assert_true(uriproof_rfc1630.parse(uriproof_span_of("x:p#f"), NULL, &parts, &refusal));
    assert_true(parts.has_generic);
    assert_part("path", "x:p#f", parts.generic.path, "p");
    assert_part("search", "x:p#f", parts.generic.search, NULL);
    assert_false(uriproof_rfc1630.parse(uriproof_span_of("x:?"), NULL, &parts, &refusal));
    assert_int_equal(refusal.offset, 3);
}

static void spans(void **state)
{
    (void)state;
    assert_false(uriproof_present(uriproof_span_of(NULL)));
    assert_true(uriproof_present(uriproof_span_of("")));
    assert_true(uriproof_span_equal(uriproof_span_of(NULL), (uriproof_span){NULL, 0}));
    assert_false(uriproof_span_equal(uriproof_span_of(NULL), uriproof_span_of("")));
    assert_true(uriproof_span_equal(uriproof_span_of("a"), (uriproof_span){"ab", 1}));
    assert_false(uriproof_span_equal(uriproof_span_of("a"), uriproof_span_of("b")));
    assert_false(uriproof_span_equal(uriproof_span_of("a"), uriproof_span_of("ab")));
    assert_false(uriproof_span_equal((uriproof_span){"a\0b", 3}, (uriproof_span){"a\0c", 3}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts),
        cmocka_unit_test(the_refusals),
        cmocka_unit_test(the_readings_that_accept),
        cmocka_unit_test(the_readings_that_refuse),
        cmocka_unit_test(the_clause_of_a_refusal),
        cmocka_unit_test(every_octet_in_every_part),
        cmocka_unit_test(every_octet_in_an_escape),
        cmocka_unit_test(nul_ends_nothing),
        cmocka_unit_test(outputs_and_readings_are_optional),
        cmocka_unit_test(the_parts_are_the_callers_octets),
        cmocka_unit_test(a_huge_text),
        cmocka_unit_test(the_table_of_readings),
        cmocka_unit_test(an_unknown_reading_changes_nothing),
        cmocka_unit_test(the_table_of_dialects),
        cmocka_unit_test(the_dialect_parses_generically),
        cmocka_unit_test(spans),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
