/* SPDX-License-Identifier: MIT */
/* What a dialect tells of a URL, and whether it is right: see url_parts.h. */
#include "url_parts.h"

#include <ctype.h>
#include <string.h>

/* ---- What is told ---- */

/* A part that is told, and where it stands. What has no rule is made of the others. */
typedef struct part_rule {
    const char *name;
    const char *first; /* the octets before it, where it is told first; NULL if it cannot be */
    const char *then;  /* the same after other parts */
    const char *production;
    const char *scheme; /* the rule is this scheme's alone; NULL if it is everyone's */
} part_rule;

/* Of several rules of one name the first counts that is the scheme's and has its production. */
static const part_rule rules[PART_COUNT] = {
    [USER] = {"user", "//", NULL, "user", NULL},
    [PASSWORD] = {"password", NULL, ":", "password", NULL},
    [MAIL_HOST] = {"host", NULL, "@", "hostname", "mailto"},
    [NEWS_HOST] = {"host", NULL, NULL, "host", "news"}, /* in the article */
    [HOST] = {"host", "//", "@", "host", NULL},
    [PORT] = {"port", NULL, ":", "port", NULL},
    [PATH] = {"path", NULL, "/", "path", NULL},
    [SEARCH] = {"search", NULL, "?", "search", NULL},
    [TYPE] = {"type", NULL, ";type=", "typecode", NULL},
    [GTYPE] = {"gtype", NULL, "/", "gtype", NULL},
    [COMMAND] = {"selector", NULL, "", "gcommand", NULL},
    [SELECTOR] = {"selector", NULL, "", "selector", NULL},
    [LOCAL_PART] = {"local-part", "", NULL, "xalphas", NULL},
    [NEWS_GROUP] = {"group", "", NULL, "groupart", "news"},
    [GROUP] = {"group", "", "/", "group", NULL},
    [ARTICLE] = {"article", "", NULL, "article", NULL},
    [NUMBER] = {"number", NULL, "/", "digits", NULL},
    [DATABASE] = {"database", NULL, "/", "database", NULL},
    [WTYPE] = {"wtype", NULL, "/", "wtype", NULL},
    [FIELD_NUMBER] = {"field-number", NULL, "/", "digits", NULL},
    [FIELD] = {"field", NULL, "=", "path", NULL},
    [CELLNAME] = {"cellname", "//", NULL, "cellname", NULL},
    [ADDR_SPEC] = {"addr-spec", "", NULL, "addr-spec", NULL},
    [HSONAME] = {"hsoname", NULL, "/", "hsoname", NULL},
    [VERSION] = {"version", NULL, "%00", "version", NULL},
    [ATTRIBUTES] = {"attributes", NULL, "", "attributes", NULL},
};

static const char *const made_names[MADE_COUNT] = {
    "request", "proxy-request", "default-user", "default-gtype", "local", "type", "name", "cwd"};

/* ---- A grammar under some readings ---- */

static bool has_production(const uriproof_grammar *grammar, const char *name)
{
    const char *production;
    for (size_t i = 0; (production = uriproof_grammar_production(grammar, i)) != NULL; i++)
        if (strcmp(production, name) == 0)
            return true;
    return false;
}

/* Is the reading `id` set to `value`? Not where the dialect has no such reading. */
bool is_set(const language *l, const char *id, const char *value)
{
    for (size_t i = 0; i < l->dialect->reading_count; i++)
        if (strcmp(l->dialect->readings[i].id, id) == 0)
            return strcmp(l->dialect->readings[i].values[l->readings.value[i]], value) == 0;
    return false;
}

