/* SPDX-License-Identifier: MIT */
#include "rfc3986.h"

#include <string.h>

bool oracle_rfc3986_open(const uriproof_dialect *dialect, const char *folder, oracle_rfc3986 *later,
                         uriproof_error *error)
{
    memset(later, 0, sizeof *later);
    later->dialect = dialect;
    if (oracle_production_open(dialect, folder, "URI", &later->uri, error) &&
        oracle_production_open(dialect, folder, "URI-reference", &later->reference, error))
        return true;
    oracle_rfc3986_free(later);
    return false;
}

void oracle_rfc3986_free(oracle_rfc3986 *later)
{
    oracle_production_free(&later->uri);
    oracle_production_free(&later->reference);
}

/* ---- Appendix B, section 5.3 ---- */

/* A part that may be undefined. */
typedef struct optional {
    bool defined;
    oracle_string text;
} optional;

typedef struct five_parts {
    optional scheme, authority, path, query, fragment;
} five_parts;

static optional defined(uriproof_span span)
{
    return (optional){true, oracle_string_of(span)};
}

static optional optional_of(uriproof_span part)
{
    return (optional){uriproof_present(part), oracle_string_of(part)};
}

/* Removes the text up to the first of `stops` from the front of *rest, and returns it. */
static uriproof_span take(uriproof_span *rest, const char *stops)
{
    size_t end = 0;
    while (end < rest->length && (rest->octets[end] == '\0' || !strchr(stops, rest->octets[end])))
        end++;
    uriproof_span taken = oracle_cut(*rest, 0, end);
    *rest = oracle_cut(*rest, end, rest->length);
    return taken;
}

/* Splits a text by the regular expression of Appendix B:
 * "^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?" */
oracle_rfc3986_parts oracle_rfc3986_split(uriproof_span text)
{
    oracle_rfc3986_parts parts = {.scheme = {NULL, 0}};
    uriproof_span whole = uriproof_present(text) ? text : uriproof_span_of("");
    uriproof_span rest = whole, scheme = take(&rest, ":/?#");
    if (scheme.length > 0 && oracle_has_at(rest, 0, ":")) {
        parts.scheme = scheme;
        rest = oracle_cut(rest, 1, rest.length);
    } else {
        rest = whole;
    }
    if (oracle_has_at(rest, 0, "//")) {
        rest = oracle_cut(rest, 2, rest.length);
        parts.authority = take(&rest, "/?#");
    }
    parts.path = take(&rest, "?#");
    if (oracle_has_at(rest, 0, "?")) {
        rest = oracle_cut(rest, 1, rest.length);
        parts.query = take(&rest, "#");
    }
    if (oracle_has_at(rest, 0, "#"))
        parts.fragment = oracle_cut(rest, 1, rest.length);
    return parts;
}

static five_parts split(uriproof_span text)
{
    oracle_rfc3986_parts parts = oracle_rfc3986_split(text);
    five_parts five = {optional_of(parts.scheme), optional_of(parts.authority), defined(parts.path),
                       optional_of(parts.query), optional_of(parts.fragment)};
    return five;
}

static void append(oracle_string *result, const char *before, const optional *part,
                   const char *after)
{
    if (!part->defined)
        return;
    oracle_add_words(result, before);
    oracle_add(result, oracle_span(&part->text));
    oracle_add_words(result, after);
}

/* Puts the parts together by section 5.3. */
static oracle_string recompose(const five_parts *five)
{
    oracle_string result = {.length = 0};
    append(&result, "", &five->scheme, ":");
    append(&result, "//", &five->authority, "");
    append(&result, "", &five->path, "");
    append(&result, "?", &five->query, "");
    append(&result, "#", &five->fragment, "");
    return result;
}

/* ---- Section 5.2.4 ---- */

/* Replaces the first `length` octets of *input by `words`. */
static void replace_prefix(oracle_string *input, size_t length, const char *words)
{
    oracle_string rest = oracle_string_of(oracle_cut(oracle_span(input), length, input->length));
    *input = oracle_string_of(uriproof_span_of(words));
    oracle_add(input, oracle_span(&rest));
}

/* Does what step C says: "Remove the last segment and its preceding "/" (if any) from the output
 * buffer." */
static void remove_last_segment(oracle_string *output)
{
    size_t slash = oracle_last(oracle_span(output), '/');
    output->length = slash < output->length ? slash : 0;
}

/* Moves the first path segment, "including the initial "/" character (if any) and any subsequent
 * characters up to, but not including, the next "/"". */
static void move_segment(oracle_string *input, oracle_string *output)
{
    uriproof_span in = oracle_span(input);
    size_t end = 1;
    while (end < in.length && in.octets[end] != '/')
        end++;
    oracle_add(output, oracle_cut(in, 0, end));
    replace_prefix(input, end, "");
}

