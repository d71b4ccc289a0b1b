/* SPDX-License-Identifier: MIT */
/*
 * Checks properties that hold for every dialect. Each dialect is asked all its operations about
 * each input, with the buffer sizes of reference.h (ask.h), and the answers are compared. So a new
 * dialect is fuzzed as soon as it is in the table.
 */
#include "ask.h"
#include "oracle/oracle.h"

#include <stdlib.h>
#include <string.h>

/* How many prefixes of a text that matches are tried; two longer ones are tried too. */
enum { ALL_BEGINNINGS = 24 };

static const uriproof_span none = {NULL, 0};

static const char *end_of(uriproof_span part)
{
    return part.octets + part.length;
}

/* Returns true if `part` is absent, or comes after `delimiter` at *at in a text that ends at `end`.
 * Then sets *at to the end of the part. */
static bool follows(const char **at, const char *end, const char *delimiter, uriproof_span part)
{
    if (*at == NULL || !uriproof_present(part))
        return *at != NULL;
    size_t length = strlen(delimiter), rest = (size_t)(end - *at);
    if (length > rest || memcmp(*at, delimiter, length) != 0 || part.octets != *at + length ||
        part.length > rest - length)
        return false;
    *at = end_of(part);
    return true;
}

/* Returns true if the answer is this text. An absent text counts as empty. */
static bool is_text(const fuzz_answer *answer, uriproof_span text)
{
    return answer->verdict == URIPROOF_OK && answer->out.length == text.length &&
           (text.length == 0 || memcmp(answer->out.octets, text.octets, text.length) == 0);
}

/* Returns true if the text matches the grammar, but a reading rejects the result. Such a rejection
 * has no position. */
static bool rejects_result(const fuzz_answer *answer)
{
    return answer->verdict == URIPROOF_INVALID && answer->refusal.production == NULL;
}

/* Returns the position of the scheme in the text, which may have a prefix, or NULL if the scheme is
 * not in the text. */
static const char *scheme_in(uriproof_span text, uriproof_span scheme)
{
    size_t prefix = uriproof_present(scheme) ? (size_t)(scheme.octets - text.octets) : text.length;
    bool inside = prefix < text.length && scheme.length > 0 && scheme.length < text.length - prefix;
    return inside ? scheme.octets : NULL;
}

static void check_generic(const fuzz_input *input, uriproof_span text,
                          const uriproof_generic *parts)
{
    const char *end = end_of(text), *at = scheme_in(text, parts->scheme);
    fuzz_require(at != NULL, "the scheme lies in the text, and is not void", input);
    fuzz_require(uriproof_present(parts->path), "there is a path", input);
    fuzz_require(follows(&at, end, "", parts->scheme) && follows(&at, end, ":", parts->path) &&
                     follows(&at, end, "?", parts->search) &&
                     follows(&at, end, "#", parts->fragmentid) && at == end,
                 "the parts lie in the text, in order, and are all of it", input);
}

/* Requires that user and password make up the userinfo, if the dialect splits it. */
static void check_userinfo(const fuzz_input *input, const uriproof_components *parts)
{
    uriproof_span userinfo = parts->userinfo;
    if (!uriproof_present(parts->user)) {
        fuzz_require(!uriproof_present(parts->password), "a password has a user", input);
        return;
    }
    fuzz_require(uriproof_present(userinfo), "a user has a userinfo", input);
    const char *at = userinfo.octets, *end = end_of(userinfo);
    fuzz_require(follows(&at, end, "", parts->user) && follows(&at, end, ":", parts->password) &&
                     at == end,
                 "user and password are the userinfo", input);
}

/* Checks the parts by RFC 3986, 5.3. The userinfo comes after the double slash, and the host after
 * the at sign. */
