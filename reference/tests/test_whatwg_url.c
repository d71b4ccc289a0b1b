/* SPDX-License-Identifier: MIT */
/*
 * Tests the URL Standard's reference by hand-written cases: each state and each algorithm, what it
 * writes, which validation errors it tells and where, and at which step it fails.
 * harness/unicode/tests/test_wpt.c has the Web Platform Tests.
 */
#include <uriproof/whatwg-url.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 4096 };

/* The validation errors that were reported, as `name@offset name@offset`. */
typedef struct notes {
    char text[ROOM];
    size_t length;
} notes;

static void note(void *context, const uriproof_validation_error *error)
{
    notes *n = context;
    assert_non_null(error->state);
    assert_int_equal(strncmp(error->clause, "whatwg-url.", strlen("whatwg-url.")), 0);
    const int written = snprintf(n->text + n->length, sizeof n->text - n->length, "%s%s@%zu",
                                 n->length > 0 ? " " : "", error->name, error->offset);
    assert_true(written > 0 && (size_t)written < sizeof n->text - n->length);
    n->length += (size_t)written;
}

/* A ToASCII that knows a few domains, and a failure for all others. With beStrict some of them are
 * failures too. "?" is a domain that it cannot tell. */
static uriproof_verdict few_domains(void *context, uriproof_span domain, bool be_strict,
                                    uriproof_buffer *out)
{
    static const struct {
        const char *domain, *ascii;
        bool is_strict;
    } known[] = {
        {"fa\xC3\x9F.ex", "xn--fa-hia.ex", true},
        {"\xC2\xAD", "", false},
        {"a\xEF\xBC\x85", "a%", false},
        {"\xEF\xBC\x91", "1", false},
        {"xn--fa-hia.ex", "xn--fa-hia.ex", true},
        {"a\xEF\xBF\xBD", "a", true}, /* it is never asked */
    };
    (void)context;
    if (uriproof_span_equal(domain, uriproof_span_of("\xC2\xBF")))
        return URIPROOF_SILENT;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (uriproof_span_equal(domain, uriproof_span_of(known[i].domain)) &&
            (known[i].is_strict || !be_strict)) {
            out->length = strlen(known[i].ascii);
            assert_true(out->length <= out->capacity);
            memcpy(out->octets, known[i].ascii, out->length);
            return URIPROOF_OK;
        }
    return URIPROOF_INVALID;
}

/* What came of a text. */
typedef struct answer {
    uriproof_verdict verdict;
    uriproof_whatwg_url_record url;
    uriproof_whatwg_url_rejection rejection;
    notes errors;
    char octets[ROOM];
} answer;

/* Asks with room for exactly as much as is needed, and what follows untouched. */
static void ask_span(answer *a, uriproof_span text, uriproof_span base)
{
    a->errors = (notes){.length = 0};
    a->rejection = (uriproof_whatwg_url_rejection){NULL, NULL, NULL, 0, false};
    const uriproof_services services = {
        .to_ascii = few_domains, .growth = 5, .report = note, .report_context = &a->errors};
    uriproof_buffer out = {a->octets, uriproof_whatwg_url_room(text.length, base.length, &services),
                           0};
    assert_true(out.capacity < ROOM);
    a->octets[out.capacity] = '!';
    a->verdict = uriproof_whatwg_url_parse(text, base, &services, &out, &a->url, &a->rejection);
    assert_int_equal(a->octets[out.capacity], '!');
}

static void ask(answer *a, const char *text, const char *base)
{
    ask_span(a, uriproof_span_of(text), uriproof_span_of(base));
}

static void assert_span(const char *of, uriproof_span span, const char *wanted)
{
    if (!uriproof_span_equal(span, uriproof_span_of(wanted)))
        fail_msg("%s: \"%.*s\"", of, (int)span.length, uriproof_present(span) ? span.octets : "");
}

/* Texts that are parsed: the serialized URL and the validation errors. */
typedef struct parsed_case {
    const char *text, *base, *href, *errors;
} parsed_case;

static void assert_parsed(const parsed_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        answer a;
        ask(&a, cases[i].text, cases[i].base);
        if (a.verdict != URIPROOF_OK)
            fail_msg("%s: %s", cases[i].text, a.rejection.clause);
        assert_span(cases[i].text, a.url.href, cases[i].href);
        if (strcmp(a.errors.text, cases[i].errors) != 0)
            fail_msg("%s: %s", cases[i].text, a.errors.text);
    }
}

/* Texts that are rejected or undefined: at which step and offset, and all validation errors. */
typedef struct failed_case {
    const char *text, *base, *state, *clause;
    size_t offset;
    const char *errors;
} failed_case;

static void assert_failed(const failed_case *cases, size_t count, uriproof_verdict verdict)
{
    for (size_t i = 0; i < count; i++) {
        answer a;
        ask(&a, cases[i].text, cases[i].base);
        if (a.verdict != verdict)
            fail_msg("%s: verdict %d", cases[i].text, (int)a.verdict);
        if (strcmp(a.rejection.clause, cases[i].clause) != 0 ||
            strcmp(a.rejection.state, cases[i].state) != 0 || a.rejection.offset != cases[i].offset)
            fail_msg("%s: %s in %s at %zu", cases[i].text, a.rejection.clause, a.rejection.state,
                     a.rejection.offset);
        if (strcmp(a.errors.text, cases[i].errors) != 0)
            fail_msg("%s: %s", cases[i].text, a.errors.text);
    }
}

