/* SPDX-License-Identifier: MIT */
#include "reduce.h"

#include <stdlib.h>
#include <string.h>

typedef struct reduction {
    bool (*shows)(void *self, const uriproof_request *request);
    void *self;
    uriproof_request best; /* its texts are in `octets` */
    size_t tries, octets;  /* how often `shows` was called, and with how many octets */
} reduction;

static bool is_over(const reduction *r)
{
    return r->tries >= REDUCE_MOST_TRIES || r->octets >= REDUCE_MOST_OCTETS;
}

static bool still_shows(reduction *r, const uriproof_request *request)
{
    if (is_over(r))
        return false;
    r->tries++;
    r->octets += request->field[0].length + request->field[1].length;
    return r->shows(r->self, request);
}

/* Leaves out `length` octets of a field, if what is left still shows it. */
static bool leave_out(reduction *r, size_t field, size_t at, size_t length)
{
    uriproof_span text = r->best.field[field];
    char *shorter = malloc(text.length + 1), *octets = (char *)text.octets;
    uriproof_request tried = r->best;
    memcpy(shorter, octets, at);
    memcpy(shorter + at, octets + at + length, text.length - at - length);
    tried.field[field] = (uriproof_span){shorter, text.length - length};
    bool shown = still_shows(r, &tried);
    if (shown) {
        memcpy(octets, shorter, text.length - length);
        r->best.field[field].length = text.length - length;
    }
    free(shorter);
    return shown;
}

/* Leaves out pieces of a field: halves, then quarters, down to single octets, until no octet can be
 * left out. Returns true if the field got shorter. */
static bool shorten(reduction *r, size_t field)
{
    size_t before = r->best.field[field].length, length = before;
    while (length > 0 && !is_over(r)) {
        bool any = false;
        for (size_t at = 0; at + length <= r->best.field[field].length;) {
            bool left_out = leave_out(r, field, at, length);
            any = any || left_out;
            at += left_out ? 0 : length;
        }
        length = any && length == 1 ? 1 : length / 2;
    }
    return r->best.field[field].length < before;
}

static char plainer(char octet)
{
    bool letter = (octet >= 'b' && octet <= 'z') || (octet >= 'A' && octet <= 'Z');
    bool digit = octet == '0' || (octet >= '2' && octet <= '9');
    return letter ? 'a' : digit ? '1' : octet;
}

/* Writes letters as `a` and digits as `1`, where it still shows. */
static void make_plain(reduction *r, size_t field)
{
    char *octets = (char *)r->best.field[field].octets;
    for (size_t i = 0; i < r->best.field[field].length; i++) {
        char before = octets[i];
        octets[i] = plainer(before);
        if (octets[i] != before && !still_shows(r, &r->best))
            octets[i] = before;
    }
}

char *reduce(const uriproof_request *request,
             bool (*shows)(void *self, const uriproof_request *request), void *self,
             uriproof_request *smaller)
{
    size_t first = request->field[0].length, second = request->field[1].length;
    char *octets = malloc(first + second + 1);
    reduction r = {.shows = shows, .self = self, .best = *request};
    memcpy(octets, request->field[0].octets, first);
    r.best.field[0].octets = octets;
    if (uriproof_present(request->field[1])) {
        memcpy(octets + first, request->field[1].octets, second);
        r.best.field[1].octets = octets + first;
    }
    bool any = true;
    while (any) {
        any = shorten(&r, 0);
        any = (uriproof_present(r.best.field[1]) && shorten(&r, 1)) || any;
    }
    make_plain(&r, 0);
    if (uriproof_present(r.best.field[1]))
        make_plain(&r, 1);
    *smaller = r.best;
    return octets;
}
