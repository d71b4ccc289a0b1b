/* SPDX-License-Identifier: MIT */
/* The mutator as others use it: any texts, the steps it tells, and that a seed says all. */
#include "mutator/mutator.h"

#include "grammar/grammar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 4096 };

static const uriproof_span none = {NULL, 0};

static uriproof_span span_of(const char *text)
{
    return (uriproof_span){text, strlen(text)};
}

static bool is_text(const octet_buffer *text, uriproof_span expected)
{
    return text->length == expected.length &&
           (text->length == 0 || memcmp(text->octets, expected.octets, text->length) == 0);
}

/* Returns how often something is done by chance: under valgrind a two-hundredth as often. */
static size_t often(size_t times)
{
    return getenv("URIPROOF_VALGRIND") != NULL ? times / 200 : times;
}

/* The same where it is counted what comes of it: a tenth, so that there is enough to count. */
static size_t counted(size_t times)
{
    return getenv("URIPROOF_VALGRIND") != NULL ? times / 10 : times;
}

static void a_seed_says_all(void **state)
{
    const uriproof_span text = span_of("http://u:p@a:80/c?q#f"),
                        other = span_of("x://[::1]/b/../c");
    mutator *a = mutator_new(42), *b = mutator_new(1);
    octet_buffer of_a = {NULL, 0, 0}, of_b = {NULL, 0, 0};
    size_t steps_a, steps_b;
    (void)state;
    for (size_t i = 0; i < 100; i++)
        mutator_mutate(b, text, other, MOST, &of_b);
    mutator_reseed(b, 42);
    for (size_t i = 0; i < often(10000); i++) {
        mutator_mutate(a, text, other, MOST, &of_a);
        mutator_mutate(b, text, other, MOST, &of_b);
        assert_true(is_text(&of_a, (uriproof_span){of_b.octets, of_b.length}));
        const mutation *first = mutator_steps(a, &steps_a), *second = mutator_steps(b, &steps_b);
        assert_int_equal(steps_a, steps_b);
        for (size_t s = 0; s < steps_a; s++) {
            assert_string_equal(first[s].how, second[s].how);
            assert_true(first[s].rule == NULL ? second[s].rule == NULL
                                              : strcmp(first[s].rule, second[s].rule) == 0);
        }
    }
    buffer_free(&of_a);
    buffer_free(&of_b);
    mutator_free(a);
    mutator_free(b);
}

/* Returns the number of the way of that name. */
static size_t way_named(const char *how)
{
    size_t i = 0;
    while (mutator_way(i) != NULL && strcmp(mutator_way(i), how) != 0)
        i++;
    assert_non_null(mutator_way(i));
    return i;
}

static void takes_each_way(void **state)
{
    enum { WAYS_MOST = 64 };
    size_t counts[WAYS_MOST] = {0}, steps;
    mutator *m = mutator_new(3);
    octet_buffer made = {NULL, 0, 0};
    (void)state;
    for (size_t i = 0; i < counted(10000); i++) {
        mutator_mutate(m, span_of("http://u@a:80/%41/.."), span_of("//b/?c"), MOST, &made);
        const mutation *list = mutator_steps(m, &steps);
        assert_true(steps > 0);
        for (size_t s = 0; s < steps; s++)
            counts[way_named(list[s].how)]++;
    }
    for (size_t i = 0; mutator_way(i) != NULL; i++)
        if (counts[i] == 0)
            fail_msg("%s never occurs", mutator_way(i));
    assert_null(mutator_way(WAYS_MOST));
    buffer_free(&made);
    mutator_free(m);
}

/* Looks for a text that is made in one step of that way. */
static bool makes(mutator *m, const char *text, const char *other, const char *how,
                  uriproof_span expected)
{
    octet_buffer made = {NULL, 0, 0};
    bool found = false;
    for (size_t i = 0; i < 200000 && !found; i++) {
        size_t steps;
        mutator_mutate(m, span_of(text), other != NULL ? span_of(other) : none, MOST, &made);
        const mutation *list = mutator_steps(m, &steps);
        found = steps == 1 && strcmp(list[0].how, how) == 0 && is_text(&made, expected);
    }
    buffer_free(&made);
    return found;
}

/* The table has as many words as it says, and only one is empty: NUL. */
static void has_words(void **state)
{
    size_t empty = 0;
    (void)state;
    for (size_t i = 0; i < MUTATOR_WORD_COUNT; i++) {
        assert_non_null(mutator_words[i].octets);
        empty += mutator_words[i].octets[0] == '\0';
        assert_true(mutator_word_length(&mutator_words[i]) > 0);
    }
    assert_int_equal(empty, 1);
}

