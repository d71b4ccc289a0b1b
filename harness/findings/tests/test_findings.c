/* SPDX-License-Identifier: MIT */
/* Runs that are saved, found again, repeated and merged, and what people think of their classes. */
#include "findings/findings.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define AT_SIGN "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"
#define LETTER  "1/parse/host/spelling/rfc3986.bnf.host/letter"

static char folder[] = "/tmp/uriproof-findings-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static findings *open_store(const char *name)
{
    uriproof_error error;
    findings *f = findings_open(path_of(name), FINDINGS_CREATE, &error);
    assert_non_null(f);
    return f;
}

/* What a run found that asked that many texts of a parser of that version. */
static diff_export found_in(size_t asked, const char *version)
{
    diff_export e = {.texts = asked};
    e.settings = cJSON_Parse("{\"op\":\"parse\",\"by\":\"any\",\"chains\":false}");
    e.parsers = cJSON_Parse("[{\"name\":\"a\"}]");
    cJSON_AddStringToObject(e.parsers->child, "version", version);
    return e;
}

/* The groups of answers to an example: the parsers of each. */
#define APART "[{\"parsers\":[\"a\"]},{\"parsers\":[\"b\"]}]"

/* Adds a confirmed class that so many texts showed. */
static void add(diff_export *e, const char *id, size_t asked, const char *example)
{
    export_class one = {.texts = asked, .again = SHOWN_AGAIN};
    one.seen = cJSON_CreateObject();
    cJSON_AddStringToObject(one.seen, "uri", example);
    one.shown = cJSON_CreateObject();
    cJSON_AddStringToObject(one.shown, "id", id);
    cJSON_AddStringToObject(one.shown, "risk", class_risk_of_id(id)->name);
    cJSON_AddItemToObject(one.shown, "example", cJSON_Duplicate(one.seen, true));
    cJSON_AddItemToObject(one.shown, "groups", cJSON_Parse(APART));
    export_add(e, &one);
}

/* Saves a run that asked texts with this digest, and found one class. */
static findings_run save(findings *f, uint64_t digest, const char *version, size_t asked,
                         const char *example)
{
    findings_run run = {.command = "diff", .source = "s", .digest = digest, .complete = true};
    diff_export e = found_in(10, version);
    add(&e, AT_SIGN, asked, example);
    assert_true(findings_save_run(f, &run, &e));
    export_free(&e);
    return run;
}

static char *exported(findings *f)
{
    finding_list list;
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    assert_true(findings_list(f, &list));
    assert_true(finding_list_write(&list, out));
    fclose(out);
    finding_list_free(&list);
    return text.octets;
}

static size_t texts_of(findings *f, const char *id)
{
    finding_list list;
    assert_true(findings_list(f, &list));
    const finding *one = finding_named(&list, id);
    const size_t count = one != NULL ? one->texts : 0;
    finding_list_free(&list);
    return count;
}

static void test_runs_add_up(void **state)
{
    findings *f = open_store("runs");
    finding_list list;
    (void)state;
    save(f, 1, "1", 3, "http://aa");
    setenv("SOURCE_DATE_EPOCH", "172800", 1);
    save(f, 2, "1", 4, "http://a");
    setenv("SOURCE_DATE_EPOCH", "86400", 1);
    save(f, 2, "2", 5, "http://aaa");
    assert_true(findings_list(f, &list));
    assert_int_equal(list.count, 1);
    assert_int_equal(list.source_count, 2); /* a version each */
    assert_int_equal(list.findings[0].texts, 12);
    assert_int_equal(list.findings[0].part_count, 2);
    assert_int_equal(list.findings[0].first, 86400);
    assert_int_equal(list.findings[0].last, 172800);
    assert_string_equal(
        json_string_of(json_item(list.findings[0].best.class->shown, "example"), "uri"),
        "http://a");
    finding_list_free(&list);
    findings_close(f);
}

