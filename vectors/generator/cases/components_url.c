/* SPDX-License-Identifier: MIT */
/* Composes URLs with every combination of the optional parts of the specific schemes. */
#include "components_file.h"
#include "url_detail.h"

#include <stdio.h>
#include <string.h>

/* ---- Clauses ---- */

static bool is_there(const char *part)
{
    return part != NULL && part[0] != '\0';
}

/* Returns true if the URL tests this clause of its scheme. */
static bool is_case_of(const gen_url_parts *url, const char *clause)
{
    if (strcmp(clause, "url.search") == 0)
        return url->search != NULL;
    if (strcmp(clause, "ftp.cwd") == 0)
        return strchr(url->path, '/') != NULL;
    if (strcmp(clause, "gopher.type") == 0 || strcmp(clause, "prospero.version") == 0)
        return url->mark != NULL;
    if (strcmp(clause, "gopher.selector") == 0)
        return url->mark != NULL && is_there(url->path);
    if (strcmp(clause, "url.waisindex") == 0)
        return url->extra == NULL;
    if (strcmp(clause, "url.waisdoc") == 0 || strcmp(clause, "wais.type") == 0)
        return url->extra != NULL;
    if (strcmp(clause, "file.localhost") == 0)
        return strcmp(url->host, "localhost") == 0;
    return strcmp(clause, "file.empty-host") != 0 || url->host[0] == '\0';
}

static unsigned clauses_of(gen_url_scheme scheme, const gen_url_parts *url)
{
    const gen_url_facts facts = gen_url_facts_of(scheme);
    unsigned clauses = 0;
    for (unsigned i = 0; facts.clauses[i] != NULL; i++)
        clauses |= (unsigned)is_case_of(url, facts.clauses[i]) << i;
    return clauses;
}

/* Writes the URL if it obeys just the clauses of the current group. */
static void write_url(gen_components_file *file, gen_url_scheme scheme, const gen_url_parts *url)
{
    if (clauses_of(scheme, url) != file->clauses)
        return;
    const gen_url_question question = {file->dialect, scheme, *url};
    oracle_string text = gen_url_text(&question);
    gen_components_case(file, &text, gen_url_answer, &question);
}

/* ---- The combinations ---- */

static const char *const users[] = {NULL, "u", "u", "u", "1u", "1u", "1u"};
static const char *const passwords[] = {NULL, NULL, "p", "12", NULL, "p", "12"};
static const char *const hosts[] = {"h", "h.x", "1.2.3.4"};
static const char *const ports[] = {NULL, "80"};
static const char *const searches[] = {NULL, "w", "w+v"};
enum { USERS = 7, HOSTS = 3, PORTS = 2, HOSTPORTS = HOSTS * PORTS, LOGINS = USERS * HOSTPORTS };

static gen_url_parts with_login(size_t turn)
{
    return (gen_url_parts){.user = users[turn % USERS],
                           .password = passwords[turn % USERS],
                           .host = hosts[turn / USERS % HOSTS],
                           .port = ports[turn / USERS / HOSTS % PORTS]};
}

static gen_url_parts with_hostport(size_t turn)
{
    return (gen_url_parts){.host = hosts[turn % HOSTS], .port = ports[turn / HOSTS % PORTS]};
}

/* Writes the URL, and every fifth also with the prefix "url:". */
static void add_prefix(gen_components_file *file, gen_url_scheme scheme, gen_url_parts url,
                       size_t turn)
{
    write_url(file, scheme, &url);
    url.prefix = "url:";
    if (turn % 5 == 0)
        write_url(file, scheme, &url);
}

static void write_http(gen_components_file *file)
{
    static const char *const paths[] = {NULL, "", "a", "a/b", "a//b", "%2F"};
    for (size_t turn = 0; turn < HOSTPORTS * (size_t)6 * 3; turn++) {
        gen_url_parts url = with_hostport(turn);
        url.path = paths[turn / HOSTPORTS % 6];
        url.search = searches[turn / HOSTPORTS / 6];
        add_prefix(file, GEN_HTTP, url, turn);
    }
    gen_url_parts url = {.host = "h", .path = "a b", .search = "c d"};
    if (gen_is_draft(file->dialect))
        write_url(file, GEN_HTTP, &url);
}