void language_open(language *l, size_t only)
{
    uriproof_grammar *grammar = proof_grammar(l->grammar->name, &l->readings);
    l->folds = is_set(l, "url-letters", "fold");
    l->two_colons = is_set(l, "mailto-colons", "printed");
    for (size_t i = 0; l->grammar->schemes[i].name != NULL; i++)
        if (only == ALL || only == i)
            l->address[i] = proof_automaton(grammar, l->grammar->schemes[i].production);
    for (size_t i = 0; i < PART_COUNT; i++)
        if (has_production(grammar, rules[i].production))
            l->part[i] = proof_automaton(grammar, rules[i].production);
    l->hostport = proof_automaton(grammar, "hostport");
    l->xalphas = proof_automaton(grammar, "xalphas");
    if (only == ALL) {
        l->url = proof_automaton(grammar, "url");
        l->prefixedurl = proof_automaton(grammar, "prefixedurl");
        uriproof_grammar *generic = proof_grammar(l->grammar->generic, &l->readings);
        l->generic = proof_automaton(generic, "fragmentaddress");
        uriproof_grammar_free(generic);
    }
    uriproof_grammar_free(grammar);
}

void language_close(language *l)
{
    for (size_t i = 0; i < SCHEMES_MAX; i++)
        uriproof_automaton_free(&l->address[i]);
    for (size_t i = 0; i < PART_COUNT; i++)
        uriproof_automaton_free(&l->part[i]);
    uriproof_automaton_free(&l->hostport);
    uriproof_automaton_free(&l->xalphas);
    uriproof_automaton_free(&l->url);
    uriproof_automaton_free(&l->prefixedurl);
    uriproof_automaton_free(&l->generic);
}

/* ---- Hearing ---- */

static bool stands(const hearing *h, size_t at, const char *octets)
{
    size_t length = strlen(octets);
    return h->text.length - at >= length && memcmp(h->text.octets + at, octets, length) == 0;
}

static bool within(const hearing *h, uriproof_span value)
{
    return value.octets >= h->text.octets &&
           value.octets + value.length <= h->text.octets + h->text.length;
}

/* Is `value` what stands from `start` to `end`? */
static bool is_from(const hearing *h, uriproof_span value, size_t start, size_t end)
{
    return value.octets == h->text.octets + start && value.length == end - start;
}

static bool is(uriproof_span value, const char *octets)
{
    return uriproof_span_equal(value, uriproof_span_of(octets));
}

/* An empty host is told of a file alone. */
static bool part_derives(const hearing *h, enum part part, uriproof_span value)
{
    if (part == HOST && value.length == 0)
        return strcmp(h->scheme->name, "file") == 0;
    return uriproof_automaton_accepts(&h->l->part[part], value);
}

static const char *octets_before(const hearing *h, enum part part)
{
    if (part == FIELD_NUMBER && h->last == FIELD)
        return ";";
    return h->begun ? rules[part].then : rules[part].first;
}

/* A gopher type may be left out without its slash: reading gopher-slash. */
static void pass_slash(hearing *h)
{
    if (strcmp(h->scheme->name, "gopher") == 0 && is_set(h->l, "gopher-slash", "stays") &&
        !uriproof_present(h->part[GTYPE]) && stands(h, h->at, "/"))
        h->at++;
}

/* A part that stands in the text. */
static bool hear_part(hearing *h, enum part part, uriproof_span value)
{
    if (part == NEWS_HOST)
        return h->last == ARTICLE && within(h, value) && part_derives(h, part, value) &&
               value.octets[-1] == '@' &&
               value.octets + value.length == h->text.octets + h->text.length;
    if (part == SEARCH)
        pass_slash(h);
    const char *before = octets_before(h, part);
    if (before == NULL || !stands(h, h->at, before) || !within(h, value))
        return false;
    size_t start = h->at + strlen(before);
    h->at = start + value.length;
    return h->at <= h->text.length && is_from(h, value, start, h->at) &&
           part_derives(h, part, value);
}

/* Told where an FTP path means a directory: never in a grammar without types. */
static bool is_directory(const hearing *h)
{
    uriproof_span path = h->part[PATH];
    return is_set(h->l, "ftp-type", "prose") && strcmp(h->scheme->name, "ftp") == 0 &&
           !uriproof_present(h->part[TYPE]) &&
           (path.length == 0 || path.octets[path.length - 1] == '/');
}

