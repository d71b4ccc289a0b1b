/* SPDX-License-Identifier: MIT */
/*
 * From printed productions to minimal automata: the two notations, patches, what is rejected, and
 * small automata made by hand. What the large ones say is test_grammars.c's.
 */
#include "base/base.h"
#include "grammar/grammar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char folder[] = URIPROOF_SOURCE_DIR "/vectors/grammar";

static uriproof_grammar *read_as(uriproof_notation notation, const char *text)
{
    uriproof_error error = {""};
    uriproof_grammar *grammar = uriproof_grammar_new(notation);
    assert_non_null(grammar);
    if (!uriproof_grammar_read(grammar, "test", text, strlen(text), &error))
        fail_msg("%s\n%s", error.words, text);
    return grammar;
}

static uriproof_automaton compile(uriproof_notation notation, const char *text, const char *start)
{
    uriproof_error error = {""};
    uriproof_automaton automaton;
    uriproof_grammar *grammar = read_as(notation, text);
    if (!uriproof_automaton_compile(grammar, start, &automaton, &error))
        fail_msg("%s\n%s", error.words, text);
    uriproof_grammar_free(grammar);
    return automaton;
}

static void assert_says(const uriproof_error *error, const char *words, const char *text)
{
    if (strstr(error->words, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"\n%s", error->words, words, text);
}

/* ---- Automata made by hand ---- */

/* Rows are states, columns are classes. */
static void assert_automaton(const uriproof_automaton *automaton, uint32_t states, uint32_t classes,
                             const uint32_t *next, const char *accepting)
{
    assert_int_equal(automaton->state_count, states);
    assert_int_equal(automaton->class_count, classes);
    assert_int_equal(automaton->start, 0);
    for (uint32_t i = 0; i < states * classes; i++)
        assert_int_equal(automaton->next[i], next[i]);
    for (uint32_t i = 0; i < states; i++)
        assert_int_equal(automaton->accepting[i], accepting[i] == '1');
}

static void right_recursion_is_a_loop(void **state)
{
    (void)state;
    uriproof_automaton automaton = compile(URIPROOF_BNF, "letters  a [ letters ]\n", "letters");
    static const uint32_t next[] = {1, 2, 1, 1, 1, 2};
    assert_automaton(&automaton, 3, 2, next, "001");
    assert_int_equal(automaton.dead, 1);
    assert_int_equal(automaton.class_of['a'], 1);
    assert_int_equal(automaton.class_of['A'], 0);
    assert_int_equal(automaton.representative[0], ' ');
    assert_int_equal(automaton.representative[1], 'a');
    uriproof_automaton_free(&automaton);
}

/* By hand: 0 nothing yet, 1 dead, 2 after `%`, 3 after the first digit, 4 after the second. */
static void an_escape(void **state)
{
    (void)state;
    uriproof_automaton automaton =
        compile(URIPROOF_ABNF, "escape = \"%\" 2hex\nhex = %x30-39 / \"A\" / \"b\"\n", "escape");
    static const uint32_t next[] = {1, 2, 1, 1, 1, 1, 1, 1, 3, 1, 1, 4, 1, 1, 1};
    assert_automaton(&automaton, 5, 3, next, "00001");
    for (const char *digit = "0123456789AaBb"; *digit != '\0'; digit++)
        assert_int_equal(automaton.class_of[(unsigned char)*digit], 2);
    for (const char *other = "/:@CcGg"; *other != '\0'; other++)
        assert_int_equal(automaton.class_of[(unsigned char)*other], 0);
    uriproof_automaton_free(&automaton);
}

/* An even number of a, and of b: four states, and no octet is lost. */
static void what_recurs_in_each_other_is_a_loop(void **state)
{
    (void)state;
    uriproof_automaton automaton = compile(URIPROOF_ABNF,
                                           "even = [ %x61 a / %x62 b ]\n"
                                           "a    = %x61 even / %x62 ab\n"
                                           "b    = %x62 even / %x61 ab\n"
                                           "ab   = %x61 b / %x62 a\n",
                                           "even");
    static const uint32_t next[] = {1, 2, 3, 1, 1, 1, 1, 0, 4, 1, 4, 0, 1, 3, 2};
    assert_automaton(&automaton, 5, 3, next, "10000");
    uriproof_automaton_free(&automaton);
}

static void nothing_everything_and_the_empty_text(void **state)
{
    (void)state;
    uriproof_automaton automaton = compile(URIPROOF_ABNF, "none = \"x\" none\n", "none");
    static const uint32_t stays[] = {0};
    assert_automaton(&automaton, 1, 1, stays, "0");
    assert_int_equal(automaton.dead, 0);
    assert_int_equal(uriproof_automaton_viable(&automaton, uriproof_span_of("xx")), 0);
    uriproof_automaton_free(&automaton);
    automaton = compile(URIPROOF_ABNF, "all = *%x00-FF\n", "all");
    assert_automaton(&automaton, 1, 1, stays, "1");
    assert_true(automaton.dead == URIPROOF_NO_STATE);
    assert_int_equal(uriproof_automaton_viable(&automaton, (uriproof_span){"\0\xff", 2}), 2);
    uriproof_automaton_free(&automaton);
    automaton = compile(URIPROOF_BNF, "void\n", "void");
    static const uint32_t dies[] = {1, 1};
    assert_automaton(&automaton, 2, 1, dies, "10");
    uriproof_automaton_free(&automaton);
}

/* ---- The notations ---- */

typedef struct language {
    uriproof_notation notation;
    const char *text;       /* one of its productions is called `start` */
    const char *accepted;   /* texts with spaces between; `_` is the empty one */
    const char *refused[6]; /* texts */
} language;

static const language languages[] = {
    {URIPROOF_BNF, "start a\n", "a", {"", "A", "aa", "start"}},
    {URIPROOF_BNF, "start a | b c\n", "a bc", {"", "ac", "abc", "b", "c"}},
    {URIPROOF_BNF, "start a[b]c[d[e]]\n", "ac abc acd abcde", {"ace", "abd"}},
    {URIPROOF_BNF, "start 0 |1 | 2\n", "0 1 2", {"", "01", "|"}},
    {URIPROOF_BNF, "start a b\n      c\n\n      d\nother x\n", "abcd", {"abc", "ab", "x"}},
    {URIPROOF_BNF, "; comment\nstart a ; b\n; c\n  d\n", "a;bd", {"ad", "a;b"}},
    {URIPROOF_BNF, "start { | } | vline | [ | ] | ^\n", "{ } | [ ] ^", {"", "{}", "[]", "vline"}},
    {URIPROOF_BNF, "start [ space ] x\n", "x", {"space x", "spacex", "  x"}},
    {URIPROOF_BNF, "start void | a [ start ]\nvoid\n", "_ a aa aaa", {"b", "void"}},
    {URIPROOF_BNF, "start % 0 0 one2\none2 h t t p\n", "%00http", {"%00", "%00one2"}},
    {URIPROOF_BNF, "start a-b | x1-y\na-b p\nx1-y -\n", "p -", {"a-b", "x1-y"}},
    {URIPROOF_BNF, "start Ab\nAb x\n", "x", {"y"}},
    {URIPROOF_ABNF, "start = \"a\"", "a A", {"", "aa"}},
    {URIPROOF_ABNF, "start = \"aB1\" / \"\"\n", "_ ab1 AB1 Ab1 aB1", {"a", "aB"}},
    {URIPROOF_ABNF, "start = %x61 / %d98 / %b1100011\n", "a b c", {"A", "B", "C", "d"}},
    {URIPROOF_ABNF, "start = %x61-63 %x64.65.66\n", "adef bdef cdef", {"def", "ade", "Adef"}},
    {URIPROOF_ABNF, "start = 1*2%x61 *%x62 2%x63\n", "acc aabbbcc", {"cc", "aaacc", "abc"}},
    {URIPROOF_ABNF, "start = \"x\" *1%x61 0%x62\n", "x xa", {"xaa", "xb", "xab"}},
    {URIPROOF_ABNF, "start = 2*%x61 0<Other>\nother = %x62\n", "aa aaa", {"a", "aab"}},
    {URIPROOF_ABNF, "start = %x31*%x61\n", "1 1a 1aa", {"", "a", "11"}},
    {URIPROOF_ABNF, "start = %x61 / %x62 ( %x63 / %x64 )\n", "a bc bd", {"ac", "b", "d"}},
    {URIPROOF_ABNF, "start = [%x61][ %x62 ; ] /\n / %x63] ; ]\n", "_ a b ab c ac", {"abc", "bc"}},
    {URIPROOF_ABNF, "start = START-2\n; x\n\n  / %x61\nstart-2 = %x62\n", "a b", {"x"}},
    {URIPROOF_ABNF, "start = start / %x61\n", "a", {"", "aa"}},
    {URIPROOF_ABNF, "start = *( *%x61 [ %x62 ] )\n", "_ a b ab bba", {"c"}},
};

static uriproof_span word_at(const char **at)
{
    uriproof_span word = {*at, strcspn(*at, " ")};
    *at += word.length;
    *at += strspn(*at, " ");
    if (word.length == 1 && word.octets[0] == '_')
        word.length = 0;
    return word;
}

static void assert_language(const language *expected)
{
    uriproof_automaton automaton = compile(expected->notation, expected->text, "start");
    for (const char *at = expected->accepted; *at != '\0';) {
        uriproof_span word = word_at(&at);
        if (!uriproof_automaton_accepts(&automaton, word))
            fail_msg("\"%.*s\" is refused\n%s", (int)word.length, word.octets, expected->text);
        assert_int_equal(uriproof_automaton_viable(&automaton, word), word.length);
    }
    for (const char *const *text = expected->refused; *text != NULL; text++)
        if (uriproof_automaton_accepts(&automaton, uriproof_span_of(*text)))
            fail_msg("\"%s\" is accepted\n%s", *text, expected->text);
    uriproof_automaton_free(&automaton);
}

static void each_construct_means_what_it_means(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        assert_language(&languages[i]);
}

static void what_means_the_same_is_the_same_automaton(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"start = *%x61\n", "start = [ %x61 start ]\n"},
        {"start = 1*%x61\n", "start = *%x61 %x61\n"},
        {"start = *( %x61 / %x62 )\n", "start = *( *%x61 *%x62 )\n"},
        {"start = [ %x61 [ %x61 ] ]\n", "start = *2%x61\n"},
        {"start = \"ab\"\n", "start = %x41 \"B\" / \"aB\"\n"},
        {"start = %x61-7A\n", "start = %x70-7A / %x61-74\n"},
        {"start = 3*5( %x61 )\n", "start = 3%x61 / 4%x61 / 5%x61\n"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        uriproof_automaton a = compile(URIPROOF_ABNF, pairs[i][0], "start");
        uriproof_automaton b = compile(URIPROOF_ABNF, pairs[i][1], "start");
        char accepting[16] = "";
        for (uint32_t s = 0; s < b.state_count; s++)
            accepting[s] = b.accepting[s] ? '1' : '0';
        assert_automaton(&a, b.state_count, b.class_count, b.next, accepting);
        assert_memory_equal(a.class_of, b.class_of, sizeof a.class_of);
        uriproof_automaton_free(&a);
        uriproof_automaton_free(&b);
    }
}