static void test_repeated_run_counts_once(void **state)
{
    findings *f = open_store("repeated");
    (void)state;
    save(f, 1, "1", 3, "http://a");
    save(f, 1, "1", 4, "http://a"); /* a parser does not answer the same always */
    save(f, 1, "1", 2, "http://a");
    assert_int_equal(texts_of(f, AT_SIGN), 4);
    save(f, 7, "1", 3, "http://a"); /* other texts */
    assert_int_equal(texts_of(f, AT_SIGN), 7);
    findings_close(f);
}

/* Saves a run block by block: after each, its digest is `digest` and the number of the block. */
static void save_blocks(findings *f, uint64_t digest, size_t blocks, bool complete)
{
    findings_run run = {.command = "diff", .source = "s"};
    for (size_t i = 1; i <= blocks; i++) {
        diff_export e = found_in(10 * i, "1");
        add(&e, AT_SIGN, i, "http://a");
        run.digest = digest + i;
        run.complete = complete && i == blocks;
        assert_true(findings_save_run(f, &run, &e));
        export_free(&e);
    }
}

/* What was ended and is done anew from the first text on is counted once. */
static void test_run_done_anew_counts_once(void **state)
{
    finding_list list;
    findings *f = open_store("anew");
    (void)state;
    save_blocks(f, 1, 2, false);
    save_blocks(f, 1, 1, false);
    assert_int_equal(texts_of(f, AT_SIGN), 2);
    save_blocks(f, 1, 3, true);
    assert_true(findings_list(f, &list));
    assert_int_equal(list.source_count, 1);
    assert_int_equal(list.sources[0].found.texts, 30);
    assert_true(list.sources[0].complete);
    assert_int_equal(list.findings[0].texts, 3);
    finding_list_free(&list);
    save_blocks(f, 5, 2, false); /* other texts */
    assert_int_equal(texts_of(f, AT_SIGN), 5);
    save_blocks(f, 1, 2, true); /* a part of a stream may be the beginning of another part */
    assert_int_equal(texts_of(f, AT_SIGN), 7);
    findings_close(f);
}

/* What only one of two equal runs confirmed is not lost. */
static void test_equal_runs_lose_no_class(void **state)
{
    findings *f = open_store("equal");
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        findings_run run = {.command = "diff", .source = "s", .digest = 1, .complete = true};
        diff_export e = found_in(10, "1");
        add(&e, AT_SIGN, 1, "http://a");
        add(&e, LETTER, 1, "http://b");
        e.classes[i].again = NOT_SHOWN_AGAIN;
        assert_true(findings_save_run(f, &run, &e));
        export_free(&e);
    }
    assert_int_equal(texts_of(f, AT_SIGN), 1);
    assert_int_equal(texts_of(f, LETTER), 1);
    findings_close(f);
}

/* A run that goes on looks for a class again: what it found out is saved. */
static void test_confirmation_is_saved(void **state)
{
    findings *f = open_store("confirmed");
    findings_run run = {.command = "diff", .source = "s", .digest = 1};
    diff_export e = found_in(10, "1");
    (void)state;
    add(&e, AT_SIGN, 3, "http://a");
    e.classes[0].again = NOT_LOOKED_FOR;
    assert_true(findings_save_run(f, &run, &e));
    assert_int_equal(texts_of(f, AT_SIGN), 0);
    e.classes[0].again = SHOWN_AGAIN;
    assert_true(findings_save_run(f, &run, &e));
    assert_int_equal(texts_of(f, AT_SIGN), 3);
    export_free(&e);
    findings_close(f);
}

static void test_two_go_on_with_one_run(void **state)
{
    findings *f = open_store("two");
    diff_export e = found_in(5, "1"), before;
    findings_run run = {.command = "diff", .source = "s"}, other = run;
    (void)state;
    assert_true(findings_save_run(f, &run, &e));
    assert_true(findings_find_run(f, &e, &other, &before));
    assert_string_equal(run.id, other.id);
    assert_int_equal(before.texts, 5);
    export_free(&before);
    e.texts = 6;
    assert_true(findings_save_run(f, &run, &e));
    e.texts = 7;
    assert_false(findings_save_run(f, &other, &e));
    assert_non_null(strstr(findings_error(f), "another process"));
    assert_true(findings_find_run(f, &e, &other, &before));
    assert_int_equal(before.texts, 6);
    export_free(&before);
    other.source = "t";
    assert_true(findings_find_run(f, &e, &other, &before));
    assert_string_equal(other.id, "");
    export_free(&e);
    findings_close(f);
}