/* The next segment of the path: a cwd ends at a slash, the name at the path's end. */
static bool hear_segment(hearing *h, bool last, uriproof_span value)
{
    uriproof_span path = h->part[PATH];
    size_t start = (size_t)(path.octets - h->text.octets) + h->cwd_at;
    if (!uriproof_present(path) || h->cwd_at + value.length > path.length ||
        !is_from(h, value, start, start + value.length) ||
        (value.length > 0 && memchr(value.octets, '/', value.length) != NULL))
        return false;
    h->cwd_at += value.length;
    if (last)
        return h->cwd_at == path.length;
    return h->cwd_at < path.length && path.octets[h->cwd_at++] == '/';
}

static bool is_here(uriproof_span host)
{
    return host.length == 0 || is(host, "localhost");
}

/* What is made of the parts before it. */
static bool hear_made(hearing *h, enum made made, uriproof_span value)
{
    uriproof_span path = h->part[PATH];
    if (h->made[made] && made != CWD)
        return false;
    h->made[made] = true;
    switch (made) {
    case REQUEST:
        return uriproof_present(path) &&
               is_from(h, value, (size_t)(path.octets - h->text.octets) - 1, h->text.length);
    case PROXY_REQUEST:
        return is_from(h, value, h->start, h->text.length);
    case DEFAULT_USER:
        return is(value, "anonymous") && !uriproof_present(h->part[USER]);
    case DEFAULT_GTYPE:
        return is(value, "1") && !uriproof_present(h->part[GTYPE]);
    case LOCAL:
        return is(value, is_here(h->part[HOST]) ? "yes" : "no");
    case DIRECTORY:
        return is(value, "directory") && is_directory(h);
    default:
        return hear_segment(h, made == NAME, value);
    }
}

static enum part find_part(const hearing *h, const char *name)
{
    for (enum part i = 0; i < PART_COUNT; i++)
        if (strcmp(rules[i].name, name) == 0 && h->l->part[i].next != NULL &&
            (rules[i].scheme == NULL || strcmp(rules[i].scheme, h->scheme->name) == 0))
            return i;
    return PART_COUNT;
}

static enum made find_made(const char *name)
{
    enum made i = 0;
    while (i < MADE_COUNT && strcmp(made_names[i], name) != 0)
        i++;
    return i;
}

static bool hear_name(hearing *h, const char *name, uriproof_span value)
{
    enum part part = find_part(h, name);
    enum made made = find_made(name);
    h->count++;
    if (made != MADE_COUNT && (part == PART_COUNT || !within(h, value)))
        return hear_made(h, made, value);
    if (part == PART_COUNT ||
        (uriproof_present(h->part[part]) && part != FIELD_NUMBER && part != FIELD) ||
        !hear_part(h, part, value))
        return false;
    h->part[part] = value;
    h->last = part;
    h->begun = true;
    return true;
}

hearing hearing_of(const language *l, const url_scheme *scheme, uriproof_span text, size_t start)
{
    hearing h = {.l = l, .scheme = scheme, .text = text, .start = start, .last = USER};
    if (scheme != NULL)
        h.at = start + strlen(scheme->name) + strlen(":");
    if (scheme != NULL && l->two_colons && strcmp(scheme->name, "mailto") == 0)
        h.at++;
    return h;
}

void hear(void *self, const char *name, uriproof_span value)
{
    hearing *h = self;
    h->wrong = !hear_name(h, name, value) || h->wrong;
}

/* ---- Which of several ---- */

typedef struct url_login {
    uriproof_span user, password, host, port;
} url_login;

/* The parts of `text`, without the octet at `at`. */
static uriproof_span left_of(uriproof_span text, size_t at)
{
    return (uriproof_span){text.octets, at};
}

static uriproof_span right_of(uriproof_span text, size_t at)
{
    return (uriproof_span){text.octets + at + 1, text.length - at - 1};
}

