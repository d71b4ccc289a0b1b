/* SPDX-License-Identifier: MIT */
/* Composes texts for RFC 3986 and for the page "URL syntax". */
#include "components_file.h"
#include "oracle/oracle.h"
#include "protocol/protocol.h"

#include <stdio.h>
#include <string.h>

/* The parts of a text. A part that is absent is NULL. */
typedef struct later_parts {
    const char *prefix; /* only on the page "URL syntax" */
    const char *scheme;
    const char *user; /* user and password together are the userinfo */
    const char *password;
    const char *host; /* NULL if there is no authority */
    const char *port;
    const char *path;
    const char *query;
    const char *fragment;
    const uriproof_dialect *dialect;
    oracle_string userinfo;
    oracle_string text;
} later_parts;

static void put_part(oracle_string *text, const char *before, const char *part, const char *after)
{
    if (part == NULL)
        return;
    oracle_add_words(text, before);
    oracle_add_words(text, part);
    oracle_add_words(text, after);
}

static void put_all_together(later_parts *parts)
{
    parts->userinfo.length = parts->text.length = 0;
    put_part(&parts->userinfo, "", parts->user, "");
    put_part(&parts->userinfo, ":", parts->password, "");
    put_part(&parts->text, "", parts->prefix, "");
    put_part(&parts->text, "", parts->scheme, ":");
    oracle_add_words(&parts->text, parts->host != NULL ? "//" : "");
    oracle_add(&parts->text, oracle_span(&parts->userinfo));
    oracle_add_words(&parts->text, parts->user != NULL ? "@" : "");
    put_part(&parts->text, "", parts->host, "");
    put_part(&parts->text, ":", parts->port, "");
    put_part(&parts->text, "", parts->path, "");
    put_part(&parts->text, "?", parts->query, "");
    put_part(&parts->text, "#", parts->fragment, "");
}

static void expect_components(gen_expect *expect, gen_pool *pool, const uriproof_components *parts)
{
    expect->outcome = GEN_PARTS;
    expect->view = "components";
    for (size_t i = 0; i < URIPROOF_COMPONENT_COUNT; i++) {
        const uriproof_part_name *name = &uriproof_component_names[i];
        gen_components_expect(expect, pool, name->name, uriproof_part(parts, name));
    }
}

static uriproof_components composed(const later_parts *parts)
{
    uriproof_components components = {.scheme = uriproof_span_of(parts->scheme),
                                      .host = uriproof_span_of(parts->host),
                                      .port = uriproof_span_of(parts->port),
                                      .path = uriproof_span_of(parts->path),
                                      .query = uriproof_span_of(parts->query),
                                      .fragment = uriproof_span_of(parts->fragment)};
    if (parts->user != NULL)
        components.userinfo = oracle_span(&parts->userinfo);
    return components;
}

/* Expects the parts that the text was composed of. No reading of RFC 3986 changes what matches the
 * grammar. */
static void answer_later(const void *self, const uriproof_readings *readings, gen_pool *pool,
                         gen_expect *expect)
{
    (void)readings;
    uriproof_components components = composed(self);
    expect_components(expect, pool, &components);
}

/* Expects the parts that the page gives with these readings. By default they are the parts that the
 * text was composed of. With other readings they may differ, or the text may not match. */
static void answer_page(const void *self, const uriproof_readings *readings, gen_pool *pool,
                        gen_expect *expect)
{
    const later_parts *parts = self;
    const oracle_url_syntax page = {parts->dialect, readings};
    uriproof_components components;
    if (oracle_url_syntax_parse(&page, oracle_span(&parts->text), &components))
        expect_components(expect, pool, &components);
    else
        expect->outcome = GEN_REJECTED;
}

static void write_later(gen_components_file *file, later_parts *parts, gen_answer answer)
{
    parts->dialect = file->dialect;
    put_all_together(parts);
    gen_components_case(file, &parts->text, answer, parts);
}

/* ---- RFC 3986 ---- */

enum { USERS = 5, PORTS = 3, HOSTS = 5, QUERIES = 3, ROOTED = 5, IPV6_GROUPS = 8 };

