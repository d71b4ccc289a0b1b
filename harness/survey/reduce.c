/* SPDX-License-Identifier: MIT */
#include "reduce.h"

#include <stdlib.h>
#include <string.h>

/* ---- Leaving out ---- */

/* Pieces of a text are left out: halves, then quarters, down to single octets, until no octet can
 * be left out. */
static void begin_text(reduction *r, size_t field)
{
    r->field = field;
    r->at = 0;
    r->before = r->length = r->best.field[field].length;
    r->any = false;
}

/* Goes on to the other text; after it to the first again, until none gets shorter. */
static void end_text(reduction *r)
{
    r->any_shorter = r->any_shorter || r->best.field[r->field].length < r->before;
    if (r->field == 0 && uriproof_present(r->best.field[1])) {
        begin_text(r, 1);
        return;
    }
    r->makes_plain = !r->any_shorter;
    r->any_shorter = false;
    begin_text(r, 0);
}

static void leave_out(reduction *r, uriproof_request *tried)
{
    const uriproof_span text = r->best.field[r->field];
    memcpy(r->shorter, text.octets, r->at);
    memcpy(r->shorter + r->at, text.octets + r->at + r->length, text.length - r->at - r->length);
    *tried = r->best;
    tried->field[r->field] = (uriproof_span){r->shorter, text.length - r->length};
}

/* Finds the next piece to leave out. Returns false if all texts are done. */
static bool next_shorter(reduction *r, uriproof_request *tried)
{
    while (!r->makes_plain) {
        if (r->length == 0) {
            end_text(r);
        } else if (r->at + r->length <= r->best.field[r->field].length) {
            leave_out(r, tried);
            return true;
        } else {
            r->length = r->any && r->length == 1 ? 1 : r->length / 2;
            r->at = 0;
            r->any = false;
        }
    }
    return false;
}

static void tell_shorter(reduction *r, bool shows)
{
    uriproof_span *text = &r->best.field[r->field];
    if (shows) {
        text->length -= r->length;
        memcpy((char *)text->octets, r->shorter, text->length);
    }
    r->any = r->any || shows;
    r->at += shows ? 0 : r->length;
}

/* ---- Plain octets ---- */

static char plainer(char octet)
{
    bool letter = (octet >= 'b' && octet <= 'z') || (octet >= 'A' && octet <= 'Z');
    bool digit = octet == '0' || (octet >= '2' && octet <= '9');
    return letter ? 'a' : digit ? '1' : octet;
}

/* Writes the next letter as `a`, the next digit as `1`. Returns false if there is none left. */
static bool next_plainer(reduction *r, uriproof_request *tried)
{
    for (; r->field < 2 && uriproof_present(r->best.field[r->field]); r->field++, r->at = 0) {
        char *octets = (char *)r->best.field[r->field].octets;
        for (; r->at < r->best.field[r->field].length; r->at++) {
            r->kept = octets[r->at];
            octets[r->at] = plainer(r->kept);
            if (octets[r->at] == r->kept)
                continue;
            *tried = r->best;
            return true;
        }
    }
    return false;
}

static void tell_plainer(reduction *r, bool shows)
{
    if (!shows)
        ((char *)r->best.field[r->field].octets)[r->at] = r->kept;
    r->at++;
}

/* ---- Step by step ---- */

reduction reduction_begin(const uriproof_request *request)
{
    const size_t first = request->field[0].length, second = request->field[1].length;
    reduction r = {.best = *request,
                   .octets = malloc(first + second + 1),
                   .shorter = malloc(first + second + 1)};
    memcpy(r.octets, request->field[0].octets, first);
    r.best.field[0].octets = r.octets;
    if (uriproof_present(request->field[1])) {
        memcpy(r.octets + first, request->field[1].octets, second);
        r.best.field[1].octets = r.octets + first;
    }
    begin_text(&r, 0);
    return r;
}

bool reduction_next(reduction *r, uriproof_request *tried)
{
    if (r->tries >= REDUCE_MOST_TRIES || r->in_octets >= REDUCE_MOST_OCTETS ||
        !(next_shorter(r, tried) || next_plainer(r, tried)))
        return false;
    r->tries++;
    r->in_octets += tried->field[0].length + tried->field[1].length;
    return true;
}

void reduction_tell(reduction *r, bool shows)
{
    if (r->makes_plain)
        tell_plainer(r, shows);
    else
        tell_shorter(r, shows);
}

void reduction_free(reduction *r)
{
    free(r->octets);
    free(r->shorter);
}

char *reduce(const uriproof_request *request,
             bool (*shows)(void *self, const uriproof_request *request), void *self,
             uriproof_request *smaller)
{
    reduction r = reduction_begin(request);
    uriproof_request tried;
    while (reduction_next(&r, &tried))
        reduction_tell(&r, shows(self, &tried));
    *smaller = r.best;
    free(r.shorter);
    return r.octets;
}
