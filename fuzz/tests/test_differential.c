/* SPDX-License-Identifier: MIT */
/* The target that compares parsers: what it tells, and that each class is told once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "ask_directly.h"
#include "differential.h"
#include "feedback.h"
#include "new_classes.h"

#include "base/base.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uriproof/rfc3986.h>

static char folder[] = "/tmp/uriproof-differential-XXXXXX";

static const char *version(void)
{
    return "1";
}

/* Parses as RFC 3986 says, but for one host. */
static void parse(const uriproof_request *request, uriproof_answer *answer)
{
    static const uriproof_readings defaults = {{0}};
    static uriproof_scratch scratch;
    uriproof_ask(&uriproof_rfc3986, &defaults, request, &scratch, answer);
    if (answer->status != ANSWER_ACCEPTED ||
        !uriproof_span_equal(answer->parts.components.host, uriproof_span_of("wrong")))
        return;
    answer->parts.components.host = uriproof_span_of("right");
}

/* Answers with the text twice: so the normal form of the normal form is another one. */
static void normalize(const uriproof_request *request, uriproof_answer *answer)
{
    static char twice[100];
    const int length = (int)request->field[0].length;
    snprintf(twice, sizeof twice, "%.*s%.*s", length, request->field[0].octets, length,
             request->field[0].octets);
    answer->status = ANSWER_ACCEPTED;
    answer->result = uriproof_span_of(twice);
}

/* Accepts, and forgets the result. */
static void forget_result(const uriproof_request *request, uriproof_answer *answer)
{
    (void)request;
    answer->status = ANSWER_ACCEPTED;
}

static const uriproof_server faulty = {
    .name = "faulty", .version = version, .language = "c", .answer = {[URIPROOF_PARSE] = parse}};
static const uriproof_server doubling = {
    .name = "doubling",
    .version = version,
    .language = "c",
    .answer = {[URIPROOF_PARSE] = parse, [URIPROOF_NORMALIZE] = normalize}};

static const uriproof_server forgetful = {
    .name = "forgetful",
    .version = version,
    .language = "c",
    .answer = {[URIPROOF_PARSE] = parse, [URIPROOF_NORMALIZE] = forget_result}};