/* Says what people think of a class whose groups, or the names of who breaks it, are these. */
static void set(findings *f, const char *id, const char *key, const char *groups,
                finding_state state, const char *note)
{
    finding_list list;
    static uint64_t digest = 1000;
    findings_run run = {.command = "diff", .source = "t", .digest = digest, .complete = true};
    digest++;
    diff_export e = found_in(10, "1");
    add(&e, id, 1, "http://a");
    cJSON_DeleteItemFromObject(e.classes[0].shown, "groups");
    cJSON_AddItemToObject(e.classes[0].shown, key, cJSON_Parse(groups));
    assert_true(findings_save_run(f, &run, &e));
    export_free(&e);
    assert_true(findings_list(f, &list));
    assert_true(findings_set(f, (const finding *[]){finding_named(&list, id)}, 1, state, note));
    finding_list_free(&list);
}

static void test_merging_is_in_any_order(void **state)
{
    static const char *const names[] = {"m0", "m1", "m2"};
    char *first = NULL;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        findings *f = open_store(names[i]);
        save(f, i, i == 1 ? "2" : "1", i + 1, i == 0 ? "http://b" : "http://a");
        set(f, LETTER, "groups", APART, (finding_state)(i + 1), NULL);
        findings_close(f);
    }
    for (size_t i = 0; i < 6; i++) {
        char into[10];
        snprintf(into, sizeof into, "into%zu", i);
        findings *f = open_store(into);
        const size_t a = i % 3, b = (a + 1 + i / 3) % 3, c = 3 - a - b;
        const size_t order[] = {a, b, c, a};
        for (size_t k = 0; k < 4; k++)
            assert_true(findings_merge(f, path_of(names[order[k]])));
        assert_int_equal(texts_of(f, AT_SIGN), 6);
        char *text = exported(f);
        if (first != NULL)
            assert_string_equal(text, first);
        free(first);
        first = text;
        findings_close(f);
    }
    free(first);
}

static const char table_twice[] =
    "PRAGMA writable_schema = ON;"
    "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'run'";

/* SQLite's own tables have such names, but a trigger is not one of them. */
static const char trigger[] =
    "PRAGMA writable_schema = ON;"
    "INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_t', 'run', 0,"
    " 'CREATE TRIGGER sqlite_t AFTER INSERT ON run BEGIN DELETE FROM opinion; END')";
static const char view[] = "PRAGMA writable_schema = ON;"
                           "INSERT INTO sqlite_schema VALUES ('view', 'sqlite_v', 'sqlite_v', 0,"
                           " 'CREATE VIEW sqlite_v AS SELECT 1')";

