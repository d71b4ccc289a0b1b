/* SPDX-License-Identifier: MIT */
/*
 * Tests on generated texts that a result which is accepted is what the operation meant: it matches
 * the grammar, and has the parts from which it was put together. Every dialect is asked, and every
 * reading takes every value.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>
#include <uriproof/rfc3986.h>

enum { TEXT_MOST = 128, PIECES_MOST = 9, TEXTS = 300000 };

/* Delimiters alone and together, dots, escapes that can be decoded or not, and the schemes and
 * hosts that have rules of their own. */
static const char *const pieces[] = {":",
                                     "/",
                                     "//",
                                     "/.",
                                     "/..",
                                     "/.//",
                                     "..",
                                     ".",
                                     "?",
                                     "#",
                                     "@",
                                     "+",
                                     ";",
                                     "a",
                                     "b",
                                     "1",
                                     "%2e",
                                     "%2E",
                                     "%2f",
                                     "%3A",
                                     "%41",
                                     "%31",
                                     "%00",
                                     "[::1]",
                                     "h",
                                     ":80",
                                     ":",
                                     "x:",
                                     "http:",
                                     "file:",
                                     "X:",
                                     "URL:",
                                     "ftp:",
                                     "localhost",
                                     "gopher:",
                                     "%5B",
                                     "//h",
                                     "//@",
                                     "//:a",
                                     "!:",
                                     "[fe80::1%25a]",
                                     "[::1%25%41]",
                                     "http://h:65536",
                                     "ws:"};

/* A generator of numbers; the seed is fixed, so every run tries the same texts. */
static uint32_t next_number(uint32_t *state, uint32_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % below;
}

static uriproof_span make_text(uint32_t *state, const char *start, char text[TEXT_MOST])
{
    strcpy(text, start);
    for (uint32_t count = next_number(state, PIECES_MOST); count > 0; count--)
        strcat(text, pieces[next_number(state, sizeof pieces / sizeof pieces[0])]);
    return uriproof_span_of(text);
}

static uriproof_readings make_readings(const uriproof_dialect *dialect, uint32_t *state)
{
    uriproof_readings readings = {{0}};
    for (size_t i = 0; i < dialect->reading_count; i++) {
        unsigned char value = (unsigned char)next_number(state, 6);
        readings.value[i] = value < 4 && dialect->readings[i].values[value] != NULL ? value : 0;
    }
    return readings;
}

/* A question, and what is needed to report it. */
typedef struct question {
    const uriproof_dialect *dialect;
    uriproof_readings readings;
    uriproof_span one, two;
} question;

static void require(bool holds, const question *q, const char *what, const uriproof_buffer *out)
{
    if (holds)
        return;
    for (size_t i = 0; i < q->dialect->reading_count; i++)
        if (q->readings.value[i] != 0)
            print_error("%s=%s\n", q->dialect->readings[i].id,
                        q->dialect->readings[i].values[q->readings.value[i]]);
    fail_msg("%s: %s: '%s' '%s' gives '%.*s'", q->dialect->name, what, q->one.octets, q->two.octets,
             out != NULL ? (int)out->length : 0, out != NULL ? out->octets : "");
}

static uriproof_span span_of(const uriproof_buffer *out)
{
    return (uriproof_span){out->octets, out->length};
}

static bool parse(const question *q, uriproof_span text, uriproof_parts *parts)
{
    uriproof_refusal refusal;
    return q->dialect->parse(text, &q->readings, parts, &refusal);
}

/* Returns true if both parts are there or both are not. */
static bool alike(uriproof_span a, uriproof_span b)
{
    return uriproof_present(a) == uriproof_present(b);
}

/* Returns true if the reading of RFC 3986 has this value. */
static bool reads(const question *q, uriproof_rfc3986_reading reading, unsigned char value)
{
    return q->dialect == &uriproof_rfc3986 && q->readings.value[reading] == value;
}

/* Returns true if both URIs have the same parts, though perhaps not with the same octets. Only the
 * default host of file may be there or not (RFC 3986, 3.2.2), as the reading normal-host says. */
static bool same_kind(const question *q, const uriproof_parts *a, const uriproof_parts *b)
{
    if (!a->has_components)
        return alike(a->generic.search, b->generic.search) &&
               (a->generic.fragmentid.length > 0) == (b->generic.fragmentid.length > 0);
    const uriproof_components *one = &a->components, *two = &b->components;
    return alike(one->userinfo, two->userinfo) && alike(one->query, two->query) &&
           alike(one->fragment, two->fragment) &&
           (alike(one->host, two->host) || reads(q, URIPROOF_RFC3986_NORMAL_HOST, 1));
}

