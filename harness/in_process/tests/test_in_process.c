/* SPDX-License-Identifier: MIT */
/* Parsers that do what they must not, in one process. That process is this program itself: it
 * serves them if it is called with names. */
#include "in_process/in_process.h"
#include "in_process/serve.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- The parsers ---- */

static const char *version(void)
{
    return "1";
}

static bool is_text(const uriproof_request *request, const char *text)
{
    return uriproof_span_equal(request->field[0], uriproof_span_of(text));
}

/* Takes the whole text for the path. */
static void takes_path(const uriproof_request *request, uriproof_answer *answer)
{
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    answer->parts.components.path = request->field[0];
}

static void rejects_x(const uriproof_request *request, uriproof_answer *answer)
{
    if (!is_text(request, "x"))
        takes_path(request, answer);
}

static void crashes_on_x(const uriproof_request *request, uriproof_answer *answer)
{
    if (is_text(request, "x"))
        abort();
    takes_path(request, answer);
}

static void exits_on_x(const uriproof_request *request, uriproof_answer *answer)
{
    if (is_text(request, "x"))
        exit(0);
    takes_path(request, answer);
}

static void hangs_on_x(const uriproof_request *request, uriproof_answer *answer)
{
    while (is_text(request, "x"))
        pause();
    takes_path(request, answer);
}

static void has_no_parts_of_x(const uriproof_request *request, uriproof_answer *answer)
{
    takes_path(request, answer);
    answer->parts.has_components = !is_text(request, "x");
}

/* Writes into whatever is open, as a process does whose memory is corrupt. */
static void garbles_x(const uriproof_request *request, uriproof_answer *answer)
{
    static const char garbage[64] = {16, 0, 0, 0, 9};
    for (int file = 3; file < 10 && is_text(request, "x"); file++) {
        ssize_t written = write(file, garbage, sizeof garbage);
        (void)written;
    }
    takes_path(request, answer);
}

/* Prints, and reads from standard input, as no parser should. */
static void prints(const uriproof_request *request, uriproof_answer *answer)
{
    printf("parsed\n");
    fflush(stdout);
    if (getchar() == EOF)
        takes_path(request, answer);
}

/* Rejects all but the first text that it was asked. */
static void takes_one(const uriproof_request *request, uriproof_answer *answer)
{
    static bool was_asked;
    if (!was_asked)
        takes_path(request, answer);
    was_asked = true;
}

static void gives_text(const uriproof_request *request, uriproof_answer *answer)
{
    answer->status = ANSWER_ACCEPTED;
    answer->result = request->field[0];
}

static const char *const dialects[] = {"rfc3986", NULL};

#define PARSER(NAME, PARSE, NORMALIZE)                                                             \
    {                                                                                              \
        .name = (NAME), .version = version, .language = "c", .dialects = dialects, .answer = {     \
            [URIPROOF_PARSE] = (PARSE),                                                            \
            [URIPROOF_NORMALIZE] = (NORMALIZE)                                                     \
        }                                                                                          \
    }

static const uriproof_server parsers[] = {
    PARSER("plain", takes_path, gives_text), PARSER("rejects", rejects_x, NULL),
    PARSER("crashes", crashes_on_x, NULL),   PARSER("exits", exits_on_x, NULL),
    PARSER("hangs", hangs_on_x, NULL),       PARSER("partless", has_no_parts_of_x, NULL),
    PARSER("garbles", garbles_x, NULL),      PARSER("prints", prints, NULL),
    PARSER("remembers", takes_one, NULL),
};

enum { PARSERS = sizeof parsers / sizeof parsers[0] };

static int serve(int argc, char **argv)
{
    const uriproof_server *table[PARSERS];
    for (size_t i = 0; i < PARSERS; i++)
        table[i] = &parsers[i];
    return in_process_serve(table, PARSERS, argc, argv);
}

/* ---- Asking ---- */

enum { TEXTS = 3, MOST_MEMBERS = 2 };

static char self_path[4096], reaper[4096 + 32];

typedef struct fixture {
    in_process *x;
    parser_set ready;
    store *store;
    reply replies[TEXTS * MOST_MEMBERS];
    bool agreed[TEXTS];
    char note[600];
} fixture;

static void keep_note(void *to, const char *words)
{
    fixture *f = to;
    snprintf(f->note, sizeof f->note, "%s", words);
}

static void begin(fixture *f, const char *program, const char *const names[MOST_MEMBERS],
                  uint64_t timeout_ms)
{
    const in_process_options options = {.program = program,
                                        .reaper = reaper,
                                        .timeout_ms = timeout_ms,
                                        .self = f,
                                        .note = keep_note};
    memset(f, 0, sizeof *f);
    f->store = store_new();
    f->x = in_process_new(names, MOST_MEMBERS, &options);
    f->ready = in_process_ready(f->x);
}

