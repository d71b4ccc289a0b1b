/* SPDX-License-Identifier: MIT */
/*
 * The names of differences. The answers are written by hand: four parsers, of which one is RFC
 * 3986, two deviate in other things, and of one nothing is known.
 */
#include "differences/differences.h"
#include "profiles/profiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RIGHT, LAST_AT, SPACE, UNKNOWN, MEMBERS };

static uriproof_span span(const char *text)
{
    return text != NULL ? uriproof_span_of(text) : (uriproof_span){NULL, 0};
}

static reply rejects(void)
{
    static const uriproof_answer rejected = {.status = ANSWER_REJECTED};
    return reply_borrowed(URIPROOF_PARSE, &rejected);
}

static reply parts(const char *userinfo, const char *host, const char *port, const char *path)
{
    uriproof_answer answer = {.status = ANSWER_ACCEPTED};
    answer.parts.has_components = true;
    answer.parts.components = (uriproof_components){.scheme = span("x"),
                                                    .user = span(userinfo),
                                                    .host = span(host),
                                                    .port = span(port),
                                                    .path = span(path)};
    return reply_borrowed(URIPROOF_PARSE, &answer);
}

/* SPACE declares that it leaves an empty port out. */
static const transform_set *declared(const void *parsers, size_t member)
{
    static const transform_set nothing = {{0}};
    static transform_set empty_port = {{0}};
    (void)parsers;
    for (unsigned i = 0; i < TRANSFORM_COUNT; i++)
        if (strcmp(transform_names[i], "empty-as-absent") == 0)
            empty_port.declared[PIECE_PORT] = (unsigned short)(1U << i);
    return member == SPACE ? &empty_port : &nothing;
}

static namer *of_parsers(void)
{
    const profile claimed = profile_of_rfc3986(NULL);
    namer *n = namer_new(MEMBERS);
    profile last = claimed, space = claimed;
    profile_set(&last, PROFILE_EVERYWHERE, trait_named("userinfo.at"), 1);
    profile_set(&space, PROFILE_EVERYWHERE, trait_named("port.empty"), 1);
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        octet_put(&space.takes[c][OCTETS_PATH], ' ', true);
    namer_set(n, RIGHT, &claimed);
    namer_set(n, LAST_AT, &last);
    namer_set(n, SPACE, &space);
    return n;
}

/* Asserts that these are the ids of the classes of the replies, with blanks between. */
static void assert_classes(const char *text, const reply *replies, const char *wanted)
{
    namer *n = of_parsers();
    const uriproof_request request = {URIPROOF_PARSE, {span(text), {NULL, 0}}};
    const text_replies all = {&request, replies, MEMBERS, NULL, declared, namer_classes(n)};
    text_class *found;
    transform_set excused;
    const size_t count = classes_of_text(&all, &found, &excused);
    char ids[1000] = "";
    for (size_t i = 0; i < count; i++) {
        char id[CLASS_ID_ROOM];
        class_id(&found[i].class, id);
        strcat(ids, i > 0 ? " " : "");
        strcat(ids, id);
    }
    assert_string_equal(ids, wanted);
    free(found);
    namer_free(n);
}

static void a_difference_is_the_deviation_that_one_has(void **state)
{
    (void)state;
    const reply at[] = {rejects(), parts("a@b", "c", NULL, "/"), rejects(), rejects()};
    assert_classes("x://a@b@c/", at,
                   "1/parse/host/deviation/rfc3986.userinfo.at-sign/userinfo.at=last");
    const reply space[] = {rejects(), rejects(), parts(NULL, "h", NULL, "/a b"), rejects()};
    assert_classes("x://h/a b", space,
                   "1/parse/path/deviation/rfc3986.bnf.pchar/path.octets=more-space");
}

