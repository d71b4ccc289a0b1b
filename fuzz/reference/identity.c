/* SPDX-License-Identifier: MIT */
/*
 * Checks identity in RFC 1630. A URI must be identical with itself. The order of the two must not
 * matter. Two URIs must be identical just if their canonical forms are equal. A URI that is made
 * "safer" by more escapes must stay identical.
 */
#include "input.h"

#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc1630.h>

typedef struct answer {
    uriproof_verdict verdict;
    bool identical;
    uriproof_refusal refusal;
} answer;

static answer ask(const fuzz_input *input, uriproof_span uri, uriproof_span other)
{
    answer found = {URIPROOF_OK, false, {NULL, 0, NULL}};
    found.verdict =
        uriproof_rfc1630_identical(uri, other, &input->readings, &found.identical, &found.refusal);
    return found;
}

/* Returns the canonical form. The caller frees the octets. */
static uriproof_buffer canonical_of(const fuzz_input *input, uriproof_span uri,
                                    uriproof_verdict *verdict)
{
    uriproof_buffer out = {fuzz_allocate(3 * uri.length + 16), 3 * uri.length + 16, 0};
    *verdict = uriproof_rfc1630_canonical(uri, &input->readings, &out, NULL);
    return out;
}

/* Returns true if the refusal is the one that parsing gives for `uri`. */
static bool is_refusal_of(const fuzz_input *input, uriproof_span uri,
                          const uriproof_refusal *refusal)
{
    uriproof_refusal own;
    return !uriproof_rfc1630_parse(uri, &input->readings, NULL, &own) &&
           own.offset == refusal->offset && strcmp(own.production, refusal->production) == 0 &&
           strcmp(own.clause, refusal->clause) == 0;
}

static void check_pair(const fuzz_input *input, uriproof_span uri, uriproof_span other)
{
    uriproof_verdict first, second;
    uriproof_buffer a = canonical_of(input, uri, &first);
    uriproof_buffer b = canonical_of(input, other, &second);
    bool both = first == URIPROOF_OK && second == URIPROOF_OK;
    answer forth = ask(input, uri, other);
    answer back = ask(input, other, uri);
    bool undefined = forth.verdict == URIPROOF_SILENT;
    fuzz_require(forth.verdict == URIPROOF_OK ? both : undefined,
                 "identity is defined only where both derive", input);
    fuzz_require(!both || !undefined || strcmp(forth.refusal.production, "scheme") == 0,
                 "where both derive it is only the case of the scheme that leaves identity open",
                 input);
    fuzz_require(forth.verdict == back.verdict && forth.identical == back.identical,
                 "identity is the same both ways round", input);
    fuzz_require(both || is_refusal_of(input, first == URIPROOF_OK ? other : uri, &forth.refusal),
                 "the refusal is that of the first that does not derive", input);
    bool equal = a.length == b.length && memcmp(a.octets, b.octets, a.length) == 0;
    fuzz_require(!both || (forth.verdict == URIPROOF_OK ? forth.identical == equal : !equal),
                 "identical are those whose canonical forms are the same octets", input);
    free(a.octets);
    free(b.octets);
}

static bool is_alphanumeric(char octet)
{
    return (octet >= '0' && octet <= '9') || (octet >= 'A' && octet <= 'Z') ||
           (octet >= 'a' && octet <= 'z');
}

static void put_escape(char *to, char octet, const char *digits)
{
    to[0] = '%';
    to[1] = digits[(unsigned char)octet >> 4];
    to[2] = digits[(unsigned char)octet & 0xF];
}

/* Returns the URI with every unescaped letter and digit after the first `kept` octets escaped,
 * "while leaving already encoded characters still encoded". The caller frees the octets. */
static uriproof_buffer safer(const fuzz_input *input, uriproof_span uri, size_t kept)
{
    bool prose = input->readings.value[URIPROOF_RFC1630_HEX_LETTERS] != 0;
    const char *digits = prose ? "0123456789ABCDEF" : "0123456789abcdef";
    uriproof_buffer more = {fuzz_allocate(3 * uri.length + 16), 3 * uri.length + 16, 0};
    for (size_t i = 0; i < uri.length;) {
        if (i >= kept && is_alphanumeric(uri.octets[i])) {
            put_escape(more.octets + more.length, uri.octets[i++], digits);
            more.length += 3;
            continue;
        }
        size_t whole = uri.octets[i] == '%' ? 3 : 1;
        memcpy(more.octets + more.length, uri.octets + i, whole);
        more.length += whole;
        i += whole;
    }
    return more;
}

/* Requires that a URI is identical with itself, and with a safer form of it. A scheme begins with
 * an unescaped letter, so its first octet is kept. */
static void check_one(const fuzz_input *input, uriproof_span uri)
{
    uriproof_generic parts;
    if (!uriproof_rfc1630_parse(uri, &input->readings, &parts, NULL))
        return;
    answer self = ask(input, uri, uri);
    fuzz_require(self.verdict == URIPROOF_OK && self.identical, "a URI is identical with itself",
                 input);
    uriproof_buffer more = safer(input, uri, 1);
    answer found = ask(input, uri, (uriproof_span){more.octets, more.length});
    free(more.octets);
    fuzz_require(found.verdict == URIPROOF_OK && found.identical,
                 "a URI made safer is identical with it", input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = fuzz_input_read(&uriproof_rfc1630, data, size, FUZZ_TWO_TEXTS);
    check_pair(&input, input.text, input.second);
    check_one(&input, input.text);
    check_one(&input, input.second);
    fuzz_input_free(&input);
    return 0;
}
