/* SPDX-License-Identifier: MIT */
/* RFC 1630, "BNF for specific URL schemes": the rules that differ from the draft's, and the table
 * of schemes. The comment on a function shows its rule as the RFC prints it, and the id of its
 * clause. */
#include "../rfc1630_common/url_reader.h"

#include "characters.h"
#include "grammar.h"

/* hostport   host [ : port ]                                   rfc1630.url.hostport */
static bool hostport(url_reader *u, url_login *login)
{
    return url_host(u, &login->host) && (!take(&u->r, ':') || url_digits(u, &login->port));
}

/* user   alphanum2 [ user ]                                    rfc1630.url.user
 * password   alphanum2 [ password ]                            rfc1630.url.password */
static bool alphanum2s(url_reader *u, uriproof_span *found)
{
    const unsigned char *start = u->r.at;
    while (at_one_of(&u->r, ALPHA | DIGIT | PLUS) || at_octet(&u->r, '-') || at_octet(&u->r, '_') ||
           at_octet(&u->r, '.'))
        u->r.at++;
    if (u->r.at == start)
        return url_stop(u);
    *found = span_between(start, u->r.at);
    return true;
}

/* Reads a login that has a user. It resets *login, since an attempt before it may have set
 * parts. */
static bool with_user(url_reader *u, url_login *login)
{
    *login = (url_login){0};
    return alphanum2s(u, &login->user) && (!take(&u->r, ':') || alphanum2s(u, &login->password)) &&
           url_literal(u, "@") && hostport(u, login);
}

/* Reads a login that is only a hostport. */
static bool without_user(url_reader *u, url_login *login)
{
    *login = (url_login){0};
    return hostport(u, login);
}

/* Returns true at a slash or at the end of the text. A login can hold no slash, so it must end
 * there. */
static bool login_ends(url_reader *u)
{
    return u->r.at == u->r.end || *u->r.at == '/' || url_stop(u);
}

/* login   [ user [ : password ] @ ] hostport                   rfc1630.url.login
 * A hostname can also hold an "@". The reading login-at decides whether the user is tried first. */
static bool login_of(url_reader *u, url_login *login)
{
    const unsigned char *start = u->r.at;
    bool any = takes(u->r.readings, URIPROOF_RFC1630_LOGIN_AT, LOGIN_ANY);
    bool (*const first)(url_reader *, url_login *) = any ? without_user : with_user;
    bool (*const second)(url_reader *, url_login *) = any ? with_user : without_user;
    if (first(u, login) && login_ends(u))
        return true;
    u->r.at = start;
    return second(u, login);
}

/* ftptype   A formcode | E formcode | I | L digits                 rfc1630.url.ftptype
 * "The type code is in the format defined in RFC 959 except that THE SPACE IS OMITTED FROM THE
 * URL". In RFC 959 the form code is optional, and the prose has the example "text "A"", so `A`
 * alone is accepted. */
static bool ftptype(url_reader *u)
{
    uriproof_span digits;
    if (take(&u->r, 'I'))
        return true;
    if (take(&u->r, 'L'))
        return url_digits(u, &digits);
    if (!take(&u->r, 'A') && !take(&u->r, 'E'))
        return url_stop(u);
    (void)(take(&u->r, 'N') || take(&u->r, 'T') || take(&u->r, 'C'));
    return true;
}

/* Reads the ";type=" of the prose and the code. By the printed BNF the code follows the path
 * directly. Its letters then also match the path, so the type cannot be told from the path and is
 * not reported. (Reading ftp-type.) */
static bool ftp_suffix(url_reader *u, uriproof_span *type)
{
    if (u->r.at == u->r.end || takes(u->r.readings, URIPROOF_RFC1630_FTP_TYPE, AS_PRINTED))
        return true;
    if (!url_literal(u, ";type="))
        return false;
    const unsigned char *start = u->r.at;
    if (!ftptype(u))
        return false;
    *type = span_between(start, u->r.at);
    return true;
}

