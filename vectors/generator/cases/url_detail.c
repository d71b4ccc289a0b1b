/* SPDX-License-Identifier: MIT */
#include "url_detail.h"

#include "components_file.h"

#include <stdio.h>
#include <string.h>

/* A URL, and the readings by which it is read. */
typedef struct url_rules {
    const gen_url_parts *url;
    const uriproof_dialect *dialect;
    const uriproof_readings *readings;
    gen_pool *pool;
    gen_expect *expect;
} url_rules;

static bool reads(const url_rules *rules, const char *id, const char *value)
{
    return oracle_reads(rules->dialect, rules->readings, id, value);
}

bool gen_is_draft(const uriproof_dialect *dialect)
{
    return strcmp(dialect->name, "draft-www-uri-00") == 0;
}

static void tell(const url_rules *rules, const char *name, const char *value)
{
    gen_components_expect(rules->expect, rules->pool, name, uriproof_span_of(value));
}

static void tell_string(const url_rules *rules, const char *name, const oracle_string *value)
{
    gen_components_expect(rules->expect, rules->pool, name, oracle_span(value));
}

/* ---- Parts that several schemes have ---- */

static bool begins_with_letter(const char *words)
{
    return oracle_is_letter((unsigned char)words[0]);
}

static void put(oracle_string *text, const char *before, const char *part)
{
    if (part == NULL)
        return;
    oracle_add_words(text, before);
    oracle_add_words(text, part);
}

/* Reports a host and a port. In the draft a hostname may contain a colon and the port too. */
static void tell_host(const url_rules *rules, const char *before, const char *host,
                      const char *port)
{
    oracle_string name = {.length = 0};
    oracle_add_words(&name, before);
    oracle_add_words(&name, host);
    if (port != NULL && begins_with_letter(name.octets) && reads(rules, "port-colon", "host")) {
        put(&name, ":", port);
        port = NULL;
    }
    tell_string(rules, "host", &name);
    tell(rules, "port", port);
}

/* Returns true if the whole login can be read as a hostport. In RFC 1630 a hostname may contain an
 * at sign, and in the draft a colon too. Both must begin with a letter. */
static bool is_host_alone(const url_rules *rules)
{
    const gen_url_parts *url = rules->url;
    if (url->user == NULL)
        return true;
    return reads(rules, "login-at", "any") && begins_with_letter(url->user) &&
           (url->password == NULL || gen_is_draft(rules->dialect));
}

/* Reports a login. Returns true if it has a user. */
static bool tell_login(const url_rules *rules)
{
    const gen_url_parts *url = rules->url;
    if (!is_host_alone(rules)) {
        tell(rules, "user", url->user);
        tell(rules, "password", url->password);
        tell_host(rules, "", url->host, url->port);
        return true;
    }
    char before[ORACLE_STRING_MAX] = "";
    if (url->user != NULL)
        snprintf(before, sizeof before, "%s%s%s@", url->user, url->password != NULL ? ":" : "",
                 url->password != NULL ? url->password : "");
    tell_host(rules, before, url->host, url->port);
    return false;
}

/* Returns the number of xpalphas from `at` up to the next slash, and moves `at` there. */
static size_t segment_length(const char *path, size_t *at)
{
    size_t count = 0;
    for (; path[*at] != '\0' && path[*at] != '/'; count++)
        *at += path[*at] == '%' ? 3 : 1;
    return count;
}

/* Returns true if `path` matches `void | xpalphas [ / path ]` with these readings. */
static bool path_derives(const url_rules *rules, const char *path)
{
    bool printed = gen_is_draft(rules->dialect) && reads(rules, "xpalphas", "printed");
    for (size_t at = 0; path != NULL; at++) {
        size_t length = segment_length(path, &at);
        if (printed && length > 2)
            return false;
        if (path[at] == '\0')
            return true;
        if (length == 0 && reads(rules, "void-segment", "printed"))
            return false;
    }
    return true;
}

/* ---- The schemes ---- */

/* Reports the parts of http. RFC 1630 says "the string sent starts with the slash which follows the
 * host details", so nothing is sent if there is no slash. A proxy gets "the entire URI". The draft
 * does not say this. */
static void tell_http(const url_rules *rules)
{
    const gen_url_parts *url = rules->url;
    tell_host(rules, "", url->host, url->port);
    tell(rules, "path", url->path);
    tell(rules, "search", url->search);
    if (gen_is_draft(rules->dialect))
        return;
    oracle_string after = {.length = 0}, whole = {.length = 0};
    put(&after, "/", url->path);
    put(&after, "?", url->search);
    put(&whole, "http://", url->host);
    put(&whole, ":", url->port);
    oracle_add(&whole, oracle_span(&after));
    if (url->path != NULL)
        tell_string(rules, "request", &after);
    tell_string(rules, "proxy-request", &whole);
}

