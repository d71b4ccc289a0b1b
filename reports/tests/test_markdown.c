/* SPDX-License-Identifier: MIT */
/* The Markdown of a review: what changed comes first, and it is short whatever was found. */
#include "results/results.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const uriproof_report_format report_markdown;

#define VALIDITY "1/parse/uri/validity/rfc3986.bnf.path/letter"
#define HOST     "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"
#define REJECTED "{'status':'rejected'}"
#define ACCEPTED "['a',null,null,'b']"

/* A case of results: what was asked and expected, and the results of its adapters. An apostrophe
 * stands for a quotation mark. */
typedef struct row {
    const char *id, *uri, *expect, *results;
} row;

/* Results, of which the rows end with one that has no id. */
typedef struct made {
    bool baseline;
    const char *adapters[3]; /* "NAME VERSION"; those that can resolve, too, begin with "+" */
    const char *words;
    row rows[6];
    const char *groups;
} made;

static const char head[] =
    "{'format':'uriproof-results','version':4,'uriproof':'1','dialect':'rfc3986',"
    "'document':'RFC 3986','readings':[],'partial':false,'dialects':["
    "{'name':'rfc3986','document':'RFC 3986'},{'name':'rfc1630','document':'RFC 1630'}],'clauses':["
    "{'id':'rfc3986.userinfo.at-sign','document':'RFC 3986','section':'3.2.1',"
    "'paraphrase':'It ends the userinfo.','link':'https://x.invalid/3.2.1'},"
    "{'id':'rfc3986.bnf.path','document':'RFC 3986','section':'A',"
    "'paraphrase':'A path.','rule':'path = *pchar'}],";

/* Writes `text` with each apostrophe as a quotation mark. */
static void put(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        putc(*text == '\'' ? '"' : *text, out);
}

static void put_adapter(FILE *out, const char *words, bool is_first)
{
    const char *blank = strrchr(words, ' ');
    bool resolves = *words == '+';
    words += resolves;
    fprintf(out, "%s{\"name\":\"%.*s\",\"version\":\"%s\"", is_first ? "" : ",",
            (int)(blank - words), words, blank + 1);
    put(out, ",'language':'c','dialects':['rfc3986'],'transforms':[],'ops':['parse'");
    put(out, resolves ? ",'resolve']}" : "]}");
}

/* Returns the results as a file has them. The caller frees it. */
static char *file_of(const made *m)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    put(out, head);
    put(out, m->baseline ? "'baseline':true,'adapters':[" : "'baseline':false,'adapters':[");
    for (size_t i = 0; i < 3 && m->adapters[i] != NULL; i++)
        put_adapter(out, m->adapters[i], i == 0);
    put(out, "],'words':[");
    put(out, m->words != NULL ? m->words : "");
    put(out, "],'cases':[");
    for (const row *one = m->rows; one->id != NULL; one++) {
        fprintf(out, "%s{\"id\":\"%s\"", one == m->rows ? "" : ",", one->id);
        put(out, ",'about':'A.','origin':'o','obeys':['rfc3986.bnf.path'],'breaks':[],"
                 "'op':'parse','ask':{'uri':'");
        put(out, one->uri);
        put(out, "'},'expect':");
        put(out, one->expect);
        put(out, one->results);
        put(out, "}");
    }
    put(out, "],'groups':[");
    put(out, m->groups != NULL ? m->groups : "");
    put(out, "]}");
    fclose(out);
    return text;
}

static void read_file(const char *text, uriproof_results *results)
{
    uriproof_error error = {""};
    if (!uriproof_results_read("r.json", text, strlen(text), results, &error))
        fail_msg("%s", error.words);
}

/* Returns the report of results in JSON. The caller frees it. */
static char *report_of(const char *file)
{
    uriproof_results results;
    char *text = NULL;
    size_t length;
    read_file(file, &results);
    FILE *out = open_memstream(&text, &length);
    assert_true(report_markdown.write(&results, out));
    fclose(out);
    uriproof_results_free(&results);
    return text;
}

