/* SPDX-License-Identifier: MIT */
/*
 * The judgement. What is expected here follows from docs/vectors.md ("What a comparison says"),
 * docs/protocol.md (`gives`, and `generic` made from `components`) and docs/readings.md.
 */
#include "judge/judge_answer.h"
#include "json/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- One judgement ---- */

/* The answer under one setting of readings, "id=value id=value". */
typedef struct alternate {
    const char *set;
    const char *expect;
} alternate;

enum { ALTERNATES = 3, CHOICES = 4 };

typedef struct question {
    uriproof_op op;
    const char *expect;
    alternate alternates[ALTERNATES];
    const char *readings; /* in force, as a set is written; NULL for the defaults */
    const char *text;     /* what is asked, where it counts; else NULL */
} question;

static void set_readings(const char *set, uriproof_readings *readings)
{
    char copy[128] = "";
    snprintf(copy, sizeof copy, "%s", set != NULL ? set : "");
    for (char *one = strtok(copy, " "); one != NULL; one = strtok(NULL, " ")) {
        char *value = strchr(one, '=');
        assert_non_null(value);
        *value++ = '\0';
        assert_int_equal(
            uriproof_set_reading(uriproof_dialect_named("rfc1630"), one, value, readings),
            URIPROOF_READING_SET);
    }
}

/* The choices of a set: also of a default, which uriproof_readings cannot tell from none. */
static size_t choices_of(const char *set, uriproof_choice *choices)
{
    const uriproof_dialect *dialect = uriproof_dialect_named("rfc1630");
    char copy[128];
    size_t count = 0;
    snprintf(copy, sizeof copy, "%s", set);
    for (char *one = strtok(copy, " "); one != NULL; one = strtok(NULL, " ")) {
        char *value = strchr(one, '=');
        uriproof_readings readings = {{0}};
        *value++ = '\0';
        assert_int_equal(uriproof_set_reading(dialect, one, value, &readings),
                         URIPROOF_READING_SET);
        size_t reading = 0;
        while (strcmp(dialect->readings[reading].id, one) != 0)
            reading++;
        choices[count++] = (uriproof_choice){reading, readings.value[reading]};
    }
    return count;
}

static cJSON *read_answer(const char *json, uriproof_op op, uriproof_answer *answer)
{
    uriproof_error error = {""};
    cJSON *object = uriproof_json_read(json, strlen(json), &error);
    if (object == NULL || !uriproof_answer_read(object, op, URIPROOF_LET_KEYS, answer, &error))
        fail_msg("%s: %s", json, error.words);
    return object;
}

static judgement judged(const uriproof_dialect *dialect, const uriproof_vector *vector,
                        const uriproof_readings *readings, const transform_set *transforms,
                        const uriproof_answer *given)
{
    const judge_terms terms = {.dialect = dialect, .readings = readings, .transforms = transforms};
    return judge(&terms, vector, given);
}

/* `ways` is "part way, part way". */
static judgement judge_with(const question *asked, const char *ways, const char *given_json)
{
    uriproof_choice choices[ALTERNATES][CHOICES];
    uriproof_alternate alternates[ALTERNATES];
    uriproof_answer expect, otherwise[ALTERNATES];
    const uriproof_request request = {asked->op, {uriproof_span_of(asked->text)}};
    uriproof_vector vector = {.request = request, .expect = &expect};
    uriproof_readings readings = {{0}};
    transform_set transforms = {{0}};
    uriproof_answer given;
    cJSON *owned[ALTERNATES + 2];
    size_t count = 0;
    owned[count++] = read_answer(asked->expect, asked->op, &expect);
    owned[count++] = read_answer(given_json, asked->op, &given);
    for (size_t i = 0; i < ALTERNATES && asked->alternates[i].set != NULL; i++) {
        alternates[i].set = choices[i];
        alternates[i].set_count = choices_of(asked->alternates[i].set, choices[i]);
        alternates[i].expect = &otherwise[i];
        owned[count++] = read_answer(asked->alternates[i].expect, asked->op, &otherwise[i]);
        alternates[i].next = vector.alternates;
        vector.alternates = &alternates[i];
    }
    set_readings(asked->readings, &readings);
    char copy[128] = "";
    snprintf(copy, sizeof copy, "%s", ways != NULL ? ways : "");
    for (char *part = strtok(copy, " ,"); part != NULL; part = strtok(NULL, " ,"))
        assert_true(transform_declare(&transforms, part, strtok(NULL, " ,")));
    judgement j =
        judged(uriproof_dialect_named("rfc1630"), &vector, &readings, &transforms, &given);
    while (count > 0)
        cJSON_Delete(owned[--count]);
    return j;
}

static void assert_judged(const question *asked, const char *ways, const char *given,
                          uriproof_outcome outcome, bool up_to)
{
    judgement j = judge_with(asked, ways, given);
    if (j.outcome != outcome)
        fail_msg("%s for %s (%s): %s, not %s", given, asked->expect, ways != NULL ? ways : "-",
                 uriproof_outcomes[j.outcome].name, uriproof_outcomes[outcome].name);
    if (outcome == URIPROOF_AGREE && j.up_to != up_to)
        fail_msg("%s for %s (%s): %s by what is declared", given, asked->expect,
                 ways != NULL ? ways : "-", up_to ? "not" : "excused");
}

/* ---- Outcomes ---- */

static const char http[] =
    "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"http\",\"path\":\"//h/a\"}}";

static void each_outcome_of_a_parse(void **state)
{
    (void)state;
    const question yes = {URIPROOF_PARSE, http, {{0}}, NULL, NULL};
    const question no = {URIPROOF_PARSE,
                         "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":5}",
                         {{0}},
                         NULL,
                         NULL};
    assert_judged(&yes, NULL, http, URIPROOF_AGREE, false);
    assert_judged(&yes, NULL,
                  "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"HTTP\",\"path\":\"//h/a\"}}",
                  URIPROOF_DIFFER, false);
    assert_judged(&yes, NULL, "{\"status\":\"rejected\"}", URIPROOF_STRICT, false);
    assert_judged(&yes, NULL, "{\"status\":\"unsupported\"}", URIPROOF_UNSUPPORTED, false);
    assert_judged(&no, NULL, http, URIPROOF_LENIENT, false);
    assert_judged(&no, NULL, "{\"status\":\"rejected\"}", URIPROOF_AGREE, false);
    assert_judged(&no, NULL, "{\"status\":\"rejected\",\"error\":\"no\"}", URIPROOF_AGREE, false);
    /* A place is compared with an adapter that gives one. */
    assert_judged(&no, NULL, "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":5}",
                  URIPROOF_AGREE, false);
    assert_judged(&no, NULL, "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":4}",
                  URIPROOF_DIFFER, false);
    assert_judged(&no, NULL, "{\"status\":\"rejected\",\"production\":\"uri\",\"offset\":5}",
                  URIPROOF_DIFFER, false);
}

