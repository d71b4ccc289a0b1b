/* SPDX-License-Identifier: MIT */
/* Seeded faults of RFC 1630's specific schemes: operation url. */
#include "seeded.h"

#include <stdlib.h>
#include <string.h>

/* ---- Grammar ---- */

/* Accepts as `production` what the reference rejects, if `condition`. */
static void or_accept(seeded *p, const uriproof_request *request, uriproof_answer *answer,
                      bool condition, const char *production)
{
    ask(p, request, answer);
    if (condition && answer->status != ANSWER_ACCEPTED)
        accept_url(answer, production);
}

static void or_reject(seeded *p, const uriproof_request *request, uriproof_answer *answer,
                      bool condition)
{
    ask(p, request, answer);
    if (condition)
        reject(answer);
}

static void no_prefix(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    or_reject(p, request, answer, begins(request->field[0], "url:"));
}

static void afs_taken(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && answer->detail != NULL &&
        begins(request->field[0], "afs:")) {
        const cJSON *detail = answer->detail;
        accept_url(answer, "afsaddress");
        answer->detail = detail;
    }
}

static void search_wants_slash(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    five parts = split(request->field[0]);
    or_reject(p, request, answer,
              begins(request->field[0], "http:") && uriproof_present(parts.query) &&
                  parts.path.length == 0);
}

static void ftp_without_path(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    bool bare = begins(text, "ftp://") && !holds(from(text, 6), "/?#") && text.length > 6 &&
                matches(p, text);
    or_accept(p, request, answer, bare, "ftpaddress");
}

static void no_asterisk(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    or_reject(p, request, answer, begins(request->field[0], "news:*"));
}

static void nntp_without_number(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    bool bare = begins(text, "nntp:") && !holds(from(text, 5), "/?#") && text.length > 5 &&
                matches(p, text);
    or_accept(p, request, answer, bare, "nntpaddress");
}

static void mailto_without_at(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    bool bare = begins(text, "mailto:") && !holds(from(text, 7), "@/?#:;=") && text.length > 7 &&
                matches(p, text);
    or_accept(p, request, answer, bare, "mailtoaddress");
}

static void mid_without_at(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    bool bare = begins(text, "mid:") && !holds(from(text, 4), "@/?#:;=") && text.length > 4 &&
                matches(p, text);
    or_accept(p, request, answer, bare, "midaddress");
}

/* "wais:...;2=x" without the last semicolon */
static void last_field_open(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && begins(request->field[0], "wais:") &&
        !ends(request->field[0], ";"))
        ask_with_words(p, request, request->field[0].length, ";", answer);
}

/* A colon with no port after it. */
static void empty_port(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span authority = split(request->field[0]).authority;
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED && ends(authority, ":"))
        ask_with_words(p, request,
                       (size_t)(authority.octets + authority.length - request->field[0].octets),
                       "1", answer);
    if (answer->status == ANSWER_ACCEPTED && ends(authority, ":"))
        set_detail(p, answer, "port", (uriproof_span){NULL, 0});
}

static uriproof_span host_of(uriproof_span text)
{
    uriproof_span host = split(text).authority;
    size_t at = last_of(host, '@');
    if (at < host.length)
        host = from(host, at + 1);
    host.length = first_of(host, ":");
    return host;
}

/* Only digits and full stops, some number above 255. */
static bool is_high_number(uriproof_span host)
{
    long number = 0;
    bool high = false;
    for (size_t i = 0; i < host.length; i++) {
        if (!in_set(".0-9", (unsigned char)host.octets[i]))
            return false;
        number = host.octets[i] == '.' || number > 255 ? 0 : 10 * number + host.octets[i] - '0';
        high = high || number > 255;
    }
    return high;
}

static void number_up_to_255(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    or_reject(p, request, answer, is_high_number(host_of(request->field[0])));
}

/* As in 3com.com: a label's first digit is a letter, if the host is no number. */
static void mark_label_digits(seeded *p, uriproof_span text, bool *marks)
{
    uriproof_span host = host_of(text);
    (void)p;
    bool letters = false;
    for (size_t i = 0; i < host.length; i++)
        letters = letters || in_set("A-Za-z", (unsigned char)host.octets[i]);
    for (size_t i = 0; i < host.length && letters; i++)
        if (i == 0 || host.octets[i - 1] == '.')
            marks[(size_t)(host.octets - text.octets) + i] =
                in_set("0-9", (unsigned char)host.octets[i]);
}

