/* SPDX-License-Identifier: MIT */
/* The questions of a survey, and how examples get smaller: without any parser. */
#include "survey/reduce.h"
#include "survey/survey.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Reading texts ---- */

static FILE *open_text(const char *octets, size_t length)
{
    FILE *in = tmpfile();
    assert_non_null(in);
    assert_int_equal(fwrite(octets, 1, length, in), length);
    rewind(in);
    return in;
}

static void assert_span(uriproof_span span, const char *octets, size_t length)
{
    assert_int_equal(span.length, length);
    assert_memory_equal(span.octets, octets, length);
}

static void takes_any_octets_as_lines(void **state)
{
    static const char octets[] = "\xef\xbb\xbf"
                                 "a\r\n\na\0b\n\xff";
    store *s = store_new();
    uriproof_request requests[TEXTS_MOST];
    texts t = {.in = open_text(octets, sizeof octets - 1), .op = URIPROOF_PARSE};
    (void)state;
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 4);
    assert_span(requests[0].field[0],
                "\xef\xbb\xbf"
                "a\r",
                5);
    assert_span(requests[1].field[0], "", 0);
    assert_span(requests[2].field[0], "a\0b", 3);
    assert_span(requests[3].field[0], "\xff", 1);
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 0);
    assert_int_equal(t.unread, 0);
    fclose(t.in);
    store_free(s);
}

static void takes_texts_that_a_nul_ends(void **state)
{
    static const char octets[] = "a\nb\0\0c";
    store *s = store_new();
    uriproof_request requests[TEXTS_MOST];
    texts t = {.in = open_text(octets, sizeof octets - 1),
               .form = TEXTS_NUL,
               .op = URIPROOF_RESOLVE,
               .base = uriproof_span_of("http://h/")};
    (void)state;
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 3);
    assert_span(requests[0].field[0], "http://h/", 9);
    assert_span(requests[0].field[1], "a\nb", 3);
    assert_span(requests[1].field[1], "", 0);
    assert_span(requests[2].field[1], "c", 1);
    fclose(t.in);
    store_free(s);
}

static void takes_json_and_leaves_wrong_lines_out(void **state)
{
    static const char octets[] = "{\"base\":\"a:b\",\"ref\":\"c\"}\n"
                                 "{\"base\":\"a:b\"}\n"
                                 "{bad\n"
                                 "{\"base_hex\":\"00ff\",\"ref\":\"\"}\n"
                                 "\n";
    store *s = store_new();
    uriproof_request requests[TEXTS_MOST];
    texts t = {.in = open_text(octets, sizeof octets - 1),
               .form = TEXTS_JSON_LINES,
               .op = URIPROOF_RESOLVE};
    (void)state;
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 2);
    assert_span(requests[0].field[1], "c", 1);
    assert_span(requests[1].field[0], "\0\xff", 2);
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 0);
    assert_int_equal(t.unread, 3);
    assert_memory_equal(t.fault.words, "line 2: ", 8);
    fclose(t.in);
    store_free(s);
}

/* A block ends after so many texts, or so many octets. */
static void reads_block_by_block(void **state)
{
    const size_t most = TEXTS_MOST_OCTETS;
    char *octets = calloc(1, 3 * most); /* NULs alone: that many texts */
    store *s = store_new();
    uriproof_request requests[TEXTS_MOST];
    texts t = {.in = open_text(octets, TEXTS_MOST + 1), .form = TEXTS_NUL, .op = URIPROOF_PARSE};
    (void)state;
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), TEXTS_MOST);
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 1);
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 0);
    fclose(t.in);
    t.in = open_text(octets, 3 * most);
    t.form = TEXTS_LINES; /* without a newline, one text */
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 1);
    assert_int_equal(requests[0].field[0].length, 3 * most);
    fclose(t.in);
    octets[most - 2] = octets[most - 1] = '\n';
    octets[2 * most] = '\n';
    t.in = open_text(octets, 3 * most);
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 2);
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 1);
    assert_int_equal(texts_read(&t, TEXTS_MOST, s, requests), 1);
    assert_int_equal(t.unread, 0);
    fclose(t.in);
    store_free(s);
    free(octets);
}

/* ---- Parts put together ---- */