/* Returns the report of made results. The caller frees it. */
static char *report_made(const made *m)
{
    char *file = file_of(m), *text = report_of(file);
    free(file);
    return text;
}

/* Returns the report of what changed from one results file to another. The caller frees it. */
static char *report_between(const char *old_file, const char *new_file)
{
    uriproof_results old, new;
    changes found;
    char *text = NULL;
    size_t length;
    read_file(old_file, &old);
    read_file(new_file, &new);
    diff_find(&old, &new, false, &found);
    FILE *out = open_memstream(&text, &length);
    assert_true(report_markdown.write_changes(&found, out));
    fclose(out);
    diff_free(&found);
    uriproof_results_free(&new);
    uriproof_results_free(&old);
    return text;
}

static void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("not there: %s\nin:\n%s", part, text);
}

static void assert_has_not(const char *text, const char *part)
{
    if (strstr(text, part) != NULL)
        fail_msg("there: %s\nin:\n%s", part, text);
}

/* ---- One changed parser ---- */

/* Two parsers, of which the second changed: it sees another host, and accepts and rejects more; and
 * one failure is mended. */
static const made one_changed = {
    .baseline = true,
    .adapters = {"calm 1", "moved 2"},
    .words = "'wr','" VALIDITY "','new-failure','agree','ww','" HOST
             "','no-failure-now','lenient','known-failure','userinfo.at=first port.at=last'",
    .rows = {{"laxer", "a:b c", REJECTED, ",'lenient':[[['a',null,null,'b c'],1,[0,1],null,2,3]]"},
             {"mended", "a:<", REJECTED, ",'agree':[[null,1,null,null,6,7]]"},
             {"stricter", "a:b", ACCEPTED, ",'strict':[[{'status':'rejected'},1,[4,1],null,2,3]]"},
             {"host", "a://b@c", "['a','c',null,'',null,null,'b']",
              ",'differ':[[['a','b@c',null,''],1,[4,5,9],null,2,3]]"},
             {"known", "a:>", REJECTED, ",'lenient':[[['a',null,null,'>'],[0,1],[4,1],null,8]]"}},
};

/* Tests that a changed parser and its worst change are named in the first lines, with all that a
 * reviewer asks for. What was known before is not said again. */
static void a_changed_parser_is_named_first(void **state)
{
    (void)state;
    static const char first[] =
        "# uriproof: moved changed\n"
        "\n"
        "**Worse:** 3 cases, 1 fixed. `uriproof test` exits with 1.\n"
        "Against the baseline, by RFC 3986: 1 laxer, 2 stricter, 1 different; of these 3 wrong "
        "now, "
        "1 fixed. 5 cases, 2 parsers; uriproof 1, readings: default.\n"
        "\n"
        "1. **moved: different, wrong now** (1 case): it ends the userinfo at the first "
        "@&#8203;, such as parse `a://b@c`\n"
        "   - before: agree; now: `host \"b@c\"` (differ); expected: `host \"c\"`\n"
        "   - [RFC 3986, 3.2.1](https://x.invalid/3.2.1): It ends the userinfo. Risk: other-host, "
        "another host is asked than was checked (CWE-918, CWE-436). Class: `" HOST "`\n"
        "   - `uriproof test --dialect rfc3986 --select host moved`\n";
    char *text = report_made(&one_changed);
    assert_memory_equal(text, first, strlen(first));
    assert_has(text, "**moved: laxer, wrong now** (1 case): what was rejected is accepted, such as "
                     "parse `a:b c`\n"
                     "   - before: agree; now: `scheme \"a\", path \"b c\"` (lenient); expected: "
                     "`rejected`; right in rfc1630\n"
                     "   - RFC 3986, A: A path. Rule: `path = *pchar`. Risk: validity, ");
    assert_has(text, "**moved: stricter, wrong now** (1 case): what was accepted is rejected, such "
                     "as parse `a:b`\n");
    assert_has(text,
               "\n4. **moved: stricter, fixed** (1 case): what was accepted is rejected, such "
               "as parse `a:<`\n"
               "   - before: lenient; now: `rejected` (agree)\n");
    assert_has(text, "\n| parser | laxer | stricter | different | wrong now | fixed |\n"
                     "|---|--:|--:|--:|--:|--:|\n"
                     "| moved 2 | 1 | 2 | 1 | 3 | 1 |\n"
                     "\nNext: ");
    assert_has_not(text, "calm");
    assert_has_not(text, "a:>");
    free(text);
}

