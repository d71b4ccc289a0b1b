/* SPDX-License-Identifier: MIT */
/* "Partial (relative) form", in RFC 1630 and in its draft. */
#include "partial_form.h"

#include <string.h>

/* Returns the octets of `text` before `delimiter`. Sets *rest to the remaining text, which begins
 * with the delimiter, or to an absent span if there is no delimiter. */
static uriproof_span before(uriproof_span text, char delimiter, uriproof_span *rest)
{
    const char *at = text.length > 0 ? memchr(text.octets, delimiter, text.length) : NULL;
    *rest = (uriproof_span){NULL, 0};
    if (at == NULL)
        return text;
    size_t length = (size_t)(at - text.octets);
    *rest = (uriproof_span){at, text.length - length};
    return (uriproof_span){text.octets, length};
}

static void append(uriproof_buffer *out, const char *octets, size_t length)
{
    if (length > 0)
        memcpy(out->octets + out->length, octets, length);
    out->length += length;
}

/* Returns true if a form is absolute: "the latter must have a colon and that colon must occur
 * before any slash characters". With the reading absolute-test=scheme the text before the colon
 * must also match `scheme`. */
bool is_absolute_form(uriproof_span form, const partial_form_rules *rules)
{
    uriproof_span rest;
    form = before(form, '#', &rest);
    uriproof_span scheme = before(form, ':', &rest);
    if (!uriproof_present(rest))
        return false;
    if (memchr(scheme.octets, '/', scheme.length) != NULL)
        return false;
    return rules->derives_scheme == NULL || rules->derives_scheme(scheme, rules->readings);
}

/* Returns how many slashes the text begins with. */
static size_t leading_slashes(const char *at, const char *end)
{
    const char *slash = at;
    while (slash != end && *slash == '/')
        slash++;
    return (size_t)(slash - at);
}

/* Returns the start of the first run of exactly `count` slashes, or NULL if there is none. If
 * `longer_run_hides` is true, a run only counts if no longer run comes after it. RFC 1630 prints
 * it so (reading slash-prefix=printed). But the RFC's own example, and the draft, take the first
 * run. */
static const char *slash_run(uriproof_span context, size_t count, bool longer_run_hides)
{
    const char *end = context.octets + context.length;
    const char *found = NULL;
    for (const char *at = context.octets; at != end;) {
        size_t run = leading_slashes(at, end);
        if (run == count && found == NULL)
            found = at;
        if (found != NULL && !longer_run_hides)
            return found;
        if (run > count)
            found = NULL;
        at += run > 0 ? run : 1;
    }
    return found;
}

/* Removes dots from the path of the URI in *out; the path begins at `start`. The first `?` ends the
 * path. */
static void remove_dots_from(uriproof_buffer *out, size_t start, const partial_form_rules *rules)
{
    char *path = out->octets + start;
    size_t length = out->length - start;
    const char *search = memchr(path, '?', length);
    size_t path_length = search != NULL ? (size_t)(search - path) : length;
    size_t kept = remove_dots(path, path_length, &rules->dots);
    memmove(path + kept, path + path_length, length - path_length);
    out->length = start + kept + (length - path_length);
}

/* Writes the form after a part of the context: "everything from the context URI up to (but not
 * including) the first occurrence of exactly the same number of consecutive slashes ... is taken to
 * be the same and so prepended". Returns false if the context has no such run of slashes.
 * Clause: partial.slash-prefix */
static bool prepend_up_to_slashes(uriproof_span context, uriproof_span form, size_t path_start,
                                  const partial_form_rules *rules, uriproof_buffer *out)
{
    size_t slashes = leading_slashes(form.octets, form.octets + form.length);
    const char *run = slash_run(context, slashes, rules->longer_run_hides);
    if (run == NULL)
        return false;
    append(out, context.octets, (size_t)(run - context.octets));
    append(out, form.octets, form.length);
    if (rules->dots_after_slash)
        remove_dots_from(out, path_start, rules);
    return true;
}