/* user [ : password ] */
static bool split_user(const language *l, uriproof_span text, url_login *login)
{
    bool found = false;
    for (size_t i = 0; i < text.length; i++) {
        uriproof_span user = left_of(text, i), password = right_of(text, i);
        if (text.octets[i] != ':' || (found && !is_set(l, "password-colon", "last")) ||
            !uriproof_automaton_accepts(&l->part[USER], user) ||
            !uriproof_automaton_accepts(&l->part[PASSWORD], password))
            continue;
        login->user = user;
        login->password = password;
        found = true;
    }
    if (!found)
        login->user = text;
    return found || uriproof_automaton_accepts(&l->part[USER], text);
}

/* host [ : port ] */
static void split_host(const language *l, uriproof_span text, url_login *login)
{
    login->host = text;
    login->port = (uriproof_span){NULL, 0};
    if (is_set(l, "port-colon", "host") && uriproof_automaton_accepts(&l->part[HOST], text))
        return;
    for (size_t i = 0; i < text.length; i++) {
        uriproof_span host = left_of(text, i), port = right_of(text, i);
        if (text.octets[i] != ':' || !uriproof_automaton_accepts(&l->part[HOST], host) ||
            !uriproof_automaton_accepts(&l->part[PORT], port))
            continue;
        login->host = host;
        login->port = port;
    }
}

/* [ user [ : password ] @ ] hostport */
static url_login split_login(const language *l, uriproof_span text)
{
    url_login login = {.user = {NULL, 0}}, one = login;
    uriproof_span hostport = text;
    bool found = false;
    if (!is_set(l, "login-at", "any") || !uriproof_automaton_accepts(&l->hostport, text))
        for (size_t i = 0; i < text.length; i++) {
            one = (url_login){.user = {NULL, 0}};
            if (text.octets[i] != '@' || (found && !is_set(l, "login-at", "last")) ||
                !uriproof_automaton_accepts(&l->hostport, right_of(text, i)) ||
                !split_user(l, left_of(text, i), &one))
                continue;
            login = one;
            hostport = right_of(text, i);
            found = true;
        }
    split_host(l, hostport, &login);
    return login;
}

/* What follows the two slashes, up to the next slash or question mark. */
static uriproof_span authority(const hearing *h)
{
    size_t start = h->start + strlen(h->scheme->name) + strlen("://"), end = start;
    while (end < h->text.length && h->text.octets[end] != '/' && h->text.octets[end] != '?')
        end++;
    return (uriproof_span){h->text.octets + start, end - start};
}

static bool login_is(const hearing *h, const url_login *login)
{
    return uriproof_span_equal(h->part[USER], login->user) &&
           uriproof_span_equal(h->part[PASSWORD], login->password) &&
           uriproof_span_equal(h->part[HOST], login->host) &&
           uriproof_span_equal(h->part[PORT], login->port);
}

/* xalphas @ host: is `host` the one after the last, or the first, at sign that there can be? */
static bool mail_host_is(const hearing *h, enum part part)
{
    size_t start = h->start + strlen(h->scheme->name) + strlen(":");
    uriproof_span text = {h->text.octets + start, h->text.length - start};
    uriproof_span host = {NULL, 0};
    if (part == MAIL_HOST && h->l->two_colons)
        text = right_of(text, 0);
    for (size_t i = 0; i < text.length; i++)
        if (text.octets[i] == '@' &&
            (!uriproof_present(host) || !is_set(h->l, "mailto-at", "first")) &&
            uriproof_automaton_accepts(&h->l->xalphas, left_of(text, i)) &&
            uriproof_automaton_accepts(&h->l->part[part], right_of(text, i)))
            host = right_of(text, i);
    return uriproof_span_equal(h->part[part], host);
}

/* Do version and attributes stand in `text` from `at` to the end? */
static bool ends_in_version(uriproof_span text, size_t at)
{
    if (at == text.length || !isdigit((unsigned char)text.octets[at]))
        return false;
    while (at < text.length && isalnum((unsigned char)text.octets[at]))
        at++;
    return at == text.length;
}