/* What each way does, by an example each. */
static void makes_what_it_says(void **state)
{
    static const struct {
        const char *text, *other, *how, *made;
    } examples[] = {
        {"a", NULL, "generate", "?q"},
        {"http://a/b", NULL, "replace", "http://localhost/b"},
        {"http://a/b", NULL, "replace", "http://a:80/b"},
        {"http://a/b", "x://u@c/d", "splice", "x://a/b"},
        {"http://a/b", "x://u@c/d", "splice", "http://u@a/b"},
        {"http://a/b", "x://u@c/d", "splice", "http://a/d"},
        {"http://a/b?q", "/b?q", "splice", "http:/b?q"},
        {"http://a/b", NULL, "swap", "a://http/b"},
        {"a/b", NULL, "encode", "a%2fb"},
        {"a/b", NULL, "encode", "a%2Fb"},
        {"a/b", NULL, "encode-twice", "a%252fb"},
        {"%41", NULL, "encode-twice", "%2541"},
        {"a/b", NULL, "encode-html", "a&#47;b"},
        {"a/b", NULL, "encode-html", "a&#x2fb"},
        {"\xff", NULL, "encode-html", "&#255;"},
        {"%2f", NULL, "decode", "/"},
        {"a:b", NULL, "segments", "a:a/../a"},
        {"//a/b", NULL, "segments", "//a/./%2e"},
        {"a/b", NULL, "dots", "a/../b"},
        {"a/b", NULL, "dots", "a/b/.."},
        {"a?b", NULL, "dots", "a/..?b"},
        {"a@b", NULL, "double", "a@@b"},
        {"a@b", NULL, "remove", "ab"},
        {"ab", NULL, "insert", "a\\b"},
        {"ab", NULL, "substitute", "a\t"},
        {"abc", NULL, "omit", "ac"},
        {"abc", NULL, "omit", ""},
        {"ab", NULL, "repeat", "abab"},
        {"ab", NULL, "case", "aB"},
    };
    mutator *m = mutator_new(11);
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        if (!makes(m, examples[i].text, examples[i].other, examples[i].how,
                   span_of(examples[i].made)))
            fail_msg("%s does not make %s of %s", examples[i].how, examples[i].made,
                     examples[i].text);
    assert_true(makes(m, "ab", NULL, "insert", (uriproof_span){"a\0b", 3}));
    assert_true(makes(m, "%00", NULL, "decode", (uriproof_span){"\0", 1}));
    mutator_free(m);
}

/* A step tells a production only if it broke one. */
static void tells_what_it_broke(void **state)
{
    mutator *m = mutator_new(5);
    octet_buffer made = {NULL, 0, 0};
    size_t broken = 0, steps;
    (void)state;
    for (size_t i = 0; i < counted(20000); i++) {
        mutator_mutate(m, span_of("http://a/b"), none, MOST, &made);
        const mutation *list = mutator_steps(m, &steps);
        for (size_t s = 0; s < steps; s++) {
            const bool may =
                strcmp(list[s].how, "break") == 0 || strcmp(list[s].how, "replace") == 0;
            assert_true(may || list[s].rule == NULL);
            broken += list[s].rule != NULL;
        }
    }
    assert_true(broken > counted(1000));
    buffer_free(&made);
    mutator_free(m);
}

/* The automaton is made from the file, not from the mutator's copy. */
static uriproof_automaton load_references(void)
{
    uriproof_error error;
    uriproof_automaton automaton;
    uriproof_grammar *grammar = uriproof_grammar_under(
        URIPROOF_SOURCE_DIR "/vectors/grammar", uriproof_grammar_named("rfc3986"), NULL, &error);
    assert_non_null(grammar);
    assert_true(uriproof_automaton_compile(grammar, "URI-reference", &automaton, &error));
    uriproof_grammar_free(grammar);
    return automaton;
}

/* What is generated matches; with a production broken, it mostly does not. */
static void breaks_mostly_do_not_match(void **state)
{
    uriproof_automaton references = load_references();
    mutator *m = mutator_new(29);
    octet_buffer made = {NULL, 0, 0};
    size_t generated = 0, broken = 0, matching = 0, steps;
    (void)state;
    for (size_t i = 0; i < counted(50000); i++) {
        mutator_mutate(m, span_of("http://a/b"), none, MOST, &made);
        const mutation *list = mutator_steps(m, &steps);
        const bool matches =
            uriproof_automaton_accepts(&references, (uriproof_span){made.octets, made.length});
        if (steps == 1 && strcmp(list[0].how, "generate") == 0) {
            generated++;
            assert_true(matches);
        } else if (steps == 1 && strcmp(list[0].how, "break") == 0) {
            broken++;
            matching += matches;
        }
    }
    assert_true(generated > counted(500) && broken > counted(500));
    assert_in_range(matching, 1, broken / 3);
    uriproof_automaton_free(&references);
    buffer_free(&made);
    mutator_free(m);
}

