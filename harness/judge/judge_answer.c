/* SPDX-License-Identifier: MIT */
#include "judge_answer.h"

#include "match.h"
#include "tolerance.h"

#include <stdio.h>
#include <string.h>

/* Compares encoded texts. A program may escape more octets than necessary, so a text that differs
 * from the expected one may be right too. */
static bool encoded_equal(const judge_terms *terms, uriproof_span text, uriproof_span expected,
                          uriproof_span given)
{
    return uriproof_span_equal(expected, given) ||
           (!terms->exact && terms->dialect->encodes(given, text, terms->readings));
}

/* Returns true if the answer is the expected one, perhaps up to transforms. Sets *needed to the
 * transforms that were needed. Transforms apply to parts only: a whole text must be the same. */
static bool matches(const judge_terms *terms, const uriproof_request *request,
                    const uriproof_answer *expected, const uriproof_answer *given,
                    transform_set *needed)
{
    static const transform_set nothing = {{0}};
    *needed = nothing;
    bool both = expected->status == ANSWER_ACCEPTED && given->status == ANSWER_ACCEPTED;
    if (request->op == URIPROOF_PARSE && both)
        return parts_match(&expected->parts, &given->parts,
                           terms->exact ? &nothing : terms->transforms, needed);
    if (request->op == URIPROOF_ENCODE && both)
        return encoded_equal(terms, request->field[0], expected->result, given->result);
    return uriproof_answer_matches(request->op, expected, given);
}

/* Returns true if the answer, which agrees, is also word for word the expected one. A program that
 * encodes has a choice, and so has one that divides an authority that the dialect leaves whole. */
static bool is_plain(const uriproof_request *request, const uriproof_answer *expected,
                     const uriproof_answer *given)
{
    if (given->status != ANSWER_ACCEPTED)
        return true;
    if (request->op == URIPROOF_ENCODE)
        return uriproof_span_equal(expected->result, given->result);
    return request->op != URIPROOF_PARSE || parts_divided_alike(&expected->parts, &given->parts);
}

/* ---- What is said of it ---- */

static void name_transforms(const transform_set *needed, judgement *j)
{
    if (transform_none(needed))
        return;
    judgement_say(j, j->detail[0] != '\0' ? ", up to " : "up to ");
    size_t used = strlen(j->detail);
    transform_words(needed, j->detail + used, sizeof j->detail - used);
}

static void name_readings(const uriproof_dialect *dialect, const uriproof_alternate *alternate,
                          judgement *j)
{
    for (size_t i = 0; i < alternate->set_count; i++) {
        const uriproof_reading *reading = &dialect->readings[alternate->set[i].reading];
        judgement_say(j, " %s=%s", reading->id, reading->values[alternate->set[i].value]);
    }
}

/* ---- Other readings ---- */

static uriproof_readings under_alternate(const judge_terms *terms,
                                         const uriproof_alternate *alternate)
{
    uriproof_readings readings = *terms->readings;
    for (size_t i = 0; i < alternate->set_count; i++)
        readings.value[alternate->set[i].reading] = alternate->set[i].value;
    return readings;
}

static bool matches_under(const judge_terms *terms, const uriproof_readings *readings,
                          const uriproof_request *request, const uriproof_answer *expected,
                          const uriproof_answer *given, transform_set *needed)
{
    judge_terms under = *terms;
    under.readings = readings;
    return matches(&under, request, expected, given, needed);
}

/* Returns true if the answer is right under another reading than the one in force. */
static bool is_acceptable(const judge_terms *terms, const uriproof_vector *vector,
                          const uriproof_answer *expected, const uriproof_answer *given,
                          judgement *j)
{
    static const uriproof_readings defaults = {{0}};
    transform_set needed;
    if (expected != vector->expect &&
        matches_under(terms, &defaults, &vector->request, vector->expect, given, &needed)) {
        judgement_say(j, "agrees under the default readings");
        name_transforms(&needed, j);
        return true;
    }
    for (const uriproof_alternate *alternate = NULL;
         next_alternate(terms->dialect, vector, &alternate);) {
        const uriproof_readings readings = under_alternate(terms, alternate);
        if (!matches_under(terms, &readings, &vector->request, alternate->expect, given, &needed))
            continue;
        judgement_say(j, "agrees under");
        name_readings(terms->dialect, alternate, j);
        name_transforms(&needed, j);
        return true;
    }
    return false;
}