/* What cannot be read does not get in, though no list of its store was read before. */
static void test_nothing_broken_is_merged(void **state)
{
    static const char *const broken[] = {
        "UPDATE run SET head = '{}'",
        "UPDATE run SET texts = 11",
        "UPDATE sighting SET data = replace(data, 'other-host', 'none')",
        "UPDATE sighting SET class = 'x'",
        "UPDATE run SET token = token || 'a'",
        "UPDATE run SET id = substr(id, 2) || 'g'",
        "INSERT INTO opinion VALUES ('x', 'a', 'b', 'great', NULL, 0)",
        table_twice,
        trigger,
        view};
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        sqlite3 *connection;
        findings *from = open_store("broken"), *f = open_store("whole");
        save(from, 2, "1", 1, "http://b");
        findings_close(from);
        save(f, 1, "1", 1, "http://a");
        char *before = exported(f);
        assert_int_equal(sqlite3_open(path_of("broken"), &connection), SQLITE_OK);
        assert_int_equal(sqlite3_exec(connection, broken[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(connection);
        assert_false(findings_merge(f, path_of("broken")));
        assert_non_null(strstr(findings_error(f), path_of("broken")));
        char *after = exported(f);
        assert_string_equal(after, before);
        free(before);
        free(after);
        findings_close(f);
        unlink(path_of("broken"));
        unlink(path_of("whole"));
    }
}

/* Returns the state of a class whose groups, or the names of who breaks it, are these. */
static finding_state state_of(findings *f, const char *id, const char *key, const char *groups)
{
    finding_state is;
    const export_class class = {.again = SHOWN_AGAIN, .shown = cJSON_CreateObject()};
    cJSON_AddStringToObject(class.shown, "id", id);
    cJSON_AddItemToObject(class.shown, key, cJSON_Parse(groups));
    assert_true(findings_state_of(f, &class, &is));
    cJSON_Delete(class.shown);
    return is;
}

static void test_states(void **state)
{
    findings *f = open_store("states");
    finding_list list;
    (void)state;
    assert_int_equal(state_of(f, LETTER, "groups", APART), FINDING_NEW);
    set(f, LETTER, "groups", APART, FINDING_REPORTED, "a note");
    assert_int_equal(state_of(f, LETTER, "groups", APART), FINDING_REPORTED);
    assert_int_equal(state_of(f, AT_SIGN, "groups", APART), FINDING_NEW);
    set(f, LETTER, "groups", APART, FINDING_STATE_COUNT, "another");
    assert_true(findings_list(f, &list));
    assert_int_equal(list.findings[0].state, FINDING_REPORTED);
    assert_string_equal(list.findings[0].note, "another");
    finding_list_free(&list);
    for (unsigned one = 0; one < FINDING_STATE_COUNT; one++) {
        assert_int_equal(finding_state_named(finding_states[one]), one);
        assert_int_equal(finding_state_alarms((finding_state)one),
                         one == FINDING_NEW || one == FINDING_FIXED);
    }
    assert_int_equal(finding_state_named("great"), FINDING_STATE_COUNT);
    findings_close(f);
}

/* What is thought of two parsers says nothing of others. */
static void test_opinions_are_of_pairs(void **state)
{
    static const struct {
        const char *key, *groups;
        finding_state state;
    } wanted[] = {
        {"groups", APART, FINDING_KNOWN},
        {"groups", "[{\"parsers\":[\"b\"]},{\"parsers\":[\"a\"]}]", FINDING_KNOWN},
        {"groups", "[{\"parsers\":[\"a\"]},{\"parsers\":[\"b\",\"c\"]}]", FINDING_NEW},
        {"groups", "[{\"parsers\":[\"a\",\"b\"]},{\"parsers\":[\"c\"]}]", FINDING_NEW},
        {"groups", "[{\"parsers\":[\"c\"]},{\"parsers\":[\"d\"]}]", FINDING_FIXED},
        {"groups", "[{\"parsers\":[\"a\"]},{\"parsers\":[\"d\"]}]", FINDING_NEW},
        {"groups",
         "[{\"parsers\":[\"a\"]},{\"parsers\":[\"b\"]},"
         "{\"parsers\":[\"c\"],\"outcome\":\"unsupported\"}]",
         FINDING_KNOWN},
        {"groups",
         "[{\"parsers\":[\"a\"]},{\"parsers\":[\"b\"]},"
         "{\"parsers\":[\"c\"],\"outcome\":\"crash\"}]",
         FINDING_NEW},
        {"groups", "[{\"parsers\":[\"a\",\"b\"]}]", FINDING_NEW},
        {"groups", "[]", FINDING_NEW},
        {"broken_by", "[\"a\"]", FINDING_BY_DESIGN},
        {"broken_by", "[\"a\",\"b\"]", FINDING_NEW},
    };
    findings *f = open_store("pairs");
    (void)state;
    set(f, AT_SIGN, "groups", APART, FINDING_KNOWN, NULL);
    assert_int_equal(state_of(f, AT_SIGN, "broken_by", "[\"a\"]"), FINDING_NEW);
    findings_close(f);
    f = open_store("breakers");
    set(f, AT_SIGN, "broken_by", "[\"a\"]", FINDING_BY_DESIGN, NULL);
    findings_close(f);
    f = open_store("fixed");
    set(f, AT_SIGN, "groups", "[{\"parsers\":[\"c\"]},{\"parsers\":[\"d\"]}]", FINDING_FIXED, NULL);
    assert_true(findings_merge(f, path_of("pairs")));
    assert_true(findings_merge(f, path_of("breakers")));
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        assert_int_equal(state_of(f, AT_SIGN, wanted[i].key, wanted[i].groups), wanted[i].state);
    findings_close(f);
}

/* An example of three classes: each two of its groups are divided by another one. */
#define PARSED(user, host)                                                                         \
    ",\"answer\":{\"status\":\"accepted\",\"components\":{\"scheme\":\"http\",\"userinfo\":"       \
    "\"" user "\",\"host\":\"" host "\",\"path\":\"\"}}}"
#define THREE_CLASSES                                                                              \
    "[{\"parsers\":[\"last\"]" PARSED("@", "") ",{\"parsers\":[\"first\"]" PARSED(                 \
        "", "@") ",{\"parsers\":[\"x\"]" PARSED("@", "other.") "]"

#define TEXT        "1/parse/host/text/rfc3986.bnf.host/letter"
#define BEFORE_TEXT "1/parse/host/text/rfc3986.userinfo.at-sign/at-sign"

/* Returns a class as the example of several shows it. */
static export_class class_of_example(const char *id, const char *groups)
{
    static const char *const classes[] = {AT_SIGN, TEXT, BEFORE_TEXT};
    export_class one = {.texts = 1, .again = SHOWN_AGAIN};
    one.seen = cJSON_Parse("{\"uri\":\"http://@@\"}");
    one.shown = cJSON_CreateObject();
    cJSON_AddStringToObject(one.shown, "id", id);
    cJSON_AddStringToObject(one.shown, "risk", class_risk_of_id(id)->name);
    cJSON_AddItemToObject(one.shown, "example", cJSON_Duplicate(one.seen, true));
    cJSON_AddItemToObject(one.shown, "groups", cJSON_Parse(groups));
    cJSON *list = cJSON_AddArrayToObject(one.shown, "classes");
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        cJSON *class = cJSON_CreateObject();
        cJSON_AddStringToObject(class, "id", classes[i]);
        cJSON_AddStringToObject(class, "risk", class_risk_of_id(classes[i])->name);
        cJSON_AddItemToArray(list, class);
    }
    return one;
}

/* Only the parsers that a class divides are apart in it, whatever else the example shows. */
static void test_pairs_are_of_one_class(void **state)
{
    static const struct {
        const char *id, *one, *other;
    } wanted[] = {{AT_SIGN, "first", "last"}, {TEXT, "last", "x"}, {BEFORE_TEXT, "first", "x"}};
    findings *f = open_store("several");
    finding_list list;
    findings_run run = {.command = "diff", .source = "s", .digest = 1, .complete = true};
    diff_export e = found_in(1, "1");
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const export_class one = class_of_example(wanted[i].id, THREE_CLASSES);
        export_add(&e, &one);
    }
    assert_true(findings_save_run(f, &run, &e));
    export_free(&e);
    assert_true(findings_list(f, &list));
    for (size_t i = 0; i < 3; i++) {
        const finding *one = finding_named(&list, wanted[i].id);
        assert_int_equal(one->pair_count, 1);
        assert_string_equal(one->pairs[0].class, wanted[i].id);
        assert_string_equal(one->pairs[0].one, wanted[i].one);
        assert_string_equal(one->pairs[0].other, wanted[i].other);
    }
    const finding *const at_sign = finding_named(&list, AT_SIGN);
    assert_true(findings_set(f, &at_sign, 1, FINDING_KNOWN, NULL));
    finding_list_free(&list);
    assert_int_equal(
        state_of(f, AT_SIGN, "groups", "[{\"parsers\":[\"first\"]},{\"parsers\":[\"x\"]}]"),
        FINDING_NEW);
    findings_close(f);
}

