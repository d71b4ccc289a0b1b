/* SPDX-License-Identifier: MIT */
/*
 * Manifests, over a folder that is written for it: what is taken, each fault that
 * harness/schema/adapter.schema.json would find, and how a command is filled in.
 */
#include "runner/manifest.h"

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

/* The name holds characters that a pattern of glob would take for its own. */
static char folder[] = "/tmp/uriproof-[m]*?\\-XXXXXX";

enum { PATH_ROOM = 128 };

/* From the outside in. */
static const char *const folders[] = {"harness", "harness/adapters", "harness/adapters/c",
                                      "harness/adapters/python"};

static void path_of(char *path, const char *name)
{
    snprintf(path, PATH_ROOM, "%s/%s", folder, name);
}

static int make_folders(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    for (size_t i = 0; i < 4; i++) {
        char path[PATH_ROOM];
        path_of(path, folders[i]);
        if (mkdir(path, 0700) != 0)
            return -1;
    }
    return 0;
}

static int remove_folders(void **state)
{
    (void)state;
    for (size_t i = 4; i > 0; i--) {
        char path[PATH_ROOM];
        path_of(path, folders[i - 1]);
        if (rmdir(path) != 0)
            return -1;
    }
    return rmdir(folder);
}

/* Writes a file below harness/adapters; NULL removes it. */
static void put_file(const char *name, const char *text)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/harness/adapters/%s", folder, name);
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

static int clear(void **state)
{
    (void)state;
    put_file("c/x.json", NULL);
    put_file("c/y.json", NULL);
    put_file("python/z.json", NULL);
    put_file("python/code.py", NULL);
    put_file("python/.x.json", NULL);
    put_file("README", NULL);
    return 0;
}

static data_paths here(void)
{
    data_paths p = {.bin = "/b in", .program = "/b in/uriproof"};
    snprintf(p.data, sizeof p.data, "%s", folder);
    return p;
}

#define HEAD       "{\"format\":\"uriproof-adapter\",\"version\":1"
#define NAME(name) ",\"name\":\"" name "\""
#define C          ",\"language\":\"c\""
#define DIALECTS   ",\"dialects\":[\"rfc3986\"]"
#define COMMAND    ",\"command\":[\"true\"]"
#define WORDS      ",\"get\":\"apt-get install it\",\"about\":\"A parser.\""
#define GOOD(name)                                                                                 \
    HEAD NAME(name)                                                                                \
    C DIALECTS COMMAND WORDS "}"
#define WITH_COMMAND(command) HEAD NAME("x") C DIALECTS ",\"command\":" command WORDS "}"

static void load(manifests *m)
{
    data_paths p = here();
    uriproof_error error = {""};
    if (!manifests_load(&p, m, &error))
        fail_msg("%s", error.words);
}

/* Loads them, and returns what standard error says meanwhile, until the next call. */
static const char *load_and_hear(manifests *m)
{
    static char said[1024];
    FILE *file = tmpfile();
    int standard_error = dup(2);
    assert_non_null(file);
    assert_true(standard_error >= 0);
    assert_int_equal(dup2(fileno(file), 2), 2);
    load(m);
    assert_int_equal(dup2(standard_error, 2), 2);
    close(standard_error);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    return said;
}

/* ---- Reading ---- */

static void manifests_are_found_and_sorted(void **state)
{
    (void)state;
    manifests m;
    put_file("c/x.json", GOOD("zebra_2"));
    put_file("c/y.json", GOOD("ant"));
    put_file("python/z.json", GOOD("mole"));
    put_file("python/code.py", "not read");
    put_file("python/.x.json", "not read");
    put_file("README", "not read");
    load(&m);
    assert_int_equal(m.count, 3);
    assert_string_equal(m.entries[0].name, "ant");
    assert_string_equal(m.entries[1].name, "mole");
    assert_string_equal(m.entries[2].name, "zebra_2");
    assert_string_equal(m.entries[0].language, "c");
    assert_string_equal(m.entries[0].get, "apt-get install it");
    assert_string_equal(m.entries[0].about, "A parser.");
    assert_string_equal(m.entries[0].dialects[0], "rfc3986");
    assert_null(m.entries[0].dialects[1]);
    assert_ptr_equal(manifest_named(&m, "mole"), &m.entries[1]);
    assert_null(manifest_named(&m, "Mole"));
    assert_null(manifest_named(&m, ""));
    manifests_free(&m);
    assert_int_equal(m.count, 0);
}

