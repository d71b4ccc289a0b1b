/* SPDX-License-Identifier: MIT */
/*
 * Checks each dialect whose parts are written (`parse_into`). A text is asked for with exactly the
 * room that reference.h requires, and gets the same answer twice; with an octet less there is no
 * answer. The parts lie in what is written. What is written is accepted, and is written again so;
 * with a base, too. A service that is missing makes an answer undefined, and no other.
 */
#include "input.h"

#include <stdlib.h>
#include <string.h>

/* A text that was asked for once, and what was said. */
typedef struct writing {
    uriproof_buffer out;
    uriproof_span written;
    uriproof_parts parts;
    uriproof_verdict verdict;
    uriproof_refusal refusal;
} writing;

static writing ask(const fuzz_input *input, uriproof_span text, uriproof_span base, size_t missing)
{
    const uriproof_dialect *dialect = input->dialect;
    const size_t room = dialect->room(text.length, base.length, NULL) - missing;
    writing w = {.out = {fuzz_allocate(room), room, 0}};
    w.verdict = dialect->parse_into(text, base, NULL, &input->readings, &w.out, &w.written,
                                    &w.parts, &w.refusal);
    return w;
}

static void forget(writing *w)
{
    free(w->out.octets);
}

static bool lies_in(uriproof_span part, uriproof_span whole)
{
    return !uriproof_present(part) || (part.octets >= whole.octets &&
                                       part.octets + part.length <= whole.octets + whole.length);
}

static bool lie_in(const uriproof_components *c, uriproof_span whole)
{
    const uriproof_span parts[] = {c->scheme, c->userinfo, c->user,  c->password, c->host,
                                   c->port,   c->path,     c->query, c->fragment};
    size_t i = 0;
    while (i < sizeof parts / sizeof *parts && lies_in(parts[i], whole))
        i++;
    return i == sizeof parts / sizeof *parts;
}

static bool is_same(const writing *a, const writing *b)
{
    if (a->verdict != b->verdict)
        return false;
    return a->verdict == URIPROOF_OK ? uriproof_span_equal(a->written, b->written)
                                     : a->refusal.offset == b->refusal.offset &&
                                           strcmp(a->refusal.clause, b->refusal.clause) == 0;
}

/* Checks what is written of a text: it is the URL that it was, whatever the base. */
static void check_written(const fuzz_input *input, const writing *w, uriproof_span base)
{
    writing again = ask(input, w->written, (uriproof_span){NULL, 0}, 0);
    fuzz_require(w->out.length <= w->out.capacity && lie_in(&w->parts.components, w->written),
                 "the parts lie in what is written", input);
    fuzz_require(is_same(w, &again), "what is written is written again so", input);
    forget(&again);
    again = ask(input, w->written, base, 0);
    fuzz_require(again.verdict != URIPROOF_OK || is_same(w, &again),
                 "what is written has a scheme, so that no base changes it", input);
    forget(&again);
}

static void check(const fuzz_input *input, uriproof_span text, uriproof_span base)
{
    writing w = ask(input, text, base, 0), again = ask(input, text, base, 0);
    writing less = ask(input, text, base, 1);
    fuzz_require(w.verdict != URIPROOF_NO_ROOM, "the room is enough", input);
    fuzz_require(is_same(&w, &again), "asked again, the answer is the same", input);
    fuzz_require(less.verdict == URIPROOF_NO_ROOM, "an octet less is too little", input);
    if (w.verdict == URIPROOF_OK)
        check_written(input, &w, base);
    else
        fuzz_require(w.refusal.clause != NULL && w.refusal.offset <= text.length + base.length,
                     "a rejection has a clause, and lies in the text or the base", input);
    forget(&w);
    forget(&again);
    forget(&less);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uriproof_span nothing = {NULL, 0};
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count; i++) {
        if (dialects[i]->parse_into == NULL)
            continue;
        fuzz_input input = fuzz_input_read(dialects[i], data, size, FUZZ_TWO_TEXTS);
        check(&input, input.text, nothing);
        if (uriproof_present(input.second))
            check(&input, input.second, input.text);
        fuzz_input_free(&input);
    }
    return 0;
}
