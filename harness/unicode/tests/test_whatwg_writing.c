/* SPDX-License-Identifier: MIT */
/*
 * The URL Standard says twice what may be written as a URL: by its sections on writing (the
 * oracle), and as what is parsed without a validation error (the reference). "A valid URL string
 * defines what input would not trigger a validation error or failure when given to the URL parser."
 * This test compares both on many texts. Where they do not say the same, the text must be of a kind
 * that is listed below, and each kind must occur.
 */
#include "corpus/corpus.h"
#include "mutator/mutator.h"
#include "oracle/oracle.h"
#include "unicode/icu.h"
#include "wpt_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriproof/whatwg-url.h>

#include <cmocka.h>

static const uriproof_span absent = {NULL, 0};

/* ---- Both definitions of a text ---- */

/* A text and its base, which may be absent, and what the parser made of them. */
typedef struct asked {
    uriproof_span text, base;
    oracle_whatwg_base base_url; /* if there is a base */
    uriproof_verdict verdict;
    size_t errors;
    uriproof_whatwg_url_record url; /* if the verdict is URIPROOF_OK */
} asked;

static uriproof_services services; /* by ICU */
static octet_buffer of_text, of_base;
static const uriproof_corpus *clauses; /* NULL if it does not matter which are named */

static void count_error(void *context, const uriproof_validation_error *error)
{
    if (clauses != NULL && uriproof_clause_named(clauses, error->clause) == NULL)
        fail_msg("%s: there is no clause %s", error->name, error->clause);
    ++*(size_t *)context;
}

/* Parses into a buffer that the next call with the same buffer uses again. */
static uriproof_verdict parse(octet_buffer *buffer, uriproof_span text, uriproof_span base,
                              size_t *errors, uriproof_whatwg_url_record *url)
{
    uriproof_services counting = services;
    counting.report = count_error;
    counting.report_context = errors;
    const size_t room = uriproof_whatwg_url_room(text.length, base.length, &counting);
    buffer->length = 0;
    buffer_reserve(buffer, room);
    uriproof_buffer out = {buffer->octets, room, 0};
    *errors = 0;
    return uriproof_whatwg_url_parse(text, base, &counting, &out, url, NULL);
}

/* Returns false if the standard says nothing of the text and the base, as it does of what is not
 * UTF-8, or if there is no base URL. */
static bool ask(asked *a, uriproof_span text, uriproof_span base)
{
    uriproof_whatwg_url_record base_url;
    *a = (asked){.text = text, .base = base};
    if (uriproof_present(base) &&
        parse(&of_base, base, absent, &a->errors, &base_url) != URIPROOF_OK)
        return false;
    if (uriproof_present(base))
        a->base_url = (oracle_whatwg_base){base_url.scheme, base_url.has_opaque_path};
    a->verdict = parse(&of_text, text, base, &a->errors, &a->url);
    return a->verdict != URIPROOF_SILENT;
}

static bool may_be_written(const asked *a, uriproof_span text)
{
    return oracle_whatwg_valid_url_string(text, uriproof_present(a->base) ? &a->base_url : NULL,
                                          &services);
}

static bool parses_without_error(const asked *a)
{
    return a->verdict == URIPROOF_OK && a->errors == 0;
}

/* ---- The kinds of disagreement ---- */

static bool is_ascii(uriproof_span text)
{
    for (size_t at = 0; at < text.length; at++)
        if ((unsigned char)text.octets[at] >= 0x80)
            return false;
    return true;
}

/* Returns the host of a text that is parsed without an error, and has a host of its own. */
static uriproof_span host_of(uriproof_span text)
{
    size_t start = 0;
    while (start < text.length && !oracle_has_at(text, start, "//"))
        start++;
    size_t end = start < text.length ? start += 2 : start;
    while (end < text.length && strchr(":/?#", text.octets[end]) == NULL)
        end++;
    return oracle_cut(text, start, end);
}

/* The host is not ASCII, and is an IPv4 address. The text may be written with the address that the
 * parser wrote in its place. */