/* Reports the segments of the path: "The arguments of any CWD commands are successive segment parts
 * of the URL delimited by slash, and the final segment" is the name. */
static void tell_segments(const url_rules *rules)
{
    uriproof_span rest = uriproof_span_of(rules->url->path);
    for (;;) {
        size_t slash = oracle_first(rest, '/');
        gen_text segment = gen_text_of(gen_keep(rules->pool, oracle_cut(rest, 0, slash)));
        if (slash == rest.length) {
            gen_expect_part(rules->expect, "name", segment);
            return;
        }
        gen_expect_listed(rules->expect, "cwd", segment);
        rest = oracle_cut(rest, slash + 1, rest.length);
    }
}

static void tell_ftp(const url_rules *rules)
{
    const gen_url_parts *url = rules->url;
    bool prose = reads(rules, "ftp-type", "prose");
    if (url->mark != NULL && !prose) {
        rules->expect->outcome = GEN_REJECTED; /* a path may not contain `;` and `=` */
        return;
    }
    if (!tell_login(rules))
        tell(rules, "default-user", "anonymous");
    tell(rules, "path", url->path);
    tell_segments(rules);
    size_t length = strlen(url->path);
    if (url->mark != NULL)
        tell(rules, "type", url->mark);
    else if (prose && (length == 0 || url->path[length - 1] == '/'))
        tell(rules, "type", "directory");
}

static void tell_gopher(const url_rules *rules)
{
    const gen_url_parts *url = rules->url;
    tell_host(rules, "", url->host, url->port);
    tell(rules, "gtype", url->mark);
    tell(rules, "selector", url->path);
    tell(rules, "search", url->search);
    if (url->mark == NULL)
        tell(rules, "default-gtype", "1");
}

static void tell_telnet(const url_rules *rules)
{
    tell_login(rules);
}

/* Returns the place of the at sign that divides `text`, or the length of `text` if there is none.
 * Both sides may contain at signs. The sign must have text before it and a host after it. The
 * reading mailto-at chooses the last or the first such sign. */
static size_t at_sign_of(const url_rules *rules, uriproof_span text)
{
    size_t found = text.length;
    for (size_t at = 1; at + 1 < text.length; at++) {
        bool host = oracle_is_letter((unsigned char)text.octets[at + 1]) ||
                    oracle_is(oracle_cut(text, at + 1, text.length), "1.2.3.4");
        if (text.octets[at] == '@' && host &&
            (found == text.length || reads(rules, "mailto-at", "last")))
            found = at;
    }
    return found;
}

/* Reports a mail address. The path is all text after the scheme's colon or colons. */
static void tell_mailto(const url_rules *rules)
{
    uriproof_span rest = uriproof_span_of(rules->url->path);
    if (gen_is_draft(rules->dialect) && reads(rules, "mailto-colons", "printed")) {
        if (!oracle_has_at(rest, 0, ":")) {
            rules->expect->outcome = GEN_REJECTED;
            return;
        }
        rest = oracle_cut(rest, 1, rest.length);
    }
    size_t at = at_sign_of(rules, rest);
    gen_components_expect(rules->expect, rules->pool, "local-part", oracle_cut(rest, 0, at));
    gen_components_expect(rules->expect, rules->pool, "host",
                          oracle_cut(rest, at + 1, rest.length));
}

static void tell_news(const url_rules *rules)
{
    uriproof_span rest = uriproof_span_of(rules->url->path);
    size_t at = at_sign_of(rules, rest);
    if (at == rest.length) {
        tell(rules, "group", rules->url->path);
        return;
    }
    tell(rules, "article", rules->url->path);
    gen_components_expect(rules->expect, rules->pool, "host",
                          oracle_cut(rest, at + 1, rest.length));
}

/* Reports the parts of nntp. The reading nntp-server=given rejects them all, since the URLs of this
 * file have no server: "The news server name, newsgroup name, and index number of an article ...
 * are given." */
static void tell_nntp(const url_rules *rules)
{
    if (reads(rules, "nntp-server", "given")) {
        rules->expect->outcome = GEN_REJECTED;
        return;
    }
    tell(rules, "group", rules->url->path);
    tell(rules, "number", rules->url->mark);
}

/* Reports the fields of RFC 1630's wpath: "the digits before the equals sign, and the field
 * contents follow, … terminated by ";"". */
static void tell_fields(const url_rules *rules, const char *name, char from, char to)
{
    uriproof_span rest = uriproof_span_of(rules->url->path);
    while (rest.length > 0) {
        size_t end = oracle_first(rest, ';');
        uriproof_span field = oracle_cut(rest, 0, end);
        size_t start = from == '=' ? oracle_first(field, '=') + 1 : 0;
        size_t stop = to == '=' ? oracle_first(field, '=') : field.length;
        gen_expect_listed(rules->expect, name,
                          gen_text_of(gen_keep(rules->pool, oracle_cut(field, start, stop))));
        rest = oracle_cut(rest, end + 1, rest.length);
    }
}

