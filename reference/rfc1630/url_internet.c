/* SPDX-License-Identifier: MIT */
/* RFC 1630, "Specific Schemes": those with a host. */
#include "url.h"

#include <string.h>

static uriproof_span from(const unsigned char *start, const url_reader *u)
{
    return span_between(start, u->r.at);
}

/* httpaddress   h t t p : / / hostport [ / path ] [ ? search ]     rfc1630.url.httpaddress
 * The request: "the string sent starts with the slash which follows the host details"; through
 * a proxy "the entire URI"; the search is sent "as part of the HTTP command". */
bool url_http(url_reader *u)
{
    url_login login = {0};
    uriproof_span path = {NULL, 0}, search = {NULL, 0}, request = {NULL, 0};
    if (!url_literal(u, "//") || !url_hostport(u, &login))
        return false;
    const unsigned char *slash = u->r.at;
    bool has_path = take(&u->r, '/');
    if (has_path)
        url_path(u, &path);
    if (take(&u->r, '?') && !url_search(u, &search))
        return false;
    if (!url_end(u))
        return false;
    if (has_path)
        request = from(slash, u);
    url_tell_login(u, &login);
    url_tell(u, "path", path);
    url_tell(u, "search", search);
    url_tell(u, "request", request);
    url_tell(u, "proxy-request", from(u->start, u));
    return true;
}

/* ftptype   A formcode | E formcode | I | L digits                 rfc1630.url.ftptype
 * "The type code is in the format defined in RFC 959", which has a form code of its own accord
 * only: "A" alone is one, as the prose says too ('text "A"'). */
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

/* The prose's ";type=" and the code. By the printed BNF the bare code follows the path, whose
 * letters it is, so none is ever told from it.     reading ftp-type */
static bool ftp_suffix(url_reader *u, uriproof_span *type)
{
    if (u->r.at == u->r.end || takes(u->r.readings, URIPROOF_RFC1630_FTP_TYPE, AS_PRINTED))
        return true;
    if (!url_literal(u, ";type="))
        return false;
    const unsigned char *start = u->r.at;
    if (!ftptype(u))
        return false;
    *type = from(start, u);
    return true;
}

/* ftpaddress   f t p : / / login / path [ ftptype ]                rfc1630.url.ftpaddress
 * "The arguments of any CWD commands are successive segment parts of the URL delimited by
 * slash, and the final segment is suitable as the filename argument to the RETR command"; a
 * final slash means "Use FTP directory list commands". */
bool url_ftp(url_reader *u)
{
    url_login login = {0};
    uriproof_span path = {NULL, 0}, type = {NULL, 0};
    if (!url_literal(u, "//") || !url_login_of(u, &login) || !url_literal(u, "/"))
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
 * "If the encoded command string ... would be void then the gopher type character may be
 * omitted and "1" ... is assumed." */
bool url_gopher(url_reader *u)
{
    url_login login = {0};
    uriproof_span gtype = {NULL, 0}, selector = {NULL, 0};
    if (!url_literal(u, "//") || !url_hostport(u, &login))
        return false;
    if (take(&u->r, '/')) {
        const unsigned char *start = u->r.at;
        if (!octet_or_escape(&u->r, URL_XALPHA))
            return url_stop(u);
        gtype = from(start, u);
        url_path(u, &selector);
    }
    if (!url_end(u))
        return false;
    url_tell_login(u, &login);
    url_tell(u, "gtype", gtype);
    if (!uriproof_present(gtype))
        url_tell(u, "default-gtype", uriproof_span_of("1"));
    url_tell(u, "selector", selector);
    return true;
}

/* telnetaddress   t e l n e t : / / login          rfc1630.url.telnetaddress
 * The section "Telnet, rlogin, tn3270" speaks of the three as one. */
bool url_session(url_reader *u)
{
    url_login login = {0};
    if (!url_literal(u, "//") || !url_login_of(u, &login) || !url_end(u))
        return false;
    url_tell_login(u, &login);
    return true;
}

static bool is_localhost(uriproof_span host)
{
    return host.length == 0 || uriproof_span_equal(host, uriproof_span_of("localhost"));
}

/* The prose: "The syntax is similar to the ftp syntax"; "even a "file" URL is provided with a
 * host part"; "A void host field is equivalent to "localhost"."    rfc1630.file.host */
bool url_file(url_reader *u)
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
 * `told`: its fields are told; otherwise it is only read. */
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
bool url_wais(url_reader *u)
{
    url_login login = {0};
    uriproof_span database = {NULL, 0}, search = {NULL, 0}, wtype = {NULL, 0};
    const unsigned char *fields = NULL;
    if (!url_literal(u, "//") || !url_hostport(u, &login) || !url_literal(u, "/") ||
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

/* version [ attributes ], to the end: digits, and then letters and digits. */
static bool version_and_attributes(uriproof_span text, uriproof_span *version,
                                   uriproof_span *attributes)
{
    const unsigned char *octets = (const unsigned char *)text.octets;
    size_t digits = 0, rest;
    while (digits < text.length && is_in(octets[digits], DIGIT))
        digits++;
    rest = digits;
    while (rest < text.length && is_in(octets[rest], ALPHA | DIGIT))
        rest++;
    if (digits == 0 || rest != text.length)
        return false;
    *version = (uriproof_span){text.octets, digits};
    if (rest > digits)
        *attributes = (uriproof_span){text.octets + digits, rest - digits};
    return true;
}

/* Where the first "%00" begins; NULL where there is none. A "%" is always an escape here. */
static const char *terminator(uriproof_span path)
{
    const char *at = path.octets, *end = path.octets + path.length;
    while (end - at >= 3 && memcmp(at, "%00", 3) != 0)
        at += *at == '%' ? 3 : 1;
    return end - at >= 3 ? at : NULL;
}

/* prosperolink   p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]
 *                                                  rfc1630.url.prosperolink
 * "If present, the version number is separated from the host specific object name by the
 * characters "%00"". An hsoname is a path, which can hold that too; then the first ends it. */
bool url_prospero(url_reader *u)
{
    url_login login = {0};
    uriproof_span hsoname = {NULL, 0}, version = {NULL, 0}, attributes = {NULL, 0};
    if (!url_literal(u, "//") || !url_hostport(u, &login) || !url_literal(u, "/"))
        return false;
    url_path(u, &hsoname);
    if (!url_end(u))
        return false;
    const char *nul = terminator(hsoname);
    if (nul != NULL) {
        size_t length = (size_t)(nul - hsoname.octets);
        uriproof_span behind = {nul + 3, hsoname.length - length - 3};
        if (version_and_attributes(behind, &version, &attributes))
            hsoname.length = length;
    }
    url_tell_login(u, &login);
    url_tell(u, "hsoname", hsoname);
    url_tell(u, "version", version);
    url_tell(u, "attributes", attributes);
    return true;
}

/* afsaddress   a f s : / / cellname / path         rfc1630.url.afsaddress
 * "left in as historical note, but is not a url" */
bool url_afs(url_reader *u)
{
    uriproof_span cellname = {NULL, 0}, path = {NULL, 0};
    const unsigned char *start;
    if (!url_literal(u, "//"))
        return false;
    start = u->r.at;
    if (!url_hostname(u) || !url_literal(u, "/"))
        return false;
    cellname = span_between(start, u->r.at - 1);
    url_path(u, &path);
    if (!url_end(u))
        return false;
    url_tell(u, "cellname", cellname);
    url_tell(u, "path", path);
    return true;
}
