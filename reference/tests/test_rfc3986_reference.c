/* SPDX-License-Identifier: MIT */
/*
 * Tests where RFC 3986's URI-reference rejects a first segment with a colon. The proof of
 * harness/grammar/tests/test_grammars.c found these cases.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <uriproof/rfc3986.h>

/* Texts that are not a URI-reference, and the length of their longest prefix that some
 * URI-reference has too. */
static const struct {
    const char *text;
    size_t offset;
    const char *production;
} refused[] = {
    {":", 0, "path"},
    {":a", 0, "path"},
    {"!:a", 1, "path"},
    {"1a:b/c", 2, "path"},
    {"%41:b", 3, "path"},
    {"a%41:b", 4, "path"},
    {"a@b:c", 3, "path"},
    /* The text after the colon makes no difference. */
    {"!: ", 1, "path"},
    {"!:%", 1, "path"},
    {"!:%4", 1, "path"},
    {"!:[", 1, "path"},
    {"!:a?b?#c#d", 1, "path"},
    /* The text before it does. */
    {"a b:c", 1, "path"},
    {"! :a", 1, "path"},
    {"a[:b", 1, "path"},
    {"%:a", 1, "pct-encoded"},
    {"%4:a", 2, "pct-encoded"},
    {"%4g:a", 2, "pct-encoded"},
};

static void a_colon_in_the_first_segment_is_refused_where_it_stands(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        uriproof_refusal refusal = {NULL, 99, NULL};
        if (uriproof_rfc3986_parse_reference(uriproof_span_of(refused[i].text), NULL, &refusal))
            fail_msg("%s is taken", refused[i].text);
        if (refusal.offset != refused[i].offset)
            fail_msg("%s is refused at %zu", refused[i].text, refusal.offset);
        assert_string_equal(refusal.production, refused[i].production);
    }
}

static void a_colon_elsewhere_is_taken(void **state)
{
    (void)state;
    static const char *const taken[] = {"a:b",   "a+-.:b", "./a:b", "!/a:b",
                                        "!?a:b", "!#a:b",  "a:b:c", "//!:1/a:b"};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        if (!uriproof_rfc3986_parse_reference(uriproof_span_of(taken[i]), NULL, NULL))
            fail_msg("%s is refused", taken[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_colon_in_the_first_segment_is_refused_where_it_stands),
        cmocka_unit_test(a_colon_elsewhere_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
