/* SPDX-License-Identifier: MIT */
/*
 * Reports of hostile results. `test_reports write FORMAT` writes one to standard output, for
 * formats.t, which has it read by prove and xmllint. `test_reports list` prints the formats of one
 * file. `test_reports pages FOLDER` writes the pages for browser.t.
 */
#define _GNU_SOURCE /* GLOB_BRACE, mkdtemp */
#include <errno.h>
#include <ftw.h>
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/base.h"
#include <cmocka.h>

#include "../escape.h"
#include "clause_index.h"

/* A text in JSON that is hostile to each format. It has the characters with a meaning in them,
 * control characters, the mark that changes the direction of writing, and a substitute character,
 * which `spoiled` replaces by an octet that is not UTF-8. */
static const char hostile_words[] =
    "x #todo \\\\ \\n not ok 1\\n1..0 # skip\\n...\\u001b[31m ]]> '\\\"><script>alert(1)</script> "
    "| `a` ``` [b](http://c) *d* @e \\u007f \\u009b \\u202e \\u001a \\uffff";

/* A results file in which $ stands for the hostile text. */
static const char hostile_file[] =
    "{\"format\":\"uriproof-results\",\"version\":4,\"uriproof\":\"$\","
    "\"dialect\":\"$\",\"document\":\"$\",\"readings\":[\"$\"],"
    "\"partial\":false,\"baseline\":false,\"dialects\":[{\"name\":\"$\",\"document\":\"$\"},"
    "{\"name\":\"calm-dialect\",\"document\":\"D\"},{\"name\":\"third\",\"document\":\"E\"},"
    "{\"name\":\"fourth\",\"document\":\"F\"}],\"clauses\":["
    "{\"id\":\"c.one\",\"document\":\"$\",\"section\":\"$\","
    "\"paraphrase\":\"$\",\"rule\":\"$\",\"link\":\"$\"},"
    "{\"id\":\"$\",\"document\":\"D\",\"section\":\"S\",\"paraphrase\":\"P.\","
    "\"link\":\"javascript:alert(1)\"},"
    "{\"id\":\"$2\",\"document\":\"D\",\"section\":\"S\",\"paraphrase\":\"P.\"}],"
    "\"adapters\":["
    "{\"name\":\"$\",\"version\":\"$\",\"language\":\"$\","
    "\"dialects\":[\"$\"],\"transforms\":[\"$\"],\"splits\":\"$\",\"ops\":[\"parse\",\"resolve\"]},"
    "{\"name\":\"calm\",\"version\":\"2\",\"language\":\"c\",\"dialects\":[],\"transforms\":[],"
    "\"ops\":[\"resolve\"]}],"
    "\"words\":[\"rwan\",\"$\",\"awrr\",\"signal 11\"],\"cases\":["
    "{\"id\":\"$\",\"about\":\"$\",\"origin\":\"$\","
    "\"obeys\":[\"c.one\"],\"breaks\":[\"$\"],\"op\":\"parse\","
    "\"ask\":{\"uri\":\"\\\"><script>alert(2)</script> #todo \\\\ ]]> | `\"},"
    "\"expect\":[[null,\"<script>alert(3)</script>\"]],"
    "\"differ\":[[[null,null,null,{\"hex\":\"3c7363726970743e1b5b33316d80ff0a\"}],0,0,1]]},"
    "{\"id\":\"plain\",\"about\":\"Plain.\",\"origin\":\"o\",\"obeys\":[],\"breaks\":[],"
    "\"op\":\"resolve\",\"ask\":{\"base_hex\":\"005cff\",\"ref\":\"\"},"
    "\"expect\":{\"status\":\"undefined\"},"
    "\"acceptable\":[[{\"uri\":\"a:b\"},0,2]],"
    "\"crash\":[[null,1,null,3]]}],"
    "\"groups\":[{\"id\":\"$\",\"about\":\"$\",\"origin\":\"$\",\"obeys\":[\"c.one\"],"
    "\"breaks\":[\"$\"],\"op\":\"parse\",\"counted\":5,\"questions\":\"0000000000000001\","
    "\"cases\":[]}]}";

/* An answer that no file has: all of its keys and words are hostile. */
static const char hostile_answer[] =
    "{\"status\":\"accepted\",\"components\":{\"path\":\"$\"},\"$\":\"$\"}";

static const char good_file[] =
    "{\"format\":\"uriproof-results\",\"version\":4,\"uriproof\":\"0.1.0\","
    "\"dialect\":\"rfc1630\",\"document\":\"RFC 1630\",\"readings\":[],\"partial\":false,"
    "\"baseline\":false,\"dialects\":[{\"name\":\"rfc1630\",\"document\":\"RFC 1630\"},"
    "{\"name\":\"new\",\"document\":\"New\"},{\"name\":\"old\",\"document\":\"Old\"}],"
    "\"clauses\":[{\"id\":\"rfc1630.unsafe.space\",\"document\":\"RFC 1630\","
    "\"section\":\"Unsafe characters\",\"paraphrase\":\"No space.\","
    "\"rule\":\"path  <a> | b\",\"link\":\"https://x.invalid/rfc1630#page-7\"}],"
    "\"adapters\":[{\"name\":\"some\",\"version\":\"1\",\"language\":\"c\",\"dialects\":[],"
    "\"transforms\":[],\"ops\":[\"parse\"]}],\"words\":[\"wra\",\"took it\"],"
    "\"cases\":[{\"id\":\"path-space\",\"about\":\"A space matches no rule.\",\"origin\":\"o\","
    "\"obeys\":[],\"breaks\":[\"rfc1630.unsafe.space\"],\"op\":\"parse\","
    "\"ask\":{\"uri\":\"http://h/a b\"},"
    "\"expect\":{\"status\":\"rejected\",\"production\":\"path\",\"offset\":10},"
    "\"lenient\":[[[[\"http\",\"//h/a b\"]],0,0,1]]}],\"groups\":[]}";

/* Two adapters, of which the second cannot resolve. The group g has one case that the first adapter
 * gets wrong, and three counted cases. The group r has five counted cases, and the group n has
 * none. */
static const char counted_file[] =
    "{\"format\":\"uriproof-results\",\"version\":4,\"uriproof\":\"0.1.0\","
    "\"dialect\":\"rfc1630\",\"document\":\"RFC 1630\",\"readings\":[],\"partial\":false,"
    "\"baseline\":false,\"dialects\":[{\"name\":\"rfc1630\",\"document\":\"RFC 1630\"}],"
    "\"clauses\":[{\"id\":\"c.a\",\"document\":\"D\",\"section\":\"S\",\"paraphrase\":\"A.\"},"
    "{\"id\":\"c.b\",\"document\":\"D\",\"section\":\"S\",\"paraphrase\":\"B.\"},"
    "{\"id\":\"c.c\",\"document\":\"D\",\"section\":\"S\",\"paraphrase\":\"C.\"}],"
    "\"adapters\":[{\"name\":\"all\",\"version\":\"1\",\"language\":\"c\","
    "\"dialects\":[\"rfc1630\"],\"transforms\":[],\"ops\":[\"parse\",\"resolve\"]},"
    "{\"name\":\"half\",\"version\":\"2\",\"language\":\"c\",\"dialects\":[\"rfc1630\"],"
    "\"transforms\":[],\"ops\":[\"parse\"]}],\"words\":[],"
    "\"cases\":[{\"id\":\"hand\",\"about\":\"By hand.\",\"origin\":\"o\",\"obeys\":[\"c.a\"],"
    "\"breaks\":[],\"op\":\"parse\",\"ask\":{\"uri\":\"a:b\"},\"expect\":{}}],"
    "\"groups\":[{\"id\":\"g\",\"about\":\"G.\",\"origin\":\"o\",\"obeys\":[\"c.a\"],"
    "\"breaks\":[\"c.b\"],\"op\":\"parse\",\"counted\":3,\"questions\":\"0000000000000001\","
    "\"cases\":[{\"id\":\"1\",\"ask\":{\"uri\":\"a:c\"},\"expect\":{\"status\":\"rejected\"},"
    "\"lenient\":[[{},0]]}]},"
    "{\"id\":\"n\",\"about\":\"N.\",\"origin\":\"o\",\"obeys\":[],\"breaks\":[],"
    "\"op\":\"resolve\",\"counted\":0,\"questions\":\"0000000000000002\","
    "\"cases\":[]},"
    "{\"id\":\"r\",\"about\":\"R.\",\"origin\":\"o\",\"obeys\":[\"c.c\"],\"breaks\":[],"
    "\"op\":\"resolve\",\"counted\":5,\"questions\":\"0000000000000003\","
    "\"cases\":[]}]}";

