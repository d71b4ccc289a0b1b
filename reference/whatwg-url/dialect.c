/* SPDX-License-Identifier: MIT */
/* The URL Standard as a dialect: its table of operations. */
#include <uriproof/whatwg-url.h>

/* A username and a password cannot be null in the standard, so an empty one is absent. */
static uriproof_span absent_if_empty(uriproof_span part)
{
    return part.length > 0 ? part : (uriproof_span){NULL, 0};
}

static uriproof_components components_of(const uriproof_whatwg_url_record *url)
{
    return (uriproof_components){.scheme = url->scheme,
                                 .user = absent_if_empty(url->username),
                                 .password = absent_if_empty(url->password),
                                 .host = url->host,
                                 .port = url->port,
                                 .path = url->path,
                                 .query = url->query,
                                 .fragment = url->fragment};
}

static uriproof_verdict parse_into(uriproof_span text, uriproof_span base,
                                   const uriproof_services *services,
                                   const uriproof_readings *readings, uriproof_buffer *out,
                                   uriproof_span *written, uriproof_parts *parts,
                                   uriproof_refusal *refusal)
{
    uriproof_whatwg_url_record url;
    uriproof_whatwg_url_rejection rejection;
    const uriproof_verdict verdict =
        uriproof_whatwg_url_parse(text, base, services, out, &url, &rejection);
    (void)readings;
    if (verdict == URIPROOF_OK) {
        *written = url.href;
        *parts = (uriproof_parts){.has_components = true, .components = components_of(&url)};
    } else if (verdict != URIPROOF_NO_ROOM && refusal != NULL) {
        *refusal = (uriproof_refusal){rejection.state, rejection.offset, rejection.clause};
    }
    return verdict;
}

extern const uriproof_dialect uriproof_whatwg_url;
const uriproof_dialect uriproof_whatwg_url = {
    .name = "whatwg-url",
    .document = "URL Standard",
    .parse_into = parse_into,
    .room = uriproof_whatwg_url_room,
};
