/* SPDX-License-Identifier: MIT */
#include "rejection_rule.h"

#include <string.h>

static const gen_source sources[] = {
    {"rfc1630",
     "rfc1630-generic",
     "RFC 1630, BNF of Generic URI Syntax",
     {"fragmentaddress", "uri", "scheme", "path", "search", "fragmentid", "escape"},
     {"scheme", "path", "search", "fragmentid", "escape"},
     "escape",
     {"x:/p?", "x:/p#"}},
    {"draft-www-uri-00",
     "draft-www-uri-00",
     "draft-www-uri-00, section 6",
     {"fragmentaddress", "uri", "scheme", "path", "search", "fragmentid", "escape"},
     {"scheme", "path", "search", "fragmentid", "escape"},
     "escape",
     {"x:/p?", "x:/p#"}},
    {"rfc3986",
     "rfc3986",
     "RFC 3986, Appendix A",
     {"URI", "scheme", "authority", "IP-literal", "IPv6address", "IPvFuture", "path", "query",
      "fragment", "pct-encoded"},
     {"scheme", "userinfo", "reg-name", "IPv4address", "IP-literal", "IPv6address", "IPvFuture",
      "port", "path-abempty", "path-absolute", "path-rootless", "path-empty", "query", "fragment",
      "pct-encoded"},
     "pct-encoded",
     {"x://h/p?", "x://h/p#"}},
};

const gen_source *gen_source_of(const uriproof_dialect *dialect)
{
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
        if (strcmp(sources[i].dialect, dialect->name) == 0)
            return &sources[i];
    return NULL;
}

bool rejection_rules_prepare(const gen_job *job, rejection_rules *places)
{
    *places = (rejection_rules){.source = gen_source_of(job->dialect)};
    const uriproof_grammar_entry *entry = uriproof_grammar_named(places->source->grammar);
    uriproof_grammar *grammar = uriproof_grammar_under(job->grammar, entry, NULL, job->error);
    if (grammar == NULL)
        return false;
    bool compiled =
        uriproof_automaton_compile(grammar, "scheme", &places->scheme, job->error) &&
        (strcmp(job->dialect->name, "rfc3986") != 0 ||
         (uriproof_automaton_compile(grammar, "IPv6address", &places->address, job->error) &&
          uriproof_automaton_compile(grammar, "IPv4address", &places->address4, job->error)));
    uriproof_grammar_free(grammar);
    if (!compiled)
        rejection_rules_free(places);
    return compiled;
}

void rejection_rules_free(rejection_rules *places)
{
    uriproof_automaton_free(&places->scheme);
    uriproof_automaton_free(&places->address);
    uriproof_automaton_free(&places->address4);
    *places = (rejection_rules){0};
}

static bool has(uriproof_span text, char octet)
{
    return text.length > 0 && memchr(text.octets, octet, text.length) != NULL;
}

static uriproof_span after(uriproof_span text, size_t count)
{
    return (uriproof_span){text.octets + count, text.length - count};
}

/* Returns what follows the first `octet` in `text`, which must contain it. */
static uriproof_span after_first(uriproof_span text, char octet)
{
    const char *at = memchr(text.octets, octet, text.length);
    return after(text, (size_t)(at - text.octets) + 1);
}

/* Returns true if the text ends within an escape. If a text can be continued, each percent sign has
 * two digits after it, or the text ends before the second. */
static bool in_escape(uriproof_span text)
{
    return has(after(text, text.length > 2 ? text.length - 2 : 0), '%');
}

/* Returns the rule of a place between brackets. `inside` is the text after the opening bracket. */
static const char *place_in_brackets(const rejection_rules *places, uriproof_span inside)
{
    if (inside.length == 0 || uriproof_automaton_accepts(&places->address, inside))
        return "IP-literal";
    return inside.octets[0] == 'v' || inside.octets[0] == 'V' ? "IPvFuture" : "IPv6address";
}

static const char *place_in_authority(const rejection_rules *places, uriproof_span authority)
{
    if (has(authority, '[') && !has(authority, ']'))
        return place_in_brackets(places, after_first(authority, '['));
    return "authority";
}

/* Returns the rule of a place after the scheme. `rest` is the text after the scheme's colon,
 * without query and fragment. */
static const char *place_in_hierarchy(const rejection_rules *places, uriproof_span rest)
{
    if (rest.length >= 2 && memcmp(rest.octets, "//", 2) == 0 && !has(after(rest, 2), '/'))
        return place_in_authority(places, after(rest, 2));
    return "path";
}

static const char *place_in_scheme(const rejection_rules *places, const char *whole,
                                   uriproof_span beginning)
{
    return uriproof_automaton_accepts(&places->scheme, beginning) ? whole : "scheme";
}

