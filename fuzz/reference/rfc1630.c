/* SPDX-License-Identifier: MIT */
/*
 * Checks what holds in RFC 1630, beside the properties of every dialect (dialects.c): how a text is
 * divided and where it is rejected, what a canonical form keeps, what is encoded, and the partial
 * form. For short texts its result must be the oracle's (vectors/oracle/).
 */
#include "ask.h"
#include "oracle/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uriproof/rfc1630.h>

enum { ORACLE_LONGEST = ORACLE_STRING_MAX / 2, PATH_MOST = 4096 };

static const uriproof_span none = {NULL, 0};

static bool matches(const fuzz_input *input, uriproof_span text)
{
    return uriproof_rfc1630_parse(text, &input->readings, NULL, NULL);
}

static bool has_value(const fuzz_input *input, uriproof_rfc1630_reading reading)
{
    return input->readings.value[reading] != 0;
}

static size_t count_octet(uriproof_span part, char octet)
{
    size_t count = 0;
    for (size_t i = 0; i < part.length; i++)
        count += part.octets[i] == octet;
    return count;
}

/* ---- Where a text is divided, and where it is rejected ---- */

static bool holds_any(uriproof_span part, const char *octets)
{
    for (; *octets != '\0'; octets++)
        if (count_octet(part, *octets) > 0)
            return true;
    return false;
}

/* Requires that the words of a search, with `+` between them, are the search. */
static void check_words(const fuzz_input *input, uriproof_span search)
{
    uriproof_span rest = search, word;
    const char *at = search.octets;
    size_t words = 0;
    while (uriproof_rfc1630_next_word(&rest, &word)) {
        at += words++ > 0;
        fuzz_require(word.length > 0 && word.octets == at && count_octet(word, '+') == 0,
                     "a word is not void, holds no plus, and comes after one", input);
        at += word.length;
    }
    fuzz_require((words > 0) == uriproof_present(search) &&
                     (words == 0 || at == search.octets + search.length),
                 "the words give back the search", input);
    fuzz_require(!uriproof_rfc1630_next_word(&rest, &word), "after the last word is none", input);
}

/* Each beginning of a valid text becomes valid if one of these is added. It can lack one or two
 * hexadecimal digits, the first octet of a part that may not be empty, the scheme or its colon, or
 * nothing. */
static const char *const endings[] = {"", "0", "00", ":", "0:", "00:", "a:"};
enum { ENDING_COUNT = sizeof endings / sizeof endings[0], ENDING_LONGEST = 3 };

/* Returns true if some valid text begins with the first `length` octets. */
static bool can_be_ended(const fuzz_input *input, uriproof_span text, size_t length)
{
    char *longer = fuzz_allocate(length + ENDING_LONGEST);
    bool found = false;
    if (length > 0)
        memcpy(longer, text.octets, length);
    for (size_t i = 0; i < ENDING_COUNT && !found; i++) {
        size_t ending = strlen(endings[i]);
        memcpy(longer + length, endings[i], ending);
        found = matches(input, (uriproof_span){longer, length + ending});
    }
    free(longer);
    return found;
}

static void check_division(const fuzz_input *input, uriproof_span text)
{
    uriproof_generic parts;
    uriproof_refusal refusal;
    if (uriproof_rfc1630_parse(text, &input->readings, &parts, &refusal)) {
        fuzz_require(!holds_any(parts.scheme, ":/?#+") && !holds_any(parts.path, "?#") &&
                         !holds_any(parts.search, "/?#") && !holds_any(parts.fragmentid, "/?#+"),
                     "no part holds a delimiter", input);
        check_words(input, parts.search);
        return;
    }
    fuzz_require(can_be_ended(input, text, refusal.offset),
                 "some valid text begins with what is before a refusal", input);
    fuzz_require(refusal.offset == text.length || !can_be_ended(input, text, refusal.offset + 1),
                 "no valid text begins with what is before a refusal and the octet there", input);
}

/* ---- Canonical form ---- */

