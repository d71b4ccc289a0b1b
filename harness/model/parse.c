/* SPDX-License-Identifier: MIT */
/* The whole way of a text that is parsed: each stage in its turn. */
#include "stages.h"

bool model_parse(way *w, uriproof_span text)
{
    if (!uriproof_present(text))
        text = uriproof_span_of("");
    w->context = profile_context(w->op, KIND_NONE);
    if (!stage_before(w, &text) || !stage_division(w, text) ||
        (w->has_authority && !stage_authority(w)))
        return false;
    stage_default_port(w);
    return stage_parts(w);
}
