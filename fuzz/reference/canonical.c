/* SPDX-License-Identifier: MIT */
/*
 * Checks two operations of RFC 1630. A canonical form must match the grammar, be its own canonical
 * form, and be identical with the original URI. An encoded text must decode to the original text,
 * and must be a path segment in canonical form.
 */
#include "input.h"

#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc1630.h>

static uriproof_buffer room_for(size_t length)
{
    return (uriproof_buffer){fuzz_allocate(length), length, 0};
}

static uriproof_span span_of(const uriproof_buffer *buffer)
{
    return (uriproof_span){buffer->octets, buffer->length};
}

static bool is_same(const uriproof_buffer *buffer, uriproof_span text)
{
    return uriproof_span_equal(span_of(buffer), text);
}

static bool is_default(const fuzz_input *input)
{
    for (size_t i = 0; i < input->dialect->reading_count; i++)
        if (input->readings.value[i] != 0)
            return false;
    return true;
}

static void check_twice(const fuzz_input *input, uriproof_span once)
{
    uriproof_buffer twice = room_for(3 * once.length + 16);
    fuzz_require(uriproof_rfc1630_canonical(once, &input->readings, &twice, NULL) == URIPROOF_OK,
                 "a canonical form derives", input);
    fuzz_require(is_same(&twice, once), "a canonical form is its own", input);
    free(twice.octets);
}

static void check_identical(const fuzz_input *input, uriproof_span once)
{
    bool identical = false;
    fuzz_require(uriproof_rfc1630_identical(input->text, once, &input->readings, &identical,
                                            NULL) == URIPROOF_OK &&
                     identical,
                 "a canonical form is identical with its original", input);
}

/* Requires that a canonical form is hardly longer than its original. Only a few things make it
 * longer: a plus may become an escape, an empty host of file becomes `localhost`, and an omitted
 * Gopher type becomes `1`. */
static void check_length(const fuzz_input *input, uriproof_span once)
{
    size_t left_out = strlen("localhost");
    bool grows = input->readings.value[URIPROOF_RFC1630_PLUS_IN_SEARCH] != 0;
    fuzz_require(grows || once.length <= input->text.length + left_out,
                 "a canonical form is longer by no more than what was left out", input);
}

static size_t count_octet(uriproof_span part, char octet)
{
    size_t count = 0;
    for (size_t i = 0; i < part.length; i++)
        count += part.octets[i] == octet;
    return count;
}

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
static void check_structure(const fuzz_input *input, uriproof_span once)
{
    uriproof_generic own, other;
    if (!uriproof_rfc1630_parse(input->text, &input->readings, &own, NULL) ||
        !uriproof_rfc1630_parse(once, &input->readings, &other, NULL))
        return;
    bool plus_is_space = input->readings.value[URIPROOF_RFC1630_PLUS_IN_SEARCH] != 0;
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

static void check_canonical(const fuzz_input *input)
{
    uriproof_buffer once = room_for(3 * input->text.length + 16);
    uriproof_refusal own, refusal;
    bool valid = uriproof_rfc1630_parse(input->text, &input->readings, NULL, &own);
    uriproof_verdict verdict =
        uriproof_rfc1630_canonical(input->text, &input->readings, &once, &refusal);
    fuzz_require((verdict == URIPROOF_OK) == valid, "what derives has a canonical form", input);
    if (valid) {
        check_twice(input, span_of(&once));
        check_identical(input, span_of(&once));
        check_length(input, span_of(&once));
        check_structure(input, span_of(&once));
    } else {
        fuzz_require(refusal.offset == own.offset, "the refusal is that of parsing", input);
    }
    free(once.octets);
}

/* Returns the position of the percent sign of the escape that is broken at `offset`, or the text's
 * length if there is no such escape. */
static size_t percent_before(uriproof_span text, size_t offset)
{
    for (size_t back = 1; back <= 2 && back <= offset; back++)
        if (text.octets[offset - back] == '%')
            return offset - back;
    return text.length;
}

static void check_decode(const fuzz_input *input)
{
    uriproof_buffer out = room_for(input->text.length);
    uriproof_refusal refusal = {NULL, 0, NULL};
    uriproof_verdict verdict =
        uriproof_rfc1630_decode(input->text, &input->readings, &out, &refusal);
    if (verdict == URIPROOF_OK) {
        fuzz_require(out.length <= input->text.length, "decoding does not lengthen", input);
        free(out.octets);
        return;
    }
    fuzz_require(verdict == URIPROOF_INVALID && refusal.offset <= input->text.length,
                 "decoding is refused within the text", input);
    size_t percent = percent_before(input->text, refusal.offset);
    fuzz_require(percent < input->text.length, "decoding is refused in an escape", input);
    uriproof_span before = {input->text.octets, percent};
    fuzz_require(uriproof_rfc1630_decode(before, &input->readings, &out, NULL) == URIPROOF_OK,
                 "what is before a broken escape decodes", input);
    free(out.octets);
}

/* Requires that "x:" and the segment together are canonical, with a path of one segment. If a
 * reading allows only two octets in a segment, the text may not match. */
static void check_segment(const fuzz_input *input, uriproof_span segment)
{
    uriproof_generic parts;
    char *octets = fuzz_allocate(segment.length + 2);
    uriproof_span uri = {octets, segment.length + 2};
    memcpy(octets, "x:", 2);
    memcpy(octets + 2, segment.octets, segment.length);
    if (uriproof_rfc1630_parse(uri, &input->readings, &parts, NULL)) {
        uriproof_buffer canonical = room_for(3 * uri.length + 16);
        uriproof_rfc1630_canonical(uri, &input->readings, &canonical, NULL);
        fuzz_require(is_same(&canonical, uri), "what is encoded is canonical", input);
        fuzz_require(
            parts.path.length == segment.length &&
                (segment.length == 0 || memchr(segment.octets, '/', segment.length) == NULL),
            "what is encoded is one segment", input);
        free(canonical.octets);
    } else {
        fuzz_require(!is_default(input), "what is encoded derives", input);
    }
    free(octets);
}

static void check_encode(const fuzz_input *input)
{
    uriproof_buffer encoded = room_for(3 * input->text.length + 16);
    uriproof_buffer decoded = room_for(3 * input->text.length + 16);
    fuzz_require(uriproof_rfc1630_encode(input->text, &input->readings, &encoded) == URIPROOF_OK,
                 "encoding never refuses", input);
    fuzz_require(uriproof_rfc1630_decode(span_of(&encoded), &input->readings, &decoded, NULL) ==
                         URIPROOF_OK &&
                     is_same(&decoded, input->text),
                 "what is encoded decodes to the text", input);
    uriproof_span segment = span_of(&encoded);
    fuzz_require(!uriproof_span_equal(segment, uriproof_span_of(".")) &&
                     !uriproof_span_equal(segment, uriproof_span_of("..")),
                 "what is encoded is no dot segment", input);
    check_segment(input, segment);
    free(encoded.octets);
    free(decoded.octets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = fuzz_input_read(&uriproof_rfc1630, data, size, FUZZ_ONE_TEXT);
    check_canonical(&input);
    check_decode(&input);
    check_encode(&input);
    fuzz_input_free(&input);
    return 0;
}