typedef struct prefix_rule {
    const char *prefix; /* at the start of the input */
    const char *instead;
    unsigned step;
    bool all; /* true if the prefix must be the whole input */
} prefix_rule;

static const prefix_rule prefix_rules[] = {
    {"../", "", ORACLE_DOTS_A, false},   {"./", "", ORACLE_DOTS_A, false},
    {"/./", "/", ORACLE_DOTS_B, false},  {"/.", "/", ORACLE_DOTS_B, true},
    {"/../", "/", ORACLE_DOTS_C, false}, {"/..", "/", ORACLE_DOTS_C, true},
    {".", "", ORACLE_DOTS_D, true},      {"..", "", ORACLE_DOTS_D, true},
};

static unsigned remove_dot_segments(oracle_string *path)
{
    oracle_string input = *path, output = {.length = 0};
    unsigned steps = 0;
    while (input.length > 0) {
        const prefix_rule *rule = NULL;
        for (size_t i = 0; i < sizeof prefix_rules / sizeof prefix_rules[0] && rule == NULL; i++)
            if (prefix_rules[i].all ? oracle_is(oracle_span(&input), prefix_rules[i].prefix)
                                    : oracle_has_at(oracle_span(&input), 0, prefix_rules[i].prefix))
                rule = &prefix_rules[i];
        if (rule == NULL) {
            move_segment(&input, &output);
            continue;
        }
        replace_prefix(&input, strlen(rule->prefix), rule->instead);
        if (rule->step == ORACLE_DOTS_C)
            remove_last_segment(&output);
        steps |= rule->step;
    }
    *path = output;
    return steps;
}

/* ---- Section 5.2.2, 5.2.3 ---- */

static bool same_scheme(const optional *a, const optional *b)
{
    if (a->defined != b->defined || a->text.length != b->text.length)
        return false;
    for (size_t i = 0; i < a->text.length; i++)
        if ((a->text.octets[i] | 0x20) != (b->text.octets[i] | 0x20))
            return false;
    return true;
}

static unsigned merge(const five_parts *base, const five_parts *reference, oracle_string *path)
{
    uriproof_span base_path = oracle_span(&base->path.text);
    if (base->authority.defined && base_path.length == 0) {
        *path = oracle_string_of(uriproof_span_of("/"));
        oracle_add(path, oracle_span(&reference->path.text));
        return ORACLE_MERGED_EMPTY;
    }
    size_t slash = oracle_last(base_path, '/');
    *path = oracle_string_of(oracle_cut(base_path, 0, slash < base_path.length ? slash + 1 : 0));
    oracle_add(path, oracle_span(&reference->path.text));
    return ORACLE_MERGED_LAST;
}

/* Sets path and query of the target, for a reference with neither scheme nor authority. */
static unsigned transform_path(const five_parts *base, const five_parts *reference,
                               five_parts *target)
{
    if (reference->path.text.length == 0) {
        target->path = base->path;
        target->query = reference->query.defined ? reference->query : base->query;
        return reference->query.defined ? ORACLE_EMPTY_PATH_QUERY : ORACLE_EMPTY_PATH;
    }
    unsigned steps = ORACLE_ABSOLUTE_PATH;
    target->path = reference->path;
    if (reference->path.text.octets[0] != '/')
        steps = merge(base, reference, &target->path.text);
    target->query = reference->query;
    return steps | remove_dot_segments(&target->path.text);
}

static unsigned transform(const five_parts *base, const five_parts *reference, five_parts *target)
{
    unsigned steps;
    if (reference->scheme.defined || reference->authority.defined) {
        *target = *reference;
        steps = remove_dot_segments(&target->path.text) |
                (reference->scheme.defined ? ORACLE_WITH_SCHEME : ORACLE_WITH_AUTHORITY);
    } else {
        steps = transform_path(base, reference, target);
        target->authority = base->authority;
    }
    if (!reference->scheme.defined)
        target->scheme = base->scheme;
    target->fragment = reference->fragment;
    return steps;
}

/* Handles a path that begins with two slashes although there is no authority: "the path cannot
 * begin with two slash characters" (3.3). With the reading slashes-made "/." is inserted before
 * them, or the text is no result, or there is none. */
static unsigned guard_slashes(const oracle_rfc3986 *later, const uriproof_readings *readings,
                              five_parts *five)
{
    if (five->authority.defined || !oracle_has_at(oracle_span(&five->path.text), 0, "//"))
        return 0;
    if (oracle_reads(later->dialect, readings, "slashes-made", "rejected"))
        return ORACLE_SLASHES_MADE | ORACLE_SLASHES_REJECTED;
    if (oracle_reads(later->dialect, readings, "slashes-made", "printed"))
        return ORACLE_SLASHES_MADE | ORACLE_TARGET_REJECTED;
    replace_prefix(&five->path.text, 0, "/.");
    return ORACLE_SLASHES_MADE;
}