static void end(fixture *f)
{
    in_process_free(f->x);
    store_free(f->store);
}

static bool ask_so(fixture *f, const char *second, bool *agreed, bool alone)
{
    const uriproof_request requests[TEXTS] = {{URIPROOF_PARSE, {uriproof_span_of("a")}},
                                              {URIPROOF_PARSE, {uriproof_span_of(second)}},
                                              {URIPROOF_PARSE, {uriproof_span_of("")}}};
    const in_process_questions questions = {.requests = requests,
                                            .count = TEXTS,
                                            .asked = f->ready,
                                            .members = MOST_MEMBERS,
                                            .alone = alone,
                                            .agreed = agreed};
    if (in_process_ready(f->x) == 0)
        return false;
    memset(f->agreed, 0, sizeof f->agreed);
    in_process_begin(f->x, &questions);
    return in_process_end(f->x, f->store, f->replies);
}

static bool ask(fixture *f, const char *second, bool *agreed)
{
    return ask_so(f, second, agreed, false);
}

static void equal_replies_are_left_out(void **state)
{
    fixture f;
    (void)state;
    begin(&f, self_path, (const char *const[]){"plain", "rejects"}, 60000);
    assert_int_equal(f.ready, 3);
    assert_string_equal(in_process_hello(f.x, 1)->name, "rejects");
    assert_true(in_process_hello(f.x, 0)->ops[URIPROOF_NORMALIZE]);
    assert_true(ask(&f, "x", f.agreed));
    assert_true(f.agreed[0] && !f.agreed[1] && f.agreed[2]);
    assert_true(reply_accepts(&f.replies[2]));
    assert_true(uriproof_span_equal(f.replies[2].pieces.at[PIECE_PATH], uriproof_span_of("x")));
    assert_true(f.replies[3].fault == URIPROOF_AGREE && !reply_accepts(&f.replies[3]));
    assert_true(ask(&f, "x", NULL));
    assert_true(uriproof_span_equal(f.replies[1].pieces.at[PIECE_PATH], uriproof_span_of("a")));
    assert_true(uriproof_present(f.replies[5].pieces.at[PIECE_PATH]));
    end(&f);
}

static void each_is_asked_its_own(void **state)
{
    fixture f;
    const uriproof_request requests[4] = {{URIPROOF_NORMALIZE, {uriproof_span_of("n")}},
                                          {URIPROOF_OP_COUNT, {{NULL, 0}}},
                                          {URIPROOF_NORMALIZE, {uriproof_span_of("m")}},
                                          {URIPROOF_PARSE, {uriproof_span_of("p")}}};
    (void)state;
    begin(&f, self_path, (const char *const[]){"plain", "rejects"}, 60000);
    const in_process_questions questions = {
        .requests = requests, .count = 2, .own = true, .asked = f.ready, .members = MOST_MEMBERS};
    in_process_begin(f.x, &questions);
    assert_true(in_process_end(f.x, f.store, f.replies));
    assert_true(uriproof_span_equal(f.replies[0].answer.result, uriproof_span_of("n")));
    assert_int_equal(f.replies[1].fault, URIPROOF_UNSUPPORTED);
    assert_int_equal(f.replies[2].fault, URIPROOF_NOT_RUN);
    assert_true(uriproof_span_equal(f.replies[3].pieces.at[PIECE_PATH], uriproof_span_of("p")));
    end(&f);
}

static void a_name_that_is_not_there_is_left_out(void **state)
{
    fixture f;
    (void)state;
    begin(&f, self_path, (const char *const[]){"missing", "plain"}, 60000);
    assert_int_equal(f.ready, 2);
    assert_null(in_process_hello(f.x, 0)->name);
    assert_true(ask(&f, "x", NULL));
    end(&f);
    begin(&f, self_path, (const char *const[]){NULL, NULL}, 60000);
    assert_int_equal(f.ready, 0);
    end(&f);
}

static void a_member_that_is_asked_elsewhere_keeps_its_place(void **state)
{
    fixture f;
    (void)state;
    begin(&f, self_path, (const char *const[]){NULL, "plain"}, 60000);
    assert_int_equal(f.ready, 2);
    assert_true(ask(&f, "x", NULL));
    assert_true(uriproof_span_equal(f.replies[3].pieces.at[PIECE_PATH], uriproof_span_of("x")));
    end(&f);
}

