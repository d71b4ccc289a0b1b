/* SPDX-License-Identifier: MIT */
/* Section "URL parsing": the basic URL parser, and the room it needs. */
#include "parser.h"

#include "utf8.h"

static const struct {
    const char *name;
    run_state *run;
} states[] = {
    [SCHEME_START_STATE] = {"scheme start state", scheme_start_state},
    [SCHEME_STATE] = {"scheme state", scheme_state},
    [NO_SCHEME_STATE] = {"no scheme state", no_scheme_state},
    [SPECIAL_RELATIVE_OR_AUTHORITY_STATE] = {"special relative or authority state",
                                             special_relative_or_authority_state},
    [PATH_OR_AUTHORITY_STATE] = {"path or authority state", path_or_authority_state},
    [RELATIVE_STATE] = {"relative state", relative_state},
    [RELATIVE_SLASH_STATE] = {"relative slash state", relative_slash_state},
    [SPECIAL_AUTHORITY_SLASHES_STATE] = {"special authority slashes state",
                                         special_authority_slashes_state},
    [SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE] = {"special authority ignore slashes state",
                                                special_authority_ignore_slashes_state},
    [AUTHORITY_STATE] = {"authority state", authority_state},
    [HOST_STATE] = {"host state", host_state},
    [PORT_STATE] = {"port state", port_state},
    [FILE_STATE] = {"file state", file_state},
    [FILE_SLASH_STATE] = {"file slash state", file_slash_state},
    [FILE_HOST_STATE] = {"file host state", file_host_state},
    [PATH_START_STATE] = {"path start state", path_start_state},
    [PATH_STATE] = {"path state", path_state},
    [OPAQUE_PATH_STATE] = {"opaque path state", opaque_path_state},
    [QUERY_STATE] = {"query state", query_state},
    [FRAGMENT_STATE] = {"fragment state", fragment_state},
};

const char *whatwg_state_name(state number)
{
    return states[number].name;
}

/* If input contains any leading or trailing C0 control or space, invalid-URL-unit validation error.
 * Remove them. */
static void trim(parser *p)
{
    const unsigned char *start = p->input, *end = p->end;
    while (p->input != p->end && is_c0_control_or_space(*p->input))
        p->input++;
    while (p->end != p->input && is_c0_control_or_space(p->end[-1]))
        p->end--;
    if (p->input != start)
        whatwg_error_at(p, "whatwg-url.input.trim", "invalid-URL-unit", start);
    else if (p->end != end)
        whatwg_error_at(p, "whatwg-url.input.trim", "invalid-URL-unit", p->end);
}

/* If input contains any ASCII tab or newline, invalid-URL-unit validation error. */
static void check_tabs(parser *p)
{
    const unsigned char *at = p->input;
    while (at != p->end && !is_tab_or_newline(*at))
        at++;
    if (at != p->end)
        whatwg_error_at(p, "whatwg-url.input.tab-newline", "invalid-URL-unit", at);
}

/* Keep running the state machine by switching on state. If after a run pointer points to the EOF
 * code point, stop. Otherwise, increase pointer by 1, and go on. */
static bool run(parser *p)
{
    for (;;) {
        const int c = current(p);
        const step then = states[p->state].run(p, c);
        if (then == FAIL)
            return false;
        if (then == NEXT && c == END)
            return true;
        if (then == NEXT)
            increase_pointer(p);
    }
}

/* Set url to a new URL. The members one by one are faster than the whole at once. */
static void set_to_new_url(uriproof_whatwg_url_record *url)
{
    static const uriproof_span null = {NULL, 0};
    url->scheme = url->username = url->password = null;
    url->host = url->port = url->path = url->query = url->fragment = null;
    url->host_kind = URIPROOF_WHATWG_URL_NULL_HOST;
    url->has_opaque_path = false;
    url->path_size = 0;
    url->domain_error_unknown = false;
}

static uriproof_verdict basic_url_parser(parser *p)
{
    set_to_new_url(p->url);
    trim(p);
    if (reports(p))
        check_tabs(p);
    p->pointer = p->input;
    if (!run(p))
        return p->verdict;
    whatwg_finish(p);
    return URIPROOF_OK;
}

/* ---- Room ---- */

/* What a URL needs beyond its growth: "://", "/" and "/." that are inserted, an IPv4 address of 15
 * octets, or an IPv6 address of 41. */
enum { LEAST_GROWTH = 3, MORE = 64 };

static size_t growth_of(const uriproof_services *services)
{
    const bool grows = services->to_ascii != NULL && services->growth > LEAST_GROWTH;
    return grows ? services->growth : LEAST_GROWTH;
}

