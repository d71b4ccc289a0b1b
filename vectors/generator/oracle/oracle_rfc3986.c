/* SPDX-License-Identifier: MIT */
#include "oracle_rfc3986.h"

#include "under_readings.h"

#include <string.h>

bool gen_rfc3986_open(const gen_job *job, gen_later *later)
{
    memset(later, 0, sizeof *later);
    later->dialect = job->dialect;
    if (gen_production_open(job, "URI", &later->uri) &&
        gen_production_open(job, "URI-reference", &later->reference))
        return true;
    gen_rfc3986_free(later);
    return false;
}

void gen_rfc3986_free(gen_later *later)
{
    gen_production_free(&later->uri);
    gen_production_free(&later->reference);
}

/* ---- Appendix B, section 5.3 ---- */

/* A part that may be undefined. */
typedef struct optional {
    bool defined;
    gen_string text;
} optional;

typedef struct five_parts {
    optional scheme, authority, path, query, fragment;
} five_parts;

static optional defined(uriproof_span span)
{
    return (optional){true, gen_string_of(span)};
}

/* Takes from the front of *rest all up to the first of `stops`. */
static uriproof_span take(uriproof_span *rest, const char *stops)
{
    size_t end = 0;
    while (end < rest->length && (rest->octets[end] == '\0' || !strchr(stops, rest->octets[end])))
        end++;
    uriproof_span taken = gen_cut(*rest, 0, end);
    *rest = gen_cut(*rest, end, rest->length);
    return taken;
}

/* "^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?" */
static five_parts split(uriproof_span text)
{
    five_parts five = {.path = {.defined = true}};
    uriproof_span rest = text;
    uriproof_span scheme = take(&rest, ":/?#");
    if (scheme.length > 0 && gen_has_at(rest, 0, ":")) {
        five.scheme = defined(scheme);
        rest = gen_cut(rest, 1, rest.length);
    } else {
        rest = text;
    }
    if (gen_has_at(rest, 0, "//")) {
        rest = gen_cut(rest, 2, rest.length);
        five.authority = defined(take(&rest, "/?#"));
    }
    five.path = defined(take(&rest, "?#"));
    if (gen_has_at(rest, 0, "?")) {
        rest = gen_cut(rest, 1, rest.length);
        five.query = defined(take(&rest, "#"));
    }
    if (gen_has_at(rest, 0, "#"))
        five.fragment = defined(gen_cut(rest, 1, rest.length));
    return five;
}

static void append(gen_string *result, const char *before, const optional *part, const char *after)
{
    if (!part->defined)
        return;
    gen_add_words(result, before);
    gen_add(result, gen_span(&part->text));
    gen_add_words(result, after);
}

/* Section 5.3. */
static gen_string recompose(const five_parts *five)
{
    gen_string result = {.length = 0};
    append(&result, "", &five->scheme, ":");
    append(&result, "//", &five->authority, "");
    append(&result, "", &five->path, "");
    append(&result, "?", &five->query, "");
    append(&result, "#", &five->fragment, "");
    return result;
}

/* ---- Section 5.2.4 ---- */

/* Replaces the first `length` octets of *input by `words`. */
static void replace_prefix(gen_string *input, size_t length, const char *words)
{
    gen_string rest = gen_string_of(gen_cut(gen_span(input), length, input->length));
    *input = gen_string_of(uriproof_span_of(words));
    gen_add(input, gen_span(&rest));
}

/* "Remove the last segment and its preceding "/" (if any) from the output buffer." */
static void remove_last_segment(gen_string *output)
{
    size_t slash = gen_last(gen_span(output), '/');
    output->length = slash < output->length ? slash : 0;
}

/* Moves the first path segment, "including the initial "/" character (if any) and any subsequent
 * characters up to, but not including, the next "/"". */
static void move_segment(gen_string *input, gen_string *output)
{
    uriproof_span in = gen_span(input);
    size_t end = 1;
    while (end < in.length && in.octets[end] != '/')
        end++;
    gen_add(output, gen_cut(in, 0, end));
    replace_prefix(input, end, "");
}

