/* SPDX-License-Identifier: MIT */
#include "together.h"

uriproof_span pieces_together(const uri_pieces *pieces, store *s)
{
    octet_buffer text = {NULL, 0, 0}, room = {NULL, 0, 0};
    text_parts parts = {.at = {[TEXT_SCHEME] = pieces->at[PIECE_SCHEME],
                               [TEXT_HOST] = pieces->at[PIECE_HOST],
                               [TEXT_PORT] = pieces->at[PIECE_PORT],
                               [TEXT_PATH] = pieces->at[PIECE_PATH],
                               [TEXT_QUERY] = pieces->at[PIECE_QUERY],
                               [TEXT_FRAGMENT] = pieces->at[PIECE_FRAGMENT]}};
    parts.at[TEXT_USERINFO] =
        parts_userinfo(pieces->at[PIECE_USER], pieces->at[PIECE_PASSWORD], &room);
    if (!uriproof_present(parts.at[TEXT_USERINFO]) && !uriproof_present(parts.at[TEXT_HOST]) &&
        port_is_default(parts.at[TEXT_SCHEME], parts.at[TEXT_PORT]))
        parts.at[TEXT_PORT] = (uriproof_span){NULL, 0};
    parts_compose(&parts, &text);
    uriproof_span whole = {store_copy(s, text.octets, text.length), text.length};
    buffer_free(&text);
    buffer_free(&room);
    return whole;
}
