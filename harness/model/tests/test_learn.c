/* SPDX-License-Identifier: MIT */
/*
 * Learns profiles of parsers whose deviations are known. They are the literal reference with a step
 * before or after it, so none is the model: the right one deviates nowhere, and of the others just
 * the steps are found.
 */
#include "judge/judge.h"
#include "model/learn.h"

#include <uriproof/rfc3986.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A parser: what it does to a text before the reference reads it, and to the parts after. */
typedef struct parser {
    store *store;
    bool strips_blanks;
    size_t calls; /* how often it was asked */
    bool lowers_scheme, drops_empty_fragment, drops_default_port, rejects_empty_host;
    bool only_first; /* its deviations are those of its first process */
    bool is_new;     /* asked in another process */
    /* What its adapter declares. */
    transform_set transforms;
    bool splits;
} parser;

static uriproof_span stripped(uriproof_span text)
{
    while (text.length > 0 && *text.octets == ' ')
        text = (uriproof_span){text.octets + 1, text.length - 1};
    return text;
}

static uriproof_span lowered(store *s, uriproof_span text)
{
    char *octets = store_copy(s, text.octets, text.length);
    for (size_t i = 0; i < text.length; i++)
        octets[i] = (char)(octets[i] >= 'A' && octets[i] <= 'Z' ? octets[i] + 32 : octets[i]);
    return (uriproof_span){octets, text.length};
}

static void change_parts(const parser *p, uriproof_answer *answer)
{
    uriproof_components *c = &answer->parts.components;
    const uriproof_span none = {NULL, 0};
    if (p->drops_default_port && port_is_default(c->scheme, c->port))
        c->port = none;
    if (p->lowers_scheme && uriproof_present(c->scheme))
        c->scheme = lowered(p->store, c->scheme);
    if (p->drops_empty_fragment && c->fragment.length == 0)
        c->fragment = none;
    if (p->rejects_empty_host && uriproof_present(c->host) && c->host.length == 0)
        *answer = (uriproof_answer){.status = ANSWER_REJECTED};
}

static void ask(void *self, observation *items, size_t count)
{
    parser *p = self;
    p->calls++;
    for (size_t i = 0; i < count; i++) {
        observation *o = &items[i];
        uriproof_request request = o->request;
        uriproof_scratch scratch = {0};
        if (p->strips_blanks)
            request.field[0] = stripped(request.field[0]);
        uriproof_ask(&uriproof_rfc3986, NULL, &request, &scratch, &o->given);
        uriproof_scratch_free(&scratch);
        if (o->given.status == ANSWER_ACCEPTED && !(p->is_new && p->only_first))
            change_parts(p, &o->given);
        o->is_answer = true;
    }
}

static void ask_again(void *self, observation *items, size_t count)
{
    parser *p = self;
    p->is_new = true;
    ask(p, items, count);
    p->is_new = false;
}

static bool is_wrong(void *self, const observation *o)
{
    static const uriproof_readings defaults = {{0}};
    const parser *p = self;
    const judge_terms terms = {.dialect = &uriproof_rfc3986,
                               .readings = &defaults,
                               .transforms = &p->transforms,
                               .splits = p->splits};
    return is_wrong_by_dialect(&terms, &o->request, &o->given);
}

/* Returns true if the answer is not that of the profile `self`. */
static bool differs(void *self, const observation *o)
{
    uriproof_buffer own = {NULL, 0, 0};
    const bool same = profile_explains(self, o, &own);
    free(own.octets);
    return !same;
}

/* Learns the parser by its answers to parse, and requires just these deviations, as "trait=value".
 */
