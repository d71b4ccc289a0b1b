/* SPDX-License-Identifier: MIT */
/* The whole way of a text that is parsed: each stage in its turn. */
#include "stages.h"
#include "values.h"

/* Reads the authority. One that is wrong may stay in the path, or be left out. */
static bool read_authority(way *w)
{
    const uriproof_components before = w->parts;
    if (stage_authority(w))
        return true;
    const unsigned value = value_of(w, TRAIT_AUTHORITY_WRONG);
    if (value == AUTHORITY_WRONG_REJECTED || w->authority.length == 0)
        return false;
    w->parts = before;
    w->has_authority = false;
    if (value == AUTHORITY_WRONG_PATH)
        w->parts.path = room_join(w->room, uriproof_span_of("//"), w->authority, w->parts.path);
    return true;
}

bool model_parse(way *w, uriproof_span text)
{
    if (!uriproof_present(text))
        text = uriproof_span_of("");
    w->kind = KIND_NONE;
    if (!stage_before(w, &text) || !stage_division(w, text) ||
        (w->has_authority && !read_authority(w)) || !stage_parts(w))
        return false;
    if (!w->has_authority)
        stage_no_authority(w);
    stage_default_port(w);
    return true;
}