/* The first %00 of an hsoname, or by reading prospero-null the last, ends it where a version
 * follows. Where none does it is an escape like any other, if all of the text is an hsoname then;
 * if not, some other one ends it. The version takes all the digits. */
static bool version_is(const hearing *h)
{
    uriproof_span name = h->part[HSONAME], version = h->part[VERSION];
    size_t start = (size_t)(name.octets - h->text.octets), at = start;
    uriproof_span all = {name.octets, h->text.length - start};
    while (at < h->text.length && !stands(h, at, "%00"))
        at += h->text.octets[at] == '%' ? 3 : 1;
    for (size_t i = at; is_set(h->l, "prospero-null", "last") && i < h->text.length; i++)
        at = stands(h, i, "%00") ? i : at;
    bool is_first = at < h->text.length && ends_in_version(h->text, at + 3);
    if (!is_first && uriproof_automaton_accepts(&h->l->part[HSONAME], all))
        return !uriproof_present(version);
    at = is_first ? at + 3 : start + name.length + 3;
    size_t end = at;
    while (end < h->text.length && isdigit((unsigned char)h->text.octets[end]))
        end++;
    return is_from(h, version, at, end);
}

/* Trying all takes its time. */
enum { TRIED_MAX = 200 };

static bool choices_are_right(const hearing *h)
{
    if (h->text.length > TRIED_MAX || uriproof_present(h->part[CELLNAME]) ||
        strcmp(h->scheme->name, "file") == 0)
        return true;
    if (uriproof_present(h->part[MAIL_HOST]) && !mail_host_is(h, MAIL_HOST))
        return false;
    if (uriproof_present(h->part[NEWS_HOST]) && !mail_host_is(h, NEWS_HOST))
        return false;
    /* What is an article is no group. */
    if (uriproof_present(h->part[NEWS_GROUP]) &&
        uriproof_automaton_accepts(&h->l->part[ARTICLE], h->part[NEWS_GROUP]))
        return false;
    if (uriproof_present(h->part[HSONAME]) && !version_is(h))
        return false;
    if (!uriproof_present(h->part[HOST]))
        return true;
    url_login login = {.user = {NULL, 0}};
    if (strcmp(h->scheme->production, "ftpaddress") == 0 ||
        strcmp(h->scheme->production, "telnetaddress") == 0)
        login = split_login(h->l, authority(h));
    else
        split_host(h->l, authority(h), &login);
    return login_is(h, &login);
}

/* Was all told that is made of the parts? */
static bool made_is_complete(const hearing *h)
{
    const char *scheme = h->scheme->name;
    bool ftp = strcmp(scheme, "ftp") == 0, gopher = strcmp(scheme, "gopher") == 0;
    /* What is sent, the draft says of no scheme. */
    bool sent = strcmp(scheme, "http") == 0 && strcmp(h->l->dialect->name, "rfc1630") == 0;
    return h->made[PROXY_REQUEST] == sent &&
           h->made[REQUEST] == (sent && uriproof_present(h->part[PATH])) &&
           h->made[DEFAULT_USER] == (ftp && !uriproof_present(h->part[USER])) &&
           h->made[NAME] == ftp && h->made[DIRECTORY] == is_directory(h) &&
           h->made[DEFAULT_GTYPE] == (gopher && !uriproof_present(h->part[GTYPE])) &&
           h->made[LOCAL] == (strcmp(scheme, "file") == 0);
}

/* Is what was heard the whole of the text? */
bool hearing_holds(hearing *h)
{
    if (h->last == FIELD && stands(h, h->at, ";"))
        h->at++;
    if (h->begun && !uriproof_present(h->part[SEARCH]))
        pass_slash(h);
    return !h->wrong && h->begun && h->at == h->text.length &&
           uriproof_present(h->part[ARTICLE]) == uriproof_present(h->part[NEWS_HOST]) &&
           made_is_complete(h) && choices_are_right(h);
}
