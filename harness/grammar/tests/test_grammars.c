/* SPDX-License-Identifier: MIT */
/*
 * The reference against the printed productions. The one was written by hand from the text, the
 * others are compiled from the print; neither was made from the other. So any difference is
 * a bug in one of the two. Compared are acceptance, the offset of each rejection, and of each
 * text that is taken its parts: put together they are the text, and each matches the
 * production of its name. The grammars of the specific schemes: test_grammars_url.c.
 *
 * Each proof prints how many texts it has compared.
 */
#include "proof.h"
#include "protocol/protocol.h"

#include <uriproof/rfc3986.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const proof_effort full = {100000000, 20000000, 2, 200000, 400};
static const proof_effort some = {4000000, 2000000, 2, 20000, 40};
static const proof_effort little = {100000, 100000, 1, 2000, 4};

/* ---- One proof ---- */

typedef bool (*parser)(uriproof_span text, const uriproof_readings *readings, uriproof_parts *parts,
                       uriproof_refusal *refusal);

typedef struct parse_proof {
    proof p;
    parser parse;
    uriproof_readings readings;
    bool last_colon;                                    /* ends a scheme, if several can */
    uriproof_automaton parts[URIPROOF_COMPONENT_COUNT]; /* of each part, its production's */
} parse_proof;

/* Returns true if `part`, with its delimiter before it, stands at *at in `text`; goes after it. */
static bool stands_at(uriproof_span text, size_t *at, const char *delimiter, uriproof_span part)
{
    size_t length = strlen(delimiter);
    if (!uriproof_present(part))
        return true;
    if (text.length - *at < length + part.length ||
        memcmp(text.octets + *at, delimiter, length) != 0 ||
        part.octets != text.octets + *at + length)
        return false;
    *at += length + part.length;
    return true;
}

static bool generic_recomposes(uriproof_span text, const uriproof_generic *parts)
{
    size_t at = 0;
    return uriproof_present(parts->scheme) && uriproof_present(parts->path) &&
           stands_at(text, &at, "", parts->scheme) && stands_at(text, &at, ":", parts->path) &&
           stands_at(text, &at, "?", parts->search) &&
           stands_at(text, &at, "#", parts->fragmentid) && at == text.length;
}

static bool authority_recomposes(uriproof_span text, size_t *at, const uriproof_components *parts)
{
    if (!uriproof_present(parts->host))
        return !uriproof_present(parts->userinfo) && !uriproof_present(parts->port);
    return stands_at(text, at, "//", parts->userinfo) &&
           stands_at(text, at, uriproof_present(parts->userinfo) ? "@" : "//", parts->host) &&
           stands_at(text, at, ":", parts->port);
}

static bool components_recompose(uriproof_span text, const uriproof_components *parts)
{
    size_t at = 0;
    if (!stands_at(text, &at, "", parts->scheme))
        return false;
    if (uriproof_present(parts->scheme) && (at >= text.length || text.octets[at++] != ':'))
        return false;
    return authority_recomposes(text, &at, parts) && uriproof_present(parts->path) &&
           stands_at(text, &at, "", parts->path) && stands_at(text, &at, "?", parts->query) &&
           stands_at(text, &at, "#", parts->fragment) && !uriproof_present(parts->user) &&
           !uriproof_present(parts->password) && at == text.length;
}

static bool parts_derive(const parse_proof *p, const void *parts, const uriproof_part_name *names,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uriproof_span part = uriproof_part(parts, &names[i]);
        if (uriproof_present(part) && p->parts[i].next != NULL &&
            !uriproof_automaton_accepts(&p->parts[i], part))
            return false;
    }
    return true;
}

/* A scheme may take colons: is it the first, or the last, that parts the text so that it matches
 * the grammar?
 */
static bool scheme_is_chosen(const parse_proof *p, uriproof_span text,
                             const uriproof_generic *parts)
{
    enum { SCHEME, PATH, TRIED_MAX = 200 };
    size_t chosen = 0, end = parts->scheme.length + 1 + parts->path.length;
    if (text.length > TRIED_MAX ||
        (memchr(parts->scheme.octets, ':', parts->scheme.length) == NULL &&
         memchr(parts->path.octets, ':', parts->path.length) == NULL))
        return true;
    for (size_t i = 0; i < end; i++) {
        uriproof_span scheme = {text.octets, i}, path = {text.octets + i + 1, end - i - 1};
        if (text.octets[i] == ':' && (chosen == 0 || p->last_colon) &&
            uriproof_automaton_accepts(&p->parts[SCHEME], scheme) &&
            uriproof_automaton_accepts(&p->parts[PATH], path))
            chosen = i;
    }
    return parts->scheme.length == chosen;
}

