/* SPDX-License-Identifier: MIT */
#include "division.h"

#include "places.h"
#include "validity.h"

#include "base/base.h"
#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

static uriproof_span piece_between(uriproof_span text, size_t start, size_t end)
{
    /* Nothing is added to the NULL of an absent text. */
    return (uriproof_span){start > 0 ? text.octets + start : text.octets, end - start};
}

uriproof_span scheme_of(uriproof_span text)
{
    const size_t end = next_octet_of(text, 0, ":/?#");
    const bool has_scheme = end < text.length && text.octets[end] == ':';
    return piece_between(text, 0, has_scheme ? end + 1 : 0);
}

uriproof_span authority_of(uriproof_span text)
{
    const size_t start = scheme_of(text).length;
    if (text.length - start < 2 || text.octets[start] != '/' || text.octets[start + 1] != '/')
        return (uriproof_span){NULL, 0};
    return piece_between(text, start + 2, next_octet_of(text, start + 2, "/?#"));
}

uriproof_span path_of(uriproof_span text)
{
    const uriproof_span authority = authority_of(text);
    const size_t start = uriproof_present(authority)
                             ? (size_t)(authority.octets - text.octets) + authority.length
                             : scheme_of(text).length;
    return piece_between(text, start, next_octet_of(text, start, "?#"));
}

/* Sets the parts of an authority. Returns false if the grammar has no such authority. */
static bool divide_authority(uriproof_span authority, uri_pieces *pieces)
{
    static const char before[] = "x://";
    const size_t skipped = strlen(before);
    char *whole = malloc(skipped + authority.length);
    memcpy(whole, before, skipped);
    memcpy(whole + skipped, authority.octets, authority.length);
    uriproof_parts parts;
    uriproof_refusal refusal;
    const bool good =
        text_is_uri((uriproof_span){whole, skipped + authority.length}, &parts, &refusal);
    const uri_pieces found = good ? parts_pieces(&parts) : (uri_pieces){0};
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if (uriproof_present(found.at[i]) && i != PIECE_SCHEME && i != PIECE_PATH)
            pieces->at[i] = (uriproof_span){
                authority.octets + (found.at[i].octets - whole) - skipped, found.at[i].length};
    free(whole);
    return good;
}

bool text_divide(uriproof_span text, uri_pieces *pieces)
{
    const uriproof_span scheme = scheme_of(text), authority = authority_of(text);
    const uriproof_span path = path_of(text);
    const size_t path_end = (size_t)(path.octets - text.octets) + path.length;
    const size_t query_end = next_octet_of(text, path_end, "#");
    *pieces = (uri_pieces){0};
    if (scheme.length > 0)
        pieces->at[PIECE_SCHEME] = piece_between(text, 0, scheme.length - 1);
    pieces->at[PIECE_PATH] = path;
    if (query_end > path_end)
        pieces->at[PIECE_QUERY] = piece_between(text, path_end + 1, query_end);
    if (query_end < text.length)
        pieces->at[PIECE_FRAGMENT] = piece_between(text, query_end + 1, text.length);
    return !uriproof_present(authority) || divide_authority(authority, pieces);
}
