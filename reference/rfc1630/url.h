/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630, "BNF for specific URL schemes": what the schemes' files share.
 *
 * A text may derive a production in several ways, and be refused only where all of them end. So a
 * scheme's function tries each, and `furthest` keeps how far the best one came: that is where the
 * text is refused.
 */
#ifndef URIPROOF_RFC1630_URL_H
#define URIPROOF_RFC1630_URL_H

#include "reader.h"

typedef struct url_reader {
    reader r;
    const unsigned char *start;    /* of the URL, behind its prefix */
    const unsigned char *furthest; /* where the best attempt ended */
    uriproof_tell tell;
    void *self;
} url_reader;

/* xalpha of this BNF, whose `safe` has a plus, without its escape. */
enum { URL_XALPHA = XPALPHA };

/* A part of the Internet schemes: absent where octets is NULL. */
typedef struct url_login {
    uriproof_span user, password, host, port;
} url_login;

/* Notes that an attempt ended here; returns false. */
bool url_stop(url_reader *u);

/* The octets of `literal`, single letters standing for themselves; reading url-letters folds. */
bool url_literal(url_reader *u, const char *literal);

/* The end of the text. */
bool url_end(url_reader *u);

/* xalphas, digits: one or more.        rfc1630.url.xalphas, rfc1630.url.digits */
bool url_xalphas(url_reader *u, uriproof_span *found);
bool url_digits(url_reader *u, uriproof_span *found);

/* path   void | segment [ / path ]     rfc1630.url.path, reading void-segment */
void url_path(url_reader *u, uriproof_span *found);

/* search   xalphas [ + search ]        rfc1630.url.search */
bool url_search(url_reader *u, uriproof_span *found);

/* hostport   host [ : port ]           rfc1630.url.hostport */
bool url_hostport(url_reader *u, url_login *login);

/* hostname   ialpha [ . hostname ]    rfc1630.url.hostname */
bool url_hostname(url_reader *u);

/* host   hostname | hostnumber         rfc1630.url.host */
bool url_host(url_reader *u, uriproof_span *host);

/* login   [ user [ : password ] @ ] hostport     rfc1630.url.login, reading login-at */
bool url_login_of(url_reader *u, url_login *login);

/* Tells a part that is present. */
void url_tell(url_reader *u, const char *name, uriproof_span value);
void url_tell_login(url_reader *u, const url_login *login);

/* Tells each segment of `path` but the last under `each`, and the last under `last`. */
void url_tell_segments(url_reader *u, uriproof_span path, const char *each, const char *last);

/* The schemes: each reads what follows its colon, up to the end of the text. */
bool url_http(url_reader *u);
bool url_ftp(url_reader *u);
bool url_gopher(url_reader *u);
bool url_session(url_reader *u); /* telnet, rlogin, tn3270 */
bool url_file(url_reader *u);
bool url_wais(url_reader *u);
bool url_prospero(url_reader *u);
bool url_afs(url_reader *u);
bool url_mailto(url_reader *u);
bool url_news(url_reader *u);
bool url_nntp(url_reader *u);
bool url_message(url_reader *u); /* mid, cid */

#endif