/* A block in which a parser does it is not answered. The next is, by a new process. */
static void a_parser_that_stops_the_process_stops_one_block(void **state)
{
    static const char *const names[] = {"crashes", "exits", "hangs", "partless", "garbles"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fixture f;
        begin(&f, self_path, (const char *const[]){"plain", names[i]}, 1000);
        for (size_t round = 0; round < 2; round++) {
            assert_true(ask(&f, "y", f.agreed));
            assert_true(f.agreed[1]);
            assert_false(ask(&f, "x", f.agreed));
            assert_false(ask(&f, "x", f.agreed));
        }
        assert_string_equal(f.note, "");
        end(&f);
    }
}

static void one_that_is_asked_alone_remembers_nothing(void **state)
{
    fixture f;
    (void)state;
    begin(&f, self_path, (const char *const[]){"remembers", "prints"}, 60000);
    for (unsigned round = 0; round < 4; round++) {
        bool alone = round % 2 != 0;
        assert_true(ask_so(&f, "x", NULL, alone));
        assert_int_equal(reply_accepts(&f.replies[0]), alone || round == 0);
        assert_int_equal(reply_accepts(&f.replies[2]), alone);
        assert_int_equal(reply_accepts(&f.replies[4]), alone);
        assert_true(uriproof_span_equal(f.replies[3].pieces.at[PIECE_PATH], uriproof_span_of("x")));
    }
    end(&f);
}

static void one_that_stops_alone_is_not_answered(void **state)
{
    static const char *const names[] = {"crashes", "hangs", "partless", "garbles"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        fixture f;
        begin(&f, self_path, (const char *const[]){"plain", names[i]}, 1000);
        assert_true(ask_so(&f, "y", NULL, true));
        assert_false(ask_so(&f, "x", NULL, true));
        assert_true(ask_so(&f, "y", NULL, true));
        end(&f);
    }
}

static void after_three_failures_it_is_given_up(void **state)
{
    fixture f;
    (void)state;
    begin(&f, self_path, (const char *const[]){"plain", "crashes"}, 60000);
    for (size_t round = 0; round < 3; round++) {
        assert_int_equal(in_process_ready(f.x), 3);
        assert_string_equal(f.note, "");
        assert_false(ask(&f, "x", NULL));
    }
    assert_int_equal(in_process_ready(f.x), 0);
    assert_non_null(strstr(f.note, "failed 3 times in a row"));
    assert_non_null(strstr(f.note, "signal 6"));
    assert_string_equal(in_process_hello(f.x, 1)->name, "crashes"); /* what it said stands */
    end(&f);
}

static void a_program_that_is_none_is_given_up(void **state)
{
    fixture f;
    (void)state;
    begin(&f, "/bin/true", (const char *const[]){"plain", "rejects"}, 60000);
    assert_int_equal(f.ready, 0);
    assert_non_null(strstr(f.note, "/bin/true failed 3 times in a row"));
    end(&f);
    begin(&f, "/bin/echo", (const char *const[]){"plain", "rejects"}, 60000);
    assert_int_equal(f.ready, 0);
    end(&f);
}

static void what_a_parser_prints_and_reads_is_not_the_pipes(void **state)
{
    fixture f;
    (void)state;
    begin(&f, self_path, (const char *const[]){"prints", "plain"}, 60000);
    assert_true(ask(&f, "x", f.agreed));
    assert_true(f.agreed[0] && f.agreed[1] && f.agreed[2]);
    end(&f);
}

/* ---- All together ---- */

static bool find_self(void)
{
    ssize_t length = readlink("/proc/self/exe", self_path, sizeof self_path - 1);
    char *slash = length > 0 ? strrchr(self_path, '/') : NULL;
    if (slash == NULL)
        return false;
    snprintf(reaper, sizeof reaper, "%.*s/../uriproof-reaper", (int)(slash - self_path), self_path);
    return true;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_replies_are_left_out),
        cmocka_unit_test(each_is_asked_its_own),
        cmocka_unit_test(a_name_that_is_not_there_is_left_out),
        cmocka_unit_test(a_member_that_is_asked_elsewhere_keeps_its_place),
        cmocka_unit_test(a_parser_that_stops_the_process_stops_one_block),
        cmocka_unit_test(one_that_is_asked_alone_remembers_nothing),
        cmocka_unit_test(one_that_stops_alone_is_not_answered),
        cmocka_unit_test(after_three_failures_it_is_given_up),
        cmocka_unit_test(a_program_that_is_none_is_given_up),
        cmocka_unit_test(what_a_parser_prints_and_reads_is_not_the_pipes),
    };
    if (argc > 1)
        return serve(argc, argv);
    return find_self() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
