/* SPDX-License-Identifier: MIT */
/*
 * Tests the guarantee of the acceptance files: the suite distinguishes the automaton from every
 * other automaton that has one fault, with as many states and with one more.
 */
#include "acceptance/access_strings.h"
#include "acceptance/hsi.h"
#include "acceptance/left_quotient.h"
#include "acceptance/rejection_rule.h"
#include "acceptance/wmethod.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char folder[] = URIPROOF_SOURCE_DIR "/vectors/grammar";

static uriproof_automaton compiled(const uriproof_grammar *grammar, const char *start)
{
    uriproof_error error = {""};
    uriproof_automaton automaton = {0};
    if (grammar == NULL || !uriproof_automaton_compile(grammar, start, &automaton, &error))
        fail_msg("%s", error.words);
    return automaton;
}

static uriproof_automaton automaton_of(const char *name)
{
    const uriproof_grammar_entry *entry = uriproof_grammar_named(name);
    uriproof_error error = {""};
    uriproof_grammar *grammar = uriproof_grammar_under(folder, entry, NULL, &error);
    uriproof_automaton automaton = compiled(grammar, entry->start);
    uriproof_grammar_free(grammar);
    return automaton;
}

/* Returns an automaton with a few states, made by hand. */
static uriproof_automaton small_automaton(void)
{
    static const char text[] = "list  [ item [ . list ] ]\nitem  a | b a | c c c\n";
    uriproof_error error = {""};
    uriproof_grammar *grammar = uriproof_grammar_new(URIPROOF_BNF);
    assert_non_null(grammar);
    assert_true(uriproof_grammar_read(grammar, "small", text, sizeof text - 1, &error));
    uriproof_automaton automaton = compiled(grammar, "list");
    uriproof_grammar_free(grammar);
    return automaton;
}

/* Returns a copy of `a` that has a copy of the state `twin` as an additional state. */
static uriproof_automaton with_twin(const uriproof_automaton *a, uint32_t twin)
{
    uriproof_automaton copy = *a;
    size_t row = a->class_count, count = a->state_count;
    copy.state_count++;
    copy.next = calloc((count + 1) * row, sizeof *copy.next);
    copy.accepting = calloc(count + 1, sizeof *copy.accepting);
    if (copy.next == NULL || copy.accepting == NULL)
        abort();
    memcpy(copy.next, a->next, count * row * sizeof *copy.next);
    memcpy(copy.next + count * row, a->next + twin * row, row * sizeof *copy.next);
    memcpy(copy.accepting, a->accepting, count * sizeof *copy.accepting);
    copy.accepting[count] = a->accepting[twin];
    return copy;
}

/* ---- Comparing the languages of two automata with the same classes ---- */

typedef struct comparison {
    const uriproof_automaton *a, *b;
    bool *met; /* an entry for each pair of states */
    uint32_t *queue;
    size_t queued;
} comparison;

static void meet(comparison *c, uint32_t s, uint32_t t)
{
    uint32_t pair = s * c->b->state_count + t;
    if (c->met[pair])
        return;
    c->met[pair] = true;
    c->queue[c->queued++] = pair;
}

static bool accept_the_same(const uriproof_automaton *a, const uriproof_automaton *b)
{
    size_t pairs = (size_t)a->state_count * b->state_count + 1;
    comparison c = {a, b, calloc(pairs, sizeof *c.met), calloc(pairs, sizeof *c.queue), 0};
    assert_true(c.met != NULL && c.queue != NULL);
    meet(&c, a->start, b->start);
    bool same = true;
    for (size_t i = 0; i < c.queued && same; i++) {
        uint32_t s = c.queue[i] / b->state_count, t = c.queue[i] % b->state_count;
        same = a->accepting[s] == b->accepting[t];
        for (uint32_t k = 0; k < a->class_count; k++)
            meet(&c, a->next[s * a->class_count + k], b->next[t * b->class_count + k]);
    }
    free(c.met);
    free(c.queue);
    return same;
}

/* ---- Mutants ---- */

typedef struct hunt {
    const uriproof_automaton *automaton;
    const wmethod *suite;
    size_t mutants, same, missed;
} hunt;

static bool is_caught(const hunt *h, const uriproof_automaton *mutant)
{
    for (size_t i = 0; i < h->suite->row_count; i++) {
        uriproof_span text = h->suite->rows[i].text;
        if (uriproof_automaton_accepts(mutant, text) !=
            uriproof_automaton_accepts(h->automaton, text))
            return true;
    }
    return false;
}