/* Returns `file` with each $ replaced. The caller frees it. */
static char *filled(const char *file)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    for (; *file != '\0'; file++)
        fprintf(out, *file == '$' ? "%s" : "%.1s", *file == '$' ? hostile_words : file);
    fclose(out);
    return text;
}

/* Returns `text` with each substitute replaced by an octet that is not UTF-8. A text that is cut
 * within a character ends with such octets. */
static const char *spoiled(store *s, const char *text)
{
    if (text == NULL || strchr(text, 0x1a) == NULL)
        return text;
    char *copy = store_take(s, strlen(text) + 1, 1);
    for (size_t i = 0; text[i] != '\0'; i++)
        copy[i] = text[i];
    for (char *at = copy; (at = strchr(at, 0x1a)) != NULL;)
        *at = '\xFF';
    return copy;
}

/* Returns an answer in JSON of the same words as the answer `given`, spoiled. */
static const char *spoiled_answer(store *s, const char *given)
{
    char *text = filled(given);
    const char *escape;
    const char *copy = store_text(s, text);
    free(text);
    char *raw = store_take(s, strlen(copy) + 1, 1), *to = raw;
    for (; (escape = strstr(copy, "\\u001a")) != NULL; copy = escape + strlen("\\u001a")) {
        memcpy(to, copy, (size_t)(escape - copy));
        to += escape - copy;
        *to++ = '\xFF';
    }
    memcpy(to, copy, strlen(copy) + 1);
    return raw;
}

static void spoil_result(uriproof_results *results, size_t adapter, size_t number)
{
    uriproof_result one = *results->adapters[adapter].results[number];
    one.detail = spoiled(results->store, one.detail);
    results_set(results, adapter, number, &one);
}

static void spoil_results(uriproof_results *results)
{
    store *s = results->store;
    results->document = spoiled(s, results->document);
    if (results->clause_count > 0)
        results->clauses[0].paraphrase = spoiled(s, results->clauses[0].paraphrase);
    for (size_t i = 0; i < results->case_count; i++) {
        uriproof_results_group *group = store_take(s, 1, sizeof *group);
        *group = *results->cases[i].group;
        group->about = spoiled(s, group->about);
        group->origin = spoiled(s, group->origin);
        results->cases[i].group = group;
    }
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        adapter->name = spoiled(s, adapter->name);
        adapter->version = spoiled(s, adapter->version);
        for (size_t k = 0; k < results->case_count; k++)
            spoil_result(results, i, k);
    }
}

/* Gives the first adapter answers whose keys and words are hostile. */
static void give_hostile_answers(uriproof_results *results)
{
    for (size_t i = 0; i < results->case_count; i++) {
        uriproof_result one = *results->adapters[0].results[i];
        one.given = spoiled_answer(results->store, hostile_answer);
        results_set(results, 0, i, &one);
    }
}

static bool read_filled(const char *file, uriproof_results *results, uriproof_error *error)
{
    char *text = filled(file);
    bool good = uriproof_results_read("r.json", text, strlen(text), results, error);
    free(text);
    if (good)
        spoil_results(results);
    return good;
}

static void read_file(const char *file, uriproof_results *results)
{
    uriproof_error error = {""};
    if (!read_filled(file, results, &error)) {
        fail_msg("%s", error.words);
    }
}

static const uriproof_report_format *format_named(const char *name)
{
    for (const uriproof_report_format *const *f = uriproof_report_formats; *f != NULL; f++)
        if (strcmp((*f)->name, name) == 0)
            return *f;
    fail_msg("no format %s", name);
    return NULL;
}

/* Writes the pages of a folder, each after its path, in the order of the paths. */
static void gather_pages(const char *folder, FILE *out)
{
    glob_t found;
    char pattern[200];
    snprintf(pattern, sizeof pattern, "%s/{*,*/*}.html", folder);
    assert_int_equal(glob(pattern, GLOB_BRACE, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t length = 0;
        char *octets = uriproof_file_read(found.gl_pathv[i], &length);
        assert_non_null(octets);
        fprintf(out, "<!-- %s -->\n", found.gl_pathv[i] + strlen(folder) + 1);
        fwrite(octets, 1, length, out);
        free(octets);
    }
    globfree(&found);
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *where)
{
    (void)facts;
    (void)kind;
    (void)where;
    return remove(path);
}

static void write_pages(const uriproof_report_format *format, const uriproof_results *results,
                        FILE *out)
{
    char folder[] = "/tmp/uriproof-pages-XXXXXX";
    assert_non_null(mkdtemp(folder));
    new_folder *made = new_folder_begin(folder);
    assert_non_null(made);
    format->write_folder(results, made);
    assert_true(new_folder_end(made, true));
    gather_pages(folder, out);
    assert_int_equal(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

static char *written(const char *format, const uriproof_results *results)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    const uriproof_report_format *f = format_named(format);
    assert_non_null(out);
    if (f->write_folder != NULL)
        write_pages(f, results, out);
    else
        assert_true(f->write(results, out));
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Returns the report. If the format can be read back, the results have no answers that an adapter
 * cannot give. */
static char *report_of(const char *format, const char *file)
{
    uriproof_results results;
    read_file(file, &results);
    if (file == hostile_file && strcmp(format, "json") != 0)
        give_hostile_answers(&results);
    char *text = written(format, &results);
    uriproof_results_free(&results);
    return text;
}

/* Returns the first adapter's result for the first case, so that a test can change it and set it
 * again. */
static uriproof_result first_result(const uriproof_results *results)
{
    return *results->adapters[0].results[0];
}

static void set_first(uriproof_results *results, const uriproof_result *result)
{
    results_set(results, 0, 0, result);
}

static void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        fail_msg("not there: %s\nin:\n%s", part, text);
    }
}

static void assert_has_not(const char *text, const char *part)
{
    if (strstr(text, part) != NULL) {
        fail_msg("there: %.200s", strstr(text, part));
    }
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part)) {
        count++;
    }
    return count;
}

static void every_format_has_its_words(void **state)
{
    (void)state;
    for (const uriproof_report_format *const *f = uriproof_report_formats; *f != NULL; f++) {
        assert_ptr_equal(format_named((*f)->name), *f); /* no other has this name */
        assert_true((*f)->suffix[0] != '\0');
        assert_true((*f)->about[0] != '\0');
        assert_true(((*f)->write != NULL) != ((*f)->write_folder != NULL));
    }
}

/* Tests that reports have no characters that a terminal obeys, except line ends, and that they are
 * UTF-8. */
static void nothing_unprintable_is_written(void **state)
{
    (void)state;
    for (const uriproof_report_format *const *f = uriproof_report_formats; *f != NULL; f++) {
        uriproof_results results;
        read_file(hostile_file, &results);
        give_hostile_answers(&results);
        char *text = written((*f)->name, &results);
        uriproof_results_free(&results);
        for (const char *at = text; *at != '\0';) {
            uint32_t character;
            size_t length = uriproof_utf8_read(at, &character);
            if (length == 0 || (character < ' ' && *at != '\n') ||
                (character >= 0x7F && character < 0xA0)) {
                fail_msg("%s: octet %02X", (*f)->name, (unsigned char)*at);
            }
            at += length;
        }
        if (strcmp((*f)->name, "json") != 0) { /* in JSON it is data for a program */
            assert_has_not(text, "\xE2\x80\xAE");
        }
        free(text);
    }
}

static void the_same_results_give_the_same_octets(void **state)
{
    (void)state;
    for (const uriproof_report_format *const *f = uriproof_report_formats; *f != NULL; f++) {
        char *first = report_of((*f)->name, hostile_file);
        char *second = report_of((*f)->name, hostile_file);
        assert_string_equal(first, second);
        free(first);
        free(second);
    }
}

static void a_full_disk_is_said(void **state)
{
    (void)state;
    uriproof_results results;
    read_file(good_file, &results);
    for (const uriproof_report_format *const *f = uriproof_report_formats; *f != NULL; f++) {
        if ((*f)->write_folder != NULL)
            continue; /* see a_folder_is_whole_or_not_there */
        FILE *full = fopen("/dev/full", "w");
        assert_non_null(full);
        assert_false((*f)->write(&results, full));
        fclose(full);
    }
    uriproof_results_free(&results);
}

