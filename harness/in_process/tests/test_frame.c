/* SPDX-License-Identifier: MIT */
/* Frames that are whole, cut short, or of any octets. */
#include "in_process/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HEAD = 16, STATUS = 8, EQUAL = 9 /* in a reply: its first octets, and what is where */ };

static reply a_reply(void)
{
    reply r = {.answer = {.status = ANSWER_ACCEPTED, .parts = {.has_components = true}}};
    r.answer.parts.components.scheme = uriproof_span_of("http");
    r.answer.parts.components.user = uriproof_span_of("");
    r.answer.parts.components.host = (uriproof_span){"a\0b", 3};
    r.answer.parts.components.path = uriproof_span_of("/\xff");
    reply_settle(URIPROOF_PARSE, &r);
    return r;
}

static reply a_result(void)
{
    return (reply){.answer = {.status = ANSWER_ACCEPTED, .result = uriproof_span_of("http://h/")}};
}

/* Returns a copy of octets of just that size, so that a read beyond its end is found. */
static char *copied(const char *octets, size_t length)
{
    char *copy = malloc(length > 0 ? length : 1);
    memcpy(copy, octets, length);
    return copy;
}

static bool takes_reply(const char *octets, size_t length, uriproof_op op)
{
    parser_set gave;
    reply r;
    char *copy = copied(octets, length);
    frame_reader from = {copy, length};
    bool taken = frame_take_reply(&from, op, &gave, &r);
    free(copy);
    return taken;
}

static void a_question_is_read_as_it_was_written(void **state)
{
    octet_buffer b = {NULL, 0, 0};
    const frame_question written = {
        .asked = 5, .request = {URIPROOF_RESOLVE, {{"a\0\n", 3}, uriproof_span_of("")}}};
    frame_question read;
    (void)state;
    frame_put_question(&b, &written);
    for (size_t length = 0; length < b.length; length++) {
        char *copy = copied(b.octets, length);
        frame_reader from = {copy, length};
        assert_false(frame_take_question(&from, &read));
        free(copy);
    }
    frame_reader from = {b.octets, b.length};
    assert_true(frame_take_question(&from, &read));
    assert_int_equal(from.left, 0);
    assert_int_equal(read.asked, 5);
    assert_int_equal(read.request.op, URIPROOF_RESOLVE);
    assert_true(uriproof_span_equal(read.request.field[0], written.request.field[0]));
    assert_true(uriproof_present(read.request.field[1]));
    assert_int_equal(read.request.field[1].length, 0);
    buffer_free(&b);
}

static void a_reply_is_read_as_it_was_written(void **state)
{
    octet_buffer b = {NULL, 0, 0};
    const reply written = a_reply();
    reply read;
    parser_set gave;
    (void)state;
    frame_put_reply(&b, 3, &written);
    for (size_t length = 0; length < b.length; length++)
        assert_false(takes_reply(b.octets, length, URIPROOF_PARSE));
    frame_reader from = {b.octets, b.length};
    assert_true(frame_take_reply(&from, URIPROOF_PARSE, &gave, &read));
    assert_int_equal(from.left, 0);
    assert_int_equal(gave, 3);
    assert_true(reply_equal(URIPROOF_PARSE, &read, &written));
    assert_false(uriproof_present(read.pieces.at[PIECE_PORT]));
    assert_true(uriproof_present(read.pieces.at[PIECE_USER]));
    assert_true(uriproof_span_equal(read.answer.parts.components.host, read.pieces.at[PIECE_HOST]));
    buffer_free(&b);
}

static void a_parser_that_cannot_be_asked_has_no_answer(void **state)
{
    octet_buffer b = {NULL, 0, 0};
    const reply written = {.answer = {.status = ANSWER_UNSUPPORTED}};
    reply read;
    parser_set gave;
    (void)state;
    frame_put_reply(&b, 1, &written);
    frame_reader from = {b.octets, b.length};
    assert_true(frame_take_reply(&from, URIPROOF_PARSE, &gave, &read));
    assert_int_equal(read.fault, URIPROOF_UNSUPPORTED);
    buffer_free(&b);
}

static void a_wrong_reply_is_not_taken(void **state)
{
    octet_buffer b = {NULL, 0, 0};
    const reply nothing = {.answer = {.status = ANSWER_ACCEPTED}}, result = a_result();
    (void)state;
    frame_put_reply(&b, 1, &result);
    assert_true(takes_reply(b.octets, b.length, URIPROOF_NORMALIZE));
    b.octets[STATUS] = ANSWER_STATUS_COUNT;
    assert_false(takes_reply(b.octets, b.length, URIPROOF_NORMALIZE));
    b.octets[STATUS] = ANSWER_ACCEPTED;
    b.octets[EQUAL] = 2;
    assert_false(takes_reply(b.octets, b.length, URIPROOF_NORMALIZE));
    b.octets[EQUAL] = 0;
    b.octets[0] = 0; /* no parser gave it */
    assert_false(takes_reply(b.octets, b.length, URIPROOF_NORMALIZE));
    b.octets[0] = 1;
    memset(b.octets + HEAD, 0xff, sizeof(uint64_t)); /* the length of the result */
    assert_false(takes_reply(b.octets, b.length, URIPROOF_NORMALIZE));
    b.length = 0;
    frame_put_reply(&b, 1, &nothing);
    assert_true(takes_reply(b.octets, b.length, URIPROOF_EQUIVALENT));
    assert_false(takes_reply(b.octets, b.length, URIPROOF_NORMALIZE)); /* it has no result */
    buffer_free(&b);
}

/* Any octets give a question or reply within them, or none. */
static void any_octets_are_read_within_their_bounds(void **state)
{
    enum { ROUNDS = 20000 };
    octet_buffer b = {NULL, 0, 0};
    const reply written = a_reply();
    uint32_t random = 1;
    size_t taken = 0;
    (void)state;
    frame_put_reply(&b, 1, &written);
    for (size_t round = 0; round < ROUNDS; round++) {
        char *octets = copied(b.octets, b.length);
        parser_set gave;
        frame_question question;
        reply r;
        for (size_t k = 0; k < 3; k++) {
            random = random * 1664525U + 1013904223U;
            octets[(random >> 8) % b.length] = (char)(random >> 24);
        }
        frame_reader from = {octets, b.length}, again = from;
        if (frame_take_reply(&from, URIPROOF_PARSE, &gave, &r)) {
            taken++;
            assert_true(reply_equal(URIPROOF_PARSE, &r, &r));
        }
        frame_take_question(&again, &question);
        free(octets);
    }
    assert_in_range(taken, 1, ROUNDS - 1);
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_is_read_as_it_was_written),
        cmocka_unit_test(a_reply_is_read_as_it_was_written),
        cmocka_unit_test(a_parser_that_cannot_be_asked_has_no_answer),
        cmocka_unit_test(a_wrong_reply_is_not_taken),
        cmocka_unit_test(any_octets_are_read_within_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