static bool is_ipv4_beyond_ascii(const asked *a)
{
    const uriproof_span host = host_of(a->text);
    const size_t before = (size_t)(host.octets - a->text.octets);
    if (a->url.host_kind != URIPROOF_WHATWG_URL_IPV4 || is_ascii(host))
        return false;
    oracle_string instead = oracle_string_of(oracle_cut(a->text, 0, before));
    oracle_add(&instead, a->url.host);
    oracle_add(&instead, oracle_cut(a->text, before + host.length, a->text.length));
    return may_be_written(a, oracle_span(&instead));
}

/* A kind of text about which the definitions differ. docs/errata.md has each. */
typedef struct kind {
    const char *smallest; /* without a base no text of the kind is shorter */
    bool (*is_one)(const asked *a);
    bool is_written;     /* it may be written, and is parsed with an error or not at all */
    const char *writing; /* the definition that allows or forbids it */
    const char *parsing; /* the algorithm that has an error for it, or has none */
    size_t count;
} kind;

static kind kinds[] = {
    {"ws://0.0.0.\xC2\xB2", is_ipv4_beyond_ascii, false,
     "valid IPv4-address string: ASCII digits; valid domain: does not end in a number",
     "host parser: IPv4 parsing of asciiDomain", 0},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static kind *kind_of(const asked *a, bool is_written)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].is_written == is_written && kinds[i].is_one(a))
            return &kinds[i];
    return NULL;
}

/* How many texts may be written or not. */
static size_t written, not_written;

static void compare(uriproof_span text, uriproof_span base)
{
    asked a;
    if (!ask(&a, text, base))
        return;
    const bool is_written = may_be_written(&a, text);
    *(is_written ? &written : &not_written) += 1;
    if (is_written == parses_without_error(&a))
        return;
    kind *found = kind_of(&a, is_written);
    if (found == NULL)
        fail_msg("'%.*s' with the base '%.*s' %s be written, and is parsed with verdict %d and %zu "
                 "validation errors",
                 (int)text.length, text.octets, (int)base.length,
                 uriproof_present(base) ? base.octets : "", is_written ? "may" : "may not",
                 (int)a.verdict, a.errors);
    if (!uriproof_present(base) && text.length < strlen(found->smallest))
        fail_msg("'%.*s' is shorter than '%s'", (int)text.length, text.octets, found->smallest);
    found->count++;
}

static uriproof_span span_or_absent(const char *words)
{
    return words != NULL ? uriproof_span_of(words) : absent;
}

static const char *const bases[] = {NULL, "http://h/p?q", "file:///C:/a", "x://h/p", "x:/p", "x:p"};
enum { BASES = sizeof bases / sizeof bases[0] };

static void compare_with_bases(uriproof_span text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        compare(text, span_or_absent(bases[i]));
}

/* Texts that others are made of. */
static struct pool {
    oracle_string *texts;
    size_t count;
} pool;

static int open_services(void **state)
{
    (void)state;
    services = icu_services_open();
    return 0;
}

static int close_services(void **state)
{
    (void)state;
    icu_services_close(&services);
    buffer_free(&of_text);
    buffer_free(&of_base);
    free(pool.texts);
    return 0;
}

static void require_icu(void)
{
    if (services.to_ascii != NULL)
        return;
    print_message("# skipped: uriproof was built without ICU\n");
    skip();
}

/* ---- Texts ---- */

/* The table of section "URLs": input, base, and whether it is valid. */
static void the_standards_examples(void **state)
{
    static const struct {
        const char *text, *base;
        bool valid;
    } examples[] = {
        {"https:example.org", NULL, false},
        {"https://////example.com///", NULL, false},
        {"https://example.com/././foo", NULL, true},
        {"hello:world", "https://example.com/", true},
        {"https:example.org", "https://example.com/", false},
        {"\\example\\..\\demo/.\\", "https://example.com/", false},
        {"example", "https://example.com/demo", true},
        {"file:///C|/demo", NULL, false},
        {"..", "file:///C:/demo", true},
        {"file://localhost/", NULL, true},
        {"file://loc%61lhost/", NULL, false},
        {"https://user:password@example.org/", NULL, false},
        {"https://example.org/foo bar", NULL, false},
        {"https://EXAMPLE.com/../x", NULL, true},
        {"https://ex ample.org/", NULL, false},
        {"example", NULL, false},
        {"https://example.com:demo", NULL, false},
        {"http://[www.example.com]/", NULL, false},
        {"https://example.org//", NULL, true},
        {"https://example.com/[]?[]#[]", NULL, false},
        {"https://example/%?%#%", NULL, false},
        {"https://example/%25?%25#%25", NULL, true},
    };
    (void)state;
    require_icu();
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        asked a;
        assert_true(ask(&a, uriproof_span_of(examples[i].text), span_or_absent(examples[i].base)));
        assert_int_equal(parses_without_error(&a), examples[i].valid);
        assert_int_equal(may_be_written(&a, a.text), examples[i].valid);
    }
}

