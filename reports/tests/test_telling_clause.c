/* SPDX-License-Identifier: MIT */
/* The clause that is quoted is about what differs. What is right is from RFC 3986, by hand. */
#include "telling_clause.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { CLAUSES_MOST = 4 };

static const uriproof_results_clause clauses[] = {
    {.id = "rfc3986.port.colon"},
    {.id = "rfc3986.bnf.userinfo"},
    {.id = "rfc3986.userinfo.at-sign"},
    {.id = "rfc3986.bnf.path-rootless"},
    {.id = "rfc3986.bnf.authority"},
    {.id = "rfc3986.syntax.no-double-slash"},
    {.id = "rfc3986.dots.leading"},
    {.id = "rfc3986.host.empty"},
    {.id = "rfc3986.unreserved.equivalent"},
    {.id = "rfc1630.bnf.path"},
    {.id = "rfc3986.authority.termination"},
    {.id = "rfc3986.resolve.merged"},
    {.id = "rfc3986.base.absolute"},
};

enum { CLAUSE_COUNT = sizeof clauses / sizeof clauses[0] };

/* What a case names, the class of a difference in it, and the clause that tells; NULL if there is
 * none. */
static const struct {
    bool accepted;
    const char *breaks[CLAUSES_MOST], *obeys[CLAUSES_MOST];
    const char *class_id, *telling;
} rows[] = {
    /* x://u:p@h/: the host is not `p@h` since an at-sign ends the userinfo (3.2.1). */
    {true,
     {"rfc3986.port.colon"},
     {"rfc3986.bnf.userinfo", "rfc3986.userinfo.at-sign"},
     "1/parse/host/boundary/rfc3986.port.colon/colon",
     "rfc3986.userinfo.at-sign"},
    /* x://h:8/: the host is not `h:8` since a colon ends it (3.2.3), which the case is about. */
    {true,
     {NULL},
     {"rfc3986.port.colon"},
     "1/parse/host/boundary/rfc3986.port.colon/colon",
     "rfc3986.port.colon"},
    /* x:%2F%2Fh/ is valid by what it obeys, and not by the rule of an authority. */
    {true,
     {"rfc3986.bnf.authority"},
     {"rfc3986.bnf.path-rootless"},
     "1/parse/host/validity/rfc3986.bnf.hier-part/none",
     "rfc3986.bnf.path-rootless"},
    /* No rule of the path says what a host is. */
    {true,
     {"rfc3986.host.empty"},
     {"rfc3986.bnf.path-rootless"},
     "1/parse/host/text/rfc3986.bnf.host/letter",
     NULL},
    /* A rule of no part is better than that of another part. */
    {true,
     {NULL},
     {"rfc3986.bnf.path-rootless", "rfc3986.unreserved.equivalent"},
     "1/parse/host/text/rfc3986.bnf.host/letter",
     "rfc3986.unreserved.equivalent"},
    /* http:a has no host: an authority begins after two slashes (3.2). */
    {true,
     {"rfc3986.host.empty"},
     {"rfc3986.bnf.path-rootless"},
     "1/parse/host/boundary/rfc3986.authority.termination/colon",
     "rfc3986.authority.termination"},
    /* What 5.3 writes breaks the rule of two slashes. 5.2.4 says why it does. */
    {true,
     {NULL},
     {"rfc3986.syntax.no-double-slash", "rfc3986.resolve.merged", "rfc3986.dots.leading"},
     "1/resolve/host/by-the-text/rfc3986.syntax.no-double-slash/slash",
     "rfc3986.dots.leading"},
    {true,
     {NULL},
     {"rfc3986.syntax.no-double-slash"},
     "1/resolve/host/by-the-text/rfc3986.syntax.no-double-slash/slash",
     NULL},
    /* The clause of a class is not one of another dialect. */
    {false,
     {"rfc1630.bnf.path"},
     {NULL},
     "1/parse/uri/validity/rfc3986.port.colon/letter",
     "rfc1630.bnf.path"},
    /* A text that goes wrong breaks the clause of the class. */
    {false,
     {"rfc3986.bnf.authority"},
     {NULL},
     "1/parse/uri/validity/rfc3986.port.colon/letter",
     "rfc3986.port.colon"},
    {true, {NULL}, {"rfc3986.dots.leading"}, NULL, "rfc3986.dots.leading"},
    /* g:h resolved against x://a/b is g:h (5.2.2): the paths are not merged, so that is no rule
     * which a wrong result breaks. */
    {true,
     {"rfc3986.resolve.merged"},
     {"rfc3986.bnf.path-rootless"},
     "1/resolve/path/text/rfc3986.bnf.path/letter",
     "rfc3986.bnf.path-rootless"},
    {true, {"rfc3986.resolve.merged"}, {"rfc3986.dots.leading"}, NULL, "rfc3986.dots.leading"},
    /* Of x:a/b and g the result is x:a/g (5.2.2). Who loses the scheme may well merge rightly, and
     * did not reject the base. */
    {true,
     {NULL},
     {"rfc3986.dots.leading", "rfc3986.base.absolute", "rfc3986.resolve.merged"},
     "1/resolve/scheme/text/rfc3986.bnf.scheme/letter",
     "rfc3986.resolve.merged"},
    /* If the vector names no other rule, that one is applied where it must not be. */
    {true, {"rfc3986.resolve.merged"}, {NULL}, NULL, "rfc3986.resolve.merged"},
    {true, {NULL}, {NULL}, NULL, NULL},
};

