/* SPDX-License-Identifier: MIT */
/*
 * Checks parsing in RFC 1630. The parts must be in the text, in order, with their delimiters
 * between them and no delimiter inside. The offset of a rejection must be the length of the longest
 * prefix of the text that some valid text has too (docs/vectors.md).
 */
#include "input.h"

#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc1630.h>

/* Each prefix of a valid text becomes valid if one of these is added. It can lack one or two
 * hexadecimal digits, the first octet of a part that may not be empty, the scheme or its colon, or
 * nothing. */
static const char *const endings[] = {"", "0", "00", ":", "0:", "00:", "a:"};
enum { ENDING_COUNT = sizeof endings / sizeof endings[0], ENDING_LONGEST = 3 };

static bool holds_octet(uriproof_span part, char octet)
{
    return part.length > 0 && memchr(part.octets, octet, part.length) != NULL;
}

static bool holds_any(uriproof_span part, const char *octets)
{
    for (; *octets != '\0'; octets++)
        if (holds_octet(part, *octets))
            return true;
    return false;
}

/* Returns the end of `part`, which must begin after `delimiter` at `at`. Returns `at` if the part
 * is absent, and NULL if it is elsewhere. */
static const char *after(const char *at, const char *end, char delimiter, uriproof_span part)
{
    if (at == NULL || !uriproof_present(part))
        return at;
    if (at == end || *at != delimiter || part.octets != at + 1)
        return NULL;
    return part.length <= (size_t)(end - part.octets) ? part.octets + part.length : NULL;
}

static void check_parts(const fuzz_input *input, const uriproof_generic *parts)
{
    const char *end = input->text.octets + input->text.length;
    fuzz_require(parts->scheme.octets == input->text.octets, "the scheme begins the text", input);
    fuzz_require(parts->scheme.length > 0 && parts->scheme.length < input->text.length,
                 "the scheme lies in the text, and is not void", input);
    fuzz_require(uriproof_present(parts->path), "there is a path", input);
    const char *at = parts->scheme.octets + parts->scheme.length;
    at = after(at, end, ':', parts->path);
    fuzz_require(at != NULL, "the path is after the scheme's colon", input);
    at = after(at, end, '?', parts->search);
    fuzz_require(at != NULL, "the search is after the path's question mark", input);
    at = after(at, end, '#', parts->fragmentid);
    fuzz_require(at != NULL, "the fragment is after a hash", input);
    fuzz_require(at == end, "the parts are the whole text", input);
    fuzz_require(!holds_any(parts->scheme, ":/?#+") && !holds_any(parts->path, "?#") &&
                     !holds_any(parts->search, "/?#") && !holds_any(parts->fragmentid, "/?#+"),
                 "no part holds a delimiter", input);
    fuzz_require(!uriproof_present(parts->search) || parts->search.length > 0,
                 "a search is not void", input);
}

static bool derives(const char *octets, size_t length, const fuzz_input *input)
{
    return uriproof_rfc1630_parse((uriproof_span){octets, length}, &input->readings, NULL, NULL);
}

/* Returns true if some valid text begins with the first `length` octets. */
static bool can_be_ended(const fuzz_input *input, size_t length)
{
    char *longer = fuzz_allocate(length + ENDING_LONGEST);
    bool found = false;
    memcpy(longer, input->text.octets, length);
    for (size_t i = 0; i < ENDING_COUNT && !found; i++) {
        size_t ending = strlen(endings[i]);
        memcpy(longer + length, endings[i], ending);
        found = derives(longer, length + ending, input);
    }
    free(longer);
    return found;
}

static bool is_production(const char *name)
{
    static const char *const names[] = {"fragmentaddress", "uri",        "scheme", "path",
                                        "search",          "fragmentid", "escape"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void check_refusal(const fuzz_input *input, const uriproof_refusal *refusal)
{
    fuzz_require(refusal->production != NULL && is_production(refusal->production),
                 "a refusal names a production", input);
    fuzz_require(refusal->clause != NULL && strncmp(refusal->clause, "rfc1630.", 8) == 0,
                 "a refusal names a clause", input);
    fuzz_require(refusal->offset <= input->text.length, "a refusal is in the text", input);
    fuzz_require(can_be_ended(input, refusal->offset),
                 "some valid text begins with what is before a refusal", input);
    fuzz_require(refusal->offset == input->text.length || !can_be_ended(input, refusal->offset + 1),
                 "no valid text begins with what is before a refusal and the octet there", input);
}

/* Requires that the prefix before the rejection is valid, or is rejected at its end. */
static void check_beginning(const fuzz_input *input, size_t offset)
{
    uriproof_refusal refusal;
    uriproof_span beginning = {input->text.octets, offset};
    fuzz_require(uriproof_rfc1630_parse(beginning, &input->readings, NULL, &refusal) ||
                     refusal.offset == offset,
                 "what is before a refusal is valid, or refused at its end", input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = fuzz_input_read(&uriproof_rfc1630, data, size, FUZZ_ONE_TEXT);
    uriproof_generic parts;
    uriproof_refusal refusal;
    bool valid = uriproof_rfc1630_parse(input.text, &input.readings, &parts, &refusal);
    if (valid) {
        check_parts(&input, &parts);
    } else {
        check_refusal(&input, &refusal);
        check_beginning(&input, refusal.offset);
    }
    fuzz_require(derives(input.text.octets, input.text.length, &input) == valid,
                 "without outputs the answer is the same", &input);
    fuzz_input_free(&input);
    return 0;
}
