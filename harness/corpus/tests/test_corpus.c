/* SPDX-License-Identifier: MIT */
/*
 * The loader of clauses, flags and vectors, over folders that are written for it, each with one
 * fault; the lint; what is selected; and which answer holds under which readings.
 */
#include "corpus/corpus.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- A folder ---- */

static char folder[] = "/tmp/uriproof-corpus-XXXXXX";

enum { PATH_ROOM = 128 };

static void path_of(char *path, const char *name)
{
    snprintf(path, PATH_ROOM, "%s/%s", folder, name);
}

/* Writes the file `name` of the folder; NULL removes it. */
static void put_file(const char *name, const char *text)
{
    char path[PATH_ROOM];
    path_of(path, name);
    if (text == NULL) {
        if (unlink(path) != 0)
            assert_int_equal(errno, ENOENT);
        return;
    }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

#define FLAGS(entries) "{\"format\":\"uriproof-flags\",\"version\":1,\"flags\":[" entries "]}"
#define CLAUSES(entries)                                                                           \
    "{\"format\":\"uriproof-clauses\",\"version\":1,\"dialect\":\"rfc1630\",\"sections\":"         \
    "[" SECTION("RFC 1630", "S") "," SECTION("D", "S") "],\"clauses\":[" entries "]}"
#define SECTION(document, section)                                                                 \
    "{\"document\":\"" document "\",\"section\":\"" section                                        \
    "\",\"link\":\"https://x.invalid/" document "\"}"
#define SECTIONS(sections)                                                                         \
    "{\"format\":\"uriproof-clauses\",\"version\":1,\"dialect\":\"rfc1630\","                      \
    "\"sections\":" sections ",\"clauses\":[" CLAUSE("rfc1630.a") "," CLAUSE("rfc1630.b") "]}"
#define VECTORS(entries)                                                                           \
    "{\"format\":\"uriproof-vectors\",\"version\":1,\"dialect\":\"rfc1630\",\"about\":\"Some.\","  \
    "\"vectors\":[" entries "]}"
#define FLAG(id) "{\"id\":\"" id "\",\"note\":\"N.\",\"effect\":\"E.\"}"
#define CLAUSE(id)                                                                                 \
    "{\"id\":\"" id "\",\"document\":\"RFC 1630\",\"section\":\"S\",\"paraphrase\":\"P.\"}"
#define LISTS           "\"obeys\":[\"rfc1630.a\"],\"breaks\":[],\"flags\":[\"f\"]"
#define WORDS           "\"about\":\"About.\",\"origin\":\"here\""
#define PARSE(id, rest) "{\"id\":\"" id "\"," WORDS "," LISTS ",\"op\":\"parse\"" rest "}"
#define REFUSED         ",\"expect\":{\"status\":\"rejected\"}"
#define GOOD(id)        PARSE(id, ",\"uri\":\"a:b\"" REFUSED)

static const char good_flags[] = FLAGS(FLAG("f"));
static const char good_clauses[] = CLAUSES(CLAUSE("rfc1630.a") "," CLAUSE("rfc1630.b"));
static const char good_vectors[] = VECTORS(GOOD("one") "," GOOD("two"));

static int make_folder(void **state)
{
    (void)state;
    char path[PATH_ROOM];
    if (mkdtemp(folder) == NULL)
        return -1;
    path_of(path, "rfc1630");
    if (mkdir(path, 0700) != 0)
        return -1;
    path_of(path, "rfc1630/generated");
    return mkdir(path, 0700);
}

static int remove_folder(void **state)
{
    (void)state;
    char path[PATH_ROOM];
    path_of(path, "rfc1630/generated");
    if (rmdir(path) != 0)
        return -1;
    path_of(path, "rfc1630");
    return rmdir(path) == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static int put_good(void **state)
{
    (void)state;
    put_file("flags.json", good_flags);
    put_file("rfc1630/clauses.json", good_clauses);
    put_file("rfc1630/v.json", good_vectors);
    return 0;
}

static int clear(void **state)
{
    (void)state;
    put_file("flags.json", NULL);
    put_file("rfc1630/clauses.json", NULL);
    put_file("rfc1630/v.json", NULL);
    put_file("rfc1630/w.json", NULL);
    put_file("rfc1630/generated/d.json", NULL);
    put_file("rfc1630/.hidden.json", NULL);
    put_file("rfc1630/notes.txt", NULL);
    return 0;
}

static void load(uriproof_corpus *corpus)
{
    uriproof_error error = {""};
    if (!uriproof_corpus_load(folder, uriproof_dialect_named("rfc1630"), corpus, &error))
        fail_msg("%s", error.words);
}

/* The corpus is rejected, in words that name the file and all of the others that are not NULL. */
static void assert_refused(const char *file, const char *one, const char *two)
{
    uriproof_corpus corpus;
    uriproof_error error = {""};
    if (uriproof_corpus_load(folder, uriproof_dialect_named("rfc1630"), &corpus, &error))
        fail_msg("%s with %s: taken", file, one);
    if (strstr(error.words, file) == NULL || (one != NULL && strstr(error.words, one) == NULL) ||
        (two != NULL && strstr(error.words, two) == NULL))
        fail_msg("\"%s\" does not name %s, %s and %s", error.words, file, one, two);
}

/* ---- What is taken ---- */

static void a_good_folder_is_read(void **state)
{
    (void)state;
    uriproof_corpus corpus;
    put_file("rfc1630/w.json", VECTORS("{\"id\":\"three\"," WORDS ",\"op\":\"resolve\","
                                       "\"base_hex\":\"ff\",\"ref\":\"\",\"flags\":[],"
                                       "\"obeys\":[],\"breaks\":[\"rfc1630.b\",\"rfc1630.a\"],"
                                       "\"expect\":{\"status\":\"accepted\",\"uri\":\"x:\"}}"));
    put_file("rfc1630/.hidden.json", "not read");
    put_file("rfc1630/notes.txt", "not read");
    load(&corpus);
    assert_int_equal(corpus.flag_count, 1);
    assert_string_equal(corpus.flags[0].effect, "E.");
    assert_int_equal(corpus.clause_count, 2);
    assert_string_equal(corpus.clauses[1].id, "rfc1630.b");
    assert_null(corpus.clauses[0].production);
    assert_null(corpus.clauses[0].tokens[0]);
    assert_int_equal(corpus.vector_count, 3); /* by the names of files, then as they stand */
    assert_string_equal(corpus.vectors[0].id, "one");
    assert_string_equal(corpus.vectors[1].id, "two");
    const uriproof_vector *three = &corpus.vectors[2];
    assert_string_equal(three->id, "three");
    assert_non_null(strstr(three->group->file, "w.json"));
    assert_string_equal(three->group->breaks[1], "rfc1630.a");
    assert_null(three->group->breaks[2]);
    assert_null(three->group->obeys[0]);
    assert_int_equal(three->request.op, URIPROOF_RESOLVE);
    assert_memory_equal(three->request.field[0].octets, "\xff", 1);
    assert_true(uriproof_present(three->request.field[1]));
    assert_int_equal(three->request.field[1].length, 0);
    assert_true(three->expect->status == ANSWER_ACCEPTED);
    assert_ptr_equal(uriproof_clause_named(&corpus, "rfc1630.b"), &corpus.clauses[1]);
    assert_null(uriproof_clause_named(&corpus, "rfc1630.c"));
    uriproof_corpus_free(&corpus);
    assert_int_equal(corpus.vector_count, 0);
}

static void a_clause_has_a_production_its_rule_and_tokens(void **state)
{
    (void)state;
    uriproof_corpus corpus;
    put_file("rfc1630/clauses.json",
             CLAUSES("{\"id\":\"rfc1630.a\",\"document\":\"D\",\"section\":\"S\","
                     "\"paraphrase\":\"P.\",\"production\":\"a\",\"rule\":\"a  b | c\","
                     "\"tokens\":[\"%\",\"%25\"]}"));
    load(&corpus);
    assert_string_equal(corpus.clauses[0].production, "a");
    assert_string_equal(corpus.clauses[0].rule, "a  b | c");
    assert_string_equal(corpus.clauses[0].tokens[1], "%25");
    assert_null(corpus.clauses[0].tokens[2]);
    uriproof_corpus_free(&corpus);
}

/* The link is that of the document's section; a file without a table has none. */
static void a_clause_has_the_link_of_its_section(void **state)
{
    (void)state;
    uriproof_corpus corpus;
    put_file("rfc1630/clauses.json", SECTIONS("[" SECTION("RFC 1738", "S") "," SECTION(
                                         "RFC 1630", "T") "," SECTION("RFC 1630", "S") "]"));
    load(&corpus);
    assert_string_equal(corpus.clauses[1].link, "https://x.invalid/RFC 1630");
    assert_null(corpus.clauses[1].rule);
    uriproof_corpus_free(&corpus);
    put_file("rfc1630/clauses.json", SECTIONS("[" SECTION("RFC 1630", "T") "]"));
    load(&corpus);
    assert_null(corpus.clauses[0].link);
    uriproof_corpus_free(&corpus);
}

/* ---- What is rejected ---- */

static void a_file_is_missing(void **state)
{
    (void)state;
    put_file("rfc1630/clauses.json", NULL);
    assert_refused("rfc1630/clauses.json", "No such file", NULL);
    put_file("flags.json", NULL);
    assert_refused("flags.json", "No such file", NULL);
}

static void the_folder_is_missing(void **state)
{
    (void)state;
    uriproof_corpus corpus;
    uriproof_error error = {""};
    assert_false(
        uriproof_corpus_load("/nonexistent", uriproof_dialect_named("rfc1630"), &corpus, &error));
    assert_non_null(strstr(error.words, "/nonexistent/flags.json: No such file"));
    /* The path once is enough. */
    assert_null(strstr(strstr(error.words, "flags.json") + 1, "flags.json"));
}

/* A file with one fault, and words that the rejection has besides the file's name. */
typedef struct fault {
    const char *text, *one, *two;
} fault;

static void assert_each_refused(const char *file, const fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put_file(file, faults[i].text);
        assert_refused(file, faults[i].one, faults[i].two);
    }
}

static void broken_heads_are_refused(void **state)
{
    (void)state;
    static const fault faults[] = {
        {"", "v.json: line 1, ", "not JSON"},
        {"[]", "v.json: line 1, ", "not a JSON object"},
        {"{\"format\":\"uriproof-vectors\"", "not JSON", NULL},
        {"{}", "v.json:1: ", "the format is not \"uriproof-vectors\""},
        {"{\"format\":\"uriproof-clauses\",\"version\":1}",
         "v.json:1: format: ", "the format is not"},
        {"{\"format\":1,\"version\":1}", "v.json:1: format: ", "the format is not"},
        {"{\"format\":\"uriproof-vectors\"}", "v.json:1: ", "the version of the format is not 1"},
        {"{\"format\":\"uriproof-vectors\",\"version\":2}",
         "v.json:1: version: ", "the version of the format is not 1"},
        {"{\"format\":\"uriproof-vectors\",\"version\":\"1\"}",
         "v.json:1: version: ", "the version of the format is not 1"},
        {"{\"format\":\"uriproof-vectors\",\"version\":1,\"dialect\":\"rfc1630\",\"about\":\"A.\"}",
         "v.json:1: ", "the key \"vectors\" is missing"},
        {"{\"format\":\"uriproof-vectors\",\"version\":1,\"dialect\":\"rfc1630\",\"vectors\":[]}",
         "v.json:1: ", "the key \"about\" is missing"},
        {"{\"format\":\"uriproof-vectors\",\"version\":1,\"vectors\":[]}",
         "v.json:1: ", "the key \"dialect\" is missing"},
        {"{\"format\":\"uriproof-vectors\",\"version\":1,\"dialect\":\"rfc3986\",\"about\":\"A.\","
         "\"vectors\":[]}",
         "v.json:1: dialect: ", "the dialect is not \"rfc1630\""},
        {"{\"format\":\"uriproof-vectors\",\"version\":1,\"dialect\":\"rfc1630\",\"vectors\":{}}",
         "v.json:1: vectors: ", "not an array"},
        {"{\"format\":\"uriproof-vectors\",\"version\":1,\"dialect\":\"rfc1630\",\"vectors\":[],"
         "\"colour\":1}",
         "v.json:1: colour: ", "unknown key"},
        {"{\"format\":\"uriproof-vectors\",\"version\":1,\"dialect\":\"rfc1630\",\"vectors\":[],"
         "\"vectors\":[]}",
         "key \"vectors\" is there twice", NULL},
    };
    assert_each_refused("rfc1630/v.json", faults, sizeof faults / sizeof faults[0]);
}

static void broken_flags_are_refused(void **state)
{
    (void)state;
    static const fault faults[] = {
        {FLAGS("7"), "flags.json:1: flags[0]: ", "not an object"},
        {FLAGS(FLAG("f") ",{\"note\":\"N.\",\"effect\":\"E.\"}"),
         "flags.json:1: flags[1]: ", "the key \"id\" is missing"},
        {FLAGS("{\"id\":\"f\",\"effect\":\"E.\"}"), "flags[0]: ", "the key \"note\" is missing"},
        {FLAGS("{\"id\":\"f\",\"note\":\"\",\"effect\":\"E.\"}"),
         "flags[0].note: ", "not a string of one character or more"},
        {FLAGS("{\"id\":\"f\",\"note\":\"N.\"}"), "flags[0]: ", "the key \"effect\" is missing"},
        {FLAGS("{\"id\":\"f\",\"note\":\"N.\",\"effect\":\"E.\",\"bug\":1}"),
         "flags[0].bug: ", "unknown key"},
        {FLAGS("{\"id\":\"f\",\"id\":\"g\",\"note\":\"N.\",\"effect\":\"E.\"}"),
         "flags.json: line 1, ", "key \"id\" is there twice"},
        {"{\"format\":\"uriproof-flags\",\"version\":1}",
         "flags.json:1: ", "the key \"flags\" is missing"},
    };
    assert_each_refused("flags.json", faults, sizeof faults / sizeof faults[0]);
}

#define CLAUSE_WITH(more) "{\"id\":\"rfc1630.a\",\"document\":\"D\",\"section\":\"S\"" more "}"

static void broken_clauses_are_refused(void **state)
{
    (void)state;
    static const fault faults[] = {
        {CLAUSES("[]"), "clauses.json:1: clauses[0]: ", "not an object"},
        {CLAUSES(CLAUSE("rfc1630.a") ",{\"document\":\"D\"}"),
         "clauses[1]: ", "the key \"id\" is missing"},
        {CLAUSES(CLAUSE_WITH("")), "clauses[0]: ", "the key \"paraphrase\" is missing"},
        {CLAUSES("{\"id\":\"rfc1630.a\",\"section\":\"S\"}"),
         "clauses[0]: ", "the key \"document\" is missing"},
        {CLAUSES("{\"id\":\"rfc1630.a\",\"document\":\"D\"}"),
         "clauses[0]: ", "the key \"section\" is missing"},
        {CLAUSES(CLAUSE_WITH(",\"paraphrase\":\"P.\",\"colour\":1")),
         "clauses[0].colour: ", "unknown key"},
        {CLAUSES(CLAUSE_WITH(",\"paraphrase\":\"P.\",\"rule\":1")),
         "clauses[0].rule: ", "not a string"},
        {SECTIONS("{}"), "sections: ", "not an array"},
        {SECTIONS("[1]"), "clauses.json:1: sections[0]: ", "not an object"},
        {SECTIONS("[" SECTION("D", "S") ",{\"document\":\"D\"}]"),
         "sections[1]: ", "the key \"section\" is missing"},
        {SECTIONS("[{\"document\":\"D\",\"section\":\"S\"}]"),
         "sections[0]: ", "the key \"link\" is missing"},
        {SECTIONS("[{\"anchor\":\"D\"}]"), "sections[0].anchor: ", "unknown key"},
        {SECTIONS("[" SECTION("D", "S") "," SECTION("E", "S") "," SECTION("D", "S") "]"),
         "sections[2]: ", "the section is listed twice"},
        {CLAUSES(CLAUSE_WITH(",\"paraphrase\":\"P.\",\"tokens\":\"%\"")),
         "clauses[0].tokens: ", "not an array of strings"},
        {CLAUSES(CLAUSE_WITH(",\"paraphrase\":\"P.\",\"tokens\":[\"%\",37]")),
         "clauses[0].tokens: ", "not an array of strings"},
        {CLAUSES(CLAUSE_WITH(",\"paraphrase\":\"P.\",\"production\":[]")),
         "clauses[0].production: ", "not a string"},
    };
    assert_each_refused("rfc1630/clauses.json", faults, sizeof faults / sizeof faults[0]);
}

#define URI                     ",\"uri\":\"a:b\""
#define EXPECT                  "\"expect\":{\"status\":\"rejected\"}"
#define WITH_READINGS(readings) PARSE("one", URI REFUSED ",\"readings\":" readings)

static void broken_vectors_are_refused(void **state)
{
    (void)state;
    static const fault faults[] = {
        {VECTORS("\"one\""), "v.json:1: vectors[0]: ", "not an object"},
        {VECTORS(GOOD("one") ",{\"about\":\"A.\",\"op\":\"parse\",\"origin\":\"O\"," EXPECT "}"),
         "vectors[1]: ", "the key \"id\" is missing"},
        {VECTORS(GOOD("one") ",{\"op\":\"parse\",\"id\":\"\"}"),
         "vectors[1].id: ", "not a string of one character or more"},
        {VECTORS("{\"id\":\"one\"}"), "vectors[0]: ", "\"op\" is missing"},
        {VECTORS("{\"id\":\"one\",\"op\":\"divine\"}"), "vectors[0].op: ", "is not one of: parse"},
        {VECTORS(PARSE("One", URI REFUSED)), "vectors[0].id: ", "\"One\" is no id"},
        {VECTORS(PARSE("one-", URI REFUSED)), "vectors[0].id: ", "\"one-\" is no id"},
        {VECTORS(PARSE("one", URI ",\"expect\":{\"status\":\"rejected\",\"offset\":1,"
                                  "\"production\":\"host\"}")),
         "expect.production: ", "\"host\" is not one of: fragmentaddress"},
        {VECTORS(""), "v.json:1: vectors: ", "it has none"},
        {VECTORS(PARSE("one", URI)), "vectors[0]: ", "the key \"expect\" is missing"},
        {VECTORS(PARSE("one", URI ",\"expect\":true")), "vectors[0].expect: ", "not an object"},
        {VECTORS(PARSE("one", REFUSED)), "vectors[0]: ", "needs \"uri\""},
        {VECTORS(PARSE("one", URI REFUSED ",\"ref\":\"\"")), "vectors[0].ref: ", "unknown key"},
        {VECTORS(PARSE("one", URI REFUSED ",\"comment\":\"\"")),
         "vectors[0].comment: ", "unknown key"},
        {VECTORS(PARSE("one", URI URI REFUSED)), "line 1, ", "key \"uri\" is there twice"},
        {VECTORS(PARSE("one", URI ",\"uri_hex\":\"61\"" REFUSED)), "vectors[0]: ", "there twice"},
        {VECTORS(PARSE("one", URI REFUSED REFUSED)), "line 1, ", "key \"expect\" is there twice"},
        {VECTORS(PARSE("one", URI REFUSED ",\"id\":\"two\"")), "line 1, ",
         "key \"id\" is there twice"},
        {VECTORS(PARSE("one", ",\"uri\":\"\xc3\xa9\"" REFUSED)), "vectors[0]: ", "printable"},
        {VECTORS(PARSE("one", ",\"uri_hex\":\"C3\"" REFUSED)), "vectors[0]: ", "hexadecimal"},
        {VECTORS(PARSE("one", ",\"uri\":7" REFUSED)), "vectors[0].uri: ", "not a string"},
        {VECTORS(PARSE("one", URI ",\"expect\":{}")), "vectors[0].expect: ", "no \"status\""},
        {VECTORS(PARSE("one", URI ",\"expect\":{\"status\":\"accepted\"}")),
         "vectors[0].expect: ", "\"generic\""},
        {VECTORS(PARSE("one", URI ",\"expect\":{\"status\":\"rejected\",\"why\":1}")),
         "vectors[0].expect: ", "\"why\""},
        {VECTORS(PARSE("one", URI ",\"expect\":{\"status\":\"rejected\",\"offset\":1}")),
         "vectors[0].expect: ", "no \"production\" beside its \"offset\""},
        {VECTORS(PARSE("one", URI ",\"expect\":{\"status\":\"unsupported\"}")),
         "vectors[0].expect: ", "\"unsupported\""},
        {VECTORS("{\"id\":\"one\"," LISTS ",\"origin\":\"O\",\"op\":\"parse\"" URI REFUSED "}"),
         "vectors[0]: ", "the key \"about\" is missing"},
        {VECTORS("{\"id\":\"one\"," LISTS ",\"about\":\"A\",\"op\":\"parse\"" URI REFUSED "}"),
         "vectors[0]: ", "the key \"origin\" is missing"},
        {VECTORS("{\"id\":\"one\"," WORDS ",\"obeys\":[\"rfc1630.z\"],\"op\":\"parse\"" URI REFUSED
                 "}"),
         "vectors[0].obeys[0]: ", "unknown clause \"rfc1630.z\""},
        {VECTORS("{\"id\":\"one\"," WORDS ",\"breaks\":[\"rfc1630.z\"],\"op\":\"parse\"" URI REFUSED
                 "}"),
         "vectors[0].breaks[0]: ", "unknown clause \"rfc1630.z\""},
        {VECTORS("{\"id\":\"one\"," WORDS ",\"flags\":[\"g\"],\"op\":\"parse\"" URI REFUSED "}"),
         "vectors[0].flags[0]: ", "unknown flag \"g\""},
        {VECTORS("{\"id\":\"one\"," WORDS ",\"flags\":\"f\",\"op\":\"parse\"" URI REFUSED "}"),
         "vectors[0].flags: ", "not an array"},
        {VECTORS("{\"id\":\"one\"," WORDS ",\"obeys\":[7],\"op\":\"parse\"" URI REFUSED "}"),
         "vectors[0].obeys: ", "not an array of strings"},
        {VECTORS(PARSE("one", URI REFUSED ",\"campaign\":{\"class\":\"1/parse\",\"seed\":1,"
                                          "\"engine\":\"\",\"date\":\"2026-11-23\"}")),
         "vectors[0].campaign.engine: ", "not a string of one character or more"},
        {VECTORS(PARSE("one", URI REFUSED ",\"campaign\":{\"engine\":\"none\"}")),
         "vectors[0].campaign: ", "the key \"class\" is missing"},
        {VECTORS(PARSE("one", URI REFUSED ",\"errors\":[]")),
         "vectors[0].errors: ", "validation errors are those of parse and resolve in whatwg-url"},
        {VECTORS(WITH_READINGS("{}")), "vectors[0].readings: ", "not an array"},
        {VECTORS(WITH_READINGS("[7]")), "vectors[0].readings[0]: ", "not an object"},
        {VECTORS(WITH_READINGS("[{}]")), "vectors[0].readings[0]: ", "the key \"set\" is missing"},
        {VECTORS(WITH_READINGS("[{\"set\":{},\"expect\":{\"status\":\"rejected\"}}]")),
         "vectors[0].readings[0].set: ", "no reading"},
        {VECTORS(WITH_READINGS("[{\"set\":{\"dot-scope\":\"after-authority\"}}]")),
         "vectors[0].readings[0]: ", "the key \"expect\" is missing"},
        {VECTORS(
             WITH_READINGS("[{\"set\":{\"mood\":\"x\"},\"expect\":{\"status\":\"rejected\"}}]")),
         "readings[0].set.mood: ", "unknown reading \"mood\""},
        {VECTORS(WITH_READINGS(
             "[{\"set\":{\"dot-scope\":\"x\"},\"expect\":{\"status\":\"rejected\"}}]")),
         "readings[0].set.dot-scope: ", "value of reading \"dot-scope\""},
        {VECTORS(
             WITH_READINGS("[{\"set\":{\"dot-scope\":1},\"expect\":{\"status\":\"rejected\"}}]")),
         "readings[0].set.dot-scope: ", "value of reading \"dot-scope\""},
        {VECTORS(WITH_READINGS(
             "[{\"set\":{\"dot-scope\":\"after-authority\","
             "\"dot-scope\":\"generic-path\"},\"expect\":{\"status\":\"rejected\"}}]")),
         "line 1, ", "key \"dot-scope\" is there twice"},
        {VECTORS(WITH_READINGS("[{\"set\":{\"dot-scope\":\"after-authority\"},"
                               "\"expect\":{\"status\":\"rejected\"},\"note\":1}]")),
         "readings[0].note: ", "unknown key"},
        {VECTORS(WITH_READINGS("[{\"set\":{\"dot-scope\":\"after-authority\"},"
                               "\"expect\":{\"status\":\"accepted\"}}]")),
         "readings[0].expect: ", "\"generic\""},
    };
    assert_each_refused("rfc1630/v.json", faults, sizeof faults / sizeof faults[0]);
}

#define GENERATED(groups)                                                                          \
    "{\"format\":\"uriproof-generated\",\"version\":1,\"dialect\":\"rfc1630\",\"about\":\"Some."   \
    "\","                                                                                          \
    "\"generator\":\"by hand\",\"groups\":[" groups "]}"
#define GROUP(id, op, cases)                                                                       \
    "{\"id\":\"" id "\"," WORDS ",\"obeys\":[\"rfc1630.a\"],\"breaks\":[],\"op\":\"" op            \
    "\",\"cases\":[" cases "]}"

static void a_generated_file_is_read(void **state)
{
    (void)state;
    uriproof_corpus corpus;
    put_file("rfc1630/generated/d.json",
             GENERATED(GROUP("g", "parse", "[\"a:b\",true],[\"a b\",1]") "," GROUP(
                 "h", "resolve", "[\"a:b\",{\"hex\":\"ff\"},\"a:c\"]")));
    load(&corpus);
    assert_int_equal(corpus.vector_count, 5); /* after those that people wrote */
    assert_string_equal(corpus.vectors[2].id, "g-6fc86789f765");
    assert_string_equal(corpus.vectors[2].group->id, "g");
    assert_int_equal(corpus.vectors[2].group->level, URIPROOF_COMPLETE);
    assert_int_equal(corpus.vectors[3].expect->offset, 1);
    assert_null(corpus.vectors[3].expect->production);
    assert_string_equal(corpus.vectors[4].group->id, "h");
    assert_memory_equal(corpus.vectors[4].request.field[1].octets, "\xff", 1);
    assert_int_equal(corpus.vectors[1].group->level, URIPROOF_CLAUSES);
    uriproof_corpus_free(&corpus);
}

/* A fault is at a group, at a case, or within one. */
static void broken_generated_files_are_refused(void **state)
{
    (void)state;
    static const fault faults[] = {
        {GENERATED("7"), "d.json:1: groups[0]: ", "not an object"},
        {GENERATED(GROUP("g", "parse", "[\"a:b\",true]") ",{}"),
         "d.json:1: groups[1]: ", "the key \"id\" is missing"},
        {GENERATED("{\"id\":\"g\"," WORDS ",\"op\":\"parse\"}"),
         "groups[0]: ", "the key \"cases\" is missing"},
        {GENERATED("{\"id\":\"g\"," WORDS ",\"cases\":[]}"),
         "groups[0]: ", "the key \"op\" is missing"},
        {GENERATED(GROUP("g", "divine", "")), "groups[0].op: ", "\"divine\" is not one of: parse"},
        {GENERATED("{\"id\":\"g\"," WORDS
                   ",\"op\":\"parse\",\"cases\":[],\"obeys\":[\"rfc1630.z\"]}"),
         "groups[0].obeys[0]: ", "unknown clause \"rfc1630.z\""},
        {GENERATED("{\"id\":\"g\",\"cases\":[],\"flags\":[]}"), "groups[0].flags: ", "unknown key"},
        {GENERATED(GROUP("g", "parse", "[\"a:b\",true],[\"a\"]")),
         "groups[0].cases[1]: ", "needs what is expected"},
        {GENERATED(GROUP("g", "parse", "[\"a:b\",true]") "," GROUP("h", "decode", "7")),
         "groups[1].cases[0]: ", "a case is an array"},
        {GENERATED(GROUP("g", "parse", "[\"a:b\",true],[\"a:b\",{\"status\":7}]")),
         "groups[0].cases[1][1]: ", "\"status\" is not \"accepted\""},
        {GENERATED(GROUP("g", "parse", "[\"a:b\",true,{\"mood\":0}]")),
         "groups[0].cases[0][2].mood: ", "not a setting of readings"},
        {GENERATED(GROUP("g", "parse", "[\"a:b\",true,{\"mood=good\":0}]")),
         "groups[0].cases[0][2].mood=good: ", "unknown reading \"mood\""},
        {GENERATED(GROUP("g", "parse", "[\"a:b\",true],[\"a:b\",1]")),
         "generated/d.json:1: ", "\"g-6fc86789f765\" is there twice"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        put_file("rfc1630/generated/d.json", faults[i].text);
        assert_refused("rfc1630", faults[i].one, faults[i].two);
    }
}

/* Forty texts of 60 MB, asked for with a thousand octets. */
static void a_generated_file_has_a_budget(void **state)
{
    (void)state;
    static const char file[] = GENERATED(GROUP("g", "parse", "@"));
    char text[4000];
    size_t head = strcspn(file, "@"), used = head;
    memcpy(text, file, head);
    for (int i = 10; i < 50; i++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used,
                             "%s[{\"pieces\":[\"%d\",[\"x\",60000000]]},0]", i > 10 ? "," : "", i);
    snprintf(text + used, sizeof text - used, "%s", file + head + 1);
    put_file("rfc1630/generated/d.json", text);
    assert_refused("generated/d.json", "groups[0].cases[4][0]: ", "more than 256 MiB");
}

/* ---- The lint ---- */

/* What the lint says of the folder. The caller frees it. */
static char *lint(size_t *faults)
{
    uriproof_corpus corpus;
    char *words = NULL;
    size_t length = 0;
    load(&corpus);
    FILE *out = open_memstream(&words, &length);
    assert_non_null(out);
    *faults = uriproof_corpus_lint(&corpus, out);
    fclose(out);
    uriproof_corpus_free(&corpus);
    return words;
}

static void assert_lint(size_t faults, const char *one, const char *two)
{
    size_t found;
    char *words = lint(&found);
    if (found != faults || strstr(words, one) == NULL || strstr(words, two) == NULL)
        fail_msg("%zu faults, where \"%s\" and \"%s\" were to be found:\n%s", found, one, two,
                 words);
    if (strstr(words, " \n") != NULL)
        fail_msg("a line ends in a space:\n%s", words);
    free(words);
}

#define OBEYS(id)                                                                                  \
    "{\"id\":\"" id "\"," WORDS ",\"obeys\":[\"rfc1630.a\"],\"breaks\":[\"rfc1630.b\"],"           \
    "\"op\":\"parse\"" URI REFUSED "}"
#define BREAKS(id)                                                                                 \
    "{\"id\":\"" id "\"," WORDS ",\"obeys\":[\"rfc1630.b\"],\"breaks\":[\"rfc1630.a\"],"           \
    "\"op\":\"parse\"" URI REFUSED "}"
#define FIVE OBEYS("a") "," OBEYS("b") "," OBEYS("c") "," BREAKS("d") "," BREAKS("e")

static void a_clean_corpus_has_no_faults(void **state)
{
    (void)state;
    put_file("rfc1630/v.json", VECTORS(FIVE "," BREAKS("f")));
    assert_lint(0, "", "");
}

static void lint_finds_clauses_that_are_not_covered(void **state)
{
    (void)state;
    put_file("rfc1630/v.json", VECTORS(FIVE));
    assert_lint(2,
                "clauses.json: rfc1630.a: 2 of the 3 vectors that break it; add it to \"breaks\"",
                "clauses.json: rfc1630.b: 2 of the 3 vectors that obey it; add it to \"obeys\"");
    assert_lint(2,
                "{\"id\": \"\", \"about\": \"\", \"obeys\": [], \"breaks\": [\"rfc1630.a\"], "
                "\"origin\": \"RFC 1630, S\", \"flags\": [], \"op\": \"parse\", \"uri\": \"\", "
                "\"expect\": {}}\n",
                "\"obeys\": [\"rfc1630.b\"], \"breaks\": []");
}

static void ids_given_twice_are_refused(void **state)
{
    (void)state;
    put_file("flags.json", FLAGS(FLAG("f") "," FLAG("f")));
    put_file("rfc1630/v.json", VECTORS(FIVE));
    assert_refused("rfc1630", "flags: ", "\"f\" is there twice");
    put_file("flags.json", good_flags);
    put_file("rfc1630/w.json", VECTORS(BREAKS("a")));
    assert_refused("w.json", "the id \"a\" is that of a vector in", "v.json:1 too");
    put_file("rfc1630/w.json", VECTORS(BREAKS("f")));
    put_file("rfc1630/clauses.json",
             CLAUSES(CLAUSE("rfc1630.a") "," CLAUSE("rfc1630.b") "," CLAUSE("rfc1630.b")));
    assert_refused("rfc1630", "clauses: ", "\"rfc1630.b\" is there twice");
}

static void lint_finds_a_vector_without_a_sure_clause(void **state)
{
    (void)state;
    put_file("rfc1630/v.json",
             VECTORS(FIVE "," BREAKS("f") ",{\"id\":\"g\"," WORDS ",\"op\":\"parse\"" URI REFUSED
                                          "},{\"id\":\"h\"," WORDS
                                          ",\"obeys\":[\"rfc1630.a\"],\"breaks\":[\"rfc1630.a\"],"
                                          "\"op\":\"parse\"" URI REFUSED "}"));
    assert_lint(2, "v.json:1: g: names no clause\n",
                "v.json:1: h: both obeys and breaks rfc1630.a\n");
}

static void lint_finds_readings_that_say_nothing(void **state)
{
    (void)state;
    put_file("rfc1630/v.json",
             VECTORS(FIVE ",{\"id\":\"f\"," WORDS
                          ",\"obeys\":[\"rfc1630.b\"],\"breaks\":[\"rfc1630.a\"],"
                          "\"op\":\"parse\"" URI REFUSED ",\"readings\":["
                          "{\"set\":{\"dot-scope\":\"after-authority\"},\"expect\":"
                          "{\"status\":\"rejected\"}},"
                          "{\"set\":{\"slash-prefix\":\"example\"},\"expect\":"
                          "{\"status\":\"undefined\"}},"
                          "{\"set\":{\"void-partial\":\"same-document\"},\"expect\":"
                          "{\"status\":\"undefined\"}},"
                          "{\"set\":{\"void-partial\":\"same-document\"},\"expect\":"
                          "{\"status\":\"accepted\",\"generic\":{}}}]}"));
    assert_lint(3, "v.json:1: f: lists a reading that changes nothing: dot-scope\n",
                "v.json:1: f: lists the default of a reading as another value: slash-prefix\n");
    assert_lint(3, "v.json:1: f: lists a set of readings twice\n", "");
}

/* The ids of a clause and of the production that it defines go together. */
static void lint_compares_an_id_with_its_production(void **state)
{
    (void)state;
    put_file("rfc1630/v.json", VECTORS(FIVE "," BREAKS("f")));
    put_file(
        "rfc1630/clauses.json",
        CLAUSES("{\"id\":\"rfc1630.a\",\"document\":\"D\",\"section\":\"S\","
                "\"paraphrase\":\"P.\",\"production\":\"path\",\"rule\":\"path  void\"}," CLAUSE(
                    "rfc1630.b")));
    assert_lint(1, "clauses.json: rfc1630.a: ", "path\n");
}

static void lint_asks_for_rules_and_links(void **state)
{
    (void)state;
    put_file("rfc1630/v.json", VECTORS(FIVE "," BREAKS("f")));
    put_file("rfc1630/clauses.json",
             CLAUSES("{\"id\":\"rfc1630.a\",\"document\":\"D\",\"section\":\"S\","
                     "\"paraphrase\":\"P.\",\"production\":\"a\"}," CLAUSE("rfc1630.b")));
    assert_lint(1, "clauses.json: rfc1630.a: no \"rule\"", "");
    put_file("rfc1630/clauses.json", SECTIONS("[" SECTION("RFC 1630", "T") "]"));
    assert_lint(2, "clauses.json: rfc1630.a: no link: \"sections\" lacks S\n", "");
}

static void lint_finds_a_group_id_given_twice(void **state)
{
    (void)state;
    put_file("rfc1630/v.json", VECTORS(FIVE "," BREAKS("f")));
    put_file("rfc1630/generated/d.json", GENERATED(GROUP("g", "parse", "[\"a\",1]") "," GROUP(
                                             "h", "parse", "[\"a\",1],[\"b\",1]")));
    assert_lint(0, "", "");
    put_file("rfc1630/generated/d.json",
             GENERATED(GROUP("g", "parse", "[\"a\",1]") "," GROUP("g", "parse", "[\"b\",1]")));
    assert_lint(1, "generated/d.json:1: g: is the id of another group too, in ",
                "generated/d.json\n");
    put_file("rfc1630/generated/d.json",
             GENERATED(GROUP("g", "parse", "[\"a\",1]") "," GROUP("h", "parse", "[\"b\",1]") "," //
                       GROUP("g", "parse", "[\"c\",1]")));
    assert_lint(1, "generated/d.json:1: g: is the id of another group too, in ",
                "generated/d.json\n");
}

/* What the lint says of one vector of url-syntax besides what it says of the clauses. */
static void assert_open(const char *vector, bool caught)
{
    char text[1024];
    char *words = NULL;
    size_t length = 0;
    uriproof_corpus corpus;
    uriproof_error error = {""};
    snprintf(text, sizeof text,
             "{\"format\":\"uriproof-vectors\",\"version\":1,\"dialect\":\"url-syntax\","
             "\"about\":\"Some.\",\"vectors\":[{\"id\":\"v\"," WORDS
             ",\"obeys\":[\"url-syntax.a\"],\"breaks\":[],\"flags\":[],%s}]}",
             vector);
    put_file("url-syntax/v.json", text);
    if (!uriproof_corpus_load(folder, uriproof_dialect_named("url-syntax"), &corpus, &error))
        fail_msg("%s", error.words);
    FILE *out = open_memstream(&words, &length);
    assert_non_null(out);
    uriproof_corpus_lint(&corpus, out);
    fclose(out);
    uriproof_corpus_free(&corpus);
    if ((strstr(words, "v.json:1: v: demands that be taken") != NULL) != caught)
        fail_msg("%s: %s", vector, words);
    free(words);
}

static void lint_finds_what_url_syntax_leaves_open(void **state)
{
    static const char *const caught[] = {
        "\"op\":\"parse\",\"uri\":\"URL: "
        ":\",\"expect\":{\"status\":\"accepted\",\"components\":{}}",
        "\"op\":\"parse\",\"uri\":\"URL:x:#a#\",\"expect\":{\"status\":\"accepted\",\"components\":"
        "{}}",
        "\"op\":\"parse\",\"uri_hex\":\"55524c3a783a80\",\"expect\":{\"status\":\"accepted\","
        "\"components\":"
        "{}}",
        "\"op\":\"parse\",\"uri_hex\":\"55524c3a783a7f\",\"expect\":{\"status\":\"accepted\","
        "\"components\":"
        "{}}",
        "\"op\":\"normalize\",\"uri\":\"URL:x:`\",\"expect\":{\"status\":\"accepted\","
        "\"uri\":\"URL:x:`\"}",
        "\"op\":\"equivalent\",\"uri\":\"URL:x:a\",\"other\":\"URL:x:|\","
        "\"expect\":{\"status\":\"accepted\",\"equal\":false}",
        "\"op\":\"parse\",\"uri\":\"url:x: "
        "\",\"expect\":{\"status\":\"rejected\"},\"readings\":[{\"set\":"
        "{\"url-letters\":\"fold\"},\"expect\":{\"status\":\"accepted\",\"components\":{}}}]"};
    static const char *const clean[] = {
        "\"op\":\"parse\",\"uri\":\"URL:x:#~[]\",\"expect\":{\"status\":\"accepted\","
        "\"components\":{}}",
        "\"op\":\"parse\",\"uri\":\"URL: \",\"expect\":{\"status\":\"rejected\"}",
        "\"op\":\"equivalent\",\"uri\":\"URL:x: \",\"other\":\"URL:x:%20\","
        "\"expect\":{\"status\":\"undefined\"}",
        "\"op\":\"decode\",\"text\":\"a b\",\"expect\":{\"status\":\"accepted\",\"text\":\"a b\"}"};
    char path[PATH_ROOM];
    (void)state;
    path_of(path, "url-syntax");
    assert_int_equal(mkdir(path, 0700), 0);
    put_file("url-syntax/clauses.json",
             "{\"format\":\"uriproof-clauses\",\"version\":1,\"dialect\":\"url-syntax\","
             "\"clauses\":[" CLAUSE("url-syntax.a") "]}");
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
        assert_open(caught[i], true);
    for (size_t i = 0; i < sizeof clean / sizeof clean[0]; i++)
        assert_open(clean[i], false);
    put_file("url-syntax/clauses.json", NULL);
    put_file("url-syntax/v.json", NULL);
    assert_int_equal(rmdir(path), 0);
}

/* ---- Choosing ---- */

static void vectors_are_selected_by_globs(void **state)
{
    (void)state;
    static const char *obeys[] = {"rfc1630.bnf.path", NULL};
    static const char *breaks[] = {"rfc1630.reserved.percent", NULL};
    static const char *none[] = {NULL};
    const uriproof_group group = {.obeys = obeys, .breaks = breaks};
    const uriproof_group no_clauses = {.obeys = none, .breaks = none};
    const uriproof_vector vector = {.id = "path-space", .group = &group};
    const uriproof_vector bare = {.id = "path-space", .group = &no_clauses};
    static const char *const matching[] = {
        NULL,        "path-space",       "path-*",        "*",         "path-spac?",
        "[pq]ath-*", "rfc1630.bnf.path", "rfc1630.bnf.*", "*.percent", "rfc1630.*",
        "*",
    };
    static const char *const others[] = {
        "", "path", "Path-space", "path-space ", "*-path", "rfc1630", "rfc1630.bnf", "bnf.path",
    };
    for (size_t i = 0; i < sizeof matching / sizeof matching[0]; i++)
        if (!uriproof_vector_selected(&vector, matching[i]))
            fail_msg("%s does not select", matching[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (uriproof_vector_selected(&vector, others[i]))
            fail_msg("%s selects", others[i]);
    assert_false(uriproof_vector_selected(&bare, "rfc1630.*"));
}

/* What holds with the most members wins, in whatever order they are listed. */
static void the_most_members_win(void **state)
{
    (void)state;
    uriproof_choice one[] = {{1, 1}}, two[] = {{1, 1}, {2, 1}}, other[] = {{3, 2}};
    static const uriproof_answer answers[] = {
        {.offset = 0}, {.offset = 1}, {.offset = 2}, {.offset = 3}};
    uriproof_alternate forwards[] = {{&forwards[1], one, 1, &answers[1]},
                                     {&forwards[2], two, 2, &answers[2]},
                                     {NULL, other, 1, &answers[3]}};
    uriproof_alternate backwards[] = {{&backwards[1], other, 1, &answers[3]},
                                      {&backwards[2], two, 2, &answers[2]},
                                      {NULL, one, 1, &answers[1]}};
    const uriproof_vector first = {.expect = &answers[0], .alternates = forwards};
    const uriproof_vector second = {.expect = &answers[0], .alternates = backwards};
    static const struct {
        uriproof_readings readings;
        size_t offset; /* of the answer that holds; 0 is the default's */
    } cases[] = {
        {{{0}}, 0},          {{{0, 1}}, 1},       {{{0, 1, 1}}, 2},
        {{{0, 0, 1}}, 0},    {{{0, 2, 1}}, 0},    {{{0, 0, 0, 2}}, 3},
        {{{0, 0, 0, 1}}, 0}, {{{0, 1, 1, 2}}, 2}, {{{1, 0, 0, 0, 1}}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(uriproof_vector_expect(&first, &cases[i].readings)->offset,
                         cases[i].offset);
        assert_int_equal(uriproof_vector_expect(&second, &cases[i].readings)->offset,
                         cases[i].offset);
    }
}

#define on_folder(test) cmocka_unit_test_setup_teardown(test, put_good, clear)

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_folder(a_good_folder_is_read),
        on_folder(a_clause_has_a_production_its_rule_and_tokens),
        on_folder(a_clause_has_the_link_of_its_section),
        on_folder(a_file_is_missing),
        cmocka_unit_test(the_folder_is_missing),
        on_folder(broken_heads_are_refused),
        on_folder(broken_flags_are_refused),
        on_folder(broken_clauses_are_refused),
        on_folder(broken_vectors_are_refused),
        on_folder(a_generated_file_is_read),
        on_folder(broken_generated_files_are_refused),
        on_folder(a_generated_file_has_a_budget),
        on_folder(a_clean_corpus_has_no_faults),
        on_folder(lint_finds_clauses_that_are_not_covered),
        on_folder(ids_given_twice_are_refused),
        on_folder(lint_finds_a_vector_without_a_sure_clause),
        on_folder(lint_finds_readings_that_say_nothing),
        on_folder(lint_compares_an_id_with_its_production),
        on_folder(lint_asks_for_rules_and_links),
        on_folder(lint_finds_a_group_id_given_twice),
        on_folder(lint_finds_what_url_syntax_leaves_open),
        cmocka_unit_test(vectors_are_selected_by_globs),
        cmocka_unit_test(the_most_members_win),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
