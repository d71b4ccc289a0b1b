/* SPDX-License-Identifier: MIT */
/*
 * Checks identity for schemes with escapes in each dialect. The first octets of the input choose
 * the readings. The others choose a text, which is written in three forms. They differ in the
 * escapes of the scheme and in what the scheme supplies.
 */
#include "ask.h"

#include <stdio.h>
#include <string.h>

enum { FORMS = 3, FORM_MAX = 256 };

/* Octets that decide what is written. They are used one after another, and 0 is used after the
 * last. */
typedef struct choices {
    const uint8_t *at;
    const uint8_t *end;
} choices;

static unsigned choose(choices *from, unsigned count)
{
    return from->at != from->end ? *from->at++ % count : 0;
}

/* ---- Writing the texts ---- */

typedef struct form {
    char octets[FORM_MAX];
    size_t length;
} form;

static void put(form *text, const char *words)
{
    size_t length = strlen(words);
    memcpy(text->octets + text->length, words, length);
    text->length += length;
}

/* Writes each letter after the first unescaped, or as an escape with digits of either case. */
static void put_scheme(form *text, const char *scheme, choices *from)
{
    for (size_t i = 0; scheme[i] != '\0'; i++) {
        char written[4];
        unsigned way = i > 0 ? choose(from, 4) : 0;
        const char *pattern = way == 0 ? "%c" : way == 1 ? "%%%02x" : "%%%02X";
        snprintf(written, sizeof written, pattern, (unsigned char)scheme[i]);
        put(text, written);
    }
}

static const char *const schemes[] = {"gopher", "file", "http",  "GOPHER", "File",
                                      "x",      "f-i",  "files", "gophe",  "gopher"};

/* Three texts to write after the colon in each row. In schemes with special rules some rows have
 * the same meaning. */
static const char *const rests[][FORMS] = {
    {"//h", "//h/1", "//h/"},
    {"//h:70", "//h:70/1", "//h:70/"},
    {"///x", "//localhost/x", "///%78"},
    {"///", "//localhost/", "//local%68ost/"},
    {"//h/a", "//h/%61", "//h/a#"},
    {"//h/0", "//h/%30", "//h/1"},
    {"//H/a", "//h/a", "//h/A"},
    {"a:b", "a%3Ab", "a%3ab"},
    {"", "/", "//"},
    {"?a+b", "?a%20b", "?a%2Bb"},
};
enum { SCHEMES = sizeof schemes / sizeof schemes[0], RESTS = sizeof rests / sizeof rests[0] };

/* Writes random octets. Most can come after the colon in some dialect, a few cannot. */
static void put_rest(form *rest, choices *from)
{
    static const char alphabet[] = "ab1/:.@%2F+-=;?#_~h ";
    size_t count = choose(from, 12);
    for (size_t i = 0; i < count; i++)
        rest->octets[rest->length++] = alphabet[choose(from, sizeof alphabet - 1)];
}

/* Writes three forms of a text. Their schemes only differ in the letters that are escaped, their
 * rests are from one row, and the octets after that are the same. */
static void write_forms(const fuzz_input *input, choices *from, form forms[FORMS])
{
    const char *prefix = strcmp(input->dialect->name, "url-syntax") == 0 ? "URL:" : "";
    unsigned scheme = choose(from, SCHEMES), row = choose(from, RESTS);
    form more = {.length = 0};
    put_rest(&more, from);
    more.octets[more.length] = '\0';
    for (size_t i = 0; i < FORMS; i++) {
        forms[i].length = 0;
        put(&forms[i], prefix);
        put_scheme(&forms[i], schemes[scheme], from);
        put(&forms[i], ":");
        put(&forms[i], rests[row][choose(from, FORMS)]);
        put(&forms[i], more.octets);
    }
}

/* ---- The required properties ---- */

static uriproof_span span_of(const form *text)
{
    return (uriproof_span){text->octets, text->length};
}

static bool is_equal(const fuzz_answer *answer)
{
    return answer->verdict == URIPROOF_OK && answer->equal;
}

static bool are_identical(fuzz_input *input, const form *one, const form *two)
{
    fuzz_answer forth = fuzz_ask(input, FUZZ_EQUIVALENT, span_of(one), span_of(two));
    fuzz_answer back = fuzz_ask(input, FUZZ_EQUIVALENT, span_of(two), span_of(one));
    bool equal = is_equal(&forth);
    fuzz_require(forth.verdict == back.verdict && equal == is_equal(&back),
                 "identity is the same both ways round", input);
    fuzz_answer_free(&forth);
    fuzz_answer_free(&back);
    return equal;
}

/* Requires that a canonical form is its own, and is identical with the text. By RFC 3986 as
 * printed, slashes that come together may become an authority, so the normal form belongs to
 * another URI. The texts here cannot show this (reading slashes-made). */
static void check_canonical(fuzz_input *input, uriproof_span text)
{
    fuzz_answer once = fuzz_ask(input, FUZZ_NORMALIZE, text, (uriproof_span){NULL, 0});
    if (once.verdict == URIPROOF_OK) {
        uriproof_span first = fuzz_answer_text(&once);
        fuzz_answer twice = fuzz_ask(input, FUZZ_NORMALIZE, first, (uriproof_span){NULL, 0});
        fuzz_answer same = fuzz_ask(input, FUZZ_EQUIVALENT, text, first);
        fuzz_require(twice.verdict == URIPROOF_OK &&
                         uriproof_span_equal(first, fuzz_answer_text(&twice)),
                     "a canonical form is its own", input);
        fuzz_require(is_equal(&same) || same.verdict == URIPROOF_SILENT,
                     "a text is identical with its canonical form", input);
        fuzz_answer_free(&twice);
        fuzz_answer_free(&same);
    }
    fuzz_answer_free(&once);
}

/* Returns true if the text matches the grammar, and checks its canonical form. */
static bool check_one(fuzz_input *input, const form *text)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    input->text = span_of(text);
    if (!fuzz_parse(input, span_of(text), &parts, &refusal))
        return false;
    check_canonical(input, span_of(text));
    return true;
}

static void check_forms(fuzz_input own, choices from)
{
    fuzz_input *const input = &own;
    form forms[FORMS];
    bool derive = true;
    write_forms(input, &from, forms);
    for (size_t i = 0; i < FORMS; i++)
        derive = check_one(input, &forms[i]) && derive;
    if (!derive)
        return;
    input->text = span_of(&forms[0]);
    input->second = span_of(&forms[1]);
    bool ab = are_identical(input, &forms[0], &forms[1]);
    bool bc = are_identical(input, &forms[1], &forms[2]);
    bool ac = are_identical(input, &forms[0], &forms[2]);
    fuzz_require(!(ab && bc) || ac, "identity is transitive: a, b, c", input);
    fuzz_require(!(ab && ac) || bc, "identity is transitive: b, a, c", input);
    fuzz_require(!(ac && bc) || ab, "identity is transitive: a, c, b", input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count, head = fuzz_readings_length(FUZZ_TWO_TEXTS_ALL_READINGS);
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count; i++) {
        if (dialects[i]->parse == NULL) /* its equivalence is that of what it writes */
            continue;
        fuzz_input read = fuzz_input_read(dialects[i], data, size, FUZZ_TWO_TEXTS_ALL_READINGS);
        fuzz_input input = {.dialect = dialects[i], .readings = read.readings};
        check_forms(input, (choices){data + (size < head ? size : head), data + size});
        fuzz_input_free(&read);
    }
    return 0;
}