static void the_longest_viable_beginning(void **state)
{
    (void)state;
    uriproof_automaton automaton =
        compile(URIPROOF_BNF, "start a b [ c d ] | a x none\nnone y none\n", "start");
    static const struct {
        const char *text;
        size_t viable;
    } cases[] = {{"", 0},   {"a", 1},   {"ab", 2},   {"abc", 3},  {"abcd", 4},
                 {"b", 0},  {"aa", 1},  {"abd", 2},  {"abcx", 3}, {"abcdc", 4},
                 {"ax", 1}, {"axy", 1}, {"axyy", 1}, {"A", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(uriproof_automaton_viable(&automaton, uriproof_span_of(cases[i].text)),
                         cases[i].viable);
    uriproof_automaton_free(&automaton);
}

/* ---- What is rejected ---- */

static const struct {
    uriproof_notation notation;
    const char *text;
    const char *words;
} unreadable[] = {
    {URIPROOF_BNF, "", "test:1: no production"},
    {URIPROOF_BNF, "; a comment\n\n", "no production"},
    {URIPROOF_BNF, "  a b\n", "test:1: a production begins in the first column"},
    {URIPROOF_BNF, "a b\n", "names of more than one letter"},
    {URIPROOF_BNF, "| b\n", "names of more than one letter"},
    {URIPROOF_BNF, "12 b\n", "names of more than one letter"},
    {URIPROOF_BNF, "aa b\naa c\n", "test:2: aa is defined twice"},
    {URIPROOF_BNF, "aa b |\n", "an alternative is missing"},
    {URIPROOF_BNF, "aa b | | c\n", "an alternative is missing"},
    {URIPROOF_BNF, "aa | c\n", "an alternative is missing"},
    {URIPROOF_BNF, "aa [ ] b\n", "an alternative is missing"},
    {URIPROOF_BNF, "aa b\n\ncc b [ c\ndd e\n", "a bracket is not closed"},
    {URIPROOF_BNF, "aa b ] c\n", "a bracket is closed that was not opened"},
    {URIPROOF_BNF, "aa b\tc\n", "test:1: the octet 0x09"},
    {URIPROOF_BNF, "aa b\n;\xe2\x80\x93\n", "test:2: the octet 0xE2"},
    {URIPROOF_ABNF, "\n; comment", "no production"},
    {URIPROOF_ABNF, " aa = bb\n", "a rule begins in the first column"},
    {URIPROOF_ABNF, "aa\n", "`=` is expected"},
    {URIPROOF_ABNF, "aa\n= bb\n", "`=` is expected"},
    {URIPROOF_ABNF, "= bb\n", "a rule's name alone"},
    {URIPROOF_ABNF, "aa =\nbb = cc\n", "an element is expected"},
    {URIPROOF_ABNF, "aa = bb / \n", "an element is expected"},
    {URIPROOF_ABNF, "aa = bb / / cc\n", "an element is expected"},
    {URIPROOF_ABNF, "aa = ( )\n", "an element is expected"},
    {URIPROOF_ABNF, "aa = *\n", "an element is expected"},
    {URIPROOF_ABNF, "aa = ( bb ]\n", "`)` is expected"},
    {URIPROOF_ABNF, "aa = [ bb\ncc = dd\n", "`]` is expected"},
    {URIPROOF_ABNF, "aa = bb )\n", "closed that was not opened"},
    {URIPROOF_ABNF, "aa = \"bb\n", "a string is not closed"},
    {URIPROOF_ABNF, "aa = \"bb", "a string is not closed"},
    {URIPROOF_ABNF, "aa = %q1\n", "%x, %d or %b"},
    {URIPROOF_ABNF, "aa = %", "%x, %d or %b"},
    {URIPROOF_ABNF, "aa = %x\n", "no octet"},
    {URIPROOF_ABNF, "aa = %x100\n", "no octet"},
    {URIPROOF_ABNF, "aa = %xFFFFFFFFFFFFFFFFFFFF\n", "no octet"},
    {URIPROOF_ABNF, "aa = %x42-41\n", "no octet"},
    {URIPROOF_ABNF, "aa = %x42-\n", "no octet"},
    {URIPROOF_ABNF, "aa = %x42.\n", "no octet"},
    {URIPROOF_ABNF, "aa = 3*2bb\n", "from more to less"},
    {URIPROOF_ABNF, "aa = 1001bb\n", "too large"},
    {URIPROOF_ABNF, "aa = *99999999999bb\n", "too large"},
    {URIPROOF_ABNF, "aa = <some words>\n", "no rule's name"},
    {URIPROOF_ABNF, "aa = <>\n", "no rule's name"},
    {URIPROOF_ABNF, "aa = bb\naa =/ cc\n", "`=/` is not taken"},
    {URIPROOF_ABNF, "aa = bb\nAA = cc\n", "aa is defined twice"},
    {URIPROOF_ABNF, "aa = bb | cc\n", "an element is expected"},
};

static void what_is_no_grammar_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof unreadable / sizeof unreadable[0]; i++) {
        uriproof_error error = {""};
        uriproof_grammar *grammar = uriproof_grammar_new(unreadable[i].notation);
        assert_non_null(grammar);
        if (uriproof_grammar_read(grammar, "test", unreadable[i].text, strlen(unreadable[i].text),
                                  &error))
            fail_msg("this is read:\n%s", unreadable[i].text);
        assert_says(&error, unreadable[i].words, unreadable[i].text);
        uriproof_grammar_free(grammar);
    }
}

