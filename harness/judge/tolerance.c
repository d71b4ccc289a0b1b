/* SPDX-License-Identifier: MIT */
#include "tolerance.h"

#include <stdlib.h>
#include <string.h>

/* ---- Forms of a text that differ by techniques of normalization alone ---- */

/* A text that is owned. */
typedef struct form {
    char *octets;
    uriproof_span text; /* absent if there is no such form */
} form;

static void form_free(form *f)
{
    free(f->octets);
    *f = (form){NULL, {NULL, 0}};
}

/* Decodes the escapes of unreserved characters in `text`, and writes all other escapes in upper
 * case. The text need not match the grammar. */
static form form_undone(uriproof_span text)
{
    form f = {NULL, {NULL, 0}};
    if (!uriproof_present(text))
        return f;
    f.octets = malloc(text.length + 1);
    f.text = (uriproof_span){f.octets, undo_unreserved(text, f.octets)};
    return f;
}

/* Removes the port if it is the default of the scheme, as RFC 3986, 6.2.3, does. The RFC names the
 * port of http alone, but a parser that knows those of other schemes is right too. */
static void cut_default_port(const uriproof_dialect *dialect, const uriproof_readings *readings,
                             form *f)
{
    uriproof_parts parts = {0};
    if (!dialect->parse(f->text, readings, &parts, NULL) || !parts.has_components)
        return;
    uriproof_span port = parts.components.port;
    if (!uriproof_present(port) || !port_is_default(parts.components.scheme, port))
        return;
    char *colon = f->octets + (port.octets - f->octets) - 1;
    const char *after = port.octets + port.length, *end = f->octets + f->text.length;
    memmove(colon, after, (size_t)(end - after));
    f->text.length -= port.length + 1;
}

/* Returns `text` after the `techniques` of `dialect` (bit i is techniques[i]). The result is absent
 * if the text does not match the grammar, or if the readings reject the result. */
static form form_by(const uriproof_dialect *dialect, const uriproof_readings *readings,
                    uriproof_span text, unsigned techniques)
{
    form f = {NULL, {NULL, 0}};
    if (dialect->normalize_by == NULL || !uriproof_present(text))
        return f;
    uriproof_buffer out = {.capacity = 3 * text.length + 16};
    out.octets = f.octets = malloc(out.capacity);
    if (dialect->normalize_by(text, techniques, readings, &out, NULL) != URIPROOF_OK)
        return f;
    f.text = (uriproof_span){out.octets, out.length};
    for (size_t i = 0; i < dialect->technique_count; i++)
        if ((techniques >> i & 1U) != 0 && dialect->techniques[i].removes_port)
            cut_default_port(dialect, readings, &f);
    return f;
}

/* Returns true if both forms are there and are the same. Frees them. */
static bool are_same(form one, form two)
{
    bool same = uriproof_present(one.text) && uriproof_span_equal(one.text, two.text);
    form_free(&one);
    form_free(&two);
    return same;
}

/* Returns true if the techniques make both texts the same. */
static bool form_same_by(const uriproof_dialect *dialect, const uriproof_readings *readings,
                         unsigned techniques, uriproof_span a, uriproof_span b)
{
    return are_same(form_by(dialect, readings, a, techniques),
                    form_by(dialect, readings, b, techniques));
}

/* Returns the techniques that the dialect permits on the result of a resolution. */
static unsigned form_techniques_of_results(const uriproof_dialect *dialect)
{
    unsigned techniques = 0;
    for (size_t i = 0; i < dialect->technique_count; i++)
        if (dialect->techniques[i].of_results)
            techniques |= 1U << i;
    return techniques;
}

/* Returns true if the results of a resolution are the same up to these techniques. In a text that
 * does not match the grammar only escapes can be undone. */
static bool form_same_result(const uriproof_dialect *dialect, uriproof_span a, uriproof_span b)
{
    static const uriproof_readings defaults = {{0}};
    unsigned techniques = form_techniques_of_results(dialect);
    return uriproof_span_equal(a, b) ||
           (techniques != 0 && (form_same_by(dialect, &defaults, techniques, a, b) ||
                                are_same(form_undone(a), form_undone(b))));
}

/* ---- Readings ---- */

bool is_silent_for_all(const uriproof_dialect *dialect, const uriproof_readings *readings,
                       const uriproof_request *request)
{
    bool of_uris = request->op == URIPROOF_NORMALIZE || request->op == URIPROOF_EQUIVALENT ||
                   request->op == URIPROOF_RESOLVE;
    if (!of_uris)
        return true;
    return uriproof_accepts(dialect, readings, request->field[0], NULL) &&
           (request->op != URIPROOF_EQUIVALENT ||
            uriproof_accepts(dialect, readings, request->field[1], NULL));
}