static void links_may_be_there(void **state)
{
    (void)state;
    manifests m;
    put_file("c/x.json", HEAD NAME("x") C DIALECTS COMMAND WORDS
             ",\"home\":\"https://x.invalid/\",\"tracker\":\"https://x.invalid/bugs?a=b\"}");
    put_file("c/y.json", GOOD("y"));
    load(&m);
    assert_int_equal(m.count, 2);
    assert_string_equal(m.entries[0].home, "https://x.invalid/");
    assert_string_equal(m.entries[0].tracker, "https://x.invalid/bugs?a=b");
    assert_null(m.entries[1].home);
    assert_null(m.entries[1].tracker);
    manifests_free(&m);
}

static void a_browser_says_so(void **state)
{
    (void)state;
    manifests m;
    put_file("c/x.json", HEAD NAME("x") C DIALECTS COMMAND WORDS ",\"kind\":\"browser\"}");
    put_file("c/y.json", GOOD("y"));
    load(&m);
    assert_int_equal(m.count, 2);
    assert_string_equal(m.entries[0].kind, MANIFEST_BROWSER);
    assert_null(m.entries[1].kind);
    manifests_free(&m);
}

static void none_is_no_fault(void **state)
{
    (void)state;
    manifests m;
    load(&m);
    assert_int_equal(m.count, 0);
    manifests_free(&m);
}

static void the_folder_is_missing(void **state)
{
    (void)state;
    data_paths p = {.data = "/nonexistent"};
    manifests m;
    uriproof_error error = {""};
    assert_false(manifests_load(&p, &m, &error));
    assert_non_null(strstr(error.words, "/nonexistent/harness/adapters: No such file"));
}