static void json_is_the_results_file(void **state)
{
    (void)state;
    char *once = report_of("json", hostile_file);
    char *twice = report_of("json", once);
    assert_string_equal(once, twice);
    free(once);
    free(twice);
}

static void tap_says_what_was_found(void **state)
{
    (void)state;
    char *text = report_of("tap", good_file);
    assert_string_equal(text, "TAP version 13\n"
                              "# uriproof 0.1.0, rfc1630, readings: default\n"
                              "1..1\n"
                              "not ok 1 - some path-space (lenient)\n"
                              "  ---\n"
                              "  outcome: \"lenient\"\n"
                              "  about: \"A space matches no rule.\"\n"
                              "  clauses:\n"
                              "    - id: \"rfc1630.unsafe.space\"\n"
                              "      section: \"Unsafe characters\"\n"
                              "  op: \"parse\"\n"
                              "  input:\n"
                              "    uri: \"http://h/a b\"\n"
                              "  expected: \"rejected in path at 10\"\n"
                              "  given: \"scheme \\\"http\\\", path \\\"//h/a b\\\"\"\n"
                              "  detail: \"took it\"\n"
                              "  right-in: \"new\"\n"
                              "  acceptable-in: \"old\"\n"
                              "  ...\n"
                              "# some 1: 1 lenient; claims nothing, not rfc1630\n"
                              "#   differences: 1; right in rfc1630: 0, new: 1, old: 0, none: 0\n");
    free(text);
}

static void tap_marks_the_part_that_differs(void **state)
{
    (void)state;
    static const struct {
        uriproof_outcome outcome;
        const char *class_id, *line;
    } cases[] = {
        {URIPROOF_DIFFER, "1/parse/host/text/rfc3986.bnf.host/dot", "\n  differs-in: \"host\"\n"},
        {URIPROOF_DIFFER, "1/parse/ho\"\nst/text/none/dot",
         "\n  differs-in: \"ho\\\"\\\\x0Ast\"\n"},
        {URIPROOF_DIFFER, "1/parse/uri/validity/rfc3986.bnf.host/dot", NULL},
        {URIPROOF_DIFFER, "0/parse/host/text/rfc3986.bnf.host/dot", NULL},
        {URIPROOF_DIFFER, NULL, NULL},
        {URIPROOF_LENIENT, "1/parse/host/text/rfc3986.bnf.host/dot", NULL},
    };
    uriproof_results results;
    read_file(good_file, &results);
    uriproof_result *result = (uriproof_result *)results.adapters[0].results[0];
    const uriproof_result before = *result;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        result->outcome = cases[i].outcome;
        result->class_id = (char *)cases[i].class_id;
        char *text = written("tap", &results);
        if (cases[i].line != NULL)
            assert_has(text, cases[i].line);
        else
            assert_null(strstr(text, "differs-in"));
        free(text);
    }
    *result = before;
    uriproof_results_free(&results);
}

/* Tests that a difference from a specification that the parser does not claim is not called a
 * fault. */
static void what_a_parser_does_not_claim_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *format, *unclaimed, *nothing;
    } cases[] = {
        {"table", "  claims whatwg-url, rfc2396, not rfc1630\n", "  claims nothing, not rfc1630\n"},
        {"tap", "; claims whatwg-url, rfc2396, not rfc1630\n", "; claims nothing, not rfc1630\n"},
        {"markdown", "| some 1 (claims whatwg-url, rfc2396, not rfc1630) |",
         "| some 1 (claims nothing, not rfc1630) |"},
    };
    const char *other[] = {"whatwg-url", "rfc2396", NULL};
    const char *claimed[] = {"rfc2396", "rfc1630", NULL};
    uriproof_results results;
    read_file(good_file, &results);
    const char **none = results.adapters[0].dialects;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = written(cases[i].format, &results);
        assert_has(text, cases[i].nothing);
        free(text);
        results.adapters[0].dialects = other;
        text = written(cases[i].format, &results);
        assert_has(text, cases[i].unclaimed);
        free(text);
        results.adapters[0].dialects = claimed;
        text = written(cases[i].format, &results);
        assert_has_not(text, "not rfc1630");
        free(text);
        results.adapters[0].dialects = none;
    }
    uriproof_results_free(&results);
}

/* What each format says of one answer that is judged by three dialects, and then by none. */
static const struct {
    const char *format;
    const char *dated;
    const char *words; /* a text that is present whenever the answer was judged by dialects */
} dates[] = {
    {"markdown", "; right in new;", "; right in new;"},
    {"junit", "\nright in: new\n", "\nright in: new\n"},
    {"tap", "  right-in: \"new\"\n", ", none: 0\n"},
};

static void each_format_says_where_an_answer_is_right(void **state)
{
    (void)state;
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.adapters);
    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
        char *text = written(dates[i].format, &results);
        assert_has(text, dates[i].dated);
        assert_has(text, dates[i].words);
        free(text);
    }
    uriproof_result result = first_result(&results);
    result.right_in = "wwa";
    set_first(&results, &result);
    char *tap = written("tap", &results);
    assert_has(tap, "  right-in: \"none\"\n  acceptable-in: \"old\"\n");
    assert_has(tap, "new: 0, old: 0, none: 1\n");
    free(tap);
    uriproof_results_free(&results);
}

static void what_no_dialect_judged_is_written_too(void **state)
{
    (void)state;
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.adapters);
    uriproof_result result = first_result(&results);
    result.right_in = NULL;
    set_first(&results, &result);
    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
        char *text = written(dates[i].format, &results);
        assert_has_not(text, dates[i].dated);
        free(text);
    }
    results.dialect_count = 0;
    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
        char *text = written(dates[i].format, &results);
        assert_has_not(text, dates[i].words);
        free(text);
    }
    uriproof_results_free(&results);
}

/* What each format says of results that a baseline has judged. */
static const struct {
    uriproof_known known;
    uriproof_outcome outcome;
    const char *format;
    const char *words;
} judged[] = {
    {URIPROOF_KNOWN_FAILURE, URIPROOF_LENIENT, "tap", "path-space # TODO known: lenient\n"},
    {URIPROOF_NEW_FAILURE, URIPROOF_LENIENT, "tap", "path-space (lenient; new-failure)\n"},
    {URIPROOF_KNOWN_FAILURE, URIPROOF_LENIENT, "junit",
     "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""},
    {URIPROOF_KNOWN_FAILURE, URIPROOF_LENIENT, "junit",
     "<skipped>known failure: lenient</skipped>"},
    {URIPROOF_KNOWN_FAILURE, URIPROOF_CRASH, "junit", "<skipped>known failure: crash</skipped>"},
    {URIPROOF_AS_EVER, URIPROOF_SLOW, "tap", "ok 1 - some path-space (slow: "},
    {URIPROOF_AS_EVER, URIPROOF_ACCEPTABLE, "junit", "name=\"path-space\" time=\"0\"/>"},
    {URIPROOF_NEW_FAILURE, URIPROOF_CRASH, "junit", "errors=\"1\" skipped=\"0\""},
    {URIPROOF_NEW_FAILURE, URIPROOF_UNSUPPORTED, "junit", "failures=\"1\" errors=\"0\""},
    {URIPROOF_CHANGED_FAILURE, URIPROOF_LENIENT, "junit", "message=\"changed-failure: expected "},
    {URIPROOF_CHANGED_ANSWER, URIPROOF_ACCEPTABLE, "junit",
     "<failure type=\"acceptable\" message=\"changed-answer: expected "},
    {URIPROOF_NO_FAILURE_NOW, URIPROOF_AGREE, "junit",
     "<failure type=\"agree\" message=\"no-failure-now: expected "},
    {URIPROOF_CHANGED_ANSWER, URIPROOF_ACCEPTABLE, "tap",
     "not ok 1 - some path-space (acceptable; changed-answer)\n"},
    {URIPROOF_CHANGED_ANSWER, URIPROOF_ACCEPTABLE, "sarif", "\"1 answers differ from the baseline"},
    {URIPROOF_CHANGED_FAILURE, URIPROOF_LENIENT, "sarif", "\"baselineState\":\"updated\""},
    {URIPROOF_KNOWN_FAILURE, URIPROOF_LENIENT, "sarif", "\"baselineState\":\"unchanged\",\"supp"},
    {URIPROOF_NEW_FAILURE, URIPROOF_LENIENT, "sarif", "\"baselineState\":\"new\",\"message\""},
    {URIPROOF_OTHER_FAILURE, URIPROOF_CRASH, "sarif", "\"baselineState\":\"updated\",\"mess"},
    {URIPROOF_NO_FAILURE_NOW, URIPROOF_AGREE, "sarif", "\"1 results that the baseline lists no"},
    {URIPROOF_NO_FAILURE_NOW, URIPROOF_AGREE, "sarif", "\"results\":[]"},
    {URIPROOF_NEW_FAILURE, URIPROOF_LENIENT, "github",
     "::error title=some in path-space%3A lenient%2C new-failure::"},
    {URIPROOF_NO_FAILURE_NOW, URIPROOF_AGREE, "github",
     "::error title=some in path-space%3A agree%2C no-failure-now::"},
    {URIPROOF_KNOWN_FAILURE, URIPROOF_LENIENT, "github",
     "::notice title=some 1 and RFC 1630::1 lenient; 1 known to fail\n"},
};

static void each_format_says_what_was_known(void **state)
{
    (void)state;
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.adapters);
    results.has_baseline = true;
    for (size_t i = 0; i < sizeof judged / sizeof judged[0]; i++) {
        uriproof_result result = first_result(&results);
        result.known = judged[i].known;
        result.outcome = judged[i].outcome;
        set_first(&results, &result);
        char *text = written(judged[i].format, &results);
        assert_has(text, judged[i].words);
        bool known = judged[i].known == URIPROOF_KNOWN_FAILURE;
        assert_int_equal(strstr(text, "suppressions") != NULL,
                         known && strcmp(judged[i].format, "sarif") == 0);
        if (known)
            assert_has_not(text, "::error");
        free(text);
    }
    uriproof_results_free(&results);
}

