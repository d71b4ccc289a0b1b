/* SPDX-License-Identifier: MIT */
#include "unicode/icu.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uclean.h>
#include <unicode/uidna.h>

/* A code point of two octets is mapped to at most three code points, and one of three or four
 * octets to at most 18 (U+FDFA). Punycode writes a delta, which ICU keeps below 2^31, with at most
 * ten digits, since a digit has at least ten values. A label has five octets more: "xn--" and a
 * hyphen. So an octet of UTF-8 becomes at most (18 * 10 + 5) / 3 octets. */
enum { GROWTH = 62 };

/* Instances of UTS #46. */
typedef struct idna {
    UIDNA *strict;
    UIDNA *lenient;
} idna;

static int32_t room_of(const uriproof_buffer *out)
{
    return out->capacity < INT32_MAX ? (int32_t)out->capacity : INT32_MAX;
}

/* What ICU tells although CheckHyphens and VerifyDnsLength are false. */
static const uint32_t of_strict_only = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                       UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
                                       UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN;

/* Returns true if a label, as Unicode, breaks the rule about hyphens (UTS #46, 4.1). With
 * CheckHyphens it must not have hyphens as its third and fourth code point, and without it must not
 * begin with "xn--". ICU counts UTF-16 code units for the former, and lacks the latter. */
static bool breaks_hyphen_rule(const char *label, const char *end, bool check_hyphens)
{
    const size_t length = (size_t)(end - label);
    size_t third = 0;
    if (!check_hyphens)
        return length >= 4 && memcmp(label, "xn--", 4) == 0;
    for (int i = 0; i < 2 && third < length; i++)
        do
            third++;
        while (third < length && ((unsigned char)label[third] & 0xC0) == 0x80);
    return length - third >= 2 && label[third] == '-' && label[third + 1] == '-';
}

/* Writes the domain as Unicode, and sets *broken if one of its labels breaks the rule about
 * hyphens. */
static bool check_hyphens(const UIDNA *idna_of, uriproof_span domain, bool be_strict,
                          const uriproof_buffer *out, bool *broken)
{
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length = uidna_nameToUnicodeUTF8(idna_of, domain.octets, (int32_t)domain.length,
                                                   out->octets, room_of(out), &info, &status);
    if (U_FAILURE(status))
        return false;
    const char *end = out->octets + length, *dot;
    *broken = false;
    for (const char *label = out->octets; !*broken && label <= end; label = dot + 1) {
        dot = label < end ? memchr(label, '.', (size_t)(end - label)) : NULL;
        dot = dot != NULL ? dot : end;
        *broken = breaks_hyphen_rule(label, dot, be_strict);
    }
    return true;
}

/* Returns true if the ASCII domain ends with an empty label. VerifyDnsLength disallows that (UTS
 * #46, 4.2), but ICU allows it. */
static bool ends_with_dot(const uriproof_buffer *domain)
{
    return domain->length > 0 && domain->octets[domain->length - 1] == '.';
}

static uriproof_verdict to_ascii(void *context, uriproof_span domain, bool be_strict,
                                 uriproof_buffer *out)
{
    const idna *instances = context;
    const UIDNA *chosen = be_strict ? instances->strict : instances->lenient;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    bool broken;
    if (domain.length > INT32_MAX || !check_hyphens(chosen, domain, be_strict, out, &broken))
        return URIPROOF_SILENT;
    const int32_t length = uidna_nameToASCII_UTF8(chosen, domain.octets, (int32_t)domain.length,
                                                  out->octets, room_of(out), &info, &status);
    if (U_FAILURE(status))
        return URIPROOF_SILENT;
    out->length = (size_t)length;
    const uint32_t masked = UIDNA_ERROR_HYPHEN_3_4 | (be_strict ? 0 : of_strict_only);
    broken = broken || (info.errors & ~masked) != 0 || (be_strict && ends_with_dot(out));
    return broken ? URIPROOF_INVALID : URIPROOF_OK;
}

static UIDNA *instance(uint32_t more)
{
    UErrorCode status = U_ZERO_ERROR;
    UIDNA *opened =
        uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
                            UIDNA_NONTRANSITIONAL_TO_UNICODE | more,
                        &status);
    return U_SUCCESS(status) ? opened : NULL;
}

static void close_idna(idna *instances)
{
    uidna_close(instances->strict);
    uidna_close(instances->lenient);
    free(instances);
}

uriproof_services icu_services_open(void)
{
    uriproof_services services = {.growth = GROWTH};
    idna *instances = malloc(sizeof *instances);
    if (instances == NULL)
        return services;
    *instances = (idna){instance(UIDNA_USE_STD3_RULES), instance(UIDNA_DEFAULT)};
    if (instances->strict == NULL || instances->lenient == NULL) {
        close_idna(instances);
        return services;
    }
    services.to_ascii = to_ascii;
    services.to_ascii_context = instances;
    return services;
}

void icu_services_close(uriproof_services *services)
{
    if (services->to_ascii_context != NULL)
        close_idna(services->to_ascii_context);
    u_cleanup();
    *services = (uriproof_services){.to_ascii = NULL};
}

const char *icu_unicode_version(void)
{
    return U_UNICODE_VERSION;
}