static const char *const users[USERS] = {NULL, "", "u", "u", ""};
static const char *const passwords[USERS] = {NULL, NULL, NULL, "p", ""};
static const char *const ports[PORTS] = {NULL, "", "80"};
static const char *const queries[QUERIES] = {NULL, "", "q?/"};
static const char *const later_fragments[QUERIES] = {NULL, "", "f?/"};
static const char *const rooted[ROOTED] = {"", "/", "/a", "//a//", "/a/./.."};

typedef struct host_kind {
    const char *word;
    const char *clauses[4];
    const char *hosts[8];
} host_kind;

static const host_kind host_kinds[] = {
    {"empty",
     {"rfc3986.host.empty", "rfc3986.bnf.reg-name", "rfc3986.bnf.authority", NULL},
     {"", NULL}},
    {"name",
     {"rfc3986.bnf.reg-name", "rfc3986.bnf.host", "rfc3986.bnf.authority", NULL},
     {"h", "h.example", "-~_.", "!$&'()*+,;=", "1.2.3", "1.2.3.256", NULL}},
    {"escaped",
     {"rfc3986.host.percent", "rfc3986.bnf.pct-encoded", "rfc3986.bnf.authority", NULL},
     {"%41", "h%2F%40%3A", NULL}},
    {"ipv4",
     {"rfc3986.bnf.IPv4address", "rfc3986.bnf.dec-octet", "rfc3986.host.first-match", NULL},
     {"1.2.3.4", "0.10.100.255", NULL}},
    {"ipvfuture",
     {"rfc3986.bnf.IPvFuture", "rfc3986.bnf.IP-literal", "rfc3986.host.brackets", NULL},
     {"[v1.a]", "[VfF.:]", "[v0.!:~]", NULL}},
};
enum { HOST_KINDS = sizeof host_kinds / sizeof host_kinds[0] };

static later_parts parts_in_turn(const char *host, size_t turn)
{
    return (later_parts){.scheme = turn % 7 == 0 ? "x+y-z.1" : "x",
                         .host = host,
                         .path = rooted[turn % ROOTED],
                         .query = queries[turn / ROOTED % QUERIES],
                         .fragment = later_fragments[turn / ROOTED / QUERIES % QUERIES]};
}

/* Writes cases with this host and every userinfo and port. The other parts vary with `turn`. */
static void write_host(gen_components_file *file, const char *host, size_t turn)
{
    for (size_t i = 0; i < (size_t)USERS * PORTS; i++) {
        later_parts parts = parts_in_turn(host, turn + i * 4);
        parts.user = users[i % USERS];
        parts.password = passwords[i % USERS];
        parts.port = ports[i / USERS];
        write_later(file, &parts, answer_later);
    }
}

static void write_hosts(gen_components_file *file)
{
    for (size_t i = 0; i < HOST_KINDS; i++) {
        char id[64];
        snprintf(id, sizeof id, "components-host-%s", host_kinds[i].word);
        const gen_group group = {id,
                                 "A host of one kind with every userinfo and port.",
                                 "RFC 3986, Appendix A",
                                 host_kinds[i].clauses,
                                 NULL,
                                 URIPROOF_PARSE};
        gen_group_begin(file->file, &group);
        for (size_t j = 0; host_kinds[i].hosts[j] != NULL; j++)
            write_host(file, host_kinds[i].hosts[j], i + j);
    }
}

/* Adds `count` groups of an IPv6 address with colons between them. The first is group `first` of
 * the table. */
static void add_groups(oracle_string *host, size_t first, size_t count, bool ipv4)
{
    static const char *const groups[IPV6_GROUPS] = {"1", "2b", "0", "4ddd", "5", "06", "ABCD", "8"};
    for (size_t i = 0; i < count; i++) {
        oracle_add_words(host, i > 0 ? ":" : "");
        if (ipv4 && i + 2 == count) {
            oracle_add_words(host, "1.20.255.0");
            return;
        }
        oracle_add_words(host, groups[(first + i) % IPV6_GROUPS]);
    }
}

