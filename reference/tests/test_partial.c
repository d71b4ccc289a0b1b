/* SPDX-License-Identifier: MIT */
/*
 * Tests RFC 1630, "Partial (relative) form", and its readings in docs/readings.md. The expected
 * results were worked out by hand from those words. vectors/oracle/tests/ tests every short path.
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

/* the two contexts of the RFC's table */
static const char context_f[] = "magic://a/b/c//d/e/f";
static const char context_e[] = "magic://a/b/c//d/e/";

/* Returns the readings of `id=value` or `id=value id=value`. NULL selects every default. */
static uriproof_readings readings_of(const char *settings)
{
    uriproof_readings readings = {{0}};
    char copy[160] = "";
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

typedef struct resolve_case {
    const char *context;
    const char *partial;
    const char *full; /* NULL if the RFC is silent */
    const char *settings;
} resolve_case;

/* Resolves into a buffer of exactly the required size. The caller frees the octets. */
static uriproof_verdict resolve(uriproof_span context, uriproof_span partial,
                                const uriproof_readings *readings, uriproof_buffer *out,
                                uriproof_refusal *refusal)
{
    size_t bound = context.length + partial.length;
    *out = (uriproof_buffer){malloc(bound > 0 ? bound : 1), bound, 99};
    assert_non_null(out->octets);
    return uriproof_rfc1630_resolve(context, partial, readings, out, refusal);
}

static void assert_text(const resolve_case *c, const uriproof_buffer *out)
{
    uriproof_span result = {out->octets, out->length};
    if (!uriproof_span_equal(result, uriproof_span_of(c->full)))
        fail_msg("'%s' in '%s' (%s) is '%.*s', not '%s'", c->partial, c->context,
                 c->settings != NULL ? c->settings : "defaults", (int)out->length, out->octets,
                 c->full);
}

static void assert_verdict(const resolve_case *c, uriproof_verdict found, uriproof_verdict expected)
{
    if (found != expected)
        fail_msg("'%s' in '%s' (%s) has verdict %d, not %d", c->partial, c->context,
                 c->settings != NULL ? c->settings : "defaults", (int)found, (int)expected);
}

static void assert_resolves_to(const resolve_case *c, uriproof_verdict expected)
{
    uriproof_readings readings = readings_of(c->settings);
    uriproof_buffer out;
    uriproof_refusal refusal = {NULL, 0, NULL};
    uriproof_verdict verdict = resolve(uriproof_span_of(c->context), uriproof_span_of(c->partial),
                                       &readings, &out, &refusal);
    assert_verdict(c, verdict, expected);
    if (c->full != NULL)
        assert_text(c, &out);
    free(out.octets);
}

static void assert_all(const resolve_case *cases, size_t count, uriproof_verdict expected)
{
    for (size_t i = 0; i < count; i++)
        assert_resolves_to(&cases[i], expected);
}

/* "and in the context of the URI magic://a/b/c//d/e/ the results would be exactly the same." */
static void the_examples_of_the_rfc(void **state)
{
    static const struct {
        const char *partial, *full;
    } table[] = {
        {"g", "magic://a/b/c//d/e/g"},  {"/g", "magic://a/g"}, {"//g", "magic://g"},
        {"../g", "magic://a/b/c//d/g"}, {"g:h", "g:h"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        assert_resolves_to(&(resolve_case){context_f, table[i].partial, table[i].full, NULL},
                           URIPROOF_OK);
        assert_resolves_to(&(resolve_case){context_e, table[i].partial, table[i].full, NULL},
                           URIPROOF_OK);
    }
}

/* "a colon and that colon must occur before any slash characters" */
static void absolute_forms(void **state)
{
    static const resolve_case whole[] = {
        {context_f, "http://h/a/../b/./c", "http://h/a/../b/./c", NULL},
        {context_f, "magic:g", "magic:g", NULL},
        {context_f, "g:h#f", "g:h#f", NULL},
        {context_f, "g:?s", "g:?s", NULL},
        {context_f, "g:..", "g:..", NULL},
        {context_f, "g:h", "g:h", "absolute-test=scheme"},
    };
    static const resolve_case partial[] = {
        {context_f, "./g:h", "magic://a/b/c//d/e/g:h", NULL},
        {context_f, "/g:h", "magic://a/g:h", NULL},
        {context_f, "#a", "magic://a/b/c//d/e/#a", NULL},
        {context_f, "1:h", "magic://a/b/c//d/e/1:h", "absolute-test=scheme"},
        {context_f, ":h", "magic://a/b/c//d/e/:h", "absolute-test=scheme"},
    };
    static const resolve_case underivable[] = {
        {context_f, "1:h", "1:h", NULL},
        {context_f, ":h", ":h", NULL},
        {context_f, "?a:b", "?a:b", NULL},
        {context_f, "?a:b", "magic://a/b/c//d/e/?a:b", "absolute-test=scheme"},
        {context_f, "#a:b", "magic://a/b/c//d/e/#a:b", NULL},
    };
    (void)state;
    assert_all(whole, sizeof whole / sizeof whole[0], URIPROOF_OK);
    assert_all(partial, sizeof partial / sizeof partial[0], URIPROOF_OK);
    assert_all(underivable, sizeof underivable / sizeof underivable[0], URIPROOF_INVALID);
}

static void is_absolute(void **state)
{
    static const struct {
        const char *form;
        bool printed, scheme;
    } cases[] = {
        {"g:h", true, true},   {"g:", true, true},    {":", true, false},
        {"", false, false},    {"g", false, false},   {"/g:h", false, false},
        {"g/:", false, false}, {"?a:b", true, false}, {"#a:b", false, false},
        {"g:h/i", true, true}, {"1:", true, false},   {"g%3a", false, false},
        {"g+h:", true, false}, {"g%:", true, false},  {"g%41:", true, true},
        {"a:b:c", true, true},
    };
    uriproof_readings scheme = readings_of("absolute-test=scheme");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_span form = uriproof_span_of(cases[i].form);
        if (uriproof_rfc1630_is_absolute(form, NULL) != cases[i].printed)
            fail_msg("'%s' as printed", cases[i].form);
        if (uriproof_rfc1630_is_absolute(form, &scheme) != cases[i].scheme)
            fail_msg("'%s' by its scheme", cases[i].form);
    }
    assert_false(uriproof_rfc1630_is_absolute((uriproof_span){NULL, 0}, NULL));
}

/* "up to (but not including) the first occurrence of exactly the same number of consecutive
 * slashes", and, as printed, "which has no greater number of consecutive slashes anywhere to
 * the right of it". */
static void leading_slashes(void **state)
{
    static const resolve_case cases[] = {
        {context_f, "/", "magic://a/", NULL},
        {context_f, "//", "magic://", NULL},
        {context_f, "/g/h?s#f", "magic://a/g/h?s#f", NULL},
        {context_f, "/g", "magic://a/b/c//d/g", "slash-prefix=printed"},
        {context_f, "//g", "magic://g", "slash-prefix=printed"},
        {"x:///a//b/c", "/g", "x:///a//b/g", NULL},
        {"x:///a//b/c", "//g", "x:///a//g", NULL},
        {"x:///a//b/c", "///g", "x:///g", NULL},
        {"x:a/b///c//d/e", "/g", "x:a/g", NULL},
        {"x:a/b///c//d/e", "/g", "x:a/b///c//d/g", "slash-prefix=printed"},
        {"x:a//b///c//d/e", "//g", "x:a//g", NULL},
        {"x:a//b///c//d/e", "//g", "x:a//b///c//g", "slash-prefix=printed"},
        {"x:a/b/c", "/g", "x:a/g", "slash-prefix=printed"},
        /* The search and the fragment of the context come after every slash. */
        {"http://h/a?s#f", "/g", "http://h/g", NULL},
        /* Dots are only removed in the other branch. */
        {context_f, "/a/../b", "magic://a/a/../b", NULL},
        {context_f, "/a/../b", "magic://a/b", "dots-after-slash=applied"},
        {context_f, "/./b", "magic://a/./b", NULL},
        {context_f, "/./b", "magic://a/b", "dots-after-slash=applied"},
        {context_f, "/../b", "magic://b", "dots-after-slash=applied"},
        {context_f, "/../b", "magic://a/../b",
         "dots-after-slash=applied dot-scope=after-authority"},
        {context_f, "/a/../b?s", "magic://a/b?s", "dots-after-slash=applied"},
    };
    (void)state;
    assert_all(cases, sizeof cases / sizeof cases[0], URIPROOF_OK);
}

/* "The last part of the path of the context URI (anything following the rightmost slash) is
 * removed, and the given partial URI appended in its place" */
static void the_last_part(void **state)
{
    static const resolve_case cases[] = {
        {context_f, "g/h", "magic://a/b/c//d/e/g/h", NULL},
        {context_f, "g/", "magic://a/b/c//d/e/g/", NULL},
        {context_f, "?s", "magic://a/b/c//d/e/?s", NULL},
        {context_f, "g?s+t", "magic://a/b/c//d/e/g?s+t", NULL},
        {"news:comp.x", "alt.y", "news:alt.y", NULL},
        {"news:comp.x", "../y", "news:../y", NULL},
        {"x:", "g", "x:g", NULL},
        {"x:a?s", "g", "x:g", NULL},
        {"x:a/b?s+t#f", "g", "x:a/g", NULL},
        {"http://h", "g", "http://g", NULL},
        {"http://h/", "g", "http://h/g", NULL},
        {"http://h/a#f", "g", "http://h/g", NULL},
        {"x:a:b", "g", "x:g", NULL},
        {"x:a:b/c:d", "g", "x:a:b/g", NULL},
    };
    (void)state;
    assert_all(cases, sizeof cases / sizeof cases[0], URIPROOF_OK);
}

/* Tests that the fragment of a partial form is set aside first and put back last. */
static void fragments(void **state)
{
    static const resolve_case cases[] = {
        {context_f, "g#s", "magic://a/b/c//d/e/g#s", NULL},
        {context_f, "g#", "magic://a/b/c//d/e/g#", NULL},
        {context_f, "..#..", "magic://a/b/c//d/e/..#..", NULL},
        {context_f, ".#.", "magic://a/b/c//d/e#.", NULL},
        {context_f, "g?s#f", "magic://a/b/c//d/e/g?s#f", NULL},
        {"x:a#f", "#g", "x:#g", NULL},
    };
    static const resolve_case underivable[] = {
        {context_f, "g#a/../b", "magic://a/b/c//d/e/g#a/../b", NULL},
        {context_f, "g?a/../b", "magic://a/b/c//d/e/g?a/../b", NULL},
        {context_f, "g?/./", "magic://a/b/c//d/e/g?/./", NULL},
        {context_f, "g##", "magic://a/b/c//d/e/g##", NULL},
        {context_f, "g#", "magic://a/b/c//d/e/g#", "void-fragment=printed"},
        {context_f, "a b", "magic://a/b/c//d/e/a b", NULL},
        {context_f, "?", "magic://a/b/c//d/e/?", NULL},
        {context_f, "%", "magic://a/b/c//d/e/%", NULL},
    };
    (void)state;
    assert_all(cases, sizeof cases / sizeof cases[0], URIPROOF_OK);
    assert_all(underivable, sizeof underivable / sizeof underivable[0], URIPROOF_INVALID);
}

static void the_void_form(void **state)
{
    static const resolve_case cases[] = {
        {context_f, "", context_e, NULL},
        {context_e, "", context_e, NULL},
        {"x:a?s", "", "x:", NULL},
        {context_f, "#g", "magic://a/b/c//d/e/#g", NULL},
        {context_f, "", context_f, "void-partial=same-document"},
        {"x:a?s#f", "", "x:a?s", "void-partial=same-document"},
        {"x:a?s#f", "#g", "x:a?s#g", "void-partial=same-document"},
        {"x:a/../b", "", "x:a/../b", "void-partial=same-document"},
        {"x:a/../b", "", "x:", NULL},
        {context_f, "?s", "magic://a/b/c//d/e/?s", "void-partial=same-document"},
    };
    (void)state;
    assert_all(cases, sizeof cases / sizeof cases[0], URIPROOF_OK);
}

/* "Within the result, all occurrences of "xxx/../" or "/." are recursively removed, where
 * xxx, ".." and "." are complete path elements." */
static void dots(void **state)
{
    static const resolve_case cases[] = {
        {"x:a/b/c/d", "../../g", "x:a/g", NULL},
        {"x:a/b/c/d", "../../../../g", "x:../g", NULL},
        {"x:a/b/c/d", "./g", "x:a/b/c/g", NULL},
        {"x:a/b/c/d", ".", "x:a/b/c", NULL},
        {"x:a/b/c/d", "./", "x:a/b/c/", NULL},
        {"x:a/b/c/d", "..", "x:a/b/c/..", NULL},
        {"x:a/b/c/d", "../", "x:a/b/", NULL},
        {"x:a/b/c/d", "../..", "x:a/b/..", NULL},
        {"x:a/b/c/d", "g/../../h/./i/..", "x:a/b/h/i/..", NULL},
        {"x:a", "./g", "x:./g", NULL},
        {"x:a", ".", "x:.", NULL},
        {"x:a", "..", "x:..", NULL},
        {"x:../a", "../g", "x:../../g", NULL},
        {"x:./a", "../g", "x:./../g", NULL},
        /* only complete elements count */
        {"x:a/b", "...", "x:a/...", NULL},
        {"x:a/b", ".../../g", "x:a/g", NULL},
        {"x:a/b", "..g/../h", "x:a/h", NULL},
        {"x:a/b", "g../../h", "x:a/h", NULL},
        {"x:a/b", ".g/h", "x:a/.g/h", NULL},
        {"x:a/b", "g./h", "x:a/g./h", NULL},
        {"x:a/b", "%2E/%2E%2E/g", "x:a/%2E/%2E%2E/g", NULL},
        {"x:a/b", "%2E%2E/../g", "x:a/g", NULL},
        /* dots of the context are removed too: "Within the result" */
        {"x:a/./b/../c", "g", "x:a/g", NULL},
        /* dot-scope: whether the host is an element */
        {"http://h/a", "../g", "http://g", NULL},
        {"http://h/a", "../g", "http://h/../g", "dot-scope=after-authority"},
        {"http://h/a/b", "../g", "http://h/g", "dot-scope=after-authority"},
        {"http://h/a/b", "../../g", "http://h/../g", "dot-scope=after-authority"},
        {"http://h/a", ".", "http://h", "dot-scope=after-authority"},
        {"http://./a", "g", "http://g", NULL},
        {"http://./a", "g", "http://./g", "dot-scope=after-authority"},
        {"http://../a", "g", "http:/g", NULL},
        {"http://../a", "g", "http://../g", "dot-scope=after-authority"},
        {"x:///a", "../g", "x://g", NULL},
        {"x:///a", "../g", "x:///../g", "dot-scope=after-authority"},
        {"x:/a/b", "../g", "x:/g", "dot-scope=after-authority"},
        /* void-xxx: whether the empty text between two slashes is an element that ".." removes */
        {"x:a//b", "../g", "x:a/g", NULL},
        {"x:a//b", "../g", "x:a//../g", "void-xxx=not"},
        {"x:/a", "../g", "x:g", NULL},
        {"x:/a", "../g", "x:/../g", "void-xxx=not"},
        {"x:a/c//b", "../../g", "x:a/g", NULL},
        {"x:a/b", "../g", "x:g", "void-xxx=not"},
        /* removal-order: the order makes a difference at the end of a path */
        {"x:p/q", "a/../.", "x:p", NULL},
        {"x:p/q", "a/../.", "x:p/a/..", "removal-order=self-first"},
        {"x:p/q", "a/.././g", "x:p/g", NULL},
        {"x:p/q", "a/.././g", "x:p/g", "removal-order=self-first"},
        {"x:q", "a/../.", "x:.", NULL},
        {"x:q", "a/.././g", "x:./g", NULL},
        {"x:q", "a/.././g", "x:g", "removal-order=self-first"},
    };
    (void)state;
    assert_all(cases, sizeof cases / sizeof cases[0], URIPROOF_OK);
}

static void silence(void **state)
{
    static const resolve_case cases[] = {
        {"news:comp.x", "/g", NULL, NULL},
        {context_f, "///g", NULL, NULL},
        {"x:a/b", "//g", NULL, NULL},
        {"x:a//b", "/g", NULL, NULL},
        {"x:a/b//c", "/g", NULL, "slash-prefix=printed"},
        {"x:", "/", NULL, NULL},
        {"x:a", "/#f", NULL, NULL},
        {"x:a///b", "//g", NULL, "slash-prefix=printed"},
    };
    uriproof_refusal refusal = {NULL, 0, NULL};
    uriproof_buffer out;
    (void)state;
    assert_all(cases, sizeof cases / sizeof cases[0], URIPROOF_SILENT);
    assert_int_equal(resolve(uriproof_span_of("x:a"), uriproof_span_of("/g"), NULL, &out, &refusal),
                     URIPROOF_SILENT);
    assert_string_equal(refusal.clause, "rfc1630.partial.slash-prefix");
    assert_non_null(refusal.production);
    free(out.octets);
}

/* Tests that nothing is resolved in a context that is not a URI: "Within a object whose URI is well
 * defined". */
static void a_context_that_does_not_derive(void **state)
{
    static const char *const contexts[] = {"", "a", "1:a", "x:a b", "x:a?", "#x:a", "x:%"};
    static const char *const partials[] = {"", "g", "/g", "g:h", "#f"};
    (void)state;
    for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) {
        for (size_t j = 0; j < sizeof partials / sizeof partials[0]; j++) {
            uriproof_buffer out;
            assert_int_equal(resolve(uriproof_span_of(contexts[i]), uriproof_span_of(partials[j]),
                                     NULL, &out, NULL),
                             URIPROOF_SILENT);
            assert_int_equal(out.length, 0);
            free(out.octets);
        }
    }
    /* The text after the hash is not part of the context, so `x:a# ` is a valid context. */
    assert_resolves_to(&(resolve_case){"x:a# #", "g", "x:g", NULL}, URIPROOF_OK);
}

