/* SPDX-License-Identifier: MIT */
/* Section "IDNA": the domain parser. */
#include "parser.h"

#include <string.h>

enum { LONGEST_LABEL = 63, LONGEST_DOMAIN = 253 };

static uriproof_span label_at(uriproof_span domain, size_t start)
{
    const char *dot = memchr(domain.octets + start, '.', domain.length - start);
    const size_t end = dot != NULL ? (size_t)(dot - domain.octets) : domain.length;
    return (uriproof_span){domain.octets + start, end - start};
}

static bool begins_with_xn(uriproof_span label)
{
    return label.length >= 4 && (label.octets[0] | 0x20) == 'x' &&
           (label.octets[1] | 0x20) == 'n' && label.octets[2] == '-' && label.octets[3] == '-';
}

/* Returns true if a label of the domain begins with "xn--". */
static bool has_punycode(uriproof_span domain)
{
    for (size_t start = 0; start <= domain.length;) {
        const uriproof_span label = label_at(domain, start);
        if (begins_with_xn(label))
            return true;
        start += label.length + 1;
    }
    return false;
}

/* Returns true if an ASCII label that does not begin with "xn--" breaks a rule of Unicode ToASCII:
 * UseSTD3ASCIIRules allows letters, digits and hyphens; CheckHyphens no hyphen at the start, at the
 * end, or in the third and fourth place together; VerifyDnsLength 1 to 63 octets. */
static bool label_breaks_a_rule(uriproof_span label)
{
    if (label.length == 0 || label.length > LONGEST_LABEL)
        return true;
    for (size_t i = 0; i < label.length; i++)
        if (!is_in_set((unsigned char)label.octets[i], ASCII_ALPHANUMERIC) &&
            label.octets[i] != '-')
            return true;
    const bool third_and_fourth =
        label.length >= 4 && label.octets[2] == '-' && label.octets[3] == '-';
    return third_and_fourth || label.octets[0] == '-' || label.octets[label.length - 1] == '-';
}

/* Returns true if domain parser ToASCII with beStrict true is a failure value for an ASCII domain
 * without "xn--". A dot at the end is followed by an empty label. */
static bool ascii_breaks_a_rule(uriproof_span domain)
{
    bool broken = domain.length > LONGEST_DOMAIN;
    for (size_t start = 0; !broken && start <= domain.length;) {
        const uriproof_span label = label_at(domain, start);
        broken = label_breaks_a_rule(label);
        start += label.length + 1;
    }
    return broken;
}

/* Runs domain parser ToASCII by the services, and writes to the output. */
static uriproof_verdict to_ascii(parser *p, uriproof_span domain, bool be_strict, size_t *length)
{
    const uriproof_services *services = p->services;
    char *at = p->out + p->length;
    uriproof_buffer out = {at, (size_t)((char *)p->scratch - at), 0};
    if (services->to_ascii == NULL)
        return URIPROOF_SILENT;
    const uriproof_verdict verdict =
        services->to_ascii(services->to_ascii_context, domain, be_strict, &out);
    *length = out.length;
    return verdict;
}

/* Let strictResult be the result of domain parser ToASCII with domain and true. If it is a failure
 * value, domain-to-ASCII validation error. */
static void check_strictly(parser *p, uriproof_span domain, bool is_ascii)
{
    size_t length = 0;
    const bool simple = is_ascii && !has_punycode(domain);
    uriproof_verdict verdict = URIPROOF_OK;
    if (!simple)
        verdict = to_ascii(p, domain, true, &length);
    else if (ascii_breaks_a_rule(domain))
        verdict = URIPROOF_INVALID;
    if (verdict == URIPROOF_INVALID)
        whatwg_error_at(p, is_ascii ? "whatwg-url.domain.ascii-kept" : "whatwg-url.idna.relaxed",
                        "domain-to-ASCII", p->buffer);
    p->url->domain_error_unknown = verdict != URIPROOF_OK && verdict != URIPROOF_INVALID;
}

/* Domain is an ASCII string: set result to domain, lowercased. */
static step lowercased(parser *p, uriproof_span domain)
{
    char *to = p->out + p->length;
    for (size_t i = 0; i < domain.length; i++)
        to[i] = (char)ascii_lowercase((unsigned char)domain.octets[i]);
    p->length += domain.length;
    return NEXT;
}

/* Otherwise, set result to the result of domain parser ToASCII with domain and false. If it is a
 * failure value, return failure. */
static step mapped(parser *p, uriproof_span domain)
{
    size_t length = 0;
    const uriproof_verdict verdict = to_ascii(p, domain, false, &length);
    p->length += verdict == URIPROOF_OK ? length : 0;
    if (verdict == URIPROOF_OK)
        return NEXT;
    static const char clause[] = "whatwg-url.idna.failure";
    if (verdict != URIPROOF_INVALID)
        return whatwg_undefined_at(p, clause, p->buffer);
    return whatwg_fail_at(p, clause, NULL, p->buffer);
}

/* Returns the length of the start of `text` without forbidden domain code points. No code
 * point that is plain in an authority is one of them. */
static size_t length_without_forbidden(const unsigned char *text, size_t length)
{
    size_t i = 0;
    while (i < length &&
           (is_in_set(text[i], PLAIN_IN_AUTHORITY) || !is_forbidden_in_domain(text[i])))
        i++;
    return i;
}

/* If result is the empty string, return failure. If it contains a forbidden domain code point,
 * return failure. The place of that in the text is known if the domain was only lowercased. */
static step check_result(parser *p, uriproof_span result, bool is_lowercased)
{
    if (result.length == 0)
        return whatwg_fail_at(p, "whatwg-url.domain.not-empty", NULL, p->buffer);
    const size_t good =
        length_without_forbidden((const unsigned char *)result.octets, result.length);
    if (good == result.length)
        return NEXT;
    return whatwg_fail_at(p, "whatwg-url.domain.forbidden", NULL,
                          is_lowercased ? whatwg_place_of_decoded(p, good) : p->buffer);
}

step whatwg_domain_parser(parser *p, uriproof_span domain, bool is_ascii)
{
    const size_t start = p->length;
    if (reports(p))
        check_strictly(p, domain, is_ascii);
    if ((is_ascii ? lowercased(p, domain) : mapped(p, domain)) == FAIL)
        return FAIL;
    return check_result(p, (uriproof_span){p->out + start, p->length - start}, is_ascii);
}
