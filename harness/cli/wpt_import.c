/* SPDX-License-Identifier: MIT */
#include "wpt.h"

#include "json/json.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

static const char clause_id[] = "whatwg-url.wpt.urltestdata";

/* What is imported. */
typedef struct import {
    const invocation *call;
    const char *path;
    char *text; /* of the file */
    size_t length;
    octet_buffer marked; /* the text with marks */
    json_writer vectors;
    wpt_questions questions;
    size_t number;    /* of the item of the array, from 0 */
    const char *item; /* where it begins */
    size_t line;      /* in which it begins */
    size_t test_count, vector_count, left_out;
} import;

/* ---- Marks ----
   The tests have strings that our reader of JSON rejects: with a NUL, and with half a surrogate
   pair. So the text is copied, and the escapes of these are replaced by a mark, which is U+0001 and
   a letter. An escape of U+0001 itself is replaced too, so that nothing else looks like a mark. */

enum { MARK = 1 };
#define MARK_ESCAPE "\\u0001"

/* Returns the code unit of the escape at `at`, or -1 if no such escape is there. */
static int32_t unit_at(const char *at, const char *end)
{
    int32_t unit = 0;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return -1;
    for (int i = 2; i < 6; i++) {
        int digit = uriproof_hex_value(at[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static bool is_in(int32_t unit, int32_t first, int32_t last)
{
    return unit >= first && unit <= last;
}

/* Returns how many octets the backslash at `at` and what it escapes have. Sets *mark to what
   replaces them, or to NULL. */
static size_t step_over_escape(const char *at, const char *end, const char **mark)
{
    const int32_t unit = unit_at(at, end);
    *mark = NULL;
    if (unit < 0)
        return end - at < 2 ? 1 : 2;
    if (is_in(unit, 0xD800, 0xDBFF) && is_in(unit_at(at + 6, end), 0xDC00, 0xDFFF))
        return 12;
    if (unit == 0)
        *mark = MARK_ESCAPE "n";
    else if (unit == MARK)
        *mark = MARK_ESCAPE "o";
    else if (is_in(unit, 0xD800, 0xDFFF))
        *mark = MARK_ESCAPE "h";
    return 6;
}

/* Writes the marked text, but at most so many octets of it. Returns how many octets of the file
   stand for them. */
static size_t mark_text(import *m, size_t most)
{
    const char *at = m->text, *end = m->text + m->length;
    bool is_in_string = false;
    m->marked.length = 0;
    buffer_reserve(&m->marked, 1);
    while (at != end && m->marked.length < most) {
        const char *mark = NULL;
        size_t length = is_in_string && *at == '\\' ? step_over_escape(at, end, &mark) : 1;
        is_in_string ^= *at == '"';
        if (mark != NULL)
            buffer_add(&m->marked, mark, strlen(mark));
        else
            buffer_add(&m->marked, at, length);
        at += length;
    }
    return (size_t)(at - m->text);
}

/* Adds the octets that `marked` stands for. Returns false if half a surrogate pair is in it. */
static bool add_unmarked(const char *marked, octet_buffer *to)
{
    bool is_whole = true;
    for (; *marked != '\0'; marked++) {
        if (*marked != MARK) {
            buffer_add(to, marked, 1);
            continue;
        }
        marked++;
        is_whole = is_whole && *marked != 'h';
        buffer_add(to, *marked == 'n' ? "\0" : "\1", 1);
    }
    return is_whole;
}

/* ---- Faults ---- */

/* Returns how many lines end between two places. */
static size_t lines_between(const char *from, const char *to)
{
    size_t lines = 0;
    for (; from != to; from++)
        lines += *from == '\n';
    return lines;
}

/* Ends the program: the text is not JSON at this octet of the marked text. */
static __attribute__((noreturn)) void fail_syntax(import *m, const uriproof_json_fault *fault)
{
    const char *at = m->text + mark_text(m, fault->offset), *begin = at;
    while (begin != m->text && begin[-1] != '\n')
        begin--;
    fail(m->call, "%s:%zu:%zu: %s", m->path, lines_between(m->text, at) + 1,
         (size_t)(at - begin) + 1, fault->error.words);
}

/* Ends the program: something is wrong with the member `key` of the item, or with the item itself
   if that is NULL. Both texts have the same lines. */
static __attribute__((noreturn)) void fail_test(const import *m, uriproof_span item,
                                                const char *key, const char *words)
{
    const uriproof_span value = key != NULL ? json_member(item, key) : item;
    fail(m->call, "%s:%zu: [%zu]%s%s: %s", m->path, m->line + lines_between(m->item, value.octets),
         m->number, key != NULL ? "." : "", key != NULL ? key : "", words);
}

/* ---- Reading a test ---- */

typedef struct wpt_test {
    uriproof_span item; /* its text */
    octet_buffer input, base, href;
    bool has_base, has_half; /* half a surrogate pair */
    bool fails;
} wpt_test;

static uriproof_span span_of(const octet_buffer *buffer)
{
    return (uriproof_span){buffer->length > 0 ? buffer->octets : "", buffer->length};
}

static uriproof_span base_of(const wpt_test *test)
{
    return test->has_base ? span_of(&test->base) : (uriproof_span){NULL, 0};
}

static bool is_word(uriproof_span value, const char *word)
{
    return value.length == strlen(word) && memcmp(value.octets, word, value.length) == 0;
}

/* Reads the string of the member `key`. */
static void read_text(const import *m, wpt_test *test, const char *key, octet_buffer *to)
{
    const uriproof_span value = json_member(test->item, key);
    if (!uriproof_present(value))
        fail_test(m, test->item, NULL, text_made("the key \"%s\" is missing", key));
    if (value.octets[0] != '"')
        fail_test(m, test->item, key, "not a string");
    cJSON *string = cJSON_ParseWithLength(value.octets, value.length);
    to->length = 0;
    if (!add_unmarked(string->valuestring, to))
        test->has_half = true;
    cJSON_Delete(string);
}

static void read_base(const import *m, wpt_test *test)
{
    const uriproof_span value = json_member(test->item, "base");
    test->has_base = uriproof_present(value) && !is_word(value, "null");
    if (!test->has_base)
        return;
    if (value.octets[0] != '"')
        fail_test(m, test->item, "base", "neither a string nor null");
    read_text(m, test, "base", &test->base);
}

static void read_result(const import *m, wpt_test *test)
{
    const uriproof_span word = json_member(test->item, "failure");
    test->fails = uriproof_present(word);
    if (!test->fails) {
        read_text(m, test, "href", &test->href);
        return;
    }
    if (!is_word(word, "true"))
        fail_test(m, test->item, "failure", "not true");
    if (uriproof_present(json_member(test->item, "href")))
        fail_test(m, test->item, "href", "a URL, but there is a failure too");
}

/* Checks that a member of the test, if it is there, is a delimiter and what it delimits. A part
   that is empty has none. */
static void check_part(const import *m, wpt_test *test, const char *key, uriproof_span part,
                       const char *before, const char *after)
{
    octet_buffer given = {0}, expected = {0};
    if (!uriproof_present(json_member(test->item, key)))
        return;
    read_text(m, test, key, &given);
    if (part.length > 0) {
        buffer_add(&expected, before, strlen(before));
        buffer_add(&expected, part.octets, part.length);
        buffer_add(&expected, after, strlen(after));
    }
    if (!uriproof_span_equal(span_of(&given), span_of(&expected)))
        fail_test(m, test->item, key, "not what the href has");
    buffer_free(&given);
    buffer_free(&expected);
}

/* The host with its port. */
static void check_host(const import *m, wpt_test *test, const uriproof_components *parts)
{
    octet_buffer host = {0};
    buffer_add(&host, parts->host.octets, parts->host.length);
    if (parts->port.length > 0) {
        buffer_add(&host, ":", 1);
        buffer_add(&host, parts->port.octets, parts->port.length);
    }
    check_part(m, test, "host", span_of(&host), "", "");
    buffer_free(&host);
}

static void check_parts(const import *m, wpt_test *test, const uriproof_components *parts)
{
    if (!uriproof_present(parts->scheme))
        fail_test(m, test->item, "href", "not a URL");
    check_part(m, test, "protocol", parts->scheme, "", ":");
    check_part(m, test, "username", parts->user, "", "");
    check_part(m, test, "password", parts->password, "", "");
    check_part(m, test, "hostname", parts->host, "", "");
    check_part(m, test, "port", parts->port, "", "");
    check_host(m, test, parts);
    check_part(m, test, "pathname", parts->path, "", "");
    check_part(m, test, "search", parts->query, "?", "");
    check_part(m, test, "hash", parts->fragment, "#", "");
}

/* ---- Writing its vectors ---- */

static void write_vector(import *m, const wpt_test *test, uint64_t question, uriproof_op op,
                         const uriproof_components *parts)
{
    const uriproof_span input = span_of(&test->input);
    const uriproof_request request = {op,
                                      {test->has_base ? base_of(test) : input,
                                       test->has_base ? input : (uriproof_span){NULL, 0}}};
    uriproof_answer answer = {.status = test->fails ? ANSWER_REJECTED : ANSWER_ACCEPTED};
    if (!test->fails && op == URIPROOF_PARSE)
        answer.parts = (uriproof_parts){.has_components = true, .components = *parts};
    else if (!test->fails)
        answer.result = span_of(&test->href);
    const char *const clauses[] = {clause_id, NULL}, *const none[] = {NULL};
    char *id = text_made("wpt-%016llx-%s", (unsigned long long)question, uriproof_ops[op].name);
    char *about = text_made("Line %zu of the tests that were imported.", m->line);
    json_writer *w = &m->vectors;
    json_open_object(w, NULL);
    json_text(w, "id", id);
    json_text(w, "about", about);
    json_texts(w, "obeys", test->fails ? none : clauses);
    json_texts(w, "breaks", test->fails ? clauses : none);
    json_text(w, "origin", "web platform tests, url/resources/urltestdata.json");
    json_texts(w, "flags", none);
    json_text(w, "op", uriproof_ops[op].name);
    uriproof_request_write(w, &request);
    json_open_object(w, "expect");
    uriproof_answer_write(w, op, &answer);
    json_close(w);
    json_close(w);
    free(about);
    free(id);
    m->vector_count++;
}

/* Writes what the protocol can ask: with a base the result alone, without one its parts too. */
static void write_vectors(import *m, const wpt_test *test, const uriproof_components *parts)
{
    const uint64_t question = wpt_question(span_of(&test->input), base_of(test));
    if (!wpt_questions_add(&m->questions, question))
        fail_test(m, test->item, "input", "a test before has this input and base");
    if (test->has_base) {
        write_vector(m, test, question, URIPROOF_RESOLVE, parts);
        return;
    }
    write_vector(m, test, question, URIPROOF_PARSE, parts);
    if (!test->fails)
        write_vector(m, test, question, URIPROOF_NORMALIZE, parts);
}

static void leave_out(import *m)
{
    put_line(stdout, "%s:%zu: [%zu]: left out: half a surrogate pair is no octets", m->path,
             m->line, m->number);
    m->left_out++;
}

static void import_test(import *m, uriproof_span item)
{
    wpt_test test = {.item = item};
    uriproof_components parts = {0};
    read_text(m, &test, "input", &test.input);
    read_base(m, &test);
    read_result(m, &test);
    if (!test.fails) {
        parts = wpt_divided(span_of(&test.href));
        check_parts(m, &test, &parts);
    }
    m->test_count++;
    if (test.has_half)
        leave_out(m);
    else
        write_vectors(m, &test, &parts);
    buffer_free(&test.input);
    buffer_free(&test.base);
    buffer_free(&test.href);
}

/* Imports each object. A string is a comment. */
static void import_items(import *m)
{
    const json_document document = {.text = m->marked.octets, .length = m->marked.length};
    const uriproof_span root = json_root(&document);
    uriproof_span item = {NULL, 0};
    if (root.octets[0] != '[')
        fail(m->call,
             "%s: not an array of tests, as urltestdata.json is; tests of setters cannot "
             "be imported",
             m->path);
    m->item = m->marked.octets;
    m->line = 1;
    for (; json_next(root, &item); m->number++) {
        m->line += lines_between(m->item, item.octets);
        m->item = item.octets;
        if (item.octets[0] == '{')
            import_test(m, item);
        else if (item.octets[0] != '"')
            fail_test(m, item, NULL, "neither a test nor a comment");
    }
    if (m->vector_count == 0)
        fail(m->call, "%s: has no test that can be imported", m->path);
}

/* ---- Files ---- */

static void read_file(import *m)
{
    static const uriproof_json_limits limits = {.depth = JSON_DEPTH_MOST, .values = SIZE_MAX};
    uriproof_json_fault fault;
    m->text = uriproof_file_read(m->path, &m->length);
    if (m->text == NULL)
        fail(m->call, "%s: %s", m->path, error_reason(errno));
    mark_text(m, SIZE_MAX);
    if (!uriproof_json_check(m->marked.octets, m->marked.length, &limits, &fault))
        fail_syntax(m, &fault);
}

static void write_head(json_writer *w, const char *format)
{
    json_open_object(w, NULL);
    json_text(w, "format", format);
    json_number(w, "version", 1);
    json_text(w, "dialect", "whatwg-url");
}

static void write_clause(FILE *out)
{
    static const char document[] = "web platform tests", section[] = "url/resources";
    json_writer w = json_writer_to(out, 3);
    write_head(&w, "uriproof-clauses");
    json_open_array(&w, "sections");
    json_open_object(&w, NULL);
    json_text(&w, "document", document);
    json_text(&w, "section", section);
    json_text(&w, "link", "https://github.com/web-platform-tests/wpt/tree/master/url/resources");
    json_close(&w);
    json_close(&w);
    json_open_array(&w, "clauses");
    json_open_object(&w, NULL);
    json_text(&w, "id", clause_id);
    json_text(&w, "document", document);
    json_text(&w, "section", section);
    json_text(
        &w, "paraphrase",
        "A text is parsed to the URL that its test has, or is rejected if that has a failure.");
    json_writer_end(&w);
}

/* Returns the text of the vectors. All of it is made before a file is, since a fault ends the
   program. */
static uriproof_text_written make_vectors(import *m)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    m->vectors = json_writer_to(out, 3);
    write_head(&m->vectors, "uriproof-vectors");
    json_text(&m->vectors, "about", "Tests of the web platform tests, imported.");
    json_open_array(&m->vectors, "vectors");
    import_items(m);
    json_writer_end(&m->vectors);
    fclose(out);
    return text;
}

static bool write_folder(const char *path, const uriproof_text_written *vectors)
{
    new_folder *folder = new_folder_begin(path);
    if (folder == NULL)
        return false;
    FILE *out = new_folder_open(folder, "clauses.json");
    write_clause(out);
    new_folder_close(folder, out);
    out = new_folder_open(folder, "vectors.json");
    fwrite(vectors->octets, 1, vectors->length, out);
    new_folder_close(folder, out);
    return new_folder_end(folder, true);
}

void wpt_import(const invocation *call, const char *path, const char *folder)
{
import m = {.call = call, .path = path };
    read_file(&m);
    uriproof_text_written vectors = make_vectors(&m);
    if (!write_folder(folder, &vectors))
        fail(call, "cannot write %s: %s%s", folder, error_reason(errno),
             errno == EEXIST ? "; name a new folder" : "");
    put_line(stdout, "%s: %zu tests, %zu vectors, %zu left out", folder, m.test_count,
             m.vector_count, m.left_out);
    free(vectors.octets);
    wpt_questions_free(&m.questions);
    buffer_free(&m.marked);
    free(m.text);
}