static const struct {
    const char *text;
    const char *words;
} uncompilable[] = {
    {"start = [ \"(\" start \")\" ]\n", "start recurs elsewhere than at its own right end"},
    {"start = [ start \"a\" ]\n", "start recurs elsewhere"},
    {"start = *( \"a\" start )\n", "start recurs elsewhere"},
    {"start = aa\naa = bb \"x\"\nbb = \"y\" [ aa ]\n", "aa recurs elsewhere"},
    {"start = aa \"x\"\naa = \"y\" [ bb ]\nbb = *aa\n", "aa recurs elsewhere"},
    {"start = %x61 other\n", "other is used and not defined"},
    {"other = %x61\n", "the grammar has no production start"},
    {"start = 1000aa\naa = 1000bb\nbb = 1000%x61\n", "out of all bounds"},
    {"start = 1000aa\naa = 1000bb\nbb = 1000cc\ncc = \"\"\n", "out of all bounds"},
    {"start = *( %x61 / %x62 ) %x61 30( %x61 / %x62 )\n", "out of all bounds"},
};

static void what_makes_no_automaton_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof uncompilable / sizeof uncompilable[0]; i++) {
        uriproof_error error = {""};
        uriproof_automaton automaton;
        uriproof_grammar *grammar = read_as(URIPROOF_ABNF, uncompilable[i].text);
        if (uriproof_automaton_compile(grammar, "start", &automaton, &error))
            fail_msg("this is compiled:\n%s", uncompilable[i].text);
        assert_says(&error, uncompilable[i].words, uncompilable[i].text);
        uriproof_automaton_free(&automaton);
        uriproof_grammar_free(grammar);
    }
}

