/* SPDX-License-Identifier: MIT */
#include "together.h"

#include "base/text_parts.h"

uriproof_span pieces_together(const uri_pieces *pieces, store *s)
{
    octet_buffer text = {NULL, 0, 0}, room = {NULL, 0, 0};
    text_parts parts = {.at = {[PART_SCHEME] = pieces->at[PIECE_SCHEME],
                               [PART_HOST] = pieces->at[PIECE_HOST],
                               [PART_PORT] = pieces->at[PIECE_PORT],
                               [PART_PATH] = pieces->at[PIECE_PATH],
                               [PART_QUERY] = pieces->at[PIECE_QUERY],
                               [PART_FRAGMENT] = pieces->at[PIECE_FRAGMENT]}};
    parts.at[PART_USERINFO] =
        parts_userinfo(pieces->at[PIECE_USER], pieces->at[PIECE_PASSWORD], &room);
    if (!uriproof_present(parts.at[PART_USERINFO]) && !uriproof_present(parts.at[PART_HOST]) &&
        port_is_default(parts.at[PART_SCHEME], parts.at[PART_PORT]))
        parts.at[PART_PORT] = (uriproof_span){NULL, 0};
    parts_compose(&parts, &text);
    uriproof_span whole = {store_copy(s, text.octets, text.length), text.length};
    buffer_free(&text);
    buffer_free(&room);
    return whole;
}
