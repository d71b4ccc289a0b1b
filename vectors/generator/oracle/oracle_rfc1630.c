/* SPDX-License-Identifier: MIT */
#include "oracle_rfc1630.h"

#include "under_readings.h"

#include <string.h>

bool gen_rfc1630_open(const gen_job *job, gen_rfc1630 *early)
{
    memset(early, 0, sizeof *early);
    early->dialect = job->dialect;
    if (gen_production_open(job, "fragmentaddress", &early->fragmentaddress) &&
        gen_production_open(job, "uri", &early->uri) &&
        gen_production_open(job, "scheme", &early->scheme) &&
        gen_production_open(job, "path", &early->path) &&
        gen_production_open(job, "search", &early->search))
        return true;
    gen_rfc1630_free(early);
    return false;
}

void gen_rfc1630_free(gen_rfc1630 *early)
{
    gen_production_free(&early->fragmentaddress);
    gen_production_free(&early->uri);
    gen_production_free(&early->scheme);
    gen_production_free(&early->path);
    gen_production_free(&early->search);
}

static bool is_draft(const gen_rfc1630 *early)
{
    return strcmp(early->dialect->name, "draft-www-uri-00") == 0;
}

/* The rules under one setting. */
typedef struct early_rules {
    const gen_rfc1630 *early;
    const uriproof_readings *readings;
} early_rules;

static bool reads(const early_rules *rules, const char *id, const char *value)
{
    return gen_reads(rules->early->dialect, rules->readings, id, value);
}

/* ---- The parts ---- */

static uriproof_span before_hash(uriproof_span text)
{
    return gen_cut(text, 0, gen_first(text, '#'));
}

/* Does `uri` match with its scheme ended by the colon at `colon`? */
static bool parts_at(const early_rules *rules, uriproof_span uri, size_t colon)
{
    const gen_rfc1630 *early = rules->early;
    const uriproof_readings *readings = rules->readings;
    size_t question = gen_first(uri, '?');
    return colon < question && uri.octets[colon] == ':' &&
           gen_matches(&early->scheme, readings, gen_cut(uri, 0, colon)) &&
           gen_matches(&early->path, readings, gen_cut(uri, colon + 1, question)) &&
           (question == uri.length ||
            gen_matches(&early->search, readings, gen_cut(uri, question + 1, uri.length)));
}

/* "The first element is the name of the scheme, separated from the rest of the object by a
 * colon": the place of that colon in `uri`, of those at which it matches the grammar; scheme-colon
 * says which of several. */
static size_t scheme_end(const early_rules *rules, uriproof_span uri)
{
    size_t found = uri.length;
    for (size_t at = 0; at < uri.length; at++)
        if (parts_at(rules, uri, at) &&
            (found == uri.length || reads(rules, "scheme-colon", "last")))
            found = at;
    return found;
}

gen_rfc1630_parts gen_rfc1630_split(const gen_rfc1630 *early, const uriproof_readings *readings,
                                    uriproof_span text)
{
    const early_rules rules = {early, readings};
    uriproof_span uri = before_hash(text);
    size_t colon = scheme_end(&rules, uri), question = gen_first(uri, '?');
    gen_rfc1630_parts parts = {.scheme = gen_cut(uri, 0, colon),
                               .path = gen_cut(uri, colon + 1, question)};
    if (question < uri.length)
        parts.search = gen_cut(uri, question + 1, uri.length);
    if (uri.length < text.length)
        parts.fragmentid = gen_cut(text, uri.length + 1, text.length);
    return parts;
}

/* ---- Dots ---- */

/* The path that dots are removed from. */
typedef struct dot_removal {
    const early_rules *rules;
    gen_string path;
    size_t start; /* where its first element begins: after the authority, where that is none */
} dot_removal;

static size_t element_end(const dot_removal *removal, size_t at)
{
    while (at < removal->path.length && removal->path.octets[at] != '/')
        at++;
    return at;
}

static bool is_xxx(const dot_removal *removal, uriproof_span element)
{
    return !gen_is(element, ".") && !gen_is(element, "..") &&
           (element.length > 0 || reads(removal->rules, "void-xxx", "counts"));
}

/* Takes out the leftmost "xxx/../"; false where there is none. */
static bool remove_parent(dot_removal *removal)
{
    for (size_t at = removal->start; at < removal->path.length;) {
        uriproof_span path = gen_span(&removal->path);
        size_t end = element_end(removal, at);
        if (gen_has_at(path, end, "/../") && is_xxx(removal, gen_cut(path, at, end))) {
            gen_take_out(&removal->path, at, end - at + strlen("/../"));
            return true;
        }
        at = end + 1;
    }
    return false;
}