/* Adds the clauses of the `techniques`, each once. Techniques of one clause are neighbours in the
 * table. */
static void name_clauses(const uriproof_dialect *dialect, unsigned techniques, judgement *j)
{
    const char *before = " ", *last = "";
    for (size_t i = 0; i < dialect->technique_count; i++) {
        const char *clause = dialect->techniques[i].clause;
        if ((techniques >> i & 1U) == 0 || strcmp(clause, last) == 0)
            continue;
        judgement_say(j, "%s%s", before, clause);
        before = ", ";
        last = clause;
    }
}

static bool is_departure(const uriproof_dialect *dialect, uriproof_op op,
                         const uriproof_alternate *alternate)
{
    for (size_t i = 0; i < alternate->set_count; i++)
        if (alternate->set[i].value != 0 &&
            uriproof_is_departure(&dialect->readings[alternate->set[i].reading], op))
            return true;
    return false;
}

bool next_alternate(const uriproof_dialect *dialect, const uriproof_vector *vector,
                    const uriproof_alternate **alternate)
{
    do
        *alternate = *alternate != NULL ? (*alternate)->next : vector->alternates;
    while (*alternate != NULL && is_departure(dialect, vector->request.op, *alternate));
    return *alternate != NULL;
}

typedef bool (*holds_under)(const tolerance_case *c, const uriproof_readings *readings,
                            judgement *j);

/* Returns true if `holds` returns true under the readings in force, or after a change of one
 * reading: the specification does not say which value is right. */
static bool holds_under_some(const tolerance_case *c, holds_under holds, judgement *j)
{
    const uriproof_dialect *dialect = c->terms->dialect;
    uriproof_readings other;
    if (holds(c, c->terms->readings, j))
        return true;
    for (size_t step = 0;
         next_readings(dialect, c->vector->request.op, c->terms->readings, &step, &other);)
        if (holds(c, &other, j)) {
            size_t i = changed_reading(dialect, c->terms->readings, &other);
            judgement_say(j, ", under %s=%s", dialect->readings[i].id,
                          dialect->readings[i].values[other.value[i]]);
            return true;
        }
    return false;
}

/* ---- Results of resolving ---- */

/* Returns true if the given answer has this `result`. If both have a text, their statuses are not
 * compared: whether the text matches the grammar is a question for `parse`. */
static bool is_given(const tolerance_case *c, const uriproof_answer *result)
{
    if (result->status == ANSWER_UNDEFINED || result->status == ANSWER_UNSUPPORTED)
        return false;
    if (!uriproof_present(c->given->result))
        return c->given->status != ANSWER_ACCEPTED && result->status != ANSWER_ACCEPTED;
    return uriproof_present(result->result) &&
           form_same_result(c->terms->dialect, result->result, c->given->result);
}

static bool resolves_so(const tolerance_case *c, const uriproof_readings *readings,
                        uriproof_span base, uriproof_span ref)
{
    uriproof_request resolve = {URIPROOF_RESOLVE, {base, ref}};
    uriproof_scratch full = {0};
    uriproof_answer resolved;
    uriproof_ask(c->terms->dialect, readings, &resolve, &full, &resolved);
    bool so = is_given(c, &resolved);
    uriproof_scratch_free(&full);
    return so;
}

/* Tries the reference as it is. Then tries it with its escapes of unreserved characters decoded,
 * which 2.4 permits at any time: `%2E` is then a dot. */
static bool resolves_with_either_reference(const tolerance_case *c,
                                           const uriproof_readings *readings, uriproof_span base)
{
    uriproof_span ref = c->vector->request.field[1];
    if (resolves_so(c, readings, base, ref))
        return true;
    form undone = form_undone(ref);
    bool so = uriproof_present(undone.text) && !uriproof_span_equal(undone.text, ref) &&
              resolves_so(c, readings, base, undone.text);
    form_free(&undone);
    return so;
}

/* Returns the `techniques` that are needed to make `made` of the base. */
static unsigned needed_techniques(const tolerance_case *c, const uriproof_readings *readings,
                                  unsigned techniques, uriproof_span made)
{
    unsigned needed = techniques;
    for (unsigned bit = 1; bit <= techniques; bit <<= 1) {
        form without =
            form_by(c->terms->dialect, readings, c->vector->request.field[0], techniques & ~bit);
        if (uriproof_span_equal(without.text, made))
            needed &= ~bit;
        form_free(&without);
    }
    return needed;
}