static void tell_wais(const url_rules *rules)
{
    const gen_url_parts *url = rules->url;
    tell_host(rules, "", url->host, url->port);
    tell(rules, "database", url->mark);
    tell(rules, "search", url->search);
    tell(rules, "wtype", url->extra);
    if (url->extra == NULL)
        return;
    if (gen_is_draft(rules->dialect)) {
        tell(rules, "path", url->path);
        return;
    }
    tell_fields(rules, "field-number", ';', '=');
    tell_fields(rules, "field", '=', ';');
}

static void tell_file(const url_rules *rules)
{
    const gen_url_parts *url = rules->url;
    bool local = url->host[0] == '\0' || strcmp(url->host, "localhost") == 0;
    tell(rules, "host", url->host);
    tell(rules, "path", url->path);
    tell(rules, "local", local ? "yes" : "no");
}

static void tell_message(const url_rules *rules)
{
    tell(rules, "addr-spec", rules->url->path);
}

/* Returns the name with the version and attributes after it. All of this may be one hsoname. */
static oracle_string whole_name(const gen_url_parts *url)
{
    oracle_string whole = {.length = 0};
    put(&whole, "", url->path);
    put(&whole, "%00", url->mark);
    put(&whole, "", url->extra);
    return whole;
}

/* Returns true if the whole text is a name without a version. "separated from the host specific
 * object name by the characters "%00" ..., this being an escaped string terminator": the first
 * "%00" ends the name. If no version follows it, the whole text is a name, if it can be one. */
static bool is_name_alone(const url_rules *rules)
{
    char words[ORACLE_STRING_MAX];
    const oracle_string whole = whole_name(rules->url);
    snprintf(words, sizeof words, "%.*s", (int)whole.length, whole.octets);
    return rules->url->mark != NULL && strstr(rules->url->path, "%00") != NULL &&
           reads(rules, "prospero-null", "first") && path_derives(rules, words);
}

static void tell_prospero(const url_rules *rules)
{
    const gen_url_parts *url = rules->url;
    const oracle_string whole = whole_name(url);
    tell_host(rules, "", url->host, url->port);
    if (is_name_alone(rules)) {
        tell_string(rules, "hsoname", &whole);
        return;
    }
    tell(rules, "hsoname", url->path);
    tell(rules, "version", url->mark);
    tell(rules, "attributes", url->extra);
}

/* ---- The table of schemes ---- */

/* Adds the text after the scheme's colon to *text. */
typedef void (*url_writer)(const gen_url_parts *url, oracle_string *text);

static void put_host(const gen_url_parts *url, oracle_string *text)
{
    oracle_add_words(text, "//");
    put(text, "", url->user);
    put(text, ":", url->password);
    oracle_add_words(text, url->user != NULL ? "@" : "");
    put(text, "", url->host);
    put(text, ":", url->port);
}

static void put_slash_path(const gen_url_parts *url, oracle_string *text)
{
    put_host(url, text);
    put(text, "/", url->path);
    put(text, "?", url->search);
    put(text, ";type=", url->mark);
}

static void put_gopher(const gen_url_parts *url, oracle_string *text)
{
    put_host(url, text);
    put(text, "/", url->mark);
    put(text, "", url->path);
    put(text, "?", url->search);
}

static void put_wais(const gen_url_parts *url, oracle_string *text)
{
    put_host(url, text);
    put(text, "/", url->mark);
    put(text, "?", url->search);
    put(text, "/", url->extra);
    put(text, "/", url->path);
}

static void put_prospero(const gen_url_parts *url, oracle_string *text)
{
    put_host(url, text);
    put(text, "/", url->path);
    put(text, "%00", url->mark);
    put(text, "", url->extra);
}

static void put_bare(const gen_url_parts *url, oracle_string *text)
{
    put(text, "", url->path);
    put(text, "/", url->mark);
}

typedef struct url_scheme {
    gen_url_facts facts;
    const char *production;
    url_writer write;
    void (*tell)(const url_rules *rules);
    bool has_path; /* `path` must match the rule path */
} url_scheme;