static void each_outcome_of_the_others(void **state)
{
    (void)state;
    static const struct {
        const char *expect, *given;
        uriproof_op op;
        uriproof_outcome outcome;
    } cases[] = {
        {"{\"status\":\"accepted\",\"uri\":\"a:b\"}", "{\"status\":\"accepted\",\"uri\":\"a:b\"}",
         URIPROOF_RESOLVE, URIPROOF_AGREE},
        {"{\"status\":\"accepted\",\"uri\":\"a:b\"}", "{\"status\":\"accepted\",\"uri\":\"a:c\"}",
         URIPROOF_RESOLVE, URIPROOF_DIFFER},
        {"{\"status\":\"accepted\",\"uri\":\"a:b\"}", "{\"status\":\"rejected\"}", URIPROOF_RESOLVE,
         URIPROOF_STRICT},
        /* The same text: whether it matches is a question of the grammar. */
        {"{\"status\":\"rejected\",\"uri\":\"a:b c\"}",
         "{\"status\":\"accepted\",\"uri\":\"a:b c\"}", URIPROOF_RESOLVE, URIPROOF_ACCEPTABLE},
        {"{\"status\":\"accepted\",\"uri\":\"a:b\"}", "{\"status\":\"rejected\",\"uri\":\"a:b\"}",
         URIPROOF_RESOLVE, URIPROOF_ACCEPTABLE},
        /* What is asked is right, and its result is not: no one accepted what is rejected, nor
         * rejected what is right, whose result is another. */
        {"{\"status\":\"rejected\",\"uri\":\"a:b c\"}", "{\"status\":\"accepted\",\"uri\":\"a:c\"}",
         URIPROOF_RESOLVE, URIPROOF_DIFFER},
        {"{\"status\":\"accepted\",\"uri\":\"a:b\"}", "{\"status\":\"rejected\",\"uri\":\"a:c\"}",
         URIPROOF_RESOLVE, URIPROOF_DIFFER},
        {"{\"status\":\"rejected\"}", "{\"status\":\"accepted\",\"uri\":\"a:c\"}", URIPROOF_RESOLVE,
         URIPROOF_LENIENT},
        /* RFC 1630 recommends its canonical form. */
        {"{\"status\":\"accepted\",\"uri\":\"a:b-c\"}",
         "{\"status\":\"accepted\",\"uri\":\"a:b%2dc\"}", URIPROOF_NORMALIZE, URIPROOF_INCOMPLETE},
        {"{\"status\":\"accepted\",\"uri\":\"a:b%2Fc\"}",
         "{\"status\":\"accepted\",\"uri\":\"a:b/c\"}", URIPROOF_NORMALIZE, URIPROOF_DIFFER},
        {"{\"status\":\"rejected\",\"uri\":\"a:b c\"}", "{\"status\":\"rejected\"}",
         URIPROOF_RESOLVE, URIPROOF_AGREE},
        {"{\"status\":\"rejected\",\"uri\":\"a:b c\"}", "{\"status\":\"rejected\",\"uri\":\"a:c\"}",
         URIPROOF_RESOLVE, URIPROOF_DIFFER},
        {"{\"status\":\"accepted\",\"uri\":\"a:b\"}",
         "{\"status\":\"accepted\",\"uri_hex\":\"613a62\"}", URIPROOF_NORMALIZE, URIPROOF_AGREE},
        {"{\"status\":\"rejected\",\"production\":\"uri\",\"offset\":1}",
         "{\"status\":\"accepted\",\"uri\":\"a\"}", URIPROOF_NORMALIZE, URIPROOF_LENIENT},
        {"{\"status\":\"accepted\",\"equal\":true}", "{\"status\":\"accepted\",\"equal\":true}",
         URIPROOF_EQUIVALENT, URIPROOF_AGREE},
        {"{\"status\":\"accepted\",\"equal\":true}", "{\"status\":\"accepted\",\"equal\":false}",
         URIPROOF_EQUIVALENT, URIPROOF_DIFFER},
        {"{\"status\":\"accepted\",\"equal\":true}", "{\"status\":\"rejected\"}",
         URIPROOF_EQUIVALENT, URIPROOF_STRICT},
        {"{\"status\":\"rejected\"}", "{\"status\":\"accepted\",\"equal\":false}",
         URIPROOF_EQUIVALENT, URIPROOF_LENIENT},
        {"{\"status\":\"accepted\",\"text_hex\":\"00\"}",
         "{\"status\":\"accepted\",\"text_hex\":\"00\"}", URIPROOF_DECODE, URIPROOF_AGREE},
        {"{\"status\":\"accepted\",\"text_hex\":\"00\"}", "{\"status\":\"accepted\",\"text\":\"\"}",
         URIPROOF_DECODE, URIPROOF_DIFFER},
        {"{\"status\":\"rejected\",\"production\":\"escape\",\"offset\":1}",
         "{\"status\":\"accepted\",\"text\":\"%\"}", URIPROOF_DECODE, URIPROOF_LENIENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const question asked = {cases[i].op, cases[i].expect, {{0}}, NULL, NULL};
        assert_judged(&asked, NULL, cases[i].given, cases[i].outcome, false);
    }
}

static void why_it_is_unsupported_is_kept(void **state)
{
    (void)state;
    const question asked = {URIPROOF_PARSE, http, {{0}}, NULL, NULL};
    judgement j = judge_with(&asked, NULL, "{\"status\":\"unsupported\",\"error\":\"a NUL\"}");
    assert_int_equal(j.outcome, URIPROOF_UNSUPPORTED);
    assert_string_equal(j.detail, "a NUL");
}

/* ---- Components as generic ---- */

#define GENERIC(parts)    "{\"status\":\"accepted\",\"generic\":{" parts "}}"
#define COMPONENTS(parts) "{\"status\":\"accepted\",\"components\":{" parts "}}"

/* The authority is put back before the path. */
static void components_become_generic(void **state)
{
    (void)state;
    static const struct {
        const char *path, *components;
    } cases[] = {
        {"//h/a", "\"host\":\"h\",\"path\":\"/a\""},
        {"//h", "\"host\":\"h\",\"path\":\"\""},
        {"//h", "\"host\":\"h\""},
        {"//h:80/a", "\"host\":\"h\",\"port\":\"80\",\"path\":\"/a\""},
        {"//h:/a", "\"host\":\"h\",\"port\":\"\",\"path\":\"/a\""},
        {"//u:p@h/", "\"userinfo\":\"u:p\",\"host\":\"h\",\"path\":\"/\""},
        {"//u:p@h/", "\"user\":\"u\",\"password\":\"p\",\"host\":\"h\",\"path\":\"/\""},
        {"//u@h/", "\"user\":\"u\",\"host\":\"h\",\"path\":\"/\""},
        {"//u:@h/", "\"user\":\"u\",\"password\":\"\",\"host\":\"h\",\"path\":\"/\""},
        {"//:p@h/", "\"password\":\"p\",\"host\":\"h\",\"path\":\"/\""},
        {"//:p@h/", "\"user\":\"\",\"password\":\"p\",\"host\":\"h\",\"path\":\"/\""},
        {"//@h/", "\"user\":\"\",\"host\":\"h\",\"path\":\"/\""},
        {"//@h/", "\"userinfo\":\"\",\"host\":\"h\",\"path\":\"/\""},
        {"//u:p:q@h/", "\"userinfo\":\"u:p:q\",\"host\":\"h\",\"path\":\"/\""},
        {"//u:p@h:8/", "\"userinfo\":\"u:p\",\"user\":\"u\",\"password\":\"p\",\"host\":\"h\","
                       "\"port\":\"8\",\"path\":\"/\""},
        {"//[::1]/", "\"host\":\"[::1]\",\"path\":\"/\""},
        {"//[::1]:8/", "\"host\":\"[::1]\",\"port\":\"8\",\"path\":\"/\""},
        {"//a@b@h/", "\"userinfo\":\"a@b\",\"host\":\"h\",\"path\":\"/\""},
        {"///a", "\"host\":\"\",\"path\":\"/a\""},
        {"//:8/a", "\"host\":\"\",\"port\":\"8\",\"path\":\"/a\""},
        {"//:8/a", "\"port\":\"8\",\"path\":\"/a\""},
        {"//h//a", "\"host\":\"h\",\"path\":\"//a\""},
        {"//h/a", "\"path\":\"//h/a\""},
        {"a@b", "\"path\":\"a@b\""},
        {"/a", "\"path\":\"/a\""},
        {"", "\"path\":\"\""},
        {"", "\"fragment\":\"f\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expect[160], given[200];
        const char *fragment =
            strstr(cases[i].components, "fragment") != NULL ? ",\"fragmentid\":\"f\"" : "";
        snprintf(expect, sizeof expect, GENERIC("\"scheme\":\"x\",\"path\":\"%s\"%s"),
                 cases[i].path, fragment);
        snprintf(given, sizeof given, COMPONENTS("\"scheme\":\"x\",%s"), cases[i].components);
        const question asked = {URIPROOF_PARSE, expect, {{0}}, NULL, NULL};
        assert_judged(&asked, NULL, given, URIPROOF_AGREE, false);
    }
}

static void other_components_differ(void **state)
{
    (void)state;
    static const struct {
        const char *generic, *components;
    } cases[] = {
        {"\"scheme\":\"x\",\"path\":\"//h/a\"", "\"scheme\":\"x\",\"path\":\"/a\""},
        {"\"scheme\":\"x\",\"path\":\"//h/a\"", "\"scheme\":\"x\",\"host\":\"h\",\"path\":\"a\""},
        {"\"scheme\":\"x\",\"path\":\"//h:/a\"", "\"scheme\":\"x\",\"host\":\"h\",\"path\":\"/a\""},
        {"\"scheme\":\"x\",\"path\":\"//h/a\"",
         "\"scheme\":\"x\",\"host\":\"h\",\"port\":\"80\",\"path\":\"/a\""},
        {"\"scheme\":\"x\",\"path\":\"//@h/a\"", "\"scheme\":\"x\",\"host\":\"h\",\"path\":\"/a\""},
        {"\"scheme\":\"x\",\"path\":\"//u:@h/a\"",
         "\"scheme\":\"x\",\"user\":\"u\",\"host\":\"h\",\"path\":\"/a\""},
        {"\"scheme\":\"x\",\"path\":\"//H/a\"", "\"scheme\":\"x\",\"host\":\"h\",\"path\":\"/a\""},
        {"\"scheme\":\"x\",\"path\":\"//[::1]/\"",
         "\"scheme\":\"x\",\"host\":\"::1\",\"path\":\"/\""},
        {"\"scheme\":\"x\",\"path\":\"//a@b@h/\"",
         "\"scheme\":\"x\",\"user\":\"a\",\"host\":\"b@h\",\"path\":\"\""},
        {"\"scheme\":\"x\",\"path\":\"a\"", "\"scheme\":\"x\",\"path\":\"a\",\"query\":\"\""},
        {"\"scheme\":\"x\",\"path\":\"a\",\"search\":\"\"", "\"scheme\":\"x\",\"path\":\"a\""},
        {"\"scheme\":\"x\",\"path\":\"a\",\"fragmentid\":\"\"", "\"scheme\":\"x\",\"path\":\"a\""},
        {"\"scheme\":\"x\",\"path\":\"\"", "\"scheme\":\"x\",\"path\":\"/\""},
        {"\"scheme\":\"x\",\"path\":\"a\"", "\"path\":\"a\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expect[160], given[160];
        snprintf(expect, sizeof expect, GENERIC("%s"), cases[i].generic);
        snprintf(given, sizeof given, COMPONENTS("%s"), cases[i].components);
        const question asked = {URIPROOF_PARSE, expect, {{0}}, NULL, NULL};
        assert_judged(&asked, NULL, given, URIPROOF_DIFFER, false);
    }
}

/* Where components alone are expected, they are put together: a text may have several @, and only
 * who cut it knows at which. */
static void a_generic_view_is_held_against_components(void **state)
{
    (void)state;
    static const struct {
        const char *components, *given;
        uriproof_outcome outcome;
    } cases[] = {
        {"\"user\":\"a\",\"host\":\"@\",\"path\":\"\"",
         GENERIC("\"scheme\":\"x\",\"path\":\"//a@@\""), URIPROOF_AGREE},
        {"\"userinfo\":\"a@\",\"host\":\"\",\"path\":\"\"",
         GENERIC("\"scheme\":\"x\",\"path\":\"//a@@\""), URIPROOF_AGREE},
        {"\"user\":\"a\",\"host\":\"b@c\",\"path\":\"/\"",
         GENERIC("\"scheme\":\"x\",\"path\":\"//a@b@c/\""), URIPROOF_AGREE},
        {"\"user\":\"a\",\"host\":\"b@c\",\"path\":\"/\"",
         GENERIC("\"scheme\":\"x\",\"path\":\"//a@b@c\""), URIPROOF_DIFFER},
        {"\"user\":\"a\",\"host\":\"b@c\",\"path\":\"/\"",
         GENERIC("\"scheme\":\"x\",\"path\":\"//a%40b@c/\""), URIPROOF_DIFFER},
        {"\"user\":\"a\",\"host\":\"b@c\",\"path\":\"/\",\"query\":\"q\"",
         GENERIC("\"scheme\":\"x\",\"path\":\"//a@b@c/\""), URIPROOF_DIFFER},
        {"\"user\":\"a\",\"host\":\"b@c\",\"path\":\"/\"",
         "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"x\",\"path\":\"//a@b@c/\"},"
         "\"components\":{\"scheme\":\"x\",\"user\":\"a\",\"host\":\"b@c\",\"path\":\"/\"}}",
         URIPROOF_AGREE},
        {"\"user\":\"a\",\"host\":\"b@c\",\"path\":\"/\"",
         "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"x\",\"path\":\"//a@b@c/\"},"
         "\"components\":{\"scheme\":\"x\",\"user\":\"a@b\",\"host\":\"c\",\"path\":\"/\"}}",
         URIPROOF_DIFFER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expect[160];
        snprintf(expect, sizeof expect, COMPONENTS("\"scheme\":\"x\",%s"), cases[i].components);
        const question asked = {URIPROOF_PARSE, expect, {{0}}, NULL, NULL};
        assert_judged(&asked, NULL, cases[i].given, cases[i].outcome, false);
    }
}

/* An adapter that gives both views is held to both. */
static void both_views_are_held_to(void **state)
{
    (void)state;
    const question asked = {
        URIPROOF_PARSE, GENERIC("\"scheme\":\"x\",\"path\":\"//h/a\""), {{0}}, NULL, NULL};
    const question both = {
        URIPROOF_PARSE,
        "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"x\",\"path\":\"//a@b/\"},"
        "\"components\":{\"scheme\":\"x\",\"user\":\"a\",\"host\":\"b\","
        "\"path\":\"/\"}}",
        {{0}},
        NULL,
        NULL};
    assert_judged(&asked, NULL,
                  "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"x\",\"path\":\"//h/b\"},"
                  "\"components\":{\"scheme\":\"x\",\"host\":\"h\",\"path\":\"/a\"}}",
                  URIPROOF_DIFFER, false);
    assert_judged(&both, NULL, GENERIC("\"scheme\":\"x\",\"path\":\"//a@b/\""), URIPROOF_AGREE,
                  false);
    assert_judged(&both, NULL,
                  COMPONENTS("\"scheme\":\"x\",\"userinfo\":\"a\",\"host\":\"b\",\"path\":\"/\""),
                  URIPROOF_AGREE, false);
    /* The same octets once they are put together, and yet another host. */
    assert_judged(&both, NULL, COMPONENTS("\"scheme\":\"x\",\"host\":\"a@b\",\"path\":\"/\""),
                  URIPROOF_DIFFER, false);
}

static void components_are_compared_with_components(void **state)
{
    (void)state;
    const question asked = {URIPROOF_PARSE,
                            COMPONENTS("\"scheme\":\"x\",\"user\":\"u\",\"password\":\"p\","
                                       "\"host\":\"h\",\"port\":\"8\",\"path\":\"/a\""),
                            {{0}},
                            NULL,
                            NULL};
    assert_judged(&asked, NULL,
                  COMPONENTS("\"scheme\":\"x\",\"userinfo\":\"u:p\",\"host\":\"h\",\"port\":\"8\","
                             "\"path\":\"/a\""),
                  URIPROOF_AGREE, false);
    assert_judged(&asked, NULL, GENERIC("\"scheme\":\"x\",\"path\":\"//u:p@h:8/a\""),
                  URIPROOF_AGREE, false);
    assert_judged(&asked, NULL,
                  COMPONENTS("\"scheme\":\"x\",\"user\":\"u\",\"host\":\"h\",\"port\":\"8\","
                             "\"path\":\"/a\""),
                  URIPROOF_DIFFER, false);
    assert_judged(&asked, "host lowercased",
                  COMPONENTS("\"scheme\":\"x\",\"user\":\"u\",\"password\":\"p\",\"host\":\"H\","
                             "\"port\":\"8\",\"path\":\"/a\""),
                  URIPROOF_DIFFER, false);
}

/* ---- What an adapter gives by design ---- */

/* A part as it stands and as it is given, all others the same; agrees with `ways`, but not with
 * none. */
typedef struct given_case {
    const char *path;  /* of the generic view */
    const char *given; /* components */
    const char *ways;
    bool agrees;
} given_case;

static const given_case given_cases[] = {
    /* decoded */
    {"//h/%61%2Fb", "\"host\":\"h\",\"path\":\"/a/b\"", "path decoded", true},
    {"//h/%61%2fb", "\"host\":\"h\",\"path\":\"/a%2Fb\"", "path decoded", false},
    {"//h/%00%e9", "\"host\":\"h\",\"path_hex\":\"2f00e9\"", "path decoded", true},
    {"//%41/", "\"host\":\"A\",\"path\":\"/\"", "host decoded", true},
    {"//%41/", "\"host\":\"A\",\"path\":\"/\"", "path decoded", false},
    {"//%41/", "\"host\":\"a\",\"path\":\"/\"", "host decoded", false},
    {"//%41/", "\"host\":\"a\",\"path\":\"/\"", "host decoded, host lowercased", true},
    {"//%75:%70@h/", "\"user\":\"u\",\"password\":\"p\",\"host\":\"h\",\"path\":\"/\"",
     "userinfo decoded", true},
    {"//%75:%70@h/", "\"user\":\"u\",\"password\":\"p\",\"host\":\"h\",\"path\":\"/\"",
     "user decoded", false},
    {"//%75:%70@h/", "\"user\":\"u\",\"password\":\"p\",\"host\":\"h\",\"path\":\"/\"",
     "user decoded, password decoded", true},
    /* decoded-unreserved */
    {"//h/%61%2f%7E", "\"host\":\"h\",\"path\":\"/a%2f~\"", "path decoded-unreserved", true},
    {"//h/%61%2f%7E", "\"host\":\"h\",\"path\":\"/a%2F~\"", "path decoded-unreserved", false},
    {"//h/%61%2f%7E", "\"host\":\"h\",\"path\":\"/a%2F~\"",
     "path decoded-unreserved, path uppercased-hex", true},
    {"//h/%61%2f%7E", "\"host\":\"h\",\"path\":\"/a/~\"", "path decoded-unreserved", false},
    {"//h/%00%e9", "\"host\":\"h\",\"path_hex\":\"2f00e9\"", "path decoded-unreserved", false},
    /* lowercased: all of it, or as written; an escape's digits are letters too */
    {"//HoSt/P", "\"host\":\"host\",\"path\":\"/P\"", "host lowercased", true},
    {"//HoSt/P", "\"host\":\"HOST\",\"path\":\"/P\"", "host lowercased", false},
    {"//HoSt/P", "\"host\":\"Host\",\"path\":\"/P\"", "host lowercased", false},
    {"//HoSt/P", "\"host\":\"host\",\"path\":\"/p\"", "host lowercased", false},
    {"//H%4A/", "\"host\":\"h%4a\",\"path\":\"/\"", "host lowercased", true},
    {"//[::AB]/", "\"host\":\"[::ab]\",\"path\":\"/\"", "host lowercased", true},
    /* uppercased-hex */
    {"//h/%c3x", "\"host\":\"h\",\"path\":\"/%C3x\"", "path uppercased-hex", true},
    {"//h/%c3x", "\"host\":\"h\",\"path\":\"/%C3X\"", "path uppercased-hex", false},
    {"//H%c3/", "\"host\":\"h%C3\",\"path\":\"/\"", "host lowercased, host uppercased-hex", true},
    {"//h/%c%", "\"host\":\"h\",\"path\":\"/%C%\"", "path uppercased-hex", false},
    /* with-default */
    {"//h/", "\"host\":\"h\",\"port\":\"23\",\"path\":\"/\"", "port with-default", true},
    {"//h:/", "\"host\":\"h\",\"port\":\"23\",\"path\":\"/\"", "port with-default", true},
    {"//h/", "\"host\":\"h\",\"port\":\"80\",\"path\":\"/\"", "port with-default", false},
    {"//h:/", "\"host\":\"h\",\"port\":\"9999\",\"path\":\"/\"", "port with-default", false},
    /* as-number */
    {"//h:080/", "\"host\":\"h\",\"port\":\"80\",\"path\":\"/\"", "port as-number", true},
    {"//h:00/", "\"host\":\"h\",\"port\":\"0\",\"path\":\"/\"", "port as-number", true},
    {"//h:080/", "\"host\":\"h\",\"port\":\"81\",\"path\":\"/\"", "port as-number", false},
    {"//h:0/", "\"host\":\"h\",\"path\":\"/\"", "port as-number", false},
    {"//h:/", "\"host\":\"h\",\"port\":\"0\",\"path\":\"/\"", "port as-number", false},
    {"//h:81/", "\"host\":\"h\",\"port\":\"80\",\"path\":\"/\"", "port with-default", false},
    {"//h:81/", "\"host\":\"h\",\"path\":\"/\"", "port with-default", false},
    {"//h/", "\"host\":\"i\",\"port\":\"80\",\"path\":\"/\"", "port with-default", false},
    /* empty-as-absent, and absent-as-empty */
    {"//h:/", "\"host\":\"h\",\"path\":\"/\"", "port empty-as-absent", true},
    {"//h:8/", "\"host\":\"h\",\"path\":\"/\"", "port empty-as-absent", false},
    {"//h:/", "\"host\":\"h\",\"path\":\"/\"", "port absent-as-empty", false},
    {"//@h/", "\"host\":\"h\",\"path\":\"/\"", "userinfo empty-as-absent", true},
    {"///a", "\"path\":\"/a\"", "host empty-as-absent", true},
    {"/a", "\"host\":\"\",\"path\":\"/a\"", "host absent-as-empty", true},
    {"/a", "\"host\":\"h\",\"path\":\"/a\"", "host absent-as-empty", false},
    {"//h/", "\"host\":\"h\",\"port\":\"\",\"path\":\"/\"", "port absent-as-empty", true},
    {"//h/", "\"host\":\"h\",\"port\":\"\",\"path\":\"/\"", "port empty-as-absent", false},
    {"//u@h/", "\"user\":\"u\",\"password\":\"\",\"host\":\"h\",\"path\":\"/\"",
     "password absent-as-empty", true},
    /* empty-as-slash */
    {"//h", "\"host\":\"h\",\"path\":\"/\"", "path empty-as-slash", true},
    {"//h", "\"host\":\"h\",\"path\":\"//\"", "path empty-as-slash", false},
    {"//h/a", "\"host\":\"h\",\"path\":\"/\"", "path empty-as-slash", false},
    {"//h", "\"host\":\"h\",\"path\":\"/\"", "path decoded", false},
    /* several at once */
    {"//U:P@HO%53T:", "\"userinfo\":\"U:P\",\"host\":\"host\",\"path\":\"/\"",
     "host lowercased, host decoded, port empty-as-absent, path empty-as-slash", true},
};

static void assert_given(const given_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const given_case *c = &cases[i];
        char expect[160], given[200];
        snprintf(expect, sizeof expect, GENERIC("\"scheme\":\"telnet\",\"path\":\"%s\""), c->path);
        snprintf(given, sizeof given, COMPONENTS("\"scheme\":\"telnet\",%s"), c->given);
        const question asked = {URIPROOF_PARSE, expect, {{0}}, NULL, NULL};
        assert_judged(&asked, NULL, given, URIPROOF_DIFFER, false);
        assert_judged(&asked, c->ways, given, c->agrees ? URIPROOF_AGREE : URIPROOF_DIFFER, true);
    }
}

static void each_way_excuses_what_it_says(void **state)
{
    (void)state;
    assert_given(given_cases, sizeof given_cases / sizeof given_cases[0]);
}

/* The generic view is excused too, part by part of its authority, and by its own names. */
static void a_generic_view_is_excused(void **state)
{
    (void)state;
    const question asked = {URIPROOF_PARSE,
                            GENERIC("\"scheme\":\"X\",\"path\":\"//U@H:/%41\",\"search\":\"%42\","
                                    "\"fragmentid\":\"\""),
                            {{0}},
                            NULL,
                            NULL};
    static const char given[] = GENERIC("\"scheme\":\"x\",\"path\":\"//U@h/%41\",\"search\":\"B\"");
    assert_judged(&asked, NULL, given, URIPROOF_DIFFER, false);
    assert_judged(&asked,
                  "scheme lowercased, host lowercased, port empty-as-absent, search decoded, "
                  "fragmentid empty-as-absent",
                  given, URIPROOF_AGREE, true);
    assert_judged(&asked,
                  "scheme lowercased, host lowercased, port empty-as-absent, query decoded, "
                  "fragment empty-as-absent",
                  given, URIPROOF_AGREE, true);
    assert_judged(&asked,
                  "host lowercased, port empty-as-absent, query decoded, fragment empty-as-absent",
                  given, URIPROOF_DIFFER, false);
}

/* What is declared and not made use of is not counted. */
static void who_gives_it_as_written_is_not_excused(void **state)
{
    (void)state;
    const question asked = {URIPROOF_PARSE, http, {{0}}, NULL, NULL};
    assert_judged(&asked, "host lowercased, path decoded, port with-default", http, URIPROOF_AGREE,
                  false);
}

/* A declaration is about parts: a whole text gets the same verdict from every adapter. */
static void a_declaration_is_not_about_whole_texts(void **state)
{
    static const struct {
        const char *expect, *given, *ways;
    } cases[] = {
        {"http://g", "http://g/", "path empty-as-slash"},
        {"http://g?y", "http://g/?y", "path empty-as-slash"},
        {"http://H/%41", "http://h/%41", "host lowercased"},
        {"http://h:/a", "http://h/a", "port empty-as-absent"},
        {"http://h/a", "http://h:80/a", "port with-default"},
        {"http://h/%2Fa", "http://h//a", "path decoded"},
        {"x:///a/b", "x:/a/b", "host empty-as-absent"},
    };
    (void)state;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        char expect[80], given[80];
        snprintf(expect, sizeof expect, "{\"status\":\"accepted\",\"uri\":\"%s\"}",
                 cases[i / 2].expect);
        snprintf(given, sizeof given, "{\"status\":\"accepted\",\"uri\":\"%s\"}",
                 cases[i / 2].given);
        const question asked = {
            i % 2 == 0 ? URIPROOF_RESOLVE : URIPROOF_NORMALIZE, expect, {{0}}, NULL, NULL};
        assert_judged(&asked, NULL, given, URIPROOF_DIFFER, false);
        assert_judged(&asked, cases[i / 2].ways, given, URIPROOF_DIFFER, false);
        assert_judged(&asked, cases[i / 2].ways, expect, URIPROOF_AGREE, false);
    }
}

static void nor_is_it_under_another_reading(void **state)
{
    (void)state;
    const question asked = {
        URIPROOF_RESOLVE,
        "{\"status\":\"accepted\",\"uri\":\"http://g/a\"}",
        {{"slash-prefix=printed", "{\"status\":\"accepted\",\"uri\":\"http://g\"}"}},
        NULL,
        NULL};
    assert_judged(&asked, "path empty-as-slash", "{\"status\":\"accepted\",\"uri\":\"http://g/\"}",
                  URIPROOF_DIFFER, false);
}

static void declarations_are_known(void **state)
{
    (void)state;
    transform_set set = {{0}};
    assert_true(transform_declare(&set, "host", "lowercased"));
    assert_true(transform_declare(&set, "userinfo", "decoded"));
    assert_true(transform_declare(&set, "search", "empty-as-absent"));
    assert_false(transform_declare(&set, "host", "uppercased"));
    assert_false(transform_declare(&set, "host", ""));
    assert_false(transform_declare(&set, "authority", "decoded"));
    assert_false(transform_declare(&set, "", "decoded"));
    char **list = transform_list(&set);
    static const char *const expected[] = {"user decoded", "password decoded", "host lowercased",
                                           "query empty-as-absent"};
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(list[i], expected[i]);
        free(list[i]);
    }
    assert_null(list[4]);
    free(list);
}

/* ---- Readings ---- */

static const question prefix = {
    URIPROOF_RESOLVE,
    "{\"status\":\"accepted\",\"uri\":\"magic://a/g\"}",
    {{"slash-prefix=printed", "{\"status\":\"accepted\",\"uri\":\"magic://p\"}"},
     {"slash-prefix=printed dot-scope=after-authority",
      "{\"status\":\"accepted\",\"uri\":\"magic://q\"}"}},
    NULL,
    NULL};

static void another_reading_is_acceptable(void **state)
{
    (void)state;
    judgement j = judge_with(&prefix, NULL, "{\"status\":\"accepted\",\"uri\":\"magic://p\"}");
    assert_int_equal(j.outcome, URIPROOF_ACCEPTABLE);
    assert_string_equal(j.detail, "agrees under slash-prefix=printed");
    j = judge_with(&prefix, NULL, "{\"status\":\"accepted\",\"uri\":\"magic://q\"}");
    assert_int_equal(j.outcome, URIPROOF_ACCEPTABLE);
    assert_string_equal(j.detail, "agrees under slash-prefix=printed dot-scope=after-authority");
    assert_judged(&prefix, NULL, "{\"status\":\"accepted\",\"uri\":\"magic://r\"}", URIPROOF_DIFFER,
                  false);
    assert_judged(&prefix, NULL, "{\"status\":\"rejected\"}", URIPROOF_STRICT, false);
}

/* Under a reading its own answer agrees, and the default's is acceptable. */
static void the_reading_in_force_is_agreed_with(void **state)
{
    (void)state;
    question printed = prefix;
    printed.readings = "slash-prefix=printed";
    assert_judged(&printed, NULL, "{\"status\":\"accepted\",\"uri\":\"magic://p\"}", URIPROOF_AGREE,
                  false);
    judgement j = judge_with(&printed, NULL, "{\"status\":\"accepted\",\"uri\":\"magic://a/g\"}");
    assert_int_equal(j.outcome, URIPROOF_ACCEPTABLE);
    assert_string_equal(j.detail, "agrees under the default readings");
    printed.readings = "slash-prefix=printed dot-scope=after-authority";
    assert_judged(&printed, NULL, "{\"status\":\"accepted\",\"uri\":\"magic://q\"}", URIPROOF_AGREE,
                  false);
    assert_judged(&printed, NULL, "{\"status\":\"accepted\",\"uri\":\"magic://p\"}",
                  URIPROOF_ACCEPTABLE, false);
}

/* By the printed words of a departure the RFC's own examples do not match the grammar: no excuse.
 */
static void a_departure_is_no_excuse(void **state)
{
    (void)state;
    static const char *const departures[] = {"xpalphas=printed", "void-segment=printed",
                                             "generic-reserved=printed",
                                             "slash-prefix=printed void-segment=printed"};
    for (size_t i = 0; i < sizeof departures / sizeof departures[0]; i++) {
        question asked = {
            URIPROOF_PARSE, http, {{departures[i], "{\"status\":\"rejected\"}"}}, NULL, NULL};
        assert_judged(&asked, NULL, "{\"status\":\"rejected\"}", URIPROOF_STRICT, false);
        asked.readings = departures[i];
        assert_judged(&asked, NULL, "{\"status\":\"rejected\"}", URIPROOF_AGREE, false);
    }
    /* In `url` each example matches without an empty segment. */
    question of_url = {URIPROOF_URL,
                       "{\"status\":\"accepted\",\"production\":\"httpaddress\"}",
                       {{"void-segment=printed", "{\"status\":\"rejected\"}"}},
                       NULL,
                       NULL};
    assert_judged(&of_url, NULL, "{\"status\":\"rejected\"}", URIPROOF_ACCEPTABLE, false);
    /* Naming the default of a departure is not taking it. */
    const question named = {URIPROOF_RESOLVE,
                            "{\"status\":\"accepted\",\"uri\":\"a:b\"}",
                            {{"void-segment=allowed slash-prefix=printed",
                              "{\"status\":\"accepted\",\"uri\":\"a:c\"}"}},
                            NULL,
                            NULL};
    assert_judged(&named, NULL, "{\"status\":\"accepted\",\"uri\":\"a:c\"}", URIPROOF_ACCEPTABLE,
                  false);
}

static void nobody_is_accused_where_the_text_is_silent(void **state)
{
    (void)state;
    const question silent = {URIPROOF_RESOLVE, "{\"status\":\"undefined\"}", {{0}}, NULL, NULL};
    judgement j = judge_with(&silent, NULL, "{\"status\":\"accepted\",\"uri\":\"a:b\"}");
    assert_int_equal(j.outcome, URIPROOF_UNDEFINED);
    assert_string_equal(j.detail, "the specification defines nothing here");
    assert_judged(&silent, NULL, "{\"status\":\"rejected\",\"uri\":\"a:b\"}", URIPROOF_AGREE,
                  false);
    assert_judged(&silent, NULL, "{\"status\":\"rejected\"}", URIPROOF_AGREE, false);
    /* Silent under another reading alone. */
    const question other = {URIPROOF_RESOLVE,
                            "{\"status\":\"accepted\",\"uri\":\"a:b\"}",
                            {{"slash-prefix=printed", "{\"status\":\"undefined\"}"}},
                            NULL,
                            "a:d"};
    assert_judged(&other, NULL, "{\"status\":\"accepted\",\"uri\":\"a:c\"}", URIPROOF_UNDEFINED,
                  false);
    assert_judged(&other, NULL, "{\"status\":\"accepted\",\"uri\":\"a:b\"}", URIPROOF_AGREE, false);
    j = judge_with(&other, NULL, "{\"status\":\"rejected\"}");
    assert_int_equal(j.outcome, URIPROOF_ACCEPTABLE);
    j = judge_with(&other, NULL, "{\"status\":\"accepted\",\"uri\":\"a:c\"}");
    assert_string_equal(j.detail, "the specification defines nothing here under "
                                  "slash-prefix=printed");
    /* Silent since the text matches no more under that reading: it takes the reading who rejects.
     */
    const question no_uri = {URIPROOF_NORMALIZE,
                             "{\"status\":\"accepted\",\"uri\":\"x:\"}",
                             {{"void-fragment=printed", "{\"status\":\"undefined\"}"}},
                             NULL,
                             "x:#"};
    assert_judged(&no_uri, NULL, "{\"status\":\"rejected\"}", URIPROOF_ACCEPTABLE, false);
    assert_judged(&no_uri, NULL, "{\"status\":\"accepted\",\"uri\":\"x:a\"}", URIPROOF_DIFFER,
                  false);
}

/* Ways and readings together: excused and acceptable is still acceptable. */
static void a_way_holds_under_another_reading(void **state)
{
    (void)state;
    const question asked = {
        URIPROOF_PARSE, "{\"status\":\"rejected\"}", {{"void-fragment=printed", http}}, NULL, NULL};
    assert_judged(&asked, "scheme lowercased, path empty-as-slash", http, URIPROOF_ACCEPTABLE,
                  false);
    assert_judged(&asked, "port with-default", GENERIC("\"scheme\":\"http\",\"path\":\"//i/a\""),
                  URIPROOF_LENIENT, false);
}

/* ---- Encoding ---- */

static const char plain_text[] = "a-b/c ";
static const char plain[] = "{\"status\":\"accepted\",\"text\":\"a-b%2Fc%20\"}";

/* RFC 1630 lets any character be encoded besides, but for those that are reserved. */
static void encoded_text_is_compared_by_identity(void **state)
{
    (void)state;
    static const struct {
        const char *expect, *given;
        bool agrees;
        const char *text;
    } cases[] = {
        {plain, plain, true, plain_text},
        {plain, "{\"status\":\"accepted\",\"text\":\"%61-b%2Fc%20\"}", true, plain_text},
        {plain, "{\"status\":\"accepted\",\"text\":\"a%2db%2fc%20\"}", true, plain_text},
        {plain, "{\"status\":\"accepted\",\"text\":\"a-b/c%20\"}", false, plain_text},
        {plain, "{\"status\":\"accepted\",\"text\":\"a-b%2Fc\"}", false, plain_text},
        {plain, "{\"status\":\"accepted\",\"text\":\"a-b%2Fc+\"}", false, plain_text},
        {plain, "{\"status\":\"accepted\",\"text\":\"a-b%2Fc \"}", false, plain_text},
        {plain, "{\"status\":\"accepted\",\"text\":\"A-b%2Fc%20\"}", false, plain_text},
        {plain, "{\"status\":\"accepted\",\"text\":\"a-b%2Fc%2520\"}", false, plain_text},
        {"{\"status\":\"accepted\",\"text\":\"%3F\"}", "{\"status\":\"accepted\",\"text\":\"?\"}",
         false, "?"},
        {"{\"status\":\"accepted\",\"text\":\"a%2B\"}", "{\"status\":\"accepted\",\"text\":\"a+\"}",
         false, "a+"},
        {"{\"status\":\"accepted\",\"text\":\"\"}", "{\"status\":\"accepted\",\"text\":\"\"}", true,
         ""},
        {"{\"status\":\"accepted\",\"text\":\"\"}", "{\"status\":\"accepted\",\"text\":\"/\"}",
         false, ""},
        /* An empty fragment changes nothing in a URI, but a hash is no part of a path. */
        {"{\"status\":\"accepted\",\"text\":\"a\"}", "{\"status\":\"accepted\",\"text\":\"a#\"}",
         false, "a"},
        {"{\"status\":\"accepted\",\"text\":\"%2E%2E\"}",
         "{\"status\":\"accepted\",\"text\":\"..\"}", false, ".."},
        {"{\"status\":\"accepted\",\"text\":\"a\"}", "{\"status\":\"accepted\",\"text\":\"%6\"}",
         false, "a"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const question asked = {URIPROOF_ENCODE, cases[i].expect, {{0}}, NULL, cases[i].text};
        assert_judged(&asked, NULL, cases[i].given,
                      cases[i].agrees ? URIPROOF_AGREE : URIPROOF_DIFFER, false);
    }
    const question asked = {URIPROOF_ENCODE, plain, {{0}}, NULL, NULL};
    assert_judged(&asked, NULL, "{\"status\":\"rejected\"}", URIPROOF_STRICT, false);
}

/* The very octets that are expected agree, even where no path of this reading has them. */
static void identical_octets_agree_under_each_reading(void **state)
{
    (void)state;
    static const char *const readings[] = {"xpalphas=printed", "void-segment=printed",
                                           "reserved-set=bnf", "plus-in-search=space"};
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        const question asked = {URIPROOF_ENCODE, plain, {{0}}, readings[i], NULL};
        assert_judged(&asked, NULL, plain, URIPROOF_AGREE, false);
        const question none = {
            URIPROOF_ENCODE, "{\"status\":\"accepted\",\"text\":\"\"}", {{0}}, readings[i], NULL};
        assert_judged(&none, NULL, "{\"status\":\"accepted\",\"text\":\"\"}", URIPROOF_AGREE,
                      false);
    }
}

/* "URL syntax" recommends to encode what is unsafe, and does not say whether a character and its
 * escape are the same. */
static void silence_on_identity_is_no_accusation(void **state)
{
    (void)state;
    static const struct {
        const char *given;
        uriproof_outcome outcome;
        const char *detail;
    } cases[] = {
        {"URL:x:%20%2D%7E%FF", URIPROOF_AGREE, ""},
        {"URL:x:%20-~%FF", URIPROOF_UNDEFINED, "does not say whether"},
        {"URL:x:%20%2D%7E%ff", URIPROOF_DIFFER, ""}, /* which is no URL */
        {"URL:x:%20-y%FF", URIPROOF_DIFFER, ""},
        {"URL:x: -~%FF", URIPROOF_UNDEFINED, "does not say whether"},
        {"x:%20-~%FF", URIPROOF_DIFFER, ""},
    };
    const uriproof_readings readings = {{0}};
    const transform_set transforms = {{0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uriproof_span uri = uriproof_span_of("URL:x:%20%2D%7E%FF");
        const uriproof_vector vector = {
            .request = {URIPROOF_NORMALIZE, {uri}},
            .expect = &(const uriproof_answer){.status = ANSWER_ACCEPTED, .result = uri}};
        const uriproof_answer given = {.status = ANSWER_ACCEPTED,
                                       .result = uriproof_span_of(cases[i].given)};
        judgement j =
            judged(uriproof_dialect_named("url-syntax"), &vector, &readings, &transforms, &given);
        if (j.outcome != cases[i].outcome || strstr(j.detail, cases[i].detail) == NULL)
            fail_msg("%s: %s, \"%s\"", cases[i].given, uriproof_outcomes[j.outcome].name, j.detail);
    }
}

typedef struct resolved_case {
    const char *base, *ref, *expected, *given;
    uriproof_outcome outcome;
} resolved_case;

static void assert_resolved(const resolved_case *c, const char *dialect, transform_set transforms)
{
    const uriproof_readings readings = {{0}};
    const uriproof_vector vector = {
        .request = {URIPROOF_RESOLVE, {uriproof_span_of(c->base), uriproof_span_of(c->ref)}},
        .expect = &(const uriproof_answer){.status = ANSWER_ACCEPTED,
                                           .result = uriproof_span_of(c->expected)}};
    const uriproof_answer given = {.status = ANSWER_ACCEPTED, .result = uriproof_span_of(c->given)};
    judgement j = judged(uriproof_dialect_named(dialect), &vector, &readings, &transforms, &given);
    if (j.outcome != c->outcome)
        fail_msg("%s to %s: %s: %s, \"%s\"", c->ref, c->base, c->given,
                 uriproof_outcomes[j.outcome].name, j.detail);
}

/* RFC 3986, 5.2.1: "Normalization of the base URI ... is optional." */
static void a_base_may_be_normalized_first(void **state)
{
    (void)state;
    static const resolved_case cases[] = {
        {"http://h/a/../b", "?q", "http://h/a/../b?q", "http://h/a/../b?q", URIPROOF_AGREE},
        {"http://h/a/../b", "?q", "http://h/a/../b?q", "http://h/b?q", URIPROOF_ACCEPTABLE},
        {"HTTP://H/%41", "?q", "HTTP://H/%41?q", "http://h/A?q", URIPROOF_ACCEPTABLE},
        {"http://h/a/../b", "?q", "http://h/a/../b?q", "http://h/a?q", URIPROOF_DIFFER},
        {"http://h/b", "../?q", "http://h/?q", "http://h/../?q", URIPROOF_DIFFER},
        /* and with the reference's escapes undone besides */
        {"HTTP://h/a/b", "%2E", "HTTP://h/a/%2E", "http://h/a/", URIPROOF_ACCEPTABLE},
        {"HTTP://h/a/b", "%2F", "HTTP://h/a/%2F", "http://h/a//", URIPROOF_DIFFER},
    };
    const transform_set nothing = {{0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_resolved(&cases[i], "rfc3986", nothing);
}

/* RFC 3986, 2.4: "The only exception is for percent-encoded octets corresponding to characters in
 * the unreserved set, which can be decoded at any time." */
static void unreserved_escapes_may_be_undone_at_any_time(void **state)
{
    (void)state;
    static const resolved_case cases[] = {
        /* in the result */
        {"x:/a", "%41%2D%7e", "x:/%41%2D%7e", "x:/A-~", URIPROOF_ACCEPTABLE},
        {"x:/a", "%41%2D%7e", "x:/%41%2D%7e", "x:/%41-%7e", URIPROOF_ACCEPTABLE},
        {"x:/a", "%41?%42#%43", "x:/%41?%42#%43", "x:/A?B#C", URIPROOF_ACCEPTABLE},
        {"x://%61/a", "b", "x://%61/b", "x://a/b", URIPROOF_ACCEPTABLE},
        {"x:a/b", "%2E", "x:a/%2E", "x:a/.", URIPROOF_ACCEPTABLE},
        /* before anything is resolved */
        {"x:a/b", "%2E", "x:a/%2E", "x:a/", URIPROOF_ACCEPTABLE},
        {"x:/a/b/c", "%2e%2E/g", "x:/a/b/%2e%2E/g", "x:/a/g", URIPROOF_ACCEPTABLE},
        {"x:/a/b/c", "%2E%2E/%2Fg", "x:/a/b/%2E%2E/%2Fg", "x:/a/%2Fg", URIPROOF_ACCEPTABLE},
        {"x:/a/%2E/c", "g", "x:/a/%2E/g", "x:/a/g", URIPROOF_ACCEPTABLE},
        /* and under one other reading */
        {"x:/a", "%2E%2E//g", "x:/%2E%2E//g", "x:/.//g", URIPROOF_ACCEPTABLE},
        /* what stands for another text, or is reserved, or is undone twice, is no such thing */
        {"x:/a", "%41", "x:/%41", "x:/B", URIPROOF_DIFFER},
        {"x:/a", "%2F", "x:/%2F", "x://", URIPROOF_DIFFER},
        {"x:/a", "%3A", "x:/%3A", "x:/:", URIPROOF_DIFFER},
        {"x:/a", "%2541", "x:/%2541", "x:/%41", URIPROOF_DIFFER},
        {"x:/a", "%2541", "x:/%2541", "x:/A", URIPROOF_DIFFER},
        {"x:/a", "%00", "x:/%00", "x:/", URIPROOF_DIFFER},
        {"x:/a/b/c", "%2E%2E/g", "x:/a/b/%2E%2E/g", "x:/g", URIPROOF_DIFFER},
        {"x:/a/b/c", "%2E%2E", "x:/a/b/%2E%2E", "x:/", URIPROOF_DIFFER},
    };
    const transform_set nothing = {{0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_resolved(&cases[i], "rfc3986", nothing);
    const resolved_case early = {"x:/a", "%41", "x:/%41", "x:/A", URIPROOF_DIFFER};
    assert_resolved(&early, "rfc1630", nothing); /* which does not say it */
}

/* 6.2.2.1, 6.2.2.2 and 6.2.3 may be used on any URI, so on a result; what 5.2.4 and 5.3 say is what
 * it is to resolve. */
static void a_result_may_be_normalized_but_for_dots_and_delimiters(void **state)
{
    (void)state;
    static const resolved_case cases[] = {
        {"x:/a", "%e9", "x:/%e9", "x:/%E9", URIPROOF_ACCEPTABLE},
        {"x:/a", "%41%2f", "x:/%41%2f", "x:/A%2F", URIPROOF_ACCEPTABLE},
        {"X://H/a", "b", "X://H/b", "x://h/b", URIPROOF_ACCEPTABLE},
        {"X://H/a", "b", "X://H/b", "x://H/b", URIPROOF_ACCEPTABLE},
        {"x://h/a", "http://i:80", "http://i:80", "http://i/", URIPROOF_ACCEPTABLE},
        {"x://h/a", "http://i:80", "http://i:80", "http://i", URIPROOF_ACCEPTABLE},
        {"x://h/a", "https://i:443/", "https://i:443/", "https://i/", URIPROOF_ACCEPTABLE},
        {"x://h:/a", "b", "x://h:/b", "x://h/b", URIPROOF_ACCEPTABLE},
        {"x:/a", "//h", "x://h", "x://h/", URIPROOF_ACCEPTABLE},
        {"x://h/a", "https://i:444/", "https://i:444/", "https://i/", URIPROOF_DIFFER},
        {"x://h:80/a", "b", "x://h:80/b", "x://h/b", URIPROOF_DIFFER},
        {"X://H/A", "b", "X://H/b", "x://h/B", URIPROOF_DIFFER},
        {"x:///a/b", "/c", "x:///c", "x:/c", URIPROOF_DIFFER},
        {"x:/a?q", "#", "x:/a?q#", "x:/a?q", URIPROOF_DIFFER},
        {"x:/a", "b?", "x:/b?", "x:/b", URIPROOF_DIFFER},
        {"x://@h/a", "b", "x://@h/b", "x://h/b", URIPROOF_DIFFER},
        {"x:/a/b", "../c", "x:/c", "x:/a/../c", URIPROOF_DIFFER},
        {"x:/a/b", "./c", "x:/a/c", "x:/a/./c", URIPROOF_DIFFER},
        {"file:///a", "/b", "file:///b", "file:/b", URIPROOF_DIFFER},
    };
    const transform_set nothing = {{0}};
    transform_set host = {{0}};
    assert_true(transform_declare(&host, "host", "empty-as-absent"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_resolved(&cases[i], "rfc3986", nothing);
        assert_resolved(&cases[i], "rfc3986", host);
    }
}

/* 5.2.1 leaves the base's normal form open, and 6.2 ties no technique to another. */
static void any_techniques_may_make_the_base(void **state)
{
    (void)state;
    static const resolved_case cases[] = {
        /* dots alone, with the escapes and cases as they are */
        {"HTTP://H/a/../%7E/b", "?q", "HTTP://H/a/../%7E/b?q", "HTTP://H/%7E/b?q",
         URIPROOF_ACCEPTABLE},
        {"HTTP://H/a/../%7E/b", "", "HTTP://H/a/../%7E/b", "HTTP://H/~/b", URIPROOF_ACCEPTABLE},
        /* escapes undone, and then dots, or not */
        {"x:/a/%2E%2E/b", "", "x:/a/%2E%2E/b", "x:/b", URIPROOF_ACCEPTABLE},
        {"x:/a/%2E%2E/b", "", "x:/a/%2E%2E/b", "x:/a/../b", URIPROOF_ACCEPTABLE},
        {"x:/a/%2E%2E/b", "c", "x:/a/%2E%2E/c", "x:/c", URIPROOF_ACCEPTABLE},
        /* a rootless path keeps its dots, or not */
        {"x:a/../b", "", "x:a/../b", "x:/b", URIPROOF_ACCEPTABLE},
        /* 3.2.2 */
        {"file://localhost/a", "b", "file://localhost/b", "file:///b", URIPROOF_ACCEPTABLE},
        /* dots and not the host; escapes and not the dots that they are */
        {"file://localhost/a/../b", "", "file://localhost/a/../b", "file://localhost/b",
         URIPROOF_ACCEPTABLE},
        {"x:%2e%2E/b", "..", "x:/", "x:", URIPROOF_ACCEPTABLE},
        /* a reading, and a technique */
        {"HTTP:a/../b", "http:?q", "http:?q", "http:/b?q", URIPROOF_ACCEPTABLE},
        /* a result that is no URI, and a form of the base by which it is one */
        {"x:/a/./../b", "", "x:/a/./../b", "x:/a/../b", URIPROOF_DIFFER},
        {"x:/a/../b", "", "x:/a/../b", "x:/a/b", URIPROOF_DIFFER},
    };
    const transform_set nothing = {{0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_resolved(&cases[i], "rfc3986", nothing);
}

typedef struct normal_case {
    const char *uri, *expected, *given;
    uriproof_outcome outcome;
    const char *clauses; /* left undone */
} normal_case;

static void assert_normal(const normal_case *c, const char *dialect, bool exact)
{
    static const char *const obeys[] = {"d.first", "d.second", NULL};
    const uriproof_readings readings = {{0}};
    const transform_set nothing = {{0}};
    const uriproof_group group = {.obeys = (const char **)obeys};
    const uriproof_vector vector = {
        .request = {URIPROOF_NORMALIZE, {uriproof_span_of(c->uri)}},
        .group = &group,
        .expect = &(const uriproof_answer){.status = ANSWER_ACCEPTED,
                                           .result = uriproof_span_of(c->expected)}};
    const uriproof_answer given = {.status = ANSWER_ACCEPTED, .result = uriproof_span_of(c->given)};
    const judge_terms terms = {.dialect = uriproof_dialect_named(dialect),
                               .readings = &readings,
                               .transforms = &nothing,
                               .exact = exact};
    judgement j = judge(&terms, &vector, &given);
    char words[240];
    snprintf(words, sizeof words, "leaves undone %s", c->clauses != NULL ? c->clauses : "");
    const char *at = strstr(j.detail, "leaves undone");
    if (j.outcome != c->outcome || (c->clauses != NULL && (at == NULL || strcmp(at, words) != 0)))
        fail_msg("%s: %s: %s, \"%s\"", c->uri, c->given, uriproof_outcomes[j.outcome].name,
                 j.detail);
}

/* "Should" and "may" accuse no one: a form that is equivalent and not the whole one is incomplete,
 * and the clauses are named that it leaves undone. */
static void an_equivalent_form_is_incomplete(void **state)
{
    (void)state;
    static const normal_case cases[] = {
        {"HTTP://H/%7e/../%2f", "http://h/%2F", "http://h/%2F", URIPROOF_AGREE, NULL},
        {"HTTP://H/%7e/../%2f", "http://h/%2F", "http://h/%2f", URIPROOF_INCOMPLETE,
         "rfc3986.normal.hex-case"},
        {"HTTP://H/%7e/../%2f", "http://h/%2F", "HTTP://h/%2F", URIPROOF_INCOMPLETE,
         "rfc3986.normal.scheme-host-case"},
        {"HTTP://H/%7e/../%2f", "http://h/%2F", "HTTP://H/%2F", URIPROOF_INCOMPLETE,
         "rfc3986.normal.scheme-host-case"},
        {"HTTP://H/%7e/../%2f", "http://h/%2F", "http://h/~/../%2F", URIPROOF_INCOMPLETE,
         "rfc3986.normal.dots"},
        {"HTTP://H/%7e/../%2f", "http://h/%2F", "HTTP://H/%7e/../%2f", URIPROOF_INCOMPLETE,
         "rfc3986.normal.hex-case, rfc3986.normal.scheme-host-case, rfc3986.normal.unreserved, "
         "rfc3986.normal.dots"},
        {"x:/%2E/a", "x:/a", "x:/%2E/a", URIPROOF_INCOMPLETE, "rfc3986.normal.unreserved"},
        {"x:/%7Ea", "x:/~a", "x:/%7Ea", URIPROOF_INCOMPLETE, "rfc3986.normal.unreserved"},
        /* more than one reading at once, and some of it undone besides */
        {"HTTP://H:80", "http://h:80", "http://h/", URIPROOF_ACCEPTABLE, NULL},
        {"HTTP://H:80", "http://h:80", "http://H/", URIPROOF_INCOMPLETE,
         "rfc3986.normal.scheme-host-case"},
        {"https://H:443/", "https://h:443/", "https://h/", URIPROOF_ACCEPTABLE, NULL},
        {"x:a/../B%41", "x:/BA", "x:a/../B%41", URIPROOF_INCOMPLETE,
         "rfc3986.normal.unreserved, rfc3986.normal.dots"},
        /* not equivalent, or no URI */
        {"x:/a%2Fb", "x:/a%2Fb", "x:/a/b", URIPROOF_DIFFER, NULL},
        {"x:/A", "x:/A", "x:/a", URIPROOF_DIFFER, NULL},
        {"x:/a?", "x:/a?", "x:/a", URIPROOF_DIFFER, NULL},
        {"x:///a", "x:///a", "x:/a", URIPROOF_DIFFER, NULL},
        {"x:/%20", "x:/%20", "x:/ ", URIPROOF_DIFFER, NULL},
        {"x:/%C3%A9", "x:/%C3%A9", "x:/\xC3\xA9", URIPROOF_DIFFER, NULL},
        {"x://h:80/", "x://h:80/", "x://h/", URIPROOF_DIFFER, NULL},
        {"x:/%2541", "x:/%2541", "x:/%41", URIPROOF_DIFFER, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_normal(&cases[i], "rfc3986", false);
        normal_case exact = cases[i];
        exact.clauses = NULL;
        if (exact.outcome != URIPROOF_AGREE)
            exact.outcome = URIPROOF_DIFFER;
        assert_normal(&exact, "rfc3986", true);
    }
    const normal_case early = {"x:%61", "x:a", "x:%61", URIPROOF_INCOMPLETE,
                               "some of: d.first, d.second"};
    assert_normal(&early, "rfc1630", false);
}

/* ---- Who splits ---- */

static judgement judge_by(judge_terms terms, uriproof_op op, const char *expect, const char *given)
{
    static const uriproof_readings readings = {{0}};
    uriproof_answer expected, answer;
    const uriproof_vector vector = {
        .request = {op, {uriproof_span_of("x:"), uriproof_span_of("y")}}, .expect = &expected};
    cJSON *expected_json = read_answer(expect, op, &expected);
    cJSON *given_json = read_answer(given, op, &answer);
    terms.dialect = uriproof_dialect_named("rfc1630");
    terms.readings = &readings;
    judgement j = judge(&terms, &vector, &answer);
    cJSON_Delete(expected_json);
    cJSON_Delete(given_json);
    return j;
}

/* What it accepts when it parses is not validated; all else is as anybody's. */
static void who_splits_does_not_validate(void **state)
{
    (void)state;
    static const transform_set nothing = {{0}};
    static const struct {
        uriproof_op op;
        const char *expect, *given;
        uriproof_outcome outcome;
    } cases[] = {
        {URIPROOF_PARSE, "{\"status\":\"rejected\"}", http, URIPROOF_UNVALIDATED},
        {URIPROOF_PARSE, "{\"status\":\"rejected\"}", "{\"status\":\"rejected\"}", URIPROOF_AGREE},
        {URIPROOF_PARSE, http, "{\"status\":\"rejected\"}", URIPROOF_STRICT},
        {URIPROOF_PARSE, http, GENERIC("\"scheme\":\"http\",\"path\":\"\""), URIPROOF_DIFFER},
        {URIPROOF_NORMALIZE, "{\"status\":\"rejected\"}", "{\"status\":\"accepted\",\"uri\":\"x\"}",
         URIPROOF_LENIENT},
        {URIPROOF_DECODE, "{\"status\":\"rejected\"}", "{\"status\":\"accepted\",\"text\":\"x\"}",
         URIPROOF_LENIENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        judge_terms terms = {.transforms = &nothing, .splits = true};
        judgement j = judge_by(terms, cases[i].op, cases[i].expect, cases[i].given);
        assert_int_equal(j.outcome, cases[i].outcome);
        terms.exact = true;
        j = judge_by(terms, cases[i].op, cases[i].expect, cases[i].given);
        assert_int_equal(j.outcome, cases[i].outcome == URIPROOF_UNVALIDATED ? URIPROOF_LENIENT
                                                                             : cases[i].outcome);
    }
}

/* The transforms that an agreement takes are named, and no others. */
static void transforms_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *given, *ways, *detail;
    } cases[] = {
        {GENERIC("\"scheme\":\"http\",\"path\":\"//h/a\""), "host lowercased, path decoded", ""},
        {GENERIC("\"scheme\":\"http\",\"path\":\"//h:80/a\""),
         "host lowercased, path decoded, port with-default, port as-number",
         "up to port with-default"},
        {COMPONENTS("\"scheme\":\"http\",\"user\":\"\",\"password\":\"\",\"host\":\"h\","
                    "\"path\":\"/a\""),
         "userinfo absent-as-empty, path decoded",
         "up to user absent-as-empty, password absent-as-empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const question asked = {URIPROOF_PARSE, http, {{0}}, NULL, NULL};
        judgement j = judge_with(&asked, cases[i].ways, cases[i].given);
        assert_int_equal(j.outcome, URIPROOF_AGREE);
        assert_string_equal(j.detail, cases[i].detail);
        assert_int_equal(j.up_to, cases[i].detail[0] != '\0');
    }
    const question other = {
        URIPROOF_PARSE, "{\"status\":\"rejected\"}", {{"void-fragment=printed", http}}, NULL, NULL};
    judgement j = judge_with(&other, "scheme lowercased, port with-default",
                             GENERIC("\"scheme\":\"http\",\"path\":\"//h:80/a\""));
    assert_int_equal(j.outcome, URIPROOF_ACCEPTABLE);
    assert_string_equal(j.detail, "agrees under void-fragment=printed, up to port with-default");
    char words[32];
    transform_set set = {{0}};
    assert_true(transform_declare(&set, "host", "lowercased") &&
                transform_declare(&set, "path", "decoded") &&
                transform_declare(&set, "query", "decoded"));
    transform_words(&set, words, sizeof words);
    assert_string_equal(words, "host lowercased, ...");
}

/* A mutant is held to the expected answer. */
static void an_exact_judgement_has_no_tolerance(void **state)
{
    (void)state;
    static const struct {
        const char *dialect;
        uriproof_request request;
        const char *expect, *given;
        uriproof_outcome outcome, exact;
    } cases[] = {
        {"rfc3986",
         {URIPROOF_RESOLVE, {{"x:/a", 4}, {"%41", 3}}},
         "{\"status\":\"accepted\",\"uri\":\"x:/%41\"}",
         "{\"status\":\"accepted\",\"uri\":\"x:/A\"}",
         URIPROOF_ACCEPTABLE,
         URIPROOF_DIFFER},
        {"rfc3986",
         {URIPROOF_RESOLVE, {{"x:/a", 4}, {"%41", 3}}},
         "{\"status\":\"accepted\",\"uri\":\"x:/%41\"}",
         "{\"status\":\"rejected\",\"uri\":\"x:/%41\"}",
         URIPROOF_ACCEPTABLE,
         URIPROOF_DIFFER},
        {"rfc3986",
         {URIPROOF_EQUIVALENT, {{"x:/%41", 6}, {"x:/A", 4}}},
         "{\"status\":\"accepted\",\"equal\":true}",
         "{\"status\":\"accepted\",\"equal\":false}",
         URIPROOF_ACCEPTABLE,
         URIPROOF_DIFFER},
        {"rfc1630",
         {URIPROOF_ENCODE, {{"a", 1}, {NULL, 0}}},
         "{\"status\":\"accepted\",\"text\":\"a\"}",
         "{\"status\":\"accepted\",\"text\":\"%61\"}",
         URIPROOF_AGREE,
         URIPROOF_DIFFER},
        {"rfc1630",
         {URIPROOF_PARSE, {{"x://H", 5}, {NULL, 0}}},
         GENERIC("\"scheme\":\"x\",\"path\":\"//H\""),
         GENERIC("\"scheme\":\"x\",\"path\":\"//h\""),
         URIPROOF_AGREE,
         URIPROOF_DIFFER},
        {"rfc1630",
         {URIPROOF_RESOLVE, {{"x:", 2}, {"y", 1}}},
         "{\"status\":\"undefined\"}",
         "{\"status\":\"accepted\",\"uri\":\"x:y\"}",
         URIPROOF_UNDEFINED,
         URIPROOF_UNDEFINED},
    };
    static const uriproof_readings readings = {{0}};
    transform_set transforms = {{0}};
    assert_true(transform_declare(&transforms, "host", "lowercased"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_answer expected, given;
        const uriproof_vector vector = {.request = cases[i].request, .expect = &expected};
        uriproof_op op = cases[i].request.op;
        cJSON *expected_json = read_answer(cases[i].expect, op, &expected);
        cJSON *given_json = read_answer(cases[i].given, op, &given);
        judge_terms terms = {.dialect = uriproof_dialect_named(cases[i].dialect),
                             .readings = &readings,
                             .transforms = &transforms};
        assert_int_equal(judge(&terms, &vector, &given).outcome, cases[i].outcome);
        terms.exact = true;
        assert_int_equal(judge(&terms, &vector, &given).outcome, cases[i].exact);
        assert_int_equal(judge(&terms, &vector, &expected).outcome, URIPROOF_AGREE);
        cJSON_Delete(expected_json);
        cJSON_Delete(given_json);
    }
}

/* The text is a right one, and whether it matches is a question of the grammar. */
static void the_verdict_on_a_right_text_is_the_grammars(void **state)
{
    (void)state;
    const uriproof_readings readings = {{0}};
    const transform_set transforms = {{0}};
    static const uriproof_status expected[] = {ANSWER_ACCEPTED, ANSWER_REJECTED, ANSWER_REJECTED};
    static const uriproof_status given[] = {ANSWER_REJECTED, ANSWER_ACCEPTED, ANSWER_REJECTED};
    for (size_t i = 0; i < 3; i++) {
        const uriproof_vector vector = {
            .request = {URIPROOF_RESOLVE, {uriproof_span_of("x:/"), uriproof_span_of("%41")}},
            .expect = &(const uriproof_answer){.status = expected[i],
                                               .result = uriproof_span_of("x:/%41")}};
        const uriproof_answer answer = {.status = given[i], .result = uriproof_span_of("x:/A")};
        judgement j =
            judged(uriproof_dialect_named("rfc3986"), &vector, &readings, &transforms, &answer);
        assert_int_equal(j.outcome, URIPROOF_ACCEPTABLE);
    }
}

/* RFC 3986, 6.1: comparison is "to minimize false negatives while strictly avoiding false
 * positives". */
static void a_comparison_may_miss(void **state)
{
    (void)state;
    static const struct {
        const char *uri, *other;
        bool expected, given;
        uriproof_outcome outcome;
        const char *dialect;
    } cases[] = {
        {"HTTP://h/", "http://h/", true, true, URIPROOF_AGREE, "rfc3986"},
        {"HTTP://h/", "http://h/", true, false, URIPROOF_ACCEPTABLE, "rfc3986"},
        {"x:/%41", "x:/A", true, false, URIPROOF_ACCEPTABLE, "rfc3986"},
        {"x:/a", "x:/a", true, false, URIPROOF_DIFFER, "rfc3986"},
        {"x:/a", "x:/b", false, true, URIPROOF_DIFFER, "rfc3986"},
        {"x:/a", "x:/b", false, false, URIPROOF_AGREE, "rfc3986"},
        {"x:/%41", "x:/A", true, false, URIPROOF_DIFFER, "rfc1630"},
    };
    const uriproof_readings readings = {{0}};
    const transform_set transforms = {{0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uriproof_vector vector = {
            .request = {URIPROOF_EQUIVALENT,
                        {uriproof_span_of(cases[i].uri), uriproof_span_of(cases[i].other)}},
            .expect = &(const uriproof_answer){
                .status = ANSWER_ACCEPTED, .has_equal = true, .equal = cases[i].expected}};
        uriproof_answer given = {
            .status = ANSWER_ACCEPTED, .has_equal = true, .equal = cases[i].given};
        const uriproof_dialect *dialect = uriproof_dialect_named(cases[i].dialect);
        judgement j = judged(dialect, &vector, &readings, &transforms, &given);
        if (j.outcome != cases[i].outcome)
            fail_msg("%s, %s: %s", cases[i].uri, cases[i].other, uriproof_outcomes[j.outcome].name);
        if (cases[i].outcome != URIPROOF_ACCEPTABLE)
            continue;
        given.status = ANSWER_REJECTED; /* rejected is not missed */
        assert_int_equal(judged(dialect, &vector, &readings, &transforms, &given).outcome,
                         URIPROOF_STRICT);
    }
}

/* A program that rejects a text that is to be normalized or compared breaks the grammar, whatever
 * the vector is about. Who resolves may have another reason; in `parse` the vector names the
 * grammar; and RFC 1630 has no production for all that may be asked. */
static void a_refusal_names_the_production(void **state)
{
    (void)state;
    static const struct {
        uriproof_op op;
        const char *dialect, *detail;
    } cases[] = {
        {URIPROOF_EQUIVALENT, "rfc3986", "rejects what matches rfc3986.bnf.URI-reference"},
        {URIPROOF_NORMALIZE, "rfc3986", "rejects what matches rfc3986.bnf.URI-reference"},
        {URIPROOF_RESOLVE, "rfc3986", ""},
        {URIPROOF_EQUIVALENT, "rfc1630", ""},
        {URIPROOF_PARSE, "rfc3986", ""},
    };
    const uriproof_readings readings = {{0}};
    const transform_set transforms = {{0}};
    const uriproof_answer refused = {.status = ANSWER_REJECTED};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uriproof_vector vector = {
            .request = {cases[i].op, {uriproof_span_of("x:a"), uriproof_span_of("x:a")}},
            .expect = &(const uriproof_answer){
                .status = ANSWER_ACCEPTED, .has_equal = true, .equal = true}};
        judgement j = judged(uriproof_dialect_named(cases[i].dialect), &vector, &readings,
                             &transforms, &refused);
        assert_int_equal(j.outcome, URIPROOF_STRICT);
        assert_string_equal(j.detail, cases[i].detail);
    }
}

/* The declared notation of an address, and no more than that. */
static const given_case address_cases[] = {
    {"//1/", "\"host\":\"0.0.0.1\",\"path\":\"/\"", "host address-rewritten", true},
    {"//0x7f.1/", "\"host\":\"127.0.0.1\",\"path\":\"/\"", "host address-rewritten", true},
    {"//010.0.0.1/", "\"host\":\"8.0.0.1\",\"path\":\"/\"", "host address-rewritten", true},
    {"//010.0.0.1/", "\"host\":\"10.0.0.1\",\"path\":\"/\"", "host address-rewritten", false},
    {"//1/", "\"host\":\"0.0.0.2\",\"path\":\"/\"", "host address-rewritten", false},
    {"//1/", "\"host\":\"0.0.0.1 x\",\"path\":\"/\"", "host address-rewritten", false},
    {"//1/", "\"host_hex\":\"302e302e302e310078\",\"path\":\"/\"", "host address-rewritten", false},
    {"//1/", "\"host\":\"\",\"path\":\"/\"", "host address-rewritten", false},
    {"//1/", "\"path\":\"/\"", "host address-rewritten", false},
    {"//1/", "\"host\":\"[::1]\",\"path\":\"/\"", "host address-rewritten", false},
    {"//[::1]/", "\"host\":\"0.0.0.1\",\"path\":\"/\"", "host address-rewritten", false},
    {"//h/", "\"host\":\"0.0.0.1\",\"path\":\"/\"", "host address-rewritten", false},
    {"//4294967296/", "\"host\":\"0.0.0.0\",\"path\":\"/\"", "host address-rewritten", false},
    {"//%31/", "\"host\":\"0.0.0.1\",\"path\":\"/\"", "host address-rewritten", false},
    {"//%31/", "\"host\":\"0.0.0.1\",\"path\":\"/\"", "host decoded, host address-rewritten", true},
    {"//[0:0::1]/", "\"host\":\"[::1]\",\"path\":\"/\"", "host address-rewritten", true},
    {"//[::1]/", "\"host\":\"[0000:0:0:0:0:0:0:1]\",\"path\":\"/\"", "host address-rewritten",
     true},
    {"//[::1.2.3.4]/", "\"host\":\"[::102:304]\",\"path\":\"/\"", "host address-rewritten", true},
    {"//[::A]/", "\"host\":\"[::a]\",\"path\":\"/\"", "host address-rewritten", true},
    {"//[::1]/", "\"host\":\"[::2]\",\"path\":\"/\"", "host address-rewritten", false},
    {"//[::1]/", "\"host\":\"::1\",\"path\":\"/\"", "host address-rewritten", false},
    {"//[::1]/", "\"host\":\"[::1%25e]\",\"path\":\"/\"", "host address-rewritten", false},
    {"//[v1.a]/", "\"host\":\"[v1.b]\",\"path\":\"/\"", "host address-rewritten", false},
    /* ipv6-rewritten: of an address in brackets, and of no other */
    {"//[0:0::1]/", "\"host\":\"[::1]\",\"path\":\"/\"", "host ipv6-rewritten", true},
    {"//[::1.2.3.4]/", "\"host\":\"[::102:304]\",\"path\":\"/\"", "host ipv6-rewritten", true},
    {"//[::06:A]/", "\"host\":\"[::6:a]\",\"path\":\"/\"", "host ipv6-rewritten", true},
    {"//[::1]/", "\"host\":\"[::2]\",\"path\":\"/\"", "host ipv6-rewritten", false},
    {"//[::1]/", "\"host\":\"::1\",\"path\":\"/\"", "host ipv6-rewritten", false},
    {"//1/", "\"host\":\"0.0.0.1\",\"path\":\"/\"", "host ipv6-rewritten", false},
    {"//01.2.3.4/", "\"host\":\"1.2.3.4\",\"path\":\"/\"", "host ipv6-rewritten", false},
    {"//[v1.a]/", "\"host\":\"[v1.A]\",\"path\":\"/\"", "host ipv6-rewritten", false},
    /* default-as-absent; telnet has 23 */
    {"//h:23/", "\"host\":\"h\",\"path\":\"/\"", "port default-as-absent", true},
    {"//h:23/", "\"host\":\"h\",\"port\":\"\",\"path\":\"/\"", "port default-as-absent", false},
    {"//h:23/", "\"host\":\"h\",\"path\":\"/\"", "port with-default", false},
    {"//h:80/", "\"host\":\"h\",\"path\":\"/\"", "port default-as-absent", false},
    {"//h:/", "\"host\":\"h\",\"path\":\"/\"", "port default-as-absent", false},
    {"//h/", "\"host\":\"h\",\"port\":\"23\",\"path\":\"/\"", "port default-as-absent", false},
    {"//h:023/", "\"host\":\"h\",\"path\":\"/\"", "port default-as-absent", false},
    {"//h:023/", "\"host\":\"h\",\"path\":\"/\"", "port default-as-absent, port as-number", true},
    {"//h:023/", "\"host\":\"h\",\"path\":\"/\"", "port as-number", false},
};

/* A path whose dot segments are gone, as RFC 3986's 5.2.4 removes them, and no other path. */
static const given_case dots_cases[] = {
    {"//h/a/./b/../c", "\"host\":\"h\",\"path\":\"/a/c\"", "path dots-removed", true},
    {"//h/a/./b/../c", "\"host\":\"h\",\"path\":\"/a/c\"", "path decoded", false},
    {"//h/a/./b/../c", "\"host\":\"h\",\"path\":\"/a/b/../c\"", "path dots-removed", false},
    {"//h/a/..", "\"host\":\"h\",\"path\":\"/\"", "path dots-removed", true},
    {"//h/a/..", "\"host\":\"h\",\"path\":\"\"", "path dots-removed", false},
    {"//h/../a", "\"host\":\"h\",\"path\":\"/a\"", "path dots-removed", true},
    {"//h/a/%2e%2E/b", "\"host\":\"h\",\"path\":\"/b\"", "path dots-removed", true},
    {"//h/a/%2e/./b", "\"host\":\"h\",\"path\":\"/a/%2e/b\"", "path dots-removed", true},
    {"//h/a/.%2e/b", "\"host\":\"h\",\"path\":\"/b\"", "path dots-removed", true},
    {"//h/a/%2e%2e%2fb", "\"host\":\"h\",\"path\":\"/b\"", "path dots-removed", false},
    {"//h/a/b%2ec", "\"host\":\"h\",\"path\":\"/a/b.c\"", "path dots-removed", false},
    {"//h/a/./b%2ec", "\"host\":\"h\",\"path\":\"/a/b%2ec\"", "path dots-removed", true},
    {"//h/%7e/./%41", "\"host\":\"h\",\"path\":\"/~/A\"",
     "path dots-removed, path decoded-unreserved", true},
    {"/./..", "\"path\":\"\"", "path dots-removed", false},
    {"../..", "\"path\":\".\"", "path dots-removed", false},
    {"//h/a/./b", "\"host\":\"h\",\"path\":\"/a/x\"", "path dots-removed", false},
};

static void a_path_without_its_dots(void **state)
{
    (void)state;
    assert_given(dots_cases, sizeof dots_cases / sizeof dots_cases[0]);
}

/* The path of an ftp: URI without what RFC 1738 does not count to it, and no other path. */
static void a_path_as_of_ftp(void **state)
{
    static const struct {
        const char *scheme, *path, *given;
        bool agrees;
    } cases[] = {
        {"ftp", "/a/b", "a/b", true},
        {"FTP", "/a/b", "a/b", true},
        {"ftp", "/", "", true},
        {"ftp", "//a", "/a", true},
        {"ftp", "/%2Fa", "%2Fa", true},
        {"ftp", "/%2fa", "/a", true},
        {"ftp", "/a%2Fb", "a/b", false},
        {"ftp", "/a;type=i", "a", true},
        {"ftp", "/a;type=i", "/a", true},
        {"ftp", "/a;type=i", "a;type=i", true},
        {"ftp", "/a;type=D", "a", true},
        {"ftp", "/a;type=x", "a", false},
        {"ftp", "/a;type=", "a", false},
        {"ftp", "/a;type=i/b", "a", false},
        {"ftp", "/a;type=i", "a;type=", false},
        {"ftp", "/ab", "b", false},
        {"ftp", "/a", "/", false},
        {"ftp", "/a", "", false},
        {"http", "/a", "a", false},
        {"ftps", "/a", "a", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expect[160], given[200];
        snprintf(expect, sizeof expect, GENERIC("\"scheme\":\"%s\",\"path\":\"//h%s\""),
                 cases[i].scheme, cases[i].path);
        snprintf(given, sizeof given,
                 COMPONENTS("\"scheme\":\"%s\",\"host\":\"h\",\"path\":\"%s\""), cases[i].scheme,
                 cases[i].given);
        const question asked = {URIPROOF_PARSE, expect, {{0}}, NULL, NULL};
        assert_judged(&asked, NULL, given, URIPROOF_DIFFER, false);
        assert_judged(&asked, "path ftp-path", given,
                      cases[i].agrees ? URIPROOF_AGREE : URIPROOF_DIFFER, true);
    }
    transform_set set = {{0}};
    assert_false(transform_declare(&set, "query", "ftp-path"));
}

static void the_zone_of_an_address(void **state)
{
    static const struct {
        const char *expected, *given, *transforms;
        bool agrees;
    } cases[] = {
        {"[::1%25e]", "[::1%e]", "host zone-decoded", true},
        {"[::1%25%41]", "[::1%A]", "host zone-decoded", true},
        {"[::A%25E]", "[::a%e]", "host zone-decoded, host lowercased", true},
        {"[0::1%25e]", "[::1%e]", "host zone-decoded", false},
        {"[::1%25e]", "[::1]", "host zone-decoded", false},
        {"[::1%25e]", "[::1%f]", "host zone-decoded", false},
        {"[::1%25e]", "::1%e", "host zone-decoded", false},
        {"h%2541", "h%41", "host zone-decoded", false},
        {"h%25e", "h%e", "host zone-decoded", false},
        {"[::1%25e]", "[::1%e]", "host ipv6-rewritten", false},
        {"[::1%25e]", "[::1%e]", "host decoded-unreserved", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expect[160], given[200];
        snprintf(expect, sizeof expect, GENERIC("\"scheme\":\"x\",\"path\":\"//%s/\""),
                 cases[i].expected);
        snprintf(given, sizeof given, COMPONENTS("\"scheme\":\"x\",\"host\":\"%s\",\"path\":\"/\""),
                 cases[i].given);
        const question asked = {URIPROOF_PARSE, expect, {{0}}, NULL, NULL};
        assert_judged(&asked, cases[i].transforms, given,
                      cases[i].agrees ? URIPROOF_AGREE : URIPROOF_DIFFER, true);
    }
    transform_set set = {{0}};
    assert_false(transform_declare(&set, "path", "zone-decoded"));
}

static void the_ways_of_ports_and_hosts(void **state)
{
    (void)state;
    assert_given(address_cases, sizeof address_cases / sizeof address_cases[0]);
    transform_set set = {{0}};
    assert_true(transform_declare(&set, "host", "address-rewritten"));
    assert_true(transform_declare(&set, "host", "ipv6-rewritten"));
    assert_false(transform_declare(&set, "path", "ipv6-rewritten"));
    assert_true(transform_declare(&set, "path", "dots-removed"));
    assert_false(transform_declare(&set, "query", "dots-removed"));
    assert_true(transform_declare(&set, "port", "default-as-absent"));
    assert_false(transform_declare(&set, "port", "address-rewritten"));
    assert_false(transform_declare(&set, "path", "address-rewritten"));
    assert_false(transform_declare(&set, "host", "default-as-absent"));
    assert_false(transform_declare(&set, "path", "with-default"));
    assert_false(transform_declare(&set, "userinfo", "as-number"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_outcome_of_a_parse),
        cmocka_unit_test(each_outcome_of_the_others),
        cmocka_unit_test(why_it_is_unsupported_is_kept),
        cmocka_unit_test(components_become_generic),
        cmocka_unit_test(other_components_differ),
        cmocka_unit_test(a_generic_view_is_held_against_components),
        cmocka_unit_test(both_views_are_held_to),
        cmocka_unit_test(components_are_compared_with_components),
        cmocka_unit_test(each_way_excuses_what_it_says),
        cmocka_unit_test(a_path_without_its_dots),
        cmocka_unit_test(a_path_as_of_ftp),
        cmocka_unit_test(a_generic_view_is_excused),
        cmocka_unit_test(who_gives_it_as_written_is_not_excused),
        cmocka_unit_test(a_declaration_is_not_about_whole_texts),
        cmocka_unit_test(nor_is_it_under_another_reading),
        cmocka_unit_test(declarations_are_known),
        cmocka_unit_test(another_reading_is_acceptable),
        cmocka_unit_test(the_reading_in_force_is_agreed_with),
        cmocka_unit_test(a_departure_is_no_excuse),
        cmocka_unit_test(nobody_is_accused_where_the_text_is_silent),
        cmocka_unit_test(a_way_holds_under_another_reading),
        cmocka_unit_test(encoded_text_is_compared_by_identity),
        cmocka_unit_test(identical_octets_agree_under_each_reading),
        cmocka_unit_test(silence_on_identity_is_no_accusation),
        cmocka_unit_test(a_base_may_be_normalized_first),
        cmocka_unit_test(unreserved_escapes_may_be_undone_at_any_time),
        cmocka_unit_test(the_verdict_on_a_right_text_is_the_grammars),
        cmocka_unit_test(a_result_may_be_normalized_but_for_dots_and_delimiters),
        cmocka_unit_test(any_techniques_may_make_the_base),
        cmocka_unit_test(an_equivalent_form_is_incomplete),
        cmocka_unit_test(who_splits_does_not_validate),
        cmocka_unit_test(transforms_are_named),
        cmocka_unit_test(an_exact_judgement_has_no_tolerance),
        cmocka_unit_test(a_comparison_may_miss),
        cmocka_unit_test(a_refusal_names_the_production),
        cmocka_unit_test(the_zone_of_an_address),
        cmocka_unit_test(the_ways_of_ports_and_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