static void broken_manifests_are_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "not JSON"},
        {"[]", "not a JSON object"},
        {"{}", "x.json:1: the format is not \"uriproof-adapter\""},
        {"{\"format\":\"uriproof-results\",\"version\":1}", "x.json:1: format: the format is not"},
        {"{\n\"format\":\"uriproof-adapter\",\n\"version\":2}", "x.json:3: version: the version"},
        {"{\"format\":\"uriproof-adapter\"}", "x.json:1: the version of the format is not 1"},
        {HEAD NAME("x") C DIALECTS COMMAND WORDS ",\n\"colour\":1}",
         "x.json:2: colour: unknown key"},
        {HEAD NAME("x") NAME("y") C DIALECTS COMMAND WORDS "}", "key \"name\" is there twice"},
        {HEAD C DIALECTS COMMAND WORDS "}", "x.json:1: the key \"name\" is missing"},
        {HEAD NAME("x") C DIALECTS COMMAND WORDS ",\"kind\":\"car\"}", "kind: not \"browser\""},
        {HEAD NAME("") C DIALECTS COMMAND WORDS "}", "name: not a string of one character or more"},
        {HEAD NAME("a b") C DIALECTS COMMAND WORDS "}", "name: use a-z, 0-9"},
        {HEAD NAME("A") C DIALECTS COMMAND WORDS "}", "name: use a-z, 0-9"},
        {HEAD NAME("-a") C DIALECTS COMMAND WORDS "}", "name: use a-z, 0-9"},
        {HEAD NAME("a-") C DIALECTS COMMAND WORDS "}", "name: use a-z, 0-9"},
        {HEAD NAME("_a") C DIALECTS COMMAND WORDS "}", "name: use a-z, 0-9"},
        {HEAD NAME("a-_b") C DIALECTS COMMAND WORDS "}", "name: use a-z, 0-9"},
        {HEAD NAME("a--b") C DIALECTS COMMAND WORDS "}", "name: use a-z, 0-9"},
        {HEAD NAME("\\u001b[2J") C DIALECTS COMMAND WORDS "}", "name: use a-z, 0-9"},
        {HEAD NAME("x") DIALECTS COMMAND WORDS "}", "the key \"language\" is missing"},
        {HEAD NAME("x") ",\"language\":7" DIALECTS COMMAND WORDS "}", "language: not a string"},
        {HEAD NAME("x") C DIALECTS COMMAND ",\"get\":\"G\"}", "the key \"about\" is missing"},
        {HEAD NAME("x") C DIALECTS COMMAND ",\"about\":\"A\"}", "the key \"get\" is missing"},
        {HEAD NAME("x") C COMMAND WORDS "}", "the key \"dialects\" is missing"},
        {HEAD NAME("x") C ",\"dialects\":[]" COMMAND WORDS "}", "dialects: empty"},
        {HEAD NAME("x") C ",\"dialects\":[1]" COMMAND WORDS "}",
         "dialects: not an array of strings"},
        {HEAD NAME("x") C DIALECTS WORDS "}", "the key \"command\" is missing"},
        {HEAD NAME("x") C DIALECTS COMMAND WORDS ",\"home\":\"http://x.invalid/\"}",
         "home: not a link: write https:// and then only characters of a URL"},
        {HEAD NAME("x") C DIALECTS COMMAND WORDS ",\"tracker\":\"https://x.invalid/<b>\"}",
         "tracker: not a link"},
        {WITH_COMMAND("\"true\""), "command: not an array of strings"},
        {WITH_COMMAND("[]"), "command: empty"},
        {WITH_COMMAND("[\"true\",1]"), "command: not an array of strings"},
        {WITH_COMMAND("[\"\"]"), "command: not an array of strings that are not empty"},
        {WITH_COMMAND("[\"true\",\"\"]"), "command: not an array of strings that are not empty"},
        {WITH_COMMAND("[\"{home}/x\"]"), "command[0]: braces are for"},
        {WITH_COMMAND("[\"true\",\"{\"]"), "command[1]: braces are for"},
        {WITH_COMMAND("[\"true\",\"}\"]"), "command[1]: braces are for"},
        {WITH_COMMAND("[\"true\",\"-r{readings}\"]"), "command[1]: braces are for"},
        {WITH_COMMAND("[\"{readings}\"]"), "command[0]: braces are for"},
    };
    put_file("python/z.json", GOOD("good"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        manifests m;
        put_file("c/x.json", cases[i].text);
        const char *said = load_and_hear(&m);
        if (strstr(said, "c/x.json:") == NULL || strstr(said, cases[i].words) == NULL ||
            strstr(said, "; this adapter is left out\n") == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", cases[i].text, said, cases[i].words);
        assert_int_equal(m.count, 1);
        assert_string_equal(m.entries[0].name, "good");
        manifests_free(&m);
    }
}

static void two_of_a_name_are_left_out(void **state)
{
    (void)state;
    manifests m;
    put_file("c/x.json", GOOD("x"));
    put_file("c/y.json", GOOD("good"));
    put_file("python/z.json", GOOD("x"));
    assert_string_equal(load_and_hear(&m),
                        "uriproof: two adapters are named x; this adapter is left out\n");
    assert_int_equal(m.count, 1);
    assert_string_equal(m.entries[0].name, "good");
    manifests_free(&m);
}

/* ---- A folder of the user's ---- */

static void a_folder_is_added(void **state)
{
    (void)state;
    manifests m;
    uriproof_error error;
    char path[PATH_ROOM];
    path_of(path, "harness/adapters/python");
    put_file("c/x.json", GOOD("other"));
    load(&m);
    put_file("python/z.json", GOOD("mine"));
    put_file("python/code.py", "not a manifest");
    assert_true(manifests_add(&m, path, &error));
    assert_int_equal(m.count, 2);
    assert_non_null(manifest_named(&m, "mine"));
    assert_non_null(manifest_named(&m, "other"));
    manifests_free(&m);
}

static void a_name_that_is_there_twice_names_both_files(void **state)
{
    (void)state;
    manifests m;
    uriproof_error error;
    char path[PATH_ROOM], words[3 * PATH_ROOM];
    put_file("c/x.json", GOOD("mine"));
    load(&m);
    path_of(path, "harness/adapters/python");
    put_file("python/z.json", GOOD("mine"));
    assert_false(manifests_add(&m, path, &error));
    snprintf(words, sizeof words,
             "two adapters are named mine, in %s/harness/adapters/c/x.json and "
             "%s/harness/adapters/python/z.json: rename one",
             folder, folder);
    assert_string_equal(error.words, words);
    manifests_free(&m);
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    manifests m = {NULL, 0};
    uriproof_error error;
    char path[PATH_ROOM];
    path_of(path, "none");
    assert_false(manifests_add(&m, path, &error));
    assert_non_null(strstr(error.words, "/none: No such file"));
    assert_int_equal(m.count, 0);
}

/* ---- The command ---- */

static void assert_command(const char *manifest_text, const char *set, const char *const *expected)
{
    manifests m;
    data_paths p = here();
    const uriproof_dialect *dialect = uriproof_dialect_named("rfc1630");
    uriproof_readings readings = {{0}};
    if (set != NULL)
        assert_int_equal(uriproof_set_reading(dialect, set, "printed", &readings),
                         URIPROOF_READING_SET);
    put_file("c/x.json", manifest_text);
    load(&m);
    char **command = manifest_command(&m.entries[0], &p, dialect, &readings);
    assert_non_null(command);
    size_t i = 0;
    for (; expected[i] != NULL; i++)
        assert_string_equal(command[i], expected[i]);
    assert_null(command[i]);
    command_free(command);
    manifests_free(&m);
}

static void placeholders_are_filled_in(void **state)
{
    (void)state;
    char data[2 * PATH_ROOM + 8], dir[PATH_ROOM + 32];
    snprintf(data, sizeof data, "%s/a:%s", folder, folder);
    snprintf(dir, sizeof dir, "%s/harness/adapters/c/x", folder);
    const char *const filled[] = {"/b in/uriproof", data,      dir, "--d=rfc1630",
                                  "plain",          "$HOME *", NULL};
    assert_command(WITH_COMMAND("[\"{bin}/uriproof\",\"{data}/a:{data}\",\"{dir}/x\","
                                "\"--d={dialect}\",\"plain\",\"$HOME *\"]"),
                   NULL, filled);
}

static void readings_become_options(void **state)
{
    (void)state;
    static const char *const none[] = {"true", "end", NULL};
    static const char *const one[] = {"true", "--reading", "slash-prefix=printed", "end", NULL};
    assert_command(WITH_COMMAND("[\"true\",\"{readings}\",\"end\"]"), NULL, none);
    assert_command(WITH_COMMAND("[\"true\",\"{readings}\",\"end\"]"), "slash-prefix", one);
}

#define in_folder(test) cmocka_unit_test_teardown(test, clear)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_folder(manifests_are_found_and_sorted),
        in_folder(links_may_be_there),
        in_folder(a_browser_says_so),
        in_folder(none_is_no_fault),
        in_folder(the_folder_is_missing),
        in_folder(broken_manifests_are_left_out),
        in_folder(two_of_a_name_are_left_out),
        in_folder(placeholders_are_filled_in),
        in_folder(readings_become_options),
        in_folder(a_folder_is_added),
        in_folder(a_name_that_is_there_twice_names_both_files),
        in_folder(a_folder_that_is_not_there_is_an_error),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
