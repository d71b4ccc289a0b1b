/* SPDX-License-Identifier: MIT */
/*
 * The partial form: bounds, an absolute form as it is, a full form that is its own, and all of
 * it against a naive rewriting. That one is written from the words of RFC 1630, "Partial
 * (relative) form", and docs/readings.md alone: it looks for one pattern in the text, cuts it
 * out, and starts again, in quadratic time, so it is asked about short texts only.
 */
#include "input.h"

#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc1630.h>

enum { NAIVE_LONGEST = 512 };

/* The text that the naive rewriting works on. */
typedef struct draft {
    char octets[2 * NAIVE_LONGEST];
    size_t length;
} draft;

static bool reads(const fuzz_input *input, uriproof_rfc1630_reading reading)
{
    return input->readings.value[reading] != 0;
}

static void add(draft *text, const char *octets, size_t length)
{
    if (length > 0)
        memcpy(text->octets + text->length, octets, length);
    text->length += length;
}

static void cut(draft *text, size_t at, size_t length)
{
    memmove(text->octets + at, text->octets + at + length, text->length - at - length);
    text->length -= length;
}

static size_t find(uriproof_span text, size_t from, char octet)
{
    while (from < text.length && text.octets[from] != octet)
        from++;
    return from;
}

static uriproof_span span_of(const draft *text)
{
    return (uriproof_span){text->octets, text->length};
}

static bool has_at(const draft *text, size_t end, size_t at, const char *pattern)
{
    size_t length = strlen(pattern);
    return at + length <= end && memcmp(text->octets + at, pattern, length) == 0;
}

/* The path of a URI: [start, end). Its elements begin at `start`, or, where the reading spares
 * the authority, after the slash that ends the authority. */
typedef struct extent {
    size_t start;
    size_t end;
    bool spared;
} extent;

static extent path_of(const fuzz_input *input, const draft *text)
{
    extent path = {find(span_of(text), 0, ':') + 1, find(span_of(text), 0, '?'), false};
    if (reads(input, URIPROOF_RFC1630_DOT_SCOPE) && has_at(text, path.end, path.start, "//")) {
        size_t slash = find(span_of(text), path.start + 2, '/');
        path.start = slash < path.end ? slash : path.end;
        path.spared = true;
    }
    return path;
}

/* "xxx/../", where xxx is a complete element. */
static bool cut_parent(const fuzz_input *input, draft *text, extent path)
{
    bool void_counts = !reads(input, URIPROOF_RFC1630_VOID_XXX);
    for (size_t at = path.start + (path.spared ? 1 : 0); at < path.end;) {
        size_t slash = find(span_of(text), at, '/');
        if (slash >= path.end)
            return false;
        size_t length = slash - at;
        bool is_dots = (length == 1 && has_at(text, path.end, at, ".")) ||
                       (length == 2 && has_at(text, path.end, at, ".."));
        if (!is_dots && (length > 0 || void_counts) && has_at(text, path.end, slash, "/../")) {
            cut(text, at, length + strlen("/../"));
            return true;
        }
        at = slash + 1;
    }
    return false;
}

/* "/.", where "." is a complete element. */
static bool cut_self(draft *text, extent path)
{
    for (size_t at = path.start; at < path.end; at++) {
        bool complete = at + 2 == path.end || has_at(text, path.end, at + 2, "/");
        if (complete && has_at(text, path.end, at, "/.")) {
            cut(text, at, strlen("/."));
            return true;
        }
    }
    return false;
}

/* What is an authority is so in the result as it was put together: "//" that only a removal
 * brings to the front makes none. */
static void rewrite(const fuzz_input *input, draft *text)
{
    bool self_first = reads(input, URIPROOF_RFC1630_REMOVAL_ORDER);
    extent path = path_of(input, text);
    size_t before;
    do {
        before = text->length;
        if (self_first && !cut_self(text, path))
            cut_parent(input, text, path);
        if (!self_first && !cut_parent(input, text, path))
            cut_self(text, path);
        path.end -= before - text->length;
    } while (text->length != before);
}

static size_t run_at(uriproof_span text, size_t at)
{
    size_t slashes = 0;
    while (at + slashes < text.length && text.octets[at + slashes] == '/')
        slashes++;
    return slashes;
}

/* "no greater number of consecutive slashes anywhere to the right of it" */
static bool longer_run_after(uriproof_span text, size_t at, size_t slashes)
{
    for (; at < text.length; at++)
        if (run_at(text, at) > slashes)
            return true;
    return false;
}

/* The text's length where there is no such run. */
static size_t matching_run(const fuzz_input *input, uriproof_span context, size_t slashes)
{
    bool printed = reads(input, URIPROOF_RFC1630_SLASH_PREFIX);
    for (size_t at = 0; at < context.length; at++) {
        bool begins = at == 0 || context.octets[at - 1] != '/';
        if (begins && run_at(context, at) == slashes &&
            !(printed && longer_run_after(context, at + slashes, slashes)))
            return at;
    }
    return context.length;
}

/* "anything following the rightmost slash", or the whole path where there is none. */
static size_t last_part(uriproof_span context)
{
    size_t start = find(context, 0, ':') + 1;
    for (size_t at = start; at < context.length; at++)
        if (context.octets[at] == '/')
            start = at + 1;
    return start;
}

