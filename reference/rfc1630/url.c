/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630, "BNF for specific URL schemes": from a text to the production of its scheme.
 *
 * prefixedurl   u r l : url                                    rfc1630.url.prefixedurl
 * url           httpaddress | ftpaddress | ...                 rfc1630.url.url
 */
#include "url.h"

#include <string.h>

/* What the table of schemes says of one. */
static const struct scheme_facts {
    const char *scheme;
    const char *production; /* as the BNF names it, or as it would if it had one */
    bool (*read)(url_reader *u);
    bool is_url; /* among the alternatives of `url`, or described by the prose */
} schemes[] = {
    {"http", "httpaddress", url_http, true},
    {"ftp", "ftpaddress", url_ftp, true},
    {"gopher", "gopheraddress", url_gopher, true},
    {"mailto", "mailtoaddress", url_mailto, true},
    {"news", "newsaddress", url_news, true},
    {"nntp", "nntpaddress", url_nntp, true},
    {"telnet", "telnetaddress", url_session, true},
    {"rlogin", "telnetaddress", url_session, true},
    {"tn3270", "telnetaddress", url_session, true},
    {"wais", "waisaddress", url_wais, true},
    {"file", "fileaddress", url_file, true},
    {"mid", "midaddress", url_message, true},
    {"cid", "cidaddress", url_message, true},
    {"prospero", "prosperoaddress", url_prospero, true},
    {"afs", "afsaddress", url_afs, false},
};

/* The scheme whose name and colon stand here; behind them, then. */
static const struct scheme_facts *scheme_here(url_reader *u)
{
    const unsigned char *start = u->r.at;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        u->r.at = start;
        if (url_literal(u, schemes[i].scheme) && url_literal(u, ":"))
            return &schemes[i];
    }
    u->r.at = start;
    return NULL;
}

static uriproof_verdict refused(const char *production, size_t offset, uriproof_refusal *refusal)
{
    if (refusal != NULL)
        *refusal = (uriproof_refusal){production, offset, "rfc1630.url.url"};
    return URIPROOF_INVALID;
}

/* A scheme that the RFC describes neither by a production nor by its prose. */
static uriproof_verdict undescribed(uriproof_span url, const uriproof_readings *readings,
                                    uriproof_refusal *refusal)
{
    if (!uriproof_rfc1630_parse(url, readings, NULL, refusal))
        return URIPROOF_INVALID;
    if (refusal != NULL)
        *refusal = (uriproof_refusal){"url", 0, "rfc1630.url.url"};
    return URIPROOF_SILENT;
}

uriproof_verdict uriproof_rfc1630_url(uriproof_span url, const uriproof_readings *readings,
                                      const char **production, uriproof_tell tell, void *self,
                                      uriproof_refusal *refusal)
{
    const unsigned char *start = (const unsigned char *)(url.octets != NULL ? url.octets : "");
    url_reader u = {{start, start + url.length, readings, NULL, NULL}, start, start, tell, self};
    if (!url_literal(&u, "url") || !url_literal(&u, ":"))
        u.r.at = start;
    u.start = u.r.at;
    const struct scheme_facts *facts = scheme_here(&u);
    if (facts == NULL)
        return undescribed(url, readings, refusal);
    *production = facts->production;
    u.furthest = u.r.at;
    bool derives = facts->read(&u);
    if (!facts->is_url)
        return refused("url", 0, refusal);
    if (!derives)
        return refused(facts->production, (size_t)(u.furthest - start), refusal);
    return URIPROOF_OK;
}