static void puts_parts_together(void **state)
{
    store *s = store_new();
    uri_pieces parts = {0};
    (void)state;
    assert_span(pieces_together(&parts, s), "", 0);
    parts.at[PIECE_PATH] = uriproof_span_of("/p");
    assert_span(pieces_together(&parts, s), "/p", 2);
    parts.at[PIECE_HOST] = uriproof_span_of(""); /* empty, and not absent */
    assert_span(pieces_together(&parts, s), "///p", 4);
    parts.at[PIECE_SCHEME] = uriproof_span_of("s");
    parts.at[PIECE_PASSWORD] = uriproof_span_of("w");
    parts.at[PIECE_HOST] = uriproof_span_of("h");
    parts.at[PIECE_PORT] = uriproof_span_of("");
    parts.at[PIECE_QUERY] = uriproof_span_of("q");
    parts.at[PIECE_FRAGMENT] = uriproof_span_of("f");
    assert_span(pieces_together(&parts, s), "s://:w@h:/p?q#f", 15);
    store_free(s);
}

/* ---- Smaller examples ---- */

static bool holds(uriproof_span text, const char *piece)
{
    size_t length = strlen(piece);
    for (size_t at = 0; at + length <= text.length; at++)
        if (memcmp(text.octets + at, piece, length) == 0)
            return true;
    return false;
}

typedef struct search {
    const char *pieces[2]; /* that the text must hold */
    size_t least;          /* octets that it must have */
    size_t calls, octets;
} search;

static bool shows_pieces(void *self, const uriproof_request *request)
{
    search *s = self;
    s->calls++;
    for (size_t f = 0; f < 2; f++)
        if (s->pieces[f] != NULL && !holds(request->field[f], s->pieces[f]))
            return false;
    return true;
}

static void leaves_only_what_is_needed(void **state)
{
    const uriproof_request request = {URIPROOF_RESOLVE,
                                      {uriproof_span_of("http://user@host.example:8080/a/b?c#d"),
                                       uriproof_span_of("//q@xyz/%41")}};
    search s = {.pieces = {"@h", "%4"}};
    uriproof_request smaller;
    (void)state;
    char *memory = reduce(&request, shows_pieces, &s, &smaller);
    assert_span(smaller.field[0], "@h", 2);
    assert_span(smaller.field[1], "%4", 2);
    free(memory);
}

static bool has_letter_and_digit(void *self, const uriproof_request *request)
{
    uriproof_span text = request->field[0];
    bool letter = false, digit = false;
    (void)self;
    for (size_t i = 0; i < text.length; i++) {
        letter = letter || (text.octets[i] >= 'A' && text.octets[i] <= 'z');
        digit = digit || (text.octets[i] >= '0' && text.octets[i] <= '9');
    }
    return letter && digit;
}

static void writes_plain_letters_and_digits(void **state)
{
    const uriproof_request request = {URIPROOF_PARSE, {uriproof_span_of("//zebra7:99"), {NULL, 0}}};
    uriproof_request smaller;
    (void)state;
    char *memory = reduce(&request, has_letter_and_digit, NULL, &smaller);
    assert_span(smaller.field[0], "a1", 2);
    assert_null(smaller.field[1].octets);
    free(memory);
}

static bool is_long(void *self, const uriproof_request *request)
{
    search *s = self;
    s->calls++;
    s->octets += request->field[0].length;
    return request->field[0].length >= s->least;
}

static void asks_no_more_than_it_may(void **state)
{
    enum { LENGTH = 1 << 20 };
    char *long_text = malloc(LENGTH);
    (void)state;
    memset(long_text, 'b', LENGTH);
    for (size_t length = LENGTH / 16; length <= LENGTH; length *= 16) {
        const uriproof_request request = {URIPROOF_PARSE, {{long_text, length}, {NULL, 0}}};
        search s = {.least = length - 40};
        uriproof_request smaller;
        char *memory = reduce(&request, is_long, &s, &smaller);
        assert_true(s.calls <= REDUCE_MOST_TRIES);
        assert_true(s.octets <= REDUCE_MOST_OCTETS + LENGTH);
        assert_true(is_long(&s, &smaller)); /* whatever it is, it shows it */
        free(memory);
    }
    free(long_text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_any_octets_as_lines),
        cmocka_unit_test(takes_texts_that_a_nul_ends),
        cmocka_unit_test(takes_json_and_leaves_wrong_lines_out),
        cmocka_unit_test(reads_block_by_block),
        cmocka_unit_test(puts_parts_together),
        cmocka_unit_test(leaves_only_what_is_needed),
        cmocka_unit_test(writes_plain_letters_and_digits),
        cmocka_unit_test(asks_no_more_than_it_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