static void digit_begins_label(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_label_digits, FOR_A_LETTER, answer);
}

static void login_wants_password(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(detail_of(p, answer, "user")) &&
        !uriproof_present(detail_of(p, answer, "password")))
        reject(answer);
}

static void empty_user(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span authority = split(request->field[0]).authority;
    if (!begins(authority, "@")) {
        ask(p, request, answer);
        return;
    }
    ask_with_words(p, request, (size_t)(authority.octets - request->field[0].octets), "x", answer);
    if (answer->status == ANSWER_ACCEPTED)
        set_detail(p, answer, "user", LIT(""));
}

/* RFC 1738's third code. */
static void type_d_taken(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED || !begins(text, "ftp:") || !ends(text, ";type=D"))
        return;
    text = JOIN(p, between(text, 0, text.length - 1), LIT("I"));
    ask_about(p, request, text, text, answer);
    if (answer->status == ANSWER_ACCEPTED)
        set_detail(p, answer, "type", LIT("D"));
}

/* In lower case. */
static void lower_form_code(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    static const char *const codes[][2] = {{"n", "N"}, {"t", "T"}, {"c", "C"}};
    uriproof_span text = request->field[0];
    ask(p, request, answer);
    size_t type = place_of(text, ";type=");
    for (size_t i = 0; i < 3 && answer->status != ANSWER_ACCEPTED && type + 8 == text.length; i++)
        if (ends(text, codes[i][0])) {
            uriproof_span upper =
                JOIN(p, between(text, 0, type + 7), uriproof_span_of(codes[i][1]));
            ask_about(p, request, upper, upper, answer);
            if (answer->status == ANSWER_ACCEPTED)
                set_detail(p, answer, "type", from(text, type + 6));
            return;
        }
}

static void two_sessions_less(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    or_reject(p, request, answer, begins(text, "rlogin:") || begins(text, "tn3270:"));
}

static void mark_percents_of_mailto(seeded *p, uriproof_span text, bool *marks)
{
    unsigned char octet;
    (void)p;
    for (size_t i = 0; i < text.length && begins(text, "mailto:"); i++)
        marks[i] = text.octets[i] == '%' && !is_escape(text, i, &octet);
}

static void percent_in_mailto(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask_marked(p, request, mark_percents_of_mailto, FOR_A_LETTER, answer);
}

/* ---- What a client does ---- */

/* Changes the detail `name`, if it is there, to `value`. */
static void changes(seeded *p, const uriproof_request *request, uriproof_answer *answer,
                    const char *name, uriproof_span value)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(detail_of(p, answer, name)))
        set_detail(p, answer, name, value);
}

static void sends_all(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(detail_of(p, answer, "request")))
        set_detail(p, answer, "request", detail_of(p, answer, "proxy-request"));
}

static void sends_path_to_proxy(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(detail_of(p, answer, "request")))
        set_detail(p, answer, "proxy-request", detail_of(p, answer, "request"));
}

static void sends_no_search(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span sent = detail_of(p, answer, "request");
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(sent))
        set_detail(p, answer, "request", between(sent, 0, first_of(sent, "?")));
}

/* The fragment belongs to the URL, and is sent. */
static void sends_fragment(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    size_t hash = first_of(text, "#");
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED || hash == text.length || !begins(text, "http:") ||
        !matches(p, text))
        return;
    ask_about(p, request, between(text, 0, hash), text, answer);
    if (answer->status == ANSWER_ACCEPTED)
        set_detail(p, answer, "request",
                   JOIN(p, detail_of(p, answer, "request"), from(text, hash)));
}

static void decodes_path(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status != ANSWER_ACCEPTED || !begins(request->field[0], "http:"))
        return;
    uriproof_span sent = detail_of(p, answer, "request");
    set_detail(p, answer, "request", undone(p, sent, "\1-\377"));
}

static void user_is_ftp(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    changes(p, request, answer, "default-user", LIT("ftp"));
}

