/* SPDX-License-Identifier: MIT */
/*
 * Learns parsers that are the model with some values changed everywhere: just these are found, and
 * texts that were not asked are answered as the parser does.
 */
#include "judge/judge.h"
#include "model/learn.h"

#include <uriproof/rfc3986.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CHANGES_MOST = 4, UNSEEN = 3000 };

/* Each row is a parser: "trait=value". Stages of some meet. */
static const char *const parsers[][CHANGES_MOST] = {
    {"userinfo.password-empty=both", "userinfo.at=none"},
    {"fragment.percent=refused", "host.dot=rejected", "host.case=lower"},
    {"port.empty=host", "fragment.escapes=decoded", "resolve.query=folder", "host.labels=dots"},
    {"scheme.empty=taken"},
    {"query.escapes=both", "query.encoded=blanks-high", "host.percent=refused"},
    {"host.dot=removed", "fragment.percent=taken", "resolve.dots-absolute=kept"},
    {"scheme.first=letter-or-digit", "text.utf8=rejected"},
};

/* What is asked: the model under a profile. */
typedef struct parser {
    profile profile;
    store *store;
} parser;

static uriproof_span kept(const parser *p, uriproof_span span)
{
    if (uriproof_present(span))
        span.octets = store_copy(p->store, span.octets, span.length);
    return span;
}

static void ask(void *self, observation *items, size_t count)
{
    const parser *p = self;
    for (size_t n = 0; n < count; n++) {
        const uriproof_request *asked = &items[n].request;
        uriproof_answer *given = &items[n].given;
        const size_t need = model_room(asked->field[0].length + asked->field[1].length);
        uriproof_buffer room = {malloc(need), need, 0};
        items[n].is_answer = model_answer(&p->profile, asked, &room, given, NULL);
        uriproof_components *c = &given->parts.components;
        uriproof_span *const parts[] = {&c->scheme, &c->userinfo, &c->user,  &c->password, &c->host,
                                        &c->port,   &c->path,     &c->query, &c->fragment};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            *parts[i] = kept(p, *parts[i]);
        given->result = kept(p, given->result);
        free(room.octets);
    }
}

static bool is_wrong(void *self, const observation *o)
{
    static const uriproof_readings defaults = {{0}};
    static const transform_set nothing = {{0}};
    const judge_terms terms = {
        .dialect = &uriproof_rfc3986, .readings = &defaults, .transforms = &nothing};
    (void)self;
    return is_wrong_by_dialect(&terms, &o->request, &o->given);
}

/* Returns the trait of "trait=value", and sets the value. */
static trait_id change_of(const char *words, unsigned *value)
{
    char name[64] = "";
    const size_t length = strcspn(words, "=");
    assert_true(length < sizeof name);
    memcpy(name, words, length);
    const trait_id id = trait_named(name);
    assert_true(id < TRAIT_COUNT);
    for (*value = 0; strcmp(traits[id].values[*value].id, words + length + 1) != 0; ++*value)
        assert_true(*value + 1 < trait_value_count(id));
    return id;
}

static bool is_changed(const char *const *wanted, const deviation *d)
{
    for (unsigned i = 0; i < CHANGES_MOST && wanted[i] != NULL; i++) {
        unsigned value;
        if (change_of(wanted[i], &value) == d->trait && value == d->value)
            return true;
    }
    return false;
}

/* Returns true if the answer is not that of the profile `self`. */
static bool differs(void *self, const observation *o)
{
    uriproof_buffer own = {NULL, 0, 0};
    const bool same = profile_explains(self, o, &own);
    free(own.octets);
    return !same;
}

static void require_recovered(const char *const *wanted)
{
    profile claimed = profile_of_rfc3986(NULL);
    parser p = {claimed, store_new()};
    for (unsigned i = 0; i < CHANGES_MOST && wanted[i] != NULL; i++) {
        unsigned value;
        const trait_id id = change_of(wanted[i], &value);
        profile_set(&p.profile, PROFILE_EVERYWHERE, id, value);
    }
    const learn_terms terms = {.claimed = &claimed,
                               .seed = 1,
                               .can = {[MODEL_PARSE] = true, [MODEL_RESOLVE] = true},
                               .self = &p,
                               .ask = ask,
                               .is_wrong = is_wrong};
    learned l = learn(&terms, p.store, (observations){NULL, 0});
    for (size_t i = 0; i < l.count; i++)
        if (!is_changed(wanted, &l.deviations[i]))
            fail_msg("%s ...: also found: %s=%u", wanted[0], traits[l.deviations[i].trait].id,
                     l.deviations[i].value);
    observations unseen = {NULL, 0};
    questions_of_seed(&unseen, p.store, 77,
                      &(question_counts){{[MODEL_PARSE] = UNSEEN, [MODEL_RESOLVE] = UNSEEN}});
    ask(&p, unseen.items, unseen.count);
    const prediction found = predict(&l.profile, &unseen, differs, &claimed);
    if (found.predicted != found.asked || found.differing == 0)
        fail_msg("%s ...: predicts %zu of %zu", wanted[0], found.predicted, found.asked);
    free(unseen.items);
    learned_free(&l);
    store_free(p.store);
}

/* AddressSanitizer takes six times as long, and every other parser. */
#ifdef __SANITIZE_ADDRESS__
enum { STEP = 2 };
#else
enum { STEP = 1 };
#endif

static void test_recovery(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof parsers / sizeof parsers[0]; i += STEP)
        require_recovered(parsers[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recovery),
    };
    return cmocka_run_group_tests_name("recovery", tests, NULL, NULL);
}
