/* SPDX-License-Identifier: MIT */
/*
 * URLs put together for the grammars of the specific schemes, and the detail that docs/schemes.md
 * has for each: what it holds follows from the parts, and the readings say which parts are
 * parted otherwise.
 */
#include "parts.h"

#include <stdio.h>
#include <string.h>

/* The parts of a URL; NULL is one that is absent. */
typedef struct url_parts {
    const char *prefix; /* "url:" */
    const char *scheme;
    const char *user, *password, *host, *port;
    const char *path; /* behind the slash, also a selector or a name */
    const char *search;
    const char *mark;  /* a gopher type, a transfer type, a version */
    const char *extra; /* attributes, a wais type */
} url_parts;

/* A URL and the rules under one setting. */
typedef struct url_rules {
    const url_parts *url;
    const uriproof_dialect *dialect;
    const uriproof_readings *readings;
    derive_pool *pool;
    derive_expect *expect;
} url_rules;

static bool reads(const url_rules *rules, const char *id, const char *value)
{
    return derive_reads(rules->dialect, rules->readings, id, value);
}

static bool is_draft(const uriproof_dialect *dialect)
{
    return strcmp(dialect->name, "draft-www-uri-00") == 0;
}

static void tell(const url_rules *rules, const char *name, const char *value)
{
    derive_parts_expect(rules->expect, rules->pool, name, uriproof_span_of(value));
}

static void tell_string(const url_rules *rules, const char *name, const derive_string *value)
{
    derive_parts_expect(rules->expect, rules->pool, name, derive_span(value));
}

/* ---- What several schemes have ---- */

static bool begins_with_letter(const char *words)
{
    return derive_is_letter((unsigned char)words[0]);
}

static void put(derive_string *text, const char *before, const char *part)
{
    if (part == NULL)
        return;
    derive_add_words(text, before);
    derive_add_words(text, part);
}

/* A host and a port. `hostname`, of the draft, takes the colon and the port too. */
static void tell_host(const url_rules *rules, const char *before, const char *host,
                      const char *port)
{
    derive_string name = {.length = 0};
    derive_add_words(&name, before);
    derive_add_words(&name, host);
    if (port != NULL && begins_with_letter(name.octets) && reads(rules, "port-colon", "host")) {
        put(&name, ":", port);
        port = NULL;
    }
    tell_string(rules, "host", &name);
    tell(rules, "port", port);
}

/* May the login be read as a hostport alone? RFC 1630's hostname takes the at sign, and the
 * draft's a colon too; both begin with a letter. */
static bool is_host_alone(const url_rules *rules)
{
    const url_parts *url = rules->url;
    if (url->user == NULL)
        return true;
    return reads(rules, "login-at", "any") && begins_with_letter(url->user) &&
           (url->password == NULL || is_draft(rules->dialect));
}

/* Tells a login; is there a user? */
static bool tell_login(const url_rules *rules)
{
    const url_parts *url = rules->url;
    if (!is_host_alone(rules)) {
        tell(rules, "user", url->user);
        tell(rules, "password", url->password);
        tell_host(rules, "", url->host, url->port);
        return true;
    }
    char before[DERIVE_STRING_MAX] = "";
    if (url->user != NULL)
        snprintf(before, sizeof before, "%s%s%s@", url->user, url->password != NULL ? ":" : "",
                 url->password != NULL ? url->password : "");
    tell_host(rules, before, url->host, url->port);
    return false;
}

/* How many xpalphas from `at` up to the next slash. */
static size_t segment_length(const char *path, size_t *at)
{
    size_t count = 0;
    for (; path[*at] != '\0' && path[*at] != '/'; count++)
        *at += path[*at] == '%' ? 3 : 1;
    return count;
}