static void check_components(const fuzz_input *input, uriproof_span text,
                             const uriproof_components *parts)
{
    const char *end = end_of(text), *at = scheme_in(text, parts->scheme);
    bool has_userinfo = uriproof_present(parts->userinfo);
    bool has_host = uriproof_present(parts->host);
    fuzz_require(at != NULL, "the scheme lies in the text, and is not void", input);
    fuzz_require(uriproof_present(parts->path), "there is a path", input);
    fuzz_require(has_host || (!has_userinfo && !uriproof_present(parts->port)),
                 "userinfo and port have a host", input);
    bool in_order = follows(&at, end, "", parts->scheme) && at != end && *at++ == ':' &&
                    follows(&at, end, "//", parts->userinfo) &&
                    follows(&at, end, has_userinfo ? "@" : "//", parts->host) &&
                    follows(&at, end, ":", parts->port) && follows(&at, end, "", parts->path) &&
                    follows(&at, end, "?", parts->query) && follows(&at, end, "#", parts->fragment);
    fuzz_require(in_order && at == end, "the parts lie in the text, in order, and are all of it",
                 input);
    check_userinfo(input, parts);
}

/* Returns a copy of the first `length` octets in memory of exactly this size. */
static uriproof_span beginning(uriproof_span text, size_t length)
{
    char *octets = fuzz_allocate(length);
    if (length > 0)
        memcpy(octets, text.octets, length);
    return (uriproof_span){octets, length};
}

/* Requires that some valid text has the first `length` octets as a prefix. */
static void check_beginning(const fuzz_input *input, uriproof_span text, size_t length)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    uriproof_span start = beginning(text, length);
    fuzz_require(fuzz_parse(input, start, &parts, &refusal) || refusal.offset == length,
                 "what a valid text begins with is valid, or refused at its end", input);
    free((char *)start.octets);
}

/* Requires that the offset is the length of the longest prefix that some valid text has too. With
 * the next octet the prefix must be rejected at the same offset. */
static void check_offset(const fuzz_input *input, uriproof_span text, size_t offset)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    check_beginning(input, text, offset);
    if (offset == text.length)
        return;
    uriproof_span start = beginning(text, offset + 1);
    fuzz_require(!fuzz_parse(input, start, &parts, &refusal) && refusal.offset == offset,
                 "a refusal needs no octet after its own", input);
    free((char *)start.octets);
}

/* Returns true if the text matches, and checks the parts or the refusal. */
static bool check_parse(const fuzz_input *input, uriproof_span text, uriproof_refusal *refusal)
{
    uriproof_parts parts;
    if (!fuzz_parse(input, text, &parts, refusal)) {
        check_offset(input, text, refusal->offset);
        return false;
    }
    fuzz_require(parts.has_generic || parts.has_components, "what derives has parts", input);
    if (parts.has_generic)
        check_generic(input, text, &parts.generic);
    if (parts.has_components)
        check_components(input, text, &parts.components);
    check_beginning(input, text, text.length / 2);
    check_beginning(input, text, text.length - 1);
    for (size_t length = 0; length < text.length && length < ALL_BEGINNINGS; length++)
        check_beginning(input, text, length);
    return true;
}

static char lower_case(char octet)
{
    return (char)(octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet);
}

/* Returns the decoded scheme of a text that matches the grammar. The caller frees the answer. */
static fuzz_answer plain_scheme(const fuzz_input *input, uriproof_span text)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    fuzz_require(fuzz_parse(input, text, &parts, &refusal), "a canonical form derives", input);
    fuzz_answer plain =
        fuzz_ask(input, FUZZ_DECODE,
                 parts.has_generic ? parts.generic.scheme : parts.components.scheme, none);
    fuzz_require(plain.verdict == URIPROOF_OK, "a scheme decodes", input);
    return plain;
}

/* Requires that both texts have the same scheme, apart from escapes and case. */
static void check_scheme(const fuzz_input *input, uriproof_span text, uriproof_span once)
{
    fuzz_answer own = plain_scheme(input, text), other = plain_scheme(input, once);
    bool same = own.out.length == other.out.length;
    for (size_t i = 0; same && i < own.out.length; i++)
        same = lower_case(own.out.octets[i]) == lower_case(other.out.octets[i]);
    fuzz_require(same, "a canonical form has the scheme of its original", input);
    fuzz_answer_free(&own);
    fuzz_answer_free(&other);
}