/* Tests a case that agrees although the baseline lists it as a failure. Its answer is not stored,
 * so reports show the expected answer. */
static void what_fails_no_more_has_its_answer(void **state)
{
    (void)state;
    static const char *const names[] = {"tap", "github", "junit"};
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.adapters);
    results.has_baseline = true;
    uriproof_result result = first_result(&results);
    result.given = NULL;
    result.outcome = URIPROOF_AGREE;
    result.known = URIPROOF_NO_FAILURE_NOW;
    set_first(&results, &result);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *text = written(names[i], &results);
        assert_has(text, "given: ");
        assert_has_not(text, "no answer");
        free(text);
    }
    char *text = written("github", &results);
    assert_has(text, "--update-baseline");
    free(text);
    uriproof_results_free(&results);
}

/* Tests that pages show what a clause requires, its grammar rule, and a link to its section. */
static void the_pages_show_rule_and_link(void **state)
{
    (void)state;
    char *text = report_of("markdown", good_file);
    assert_has(text, "\n   - [RFC 1630, Unsafe characters](https://x.invalid/rfc1630#page-7): No "
                     "space. Rule: `path  <a> | b`.\n");
    free(text);
}

/* Tests that only a plain https address becomes a link. */
static void a_hostile_link_is_none(void **state)
{
    (void)state;
    static const char *const names[] = {"html", "markdown", "sarif"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *text = report_of(names[i], hostile_file);
        assert_has_not(text, "javascript:");
        assert_has_not(text, "helpUri");
        free(text);
    }
    assert_true(report_link_is_plain("https://x.invalid/a?b=c#d"));
    static const char *const no_links[] = {"http://x.invalid/",     "https://",
                                           "https://x.invalid/a b", "https://x.invalid/)",
                                           "https://x.invalid/\"x", "https://x.invalid/<b>",
                                           "https://x.invalid/\n",  ""};
    for (size_t i = 0; i < sizeof no_links / sizeof no_links[0]; i++)
        assert_false(report_link_is_plain(no_links[i]));
    assert_false(report_link_is_plain(NULL));
}

/* Tests that a report of a run has the time that it took. A report of a file has no time, since it
 * must be the same each time. */
static void junit_has_the_seconds_of_a_run(void **state)
{
    (void)state;
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.adapters);
    char *text = written("junit", &results);
    assert_has(text, "<testsuite name=\"some\" tests=\"1\" failures=\"1\" errors=\"0\" "
                     "skipped=\"0\" time=\"0\">");
    free(text);
    results.adapters[0].seconds = 61.0625;
    text = written("junit", &results);
    assert_has(text, "skipped=\"0\" time=\"61.062\">");
    assert_has(text, "<testsuites name=\"uriproof\" tests=\"1\" failures=\"1\" errors=\"0\" "
                     "time=\"61.062\">");
    free(text);
    uriproof_results_free(&results);
}

/* Tests that a case without a result is not reported. An adapter that was measured by another
 * dialect has no result for it. */
static void what_was_not_asked_is_not_reported(void **state)
{
    (void)state;
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.adapters);
    results.dialect = "own";
    results.cases[0].id = "rfc1630/path-space";
    results.adapters[0].dialect = "rfc1630";
    char *asked = written("tap", &results);
    assert_has(asked, "not ok 1 - some rfc1630/path-space");
    assert_has(asked, "measured by rfc1630; claims nothing, not rfc1630\n");
    free(asked);
    results.adapters[0].dialect = "rfc3986";
    results.adapters[0].results[0] = &uriproof_not_run;
    char *tap = written("tap", &results), *junit = written("junit", &results);
    assert_has(tap, "measured by rfc3986; claims nothing, not rfc3986\n");
    assert_has_not(tap, "path-space");
    assert_has_not(tap, "ended early");
    assert_has(junit, "tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\"");
    assert_has_not(junit, "<testcase");
    assert_true(uriproof_all_agree(&results));
    free(tap);
    free(junit);
    uriproof_results_free(&results);
}

static void sarif_says_what_was_found(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "\"version\":\"2.1.0\"",
        "{\"driver\":{\"name\":\"uriproof\",\"version\":\"0.1.0\",\"rules\":[\n"
        "{\"id\":\"rfc1630.unsafe.space\",\"shortDescription\":{\"text\":\"No space.\"},",
        "RFC 1630, Unsafe characters: No space. path  <a> | b\"},"
        "\"helpUri\":\"https://x.invalid/rfc1630#page-7\"}",
        "{\"ruleId\":\"rfc1630.unsafe.space\",\"ruleIndex\":0,\"level\":\"error\","
        "\"message\":{\"text\":\"some 1, lenient (1 vector). A space matches no rule. parse uri "
        "http://h/a b: expected rejected in path at 10; given scheme \\\"http\\\", path "
        "\\\"//h/a b\\\"; right in new.\"},",
        "{\"artifactLocation\":{\"uri\":\"vectors/rfc1630/"
        "clauses.json\"},\"region\":{\"startLine\":1}}",
        "{\"primaryLocationLineHash\":\"rfc1630/some/lenient parse\"}",
        "\"breaks\":[\"rfc1630.unsafe.space\"],\"obeys\":[]}",
        "\"automationDetails\":{\"id\":\"uriproof/rfc1630/\"}",
    };
    char *text = report_of("sarif", good_file);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_has(text, parts[i]);
    assert_has_not(text, "suppressions");
    assert_has_not(text, "baselineState");
    free(text);
    uriproof_results results = {0}; /* results of several dialects */
    read_file(good_file, &results);
    assert_non_null(results.dialect);
    results.dialect = "all";
    text = written("sarif", &results);
    assert_has(text, "\"uri\":\"vectors/rfc1630/clauses.json\"");
    free(text);
    uriproof_results_free(&results);
}

/* A deviation is one result, however many failures it explains, and has the clause that it breaks,
 * whatever clauses the vectors name. */
static void sarif_has_a_result_a_deviation(void **state)
{
    (void)state;
    static char path[] = "rfc3986.bnf.path", port[] = "rfc3986.port.colon", words[] = "words";
    static uriproof_results_clause clauses[] = {{path, words, words, words, NULL, NULL},
                                                {port, words, words, words, NULL, NULL}};
    static char deviations[] = "port.at=last";
    size_t named[] = {0};
    uriproof_results results = {0};
    read_file(good_file, &results);
    const uriproof_results own = results;
    uriproof_results_group group = *results.cases[0].group;
    uriproof_case cases[] = {results.cases[0], results.cases[0]};
    uriproof_result result = *results.adapters[0].results[0];
    uriproof_result strict = result;
    const uriproof_result *list[] = {&strict, &result};
    uriproof_adapter_results adapter = results.adapters[0];
    group.clauses = named;
    group.clause_count = group.breaks_count = 1;
    cases[0].group = cases[1].group = &group;
    strict.outcome = URIPROOF_STRICT;
    result.deviations = strict.deviations = deviations;
    adapter.results = list;
    results.adapters = &adapter;
    results.adapter_count = 1;
    results.cases = cases;
    results.case_count = 2;
    results.clauses = clauses;
    results.clause_count = 2;
    results.group_count = 0;
    results.dialect = "rfc3986";
    char *text = written("sarif", &results);
    const char *first = strstr(text, "{\"ruleId\":\"rfc3986.port.colon\",\"ruleIndex\":1,");
    assert_non_null(first);
    assert_null(strstr(first + 1, "{\"ruleId\""));
    assert_has(text, "some 1 begins the port at the last colon (2 vectors). A space");
    assert_has(text, "\"level\":\"error\"");
    result.outcome = URIPROOF_STRICT;
    char *all_strict = written("sarif", &results);
    assert_has(all_strict, "\"level\":\"warning\"");
    free(all_strict);
    assert_has(text, "{\"primaryLocationLineHash\":\"rfc3986/some/port.at=last\"}");
    free(text);
    results = own;
    uriproof_results_free(&results);
}

