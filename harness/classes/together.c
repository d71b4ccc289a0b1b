/* SPDX-License-Identifier: MIT */
#include "together.h"

#include <string.h>

uriproof_span pieces_together(const uri_pieces *pieces, store *s)
{
    static const struct {
        uri_piece piece;
        const char *before, *after;
    } order[] = {
        {PIECE_SCHEME, "", ":"}, {PIECE_USER, "", ""},      {PIECE_PASSWORD, ":", ""},
        {PIECE_HOST, "", ""},    {PIECE_PORT, ":", ""},     {PIECE_PATH, "", ""},
        {PIECE_QUERY, "?", ""},  {PIECE_FRAGMENT, "#", ""},
    };
    octet_buffer text = {NULL, 0, 0};
    bool port_alone = port_is_default(pieces->at[PIECE_SCHEME], pieces->at[PIECE_PORT]);
    bool has_user =
        uriproof_present(pieces->at[PIECE_USER]) || uriproof_present(pieces->at[PIECE_PASSWORD]);
    bool has_authority = has_user || uriproof_present(pieces->at[PIECE_HOST]) ||
                         (uriproof_present(pieces->at[PIECE_PORT]) && !port_alone);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        uriproof_span part = pieces->at[order[i].piece];
        if (order[i].piece == PIECE_USER && has_authority)
            buffer_add(&text, "//", 2);
        if (order[i].piece == PIECE_HOST && has_user)
            buffer_add(&text, "@", 1);
        if (!uriproof_present(part) || (order[i].piece == PIECE_PORT && !has_authority))
            continue;
        buffer_add(&text, order[i].before, strlen(order[i].before));
        buffer_add(&text, part.octets, part.length);
        buffer_add(&text, order[i].after, strlen(order[i].after));
    }
    uriproof_span whole = {store_copy(s, text.octets, text.length), text.length};
    buffer_free(&text);
    return whole;
}
