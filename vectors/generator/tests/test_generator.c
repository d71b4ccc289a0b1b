/* SPDX-License-Identifier: MIT */
/* Tests the generator's helpers: writing, alternates, rules of rejections, and sizes. */
#include "acceptance/rejection_rule.h"
#include "cases/shapes.h"
#include "cases/sweep.h"
#include "languages.h"
#include "protocol/protocol.h"
#include "random.h"

#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char grammar_folder[] = URIPROOF_SOURCE_DIR "/vectors/grammar";

static uriproof_error error;

static gen_job job_for(const char *dialect)
{
    return (gen_job){"", grammar_folder, uriproof_dialect_named(dialect), &error};
}

/* ---- Writing ---- */

static gen_text text_of(const char *string)
{
    return gen_text_of(uriproof_span_of(string));
}

static size_t length_of(const gen_text *text)
{
    size_t length = 0;
    for (size_t i = 0; i < text->count; i++)
        length += text->pieces[i].octets.length * text->pieces[i].times;
    return length;
}

static void make_folder(char folder[64])
{
    char inner[80];
    strcpy(folder, "/tmp/uriproof-generate-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof inner, "%s/x", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    strcat(inner, "/generated");
    assert_int_equal(mkdir(inner, 0700), 0);
}

/* Returns what the file x/generated/f.json has, and removes the folder. The caller frees it. */
static char *take_file(const char *folder)
{
    char path[96];
    size_t length;
    snprintf(path, sizeof path, "%s/x/generated/f.json", folder);
    char *text = uriproof_file_read(path, &length);
    assert_non_null(text);
    assert_int_equal(unlink(path), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(rmdir(path), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(rmdir(path) | rmdir(folder), 0);
    return text;
}

/* Writes a group of operation `op` with these cases, and returns the text between the brackets of
 * its cases. */
static char *write_cases(uriproof_op op, const gen_case *cases, size_t count)
{
    char folder[64];
    make_folder(folder);
    gen_head head = {.dialect = "x", .name = "f", .about = "a \"b\""};
    gen_file *file = gen_file_begin(folder, &head, &error);
    assert_non_null(file);
    gen_group_begin(file, &(gen_group){.id = "none", .about = "", .origin = "", .op = op});
    gen_group_begin(file, &(gen_group){.id = "g", .about = "", .origin = "", .op = op});
    for (size_t i = 0; i < count; i++)
        gen_case_write(file, &cases[i]);
    assert_true(gen_file_end(file, &error));
    char *text = take_file(folder);
    assert_null(strstr(text, "none"));
    char *begin = strstr(text, "\"cases\": [\n"), *end = strstr(text, "\n    ] }");
    assert_true(begin != NULL && end != NULL);
    *end = '\0';
    memmove(text, begin + 11, strlen(begin + 11) + 1);
    return text;
}

static void assert_case(uriproof_op op, const gen_case *one, const char *expected)
{
    char *text = write_cases(op, one, 1);
    assert_string_equal(text, expected);
    free(text);
}

static void texts_are_written_as_they_must_be(void **state)
{
    (void)state;
    gen_case one = {.expect = {.outcome = GEN_ACCEPTED}};
    one.fields[0] = text_of("a\\\"b/");
    assert_case(URIPROOF_PARSE, &one, "[\"a\\\\\\\"b/\", true]");
    one.fields[0] = text_of("");
    assert_case(URIPROOF_PARSE, &one, "[\"\", true]");
    one.fields[0] = gen_text_of((uriproof_span){"a\0\xff", 3});
    assert_case(URIPROOF_PARSE, &one, "[{\"hex\": \"6100ff\"}, true]");
    one.fields[0] = text_of("x:");
    gen_text_add(&one.fields[0], uriproof_span_of("ab"), 500);
    gen_text_add(&one.fields[0], uriproof_span_of(""), 7);
    gen_text_add(&one.fields[0], uriproof_span_of("\n"), 1);
    assert_int_equal(length_of(&one.fields[0]), 1003);
    assert_case(URIPROOF_PARSE, &one,
                "[{\"pieces\": [\"x:\", [\"ab\", 500], {\"hex\": \"0a\"}]}, true]");
}

static void expectations_are_written_as_they_must_be(void **state)
{
    (void)state;
    gen_alternate other = {"a=b,c=d", {.outcome = GEN_REJECTED}};
    gen_case one = {.fields = {text_of("b"), text_of("r")}};
    one.expect = (gen_expect){.outcome = GEN_RESULT, .result = text_of("x:r")};
    assert_case(URIPROOF_RESOLVE, &one, "[\"b\", \"r\", \"x:r\"]");
    one.expect.outcome = GEN_REJECTED_RESULT;
    one.alternates = &other;
    one.alternate_count = 1;
    assert_case(
        URIPROOF_RESOLVE, &one,
        "[\"b\", \"r\", {\"status\": \"rejected\", \"uri\": \"x:r\"}, {\"a=b,c=d\": false}]");
    one.alternate_count = 0;
    one.expect = (gen_expect){.outcome = GEN_OFFSET, .offset = 17};
    assert_case(URIPROOF_PARSE, &one, "[\"b\", 17]");
    one.expect = (gen_expect){.outcome = GEN_PARTS, .view = "generic"};
    gen_expect_part(&one.expect, "scheme", text_of("x"));
    gen_expect_part(&one.expect, "path", text_of(""));
    assert_case(
        URIPROOF_PARSE, &one,
        "[\"b\", {\"status\": \"accepted\", \"generic\": {\"scheme\": \"x\", \"path\": \"\"}}]");
    one.expect.outcome = GEN_UNEQUAL;
    assert_case(URIPROOF_EQUIVALENT, &one, "[\"b\", \"r\", \"unequal\"]");
    one.expect.outcome = GEN_SILENT;
    assert_case(URIPROOF_DECODE, &one, "[\"b\", {\"status\": \"undefined\"}]");
}

/* Tests that a request is written once, even if its octets are composed of other pieces. */
static void the_same_request_is_written_once(void **state)
{
    (void)state;
    gen_case cases[3] = {
        {.fields = {text_of("aaa")}}, {.fields = {{.count = 0}}}, {.fields = {text_of("aaaa")}}};
    gen_text_add(&cases[1].fields[0], uriproof_span_of("a"), 3);
    for (size_t i = 0; i < 3; i++)
        cases[i].expect.outcome = GEN_REJECTED;
    char *text = write_cases(URIPROOF_PARSE, cases, 3);
    assert_string_equal(text, "[\"aaa\", false],\n[\"aaaa\", false]");
    free(text);
}

/* ---- Alternates ---- */

static size_t members_of(const char *set)
{
    size_t members = 1;
    for (; *set != '\0'; set++)
        members += *set == ',';
    return members;
}

/* Returns true if the setting has every member of the alternate's set. */
static bool holds(const gen_languages *all, size_t setting, const char *set)
{
    for (size_t i = 0; i < all->setting_count; i++)
        if (strcmp(all->sets[i], set) == 0)
            return (i & setting) == i;
    fail_msg("no setting is %s", set);
    return false;
}

/* Requires the outcome that the rule of docs/vectors.md gives. If several alternates have the same
 * number of members, all of them must give it. */
static void assert_by_rule(const gen_languages *all, const gen_case *one, size_t setting,
                           const gen_expect *expected)
{
    size_t most = 0;
    for (size_t i = 0; i < one->alternate_count; i++)
        if (holds(all, setting, one->alternates[i].set) &&
            members_of(one->alternates[i].set) > most)
            most = members_of(one->alternates[i].set);
    if (most == 0) {
        assert_int_equal(one->expect.outcome, expected->outcome);
        assert_int_equal(one->expect.offset, expected->offset);
    }
    for (size_t i = 0; i < one->alternate_count; i++) {
        const gen_alternate *other = &one->alternates[i];
        if (!holds(all, setting, other->set) || members_of(other->set) != most)
            continue;
        assert_int_equal(other->expect.outcome, expected->outcome);
        assert_int_equal(other->expect.offset, expected->offset);
    }
}

static void alternates_give_the_outcome_under_every_setting(void **state)
{
    static const char octets[] = "xa%4:/?#+;= ";
    gen_languages all;
    gen_job job = job_for(*state);
    assert_true(gen_languages_compile(&job, gen_source_of(job.dialect)->grammar, NULL, &all));
    gen_random random = {1};
    size_t alternates = 0;
    for (size_t i = 0; i < 20000; i++) {
        char text[24] = "x:";
        size_t length = 2 + gen_random_below(&random, sizeof text - 2);
        for (size_t j = 2; j < length; j++)
            text[j] = octets[gen_random_below(&random, sizeof octets - 1)];
        uriproof_span span = {text, length};
        gen_alternate room[GEN_SETTINGS_MAX];
        gen_case one;
        gen_languages_case(&all, span, room, &one);
        alternates += one.alternate_count;
        for (size_t k = 0; k < all.setting_count; k++) {
            if (k > 0 && all.sets[k][0] == '\0')
                continue; /* two values of one reading */
            gen_expect expected = gen_languages_expect(&all, k, span);
            assert_by_rule(&all, &one, k, &expected);
        }
    }
    assert_true(alternates > 1000);
    gen_languages_free(&all);
}

/* ---- Rules of rejections ---- */

static void assert_places(const char *dialect, const char *const (*expected)[2])
{
    rejection_rules places;
    gen_job job = job_for(dialect);
    assert_true(rejection_rules_prepare(&job, &places));
    for (; (*expected)[0] != NULL; expected++)
        assert_string_equal(rejection_rule(&places, uriproof_span_of((*expected)[0])),
                            (*expected)[1]);
    rejection_rules_free(&places);
}

static void places_are_told_by_the_delimiters(void **state)
{
    static const char *const generic[][2] = {
        {"", "scheme"},     {"http", "uri"},       {"http%", "escape"},      {"http%4", "escape"},
        {"a%41", "uri"},    {"x:", "path"},        {"x:/a/b", "path"},       {"x:/a?", "search"},
        {"x:?a", "search"}, {"x:#", "fragmentid"}, {"x:?a#b", "fragmentid"}, {"x:#%a", "escape"},
        {"x:/%41", "path"}, {NULL, NULL}};
    static const char *const later[][2] = {{"", "scheme"},
                                           {"http", "URI"},
                                           {"x:", "path"},
                                           {"x:/", "path"},
                                           {"x:a?", "query"},
                                           {"x:a#?", "fragment"},
                                           {"x://", "authority"},
                                           {"x://u@h:8", "authority"},
                                           {"x://h/a", "path"},
                                           {"x://[", "IP-literal"},
                                           {"x://u@[::1", "IP-literal"},
                                           {"x://[1:2", "IPv6address"},
                                           {"x://[V1.a", "IPvFuture"},
                                           {"x://[::1]", "authority"},
                                           {"x://[::1]:8/a", "path"},
                                           {"x://h%4", "pct-encoded"},
                                           {NULL, NULL}};
    (void)state;
    assert_places("rfc1630", generic);
    assert_places("draft-www-uri-00", generic);
    assert_places("rfc3986", later);
}

/* ---- Sizes ---- */

static void each_shape_gets_its_size(void **state)
{
    gen_shapes shapes = gen_shapes_read(*state);
    assert_true(shapes.count > 10);
    for (const shape *of = shapes.at; of->id != NULL; of++)
        for (size_t size = 255; size <= 260; size++) {
            const char *template =
                strchr(of->fields[0], '{') != NULL ? of->fields[0] : of->fields[1];
            gen_text text = gen_shape_text(template, gen_measure(template, size));
            assert_int_equal(length_of(&text), size);
        }
    gen_shapes_free(&shapes);
}

/* ---- Rules of accepted texts ---- */

typedef struct inner_row {
    const char *text;
    size_t at;
    const char *production;
} inner_row;

static void assert_inner(const char *dialect, const inner_row *row)
{
    rejection_rules places;
    gen_job job = job_for(dialect);
    assert_true(rejection_rules_prepare(&job, &places));
    for (; row->text != NULL; row++)
        assert_string_equal(gen_inner(&places, uriproof_span_of(row->text), row->at),
                            row->production);
    rejection_rules_free(&places);
}

static void an_acceptance_turns_on_an_inner_production(void **state)
{
    (void)state;
    static const inner_row generic[] = {{"ab:c", 1, "scheme"},        {"ab:c", 2, "path"},
                                        {"ab:c", 3, "path"},          {"a:?b", 2, "search"},
                                        {"a:/p?b", 5, "search"},      {"a:#", 2, "fragmentid"},
                                        {"a:b?c#d", 6, "fragmentid"}, {"a:%41b", 4, "escape"},
                                        {"a:%41b", 5, "path"},        {NULL, 0, NULL}};
    static const inner_row later[] = {{"ab:", 1, "scheme"},
                                      {"ab:", 2, "path-empty"},
                                      {"a:b", 1, "path-rootless"},
                                      {"a:b:c", 3, "path-rootless"},
                                      {"a:/", 2, "path-absolute"},
                                      {"a:/b/c", 4, "path-absolute"},
                                      {"a:?b", 2, "path-empty"},
                                      {"a:?b", 3, "query"},
                                      {"a:#b", 2, "path-empty"},
                                      {"a:b?", 3, "query"},
                                      {"a://h?", 5, "query"},
                                      {"a://h#", 5, "fragment"},
                                      {"a:b?c#d", 5, "fragment"},
                                      {"a://", 3, "reg-name"},
                                      {"a://h", 4, "reg-name"},
                                      {"a://@h", 4, "reg-name"},
                                      {"a://u@h", 4, "userinfo"},
                                      {"a://u:p@h", 5, "userinfo"},
                                      {"a://h:1", 5, "port"},
                                      {"a://h:1", 6, "port"},
                                      {"a://h/", 5, "path-abempty"},
                                      {"a://h//b", 6, "path-abempty"},
                                      {"a://1.2.3.4", 6, "IPv4address"},
                                      {"a://1.2.3", 6, "reg-name"},
                                      {"a://[::1]", 4, "IP-literal"},
                                      {"a://[::1]", 6, "IPv6address"},
                                      {"a://[::1]", 8, "IP-literal"},
                                      {"a://u@[v1.a]", 8, "IPvFuture"},
                                      {"a://[::1]:2", 9, "port"},
                                      {"a://h%41", 6, "pct-encoded"},
                                      {"a://h%41b", 8, "reg-name"},
                                      {NULL, 0, NULL}};
    assert_inner("rfc1630", generic);
    assert_inner("draft-www-uri-00", generic);
    assert_inner("rfc3986", later);
}

/* ---- Room ---- */

static void fill_string(void)
{
    oracle_string text = {.length = 0};
    for (size_t i = 0; i <= ORACLE_STRING_MAX; i++)
        oracle_add_octet(&text, 'a');
}

static void fill_pieces(void)
{
    gen_text text = {.count = 0};
    for (size_t i = 0; i <= GEN_PIECES_MAX; i++)
        gen_text_add(&text, uriproof_span_of("a"), 2);
}

static void fill_parts(void)
{
    gen_expect expect = {.outcome = GEN_PARTS};
    for (size_t i = 0; i <= GEN_PARTS_MAX; i++)
        gen_expect_part(&expect, "path", text_of("a"));
}

static void fill_sweep(void)
{
    static gen_sweep sweep;
    oracle_string text = oracle_string_of(uriproof_span_of("x:a"));
    for (size_t i = 0; i <= GEN_PAIRS_MAX; i++)
        gen_sweep_add(&sweep, &text, &text);
}

/* Requires that `fill` ends the process with status 1, and that standard error names `limit`. */
static void assert_ends(void (*fill)(void), const char *limit)
{
    int ends[2], status;
    char words[256] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        fill();
        _exit(0);
    }
    close(ends[1]);
    assert_true(read(ends[0], words, sizeof words - 1) >= 0);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
    assert_non_null(strstr(words, limit));
}

/* Tests that nothing is cut silently. */
static void what_has_no_room_ends_the_program(void **state)
{
    (void)state;
    assert_ends(fill_string, "more than 256 octets");
    assert_ends(fill_pieces, "GEN_PIECES_MAX is 6");
    assert_ends(fill_parts, "GEN_PARTS_MAX is 12");
    assert_ends(fill_sweep, "GEN_PAIRS_MAX is 4096");
}

#define OF(test, dialect)                                                                          \
    {                                                                                              \
        dialect ": " #test, test, NULL, NULL, dialect                                              \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_written_as_they_must_be),
        cmocka_unit_test(expectations_are_written_as_they_must_be),
        cmocka_unit_test(the_same_request_is_written_once),
        cmocka_unit_test(what_has_no_room_ends_the_program),
        OF(alternates_give_the_outcome_under_every_setting, "rfc1630"),
        OF(alternates_give_the_outcome_under_every_setting, "draft-www-uri-00"),
        cmocka_unit_test(places_are_told_by_the_delimiters),
        cmocka_unit_test(an_acceptance_turns_on_an_inner_production),
        OF(each_shape_gets_its_size, "rfc1630"),
        OF(each_shape_gets_its_size, "rfc3986"),
        OF(each_shape_gets_its_size, "url-syntax"),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