/* Tests that a refusal of the result tells where it does not match. */
static void the_refusal_of_a_result(void **state)
{
    uriproof_refusal refusal = {NULL, 0, NULL};
    uriproof_buffer out;
    (void)state;
    assert_int_equal(
        resolve(uriproof_span_of("x:a/b"), uriproof_span_of("c d"), NULL, &out, &refusal),
        URIPROOF_INVALID);
    assert_string_equal(refusal.production, "path");
    assert_int_equal(refusal.offset, 5);
    free(out.octets);
    assert_int_equal(resolve(uriproof_span_of("x a"), uriproof_span_of("g"), NULL, &out, &refusal),
                     URIPROOF_SILENT);
    assert_string_equal(refusal.production, "uri");
    assert_int_equal(refusal.offset, 1);
    free(out.octets);
}

/* Tests that the required size is the length of both texts together. With one octet less, nothing
 * is written. */
static void no_room(void **state)
{
    char octets[16];
    uriproof_span context = uriproof_span_of("x:a/b"), partial = uriproof_span_of("gh");
    (void)state;
    for (size_t capacity = 0; capacity < sizeof octets; capacity++) {
        memset(octets, '~', sizeof octets);
        uriproof_buffer out = {octets, capacity, 0};
        uriproof_verdict verdict = uriproof_rfc1630_resolve(context, partial, NULL, &out, NULL);
        assert_int_equal(verdict, capacity < 7 ? URIPROOF_NO_ROOM : URIPROOF_OK);
        for (size_t i = capacity < 7 ? 0 : 7; i < sizeof octets; i++)
            assert_int_equal(octets[i], '~');
    }
    uriproof_buffer none = {NULL, 0, 0};
    assert_int_equal(uriproof_rfc1630_resolve(context, partial, NULL, &none, NULL),
                     URIPROOF_NO_ROOM);
}