static void cwd_in_one(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    const cJSON *cwd = cJSON_GetObjectItemCaseSensitive(answer->detail, "cwd");
    if (answer->status != ANSWER_ACCEPTED || cwd == NULL)
        return;
    uriproof_span path = detail_of(p, answer, "path");
    set_detail(p, answer, "cwd", (uriproof_span){NULL, 0});
    cJSON *list = cJSON_AddArrayToObject(p->detail, "cwd");
    const char *folders = JOIN(p, between(path, 0, last_of(path, '/'))).octets;
    cJSON_AddItemToArray(list, cJSON_CreateString(folders));
}

static void name_is_path(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(detail_of(p, answer, "name")))
        set_detail(p, answer, "name", detail_of(p, answer, "path"));
}

static void directory_is_ascii(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED &&
        uriproof_span_equal(detail_of(p, answer, "type"), LIT("directory")))
        set_detail(p, answer, "type", LIT("A"));
}

/* The suffix stays in the name. */
static void no_type(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span name = detail_of(p, answer, "name"), path = detail_of(p, answer, "path");
    size_t suffix = place_of(request->field[0], ";type=");
    if (answer->status != ANSWER_ACCEPTED || suffix == request->field[0].length ||
        !uriproof_present(name))
        return;
    uriproof_span words = from(request->field[0], suffix);
    set_detail(p, answer, "name", JOIN(p, name, words));
    set_detail(p, answer, "path", JOIN(p, path, words));
    set_detail(p, answer, "type", (uriproof_span){NULL, 0});
}

static void menu_is_file(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    changes(p, request, answer, "default-gtype", LIT("0"));
}

/* A selector that begins with a copy of the type loses it. */
static void copy_dropped(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span type = detail_of(p, answer, "gtype"), selector = detail_of(p, answer, "selector");
    if (answer->status == ANSWER_ACCEPTED && type.length > 0 && selector.length >= type.length &&
        memcmp(type.octets, selector.octets, type.length) == 0)
        set_detail(p, answer, "selector", from(selector, type.length));
}

/* The type is taken to be a part of the command. */
static void type_in_selector(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span type = detail_of(p, answer, "gtype"), selector = detail_of(p, answer, "selector");
    if (answer->status == ANSWER_ACCEPTED && uriproof_present(type) && uriproof_present(selector))
        set_detail(p, answer, "selector", JOIN(p, type, selector));
}

static void localhost_is_a_host(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && begins(request->field[0], "file://localhost/"))
        set_detail(p, answer, "local", LIT("no"));
}

static void empty_host_is_a_host(seeded *p, const uriproof_request *request,
                                 uriproof_answer *answer)
{
    ask(p, request, answer);
    if (answer->status == ANSWER_ACCEPTED && begins(request->field[0], "file:///"))
        set_detail(p, answer, "local", LIT("no"));
}

static void any_host_is_here(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    changes(p, request, answer, "local", LIT("yes"));
}

static void article_is_group(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    uriproof_span article = detail_of(p, answer, "article");
    if (answer->status != ANSWER_ACCEPTED || !uriproof_present(article))
        return;
    set_detail(p, answer, "group", article);
    set_detail(p, answer, "article", (uriproof_span){NULL, 0});
    set_detail(p, answer, "host", (uriproof_span){NULL, 0});
}

/* news://host/group */
static void news_host(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    five parts = split(text);
    bool hosted = begins(text, "news://") && parts.authority.length > 0 && parts.path.length > 1 &&
                  matches(p, text);
    or_accept(p, request, answer, hosted, "newsaddress");
}

static void version_in_hsoname(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    ask(p, request, answer);
    five parts = split(request->field[0]);
    if (answer->status != ANSWER_ACCEPTED || !uriproof_present(detail_of(p, answer, "version")))
        return;
    set_detail(p, answer, "hsoname", from(parts.path, 1));
    set_detail(p, answer, "version", (uriproof_span){NULL, 0});
    set_detail(p, answer, "attributes", (uriproof_span){NULL, 0});
}

/* The type is the database's, and the database empty. */
static void wais_type_is_text(seeded *p, const uriproof_request *request, uriproof_answer *answer)
{
    changes(p, request, answer, "wtype", LIT("TEXT"));
}

