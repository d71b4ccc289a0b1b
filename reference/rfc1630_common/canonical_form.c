/* SPDX-License-Identifier: MIT */
/*
 * "Encoding reserved characters": "Before two URIs can be compared, it is therefore necessary to
 * bring them to the same encoding level. However, the reserved characters ... may NEVER be encoded
 * and unencoded in this way."
 *
 * The canonical form is produced octet by octet, so that two URIs can be compared without a buffer.
 */
#include "canonical_form.h"

#include "../percent.h"

#include <string.h>

/* A position in a URI that matches the grammar, and the state of the conversion at this
 * position. */
typedef struct canonical_reader {
    const unsigned char *at;
    const unsigned char *path;
    const unsigned char *path_end;
    const unsigned char *search_end;
    const unsigned char *end;
    const canonical_rules *rules;
    bool fold;          /* letters of the scheme go to lower case */
    bool first_element; /* the position is in the path, before its first slash or plus */
    bool keep_escapes;  /* escapes of the current path segment stay as they are */
    const unsigned char *void_part; /* where `left_out` is inserted; or NULL */
    const char *left_out;
    char pending[2];
    unsigned pending_count;
} canonical_reader;

/* Returns the end of a part, or `otherwise` if the part is absent. */
static const unsigned char *end_of(uriproof_span part, const unsigned char *otherwise)
{
    return uriproof_present(part) ? (const unsigned char *)part.octets + part.length : otherwise;
}

static unsigned char folded(unsigned char octet)
{
    return octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet;
}

bool is_scheme_named(uriproof_span scheme, const char *name, bool fold)
{
    const unsigned char *at = (const unsigned char *)scheme.octets, *end = at + scheme.length;
    for (; *name != '\0'; name++) {
        size_t length;
        if (at == end)
            return false;
        int octet = percent_octet_at(at, end, &length);
        if ((fold ? folded((unsigned char)octet) : octet) != (unsigned char)*name)
            return false;
        at += length;
    }
    return at == end;
}

const char *left_out_gopher_type(const uriproof_generic *generic, bool fold, const char **where)
{
    uriproof_span path = generic->path;
    if (!is_scheme_named(generic->scheme, "gopher", fold) || path.length < 3 ||
        memcmp(path.octets, "//", 2) != 0 || path.octets[2] == '/')
        return NULL;
    const char *slash = memchr(path.octets + 2, '/', path.length - 2);
    *where = path.octets + path.length;
    if (slash == NULL)
        return "/1";
    return slash + 1 == *where ? "1" : NULL;
}

/* Returns a reader at the start of the canonical form. An empty fragment is left out with its hash:
 * "A void fragment-id with or without the hash sign means that the URL refers to the whole object".
 * Clause: fragment.empty */
static canonical_reader canonical_reader_of(uriproof_span uri, const uriproof_generic *generic,
                                            const canonical_rules *rules, bool fold)
{
    canonical_reader r = {0};
    const char *where = NULL;
    r.at = (const unsigned char *)uri.octets;
    r.path = (const unsigned char *)generic->path.octets;
    r.path_end = end_of(generic->path, NULL);
    r.search_end = end_of(generic->search, r.path_end);
    r.end = generic->fragmentid.length > 0 ? end_of(generic->fragmentid, NULL) : r.search_end;
    r.rules = rules;
    r.first_element = true;
    r.fold = fold;
    r.left_out = rules->left_out(generic, rules->readings, fold, &where);
    r.void_part = (const unsigned char *)where;
    return r;
}

/* Returns the part of the URI at the current position. The rules differ from part to part. */
static uri_part part_at(const canonical_reader *r)
{
    if (r->at < r->path)
        return IN_SCHEME;
    if (r->at < r->path_end)
        return r->first_element ? IN_FIRST_ELEMENT : IN_PATH;
    return r->at < r->search_end ? IN_SEARCH : IN_FRAGMENTID;
}

static bool in_path(const canonical_reader *r)
{
    return r->at >= r->path && r->at < r->path_end;
}

/* Returns true if the segment at `at` is one or two dots after its escapes are decoded. */
static bool becomes_dots(const unsigned char *at, const unsigned char *end)
{
    unsigned dots = 0;
    while (at != end && *at != '/') {
        bool escaped = *at == '%';
        if (++dots > 2 || (escaped ? octet_of_escape(at) : *at) != '.')
            return false;
        at += escaped ? 3 : 1;
    }
    return dots > 0;
}

/* Returns the percent sign of an escape of `octet`, and stores the two digits as the next
 * octets. */
