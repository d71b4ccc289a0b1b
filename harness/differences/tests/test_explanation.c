/* SPDX-License-Identifier: MIT */
/*
 * Explanations of answers. The answers are written by hand: what a parser gives that is RFC 3986
 * but for some deviations.
 */
#include "differences/differences.h"
#include "profiles/profiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uriproof_span span(const char *text)
{
    return text != NULL ? uriproof_span_of(text) : (uriproof_span){NULL, 0};
}

static uriproof_request parse_of(const char *text)
{
    return (uriproof_request){URIPROOF_PARSE, {span(text), {NULL, 0}}};
}

static uriproof_answer parts(const char *host, const char *port, const char *path,
                             const char *fragment)
{
    uriproof_answer answer = {.status = ANSWER_ACCEPTED};
    answer.parts.has_components = true;
    answer.parts.components = (uriproof_components){.scheme = span("x"),
                                                    .host = span(host),
                                                    .port = span(port),
                                                    .path = span(path),
                                                    .fragment = span(fragment)};
    return answer;
}

static const uriproof_answer rejected = {.status = ANSWER_REJECTED};

static void deviate(profile *p, const char *id, unsigned value)
{
    profile_set(p, PROFILE_EVERYWHERE, trait_named(id), value);
}

/* Returns the explainer of a parser that leaves empty ports and fragments out, takes a space in the
 * path, and rejects an empty query. */
static explainer *of_parser(void)
{
    const profile claimed = profile_of_rfc3986(NULL);
    profile own = claimed;
    deviate(&own, "port.empty", 1);
    deviate(&own, "fragment.empty", 1);
    deviate(&own, "query.empty", 2);
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        octet_put(&own.takes[c][OCTETS_PATH], ' ', true);
        octet_put(&own.takes[c][OCTETS_HOST], '!', false);
    }
    return explainer_new(&claimed, &own, false);
}

static void assert_explained(explainer *e, const char *text, uriproof_answer given,
                             const char *wanted)
{
    const uriproof_request request = parse_of(text);
    char words[EXPLANATION_ROOM] = "?";
    const bool found = explainer_explain(e, &request, &given, words);
    assert_string_equal(words, wanted);
    assert_int_equal(found, *wanted != '\0');
}

static void an_answer_needs_some_deviations(void **state)
{
    (void)state;
    explainer *e = of_parser();
    assert_explained(e, "x://h:/", parts("h", NULL, "/", NULL), "port.empty=absent");
    assert_explained(e, "x://h:/#", parts("h", NULL, "/", NULL),
                     "port.empty=absent fragment.empty=absent");
    assert_explained(e, "x:/a b", parts(NULL, NULL, "/a b", NULL), "path.octets=more");
    assert_explained(e, "x://!/", rejected, "host.octets=fewer");
    /* Of two that reject, one is enough: the one of worse risk. */
    assert_explained(e, "x://!/?", rejected, "host.octets=fewer");
    /* The worse risk comes first. */
    assert_explained(e, "x:/a b#", parts(NULL, NULL, "/a b", NULL),
                     "path.octets=more fragment.empty=absent");
    explainer_free(e);
}

static void an_answer_that_the_profile_does_not_give_is_not_explained(void **state)
{
    (void)state;
    explainer *e = of_parser();
    assert_explained(e, "x://h:/", parts("h", "80", "/", NULL), "");
    assert_explained(e, "x://h:/", rejected, "");
    /* Also what is left of the answer has to be the same. */
    assert_explained(e, "x://h:/", parts("i", NULL, "/", NULL), "");
    /* What the specification gives needs no deviation, whether the parser gives it or not. */
    assert_explained(e, "x://h/", parts("h", NULL, "/", NULL), "");
    assert_explained(e, "x://h:/", parts("h", "", "/", NULL), "");
    /* The model answers no such question. */
    const uriproof_request decode = {URIPROOF_DECODE, {span("a"), {NULL, 0}}};
    char words[EXPLANATION_ROOM];
    assert_false(explainer_explain(e, &decode, &rejected, words));
    explainer_free(e);
}

