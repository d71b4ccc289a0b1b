/* SPDX-License-Identifier: MIT */
/*
 * The operation `url` of the references against the BNF for specific URL schemes, as
 * test_grammars.c does it for the generic grammars. Each scheme is proved by the automaton of its
 * own production, after the scheme's name and colon: whether a text is taken, which production is
 * named, the offset of a rejection, and the parts that are told (url_parts.h). Then, from
 * the text's first octet, that there are no other URLs, and what becomes of other schemes.
 */
#include "url_parts.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const proof_effort full = {800000, 500000, 2, 5000, 3};
static const proof_effort whole = {200000, 200000, 1, 10000, 3};
static const proof_effort some = {20000, 20000, 1, 500, 0};
static const proof_effort little = {10000, 10000, 1, 200, 0};
static const proof_effort least = {1000, 1000, 0, 50, 1};

/* ---- The grammars ---- */

#define LETTERS "url-letters", "hex-letters"
static const url_grammar rfc1630 = {
    .name = "rfc1630-url",
    .generic = "rfc1630-generic",
    .schemes = {
        {"http", "httpaddress", {LETTERS, "void-segment", "search-plus"}},
        {"ftp", "ftpaddress", {LETTERS, "void-segment", "ftp-type", "login-at"}},
        {"gopher", "gopheraddress", {LETTERS, "void-segment", "gopher-slash"}},
        {"mailto", "mailtoaddress", {LETTERS, "mailto-at"}},
        {"news", "newsaddress", {LETTERS, "mailto-at", "news-at"}},
        {"nntp", "nntpaddress", {LETTERS, "nntp-server"}},
        {"telnet", "telnetaddress", {LETTERS, "login-at"}},
        {"rlogin", "telnetaddress", {LETTERS, "login-at"}},
        {"tn3270", "telnetaddress", {LETTERS, "login-at"}},
        {"wais", "waisaddress", {LETTERS, "void-segment", "search-plus"}},
        {"file", "fileaddress", {LETTERS, "void-segment"}},
        {"mid", "midaddress", {LETTERS, "addr-spec", "mailto-at"}},
        {"cid", "cidaddress", {LETTERS, "addr-spec"}},
        {"prospero", "prosperoaddress", {LETTERS, "void-segment", "prospero-null"}},
        {"afs", "afsaddress", {"url-letters", "void-segment"}},
    }};

#define PATHS  LETTERS, "xpalphas", "void-segment"
#define LOGINS "login-at", "password-colon", "port-colon"
static const url_grammar draft = {
    .name = "draft-www-uri-00-url",
    .generic = "draft-www-uri-00",
    .schemes = {
        {"http", "httpaddress", {PATHS, "port-colon", "search-plus"}},
        {"ftp", "ftpaddress", {PATHS, LOGINS}},
        {"gopher", "gopheraddress", {PATHS, "port-colon", "gopher-slash", "search-plus"}},
        {"mailto", "mailtoaddress", {LETTERS, "mailto-colons", "mailto-at"}},
        {"news", "newsaddress", {LETTERS, "mailto-at", "news-at"}},
        {"nntp", "nntpaddress", {LETTERS, "nntp-server", "port-colon"}},
        {"telnet", "telnetaddress", {LETTERS, LOGINS}},
        {"rlogin", "telnetaddress", {LETTERS, LOGINS}},
        {"tn3270", "telnetaddress", {LETTERS, LOGINS}},
        {"wais", "waisaddress", {PATHS, "port-colon", "search-plus"}},
        {"mid", "midaddress", {LETTERS, "addr-spec"}},
        {"cid", "cidaddress", {LETTERS, "addr-spec"}},
        {"prospero", "prosperoaddress", {PATHS, "port-colon", "prospero-null"}},
        {"afs", "afsaddress", {PATHS}},
    }};

/* ---- One scheme ---- */

typedef struct url_proof {
    proof p;
    const language *l;
    const url_scheme *scheme;
    size_t start; /* of the URL, after its prefix */
} url_proof;

/* What the reference should say. */
typedef struct url_expected {
    const url_scheme *scheme; /* NULL if it is not described */
    bool told;                /* the parts of the scheme */
    uriproof_verdict verdict;
    const char *production;
    size_t offset;
} url_expected;

