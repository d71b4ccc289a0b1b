/* SPDX-License-Identifier: MIT */
/* The readings of the page "URL syntax" (docs/readings.md), and its table of operations. */
#include "page.h"

_Static_assert((int)URIPROOF_URL_SYNTAX_READING_COUNT <= (int)URIPROOF_READINGS_MAX,
               "uriproof_readings has room for each reading");

static const uriproof_reading readings_table[URIPROOF_URL_SYNTAX_READING_COUNT] = {
    [URIPROOF_URL_SYNTAX_URL_LETTERS] = {"url-letters",
                                         {"printed", "fold"},
                                         "whether the letters of the prefix fold case",
                                         URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_URL_SYNTAX_HEX_LETTERS] = {"hex-letters",
                                         {"printed", "either"},
                                         "whether small letters are hexadecimal digits",
                                         URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_URL_SYNTAX_LOGIN_AT] = {"login-at",
                                      {"first", "last"},
                                      "which `@` ends user name and password",
                                      URIPROOF_DEPARTS_NOWHERE},
};

static bool parse(uriproof_span uri, const uriproof_readings *readings, uriproof_parts *parts,
                  uriproof_refusal *refusal)
{
    parts->has_generic = false;
    parts->has_components = true;
    return url_syntax_parse(uri, readings, &parts->components, refusal);
}

/* Resolves nothing: "Fragment identifiers and partial URLs are not involved in the basic URL
 * definition."
 * Clause: url-syntax.basic.no-partial */
static uriproof_verdict resolve(uriproof_span base, uriproof_span ref,
                                const uriproof_readings *readings, uriproof_buffer *out,
                                uriproof_refusal *refusal)
{
    (void)base;
    (void)ref;
    (void)readings;
    out->length = 0;
    if (refusal != NULL)
        *refusal = (uriproof_refusal){"url", 0, "url-syntax.basic.no-partial"};
    return URIPROOF_SILENT;
}

const uriproof_dialect uriproof_url_syntax = {
    .name = "url-syntax",
    .document = "URL syntax",
    .readings = readings_table,
    .reading_count = URIPROOF_URL_SYNTAX_READING_COUNT,
    .any_identical_form = true,
    .parse = parse,
    .resolve = resolve,
    .normalize = url_syntax_normalize,
    .equivalent = url_syntax_equivalent,
    .decode = url_syntax_decode,
    .encode = url_syntax_encode,
    .encodes = url_syntax_encodes,
};