static void write_ftp(gen_components_file *file)
{
    static const char *const paths[] = {"f", "", "a/f", "a/", "a//f", "/f", "a/../f", "%2Ff"};
    static const char *const types[] = {"A", "AN", "ET", "I", "L8"};
    for (size_t turn = 0; turn < LOGINS * (size_t)4; turn++) {
        gen_url_parts url = with_login(turn);
        url.path = paths[(turn / LOGINS * 2 + turn) % 8];
        add_prefix(file, GEN_FTP, url, turn);
    }
    for (size_t turn = 0; turn < 15 && !gen_is_draft(file->dialect); turn++) {
        gen_url_parts url = with_login(turn * 4);
        url.path = turn % 3 == 0 ? "f" : turn % 3 == 1 ? "a/f" : "/f";
        url.mark = types[turn % 5];
        write_url(file, GEN_FTP, &url);
    }
}

static void write_gopher(gen_components_file *file)
{
    static const char *const types[] = {NULL, "1", "0", "7", "%31", "+"};
    static const char *const selectors[] = {NULL, "", "00", "a/b", "/a", "%09"};
    size_t count = gen_is_draft(file->dialect) ? 3 : 1;
    for (size_t turn = 0; turn < (size_t)HOSTPORTS * 6 * count; turn++) {
        gen_url_parts url = with_hostport(turn);
        url.mark = types[turn / HOSTPORTS % 6];
        url.path = selectors[turn / HOSTPORTS % 6];
        url.search = searches[turn / HOSTPORTS / 6];
        add_prefix(file, GEN_GOPHER, url, turn);
    }
}

static void write_bare(gen_components_file *file, gen_url_scheme scheme, const char *const *paths)
{
    for (size_t i = 0; paths[i] != NULL; i++)
        add_prefix(file, scheme, (gen_url_parts){.path = paths[i]}, i);
}

static void write_mail_and_news(gen_components_file *file, gen_url_scheme scheme)
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
    if (scheme == GEN_MAILTO)
        write_bare(file, scheme, gen_is_draft(file->dialect) ? draft_mail : mail);
    else
        write_bare(file, scheme, scheme == GEN_NEWS ? news : addr_specs);
}

static void write_nntp(gen_components_file *file)
{
    static const char *const groups[] = {"a", "a.b.c"};
    static const char *const numbers[] = {"1", "007"};
    for (size_t turn = 0; turn < 4; turn++)
        add_prefix(file, GEN_NNTP,
                   (gen_url_parts){.path = groups[turn % 2], .mark = numbers[turn / 2]}, turn);
}

static void write_session(gen_components_file *file, gen_url_scheme scheme)
{
    for (size_t turn = 0; turn < LOGINS; turn++)
        add_prefix(file, scheme, with_login(turn), turn);
}

static void write_wais(gen_components_file *file)
{
    static const char *const fields[] = {"1=a;", "1=a;2=b/c;", "9=;", "1=/a;", "1=a;10=%3B;3=c;"};
    static const char *const paths[] = {"", "a", "a/b", "/a", "a//"};
    for (size_t turn = 0; turn < HOSTPORTS * (size_t)8; turn++) {
        size_t rest = turn / HOSTPORTS;
        gen_url_parts url = with_hostport(turn);
        url.mark = rest % 2 == 0 ? "db" : "d%2Fb";
        if (rest < 3) {
            url.search = searches[rest];
        } else {
            url.extra = rest % 3 == 0 ? "T" : "TEXT";
            url.path = gen_is_draft(file->dialect) ? paths[rest - 3] : fields[rest - 3];
        }
        add_prefix(file, GEN_WAIS, url, turn);
    }
}