typedef struct prefix_rule {
    const char *prefix; /* in front of the input */
    const char *instead;
    unsigned step;
    bool all; /* the prefix is the whole of the input */
} prefix_rule;

static const prefix_rule prefix_rules[] = {
    {"../", "", GEN_DOTS_A, false},   {"./", "", GEN_DOTS_A, false},
    {"/./", "/", GEN_DOTS_B, false},  {"/.", "/", GEN_DOTS_B, true},
    {"/../", "/", GEN_DOTS_C, false}, {"/..", "/", GEN_DOTS_C, true},
    {".", "", GEN_DOTS_D, true},      {"..", "", GEN_DOTS_D, true},
};

static unsigned remove_dot_segments(gen_string *path)
{
    gen_string input = *path, output = {.length = 0};
    unsigned steps = 0;
    while (input.length > 0) {
        const prefix_rule *rule = NULL;
        for (size_t i = 0; i < sizeof prefix_rules / sizeof prefix_rules[0] && rule == NULL; i++)
            if (prefix_rules[i].all ? gen_is(gen_span(&input), prefix_rules[i].prefix)
                                    : gen_has_at(gen_span(&input), 0, prefix_rules[i].prefix))
                rule = &prefix_rules[i];
        if (rule == NULL) {
            move_segment(&input, &output);
            continue;
        }
        replace_prefix(&input, strlen(rule->prefix), rule->instead);
        if (rule->step == GEN_DOTS_C)
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

static unsigned merge(const five_parts *base, const five_parts *reference, gen_string *path)
{
    uriproof_span base_path = gen_span(&base->path.text);
    if (base->authority.defined && base_path.length == 0) {
        *path = gen_string_of(uriproof_span_of("/"));
        gen_add(path, gen_span(&reference->path.text));
        return GEN_MERGED_EMPTY;
    }
    size_t slash = gen_last(base_path, '/');
    *path = gen_string_of(gen_cut(base_path, 0, slash < base_path.length ? slash + 1 : 0));
    gen_add(path, gen_span(&reference->path.text));
    return GEN_MERGED_LAST;
}

/* The path and query of a reference that has neither scheme nor authority. */
static unsigned transform_path(const five_parts *base, const five_parts *reference,
                               five_parts *target)
{
    if (reference->path.text.length == 0) {
        target->path = base->path;
        target->query = reference->query.defined ? reference->query : base->query;
        return reference->query.defined ? GEN_EMPTY_PATH_QUERY : GEN_EMPTY_PATH;
    }
    unsigned steps = GEN_ABSOLUTE_PATH;
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
                (reference->scheme.defined ? GEN_WITH_SCHEME : GEN_WITH_AUTHORITY);
    } else {
        steps = transform_path(base, reference, target);
        target->authority = base->authority;
    }
    if (!reference->scheme.defined)
        target->scheme = base->scheme;
    target->fragment = reference->fragment;
    return steps;
}

/* Without an authority two slashes in front of a path would begin one: guarded, "/." goes before
 * them; rejected, there is no result. */
static unsigned guard_slashes(const gen_later *later, const uriproof_readings *readings,
                              five_parts *five)
{
    if (five->authority.defined || !gen_has_at(gen_span(&five->path.text), 0, "//"))
        return 0;
    if (gen_reads(later->dialect, readings, "slashes-made", "guarded"))
        replace_prefix(&five->path.text, 0, "/.");
    if (gen_reads(later->dialect, readings, "slashes-made", "rejected"))
        return GEN_SLASHES_MADE | GEN_SLASHES_REJECTED;
    return GEN_SLASHES_MADE;
}

gen_rfc3986_result gen_rfc3986_resolve(const gen_later *later, const uriproof_readings *readings,
                                       uriproof_span base, uriproof_span reference)
{
    if (!gen_matches(&later->uri, readings, base))
        return (gen_rfc3986_result){.steps = GEN_BASE_REJECTED};
    if (!gen_matches(&later->reference, readings, reference))
        return (gen_rfc3986_result){.steps = GEN_REFERENCE_REJECTED};
    five_parts b = split(base), r = split(reference), target = {.path = {.defined = true}};
    if (gen_reads(later->dialect, readings, "resolution", "loose") &&
        same_scheme(&r.scheme, &b.scheme))
        r.scheme.defined = false;
    gen_rfc3986_result result = {.steps = transform(&b, &r, &target)};
    result.steps |= guard_slashes(later, readings, &target);
    if ((result.steps & GEN_SLASHES_REJECTED) != 0)
        return result;
    result.text = recompose(&target);
    if (!gen_matches(&later->uri, readings, gen_span(&result.text)))
        result.steps |= GEN_TARGET_REJECTED;
    return result;
}

/* ---- Section 6.2.2, and what 6.2.3 has for every scheme ---- */

static bool is_unreserved(unsigned char octet)
{
    return gen_is_letter(octet) || gen_is_digit(octet) ||
           (octet != 0 && strchr("-._~", octet) != NULL);
}

static unsigned char lower(unsigned char octet)
{
    return octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet;
}

/* Escapes in upper case, those of unreserved characters undone; the rest in lower case where
 * `fold`. */
static void normalize_octets(optional *part, bool fold)
{
    gen_string text = part->text;
    uriproof_span span = gen_span(&text);
    part->text.length = 0;
    for (size_t at = 0; at < span.length; at++) {
        bool escape = gen_is_escape(span, at);
        unsigned char octet = escape ? gen_escaped(span, at) : (unsigned char)span.octets[at];
        if (escape && !is_unreserved(octet))
            gen_add_escape(&part->text, octet, true);
        else
            gen_add_octet(&part->text, fold ? lower(octet) : octet);
        at += escape ? 2 : 0;
    }
}

/* Userinfo keeps its case, the host does not; `void_port` goes where the scheme's rules are
 * used. */
static void normalize_authority(optional *authority, bool empty_port)
{
    uriproof_span span = gen_span(&authority->text);
    size_t at_sign = gen_first(span, '@');
    size_t host = at_sign < span.length ? at_sign + 1 : 0;
    optional user = defined(gen_cut(span, 0, host)),
             rest = defined(gen_cut(span, host, span.length));
    normalize_octets(&user, false);
    normalize_octets(&rest, true);
    if (empty_port && rest.text.length > 0 && rest.text.octets[rest.text.length - 1] == ':')
        rest.text.length--;
    authority->text = user.text;
    gen_add(&authority->text, gen_span(&rest.text));
}

gen_rfc3986_result gen_rfc3986_normal(const gen_later *later, const uriproof_readings *readings,
                                      uriproof_span text)
{
    bool empty_port_goes = gen_reads(later->dialect, readings, "normal-port", "scheme");
    bool path_is_slash = gen_reads(later->dialect, readings, "normal-path", "scheme");
    five_parts five = split(text);
    normalize_octets(&five.scheme, true);
    normalize_octets(&five.path, false);
    normalize_octets(&five.query, false);
    normalize_octets(&five.fragment, false);
    if (five.authority.defined)
        normalize_authority(&five.authority, empty_port_goes);
    bool rootless = !five.authority.defined && !gen_has_at(gen_span(&five.path.text), 0, "/");
    if (!rootless || gen_reads(later->dialect, readings, "dots-on-rootless", "printed"))
        remove_dot_segments(&five.path.text);
    if (path_is_slash && five.authority.defined && five.path.text.length == 0)
        five.path = defined(uriproof_span_of("/"));
    gen_rfc3986_result result = {.steps = guard_slashes(later, readings, &five)};
    if ((result.steps & GEN_SLASHES_REJECTED) == 0)
        result.text = recompose(&five);
    return result;
}