/* A parser that another class divides from all others does not make a known class new. */
static void test_another_class_makes_nothing_new(void **state)
{
    finding_state is;
    findings *f = open_store("further");
    const export_class one = class_of_example(AT_SIGN, THREE_CLASSES);
    (void)state;
    set(f, AT_SIGN, "groups", "[{\"parsers\":[\"first\"]},{\"parsers\":[\"last\"]}]", FINDING_KNOWN,
        NULL);
    assert_true(findings_state_of(f, &one, &is));
    assert_int_equal(is, FINDING_KNOWN);
    assert_false(findings_is_new(f, &one));
    assert_true(findings_is_new(NULL, &one));
    cJSON_AddTrueToObject(one.shown, "by_the_text");
    assert_false(findings_is_new(NULL, &one));
    cJSON_Delete(one.seen);
    cJSON_Delete(one.shown);
    findings_close(f);
}

/* Sets the state of the only finding of a store. Returns the one that it had. */
static finding_state set_only(findings *f, finding_state state)
{
    finding_list list;
    assert_true(findings_list(f, &list));
    assert_int_equal(list.count, 1);
    const finding *const one = &list.findings[0];
    const finding_state before = one->state;
    assert_true(findings_set(f, &one, 1, state, NULL));
    finding_list_free(&list);
    return before;
}

