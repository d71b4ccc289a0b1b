/* SPDX-License-Identifier: MIT */
/*
 * draft-www-uri-00, "Universal Resource Identifiers in WWW", 12 March 1994. It is the draft that
 * became RFC 1630. The code follows the words of the draft to the letter. Its operations are called
 * through the dialect.
 *
 * If the draft contradicts itself, a *reading* chooses one meaning; docs/readings.md quotes the
 * words. uriproof/reference.h has the rules on ownership of octets, on threads and on time.
 */
#ifndef URIPROOF_DRAFT_WWW_URI_00_H
#define URIPROOF_DRAFT_WWW_URI_00_H

#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers the readings in the order of uriproof_draft_www_uri_00.readings. */
typedef enum uriproof_draft_reading {
    URIPROOF_DRAFT_XPALPHAS,
    URIPROOF_DRAFT_VOID_SEGMENT,
    URIPROOF_DRAFT_VOID_FRAGMENT,
    URIPROOF_DRAFT_SCHEME_COLON,
    URIPROOF_DRAFT_DOTS_AFTER_SLASH,
    URIPROOF_DRAFT_DOT_SCOPE,
    URIPROOF_DRAFT_VOID_XXX,
    URIPROOF_DRAFT_REMOVAL_ORDER,
    URIPROOF_DRAFT_VOID_PARTIAL,
    URIPROOF_DRAFT_SAME_SCHEME,
    URIPROOF_DRAFT_ABSOLUTE_TEST,
    URIPROOF_DRAFT_COLON_SIGN,
    URIPROOF_DRAFT_AT_SIGN,
    URIPROOF_DRAFT_PLUS_IN_SEARCH,
    URIPROOF_DRAFT_URL_LETTERS,
    URIPROOF_DRAFT_LOGIN_AT,
    URIPROOF_DRAFT_PASSWORD_COLON,
    URIPROOF_DRAFT_PORT_COLON,
    URIPROOF_DRAFT_MAILTO_AT,
    URIPROOF_DRAFT_MAILTO_COLONS,
    URIPROOF_DRAFT_NEWS_AT,
    URIPROOF_DRAFT_HEX_LETTERS,
    URIPROOF_DRAFT_SEARCH_PLUS,
    URIPROOF_DRAFT_NNTP_SERVER,
    URIPROOF_DRAFT_GOPHER_SLASH,
    URIPROOF_DRAFT_ADDR_SPEC,
    URIPROOF_DRAFT_PROSPERO_NULL,
    URIPROOF_DRAFT_READING_COUNT
} uriproof_draft_reading;

/* The table of operations of this dialect. Its clauses have ids that begin with
 * draft-www-uri-00. */
extern const uriproof_dialect uriproof_draft_www_uri_00;

#ifdef __cplusplus
}
#endif

#endif