static void judge(hunt *h, const uriproof_automaton *mutant)
{
    h->mutants++;
    if (is_caught(h, mutant))
        return;
    bool same = accept_the_same(h->automaton, mutant);
    h->same += same;
    h->missed += !same;
}

/* Makes mutants of `state`: each of its transitions leads to each other state in turn, and then its
 * acceptance changes. */
static void mutate_state(hunt *h, uriproof_automaton *mutant, uint32_t state)
{
    for (uint32_t c = 0; c < mutant->class_count; c++) {
        uint32_t *next = &mutant->next[state * mutant->class_count + c], before = *next;
        for (*next = 0; *next < mutant->state_count; ++*next)
            if (*next != before)
                judge(h, mutant);
        *next = before;
    }
    mutant->accepting[state] = !mutant->accepting[state];
    judge(h, mutant);
    mutant->accepting[state] = !mutant->accepting[state];
}

static void mutate_each_state(hunt *h)
{
    uriproof_automaton mutant = with_twin(h->automaton, 0);
    mutant.state_count--;
    for (uint32_t s = 0; s < mutant.state_count; s++)
        mutate_state(h, &mutant, s);
    uriproof_automaton_free(&mutant);
}

/* Makes mutants with twins: each transition leads to a twin of its state, and the twin has each
 * fault. */
static void mutate_with_twins(hunt *h)
{
    const uriproof_automaton *a = h->automaton;
    for (uint32_t i = 0; i < a->state_count * a->class_count; i++) {
        uriproof_automaton mutant = with_twin(a, a->next[i]);
        mutant.next[i] = a->state_count;
        mutate_state(h, &mutant, a->state_count);
        uriproof_automaton_free(&mutant);
    }
}

/* Returns the plan that the file's suite was built with (acceptance.c). */
static wmethod_plan plan_of(const char *grammar)
{
    const char *dialect = strcmp(grammar, "rfc1630-generic") == 0 ? "rfc1630" : grammar;
    const gen_source *source = gen_source_of(uriproof_dialect_named(dialect));
    return (wmethod_plan){strcmp(grammar, "rfc3986") == 0 ? 0 : 1, GEN_EVERY_OCTET,
                          source->through};
}

static hunt hunt_mutants(const uriproof_automaton *automaton, const wmethod_plan *plan,
                         bool with_twins)
{
    wmethod suite;
    wmethod_build(automaton, plan, &suite);
    hunt h = {.automaton = automaton, .suite = &suite};
    mutate_each_state(&h);
    if (with_twins)
        mutate_with_twins(&h);
    print_message(
        "# %zu states and %u more: %zu texts, %zu mutants, %zu of them the same language\n",
        (size_t)automaton->state_count, plan->extra, suite.row_count, h.mutants, h.same);
    wmethod_free(&suite);
    return h;
}

static void each_fault_of_a_small_automaton_is_caught(void **state)
{
    (void)state;
    uriproof_automaton automaton = small_automaton();
    wmethod_plan plan = {.octets = GEN_EVERY_OCTET};
    assert_int_equal(hunt_mutants(&automaton, &plan, false).missed, 0);
    plan.extra = 1;
    assert_int_equal(hunt_mutants(&automaton, &plan, true).missed, 0);
    uriproof_automaton_free(&automaton);
}

/* Tests that a smaller suite misses faults. So the other tests are able to fail. */
static void too_short_a_suite_misses_faults(void **state)
{
    (void)state;
    uriproof_automaton automaton = small_automaton();
    wmethod suite = {0};
    wmethod_build(&automaton, &(wmethod_plan){.octets = GEN_EVERY_OCTET}, &suite);
    suite.row_count = suite.row_count / 4;
    hunt h = {.automaton = &automaton, .suite = &suite};
    mutate_each_state(&h);
    assert_true(h.missed > 0);
    wmethod_free(&suite);
    uriproof_automaton_free(&automaton);
}

/* AddressSanitizer takes five times as long for millions of twins, in which it finds the same. */
#ifdef __SANITIZE_ADDRESS__
enum { WITH_TWINS = false };
#else
enum { WITH_TWINS = true };
#endif

static void each_fault_of_the_generic_grammar_is_caught(void **state)
{
    uriproof_automaton automaton = automaton_of(*state);
    const wmethod_plan plan = plan_of(*state);
    assert_int_equal(hunt_mutants(&automaton, &plan, WITH_TWINS).missed, 0);
    uriproof_automaton_free(&automaton);
}