/* A decision is later than the one that it changes, though the clock of that was ahead. */
static void test_decision_outlives_a_clock_ahead(void **state)
{
    static const char *const clocks[] = {"172800", "9223372036854775806"};
    (void)state;
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        findings *ahead = open_store("ahead"), *f = open_store("behind");
        setenv("SOURCE_DATE_EPOCH", clocks[i], 1);
        save(ahead, 1, "1", 1, "http://a");
        set_only(ahead, FINDING_REPORTED);
        setenv("SOURCE_DATE_EPOCH", "86400", 1);
        assert_true(findings_merge(f, path_of("ahead")));
        assert_int_equal(set_only(f, FINDING_KNOWN), FINDING_REPORTED);
        assert_true(findings_merge(f, path_of("ahead")));
        assert_int_equal(set_only(f, FINDING_BY_DESIGN), FINDING_KNOWN);
        assert_int_equal(set_only(f, FINDING_FIXED), FINDING_BY_DESIGN); /* no number is greater */
        findings_close(ahead);
        findings_close(f);
        unlink(path_of("ahead"));
        unlink(path_of("behind"));
    }
}

/* Returns groups of one parser each, which the caller frees. */
static char *many_groups(size_t count)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s{\"parsers\":[\"p%zu\"]}", i == 0 ? "[" : ",", i);
    fputc(']', out);
    fclose(out);
    return text.octets;
}

/* A class of too many parsers stays new, and who sets its state is told so. */
static void test_too_many_parsers(void **state)
{
    findings *f = open_store("many");
    finding_list list;
    char *most = many_groups(FINDINGS_MOST_PARSERS), *more = many_groups(FINDINGS_MOST_PARSERS + 1);
    findings_run run = {.command = "diff", .source = "u", .digest = 1, .complete = true};
    diff_export e = found_in(10, "1");
    (void)state;
    set(f, AT_SIGN, "groups", most, FINDING_KNOWN, NULL);
    assert_int_equal(state_of(f, AT_SIGN, "groups", most), FINDING_KNOWN);
    add(&e, AT_SIGN, 1, "http://a");
    cJSON_ReplaceItemInObject(e.classes[0].shown, "groups", cJSON_Parse(more));
    assert_true(findings_save_run(f, &run, &e));
    export_free(&e);
    assert_true(findings_list(f, &list));
    const finding *const one = &list.findings[0];
    assert_int_equal(one->state, FINDING_NEW);
    assert_false(findings_set(f, &one, 1, FINDING_REPORTED, NULL));
    assert_non_null(strstr(findings_error(f), AT_SIGN ": a class of more than 128 parsers"));
    finding_list_free(&list);
    assert_int_equal(state_of(f, AT_SIGN, "groups", more), FINDING_NEW);
    assert_int_equal(state_of(f, AT_SIGN, "groups", most), FINDING_KNOWN);
    free(most);
    free(more);
    findings_close(f);
}

