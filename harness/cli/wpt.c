/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* tdestroy */
#include "wpt.h"

#include "base/base.h"

#include <search.h>
#include <stdlib.h>

/* ---- A serialized URL ---- */

/* A path that begins with two slashes has this before it, if there is no host. */
static const char path_dot[] = "/.";

static bool begins_with_two_slashes(uriproof_span path)
{
    return path.length >= 2 && path.octets[0] == '/' && path.octets[1] == '/';
}

static uriproof_span without_front(uriproof_span text, size_t count)
{
    return (uriproof_span){text.octets + count, text.length - count};
}

/* Divides the user information at its first colon. */
static void divide_credentials(uriproof_span userinfo, uriproof_components *parts)
{
    const char *colon = userinfo.length > 0 ? memchr(userinfo.octets, ':', userinfo.length) : NULL;
    parts->user = userinfo;
    if (colon == NULL)
        return;
    parts->user.length = (size_t)(colon - userinfo.octets);
    parts->password = without_front(userinfo, parts->user.length + 1);
}

uriproof_components wpt_divided(uriproof_span href)
{
    text_parts divided;
    parts_divide(href, &divided);
    const uriproof_span *at = divided.at;
    uriproof_components parts = {.scheme = at[TEXT_SCHEME],
                                 .host = at[TEXT_HOST],
                                 .port = at[TEXT_PORT],
                                 .path = at[TEXT_PATH],
                                 .query = at[TEXT_QUERY],
                                 .fragment = at[TEXT_FRAGMENT]};
    divide_credentials(at[TEXT_USERINFO], &parts);
    if (!uriproof_present(parts.host) && parts.path.length > 2 &&
        memcmp(parts.path.octets, path_dot, 2) == 0 &&
        begins_with_two_slashes(without_front(parts.path, 2)))
        parts.path = without_front(parts.path, 2);
    return parts;
}

void wpt_serialize(const uriproof_components *parts, octet_buffer *href)
{
    octet_buffer userinfo = {0}, path = {0};
    text_parts divided = {.at = {[TEXT_SCHEME] = parts->scheme,
                                 [TEXT_HOST] = parts->host,
                                 [TEXT_PORT] = parts->port,
                                 [TEXT_QUERY] = parts->query,
                                 [TEXT_FRAGMENT] = parts->fragment}};
    buffer_add(&userinfo, parts->user.octets, parts->user.length);
    if (parts->password.length > 0) {
        buffer_add(&userinfo, ":", 1);
        buffer_add(&userinfo, parts->password.octets, parts->password.length);
    }
    if (userinfo.length > 0)
        divided.at[TEXT_USERINFO] = (uriproof_span){userinfo.octets, userinfo.length};
    if (!uriproof_present(parts->host) && begins_with_two_slashes(parts->path))
        buffer_add(&path, path_dot, 2);
    buffer_add(&path, parts->path.octets, parts->path.length);
    divided.at[TEXT_PATH] = (uriproof_span){path.length > 0 ? path.octets : "", path.length};
    parts_compose(&divided, href);
    buffer_free(&path);
    buffer_free(&userinfo);
}

/* ---- Questions ---- */

uint64_t wpt_question(uriproof_span input, uriproof_span base)
{
    uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, uriproof_present(base) ? "1" : "0", 1);
    hash = octets_hash(hash, base.octets, base.length);
    hash = octets_hash(hash, "", 1);
    return octets_hash(hash, input.octets, input.length);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

bool wpt_questions_add(wpt_questions *questions, uint64_t question)
{
    uint64_t *kept = malloc(sizeof *kept);
    *kept = question;
    const uint64_t *const *place = tsearch(kept, &questions->tree, by_number);
    if (place != NULL && *place == kept)
        return true;
    if (place == NULL)
        uriproof_out_of_memory();
    free(kept);
    return false;
}

void wpt_questions_free(wpt_questions *questions)
{
    tdestroy(questions->tree, free);
    questions->tree = NULL;
}
