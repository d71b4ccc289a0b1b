/* SPDX-License-Identifier: MIT */
/* RFC 1630, "Partial (relative) form". */
#include "grammar.h"

#include <string.h>

static const char silent_clause[] = "rfc1630.partial.slash-prefix";

/* The octets of `text` before `delimiter`; *rest gets the others, the delimiter first, and
 * is absent where there is no delimiter. */
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

/* "the latter must have a colon and that colon must occur before any slash characters"
 * Reading absolute-test: printed, or what precedes the colon must also derive scheme. */
bool uriproof_rfc1630_is_absolute(uriproof_span form, const uriproof_readings *readings)
{
    uriproof_span rest;
    form = before(form, '#', &rest);
    uriproof_span scheme = before(form, ':', &rest);
    if (!uriproof_present(rest))
        return false;
    if (scheme.length > 0 && memchr(scheme.octets, '/', scheme.length) != NULL)
        return false;
    return !takes(readings, URIPROOF_RFC1630_ABSOLUTE_TEST, ABSOLUTE_BY_SCHEME) ||
           derives_scheme(scheme);
}

static size_t leading_slashes(const char *at, const char *end)
{
    const char *slash = at;
    while (slash != end && *slash == '/')
        slash++;
    return (size_t)(slash - at);
}

/* Where the first run of exactly `count` slashes begins; NULL where there is none.
 * Reading slash-prefix: printed, that is the first with no longer run to its right; or, as
 * the RFC's example and the draft have it, simply the first. */
static const char *slash_run(uriproof_span context, size_t count, const uriproof_readings *readings)
{
    bool printed = takes(readings, URIPROOF_RFC1630_SLASH_PREFIX, AS_PRINTED);
    const char *end = context.octets + context.length;
    const char *found = NULL;
    for (const char *at = context.octets; at != end;) {
        size_t run = leading_slashes(at, end);
        if (run == count && found == NULL)
            found = at;
        if (found != NULL && !printed)
            return found;
        if (run > count)
            found = NULL;
        at += run > 0 ? run : 1;
    }
    return found;
}

/* The path of the URI in *out, which begins at `start`, loses its dots. What follows the
 * first `?` is no path. */
static void remove_dots_from(uriproof_buffer *out, size_t start, const uriproof_readings *readings)
{
    char *path = out->octets + start;
    size_t length = out->length - start;
    const char *search = length > 0 ? memchr(path, '?', length) : NULL;
    size_t path_length = search != NULL ? (size_t)(search - path) : length;
    size_t kept = remove_dots(path, path_length, readings);
    memmove(path + kept, path + path_length, length - path_length);
    out->length = start + kept + (length - path_length);
}

/* "everything from the context URI up to (but not including) the first occurrence of exactly
 * the same number of consecutive slashes ... is taken to be the same and so prepended"
 *                                                        rfc1630.partial.slash-prefix */
static bool prepend_up_to_slashes(uriproof_span context, uriproof_span form, size_t path_start,
                                  const uriproof_readings *readings, uriproof_buffer *out)
{
    size_t slashes = leading_slashes(form.octets, form.octets + form.length);
    const char *run = slash_run(context, slashes, readings);
    if (run == NULL)
        return false;
    append(out, context.octets, (size_t)(run - context.octets));
    append(out, form.octets, form.length);
    if (takes(readings, URIPROOF_RFC1630_DOTS_AFTER_SLASH, DOTS_APPLIED))
        remove_dots_from(out, path_start, readings);
    return true;
}

/* "The last part of the path of the context URI (anything following the rightmost slash) is
 * removed, and the given partial URI appended in its place"   rfc1630.partial.last-part */
static void replace_last_part(uriproof_span context, uriproof_span form, size_t path_start,
                              const uriproof_readings *readings, uriproof_buffer *out)
{
    size_t kept = context.length;
    while (kept > path_start && context.octets[kept - 1] != '/')
        kept--;
    append(out, context.octets, kept);
    append(out, form.octets, form.length);
    remove_dots_from(out, path_start, readings);
}

/* "If the scheme parts are different, the whole absolute URI must be given. Otherwise, the scheme
 * is omitted". Reading same-scheme: a form with the context's own scheme is absolute all the
 * same; or its scheme counts as omitted.               rfc1630.partial.scheme-differs */
static bool omits_scheme(uriproof_span context, uriproof_span *form, size_t path_start,
                         const uriproof_readings *readings)
{
    if (!takes(readings, URIPROOF_RFC1630_SAME_SCHEME, SCHEME_OMITTED) ||
        form->length < path_start || memcmp(form->octets, context.octets, path_start) != 0)
        return false;
    *form = (uriproof_span){form->octets + path_start, form->length - path_start};
    return true;
}

/* The full form of `form`, which has no fragment; false where the RFC defines none. */
static bool expand(uriproof_span context, uriproof_span form, size_t path_start,
                   const uriproof_readings *readings, uriproof_buffer *out)
{
    if (uriproof_rfc1630_is_absolute(form, readings) &&
        !omits_scheme(context, &form, path_start, readings)) {
        append(out, form.octets, form.length);
        return true;
    }
    if (form.length == 0 && takes(readings, URIPROOF_RFC1630_VOID_PARTIAL, SAME_DOCUMENT)) {
        append(out, context.octets, context.length);
        return true;
    }
    if (form.length > 0 && form.octets[0] == '/')
        return prepend_up_to_slashes(context, form, path_start, readings, out);
    replace_last_part(context, form, path_start, readings, out);
    return true;
}

uriproof_verdict uriproof_rfc1630_resolve(uriproof_span context, uriproof_span partial,
                                          const uriproof_readings *readings, uriproof_buffer *out,
                                          uriproof_refusal *refusal)
{
    uriproof_generic parts;
    uriproof_span fragment;
    out->length = 0;
    if (out->capacity < context.length || out->capacity - context.length < partial.length)
        return URIPROOF_NO_ROOM;
    context = before(context, '#', &fragment);
    if (!uriproof_rfc1630_parse(context, readings, &parts, refusal))
        return URIPROOF_INVALID;
    uriproof_span form = before(partial, '#', &fragment);
    if (!expand(context, form, parts.scheme.length + 1, readings, out)) {
        if (refusal != NULL)
            *refusal = (uriproof_refusal){"path", 0, silent_clause};
        return URIPROOF_SILENT;
    }
    append(out, fragment.octets, fragment.length);
    uriproof_span full = {out->octets, out->length};
    return uriproof_rfc1630_parse(full, readings, NULL, refusal) ? URIPROOF_OK : URIPROOF_INVALID;
}
