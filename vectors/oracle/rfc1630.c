/* SPDX-License-Identifier: MIT */
#include "rfc1630.h"

#include <string.h>

bool oracle_rfc1630_open(const uriproof_dialect *dialect, const char *folder, oracle_rfc1630 *early,
                         uriproof_error *error)
{
    memset(early, 0, sizeof *early);
    early->dialect = dialect;
    if (oracle_production_open(dialect, folder, "fragmentaddress", &early->fragmentaddress,
                               error) &&
        oracle_production_open(dialect, folder, "uri", &early->uri, error) &&
        oracle_production_open(dialect, folder, "scheme", &early->scheme, error) &&
        oracle_production_open(dialect, folder, "path", &early->path, error) &&
        oracle_production_open(dialect, folder, "search", &early->search, error))
        return true;
    oracle_rfc1630_free(early);
    return false;
}

void oracle_rfc1630_free(oracle_rfc1630 *early)
{
    oracle_production_free(&early->fragmentaddress);
    oracle_production_free(&early->uri);
    oracle_production_free(&early->scheme);
    oracle_production_free(&early->path);
    oracle_production_free(&early->search);
}

static bool is_draft(const oracle_rfc1630 *early)
{
    return strcmp(early->dialect->name, "draft-www-uri-00") == 0;
}

/* The oracle, and the readings of one question. */
typedef struct early_rules {
    const oracle_rfc1630 *early;
    const uriproof_readings *readings;
} early_rules;

static bool reads(const early_rules *rules, const char *id, const char *value)
{
    return oracle_reads(rules->early->dialect, rules->readings, id, value);
}

/* ---- The parts ---- */

static uriproof_span before_hash(uriproof_span text)
{
    return oracle_cut(text, 0, oracle_first(text, '#'));
}

/* Returns true if `uri` matches with the colon at `colon` as the end of its scheme. */
static bool parts_at(const early_rules *rules, uriproof_span uri, size_t colon)
{
    const oracle_rfc1630 *early = rules->early;
    const uriproof_readings *readings = rules->readings;
    size_t question = oracle_first(uri, '?');
    return colon < question && uri.octets[colon] == ':' &&
           oracle_matches(&early->scheme, readings, oracle_cut(uri, 0, colon)) &&
           oracle_matches(&early->path, readings, oracle_cut(uri, colon + 1, question)) &&
           (question == uri.length ||
            oracle_matches(&early->search, readings, oracle_cut(uri, question + 1, uri.length)));
}

/* Returns the place of the colon that ends the scheme: "The first element is the name of the
 * scheme, separated from the rest of the object by a colon". Only colons with which `uri` matches
 * the grammar count. The reading scheme-colon chooses between several. */
static size_t scheme_end(const early_rules *rules, uriproof_span uri)
{
    size_t found = uri.length;
    for (size_t at = 0; at < uri.length; at++)
        if (parts_at(rules, uri, at) &&
            (found == uri.length || reads(rules, "scheme-colon", "last")))
            found = at;
    return found;
}

oracle_rfc1630_parts oracle_rfc1630_split(const oracle_rfc1630 *early,
                                          const uriproof_readings *readings, uriproof_span text)
{
    const early_rules rules = {early, readings};
    uriproof_span uri = before_hash(text);
    size_t colon = scheme_end(&rules, uri), question = oracle_first(uri, '?');
    oracle_rfc1630_parts parts = {.scheme = oracle_cut(uri, 0, colon),
                                  .path = oracle_cut(uri, colon + 1, question)};
    if (question < uri.length)
        parts.search = oracle_cut(uri, question + 1, uri.length);
    if (uri.length < text.length)
        parts.fragmentid = oracle_cut(text, uri.length + 1, text.length);
    return parts;
}

/* ---- Dots ---- */

/* A path while dots are removed from it. */
typedef struct dot_removal {
    const early_rules *rules;
    oracle_string path;
    size_t
        start; /* where its first element begins; after the authority, if that is not an element */
} dot_removal;

static size_t element_end(const dot_removal *removal, size_t at)
{
    while (at < removal->path.length && removal->path.octets[at] != '/')
        at++;
    return at;
}

static bool is_xxx(const dot_removal *removal, uriproof_span element)
{
    return !oracle_is(element, ".") && !oracle_is(element, "..") &&
           (element.length > 0 || reads(removal->rules, "void-xxx", "counts"));
}