static void compare_url(proof *p, const language *l, uriproof_span text, size_t start,
                        const url_expected *expected)
{
    hearing h = hearing_of(l, expected->scheme, text, start);
    uriproof_refusal refusal = {"", 0, NULL};
    const char *production = "";
    uriproof_verdict given = l->dialect->url(text, &l->readings, &production,
                                             h.scheme != NULL ? hear : NULL, &h, &refusal);
    if (given != URIPROOF_OK)
        production = refusal.production;
    if (given != expected->verdict)
        proof_report(p, text, "verdict", expected->verdict, given);
    else if (given == URIPROOF_INVALID && refusal.offset != expected->offset)
        proof_report(p, text, "offset", expected->offset, refusal.offset);
    else if (expected->production != NULL && strcmp(production, expected->production) != 0)
        proof_report(p, text, production, 0, 1);
    else if (expected->told ? !hearing_holds(&h) : h.count != 0)
        proof_report(p, text, "parts hold", 1, 0);
}

/* A scheme that is no alternative of `url` is rejected where it starts, with its parts. */
static url_expected expect_scheme(const url_scheme *scheme, bool accepted, size_t start,
                                  size_t viable)
{
    bool is_url = strcmp(scheme->name, "afs") != 0;
    return (url_expected){
        .scheme = scheme,
        .told = accepted,
        .verdict = accepted && is_url ? URIPROOF_OK : URIPROOF_INVALID,
        .production = is_url ? scheme->production : "url",
        .offset = is_url ? viable : start,
    };
}

/* Is it a URL, with the prefix or without? */
static bool derives_url(const language *l, uriproof_span text)
{
    return uriproof_automaton_accepts(&l->url, text) ||
           uriproof_automaton_accepts(&l->prefixedurl, text);
}

static void compare_scheme(proof *p, uriproof_span text, bool accepted, size_t viable)
{
    const url_proof *self = p->self;
    url_expected expected = expect_scheme(self->scheme, accepted, self->start, viable);
    if (expected.verdict == URIPROOF_OK && self->l->url.next != NULL && !derives_url(self->l, text))
        proof_report(p, text, "a url", 0, 1);
    compare_url(p, self->l, text, self->start, &expected);
}

/* `octets`, in both cases by turns where the letters fold; `turn` is 0 or 1. */
static void write_letters(const language *l, const char *octets, size_t turn, char *to)
{
    size_t i = 0;
    for (; octets[i] != '\0'; i++)
        to[i] = (char)(l->folds && i % 2 != turn ? toupper((unsigned char)octets[i]) : octets[i]);
    to[i] = '\0';
}

/* With the readings that are not at their defaults. */
static void write_name(const language *l, const char *words, char *to, size_t room)
{
    size_t count = 0, length = (size_t)snprintf(to, room, "%s %s", l->dialect->name, words);
    for (size_t i = 0; i < l->dialect->reading_count; i++)
        count += l->readings.value[i] != 0;
    if (count > 8)
        snprintf(to + length, room - length, " without defaults");
    for (size_t i = 0; i < l->dialect->reading_count && count <= 8 && length < room; i++)
        if (l->readings.value[i] != 0)
            length +=
                (size_t)snprintf(to + length, room - length, " %s=%s", l->dialect->readings[i].id,
                                 l->dialect->readings[i].values[l->readings.value[i]]);
}

/* The texts after `before`, the scheme's name, its colon, and `after`. */
static size_t prove_after(const language *l, size_t scheme, const char *before, const char *after,
                          const proof_effort *e)
{
    char name[512], plain[PROOF_PREFIX_MAX + 1], prefix[PROOF_PREFIX_MAX + 1];
    size_t start = strlen(before);
    snprintf(plain, sizeof plain, "%s%s:%s", before, l->grammar->schemes[scheme].name, after);
    write_letters(l, plain, start != 0, prefix);
    write_name(l, prefix, name, sizeof name);
    url_proof u = {
        .p = {.name = name,
              .prefix = prefix,
              .compare = compare_scheme,
              .words = e == &full ? PROOF_SUM : PROOF_NOTHING},
        .l = l,
        .scheme = &l->grammar->schemes[scheme],
        .start = start,
    };
    u.p.self = &u;
    u.p.automaton = proof_residual(&l->address[scheme], prefix + start);
    return proof_run(&u.p, e);
}