/* Requires that a canonical form matches the grammar, is its own canonical form, and is identical
 * with its original. */
static void check_canonical(const fuzz_input *input, uriproof_span text, uriproof_span once)
{
    check_scheme(input, text, once);
    fuzz_answer twice = fuzz_ask(input, FUZZ_NORMALIZE, once, none);
    fuzz_require(is_text(&twice, once), "a canonical form is its own", input);
    fuzz_answer_free(&twice);
    fuzz_answer same = fuzz_ask(input, FUZZ_EQUIVALENT, text, once);
    fuzz_require(same.verdict == URIPROOF_SILENT || (same.verdict == URIPROOF_OK && same.equal),
                 "a canonical form is identical with its original", input);
    fuzz_answer_free(&same);
}

/* Checks the canonical form of `text` and returns it. The caller frees the answer. */
static fuzz_answer check_normalize(const fuzz_input *input, uriproof_span text, bool valid,
                                   const uriproof_refusal *refusal)
{
    fuzz_answer form = fuzz_ask(input, FUZZ_NORMALIZE, text, none);
    if (valid)
        fuzz_require(form.verdict != URIPROOF_INVALID || rejects_result(&form),
                     "what derives is refused no canonical form", input);
    else
        fuzz_require(form.verdict != URIPROOF_OK && fuzz_same_refusal(&form.refusal, refusal),
                     "what does not derive has no canonical form, for the reason that parsing has",
                     input);
    if (form.verdict == URIPROOF_OK)
        check_canonical(input, text, fuzz_answer_text(&form));
    return form;
}

static void check_reflexive(const fuzz_input *input, uriproof_span text)
{
    fuzz_answer self = fuzz_ask(input, FUZZ_EQUIVALENT, text, text);
    fuzz_require((self.verdict == URIPROOF_OK && self.equal) || rejects_result(&self),
                 "a text is identical with itself", input);
    fuzz_answer_free(&self);
}

/* Requires that the answer is the oracle's. */
static void check_decoded(const fuzz_input *input, uriproof_span text, const fuzz_answer *plain)
{
    if (text.length > ORACLE_STRING_MAX)
        return;
    oracle_decoded decoded = oracle_decode(input->dialect, &input->readings, text);
    bool rejected = decoded.is_broken ||
                    (decoded.has_null &&
                     oracle_reads(input->dialect, &input->readings, "decode-null", "rejected"));
    fuzz_require((plain->verdict == URIPROOF_OK) == !rejected,
                 "what decodes is what the oracle decodes", input);
    fuzz_require(rejected || is_text(plain, oracle_span(&decoded.text)),
                 "it decodes to what the oracle says", input);
}

static void check_decode(const fuzz_input *input, uriproof_span text)
{
    fuzz_answer plain = fuzz_ask(input, FUZZ_DECODE, text, none);
    check_decoded(input, text, &plain);
    bool bare = text.length == 0 || memchr(text.octets, '%', text.length) == NULL;
    fuzz_require(!bare || is_text(&plain, text), "a text without escapes decodes to itself", input);
    if (plain.verdict != URIPROOF_OK) { /* the text is rejected, or the specification says nothing
                                           of a broken escape */
        uriproof_span start = beginning(text, plain.refusal.offset);
        fuzz_answer before = fuzz_ask(input, FUZZ_DECODE, start, none);
        fuzz_require(before.verdict == URIPROOF_OK ||
                         (before.verdict == plain.verdict && before.refusal.offset == start.length),
                     "what is before a refusal decodes, or is refused at its end", input);
        fuzz_answer_free(&before);
        free((char *)start.octets);
    }
    fuzz_answer_free(&plain);
}