oracle_rfc3986_result oracle_rfc3986_resolve(const oracle_rfc3986 *later,
                                             const uriproof_readings *readings, uriproof_span base,
                                             uriproof_span reference)
{
    if (!oracle_matches(&later->uri, readings, base))
        return (oracle_rfc3986_result){.steps = ORACLE_BASE_REJECTED};
    if (!oracle_matches(&later->reference, readings, reference))
        return (oracle_rfc3986_result){.steps = ORACLE_REFERENCE_REJECTED};
    five_parts b = split(base), r = split(reference), target = {.path = {.defined = true}};
    if (oracle_reads(later->dialect, readings, "resolution", "loose") &&
        same_scheme(&r.scheme, &b.scheme))
        r.scheme.defined = false;
    oracle_rfc3986_result result = {.steps = transform(&b, &r, &target)};
    result.steps |= guard_slashes(later, readings, &target);
    if ((result.steps & ORACLE_SLASHES_REJECTED) != 0)
        return result;
    result.text = recompose(&target);
    if (!oracle_matches(&later->uri, readings, oracle_span(&result.text)))
        result.steps |= ORACLE_TARGET_REJECTED;
    return result;
}

/* ---- Section 6.2.2, and what 6.2.3 has for every scheme ---- */

static bool is_unreserved(unsigned char octet)
{
    return oracle_is_letter(octet) || oracle_is_digit(octet) ||
           (octet != 0 && strchr("-._~", octet) != NULL);
}

static unsigned char lower(unsigned char octet)
{
    return octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet;
}

/* Decodes the escapes of unreserved characters, and writes the other escapes in upper case. If
 * `fold` is true, the rest becomes lower case. */
static void normalize_octets(optional *part, bool fold)
{
    oracle_string text = part->text;
    uriproof_span span = oracle_span(&text);
    part->text.length = 0;
    for (size_t at = 0; at < span.length; at++) {
        bool escape = oracle_is_escape(span, at);
        unsigned char octet = escape ? oracle_escaped(span, at) : (unsigned char)span.octets[at];
        if (escape && !is_unreserved(octet))
            oracle_add_escape(&part->text, octet, true);
        else
            oracle_add_octet(&part->text, fold ? lower(octet) : octet);
        at += escape ? 2 : 0;
    }
}

/* Normalizes an authority. The userinfo keeps its case, the host does not. If `empty_port` is true,
 * an empty port is removed. */
static void normalize_authority(optional *authority, bool empty_port)
{
    uriproof_span span = oracle_span(&authority->text);
    size_t at_sign = oracle_first(span, '@');
    size_t host = at_sign < span.length ? at_sign + 1 : 0;
    optional user = defined(oracle_cut(span, 0, host)),
             rest = defined(oracle_cut(span, host, span.length));
    normalize_octets(&user, false);
    normalize_octets(&rest, true);
    if (empty_port && rest.text.length > 0 && rest.text.octets[rest.text.length - 1] == ':')
        rest.text.length--;
    authority->text = user.text;
    oracle_add(&authority->text, oracle_span(&rest.text));
}

oracle_rfc3986_result oracle_rfc3986_normal(const oracle_rfc3986 *later,
                                            const uriproof_readings *readings, uriproof_span text)
{
    bool empty_port_goes = oracle_reads(later->dialect, readings, "normal-port", "scheme");
    bool path_is_slash = oracle_reads(later->dialect, readings, "normal-path", "scheme");
    five_parts five = split(text);
    normalize_octets(&five.scheme, true);
    normalize_octets(&five.path, false);
    normalize_octets(&five.query, false);
    normalize_octets(&five.fragment, false);
    if (five.authority.defined)
        normalize_authority(&five.authority, empty_port_goes);
    bool rootless = !five.authority.defined && !oracle_has_at(oracle_span(&five.path.text), 0, "/");
    if (!rootless || oracle_reads(later->dialect, readings, "dots-on-rootless", "printed"))
        remove_dot_segments(&five.path.text);
    if (path_is_slash && five.authority.defined && five.path.text.length == 0)
        five.path = defined(uriproof_span_of("/"));
    oracle_rfc3986_result result = {.steps = guard_slashes(later, readings, &five)};
    if ((result.steps & ORACLE_SLASHES_REJECTED) == 0)
        result.text = recompose(&five);
    return result;
}

oracle_string oracle_rfc3986_encode(uriproof_span data)
{
    oracle_string out = {.length = 0};
    for (size_t at = 0; at < data.length; at++) {
        unsigned char octet = (unsigned char)data.octets[at];
        if (is_unreserved(octet))
            oracle_add_octet(&out, octet);
        else
            oracle_add_escape(&out, octet, true);
    }
    return out;
}