static void absent_and_void_spans(void **state)
{
    uriproof_buffer out;
    (void)state;
    assert_int_equal(resolve((uriproof_span){NULL, 0}, (uriproof_span){NULL, 0}, NULL, &out, NULL),
                     URIPROOF_SILENT);
    free(out.octets);
    assert_int_equal(resolve(uriproof_span_of("x:a"), (uriproof_span){NULL, 0}, NULL, &out, NULL),
                     URIPROOF_OK);
    assert_int_equal(out.length, 2);
    free(out.octets);
}

static void nul_is_an_octet(void **state)
{
    uriproof_buffer out;
    (void)state;
    assert_int_equal(
        resolve(uriproof_span_of("x:a/b"), (uriproof_span){"\0/../g", 6}, NULL, &out, NULL),
        URIPROOF_OK);
    assert_memory_equal(out.octets, "x:a/g", 5);
    assert_int_equal(out.length, 5);
    free(out.octets);
}

static char *repeated(const char *pattern, size_t length)
{
    size_t step = strlen(pattern);
    char *text = malloc(length);
    assert_non_null(text);
    for (size_t i = 0; i < length; i++)
        text[i] = pattern[i % step];
    return text;
}

/* Tests paths for which rewriting would take quadratic time. */
static void long_paths(void **state)
{
    static const struct {
        const char *pattern, *full;
        size_t kept; /* how many octets of the text come after `full` */
    } cases[] = {
        {"a/../", "x:", 0},
        {"./", "x:./", 0},
        {"../", "x:", (size_t)1 << 20},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t step = strlen(cases[i].pattern);
        size_t length = ((size_t)1 << 20) / step * step;
        size_t kept = cases[i].kept < length ? cases[i].kept : length;
        char *text = repeated(cases[i].pattern, length);
        uriproof_buffer out;
        size_t full = strlen(cases[i].full);
        assert_int_equal(
            resolve(uriproof_span_of("x:last"), (uriproof_span){text, length}, NULL, &out, NULL),
            URIPROOF_OK);
        assert_int_equal(out.length, full + kept);
        assert_memory_equal(out.octets, cases[i].full, full);
        assert_memory_equal(out.octets + full, text, kept);
        free(out.octets);
        free(text);
    }
}