/* n0 uses n1 uses n2 ... */
static size_t write_chain(char *text, unsigned productions)
{
    size_t length = 0;
    for (unsigned i = 0; i < productions; i++)
        length += (size_t)sprintf(text + length, "n%u = %%x61 n%u\n", i, i + 1);
    return length + (size_t)sprintf(text + length, "n%u = %%x61\n", productions);
}

static void many_and_deep_productions_end_in_words(void **state)
{
    (void)state;
    static char text[1 << 16];
    uriproof_error error;
    uriproof_automaton automaton;
    write_chain(text, 300);
    automaton = compile(URIPROOF_ABNF, text, "n0");
    assert_int_equal(automaton.state_count, 303);
    uriproof_automaton_free(&automaton);
    write_chain(text, 900);
    uriproof_grammar *grammar = read_as(URIPROOF_ABNF, text);
    assert_false(uriproof_automaton_compile(grammar, "n0", &automaton, &error));
    assert_says(&error, "too many productions within each other", "a chain");
    uriproof_grammar_free(grammar);
    grammar = uriproof_grammar_new(URIPROOF_ABNF);
    assert_false(uriproof_grammar_read(grammar, "test", text, write_chain(text, 1100), &error));
    assert_says(&error, "too many names", "a chain");
    uriproof_grammar_free(grammar);
    memset(text, '(', sizeof text);
    memcpy(text, "start = ", 8);
    grammar = uriproof_grammar_new(URIPROOF_ABNF);
    assert_false(uriproof_grammar_read(grammar, "test", text, sizeof text, &error));
    assert_says(&error, "too many brackets within each other", "brackets");
    uriproof_grammar_free(grammar);
    memset(text, 'a', sizeof text);
    grammar = uriproof_grammar_new(URIPROOF_BNF);
    assert_false(uriproof_grammar_read(grammar, "test", text, sizeof text, &error));
    assert_says(&error, "a name is too long", "a name");
    uriproof_grammar_free(grammar);
}

