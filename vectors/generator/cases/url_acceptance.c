/* SPDX-License-Identifier: MIT */
/* Tests what a dialect's `url` accepts. For each scheme there is an automaton of what matches after
 * its name and colon, and a complete test suite for it. */
#include "acceptance/left_quotient.h"
#include "acceptance/wmethod.h"
#include "kinds.h"
#include "languages.h"
#include "url_detail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 512 };

/* The suite of one scheme. */
typedef struct url_suite {
    gen_url_facts facts;
    const char *production;
    char beginning[32]; /* "http:" */
    gen_languages languages;
    uriproof_automaton rest; /* what matches after the beginning, under the default readings */
    wmethod suite;
    bool open;
} url_suite;

typedef struct url_acceptance {
    const gen_job *job;
    gen_file *file;
    url_suite suites[GEN_SCHEME_COUNT];
} url_acceptance;

static const char *grammar_of(const uriproof_dialect *dialect)
{
    return gen_is_draft(dialect) ? "draft-www-uri-00-url" : "rfc1630-url";
}

/* ---- Schemes with the same language ---- */

/* Returns how many schemes have the suite's language. Sets *before to how many of them come before
 * it. */
static size_t count_mates(const url_acceptance *a, const url_suite *suite, size_t *before)
{
    size_t count = 0;
    for (size_t i = 0; i < GEN_SCHEME_COUNT; i++) {
        if (&a->suites[i] == suite)
            *before = count;
        count += a->suites[i].open && gen_same_language(&a->suites[i].rest, &suite->rest);
    }
    return count;
}

/* ---- Writing them ---- */

/* Writes the texts that match the grammar, or the others. Schemes of one language share the texts
 * and take them in turn. */
static void write_rows(const url_acceptance *a, const url_suite *suite, bool accepted)
{
    gen_alternate room[GEN_SETTINGS_MAX];
    size_t before = 0, mates = count_mates(a, suite, &before);
    for (size_t i = before; i < suite->suite.row_count; i += mates) {
        uriproof_span rest = suite->suite.rows[i].text;
        if (uriproof_automaton_accepts(&suite->rest, rest) != accepted)
            continue;
        oracle_string text = oracle_string_of(uriproof_span_of(suite->beginning));
        oracle_add(&text, rest);
        gen_case one;
        gen_languages_case(&suite->languages, oracle_span(&text), room, &one);
        gen_case_write(a->file, &one);
    }
}

/* Names the clause of the suite's production. If the BNF does not print the production, the facts
 * name another clause. */
static void name_clause(const url_acceptance *a, const url_suite *suite, char clause[96])
{
    bool printed = strcmp(suite->production, "fileaddress") != 0;
    snprintf(clause, 96, "%s.%s%s", a->job->dialect->name, printed ? "url." : "",
             printed ? suite->production : suite->facts.clauses[0]);
}

static void write_group(const url_acceptance *a, const url_suite *suite, bool accepted)
{
    char id[64], about[WORDS_MAX], clause[96];
    const char *clauses[] = {clause, NULL};
    name_clause(a, suite, clause);
    snprintf(id, sizeof id, "complete-url-%s-%s", suite->facts.name,
             accepted ? "accepted" : "rejected");
    snprintf(
        about, sizeof about,
        "After \"%s\", where the automaton of %s has %u states and %u classes of octets: texts "
        "that are %s.",
        suite->beginning, suite->production, suite->rest.state_count, suite->rest.class_count,
        accepted ? "accepted" : "rejected");
    const gen_group group = {id,
                             about,
                             gen_is_draft(a->job->dialect)
                                 ? "draft-www-uri-00, 6.1"
                                 : "RFC 1630, BNF for specific URL schemes",
                             accepted ? clauses : NULL,
                             accepted ? NULL : clauses,
                             URIPROOF_URL};
    gen_group_begin(a->file, &group);
    write_rows(a, suite, accepted);
}

/* ---- Building them ---- */

static bool open_suite(const gen_job *job, gen_url_scheme scheme, url_suite *suite)
{
    suite->facts = gen_url_facts_of(scheme);
    suite->production = gen_url_production_of(scheme);
    snprintf(suite->beginning, sizeof suite->beginning, "%s:", suite->facts.name);
    if (!gen_languages_compile(job, grammar_of(job->dialect), suite->production, &suite->languages))
        return false;
    gen_left_quotient(&suite->languages.automata[0], uriproof_span_of(suite->beginning),
                      &suite->rest);
    wmethod_build(&suite->rest, &(wmethod_plan){.octets = GEN_CLASSES}, &suite->suite);
    suite->open = true;
    return true;
}

static bool open_suites(url_acceptance *a)
{
    bool done = true;
    for (size_t i = 0; done && i < GEN_SCHEME_COUNT; i++)
        if (i != GEN_FILE || !gen_is_draft(a->job->dialect))
            done = open_suite(a->job, (gen_url_scheme)i, &a->suites[i]);
    return done;
}

static void free_suites(url_acceptance *a)
{
    for (size_t i = 0; i < GEN_SCHEME_COUNT; i++) {
        wmethod_free(&a->suites[i].suite);
        uriproof_automaton_free(&a->suites[i].rest);
        gen_languages_free(&a->suites[i].languages);
    }
}

static bool write_file(url_acceptance *a)
{
    const gen_head head = {
        .dialect = a->job->dialect->name,
        .name = "url-acceptance",
        .about = "Which texts after the name and the colon of a scheme match its "
                 "production: a complete test suite (HSI method) for the automaton of each.",
        .guarantee =
            "For each scheme: suppose that what a parser accepts after the scheme's name and "
            "colon is an automaton of at most as many states as that of the grammar (the groups "
            "say how many), and that the parser treats the octets of a class alike. If it gives "
            "the right verdict on every text of the scheme's groups, it accepts there exactly "
            "the texts that match. Schemes with the same grammar (telnet, rlogin and tn3270; mid "
            "and cid) share a suite, and each text has one of them in turn. For these schemes "
            "the guarantee holds if the parser treats them alike."};
    a->file = gen_file_begin(a->job->folder, &head, a->job->error);
    if (a->file == NULL)
        return false;
    for (size_t i = 0; i < GEN_SCHEME_COUNT; i++)
        if (a->suites[i].open) {
            write_group(a, &a->suites[i], true);
            write_group(a, &a->suites[i], false);
        }
    return gen_file_end(a->file, a->job->error);
}

bool gen_url_acceptance(const gen_job *job)
{
    url_acceptance *a = calloc(1, sizeof *a);
    a->job = job;
    bool done = open_suites(a) && write_file(a);
    free_suites(a);
    free(a);
    return done;
}
