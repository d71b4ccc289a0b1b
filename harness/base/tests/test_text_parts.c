/* SPDX-License-Identifier: MIT */
/* The division of texts by Appendix B, and that the parts make up the text again. */
#include "base/text_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct division {
    const char *text;
    const char *parts[TEXT_PARTS]; /* NULL: absent */
} divisions[] = {
    {"", {[TEXT_PATH] = ""}},
    {"http://u:p@a:80/c?q#f", {"http", "u:p", "a", "80", "/c", "q", "f"}},
    /* An authority may be empty, and so may each of its parts. */
    {"file:///a", {"file", NULL, "", NULL, "/a", NULL, NULL}},
    {"//@:", {NULL, "", "", "", "", NULL, NULL}},
    /* Without an authority, these are octets of the path. */
    {"mailto:a@b:1", {"mailto", NULL, NULL, NULL, "a@b:1", NULL, NULL}},
    {"/a:b", {NULL, NULL, NULL, NULL, "/a:b", NULL, NULL}},
    /* A text that begins with a colon has no scheme. */
    {":a", {NULL, NULL, NULL, NULL, ":a", NULL, NULL}},
    /* The grammar has neither text. The last `@` ends the user information. */
    {"x://a@b@c/", {"x", "a@b", "c", NULL, "/", NULL, NULL}},
    {"x://a:b:c", {"x", NULL, "a:b", "c", "", NULL, NULL}},
    /* A colon in brackets begins no port. */
    {"//[::1]", {NULL, NULL, "[::1]", NULL, "", NULL, NULL}},
    {"//[::1]:8", {NULL, NULL, "[::1]", "8", "", NULL, NULL}},
    {"?#?#", {NULL, NULL, NULL, NULL, "", "", "?#"}},
};

static void divides_by_delimiters(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof divisions / sizeof divisions[0]; i++) {
        const struct division *expected = &divisions[i];
        text_parts parts;
        parts_divide((uriproof_span){expected->text, strlen(expected->text)}, &parts);
        for (unsigned p = 0; p < TEXT_PARTS; p++) {
            assert_int_equal(uriproof_present(parts.at[p]), expected->parts[p] != NULL);
            if (expected->parts[p] == NULL)
                continue;
            assert_int_equal(parts.at[p].length, strlen(expected->parts[p]));
            assert_memory_equal(parts.at[p].octets, expected->parts[p], parts.at[p].length);
        }
    }
}

static void check_round_trip(uriproof_span text)
{
    text_parts parts;
    octet_buffer composed = {NULL, 0, 0};
    parts_divide(text, &parts);
    parts_compose(&parts, &composed);
    assert_int_equal(composed.length, text.length);
    if (text.length > 0)
        assert_memory_equal(composed.octets, text.octets, text.length);
    buffer_free(&composed);
}

static void composes_what_was_divided(void **state)
{
    static const char octets[] = {'a', ':', '/', '@', '?', '#', '[', ']', '\0', '\xff'};
    enum { KINDS = sizeof octets, LENGTH = 5 };
    char text[LENGTH];
    (void)state;
    check_round_trip((uriproof_span){NULL, 0});
    for (unsigned length = 1, count = KINDS; length <= LENGTH; length++, count *= KINDS)
        for (unsigned number = 0; number < count; number++) {
            unsigned left = number;
            for (unsigned i = 0; i < length; i++, left /= KINDS)
                text[i] = octets[left % KINDS];
            check_round_trip((uriproof_span){text, length});
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(divides_by_delimiters),
        cmocka_unit_test(composes_what_was_divided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