/* ---- The parts of the suite ---- */

static bool accepts_after(const uriproof_automaton *a, uint32_t state, uriproof_span word)
{
    for (size_t i = 0; i < word.length; i++)
        state = uriproof_automaton_step(a, state, (unsigned char)word.octets[i]);
    return a->accepting[state];
}

static bool has_word(const hsi *found, uint32_t state, uint32_t word)
{
    for (uint32_t i = 0; i < found->count[state]; i++)
        if (found->of[state][i] == word)
            return true;
    return false;
}

static bool are_apart(const uriproof_automaton *a, const hsi *found, uint32_t s, uint32_t t)
{
    for (uint32_t word = 0; word < found->word_count; word++)
        if (has_word(found, s, word) && has_word(found, t, word) &&
            accepts_after(a, s, found->words[word]) != accepts_after(a, t, found->words[word]))
            return true;
    return false;
}

static void any_two_states_have_a_word_that_tells_them_apart(void **state)
{
    uriproof_automaton a = automaton_of(*state);
    hsi found;
    hsi_find(&a, &found);
    for (uint32_t s = 0; s < a.state_count; s++) {
        assert_int_equal(found.words[found.of[s][0]].length, 0);
        for (uint32_t t = 0; t < s; t++)
            assert_true(are_apart(&a, &found, s, t));
    }
    hsi_free(&found);
    uriproof_automaton_free(&a);
}

static void paths_lead_where_they_say(void **state)
{
    uriproof_automaton a = automaton_of(*state);
    access_strings paths;
    const char *const *through = plan_of(*state).through;
    access_strings_find(&a, through, &paths);
    for (; *through != NULL; through++) {
        uriproof_span text = uriproof_span_of(*through);
        assert_true(uriproof_span_equal(paths.access[uriproof_automaton_run(&a, text)], text));
    }
    for (uint32_t s = 0; s < a.state_count; s++) {
        assert_int_equal(uriproof_automaton_run(&a, paths.access[s]), s);
        assert_int_equal(uriproof_present(paths.completion[s]), s != a.dead);
        if (s != a.dead)
            assert_true(accepts_after(&a, s, paths.completion[s]));
    }
    access_strings_free(&paths);
    uriproof_automaton_free(&a);
}

/* ---- The condition by which a suite is complete ---- */

/* The texts of a suite as a tree. Octets of one class are the same. */
typedef struct tree_node {
    uint32_t child, sibling; /* 0 if there is none */
    uint32_t class;
    bool ends; /* true if a text of the suite ends here */
    bool taken;
} tree_node;

typedef struct tree {
    const uriproof_automaton *automaton;
    tree_node *nodes; /* the first node is the empty text */
    size_t count;
} tree;

static uint32_t child_of(const tree *t, uint32_t node, uint32_t class)
{
    uint32_t child = t->nodes[node].child;
    while (child != 0 && t->nodes[child].class != class)
        child = t->nodes[child].sibling;
    return child;
}

static void plant(tree *t, uriproof_span text)
{
    uint32_t node = 0;
    for (size_t i = 0; i < text.length; i++) {
        uint32_t class = t->automaton->class_of[(unsigned char)text.octets[i]];
        uint32_t child = child_of(t, node, class);
        if (child == 0) {
            child = (uint32_t)t->count++;
            t->nodes[child] = (tree_node){0, t->nodes[node].child, class, false, false};
            t->nodes[node].child = child;
        }
        node = child;
    }
    t->nodes[node].ends = true;
}

static tree tree_of(const uriproof_automaton *automaton, const wmethod *suite)
{
    size_t most = 1;
    for (size_t i = 0; i < suite->row_count; i++)
        most += suite->rows[i].text.length;
    tree t = {automaton, calloc(most, sizeof *t.nodes), 1};
    assert_non_null(t.nodes);
    for (size_t i = 0; i < suite->row_count; i++)
        plant(&t, suite->rows[i].text);
    return t;
}

#define NO_NODE UINT32_MAX

/* Returns the node of a prefix, or NO_NODE if no text of the suite has this prefix. */
static uint32_t node_of(const tree *t, uriproof_span beginning)
{
    uint32_t node = 0;
    for (size_t i = 0; i < beginning.length; i++) {
        node = child_of(t, node, t->automaton->class_of[(unsigned char)beginning.octets[i]]);
        if (node == 0)
            return NO_NODE;
    }
    return node;
}