/* Of a form without its fragment. */
static bool is_absolute(const fuzz_input *input, uriproof_span form)
{
    size_t colon = find(form, 0, ':');
    if (colon == form.length || find(form, 0, '/') < colon)
        return false;
    uriproof_span alone = {form.octets, colon + 1};
    return !reads(input, URIPROOF_RFC1630_ABSOLUTE_TEST) ||
           uriproof_rfc1630_parse(alone, &input->readings, NULL, NULL);
}

/* The full form of `form`, both without fragment. False where the RFC is silent. */
static bool expand(const fuzz_input *input, uriproof_span context, uriproof_span form, draft *full)
{
    size_t slashes = run_at(form, 0);
    if (is_absolute(input, form)) {
        add(full, form.octets, form.length);
        return true;
    }
    if (form.length == 0 && reads(input, URIPROOF_RFC1630_VOID_PARTIAL)) {
        add(full, context.octets, context.length);
        return true;
    }
    size_t kept = slashes > 0 ? matching_run(input, context, slashes) : last_part(context);
    if (slashes > 0 && kept == context.length)
        return false;
    add(full, context.octets, kept);
    add(full, form.octets, form.length);
    if (slashes == 0 || reads(input, URIPROOF_RFC1630_DOTS_AFTER_SLASH))
        rewrite(input, full);
    return true;
}

static void check_naive(const fuzz_input *input, uriproof_span context, uriproof_span partial,
                        uriproof_verdict verdict, uriproof_span result)
{
    draft full = {.length = 0};
    size_t hash = find(partial, 0, '#');
    uriproof_span form = {partial.octets, hash};
    bool defined = expand(input, context, form, &full);
    fuzz_require(defined == (verdict != URIPROOF_SILENT),
                 "silent exactly where the naive resolution is", input);
    if (!defined)
        return;
    if (hash < partial.length)
        add(&full, partial.octets + hash, partial.length - hash);
    fuzz_require(uriproof_span_equal(result, span_of(&full)),
                 "the result is that of the naive resolution", input);
}

/* The result is an absolute form, so it is its own full form in any context. */
static void check_again(const fuzz_input *input, uriproof_span result)
{
    uriproof_span context = uriproof_span_of("x:y");
    size_t bound = context.length + result.length;
    uriproof_buffer again = {fuzz_allocate(bound), bound, 0};
    fuzz_require(uriproof_rfc1630_resolve(context, result, &input->readings, &again, NULL) ==
                         URIPROOF_OK &&
                     uriproof_span_equal((uriproof_span){again.octets, again.length}, result),
                 "a full form is its own full form", input);
    free(again.octets);
}

static void check_result(const fuzz_input *input, uriproof_span context, uriproof_verdict verdict,
                         uriproof_span result)
{
    uriproof_span partial = input->second;
    uriproof_span form = {partial.octets, find(partial, 0, '#')};
    bool derives = uriproof_rfc1630_parse(result, &input->readings, NULL, NULL);
    fuzz_require((verdict == URIPROOF_OK) == derives, "OK is said where the result derives", input);
    bool absolute = uriproof_rfc1630_is_absolute(partial, &input->readings);
    fuzz_require(absolute == is_absolute(input, form), "what is absolute is told so", input);
    fuzz_require(!absolute || uriproof_span_equal(result, partial),
                 "an absolute form is given back as it is", input);
    size_t scheme = find(context, 0, ':') + 1;
    fuzz_require(
        absolute || (result.length >= scheme && memcmp(result.octets, context.octets, scheme) == 0),
        "a partial form takes the scheme of its context", input);
    if (derives)
        check_again(input, result);
}

static void check_verdict(const fuzz_input *input, uriproof_verdict verdict,
                          const uriproof_buffer *out)
{
    uriproof_span context = {input->text.octets, find(input->text, 0, '#')};
    uriproof_span result = {out->octets, out->length};
    if (!uriproof_rfc1630_parse(context, &input->readings, NULL, NULL)) {
        fuzz_require(verdict == URIPROOF_SILENT && out->length == 0,
                     "in a context that does not derive nothing is resolved", input);
        return;
    }
    fuzz_require(verdict != URIPROOF_NO_ROOM, "the bound is room enough", input);
    if (verdict != URIPROOF_SILENT)
        check_result(input, context, verdict, result);
    if (context.length <= NAIVE_LONGEST && input->second.length <= NAIVE_LONGEST)
        check_naive(input, context, input->second, verdict, result);
}

/* One octet less than the bound, in a block of its own. */
static void check_no_room(const fuzz_input *input, size_t bound)
{
    uriproof_refusal refusal;
    uriproof_buffer out = {fuzz_allocate(bound - 1), bound - 1, 0};
    fuzz_require(uriproof_rfc1630_resolve(input->text, input->second, &input->readings, &out,
                                          &refusal) == URIPROOF_NO_ROOM,
                 "less than the bound is no room", input);
    free(out.octets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = fuzz_input_read(&uriproof_rfc1630, data, size, FUZZ_TWO_TEXTS);
    size_t bound = input.text.length + input.second.length;
    uriproof_buffer out = {fuzz_allocate(bound), bound, 0};
    uriproof_refusal refusal = {NULL, 0, NULL};
    uriproof_verdict verdict =
        uriproof_rfc1630_resolve(input.text, input.second, &input.readings, &out, &refusal);
    fuzz_require(out.length <= bound, "the result is within the bound", &input);
    check_verdict(&input, verdict, &out);
    if (bound > 0)
        check_no_room(&input, bound);
    free(out.octets);
    fuzz_input_free(&input);
    return 0;
}
