/* SPDX-License-Identifier: MIT */
/* RFC 3986, section 5.3, Component Recomposition. */
#include "compose.h"

#include <string.h>

void put(uriproof_buffer *out, const char *octets, size_t length)
{
    if (length > 0)
        memcpy(out->octets + out->length, octets, length);
    out->length += length;
}

void put_part(uriproof_buffer *out, const char *delimiter, uriproof_span part)
{
    if (!uriproof_present(part))
        return;
    put(out, delimiter, strlen(delimiter));
    put(out, part.octets, part.length);
}

bool guard_slashes(uriproof_buffer *out, size_t start, bool has_authority,
                   const uriproof_readings *readings)
{
    char *path = out->octets + start;
    size_t length = out->length - start;
    if (has_authority || length < 2 || memcmp(path, "//", 2) != 0)
        return true;
    if (!takes(readings, URIPROOF_RFC3986_SLASHES_MADE, SLASHES_GUARDED))
        return false;
    memmove(path + 2, path, length);
    memcpy(path, "/.", 2);
    out->length += 2;
    return true;
}

/* 3.3: "If a URI does not contain an authority component, then the path cannot begin with two slash
 * characters ("//")."                                          rfc3986.syntax.no-double-slash */
uriproof_verdict reject_slashes(uriproof_buffer *out, const uriproof_readings *readings,
                                uriproof_refusal *refusal)
{
    if (takes(readings, URIPROOF_RFC3986_SLASHES_MADE, SLASHES_REJECTED))
        out->length = 0;
    if (refusal != NULL)
        *refusal = (uriproof_refusal){NULL, 0, "rfc3986.syntax.no-double-slash"};
    return URIPROOF_INVALID;
}