/* Adds the numbers of the clauses of these names. */
static void add(const char *const *names, size_t *list, size_t *count)
{
    for (size_t i = 0; i < CLAUSES_MOST && names[i] != NULL; i++)
        for (size_t k = 0; k < CLAUSE_COUNT; k++)
            if (strcmp(clauses[k].id, names[i]) == 0)
                list[(*count)++] = k;
}

/* /.//b:c against x:a is x://b:c (5.2.4, 5.3), which is no URI: what is expected breaks the rule of
 * two slashes (3.3), and another result breaks the routine. */
static void a_result_that_is_no_uri_breaks_a_clause_itself(void **state)
{
    (void)state;
    size_t list[2 * CLAUSES_MOST], count = 0;
    const char *const breaks[CLAUSES_MOST] = {"rfc3986.syntax.no-double-slash"};
    const char *const obeys[CLAUSES_MOST] = {"rfc3986.dots.leading"};
    uriproof_results_group group = {.clauses = list, .breaks_count = 1};
    add(breaks, list, &count);
    add(obeys, list, &count);
    group.clause_count = count;
    const uriproof_results results = {.dialect = "rfc3986",
                                      .clauses = (uriproof_results_clause *)clauses,
                                      .clause_count = CLAUSE_COUNT};
    const uriproof_case resolved = {.id = "one", .group = &group, .op = URIPROOF_RESOLVE};
    const uriproof_case parsed = {.id = "one", .group = &group, .op = URIPROOF_PARSE};
    assert_string_equal(clauses[report_telling_clause(&results, NULL, NULL, &resolved)].id,
                        obeys[0]);
    assert_string_equal(clauses[report_telling_clause(&results, NULL, NULL, &parsed)].id,
                        breaks[0]);
}

static void the_clause_is_about_what_differs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t list[2 * CLAUSES_MOST], count = 0;
        uriproof_results_group group = {.clauses = list};
        add(rows[i].breaks, list, &count);
        group.breaks_count = count;
        add(rows[i].obeys, list, &count);
        group.clause_count = count;
        const bool is_old = count > 0 && strncmp(clauses[list[0]].id, "rfc1630", 7) == 0;
        const uriproof_results results = {.dialect = is_old ? "rfc1630" : "rfc3986",
                                          .clauses = (uriproof_results_clause *)clauses,
                                          .clause_count = CLAUSE_COUNT};
        const uriproof_case one = {.id = "one", .group = &group, .accepted = rows[i].accepted};
        const size_t found = report_telling_clause(&results, NULL, rows[i].class_id, &one);
        const char *name = found != SIZE_MAX ? clauses[found].id : "none";
        assert_string_equal(name, rows[i].telling != NULL ? rows[i].telling : "none");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clause_is_about_what_differs),
        cmocka_unit_test(a_result_that_is_no_uri_breaks_a_clause_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