static bool parts_hold(const parse_proof *p, uriproof_span text, const uriproof_parts *parts)
{
    if (parts->has_generic)
        return generic_recomposes(text, &parts->generic) &&
               scheme_is_chosen(p, text, &parts->generic) &&
               parts_derive(p, &parts->generic, uriproof_generic_names, URIPROOF_GENERIC_COUNT);
    return parts->has_components && components_recompose(text, &parts->components) &&
           parts_derive(p, &parts->components, uriproof_component_names, URIPROOF_COMPONENT_COUNT);
}

static void compare_parse(proof *p, uriproof_span text, bool accepted, size_t viable)
{
    const parse_proof *self = p->self;
    uriproof_parts parts;
    uriproof_refusal refusal = {NULL, 0, NULL};
    bool given = self->parse(text, &self->readings, &parts, &refusal);
    if (given != accepted)
        proof_report(p, text, "accepted", accepted, given);
    else if (!given && refusal.offset != viable)
        proof_report(p, text, "offset", viable, refusal.offset);
    else if (given && !parts_hold(self, text, &parts))
        proof_report(p, text, "parts hold", 1, 0);
}

/* ---- The proofs ---- */

/* The productions of the parts have their names; what is no production is not checked. */
static void make_part_automata(parse_proof *p, const uriproof_grammar *grammar,
                               const uriproof_part_name *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i].name, "user") != 0 && strcmp(names[i].name, "password") != 0)
            p->parts[i] = proof_automaton(grammar, names[i].name);
}

/* Proves the grammar `name` from `start` equal to p->parse; returns the texts compared. */
static size_t prove(parse_proof *p, const char *name, const char *start, const proof_effort *e)
{
    uriproof_grammar *grammar = proof_grammar(name, &p->readings);
    bool generic = strcmp(name, "rfc3986") != 0;
    p->p.automaton = proof_automaton(grammar, start);
    p->p.compare = compare_parse;
    p->p.self = p;
    make_part_automata(p, grammar, generic ? uriproof_generic_names : uriproof_component_names,
                       generic ? URIPROOF_GENERIC_COUNT : URIPROOF_COMPONENT_COUNT);
    uriproof_grammar_free(grammar);
    size_t compared = proof_run(&p->p, e);
    for (size_t i = 0; i < URIPROOF_COMPONENT_COUNT; i++)
        uriproof_automaton_free(&p->parts[i]);
    return compared;
}

static bool parse_reference(uriproof_span text, const uriproof_readings *readings,
                            uriproof_parts *parts, uriproof_refusal *refusal)
{
    (void)readings; /* the public function takes none */
    *parts = (uriproof_parts){.has_components = true};
    return uriproof_rfc3986_parse_reference(text, &parts->components, refusal);
}

static void assert_enough(size_t compared)
{
    if (!proof_is_short())
        assert_true(compared >= 10000000);
}

/* The generic grammars, and the readings that change them, or what they choose, up to a NULL. */
typedef struct generic_grammar {
    const char *grammar;
    const char *readings[6];
} generic_grammar;

static const generic_grammar rfc1630 = {
    "rfc1630-generic",
    {"xpalphas", "void-segment", "void-fragment", "generic-reserved", "hex-letters"}};
static const generic_grammar draft = {
    "draft-www-uri-00",
    {"xpalphas", "void-segment", "void-fragment", "scheme-colon", "hex-letters"}};

/* Bit i of `setting`: reading i has its other value. */
static size_t prove_setting(const generic_grammar *g, unsigned setting, const proof_effort *e)
{
    char name[128];
    const uriproof_dialect *dialect =
        uriproof_dialect_named(uriproof_grammar_named(g->grammar)->dialect);
    parse_proof p = {.p = {.name = name}, .parse = dialect->parse};
    size_t length =
        (size_t)snprintf(name, sizeof name, "%s%s", g->grammar, setting != 0 ? ", other" : "");
    for (size_t i = 0; g->readings[i] != NULL; i++) {
        size_t reading = proof_reading(dialect, g->readings[i]);
        assert_null(dialect->readings[reading].values[2]);
        if ((setting >> i & 1U) == 0)
            continue;
        p.readings.value[reading] = 1;
        p.last_colon = p.last_colon || strcmp(g->readings[i], "scheme-colon") == 0;
        length += (size_t)snprintf(name + length, sizeof name - length, " %s", g->readings[i]);
    }
    return prove(&p, g->grammar, "fragmentaddress", e);
}

static void prove_every_reading(const generic_grammar *g)
{
    unsigned settings = 1;
    for (size_t i = 0; g->readings[i] != NULL; i++)
        settings *= 2;
    for (unsigned setting = 1; setting < settings; setting++)
        prove_setting(g, setting, proof_is_short() ? &little : &some);
}