/* ftpaddress   f t p : / / login / path [ ftptype ]                rfc1630.url.ftpaddress
 * "The arguments of any CWD commands are successive segment parts of the URL delimited by
 * slash, and the final segment is suitable as the filename argument to the RETR command"; a
 * final slash means "Use FTP directory list commands". */
static bool ftp(url_reader *u)
{
    url_login login = {0};
    uriproof_span path = {NULL, 0}, type = {NULL, 0};
    if (!url_literal(u, "//") || !login_of(u, &login) || !url_literal(u, "/"))
        return false;
    url_path(u, &path);
    if (!ftp_suffix(u, &type) || !url_end(u))
        return false;
    url_tell_login(u, &login);
    if (!uriproof_present(login.user))
        url_tell(u, "default-user", uriproof_span_of("anonymous"));
    url_tell(u, "path", path);
    url_tell_segments(u, path, "cwd", "name");
    url_tell(u, "type", type);
    bool lists =
        !uriproof_present(type) && (path.length == 0 || path.octets[path.length - 1] == '/');
    if (lists && !takes(u->r.readings, URIPROOF_RFC1630_FTP_TYPE, AS_PRINTED))
        url_tell(u, "type", uriproof_span_of("directory"));
    return true;
}

/* gopheraddress   g o p h e r : / / hostport [ / gtype [ gcommand ] ]
 *                                                  rfc1630.url.gopheraddress
 * "If the encoded command string ... would be void then the gopher type character may be omiited
 * and "1" ... is assumed." The reading gopher-slash decides whether the slash is omitted with it.
 */
static bool gopher(url_reader *u)
{
    url_login login = {0};
    uriproof_span gtype = {NULL, 0}, selector = {NULL, 0};
    if (!url_literal(u, "//") || !hostport(u, &login) || !url_gopher_item(u, &gtype, &selector))
        return false;
    if (!url_end(u))
        return false;
    url_tell_login(u, &login);
    url_tell(u, "gtype", gtype);
    if (!uriproof_present(gtype))
        url_tell(u, "default-gtype", uriproof_span_of("1"));
    url_tell(u, "selector", selector);
    return true;
}

static bool is_localhost(uriproof_span host)
{
    return host.length == 0 || uriproof_span_equal(host, uriproof_span_of("localhost"));
}

/* Reads the URL of a file. The BNF has no rule for this scheme. The prose says "The syntax is
 * similar to the ftp syntax"; "even a "file" URL is provided with a host part"; "A void host field
 * is equivalent to "localhost"."
 * Clause: rfc1630.file.host */
static bool file(url_reader *u)
{
    uriproof_span host = {NULL, 0}, path = {NULL, 0};
    if (!url_literal(u, "//"))
        return false;
    host = (uriproof_span){(const char *)u->r.at, 0};
    if (!at_octet(&u->r, '/') && !url_host(u, &host))
        return false;
    if (!url_literal(u, "/"))
        return false;
    url_path(u, &path);
    if (!url_end(u))
        return false;
    url_tell(u, "host", host);
    url_tell(u, "path", path);
    url_tell(u, "local", uriproof_span_of(is_localhost(host) ? "yes" : "no"));
    return true;
}

/* wpath   digits = path ; [ wpath ]                rfc1630.url.wpath
 * Reports the fields if `told` is true, and only reads them otherwise. */
static bool wpath(url_reader *u, bool told)
{
    uriproof_span number = {NULL, 0}, contents = {NULL, 0};
    do {
        if (!url_digits(u, &number) || !url_literal(u, "="))
            return false;
        url_path(u, &contents);
        if (!url_literal(u, ";"))
            return false;
        if (told) {
            url_tell(u, "field-number", number);
            url_tell(u, "field", contents);
        }
    } while (u->r.at != u->r.end);
    return true;
}

/* waisindex   w a i s : / / hostport / database [ ? search ]       rfc1630.url.waisindex
 * waisdoc     w a i s : / / hostport / database / wtype / wpath    rfc1630.url.waisdoc */