/* Runs a target over the texts in a process of its own. Returns how that ended. */
static int run(const uriproof_server *server, const char *const *texts)
{
    const pid_t child = fork();
    if (child == 0) {
        int argc = 1;
        char *name = "target", **argv = &name;
        differential_begin(&server, 1, &argc, &argv);
        for (; *texts != NULL; texts++)
            differential_test((const uint8_t *)*texts, strlen(*texts));
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* Reads classes.tsv. Returns how many lines it has; *last is the last one. */
static size_t read_lines(char last[500])
{
    char path[100];
    snprintf(path, sizeof path, "%s/classes.tsv", folder);
    FILE *file = fopen(path, "r");
    size_t count = 0;
    last[0] = '\0';
    while (file != NULL && fgets(last, 500, file) != NULL)
        count++;
    if (file != NULL)
        fclose(file);
    return count;
}

static int begin_folder(void **state)
{
    char path[100];
    (void)state;
    strcpy(folder + strlen(folder) - strlen("XXXXXX"), "XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/classes", folder);
    setenv("URIPROOF_FUZZ_FOUND", folder, 1);
    setenv("URIPROOF_FUZZ_CLASSES", path, 1);
    return 0;
}

static int end_folder(void **state)
{
    char command[100];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command); /* NOLINT: the name is ours */
}

/* A difference is told with its class, the two parsers and the text. */
static void test_class_is_told(void **state)
{
    const char *const texts[] = {"http://a/", "http://wrong/", NULL};
    char line[500];
    (void)state;
    assert_int_equal(run(&faulty, texts), 0);
    assert_int_equal(read_lines(line), 1);
    assert_non_null(strstr(line, "\t1/parse/host/text/rfc3986.bnf.host/"));
    assert_non_null(strstr(line, "\treference\tfaulty\t687474703a2f2f77726f6e672f\n"));
}

/* Another text of the class is nothing new, in this process or in the next. */
static void test_class_is_told_once(void **state)
{
    const char *const texts[] = {"http://wrong/", "http://wrong/a", NULL};
    char line[500];
    (void)state;
    assert_int_equal(run(&faulty, texts), 0);
    assert_int_equal(run(&faulty, texts), 0);
    assert_int_equal(read_lines(line), 1);
}

/* Texts on which all agree are counted, and tell nothing. */
static void test_agreement(void **state)
{
    const char *const texts[] = {"http://a/", "", "\x01", "%", NULL};
    char line[500];
    (void)state;
    assert_int_equal(run(&faulty, texts), 0);
    assert_int_equal(read_lines(line), 0);
    assert_int_equal(classes_seen_map()->executions, 4);
}

/* A chain that a parser breaks is told of that parser alone. */
static void test_chain_is_told(void **state)
{
    const char *const texts[] = {"a:b", NULL};
    char line[500];
    (void)state;
    assert_int_equal(run(&doubling, texts), 0);
    assert_true(read_lines(line) >= 1);
    assert_non_null(strstr(line, "\t1/normal-twice/"));
    assert_non_null(strstr(line, "\tdoubling\tdoubling\t"));
}

/* A function that gives no result is a mistake of who wrote it, and no class of the parser. */
static void test_no_result(void **state)
{
    const char *const texts[] = {"http://a/", NULL};
    char line[500];
    (void)state;
    const int status = run(&forgetful, texts);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_int_equal(read_lines(line), 0);
}

static void test_set_is_shared(void **state)
{
    (void)state;
    classes_seen *one = classes_seen_map(), *other = classes_seen_map();
    assert_true(classes_seen_add(one, 7));
    assert_true(classes_seen_has(other, 7));
    assert_false(classes_seen_add(other, 7));
    assert_true(classes_seen_add(other, 7 + CLASSES_SEEN_MOST)); /* its place is taken */
    assert_true(classes_seen_add(one, 0));
    assert_false(classes_seen_add(other, 0));
    assert_int_equal(one->count, 3);
}

/* A set that is full ends nothing, and has no place for more. */
static void test_set_is_full(void **state)
{
    (void)state;
    classes_seen *seen = classes_seen_map();
    for (uint64_t i = 1; i <= CLASSES_SEEN_MOST; i++)
        assert_true(classes_seen_add(seen, i));
    assert_false(classes_seen_add(seen, CLASSES_SEEN_MOST + 1));
    assert_true(classes_seen_has(seen, CLASSES_SEEN_MOST + 1));
}

/* A file that is something else is rejected, and stays as it is. */
static void test_other_file(void **state)
{
    char path[100];
    const char *const texts[] = {"http://wrong/", NULL};
    (void)state;
    snprintf(path, sizeof path, "%s/classes", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("a letter", file);
    fclose(file);
    assert_int_equal(WEXITSTATUS(run(&faulty, texts)), 1);
    file = fopen(path, "r");
    char content[20] = "";
    assert_non_null(fgets(content, sizeof content, file));
    fclose(file);
    assert_string_equal(content, "a letter");
}

/* A parser that is not in the target is a mistake, and no run of the reference alone. */
static void test_no_parser(void **state)
{
    const char *const texts[] = {NULL};
    (void)state;
    setenv("URIPROOF_FUZZ_PARSERS", "fault,faultyy", 1);
    assert_int_equal(WEXITSTATUS(run(&faulty, texts)), 2);
    setenv("URIPROOF_FUZZ_PARSERS", "other,faulty", 1);
    assert_int_equal(run(&faulty, texts), 0);
    unsetenv("URIPROOF_FUZZ_PARSERS");
}

extern uint8_t uriproof_fuzz_counters[4096];

/* libFuzzer reads these counters. */
static void test_feedback(void **state)
{
    size_t count = 0;
    (void)state;
    feedback_give(1);
    feedback_give(UINT64_C(0xffffffffffffffff));
    feedback_give(1);
    for (size_t i = 0; i < sizeof uriproof_fuzz_counters; i++)
        count += uriproof_fuzz_counters[i];
    assert_int_equal(count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_class_is_told, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(test_class_is_told_once, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(test_agreement, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(test_chain_is_told, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(test_no_result, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(test_set_is_shared, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(test_set_is_full, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(test_other_file, begin_folder, end_folder),
        cmocka_unit_test_setup_teardown(test_no_parser, begin_folder, end_folder),
        cmocka_unit_test(test_feedback),
    };
    return cmocka_run_group_tests_name("differential", tests, NULL, NULL);
}
