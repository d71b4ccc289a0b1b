/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630, "Universal Resource Identifiers in WWW", June 1994: its generic syntax, partial form,
 * canonical form, identity and encoding. The code follows the words of the RFC to the letter.
 *
 * If the RFC contradicts itself, a *reading* chooses one meaning; docs/readings.md quotes the words
 * and gives the evidence. If `readings` is NULL, every reading has its default value.
 * uriproof/reference.h has the rules on ownership of octets, on threads and on time.
 */
#ifndef URIPROOF_RFC1630_H
#define URIPROOF_RFC1630_H

#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers the readings in the order of uriproof_rfc1630.readings. */
typedef enum uriproof_rfc1630_reading {
    URIPROOF_RFC1630_XPALPHAS,
    URIPROOF_RFC1630_VOID_SEGMENT,
    URIPROOF_RFC1630_VOID_FRAGMENT,
    URIPROOF_RFC1630_GENERIC_RESERVED,
    URIPROOF_RFC1630_SLASH_PREFIX,
    URIPROOF_RFC1630_DOTS_AFTER_SLASH,
    URIPROOF_RFC1630_DOT_SCOPE,
    URIPROOF_RFC1630_VOID_XXX,
    URIPROOF_RFC1630_REMOVAL_ORDER,
    URIPROOF_RFC1630_VOID_PARTIAL,
    URIPROOF_RFC1630_ABSOLUTE_TEST,
    URIPROOF_RFC1630_RESERVED_SET,
    URIPROOF_RFC1630_AT_SIGN,
    URIPROOF_RFC1630_PLUS_IN_SEARCH,
    URIPROOF_RFC1630_URL_LETTERS,
    URIPROOF_RFC1630_FTP_TYPE,
    URIPROOF_RFC1630_LOGIN_AT,
    URIPROOF_RFC1630_MAILTO_AT,
    URIPROOF_RFC1630_NEWS_AT,
    URIPROOF_RFC1630_SAME_SCHEME,
    URIPROOF_RFC1630_HEX_LETTERS,
    URIPROOF_RFC1630_SEARCH_PLUS,
    URIPROOF_RFC1630_NNTP_SERVER,
    URIPROOF_RFC1630_GOPHER_SLASH,
    URIPROOF_RFC1630_ADDR_SPEC,
    URIPROOF_RFC1630_PROSPERO_NULL,
    URIPROOF_RFC1630_READING_COUNT
} uriproof_rfc1630_reading;

/* The table of operations of this dialect, for programs that choose a dialect at run time. */
extern const uriproof_dialect uriproof_rfc1630;

/* Returns true if `uri` matches `fragmentaddress`. It then fills in *generic with the parts. If it
 * returns false, *refusal says where the text does not match, and why. The caller may pass NULL for
 * either.
 * Clauses: rfc1630.bnf.* ("BNF of Generic URI Syntax"). */
bool uriproof_rfc1630_parse(uriproof_span uri, const uriproof_readings *readings,
                            uriproof_generic *generic, uriproof_refusal *refusal);

/* Returns true if `form` is an absolute form: it has a colon, and no slash before that colon. Only
 * the text before the first `#` is looked at.
 * Clause: rfc1630.partial.absolute-test ("Partial (relative) form"). */
bool uriproof_rfc1630_is_absolute(uriproof_span form, const uriproof_readings *readings);

/* Writes the full form of `partial`, a partial form in the context of the URI `context`. The
 * fragment of `context` is ignored. `out` needs room for context.length + partial.length octets.
 *   URIPROOF_OK       the full form is in *out and matches fragmentaddress
 *   URIPROOF_INVALID  the full form is in *out, but does not match
 *   URIPROOF_SILENT   the RFC defines no full form, for example if `context` does not match
 *   URIPROOF_NO_ROOM  out->capacity is too small
 * Clauses: rfc1630.partial.* ("Partial (relative) form"). */