/* Counts the segments that are one or two unescaped dots. */
static size_t count_dot_segments(uriproof_span path)
{
    size_t count = 0;
    for (size_t start = 0; start <= path.length;) {
        size_t end = start;
        while (end < path.length && path.octets[end] != '/')
            end++;
        size_t length = end - start;
        count += length > 0 && length <= 2 && memcmp(path.octets + start, "..", length) == 0;
        start = end + 1;
    }
    return count;
}

/* Requires that a canonical form has the same segments, words and parts as its original: "the
 * reserved characters ... may NEVER be encoded and unencoded in this way". */
static void check_structure(const fuzz_input *input, uriproof_span text, uriproof_span once)
{
    uriproof_generic own, other;
    if (!uriproof_rfc1630_parse(text, &input->readings, &own, NULL) ||
        !uriproof_rfc1630_parse(once, &input->readings, &other, NULL))
        return;
    bool plus_is_space = has_value(input, URIPROOF_RFC1630_PLUS_IN_SEARCH);
    /* The canonical form of Gopher adds a slash if it adds the type. */
    bool gopher = uriproof_span_equal(other.scheme, uriproof_span_of("gopher"));
    fuzz_require(count_octet(own.path, '/') == count_octet(other.path, '/') || gopher,
                 "a canonical form has the segments of its original", input);
    fuzz_require(count_dot_segments(own.path) == count_dot_segments(other.path),
                 "a canonical form has the dot segments of its original", input);
    fuzz_require(uriproof_present(own.search) == uriproof_present(other.search),
                 "a canonical form has a search where its original has", input);
    fuzz_require(count_octet(other.search, '+') ==
                     (plus_is_space ? 0 : count_octet(own.search, '+')),
                 "a canonical form has the words of its original", input);
    fuzz_require(uriproof_present(other.fragmentid) == (own.fragmentid.length > 0),
                 "a canonical form has a fragment where its original has one that is not void",
                 input);
}

static bool is_alphanumeric(char octet)
{
    return (octet >= '0' && octet <= '9') || (octet >= 'A' && octet <= 'Z') ||
           (octet >= 'a' && octet <= 'z');
}

/* Returns the URI with every unescaped letter and digit after its first octet escaped, "while
 * leaving already encoded characters still encoded". A scheme begins with a letter that is not
 * escaped. The caller frees the octets. */
static uriproof_span safer(const fuzz_input *input, uriproof_span uri)
{
    bool prose = has_value(input, URIPROOF_RFC1630_HEX_LETTERS);
    const char *digits = prose ? "0123456789ABCDEF" : "0123456789abcdef";
    char *more = fuzz_allocate(3 * uri.length);
    size_t length = 0;
    for (size_t i = 0; i < uri.length;) {
        if (i > 0 && is_alphanumeric(uri.octets[i])) {
            unsigned char octet = (unsigned char)uri.octets[i++];
            memcpy(more + length, (char[]){'%', digits[octet >> 4], digits[octet & 0xF]}, 3);
            length += 3;
            continue;
        }
        size_t whole = uri.octets[i] == '%' ? 3 : 1;
        memcpy(more + length, uri.octets + i, whole);
        length += whole;
        i += whole;
    }
    return (uriproof_span){more, length};
}

/* A canonical form is hardly longer than its original. Only a few things make it longer: a plus may
 * become an escape, an empty host of file becomes `localhost`, and an omitted Gopher type becomes
 * `1`. */
static void check_canonical(const fuzz_input *input, uriproof_span text)
{
    if (!matches(input, text))
        return;
    fuzz_answer once = fuzz_ask(input, FUZZ_NORMALIZE, text, none);
    uriproof_span form = fuzz_answer_text(&once), more = safer(input, text);
    fuzz_answer same = fuzz_ask(input, FUZZ_EQUIVALENT, text, more);
    fuzz_require(once.verdict == URIPROOF_OK, "what matches the grammar has a canonical form",
                 input);
    fuzz_require(has_value(input, URIPROOF_RFC1630_PLUS_IN_SEARCH) ||
                     form.length <= text.length + strlen("localhost"),
                 "a canonical form is longer by no more than what was left out", input);
    check_structure(input, text, form);
    fuzz_require(same.verdict == URIPROOF_OK && same.equal, "a URI made safer is identical with it",
                 input);
    fuzz_answer_free(&once);
    fuzz_answer_free(&same);
    free((char *)more.octets);
}