static void nothing_changed_is_said_in_few_lines(void **state)
{
    (void)state;
    static const made same = {
        .baseline = true,
        .adapters = {"calm 1"},
        .words = "'known-failure'",
        .rows = {{"known", "a:>", REJECTED, ",'lenient':[[['a',null,null,'>'],0,null,null,0]]"}},
    };
    char *text = report_made(&same);
    assert_string_equal(text, "# uriproof: no parser changed\n"
                              "\n"
                              "Against the baseline, by RFC 3986: no changes. 1 case, 1 parser; "
                              "uriproof 1, readings: default.\n");
    free(text);
}

/* ---- Each kind of change ---- */

/* What a result is now, as the file has it with `known` 0 and `was` 1; and what is said of it. */
static const struct {
    const char *expect, *outcome, *answer, *known, *was, *words;
} kinds[] = {
    {REJECTED, "lenient", "{}", "other-failure", "crash", "answered, still wrong"},
    {REJECTED, "agree", "null", "no-failure-now", "lenient", "stricter, fixed"},
    {ACCEPTED, "agree", "null", "no-failure-now", "strict", "laxer, fixed"},
    {ACCEPTED, "agree", "null", "no-failure-now", "differ", "different, fixed"},
    {ACCEPTED, "agree", "null", "no-failure-now", "crash", "answered, fixed"},
    {ACCEPTED, "strict", REJECTED, "other-failure", "differ", "stricter, still wrong"},
    {ACCEPTED, "differ", "{}", "changed-failure", "differ", "different, still wrong"},
    {ACCEPTED, "timeout", "null", "new-failure", "agree", "no answer, wrong now"},
    {ACCEPTED, "unsupported", "null", "new-failure", "agree", "no answer, not asked now"},
    /* The baseline does not say what it was that was acceptable, or undefined. */
    {REJECTED, "lenient", "{}", "new-failure", "acceptable", "different, wrong now"},
    {ACCEPTED, "acceptable", REJECTED, "changed-answer", "undefined", "different, not wrong"},
    /* What agreed is known: it did with the text what was expected. */
    {REJECTED, "unvalidated", "{}", "changed-answer", "agree",
     "laxer, not judged (declares that it does not validate)"},
    /* That it now declares so mends nothing. */
    {REJECTED, "unvalidated", "{}", "no-failure-now", "lenient",
     "different, not judged (declares that it does not validate)"},
    {ACCEPTED, "acceptable", REJECTED, "changed-answer", "agree", "stricter, not wrong"},
    /* But not if another answer agrees now. */
    {ACCEPTED, "agree", "'0000000000000001'", "changed-answer", "agree", "different, not wrong"},
};

static void each_kind_of_change_has_its_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char words[80], results[120], wanted[200];
        snprintf(words, sizeof words, "'%s','%s'", kinds[i].known, kinds[i].was);
        snprintf(results, sizeof results, ",'%s':[[%s,0,null,null,0,1]]", kinds[i].outcome,
                 kinds[i].answer);
        const made m = {.baseline = true,
                        .adapters = {"it 1"},
                        .words = words,
                        .rows = {{"one", "a:b", kinds[i].expect, results}}};
        snprintf(wanted, sizeof wanted, "\n1. **it: %s** (1 case): ", kinds[i].words);
        char *text = report_made(&m);
        assert_has(text, wanted);
        /* What agreed otherwise before is not known, and is not called what was expected. */
        if (strcmp(kinds[i].outcome, "agree") == 0 && strcmp(kinds[i].was, "agree") == 0)
            assert_has_not(text, "expected");
        free(text);
    }
}