/* ---- Many runs ---- */

static size_t steps; /* of SQLite, in thousands */

static int count_step(void *self)
{
    (void)self;
    steps++;
    return 0;
}

/* Counts the steps of each connection that is opened. */
static int watch(sqlite3 *connection, char **error, const void *functions)
{
    (void)error;
    (void)functions;
    sqlite3_progress_handler(connection, 1000, count_step, NULL);
    return SQLITE_OK;
}

/* Returns the steps that it takes to list a store of so many runs, and to go on with one of them.
 * Either all asked the same texts, or each asked others. */
static size_t steps_for(const char *name, size_t runs, bool same)
{
    findings *f = open_store(name);
    finding_list list;
    findings_run run = {.command = "diff", .source = "s"};
    diff_export asked = found_in(0, "1"), before;
    for (size_t i = 0; i < runs; i++) {
        char id[100];
        findings_run one = {.command = "diff", .source = "s", .digest = same ? 1 : i};
        diff_export e = found_in(10, "1");
        snprintf(id, sizeof id, "1/parse/host/boundary/rfc3986.rule-%zu/at-sign", i);
        add(&e, AT_SIGN, 1, "http://a");
        add(&e, id, 1, "http://a");
        assert_true(findings_save_run(f, &one, &e));
        export_free(&e);
    }
    steps = 0;
    assert_true(findings_list(f, &list));
    assert_int_equal(list.count, 1 + runs);
    assert_int_equal(finding_named(&list, AT_SIGN)->texts, same ? 1 : runs);
    finding_list_free(&list);
    assert_true(findings_find_run(f, &asked, &run, &before));
    export_free(&before);
    export_free(&asked);
    findings_close(f);
    unlink(path_of(name));
    return steps;
}

static void test_many_runs_take_their_share(void **state)
{
    (void)state;
    /* valgrind would take half a minute for as many as else. */
    const size_t least = getenv("URIPROOF_VALGRIND") != NULL ? 4 : 100;
    assert_int_equal(sqlite3_auto_extension((void (*)(void))watch), SQLITE_OK);
    for (int same = 0; same < 2; same++) {
        const size_t few = steps_for("steps", least, same),
                     many = steps_for("steps", 8 * least, same);
        assert_in_range(many, 1, 20 * few); /* 64 times as many, if each run looks at all others */
    }
    sqlite3_reset_auto_extension();
}

/* ---- Hostile files ---- */

/* Checks that the file is rejected with these words and its name. Returns the memory that SQLite
 * took for it at most. */
static sqlite3_int64 memory_to_refuse(const char *name, const char *words)
{
    uriproof_error error = {""};
    sqlite3_memory_highwater(1);
    assert_null(findings_open(path_of(name), FINDINGS_READ, &error));
    assert_non_null(strstr(error.words, path_of(name)));
    assert_non_null(strstr(error.words, words));
    unlink(path_of(name));
    return sqlite3_memory_highwater(0);
}

/* A file of holes says in its head how many pages it has. */
static void test_file_of_holes_is_refused(void **state)
{
    static const unsigned char pages[] = {0x20, 0, 0, 0}; /* of 4 KiB: 2 TiB */
    (void)state;
    findings_close(open_store("holes"));
    FILE *file = fopen(path_of("holes"), "r+b");
    assert_int_equal(fseek(file, 28, SEEK_SET), 0);
    assert_int_equal(fwrite(pages, 1, sizeof pages, file), sizeof pages);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(truncate(path_of("holes"), INT64_C(1) << 41), 0);
    assert_in_range(memory_to_refuse("holes", "at most 64 GiB"), 0, 1 << 24);
}

