/* SPDX-License-Identifier: MIT */
/*
 * Compares the reference with the oracle: on every short path of a base and every short reference,
 * with each value of each reading. For the dots of RFC 1630, it also uses each combination of three
 * readings.
 */
#include "oracle/oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char grammars[] = URIPROOF_SOURCE_DIR "/vectors/grammar";

static oracle_rfc1630 rfc1630, draft;
static oracle_rfc3986 rfc3986;

static int open_all(void **state)
{
    uriproof_error error;
    (void)state;
    return oracle_rfc1630_open(uriproof_dialect_named("rfc1630"), grammars, &rfc1630, &error) &&
                   oracle_rfc1630_open(uriproof_dialect_named("draft-www-uri-00"), grammars, &draft,
                                       &error) &&
                   oracle_rfc3986_open(uriproof_dialect_named("rfc3986"), grammars, &rfc3986,
                                       &error)
               ? 0
               : -1;
}

static int close_all(void **state)
{
    (void)state;
    oracle_rfc1630_free(&rfc1630);
    oracle_rfc1630_free(&draft);
    oracle_rfc3986_free(&rfc3986);
    return 0;
}

/* The expected result for a reference. */
typedef struct expected {
    uriproof_verdict verdict;
    oracle_string text;
} expected;

typedef expected (*expect)(const void *oracle, const uriproof_readings *readings,
                           uriproof_span base, uriproof_span reference);

static expected by_rfc1630(const void *oracle, const uriproof_readings *readings,
                           uriproof_span base, uriproof_span reference)
{
    oracle_rfc1630_result result = oracle_rfc1630_resolve(oracle, readings, base, reference);
    expected found = {URIPROOF_OK, result.text};
    if ((result.steps & (ORACLE_CONTEXT_REJECTED | ORACLE_NO_RUN)) != 0)
        found.verdict = URIPROOF_SILENT;
    else if ((result.steps & ORACLE_NOT_MATCHING) != 0)
        found.verdict = URIPROOF_INVALID;
    return found;
}

static expected by_rfc3986(const void *oracle, const uriproof_readings *readings,
                           uriproof_span base, uriproof_span reference)
{
    oracle_rfc3986_result result = oracle_rfc3986_resolve(oracle, readings, base, reference);
    expected found = {URIPROOF_OK, result.text};
    if ((result.steps & (ORACLE_BASE_REJECTED | ORACLE_REFERENCE_REJECTED)) != 0)
        found.verdict = URIPROOF_SILENT;
    else if ((result.steps & (ORACLE_SLASHES_REJECTED | ORACLE_TARGET_REJECTED)) != 0)
        found.verdict = URIPROOF_INVALID;
    return found;
}

/* A dialect, and the oracle that gives the expected results. */
typedef struct held {
    const uriproof_dialect *dialect;
    expect expect;
    const void *oracle;
} held;

static void check(const held *h, const uriproof_readings *readings, const char *base,
                  const char *reference)
{
    char octets[ORACLE_STRING_MAX];
    uriproof_buffer out = {octets, sizeof octets, 0};
    uriproof_span first = uriproof_span_of(base), second = uriproof_span_of(reference);
    expected wanted = h->expect(h->oracle, readings, first, second);
    uriproof_verdict verdict = h->dialect->resolve(first, second, readings, &out, NULL);
    uriproof_span given = {octets, verdict == URIPROOF_SILENT ? 0 : out.length};
    if (verdict != wanted.verdict || !uriproof_span_equal(given, oracle_span(&wanted.text)))
        fail_msg("%s: '%s' in '%s' is '%.*s' (verdict %d), not '%.*s' (%d)", h->dialect->name,
                 reference, base, (int)given.length, octets, (int)verdict, (int)wanted.text.length,
                 wanted.text.octets, (int)wanted.verdict);
}

static const char *const elements[] = {"", ".", "..", "a", "b"};
enum { ELEMENTS = sizeof elements / sizeof elements[0], ELEMENTS_MOST = 6, TEXT_MOST = 40 };

/* Adds `count` elements to `text`, with slashes between them. The digits of *number choose the
 * elements; the base is the number of elements. */
static void add_elements(char *text, size_t count, size_t *number)
{
    for (size_t i = 0; i < count; i++, *number /= ELEMENTS) {
        strcat(text, i > 0 ? "/" : "");
        strcat(text, elements[*number % ELEMENTS]);
    }
}

/* Checks the path with the number `number` and `count` elements. It is divided between base and
 * reference in every possible way: after one of its slashes, or before its first element. */
static void check_path(const held *h, const uriproof_readings *readings, size_t count,
                       size_t number)
{
    for (size_t kept = 0; kept < count; kept++) {
        char base[TEXT_MOST] = "x:", reference[TEXT_MOST] = "";
        size_t rest = number;
        add_elements(base, kept, &rest);
        strcat(base, kept > 0 ? "/last" : "last");
        add_elements(reference, count - kept, &rest);
        check(h, readings, base, reference);
    }
}

static void check_paths(const held *h, const uriproof_readings *readings, size_t most)
{
    size_t paths = 1;
    for (size_t count = 1; count <= most; count++) {
        paths *= ELEMENTS;
        for (size_t number = 0; number < paths; number++)
            check_path(h, readings, count, number);
    }
}

/* Checks the defaults, and each other value of each reading. */
static void check_under_each(const held *h, size_t most)
{
    uriproof_readings defaults = {{0}};
    check_paths(h, &defaults, most);
    for (size_t i = 0; i < h->dialect->reading_count; i++)
        for (unsigned char value = 1; value < 4 && h->dialect->readings[i].values[value] != NULL;
             value++) {
            uriproof_readings readings = {{0}};
            readings.value[i] = value;
            check_paths(h, &readings, most);
        }
}

static void rfc1630_resolves_alike(void **state)
{
    (void)state;
    held h = {uriproof_dialect_named("rfc1630"), by_rfc1630, &rfc1630};
    check_under_each(&h, 4);
}

static void the_draft_resolves_alike(void **state)
{
    (void)state;
    held h = {uriproof_dialect_named("draft-www-uri-00"), by_rfc1630, &draft};
    check_under_each(&h, 4);
}

static void rfc3986_resolves_alike(void **state)
{
    (void)state;
    held h = {uriproof_dialect_named("rfc3986"), by_rfc3986, &rfc3986};
    check_under_each(&h, 5);
}

static void dots_go_alike_in_longer_paths(void **state)
{
    static const char *const settings[][2] = {
        {"dot-scope", "after-authority"}, {"void-xxx", "not"}, {"removal-order", "self-first"}};
    (void)state;
    held h = {uriproof_dialect_named("rfc1630"), by_rfc1630, &rfc1630};
    for (unsigned i = 0; i < 8; i++) {
        uriproof_readings readings = {{0}};
        for (unsigned k = 0; k < 3; k++)
            if ((i >> k & 1) != 0)
                assert_int_equal(
                    uriproof_set_reading(h.dialect, settings[k][0], settings[k][1], &readings),
                    URIPROOF_READING_SET);
        check_paths(&h, &readings, ELEMENTS_MOST);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rfc1630_resolves_alike),
        cmocka_unit_test(the_draft_resolves_alike),
        cmocka_unit_test(rfc3986_resolves_alike),
        cmocka_unit_test(dots_go_alike_in_longer_paths),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
