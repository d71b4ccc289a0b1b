/* SPDX-License-Identifier: MIT */
/* The readings of RFC 1630 (docs/readings.md), and its table of operations. */
#include "grammar.h"

_Static_assert((int)URIPROOF_RFC1630_READING_COUNT <= (int)URIPROOF_READINGS_MAX,
               "uriproof_readings has room for each reading");

static const uriproof_reading readings_table[URIPROOF_RFC1630_READING_COUNT] = {
    [URIPROOF_RFC1630_XPALPHAS] = {"xpalphas",
                                   {"recursive", "printed"},
                                   "how many xpalpha a path segment has: any number, or one or two",
                                   URIPROOF_DEPARTS_OUTSIDE_URL},
    [URIPROOF_RFC1630_VOID_SEGMENT] = {"void-segment",
                                       {"allowed", "printed"},
                                       "whether a path begins with a slash or holds two in a row",
                                       URIPROOF_DEPARTS_OUTSIDE_URL},
    [URIPROOF_RFC1630_VOID_FRAGMENT] = {"void-fragment",
                                        {"allowed", "printed"},
                                        "whether a hash may stand with nothing behind it",
                                        URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_GENERIC_RESERVED] = {"generic-reserved",
                                           {"specific", "printed"},
                                           "whether a generic path takes `:`, `;` and `=`",
                                           URIPROOF_DEPARTS_OUTSIDE_URL},
    [URIPROOF_RFC1630_SLASH_PREFIX] = {"slash-prefix",
                                       {"example", "printed"},
                                       "which run of slashes a leading run is matched with",
                                       URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_DOTS_AFTER_SLASH] = {"dots-after-slash",
                                           {"printed", "applied"},
                                           "whether a form that begins with a slash loses its dots",
                                           URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_DOT_SCOPE] = {"dot-scope",
                                    {"generic-path", "after-authority"},
                                    "whether a host is an element that `..` can remove",
                                    URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_VOID_XXX] = {"void-xxx",
                                   {"counts", "not"},
                                   "whether a void element is an xxx that `..` can remove",
                                   URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_REMOVAL_ORDER] = {"removal-order",
                                        {"parent-first", "self-first"},
                                        "which of xxx/../ and /. is removed first",
                                        URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_VOID_PARTIAL] = {"void-partial",
                                       {"printed", "same-document"},
                                       "whether a void partial form is the context itself",
                                       URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_ABSOLUTE_TEST] =
        {"absolute-test",
         {"printed", "scheme"},
         "whether a scheme must precede the colon of an absolute form",
         URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_RESERVED_SET] = {"reserved-set",
                                       {"both", "prose", "bnf"},
                                       "whose reserved characters are never encoded or decoded",
                                       URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_AT_SIGN] = {"at-sign",
                                  {"printed", "reserved"},
                                  "whether `%40` and `@` are the same",
                                  URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_PLUS_IN_SEARCH] = {"plus-in-search",
                                         {"reserved", "space"},
                                         "whether `+` in a search and `%20` are the same",
                                         URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_URL_LETTERS] = {"url-letters",
                                      {"printed", "fold"},
                                      "whether the letters of `url:` and of a scheme fold case",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_FTP_TYPE] = {"ftp-type",
                                   {"prose", "printed"},
                                   "whether an FTP type is `;type=` and a code, or a bare code",
                                   URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_LOGIN_AT] = {"login-at",
                                   {"greedy", "any"},
                                   "whether a user is taken where a host could hold its `@`",
                                   URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_MAILTO_AT] = {"mailto-at",
                                    {"last", "first"},
                                    "which `@` divides a mail address",
                                    URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_NEWS_AT] = {"news-at",
                                  {"prose", "printed"},
                                  "whether an `@` may stand in the name of a news group",
                                  URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_SAME_SCHEME] = {"same-scheme",
                                      {"absolute", "omitted"},
                                      "whether a form with the context's own scheme is absolute",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_HEX_LETTERS] = {"hex-letters",
                                      {"bnf", "prose"},
                                      "whether small letters are hexadecimal digits",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_SEARCH_PLUS] = {"search-plus",
                                      {"printed", "encoded"},
                                      "whether a search of a URL has a plus that parts no words",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_NNTP_SERVER] = {"nntp-server",
                                      {"printed", "given"},
                                      "whether an nntp URL gives the news server",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_GOPHER_SLASH] = {"gopher-slash",
                                       {"printed", "stays"},
                                       "whether a gopher type is left out without its slash",
                                       URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_ADDR_SPEC] = {"addr-spec",
                                    {"rfc822", "article"},
                                    "what a message identifier of mid and cid is made of",
                                    URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC1630_PROSPERO_NULL] = {"prospero-null",
                                        {"first", "last"},
                                        "which `%00` can end the name of a Prospero object",
                                        URIPROOF_DEPARTS_NOWHERE},
};

static bool parse(uriproof_span uri, const uriproof_readings *readings, uriproof_parts *parts,
                  uriproof_refusal *refusal)
{
    if (!uriproof_rfc1630_parse(uri, readings, &parts->generic, refusal))
        return false;
    parts->has_generic = true;
    parts->has_components = false;
    return true;
}

static uriproof_verdict equivalent(uriproof_span uri, uriproof_span other,
                                   const uriproof_readings *readings, uriproof_buffer *scratch,
                                   bool *equal, uriproof_refusal *refusal)
{
    (void)scratch;
    return uriproof_rfc1630_identical(uri, other, readings, equal, refusal);
}

static uriproof_verdict encode(uriproof_span text, const uriproof_readings *readings,
                               uriproof_buffer *out, uriproof_refusal *refusal)
{
    (void)refusal;
    return uriproof_rfc1630_encode(text, readings, out);
}

const uriproof_dialect uriproof_rfc1630 = {
    .name = "rfc1630",
    .document = "RFC 1630",
    .readings = readings_table,
    .reading_count = URIPROOF_RFC1630_READING_COUNT,
    .any_identical_form = true,
    .parse = parse,
    .resolve = uriproof_rfc1630_resolve,
    .normalize = uriproof_rfc1630_canonical,
    .equivalent = equivalent,
    .decode = uriproof_rfc1630_decode,
    .encode = encode,
    .encodes = uriproof_rfc1630_encodes,
    .url = uriproof_rfc1630_url,
};