/* Tests that messages of SARIF have no links and no placeholders, and that no path leads out of the
 * folder of vectors. */
static void sarif_messages_hold_no_links(void **state)
{
    (void)state;
    char *text = report_of("sarif", hostile_file);
    size_t texts = 0;
    for (const char *at = text; (at = strstr(at, "\"text\":\"")) != NULL; texts++) {
        at += strlen("\"text\":\"");
        for (; *at != '"'; at += 1 + (*at == '\\')) {
            assert_false(*at == '{' || *at == '}' || strncmp(at, "](", 2) == 0);
        }
    }
    assert_true(texts > 10);
    assert_has(text, "[b]\\\\x28http");
    for (const char *at = text; (at = strstr(at, "\"uri\":\"")) != NULL; at++) {
        assert_int_equal(strncmp(at, "\"uri\":\"vectors/x%20%23todo", 26), 0);
        size_t length = strcspn(at + 7, "\"");
        assert_true(strcspn(at + 7, "<>`| \\#:?") >= length);
    }
    free(text);
}

/* Tests that a parser which does what it claims is not reported as wrong. */
static void what_is_right_as_claimed_is_no_error(void **state)
{
    (void)state;
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.adapters);
    const char *ours[] = {"old", NULL};
    results.adapters[0].dialects = ours;
    char *sarif = written("sarif", &results); /* the answer is only acceptable there */
    char *github = written("github", &results);
    assert_has(sarif, "\"level\":\"error\"");
    assert_has(github, "::error title=some in path-space%3A lenient::");
    free(sarif);
    free(github);
    ours[0] = "new";
    sarif = written("sarif", &results);
    github = written("github", &results);
    assert_has(sarif, "\"level\":\"note\"");
    assert_has(github, "::warning title=some in path-space%3A lenient::");
    assert_has_not(github, "::error");
    free(sarif);
    free(github);
    uriproof_results_free(&results);
}

/* Tests that the runner can only find our own commands. It takes each line as a command, up to the
 * next ::. */
static void github_takes_no_text_for_commands(void **state)
{
    (void)state;
    char *text = report_of("github", hostile_file);
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        bool known = strncmp(line, "::error title=", 14) == 0 ||
                     strncmp(line, "::warning title=", 16) == 0 ||
                     strncmp(line, "::notice title=", 15) == 0;
        assert_true(known);
        const char *title = strchr(line, '=') + 1;
        size_t length = (size_t)(strstr(title, "::") - title);
        assert_true(strcspn(title, ":,") == length); /* : and , are escaped */
        assert_true(strcspn(title, "\n") > length);
    }
    assert_has(text, "%0Auri: \"><script>alert(2)</script> #todo \\ ]]> | `%0Aexpected: ");
    free(text);
}

/* How many parsers fail how many vectors. At most ten lines of each kind are written. */
static void github_shows_ten_of_a_kind(void **state)
{
    (void)state;
    static const struct {
        size_t failures;
        size_t errors;
        const char *last;
    } rows[] = {
        {1, 1, "::error title=a in c%3A strict::"},
        {10, 10, "::error title=a in c%3A strict::"},
        {11, 10, "::error title=uriproof::2 more results that fail the run; "},
        {500, 10, "::error title=uriproof::491 more results that fail the run; "},
    };
    enum { MOST = 500 };
    static uriproof_case cases[MOST];
    static const uriproof_result strict = {.outcome = URIPROOF_STRICT};
    static const uriproof_results_group group = {.about = "c"};
    static const uriproof_result *made[MOST];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uriproof_adapter_results adapter = {.name = "a", .version = "a", .results = made};
        uriproof_results results = {.document = "D",
                                    .cases = cases,
                                    .adapters = &adapter,
                                    .case_count = rows[i].failures,
                                    .adapter_count = 1};
        for (size_t k = 0; k < MOST; k++) {
            cases[k].id = "c";
            cases[k].group = &group;
            made[k] = &strict;
        }
        char *text = written("github", &results);
        assert_int_equal(count_of(text, "::error "), rows[i].errors);
        const char *notice = strstr(text, "::notice");
        assert_non_null(notice);
        const char *last = notice - 2;
        while (last > text && last[-1] != '\n')
            last--;
        assert_int_equal(strncmp(last, rows[i].last, strlen(rows[i].last)), 0);
        free(text);
    }
}

/* The outcomes of each parser: '+' agrees, '~' is acceptable, 'i' is incomplete, '-' fails, 'u' is
 * unvalidated, 's' is undefined, 'o' is unsupported, '.' was not run. */
static const struct {
    const char *parsers[3];
    const char *badge;
} badges[] = {
    {{"++~"}, "\"message\":\"3 of 3\",\"color\":\"brightgreen\"}"},
    {{"+i~"}, "\"message\":\"3 of 3\",\"color\":\"brightgreen\"}"},
    {{"+us"}, "\"message\":\"1 of 1\",\"color\":\"brightgreen\"}"},
    {{"++o"}, "\"message\":\"2 of 2\",\"color\":\"brightgreen\"}"},
    {{"++-"}, "\"message\":\"2 of 3\",\"color\":\"orange\"}"},
    {{"---"}, "\"message\":\"0 of 3\",\"color\":\"red\"}"},
    {{"ooo"}, "\"message\":\"nothing asked\",\"color\":\"lightgrey\",\"isError\":true}"},
    {{"++."}, "\"message\":\"ended early\",\"color\":\"lightgrey\",\"isError\":true}"},
    {{"+++", "++-", "ooo"}, "\"message\":\"1 of 3 parsers\",\"color\":\"red\"}"},
    {{"+++", "~++"}, "\"message\":\"2 of 2 parsers\",\"color\":\"brightgreen\"}"},
};

static uriproof_outcome outcome_of(char sign)
{
    static const char signs[] = "+~-o.ius";
    static const uriproof_outcome outcomes[] = {
        URIPROOF_AGREE,   URIPROOF_ACCEPTABLE, URIPROOF_DIFFER,      URIPROOF_UNSUPPORTED,
        URIPROOF_NOT_RUN, URIPROOF_INCOMPLETE, URIPROOF_UNVALIDATED, URIPROOF_UNDEFINED};
    return outcomes[strchr(signs, sign) - signs];
}

static void a_badge_counts_what_was_asked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof badges / sizeof badges[0]; i++) {
        uriproof_case cases[3] = {{0}};
        uriproof_result made[3][3] = {{{0}}};
        const uriproof_result *lists[3][3];
        uriproof_adapter_results adapters[3] = {{0}};
        uriproof_results results = {
            .document = "RFC \"1\"", .cases = cases, .case_count = 3, .adapters = adapters};
        for (size_t k = 0; k < 3 && badges[i].parsers[k] != NULL; k++) {
            adapters[results.adapter_count++].results = lists[k];
            for (size_t n = 0; n < 3; n++) {
                made[k][n].outcome = outcome_of(badges[i].parsers[k][n]);
                lists[k][n] = &made[k][n];
            }
        }
        char *text = written("badge", &results);
        assert_has(text, "{\"schemaVersion\":1,\"label\":\"RFC \\\"1\\\"\",");
        assert_has(text, badges[i].badge);
        free(text);
    }
}

/* Returns the first # of a line that is not escaped by a backslash, or NULL. */
static const char *directive(const char *line)
{
    for (; *line != '\n' && *line != '\0'; line++) {
        if (*line == '\\') {
            line++;
        } else if (*line == '#') {
            return line;
        }
    }
    return NULL;
}

