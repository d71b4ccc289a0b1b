/* SPDX-License-Identifier: MIT */
/* Which known word is taken for the one that was meant. */
#include "base/near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const known[] = {"parse", "resolve", "rfc3986.bnf.host", "rfc3986.bnf.port"};

static const struct {
    const char *word, *meant;
} words[] = {
    {"prase", "parse"},
    {"pars", "parse"},
    {"parsed", "parse"},
    {"Parse", "parse"},
    {"praes", NULL},
    {"", NULL},
    {"rfc3986.bnf.hots", "rfc3986.bnf.host"},
    {"rfc3986.bfn.prot", "rfc3986.bnf.port"},
    {"rfc3986.nonsense", NULL},
};

static void the_nearest_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        near_search search = {.word = words[i].word};
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            near_try(&search, known[k]);
        if (words[i].meant == NULL)
            assert_string_equal(near_advise(&search).words, "");
        else
            assert_string_equal(search.found, words[i].meant);
    }
}

/* A word from a file may be of any length. */
static void a_long_word_is_near_to_none(void **state)
{
    (void)state;
    char word[4096];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    near_search search = {.word = word};
    near_try(&search, "a");
    near_search other = {.word = "a"};
    near_try(&other, word);
    assert_null(search.found);
    assert_null(other.found);
}

/* A name may be known by a part of it. */
static void a_part_is_near(void **state)
{
    (void)state;
    static const struct {
        const char *word, *meant;
    } parts[] = {{"curl", "libcurl"}, {"urlparsr", "uriparser"}, {"lib", "libcurl"}, {"li", NULL}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        near_search search = {.word = parts[i].word};
        near_try_part(&search, "uriparser");
        near_try_part(&search, "libcurl");
        if (parts[i].meant == NULL)
            assert_null(search.found);
        else
            assert_string_equal(search.found, parts[i].meant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_found),
        cmocka_unit_test(a_long_word_is_near_to_none),
        cmocka_unit_test(a_part_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