/* Prefixes of texts, as nodes, and the states that they lead to. */
typedef struct beginnings {
    uint32_t (*list)[2];
    size_t count, missing;
} beginnings;

/* Adds the prefix at `node`, and those with up to `more` classes after it. */
static void take_beginnings(tree *t, uint32_t node, uint32_t state, unsigned more, beginnings *all)
{
    const uriproof_automaton *a = t->automaton;
    if (!t->nodes[node].taken) {
        all->list[all->count][0] = node;
        all->list[all->count++][1] = state;
    }
    t->nodes[node].taken = true;
    for (uint32_t class = 0; more > 0 && class < a->class_count; class ++) {
        uint32_t child = child_of(t, node, class);
        if (child == 0)
            all->missing++;
        else
            take_beginnings(t, child, a->next[state * a->class_count + class], more - 1, all);
    }
}

/* Returns true if the two prefixes have a word in common after which one text matches the grammar
 * and the other does not. */
static bool are_separated(const tree *t, uint32_t node, uint32_t other, uint32_t s, uint32_t u)
{
    const uriproof_automaton *a = t->automaton;
    const tree_node *nodes = t->nodes;
    if (nodes[node].ends && nodes[other].ends && a->accepting[s] != a->accepting[u])
        return true;
    for (uint32_t child = nodes[node].child; child != 0; child = nodes[child].sibling) {
        uint32_t class = nodes[child].class, match = child_of(t, other, class);
        if (match != 0 && are_separated(t, child, match, a->next[s * a->class_count + class],
                                        a->next[u * a->class_count + class]))
            return true;
    }
    return false;
}

/* Returns the number of missing prefixes, plus the number of pairs of prefixes that lead to
 * different states and are not separated. The prefixes are the texts to all states, and these with
 * up to one class more than there may be extra states. The suite is complete for that many extra
 * states if the result is 0 (the condition of the H method). */
static size_t count_gaps(const uriproof_automaton *a, const wmethod *suite,
                         const wmethod_plan *plan)
{
    access_strings paths;
    access_strings_find(a, plan->through, &paths);
    tree t = tree_of(a, suite);
    beginnings all = {calloc(t.count, sizeof *all.list), 0, 0};
    assert_non_null(all.list);
    for (uint32_t s = 0; s < a->state_count; s++) {
        uint32_t node = node_of(&t, paths.access[s]);
        all.missing += node == NO_NODE;
        if (node != NO_NODE)
            take_beginnings(&t, node, s, plan->extra + 1, &all);
    }
    size_t gaps = all.missing;
    for (size_t i = 0; i < all.count; i++)
        for (size_t j = 0; j < i; j++)
            gaps +=
                all.list[i][1] != all.list[j][1] &&
                !are_separated(&t, all.list[i][0], all.list[j][0], all.list[i][1], all.list[j][1]);
    print_message("# %zu beginnings, %zu gaps\n", all.count, gaps);
    free(all.list);
    free(t.nodes);
    access_strings_free(&paths);
    return gaps;
}

static void the_suite_is_complete(void **state)
{
    uriproof_automaton a = automaton_of(*state);
    wmethod suite;
    const wmethod_plan plan = plan_of(*state);
    wmethod_build(&a, &plan, &suite);
    assert_int_equal(count_gaps(&a, &suite, &plan), 0);
    /* A smaller suite has gaps, so the test is able to fail. */
    suite.row_count = suite.row_count * 9 / 10;
    assert_true(count_gaps(&a, &suite, &plan) > 0);
    wmethod_free(&suite);
    uriproof_automaton_free(&a);
}

/* ---- After the name of a scheme ---- */

static const char octets_of_urls[] = "a1%2F.@:/?+;=*\"\\~ ";

/* Tests random texts: the residual automaton must accept a text just if the whole automaton accepts
 * it after the beginning. */
static void assert_residual(const uriproof_automaton *whole, uriproof_span beginning,
                            const uriproof_automaton *residual)
{
    gen_random random = {7};
    for (size_t i = 0; i < 20000; i++) {
        char text[64];
        size_t length = beginning.length, more = gen_random_below(&random, 12);
        memcpy(text, beginning.octets, length);
        for (; more > 0; more--)
            text[length++] = octets_of_urls[gen_random_below(&random, sizeof octets_of_urls - 1)];
        uriproof_span rest = {text + beginning.length, length - beginning.length};
        assert_int_equal(uriproof_automaton_accepts(whole, (uriproof_span){text, length}),
                         uriproof_automaton_accepts(residual, rest));
    }
}