static bool wais(url_reader *u)
{
    url_login login = {0};
    uriproof_span database = {NULL, 0}, search = {NULL, 0}, wtype = {NULL, 0};
    const unsigned char *fields = NULL;
    if (!url_literal(u, "//") || !hostport(u, &login) || !url_literal(u, "/") ||
        !url_xalphas(u, &database))
        return false;
    if (take(&u->r, '?') && !url_search(u, &search))
        return false;
    if (!uriproof_present(search) && take(&u->r, '/')) {
        if (!url_xalphas(u, &wtype) || !url_literal(u, "/"))
            return false;
        fields = u->r.at;
        if (!wpath(u, false))
            return false;
    }
    if (!url_end(u))
        return false;
    url_tell_login(u, &login);
    url_tell(u, "database", database);
    url_tell(u, "search", search);
    url_tell(u, "wtype", wtype);
    if (fields == NULL)
        return true;
    u->r.at = fields;
    return wpath(u, true);
}

/* Reports what a client sends. To a server "the string sent starts with the slash which follows the
 * host details", and to a proxy it sends "the entire URI". The search is sent "as part of the HTTP
 * command".
 * http.request, http.proxy, http.search-sent */
static bool http(url_reader *u)
{
    uriproof_span behind;
    if (!url_http(u, &behind))
        return false;
    if (behind.length > 0 && *behind.octets == '/')
        url_tell(u, "request", behind);
    url_tell(u, "proxy-request", span_between(u->start, u->r.end));
    return true;
}

static const url_scheme schemes[] = {
    {"http", "httpaddress", http, true},
    {"ftp", "ftpaddress", ftp, true},
    {"gopher", "gopheraddress", gopher, true},
    {"mailto", "mailtoaddress", url_mailto, true},
    {"news", "newsaddress", url_news, true},
    {"nntp", "nntpaddress", url_nntp, true},
    {"telnet", "telnetaddress", url_session, true},
    {"rlogin", "telnetaddress", url_session, true},
    {"tn3270", "telnetaddress", url_session, true},
    {"wais", "waisaddress", wais, true},
    {"file", "fileaddress", file, true},
    {"mid", "midaddress", url_message, true},
    {"cid", "cidaddress", url_message, true},
    {"prospero", "prosperoaddress", url_prospero, true},
    {"afs", "afsaddress", url_afs, false},
};

uriproof_verdict uriproof_rfc1630_url(uriproof_span url, const uriproof_readings *readings,
                                      const char **production, uriproof_tell tell, void *self,
                                      uriproof_refusal *refusal)
{
    const url_grammar grammar = {
        .sets = rfc1630_characters,
        .hex_set = hex_set(readings),
        .readings = readings,
        .rules = {.letters_fold = takes(readings, URIPROOF_RFC1630_URL_LETTERS, LETTERS_FOLD),
                  .first_at = takes(readings, URIPROOF_RFC1630_MAILTO_AT, MAILTO_FIRST),
                  .void_segments = !takes(readings, URIPROOF_RFC1630_VOID_SEGMENT, AS_PRINTED),
                  .plus_encoded = takes(readings, URIPROOF_RFC1630_SEARCH_PLUS, PLUS_ENCODED),
                  .server_given = takes(readings, URIPROOF_RFC1630_NNTP_SERVER, SERVER_GIVEN),
                  .slash_stays = takes(readings, URIPROOF_RFC1630_GOPHER_SLASH, SLASH_STAYS),
                  .as_article = takes(readings, URIPROOF_RFC1630_ADDR_SPEC, AS_ARTICLE),
                  .at_in_group = takes(readings, URIPROOF_RFC1630_NEWS_AT, NEWS_AS_PRINTED),
                  .last_null = takes(readings, URIPROOF_RFC1630_PROSPERO_NULL, LAST_NULL),
                  .hostport = hostport,
                  .login = login_of},
        .schemes = schemes,
        .scheme_count = sizeof schemes / sizeof schemes[0],
        .clause = "rfc1630.url.url",
        .parse = uriproof_rfc1630_parse};
    return url_by(&grammar, url, production, tell, self, refusal);
}
