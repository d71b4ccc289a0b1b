/* SPDX-License-Identifier: MIT */
/*
 * Tests the URL Standard's reference on texts of up to 64 MiB that repeat one filler. The verdict
 * and the step must be those of a short text. Time is not tested, but an algorithm with quadratic
 * time would not end. The buffer has the room that is said to be enough.
 */
#include <uriproof/whatwg-url.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HEAD = 32, FEW = 4096 };
enum { KIB = 1024, MIB = 1024 * KIB };

/* AddressSanitizer finds the same in shorter texts. */
#ifdef __SANITIZE_ADDRESS__
enum { LONGEST = MIB, LONG = 16 * KIB };
#else
enum { LONGEST = 64 * MIB, LONG = 64 * KIB };
#endif

/* Returns `start` and then as many fillers as `size` octets hold. The caller frees the octets. */
static uriproof_span text_of(const char *start, const char *filler, size_t size)
{
    const size_t head = strlen(start), step = strlen(filler), count = size / step;
    char *text = malloc(head + size);
    assert_non_null(text);
    memcpy(text, start, head);
    for (size_t i = 0; i < count; i++)
        memcpy(text + head + i * step, filler, step);
    return (uriproof_span){text, head + count * step};
}

static void forget(uriproof_span text)
{
    free((void *)text.octets); // NOLINT(performance-no-int-to-ptr): text_of has allocated it
}

typedef struct answer {
    uriproof_verdict verdict;
    const char *clause;
} answer;

static void count_error(void *context, const uriproof_validation_error *error)
{
    size_t *count = context;
    (*count)++;
    assert_non_null(error->name);
}

static answer ask(uriproof_span text, uriproof_span base, bool report)
{
    size_t errors = 0;
    const uriproof_services services = {.report = report ? count_error : NULL,
                                        .report_context = &errors};
    uriproof_whatwg_url_record url;
    uriproof_whatwg_url_rejection rejection = {.clause = ""};
    uriproof_buffer out = {NULL, uriproof_whatwg_url_room(text.length, base.length, &services), 0};
    out.octets = malloc(out.capacity);
    assert_non_null(out.octets);
    const answer a = {.verdict =
                          uriproof_whatwg_url_parse(text, base, &services, &out, &url, &rejection),
                      .clause = rejection.clause};
    assert_true(a.verdict != URIPROOF_NO_ROOM && out.length <= out.capacity);
    if (a.verdict == URIPROOF_OK)
        assert_true(url.href.octets + url.href.length == out.octets + out.length);
    free(out.octets);
    return a;
}

static void assert_same(answer shown, answer grown, const char *start, const char *filler)
{
    if (shown.verdict != grown.verdict || strcmp(shown.clause, grown.clause) != 0)
        fail_msg("%s%s: %s, not %s", start, filler, grown.clause, shown.clause);
}

/* Texts of the longest size: what the state machine reads twice, removes again, or lets grow. */
static void the_longest(void **state)
{
    static const struct {
        const char *start, *filler;
    } texts[] = {
        {"http://", "@"},
        {"http://", "a:@"},
        {"http://", "a"},
        {"http://h/", "/.."},
        {"http://h/", "a/../"},
        {"file:///C:/", "/.."},
        {"a:/", "/%2e%2E"},
        {"http://h", ":"},
        {"http://h:", "0"},
        {"http://", "1."},
        {"http://[", ":"},
        {"http://h/", "\x01"},
        {"a:", " "},
        {"http://h/?", "'"},
        {"http://h/", "%\t\n"},
        {"http:", "\\"},
        {"", " "},
        {"a", "-"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const uriproof_span few = text_of(texts[i].start, texts[i].filler, FEW);
        const uriproof_span whole = text_of(texts[i].start, texts[i].filler, LONGEST);
        const uriproof_span none = {NULL, 0};
        assert_same(ask(few, none, false), ask(whole, none, false), texts[i].start,
                    texts[i].filler);
        forget(few);
        forget(whole);
    }
}

static const char *const starts[] = {"",         "http:",   "http://",  "http://h/", "http://h:",
                                     "http://[", "file:",   "file:///", "a:",        "a:/",
                                     "a://",     "a://h/?", "//",       "/"};
static const char *const fillers[] = {"@",   ":",    "/",     "\\", "/..", "/.",   "a/../",   "?",
                                      "#",   "[",    "]",     ".",  "1.",  "0x",   "%41",     "%",
                                      "%\t", "\t\n", "xn--.", " ",  "C|/", "\x7F", "\xC3\xA9"};
static const char *const bases[] = {NULL, "http://u:p@h:8/a/b?q#f", "file:///C:/a/b", "a:b", "a:/"};

enum {
    STARTS = sizeof starts / sizeof starts[0],
    FILLERS = sizeof fillers / sizeof fillers[0],
    BASES = sizeof bases / sizeof bases[0]
};

static void every_start_with_every_filler(void **state)
{
    (void)state;
    for (size_t i = 0; i < (size_t)STARTS * FILLERS; i++) {
        const char *start = starts[i / FILLERS], *filler = fillers[i % FILLERS];
        const uriproof_span few = text_of(start, filler, FEW);
        const uriproof_span whole = text_of(start, filler, LONG);
        for (size_t j = 0; j < BASES; j++)
            assert_same(ask(few, uriproof_span_of(bases[j]), true),
                        ask(whole, uriproof_span_of(bases[j]), true), start, filler);
        forget(few);
        forget(whole);
    }
}

static void every_base_with_every_filler(void **state)
{
    static const char *const texts[] = {"", "x", "../..", "/x", "?x", "#x", "//x"};
    (void)state;
    for (size_t i = 0; i < (size_t)STARTS * FILLERS; i++) {
        const char *start = starts[i / FILLERS], *filler = fillers[i % FILLERS];
        const uriproof_span few = text_of(start, filler, FEW);
        const uriproof_span whole = text_of(start, filler, LONG);
        for (size_t j = 0; j < sizeof texts / sizeof texts[0]; j++)
            assert_same(ask(uriproof_span_of(texts[j]), few, true),
                        ask(uriproof_span_of(texts[j]), whole, true), start, filler);
        forget(few);
        forget(whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest),
        cmocka_unit_test(every_start_with_every_filler),
        cmocka_unit_test(every_base_with_every_filler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