static void check_identity(const fuzz_input *input)
{
    fuzz_answer same = fuzz_ask(input, FUZZ_EQUIVALENT, input->text, input->second);
    bool both = matches(input, input->text) && matches(input, input->second);
    fuzz_require(same.verdict == URIPROOF_OK ? both : same.verdict == URIPROOF_SILENT,
                 "identity is defined only where both derive", input);
    fuzz_require(
        !both || same.verdict == URIPROOF_OK || strcmp(same.refusal.production, "scheme") == 0,
        "where both derive it is only the case of the scheme that leaves identity open", input);
    fuzz_answer_free(&same);
}

/* ---- Encoding ---- */

static bool is_default(const fuzz_input *input)
{
    for (size_t i = 0; i < input->dialect->reading_count; i++)
        if (input->readings.value[i] != 0)
            return false;
    return true;
}

/* Requires that "x:" and the encoded text together are canonical, with a path of one segment. If a
 * reading allows only two octets in a segment, they may not match. */
static void check_encoded(const fuzz_input *input, uriproof_span text)
{
    uriproof_generic parts;
    fuzz_answer encoded = fuzz_ask(input, FUZZ_ENCODE, text, none);
    uriproof_span segment = fuzz_answer_text(&encoded);
    char *octets = fuzz_allocate(segment.length + 2);
    uriproof_span uri = {octets, segment.length + 2};
    memcpy(octets, "x:", 2);
    memcpy(octets + 2, segment.octets, segment.length);
    fuzz_require(count_dot_segments(segment) == 0, "what is encoded is no dot segment", input);
    if (uriproof_rfc1630_parse(uri, &input->readings, &parts, NULL)) {
        fuzz_answer form = fuzz_ask(input, FUZZ_NORMALIZE, uri, none);
        fuzz_require(uriproof_span_equal(fuzz_answer_text(&form), uri),
                     "what is encoded is canonical", input);
        fuzz_require(parts.path.length == segment.length && count_octet(segment, '/') == 0,
                     "what is encoded is one segment", input);
        fuzz_answer_free(&form);
    } else {
        fuzz_require(!is_default(input), "what is encoded matches the grammar", input);
    }
    free(octets);
    fuzz_answer_free(&encoded);
}

/* Requires that a text is not decoded only because of a broken escape, and that what is before it
 * decodes. */
static void check_decoded(const fuzz_input *input, uriproof_span text)
{
    fuzz_answer plain = fuzz_ask(input, FUZZ_DECODE, text, none);
    size_t offset = plain.refusal.offset, percent = text.length;
    fuzz_require(plain.verdict == URIPROOF_OK || plain.verdict == URIPROOF_INVALID,
                 "decoding is never silent", input);
    for (size_t back = 2; plain.verdict == URIPROOF_INVALID && back > 0; back--)
        if (back <= offset && text.octets[offset - back] == '%')
            percent = offset - back;
    if (plain.verdict == URIPROOF_INVALID) {
        fuzz_answer before =
            fuzz_ask(input, FUZZ_DECODE, (uriproof_span){text.octets, percent}, none);
        fuzz_require(percent < text.length && before.verdict == URIPROOF_OK,
                     "decoding is refused in an escape, and what is before it decodes", input);
        fuzz_answer_free(&before);
    }
    fuzz_answer_free(&plain);
}

/* ---- The partial form ---- */

static oracle_rfc1630 oracle;

/* Returns the folder of the grammars: `grammar` beside this program, which may have been taken to
 * another machine; or else that of the sources. */
static const char *grammar_folder(char path[PATH_MOST])
{
    static const char name[] = "grammar";
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MOST - sizeof name);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        memcpy(slash + 1, name, sizeof name);
    return slash != NULL && access(path, R_OK) == 0 ? path : URIPROOF_SOURCE_DIR "/vectors/grammar";
}