static char escape_again(canonical_reader *r, unsigned char octet)
{
    char escaped[3];
    percent_escape(octet, escaped);
    r->pending[0] = escaped[2];
    r->pending[1] = escaped[1];
    r->pending_count = 2;
    return escaped[0];
}

/* Returns the next octet of the form for an escape. If the rules do not allow to decode the escape,
 * it is written again, since its digits have to be in upper case. */
static char next_of_escape(canonical_reader *r)
{
    unsigned char octet = octet_of_escape(r->at);
    bool kept = in_path(r) && r->keep_escapes;
    bool undone = !kept && r->rules->undoes(octet, part_at(r), r->rules->readings);
    r->at += 3;
    return undone ? (char)octet : escape_again(r, octet);
}

/* Returns the next octet of the form for an octet that is not escaped. The rules may replace it by
 * an escape. */
static char next_of_bare(canonical_reader *r)
{
    int escaped = r->rules->escapes(*r->at, part_at(r), r->rules->readings);
    if (in_path(r) && (*r->at == '/' || *r->at == '+'))
        r->first_element = false;
    unsigned char octet = *r->at++;
    return escaped < 0 ? (char)octet : escape_again(r, (unsigned char)escaped);
}

/* Sets *octet to the next octet of the canonical form. Returns false at its end. */
static bool next_of_form(canonical_reader *r, char *octet)
{
    if (r->pending_count > 0) {
        *octet = r->pending[--r->pending_count];
        return true;
    }
    if (r->left_out != NULL && r->at == r->void_part && *r->left_out != '\0') {
        *octet = *r->left_out++;
        return true;
    }
    if (r->at == r->end)
        return false;
    if (in_path(r) && (r->at == r->path || r->at[-1] == '/'))
        r->keep_escapes = becomes_dots(r->at, r->path_end);
    *octet = *r->at == '%' ? next_of_escape(r) : next_of_bare(r);
    return true;
}

/* Does the same as next_of_form, and writes the scheme in lower case if its case is to be
 * ignored. */
static bool next_octet(canonical_reader *r, char *octet)
{
    bool folds = r->fold && r->at < r->path;
    bool more = next_of_form(r, octet);
    if (more && folds)
        *octet = (char)folded((unsigned char)*octet);
    return more;
}

uriproof_verdict canonical_form(uriproof_span uri, const canonical_rules *rules,
                                uriproof_buffer *out, uriproof_refusal *refusal)
{
    uriproof_generic generic;
    out->length = 0;
    if (out->capacity < 16 || (out->capacity - 16) / 3 < uri.length)
        return URIPROOF_NO_ROOM;
    if (!rules->parse(uri, rules->readings, &generic, refusal))
        return URIPROOF_SILENT;
    canonical_reader r = canonical_reader_of(uri, &generic, rules, false);
    while (next_octet(&r, &out->octets[out->length]))
        out->length++;
    return URIPROOF_OK;
}

/* A URI that matches the grammar, and its parts. */
typedef struct derived_uri {
    uriproof_span text;
    uriproof_generic parts;
} derived_uri;

/* Compares two canonical forms while they are produced, so that no buffer is needed. */
static bool same_forms(const derived_uri *one, const derived_uri *two, const canonical_rules *rules,
                       bool fold)
{
    canonical_reader a = canonical_reader_of(one->text, &one->parts, rules, fold);
    canonical_reader b = canonical_reader_of(two->text, &two->parts, rules, fold);
    char x = 0, y = 0;
    bool more_x, more_y;
    do {
        more_x = next_octet(&a, &x);
        more_y = next_octet(&b, &y);
    } while (more_x && more_y && x == y);
    return !more_x && !more_y;
}

uriproof_verdict identical_forms(uriproof_span uri, uriproof_span other,
                                 const canonical_rules *rules, bool *identical,
                                 uriproof_refusal *refusal)
{
    derived_uri one = {.text = uri}, two = {.text = other};
    if (!rules->parse(uri, rules->readings, &one.parts, refusal) ||
        !rules->parse(other, rules->readings, &two.parts, refusal))
        return URIPROOF_SILENT;
    *identical = same_forms(&one, &two, rules, false);
    /* If the forms are only equal when the case of the scheme is ignored, nothing decides whether
     * the URIs are identical. */
    if (*identical || !same_forms(&one, &two, rules, true))
        return URIPROOF_OK;
    if (refusal != NULL)
        *refusal = (uriproof_refusal){"scheme", 0, rules->comparison};
    return URIPROOF_SILENT;
}
