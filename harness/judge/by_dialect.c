/* SPDX-License-Identifier: MIT */
#include "by_dialect.h"
#include "judge_answer.h"

#include "tolerance.h"

#include <stdlib.h>

static const uriproof_readings defaults = {{0}};

/* What a dialect is asked, and the answer that is compared with the dialect's answer. */
typedef struct asking {
    const uriproof_dialect *dialect;
    const transform_set *transforms;
    const uriproof_answer *given;
    uriproof_vector vector; /* the question; expects `said` */
    uriproof_answer said;   /* what the reference last said to it */
    uriproof_scratch scratch;
} asking;

static uriproof_outcome outcome_under(asking *a, const uriproof_readings *readings)
{
    uriproof_ask(a->dialect, readings, &a->vector.request, &a->scratch, &a->said);
    a->vector.expect = &a->said;
    const judge_terms terms = {
        .dialect = a->dialect, .readings = readings, .transforms = a->transforms};
    return judge(&terms, &a->vector, a->given).outcome;
}

/* Returns true if the given answer is the dialect's answer after a change of one reading. */
static bool agrees_otherwise(asking *a)
{
    uriproof_readings readings;
    for (size_t step = 0;
         next_readings(a->dialect, a->vector.request.op, &defaults, &step, &readings);)
        if (outcome_under(a, &readings) == URIPROOF_AGREE ||
            (a->said.status == ANSWER_UNDEFINED &&
             is_silent_for_all(a->dialect, &readings, &a->vector.request)))
            return true;
    return false;
}

static uriproof_correctness correctness_of(uriproof_outcome outcome)
{
    switch (outcome) {
    case URIPROOF_AGREE:
        return URIPROOF_RIGHT_THERE;
    case URIPROOF_ACCEPTABLE:
    case URIPROOF_INCOMPLETE:
    case URIPROOF_UNDEFINED:
        return URIPROOF_ACCEPTABLE_THERE;
    default:
        return URIPROOF_WRONG_THERE;
    }
}

static uriproof_correctness ask_dialect(asking *a)
{
    uriproof_correctness by_default = correctness_of(outcome_under(a, &defaults));
    if (a->said.status == ANSWER_UNSUPPORTED)
        return URIPROOF_NOT_ASKED_THERE;
    if (a->said.status == ANSWER_UNDEFINED) /* so a rejection is not right either */
        return URIPROOF_ACCEPTABLE_THERE;
    /* Both reject, but only the dialect says where. */
    if (by_default == URIPROOF_RIGHT_THERE && a->said.status != ANSWER_ACCEPTED &&
        a->given->status != ANSWER_ACCEPTED && a->said.has_offset && !a->given->has_offset)
        return URIPROOF_ACCEPTABLE_THERE;
    if (by_default == URIPROOF_WRONG_THERE && agrees_otherwise(a))
        return URIPROOF_ACCEPTABLE_THERE;
    return by_default;
}

uriproof_correctness right_by_dialect(const uriproof_dialect *dialect,
                                      const uriproof_request *request,
                                      const transform_set *transforms, const uriproof_answer *given)
{
    uriproof_answer nameless = *given;
    if (given->status != ANSWER_ACCEPTED) /* other dialects have other names for productions */
        nameless.production = NULL;
    asking a = {.dialect = dialect,
                .transforms = transforms,
                .given = &nameless,
                .vector = {.request = *request}};
    uriproof_correctness found = ask_dialect(&a);
    uriproof_scratch_free(&a.scratch);
    return found;
}

/* Judges by the vector itself, which may expect more than the reference says, and lists more
 * readings. */
static uriproof_correctness right_in_own(const uriproof_dialect *own, const uriproof_vector *vector,
                                         const transform_set *transforms,
                                         const uriproof_answer *given)
{
    const judge_terms terms = {.dialect = own, .readings = &defaults, .transforms = transforms};
    return correctness_of(judge(&terms, vector, given).outcome);
}

const char *right_by_dialects(const uriproof_dialect *own, const uriproof_vector *vector,
                              const transform_set *transforms, const uriproof_answer *given,
                              uriproof_outcome outcome, store *s)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    if (!uriproof_is_dated(outcome))
        return NULL;
    char *letters = calloc(count + 1, 1);
    for (size_t i = 0; i < count; i++) {
        uriproof_correctness right =
            dialects[i] == own ? right_in_own(own, vector, transforms, given)
                               : right_by_dialect(dialects[i], &vector->request, transforms, given);
        letters[i] = uriproof_correctness_letters[right];
    }
    const char *kept = store_text(s, letters);
    free(letters);
    return kept;
}

static bool is_wrong_under(const judge_terms *terms, const uriproof_readings *readings,
                           const uriproof_request *request, const uriproof_answer *given)
{
    judge_terms under = *terms;
    under.readings = readings;
    uriproof_scratch scratch = {0};
    uriproof_answer expected;
    uriproof_ask(terms->dialect, readings, request, &scratch, &expected);
    const uriproof_vector vector = {.request = *request, .expect = &expected};
    const bool good = uriproof_outcomes[judge(&under, &vector, given).outcome].good;
    uriproof_scratch_free(&scratch);
    return !good;
}

bool is_wrong_by_dialect(const judge_terms *terms, const uriproof_request *request,
                         const uriproof_answer *given)
{
    uriproof_readings other;
    bool wrong = is_wrong_under(terms, terms->readings, request, given);
    for (size_t step = 0;
         wrong && next_readings(terms->dialect, request->op, terms->readings, &step, &other);)
        wrong = is_wrong_under(terms, &other, request, given);
    return wrong;
}
