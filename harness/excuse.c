/* SPDX-License-Identifier: MIT */
#include "excuse.h"

#include <stdlib.h>

/* ---- Escapes of unreserved characters, undone ---- */

/* A text that is owned. */
typedef struct undone {
    char *octets;
    uriproof_span text; /* absent where memory was out, or where the text was */
} undone;

static undone undo(uriproof_span text)
{
    undone u = {NULL, {NULL, 0}};
    if (!uriproof_present(text))
        return u;
    u.octets = malloc(text.length + 1);
    if (u.octets != NULL)
        u.text = (uriproof_span){u.octets, undo_unreserved(text, u.octets)};
    return u;
}

/* ---- Results ---- */

/* Two results, the same up to what the adapter declares, and to the escapes that the dialect lets
 * anyone undo. */
static bool same_result(const excuse_case *c, uriproof_span expected, uriproof_span given)
{
    if (uriproof_span_equal(expected, given) ||
        texts_match(c->dialect, c->readings, expected, given, c->gives))
        return true;
    if (!c->dialect->unreserved_may_be_decoded)
        return false;
    undone e = undo(expected), g = undo(given);
    bool same = uriproof_present(e.text) && uriproof_present(g.text) &&
                (uriproof_span_equal(e.text, g.text) ||
                 texts_match(c->dialect, c->readings, e.text, g.text, c->gives));
    free(e.octets);
    free(g.octets);
    return same;
}

/* Is what was given the full form of `ref` in the context `base`? */
static bool resolves_so(const excuse_case *c, const uriproof_readings *readings, uriproof_span base,
                        uriproof_span ref)
{
    uriproof_request resolve = {URIPROOF_RESOLVE, {base, ref}};
    uriproof_scratch full = {0};
    uriproof_answer resolved = {0};
    if (!uriproof_present(base) || !uriproof_present(ref))
        return false;
    uriproof_ask(c->dialect, readings, &resolve, &full, &resolved);
    bool same = resolved.valid && same_result(c, resolved.result, c->given->result);
    uriproof_scratch_free(&full);
    return same;
}

typedef bool (*holds_under)(const excuse_case *c, const uriproof_readings *readings);

/* So under the readings in force, or with another value of any one of them: the text does not say
 * which. A departure excuses nobody. */
static bool holds_under_some(const excuse_case *c, holds_under holds)
{
    if (holds(c, c->readings))
        return true;
    for (size_t i = 0; i < c->dialect->reading_count; i++) {
        const uriproof_reading *reading = &c->dialect->readings[i];
        for (unsigned char value = 0;
             !reading->departure && value < 4 && reading->values[value] != NULL; value++) {
            uriproof_readings other = *c->readings;
            other.value[i] = value;
            if (holds(c, &other))
                return true;
        }
    }
    return false;
}

/* With the escapes undone before anything is resolved: `%2E` is then a dot. */
static bool resolves_from_undone(const excuse_case *c, const uriproof_readings *readings)
{
    undone base = undo(c->request->field[0]), ref = undo(c->request->field[1]);
    bool so = resolves_so(c, readings, base.text, ref.text);
    free(base.octets);
    free(ref.octets);
    return so;
}

/* With the base in the normal form that `readings` give. */
static bool resolves_from_normal(const excuse_case *c, const uriproof_readings *readings)
{
    uriproof_request normalize = {URIPROOF_NORMALIZE, {c->request->field[0]}};
    uriproof_scratch base = {0};
    uriproof_answer normal;
    uriproof_ask(c->dialect, readings, &normalize, &base, &normal);
    bool so = normal.valid && resolves_so(c, c->readings, normal.result, c->request->field[1]);
    if (normal.valid && !so && c->dialect->unreserved_may_be_decoded) {
        undone ref = undo(c->request->field[1]);
        so = resolves_so(c, c->readings, normal.result, ref.text);
        free(ref.octets);
    }
    uriproof_scratch_free(&base);
    return so;
}

static const char *excuse_of_resolved(const excuse_case *c)
{
    const uriproof_answer *expected = c->expected, *given = c->given;
    if (expected->valid != given->valid)
        return uriproof_present(given->result) &&
                       uriproof_span_equal(expected->result, given->result)
                   ? "the same text; whether it derives is a question of the grammar"
                   : NULL;
    if (!expected->valid)
        return NULL;
    if (c->dialect->unreserved_may_be_decoded && (same_result(c, expected->result, given->result) ||
                                                  holds_under_some(c, resolves_from_undone)))
        return "so it is with escapes of unreserved characters undone, which the text permits";
    if (c->dialect->base_may_be_normalized && holds_under_some(c, resolves_from_normal))
        return "so it is with the base in its normal form, which the text permits";
    return NULL;
}

/* ---- The other operations ---- */

/* The form `given` where `expected` is the canonical one. */
static const char *excuse_of_form(const excuse_case *c)
{
    if (!c->dialect->any_identical_form || !c->expected->valid || !c->given->valid)
        return NULL;
    uriproof_request request = {URIPROOF_EQUIVALENT, {c->expected->result, c->given->result}};
    uriproof_scratch scratch = {0};
    uriproof_answer answer;
    uriproof_ask(c->dialect, c->readings, &request, &scratch, &answer);
    const char *excuse = NULL;
    if (answer.silent)
        excuse = "the specification does not say whether it is identical with the expected one";
    else if (answer.valid && answer.equal)
        excuse = "identical with the expected one, in a form that the text lets be";
    uriproof_scratch_free(&scratch);
    return excuse;
}

/* Two that are equivalent, and not octet for octet the same, were not found so. */
static const char *excuse_of_comparison(const excuse_case *c)
{
    bool missed = c->expected->valid && c->given->valid && c->expected->equal && !c->given->equal &&
                  !uriproof_span_equal(c->request->field[0], c->request->field[1]);
    return missed && c->dialect->comparison_may_miss
               ? "the text permits a comparison that finds fewer equivalent"
               : NULL;
}

const char *excuse_of(const excuse_case *c)
{
    switch (c->request->op) {
    case URIPROOF_RESOLVE:
        return excuse_of_resolved(c);
    case URIPROOF_NORMALIZE:
        return excuse_of_form(c);
    case URIPROOF_EQUIVALENT:
        return excuse_of_comparison(c);
    default:
        return NULL;
    }
}
