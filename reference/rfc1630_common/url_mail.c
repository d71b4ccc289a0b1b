/* SPDX-License-Identifier: MIT */
/* "Specific Schemes": the schemes of mail and news, which name no host to connect to. */
#include "../percent.h"
#include "url_reader.h"

#include <string.h>

/* Returns true if a hostnumber begins at `at` and reaches the end of the text. */
static bool is_number_to_end(const url_reader *u, const unsigned char *at)
{
    url_reader ahead = *u;
    uriproof_span host;
    ahead.r.at = at;
    return at_one_of(&ahead.r, DIGIT) && url_host(&ahead, &host) && ahead.r.at == u->r.end;
}

/* Returns the "@" between xalphas and a host that reaches `end`, or NULL if there is none. Both
 * sides can hold an "@". The last one with a host after it is chosen; with the reading
 * mailto-at=first, the first one. The caller has checked that all text up to `end` is xalphas, so a
 * hostname follows if the next character is a letter. */
static const unsigned char *dividing_at(const url_reader *u, const unsigned char *start,
                                        const unsigned char *end, bool numbers)
{
    const unsigned char *found = NULL, *last = NULL;
    bool first = u->rules->first_at;
    for (const unsigned char *at = start + 1; at < end; at++) {
        if (*at != '@')
            continue;
        last = at;
        if (at + 1 != end && (u->r.sets[at[1]] & ALPHA) != 0 && (found == NULL || !first))
            found = at;
    }
    bool wanted = numbers && last != NULL && (found == NULL || !first);
    return wanted && is_number_to_end(u, last + 1) ? last : found;
}

/* xalphas @ host
 * Reads this up to the end of the text. If `numbers` is true, the host may also be a hostnumber. */
static bool split_at(url_reader *u, bool numbers, uriproof_span *left, uriproof_span *host)
{
    uriproof_span all = {NULL, 0};
    if (!url_xalphas(u, &all) || !url_end(u))
        return false;
    const unsigned char *start = (const unsigned char *)all.octets;
    const unsigned char *at = dividing_at(u, start, u->r.end, numbers);
    if (at == NULL)
        return url_stop(u);
    *left = span_between(start, at);
    *host = span_between(at + 1, u->r.end);
    return true;
}

/* mailtoaddress   m a i l t o : xalphas @ hostname             url.mailtoaddress */
bool url_mailto(url_reader *u)
{
    uriproof_span local = {NULL, 0}, host = {NULL, 0};
    if (!split_at(u, false, &local, &host))
        return false;
    url_tell(u, "local-part", local);
    url_tell(u, "host", host);
    return true;
}

/* group   ialpha [ . group ]                                   url.group
 * An ialpha also matches dots, so one ialpha is the whole group. */
static bool group(url_reader *u, uriproof_span *found)
{
    const unsigned char *start = u->r.at;
    if (!url_hostname(u))
        return false;
    *found = span_between(start, u->r.at);
    return true;
}

/* article   xalphas @ host                                     url.article
 * The result of url_news is the whole article, so only its host is returned here. */
static bool article(url_reader *u, uriproof_span *host)
{
    uriproof_span left = {NULL, 0};
    return split_at(u, true, &left, host);
}

/* newsaddress   n e w s : groupart                             url.newsaddress
 * groupart   * | group | article                               url.groupart
 * A group can also hold an "@", but the prose says that it marks an article. With the reading
 * news-at=printed a text with an "@" that is not an article may still be a group. */
bool url_news(url_reader *u)
{
    const unsigned char *start = u->r.at;
    uriproof_span found = {NULL, 0}, host = {NULL, 0};
    size_t length = (size_t)(u->r.end - start);
    if (length == 1 && *start == '*') {
        url_tell(u, "group", span_between(start, u->r.end));
        return true;
    }
    bool has_at = memchr(start, '@', length) != NULL;
    if (has_at && article(u, &host)) {
        url_tell(u, "article", span_between(start, u->r.end));
        url_tell(u, "host", host);
        return true;
    }
    u->r.at = start;
    if ((!has_at || u->rules->at_in_group) && group(u, &found) && url_end(u)) {
        url_tell(u, "group", found);
        return true;
    }
    u->r.at = start;
    return !has_at && article(u, &host);
}

/* / / hostport /
 * Reads the server of a news URL. */
static bool news_server(url_reader *u, url_login *server)
{
    return url_literal(u, "//") && u->rules->hostport(u, server) && url_literal(u, "/");
}

/* nntpaddress   n n t p : group / digits                       url.nntpaddress
 * The prose says "The news server name, newsgroup name, and index number of an article ... are
 * given", but this rule has no server. With the reading nntp-server=given the server comes first,
 * as the host does in other URLs. */
bool url_nntp(url_reader *u)
{
    url_login server = {0};
    uriproof_span in = {NULL, 0}, number = {NULL, 0};
    if (u->rules->server_given && !news_server(u, &server))
        return false;
    if (!group(u, &in) || !url_literal(u, "/") || !url_digits(u, &number) || !url_end(u))
        return false;
    url_tell_login(u, &server);
    url_tell(u, "group", in);
    url_tell(u, "number", number);
    return true;
}

/* ---- RFC 822, section 6.1: addr-spec, read through the escapes ----
 *
 *   addr-spec   = local-part "@" domain
 *   local-part  = word *("." word)              word       = atom / quoted-string
 *   domain      = sub-domain *("." sub-domain)  sub-domain = atom / domain-literal */

