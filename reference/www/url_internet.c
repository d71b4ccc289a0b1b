/* SPDX-License-Identifier: MIT */
/* "Specific Schemes": those with a host that both dialects describe alike. */
#include "url_reader.h"

#include <string.h>

/* httpaddress   h t t p : / / hostport [ / path ] [ ? search ]     url.httpaddress
 * The request: "the string sent starts with the slash which follows the host details"; through
 * a proxy "the entire URI"; the search is sent "as part of the HTTP command". */
bool url_http(url_reader *u)
{
    url_login login = {0};
    uriproof_span path = {NULL, 0}, search = {NULL, 0}, request = {NULL, 0};
    if (!url_literal(u, "//") || !u->rules->hostport(u, &login))
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
        request = span_between(slash, u->r.at);
    url_tell_login(u, &login);
    url_tell(u, "path", path);
    url_tell(u, "search", search);
    url_tell(u, "request", request);
    url_tell(u, "proxy-request", span_between(u->start, u->r.at));
    return true;
}

/* telnetaddress   t e l n e t : / / login          url.telnetaddress
 * The section "Telnet, rlogin, tn3270" speaks of the three as one. */
bool url_session(url_reader *u)
{
    url_login login = {0};
    if (!url_literal(u, "//") || !u->rules->login(u, &login) || !url_end(u))
        return false;
    url_tell_login(u, &login);
    return true;
}

/* version [ attributes ], to the end: digits, and then letters and digits. */
static bool version_and_attributes(uriproof_span text, const uint16_t *sets, uriproof_span *version,
                                   uriproof_span *attributes)
{
    const unsigned char *octets = (const unsigned char *)text.octets;
    size_t digits = 0, rest;
    while (digits < text.length && (sets[octets[digits]] & DIGIT) != 0)
        digits++;
    rest = digits;
    while (rest < text.length && (sets[octets[rest]] & (ALPHA | DIGIT)) != 0)
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
 *                                                  url.prosperolink
 * "If present, the version number is separated from the host specific object name by the
 * characters "%00"". An hsoname is a path, which can hold that too; then the first ends it. */
bool url_prospero(url_reader *u)
{
    url_login login = {0};
    uriproof_span hsoname = {NULL, 0}, version = {NULL, 0}, attributes = {NULL, 0};
    if (!url_literal(u, "//") || !u->rules->hostport(u, &login) || !url_literal(u, "/"))
        return false;
    url_path(u, &hsoname);
    if (!url_end(u))
        return false;
    const char *nul = terminator(hsoname);
    if (nul != NULL) {
        size_t length = (size_t)(nul - hsoname.octets);
        uriproof_span behind = {nul + 3, hsoname.length - length - 3};
        if (version_and_attributes(behind, u->r.sets, &version, &attributes))
            hsoname.length = length;
    }
    url_tell_login(u, &login);
    url_tell(u, "hsoname", hsoname);
    url_tell(u, "version", version);
    url_tell(u, "attributes", attributes);
    return true;
}

/* afsaddress   a f s : / / cellname / path         url.afsaddress
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
