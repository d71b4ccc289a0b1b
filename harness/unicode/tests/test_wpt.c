/* SPDX-License-Identifier: MIT */
/*
 * The URL Standard's reference against the Web Platform Tests in ../shared/data/wpt, with ICU and
 * without. Each test that is not met as it is printed is in a list below, with the reason.
 */
#include "unicode/icu.h"
#include "wpt_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A URL, and what the API's getters give of it. */
typedef struct answer {
    uriproof_verdict verdict;
    uriproof_whatwg_url_rejection rejection;
    uriproof_whatwg_url_record url;
    uriproof_whatwg_url_origin origin;
    uriproof_buffer buffer, of_origin;
} answer;

static uriproof_buffer room_for(size_t capacity)
{
    uriproof_buffer buffer = {malloc(capacity), capacity, 0};
    assert_non_null(buffer.octets);
    return buffer;
}

static void find_origin(answer *a, const uriproof_services *services)
{
    if (a->verdict != URIPROOF_OK)
        return;
    a->of_origin = room_for(uriproof_whatwg_url_room(a->url.path.length, 0, services));
    assert_int_equal(uriproof_whatwg_url_origin_of(&a->url, services, &a->of_origin, &a->origin),
                     URIPROOF_OK);
}

static answer ask(uriproof_span text, uriproof_span base, const uriproof_services *services)
{
    answer a = {
        .buffer = room_for(uriproof_whatwg_url_room(text.length, base.length, services)),
        .of_origin = {NULL, 0, 0},
    };
    a.verdict = uriproof_whatwg_url_parse(text, base, services, &a.buffer, &a.url, &a.rejection);
    assert_true(a.verdict != URIPROOF_NO_ROOM);
    find_origin(&a, services);
    return a;
}

static void forget(answer *a)
{
    free(a->buffer.octets);
    free(a->of_origin.octets);
}

/* Returns true if `wanted` is `before`, the part and `after`. */
static bool is_framed(uriproof_span wanted, const char *before, uriproof_span part,
                      const char *after)
{
    const size_t head = strlen(before), tail = strlen(after);
    return wanted.length == head + part.length + tail && memcmp(wanted.octets, before, head) == 0 &&
           (part.length == 0 || memcmp(wanted.octets + head, part.octets, part.length) == 0) &&
           memcmp(wanted.octets + head + part.length, after, tail) == 0;
}

/* The getters of a query and of a fragment give the empty string for an empty one. */
static const char *unless_empty(const char *delimiter, uriproof_span part)
{
    return part.length > 0 ? delimiter : "";
}

/* Returns true if `wanted` is the host, with the port if it is not null, after `before`. */
static bool is_host(uriproof_span wanted, const char *before, uriproof_span host,
                    uriproof_span port)
{
    char text[8192];
    const size_t head = strlen(before);
    assert_true(head + host.length + port.length + 1 <= sizeof text);
    (void)snprintf(text, sizeof text, "%s%.*s%s%.*s", before, (int)host.length,
                   uriproof_present(host) ? host.octets : "", uriproof_present(port) ? ":" : "",
                   (int)port.length, uriproof_present(port) ? port.octets : "");
    return uriproof_span_equal(wanted, uriproof_span_of(text));
}

static bool is_origin(uriproof_span wanted, const uriproof_whatwg_url_origin *origin)
{
    char before[64];
    if (origin->is_opaque)
        return uriproof_span_equal(wanted, uriproof_span_of("null"));
    (void)snprintf(before, sizeof before, "%.*s://", (int)origin->scheme.length,
                   origin->scheme.octets);
    return is_host(wanted, before, origin->host, origin->port);
}

