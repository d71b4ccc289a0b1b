/* SPDX-License-Identifier: MIT */
/* Tests the page "URL syntax": the clauses of refusals, which the vectors do not test. */
#include <uriproof/url-syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char hex_digits[] = "url-syntax.encoding.hex-digits";
static const char escape[] = "url-syntax.encoding.escape";

typedef struct broken {
    const char *text;
    size_t offset;
    const char *clause;
} broken;

static void assert_broken(const broken *expected, const uriproof_refusal *refusal)
{
    assert_string_equal(refusal->production, "escape");
    assert_int_equal(refusal->offset, expected->offset);
    assert_string_equal(refusal->clause, expected->clause);
}

/* Tests that two faults of an escape have different clauses: an octet that is not a digit, and an
 * end of the text that comes too early. */
static void a_broken_escape_of_a_url(void **state)
{
    static const broken cases[] = {
        {"URL:x:%2f", 8, hex_digits},
        {"URL:x:%fF", 7, hex_digits},
        {"URL:x:%4g", 8, hex_digits},
        {"URL:x:%", 7, escape},
        {"URL:x:%4", 8, escape},
        {"URL:x%4:a", 7, hex_digits},
        {"URL:x%4", 7, escape},
        {"URL:x://%4@h/", 10, hex_digits},
        {"URL:x://h%/", 10, hex_digits},
        {"URL:x://h%", 10, escape},
        {"URL:x://h/%f0", 11, hex_digits},
        {"URL:x:%f", 7, hex_digits},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_refusal refusal = {"", 0, ""};
        uriproof_parts parts;
        assert_false(
            uriproof_url_syntax.parse(uriproof_span_of(cases[i].text), NULL, &parts, &refusal));
        assert_broken(&cases[i], &refusal);
    }
}

static void a_broken_escape_that_is_decoded(void **state)
{
    static const broken cases[] = {
        {"%2f", 2, hex_digits}, {"a%gg", 2, hex_digits}, {"%", 1, escape},
        {"%4", 2, escape},      {"%41%", 4, escape},     {"%%41", 1, hex_digits},
    };
    char octets[16] = "";
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_buffer out = {octets, sizeof octets, 0};
        uriproof_refusal refusal = {"", 0, ""};
        assert_int_equal(
            uriproof_url_syntax.decode(uriproof_span_of(cases[i].text), NULL, &out, &refusal),
            URIPROOF_INVALID);
        assert_broken(&cases[i], &refusal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_escape_of_a_url),
        cmocka_unit_test(a_broken_escape_that_is_decoded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