enum addr_state {
    LOCAL,        /* before a word */
    LOCAL_ATOM,   /* in an atom */
    LOCAL_QUOTED, /* in a quoted-string */
    LOCAL_PAIR,   /* after its backslash */
    LOCAL_CLOSED, /* after the end of a quoted-string */
    DOMAIN,       /* before a sub-domain; the states below are as for words */
    DOMAIN_ATOM,
    DOMAIN_LITERAL,
    DOMAIN_PAIR,
    DOMAIN_CLOSED,
    NOWHERE
};

/* Returns true for a character of an atom of RFC 822: any CHAR except specials, SPACE and CTLs. */
static bool is_atom_char(unsigned octet)
{
    return octet > ' ' && octet < 0x7f && strchr("()<>@,;:\\\".[]", (int)octet) == NULL;
}

/* Returns the next state within a quoted-string or a domain-literal. `close` ends it. Any CHAR may
 * occur, except CR and `open`, and a backslash quotes the next one. */
static enum addr_state step_in(enum addr_state in, unsigned octet, unsigned open, unsigned close)
{
    if (octet == close)
        return in == LOCAL_QUOTED ? LOCAL_CLOSED : DOMAIN_CLOSED;
    if (octet > 0x7f || octet == '\r' || octet == open)
        return NOWHERE;
    if (octet == '\\')
        return in == LOCAL_QUOTED ? LOCAL_PAIR : DOMAIN_PAIR;
    return in;
}

/* Returns the next state outside quoted-strings and domain-literals. */
static enum addr_state step_between(enum addr_state state, unsigned octet)
{
    bool local = state < DOMAIN;
    bool begun = state != LOCAL && state != DOMAIN;
    bool closed = state == LOCAL_CLOSED || state == DOMAIN_CLOSED;
    if (begun && octet == '.')
        return local ? LOCAL : DOMAIN;
    if (begun && local && octet == '@')
        return DOMAIN;
    if (!begun && octet == (local ? '"' : '['))
        return local ? LOCAL_QUOTED : DOMAIN_LITERAL;
    if (!closed && is_atom_char(octet))
        return local ? LOCAL_ATOM : DOMAIN_ATOM;
    return NOWHERE;
}

static enum addr_state step(enum addr_state state, unsigned octet)
{
    switch (state) {
    case LOCAL_QUOTED:
        return step_in(state, octet, '"', '"');
    case DOMAIN_LITERAL:
        return step_in(state, octet, '[', ']');
    case LOCAL_PAIR:
    case DOMAIN_PAIR:
        if (octet > 0x7f)
            return NOWHERE;
        return state == LOCAL_PAIR ? LOCAL_QUOTED : DOMAIN_LITERAL;
    default:
        return step_between(state, octet);
    }
}

/* Returns true if the address can continue with some octet whose escape begins with the digit
 * `high`. */
static bool some_goes_on(enum addr_state state, int high)
{
    for (int low = 0; low < 16; low++)
        if (step(state, (unsigned)(high * 16 + low)) != NOWHERE)
            return true;
    return false;
}

/* Rejects an escape whose octet cannot come here. The first digit is at fault if no escape with
 * this digit can come here; otherwise the second digit is. */
static bool stop_in_escape(url_reader *u, enum addr_state state)
{
    u->r.at += some_goes_on(state, hex_value(u->r.at[1])) ? 2 : 1;
    return url_stop(u);
}

/* Reads one octet of the address, escaped or not. */
static bool step_over(url_reader *u, enum addr_state *state)
{
    const unsigned char *at = u->r.at;
    reader ahead = u->r;
    if (at_one_of(&u->r, URL_XALPHA)) {
        enum addr_state next = step(*state, *at);
        if (next == NOWHERE)
            return url_stop(u);
        *state = next;
        u->r.at++;
        return true;
    }
    if (*at == '%' && at + 1 != u->r.end && (u->r.sets[at[1]] & u->r.hex_set) != 0 &&
        !some_goes_on(*state, hex_value(at[1])))
        return stop_in_escape(u, *state);
    if (!escape(&ahead)) {
        u->r.broken_escape = ahead.broken_escape;
        return url_stop(u);
    }
    enum addr_state next = step(*state, octet_of_escape(at));
    if (next == NOWHERE)
        return stop_in_escape(u, *state);
    *state = next;
    u->r.at = ahead.at;
    return true;
}

/* midaddress   m i d : addr-spec                               url.midaddress
 * cidaddress   c i d : content-identifier                      url.cidaddress
 * "the RFC822 msg-id with the constant <> wrapper removed". The BNF does not define addr-spec, so
 * RFC 822 does. With the reading addr-spec=article the text has the form of a news article, which
 * is a message identifier too. */
bool url_message(url_reader *u)
{
    const unsigned char *start = u->r.at;
    enum addr_state state = LOCAL;
    uriproof_span host = {NULL, 0};
    if (u->rules->as_article) {
        if (!article(u, &host))
            return false;
        url_tell(u, "addr-spec", span_between(start, u->r.end));
        return true;
    }
    while (u->r.at != u->r.end)
        if (!step_over(u, &state))
            return false;
    if (state != DOMAIN_ATOM && state != DOMAIN_CLOSED)
        return url_stop(u);
    url_tell(u, "addr-spec", span_between(start, u->r.at));
    return true;
}