static void write_ipv6(gen_components_file *file, const oracle_string *host, size_t turn)
{
    char words[ORACLE_STRING_MAX + 1];
    snprintf(words, sizeof words, "%.*s", (int)host->length, host->octets);
    for (size_t i = 0; i < 3; i++) {
        later_parts parts = parts_in_turn(words, turn * 3 + i);
        parts.user = users[(turn + i) % USERS];
        parts.password = passwords[(turn + i) % USERS];
        parts.port = ports[i];
        write_later(file, &parts, answer_later);
    }
}

/* Writes every shape of an IPv6 address. It has either eight groups, or at most seven groups with
 * "::" after the first `before` of them. The last two groups may also be an IPv4 address. */
static void write_ipv6_shapes(gen_components_file *file)
{
    static const char *const clauses[] = {"rfc3986.bnf.IPv6address", "rfc3986.bnf.ls32",
                                          "rfc3986.bnf.h16", "rfc3986.bnf.IP-literal", NULL};
    const gen_group group = {"components-host-ipv6",
                             "Every shape of an IPv6 address.",
                             "RFC 3986, Appendix A",
                             clauses,
                             NULL,
                             URIPROOF_PARSE};
    gen_group_begin(file->file, &group);
    size_t turn = 0;
    for (size_t before = 0; before <= IPV6_GROUPS; before++)
        for (size_t after = 0; before + after <= IPV6_GROUPS; after++)
            for (size_t ipv4 = 0; ipv4 < (after >= 2 ? 2 : 1); ipv4++) {
                bool all = before == 0 && after == IPV6_GROUPS;
                if (before + after == IPV6_GROUPS && !all)
                    continue;
                oracle_string host = oracle_string_of(uriproof_span_of("["));
                add_groups(&host, 0, before, false);
                oracle_add_words(&host, all ? "" : "::");
                add_groups(&host, before + 1, after, ipv4 == 1);
                oracle_add_octet(&host, ']');
                write_ipv6(file, &host, turn++);
            }
}

/* A kind of path without an authority, with examples of it. */
typedef struct path_kind {
    const char *word;
    const char *clauses[4];
    const char *paths[10];
} path_kind;

static const path_kind path_kinds[] = {
    {"empty", {"rfc3986.bnf.path-empty", "rfc3986.syntax.path-required", NULL}, {"", NULL}},
    {"root", {"rfc3986.bnf.path-absolute", NULL}, {"/", NULL}},
    {"absolute",
     {"rfc3986.bnf.path-absolute", "rfc3986.bnf.segment-nz", NULL},
     {"/a", "/:@", "/a;b=c", "/%2F", NULL}},
    {"absolute-segments",
     {"rfc3986.bnf.path-absolute", "rfc3986.bnf.segment-nz", "rfc3986.bnf.segment", NULL},
     {"/a/b", "/a//", "/./..", NULL}},
    {"rootless",
     {"rfc3986.bnf.path-rootless", "rfc3986.bnf.segment-nz", NULL},
     {"a", ".", ":@", "a:b@c", "%2F%2F", NULL}},
    {"rootless-segments",
     {"rfc3986.bnf.path-rootless", "rfc3986.bnf.segment-nz", "rfc3986.bnf.segment", NULL},
     {"a/b", "a//", "../..", "u@h:80/", NULL}},
};
enum { PATH_KINDS = sizeof path_kinds / sizeof path_kinds[0] };

static void write_paths(gen_components_file *file)
{
    for (size_t i = 0; i < PATH_KINDS; i++) {
        char id[64];
        snprintf(id, sizeof id, "components-path-%s", path_kinds[i].word);
        const gen_group group = {id,
                                 "A path without an authority, with every query and fragment.",
                                 "RFC 3986, Appendix A",
                                 path_kinds[i].clauses,
                                 NULL,
                                 URIPROOF_PARSE};
        gen_group_begin(file->file, &group);
        for (size_t j = 0; path_kinds[i].paths[j] != NULL; j++)
            for (size_t turn = 0; turn < (size_t)QUERIES * QUERIES * 2; turn++) {
                later_parts parts = {.scheme = turn % 2 == 0 ? "x" : "x+y-z.1",
                                     .path = path_kinds[i].paths[j],
                                     .query = queries[turn / 2 % QUERIES],
                                     .fragment = later_fragments[turn / 2 / QUERIES]};
                write_later(file, &parts, answer_later);
            }
    }
}