/* Removes the leftmost "xxx/../". Returns false if there is none. */
static bool remove_parent(dot_removal *removal)
{
    for (size_t at = removal->start; at < removal->path.length;) {
        uriproof_span path = oracle_span(&removal->path);
        size_t end = element_end(removal, at);
        if (oracle_has_at(path, end, "/../") && is_xxx(removal, oracle_cut(path, at, end))) {
            oracle_take_out(&removal->path, at, end - at + strlen("/../"));
            return true;
        }
        at = end + 1;
    }
    return false;
}

/* Removes the leftmost "/." that is a complete element. Returns false if there is none. */
static bool remove_self(dot_removal *removal)
{
    size_t from = removal->start > 0 ? removal->start - 1 : 0;
    for (size_t at = from; at + 1 < removal->path.length; at++)
        if (oracle_has_at(oracle_span(&removal->path), at, "/.") &&
            element_end(removal, at + 1) == at + 2) {
            oracle_take_out(&removal->path, at, 2);
            return true;
        }
    return false;
}

/* Returns the place after the authority of `path` and its slash, or 0. With the reading
 * dot-scope=after-authority "what stands between // and the next slash before anything is removed
 * is no element". */
static size_t first_element(const early_rules *rules, uriproof_span path)
{
    if (!reads(rules, "dot-scope", "after-authority") || !oracle_has_at(path, 0, "//"))
        return 0;
    size_t authority = oracle_first(oracle_cut(path, 2, path.length), '/');
    return 2 + authority + 1;
}

/* Removes dots: "All occurrences of "xxx/../" or "/." are recursively removed." */
static unsigned remove_dots(dot_removal *removal)
{
    bool self_first = reads(removal->rules, "removal-order", "self-first");
    unsigned steps = 0;
    for (;;) {
        bool self = self_first && remove_self(removal);
        if (!self && remove_parent(removal))
            steps |= ORACLE_PARENT;
        else if (self || remove_self(removal))
            steps |= ORACLE_SELF;
        else
            return steps;
    }
}

/* Removes the dots from the path of `result`. The path begins at `path` and ends at the first
 * `?`. */
static unsigned remove_dots_within(const early_rules *rules, oracle_string *result, size_t path)
{
    uriproof_span whole = oracle_span(result);
    size_t end = oracle_first(whole, '?');
    dot_removal removal = {rules, oracle_string_of(oracle_cut(whole, path, end)), 0};
    removal.start = first_element(rules, oracle_span(&removal.path));
    unsigned steps = remove_dots(&removal);
    oracle_string search = oracle_string_of(oracle_cut(whole, end, whole.length));
    result->length = path;
    oracle_add(result, oracle_span(&removal.path));
    oracle_add(result, oracle_span(&search));
    return steps;
}