/* Tests that a parser that the baseline does not have is not said to have changed for the worse. */
static void a_parser_without_a_baseline_did_not_get_worse(void **state)
{
    (void)state;
    static const made unlisted = {
        .baseline = true,
        .adapters = {"it 1"},
        .words = "'new-failure'",
        .rows = {{"one", "a:b c", REJECTED, ",'lenient':[[{},0,null,null,0]]"}},
    };
    char *text = report_made(&unlisted);
    assert_has(text, "# uriproof: no parser changed; 1 not in the baseline\n");
    assert_has(text, "\n**Not worse:** 0 fixed, 1 other change. `uriproof test` exits with 1, ");
    assert_has(text, "; of these 0 wrong now, 0 fixed.");
    assert_has(text, "1. **it: laxer, wrong** (1 case): what is invalid is accepted, ");
    assert_has(text, "; expected: `rejected`; the baseline has nothing of this parser\n");
    assert_has_not(text, "before: ");
    free(text);
}

/* ---- Against another run ---- */

/* The answers of a parser that is changed, of one that is gone, and of one that is new. */
static const made old_run = {
    .adapters = {"it 1", "gone 1"},
    .words = "'ww'",
    .rows = {{"one", "a://b@c@d", REJECTED, ",'lenient':[[['a','d',null,'',null,null,'b@c'],0,0]]"},
             {"two", "a:b", ACCEPTED, ",'strict':[[{'status':'rejected'},0,0]]"}},
};
static const made new_run = {
    .adapters = {"it 2", "new 1"},
    .words = "'ww'",
    .rows = {{"one", "a://b@c@d", REJECTED, ",'lenient':[[['a','c@d',null,'',null,null,'b'],0,0]]"},
             {"two", "a:b", ACCEPTED, ""}},
};

/* Tests that the class is that of what is different between both answers, whatever is expected. */
static void two_runs_are_compared_with_each_other(void **state)
{
    (void)state;
    char *old = file_of(&old_run), *new = file_of(&new_run), *text = report_between(old, new);
    free(old);
    free(new);
    assert_has(text, "# uriproof: it 2 (was 1) changed\n\n"
                     "**Worse:** 1 case, 1 fixed. `uriproof compare` exits with 1.\n"
                     "Against another run, by RFC 3986: 1 laxer, 1 "
                     "different; of these 0 wrong now, 1 fixed.");
    assert_has(text,
               "\n1. **it: different, still wrong** (1 case): the host begins or ends elsewhere; "
               "the answers begin to differ at an at-sign (@&#8203;), such as parse `a://b@c@d`\n"
               "   - before: `host \"d\"` (lenient); now: `host \"c@d\"` (lenient); expected: "
               "`rejected`\n"
               "   - RFC 3986, A: A path.");
    assert_has(text, "\n2. **it: laxer, fixed** (1 case): what was rejected is accepted, such as "
                     "parse `a:b`\n"
                     "   - before: `rejected` (strict); now: `scheme \"a\", path \"b\"` (agree)\n");
    assert_has(text, "\nAlso: gone parsers: 1, new parsers: 1.\n");
    assert_has(text, "\n| it 2, was 1 | 1 | 1 | 0 | 1 |\n");
    assert_has_not(text, "--update-baseline");
    free(text);
}

/* What a parser gives that declares that it does not validate, for a text that is no URI, and for
 * one that is. */
static char *split_file(const char *invalid, const char *valid)
{
    return file_of(&(made){
        .adapters = {"it 1"},
        .words = "'ww'",
        .rows = {{"one", "a://b@c@d", REJECTED, invalid}, {"two", "a:b", ACCEPTED, valid}}});
}