/* Takes out the leftmost "/." that is a complete element; false where there is none. */
static bool remove_self(dot_removal *removal)
{
    size_t from = removal->start > 0 ? removal->start - 1 : 0;
    for (size_t at = from; at + 1 < removal->path.length; at++)
        if (gen_has_at(gen_span(&removal->path), at, "/.") &&
            element_end(removal, at + 1) == at + 2) {
            gen_take_out(&removal->path, at, 2);
            return true;
        }
    return false;
}

/* The place after the authority of `path` and its slash: "what stands between // and the next
 * slash before anything is removed is no element". */
static size_t first_element(const early_rules *rules, uriproof_span path)
{
    if (!reads(rules, "dot-scope", "after-authority") || !gen_has_at(path, 0, "//"))
        return 0;
    size_t authority = gen_first(gen_cut(path, 2, path.length), '/');
    return 2 + authority + 1;
}

/* "All occurrences of "xxx/../" or "/." are recursively removed." */
static unsigned remove_dots(dot_removal *removal)
{
    bool self_first = reads(removal->rules, "removal-order", "self-first");
    unsigned steps = 0;
    for (;;) {
        bool self = self_first && remove_self(removal);
        if (!self && remove_parent(removal))
            steps |= GEN_PARENT;
        else if (self || remove_self(removal))
            steps |= GEN_SELF;
        else
            return steps;
    }
}

/* Removes the dots from the path of `result`, which begins at `path` and ends at the first `?`. */
static unsigned remove_dots_within(const early_rules *rules, gen_string *result, size_t path)
{
    uriproof_span whole = gen_span(result);
    size_t end = gen_first(whole, '?');
    dot_removal removal = {rules, gen_string_of(gen_cut(whole, path, end)), 0};
    removal.start = first_element(rules, gen_span(&removal.path));
    unsigned steps = remove_dots(&removal);
    gen_string search = gen_string_of(gen_cut(whole, end, whole.length));
    result->length = path;
    gen_add(result, gen_span(&removal.path));
    gen_add(result, gen_span(&search));
    return steps;
}

static bool has_dots(uriproof_span path)
{
    for (size_t at = 0; at <= path.length;) {
        size_t end = at + gen_first(gen_cut(path, at, path.length), '/');
        uriproof_span element = gen_cut(path, at, end);
        if (gen_is(element, ".") || gen_is(element, ".."))
            return true;
        at = end + 1;
    }
    return false;
}

/* ---- Partial form ---- */

static size_t run_length(uriproof_span text, size_t at)
{
    size_t length = 0;
    while (at + length < text.length && text.octets[at + length] == '/')
        length++;
    return length;
}

static bool has_longer_run(uriproof_span text, size_t from, size_t slashes)
{
    for (size_t at = from; at < text.length; at += run_length(text, at) + 1)
        if (run_length(text, at) > slashes)
            return true;
    return false;
}

/* The place of "the first occurrence of exactly the same number of consecutive slashes", and, as
 * RFC 1630 prints it, one "which has no greater number of consecutive slashes anywhere to the
 * right of it". The text's length where there is none. */
static size_t find_run(const early_rules *rules, uriproof_span context, size_t slashes)
{
    bool printed = reads(rules, "slash-prefix", "printed");
    for (size_t at = 0; at < context.length; at += run_length(context, at) + 1)
        if (run_length(context, at) == slashes &&
            !(printed && has_longer_run(context, at + slashes, slashes)))
            return at;
    return context.length;
}

/* "The latter must have a colon and that colon must occur before any slash characters": the place
 * of the colon that makes `form` absolute, or its length. */
static size_t absolute_at(const early_rules *rules, uriproof_span form)
{
    size_t colon = gen_first(form, ':');
    if (colon == form.length || colon > gen_first(form, '/'))
        return form.length;
    if (reads(rules, "absolute-test", "scheme") &&
        !gen_matches(&rules->early->scheme, rules->readings, gen_cut(form, 0, colon)))
        return form.length;
    return colon;
}

static gen_rfc1630_result by_slashes(const early_rules *rules, uriproof_span context, size_t colon,
                                     uriproof_span form)
{
    size_t run = find_run(rules, context, run_length(form, 0));
    if (run == context.length)
        return (gen_rfc1630_result){.steps = GEN_NO_RUN};
    gen_rfc1630_result result = {GEN_SLASHES, gen_string_of(gen_cut(context, 0, run))};
    gen_add(&result.text, form);
    if (reads(rules, "dots-after-slash", "applied"))
        result.steps |= remove_dots_within(rules, &result.text, colon + 1);
    return result;
}