/* Where two slashes can follow, the greater part of the effort goes after them. */
static size_t prove_scheme(const language *l, size_t scheme, const char *before,
                           const proof_effort *e)
{
    char plain[PROOF_PREFIX_MAX + 1], slashes[PROOF_PREFIX_MAX + 1];
    snprintf(plain, sizeof plain, "%s://", l->grammar->schemes[scheme].name);
    write_letters(l, plain, 0, slashes);
    if (e == &little || e == &least ||
        uriproof_automaton_viable(&l->address[scheme], uriproof_span_of(slashes)) < strlen(slashes))
        return prove_after(l, scheme, before, "", e);
    return prove_after(l, scheme, before, "", e == &full ? &some : e) +
           prove_after(l, scheme, before, "//", e);
}

/* ---- All texts ---- */

static bool starts(const language *l, uriproof_span text, size_t at, const char *octets)
{
    for (; *octets != '\0'; octets++, at++)
        if (at >= text.length ||
            (l->folds ? tolower((unsigned char)text.octets[at]) : text.octets[at]) != *octets)
            return false;
    return true;
}

static const url_scheme *scheme_of(const language *l, uriproof_span text, size_t start)
{
    for (const url_scheme *scheme = l->grammar->schemes; scheme->name != NULL; scheme++)
        if (starts(l, text, start, scheme->name) &&
            starts(l, text, start + strlen(scheme->name), ":"))
            return scheme;
    return NULL;
}

static url_expected expected_of(const language *l, uriproof_span text, size_t start)
{
    const url_scheme *scheme = scheme_of(l, text, start);
    size_t viable;
    if (scheme != NULL) {
        uriproof_span url = {text.octets + start, text.length - start};
        bool accepted = proof_accepts(&l->address[scheme - l->grammar->schemes], url, &viable);
        return expect_scheme(scheme, accepted, start, start + viable);
    }
    bool silent = proof_accepts(&l->generic, text, &viable);
    return (url_expected){
        .verdict = silent ? URIPROOF_SILENT : URIPROOF_INVALID,
        .production = silent ? "url" : NULL,
        .offset = viable,
    };
}

static void compare_any(proof *p, uriproof_span text, bool accepted, size_t viable)
{
    const url_proof *self = p->self;
    const language *l = self->l;
    size_t start = starts(l, text, 0, "url:") ? strlen("url:") : 0;
    url_expected expected = expected_of(l, text, start);
    bool derives =
        proof_accepts(&l->url, text, &viable) || proof_accepts(&l->prefixedurl, text, &viable);
    (void)accepted; /* by one of the two */
    if (derives != (expected.verdict == URIPROOF_OK))
        proof_report(p, text, "one of the schemes", derives, expected.verdict == URIPROOF_OK);
    compare_url(p, l, text, start, &expected);
}

/* The texts are those of the production `start`. */
static size_t prove_any(const language *l, const char *start, const uriproof_automaton *automaton,
                        const proof_effort *e)
{
    char name[512];
    write_name(l, start, name, sizeof name);
    url_proof u = {.p = {.name = name,
                         .compare = compare_any,
                         .words = e == &whole ? PROOF_ALL : PROOF_NOTHING},
                   .l = l};
    u.p.self = &u;
    u.p.automaton = proof_residual(automaton, "");
    return proof_run(&u.p, e);
}

/* ---- The proofs ---- */

static language under(const url_grammar *grammar)
{
    const char *dialect = uriproof_grammar_named(grammar->name)->dialect;
    return (language){.grammar = grammar, .dialect = uriproof_dialect_named(dialect)};
}

/* All schemes, with the prefix and without, and all texts. */
static size_t prove_all(language *l, const proof_effort *each, const proof_effort *prefixed,
                        const proof_effort *any)
{
    size_t compared = 0;
    language_open(l, ALL);
    for (size_t i = 0; l->grammar->schemes[i].name != NULL; i++) {
        compared += prove_scheme(l, i, "", each);
        compared += prove_scheme(l, i, "url:", prefixed);
    }
    compared += prove_any(l, "url", &l->url, any);
    compared += prove_any(l, "prefixedurl", &l->prefixedurl, any);
    language_close(l);
    return compared;
}