static void rfc1630_is_its_grammar(void **state)
{
    (void)state;
    assert_enough(prove_setting(&rfc1630, 0, proof_is_short() ? &little : &full));
}

static void rfc1630_is_its_grammar_under_every_reading(void **state)
{
    (void)state;
    prove_every_reading(&rfc1630);
}

static void the_draft_is_its_grammar(void **state)
{
    (void)state;
    assert_enough(prove_setting(&draft, 0, proof_is_short() ? &little : &full));
}

static void the_draft_is_its_grammar_under_every_reading(void **state)
{
    (void)state;
    prove_every_reading(&draft);
}

static void rfc3986_is_its_grammar(void **state)
{
    (void)state;
    parse_proof p = {.p = {.name = "rfc3986 URI"}, .parse = uriproof_rfc3986.parse};
    assert_enough(prove(&p, "rfc3986", "URI", proof_is_short() ? &little : &full));
}

static void rfc3986_with_zones_is_its_grammar(void **state)
{
    (void)state;
    const char *const *values = uriproof_rfc3986.readings[URIPROOF_RFC3986_ZONE].values;
    unsigned char value = 1;
    for (; values[value] != NULL; value++) {
        parse_proof p = {.p = {.name = "rfc3986 URI, zone"}, .parse = uriproof_rfc3986.parse};
        p.readings.value[URIPROOF_RFC3986_ZONE] = value;
        prove(&p, "rfc3986", "URI", proof_is_short() ? &little : &some);
    }
    assert_int_equal(value, 3);
}

static void rfc3986_references_are_their_grammar(void **state)
{
    (void)state;
    parse_proof p = {.p = {.name = "rfc3986 URI-reference"}, .parse = parse_reference};
    assert_enough(prove(&p, "rfc3986", "URI-reference", proof_is_short() ? &little : &full));
}

/* ---- What holds of every grammar ---- */

static void every_grammar_compiles(void **state)
{
    (void)state;
    size_t count;
    const uriproof_grammar_entry *entries = uriproof_grammars(&count);
    for (size_t i = 0; i < count; i++) {
        uriproof_grammar *grammar = proof_grammar(entries[i].name, NULL);
        assert_null(uriproof_grammar_undefined(grammar, 0));
        const char *name;
        for (size_t n = 0; (name = uriproof_grammar_production(grammar, n)) != NULL; n++) {
            uriproof_automaton automaton = proof_automaton(grammar, name);
            if (strcmp(name, entries[i].start) == 0)
                print_message("# %s: %s: %u states, %u classes\n", entries[i].name, name,
                              automaton.state_count, automaton.class_count);
            uriproof_automaton_free(&automaton);
        }
        uriproof_grammar_free(grammar);
    }
}