/* "The last part of the path of the context URI (anything following the rightmost slash) is
 * removed, and the given partial URI appended in its place, and then" dots. */
static gen_rfc1630_result by_last_part(const early_rules *rules, uriproof_span context,
                                       size_t colon, uriproof_span form)
{
    size_t end = gen_first(context, '?');
    uriproof_span path = gen_cut(context, colon + 1, end);
    size_t slash = gen_last(path, '/');
    size_t kept = slash < path.length ? slash + 1 : 0;
    gen_rfc1630_result result = {GEN_LAST_PART,
                                 gen_string_of(gen_cut(context, 0, colon + 1 + kept))};
    if (kept > 0 && kept == path.length)
        result.steps |= GEN_TRAILING_SLASH;
    gen_add(&result.text, form);
    result.steps |= remove_dots_within(rules, &result.text, colon + 1);
    return result;
}

static gen_rfc1630_result whole(unsigned steps, uriproof_span text)
{
    return (gen_rfc1630_result){steps, gen_string_of(text)};
}

/* The full form of `form`, which has no fragment-id, in the context, which matches `uri`. */
static gen_rfc1630_result full_form(const early_rules *rules, uriproof_span context,
                                    uriproof_span form)
{
    size_t colon = scheme_end(rules, context), absolute = absolute_at(rules, form);
    uriproof_span rest = form;
    if (absolute < form.length) {
        if (!reads(rules, "same-scheme", "omitted") ||
            !uriproof_span_equal(gen_cut(context, 0, colon), gen_cut(form, 0, absolute)))
            return whole(GEN_ABSOLUTE, form);
        rest = gen_cut(form, absolute + 1, form.length);
    }
    if (rest.length == 0 && reads(rules, "void-partial", "same-document"))
        return whole(GEN_SAME_DOCUMENT, context);
    if (run_length(rest, 0) > 0)
        return by_slashes(rules, context, colon, rest);
    return by_last_part(rules, context, colon, rest);
}

static unsigned what_is_left(const early_rules *rules, uriproof_span result)
{
    unsigned steps = 0;
    if (!gen_matches(&rules->early->fragmentaddress, rules->readings, result))
        steps |= GEN_NOT_MATCHING;
    uriproof_span uri = before_hash(result);
    uriproof_span path = gen_cut(uri, 0, gen_first(uri, '?'));
    size_t colon = gen_first(path, ':');
    if (colon < path.length && has_dots(gen_cut(path, colon + 1, path.length)))
        steps |= GEN_DOTS_LEFT;
    return steps;
}

gen_rfc1630_result gen_rfc1630_resolve(const gen_rfc1630 *early, const uriproof_readings *readings,
                                       uriproof_span context, uriproof_span form)
{
    const early_rules rules = {early, readings};
    uriproof_span uri = before_hash(context), partial = before_hash(form);
    if (!gen_matches(&early->uri, readings, uri))
        return (gen_rfc1630_result){.steps = GEN_CONTEXT_REJECTED};
    gen_rfc1630_result result = full_form(&rules, uri, partial);
    if ((result.steps & GEN_NO_RUN) != 0)
        return result;
    gen_add(&result.text, gen_cut(form, partial.length, form.length));
    result.steps |= what_is_left(&rules, gen_span(&result.text));
    if (partial.length < form.length)
        result.steps |= GEN_FRAGMENT;
    return result;
}

/* ---- Canonical form ---- */

typedef enum early_component { SCHEME, PATH, SEARCH, FRAGMENTID } early_component;

/* The characters of `safe` and `extra`. Of the draft's `extra` the space is left out, which in
 * canonical form is never bare. */
static const char rfc_bare[] = "$-_@.&!*\"'(),";
static const char draft_bare[] = "$-_@.&!*\"'():;,";

/* Prose: "% / # ? + * !"; the BNF: "= | ; | / | # | ? | : | space". */
static const char prose_reserved[] = "%/#?+*!";
static const char bnf_reserved[] = "=;/#?: ";
static const char draft_reserved[] = "%/#?+";

static bool is_one_of(unsigned char octet, const char *these)
{
    return octet != 0 && strchr(these, octet) != NULL;
}

/* May `octet` stand bare there by the productions, in canonical form? */
static bool may_be_bare(const early_rules *rules, early_component component, unsigned char octet)
{
    if (gen_is_letter(octet) || gen_is_digit(octet) ||
        is_one_of(octet, is_draft(rules->early) ? draft_bare : rfc_bare))
        return true;
    if (component != PATH)
        return false;
    return octet == '+' ||
           (is_one_of(octet, ":;=") && reads(rules, "generic-reserved", "specific"));
}