static void a_long_run_of_slashes(void **state)
{
    const size_t length = (size_t)1 << 20;
    char *context = repeated("/", length);
    uriproof_buffer out;
    (void)state;
    memcpy(context, "x:", 2);
    assert_int_equal(
        resolve((uriproof_span){context, length}, uriproof_span_of("/g"), NULL, &out, NULL),
        URIPROOF_SILENT);
    free(out.octets);
    assert_int_equal(resolve((uriproof_span){context, length},
                             (uriproof_span){context + 2, length - 2}, NULL, &out, NULL),
                     URIPROOF_OK);
    assert_int_equal(out.length, length);
    free(out.octets);
    free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_the_rfc),
        cmocka_unit_test(absolute_forms),
        cmocka_unit_test(is_absolute),
        cmocka_unit_test(leading_slashes),
        cmocka_unit_test(the_last_part),
        cmocka_unit_test(fragments),
        cmocka_unit_test(the_void_form),
        cmocka_unit_test(dots),
        cmocka_unit_test(silence),
        cmocka_unit_test(a_context_that_does_not_derive),
        cmocka_unit_test(the_refusal_of_a_result),
        cmocka_unit_test(no_room),
        cmocka_unit_test(absent_and_void_spans),
        cmocka_unit_test(nul_is_an_octet),
        cmocka_unit_test(long_paths),
        cmocka_unit_test(a_long_run_of_slashes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
