/* SPDX-License-Identifier: MIT */
/* The clause that is quoted. What is right is from RFC 3986, by hand. */
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

/* What a case names, the deviation that explains a failure, and the clause that tells; NULL if
 * there is none. */
static const struct {
    bool accepted;
    const char *breaks[CLAUSES_MOST], *obeys[CLAUSES_MOST];
    const char *deviations, *telling;
} rows[] = {
    /* x://u:p@h/: the userinfo seems to be a host and a port. */
    {true,
     {"rfc3986.port.colon"},
     {"rfc3986.bnf.userinfo", "rfc3986.userinfo.at-sign"},
     NULL,
     "rfc3986.bnf.userinfo"},
    /* What the parser does is known: it says which rule it breaks, the worst first. */
    {true,
     {"rfc3986.port.colon"},
     {"rfc3986.bnf.userinfo"},
     "userinfo.at=first port.empty=absent",
     "rfc3986.userinfo.at-sign"},
    /* A rule that no case of the results names, and a deviation that this program does not know. */
    {true,
     {NULL},
     {"rfc3986.bnf.path-rootless"},
     "path.percent=taken",
     "rfc3986.bnf.path-rootless"},
    {true, {NULL}, {"rfc3986.bnf.path-rootless"}, "no.trait=any", "rfc3986.bnf.path-rootless"},
    /* x:%2F%2Fh/ is valid by what it obeys, and not by the rule of an authority. */
    {true,
     {"rfc3986.bnf.authority"},
     {"rfc3986.bnf.path-rootless"},
     NULL,
     "rfc3986.bnf.path-rootless"},
    {false, {"rfc1630.bnf.path"}, {NULL}, NULL, "rfc1630.bnf.path"},
    /* A trait has the clause of RFC 3986, which decides nothing by another specification. */
    {false, {"rfc1630.bnf.path"}, {NULL}, "userinfo.at=first", "rfc1630.bnf.path"},
    {false, {"rfc3986.bnf.authority"}, {"rfc3986.host.empty"}, NULL, "rfc3986.bnf.authority"},
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
    assert_string_equal(clauses[report_telling_clause(&results, NULL, &resolved)].id, obeys[0]);
    assert_string_equal(clauses[report_telling_clause(&results, NULL, &parsed)].id, breaks[0]);
}

static void the_clause_is_that_of_the_deviation_or_the_first(void **state)
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
        const size_t found = report_telling_clause(&results, rows[i].deviations, &one);
        const char *name = found != SIZE_MAX ? clauses[found].id : "none";
        assert_string_equal(name, rows[i].telling != NULL ? rows[i].telling : "none");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clause_is_that_of_the_deviation_or_the_first),
        cmocka_unit_test(a_result_that_is_no_uri_breaks_a_clause_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
