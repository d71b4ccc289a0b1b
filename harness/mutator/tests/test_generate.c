/* SPDX-License-Identifier: MIT */
/* Generated texts against the automata of the same grammar, which do not use them. */
#include "mutator/generate.h"
#include "mutator/mutator.h"

#include "grammar/grammar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXTS = 20000, LONGEST = 4096 };

static uriproof_grammar *grammar;
static rules *productions;

static int read_grammars(void **state)
{
    uriproof_error error;
    (void)state;
    grammar = uriproof_grammar_under(URIPROOF_SOURCE_DIR "/vectors/grammar",
                                     uriproof_grammar_named("rfc3986"), NULL, &error);
    productions = rules_new();
    return grammar != NULL ? 0 : -1;
}

static int free_grammars(void **state)
{
    (void)state;
    uriproof_grammar_free(grammar);
    rules_free(productions);
    return 0;
}

static uriproof_automaton automaton_of(const char *name)
{
    uriproof_automaton automaton;
    uriproof_error error;
    if (!uriproof_automaton_compile(grammar, name, &automaton, &error))
        fail_msg("%s", error.words);
    return automaton;
}

static uriproof_span span_of(const octet_buffer *text)
{
    return (uriproof_span){text->octets, text->length};
}

/* Returns how many texts are taken: under valgrind, which does the same thirty times slower, a
 * fiftieth. */
static size_t often(size_t texts)
{
    return getenv("URIPROOF_VALGRIND") != NULL ? texts / 50 : texts;
}

/* Every production has an automaton. All that is generated of it matches. */
static void generates_what_matches(void **state)
{
    octet_buffer text = {NULL, 0, 0};
    uint64_t random = 1;
    (void)state;
    const size_t texts = often(TEXTS / 20);
    for (uint32_t rule = 0; rule < productions->count; rule++) {
        uriproof_automaton automaton = automaton_of(productions->list[rule].name);
        broken_rules broken;
        for (size_t i = 0; i < texts; i++) {
            text.length = 0;
            generate(productions, &random, rule, 0, LONGEST, &text, &broken);
            assert_int_equal(broken.count, 0);
            assert_true(uriproof_automaton_accepts(&automaton, span_of(&text)));
        }
        uriproof_automaton_free(&automaton);
    }
    buffer_free(&text);
}

/* Returns how many of so many texts with so many breaks match. */
static size_t count_matching(size_t texts, size_t breaks, bool was_broken[RULES_MOST],
                             size_t *broken_texts)
{
    uriproof_automaton automaton = automaton_of("URI-reference");
    octet_buffer text = {NULL, 0, 0};
    uint64_t random = 1;
    size_t matching = 0;
    *broken_texts = 0;
    for (size_t i = 0; i < texts; i++) {
        broken_rules broken;
        text.length = 0;
        generate(productions, &random, rules_named(productions, "URI-reference"), breaks, LONGEST,
                 &text, &broken);
        assert_true(broken.count <= breaks);
        for (size_t b = 0; b < broken.count; b++)
            was_broken[rules_named(productions, broken.names[b])] = true;
        *broken_texts += broken.count > 0;
        const bool matches = uriproof_automaton_accepts(&automaton, span_of(&text));
        assert_true(broken.count > 0 || matches);
        matching += broken.count > 0 && matches;
    }
    uriproof_automaton_free(&automaton);
    buffer_free(&text);
    return matching;
}

/* Another production of a host, or a `?` in a path, may match as well: the texts are less. */
static void breaks_often_do_not_match(void **state)
{
    bool was_broken[RULES_MOST] = {false};
    size_t broken;
    (void)state;
    const size_t texts = often(TEXTS);
    for (size_t breaks = 1; breaks <= BREAKS_MOST; breaks++) {
        const size_t matching = count_matching(texts, breaks, was_broken, &broken);
        assert_true(broken > texts * 9 / 10);
        assert_true(matching < broken * 3 / 4);
    }
}

/* What URI-reference does not use cannot be broken, nor can what has no bounds; a production of
 * single octets is a part of the one that uses it. */