/* ---- Patches ---- */

static bool patch(uriproof_grammar *grammar, const char *text, uriproof_error *error)
{
    return uriproof_grammar_read(grammar, "patch", text, strlen(text), error);
}

static void a_patch_replaces_and_adds(void **state)
{
    (void)state;
    uriproof_error error = {""};
    uriproof_automaton automaton;
    uriproof_grammar *grammar = read_as(URIPROOF_BNF, "start aa | bb\naa a\nbb b external\n");
    assert_string_equal(uriproof_grammar_undefined(grammar, 0), "external");
    assert_null(uriproof_grammar_undefined(grammar, 1));
    assert_true(patch(grammar, "aa c more\nmore d\n", &error));
    assert_true(patch(grammar, "external x\n", &error));
    assert_null(uriproof_grammar_undefined(grammar, 0));
    static const char *const names[] = {"start", "aa", "bb", "more", "external"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(uriproof_grammar_production(grammar, i), names[i]);
    assert_null(uriproof_grammar_production(grammar, 5));
    assert_true(uriproof_automaton_compile(grammar, "start", &automaton, &error));
    assert_true(uriproof_automaton_accepts(&automaton, uriproof_span_of("cd")));
    assert_true(uriproof_automaton_accepts(&automaton, uriproof_span_of("bx")));
    assert_false(uriproof_automaton_accepts(&automaton, uriproof_span_of("a")));
    uriproof_automaton_free(&automaton);
    uriproof_grammar_free(grammar);
}

static void a_patch_that_misses_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *words;
    } cases[] = {
        {"aa b\n", "ab c\n", "patch: ab replaces no production, and nothing uses it"},
        {"aa b\n", "ab ab\n", "ab replaces no production"},
        {"aa cc\ncc d\n", "dd e\n", "dd replaces no production"},
        {"aa b\n", "aa c\n", "patch:1: an earlier patch defines aa already"},
        {"aa b\n", "aa b [\n", "patch:2:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_error error = {""};
        uriproof_grammar *grammar = read_as(URIPROOF_BNF, "start aa\naa a\n");
        assert_true(patch(grammar, cases[i].first, &error));
        assert_false(patch(grammar, cases[i].second, &error));
        assert_says(&error, cases[i].words, cases[i].second);
        uriproof_grammar_free(grammar);
    }
}