/* SQLite takes a file of one octet for an empty one. */
static void test_one_octet_is_not_written_over(void **state)
{
    uriproof_error error;
    struct stat file;
    (void)state;
    FILE *out = fopen(path_of("octet"), "w");
    assert_non_null(out);
    fputc('\n', out);
    fclose(out);
    assert_null(findings_open(path_of("octet"), FINDINGS_CREATE, &error));
    assert_non_null(strstr(error.words, "octet: not a store of findings"));
    assert_int_equal(stat(path_of("octet"), &file), 0);
    assert_int_equal(file.st_size, 1);
    unlink(path_of("octet"));
}

/* A store that SQLite does not attach to ours is told by its own name. */
static void test_other_encoding_is_refused(void **state)
{
    uriproof_error error;
    sqlite3 *from, *to;
    sqlite3_stmt *rows;
    (void)state;
    findings_close(open_store("whole"));
    assert_int_equal(sqlite3_open(path_of("whole"), &from), SQLITE_OK);
    assert_int_equal(sqlite3_open(path_of("wide"), &to), SQLITE_OK);
    assert_int_equal(sqlite3_exec(to, "PRAGMA encoding = 'UTF-16le'", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_prepare_v2(from, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid",
                       -1, &rows, NULL);
    while (sqlite3_step(rows) == SQLITE_ROW)
        assert_int_equal(
            sqlite3_exec(to, (const char *)sqlite3_column_text(rows, 0), NULL, NULL, NULL),
            SQLITE_OK);
    sqlite3_finalize(rows);
    sqlite3_close(from);
    assert_int_equal(sqlite3_exec(to, "PRAGMA application_id = 1970432358", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_exec(to, "PRAGMA user_version = 2", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(to);
    assert_null(findings_open(path_of("wide"), FINDINGS_READ, &error));
    assert_non_null(strstr(error.words, "wide: the store is damaged (its texts are not in UTF-8)"));
    unlink(path_of("whole"));
    unlink(path_of("wide"));
}

/* The SQL of a table is read before it can be compared with ours. */
static void test_long_sql_takes_little_memory(void **state)
{
    enum { TERMS = 400000 };
    sqlite3 *connection;
    uriproof_text_written sql;
    (void)state;
    FILE *out = uriproof_text_open(&sql);
    fputs("CREATE TABLE t (a CHECK (a IN (1", out);
    for (int i = 0; i < TERMS; i++)
        fputs(",1", out);
    fputs(")))", out);
    fclose(out);
    assert_int_equal(sqlite3_open(path_of("long"), &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, sql.octets, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
    assert_in_range(memory_to_refuse("long", "damaged"), 0, 10 * (sqlite3_int64)sql.length);
    free(sql.octets);
}

static int make_folder(void **state)
{
    (void)state;
    setenv("SOURCE_DATE_EPOCH", "86400", 1);
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {
        "runs",     "confirmed", "anew",    "equal", "repeated", "two",  "states", "pairs",
        "breakers", "fixed",     "several", "many",  "further",  "m0",   "m1",     "m2",
        "into0",    "into1",     "into2",   "into3", "into4",    "into5"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(path_of(names[i]));
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs_add_up),
        cmocka_unit_test(test_repeated_run_counts_once),
        cmocka_unit_test(test_run_done_anew_counts_once),
        cmocka_unit_test(test_equal_runs_lose_no_class),
        cmocka_unit_test(test_confirmation_is_saved),
        cmocka_unit_test(test_two_go_on_with_one_run),
        cmocka_unit_test(test_merging_is_in_any_order),
        cmocka_unit_test(test_nothing_broken_is_merged),
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_opinions_are_of_pairs),
        cmocka_unit_test(test_pairs_are_of_one_class),
        cmocka_unit_test(test_another_class_makes_nothing_new),
        cmocka_unit_test(test_decision_outlives_a_clock_ahead),
        cmocka_unit_test(test_too_many_parsers),
        cmocka_unit_test(test_many_runs_take_their_share),
        cmocka_unit_test(test_file_of_holes_is_refused),
        cmocka_unit_test(test_long_sql_takes_little_memory),
        cmocka_unit_test(test_one_octet_is_not_written_over),
        cmocka_unit_test(test_other_encoding_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