static void the_suite_of_a_scheme_is_complete(void **state)
{
    const char *const *names = *state; /* a grammar, a rule and a beginning */
    uriproof_error error = {""};
    uriproof_grammar *grammar =
        uriproof_grammar_under(folder, uriproof_grammar_named(names[0]), NULL, &error);
    uriproof_automaton whole = compiled(grammar, names[1]), residual;
    uriproof_grammar_free(grammar);
    wmethod suite;
    const wmethod_plan plan = {.octets = GEN_CLASSES};
    gen_left_quotient(&whole, uriproof_span_of(names[2]), &residual);
    assert_true(residual.class_count < whole.class_count);
    assert_residual(&whole, uriproof_span_of(names[2]), &residual);
    wmethod_build(&residual, &plan, &suite);
    assert_int_equal(suite.row_count, suite.complete_count);
    assert_int_equal(count_gaps(&residual, &suite, &plan), 0);
    wmethod_free(&suite);
    uriproof_automaton_free(&residual);
    uriproof_automaton_free(&whole);
}

/* ---- Octets ---- */

/* Marks the octet after the shortest text to each state that `text` begins with. */
static void note_octets(const uriproof_automaton *a, const access_strings *paths,
                        uriproof_span text, bool (*tried)[256])
{
    for (uint32_t s = 0; s < a->state_count; s++) {
        uriproof_span access = paths->access[s];
        if (text.length > access.length && memcmp(text.octets, access.octets, access.length) == 0)
            tried[s][(unsigned char)text.octets[access.length]] = true;
    }
}

static void each_octet_is_tried_in_each_state(void **state)
{
    uriproof_automaton a = automaton_of(*state);
    access_strings paths;
    wmethod suite;
    const wmethod_plan plan = plan_of(*state);
    access_strings_find(&a, plan.through, &paths);
    wmethod_build(&a, &plan, &suite);
    bool(*tried)[256] = calloc(a.state_count, sizeof *tried);
    assert_non_null(tried);
    for (size_t i = 0; i < suite.row_count; i++)
        note_octets(&a, &paths, suite.rows[i].text, tried);
    for (uint32_t s = 0; s < a.state_count; s++)
        for (unsigned octet = 0; octet < 256; octet++)
            assert_true(tried[s][octet]);
    free(tried);
    wmethod_free(&suite);
    access_strings_free(&paths);
    uriproof_automaton_free(&a);
}

#define OF(test, grammar)                                                                          \
    {                                                                                              \
        grammar ": " #test, test, NULL, NULL, grammar                                              \
    }

static const char *const http[] = {"rfc1630-url", "httpaddress", "http:"};
static const char *const ftp[] = {"rfc1630-url", "ftpaddress", "ftp:"};
static const char *const mid[] = {"rfc1630-url", "midaddress", "mid:"};
static const char *const draft_wais[] = {"draft-www-uri-00-url", "waisaddress", "wais:"};

#define OF_SCHEME(names)                                                                           \
    {                                                                                              \
#names ": the_suite_of_a_scheme_is_complete", the_suite_of_a_scheme_is_complete, NULL,     \
            NULL, (void *)(names)                                                                  \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_of_a_small_automaton_is_caught),
        cmocka_unit_test(too_short_a_suite_misses_faults),
        OF(each_fault_of_the_generic_grammar_is_caught, "rfc1630-generic"),
        OF(each_fault_of_the_generic_grammar_is_caught, "draft-www-uri-00"),
        OF(any_two_states_have_a_word_that_tells_them_apart, "rfc1630-generic"),
        OF(any_two_states_have_a_word_that_tells_them_apart, "draft-www-uri-00"),
        OF(any_two_states_have_a_word_that_tells_them_apart, "rfc3986"),
        OF(paths_lead_where_they_say, "rfc1630-generic"),
        OF(paths_lead_where_they_say, "rfc3986"),
        OF(the_suite_is_complete, "rfc1630-generic"),
        OF(the_suite_is_complete, "draft-www-uri-00"),
        OF(the_suite_is_complete, "rfc3986"),
        OF(each_octet_is_tried_in_each_state, "rfc1630-generic"),
        OF(each_octet_is_tried_in_each_state, "draft-www-uri-00"),
        OF(each_octet_is_tried_in_each_state, "rfc3986"),
        OF_SCHEME(http),
        OF_SCHEME(ftp),
        OF_SCHEME(mid),
        OF_SCHEME(draft_wais),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