static const char rejected[] = "",
                  host_d[] = ",'unvalidated':[[['a','d',null,'',null,null,'b@c']"
                             ",0]]",
                  host_c[] = ",'unvalidated':[[['a','c@d',null,'',null,null,'b'],0]]", right[] = "",
                  strict[] = ",'strict':[[{'status':'rejected'},0,0]]";

static char *report_of_splits(const char *old_invalid, const char *old_valid,
                              const char *new_invalid, const char *new_valid)
{
    char *old = split_file(old_invalid, old_valid), *new = split_file(new_invalid, new_valid);
    char *text = report_between(old, new);
    free(old);
    free(new);
    return text;
}

/* Tests that no answer is called right that was not judged, and that one which accepts more, or
 * has another host, is one for the worse. */
static void what_is_not_judged_is_not_harmless(void **state)
{
    (void)state;
    char *text = report_of_splits(rejected, right, host_d, right);
    assert_has(text, "# uriproof: it changed\n\n"
                     "**Worse:** 1 case, 0 fixed. `uriproof compare` exits with 1.\n");
    assert_has(text, ": 1 laxer; of these 0 wrong now, 1 not judged, 0 fixed. ");
    assert_has(text,
               "\n1. **it: laxer, not judged (declares that it does not validate)** (1 case)");
    free(text);
    text = report_of_splits(host_d, strict, host_c, right);
    assert_has(text, "**Worse:** 1 case, 1 fixed.");
    assert_has(text, "\n1. **it: different, not judged (declares that it does not validate)** (1");
    assert_has(text, "Risk: other-host, ");
    assert_has(text, "\n2. **it: laxer, fixed** (1 case)");
    assert_has_not(text, "not wrong");
    free(text);
}

/* Tests that a fix comes before what is neither better nor worse, and is the verdict. */
static void a_fix_comes_first(void **state)
{
    (void)state;
    char *text = report_of_splits(host_d, strict, rejected, right);
    assert_has(text,
               "\n**Better:** 1 fixed, 1 other change. `uriproof compare` exits with 1, since");
    assert_has(text, "\n1. **it: laxer, fixed** (1 case)");
    assert_has(text, "\n2. **it: stricter, not wrong** (1 case)");
    free(text);
    text = report_of_splits(rejected, strict, rejected, right);
    assert_has(text, "\n**Better:** 1 fixed. `uriproof compare` exits with 0.\n");
    free(text);
}

/* Tests that a host that is no mistake is another all the same. */
static void another_host_that_is_not_wrong_is_said(void **state)
{
    (void)state;
    char *text = report_of_splits(host_d, right,
                                  ",'acceptable':[[['a','c@d',null,'',null,null,"
                                  "'b'],0]]",
                                  right);
    assert_has(text, "**Worse:** 1 case, 0 fixed.");
    assert_has(text, "1. **it: different, not wrong, but another host or port** (1 case)");
    free(text);
}

/* Tests that changes of cases that no file lists are counted, and that their parser is named. */
static void changes_that_are_only_counted_are_changes(void **state)
{
    (void)state;
    static const char group[] = "{'id':'g','about':'G.','origin':'o','obeys':[],'breaks':[],"
                                "'op':'resolve','counted':7,'questions':'0000000000000001',"
                                "'cases':[]}";
    char *old = file_of(&(made){.adapters = {"+it 1"}, .groups = group});
    char *new = file_of(&(made){.adapters = {"it 1"}, .groups = group});
    char *text = report_between(old, new);
    free(old);
    free(new);
    assert_has(text, "# uriproof: it changed\n");
    assert_has(text, "Also: changes of generated vectors that are only counted: 7.\n");
    free(text);
}

/* ---- Short, whatever was found ---- */

enum { PARSERS = 40, CAUSES = 70, LONG = 4000, WIDEST = 3000 };

static void put_long(FILE *out, const char *word)
{
    for (size_t i = 0; i < LONG / strlen(word); i++)
        fputs(word, out);
}