/* Returns growth * length + MORE, or SIZE_MAX. */
static size_t room_of_url(size_t length, size_t growth)
{
    return length <= (SIZE_MAX - MORE) / growth ? growth * length + MORE : SIZE_MAX;
}

static size_t sum(size_t a, size_t b)
{
    return a <= SIZE_MAX - b ? a + b : SIZE_MAX;
}

static size_t longer(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* A URL of n octets is serialized to at most g * n + MORE octets:
 * - Each octet of a credential, a path, a query, a fragment or an opaque host becomes at most
 * three. So does an "@" in the credentials.
 * - Each octet of a scheme, a port or an ASCII domain, and each delimiter, becomes at most one.
 * - Each octet of another domain becomes at most g.
 * - MORE is for what is inserted.
 * With a base of m octets, parts of its serialized form come before, which has g * m + MORE. The
 * buffer has the serialized base, the serialized URL, and the scratch, which holds the host of
 * either of them. A path is written after one octet of room for its slash, and a port or an IPv4
 * address in the place of the digits that it comes from. */
size_t uriproof_whatwg_url_room(size_t text, size_t base, const uriproof_services *services)
{
    const size_t growth = services != NULL ? growth_of(services) : LEAST_GROWTH;
    const size_t of_base = room_of_url(base, growth);
    const size_t of_url = sum(room_of_url(text, growth), of_base);
    return sum(sum(of_base, of_url), longer(text, base));
}

/* ---- The texts ---- */

/* An absent text is as good as an empty one. */
static const unsigned char *start_of(uriproof_span text)
{
    return (const unsigned char *)(uriproof_present(text) ? text.octets : "");
}

/* Returns true if the text is UTF-8. Else sets the rejection. */
static bool is_utf8(uriproof_span text, bool in_base, uriproof_whatwg_url_rejection *rejection)
{
    const unsigned char *start = start_of(text), *end = start + text.length;
    const unsigned char *fault = utf8_fault(start, end);
    if (fault == end)
        return true;
    *rejection = (uriproof_whatwg_url_rejection){
        .clause = "whatwg-url.encode.utf-8", .offset = (size_t)(fault - start), .in_base = in_base};
    return false;
}

/* What is the same for a text and its base. */
typedef struct question {
    uriproof_buffer *out;
    size_t used; /* octets of the buffer */
    unsigned char *scratch;
    uriproof_whatwg_url_rejection *rejection;
} question;

/* Parses a text into the buffer, after what is used of it. */
static uriproof_verdict parse_text(question *q, uriproof_span text,
                                   const uriproof_whatwg_url_record *base,
                                   const uriproof_services *services,
                                   uriproof_whatwg_url_record *url)
{
    const unsigned char *start = start_of(text);
    parser p = {.text = start,
                .input = start,
                .end = start + text.length,
                .url = url,
                .base = base,
                .out = q->out->octets + q->used,
                .scratch = q->scratch,
                .services = services,
                .rejection = q->rejection};
    const uriproof_verdict verdict = basic_url_parser(&p);
    q->used += p.length;
    q->out->length = q->used;
    return verdict;
}

/* Parses the base, if there is one, and then the text against it. */
static uriproof_verdict parse_both(question *q, uriproof_span text, uriproof_span base,
                                   const uriproof_services *services,
                                   uriproof_whatwg_url_record *url)
{
    if (!uriproof_present(base))
        return parse_text(q, text, NULL, services, url);
    uriproof_whatwg_url_record base_url;
    uriproof_services silent = *services;
    silent.report = NULL;
    const uriproof_verdict verdict = parse_text(q, base, NULL, &silent, &base_url);
    q->rejection->in_base = verdict != URIPROOF_OK;
    return verdict == URIPROOF_OK ? parse_text(q, text, &base_url, services, url) : verdict;
}

uriproof_verdict uriproof_whatwg_url_parse(uriproof_span text, uriproof_span base,
                                           const uriproof_services *services, uriproof_buffer *out,
                                           uriproof_whatwg_url_record *url,
                                           uriproof_whatwg_url_rejection *rejection)
{
    static const uriproof_services none = {NULL, NULL, 0, NULL, NULL};
    uriproof_whatwg_url_rejection unwanted = {.state = NULL};
    rejection = rejection != NULL ? rejection : &unwanted;
    services = services != NULL ? services : &none;
    out->length = 0;
    if (out->capacity < uriproof_whatwg_url_room(text.length, base.length, services))
        return URIPROOF_NO_ROOM;
    if (!is_utf8(text, false, rejection) || !is_utf8(base, true, rejection))
        return URIPROOF_SILENT;
    const size_t host = longer(text.length, base.length);
    question q = {.out = out,
                  .scratch = (unsigned char *)out->octets + (out->capacity - host),
                  .rejection = rejection};
    return parse_both(&q, text, base, services, url);
}