/* Opens the oracle once, before the first input. */
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    uriproof_error error;
    char path[PATH_MOST];
    (void)count;
    (void)arguments;
    if (oracle_rfc1630_open(&uriproof_rfc1630, grammar_folder(path), &oracle, &error))
        return 0;
    fprintf(stderr, "uriproof-fuzz-rfc1630: %s\n", error.words);
    abort();
}

static void check_oracle(const fuzz_input *input, const fuzz_answer *full)
{
    oracle_rfc1630_result expected =
        oracle_rfc1630_resolve(&oracle, &input->readings, input->text, input->second);
    bool defined = (expected.steps & (ORACLE_CONTEXT_REJECTED | ORACLE_NO_RUN)) == 0;
    bool absolute = (expected.steps & ORACLE_ABSOLUTE) != 0;
    fuzz_require(defined == (full->verdict != URIPROOF_SILENT),
                 "silent exactly where the oracle is", input);
    if (!defined)
        return;
    fuzz_require(uriproof_span_equal(fuzz_answer_text(full), oracle_span(&expected.text)),
                 "the result is the oracle's", input);
    fuzz_require(absolute == uriproof_rfc1630_is_absolute(input->second, &input->readings),
                 "what is absolute is told so", input);
}

/* Requires that a full form is its own in any context, that an absolute form stays as it is, and
 * that another one takes the scheme of its context. */
static void check_full_form(const fuzz_input *input, uriproof_span context, const fuzz_answer *full)
{
    uriproof_span result = fuzz_answer_text(full);
    size_t scheme = oracle_first(context, ':') + 1;
    if (uriproof_rfc1630_is_absolute(input->second, &input->readings))
        fuzz_require(uriproof_span_equal(result, input->second),
                     "an absolute form is given back as it is", input);
    else
        fuzz_require(result.length >= scheme && memcmp(result.octets, context.octets, scheme) == 0,
                     "a partial form takes the scheme of its context", input);
    if (full->verdict != URIPROOF_OK)
        return;
    fuzz_answer again = fuzz_ask(input, FUZZ_RESOLVE, uriproof_span_of("x:y"), result);
    fuzz_require(again.verdict == URIPROOF_OK &&
                     uriproof_span_equal(fuzz_answer_text(&again), result),
                 "a full form is its own full form", input);
    fuzz_answer_free(&again);
}

/* Returns the verdict if there is room for so many octets, in memory of exactly that size. */
static uriproof_verdict resolve_within(const fuzz_input *input, size_t room)
{
    uriproof_buffer out = {fuzz_allocate(room), room, 0};
    uriproof_verdict verdict =
        uriproof_rfc1630_resolve(input->text, input->second, &input->readings, &out, NULL);
    free(out.octets);
    return verdict;
}

static void check_resolve(const fuzz_input *input)
{
    uriproof_span context = {input->text.octets, oracle_first(input->text, '#')};
    size_t bound = input->text.length + input->second.length;
    fuzz_answer full = fuzz_ask(input, FUZZ_RESOLVE, input->text, input->second);
    if (!matches(input, context)) {
        fuzz_require(full.verdict == URIPROOF_SILENT && full.out.length == 0,
                     "in a context that does not derive nothing is resolved", input);
    } else {
        if (full.verdict != URIPROOF_SILENT)
            check_full_form(input, context, &full);
        if (context.length <= ORACLE_LONGEST && input->second.length <= ORACLE_LONGEST)
            check_oracle(input, &full);
    }
    fuzz_require(resolve_within(input, bound) == full.verdict, "the bound is room enough", input);
    fuzz_require(bound == 0 || resolve_within(input, bound - 1) == URIPROOF_NO_ROOM,
                 "less than the bound is no room", input);
    fuzz_answer_free(&full);
}

static void check_text(const fuzz_input *input, uriproof_span text)
{
    check_division(input, text);
    check_canonical(input, text);
    check_encoded(input, text);
    check_decoded(input, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = fuzz_input_read(&uriproof_rfc1630, data, size, FUZZ_TWO_TEXTS);
    check_text(&input, input.text);
    if (uriproof_present(input.second))
        check_text(&input, input.second);
    check_identity(&input);
    check_resolve(&input);
    fuzz_input_free(&input);
    return 0;
}