/* Writes results in which each of many parsers fails in many ways. All names are long. */
static char *many_failures(size_t parsers, const char *known)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    put(out, head);
    put(out, known != NULL ? "'baseline':true,'adapters':[" : "'baseline':false,'adapters':[");
    for (size_t i = 0; i < parsers; i++) {
        fprintf(out, "%s{\"name\":\"%zu ", i > 0 ? "," : "", i);
        put_long(out, "|*`<b>");
        fputs("\",\"version\":\"", out);
        put_long(out, "|<\\n");
        fputs("\",\"language\":\"c\",\"dialects\":[\"", out);
        put_long(out, "|`");
        fputs("\"],\"transforms\":[],\"ops\":[\"parse\"]}", out);
    }
    fprintf(out, "],\"words\":[\"ww\",\"%s\",\"differ\"", known != NULL ? known : "x");
    for (size_t i = 0; i < CAUSES; i++)
        fprintf(out, ",\"1/parse/host/boundary/c.%zu/letter\"", i);
    fputs("],\"cases\":[", out);
    for (size_t i = 0; i < CAUSES; i++) {
        fprintf(out, "%s{\"id\":\"%zu-", i > 0 ? "," : "", i);
        put_long(out, "`'|");
        fputs("\",\"about\":\"A.\",\"origin\":\"o\",\"obeys\":[],\"breaks\":[],\"op\":\"parse\","
              "\"ask\":{\"uri\":\"a",
              out);
        put_long(out, "|`<");
        fputs("\"},\"expect\":[[\"a\",\"b\"]],\"differ\":[[[\"a\",\"c\"],[0", out);
        for (size_t k = 1; k < parsers; k++)
            fprintf(out, ",%zu", k);
        fprintf(out, "],[0,%zu]%s]]}", 3 + i, known != NULL ? ",null,1,2" : "");
    }
    fputs("],\"groups\":[]}", out);
    fclose(out);
    return text;
}

static void assert_is_short(const char *text)
{
    size_t lines = 0;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        assert_true(strcspn(line, "\n") < WIDEST);
        lines++;
    }
    if (lines >= 60)
        fail_msg("%zu lines:\n%.20000s", lines, text);
    assert_has_not(text, "<b>|");
}

static void a_report_has_less_than_sixty_lines(void **state)
{
    (void)state;
    static const char *const knowns[] = {NULL, "changed-failure"};
    /* valgrind takes seconds for one. */
    const size_t step = getenv("URIPROOF_VALGRIND") != NULL ? 19 : 2;
    for (size_t i = 0; i < 2; i++)
        for (size_t parsers = 2; parsers <= PARSERS; parsers += step) {
            char *file = many_failures(parsers, knowns[i]);
            char *text = report_of(file);
            assert_is_short(text);
            assert_has(text, "\n3. **"); /* some causes beside the longest table */
            assert_has(text, " more causes of ");
            assert_has(text, "<|...``\n"); /* the input */
            free(text);
            free(file);
        }
    char *old = many_failures(3, NULL), *new = many_failures(2, NULL);
    char *text = report_between(old, new);
    assert_is_short(text);
    free(text);
    free(old);
    free(new);
}

/* Tests that each of 33 parsers has its row if all of them fail. */
static void each_of_33_parsers_has_a_row(void **state)
{
    (void)state;
    char *file = many_failures(33, NULL), *text = report_of(file);
    for (size_t i = 0; i < 33; i++) {
        char beginning[32];
        snprintf(beginning, sizeof beginning, "\n| %zu &#124;", i);
        assert_has(text, beginning);
    }
    assert_is_short(text);
    free(text);
    free(file);
}