static void files_are_loaded(void **state)
{
    (void)state;
    uriproof_error error = {""};
    static const char *const good[] = {"rfc3986.abnf", "rfc2234-core.abnf", NULL};
    uriproof_grammar *grammar = uriproof_grammar_load(folder, good, &error);
    assert_non_null(grammar);
    uriproof_grammar_free(grammar);
    static const char *const absent[] = {"rfc3986.abnf", "absent.abnf", NULL};
    assert_null(uriproof_grammar_load(folder, absent, &error));
    assert_says(&error, "absent.abnf: No such file", "");
    static const char *const other[] = {"rfc3986.txt", NULL};
    assert_null(uriproof_grammar_load(folder, other, &error));
    assert_says(&error, "rfc3986.txt: a grammar's name ends in .bnf or .abnf", "");
    static const char *const none[] = {NULL};
    assert_null(uriproof_grammar_load(folder, none, &error));
    static const char *const wrong[] = {"rfc3986.abnf", "rfc1630-generic.bnf", NULL};
    assert_null(uriproof_grammar_load(folder, wrong, &error));
    assert_says(&error, "rfc1630-generic.bnf:", "");
}

/* ---- Whatever comes ---- */

/* splitmix64: the same numbers everywhere. */
static uint64_t seed;

static uint64_t number(void)
{
    uint64_t z = seed += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/* Returns how often something is done by chance: under valgrind a tenth as often. */
static int often(int times)
{
    return getenv("URIPROOF_VALGRIND") != NULL ? times / 10 : times;
}

static unsigned below(unsigned limit)
{
    return (unsigned)(number() % limit);
}

/* Puts `piece` after the text in `text`, which has room for `size` octets. */
static void append(char *text, size_t size, const char *piece)
{
    size_t length = strlen(text);
    assert_true(length + strlen(piece) < size);
    memcpy(text + length, piece, strlen(piece) + 1);
}

static void read_whatever(uriproof_notation notation, const char *text, size_t length)
{
    uriproof_error error = {""};
    uriproof_automaton automaton;
    uriproof_grammar *grammar = uriproof_grammar_new(notation);
    assert_non_null(grammar);
    char *exact = malloc(length + (length == 0)); /* what is read beyond it, a sanitizer sees */
    assert_non_null(exact);
    memcpy(exact, text, length);
    if (!uriproof_grammar_read(grammar, "test", exact, length, &error))
        assert_true(error.words[0] != '\0');
    else if (uriproof_automaton_compile(grammar, uriproof_grammar_production(grammar, 0),
                                        &automaton, &error))
        uriproof_automaton_free(&automaton);
    else
        assert_true(error.words[0] != '\0');
    free(exact);
    uriproof_grammar_free(grammar);
}

static void each_beginning_of_a_grammar_is_read_or_refused(void **state)
{
    (void)state;
    static const char *const files[] = {URIPROOF_SOURCE_DIR "/vectors/grammar/rfc1630-generic.bnf",
                                        URIPROOF_SOURCE_DIR "/vectors/grammar/rfc3986.abnf"};
    const size_t step = getenv("URIPROOF_VALGRIND") != NULL ? 7 : 1;
    for (int i = 0; i < 2; i++) {
        size_t length;
        char *text = uriproof_file_read(files[i], &length);
        assert_non_null(text);
        for (size_t cut = 0; cut <= length; cut += step) {
            read_whatever(URIPROOF_BNF, text, cut);
            read_whatever(URIPROOF_ABNF, text, cut);
        }
        free(text);
    }
}

static void whatever_is_read_or_refused(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "\n",   "\naa = ", "\nbb = ", "\naa ", "\nbb ", "aa", "bb",    " ",  "[",     "]",
        "(",    ")",       "|",       "/",     "*",     "2",  "1*3",   "\"", "\"x\"", ";",
        "%x41", "-",       ".",       "<aa>",  "<",     "=",  "space", "a",  "b",     "\x80",
    };
    seed = 1630;
    const int rounds = often(20000);
    for (int round = 0; round < rounds; round++) {
        char text[256] = "";
        for (unsigned count = below(24); count > 0; count--)
            append(text, sizeof text, pieces[below(sizeof pieces / sizeof pieces[0])]);
        read_whatever(round % 2 == 0 ? URIPROOF_BNF : URIPROOF_ABNF, text, strlen(text));
    }
}