static void what_a_parser_declares_names_nothing(void **state)
{
    (void)state;
    const reply both[] = {rejects(), rejects(), parts(NULL, "h", NULL, "/a b"), rejects()};
    assert_classes("x://h:/a b", both,
                   "1/parse/path/deviation/rfc3986.bnf.pchar/path.octets=more-space");
    const reply port[] = {parts(NULL, "h", "", "/"), parts(NULL, "h", "", "/"),
                          parts(NULL, "h", NULL, "/"), parts(NULL, "h", "", "/")};
    assert_classes("x://h:/", port, "");
}

/* What is not known is compared with what is right alone, and named by the text; and if that is to
 * reject it, with the others that accept it. */
static void an_answer_that_is_not_known_hides_no_other(void **state)
{
    (void)state;
    const reply three[] = {rejects(), parts("a@b", "c", NULL, "/"), rejects(),
                           parts("a", "b@c", NULL, "/")};
    assert_classes("x://a@b@c/", three,
                   "1/parse/host/deviation/rfc3986.userinfo.at-sign/userinfo.at=last "
                   "1/parse/uri/validity/rfc3986.bnf.authority/at-sign "
                   "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign");
}

/* An answer that the profile does not give is not known, whatever the profile has. */
static void a_profile_that_does_not_give_the_answer_names_nothing(void **state)
{
    (void)state;
    const reply other[] = {rejects(), parts("a", "b@c", NULL, "/"), rejects(), rejects()};
    assert_classes("x://a@b@c/", other, "1/parse/uri/validity/rfc3986.bnf.authority/at-sign");
}

/* A deviation that leads to another host does not part two that see the same one. */
static void the_same_host_is_no_other_host(void **state)
{
    (void)state;
    const reply same[] = {parts("a", "c", NULL, "/"), parts("b", "c", NULL, "/"), rejects(),
                          rejects()};
    namer *n = of_parsers();
    const uriproof_request request = {URIPROOF_PARSE, {span("x://a@b@c/"), {NULL, 0}}};
    const text_replies all = {&request, same, MEMBERS, NULL, declared, namer_classes(n)};
    answer_class found;
    all.namer->begin(all.namer->self, &all);
    assert_true(class_of_members(&all, RIGHT, LAST_AT, &found));
    assert_int_not_equal(class_risk_of(&found)->rank, 0);
    namer_free(n);
}

/* Two that answer alike, each for a reason of its own, are two differences. */
static void each_reason_is_named(void **state)
{
    (void)state;
    const profile claimed = profile_of_rfc3986(NULL);
    profile first = claimed, last = claimed;
    profile_set(&first, PROFILE_EVERYWHERE, trait_named("port.range"), 1);
    profile_set(&last, PROFILE_EVERYWHERE, trait_named("authority.needed"), 1);
    profile_set(&last, PROFILE_EVERYWHERE, trait_named("port.at"), 3);
    namer *n = namer_new(MEMBERS);
    namer_set(n, RIGHT, &claimed);
    namer_set(n, LAST_AT, &first);
    namer_set(n, SPACE, &last);
    const reply replies[] = {parts(NULL, "h", "65536", "/"), rejects(), rejects(), rejects()};
    const uriproof_request request = {URIPROOF_PARSE, {span("x://h:65536/"), {NULL, 0}}};
    const text_replies all = {&request, replies, MEMBERS, NULL, declared, namer_classes(n)};
    text_class *found;
    transform_set excused;
    const size_t count = classes_of_text(&all, &found, &excused);
    assert_true(count >= 2);
    assert_string_equal(found[0].class.character, "port.range=rejected");
    bool other = false;
    for (size_t i = 1; i < count; i++)
        other = other || strcmp(found[i].class.character, "port.at=rejected") == 0;
    assert_true(other);
    free(found);
    namer_free(n);
}