/* Writes all combinations of optional parts that are present, empty or absent, in one group. */
static void write_all_parts(gen_components_file *file)
{
    static const char *const clauses[] = {"rfc3986.bnf.URI", "rfc3986.bnf.hier-part",
                                          "rfc3986.bnf.authority", "rfc3986.bnf.path-abempty",
                                          NULL};
    const gen_group group = {
        "components-all",
        "Every optional part absent, empty and not empty, with every kind of host.",
        "RFC 3986, Appendix A",
        clauses,
        NULL,
        URIPROOF_PARSE};
    gen_group_begin(file->file, &group);
    static const char *const hosts[HOSTS] = {"h", "", "[::1]", "1.2.3.4", "%41"};
    size_t count = (size_t)USERS * PORTS * HOSTS * QUERIES * QUERIES * 3;
    for (size_t turn = 0; turn < count; turn++) {
        size_t rest = turn / USERS / PORTS / HOSTS;
        later_parts parts = {.scheme = "x",
                             .user = users[turn % USERS],
                             .password = passwords[turn % USERS],
                             .host = hosts[turn / USERS / PORTS % HOSTS],
                             .port = ports[turn / USERS % PORTS],
                             .path = rooted[rest % 3 + (rest % 3 == 2)],
                             .query = queries[rest / 3 % QUERIES],
                             .fragment = later_fragments[rest / 3 / QUERIES]};
        write_later(file, &parts, answer_later);
    }
}

void gen_components_3986(gen_components_file *file)
{
    write_all_parts(file);
    write_hosts(file);
    write_ipv6_shapes(file);
    write_paths(file);
}

/* ---- The page "URL syntax" ---- */

static const char *const page_users[] = {NULL, "", "u", "", "", "u", "u", "u@v", "u@v"};
static const char *const page_passwords[] = {NULL, NULL, NULL, "", "p", "", "p:%41", NULL, "p"};
/* The page does not say of some octets whether they need an escape. These texts avoid them, except
 * for the hash in one host and one rest. */
static const char *const page_hosts[] = {"h", "h.x", "10.0.0.1", "%2F", "h?#"};
static const char *const page_paths[] = {"", "/", "/a/b", "//a//", "/a?b", "/:@"};
static const char *const page_rests[] = {"",     "/", "/a",    "a",    "a/b",
                                         "a//b", ":", "a:b@c", "?q#f", "%25"};
static const char *const page_prefixes[] = {"URL:", "URL:", "URL:", "URL:", "url:", "Url:"};
enum {
    PAGE_USERS = sizeof page_users / sizeof page_users[0],
    PAGE_HOSTS = sizeof page_hosts / sizeof page_hosts[0],
    PAGE_PATHS = sizeof page_paths / sizeof page_paths[0],
    PAGE_RESTS = sizeof page_rests / sizeof page_rests[0],
    PAGE_PREFIXES = sizeof page_prefixes / sizeof page_prefixes[0]
};

/* Returns the Internet protocol parts with the number `turn`. */
static later_parts internet_parts(size_t turn)
{
    static const char *const page_ports[] = {NULL, "80"};
    static const char *const schemes[] = {"x", "http", "a%20b", "%41"};
    size_t rest = turn / PAGE_USERS;
    return (later_parts){.prefix = page_prefixes[turn % PAGE_PREFIXES],
                         .scheme = schemes[rest % 4],
                         .user = page_users[turn % PAGE_USERS],
                         .password = page_passwords[turn % PAGE_USERS],
                         .host = page_hosts[rest % PAGE_HOSTS],
                         .port = page_ports[rest / PAGE_HOSTS % 2],
                         .path = page_paths[rest / PAGE_HOSTS / 2]};
}

