/* SPDX-License-Identifier: MIT */
/*
 * A parser with a fault that no trait knows: three octets `z` in a row of a path are lost. Whatever
 * the seed, it is one group, with the same identity and a text that cannot be smaller.
 */
#include "classes/classes.h"
#include "profiles/profiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct parser {
    profile profile;
    store *store;
    uriproof_buffer room;
    bool is_right;
} parser;

static void answer(parser *p, store *s, observation *o)
{
    uriproof_span *path = &o->given.parts.components.path;
    model_answer(&p->profile, &o->request, &p->room, &o->given, NULL);
    o->is_answer = true;
    o->given = reply_of_answer(s, o->request.op, &o->given).answer;
    char *at = path->length > 0 ? strstr(path->octets, "zzz") : NULL;
    if (at != NULL && !p->is_right) {
        memmove(at, at + 3, strlen(at + 3) + 1);
        path->length -= 3;
    }
}

static void ask(void *self, store *s, observation *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        answer(self, s, &items[i]);
}

static bool never(void *self)
{
    (void)self;
    return false;
}

/* Texts of a seed, of which some have the fault. */
static observations texts_of(parser *p, uint64_t seed)
{
    static const char *const more[] = {"http://h/azzzb?q", "x:/zzzz#f", "ftp://u@h:1/%7ezzz/zzz",
                                       "x:zzz", "a:b/c/zzz?zzz"};
    observations asked = {NULL, 0};
    questions_of_seed(&asked, p->store, seed, &(question_counts){{[MODEL_PARSE] = 300}});
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        observations_add(&asked, URIPROOF_PARSE, uriproof_span_of(more[(i + seed) % 5]),
                         (uriproof_span){NULL, 0});
    ask(p, p->store, asked.items, asked.count);
    return asked;
}

static profile_record found_by(parser *p, uint64_t seed)
{
    observations asked = texts_of(p, seed);
    const unexplained_terms terms = {p->store, p, ask, never};
    profile_record r = {.profile = p->profile};
    unexplained_find(&terms, &asked, 1, &r);
    free(asked.items);
    return r;
}

static parser begin(bool is_right)
{
    return (parser){profile_of_rfc3986(NULL), store_new(), {malloc(1 << 20), 1 << 20, 0}, is_right};
}

static void end(parser *p)
{
    free(p->room.octets);
    store_free(p->store);
}

static void test_one_fault(void **state)
{
    (void)state;
    parser p = begin(false);
    const uint64_t seeds = getenv("URIPROOF_VALGRIND") != NULL ? 2 : 10;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        profile_record r = found_by(&p, seed);
        assert_int_equal(r.group_count, 1);
        assert_true(r.unexplained >= 5);
        assert_int_equal(r.groups[0].answers, r.unexplained);
        assert_string_equal(r.groups[0].id, "parse/path/differs/a:zzz");
        assert_string_equal(r.groups[0].kind, "differs");
        assert_int_equal(r.groups[0].shown.given.parts.components.path.length, 0);
        assert_int_equal(r.groups[0].shown.expected.parts.components.path.length, 3);
        free(r.groups);
    }
    end(&p);
}

static void test_right(void **state)
{
    (void)state;
    parser p = begin(true);
    profile_record r = found_by(&p, 1);
    assert_int_equal(r.group_count, 0);
    assert_int_equal(r.unexplained, 0);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_fault),
        cmocka_unit_test(test_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
