/* SPDX-License-Identifier: MIT */
/* The URL Standard as a dialect: its table of operations. */
#include <uriproof/whatwg-url.h>

/* A username and a password cannot be null in the standard, so what the serializer does not write
   is absent: an empty password, and an empty username without a password. */
static uriproof_span present_if(bool is_written, uriproof_span part)
{
    return is_written ? part : (uriproof_span){NULL, 0};
}

static uriproof_components components_of(const uriproof_whatwg_url_record *url)
{
    bool has_password = url->password.length > 0;
    bool has_username = url->username.length > 0;
    return (uriproof_components){.scheme = url->scheme,
                                 .user = present_if(has_username || has_password, url->username),
                                 .password = present_if(has_password, url->password),
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