/* Seven deviations are too many to be said, but give the answer all the same. */
static void many_deviations_give_an_answer(void **state)
{
    (void)state;
    const profile claimed = profile_of_rfc3986(NULL);
    profile own = claimed;
    for (unsigned part = OCTETS_USERINFO; part < OCTET_PARTS; part++)
        for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
            octet_put(&own.takes[c][part], ' ', true);
    deviate(&own, "port.empty", 1);
    deviate(&own, "scheme.case", 1);
    explainer *e = explainer_new(&claimed, &own, false);
    const uriproof_request request = parse_of("X://a b@c d:/e f?g h#i j");
    uriproof_answer given = parts("c d", NULL, "/e f", "i j");
    given.parts.components.userinfo = span("a b");
    given.parts.components.query = span("g h");
    char words[EXPLANATION_ROOM];
    assert_true(explainer_gives(e, &request, &given));
    assert_false(explainer_explain(e, &request, &given, words));
    assert_false(explainer_gives(e, &request, &rejected));
    /* Of five, none can be left out. */
    assert_explained(e, "x://a b@c d/e f?g h#i j", given,
                     "host.octets=more userinfo.octets=more path.octets=more query.octets=more "
                     "fragment.octets=more");
    explainer_free(e);
}

static void what_is_no_failure_is_left_out(void **state)
{
    (void)state;
    explainer *e = of_parser();
    const uriproof_request request = parse_of("x://h:/");
    const uriproof_answer given = parts("h", NULL, "/", NULL);
    explainer_allow(e, &request, &given);
    assert_explained(e, "x://h:/#", parts("h", NULL, "/", NULL), "fragment.empty=absent");
    /* If it alone explains a failure, it is said. */
    assert_explained(e, "x://h:/", given, "port.empty=absent");
    explainer_free(e);
}

static void an_id_has_a_trait_and_says_what_it_does(void **state)
{
    (void)state;
    const struct {
        const char *words, *trait, *does;
    } rows[] = {
        {"port.empty=absent fragment.empty=absent", "port.empty", "leaves an empty port out"},
        {"path.octets=more", "path.octets", "takes in the path octets that no rule allows"},
        {"host.octets=fewer", "host.octets", "rejects octets in the host that a rule allows"},
        {"path.octets=kept", NULL, NULL},
        {"port.empty=more", NULL, NULL},
        {"port.empty", NULL, NULL},
        {"no.such=absent", NULL, NULL},
        {"", NULL, NULL},
        {"port.empty=a-value-that-is-longer-than-any-id-of-a-trait-with-its-value-can-be", NULL,
         NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const trait *of = deviation_trait(rows[i].words);
        char *does = deviation_does(rows[i].words);
        assert_string_equal(of != NULL ? of->id : "none",
                            rows[i].trait != NULL ? rows[i].trait : "none");
        assert_string_equal(does != NULL ? does : "none",
                            rows[i].does != NULL ? rows[i].does : "none");
        free(does);
    }
    assert_int_equal(deviation_length(rows[0].words), strlen("port.empty=absent"));
}

/* Each id has room. */
static void ids_are_short(void **state)
{
    (void)state;
    for (unsigned id = 0; id < TRAIT_COUNT; id++)
        for (unsigned v = 0; v < trait_value_count((trait_id)id); v++)
            assert_true(strlen(traits[id].id) + 1 + strlen(traits[id].values[v].id) + 1 <
                        DEVIATION_ID_ROOM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_needs_some_deviations),
        cmocka_unit_test(an_answer_that_the_profile_does_not_give_is_not_explained),
        cmocka_unit_test(many_deviations_give_an_answer),
        cmocka_unit_test(what_is_no_failure_is_left_out),
        cmocka_unit_test(an_id_has_a_trait_and_says_what_it_does),
        cmocka_unit_test(ids_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