static void tap_takes_no_text_for_tap(void **state)
{
    (void)state;
    char *text = report_of("tap", hostile_file);
    size_t tests = 0;
    size_t directives = 0;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        if (strncmp(line, "ok ", 3) == 0 || strncmp(line, "not ok ", 7) == 0) {
            const char *found = directive(line);
            tests++;
            directives += found != NULL;
            assert_true(found == NULL || strncmp(found, "# SKIP unsupported\n", 19) == 0);
        } else {
            assert_true(strncmp(line, "  ", 2) == 0 || strncmp(line, "# ", 2) == 0 ||
                        strncmp(line, "1..6\n", 5) == 0 || line == text);
        }
    }
    assert_int_equal(tests, 6);
    assert_int_equal(directives, 2);
    assert_has(text, "not ok 1 - x \\#todo \\\\ \\\\x0A not ok 1\\\\x0A");
    assert_has(text, "\\\\xFF");
    free(text);
}

/* Runs that ended early. Either the run says so, or some case was not run. */
static const struct {
    bool partial;
    uriproof_outcome outcome;
    const char *tap;
    const char *junit;
} early_ends[] = {
    {true, URIPROOF_AGREE, "\nok 1 - some path-space\n", "name=\"path-space\" time=\"0\"/>"},
    {false, URIPROOF_NOT_RUN, "\nok 1 - some path-space # SKIP not-run\n", "<skipped>not-run<"},
    {true, URIPROOF_NOT_RUN, "\nok 1 - some path-space # SKIP not-run\n", "<skipped>not-run<"},
};

static void an_early_end_is_no_success(void **state)
{
    (void)state;
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.adapters);
    for (size_t i = 0; i < sizeof early_ends / sizeof early_ends[0]; i++) {
        results.partial = early_ends[i].partial;
        uriproof_result result = first_result(&results);
        result.outcome = early_ends[i].outcome;
        set_first(&results, &result);
        char *tap = written("tap", &results);
        char *junit = written("junit", &results);
        char *markdown = written("markdown", &results);
        char *html = written("html", &results);
        assert_has(tap, early_ends[i].tap);
        assert_has(tap, "\nBail out! ended early\n");
        assert_has(junit, early_ends[i].junit);
        assert_has(junit, "tests=\"2\" failures=\"0\" errors=\"1\"");
        assert_has(markdown, "ended early");
        assert_has(html, "ended early");
        char *sarif = written("sarif", &results);
        char *github = written("github", &results);
        assert_has(sarif, "\"executionSuccessful\":false");
        assert_has(github, "::error title=uriproof::the run was ended early\n");
        free(sarif);
        free(github);
        free(tap);
        free(junit);
        free(markdown);
        free(html);
    }
    uriproof_results_free(&results);
}

static void nothing_run_is_no_success(void **state)
{
    (void)state;
    uriproof_results results;
    read_file("{\"format\":\"uriproof-results\",\"version\":4,\"uriproof\":\"0\",\"dialect\":\"d\","
              "\"document\":\"D\",\"readings\":[],\"partial\":false,\"baseline\":false,"
              "\"dialects\":[],\"clauses\":[],\"adapters\":[],\"words\":[],"
              "\"cases\":[],\"groups\":[]}",
              &results);
    char *tap = written("tap", &results);
    assert_has(tap, "Bail out! nothing was run\n");
    assert_has_not(tap, "1..0");
    free(tap);
    char *github = written("github", &results);
    assert_has(github, "::error title=uriproof::nothing was run\n");
    free(github);
    char *badge = written("badge", &results);
    assert_has(badge, "\"isError\":true");
    free(badge);
    free(written("sarif", &results));
    free(written("junit", &results));
    free(written("markdown", &results));
    free(written("html", &results));
    uriproof_results_free(&results);
}

static void junit_sorts_faults(void **state)
{
    (void)state;
    char *text = report_of("junit", hostile_file);
    assert_has(text, "<testsuites name=\"uriproof\" tests=\"6\" failures=\"1\" errors=\"1\"");
    assert_has(text, "<failure type=\"differ\" message=\"expected path");
    assert_has(text, "<error type=\"crash\" message=\"expected the specification is silent; given "
                     "no answer\">");
    assert_has(text, "name=\"calm\" tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"2\"");
    assert_has_not(text, "<script");
    assert_has_not(text, "]]>");
    free(text);
}

static void markdown_keeps_its_table(void **state)
{
    (void)state;
    char *text = report_of("markdown", hostile_file);
    size_t rows = 0;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        size_t pipes = 0;
        for (const char *at = line; *line == '|' && *at != '\n'; at++)
            pipes += *at == '|';
        rows += pipes > 0;
        assert_true(*line != '|' || pipes == 5); /* parser, good, different, no answer */
    }
    assert_int_equal(rows, 2 + 2);
    assert_has(text, "\n2. **calm: no answer, wrong** (1 case): there is no answer, such as "
                     "resolve base `\\x00\\\\xff`, ref (empty)\n");
    /* Its longest run of backticks is one, so two enclose it. The span has a blank at each end,
     * since the text ends with one. */
    assert_has(text, "parse `` \"><script>alert(2)</script> #todo \\ ]]> | ` ``\n");
    free(text);
}

/* Requires that the page `path` is among the `pages`, and has the anchor `id`, unless that is
 * empty. */
static void assert_leads_somewhere(const char *pages, const char *path, const char *id)
{
    char words[2000];
    snprintf(words, sizeof words, "<!-- %s -->\n", path);
    const char *page = strstr(pages, words);
    const char *end = page != NULL ? strstr(page, "</html>") : NULL;
    if (end == NULL) {
        fail_msg("no page %s", path);
        return;
    }
    snprintf(words, sizeof words, " id=\"%s\"", id);
    const char *place = strstr(page, words);
    if (*id != '\0' && (place == NULL || place > end))
        fail_msg("no anchor %s on %s", id, path);
}

/* Follows the link `href`, of `length` octets, from the page `from`. */
static void follow(const char *pages, const char *from, const char *href, size_t length)
{
    char path[800], way[400], id[400] = "";
    snprintf(way, sizeof way, "%.*s", (int)length, href);
    char *hash = strchr(way, '#');
    if (hash != NULL) {
        *hash = '\0';
        snprintf(id, sizeof id, "%s", hash + 1);
    }
    const char *slash = strchr(from, '/');
    if (way[0] == '\0')
        snprintf(path, sizeof path, "%s", from);
    else if (strncmp(way, "../", 3) == 0)
        snprintf(path, sizeof path, "%s", way + 3);
    else
        snprintf(path, sizeof path, "%.*s%.399s", slash != NULL ? (int)(slash - from) + 1 : 0, from,
                 way);
    if (strstr(path, ".css") == NULL && strstr(path, ".gz") == NULL)
        assert_leads_somewhere(pages, path, id);
}

/* Tests that every link leads to a page of the folder, or to a published text. */
static void html_links_lead_somewhere(void **state)
{
    (void)state;
    char *text = report_of("html", hostile_file), from[200] = "";
    size_t links = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (strncmp(at, "<!-- ", 5) == 0)
            snprintf(from, sizeof from, "%.*s", (int)strcspn(at + 5, " "), at + 5);
        if (strncmp(at, "href=\"", 6) != 0 || strncmp(at + 6, "https://", 8) == 0)
            continue;
        follow(text, from, at + 6, strcspn(at + 6, "\""));
        links++;
    }
    assert_true(links > 10);
    free(text);
}

/* Requires that quotes only occur within tags. There the page itself writes them, around
 * attributes. */
static void assert_quotes_in_tags_alone(const char *text)
{
    bool in_tag = false;
    bool in_quotes = false;
    for (; *text != '\0'; text++) {
        assert_false(*text == '"' && !in_tag);
        assert_false(*text == '<' && in_tag);
        in_quotes = in_quotes != (*text == '"');
        in_tag = *text == '<' || (in_tag && (*text != '>' || in_quotes));
    }
    assert_false(in_tag);
}