/* Under valgrind all takes thirty times as long. */
static bool is_short_run(void)
{
    return getenv("URIPROOF_VALGRIND") != NULL;
}

static size_t often(size_t times)
{
    return is_short_run() ? times / 100 : times;
}

enum { BEFORE_MOST = 14, TOKENS_MOST = 21 };

/* All texts of at most `most` tokens, after each of `before` and with `after` at the end. */
typedef struct alphabet {
    size_t bases; /* how many of the bases are tried */
    size_t most;
    const char *before[BEFORE_MOST];
    const char *tokens[TOKENS_MOST];
    const char *after;
} alphabet;

static const char letters_63[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

static const alphabet alphabets[] = {
    {BASES,
     3,
     {"", "x:", "x:/", "x://", "x://h", "http:", "WS:/", "http://", "http://h", "//",
      "file:", "file://", "File:///"},
     {"a", "1", ":", "/", "?", "#", "%", "41", "@", "\\", "[", "]", ".", "|", " ", "\t", "\xC3\xA9",
      "\xC2\x85", "\xEF\xB7\x90"},
     ""},
    {BASES, 5, {""}, {"a", "1", ":", "/", "?", "#", "%41", "."}, ""},
    {BASES, 4, {"", "file:", "file://"}, {"C", "|", ":", "/", "\\", "..", "?", "#", "h"}, ""},
    {BASES,
     3,
     {"http://h:", "//h:", "x://[::]:", "file://h:"},
     {"0", "9", "65535", "65536", "a", "/", "?", ":"},
     ""},
    {1,
     5,
     {"ws://"},
     {"0.", "1.", "255.", "256.", "00.", "0x1.", "\xC2\xB2\xE3\x80\x82", "1", "\xEF\xBC\x91", "a",
      ".", "\xC2\xAD"},
     ""},
    {1, 5, {"file://"}, {"0.", "00.", "1", "08", "0x", "0X1g", "256", "."}, "/"},
    {1,
     5,
     {"x://["},
     {"1:", "0:", "00:", "12345:", ":", "g", "1.2.3.4", "1.2.3", "0a", "ffff", "01.1.1.1",
      "1.2.3.256"},
     "]"},
    {1, 9, {"http://["}, {"1:", ":", "1", "1.2.3.4"}, "]"},
    {1, 4, {"http://[", "x://["}, {"::", "]", "1", ":", "[", "/", "80"}, ""},
    {1,
     4,
     {"http://"},
     {"a", "-", "--", "xn--", "_", "\xC3\xA9", "\xC3\x9F", ".", "0", "0x", "%61", "\xE3\x80\x82",
      "\xC2\xAD", "\xE2\x80\x8D", "A", "\xEF\xBC\x8F", "9ca", "\xEF\xBB\xBF", "\xD7\x90"},
     "/"},
    {1, 3, {"http://"}, {letters_63, "a", "-", "."}, ""},
};

/* Compares the texts that begin with `text`, and go on with up to `most` tokens. */
static void compare_longer(const alphabet *a, oracle_string *text, size_t most)
{
    const size_t length = text->length;
    oracle_add_words(text, a->after);
    compare_with_bases(oracle_span(text), a->bases);
    text->length = length;
    for (size_t i = 0; most > 0 && a->tokens[i] != NULL; i++) {
        oracle_add_words(text, a->tokens[i]);
        compare_longer(a, text, most - 1);
        text->length = length;
    }
}

static void short_texts(void **state)
{
    (void)state;
    require_icu();
    for (size_t i = 0; i < sizeof alphabets / sizeof alphabets[0]; i++)
        for (size_t k = 0; alphabets[i].before[k] != NULL; k++) {
            oracle_string text = oracle_string_of(uriproof_span_of(alphabets[i].before[k]));
            compare_longer(&alphabets[i], &text, is_short_run() ? 2 : alphabets[i].most);
        }
}

static void add_to_pool(uriproof_span text)
{
    if (!uriproof_present(text) || text.length > ORACLE_STRING_MAX / 2)
        return;
    pool.texts = realloc(pool.texts, (pool.count + 1) * sizeof *pool.texts);
    assert_non_null(pool.texts);
    pool.texts[pool.count++] = oracle_string_of(text);
}

static void vectors(void **state)
{
    uriproof_corpus corpus;
    uriproof_error error = {""};
    (void)state;
    require_icu();
    if (!uriproof_corpus_load(URIPROOF_SOURCE_DIR "/vectors", uriproof_dialect_named("whatwg-url"),
                              &corpus, &error))
        fail_msg("%s", error.words);
    clauses = &corpus;
    for (size_t i = 0; i < corpus.vector_count; i++) {
        const uriproof_request *request = &corpus.vectors[i].request;
        if (request->op == URIPROOF_RESOLVE)
            compare(request->field[1], request->field[0]);
        for (size_t k = 0; k < 2 && uriproof_present(request->field[k]); k++) {
            compare_with_bases(request->field[k], BASES);
            add_to_pool(request->field[k]);
        }
    }
    clauses = NULL;
    uriproof_corpus_free(&corpus);
}

static void web_platform_tests(void **state)
{
    wpt_file file;
    wpt_case c;
    (void)state;
    require_icu();
    if (!wpt_open(&file, "urltestdata.json")) {
        print_message("# skipped: ../shared/data/wpt/urltestdata.json is absent\n");
        wpt_close(&file);
        skip();
    }
    while (wpt_next(&file, &c)) {
        compare(wpt_value(&c, "input"), wpt_value(&c, "base"));
        add_to_pool(wpt_value(&c, "input"));
    }
    wpt_close(&file);
}

enum { LONGEST = 120, MUTATED = 300000 };

static void mutated_texts(void **state)
{
    mutator *m = mutator_new(33);
    octet_buffer text = {NULL, 0, 0};
    uint64_t random = 33;
    (void)state;
    require_icu();
    for (size_t i = 0; i < often(MUTATED); i++) {
        const oracle_string *one = &pool.texts[random_below(&random, pool.count)];
        const oracle_string *other = &pool.texts[random_below(&random, pool.count)];
        mutator_mutate(m, oracle_span(one), oracle_span(other), LONGEST, &text);
        const uriproof_span span = {text.octets, text.length};
        compare(span, absent);
        compare(span, uriproof_span_of(bases[1 + random_below(&random, BASES - 1)]));
    }
    buffer_free(&text);
    mutator_free(m);
}

/* Both answers were given often, and each kind has its smallest text and was met; under valgrind,
 * which asks fewer texts, some kinds may not be. */
static void each_kind_occurs(void **state)
{
    (void)state;
    require_icu();
    print_message("# %zu texts may be written, %zu may not\n", written, not_written);
    assert_true(written >= often(100000) && not_written >= often(100000));
    for (size_t i = 0; i < KINDS; i++) {
        const size_t before = kinds[i].count;
        print_message("# %zu like %s\n#   written: %s\n#   parsed: %s\n", before, kinds[i].smallest,
                      kinds[i].writing, kinds[i].parsing);
        assert_true(before > 0 || often(MUTATED) < MUTATED);
        compare(uriproof_span_of(kinds[i].smallest), absent);
        assert_int_equal(kinds[i].count, before + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_standards_examples), cmocka_unit_test(vectors),
        cmocka_unit_test(web_platform_tests),     cmocka_unit_test(short_texts),
        cmocka_unit_test(mutated_texts),          cmocka_unit_test(each_kind_occurs),
    };
    return cmocka_run_group_tests(tests, open_services, close_services);
}