/* Takes many steps from a text, each from the text before. */
static void walk(mutator *m, uriproof_span text, uriproof_span other, size_t most)
{
    octet_buffer made = {NULL, 0, 0};
    buffer_add(&made, text.octets, text.length);
    for (size_t i = 0; i < often(2000); i++) {
        mutator_mutate(m, (uriproof_span){made.octets, made.length}, other, most, &made);
        assert_true(made.length <= most);
    }
    mutator_splice(m, (uriproof_span){made.octets, made.length}, other, most, &made);
    assert_true(made.length <= most);
    buffer_free(&made);
}

static void takes_any_octets(void **state)
{
    static const uriproof_span texts[] = {
        {NULL, 0},
        {"", 0},
        {"\0", 1},
        {"\0\0:\0/\0/\0", 8},
        {"\xff\xfe://\x80", 6},
        {"%", 1},
        {"%zz", 3},
        {":/?#[]@", 7},
        {"//", 2},
        {"http://a", 8},
        {"@@@", 3},
        {"//[:]:", 6},
        {"x:\n\r\t\0#", 7},
    };
    static const size_t mosts[] = {0, 1, 2, 7, 64, MOST};
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    mutator *m = mutator_new(9);
    (void)state;
    for (size_t i = 0; i < TEXTS; i++)
        for (size_t k = 0; k < sizeof mosts / sizeof mosts[0]; k++)
            walk(m, texts[i], texts[(i * 5 + 1) % TEXTS], mosts[k]);
    mutator_free(m);
}

static void takes_huge_texts(void **state)
{
    enum { HUGE = 1 << 20 };
    char *huge = malloc(HUGE);
    mutator *m = mutator_new(13);
    octet_buffer made = {NULL, 0, 0};
    (void)state;
    for (size_t i = 0; i < HUGE; i++)
        huge[i] = "/.%:"[i % 4];
    for (size_t i = 0; i < often(50); i++) {
        mutator_mutate(m, (uriproof_span){huge, HUGE}, (uriproof_span){huge + 1, HUGE - 1}, HUGE,
                       &made);
        assert_true(made.length <= HUGE);
        mutator_mutate(m, (uriproof_span){huge, HUGE}, (uriproof_span){huge + 1, HUGE - 1}, 10,
                       &made);
        assert_true(made.length <= 10);
    }
    free(huge);
    buffer_free(&made);
    mutator_free(m);
}

static void texts_stay_small(void **state)
{
    mutator *m = mutator_new(17);
    octet_buffer made = {NULL, 0, 0};
    size_t total = 0;
    const size_t texts = counted(20000);
    (void)state;
    for (size_t i = 0; i < texts; i++) {
        mutator_mutate(m, none, none, MOST, &made);
        total += made.length;
    }
    assert_true(total / texts < 40);
    buffer_free(&made);
    mutator_free(m);
}

static void nearly_always_differs(void **state)
{
    mutator *m = mutator_new(19);
    octet_buffer made = {NULL, 0, 0};
    size_t same = 0;
    const size_t texts = counted(20000);
    const uriproof_span text = span_of("http://a/b");
    (void)state;
    for (size_t i = 0; i < texts; i++) {
        mutator_mutate(m, text, text, MOST, &made);
        same += is_text(&made, text);
    }
    assert_true(same < texts / 1000);
    buffer_free(&made);
    mutator_free(m);
}

static void splices_alone(void **state)
{
    static const char *const all[] = {"x://a/b", "http://c/b", "http://a/d",
                                      "x://c/b", "x://a/d",    "http://c/d"};
    enum { COUNT = sizeof all / sizeof all[0] };
    bool seen[COUNT] = {false};
    mutator *m = mutator_new(23);
    octet_buffer made = {NULL, 0, 0};
    (void)state;
    for (size_t i = 0; i < 1000; i++) {
        size_t at = 0, steps;
        mutator_splice(m, span_of("http://a/b"), span_of("x://c/d"), MOST, &made);
        while (at < COUNT && !is_text(&made, span_of(all[at])))
            at++;
        assert_true(at < COUNT);
        seen[at % COUNT] = true;
        assert_string_equal(mutator_steps(m, &steps)[0].how, "splice");
    }
    for (size_t i = 0; i < COUNT; i++)
        assert_true(seen[i]);
    mutator_splice(m, span_of("a"), none, MOST, &made);
    assert_true(is_text(&made, span_of("a")));
    buffer_free(&made);
    mutator_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_says_all),     cmocka_unit_test(takes_each_way),
        cmocka_unit_test(has_words),           cmocka_unit_test(makes_what_it_says),
        cmocka_unit_test(tells_what_it_broke), cmocka_unit_test(breaks_mostly_do_not_match),
        cmocka_unit_test(takes_any_octets),    cmocka_unit_test(takes_huge_texts),
        cmocka_unit_test(texts_stay_small),    cmocka_unit_test(nearly_always_differs),
        cmocka_unit_test(splices_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