static void input_is_trimmed_and_freed_of_tabs(void **state)
{
    static const parsed_case cases[] = {
        {" a:b", NULL, "a:b", "invalid-URL-unit@0"},
        {"a:b \n", NULL, "a:b", "invalid-URL-unit@3"},
        {"\x1F"
         "a:b\x01",
         NULL, "a:b", "invalid-URL-unit@0"},
        {"a\t:\r\nb", NULL, "a:b", "invalid-URL-unit@1"},
        {"h\nt\tt\rp:\t/\n/\th\t/\t.\t.\t/%\t4\n1", NULL, "http://h/%41", "invalid-URL-unit@1"},
        {"", "a://h/p?q#f", "a://h/p?q", ""},
        {" ", "a://h/p?q#f", "a://h/p?q", "invalid-URL-unit@0"},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void scheme_states(void **state)
{
    static const parsed_case cases[] = {
        {"A1+-.b:x", NULL, "a1+-.b:x", ""},
        {"1a:x", "a://h/p", "a://h/1a:x", ""},
        {"a_b:x", "a://h/p", "a://h/a_b:x", ""},
        {"a", "b://h/c", "b://h/a", ""},
        {"a:", NULL, "a:", ""},
        {"a:/", NULL, "a:/", ""},
        {"a:/b", NULL, "a:/b", ""},
        {"a://", NULL, "a://", ""},
        {"HTTPS://H", NULL, "https://h/", ""},
        {"file:x", NULL, "file:///x", "special-scheme-missing-following-solidus@4"},
        {"file:/x", NULL, "file:///x", "special-scheme-missing-following-solidus@4"},
        {"file://", NULL, "file:///", ""},
        {"http:x", "http://h/p", "http://h/x", "special-scheme-missing-following-solidus@5"},
        {"http:/x", "http://h/p", "http://h/x", "special-scheme-missing-following-solidus@5"},
        {"http:a/b", "http://h/p", "http://h/a/b", "special-scheme-missing-following-solidus@5"},
        {"http:a/b", NULL, "http://a/b", "special-scheme-missing-following-solidus@5"},
        {"http://x", "http://h/p", "http://x/", ""},
        {"http:x", "https://h/p", "http://x/", "special-scheme-missing-following-solidus@5"},
        {"http:/x", NULL, "http://x/",
         "special-scheme-missing-following-solidus@5 special-scheme-missing-following-solidus@5"},
        {"http:///x", NULL, "http://x/", "special-scheme-missing-following-solidus@7"},
        {"http:\\\\x", NULL, "http://x/",
         "special-scheme-missing-following-solidus@5 special-scheme-missing-following-solidus@5 "
         "special-scheme-missing-following-solidus@6"},
        {"a:x", "a://h/p", "a:x", ""},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void relative_states(void **state)
{
    static const parsed_case cases[] = {
        {"#f", "a:b?q#g", "a:b?q#f", ""},
        {"#", "a:b", "a:b#", ""},
        {"b", "http://u:p@h:8/c/d?q#f", "http://u:p@h:8/c/b", ""},
        {"?x", "http://u@h/c/d?q#f", "http://u@h/c/d?x", ""},
        {"#x", "http://h/c/d?q#f", "http://h/c/d?q#x", ""},
        {"#x", "http://h/c/d", "http://h/c/d#x", ""},
        {"/x", "http://:p@h:8/c/d?q#f", "http://:p@h:8/x", ""},
        {"//x", "http://u:p@h:8/c/d", "http://x/", ""},
        {"\\x", "http://u:p@h:8/c/d", "http://u:p@h:8/x", "invalid-reverse-solidus@0"},
        {"\\\\x", "http://h/", "http://x/", "invalid-reverse-solidus@0 invalid-reverse-solidus@1"},
        {"/\\x", "http://h/", "http://x/", "invalid-reverse-solidus@1"},
        {"///x", "http://h/", "http://x/", "special-scheme-missing-following-solidus@2"},
        {"//x", "a:/b", "a://x", ""},
        {"\\x", "a://h/b", "a://h/\\x", "invalid-URL-unit@0"},
        {"///x", "a:/b", "a:///x", ""},
        {"x", "a:/b/c", "a:/b/x", ""},
        {"../..", "a:/b/c", "a:/", ""},
        {"x", "a://h", "a://h/x", ""},
        {"", "a:/.//b?q", "a:/.//b?q", ""},
        {"x", "a:/.//b", "a:/.//x", ""},
        {"/x", "a:/.//b", "a:/x", ""},
        {"#x", "a:/.//b", "a:/.//b#x", ""},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void authority_state(void **state)
{
    static const parsed_case cases[] = {
        {"a://u@h", NULL, "a://u@h", "invalid-credentials@5"},
        {"a://u:@h", NULL, "a://u@h", "invalid-credentials@6"},
        {"a://:p@h", NULL, "a://:p@h", "invalid-credentials@6"},
        {"a://@h", NULL, "a://h", "invalid-credentials@4"},
        {"a://:@h", NULL, "a://h", "invalid-credentials@5"},
        {"a://u:p:q@h", NULL, "a://u:p%3Aq@h", "invalid-credentials@9"},
        {"a://u@v:p@q@h", NULL, "a://u%40v:p%40q@h",
         "invalid-credentials@5 invalid-credentials@9 invalid-credentials@11"},
        {"a://@@h", NULL, "a://%40@h", "invalid-credentials@4 invalid-credentials@5"},
        {"a://;=[]^|%zz\xC3\xA9@h", NULL, "a://%3B%3D%5B%5D%5E%7C%zz%C3%A9@h",
         "invalid-credentials@15"},
        {"http://a\\@h", NULL, "http://a/@h", "invalid-reverse-solidus@8"},
        {"a://a\\@h", NULL, "a://a%5C@h", "invalid-credentials@6"},
        {"a://u\t:\tp\t@\th", NULL, "a://u:p@h", "invalid-URL-unit@5 invalid-credentials@10"},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void host_and_port_states(void **state)
{
    static const parsed_case cases[] = {
        {"http://h:", NULL, "http://h/", ""},
        {"http://h:80", NULL, "http://h/", ""},
        {"http://h:0080/", NULL, "http://h/", ""},
        {"http://h:81?q", NULL, "http://h:81/?q", ""},
        {"https://h:443#f", NULL, "https://h/#f", ""},
        {"ws://h:80", NULL, "ws://h/", ""},
        {"wss://h:443", NULL, "wss://h/", ""},
        {"ftp://h:21", NULL, "ftp://h/", ""},
        {"a://h:80", NULL, "a://h:80", ""},
        {"a://h:65535", NULL, "a://h:65535", ""},
        {"a://h:00000000000000000000001", NULL, "a://h:1", ""},
        {"a://h:0", NULL, "a://h:0", ""},
        {"http://h:8\\x", NULL, "http://h:8/x", "invalid-reverse-solidus@10"},
        {"http://[::1]:8", NULL, "http://[::1]:8/", ""},
        {"a://[::1]", NULL, "a://[::1]", ""},
        {"a:///p", NULL, "a:///p", ""},
        {"a://?q", NULL, "a://?q", ""},
        {"a://#f", NULL, "a://#f", ""},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void file_states(void **state)
{
    static const parsed_case cases[] = {
        {"file://h/x", NULL, "file://h/x", ""},
        {"file://LOCALHOST/x", NULL, "file:///x", ""},
        {"file://C", NULL, "file://c/", ""},
        {"file:\\\\h", NULL, "file://h/",
         "special-scheme-missing-following-solidus@4 invalid-reverse-solidus@5 "
         "invalid-reverse-solidus@6"},
        {"file:///ab/../x", NULL, "file:///x", ""},
        {"file:///C/../x", NULL, "file:///x", ""},
        {"?x", "file://h/a?q#f", "file://h/a?x", ""},
        {"#x", "file://h/a?q#f", "file://h/a?q#x", ""},
        {"", "file://h/a?q#f", "file://h/a?q", ""},
        {"file:", "file://h/a?q#f", "file://h/a?q", "special-scheme-missing-following-solidus@4"},
        {"//x", "file://h/a", "file://x/", ""},
        {"file:?x", NULL, "file:///?x", "special-scheme-missing-following-solidus@4"},
        {"file:x", "http://h/p", "file:///x", "special-scheme-missing-following-solidus@4"},
        {"file:./x", NULL, "file:///x", "special-scheme-missing-following-solidus@4"},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void windows_drive_letters(void **state)
{
    static const parsed_case cases[] = {
        {"file:///C|/x", NULL, "file:///C:/x", "invalid-URL-unit@9"},
        {"file://C|/x", NULL, "file:///C:/x", "file-invalid-Windows-drive-letter-host@7"},
        {"file://C\t:\\x", NULL, "file:///C:/x",
         "invalid-URL-unit@8 file-invalid-Windows-drive-letter-host@7 invalid-reverse-solidus@10"},
        {"file:///C:/../x", NULL, "file:///C:/x", ""},
        {"file:///C:/a/../../../x", NULL, "file:///C:/x", ""},
        {"file:///a/C|", NULL, "file:///a/C|", "invalid-URL-unit@11"},
        {"file:///1|/x", NULL, "file:///1|/x", "invalid-URL-unit@9"},
        {"file:///1:/../x", NULL, "file:///x", ""},
        {"file:///C:/../C|/x", NULL, "file:///C:/C|/x", "invalid-URL-unit@15"},
        {"x", "file://h/C:/a?q", "file://h/C:/x", ""},
        {"..", "file:///C:/a", "file:///C:/", ""},
        {"/x", "file://h/C:/a", "file://h/C:/x", ""},
        {"/x", "file://h/a/C:", "file://h/x", ""},
        {"/x", "file://h/C:a", "file://h/x", ""},
        {"/D:/x", "file://h/C:/a", "file://h/D:/x", ""},
        {"D|/x", "file://h/C:/a", "file://h/D:/x",
         "file-invalid-Windows-drive-letter@0 invalid-URL-unit@1"},
        {"D|x", "file:///C:/a", "file:///C:/D|x", "invalid-URL-unit@1"},
        {"D|Ax", "file:///C:/a", "file:///C:/D|Ax", "invalid-URL-unit@1"},
        {"D|\\x", "file:///C:/a", "file:///D:/x",
         "file-invalid-Windows-drive-letter@0 invalid-URL-unit@1 invalid-reverse-solidus@2"},
        {"D|#x", "file:///C:/a", "file:///D:#x",
         "file-invalid-Windows-drive-letter@0 invalid-URL-unit@1"},
        {"D|", "file:///C:/a",
         "file:///D:", "file-invalid-Windows-drive-letter@0 invalid-URL-unit@1"},
        {"D|?x", "file:///C:/a", "file:///D:?x",
         "file-invalid-Windows-drive-letter@0 invalid-URL-unit@1"},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void path_states(void **state)
{
    static const parsed_case cases[] = {
        {"http://h", NULL, "http://h/", ""},
        {"a://h", NULL, "a://h", ""},
        {"a://h?q", NULL, "a://h?q", ""},
        {"a://h#f", NULL, "a://h#f", ""},
        {"http://h/a/./b/../c", NULL, "http://h/a/c", ""},
        {"http://h/a/.", NULL, "http://h/a/", ""},
        {"http://h/a/..", NULL, "http://h/", ""},
        {"http://h/../..", NULL, "http://h/", ""},
        {"http://h/a/%2e/%2E.", NULL, "http://h/", ""},
        {"http://h/a/.%2e/%2E%2e?q", NULL, "http://h/?q", ""},
        {"http://h/.../..a/%2e%2e%2e/%2f", NULL, "http://h/.../..a/%2e%2e%2e/%2f", ""},
        {"http://h/%g4%4", NULL, "http://h/%g4%4", "invalid-URL-unit@9 invalid-URL-unit@12"},
        {"http://h/a\\..\\b", NULL, "http://h/b",
         "invalid-reverse-solidus@10 invalid-reverse-solidus@13"},
        {"a://h/a\\..\\b", NULL, "a://h/a\\..\\b", "invalid-URL-unit@7 invalid-URL-unit@10"},
        {"a:/a/..//b", NULL, "a:/.//b", ""},
        {"a:/..//b?q#f", NULL, "a:/.//b?q#f", ""},
        {"a:/.//", NULL, "a:/.//", ""},
        {"a:/./", NULL, "a:/", ""},
        {"a://h//b", NULL, "a://h//b", ""},
        {"http://h/ \"<>^`{}\x7F", NULL, "http://h/%20%22%3C%3E%5E%60%7B%7D%7F",
         "invalid-URL-unit@9 invalid-URL-unit@10 invalid-URL-unit@11 invalid-URL-unit@12 "
         "invalid-URL-unit@13 invalid-URL-unit@14 invalid-URL-unit@15 invalid-URL-unit@16 "
         "invalid-URL-unit@17"},
        {"http://h/|[]'%4g%4", NULL, "http://h/|[]'%4g%4",
         "invalid-URL-unit@9 invalid-URL-unit@10 invalid-URL-unit@11 invalid-URL-unit@13 "
         "invalid-URL-unit@16"},
        {"http://h/\xC3\xA9\xE2\x82\xAC\xF0\x9F\x92\xA9", NULL,
         "http://h/%C3%A9%E2%82%AC%F0%9F%92%A9", ""},
        {"http://h/\xEF\xB7\x90\xEF\xBF\xBF\xF4\x8F\xBF\xBF\xC2\x80", NULL,
         "http://h/%EF%B7%90%EF%BF%BF%F4%8F%BF%BF%C2%80",
         "invalid-URL-unit@9 invalid-URL-unit@12 invalid-URL-unit@15 invalid-URL-unit@19"},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void opaque_path_state(void **state)
{
    static const parsed_case cases[] = {
        {"a:b/../c", NULL, "a:b/../c", ""},
        {"a: b  ?q", NULL, "a: b %20?q",
         "invalid-URL-unit@2 invalid-URL-unit@4 invalid-URL-unit@5"},
        {"a:b #f", NULL, "a:b%20#f", "invalid-URL-unit@3"},
        {"a:b \t\n#f", NULL, "a:b%20#f", "invalid-URL-unit@4 invalid-URL-unit@3"},
        {"a:b c", NULL, "a:b c", "invalid-URL-unit@3"},
        {"a:\"<>^`{}'\x7F\xC3\xA9%", NULL, "a:\"<>^`{}'%7F%C3%A9%",
         "invalid-URL-unit@2 invalid-URL-unit@3 invalid-URL-unit@4 invalid-URL-unit@5 "
         "invalid-URL-unit@6 invalid-URL-unit@7 invalid-URL-unit@8 invalid-URL-unit@10 "
         "invalid-URL-unit@13"},
        {"a:?", NULL, "a:?", ""},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void query_and_fragment_states(void **state)
{
    static const parsed_case cases[] = {
        {"http://h/?'\" <>`#'\" <>`", NULL, "http://h/?%27%22%20%3C%3E`#'%22%20%3C%3E%60",
         "invalid-URL-unit@11 invalid-URL-unit@12 invalid-URL-unit@13 invalid-URL-unit@14 "
         "invalid-URL-unit@15 invalid-URL-unit@18 invalid-URL-unit@19 invalid-URL-unit@20 "
         "invalid-URL-unit@21 invalid-URL-unit@22"},
        {"a:/?'", NULL, "a:/?'", ""},
        {"a:/?/?#/?#", NULL, "a:/?/?#/?#", "invalid-URL-unit@9"},
        {"a:/?\xC3\xA9%#\xC3\xA9%4", NULL, "a:/?%C3%A9%#%C3%A9%4",
         "invalid-URL-unit@6 invalid-URL-unit@10"},
        {"http://h?#", NULL, "http://h/?#", ""},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void opaque_hosts(void **state)
{
    static const parsed_case cases[] = {
        {"a://H%41\xC3\xA9!", NULL, "a://H%41%C3%A9!", ""},
        {"a://1.2.3", NULL, "a://1.2.3", ""},
        {"a://h%4", NULL, "a://h%4", "invalid-URL-unit@5"},
        {"a://h%g1", NULL, "a://h%g1", "invalid-URL-unit@5"},
        {"a://h\x01\"", NULL, "a://h%01\"", "invalid-URL-unit@5"},
        {"a://h%zz\x01!", NULL, "a://h%zz%01!", "invalid-URL-unit@8 invalid-URL-unit@5"},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void domains(void **state)
{
    static const parsed_case cases[] = {
        {"http://EXAMPLE.com", NULL, "http://example.com/", ""},
        {"http://ex%41mple", NULL, "http://example/", "domain-percent-encoded@7"},
        {"http://fa\xC3\x9F.ex", NULL, "http://xn--fa-hia.ex/", ""},
        {"http://fa%C3%9F.ex", NULL, "http://xn--fa-hia.ex/", "domain-percent-encoded@7"},
        {"http://\xEF\xBC\x91", NULL, "http://0.0.0.1/", "domain-to-ASCII@7 IPv4-too-few-parts@7"},
        {"http://xn--fa-hia.ex", NULL, "http://xn--fa-hia.ex/", ""},
        {"http://XN--a", NULL, "http://xn--a/", "domain-to-ASCII@7"},
        {"http://a.", NULL, "http://a./", "domain-to-ASCII@7"},
        {"http://a..b", NULL, "http://a..b/", "domain-to-ASCII@7"},
        {"http://.", NULL, "http://./", "domain-to-ASCII@7"},
        {"http://a_b", NULL, "http://a_b/", "domain-to-ASCII@7"},
        {"http://-a", NULL, "http://-a/", "domain-to-ASCII@7"},
        {"http://a-", NULL, "http://a-/", "domain-to-ASCII@7"},
        {"http://ab--c", NULL, "http://ab--c/", "domain-to-ASCII@7"},
        {"http://ab-c", NULL, "http://ab-c/", ""},
        {"http://a123456789b123456789c123456789d123456789e123456789f123456789abc", NULL,
         "http://a123456789b123456789c123456789d123456789e123456789f123456789abc/", ""},
        {"http://a123456789b123456789c123456789d123456789e123456789f123456789abcd", NULL,
         "http://a123456789b123456789c123456789d123456789e123456789f123456789abcd/",
         "domain-to-ASCII@7"},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

/* With beStrict, a domain has 253 octets at most. */
static void long_domains_are_told_of(void **state)
{
    (void)state;
    for (size_t length = 250; length < 256; length++) {
        char text[300] = "http://";
        answer a;
        for (size_t i = 0; i < length; i++)
            text[7 + i] = i % 50 == 49 ? '.' : 'a';
        ask(&a, text, NULL);
        assert_int_equal(a.verdict, URIPROOF_OK);
        assert_int_equal(a.errors.length > 0, length > 253 || length == 250);
    }
}

static void ipv4_addresses(void **state)
{
    static const parsed_case cases[] = {
        {"http://1.2.3.4", NULL, "http://1.2.3.4/", ""},
        {"http://1.2.3.4.", NULL, "http://1.2.3.4/", "domain-to-ASCII@7 IPv4-empty-part@7"},
        {"http://255", NULL, "http://0.0.0.255/", "IPv4-too-few-parts@7"},
        {"http://4294967295", NULL, "http://255.255.255.255/",
         "IPv4-too-few-parts@7 IPv4-out-of-range-part@7"},
        {"http://1.256", NULL, "http://1.0.1.0/", "IPv4-too-few-parts@7 IPv4-out-of-range-part@7"},
        {"http://1.2.65535", NULL, "http://1.2.255.255/",
         "IPv4-too-few-parts@7 IPv4-out-of-range-part@7"},
        {"http://0X7f.010.0.0x", NULL, "http://127.8.0.0/",
         "IPv4-non-decimal-part@7 IPv4-non-decimal-part@7 IPv4-non-decimal-part@7"},
        {"http://1.x", NULL, "http://1.x/", ""},
        {"http://1.0y", NULL, "http://1.0y/", ""},
        {"http://a.1-", NULL, "http://a.1-/", "domain-to-ASCII@7"},
        {"http://1.0x1g", NULL, "http://1.0x1g/", ""},
        {"http://%31", NULL, "http://0.0.0.1/", "domain-percent-encoded@7 IPv4-too-few-parts@7"},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static void ipv6_addresses(void **state)
{
    static const parsed_case cases[] = {
        {"a://[::]", NULL, "a://[::]", ""},
        {"a://[1::]", NULL, "a://[1::]", ""},
        {"a://[1:2:3:4:5:6:7:8]", NULL, "a://[1:2:3:4:5:6:7:8]", ""},
        {"a://[1:0:0:4:0:0:0:8]", NULL, "a://[1:0:0:4::8]", ""},
        {"a://[0:0:3:0:0:6:7:8]", NULL, "a://[::3:0:0:6:7:8]", ""},
        {"a://[1:0:3:0:5:0:7:0]", NULL, "a://[1:0:3:0:5:0:7:0]", ""},
        {"a://[1::3:4:5:6:7:8]", NULL, "a://[1:0:3:4:5:6:7:8]", ""},
        {"a://[1:2:3:4:5:6::]", NULL, "a://[1:2:3:4:5:6::]", ""},
        {"a://[ABCD::ef]", NULL, "a://[abcd::ef]", ""},
        {"a://[::01]", NULL, "a://[::1]", "IPv6-piece-leading-zero@4"},
        {"a://[::0]", NULL, "a://[::]", ""},
        {"a://[::10]", NULL, "a://[::10]", ""},
        {"a://[::00a:0]", NULL, "a://[::a:0]", "IPv6-piece-leading-zero@4"},
        {"a://[::1.2.3.255]", NULL, "a://[::102:3ff]", ""},
        {"a://[1:2:3:4:5:6:1.2.3.4]", NULL, "a://[1:2:3:4:5:6:102:304]", ""},
        {"a://[1::2:0:0:0.0.0.0]", NULL, "a://[1:0:0:2::]", ""},
    };
    (void)state;
    assert_parsed(cases, sizeof cases / sizeof cases[0]);
}

static const failed_case failed_states[] = {
    {"", NULL, "no scheme state", "whatwg-url.no-scheme.base-needed", 0,
     "missing-scheme-non-relative-URL@0"},
    {"a/b", NULL, "no scheme state", "whatwg-url.no-scheme.base-needed", 0,
     "missing-scheme-non-relative-URL@0"},
    {"b", "a:c", "no scheme state", "whatwg-url.no-scheme.base-needed", 0,
     "missing-scheme-non-relative-URL@0"},
    {"!", "a:c", "no scheme state", "whatwg-url.no-scheme.base-needed", 0,
     "missing-scheme-non-relative-URL@0"},
    {"$", "a:c", "no scheme state", "whatwg-url.no-scheme.base-needed", 0,
     "missing-scheme-non-relative-URL@0"},
    {"a://u@", NULL, "authority state", "whatwg-url.authority.host-after-at", 6,
     "invalid-credentials@5 host-missing@6"},
    {"http://u@/x", NULL, "authority state", "whatwg-url.authority.host-after-at", 9,
     "invalid-credentials@8 host-missing@9"},
    {"http://", NULL, "host state", "whatwg-url.host.missing", 7, "host-missing@7"},
    {"http://?q", NULL, "host state", "whatwg-url.host.missing", 7, "host-missing@7"},
    {"a://:8", NULL, "host state", "whatwg-url.host.port-needs-host", 4, "host-missing@4"},
    {"a://u@:8", NULL, "host state", "whatwg-url.host.port-needs-host", 6,
     "invalid-credentials@5 host-missing@6"},
    {"a://h:65536", NULL, "port state", "whatwg-url.port.range", 11, "port-out-of-range@11"},
    {"a://h:99999999999999999999", NULL, "port state", "whatwg-url.port.range", 26,
     "port-out-of-range@26"},
    {"a://h:8a", NULL, "port state", "whatwg-url.port.digits", 7, "port-invalid@7"},
    {"a://h:\\", NULL, "port state", "whatwg-url.port.digits", 6, "port-invalid@6"},
};

static const failed_case failed_hosts[] = {
    {"http://abc d", NULL, "host state", "whatwg-url.domain.forbidden", 10, "domain-to-ASCII@7"},
    {"a://[::1", NULL, "host state", "whatwg-url.host.literal", 8, "IPv6-unclosed@8"},
    {"a://[", NULL, "host state", "whatwg-url.host.literal", 5, "IPv6-unclosed@5"},
    {"file://[::1/", NULL, "file host state", "whatwg-url.host.literal", 11, "IPv6-unclosed@11"},
    {"a://h\t<", NULL, "host state", "whatwg-url.opaque-host.forbidden", 6,
     "invalid-URL-unit@5 host-invalid-code-point@6"},
    {"http://a%FF", NULL, "host state", "whatwg-url.idna.failure", 7,
     "domain-percent-encoded@7 domain-to-ASCII@7"},
    {"http://a\xEF\xBF\xBD", NULL, "host state", "whatwg-url.idna.failure", 7, "domain-to-ASCII@7"},
    {"http://\xC3\xA9", NULL, "host state", "whatwg-url.idna.failure", 7, "domain-to-ASCII@7"},
    {"http://\xC2\xAD", NULL, "host state", "whatwg-url.domain.not-empty", 7, "domain-to-ASCII@7"},
    {"http://a\xEF\xBC\x85", NULL, "host state", "whatwg-url.domain.forbidden", 7,
     "domain-to-ASCII@7"},
    {"http://a b", NULL, "host state", "whatwg-url.domain.forbidden", 8, "domain-to-ASCII@7"},
    {"http://a%25", NULL, "host state", "whatwg-url.domain.forbidden", 8,
     "domain-percent-encoded@7 domain-to-ASCII@7"},
    {"http://%4\t1b\n%2\n0", NULL, "host state", "whatwg-url.domain.forbidden", 13,
     "invalid-URL-unit@9 domain-percent-encoded@7 domain-to-ASCII@7"},
    {"http://a%7F", NULL, "host state", "whatwg-url.domain.forbidden", 8,
     "domain-percent-encoded@7 domain-to-ASCII@7"},
    {"http://1.2.3.4.5", NULL, "host state", "whatwg-url.ipv4.parts", 7, "IPv4-too-many-parts@7"},
    {"http://a.1", NULL, "host state", "whatwg-url.number.last-part", 7,
     "IPv4-too-few-parts@7 IPv4-non-numeric-part@7"},
    {"http://1..2", NULL, "host state", "whatwg-url.number.last-part", 7,
     "domain-to-ASCII@7 IPv4-too-few-parts@7 IPv4-non-numeric-part@7"},
    {"http://09", NULL, "host state", "whatwg-url.number.last-part", 7,
     "IPv4-too-few-parts@7 IPv4-non-numeric-part@7"},
    {"http://256.1", NULL, "host state", "whatwg-url.ipv4.part-range", 7,
     "IPv4-too-few-parts@7 IPv4-out-of-range-part@7"},
    {"http://256.1.1.1", NULL, "host state", "whatwg-url.ipv4.part-range", 7,
     "IPv4-out-of-range-part@7"},
    {"http://1.1.1.256", NULL, "host state", "whatwg-url.ipv4.last-range", 7,
     "IPv4-out-of-range-part@7"},
    {"http://4294967296", NULL, "host state", "whatwg-url.ipv4.last-range", 7,
     "IPv4-too-few-parts@7 IPv4-out-of-range-part@7"},
    {"http://0xfffffffffffffffffffffffff", NULL, "host state", "whatwg-url.ipv4.last-range", 7,
     "IPv4-too-few-parts@7 IPv4-non-decimal-part@7 IPv4-out-of-range-part@7"},
};

static const failed_case failed_ipv6_addresses[] = {
    {"a://[:]", NULL, "host state", "whatwg-url.ipv6.begins", 5, "IPv6-invalid-compression@5"},
    {"a://[:1]", NULL, "host state", "whatwg-url.ipv6.begins", 5, "IPv6-invalid-compression@5"},
    {"a://[1:2:3:4:5:6:7:8:9]", NULL, "host state", "whatwg-url.ipv6.eight-pieces", 21,
     "IPv6-too-many-pieces@21"},
    {"a://[1::2::3]", NULL, "host state", "whatwg-url.ipv6.compress-once", 10,
     "IPv6-multiple-compression@10"},
    {"a://[1:2!]", NULL, "host state", "whatwg-url.ipv6.piece", 8, "IPv6-invalid-code-point@8"},
    {"a://[1:]", NULL, "host state", "whatwg-url.ipv6.piece", 7, "IPv6-invalid-code-point@7"},
    {"a://[12345::]", NULL, "host state", "whatwg-url.ipv6.piece", 9, "IPv6-invalid-code-point@9"},
    {"a://[1:2:3]", NULL, "host state", "whatwg-url.ipv6.eight-pieces", 10,
     "IPv6-too-few-pieces@10"},
    {"a://[]", NULL, "host state", "whatwg-url.ipv6.eight-pieces", 5, "IPv6-too-few-pieces@5"},
    {"a://[1:1:1:1:1:1:1:1.1.1.1]", NULL, "host state", "whatwg-url.ipv6.ipv4-room", 19,
     "IPv4-in-IPv6-too-many-pieces@19"},
    {"a://[::.1.1.1]", NULL, "host state", "whatwg-url.ipv6.ipv4-decimal", 7,
     "IPv4-in-IPv6-invalid-code-point@7"},
    {"a://[::1.x]", NULL, "host state", "whatwg-url.ipv6.ipv4-decimal", 9,
     "IPv4-in-IPv6-invalid-code-point@9"},
    {"a://[::1.00.1.1]", NULL, "host state", "whatwg-url.ipv6.ipv4-decimal", 10,
     "IPv4-in-IPv6-invalid-code-point@10"},
    {"a://[::1.1.1.1.1]", NULL, "host state", "whatwg-url.ipv6.ipv4-decimal", 14,
     "IPv4-in-IPv6-invalid-code-point@14"},
    {"a://[::1.256.1.1]", NULL, "host state", "whatwg-url.ipv6.ipv4-range", 11,
     "IPv4-in-IPv6-out-of-range-part@11"},
    {"a://[::1.1.1]", NULL, "host state", "whatwg-url.ipv6.ipv4-four-parts", 12,
     "IPv4-in-IPv6-too-few-parts@12"},
};

/* The table of validation errors (section "Writing") has examples of each, and tells whether the
 * parser fails. The example of file-invalid-Windows-drive-letter, for which no step has an error,
 * is in docs/errata.md. */
static void examples_of_validation_errors(void **state)
{
    static const struct {
        const char *error, *text, *base;
        bool failure;
    } examples[] = {
        {"domain-to-ASCII", "https://exa%23mple.org", NULL, true},
        {"domain-percent-encoded", "https://exam%70le.org", NULL, false},
        {"host-invalid-code-point", "foo://exa[mple.org", NULL, true},
        {"IPv4-empty-part", "https://127.0.0.1./", NULL, false},
        {"IPv4-too-few-parts", "https://1.2.3/", NULL, false},
        {"IPv4-too-many-parts", "https://1.2.3.4.5/", NULL, true},
        {"IPv4-non-numeric-part", "https://test.42", NULL, true},
        {"IPv4-non-decimal-part", "https://127.0.0x0.1", NULL, false},
        {"IPv4-out-of-range-part", "https://255.255.4000.1", NULL, true},
        {"IPv6-unclosed", "https://[::1", NULL, true},
        {"IPv6-invalid-compression", "https://[:1]", NULL, true},
        {"IPv6-too-many-pieces", "https://[1:2:3:4:5:6:7:8:9]", NULL, true},
        {"IPv6-multiple-compression", "https://[1::1::1]", NULL, true},
        {"IPv6-invalid-code-point", "https://[1:2:3!:4]", NULL, true},
        {"IPv6-invalid-code-point", "https://[1:2:3:]", NULL, true},
        {"IPv6-too-few-pieces", "https://[1:2:3]", NULL, true},
        {"IPv6-piece-leading-zero", "https://[::01]", NULL, false},
        {"IPv4-in-IPv6-too-many-pieces", "https://[1:1:1:1:1:1:1:127.0.0.1]", NULL, true},
        {"IPv4-in-IPv6-invalid-code-point", "https://[ffff::.0.0.1]", NULL, true},
        {"IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.xyz.1]", NULL, true},
        {"IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0xyz]", NULL, true},
        {"IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.00.0.1]", NULL, true},
        {"IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.0.1.2]", NULL, true},
        {"IPv4-in-IPv6-out-of-range-part", "https://[ffff::127.0.0.4000]", NULL, true},
        {"IPv4-in-IPv6-too-few-parts", "https://[ffff::127.0.0]", NULL, true},
        {"invalid-URL-unit", "https://example.org/>", NULL, false},
        {"invalid-URL-unit", " https://example.org ", NULL, false},
        {"invalid-URL-unit", "ht\ntps://example.org", NULL, false},
        {"invalid-URL-unit", "https://example.org/%s", NULL, false},
        {"special-scheme-missing-following-solidus", "file:c:/my-secret-folder", NULL, false},
        {"special-scheme-missing-following-solidus", "https:example.org", NULL, false},
        {"special-scheme-missing-following-solidus", "https:foo.html", "https://example.org/",
         false},
        {"missing-scheme-non-relative-URL", "\xF0\x9F\x92\xA9", NULL, true},
        {"missing-scheme-non-relative-URL", "\xF0\x9F\x92\xA9", "mailto:user@example.org", true},
        {"invalid-reverse-solidus", "https://example.org\\path\\to\\file", NULL, false},
        {"invalid-credentials", "https://user@example.org", NULL, false},
        {"invalid-credentials", "ssh://user@example.org", NULL, false},
        {"host-missing", "https://#fragment", NULL, true},
        {"host-missing", "https://:443", NULL, true},
        {"host-missing", "https://user:pass@", NULL, true},
        {"port-out-of-range", "https://example.org:70000", NULL, true},
        {"port-invalid", "https://example.org:7z", NULL, true},
        {"", "/c:/path/to/file", "file:///c:/", false},
        {"file-invalid-Windows-drive-letter-host", "file://c:", NULL, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const char *error = examples[i].error;
        answer a;
        ask(&a, examples[i].text, examples[i].base);
        if (*error != '\0' ? strstr(a.errors.text, error) == NULL : a.errors.length > 0)
            fail_msg("%s: %s", examples[i].text, a.errors.text);
        assert_int_equal(a.verdict, examples[i].failure ? URIPROOF_INVALID : URIPROOF_OK);
    }
}

static void failures_of_states(void **state)
{
    (void)state;
    assert_failed(failed_states, sizeof failed_states / sizeof failed_states[0], URIPROOF_INVALID);
}

static void failures_of_hosts(void **state)
{
    (void)state;
    assert_failed(failed_hosts, sizeof failed_hosts / sizeof failed_hosts[0], URIPROOF_INVALID);
}

static void failures_of_ipv6_addresses(void **state)
{
    (void)state;
    assert_failed(failed_ipv6_addresses,
                  sizeof failed_ipv6_addresses / sizeof failed_ipv6_addresses[0], URIPROOF_INVALID);
}

static void a_service_that_cannot_tell_leaves_a_text_undefined(void **state)
{
    static const failed_case cases[] = {
        {"http://\xC2\xBF/", NULL, "host state", "whatwg-url.idna.failure", 7, ""},
        {"file://%C2%BF/", NULL, "file host state", "whatwg-url.idna.failure", 7,
         "domain-percent-encoded@7"},
    };
    (void)state;
    assert_failed(cases, sizeof cases / sizeof cases[0], URIPROOF_SILENT);
}

static void octets_that_are_not_utf8_are_undefined(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
    } cases[] = {
        {"a:\x80", 2},
        {"a:b\xC0\x80", 3},
        {"a:\xC3", 2},
        {"a:\xE0\x9F\xBF", 2},
        {"a:\xED\xA0\x80", 2},
        {"a:\xF0\x8F\xBF\xBF", 2},
        {"a:\xF5\x80\x80\x80", 2},
        {"a:\xF4\x90\x80\x80", 2},
        {"a:\xC3\xA9\xFF", 4},
        {"a:\xE2\x82", 2},
        {"0123456789abcdef\xFF", 16},
        {"a:\xE2\x82g", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int in_base = 0; in_base < 2; in_base++) {
            answer a;
            ask(&a, in_base ? "x" : cases[i].text, in_base ? cases[i].text : NULL);
            assert_int_equal(a.verdict, URIPROOF_SILENT);
            assert_string_equal(a.rejection.clause, "whatwg-url.encode.utf-8");
            assert_int_equal(a.rejection.offset, cases[i].offset);
            assert_int_equal(a.rejection.in_base, in_base);
        }
}

static void the_first_and_last_of_each_length_of_utf8_are_parsed(void **state)
{
    static const char *const texts[] = {"\x7F",
                                        "\xC2\x80",
                                        "\xDF\xBF",
                                        "\xE0\xA0\x80",
                                        "\xE1\x80\x80",
                                        "\xED\x9F\xBF",
                                        "\xEE\x80\x80",
                                        "\xEF\xBF\xBF",
                                        "\xF0\x90\x80\x80",
                                        "\xF1\x80\x80\x80",
                                        "\xF4\x8F\xBF\xBF"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        answer a;
        ask(&a, texts[i], "a:/");
        assert_int_equal(a.verdict, URIPROOF_OK);
        assert_int_equal(a.url.path.length, 1 + 3 * strlen(texts[i]));
    }
}

/* ---- Every octet of ASCII ---- */

static bool is_one_of(int c, const char *octets)
{
    return c != 0 && strchr(octets, c) != NULL;
}

static bool is_alphanumeric(int c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

static bool is_url_code_point(int c)
{
    return is_alphanumeric(c) || is_one_of(c, "!$&'()*+,-./:;=?@_~");
}

/* Puts an octet between two texts, and requires that it is percent-encoded if it is a C0 control,
 * DELETE or one of `set`; and, if it is no URL code point, that a validation error says so. */
typedef struct place {
    const char *before, *after;
    const char *set;
    const char *not_here; /* octets that end the part, or are rejected there */
    bool has_errors;
} place;

static void assert_encoded(const place *at, int c)
{
    char text[64], href[64], wanted[8];
    answer a;
    const bool encoded = c < 0x20 || c == 0x7F || is_one_of(c, at->set);
    (void)snprintf(text, sizeof text, "%s%c%s", at->before, c, at->after);
    (void)snprintf(wanted, sizeof wanted, encoded ? "%%%02X" : "%c", (unsigned)c);
    (void)snprintf(href, sizeof href, "%s%s%s", at->before, wanted, at->after);
    ask(&a, text, NULL);
    assert_span(text, a.url.href, href);
    const bool error = strstr(a.errors.text, "invalid-URL-unit") != NULL;
    if (error != (at->has_errors && !is_url_code_point(c)))
        fail_msg("%s: %s", text, a.errors.text);
}

static void each_part_has_its_percent_encode_set(void **state)
{
    static const place places[] = {
        {"a:b", "c", "", " #?", true},
        {"a:/b", "c", " \"#<>?^`{}", "/#?", true},
        {"http://h/", "c", " \"#<>?^`{}", "/#?\\", true},
        {"a:?", "c", " \"#<>", "#", true},
        {"http://h/?", "c", " \"#<>'", "#", true},
        {"a:#", "c", " \"<>`", "", true},
        {"a://u", "c@h", " \"#<>?^`{}/:;=@[\\]|", ":/?#", false},
        {"a://u:", "c@h", " \"#<>?^`{}/:;=@[\\]|", "/?#", false},
        {"a://h", "c", "", " #/:<>?@[\\]^|", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int c = 1; c < 0x80; c++)
            if (!is_one_of(c, "\t\n\r%") && !is_one_of(c, places[i].not_here))
                assert_encoded(&places[i], c);
}

/* A host that is not special, without the octets that end it; and a domain, with each octet
 * percent-encoded. */
static void hosts_have_forbidden_code_points(void **state)
{
    static const char forbidden[] = " #/:<>?@[\\]^|";
    (void)state;
    for (int c = 0; c < 0x80; c++) {
        char text[64];
        answer a;
        (void)snprintf(text, sizeof text, "http://a%%%02Xb", (unsigned)c);
        ask(&a, text, NULL);
        const bool control = c < 0x20 || c == 0x7F || c == '%';
        assert_int_equal(a.verdict != URIPROOF_OK, control || is_one_of(c, forbidden));
        if (c == 0 || is_one_of(c, "\t\n\r#/:?@%"))
            continue;
        (void)snprintf(text, sizeof text, "a://a%cb", c);
        ask(&a, text, NULL);
        assert_int_equal(a.verdict != URIPROOF_OK, is_one_of(c, forbidden));
    }
}

static void schemes_have_letters_digits_and_three_marks(void **state)
{
    (void)state;
    for (int c = 1; c < 0x80; c++) {
        char text[64];
        answer a;
        (void)snprintf(text, sizeof text, "x%cy:z", c);
        ask(&a, text, NULL);
        assert_int_equal(a.verdict == URIPROOF_OK,
                         is_alphanumeric(c) || is_one_of(c, "+-.:\t\n\r"));
        (void)snprintf(text, sizeof text, "%cy:z", c);
        ask(&a, text, NULL);
        assert_int_equal(a.verdict == URIPROOF_OK, (is_alphanumeric(c) && c > '9') || c <= 0x20);
    }
}

static void a_nul_is_a_code_point(void **state)
{
    (void)state;
    answer a;
    ask_span(&a, (uriproof_span){"a:b\0c", 5}, uriproof_span_of(NULL));
    assert_span("NUL", a.url.href, "a:b%00c");
    ask_span(&a, (uriproof_span){"\0a:b\0", 5}, uriproof_span_of(NULL));
    assert_span("NUL", a.url.href, "a:b");
}

static void a_base_that_fails_is_told_of(void **state)
{
    (void)state;
    answer a;
    ask(&a, "a:b", "http://h:x");
    assert_int_equal(a.verdict, URIPROOF_INVALID);
    assert_true(a.rejection.in_base);
    assert_string_equal(a.rejection.error, "port-invalid");
    assert_int_equal(a.rejection.offset, 9);
    assert_string_equal(a.errors.text, "");
    ask(&a, "http://h:x", "a:b");
    assert_true(a.verdict == URIPROOF_INVALID && !a.rejection.in_base);
}

static void the_parts_are_spans_of_the_serialized_url(void **state)
{
    (void)state;
    answer a;
    ask(&a, "HTTP://u:p@H:81/a/../b/c?q#f", NULL);
    assert_span("scheme", a.url.scheme, "http");
    assert_span("username", a.url.username, "u");
    assert_span("password", a.url.password, "p");
    assert_span("host", a.url.host, "h");
    assert_span("port", a.url.port, "81");
    assert_span("path", a.url.path, "/b/c");
    assert_span("query", a.url.query, "q");
    assert_span("fragment", a.url.fragment, "f");
    assert_int_equal(a.url.path_size, 2);
    assert_false(a.url.has_opaque_path);
    ask(&a, "?r", "http://u:p@h:81/b");
    assert_span("username", a.url.username, "u");
    assert_span("password", a.url.password, "p");
    assert_span("host", a.url.host, "h");
    assert_span("port", a.url.port, "81");
    assert_span("path", a.url.path, "/b");
    assert_span("query", a.url.query, "r");
    assert_span("fragment", a.url.fragment, NULL);
    ask(&a, "a:/..//b?q#f", NULL);
    assert_span("path", a.url.path, "//b");
    assert_span("query", a.url.query, "q");
    assert_span("fragment", a.url.fragment, "f");
    assert_span("username", a.url.username, "");
    assert_span("password", a.url.password, "");
    assert_span("host", a.url.host, NULL);
    ask(&a, "a:b", NULL);
    assert_true(a.url.has_opaque_path);
    assert_span("port", a.url.port, NULL);
    assert_span("query", a.url.query, NULL);
    assert_span("fragment", a.url.fragment, NULL);
}

static void hosts_have_a_kind(void **state)
{
    static const struct {
        const char *text;
        uriproof_whatwg_url_host_kind kind;
    } cases[] = {
        {"a:b", URIPROOF_WHATWG_URL_NULL_HOST},
        {"a:/b", URIPROOF_WHATWG_URL_NULL_HOST},
        {"a:///b", URIPROOF_WHATWG_URL_EMPTY_HOST},
        {"file:///b", URIPROOF_WHATWG_URL_EMPTY_HOST},
        {"file://localhost/b", URIPROOF_WHATWG_URL_EMPTY_HOST},
        {"file://h/b", URIPROOF_WHATWG_URL_DOMAIN},
        {"http://h/b", URIPROOF_WHATWG_URL_DOMAIN},
        {"http://1/b", URIPROOF_WHATWG_URL_IPV4},
        {"http://[::1]/b", URIPROOF_WHATWG_URL_IPV6},
        {"a://[::1]/b", URIPROOF_WHATWG_URL_IPV6},
        {"a://1/b", URIPROOF_WHATWG_URL_OPAQUE_HOST},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        answer a;
        ask(&a, cases[i].text, NULL);
        assert_int_equal(a.url.host_kind, cases[i].kind);
        ask(&a, "#x", cases[i].text);
        assert_int_equal(a.url.host_kind, cases[i].kind);
    }
}

static void without_services_only_domains_beyond_ascii_are_undefined(void **state)
{
    static const struct {
        const char *text;
        uriproof_verdict verdict;
    } cases[] = {
        {"http://h/", URIPROOF_OK},
        {"http://xn--a/", URIPROOF_OK},
        {"http://a%FF/", URIPROOF_INVALID},
        {"http://\xC3\xA9/", URIPROOF_SILENT},
        {"http://%C3%A9/", URIPROOF_SILENT},
        {"a://\xC3\xA9/", URIPROOF_OK},
        {"http://\xC3\xA9@h/\xC3\xA9?\xC3\xA9#\xC3\xA9", URIPROOF_OK},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char octets[ROOM];
        uriproof_buffer out = {octets, sizeof octets, 0};
        uriproof_whatwg_url_record url;
        assert_int_equal(uriproof_whatwg_url_parse(uriproof_span_of(cases[i].text),
                                                   uriproof_span_of(NULL), NULL, &out, &url, NULL),
                         cases[i].verdict);
    }
}

static void a_missing_service_leaves_a_validation_error_unknown(void **state)
{
    static const struct {
        const char *text;
        bool unknown;
    } cases[] = {{"http://xn--a/", true},
                 {"http://b.XN--a.c/", true},
                 {"http://h/", false},
                 {"a://xn--a/", false},
                 {"http://axn--/", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char octets[ROOM];
        notes errors = {.length = 0};
        uriproof_buffer out = {octets, sizeof octets, 0};
        const uriproof_services services = {.report = note, .report_context = &errors};
        uriproof_whatwg_url_record url;
        assert_int_equal(uriproof_whatwg_url_parse(uriproof_span_of(cases[i].text),
                                                   uriproof_span_of(NULL), &services, &out, &url,
                                                   NULL),
                         URIPROOF_OK);
        assert_int_equal(url.domain_error_unknown, cases[i].unknown);
    }
}

static void room(void **state)
{
    char octets[ROOM];
    const uriproof_services services = {.to_ascii = few_domains, .growth = 10};
    uriproof_whatwg_url_record url;
    (void)state;
    assert_int_equal(uriproof_whatwg_url_room(10, 0, NULL), 3 * 10 + 10 + 128 + 64);
    assert_int_equal(uriproof_whatwg_url_room(10, 20, NULL), 3 * 50 + 20 + 192);
    assert_int_equal(uriproof_whatwg_url_room(10, 20, &services), 10 * 50 + 20 + 192);
    assert_true(uriproof_whatwg_url_room(SIZE_MAX / 2, 0, NULL) == SIZE_MAX);
    assert_true(uriproof_whatwg_url_room(SIZE_MAX / 4, SIZE_MAX / 4, NULL) == SIZE_MAX);
    uriproof_buffer out = {octets, uriproof_whatwg_url_room(3, 0, NULL) - 1, 7};
    assert_int_equal(uriproof_whatwg_url_parse(uriproof_span_of("a:b"), uriproof_span_of(NULL),
                                               NULL, &out, &url, NULL),
                     URIPROOF_NO_ROOM);
    assert_int_equal(out.length, 0);
}

static void equivalence(void **state)
{
    static const struct {
        const char *a, *b;
        bool equal, equal_without_fragments;
    } cases[] = {
        {"http://H:80/a/../b", "HTTP://h/b", true, true},
        {"a:b#c", "a:b#d", false, true},
        {"a:b#", "a:b", false, true},
        {"a:b?c", "a:b?d", false, false},
        {"a:b?#c", "a:b#c", false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        answer a, b;
        ask(&a, cases[i].a, NULL);
        ask(&b, cases[i].b, NULL);
        assert_int_equal(uriproof_whatwg_url_equals(&a.url, &b.url, false), cases[i].equal);
        assert_int_equal(uriproof_whatwg_url_equals(&a.url, &b.url, true),
                         cases[i].equal_without_fragments);
    }
}

static void origins(void **state)
{
    static const struct {
        const char *text, *scheme, *host, *port; /* scheme is NULL for an opaque origin */
    } cases[] = {
        {"http://u@h:81/p", "http", "h", "81"},
        {"https://h:443/", "https", "h", NULL},
        {"ftp://1/", "ftp", "0.0.0.1", NULL},
        {"ws://[::1]/", "ws", "[::1]", NULL},
        {"wss://h/", "wss", "h", NULL},
        {"file:///x", NULL, NULL, NULL},
        {"a://h/x", NULL, NULL, NULL},
        {"blob:https://h:8/x", "https", "h", "8"},
        {"blob:http://h/x?y", "http", "h", NULL},
        {"blob:file:///x", NULL, NULL, NULL},
        {"blob:ftp://h/x", NULL, NULL, NULL},
        {"blob:blob:http://h/", NULL, NULL, NULL},
        {"blob:x", NULL, NULL, NULL},
        {"blob:/x", NULL, NULL, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        answer a;
        uriproof_whatwg_url_origin origin;
        char octets[ROOM];
        uriproof_buffer out = {octets, sizeof octets, 0};
        ask(&a, cases[i].text, NULL);
        assert_int_equal(uriproof_whatwg_url_origin_of(&a.url, NULL, &out, &origin), URIPROOF_OK);
        assert_int_equal(origin.is_opaque, cases[i].scheme == NULL);
        if (origin.is_opaque)
            continue;
        assert_span(cases[i].text, origin.scheme, cases[i].scheme);
        assert_span(cases[i].text, origin.host, cases[i].host);
        assert_span(cases[i].text, origin.port, cases[i].port);
    }
}

static void an_origin_can_be_undefined(void **state)
{
    (void)state;
    answer a;
    uriproof_whatwg_url_origin origin;
    char octets[ROOM];
    uriproof_buffer out = {octets, sizeof octets, 0};
    ask(&a, "blob:http://%C3%A9/", NULL);
    assert_int_equal(uriproof_whatwg_url_origin_of(&a.url, NULL, &out, &origin), URIPROOF_SILENT);
    out.capacity = 10;
    assert_int_equal(uriproof_whatwg_url_origin_of(&a.url, NULL, &out, &origin), URIPROOF_NO_ROOM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input_is_trimmed_and_freed_of_tabs),
        cmocka_unit_test(scheme_states),
        cmocka_unit_test(relative_states),
        cmocka_unit_test(authority_state),
        cmocka_unit_test(host_and_port_states),
        cmocka_unit_test(file_states),
        cmocka_unit_test(windows_drive_letters),
        cmocka_unit_test(path_states),
        cmocka_unit_test(opaque_path_state),
        cmocka_unit_test(query_and_fragment_states),
        cmocka_unit_test(opaque_hosts),
        cmocka_unit_test(domains),
        cmocka_unit_test(long_domains_are_told_of),
        cmocka_unit_test(ipv4_addresses),
        cmocka_unit_test(ipv6_addresses),
        cmocka_unit_test(examples_of_validation_errors),
        cmocka_unit_test(failures_of_states),
        cmocka_unit_test(failures_of_hosts),
        cmocka_unit_test(failures_of_ipv6_addresses),
        cmocka_unit_test(a_service_that_cannot_tell_leaves_a_text_undefined),
        cmocka_unit_test(octets_that_are_not_utf8_are_undefined),
        cmocka_unit_test(the_first_and_last_of_each_length_of_utf8_are_parsed),
        cmocka_unit_test(each_part_has_its_percent_encode_set),
        cmocka_unit_test(hosts_have_forbidden_code_points),
        cmocka_unit_test(schemes_have_letters_digits_and_three_marks),
        cmocka_unit_test(a_nul_is_a_code_point),
        cmocka_unit_test(a_base_that_fails_is_told_of),
        cmocka_unit_test(the_parts_are_spans_of_the_serialized_url),
        cmocka_unit_test(hosts_have_a_kind),
        cmocka_unit_test(without_services_only_domains_beyond_ascii_are_undefined),
        cmocka_unit_test(a_missing_service_leaves_a_validation_error_unknown),
        cmocka_unit_test(room),
        cmocka_unit_test(equivalence),
        cmocka_unit_test(origins),
        cmocka_unit_test(an_origin_can_be_undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