/* Does `path` derive as `void | xpalphas [ / path ]`, and under which readings? */
static bool path_derives(const url_rules *rules, const char *path)
{
    bool printed = is_draft(rules->dialect) && reads(rules, "xpalphas", "printed");
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

/* "Spaces … must be escaped for transmission in HTTP." */
static derive_string for_transmission(const derive_string *text)
{
    derive_string sent = {.length = 0};
    for (size_t i = 0; i < text->length; i++)
        if (text->octets[i] == ' ')
            derive_add_words(&sent, "%20");
        else
            derive_add_octet(&sent, (unsigned char)text->octets[i]);
    return sent;
}

/* "The string sent starts with the slash which follows the host details": none is sent where
 * there is no slash. A proxy gets "the entire URI". */
static void tell_http(const url_rules *rules)
{
    const url_parts *url = rules->url;
    tell_host(rules, "", url->host, url->port);
    tell(rules, "path", url->path);
    tell(rules, "search", url->search);
    derive_string behind = {.length = 0}, whole = {.length = 0};
    put(&behind, "/", url->path);
    put(&behind, "?", url->search);
    put(&whole, "http://", url->host);
    put(&whole, ":", url->port);
    derive_add(&whole, derive_span(&behind));
    behind = for_transmission(&behind);
    whole = for_transmission(&whole);
    if (url->path != NULL)
        tell_string(rules, "request", &behind);
    tell_string(rules, "proxy-request", &whole);
}

/* "The arguments of any CWD commands are successive segment parts of the URL delimited by slash,
 * and the final segment" is the name. */
static void tell_segments(const url_rules *rules)
{
    uriproof_span rest = uriproof_span_of(rules->url->path);
    for (;;) {
        size_t slash = derive_first(rest, '/');
        derive_text segment = derive_text_of(derive_keep(rules->pool, derive_cut(rest, 0, slash)));
        if (slash == rest.length) {
            derive_expect_part(rules->expect, "name", segment);
            return;
        }
        derive_expect_listed(rules->expect, "cwd", segment);
        rest = derive_cut(rest, slash + 1, rest.length);
    }
}

static void tell_ftp(const url_rules *rules)
{
    const url_parts *url = rules->url;
    bool prose = reads(rules, "ftp-type", "prose");
    if (url->mark != NULL && !prose) {
        rules->expect->outcome = DERIVE_REFUSED; /* no path takes `;` and `=` */
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
    const url_parts *url = rules->url;
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

/* Both sides of the at sign take at signs: of those with something before and a host behind, the
 * last, or the first. */
static size_t at_sign_of(const url_rules *rules, uriproof_span text)
{
    size_t found = text.length;
    for (size_t at = 1; at + 1 < text.length; at++) {
        bool host = derive_is_letter((unsigned char)text.octets[at + 1]) ||
                    derive_is(derive_cut(text, at + 1, text.length), "1.2.3.4");
        if (text.octets[at] == '@' && host &&
            (found == text.length || reads(rules, "mailto-at", "last")))
            found = at;
    }
    return found;
}

/* The path is all behind the scheme's colon, or colons. */
static void tell_mailto(const url_rules *rules)
{
    uriproof_span rest = uriproof_span_of(rules->url->path);
    if (is_draft(rules->dialect) && reads(rules, "mailto-colons", "printed")) {
        if (!derive_has_at(rest, 0, ":")) {
            rules->expect->outcome = DERIVE_REFUSED;
            return;
        }
        rest = derive_cut(rest, 1, rest.length);
    }
    size_t at = at_sign_of(rules, rest);
    derive_parts_expect(rules->expect, rules->pool, "local-part", derive_cut(rest, 0, at));
    derive_parts_expect(rules->expect, rules->pool, "host", derive_cut(rest, at + 1, rest.length));
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
    derive_parts_expect(rules->expect, rules->pool, "host", derive_cut(rest, at + 1, rest.length));
}

static void tell_nntp(const url_rules *rules)
{
    tell(rules, "group", rules->url->path);
    tell(rules, "number", rules->url->mark);
}

/* The fields of RFC 1630's wpath: "the digits before the equals sign, and the field contents
 * follow, … terminated by ";"". */
static void tell_fields(const url_rules *rules, const char *name, char from, char to)
{
    uriproof_span rest = uriproof_span_of(rules->url->path);
    while (rest.length > 0) {
        size_t end = derive_first(rest, ';');
        uriproof_span field = derive_cut(rest, 0, end);
        size_t start = from == '=' ? derive_first(field, '=') + 1 : 0;
        size_t stop = to == '=' ? derive_first(field, '=') : field.length;
        derive_expect_listed(
            rules->expect, name,
            derive_text_of(derive_keep(rules->pool, derive_cut(field, start, stop))));
        rest = derive_cut(rest, end + 1, rest.length);
    }
}

static void tell_wais(const url_rules *rules)
{
    const url_parts *url = rules->url;
    tell_host(rules, "", url->host, url->port);
    tell(rules, "database", url->mark);
    tell(rules, "search", url->search);
    tell(rules, "wtype", url->extra);
    if (url->extra == NULL)
        return;
    if (is_draft(rules->dialect)) {
        tell(rules, "path", url->path);
        return;
    }
    tell_fields(rules, "field-number", ';', '=');
    tell_fields(rules, "field", '=', ';');
}

static void tell_file(const url_rules *rules)
{
    const url_parts *url = rules->url;
    bool local = url->host[0] == '\0' || strcmp(url->host, "localhost") == 0;
    tell(rules, "host", url->host);
    tell(rules, "path", url->path);
    tell(rules, "local", local ? "yes" : "no");
}

static void tell_message(const url_rules *rules)
{
    tell(rules, "addr-spec", rules->url->path);
}

static void tell_prospero(const url_rules *rules)
{
    const url_parts *url = rules->url;
    tell_host(rules, "", url->host, url->port);
    tell(rules, "hsoname", url->path);
    tell(rules, "version", url->mark);
    tell(rules, "attributes", url->extra);
}

/* ---- The table of schemes ---- */

/* Adds what stands behind the scheme's colon to *text. */
typedef void (*url_writer)(const url_parts *url, derive_string *text);

static void put_host(const url_parts *url, derive_string *text)
{
    derive_add_words(text, "//");
    put(text, "", url->user);
    put(text, ":", url->password);
    derive_add_words(text, url->user != NULL ? "@" : "");
    put(text, "", url->host);
    put(text, ":", url->port);
}

static void put_slash_path(const url_parts *url, derive_string *text)
{
    put_host(url, text);
    put(text, "/", url->path);
    put(text, "?", url->search);
    put(text, ";type=", url->mark);
}

static void put_gopher(const url_parts *url, derive_string *text)
{
    put_host(url, text);
    put(text, "/", url->mark);
    put(text, "", url->path);
    put(text, "?", url->search);
}

static void put_wais(const url_parts *url, derive_string *text)
{
    put_host(url, text);
    put(text, "/", url->mark);
    put(text, "?", url->search);
    put(text, "/", url->extra);
    put(text, "/", url->path);
}

static void put_prospero(const url_parts *url, derive_string *text)
{
    put_host(url, text);
    put(text, "/", url->path);
    put(text, "%00", url->mark);
    put(text, "", url->extra);
}

static void put_bare(const url_parts *url, derive_string *text)
{
    put(text, "", url->path);
    put(text, "/", url->mark);
}

typedef struct url_scheme {
    const char *name;
    const char *production;
    const char *about;
    const char *clauses[5]; /* behind the dialect's name and a full stop */
    url_writer write;
    void (*tell)(const url_rules *rules);
    bool has_path; /* `path` derives path, or the readings refuse it */
} url_scheme;

enum {
    HTTP,
    FTP,
    GOPHER,
    MAILTO,
    NEWS,
    NNTP,
    TELNET,
    RLOGIN,
    TN3270,
    WAIS,
    FILE_SCHEME,
    MID,
    CID,
    PROSPERO,
    SCHEME_COUNT
};

static const url_scheme schemes[SCHEME_COUNT] = {
    [HTTP] = {"http",
              "httpaddress",
              "A hostport, and at choice a path and a search.",
              {"url.httpaddress", "url.hostport", "url.search"},
              put_slash_path,
              tell_http,
              true},
    [FTP] = {"ftp",
             "ftpaddress",
             "A login and a path, and in RFC 1630 at choice a type.",
             {"url.ftpaddress", "url.login", "ftp.cwd", "ftp.name"},
             put_slash_path,
             tell_ftp,
             true},
    [GOPHER] = {"gopher",
                "gopheraddress",
                "A hostport, and at choice a type and a selector.",
                {"url.gopheraddress", "gopher.type", "gopher.selector"},
                put_gopher,
                tell_gopher,
                true},
    [MAILTO] = {"mailto",
                "mailtoaddress",
                "A local part and a host.",
                {"url.mailtoaddress", "url.hostname"},
                put_bare,
                tell_mailto,
                false},
    [NEWS] = {"news",
              "newsaddress",
              "A group or an article.",
              {"url.newsaddress", "url.groupart", "news.at-sign"},
              put_bare,
              tell_news,
              false},
    [NNTP] = {"nntp",
              "nntpaddress",
              "A group and a number.",
              {"url.nntpaddress", "nntp.group-number"},
              put_bare,
              tell_nntp,
              false},
    [TELNET] = {"telnet",
                "telnetaddress",
                "A login.",
                {"url.telnetaddress", "url.login"},
                put_host,
                tell_telnet,
                false},
    [RLOGIN] = {"rlogin",
                "telnetaddress",
                "A login.",
                {"session.three", "url.login"},
                put_host,
                tell_telnet,
                false},
    [TN3270] = {"tn3270",
                "telnetaddress",
                "A login.",
                {"session.three", "url.login"},
                put_host,
                tell_telnet,
                false},
    [WAIS] = {"wais",
              "waisaddress",
              "An index or a document.",
              {"url.waisaddress", "url.waisindex", "url.waisdoc", "wais.type"},
              put_wais,
              tell_wais,
              true},
    [FILE_SCHEME] = {"file",
                     "fileaddress",
                     "A host, perhaps void, and a path.",
                     {"file.host", "file.localhost", "file.void-host"},
                     put_slash_path,
                     tell_file,
                     true},
    [MID] = {"mid",
             "midaddress",
             "A message identifier.",
             {"url.midaddress", "mid.addr-spec"},
             put_bare,
             tell_message,
             false},
    [CID] = {"cid",
             "cidaddress",
             "A content identifier.",
             {"url.cidaddress", "cid.content-id"},
             put_bare,
             tell_message,
             false},
    [PROSPERO] = {"prospero",
                  "prosperoaddress",
                  "A hostport and a name, and at choice a version and attributes.",
                  {"url.prosperolink", "url.hsoname", "prospero.version"},
                  put_prospero,
                  tell_prospero,
                  true},
};

/* ---- Cases ---- */

typedef struct url_question {
    const uriproof_dialect *dialect;
    const url_scheme *scheme;
    url_parts url;
} url_question;

/* A wpath has paths within: the contents of its fields. */
static bool fields_derive(const url_rules *rules, const char *path)
{
    char contents[DERIVE_STRING_MAX];
    uriproof_span rest = uriproof_span_of(path);
    while (rest.length > 0) {
        size_t end = derive_first(rest, ';'), equals = derive_first(rest, '=');
        snprintf(contents, sizeof contents, "%.*s", (int)(end - equals - 1),
                 rest.octets + equals + 1);
        if (!path_derives(rules, contents))
            return false;
        rest = derive_cut(rest, end + 1, rest.length);
    }
    return true;
}

static void answer(const void *self, const uriproof_readings *readings, derive_pool *pool,
                   derive_expect *expect)
{
    const url_question *question = self;
    const url_rules rules = {&question->url, question->dialect, readings, pool, expect};
    const char *path = question->scheme->has_path ? question->url.path : NULL;
    bool fields = question->scheme == &schemes[WAIS] && !is_draft(question->dialect);
    expect->outcome = DERIVE_DETAIL;
    expect->view = question->scheme->production;
    if (path != NULL && !(fields ? fields_derive(&rules, path) : path_derives(&rules, path)))
        expect->outcome = DERIVE_REFUSED;
    else
        question->scheme->tell(&rules);
}

static void write_url(derive_parts_file *file, size_t scheme, const url_parts *url)
{
    url_question question = {file->dialect, &schemes[scheme], *url};
    derive_string text = {.length = 0};
    put(&text, "", url->prefix);
    put(&text, "", schemes[scheme].name);
    derive_add_octet(&text, ':');
    schemes[scheme].write(url, &text);
    derive_parts_case(file, &text, answer, &question);
}

/* ---- The combinations ---- */

static const char *const users[] = {NULL, "u", "u", "u", "1u", "1u", "1u"};
static const char *const passwords[] = {NULL, NULL, "p", "12", NULL, "p", "12"};
static const char *const hosts[] = {"h", "h.x", "1.2.3.4"};
static const char *const ports[] = {NULL, "80"};
static const char *const searches[] = {NULL, "w", "w+v"};
enum { USERS = 7, HOSTS = 3, PORTS = 2, HOSTPORTS = HOSTS * PORTS, LOGINS = USERS * HOSTPORTS };

static url_parts with_login(size_t turn)
{
    return (url_parts){.user = users[turn % USERS],
                       .password = passwords[turn % USERS],
                       .host = hosts[turn / USERS % HOSTS],
                       .port = ports[turn / USERS / HOSTS % PORTS]};
}

static url_parts with_hostport(size_t turn)
{
    return (url_parts){.host = hosts[turn % HOSTS], .port = ports[turn / HOSTS % PORTS]};
}

/* Every fifth has the prefix too. */
static void add_prefix(derive_parts_file *file, size_t scheme, url_parts url, size_t turn)
{
    write_url(file, scheme, &url);
    url.prefix = "url:";
    if (turn % 5 == 0)
        write_url(file, scheme, &url);
}

static void write_http(derive_parts_file *file)
{
    static const char *const paths[] = {NULL, "", "a", "a/b", "a//b", "%2F"};
    for (size_t turn = 0; turn < HOSTPORTS * (size_t)6 * 3; turn++) {
        url_parts url = with_hostport(turn);
        url.path = paths[turn / HOSTPORTS % 6];
        url.search = searches[turn / HOSTPORTS / 6];
        add_prefix(file, HTTP, url, turn);
    }
    url_parts url = {.host = "h", .path = "a b", .search = "c d"};
    if (is_draft(file->dialect))
        write_url(file, HTTP, &url);
}

static void write_ftp(derive_parts_file *file)
{
    static const char *const paths[] = {"f", "", "a/f", "a/", "a//f", "/f", "a/../f", "%2Ff"};
    static const char *const types[] = {"A", "AN", "ET", "I", "L8"};
    for (size_t turn = 0; turn < LOGINS * (size_t)4; turn++) {
        url_parts url = with_login(turn);
        url.path = paths[(turn / LOGINS * 2 + turn) % 8];
        add_prefix(file, FTP, url, turn);
    }
    for (size_t turn = 0; turn < 15 && !is_draft(file->dialect); turn++) {
        url_parts url = with_login(turn * 4);
        url.path = turn % 3 == 0 ? "f" : turn % 3 == 1 ? "a/f" : "/f";
        url.mark = types[turn % 5];
        write_url(file, FTP, &url);
    }
}

static void write_gopher(derive_parts_file *file)
{
    static const char *const types[] = {NULL, "1", "0", "7", "%31", "+"};
    static const char *const selectors[] = {NULL, "", "00", "a/b", "/a", "%09"};
    size_t count = is_draft(file->dialect) ? 3 : 1;
    for (size_t turn = 0; turn < HOSTPORTS * 6 * count; turn++) {
        url_parts url = with_hostport(turn);
        url.mark = types[turn / HOSTPORTS % 6];
        url.path = selectors[turn / HOSTPORTS % 6];
        url.search = searches[turn / HOSTPORTS / 6];
        add_prefix(file, GOPHER, url, turn);
    }
}

static void write_bare(derive_parts_file *file, size_t scheme, const char *const *paths)
{
    for (size_t i = 0; paths[i] != NULL; i++)
        add_prefix(file, scheme, (url_parts){.path = paths[i]}, i);
}

static void write_mail_and_news(derive_parts_file *file, size_t scheme)
{
    static const char *const mail[] = {"u@h",  "u.v@h.x", "a%25b@h", "a@b@c",   "@@h",
                                       "a@@h", "1@h",     "a+b@h",   "a@h@i@j", NULL};
    static const char *const draft_mail[] = {":u@h",    ":u.v@h.x", ":a%25b@h", ":a@b@c",
                                             ":@@h",    ":a@@h",    ":1@h",     "::@h",
                                             ":a@h:25", ":a b@h",   NULL};
    static const char *const news[] = {"*",         "a",     "a.b.c", "a-b.c", "a@h", "1@h",
                                       "a@1.2.3.4", "a@b@c", "*@h",   "a%40b", NULL};
    static const char *const addr_specs[] = {"a@h",     "1.A@h.x", "a.b.c@d.e.f",
                                             "a%25b@h", "a!b@h",   NULL};
    if (scheme == MAILTO)
        write_bare(file, scheme, is_draft(file->dialect) ? draft_mail : mail);
    else
        write_bare(file, scheme, scheme == NEWS ? news : addr_specs);
}

static void write_nntp(derive_parts_file *file)
{
    static const char *const groups[] = {"a", "a.b.c"};
    static const char *const numbers[] = {"1", "007"};
    for (size_t turn = 0; turn < 4; turn++)
        add_prefix(file, NNTP, (url_parts){.path = groups[turn % 2], .mark = numbers[turn / 2]},
                   turn);
}

static void write_session(derive_parts_file *file, size_t scheme)
{
    for (size_t turn = 0; turn < LOGINS; turn++)
        add_prefix(file, scheme, with_login(turn), turn);
}

static void write_wais(derive_parts_file *file)
{
    static const char *const fields[] = {"1=a;", "1=a;2=b/c;", "9=;", "1=/a;", "1=a;10=%3B;3=c;"};
    static const char *const paths[] = {"", "a", "a/b", "/a", "a//"};
    for (size_t turn = 0; turn < HOSTPORTS * (size_t)8; turn++) {
        size_t rest = turn / HOSTPORTS;
        url_parts url = with_hostport(turn);
        url.mark = rest % 2 == 0 ? "db" : "d%2Fb";
        if (rest < 3) {
            url.search = searches[rest];
        } else {
            url.extra = rest % 3 == 0 ? "T" : "TEXT";
            url.path = is_draft(file->dialect) ? paths[rest - 3] : fields[rest - 3];
        }
        add_prefix(file, WAIS, url, turn);
    }
}

static void write_file_urls(derive_parts_file *file)
{
    static const char *const file_hosts[] = {"", "localhost", "h.x", "1.2.3.4"};
    static const char *const paths[] = {"", "a", "a/b", "a/", "/a", "a//b"};
    for (size_t turn = 0; turn < 24; turn++)
        add_prefix(file, FILE_SCHEME,
                   (url_parts){.host = file_hosts[turn % 4], .path = paths[turn / 4]}, turn);
}

static void write_prospero(derive_parts_file *file)
{
    static const char *const names[] = {"", "a", "a/b", "a//b"};
    static const char *const versions[] = {NULL, "1", "12", "12"};
    static const char *const attributes[] = {NULL, NULL, NULL, "b2C"};
    for (size_t turn = 0; turn < HOSTPORTS * (size_t)16; turn++) {
        url_parts url = with_hostport(turn);
        url.path = names[turn / HOSTPORTS % 4];
        url.mark = versions[turn / HOSTPORTS / 4];
        url.extra = attributes[turn / HOSTPORTS / 4];
        add_prefix(file, PROSPERO, url, turn);
    }
}

static void write_scheme(derive_parts_file *file, size_t scheme)
{
    static void (*const writers[SCHEME_COUNT])(derive_parts_file *) = {
        [HTTP] = write_http,        [FTP] = write_ftp,   [GOPHER] = write_gopher,
        [NNTP] = write_nntp,        [WAIS] = write_wais, [FILE_SCHEME] = write_file_urls,
        [PROSPERO] = write_prospero};
    if (writers[scheme] != NULL)
        writers[scheme](file);
    else if (scheme == TELNET || scheme == RLOGIN || scheme == TN3270)
        write_session(file, scheme);
    else
        write_mail_and_news(file, scheme);
}

void derive_parts_url(derive_parts_file *file)
{
    for (size_t i = 0; i < SCHEME_COUNT; i++) {
        if (i == FILE_SCHEME && is_draft(file->dialect))
            continue;
        char id[64], clauses[5][64];
        const char *obeys[6] = {NULL};
        for (size_t j = 0; schemes[i].clauses[j] != NULL; j++) {
            snprintf(clauses[j], sizeof clauses[j], "%s.%s", file->dialect->name,
                     schemes[i].clauses[j]);
            obeys[j] = clauses[j];
        }
        snprintf(id, sizeof id, "parts-url-%s", schemes[i].name);
        const derive_group group = {id,
                                    schemes[i].about,
                                    is_draft(file->dialect)
                                        ? "draft-www-uri-00, 6.1"
                                        : "RFC 1630, BNF for specific URL schemes",
                                    obeys,
                                    NULL,
                                    URIPROOF_URL};
        derive_group_begin(file->file, &group);
        write_scheme(file, i);
    }
}