/* Tests that each page has the one script and the one style of the folder, and no other. */
static void html_runs_nothing(void **state)
{
    (void)state;
    char *text = report_of("html", hostile_file);
    size_t pages = count_of(text, "<!DOCTYPE html>");
    assert_true(pages > 4);
    assert_int_equal(count_of(text,
                              "content=\"default-src 'none'; style-src 'self' file:; "
                              "script-src 'self' file:; base-uri 'none'; form-action 'none'\""),
                     pages);
    assert_int_equal(count_of(text, "<script"),
                     count_of(text, "<script defer src=\"script.js\"></script>") +
                         count_of(text, "<script defer src=\"search.js\"></script>") +
                         count_of(text, "<script defer src=\"../script.js\"></script>"));
    assert_has(text, "&lt;script&gt;alert(1)&lt;/script&gt;");
    assert_has_not(text, "<style");
    assert_has_not(text, " style=");
    assert_has_not(text, "url(");
    for (const char *at = text; (at = strstr(at, "<!DOCTYPE html>")) != NULL; at++) {
        const char *end = strstr(at, "</html>");
        char *page = strndup(at, (size_t)(end - at));
        assert_quotes_in_tags_alone(page);
        free(page);
    }
    free(text);
}

/* Tests that a disk that gets full leaves the old folder, and nothing else. */
static void a_folder_is_whole_or_not_there(void **state)
{
    (void)state;
    uriproof_results results;
    char folder[] = "/tmp/uriproof-whole-XXXXXX", path[100];
    struct rlimit before, small = {2000, RLIM_INFINITY};
    struct stat facts;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/site", folder);
    read_file(good_file, &results);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    new_folder *made = new_folder_begin(path);
    assert_non_null(made);
    format_named("html")->write_folder(&results, made);
    bool good = new_folder_end(made, true);
    int reason = errno;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(good);
    assert_int_equal(reason, EFBIG);
    assert_int_equal(stat(path, &facts), -1);
    assert_int_equal(rmdir(folder), 0); /* nothing else is there */
    uriproof_results_free(&results);
}

static void long_text_is_shortened_in_sight(void **state)
{
    (void)state;
    uriproof_results results = {0};
    read_file(good_file, &results);
    assert_non_null(results.cases);
    char *octets = malloc(100001);
    assert_non_null(octets);
    memset(octets, 'a', 100000);
    octets[100000] = '\0';
    results.cases[0].request.field[0] = (uriproof_span){octets, 100000};
    char *html = written("html", &results);
    assert_has_not(html, octets);
    assert_has(html, "characters in all ...]");
    char *tap = written("tap", &results);
    assert_has(tap, octets); /* a program gets the whole text */
    free(html);
    free(tap);
    free(octets);
    uriproof_results_free(&results);
}

/* Cases of the groups g and h, and one without a group. Three adapters were asked; the third one
 * fails where another has failed often before. `shown` is true if a page shows the case. */
static const struct {
    const char *group;
    const char *outcomes; /* '-' fails, '+' agrees, '.' was not run */
    bool shown;
} in_groups[] = {
    {"g", "-++", true},  {"g", "+++", false}, {"g", "-++", true}, {"g", "-+.", true},
    {"g", "--+", true},  {"g", "--+", true},  {"g", "-+-", true}, {"g", "--+", true},
    {"g", "--+", false}, {"g", "-++", false}, {"h", "--+", true}, {"h", "+-+", true},
    {"h", "+-+", true},  {"h", "+-+", false}, {"h", "-++", true}, {NULL, "+++", true},
    {"g", "+++", false}, {"g", "--+", true},
};

enum { IN_GROUPS = sizeof in_groups / sizeof in_groups[0], ADAPTERS = 3 };

static void a_group_shows_the_first_failures_of_each_adapter(void **state)
{
    (void)state;
    uriproof_case cases[IN_GROUPS] = {{0}};
    uriproof_result made[ADAPTERS][IN_GROUPS] = {{{0}}};
    const uriproof_result *lists[ADAPTERS][IN_GROUPS];
    uriproof_adapter_results adapters[ADAPTERS] = {{0}};
    static const uriproof_results_group g = {.id = "g"}, h = {.id = "h"}, by_hand = {.id = NULL};
    for (size_t i = 0; i < IN_GROUPS; i++) {
        cases[i].group = in_groups[i].group == NULL             ? &by_hand
                         : strcmp(in_groups[i].group, "g") == 0 ? &g
                                                                : &h;
        for (size_t k = 0; k < ADAPTERS; k++) {
            char sign = in_groups[i].outcomes[k];
            adapters[k].results = lists[k];
            lists[k][i] = &made[k][i];
            made[k][i].outcome = sign == '-'   ? URIPROOF_STRICT
                                 : sign == '+' ? URIPROOF_AGREE
                                               : URIPROOF_NOT_RUN;
        }
    }
    uriproof_results results = {
        .cases = cases, .case_count = IN_GROUPS, .adapters = adapters, .adapter_count = ADAPTERS};
    report_index index = {0};
    report_index_make(&results, &index);
    for (size_t i = 0; i < IN_GROUPS; i++) {
        if (index.shown[i] != in_groups[i].shown) {
            fail_msg("case %zu: %s", i, index.shown[i] ? "shown" : "not shown");
        }
    }
    report_index_free(&index);
}

/* Tests that each adapter has one line for the counted cases of a group, after the cases that are
 * listed. */
static void tap_has_a_line_for_the_counted_cases_of_a_group(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "\n1..8\n",
        "\nok 1 - all hand\nnot ok 2 - all g-1 (lenient)\n  ---\n",
        ("\n  ...\nok 3 - all g (3 vectors)\nok 4 - all r (5 vectors)\nok 5 - half hand\n"
         "ok 6 - half g-1\nok 7 - half g (3 vectors)\nok 8 - half r (5 vectors) # SKIP "
         "unsupported\n# "),
        "all 1: 9 agree, 1 lenient\n",
        "half 2: 5 agree, 5 unsupported\n",
    };
    char *tap = report_of("tap", counted_file);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_has(tap, lines[i]);
    assert_has_not(tap, " n ("); /* none of its cases was asked */
    free(tap);
}

/* Tests that counted cases of a dialect are not reported for an adapter that was not measured by
 * it. */
static void counted_cases_that_were_not_asked_are_not_reported(void **state)
{
    (void)state;
    uriproof_results results = {0};
    uriproof_results_group own, other;
    read_file(counted_file, &results);
    assert_non_null(results.adapters);
    results.dialect = "own";
    results.adapters[0].dialect = results.adapters[1].dialect = "rfc1630";
    results.cases[0].id = "rfc1630/hand";
    results.cases[1].id = "rfc1630/g-1";
    own = *results.groups[0];
    other = *results.groups[2];
    own.id = "rfc1630/g";
    other.id = "rfc3986/r";
    results.groups[0] = &own;
    results.groups[2] = &other;
    char *tap = written("tap", &results);
    assert_has(tap, "\n1..6\n");
    assert_has(tap, "\nok 3 - all rfc1630/g (3 vectors)\nok 4 - half rfc1630/hand\n");
    assert_has(tap, "# all 1: 4 agree, 1 lenient; measured by rfc1630\n");
    assert_has_not(tap, "rfc3986/r");
    free(tap);
    uriproof_results_free(&results);
}

/* What each format counts in the counted file. */
static const struct {
    const char *format;
    const char *words;
} counted[] = {
    {"table", "\nall 1                        9       1           0\n"
              "half 2                       5       0           5\n"
              "10 vectors of RFC 1630\n"},
    {"markdown", ": 1 laxer. 10 cases, 2 parsers; uriproof "},
    {"markdown", "\n| all 1 | 9/10 | 1 |\n| half 2 | 5/5 | 0 |\n"},
    {"junit", "<testsuites name=\"uriproof\" tests=\"8\" failures=\"1\" errors=\"0\""},
    {"junit", "<testsuite name=\"all\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"0\""},
    {"junit", "<testsuite name=\"half\" tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"1\""},
    {"junit", "\n    <testcase classname=\"rfc1630.half\" name=\"g (3 vectors)\" time=\"0\"/>\n"
              "    <testcase classname=\"rfc1630.half\" name=\"r (5 vectors)\" time=\"0\">\n"
              "      <skipped>unsupported</skipped>\n    </testcase>\n"},
    {"github", "all 1 and RFC 1630::9 agree, 1 lenient\n"},
    {"github", "half 2 and RFC 1630::5 agree, 5 unsupported\n"},
    {"badge", "\"message\":\"1 of 2 parsers\""},
};

static void counted_cases_are_in_each_count(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
        char *text = report_of(counted[i].format, counted_file);
        assert_has(text, counted[i].words);
        free(text);
    }
}

/* For each clause and adapter: how many cases were run, and how many failures count for it. The
 * text that was accepted breaks c.b, and that it obeys c.a was not what went wrong. */