static void prove_defaults(const url_grammar *grammar)
{
    language l = under(grammar);
    bool less = proof_is_short();
    size_t compared =
        prove_all(&l, less ? &little : &full, less ? &least : &some, less ? &least : &whole);
    print_message("# %s: %zu texts compared\n", grammar->name, compared);
    if (!less)
        assert_true(compared >= 10000000);
}

/* The next setting of those readings, the last of which change first; false after the last. */
static bool next_setting(const uriproof_dialect *dialect, const char *const *ids,
                         uriproof_readings *readings)
{
    size_t count = 0;
    while (ids[count] != NULL)
        count++;
    while (count-- > 0) {
        size_t reading = proof_reading(dialect, ids[count]);
        if (dialect->readings[reading].values[++readings->value[reading]] != NULL)
            return true;
        readings->value[reading] = 0;
    }
    return false;
}

/* Have both the same grammar, so that they only choose between its derivations? */
static bool is_same_grammar(const language *l, const uriproof_readings *a,
                            const uriproof_readings *b)
{
    const uriproof_grammar_patch *patch = uriproof_grammar_named(l->grammar->name)->patches;
    for (; patch->reading != NULL; patch++) {
        size_t reading = proof_reading(l->dialect, patch->reading);
        if (a->value[reading] != b->value[reading])
            return false;
    }
    return true;
}

/* One scheme under all settings of its own readings; a fifth of them where it is to be short, a
 * sixtieth under AddressSanitizer. */
static size_t prove_settings(const url_grammar *grammar, size_t scheme, size_t *settings)
{
    size_t compared = 0, number = 0;
    const size_t step = proof_is_sanitized() ? 60 : proof_is_short() ? 5 : 1;
    language l = under(grammar);
    uriproof_readings opened = l.readings;
    language_open(&l, scheme);
    while (next_setting(l.dialect, grammar->schemes[scheme].readings, &l.readings)) {
        if (number++ % step != 0)
            continue;
        if (!is_same_grammar(&l, &opened, &l.readings)) {
            language_close(&l);
            language_open(&l, scheme);
            opened = l.readings;
        }
        compared += prove_scheme(&l, scheme, "", proof_is_short() ? &least : &little);
        ++*settings;
    }
    language_close(&l);
    return compared;
}

static void prove_readings(const url_grammar *grammar)
{
    size_t compared = 0, settings = 0;
    for (size_t i = 0; grammar->schemes[i].name != NULL; i++)
        compared += prove_settings(grammar, i, &settings);
    print_message("# %s: %zu texts compared, in %zu settings of single schemes\n", grammar->name,
                  compared, settings);
}

/* All of it with no reading at its default. */
static void prove_without_defaults(const url_grammar *grammar)
{
    language l = under(grammar);
    for (size_t i = 0; i < l.dialect->reading_count; i++)
        l.readings.value[i] = l.dialect->readings[i].values[1] != NULL;
    const proof_effort *e = proof_is_short() ? &least : &little;
    print_message("# %s: %zu texts compared without defaults\n", grammar->name,
                  prove_all(&l, e, e, e));
}

static void rfc1630_is_its_grammar(void **state)
{
    (void)state;
    prove_defaults(&rfc1630);
}

static void rfc1630_is_its_grammar_under_every_reading(void **state)
{
    (void)state;
    prove_readings(&rfc1630);
    prove_without_defaults(&rfc1630);
}

static void the_draft_is_its_grammar(void **state)
{
    (void)state;
    prove_defaults(&draft);
}

static void the_draft_is_its_grammar_under_every_reading(void **state)
{
    (void)state;
    prove_readings(&draft);
    prove_without_defaults(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rfc1630_is_its_grammar),
        cmocka_unit_test(rfc1630_is_its_grammar_under_every_reading),
        cmocka_unit_test(the_draft_is_its_grammar),
        cmocka_unit_test(the_draft_is_its_grammar_under_every_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