static const char *place_in_1630(const rejection_rules *places, uriproof_span beginning)
{
    if (in_escape(beginning))
        return "escape";
    if (!has(beginning, ':'))
        return place_in_scheme(places, "uri", beginning);
    if (has(beginning, '#'))
        return "fragmentid";
    return has(beginning, '?') ? "search" : "path";
}

static const char *place_in_3986(const rejection_rules *places, uriproof_span beginning)
{
    if (in_escape(beginning))
        return "pct-encoded";
    if (!has(beginning, ':'))
        return place_in_scheme(places, "URI", beginning);
    uriproof_span rest = after_first(beginning, ':');
    if (has(rest, '#'))
        return "fragment";
    return has(rest, '?') ? "query" : place_in_hierarchy(places, rest);
}

const char *rejection_rule(const rejection_rules *places, uriproof_span beginning)
{
    return strcmp(places->source->dialect, "rfc3986") == 0 ? place_in_3986(places, beginning)
                                                           : place_in_1630(places, beginning);
}

/* ---- Texts that match ---- */

static size_t find(uriproof_span text, size_t from, size_t end, char octet)
{
    while (from < end && text.octets[from] != octet)
        from++;
    return from;
}

/* Returns true if the octet at `at` is part of an escape. In a text that matches the grammar, each
 * percent sign begins an escape. */
static bool is_of_escape(uriproof_span text, size_t at)
{
    size_t begin = at < 2 ? 0 : at - 2;
    return at < text.length && find(text, begin, at + 1, '%') <= at;
}

static const char *inner_in_1630(uriproof_span text, size_t at)
{
    size_t hash = find(text, 0, text.length, '#'), question = find(text, 0, hash, '?');
    if (at >= hash && hash < text.length)
        return "fragmentid";
    if (at >= question && question < hash)
        return "search";
    return at < find(text, 0, question, ':') ? "scheme" : "path";
}

/* Returns the rule of the octet at `at` in a host with brackets, or in the port after it. The host
 * begins at `begin`, and the authority ends at `end`. */
static const char *inner_in_literal(uriproof_span text, size_t begin, size_t end, size_t at)
{
    size_t close = find(text, begin, end, ']');
    if (at > close)
        return "port";
    if (at <= begin || at == close)
        return "IP-literal";
    return text.octets[begin + 1] == 'v' || text.octets[begin + 1] == 'V' ? "IPvFuture"
                                                                          : "IPv6address";
}

/* Returns the rule of the octet at `at` in the authority from `begin` to `end`. */
static const char *inner_in_authority(const rejection_rules *places, uriproof_span text,
                                      size_t begin, size_t end, size_t at)
{
    size_t at_sign = find(text, begin, end, '@');
    if (at < at_sign && at_sign < end)
        return "userinfo";
    size_t host = at_sign < end ? at_sign + 1 : begin;
    if (host < end && text.octets[host] == '[')
        return inner_in_literal(text, host, end, at);
    size_t colon = find(text, host, end, ':');
    if (at >= colon && colon < end)
        return "port";
    uriproof_span name = {text.octets + host, colon - host};
    return uriproof_automaton_accepts(&places->address4, name) ? "IPv4address" : "reg-name";
}

/* Returns the rule of the octet at `at` in the text from `begin` to `end`: a path, with an
 * authority and its slashes before it or without one. */
static const char *inner_in_hierarchy(const rejection_rules *places, uriproof_span text,
                                      size_t begin, size_t end, size_t at)
{
    if (begin == end)
        return "path-empty";
    if (text.octets[begin] != '/')
        return "path-rootless";
    if (begin + 1 == end || text.octets[begin + 1] != '/')
        return "path-absolute";
    size_t authority_end = find(text, begin + 2, end, '/');
    if (at >= authority_end && authority_end < end)
        return "path-abempty";
    return inner_in_authority(places, text, begin + 2, authority_end, at);
}

static const char *inner_in_3986(const rejection_rules *places, uriproof_span text, size_t at)
{
    size_t hash = find(text, 0, text.length, '#'), question = find(text, 0, hash, '?');
    size_t colon = find(text, 0, question, ':');
    if (at < colon)
        return "scheme";
    bool empty = question == colon + 1;
    if (at >= hash && hash < text.length && !(empty && at == colon + 1))
        return "fragment";
    if (at >= question && question < hash && !(empty && at == colon + 1))
        return "query";
    return inner_in_hierarchy(places, text, colon + 1, question, at);
}

const char *gen_inner(const rejection_rules *places, uriproof_span text, size_t at)
{
    if (is_of_escape(text, at))
        return places->source->escape;
    return strcmp(places->source->dialect, "rfc3986") == 0 ? inner_in_3986(places, text, at)
                                                           : inner_in_1630(text, at);
}