/* Returns the name of a member of the case that the URL differs from, or NULL. */
static const char *difference(const wpt_case *c, const answer *a)
{
    const uriproof_whatwg_url_record *url = &a->url;
    const struct {
        const char *key;
        bool equal;
    } members[] = {
        {"href", uriproof_span_equal(wpt_value(c, "href"), url->href)},
        {"protocol", is_framed(wpt_value(c, "protocol"), "", url->scheme, ":")},
        {"username", uriproof_span_equal(wpt_value(c, "username"), url->username)},
        {"password", uriproof_span_equal(wpt_value(c, "password"), url->password)},
        {"hostname", is_framed(wpt_value(c, "hostname"), "", url->host, "")},
        {"host", is_host(wpt_value(c, "host"), "", url->host, url->port)},
        {"port", is_framed(wpt_value(c, "port"), "", url->port, "")},
        {"pathname", uriproof_span_equal(wpt_value(c, "pathname"), url->path)},
        {"search",
         is_framed(wpt_value(c, "search"), unless_empty("?", url->query), url->query, "")},
        {"hash",
         is_framed(wpt_value(c, "hash"), unless_empty("#", url->fragment), url->fragment, "")},
        {"origin", !wpt_has(c, "origin") || is_origin(wpt_value(c, "origin"), &a->origin)},
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (!members[i].equal)
            return members[i].key;
    return NULL;
}

/* What came of the cases of a file. */
typedef struct score {
    size_t cases, met, undefined, other;
} score;

/* Returns why the answer is not what the case wants, or NULL. */
static const char *fault(const wpt_case *c, const answer *a)
{
    if (a->verdict == URIPROOF_SILENT)
        return a->rejection.clause;
    const bool failure = wpt_has(c, "failure");
    if (failure != (a->verdict == URIPROOF_INVALID))
        return failure ? "is parsed" : a->rejection.clause;
    return failure ? NULL : difference(c, a);
}

static void count_case(score *s, uriproof_span input, const char *why, uriproof_verdict verdict)
{
    s->cases++;
    s->met += why == NULL;
    s->undefined += why != NULL && verdict == URIPROOF_SILENT;
    s->other += why != NULL && verdict != URIPROOF_SILENT;
    if (why != NULL)
        print_message("# %.*s: %s\n", (int)input.length, input.octets, why);
}

/* A text that fails without a base, whatever it is relative to, fails as a base too. */
static void check_as_base(const wpt_case *c, const uriproof_services *services)
{
    if (!wpt_has(c, "failure") || wpt_has(c, "relativeTo") ||
        uriproof_present(wpt_value(c, "base")))
        return;
    answer a = ask(uriproof_span_of("about:blank"), wpt_value(c, "input"), services);
    assert_true(a.verdict != URIPROOF_OK && a.rejection.in_base);
    forget(&a);
}

/* Skips the test if the file is absent. */
static void require_file(const char *name)
{
    wpt_file file;
    const bool present = wpt_open(&file, name);
    wpt_close(&file);
    if (present)
        return;
    print_message("# skipped: ../shared/data/wpt/%s is absent\n", name);
    skip();
}

static score url_cases(const uriproof_services *services)
{
    score s = {0};
    wpt_file file;
    wpt_case c;
    assert_true(wpt_open(&file, "urltestdata.json"));
    while (wpt_next(&file, &c)) {
        answer a = ask(wpt_value(&c, "input"), wpt_value(&c, "base"), services);
        count_case(&s, wpt_value(&c, "input"), fault(&c, &a), a.verdict);
        forget(&a);
        check_as_base(&c, services);
    }
    wpt_close(&file);
    print_message("# urltestdata: %zu of %zu met, %zu undefined, %zu other\n", s.met, s.cases,
                  s.undefined, s.other);
    return s;
}

static uriproof_services opened(void)
{
    uriproof_services services = icu_services_open();
    if (services.to_ascii == NULL) {
        print_message("# skipped: uriproof was built without ICU\n");
        skip();
    }
    return services;
}

static void urls_with_icu(void **state)
{
    (void)state;
    require_file("urltestdata.json");
    uriproof_services services = opened();
    const score s = url_cases(&services);
    icu_services_close(&services);
    assert_int_equal(s.met, s.cases);
    assert_true(s.cases >= 891);
}

static void urls_without_icu(void **state)
{
    (void)state;
    require_file("urltestdata.json");
    const score s = url_cases(NULL);
    assert_int_equal(s.other, 0);
    assert_true(10 * s.undefined <= s.cases);
}

/* Domains with code points that UTS #46 treats otherwise since version 16 (revision 33), or 15.1
 * for U+1E9E; the standard refers to the latest. ICU before version 76 has an older table. */
static const char *const of_unicode_16[] = {
    "look\xE1\xA0\x8Eout.net", /* U+180E is now ignored */
    "look\xE2\x81\xABout.net", /* U+206B is now ignored */
    "\xD3\x80.com",            /* U+04C0 is now mapped to U+04CF */
    "\xF0\xAF\xA1\xA8.com",    /* U+2F868 is now mapped to U+36FC */
    "\xE2\x86\x83.com",        /* U+2183 is now mapped to U+2184 */
    "\xE1\xBA\x9E.com",        /* U+1E9E is now mapped to U+00DF */
    "\xE1\xBA\x9E.foo.com",
};
enum { OF_UNICODE_16 = sizeof of_unicode_16 / sizeof of_unicode_16[0] };

static bool needs_unicode_16(uriproof_span input)
{
    for (size_t i = 0; i < OF_UNICODE_16; i++)
        if (uriproof_span_equal(input, uriproof_span_of(of_unicode_16[i])))
            return true;
    return false;
}

/* The host of https://INPUT/ is the domain that the case wants. */
static void domains_with_icu(void **state)
{
    (void)state;
    score s = {0};
    wpt_file file;
    wpt_case c;
    require_file("toascii.json");
    uriproof_services services = opened();
    assert_true(wpt_open(&file, "toascii.json"));
    while (wpt_next(&file, &c)) {
        const uriproof_span input = wpt_value(&c, "input"), output = wpt_value(&c, "output");
        char text[8192];
        const int length =
            snprintf(text, sizeof text, "https://%.*s/x", (int)input.length, input.octets);
        answer a = ask((uriproof_span){text, (size_t)length}, (uriproof_span){NULL, 0}, &services);
        const bool met = a.verdict == URIPROOF_OK ? uriproof_span_equal(a.url.host, output)
                                                  : !uriproof_present(output);
        count_case(&s, input, met ? NULL : "differs", a.verdict);
        assert_true(met || needs_unicode_16(input));
        forget(&a);
    }
    wpt_close(&file);
    icu_services_close(&services);
    print_message("# toascii: %zu of %zu met\n", s.met, s.cases);
    const bool is_old = strtol(icu_unicode_version(), NULL, 10) < 16;
    assert_int_equal(s.met, s.cases - (is_old ? OF_UNICODE_16 : 0));
}

/* https://doesnotmatter.invalid/?INPUT#INPUT has the wanted query and fragment. */
static void percent_encoding(void **state)
{
    (void)state;
    wpt_file file;
    wpt_case c;
    size_t cases = 0;
    require_file("percent-encoding.json");
    assert_true(wpt_open(&file, "percent-encoding.json"));
    for (; wpt_next(&file, &c); cases++) {
        const uriproof_span input = wpt_value(&c, "input");
        char text[256];
        const int length =
            snprintf(text, sizeof text, "https://doesnotmatter.invalid/?%.*s#%.*s",
                     (int)input.length, input.octets, (int)input.length, input.octets);
        answer a = ask((uriproof_span){text, (size_t)length}, (uriproof_span){NULL, 0}, NULL);
        assert_int_equal(a.verdict, URIPROOF_OK);
        assert_true(uriproof_span_equal(a.url.query, wpt_value(&c, "output.utf-8")));
        assert_true(uriproof_span_equal(a.url.fragment, wpt_value(&c, "output.utf-8")));
        forget(&a);
    }
    wpt_close(&file);
    assert_true(cases > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urls_with_icu),
        cmocka_unit_test(urls_without_icu),
        cmocka_unit_test(domains_with_icu),
        cmocka_unit_test(percent_encoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