static bool resolves_from_form(const tolerance_case *c, const uriproof_readings *readings,
                               unsigned techniques, judgement *j)
{
    uriproof_span base = c->vector->request.field[0];
    form made = form_by(c->terms->dialect, readings, base, techniques);
    bool so = uriproof_present(made.text) && !uriproof_span_equal(made.text, base) &&
              resolves_with_either_reference(c, readings, made.text);
    if (so) {
        judgement_say(j, "so it is with the base normalized first, which is optional:");
        name_clauses(c->terms->dialect, needed_techniques(c, readings, techniques, made.text), j);
    }
    form_free(&made);
    return so;
}

/* Tries the base after each subset of the techniques. Techniques that may also be used on a result
 * are not tried one by one, since results are compared up to these techniques. */
static bool resolves_from_some_form(const tolerance_case *c, const uriproof_readings *readings,
                                    judgement *j)
{
    const uriproof_dialect *dialect = c->terms->dialect;
    unsigned free_ones = form_techniques_of_results(dialect);
    unsigned all = (1U << dialect->technique_count) - 1, others = all & ~free_ones;
    if (resolves_with_either_reference(c, readings, c->vector->request.field[0])) {
        judgement_say(
            j, "so it is by case, escapes of unreserved characters or scheme, which are optional");
        return true;
    }
    /* Each subset of `others`: the next is the one before, less one, in these bits. */
    for (unsigned subset = 0;; subset = (subset - others) & others) {
        if ((subset != 0 && resolves_from_form(c, readings, subset, j)) ||
            resolves_from_form(c, readings, subset | free_ones, j))
            return true;
        if (subset == others)
            return false;
    }
}

/* Tries the answers that the vector lists for other readings. An entry of the list may set two
 * readings at once. */
static bool is_given_under_a_listed_reading(const tolerance_case *c, judgement *j)
{
    for (const uriproof_alternate *alternate = NULL;
         next_alternate(c->terms->dialect, c->vector, &alternate);)
        if (is_given(c, alternate->expect)) {
            judgement_say(j, "so it is under another reading, by case, escapes or scheme");
            return true;
        }
    return false;
}

static uriproof_outcome tolerance_of_resolve(const tolerance_case *c, judgement *j)
{
    const uriproof_answer *expected = c->expected, *given = c->given;
    if (uriproof_present(given->result) && uriproof_span_equal(expected->result, given->result)) {
        judgement_say(j, "the same text; whether it matches is a question of the grammar");
        return URIPROOF_ACCEPTABLE;
    }
    if (c->terms->dialect->normalize_by == NULL || !c->terms->dialect->base_may_be_normalized)
        return URIPROOF_OUTCOME_COUNT;
    bool so =
        is_given_under_a_listed_reading(c, j) || holds_under_some(c, resolves_from_some_form, j);
    return so ? URIPROOF_ACCEPTABLE : URIPROOF_OUTCOME_COUNT;
}

/* ---- Normal forms ---- */

static bool matches_grammar(const tolerance_case *c, uriproof_span text)
{
    return uriproof_accepts(c->terms->dialect, c->terms->readings, text, NULL);
}

/* Returns the techniques that would still change the given form, and not the expected one. */
static unsigned undone_techniques(const tolerance_case *c)
{
    const uriproof_dialect *dialect = c->terms->dialect;
    unsigned undone = 0;
    for (unsigned i = 0; i < dialect->technique_count; i++) {
        form expected = form_by(dialect, c->terms->readings, c->expected->result, 1U << i);
        form given = form_by(dialect, c->terms->readings, c->given->result, 1U << i);
        if (uriproof_span_equal(expected.text, c->expected->result) &&
            uriproof_present(given.text) && !uriproof_span_equal(given.text, c->given->result))
            undone |= 1U << i;
        form_free(&expected);
        form_free(&given);
    }
    return undone;
}

/* Returns true if both texts become the same by all techniques, or by all but one. */
static bool is_equivalent(const tolerance_case *c, const uriproof_readings *readings, judgement *j)
{
    const uriproof_dialect *dialect = c->terms->dialect;
    unsigned all = (1U << dialect->technique_count) - 1;
    (void)j;
    for (unsigned without = 0, i = 0; i <= dialect->technique_count; without = 1U << i++) {
        unsigned techniques = all & ~without;
        if (form_same_by(dialect, readings, techniques, c->vector->request.field[0],
                         c->given->result) ||
            form_same_by(dialect, readings, techniques, c->expected->result, c->given->result))
            return true;
    }
    return false;
}