uriproof_verdict uriproof_rfc1630_resolve(uriproof_span context, uriproof_span partial,
                                          const uriproof_readings *readings, uriproof_buffer *out,
                                          uriproof_refusal *refusal);

/* Writes the canonical form of `uri`. `out` needs room for 3 * uri.length + 16 octets. The form can
 * be longer than `uri` in two cases: if the reading plus-in-search is `space`, and if the URI omits
 * a host or type that the scheme supplies.
 * Clauses: rfc1630.encoding.comparison, rfc1630.encoding.reserved-never, rfc1630.fragment.empty
 * ("Encoding reserved characters", "Fragment-id"). */
uriproof_verdict uriproof_rfc1630_canonical(uriproof_span uri, const uriproof_readings *readings,
                                            uriproof_buffer *out, uriproof_refusal *refusal);

/* Sets *identical to true if the canonical forms of the two URIs have the same octets. It needs no
 * buffer, since it compares the forms octet by octet.
 * Clause: rfc1630.encoding.comparison. */
uriproof_verdict uriproof_rfc1630_identical(uriproof_span uri, uriproof_span other,
                                            const uriproof_readings *readings, bool *identical,
                                            uriproof_refusal *refusal);

/* Decodes every escape of `text` and copies all other octets. It rejects a percent sign that two
 * hexadecimal digits do not follow. `out` needs room for text.length octets.
 * Clauses: rfc1630.encoding.escape, rfc1630.encoding.percent-extension. */
uriproof_verdict uriproof_rfc1630_decode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out, uriproof_refusal *refusal);

/* Writes `text`, which may hold any octets, as one path segment. It escapes the characters that are
 * reserved or not allowed in a segment, and the dots of the segments `.` and `..`. The result is in
 * canonical form and decodes to `text`. `out` needs room for 3 * text.length octets.
 * Clauses: rfc1630.encoding.escape, rfc1630.reserved.dot-segments. */
uriproof_verdict uriproof_rfc1630_encode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out);

/* Reads `url` by the grammar rule of its own scheme, such as `httpaddress`. The prefix `url:` is
 * optional. If the text matches, the function sets *production to the name of the rule and calls
 * `tell` (if it is not NULL) with each part; docs/schemes.md has the names. A name that comes more
 * than once forms a list. The spans point into `url`, or are static.
 *   URIPROOF_OK       the text matches
 *   URIPROOF_INVALID  *refusal says where the text does not match. A URL with the scheme `afs`
 *                     is always rejected, since the rule `url` does not list it; its parts
 *                     are still given to `tell`.
 *   URIPROOF_SILENT   the RFC describes no such scheme
 * Clauses: rfc1630.url.* ("BNF for specific URL schemes", "Specific Schemes"). */
uriproof_verdict uriproof_rfc1630_url(uriproof_span url, const uriproof_readings *readings,
                                      const char **production, uriproof_tell tell, void *self,
                                      uriproof_refusal *refusal);

/* Returns true if `encoded` is `text` encoded as one path segment. It may escape more than
 * uriproof_rfc1630_encode does: "a URI may be made "safer" simply by encoding any characters
 * considered unsafe". Each character that it does not escape must stand for itself in a segment. If
 * `text` is `.` or `..`, it must escape at least one dot.
 * Clauses: rfc1630.encoding.safer, rfc1630.encoding.reserved-never. */
bool uriproof_rfc1630_encodes(uriproof_span encoded, uriproof_span text,
                              const uriproof_readings *readings);

/* Takes the next word from the front of a search, and returns false if there is no word left. A
 * caller passes the search that uriproof_rfc1630_parse gave, and calls again with the same span
 * until the function returns false. The words are still encoded. An absent search has no words.
 * Clauses: rfc1630.bnf.search, rfc1630.reserved.plus. */
bool uriproof_rfc1630_next_word(uriproof_span *search, uriproof_span *word);

#ifdef __cplusplus
}
#endif

#endif