static bool is_reserved(const early_rules *rules, unsigned char octet)
{
    if (octet == '@')
        return reads(rules, "at-sign", "reserved");
    if (is_draft(rules->early))
        return is_one_of(octet, draft_reserved) ||
               (octet == ':' && reads(rules, "colon-sign", "reserved"));
    return (!reads(rules, "reserved-set", "bnf") && is_one_of(octet, prose_reserved)) ||
           (!reads(rules, "reserved-set", "prose") && is_one_of(octet, bnf_reserved));
}

/* Would a bare colon at the end of `before`, which is there already, end the scheme? */
static bool colon_would_part(const early_rules *rules, early_component component,
                             uriproof_span before)
{
    if (!is_draft(rules->early))
        return false;
    if (component == SCHEME)
        return true;
    return component == PATH && reads(rules, "scheme-colon", "last") &&
           gen_first(before, '/') == before.length && gen_first(before, '+') == before.length;
}

/* Is the escape of `octet` undone after `before` of the same component? */
static bool is_undone(const early_rules *rules, early_component component, uriproof_span before,
                      unsigned char octet)
{
    return may_be_bare(rules, component, octet) && !is_reserved(rules, octet) &&
           !(octet == ':' && colon_would_part(rules, component, before));
}

/* Writes `text` of `component` to *out; its escapes are undone where they may, unless `keep`. */
static void write_level(const early_rules *rules, early_component component, uriproof_span whole,
                        uriproof_span text, bool keep, gen_string *out)
{
    for (size_t at = 0; at < text.length; at++) {
        unsigned char octet = (unsigned char)text.octets[at];
        uriproof_span before = {whole.octets, (size_t)(text.octets + at - whole.octets)};
        if (gen_is_escape(text, at)) {
            octet = gen_escaped(text, at);
            at += 2;
            if (!keep && is_undone(rules, component, before, octet))
                gen_add_octet(out, octet);
            else
                gen_add_escape(out, octet, true);
        } else if (octet == ' ' || (octet == '+' && component == SEARCH &&
                                    reads(rules, "plus-in-search", "space"))) {
            gen_add_words(out, "%20");
        } else {
            gen_add_octet(out, octet);
        }
    }
}

/* A segment, which "keeps the escapes it has" where it would become a dot segment. */
static void write_segment(const early_rules *rules, uriproof_span path, uriproof_span segment,
                          gen_string *out)
{
    gen_string undone = {.length = 0};
    write_level(rules, PATH, path, segment, false, &undone);
    bool dots = gen_is(gen_span(&undone), ".") || gen_is(gen_span(&undone), "..");
    write_level(rules, PATH, path, segment, dots, out);
}

static void write_path(const early_rules *rules, uriproof_span path, gen_string *out)
{
    for (size_t at = 0;; at++) {
        size_t end = at + gen_first(gen_cut(path, at, path.length), '/');
        write_segment(rules, path, gen_cut(path, at, end), out);
        if (end == path.length)
            return;
        gen_add_octet(out, '/');
        at = end;
    }
}

gen_string gen_rfc1630_canonical(const gen_rfc1630 *early, const uriproof_readings *readings,
                                 uriproof_span text)
{
    const early_rules rules = {early, readings};
    gen_rfc1630_parts parts = gen_rfc1630_split(early, readings, text);
    gen_string out = {.length = 0};
    write_level(&rules, SCHEME, parts.scheme, parts.scheme, false, &out);
    gen_add_octet(&out, ':');
    write_path(&rules, parts.path, &out);
    if (uriproof_present(parts.search)) {
        gen_add_octet(&out, '?');
        write_level(&rules, SEARCH, parts.search, parts.search, false, &out);
    }
    if (parts.fragmentid.length > 0) {
        gen_add_octet(&out, '#');
        write_level(&rules, FRAGMENTID, parts.fragmentid, parts.fragmentid, false, &out);
    }
    return out;
}

gen_string gen_rfc1630_encode(const gen_rfc1630 *early, const uriproof_readings *readings,
                              uriproof_span data)
{
    const early_rules rules = {early, readings};
    bool dots = gen_is(data, ".") || gen_is(data, "..");
    gen_string out = {.length = 0};
    for (size_t at = 0; at < data.length; at++) {
        unsigned char octet = (unsigned char)data.octets[at];
        if (!dots && may_be_bare(&rules, PATH, octet) && !is_reserved(&rules, octet))
            gen_add_octet(&out, octet);
        else
            gen_add_escape(&out, octet, true);
    }
    return out;
}