/* ---- Any expression against a matcher that knows no automata ---- */

enum { TREES = 64, LONGEST = 6, GRAMMAR = 4096 };

typedef struct tree {
    char kind; /* an octet for itself; `.` sequence, `/` choice, `*` any number, `?` optional, `2`
                  twice */
    unsigned left, right;
} tree;

static tree trees[TREES];
static unsigned tree_count;

static unsigned grow(unsigned depth)
{
    unsigned at = tree_count++;
    char kind = depth == 0 ? "ab"[below(2)] : "ab../*?2"[below(8)];
    tree made = {kind, 0, 0};
    if (strchr("./*?2", kind) != NULL)
        made.left = grow(depth - 1);
    if (strchr("./", kind) != NULL)
        made.right = grow(depth - 1);
    trees[at] = made;
    return at;
}

static void write_tree(char *text, unsigned at)
{
    const tree *node = &trees[at];
    if (node->kind == 'a' || node->kind == 'b') {
        append(text, GRAMMAR, node->kind == 'a' ? "%x61" : "%x62");
        return;
    }
    append(text, GRAMMAR, node->kind == '*' ? "*( " : node->kind == '2' ? "2( " : "( ");
    if (node->kind == '?')
        append(text, GRAMMAR, "[ ");
    write_tree(text, node->left);
    if (node->kind == '.' || node->kind == '/') {
        append(text, GRAMMAR, node->kind == '/' ? " / " : " ");
        write_tree(text, node->right);
    }
    append(text, GRAMMAR, node->kind == '?' ? " ] )" : " )");
}