static void write_file_urls(gen_components_file *file)
{
    static const char *const file_hosts[] = {"", "localhost", "h.x", "1.2.3.4"};
    static const char *const paths[] = {"", "a", "a/b", "a/", "/a", "a//b"};
    for (size_t turn = 0; turn < 24; turn++)
        add_prefix(file, GEN_FILE,
                   (gen_url_parts){.host = file_hosts[turn % 4], .path = paths[turn / 4]}, turn);
}

static void write_prospero(gen_components_file *file)
{
    static const char *const names[] = {"", "a", "a/b", "a//b"};
    static const char *const with_nulls[] = {"a%00", "%00", "a%00b", "a%001"};
    static const char *const versions[] = {NULL, "1", "12", "12"};
    static const char *const attributes[] = {NULL, NULL, NULL, "b2C"};
    for (size_t turn = 0; turn < HOSTPORTS * (size_t)16; turn++) {
        gen_url_parts url = with_hostport(turn);
        url.path = names[turn / HOSTPORTS % 4];
        url.mark = versions[turn / HOSTPORTS / 4];
        url.extra = attributes[turn / HOSTPORTS / 4];
        add_prefix(file, GEN_PROSPERO, url, turn);
    }
    for (size_t turn = 0; turn < 8; turn++) {
        gen_url_parts url = with_hostport(turn);
        url.path = with_nulls[turn % 4];
        url.mark = turn < 4 ? "1" : "12";
        url.extra = turn < 4 ? NULL : "b";
        add_prefix(file, GEN_PROSPERO, url, turn);
    }
}

static void write_scheme(gen_components_file *file, gen_url_scheme scheme)
{
    static void (*const writers[GEN_SCHEME_COUNT])(gen_components_file *) = {
        [GEN_HTTP] = write_http,        [GEN_FTP] = write_ftp,   [GEN_GOPHER] = write_gopher,
        [GEN_NNTP] = write_nntp,        [GEN_WAIS] = write_wais, [GEN_FILE] = write_file_urls,
        [GEN_PROSPERO] = write_prospero};
    if (writers[scheme] != NULL)
        writers[scheme](file);
    else if (scheme == GEN_TELNET || scheme == GEN_RLOGIN || scheme == GEN_TN3270)
        write_session(file, scheme);
    else
        write_mail_and_news(file, scheme);
}

/* Writes a group with the URLs that obey just these clauses of the scheme. The id ends with the
 * numbers of the clauses. */
static void write_group(gen_components_file *file, gen_url_scheme scheme)
{
    const gen_url_facts facts = gen_url_facts_of(scheme);
    char id[64], clauses[5][64];
    const char *obeys[6] = {NULL};
    size_t count = 0;
    snprintf(id, sizeof id, "components-url-%s-", facts.name);
    for (size_t i = 0; facts.clauses[i] != NULL; i++) {
        if ((file->clauses >> i & 1) == 0)
            continue;
        snprintf(clauses[count], sizeof clauses[count], "%s.%s", file->dialect->name,
                 facts.clauses[i]);
        obeys[count] = clauses[count];
        size_t length = strlen(id);
        snprintf(id + length, sizeof id - length, "%zu", i + 1);
        count++;
    }
    bool draft = gen_is_draft(file->dialect);
    const gen_group group = {
        id,
        facts.about,
        draft ? "draft-www-uri-00, 6.1" : "RFC 1630, BNF for specific URL schemes",
        obeys,
        NULL,
        URIPROOF_URL};
    gen_group_begin(file->file, &group);
    write_scheme(file, scheme);
}

void gen_components_url(gen_components_file *parts)
{
    for (size_t scheme = 0; scheme < GEN_SCHEME_COUNT; scheme++) {
        if (scheme == GEN_FILE && gen_is_draft(parts->dialect))
            continue;
        for (parts->clauses = 1; parts->clauses < 16; parts->clauses++)
            write_group(parts, (gen_url_scheme)scheme);
    }
}
