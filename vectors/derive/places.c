/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <string.h>

static const derive_source sources[] = {
    {"rfc1630",
     "rfc1630-generic",
     "RFC 1630, BNF of Generic URI Syntax",
     {"fragmentaddress", "uri", "scheme", "path", "search", "fragmentid", "escape"}},
    {"draft-www-uri-00",
     "draft-www-uri-00",
     "draft-www-uri-00, section 6",
     {"fragmentaddress", "uri", "scheme", "path", "search", "fragmentid", "escape"}},
    {"rfc3986",
     "rfc3986",
     "RFC 3986, Appendix A",
     {"URI", "scheme", "authority", "IP-literal", "IPv6address", "IPvFuture", "path", "query",
      "fragment", "pct-encoded"}},
};

const derive_source *derive_source_of(const uriproof_dialect *dialect)
{
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
        if (strcmp(sources[i].dialect, dialect->name) == 0)
            return &sources[i];
    return NULL;
}

bool derive_places_prepare(const derive_job *job, derive_places *places)
{
    *places = (derive_places){.source = derive_source_of(job->dialect)};
    const uriproof_grammar_entry *entry = uriproof_grammar_named(places->source->grammar);
    uriproof_grammar *grammar = uriproof_grammar_under(job->grammar, entry, NULL, job->error);
    if (grammar == NULL)
        return false;
    bool compiled =
        uriproof_automaton_compile(grammar, "scheme", &places->scheme, job->error) &&
        (strcmp(job->dialect->name, "rfc3986") != 0 ||
         uriproof_automaton_compile(grammar, "IPv6address", &places->address, job->error));
    uriproof_grammar_free(grammar);
    if (!compiled)
        derive_places_free(places);
    return compiled;
}

void derive_places_free(derive_places *places)
{
    uriproof_automaton_free(&places->scheme);
    uriproof_automaton_free(&places->address);
    *places = (derive_places){0};
}

static bool has(uriproof_span text, char octet)
{
    return text.length > 0 && memchr(text.octets, octet, text.length) != NULL;
}

static uriproof_span behind(uriproof_span text, size_t count)
{
    return (uriproof_span){text.octets + count, text.length - count};
}

/* What stands behind the first `octet` of `text`, which has one. */
static uriproof_span behind_first(uriproof_span text, char octet)
{
    const char *at = memchr(text.octets, octet, text.length);
    return behind(text, (size_t)(at - text.octets) + 1);
}

/* Does an escape begin at the end, that lacks a digit or two? In what can be continued from, every
 * percent sign has two digits behind it or the end. */
static bool in_escape(uriproof_span text)
{
    return has(behind(text, text.length > 2 ? text.length - 2 : 0), '%');
}

/* In the brackets, of which `inside` is what stands so far behind the first. */
static const char *place_in_brackets(const derive_places *places, uriproof_span inside)
{
    if (inside.length == 0 || uriproof_automaton_accepts(&places->address, inside))
        return "IP-literal";
    return inside.octets[0] == 'v' || inside.octets[0] == 'V' ? "IPvFuture" : "IPv6address";
}

static const char *place_in_authority(const derive_places *places, uriproof_span authority)
{
    if (has(authority, '[') && !has(authority, ']'))
        return place_in_brackets(places, behind_first(authority, '['));
    return "authority";
}

/* `rest` is what stands behind the scheme's colon, without `?` and `#`. */
static const char *place_in_hierarchy(const derive_places *places, uriproof_span rest)
{
    if (rest.length >= 2 && memcmp(rest.octets, "//", 2) == 0 && !has(behind(rest, 2), '/'))
        return place_in_authority(places, behind(rest, 2));
    return "path";
}

static const char *place_in_scheme(const derive_places *places, const char *whole,
                                   uriproof_span beginning)
{
    return uriproof_automaton_accepts(&places->scheme, beginning) ? whole : "scheme";
}

static const char *place_in_1630(const derive_places *places, uriproof_span beginning)
{
    if (in_escape(beginning))
        return "escape";
    if (!has(beginning, ':'))
        return place_in_scheme(places, "uri", beginning);
    if (has(beginning, '#'))
        return "fragmentid";
    return has(beginning, '?') ? "search" : "path";
}

static const char *place_in_3986(const derive_places *places, uriproof_span beginning)
{
    if (in_escape(beginning))
        return "pct-encoded";
    if (!has(beginning, ':'))
        return place_in_scheme(places, "URI", beginning);
    uriproof_span rest = behind_first(beginning, ':');
    if (has(rest, '#'))
        return "fragment";
    return has(rest, '?') ? "query" : place_in_hierarchy(places, rest);
}

const char *derive_place(const derive_places *places, uriproof_span beginning)
{
    return strcmp(places->source->dialect, "rfc3986") == 0 ? place_in_3986(places, beginning)
                                                           : place_in_1630(places, beginning);
}