static const url_scheme schemes[GEN_SCHEME_COUNT] = {
    [GEN_HTTP] = {{"http",
                   "A hostport, and optionally a path and a search.",
                   {"url.httpaddress", "url.hostport", "url.search"}},
                  "httpaddress",
                  put_slash_path,
                  tell_http,
                  true},
    [GEN_FTP] = {{"ftp",
                  "A login and a path, and in RFC 1630 optionally a type.",
                  {"url.ftpaddress", "url.login", "ftp.cwd", "ftp.name"}},
                 "ftpaddress",
                 put_slash_path,
                 tell_ftp,
                 true},
    [GEN_GOPHER] = {{"gopher",
                     "A hostport, and optionally a type and a selector.",
                     {"url.gopheraddress", "gopher.type", "gopher.selector"}},
                    "gopheraddress",
                    put_gopher,
                    tell_gopher,
                    true},
    [GEN_MAILTO] = {{"mailto", "A local part and a host.", {"url.mailtoaddress", "url.hostname"}},
                    "mailtoaddress",
                    put_bare,
                    tell_mailto,
                    false},
    [GEN_NEWS] = {{"news",
                   "A group or an article.",
                   {"url.newsaddress", "url.groupart", "news.at-sign"}},
                  "newsaddress",
                  put_bare,
                  tell_news,
                  false},
    [GEN_NNTP] = {{"nntp", "A group and a number.", {"url.nntpaddress", "nntp.group-number"}},
                  "nntpaddress",
                  put_bare,
                  tell_nntp,
                  false},
    [GEN_TELNET] = {{"telnet", "A login.", {"url.telnetaddress", "url.login"}},
                    "telnetaddress",
                    put_host,
                    tell_telnet,
                    false},
    [GEN_RLOGIN] = {{"rlogin", "A login.", {"session.three", "url.login"}},
                    "telnetaddress",
                    put_host,
                    tell_telnet,
                    false},
    [GEN_TN3270] = {{"tn3270", "A login.", {"session.three", "url.login"}},
                    "telnetaddress",
                    put_host,
                    tell_telnet,
                    false},
    [GEN_WAIS] = {{"wais",
                   "An index or a document.",
                   {"url.waisaddress", "url.waisindex", "url.waisdoc", "wais.type"}},
                  "waisaddress",
                  put_wais,
                  tell_wais,
                  true},
    [GEN_FILE] = {{"file",
                   "A host, perhaps empty, and a path.",
                   {"file.host", "file.localhost", "file.empty-host"}},
                  "fileaddress",
                  put_slash_path,
                  tell_file,
                  true},
    [GEN_MID] = {{"mid", "A message identifier.", {"url.midaddress", "mid.addr-spec"}},
                 "midaddress",
                 put_bare,
                 tell_message,
                 false},
    [GEN_CID] = {{"cid", "A content identifier.", {"url.cidaddress", "cid.content-id"}},
                 "cidaddress",
                 put_bare,
                 tell_message,
                 false},
    [GEN_PROSPERO] = {{"prospero",
                       "A hostport and a name, and optionally a version and attributes.",
                       {"url.prosperolink", "url.hsoname", "prospero.version"}},
                      "prosperoaddress",
                      put_prospero,
                      tell_prospero,
                      true},
};

/* ---- Cases ---- */

/* Returns true if the contents of each field of a wpath match the rule path. */
static bool fields_derive(const url_rules *rules, const char *path)
{
    char contents[ORACLE_STRING_MAX];
    uriproof_span rest = uriproof_span_of(path);
    while (rest.length > 0) {
        size_t end = oracle_first(rest, ';'), equals = oracle_first(rest, '=');
        snprintf(contents, sizeof contents, "%.*s", (int)(end - equals - 1),
                 rest.octets + equals + 1);
        if (!path_derives(rules, contents))
            return false;
        rest = oracle_cut(rest, end + 1, rest.length);
    }
    return true;
}

void gen_url_answer(const void *self, const uriproof_readings *readings, gen_pool *pool,
                    gen_expect *expect)
{
    const gen_url_question *question = self;
    const url_scheme *scheme = &schemes[question->scheme];
    const url_rules rules = {&question->url, question->dialect, readings, pool, expect};
    const char *path = scheme->has_path ? question->url.path : NULL;
    bool fields = question->scheme == GEN_WAIS && !gen_is_draft(question->dialect);
    expect->outcome = GEN_DETAIL;
    expect->view = scheme->production;
    if (path != NULL && !(fields ? fields_derive(&rules, path) : path_derives(&rules, path)))
        expect->outcome = GEN_REJECTED;
    else
        scheme->tell(&rules);
}

oracle_string gen_url_text(const gen_url_question *question)
{
    const url_scheme *scheme = &schemes[question->scheme];
    oracle_string text = {.length = 0};
    put(&text, "", question->url.prefix);
    put(&text, "", scheme->facts.name);
    oracle_add_octet(&text, ':');
    scheme->write(&question->url, &text);
    return text;
}

gen_url_facts gen_url_facts_of(gen_url_scheme scheme)
{
    return schemes[scheme].facts;
}

const char *gen_url_production_of(gen_url_scheme scheme)
{
    return schemes[scheme].production;
}
