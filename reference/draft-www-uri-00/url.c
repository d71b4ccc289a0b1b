/* SPDX-License-Identifier: MIT */
/*
 * draft-www-uri-00, 6.1 "BNF for specific URL schemes": the rules that differ from RFC 1630's, and
 * the table of schemes. The comment on a function shows its rule as the draft prints it.
 * Clauses: draft-www-uri-00.url.*
 *
 * In this draft `xalpha` includes ":" and "@", and so do user, password and hostname. A whole login
 * is one run of xalpha, and the readings decide which of these signs divide it.
 */
#include "../rfc1630_common/url_reader.h"

#include "draft.h"

#include <string.h>

/* host [ : port ]                                                       url.hostport
 * Divides a name into host and port. If only digits follow the last colon, they are the port; the
 * reading port-colon can turn this off. The name begins with a letter, so the loop stops before its
 * start. */
static void part_name_and_port(const url_reader *u, uriproof_span name, url_login *login)
{
    size_t at = name.length;
    const unsigned char *octets = (const unsigned char *)name.octets;
    login->host = name;
    if (draft_takes(u->r.readings, URIPROOF_DRAFT_PORT_COLON, COLON_IN_HOST))
        return;
    while ((u->r.sets[octets[at - 1]] & DIGIT) != 0)
        at--;
    if (at == name.length || octets[at - 1] != ':')
        return;
    login->host.length = at - 1;
    login->port = (uriproof_span){name.octets + at, name.length - at};
}

/* hostport   host [ : port ]                                           url.hostport */
static bool hostport(url_reader *u, url_login *login)
{
    bool number = at_one_of(&u->r, DIGIT);
    if (!url_host(u, &login->host))
        return false;
    if (number)
        return !take(&u->r, ':') || url_digits(u, &login->port);
    part_name_and_port(u, login->host, login);
    return true;
}

/* Returns true if the whole text from `at` to `end` matches hostport. */
static bool is_hostport(const url_reader *u, const unsigned char *at, const unsigned char *end,
                        url_login *login)
{
    url_reader ahead = *u;
    ahead.r.at = at;
    ahead.r.end = end;
    login->port = (uriproof_span){NULL, 0};
    return hostport(&ahead, login) && ahead.r.at == end;
}

/* user [ : password ]                                              url.user, url.password
 * Divides the text before the "@" at its first colon or, with the reading password-colon=last, at
 * its last one. */
static void part_user_and_password(const url_reader *u, uriproof_span text, url_login *login)
{
    bool wants_last = draft_takes(u->r.readings, URIPROOF_DRAFT_PASSWORD_COLON, LAST_COLON);
    login->user = text;
    for (size_t i = 1; i + 1 < text.length; i++) {
        if (text.octets[i] != ':')
            continue;
        login->user.length = i;
        login->password = (uriproof_span){text.octets + i + 1, text.length - i - 1};
        if (!wants_last)
            return;
    }
}

/* Returns the "@" that ends user and password, or NULL if there is none. It needs text before it
 * and a hostport after it, which *login receives. The reading login-at chooses the first or the
 * last such sign. The search begins at the end where that sign is expected, and stops at the first
 * suitable one. A test of every sign would take quadratic time. */
static const unsigned char *login_at(const url_reader *u, const unsigned char *start,
                                     url_login *login)
{
    bool wants_last = draft_takes(u->r.readings, URIPROOF_DRAFT_LOGIN_AT, LOGIN_LAST);
    size_t length = (size_t)(u->r.at - start);
    for (size_t i = 1; i < length; i++) {
        const unsigned char *at = start + (wants_last ? length - i : i);
        if (*at == '@' && is_hostport(u, at + 1, u->r.at, login))
            return at;
    }
    return NULL;
}

/* login   [ user [ : password ] @ ] hostport                           url.login
 * With the reading login-at=any, the whole text is first tried as a hostport. */
static bool login(url_reader *u, url_login *parts)
{
    const unsigned char *start = u->r.at;
    bool any = draft_takes(u->r.readings, URIPROOF_DRAFT_LOGIN_AT, LOGIN_ANY);
    octets_or_escapes(&u->r, URL_XALPHA);
    if (any && is_hostport(u, start, u->r.at, parts))
        return true;
    const unsigned char *at = login_at(u, start, parts);
    if (at != NULL)
        part_user_and_password(u, span_between(start, at), parts);
    return at != NULL || is_hostport(u, start, u->r.at, parts) || url_stop(u);
}

/* ftpaddress   f t p : / / login / path                                url.ftpaddress
 * "The arguments of any CWD commands are successive segment parts of the URL, and the filename
 * argument to the RETR command is the final segment of the URL path." (5.2 FTP) */
static bool ftp(url_reader *u)
{
    url_login to = {0};
    uriproof_span path = {NULL, 0};
    if (!url_literal(u, "//") || !login(u, &to) || !url_literal(u, "/"))
        return false;
    url_path(u, &path);
    if (!url_end(u))
        return false;
    url_tell_login(u, &to);
    if (!uriproof_present(to.user))
        url_tell(u, "default-user", uriproof_span_of("anonymous"));
    url_tell(u, "path", path);
    url_tell_segments(u, path, "cwd", "name");
    return true;
}