enum { INTERNET_COUNT = (size_t)PAGE_USERS * PAGE_HOSTS * PAGE_PATHS * 2 };

/* The parts that may be absent, as bits. A clause about an absent part does not apply to the
 * text. */
enum { WITH_USER = 1, WITH_PASSWORD = 2, WITH_PORT = 4, WITH_PATH = 8, WITH_ALL = 15 };

static unsigned internet_set(const later_parts *parts)
{
    return (parts->user != NULL ? WITH_USER : 0U) | (parts->password != NULL ? WITH_PASSWORD : 0U) |
           (parts->port != NULL ? WITH_PORT : 0U) | (parts->path[0] != '\0' ? WITH_PATH : 0U);
}

static void write_internet_set(gen_components_file *file, unsigned set)
{
    static const struct {
        unsigned part;
        const char *word, *clause;
    } facts[] = {{0, "", "url-syntax.prefix.constant"},
                 {0, "", "url-syntax.internet.double-slash"},
                 {0, "", "url-syntax.internet.host"},
                 {WITH_USER, "-user", "url-syntax.internet.user"},
                 {WITH_USER, "", "url-syntax.internet.at-sign"},
                 {WITH_PASSWORD, "-password", "url-syntax.internet.password"},
                 {WITH_PORT, "-port", "url-syntax.internet.port"},
                 {WITH_PATH, "-path", "url-syntax.internet.path"}};
    enum { FACTS = sizeof facts / sizeof facts[0] };
    const char *obeys[FACTS + 1];
    char id[64] = "components-internet";
    size_t count = 0, used = strlen(id);
    for (size_t i = 0; i < FACTS; i++)
        if ((facts[i].part & ~set) == 0) {
            used += (size_t)snprintf(id + used, sizeof id - used, "%s", facts[i].word);
            obeys[count++] = facts[i].clause;
        }
    obeys[count] = NULL;
    const gen_group group = {
        id,
        "A URL with the Internet protocol parts that the group is named after.",
        "URL syntax, Internet protocol parts",
        obeys,
        NULL,
        URIPROOF_PARSE};
    gen_group_begin(file->file, &group);
    for (size_t turn = 0; turn < INTERNET_COUNT; turn++) {
        later_parts parts = internet_parts(turn);
        if (strcmp(parts.prefix, "URL:") == 0 && internet_set(&parts) == set)
            write_later(file, &parts, answer_page);
    }
}

static void write_prefixes(gen_components_file *file)
{
    static const char *const prefix[] = {"url-syntax.prefix.constant", NULL};
    const gen_group group = {"components-prefix",
                             "Internet protocol parts after a prefix that is not in capitals.",
                             "URL syntax",
                             NULL,
                             prefix,
                             URIPROOF_PARSE};
    gen_group_begin(file->file, &group);
    for (size_t turn = 0; turn < INTERNET_COUNT; turn++) {
        later_parts parts = internet_parts(turn);
        if (strcmp(parts.prefix, "URL:") != 0)
            write_later(file, &parts, answer_page);
    }
}

static void write_rests(gen_components_file *file)
{
    static const char *const schemes[] = {"x", "http", "3/?", "%20"};
    static const char *const rest[] = {"url-syntax.scheme.first", "url-syntax.scheme.colon",
                                       "url-syntax.scheme.rest", NULL};
    const gen_group group = {"components-rest",
                             "A scheme and a rest that does not start with a double slash.",
                             "URL syntax",
                             rest,
                             NULL,
                             URIPROOF_PARSE};
    gen_group_begin(file->file, &group);
    for (size_t turn = 0; turn < (size_t)PAGE_RESTS * 4; turn++) {
        later_parts parts = {
            .prefix = "URL:", .scheme = schemes[turn % 4], .path = page_rests[turn / 4]};
        write_later(file, &parts, answer_page);
    }
}

void gen_components_page(gen_components_file *file)
{
    for (unsigned set = 0; set <= WITH_ALL; set++)
        write_internet_set(file, set);
    write_prefixes(file);
    write_rests(file);
}