/* Writes the form in place of the context's last part: "The last part of the path of the context
 * URI (anything following the rightmost slash) is removed, and the given partial URI appended in
 * its place".
 * Clause: partial.last-part */
static void replace_last_part(uriproof_span context, uriproof_span form, size_t path_start,
                              const partial_form_rules *rules, uriproof_buffer *out)
{
    size_t kept = context.length;
    while (kept > path_start && context.octets[kept - 1] != '/')
        kept--;
    append(out, context.octets, kept);
    append(out, form.octets, form.length);
    remove_dots_from(out, path_start, rules);
}

/* Returns true if the scheme of *form counts as omitted, and removes it from *form. "If the scheme
 * parts are different, the whole absolute URI must be given. Otherwise, the scheme is omitted". The
 * words do not say what a form with the context's own scheme is. With the reading
 * same-scheme=omitted its scheme counts as omitted; by default the form is absolute.
 * Clause: partial.scheme-differs */
static bool omits_scheme(uriproof_span context, uriproof_span *form, size_t path_start,
                         const partial_form_rules *rules)
{
    if (!rules->same_scheme_omitted || form->length < path_start ||
        memcmp(form->octets, context.octets, path_start) != 0)
        return false;
    *form = (uriproof_span){form->octets + path_start, form->length - path_start};
    return true;
}

/* Writes the full form of `form`, which has no fragment and is not absolute. Returns false if the
 * specification defines no full form. */
static bool expand(uriproof_span context, uriproof_span form, size_t path_start,
                   const partial_form_rules *rules, uriproof_buffer *out)
{
    if (form.length == 0 && rules->void_is_same_document) {
        append(out, context.octets, context.length);
        return true;
    }
    if (form.length > 0 && form.octets[0] == '/')
        return prepend_up_to_slashes(context, form, path_start, rules, out);
    replace_last_part(context, form, path_start, rules, out);
    return true;
}

/* Clause: partial.scheme-differs */
static uriproof_verdict reject_scheme(const partial_form_rules *rules, uriproof_refusal *refusal)
{
    if (refusal != NULL)
        *refusal = (uriproof_refusal){NULL, 0, rules->scheme_clause};
    return URIPROOF_INVALID;
}

uriproof_verdict full_form(uriproof_span context, uriproof_span partial,
                           const partial_form_rules *rules, uriproof_buffer *out,
                           uriproof_refusal *refusal)
{
    uriproof_generic parts;
    uriproof_span fragment;
    out->length = 0;
    if (out->capacity < context.length || out->capacity - context.length < partial.length)
        return URIPROOF_NO_ROOM;
    context = before(context, '#', &fragment);
    /* "Within a object whose URI is well defined": the text says nothing of any other context. */
    if (!rules->parse(context, rules->readings, &parts, refusal))
        return URIPROOF_SILENT;
    uriproof_span form = before(partial, '#', &fragment);
    size_t path_start = parts.scheme.length + 1;
    bool absolute =
        is_absolute_form(form, rules) && !omits_scheme(context, &form, path_start, rules);
    if (absolute) {
        append(out, form.octets, form.length);
    } else if (!expand(context, form, path_start, rules, out)) {
        if (refusal != NULL)
            *refusal = (uriproof_refusal){"path", 0, rules->silent_clause};
        return URIPROOF_SILENT;
    }
    append(out, fragment.octets, fragment.length);
    uriproof_span full = {out->octets, out->length};
    if (!rules->parse(full, rules->readings, &parts, refusal))
        return URIPROOF_INVALID;
    /* In the draft a scheme may contain colons, so a later colon may end the scheme of the result.
     * Then it is not the scheme of the context, which was omitted. */
    return absolute || parts.scheme.length + 1 == path_start ? URIPROOF_OK
                                                             : reject_scheme(rules, refusal);
}