/* gopheraddress   g o p h e r : / / hostport [ / gtype [ selector ] ] [ ? search ]
 *                                                                      url.gopheraddress
 * "If the type character and selector are omitted, the type defaults to "1"." (5.3 Gopher) */
static bool gopher(url_reader *u)
{
    url_login to = {0};
    uriproof_span gtype = {NULL, 0}, selector = {NULL, 0}, search = {NULL, 0};
    if (!url_literal(u, "//") || !hostport(u, &to) || !url_gopher_item(u, &gtype, &selector))
        return false;
    if ((take(&u->r, '?') && !url_search(u, &search)) || !url_end(u))
        return false;
    url_tell_login(u, &to);
    url_tell(u, "gtype", gtype);
    if (!uriproof_present(gtype))
        url_tell(u, "default-gtype", uriproof_span_of("1"));
    url_tell(u, "selector", selector);
    url_tell(u, "search", search);
    return true;
}

/* mailtoaddress   m a i l t o : : xalphas @ hostname                   url.mailtoaddress
 * With the reading mailto-colons=one, there is only one colon. */
static bool mailto(url_reader *u)
{
    bool one = draft_takes(u->r.readings, URIPROOF_DRAFT_MAILTO_COLONS, ONE_COLON);
    return (one || url_literal(u, ":")) && url_mailto(u);
}

/* waisindex   w a i s : / / hostport / database [ ? search ]           url.waisindex
 * waisdoc     w a i s : / / hostport / database / wtype / path         url.waisdoc */
static bool wais(url_reader *u)
{
    url_login to = {0};
    uriproof_span database = {NULL, 0}, search = {NULL, 0}, wtype = {NULL, 0}, path = {NULL, 0};
    if (!url_literal(u, "//") || !hostport(u, &to) || !url_literal(u, "/") ||
        !url_xalphas(u, &database))
        return false;
    if (take(&u->r, '/')) {
        if (!url_xalphas(u, &wtype) || !url_literal(u, "/"))
            return false;
        url_path(u, &path);
    } else if (take(&u->r, '?') && !url_search(u, &search)) {
        return false;
    }
    if (!url_end(u))
        return false;
    url_tell_login(u, &to);
    url_tell(u, "database", database);
    url_tell(u, "search", search);
    url_tell(u, "wtype", wtype);
    url_tell(u, "path", path);
    return true;
}

/* Reports the path and the search alone. Section 5.1 does not say where the string that a client
 * sends begins, and does not mention proxies.             http.path-opaque, http.search-sent */
static bool http(url_reader *u)
{
    uriproof_span behind;
    return url_http(u, &behind);
}

static const url_scheme schemes[] = {
    {"http", "httpaddress", http, true},
    {"ftp", "ftpaddress", ftp, true},
    {"gopher", "gopheraddress", gopher, true},
    {"mailto", "mailtoaddress", mailto, true},
    {"news", "newsaddress", url_news, true},
    {"nntp", "nntpaddress", url_nntp, true},
    {"telnet", "telnetaddress", url_session, true},
    {"rlogin", "telnetaddress", url_session, true},
    {"tn3270", "telnetaddress", url_session, true},
    {"wais", "waisaddress", wais, true},
    {"mid", "midaddress", url_message, true},
    {"cid", "cidaddress", url_message, true},
    {"prospero", "prosperoaddress", url_prospero, true},
    {"afs", "afsaddress", url_afs, false},
};

uriproof_verdict draft_url(uriproof_span url, const uriproof_readings *readings,
                           const char **production, uriproof_tell tell, void *self,
                           uriproof_refusal *refusal)
{
    const url_grammar grammar = {
        .sets = draft_characters,
        .hex_set = draft_hex_set(readings),
        .readings = readings,
        .rules = {.letters_fold = draft_takes(readings, URIPROOF_DRAFT_URL_LETTERS, LETTERS_FOLD),
                  .first_at = draft_takes(readings, URIPROOF_DRAFT_MAILTO_AT, MAILTO_FIRST),
                  .void_segments = !draft_takes(readings, URIPROOF_DRAFT_VOID_SEGMENT, AS_PRINTED),
                  .short_segments = draft_takes(readings, URIPROOF_DRAFT_XPALPHAS, AS_PRINTED),
                  .plus_encoded = draft_takes(readings, URIPROOF_DRAFT_SEARCH_PLUS, PLUS_ENCODED),
                  .server_given = draft_takes(readings, URIPROOF_DRAFT_NNTP_SERVER, SERVER_GIVEN),
                  .slash_stays = draft_takes(readings, URIPROOF_DRAFT_GOPHER_SLASH, SLASH_STAYS),
                  .as_article = draft_takes(readings, URIPROOF_DRAFT_ADDR_SPEC, AS_ARTICLE),
                  .at_in_group = draft_takes(readings, URIPROOF_DRAFT_NEWS_AT, NEWS_AS_PRINTED),
                  .last_null = draft_takes(readings, URIPROOF_DRAFT_PROSPERO_NULL, LAST_NULL),
                  .hostport = hostport,
                  .login = login},
        .schemes = schemes,
        .scheme_count = sizeof schemes / sizeof schemes[0],
        .clause = "draft-www-uri-00.url.url",
        .parse = draft_parse};
    return url_by(&grammar, url, production, tell, self, refusal);
}
