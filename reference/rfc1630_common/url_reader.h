/* SPDX-License-Identifier: MIT */
/*
 * "BNF for specific URL schemes", in RFC 1630 and in its draft: what the files of the schemes
 * share.
 *
 * A text may match a rule in several ways, and is only rejected if all of them fail. So the
 * function of a scheme tries each way, and `furthest` is the furthest position that any of them
 * reached. The text is rejected at that position.
 */
#ifndef URIPROOF_WWW_URL_READER_H
#define URIPROOF_WWW_URL_READER_H

#include "generic_parse.h"
#include "reader.h"

typedef struct url_rules url_rules;

typedef struct url_reader {
    reader r;
    const url_rules *rules;
    const unsigned char *start;    /* start of the URL, after its prefix */
    const unsigned char *furthest; /* the furthest position that an attempt reached */
    uriproof_tell tell;
    void *self;
} url_reader;

/* The parts of a login. A part with octets == NULL is absent. */
typedef struct url_login {
    uriproof_span user, password, host, port;
} url_login;

/* The differences between the dialects, and the choices of their readings. */
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

/* A scheme. `production` is the name of its rule in the BNF; the code makes up a name of the same
 * form if the BNF has no rule. */
typedef struct url_scheme {
    const char *scheme;
    const char *production;
    bool (*read)(url_reader *u); /* reads the text after the colon, up to the end */
    bool is_url;                 /* true if `url` lists it, or the prose describes it */
} url_scheme;

/* Everything about a dialect that the operation `url` needs. */
typedef struct url_grammar {
    const uint16_t *sets;
    unsigned hex_set; /* reading hex-letters */
    const uriproof_readings *readings;
    url_rules rules;
    const url_scheme *schemes;
    size_t scheme_count;
    const char *clause; /* the clause that says what a URL is */
    generic_parse *parse;
} url_grammar;

/* Implements `url` of uriproof_dialect. */
uriproof_verdict url_by(const url_grammar *grammar, uriproof_span url, const char **production,
                        uriproof_tell tell, void *self, uriproof_refusal *refusal);

/* The rule xalpha of this BNF without its alternative `escape`. Its `safe` includes the plus. */
enum { URL_XALPHA = XPALPHA };

/* Records that an attempt failed at this position, and returns false. */
bool url_stop(url_reader *u);

/* Reads the octets of `literal`. */
bool url_literal(url_reader *u, const char *literal);

/* Reads the letters of the prefix or of a scheme. The reading url-letters can ignore their case. */
bool url_letters(url_reader *u, const char *letters);

/* Returns true at the end of the text. */
bool url_end(url_reader *u);

/* url_xalphas reads one or more xalphas, and url_digits one or more digits.   url.xalphas,
 * url.digits */
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

/* url_tell passes a part to `tell` if it is present. url_tell_login does so for the four parts of a
 * login. */
void url_tell(url_reader *u, const char *name, uriproof_span value);
void url_tell_login(url_reader *u, const url_login *login);

/* Passes each segment of `path` except the last to `tell` with the name `each`, and the last one
 * with the name `last`. */
void url_tell_segments(url_reader *u, uriproof_span path, const char *each, const char *last);

/* The rules that are the same in both dialects. Each function reads the text after the scheme's
 * colon, up to the end. */
bool url_http(url_reader *u, uriproof_span *behind); /* the span gets the text after the host */
bool url_session(url_reader *u);                     /* reads telnet, rlogin and tn3270 */
/* Reads [ / gtype [ gcommand ] ]. The gcommand is a selector. */
bool url_gopher_item(url_reader *u, uriproof_span *gtype, uriproof_span *selector);
bool url_prospero(url_reader *u);
bool url_afs(url_reader *u);
bool url_mailto(url_reader *u);
bool url_news(url_reader *u);
bool url_nntp(url_reader *u);
bool url_message(url_reader *u); /* reads mid and cid */

#endif