static void check_encode(const fuzz_input *input, uriproof_span text)
{
    const uriproof_dialect *dialect = input->dialect;
    fuzz_answer safe = fuzz_ask(input, FUZZ_ENCODE, text, none);
    uriproof_span encoded = fuzz_answer_text(&safe);
    fuzz_require(safe.verdict == URIPROOF_OK, "encoding never refuses", input);
    fuzz_require(dialect->encodes(encoded, text, &input->readings),
                 "what is encoded is the text made safe", input);
    fuzz_answer plain = fuzz_ask(input, FUZZ_DECODE, encoded, none);
    fuzz_require(is_text(&plain, text) || rejects_result(&plain),
                 "what is encoded decodes to the text", input);
    fuzz_answer_free(&plain);
    fuzz_answer_free(&safe);
}

/* Requires that a text which `encodes` accepts also decodes to the original text. */
static void check_encodes(const fuzz_input *input, uriproof_span encoded, uriproof_span text)
{
    if (!input->dialect->encodes(encoded, text, &input->readings))
        return;
    fuzz_answer plain = fuzz_ask(input, FUZZ_DECODE, encoded, none);
    fuzz_require(is_text(&plain, text) || rejects_result(&plain),
                 "what is a text made safe decodes to it", input);
    fuzz_answer_free(&plain);
}

/* Returns true if a whole rule matched although the URL is rejected. afsaddress "is not a url": its
 * parts are reported, but the text is rejected at its first octet or after its prefix. */
static bool is_whole_production(const fuzz_answer *url)
{
    return url->verdict == URIPROOF_INVALID && url->production != NULL &&
           (url->refusal.offset == 0 || url->refusal.offset == strlen("url:"));
}

static void check_url(const fuzz_input *input, uriproof_span text)
{
    if (input->dialect->url == NULL)
        return;
    fuzz_answer url = fuzz_ask(input, FUZZ_URL, text, none);
    if (url.verdict == URIPROOF_OK)
        fuzz_require(url.production != NULL && *url.production != '\0',
                     "a URL that derives has its production named", input);
    else
        fuzz_require(url.told == 0 || is_whole_production(&url),
                     "only of what derives are parts told", input);
    if (url.verdict == URIPROOF_INVALID) {
        uriproof_span start = beginning(text, url.refusal.offset);
        fuzz_answer before = fuzz_ask(input, FUZZ_URL, start, none);
        fuzz_require(before.verdict != URIPROOF_INVALID || before.refusal.offset == start.length,
                     "what is before a refusal is not refused, or at its end", input);
        fuzz_answer_free(&before);
        free((char *)start.octets);
    }
    fuzz_answer_free(&url);
}

/* The answers about one text, which the checks of two texts need. */
typedef struct known {
    uriproof_span text;
    bool valid;
    uriproof_refusal refusal;
    fuzz_answer form;
} known;

static known check_one(const fuzz_input *input, uriproof_span text)
{
    known found = {.text = text};
    found.valid = check_parse(input, text, &found.refusal);
    found.form = check_normalize(input, text, found.valid, &found.refusal);
    if (found.valid)
        check_reflexive(input, text);
    check_decode(input, text);
    check_encode(input, text);
    check_url(input, text);
    return found;
}

/* Returns true if a reading rejects the canonical form, and gives no text. If there is a text, the
 * parts are known, and can be compared. */
static bool lacks_form(const fuzz_answer *form)
{
    return rejects_result(form) && form->out.length == 0;
}