/* Returns true if the specification defines nothing here under these readings or under others. */
static bool is_undefined(const judge_terms *terms, const uriproof_vector *vector,
                         const uriproof_answer *expected, judgement *j)
{
    if (expected->status == ANSWER_UNDEFINED) {
        judgement_say(j, "the specification defines nothing here");
        return true;
    }
    if (vector->expect->status == ANSWER_UNDEFINED) {
        judgement_say(j, "the specification defines nothing here under the default readings");
        return true;
    }
    for (const uriproof_alternate *alternate = NULL;
         next_alternate(terms->dialect, vector, &alternate);) {
        const uriproof_readings readings = under_alternate(terms, alternate);
        if (alternate->expect->status != ANSWER_UNDEFINED ||
            !is_silent_for_all(terms->dialect, &readings, &vector->request))
            continue;
        judgement_say(j, "the specification defines nothing here under");
        name_readings(terms->dialect, alternate, j);
        return true;
    }
    return false;
}

/* ---- The judgement ---- */

/* Names the grammar if a parser rejects a text that it should normalize or compare, since the
 * clauses of such a vector are not about the grammar. Adds nothing for `resolve`, since a rule of
 * resolution alone may be the reason for a rejection. */
static void name_production(const judge_terms *terms, uriproof_op op, judgement *j)
{
    bool texts_alone = op == URIPROOF_NORMALIZE || op == URIPROOF_EQUIVALENT;
    if (texts_alone && terms->dialect->production != NULL)
        judgement_say(j, "rejects what matches %s", terms->dialect->production);
}

/* Returns true if the specification rejects the question, and not only the result. In `resolve` the
 * reference implementation has a result whenever both texts are valid. */
static bool question_is_rejected(const judge_terms *terms, const uriproof_request *request,
                                 const uriproof_answer *expected)
{
    if (request->op != URIPROOF_RESOLVE || !uriproof_present(request->field[0]))
        return !uriproof_present(expected->result);
    uriproof_scratch scratch = {0};
    uriproof_answer answer;
    uriproof_ask(terms->dialect, terms->readings, request, &scratch, &answer);
    bool rejected = !uriproof_present(expected->result) && !uriproof_present(answer.result);
    uriproof_scratch_free(&scratch);
    return rejected;
}

static uriproof_outcome kind_of_difference(const judge_terms *terms,
                                           const uriproof_request *request,
                                           const uriproof_answer *expected,
                                           const uriproof_answer *given)
{
    if ((expected->status == ANSWER_ACCEPTED) == (given->status == ANSWER_ACCEPTED))
        return URIPROOF_DIFFER;
    if (expected->status == ANSWER_ACCEPTED) /* a rejection may still give a result */
        return request->op == URIPROOF_RESOLVE && uriproof_present(given->result) ? URIPROOF_DIFFER
                                                                                  : URIPROOF_STRICT;
    if (!question_is_rejected(terms, request, expected))
        return URIPROOF_DIFFER;
    return terms->splits && request->op == URIPROOF_PARSE && !terms->exact ? URIPROOF_UNVALIDATED
                                                                           : URIPROOF_LENIENT;
}

static uriproof_outcome outcome_of(const judge_terms *terms, const uriproof_vector *vector,
                                   const uriproof_answer *given, judgement *j)
{
    const uriproof_answer *expected = uriproof_vector_expect(vector, terms->readings);
    transform_set needed;
    if (matches(terms, &vector->request, expected, given, &needed)) {
        j->up_to = !transform_none(&needed);
        j->plain = !j->up_to && is_plain(&vector->request, expected, given);
        name_transforms(&needed, j);
        return URIPROOF_AGREE;
    }
    if (is_acceptable(terms, vector, expected, given, j))
        return URIPROOF_ACCEPTABLE;
    if (is_undefined(terms, vector, expected, j))
        return URIPROOF_UNDEFINED;
    const tolerance_case c = {terms, vector, expected, given};
    uriproof_outcome tolerated = terms->exact ? URIPROOF_OUTCOME_COUNT : tolerance_of(&c, j);
    if (tolerated != URIPROOF_OUTCOME_COUNT)
        return tolerated;
    uriproof_outcome kind = kind_of_difference(terms, &vector->request, expected, given);
    if (kind == URIPROOF_STRICT)
        name_production(terms, vector->request.op, j);
    return kind;
}

judgement judge(const judge_terms *terms, const uriproof_vector *vector,
                const uriproof_answer *given)
{
    judgement j = {.outcome = URIPROOF_UNSUPPORTED};
    if (given->status != ANSWER_UNSUPPORTED)
        j.outcome = outcome_of(terms, vector, given, &j);
    else if (given->error != NULL)
        judgement_say(&j, "%s", given->error);
    return j;
}
