/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630, "Universal Resource Identifiers in WWW", June 1994, to the letter:
 * its generic syntax, partial form, canonical form, identity and encoding.
 *
 * Where the RFC contradicts itself a *reading* chooses; docs/readings.md has the
 * words and the evidence. A NULL `readings` is every default. For the ownership of
 * octets, for threads and for time see uriproof/reference.h.
 */
#ifndef URIPROOF_RFC1630_H
#define URIPROOF_RFC1630_H

#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The readings, in the order of uriproof_rfc1630.readings. */
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

/* The dialect, for those who choose one at run time. */
extern const uriproof_dialect uriproof_rfc1630;

/* Does `uri` match `fragmentaddress`? True: *generic has its parts. False:
 * *refusal says where not, and why. Both are optional (NULL).
 * Clauses: rfc1630.bnf.* ("BNF of Generic URI Syntax"). */
bool uriproof_rfc1630_parse(uriproof_span uri, const uriproof_readings *readings,
                            uriproof_generic *generic, uriproof_refusal *refusal);

/* Is `form` an absolute form, that is, has it a colon, and that before any slash?
 * Asked of the text before its first `#`.
 * Clause: rfc1630.partial.absolute-test ("Partial (relative) form"). */
bool uriproof_rfc1630_is_absolute(uriproof_span form, const uriproof_readings *readings);

/* The full form of the partial form `partial` in the context of `context`, whose
 * fragment is ignored. `out` needs room for context.length + partial.length octets.
 *   URIPROOF_OK       the full form is in *out and matches fragmentaddress
 *   URIPROOF_INVALID  the full form is in *out, but does not match
 *   URIPROOF_SILENT   the RFC defines no full form, as of a context that does not match
 *   URIPROOF_NO_ROOM  out->capacity is too small
 * Clauses: rfc1630.partial.* ("Partial (relative) form"). */
uriproof_verdict uriproof_rfc1630_resolve(uriproof_span context, uriproof_span partial,
                                          const uriproof_readings *readings, uriproof_buffer *out,
                                          uriproof_refusal *refusal);

/* The canonical form of `uri`. `out` needs room for 3 * uri.length + 16 octets (it grows
 * only where plus-in-search is `space`, and by a host or type that is empty).
 * Clauses: rfc1630.encoding.comparison, rfc1630.encoding.reserved-never,
 * rfc1630.fragment.empty ("Encoding reserved characters", "Fragment-id"). */
uriproof_verdict uriproof_rfc1630_canonical(uriproof_span uri, const uriproof_readings *readings,
                                            uriproof_buffer *out, uriproof_refusal *refusal);

/* Are the two URIs identical, that is, are their canonical forms the same octets?
 * Needs no buffer. Clause: rfc1630.encoding.comparison. */
uriproof_verdict uriproof_rfc1630_identical(uriproof_span uri, uriproof_span other,
                                            const uriproof_readings *readings, bool *identical,
                                            uriproof_refusal *refusal);

/* Undoes every escape of `text`; all other octets stay. A percent sign without two
 * hexadecimal digits is rejected. `out` needs room for text.length octets.
 * Clauses: rfc1630.encoding.escape, rfc1630.encoding.percent-extension. */
uriproof_verdict uriproof_rfc1630_decode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out, uriproof_refusal *refusal);

/* Writes `text`, any octets, as one path segment: what is reserved or may not stand
 * in a segment is escaped, and so are the dots of `.` and `..`. What it writes is in
 * canonical form and decodes to `text`. `out` needs room for 3 * text.length octets.
 * Clauses: rfc1630.encoding.escape, rfc1630.reserved.dot-segments. */
uriproof_verdict uriproof_rfc1630_encode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out);

/* Does `url`, with or without the prefix `url:`, match the production of its own scheme
 * (`httpaddress`), and what does the text say that a client does with it? On URIPROOF_OK
 * *production names it and `tell` (if not NULL) was given each part, the same name more than
 * once for a list (docs/schemes.md has the names); the spans point into `url`, or are static.
 *   URIPROOF_INVALID  *refusal says where it does not. `afs` is told, and then rejected: it is
 *                     no alternative of `url`.
 *   URIPROOF_SILENT   the RFC describes no such scheme
 * Clauses: rfc1630.url.* ("BNF for specific URL schemes", "Specific Schemes"). */
uriproof_verdict uriproof_rfc1630_url(uriproof_span url, const uriproof_readings *readings,
                                      const char **production, uriproof_tell tell, void *self,
                                      uriproof_refusal *refusal);

/* Is `encoded` the `text` made safe as one path segment? It may escape more than
 * uriproof_rfc1630_encode does: "a URI may be made "safer" simply by encoding any characters
 * considered unsafe". But what it leaves bare must be data there, and of `.` and `..` not all.
 * Clauses: rfc1630.encoding.safer, rfc1630.encoding.reserved-never. */
bool uriproof_rfc1630_encodes(uriproof_span encoded, uriproof_span text,
                              const uriproof_readings *readings);

/* The next word of a search. Takes `search` as uriproof_rfc1630_parse gave it and cuts
 * the word from its front, so a caller loops until it returns false. Words are still
 * encoded. An absent search has no words.
 * Clauses: rfc1630.bnf.search, rfc1630.reserved.plus. */
bool uriproof_rfc1630_next_word(uriproof_span *search, uriproof_span *word);

#ifdef __cplusplus
}
#endif

#endif
