/* SPDX-License-Identifier: MIT */
/* "Specific Schemes": the schemes with a host that RFC 1630 and its draft describe alike. */
#include "url_reader.h"

#include <string.h>

/* httpaddress   h t t p : / / hostport [ / path ] [ ? search ]     url.httpaddress */
bool url_http(url_reader *u, uriproof_span *behind)
{
    url_login login = {0};
    uriproof_span path = {NULL, 0}, search = {NULL, 0};
    if (!url_literal(u, "//") || !u->rules->hostport(u, &login))
        return false;
    *behind = span_between(u->r.at, u->r.end);
    if (take(&u->r, '/'))
        url_path(u, &path);
    if (take(&u->r, '?') && !url_search(u, &search))
        return false;
    if (!url_end(u))
        return false;
    url_tell_login(u, &login);
    url_tell(u, "path", path);
    url_tell(u, "search", search);
    return true;
}

/* telnetaddress   t e l n e t : / / login          url.telnetaddress
 * The section "Telnet, rlogin, tn3270" treats the three schemes as one, so this rule serves all. */
bool url_session(url_reader *u)
{
    url_login login = {0};
    if (!url_literal(u, "//") || !u->rules->login(u, &login) || !url_end(u))
        return false;
    url_tell_login(u, &login);
    return true;
}

bool url_gopher_item(url_reader *u, uriproof_span *gtype, uriproof_span *selector)
{
    if (!take(&u->r, '/'))
        return true;
    const unsigned char *start = u->r.at;
    if (!octet_or_escape(&u->r, URL_XALPHA))
        return u->rules->slash_stays || url_stop(u);
    *gtype = span_between(start, u->r.at);
    url_path(u, selector);
    return true;
}

/* % 0 0 version [ attributes ]                                   url.version, url.attributes
 * Reads this up to the end of the text. */
static bool version_and_attributes(url_reader *u, uriproof_span *version, uriproof_span *attributes)
{
    uriproof_span digits = {NULL, 0};
    if (!url_literal(u, "%00") || !url_digits(u, &digits))
        return false;
    const unsigned char *start = u->r.at;
    while (at_one_of(&u->r, ALPHA | DIGIT))
        u->r.at++;
    if (!url_end(u))
        return false;
    *version = digits;
    if (u->r.at != start)
        *attributes = span_between(start, u->r.at);
    return true;
}

/* Returns the start of the first "%00" at or after `at`, or NULL if there is none before `end`. */
static const unsigned char *terminator(const unsigned char *at, const unsigned char *end)
{
    while (end - at >= 3 && memcmp(at, "%00", 3) != 0)
        at++;
    return end - at >= 3 ? at : NULL;
}

/* Returns true at the "%00" that ends the name and has a version after it. "If present, the version
 * number is separated from the host specific object name by the characters "%00"". The name is a
 * `path`, which can also hold "%00", so several of them may be candidates.
 *
 * If the whole text is a path, only the first "%00" can end the name. With the reading
 * prospero-null=last all of them are tried. A version must reach the end of the text, so only the
 * last one can have one. If the whole text is not a path, since its segments are too long, it can
 * still be a path and a version. Then all of them are tried too. `stop` is the end of the path. */
static bool split_at_version(url_reader *u, const unsigned char *start, const unsigned char *stop,
                             bool is_path, uriproof_span *version, uriproof_span *attributes)
{
    const unsigned char *nul = start;
    while ((nul = terminator(nul, stop)) != NULL) {
        u->r.at = nul;
        if (version_and_attributes(u, version, attributes))
            return true;
        if (is_path && !u->rules->last_null)
            return false;
        nul += 3;
    }
    u->r.at = stop;
    return version_and_attributes(u, version, attributes);
}

/* prosperolink   p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]
 *                                                  url.prosperolink */
bool url_prospero(url_reader *u)
{
    url_login login = {0};
    uriproof_span hsoname = {NULL, 0}, version = {NULL, 0}, attributes = {NULL, 0};
    if (!url_literal(u, "//") || !u->rules->hostport(u, &login) || !url_literal(u, "/"))
        return false;
    const unsigned char *start = u->r.at;
    url_path(u, &hsoname);
    const unsigned char *stop = u->r.at;
    bool is_path = url_end(u);
    if (split_at_version(u, start, stop, is_path, &version, &attributes))
        hsoname.length = (size_t)(version.octets - hsoname.octets) - strlen("%00");
    else if (!is_path)
        return false;
    url_tell_login(u, &login);
    url_tell(u, "hsoname", hsoname);
    url_tell(u, "version", version);
    url_tell(u, "attributes", attributes);
    return true;
}

/* afsaddress   a f s : / / cellname / path         url.afsaddress
 * This rule is "left in as historical note, but is not a url". */
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