/* A long text is cut between characters, and says so. */
static void a_long_text_is_cut_between_characters(void **state)
{
    (void)state;
    char text[] = "ab\xE2\x9C\x93\xE2\x9C\x93z", same[] = "ab\xE2\x9C\x93";
    assert_string_equal(text_cut(same, 5), "ab\xE2\x9C\x93");
    assert_string_equal(text_cut(text, 9), "ab\xE2\x9C\x93\xE2\x9C\x93z");
    assert_string_equal(text_cut(text, 8), "ab\xE2\x9C\x93...");
    char other[] = "ab\xE2\x9C\x93\xE2\x9C\x93z";
    assert_string_equal(text_cut(other, 7), "ab...");
}

/* ---- The order ---- */

/* Tests that the worst risk comes first, however few its cases are, and what is fixed last. */
static void the_worst_risk_comes_first(void **state)
{
    (void)state;
    static const made mixed = {
        .baseline = true,
        .adapters = {"it 1"},
        .words = "'ww','1/parse/path/boundary/c/slash','changed-failure','differ','" HOST
                 "','no-failure-now','strict'",
        .rows = {{"p1", "a:b", ACCEPTED, ",'differ':[[['a'],0,[0,1],null,2,3]]"},
                 {"p2", "a:c", ACCEPTED, ",'differ':[[['a'],0,[0,1],null,2,3]]"},
                 {"f", "a:d", ACCEPTED, ",'agree':[[null,0,null,null,5,6]]"},
                 {"h", "a://b@c", ACCEPTED, ",'differ':[[['a'],0,[0,4],null,2,3]]"}},
    };
    char *text = report_made(&mixed);
    const char *host = strstr(text, "\n1. **it: different"),
               *path = strstr(text, "\n2. **it: diff");
    assert_non_null(host);
    assert_non_null(path);
    assert_has(host, "Risk: other-host");
    assert_has(path, "(2 cases)");
    assert_has(path, "such as parse `a:b`\n"); /* the smallest */
    assert_has(path, "\n3. **it: laxer, fixed**");
    free(text);
}

/* Tests that a cause names the parsers that have it most, in front of the others. */
static void who_changed_most_is_named_first(void **state)
{
    (void)state;
    static const made three = {
        .adapters = {"one 1", "two 1", "none 1"},
        .words = "'ww','" VALIDITY "'",
        .rows = {{"a", "a:b c", REJECTED, ",'lenient':[[{},[0,1],[0,1]]]"},
                 {"b", "a:b d", REJECTED, ",'lenient':[[{},1,[0,1]]]"}},
    };
    char *text = report_made(&three);
    assert_has(text, "# uriproof: 2 of 3 parsers have failures\n");
    assert_has(text, "\n1. **two 2, one 1: laxer, wrong** (3 cases): ");
    assert_has(text, "such as parse `a:b c`\n");
    free(text);
}

/* A parser's own name and a vector's id are words of the shell. */
static void a_command_is_data(void **state)
{
    (void)state;
    char *text = report_made(&(made){
        .adapters = {"it $(id) `q` 1"},
        .rows = {{"a b", "a:b", REJECTED, ",'lenient':[[{},0]]"}},
    });
    assert_has(text, "``uriproof test --dialect rfc3986 --select 'a b' 'it $(id) `q`'``\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_parser_is_named_first),
        cmocka_unit_test(nothing_changed_is_said_in_few_lines),
        cmocka_unit_test(each_kind_of_change_has_its_words),
        cmocka_unit_test(a_parser_without_a_baseline_did_not_get_worse),
        cmocka_unit_test(two_runs_are_compared_with_each_other),
        cmocka_unit_test(what_is_not_judged_is_not_harmless),
        cmocka_unit_test(a_fix_comes_first),
        cmocka_unit_test(another_host_that_is_not_wrong_is_said),
        cmocka_unit_test(changes_that_are_only_counted_are_changes),
        cmocka_unit_test(a_report_has_less_than_sixty_lines),
        cmocka_unit_test(each_of_33_parsers_has_a_row),
        cmocka_unit_test(a_long_text_is_cut_between_characters),
        cmocka_unit_test(the_worst_risk_comes_first),
        cmocka_unit_test(who_changed_most_is_named_first),
        cmocka_unit_test(a_command_is_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