static void breaks_each_production(void **state)
{
    static const char *const never[] = {"URI-reference", "absolute-URI", "path",  "reserved",
                                        "gen-delims",    "ALPHA",        "DIGIT", "HEXDIG",
                                        "unreserved",    "sub-delims"};
    bool was_broken[RULES_MOST] = {false}, is_never[RULES_MOST] = {false};
    size_t broken;
    (void)state;
    count_matching(TEXTS, 1, was_broken, &broken);
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        is_never[rules_named(productions, never[i])] = true;
    for (uint32_t rule = 0; rule < productions->count; rule++)
        if (was_broken[rule] == is_never[rule])
            fail_msg("%s is %s", productions->list[rule].name,
                     was_broken[rule] ? "broken" : "never broken");
}

/* Returns true if a text with one break of the production is this one. */
static bool breaks_into(const char *name, const char *expected)
{
    octet_buffer text = {NULL, 0, 0};
    uint64_t random = 3;
    bool found = false;
    for (size_t i = 0; i < 500000 && !found; i++) {
        broken_rules broken;
        text.length = 0;
        generate(productions, &random, rules_named(productions, name), 1, LONGEST, &text, &broken);
        found = broken.count == 1 && text.length == strlen(expected) &&
                (text.length == 0 || memcmp(text.octets, expected, text.length) == 0);
    }
    buffer_free(&text);
    return found;
}

static void breaks_in_each_way(void **state)
{
    (void)state;
    /* Repetitions beyond their bounds: 1*4HEXDIG, 1*( ... ), [ ":" port ]. */
    assert_true(breaks_into("h16", ""));
    assert_true(breaks_into("IPvFuture", "v.a") || breaks_into("IPvFuture", "v.:"));
    assert_true(breaks_into("authority", "a:80:80"));
    /* A literal doubled, left out, and another octet in its place. */
    assert_true(breaks_into("pct-encoded", "%%aB"));
    assert_true(breaks_into("pct-encoded", "aB"));
    assert_true(breaks_into("pct-encoded", " aB"));
    /* An octet outside the set. */
    assert_true(breaks_into("h16", "/"));
    assert_true(breaks_into("port", "@"));
    /* Another production in the place of a host. */
    assert_true(breaks_into("authority", "//"));
}

static void five_digits_are_too_many(void **state)
{
    octet_buffer text = {NULL, 0, 0};
    uint64_t random = 3;
    broken_rules broken;
    bool found = false;
    (void)state;
    for (size_t i = 0; i < TEXTS && !found; i++) {
        text.length = 0;
        generate(productions, &random, rules_named(productions, "h16"), 1, LONGEST, &text, &broken);
        found = text.length == 5;
    }
    assert_true(found);
    buffer_free(&text);
}

static void examples_match_their_production(void **state)
{
    (void)state;
    assert_true(mutator_example_count > 5);
    for (size_t i = 0; i < mutator_example_count; i++) {
        const mutator_examples *of = &mutator_example_list[i];
        uriproof_automaton automaton = automaton_of(of->production);
        assert_non_null(of->texts[0]);
        for (const char *const *text = of->texts; *text != NULL; text++)
            if (!uriproof_automaton_accepts(&automaton, uriproof_span_of(*text)))
                fail_msg("%s does not match %s", *text, of->production);
        uriproof_automaton_free(&automaton);
    }
}

static void adds_at_most_what_it_may(void **state)
{
    octet_buffer text = {NULL, 0, 0};
    uint64_t random = 7;
    broken_rules broken;
    (void)state;
    for (size_t most = 0; most < 20; most++)
        for (size_t i = 0; i < often(500); i++) {
            text.length = 0;
            buffer_add(&text, "abc", 3);
            generate(productions, &random, rules_named(productions, "URI"), i % 3, most, &text,
                     &broken);
            assert_true(text.length <= (most > 3 ? most : 3));
            assert_memory_equal(text.octets, "abc", 3);
        }
    buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generates_what_matches),
        cmocka_unit_test(breaks_often_do_not_match),
        cmocka_unit_test(breaks_each_production),
        cmocka_unit_test(breaks_in_each_way),
        cmocka_unit_test(five_digits_are_too_many),
        cmocka_unit_test(examples_match_their_production),
        cmocka_unit_test(adds_at_most_what_it_may),
    };
    return cmocka_run_group_tests(tests, read_grammars, free_grammars);
}