static void check_normal(const question *q, const uriproof_parts *parts, uriproof_buffer *out)
{
    uriproof_refusal refusal;
    uriproof_parts normal;
    char octets[4 * TEXT_MOST * 3], scratch[16 * TEXT_MOST];
    uriproof_buffer again = {octets, sizeof octets, 0}, room = {scratch, sizeof scratch, 0};
    bool equal = false;
    if (q->dialect->normalize(q->one, &q->readings, out, &refusal) != URIPROOF_OK)
        return;
    require(parse(q, span_of(out), &normal), q, "a normal form is a URI", out);
    require(same_kind(q, parts, &normal), q, "a normal form has the parts of its URI", out);
    require(q->dialect->normalize(span_of(out), &q->readings, &again, &refusal) == URIPROOF_OK &&
                uriproof_span_equal(span_of(&again), span_of(out)),
            q, "a normal form is its own", out);
    uriproof_verdict verdict =
        q->dialect->equivalent(q->one, span_of(out), &q->readings, &room, &equal, &refusal);
    require(verdict == URIPROOF_SILENT || (verdict == URIPROOF_OK && equal), q,
            "a normal form is equivalent", out);
}

/* Requires the parts that RFC 3986, 5.2.2, gives the target: each from the base or from the
 * reference. */
static void check_target(const question *q, const uriproof_components *base,
                         const uriproof_components *target, const uriproof_buffer *out)
{
    uriproof_components ref;
    if (!uriproof_rfc3986_parse_reference(q->two, &ref, NULL))
        return; /* a reading accepts it */
    bool loose = reads(q, URIPROOF_RFC3986_RESOLUTION, 1) &&
                 ref.scheme.length == base->scheme.length &&
                 strncasecmp(ref.scheme.octets, base->scheme.octets, base->scheme.length) == 0;
    bool own_scheme = uriproof_present(ref.scheme) && !loose;
    bool own = own_scheme || uriproof_present(ref.host);
    bool own_query = own || ref.path.length > 0 || uriproof_present(ref.query);
    const uriproof_components *from = own ? &ref : base;
    require(uriproof_span_equal(target->scheme, own_scheme ? ref.scheme : base->scheme) &&
                uriproof_span_equal(target->userinfo, from->userinfo) &&
                uriproof_span_equal(target->host, from->host) &&
                uriproof_span_equal(target->port, from->port) &&
                uriproof_span_equal(target->query, own_query ? ref.query : base->query) &&
                uriproof_span_equal(target->fragment, ref.fragment),
            q, "a target has the parts of base and reference", out);
}

static void check_resolved(const question *q, const uriproof_parts *base, uriproof_buffer *out)
{
    uriproof_refusal refusal;
    uriproof_parts target;
    if (q->dialect->resolve(q->one, q->two, &q->readings, out, &refusal) != URIPROOF_OK)
        return;
    require(parse(q, span_of(out), &target), q, "a target is a URI", out);
    if (q->dialect == &uriproof_rfc3986) {
        check_target(q, &base->components, &target.components, out);
        return;
    }
    require(uriproof_span_equal(span_of(out), q->two) ||
                uriproof_span_equal(target.generic.scheme, base->generic.scheme),
            q, "a full form is the form itself, or has the scheme of its context", out);
    const char *hash = memchr(q->two.octets, '#', q->two.length);
    require(uriproof_span_equal(target.generic.fragmentid,
                                uriproof_span_of(hash != NULL ? hash + 1 : NULL)),
            q, "a full form has the fragment-id of its partial form", out);
}

static void check_equivalent(const question *q, const uriproof_parts *parts)
{
    uriproof_refusal refusal;
    uriproof_parts other;
    char scratch[16 * TEXT_MOST];
    uriproof_buffer room = {scratch, sizeof scratch, 0};
    bool equal = false, back = false;
    uriproof_verdict verdict =
        q->dialect->equivalent(q->one, q->two, &q->readings, &room, &equal, &refusal);
    require(q->dialect->equivalent(q->two, q->one, &q->readings, &room, &back, &refusal) ==
                    verdict &&
                back == equal,
            q, "a comparison is the same both ways", NULL);
    if (verdict != URIPROOF_OK || !equal)
        return;
    require(parse(q, q->two, &other) && same_kind(q, parts, &other), q,
            "equivalent URIs have the same parts", NULL);
}

static void check_dialect(const uriproof_dialect *dialect)
{
    uint32_t state = 1630;
    char texts[2][TEXT_MOST], octets[8 * TEXT_MOST];
    const char *start = strcmp(dialect->name, "url-syntax") == 0 ? "URL:x:" : "x:";
    size_t matching = 0;
    for (size_t i = 0; i < TEXTS; i++) {
        uriproof_buffer out = {octets, sizeof octets, 0};
        uriproof_parts parts;
        question q = {.dialect = dialect, .readings = make_readings(dialect, &state)};
        q.one = make_text(&state, i % 3 != 0 ? start : "", texts[0]);
        q.two = make_text(&state, i % 3 == 1 ? start : "", texts[1]);
        if (!parse(&q, q.one, &parts))
            continue;
        matching++;
        check_normal(&q, &parts, &out);
        check_equivalent(&q, &parts);
        if (dialect->resolve != NULL)
            check_resolved(&q, &parts, &out);
    }
    assert_true(matching > TEXTS / 20);
}

static void what_is_accepted_is_what_was_meant(void **state)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    (void)state;
    for (size_t i = 0; i < count; i++)
        if (dialects[i]->parse != NULL)
            check_dialect(dialects[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_accepted_is_what_was_meant)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