/* ---- The table ---- */

static const fault faults[] = {
    {"prefix-unknown", "url.prefixedurl", no_prefix, NULL, OF_URL, 0},
    {"afs-taken", "url.url", afs_taken, NULL, OF_URL, 0},
    {"search-wants-slash", "url.httpaddress", search_wants_slash, NULL, OF_URL, 0},
    {"ftp-without-path", "url.ftpaddress", ftp_without_path, NULL, OF_URL, 0},
    {"asterisk-rejected", "url.groupart", no_asterisk, NULL, OF_URL, 0},
    {"nntp-without-number", "url.nntpaddress", nntp_without_number, NULL, OF_URL, 0},
    {"mailto-without-at", "url.mailtoaddress", mailto_without_at, NULL, OF_URL, 0},
    {"mid-without-at", "mid.addr-spec", mid_without_at, NULL, OF_URL, 0},
    {"last-field-open", "wais.terminator", last_field_open, NULL, OF_URL, 0},
    {"port-of-letters", "url.port", takes_for_digits, "A-Za-z", OF_URL, IN_PORT},
    {"empty-port", "url.digits", empty_port, NULL, OF_URL, 0},
    {"number-up-to-255", "url.hostnumber", number_up_to_255, NULL, OF_URL, 0},
    {"digit-begins-label", "url.hostname", digit_begins_label, NULL, OF_URL, 0},
    {"login-wants-password", "url.login", login_wants_password, NULL, OF_URL, 0},
    {"empty-user", "url.user", empty_user, NULL, OF_URL, 0},
    {"user-of-xalphas", "url.alphanum2", takes, "$&!*'(),", OF_URL, IN_USER},
    {"type-d-taken", "url.ftptype", type_d_taken, NULL, OF_URL, 0},
    {"lower-form-code-taken", "url.formcode", lower_form_code, NULL, OF_URL, 0},
    {"two-sessions-less", "session.three", two_sessions_less, NULL, OF_URL, 0},
    {"percent-in-mailto", "mailto.percent", percent_in_mailto, NULL, OF_URL, 0},
    {"all-sent", "http.request", sends_all, NULL, OF_URL, 0},
    {"path-sent-to-proxy", "http.proxy", sends_path_to_proxy, NULL, OF_URL, 0},
    {"search-not-sent", "http.search-sent", sends_no_search, NULL, OF_URL, 0},
    {"fragment-sent", "http.fragment-kept", sends_fragment, NULL, OF_URL, 0},
    {"path-decoded", "http.path-opaque", decodes_path, NULL, OF_URL, 0},
    {"user-is-ftp", "ftp.anonymous", user_is_ftp, NULL, OF_URL, 0},
    {"cwd-in-one", "ftp.cwd", cwd_in_one, NULL, OF_URL, 0},
    {"name-is-path", "ftp.name", name_is_path, NULL, OF_URL, 0},
    {"directory-as-ascii", "ftp.directory", directory_is_ascii, NULL, OF_URL, 0},
    {"type-in-name", "ftp.type", no_type, NULL, OF_URL, 0},
    {"menu-is-file", "gopher.empty-command", menu_is_file, NULL, OF_URL, 0},
    {"copy-of-type-dropped", "gopher.selector", copy_dropped, NULL, OF_URL, 0},
    {"type-in-selector", "gopher.type", type_in_selector, NULL, OF_URL, 0},
    {"localhost-elsewhere", "file.localhost", localhost_is_a_host, NULL, OF_URL, 0},
    {"empty-host-elsewhere", "file.empty-host", empty_host_is_a_host, NULL, OF_URL, 0},
    {"any-host-is-here", "file.host", any_host_is_here, NULL, OF_URL, 0},
    {"article-as-group", "news.at-sign", article_is_group, NULL, OF_URL, 0},
    {"news-host-taken", "news.no-host", news_host, NULL, OF_URL, 0},
    {"version-in-hsoname", "prospero.version", version_in_hsoname, NULL, OF_URL, 0},
    {"wais-type-is-text", "wais.type", wais_type_is_text, NULL, OF_URL, 0},
};

const fault_table rfc1630_url_faults = {"rfc1630", faults, sizeof faults / sizeof faults[0]};