/* What the documents leave to others, and the notation's own words. */
static void what_is_printed_and_not_defined(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        const char *names[4];
    } cases[] = {
        {"rfc1630-generic.bnf", {NULL}},
        {"rfc1630-url.bnf", {"addr-spec", "content-identifier"}},
        {"draft-www-uri-00.bnf", {NULL}},
        {"draft-www-uri-00-url.bnf", {"addr-spec", "content-identifier"}},
        {"rfc3986.abnf", {"ALPHA", "DIGIT", "HEXDIG"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_error error = {""};
        const char *const files[] = {cases[i].file, NULL};
        uriproof_grammar *grammar = uriproof_grammar_load(proof_folder, files, &error);
        if (grammar == NULL)
            fail_msg("%s", error.words);
        size_t n = 0;
        for (; cases[i].names[n] != NULL; n++)
            assert_string_equal(uriproof_grammar_undefined(grammar, n), cases[i].names[n]);
        assert_null(uriproof_grammar_undefined(grammar, n));
        uriproof_grammar_free(grammar);
    }
}

/* Texts whose answer is known: those of the print, and those by which the readings differ. */
static const struct {
    const char *grammar, *start, *text;
    bool derives;
} answers[] = {
    {"rfc1630-generic", "uri", "http://info.cern.ch/albert/bertram/marie-claude", true},
    {"rfc1630-generic", "uri", "http://info.cern.ch:8000/imaginary/test", true},
    {"rfc1630-generic", "fragmentaddress", "http://www.myu.edu/org/admin/people#andy", true},
    {"rfc1630-generic", "fragmentaddress", "http://h/#", true},
    {"rfc1630-generic", "fragmentaddress", "http://h/?", false},
    {"rfc1630-generic", "uri", "http://info.cern.ch/RDB/EMP?*%20where%20name%%3Ddobbins", false},
    {"rfc1630-generic", "national", "[", true},
    {"rfc1630-generic", "national", "|", true},
    {"rfc1630-generic", "reserved", " ", true},
    {"rfc1630-url", "prefixedurl", "url:http://h:80/a?b+c", true},
    {"rfc1630-url", "url", "wais://h/db/TEXT/1=a/b;2=c;", true},
    {"rfc1630-url", "url", "wais://h/db?word", true},
    {"rfc1630-url", "url", "mid:a.b%21@host.dom", true},
    {"rfc1630-url", "url", "mid:a.b%40host.dom", true},
    {"rfc1630-url", "url", "mid:a.b%40@host.dom", false},
    {"rfc1630-url", "url", "cid:%22a@,%5C%0D%22.b@%5B1.2%5d", true},
    {"rfc1630-url", "url", "cid:%22a%0D%22@b", false},
    {"rfc1630-url", "url", "mid:nobody", false},
    {"rfc1630-url", "url", "prospero://h/a%00123x", true},
    {"rfc1630-url", "url", "afs://h/a", false},
    {"rfc1630-url", "url", "file:///a", true},
    {"rfc1630-url", "url", "file:/a", false},
    {"rfc1630-url", "url", "tn3270://u@h", true},
    {"rfc1630-url", "url", "HTTP://h", false},
    {"rfc1630-url", "url", "ftp://h/a;type=A", true},
    {"rfc1630-url", "url", "ftp://h/a;type=LN", false},
    {"rfc1630-url", "url", "http://h//a", true},
    {"rfc1630-url", "url", "news:a@", false},
    {"draft-www-uri-00", "path", "a;", true},
    {"draft-www-uri-00", "path", "/abc", true},
    {"draft-www-uri-00", "fragmentaddress", "a:b c#", true},
    {"draft-www-uri-00", "fragmentaddress", "a:b=", false},
    {"draft-www-uri-00-url", "mailtoaddress", "mailto::a@h", true},
    {"draft-www-uri-00-url", "mailtoaddress", "mailto:a@h", false},
    {"draft-www-uri-00-url", "gopheraddress", "gopher://h/1abc//d?e", true},
    {"draft-www-uri-00-url", "url", "rlogin://a:b@c@d:80", true},
    {"draft-www-uri-00-url", "url", "news:a:b", true},
    {"draft-www-uri-00-url", "url", "cid:\"a:b;c d\"@h", true},
    {"draft-www-uri-00-url", "url", "a:b", false},
    {"rfc3986", "URI", "ftp://ftp.is.co.za/rfc/rfc1808.txt", true},
    {"rfc3986", "URI", "ldap://[2001:db8::7]/c=GB?objectClass?one", true},
    {"rfc3986", "URI", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", true},
    {"rfc3986", "URI", "//h/", false},
    {"rfc3986", "relative-ref", "//h/", true},
    {"rfc3986", "relative-ref", "a:b", false},
    {"rfc3986", "relative-ref", "./a:b", true},
    {"rfc3986", "IPv6address", "::ffff:1.2.3.255", true},
    {"rfc3986", "IPv6address", "1:2:3:4:5:6:7::", true},
    {"rfc3986", "IPv6address", "1:2:3:4:5:6:7::8", false},
    {"rfc3986", "IPv6address", "1:2:3:4:5:6:7:8", true},
    {"rfc3986", "IPv4address", "1.2.3.256", false},
    {"rfc3986", "IPvFuture", "V1.:", true},
};

static void what_the_grammars_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        uriproof_grammar *grammar = proof_grammar(answers[i].grammar, NULL);
        uriproof_automaton automaton = proof_automaton(grammar, answers[i].start);
        if (uriproof_automaton_accepts(&automaton, uriproof_span_of(answers[i].text)) !=
            answers[i].derives)
            fail_msg("%s: %s: %s", answers[i].grammar, answers[i].start, answers[i].text);
        uriproof_automaton_free(&automaton);
        uriproof_grammar_free(grammar);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_and_not_defined),
        cmocka_unit_test(every_grammar_compiles),
        cmocka_unit_test(what_the_grammars_say),
        cmocka_unit_test(rfc1630_is_its_grammar),
        cmocka_unit_test(rfc1630_is_its_grammar_under_every_reading),
        cmocka_unit_test(the_draft_is_its_grammar),
        cmocka_unit_test(the_draft_is_its_grammar_under_every_reading),
        cmocka_unit_test(rfc3986_is_its_grammar),
        cmocka_unit_test(rfc3986_with_zones_is_its_grammar),
        cmocka_unit_test(rfc3986_references_are_their_grammar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