static const struct {
    size_t clause, adapter, run, bad;
} tallied[] = {
    {0, 0, 1 + 1 + 3, 0}, {0, 1, 1 + 1 + 3, 0}, {1, 0, 1 + 3, 1},
    {1, 1, 1 + 3, 0},     {2, 0, 5, 0},         {2, 1, 0, 0}, /* it cannot resolve */
};

static void counted_cases_are_in_the_tallies_of_clauses(void **state)
{
    (void)state;
    uriproof_results results;
    report_index index;
    read_file(counted_file, &results);
    report_index_make(&results, &index);
    for (size_t i = 0; i < sizeof tallied / sizeof tallied[0]; i++) {
        const report_tally *tally =
            report_tally_of(&results, &index, tallied[i].clause, tallied[i].adapter);
        assert_int_equal(tally->run, tallied[i].run);
        assert_int_equal(tally->bad, tallied[i].bad);
    }
    assert_int_equal(report_score_of(&results, 0).good, 9);
    assert_int_equal(report_score_of(&results, 0).asked, 10);
    assert_int_equal(report_score_of(&results, 1).good, 5);
    assert_int_equal(report_score_of(&results, 1).asked, 5);
    report_index_free(&index);
    uriproof_results_free(&results);
}

static const struct {
    report_style style;
    const char *text;
    const char *escaped;
} escapes[] = {
    {REPORT_TAP, "x #todo", "x \\#todo"},
    {REPORT_TAP, "a\\", "a\\\\"},
    {REPORT_TAP, "\n\r\t", "\\\\x0A\\\\x0D\\\\x09"},
    {REPORT_YAML, "a\"b\\c\n", "a\\\"b\\\\c\\\\x0A"},
    {REPORT_XML, "<a b='c'>&\"]]>", "&lt;a b=&#39;c&#39;&gt;&amp;&quot;]]&gt;"},
    {REPORT_XML, "\x01\xEF\xBF\xBF\xC2\x85", "\\x01\\xEF\\xBF\\xBF\\xC2\\x85"},
    {REPORT_XML, "\xC3\xA9\xF0\x9F\x98\x80", "\xC3\xA9\xF0\x9F\x98\x80"},
    {REPORT_XML, "\xC3", "\\xC3"},
    {REPORT_XML, "\xE2\x80\xAE", "\\xE2\\x80\\xAE"},
    {REPORT_HTML_NAME, "a.b<", "a.<wbr>b&lt;"},
    {REPORT_MARKDOWN, "a|b`c`[d](e)*_~<i>", "a&#124;b\\`c\\`\\[d\\](e)\\*\\_\\~&lt;i&gt;"},
    {REPORT_MARKDOWN, "\\|", "\\\\&#124;"},
    {REPORT_MARKDOWN, "http://www.x", "http&#58;//www\\.x"},
    {REPORT_SARIF, "[a](b) [::1] {0} \"\\", "[a]\\x28b) [::1] \\x7B0\\x7D \"\\"},
    {REPORT_GITHUB, "a%0A:,\r\n", "a%250A:,\\x0D\\x0A"},
    {REPORT_PROPERTY, "a%0A:,\r\n", "a%250A%3A%2C\\x0D\\x0A"},
    {REPORT_PLAIN, "a`|\\\x1B", "a`|\\\\x1B"},
};

static void text_is_escaped_for_each_style(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        assert_non_null(out);
        report_text(out, escapes[i].style, escapes[i].text);
        fclose(out);
        assert_string_equal(text, escapes[i].escaped);
        free(text);
    }
}

static const struct {
    const char *text;
    const char *span;
} spans[] = {
    {"a", "`a`"},       {"", "(empty)"},        {" ", "` `"},
    {" a ", "`  a  `"}, {"`", "`` ` ``"},       {"a``b`", "``` a``b` ```"},
    {"a`b", "``a`b``"}, {"<b>|\\", "`<b>|\\`"},
};

static void code_spans_hold_backticks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        assert_non_null(out);
        report_code_span(out, spans[i].text);
        fclose(out);
        assert_string_equal(text, spans[i].span);
        free(text);
    }
}

/* Tests that a long text is not cut within a character. */
static void shortening_cuts_no_character(void **state)
{
    (void)state;
    char octets[3 * 1000 + 2] = "a";
    for (size_t i = 0; i < 1000; i++) {
        memcpy(octets + 1 + 3 * i, "\xE2\x9C\x93", 3);
    }
    octets[3 * 1000 + 1] = '\0';
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    report_text_short(out, REPORT_XML, octets);
    fclose(out);
    assert_has_not(text, "\\x");
    assert_has(text, "1001 characters in all");
    free(text);
}

static int list_formats(void)
{
    for (const uriproof_report_format *const *f = uriproof_report_formats; *f != NULL; f++)
        if ((*f)->write != NULL)
            puts((*f)->name);
    return 0;
}

static int write_hostile(const char *name)
{
    uriproof_results results;
    uriproof_error error;
    if (!read_filled(hostile_file, &results, &error)) {
        return 2;
    }
    if (strcmp(name, "json") != 0)
        give_hostile_answers(&results);
    int status = format_named(name)->write(&results, stdout) ? 0 : 1;
    uriproof_results_free(&results);
    return status;
}

/* Writes the folder of pages for a browser. */
static int write_hostile_pages(const char *path)
{
    uriproof_results results;
    uriproof_error error;
    new_folder *made = new_folder_begin(path);
    if (made == NULL || !read_filled(hostile_file, &results, &error))
        return 2;
    give_hostile_answers(&results);
    format_named("html")->write_folder(&results, made);
    bool good = new_folder_end(made, true);
    uriproof_results_free(&results);
    return good ? 0 : 1;
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_format_has_its_words),
    cmocka_unit_test(nothing_unprintable_is_written),
    cmocka_unit_test(the_same_results_give_the_same_octets),
    cmocka_unit_test(a_full_disk_is_said),
    cmocka_unit_test(json_is_the_results_file),
    cmocka_unit_test(tap_says_what_was_found),
    cmocka_unit_test(tap_marks_the_part_that_differs),
    cmocka_unit_test(each_format_says_where_an_answer_is_right),
    cmocka_unit_test(what_a_parser_does_not_claim_is_said),
    cmocka_unit_test(what_no_dialect_judged_is_written_too),
    cmocka_unit_test(each_format_says_what_was_known),
    cmocka_unit_test(what_fails_no_more_has_its_answer),
    cmocka_unit_test(the_pages_show_rule_and_link),
    cmocka_unit_test(a_hostile_link_is_none),
    cmocka_unit_test(sarif_says_what_was_found),
    cmocka_unit_test(sarif_has_a_result_a_deviation),
    cmocka_unit_test(sarif_messages_hold_no_links),
    cmocka_unit_test(what_is_right_as_claimed_is_no_error),
    cmocka_unit_test(github_takes_no_text_for_commands),
    cmocka_unit_test(github_shows_ten_of_a_kind),
    cmocka_unit_test(a_badge_counts_what_was_asked),
    cmocka_unit_test(tap_takes_no_text_for_tap),
    cmocka_unit_test(an_early_end_is_no_success),
    cmocka_unit_test(nothing_run_is_no_success),
    cmocka_unit_test(junit_sorts_faults),
    cmocka_unit_test(junit_has_the_seconds_of_a_run),
    cmocka_unit_test(what_was_not_asked_is_not_reported),
    cmocka_unit_test(markdown_keeps_its_table),
    cmocka_unit_test(html_links_lead_somewhere),
    cmocka_unit_test(html_runs_nothing),
    cmocka_unit_test(a_folder_is_whole_or_not_there),
    cmocka_unit_test(long_text_is_shortened_in_sight),
    cmocka_unit_test(a_group_shows_the_first_failures_of_each_adapter),
    cmocka_unit_test(tap_has_a_line_for_the_counted_cases_of_a_group),
    cmocka_unit_test(counted_cases_that_were_not_asked_are_not_reported),
    cmocka_unit_test(counted_cases_are_in_each_count),
    cmocka_unit_test(counted_cases_are_in_the_tallies_of_clauses),
    cmocka_unit_test(text_is_escaped_for_each_style),
    cmocka_unit_test(code_spans_hold_backticks),
    cmocka_unit_test(shortening_cuts_no_character),
};

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "write") == 0) {
        return write_hostile(argv[2]);
    }
    if (argc == 3 && strcmp(argv[1], "pages") == 0) {
        return write_hostile_pages(argv[2]);
    }
    if (argc == 2 && strcmp(argv[1], "list") == 0) {
        return list_formats();
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
