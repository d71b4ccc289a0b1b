/* SPDX-License-Identifier: MIT */
/*
 * Requires that the parts of a text with their delimiters between them give the text again, and
 * that the words of a search joined by `+` give the search.
 */
#include "input.h"

#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc1630.h>

/* A text while it is put together. It stores at most `capacity` octets, but counts all of them, so
 * a text that is too long is noticed. */
typedef struct composition {
    char *octets;
    size_t capacity;
    size_t length;
} composition;

static void put(composition *text, uriproof_span part)
{
    if (part.length > 0 && text->length <= text->capacity &&
        part.length <= text->capacity - text->length)
        memcpy(text->octets + text->length, part.octets, part.length);
    text->length += part.length;
}

static void put_after(composition *text, const char *delimiter, uriproof_span part)
{
    if (!uriproof_present(part))
        return;
    put(text, uriproof_span_of(delimiter));
    put(text, part);
}

static bool gives_back(const composition *text, uriproof_span whole)
{
    return text->length == whole.length &&
           (whole.length == 0 || memcmp(text->octets, whole.octets, whole.length) == 0);
}

static void check_parts(const fuzz_input *input, const uriproof_generic *parts)
{
    composition text = {fuzz_allocate(input->text.length), input->text.length, 0};
    put(&text, parts->scheme);
    put_after(&text, ":", parts->path);
    put_after(&text, "?", parts->search);
    put_after(&text, "#", parts->fragmentid);
    fuzz_require(gives_back(&text, input->text), "the parts give back the text", input);
    free(text.octets);
}

static void check_words(const fuzz_input *input, uriproof_span search)
{
    composition text = {fuzz_allocate(search.length), search.length, 0};
    uriproof_span rest = search, word;
    size_t words = 0;
    while (uriproof_rfc1630_next_word(&rest, &word)) {
        fuzz_require(word.length > 0, "a word is not void", input);
        fuzz_require(memchr(word.octets, '+', word.length) == NULL, "no word holds a plus", input);
        put_after(&text, words++ > 0 ? "+" : "", word);
    }
    fuzz_require(gives_back(&text, search), "the words give back the search", input);
    fuzz_require((words > 0) == uriproof_present(search), "a search has words", input);
    fuzz_require(!uriproof_rfc1630_next_word(&rest, &word), "after the last word is none", input);
    free(text.octets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = fuzz_input_read(&uriproof_rfc1630, data, size, FUZZ_ONE_TEXT);
    uriproof_generic parts;
    if (uriproof_rfc1630_parse(input.text, &input.readings, &parts, NULL)) {
        check_parts(&input, &parts);
        check_words(&input, parts.search);
    }
    fuzz_input_free(&input);
    return 0;
}