/* Requires that two texts are identical just if their canonical forms are equal. */
static void check_equivalent(const fuzz_input *input, const known *one, const known *two)
{
    fuzz_answer forth = fuzz_ask(input, FUZZ_EQUIVALENT, one->text, two->text);
    fuzz_answer back = fuzz_ask(input, FUZZ_EQUIVALENT, two->text, one->text);
    bool both = one->valid && two->valid;
    bool rejected = lacks_form(&one->form) || lacks_form(&two->form);
    if (both)
        fuzz_require((forth.verdict == URIPROOF_INVALID) == rejected,
                     "what derives is compared, if both have a canonical form", input);
    else
        fuzz_require(forth.verdict != URIPROOF_OK, "what does not derive is not compared", input);
    fuzz_require(both ||
                     fuzz_same_refusal(&forth.refusal, one->valid ? &two->refusal : &one->refusal),
                 "the refusal is that of the first that does not derive", input);
    fuzz_require(forth.verdict == back.verdict &&
                     (forth.verdict != URIPROOF_OK || forth.equal == back.equal),
                 "identity is the same both ways round", input);
    if (one->form.verdict == URIPROOF_OK && two->form.verdict == URIPROOF_OK) {
        bool same = uriproof_span_equal(fuzz_answer_text(&one->form), fuzz_answer_text(&two->form));
        fuzz_require(same == (forth.verdict == URIPROOF_OK && forth.equal),
                     "identical are those whose canonical forms are the same octets", input);
    }
    fuzz_answer_free(&forth);
    fuzz_answer_free(&back);
}

static uriproof_span from_hash(uriproof_span text)
{
    const char *hash = text.length > 0 ? memchr(text.octets, '#', text.length) : NULL;
    return hash != NULL ? (uriproof_span){hash, (size_t)(end_of(text) - hash)} : none;
}

/* Requires that the fragment of the base makes no difference. */
static void check_base_fragment(const fuzz_input *input, uriproof_span base, uriproof_span ref,
                                const fuzz_answer *full)
{
    uriproof_span alone = {base.octets, base.length - from_hash(base).length};
    fuzz_answer again = fuzz_ask(input, FUZZ_RESOLVE, alone, ref);
    fuzz_require(again.verdict == full->verdict &&
                     uriproof_span_equal(fuzz_answer_text(&again), fuzz_answer_text(full)),
                 "without its fragment the base gives the same", input);
    fuzz_answer_free(&again);
}

static void check_resolve(const fuzz_input *input, const known *base, uriproof_span ref)
{
    fuzz_answer full = fuzz_ask(input, FUZZ_RESOLVE, base->text, ref);
    uriproof_span result = fuzz_answer_text(&full);
    uriproof_parts parts;
    uriproof_refusal refusal;
    bool valid = fuzz_parse(input, result, &parts, &refusal);
    bool other_parts = rejects_result(&full); /* the text may match, but is not meant */
    fuzz_require(other_parts || (full.verdict == URIPROOF_OK) == valid,
                 "OK is said where the result derives", input);
    fuzz_require(full.verdict != URIPROOF_SILENT || result.length == 0,
                 "where the text is silent there is no result", input);
    fuzz_require(full.verdict != URIPROOF_INVALID || other_parts ||
                     fuzz_same_refusal(&refusal, &full.refusal),
                 "the refusal is that of the result", input);
    if (result.length > 0)
        fuzz_require(uriproof_span_equal(from_hash(result), from_hash(ref)),
                     "the fragment of the result is that of the reference", input);
    if (base->valid)
        check_base_fragment(input, base->text, ref, &full);
    fuzz_answer_free(&full);
}

static void check_dialect(const fuzz_input *input)
{
    known one = check_one(input, input->text);
    known two = check_one(input, input->second);
    check_equivalent(input, &one, &two);
    check_resolve(input, &one, input->second);
    check_resolve(input, &two, input->text);
    check_encodes(input, input->text, input->second);
    check_encodes(input, input->second, input->text);
    fuzz_answer_free(&one.form);
    fuzz_answer_free(&two.form);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count; i++) {
        if (dialects[i]->parse == NULL) /* the target `writers` has these */
            continue;
        fuzz_input input = fuzz_input_read(dialects[i], data, size, FUZZ_TWO_TEXTS_ALL_READINGS);
        check_dialect(&input);
        fuzz_input_free(&input);
    }
    return 0;
}