/* Bit i of the result: the tree can end at octet i of `text`, when it begins at a bit of `from`. */
static unsigned ends_of(unsigned at, const char *text, unsigned from)
{
    const tree *node = &trees[at];
    unsigned ends = 0;
    switch (node->kind) {
    case '.':
        return ends_of(node->right, text, ends_of(node->left, text, from));
    case '/':
        return ends_of(node->left, text, from) | ends_of(node->right, text, from);
    case '?':
        return from | ends_of(node->left, text, from);
    case '2':
        return ends_of(node->left, text, ends_of(node->left, text, from));
    case '*':
        for (ends = from; (ends | ends_of(node->left, text, ends)) != ends;)
            ends |= ends_of(node->left, text, ends);
        return ends;
    default:
        for (unsigned i = 0; text[i] != '\0'; i++)
            if ((from >> i & 1U) != 0 && text[i] == node->kind)
                ends |= 1U << (i + 1);
        return ends;
    }
}

static void assert_tree(const uriproof_automaton *automaton, const char *grammar)
{
    for (unsigned length = 0; length <= LONGEST; length++)
        for (unsigned bits = 0; bits < 1U << length; bits++) {
            char text[LONGEST + 1] = "";
            for (unsigned i = 0; i < length; i++)
                text[i] = (bits >> i & 1U) != 0 ? 'b' : 'a';
            bool expected = (ends_of(0, text, 1) >> length & 1U) != 0;
            if (uriproof_automaton_accepts(automaton, uriproof_span_of(text)) != expected)
                fail_msg("\"%s\" %s\n%s", text, expected ? "is refused" : "is accepted", grammar);
        }
}

static void any_expression_means_what_it_means(void **state)
{
    (void)state;
    seed = 3986;
    const int rounds = often(2000);
    for (int round = 0; round < rounds; round++) {
        char grammar[GRAMMAR] = "start = ";
        tree_count = 0;
        grow(4);
        write_tree(grammar, 0);
        uriproof_automaton automaton = compile(URIPROOF_ABNF, grammar, "start");
        assert_tree(&automaton, grammar);
        uriproof_automaton_free(&automaton);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_recursion_is_a_loop),
        cmocka_unit_test(an_escape),
        cmocka_unit_test(what_recurs_in_each_other_is_a_loop),
        cmocka_unit_test(nothing_everything_and_the_empty_text),
        cmocka_unit_test(each_construct_means_what_it_means),
        cmocka_unit_test(what_means_the_same_is_the_same_automaton),
        cmocka_unit_test(the_longest_viable_beginning),
        cmocka_unit_test(what_is_no_grammar_is_refused),
        cmocka_unit_test(what_makes_no_automaton_is_refused),
        cmocka_unit_test(many_and_deep_productions_end_in_words),
        cmocka_unit_test(a_patch_replaces_and_adds),
        cmocka_unit_test(a_patch_that_misses_is_refused),
        cmocka_unit_test(files_are_loaded),
        cmocka_unit_test(each_beginning_of_a_grammar_is_read_or_refused),
        cmocka_unit_test(whatever_is_read_or_refused),
        cmocka_unit_test(any_expression_means_what_it_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
