/* SPDX-License-Identifier: MIT */
/*
 * "BNF for specific URL schemes", in RFC 1630 and in its draft: what the schemes' files share.
 *
 * A text may match a production in several ways, and be rejected only where all of them end. So a
 * scheme's function tries each, and `furthest` keeps how far the best one came: that is where the
 * text is rejected.
 */
#ifndef URIPROOF_WWW_URL_READER_H
#define URIPROOF_WWW_URL_READER_H

#include "generic_parse.h"
#include "reader.h"

typedef struct url_rules url_rules;

typedef struct url_reader {
    reader r;
    const url_rules *rules;
    const unsigned char *start;    /* of the URL, after its prefix */
    const unsigned char *furthest; /* where the best attempt ended */
    uriproof_tell tell;
    void *self;
} url_reader;

/* A part of the Internet schemes: absent where octets is NULL. */
typedef struct url_login {
    uriproof_span user, password, host, port;
} url_login;

/* What the dialects part in, and their readings decide. */
struct url_rules {
    bool letters_fold;   /* reading url-letters */
    bool first_at;       /* reading mailto-at */
    bool void_segments;  /* reading void-segment */
    bool short_segments; /* reading xpalphas */
    bool plus_encoded;   /* reading search-plus */
    bool server_given;   /* reading nntp-server */
    bool slash_stays;    /* reading gopher-slash */
    bool as_article;     /* reading addr-spec */
    bool at_in_group;    /* reading news-at */
    bool last_null;      /* reading prospero-null */
    /* hostport   host [ : port ]                       url.hostport */
    bool (*hostport)(url_reader *u, url_login *login);
    /* login   [ user [ : password ] @ ] hostport       url.login, reading login-at */
    bool (*login)(url_reader *u, url_login *login);
};

/* A scheme: its name, the production as the BNF names it, or as it would if it had one. */
typedef struct url_scheme {
    const char *scheme;
    const char *production;
    bool (*read)(url_reader *u); /* what follows its colon, up to the end of the text */
    bool is_url;                 /* among the alternatives of `url`, or described by the prose */
} url_scheme;

/* All that the operation `url` needs to know of a dialect. */
typedef struct url_grammar {
    const uint16_t *sets;
    unsigned hex_set; /* reading hex-letters */
    const uriproof_readings *readings;
    url_rules rules;
    const url_scheme *schemes;
    size_t scheme_count;
    const char *clause; /* that names what a URL is */
    generic_parse *parse;
} url_grammar;

/* uriproof_dialect's `url`. */
uriproof_verdict url_by(const url_grammar *grammar, uriproof_span url, const char **production,
                        uriproof_tell tell, void *self, uriproof_refusal *refusal);

/* xalpha of this BNF, whose `safe` has a plus, without its escape. */
enum { URL_XALPHA = XPALPHA };

/* Notes that an attempt ended here; returns false. */
bool url_stop(url_reader *u);

/* The octets of `literal`, single letters standing for themselves. */
bool url_literal(url_reader *u, const char *literal);

/* The letters of the prefix or of a scheme, which reading url-letters may fold. */
bool url_letters(url_reader *u, const char *letters);

/* The end of the text. */
bool url_end(url_reader *u);

/* xalphas, digits: one or more.        url.xalphas, url.digits */
bool url_xalphas(url_reader *u, uriproof_span *found);
bool url_digits(url_reader *u, uriproof_span *found);

/* path   void | segment [ / path ]     url.path, reading void-segment */
void url_path(url_reader *u, uriproof_span *found);

/* search   xalphas [ + search ]        url.search, reading search-plus */
bool url_search(url_reader *u, uriproof_span *found);

/* hostname   ialpha [ . hostname ]    url.hostname */
bool url_hostname(url_reader *u);

/* host   hostname | hostnumber         url.host */
bool url_host(url_reader *u, uriproof_span *host);

/* Tells a part that is present. */
void url_tell(url_reader *u, const char *name, uriproof_span value);
void url_tell_login(url_reader *u, const url_login *login);

/* Tells each segment of `path` but the last under `each`, and the last under `last`. */
void url_tell_segments(url_reader *u, uriproof_span path, const char *each, const char *last);

/* The productions that are the same in both dialects. Each reads what follows its scheme's colon,
 * up to the end of the text. */
bool url_http(url_reader *u, uriproof_span *behind); /* what follows the host details */
bool url_session(url_reader *u);                     /* telnet, rlogin, tn3270 */
/* [ / gtype [ gcommand ] ], the gcommand being a selector. */
bool url_gopher_item(url_reader *u, uriproof_span *gtype, uriproof_span *selector);
bool url_prospero(url_reader *u);
bool url_afs(url_reader *u);
bool url_mailto(url_reader *u);
bool url_news(url_reader *u);
bool url_nntp(url_reader *u);
bool url_message(url_reader *u); /* mid, cid */

#endif
