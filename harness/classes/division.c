/* SPDX-License-Identifier: MIT */
#include "division.h"

#include "validity.h"

#include "base/base.h"
#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

uriproof_span scheme_of(uriproof_span text)
{
    text_parts parts;
    parts_divide(text, &parts);
    return (uriproof_span){text.octets, parts.at[TEXT_SCHEME].length +
                                            (uriproof_present(parts.at[TEXT_SCHEME]) ? 1 : 0)};
}

uriproof_span authority_of(uriproof_span text)
{
    text_parts parts;
    parts_divide(text, &parts);
    return parts_authority(&parts);
}

uriproof_span path_of(uriproof_span text)
{
    text_parts parts;
    parts_divide(text, &parts);
    return parts.at[TEXT_PATH];
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
    text_parts parts;
    parts_divide(text, &parts);
    const uriproof_span authority = parts_authority(&parts);
    *pieces = (uri_pieces){.at = {[PIECE_SCHEME] = parts.at[TEXT_SCHEME],
                                  [PIECE_PATH] = parts.at[TEXT_PATH],
                                  [PIECE_QUERY] = parts.at[TEXT_QUERY],
                                  [PIECE_FRAGMENT] = parts.at[TEXT_FRAGMENT]}};
    return !uriproof_present(authority) || divide_authority(authority, pieces);
}