/* A chain of replies has the name of the worst deviation that one of them is made of. */
static void a_chain_has_the_name_of_its_worst_reply(void **state)
{
    (void)state;
    namer *n = of_parsers();
    const class_namer *classes = namer_classes(n);
    const uriproof_request at = {URIPROOF_PARSE, {span("x://a@b@c/"), {NULL, 0}}};
    const uriproof_request right = {URIPROOF_PARSE, {span("x://c/"), {NULL, 0}}};
    const reply of_at[] = {rejects(), parts("a@b", "c", NULL, "/"), rejects(), rejects()};
    const reply of_right[] = {parts(NULL, "c", NULL, "/"), parts(NULL, "c", NULL, "/"),
                              parts(NULL, "c", NULL, "/"), parts(NULL, "c", NULL, "/")};
    const text_replies first = {&right, of_right, MEMBERS, NULL, declared, classes};
    const text_replies second = {&at, of_at, MEMBERS, NULL, declared, classes};
    const answer_class plain = {.operation = "resolve-self",
                                .kind = CLASS_BOUNDARY,
                                .part = "host",
                                .clause = "rfc3986.bnf.host",
                                .character = "dot"};
    answer_class worst = plain;
    assert_true(classes->name_reply(n, &first, LAST_AT, &plain, &worst));
    assert_true(class_equal(&worst, &plain));
    assert_true(classes->name_reply(n, &second, LAST_AT, &plain, &worst));
    assert_true(classes->name_reply(n, &first, LAST_AT, &plain, &worst));
    char id[CLASS_ID_ROOM];
    class_id(&worst, id);
    assert_string_equal(id,
                        "1/resolve-self/host/deviation/rfc3986.userinfo.at-sign/userinfo.at=last");
    assert_false(classes->name_reply(n, &second, UNKNOWN, &plain, &worst));
    namer_free(n);
}

static void a_deviation_has_its_risk(void **state)
{
    (void)state;
    const char *host = "1/parse/host/deviation/rfc3986.userinfo.at-sign/userinfo.at=last";
    const char *path = "1/parse/path/deviation/rfc3986.bnf.pchar/path.octets=more-space";
    assert_string_equal(class_risk_of_id(host)->name, "other-host");
    assert_string_equal(class_risk_of_id(path)->name, "validity");
    /* A value can be worse than its trait, and what is rejected leads nowhere. */
    const char *colon = "1/parse/host/deviation/rfc3986.port.empty/port.empty=host";
    const char *rejected = "1/parse/host/deviation/rfc3986.host.empty/host.empty=rejected";
    const char *decoded =
        "1/parse/user/deviation/rfc3986.normal.unreserved/userinfo.escapes=decoded";
    assert_string_equal(class_risk_of_id(decoded)->name, "credentials");
    const char *fewer = "1/parse/host/deviation/rfc3986.bnf.reg-name/host.octets=fewer-sub-delim";
    assert_string_equal(class_risk_of_id(colon)->name, "other-host");
    assert_string_equal(class_risk_of_id(rejected)->name, "validity");
    assert_string_equal(class_risk_of_id(fewer)->name, "validity");
    char *does = namer_does("path.octets=more-space");
    assert_string_equal(does, "takes in the path what no rule allows (space)");
    free(does);
    does = namer_does("userinfo.at=last");
    assert_string_equal(does, "ends the userinfo at the last @");
    free(does);
    assert_null(namer_does("userinfo.at=nothing"));
    assert_null(namer_does("nothing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_difference_is_the_deviation_that_one_has),
        cmocka_unit_test(what_a_parser_declares_names_nothing),
        cmocka_unit_test(an_answer_that_is_not_known_hides_no_other),
        cmocka_unit_test(a_profile_that_does_not_give_the_answer_names_nothing),
        cmocka_unit_test(the_same_host_is_no_other_host),
        cmocka_unit_test(each_reason_is_named),
        cmocka_unit_test(a_chain_has_the_name_of_its_worst_reply),
        cmocka_unit_test(a_deviation_has_its_risk),
    };
    return cmocka_run_group_tests_name("names of differences", tests, NULL, NULL);
}