static bool has_dots(uriproof_span path)
{
    for (size_t at = 0; at <= path.length;) {
        size_t end = at + oracle_first(oracle_cut(path, at, path.length), '/');
        uriproof_span element = oracle_cut(path, at, end);
        if (oracle_is(element, ".") || oracle_is(element, ".."))
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

/* Returns the place of "the first occurrence of exactly the same number of consecutive slashes". As
 * RFC 1630 prints it, it is also one "which has no greater number of consecutive slashes anywhere
 * to the right of it". Returns the text's length if there is no such place. */
static size_t find_run(const early_rules *rules, uriproof_span context, size_t slashes)
{
    bool printed = reads(rules, "slash-prefix", "printed");
    for (size_t at = 0; at < context.length; at += run_length(context, at) + 1)
        if (run_length(context, at) == slashes &&
            !(printed && has_longer_run(context, at + slashes, slashes)))
            return at;
    return context.length;
}

/* Returns the place of the colon that makes `form` absolute, or its length if there is none. "The
 * latter must have a colon and that colon must occur before any slash characters". */
static size_t absolute_at(const early_rules *rules, uriproof_span form)
{
    size_t colon = oracle_first(form, ':');
    if (colon == form.length || colon > oracle_first(form, '/'))
        return form.length;
    if (reads(rules, "absolute-test", "scheme") &&
        !oracle_matches(&rules->early->scheme, rules->readings, oracle_cut(form, 0, colon)))
        return form.length;
    return colon;
}

static oracle_rfc1630_result by_slashes(const early_rules *rules, uriproof_span context,
                                        size_t colon, uriproof_span form)
{
    size_t run = find_run(rules, context, run_length(form, 0));
    if (run == context.length)
        return (oracle_rfc1630_result){.steps = ORACLE_NO_RUN};
    oracle_rfc1630_result result = {ORACLE_SLASHES, oracle_string_of(oracle_cut(context, 0, run))};
    oracle_add(&result.text, form);
    if (reads(rules, "dots-after-slash", "applied"))
        result.steps |= remove_dots_within(rules, &result.text, colon + 1);
    return result;
}

/* Puts the form in place of the context's last part: "The last part of the path of the context URI
 * (anything following the rightmost slash) is removed, and the given partial URI appended in its
 * place". Then it removes the dots. */
static oracle_rfc1630_result by_last_part(const early_rules *rules, uriproof_span context,
                                          size_t colon, uriproof_span form)
{
    size_t end = oracle_first(context, '?');
    uriproof_span path = oracle_cut(context, colon + 1, end);
    size_t slash = oracle_last(path, '/');
    size_t kept = slash < path.length ? slash + 1 : 0;
    oracle_rfc1630_result result = {ORACLE_LAST_PART,
                                    oracle_string_of(oracle_cut(context, 0, colon + 1 + kept))};
    if (kept > 0 && kept == path.length)
        result.steps |= ORACLE_TRAILING_SLASH;
    oracle_add(&result.text, form);
    result.steps |= remove_dots_within(rules, &result.text, colon + 1);
    return result;
}

static oracle_rfc1630_result whole(unsigned steps, uriproof_span text)
{
    return (oracle_rfc1630_result){steps, oracle_string_of(text)};
}

/* Returns the full form of `form`, which has no fragment-id. The context must match `uri`. */
static oracle_rfc1630_result full_form(const early_rules *rules, uriproof_span context,
                                       uriproof_span form)
{
    size_t colon = scheme_end(rules, context), absolute = absolute_at(rules, form);
    uriproof_span rest = form;
    if (absolute < form.length) {
        if (!reads(rules, "same-scheme", "omitted") ||
            !uriproof_span_equal(oracle_cut(context, 0, colon), oracle_cut(form, 0, absolute)))
            return whole(ORACLE_ABSOLUTE, form);
        rest = oracle_cut(form, absolute + 1, form.length);
    }
    if (rest.length == 0 && reads(rules, "void-partial", "same-document"))
        return whole(ORACLE_SAME_DOCUMENT, context);
    if (run_length(rest, 0) > 0)
        return by_slashes(rules, context, colon, rest);
    return by_last_part(rules, context, colon, rest);
}

/* Returns the steps after the result is put together. `colon` ends the scheme that is meant; in the
 * draft another one may end it in the result. */
static unsigned what_is_left(const early_rules *rules, uriproof_span result, size_t colon)
{
    unsigned steps = 0;
    uriproof_span uri = before_hash(result);
    if (!oracle_matches(&rules->early->fragmentaddress, rules->readings, result) ||
        scheme_end(rules, uri) != colon)
        steps |= ORACLE_NOT_MATCHING;
    uriproof_span path = oracle_cut(uri, 0, oracle_first(uri, '?'));
    size_t first = oracle_first(path, ':');
    if (first < path.length && has_dots(oracle_cut(path, first + 1, path.length)))
        steps |= ORACLE_DOTS_LEFT;
    return steps;
}

oracle_rfc1630_result oracle_rfc1630_resolve(const oracle_rfc1630 *early,
                                             const uriproof_readings *readings,
                                             uriproof_span context, uriproof_span form)
{
    const early_rules rules = {early, readings};
    uriproof_span uri = before_hash(context), partial = before_hash(form);
    if (!oracle_matches(&early->uri, readings, uri))
        return (oracle_rfc1630_result){.steps = ORACLE_CONTEXT_REJECTED};
    oracle_rfc1630_result result = full_form(&rules, uri, partial);
    if ((result.steps & ORACLE_NO_RUN) != 0)
        return result;
    oracle_add(&result.text, oracle_cut(form, partial.length, form.length));
    bool absolute = (result.steps & ORACLE_ABSOLUTE) != 0;
    result.steps |= what_is_left(&rules, oracle_span(&result.text),
                                 scheme_end(&rules, absolute ? partial : uri));
    if (partial.length < form.length)
        result.steps |= ORACLE_FRAGMENT;
    return result;
}

/* ---- Canonical form ---- */

typedef enum early_component { SCHEME, PATH, SEARCH, FRAGMENTID } early_component;

/* The characters of `safe` and `extra`. The draft's `extra` has the space too. It is not listed,
 * since a canonical form never has an unescaped space. */
static const char rfc_bare[] = "$-_@.&!*\"'(),";
static const char draft_bare[] = "$-_@.&!*\"'():;,";

/* The prose has "% / # ? + * !"; the BNF has "= | ; | / | # | ? | : | space". */
static const char prose_reserved[] = "%/#?+*!";
static const char bnf_reserved[] = "=;/#?: ";
static const char draft_reserved[] = "%/#?+";

static bool is_one_of(unsigned char octet, const char *these)
{
    return octet != 0 && strchr(these, octet) != NULL;
}

/* Returns true if the grammar allows `octet` without an escape in this component of a canonical
 * form. */
static bool may_be_bare(const early_rules *rules, early_component component, unsigned char octet)
{
    if (oracle_is_letter(octet) || oracle_is_digit(octet) ||
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

/* Returns true if an unescaped colon after `before` would end the scheme. */
static bool colon_would_part(const early_rules *rules, early_component component,
                             uriproof_span before)
{
    if (!is_draft(rules->early))
        return false;
    if (component == SCHEME)
        return true;
    return component == PATH && reads(rules, "scheme-colon", "last") &&
           oracle_first(before, '/') == before.length && oracle_first(before, '+') == before.length;
}

/* Returns true if an escape of `octet` is decoded after the text `before` of the same component. */
static bool is_undone(const early_rules *rules, early_component component, uriproof_span before,
                      unsigned char octet)
{
    return may_be_bare(rules, component, octet) && !is_reserved(rules, octet) &&
           !(octet == ':' && colon_would_part(rules, component, before));
}

/* Writes `text` of `component` to *out. Decodes the escapes that may be decoded, unless `keep` is
 * true. */
static void write_level(const early_rules *rules, early_component component, uriproof_span whole,
                        uriproof_span text, bool keep, oracle_string *out)
{
    for (size_t at = 0; at < text.length; at++) {
        unsigned char octet = (unsigned char)text.octets[at];
        uriproof_span before = {whole.octets, (size_t)(text.octets + at - whole.octets)};
        if (oracle_is_escape(text, at)) {
            octet = oracle_escaped(text, at);
            at += 2;
            if (!keep && is_undone(rules, component, before, octet))
                oracle_add_octet(out, octet);
            else
                oracle_add_escape(out, octet, true);
        } else if (octet == ' ' || (octet == '+' && component == SEARCH &&
                                    reads(rules, "plus-in-search", "space"))) {
            oracle_add_words(out, "%20");
        } else {
            oracle_add_octet(out, octet);
        }
    }
}

/* Writes a segment, which "keeps the escapes it has" if it would become a dot segment. */
static void write_segment(const early_rules *rules, uriproof_span path, uriproof_span segment,
                          oracle_string *out)
{
    oracle_string undone = {.length = 0};
    write_level(rules, PATH, path, segment, false, &undone);
    bool dots = oracle_is(oracle_span(&undone), ".") || oracle_is(oracle_span(&undone), "..");
    write_level(rules, PATH, path, segment, dots, out);
}

static void write_path(const early_rules *rules, uriproof_span path, oracle_string *out)
{
    for (size_t at = 0;; at++) {
        size_t end = at + oracle_first(oracle_cut(path, at, path.length), '/');
        write_segment(rules, path, oracle_cut(path, at, end), out);
        if (end == path.length)
            return;
        oracle_add_octet(out, '/');
        at = end;
    }
}

oracle_string oracle_rfc1630_canonical(const oracle_rfc1630 *early,
                                       const uriproof_readings *readings, uriproof_span text)
{
    const early_rules rules = {early, readings};
    oracle_rfc1630_parts parts = oracle_rfc1630_split(early, readings, text);
    oracle_string out = {.length = 0};
    write_level(&rules, SCHEME, parts.scheme, parts.scheme, false, &out);
    oracle_add_octet(&out, ':');
    write_path(&rules, parts.path, &out);
    if (uriproof_present(parts.search)) {
        oracle_add_octet(&out, '?');
        write_level(&rules, SEARCH, parts.search, parts.search, false, &out);
    }
    if (parts.fragmentid.length > 0) {
        oracle_add_octet(&out, '#');
        write_level(&rules, FRAGMENTID, parts.fragmentid, parts.fragmentid, false, &out);
    }
    return out;
}

oracle_string oracle_rfc1630_encode(const oracle_rfc1630 *early, const uriproof_readings *readings,
                                    uriproof_span data)
{
    const early_rules rules = {early, readings};
    bool dots = oracle_is(data, ".") || oracle_is(data, "..");
    oracle_string out = {.length = 0};
    for (size_t at = 0; at < data.length; at++) {
        unsigned char octet = (unsigned char)data.octets[at];
        if (!dots && may_be_bare(&rules, PATH, octet) && !is_reserved(&rules, octet))
            oracle_add_octet(&out, octet);
        else
            oracle_add_escape(&out, octet, true);
    }
    return out;
}