static void require_deviations(parser p, const char *const *expected)
{
    profile claimed = profile_of_rfc3986(NULL);
    p.store = store_new();
    const learn_terms terms = {.claimed = &claimed,
                               .seed = 1,
                               .can = {true, false},
                               .self = &p,
                               .ask = ask,
                               .ask_again = ask_again,
                               .is_wrong = is_wrong};
    learned l = learn(&terms, p.store, (observations){NULL, 0});
    size_t count = 0;
    for (; expected[count] != NULL; count++) {
        size_t i = 0;
        char words[64] = "";
        while (i < l.count && strcmp(words, expected[count]) != 0) {
            const deviation *d = &l.deviations[i++];
            strcpy(words, traits[d->trait].id);
            strcat(words, "=");
            if ((unsigned)d->trait >= OCTET_PARTS)
                strcat(words, traits[d->trait].values[d->value].id);
        }
        if (strcmp(words, expected[count]) != 0)
            print_message("# not found: %s\n", expected[count]);
        assert_string_equal(words, expected[count]);
    }
    for (size_t i = 0; i < l.count && l.count != count; i++)
        print_message("# found: %s=%u\n", traits[l.deviations[i].trait].id, l.deviations[i].value);
    assert_int_equal(l.count, count);
    size_t unstable = 0;
    for (size_t i = 0; i < l.asked.count; i++) {
        assert_true(l.explained[i]);
        unstable += l.unstable[i];
    }
    assert_int_equal(unstable > 0, p.only_first);
    p.is_new = true;
    observations unseen = {NULL, 0};
    questions_of_seed(&unseen, p.store, 77, &(question_counts){{[MODEL_PARSE] = 1000}});
    ask(&p, unseen.items, unseen.count);
    const prediction found = predict(&l.profile, &unseen, differs, &claimed);
    assert_int_equal(found.asked, 1000);
    assert_int_equal(found.predicted, 1000);
    free(unseen.items);
    learned_free(&l);
    store_free(p.store);
}

static void test_right(void **state)
{
    (void)state;
    require_deviations((parser){0}, (const char *const[]){NULL});
}

static void test_one(void **state)
{
    (void)state;
    require_deviations((parser){.lowers_scheme = true},
                       (const char *const[]){"scheme.case=lower", NULL});
    require_deviations((parser){.rejects_empty_host = true},
                       (const char *const[]){"host.empty=rejected", NULL});
}

static void test_several(void **state)
{
    (void)state;
    require_deviations((parser){.strips_blanks = true,
                                .lowers_scheme = true,
                                .drops_empty_fragment = true,
                                .drops_default_port = true,
                                .rejects_empty_host = true},
                       (const char *const[]){"text.leading=blanks", "scheme.case=lower",
                                             "fragment.empty=absent", "port.default=dropped",
                                             "host.empty=rejected", NULL});
}

/* What an adapter declares is no deviation: `test` says that it is right. */
static void test_declared(void **state)
{
    (void)state;
    parser p = {.lowers_scheme = true, .rejects_empty_host = true};
    assert_true(transform_declare(&p.transforms, "scheme", "lowercased"));
    require_deviations(p, (const char *const[]){"host.empty=rejected", NULL});
    require_deviations((parser){.strips_blanks = true, .splits = true},
                       (const char *const[]){NULL});
    /* And none where another deviation beside it makes the answer wrong. */
    p = (parser){.lowers_scheme = true, .drops_empty_fragment = true, .transforms = p.transforms};
    require_deviations(p, (const char *const[]){"fragment.empty=absent", NULL});
}

/* What a new process does not do again is no deviation. */
static void test_unstable(void **state)
{
    (void)state;
    require_deviations((parser){.rejects_empty_host = true, .only_first = true},
                       (const char *const[]){NULL});
    require_deviations(
        (parser){.strips_blanks = true, .drops_empty_fragment = true, .only_first = true},
        (const char *const[]){"text.leading=blanks", NULL});
}

static bool was_asked(void *self)
{
    const parser *p = self;
    return p->calls > 0;
}

/* It is to end after the first questions: it asks no more, and claims nothing. */
static void test_stop(void **state)
{
    (void)state;
    profile claimed = profile_of_rfc3986(NULL);
    parser p = {.store = store_new(), .lowers_scheme = true};
    const learn_terms terms = {.claimed = &claimed,
                               .seed = 1,
                               .can = {true, false},
                               .self = &p,
                               .ask = ask,
                               .ask_again = ask_again,
                               .is_wrong = is_wrong,
                               .should_stop = was_asked};
    learned l = learn(&terms, p.store, (observations){NULL, 0});
    assert_int_equal(p.calls, 1);
    assert_int_equal(l.count, 0);
    learned_free(&l);
    store_free(p.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),    cmocka_unit_test(test_one),
        cmocka_unit_test(test_several),  cmocka_unit_test(test_declared),
        cmocka_unit_test(test_unstable), cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests_name("learning", tests, NULL, NULL);
}