/* Judges by the techniques of the dialect: RFC 3986, 6.2, requires none of them. */
static uriproof_outcome tolerance_by_techniques(const tolerance_case *c, judgement *j)
{
    if (!holds_under_some(c, is_equivalent, j))
        return URIPROOF_OUTCOME_COUNT;
    unsigned undone = undone_techniques(c);
    j->detail[0] = '\0';
    if (undone == 0) {
        judgement_say(j, "equivalent, in a normal form that the text permits");
        return URIPROOF_ACCEPTABLE;
    }
    judgement_say(j, "equivalent, and leaves undone");
    name_clauses(c->terms->dialect, undone, j);
    return URIPROOF_INCOMPLETE;
}

/* Judges by identity, since the canonical form is only recommended. The detail has the clauses of
 * the vector, since the parser did not apply some of them. */
static uriproof_outcome tolerance_by_identity(const tolerance_case *c, judgement *j)
{
    uriproof_request request = {URIPROOF_EQUIVALENT, {c->expected->result, c->given->result}};
    uriproof_scratch scratch = {0};
    uriproof_answer answer;
    uriproof_ask(c->terms->dialect, c->terms->readings, &request, &scratch, &answer);
    uriproof_outcome outcome = URIPROOF_OUTCOME_COUNT;
    if (answer.status == ANSWER_UNDEFINED &&
        is_silent_for_all(c->terms->dialect, c->terms->readings, &request)) {
        judgement_say(
            j, "the specification does not say whether it is identical with the expected one");
        outcome = URIPROOF_UNDEFINED;
    } else if (answer.status == ANSWER_ACCEPTED && answer.equal) {
        judgement_say(j, "identical, and leaves undone some of:");
        const char *before = " ";
        const uriproof_group *group = c->vector->group; /* a question without a vector has none */
        const char *const *clause = group != NULL ? group->obeys : NULL;
        for (; clause != NULL && *clause != NULL; clause++, before = ", ")
            judgement_say(j, "%s%s", before, *clause);
        if (strcmp(before, " ") == 0)
            judgement_say(j, " the canonical form");
        outcome = URIPROOF_INCOMPLETE;
    }
    uriproof_scratch_free(&scratch);
    return outcome;
}

/* A normal form that is rejected only because its path looks like an authority has a text too. A
 * parser that gives the same text follows the words as printed. */
static uriproof_outcome tolerance_of_normalize(const tolerance_case *c, judgement *j)
{
    if (!uriproof_present(c->expected->result) || c->given->status != ANSWER_ACCEPTED)
        return URIPROOF_OUTCOME_COUNT;
    if (uriproof_span_equal(c->expected->result, c->given->result)) {
        judgement_say(j, "the same text, as printed; without an authority no path begins so");
        return URIPROOF_ACCEPTABLE;
    }
    if (!matches_grammar(c, c->given->result))
        return URIPROOF_OUTCOME_COUNT;
    if (c->terms->dialect->normalize_by != NULL)
        return tolerance_by_techniques(c, j);
    return c->terms->dialect->any_identical_form && c->expected->status == ANSWER_ACCEPTED
               ? tolerance_by_identity(c, j)
               : URIPROOF_OUTCOME_COUNT;
}

/* ---- Comparisons ---- */

/* Tolerates that two texts are not found equivalent, unless they are the same octets. */
static uriproof_outcome tolerance_of_equivalent(const tolerance_case *c, judgement *j)
{
    const uriproof_span *asked = c->vector->request.field;
    bool missed = c->expected->status == ANSWER_ACCEPTED && c->given->status == ANSWER_ACCEPTED &&
                  c->expected->equal && !c->given->equal &&
                  !uriproof_span_equal(asked[0], asked[1]);
    if (!missed || !c->terms->dialect->comparison_may_miss)
        return URIPROOF_OUTCOME_COUNT;
    judgement_say(j, "the text permits a comparison that finds fewer equivalent");
    return URIPROOF_ACCEPTABLE;
}

uriproof_outcome tolerance_of(const tolerance_case *c, judgement *j)
{
    switch (c->vector->request.op) {
    case URIPROOF_RESOLVE:
        return tolerance_of_resolve(c, j);
    case URIPROOF_NORMALIZE:
        return tolerance_of_normalize(c, j);
    case URIPROOF_EQUIVALENT:
        return tolerance_of_equivalent(c, j);
    default:
        return URIPROOF_OUTCOME_COUNT;
    }
}
