/* SPDX-License-Identifier: MIT */
#include "right_in.h"

#include <stdlib.h>

static const uriproof_readings defaults = {{0}};

/* What a dialect is asked, and the answer that is held against its own. */
typedef struct asking {
    const uriproof_dialect *dialect;
    const gives_set *gives;
    const uriproof_answer *given;
    uriproof_vector vector; /* the question, and what the reference last said to it */
    uriproof_scratch scratch;
} asking;

static uriproof_outcome outcome_under(asking *a, const uriproof_readings *readings)
{
    uriproof_ask(a->dialect, readings, &a->vector.request, &a->scratch, &a->vector.expect);
    return judge(a->dialect, &a->vector, readings, a->gives, a->given).outcome;
}

/* Is it the answer under another value of one reading? A departure excuses nobody, see
 * docs/vectors.md. */
static bool agrees_otherwise(asking *a)
{
    for (size_t i = 0; i < a->dialect->reading_count; i++) {
        const uriproof_reading *reading = &a->dialect->readings[i];
        for (unsigned char value = 1; !reading->departure && value < 4; value++) {
            uriproof_readings readings = defaults;
            readings.value[i] = value;
            if (reading->values[value] == NULL)
                break;
            if (outcome_under(a, &readings) == URIPROOF_AGREE || a->vector.expect.silent)
                return true;
        }
    }
    return false;
}

static uriproof_correctness correctness_of(uriproof_outcome outcome)
{
    switch (outcome) {
    case URIPROOF_AGREE:
        return URIPROOF_RIGHT_THERE;
    case URIPROOF_ACCEPTABLE:
        return URIPROOF_ACCEPTABLE_THERE;
    default:
        return URIPROOF_WRONG_THERE;
    }
}

static uriproof_correctness ask_dialect(asking *a)
{
    uriproof_correctness by_default = correctness_of(outcome_under(a, &defaults));
    if (a->vector.expect.unsupported)
        return URIPROOF_NOT_ASKED_THERE;
    if (a->vector.expect.silent) /* a refusal too: who says nothing says nothing right */
        return URIPROOF_ACCEPTABLE_THERE;
    if (by_default == URIPROOF_WRONG_THERE && agrees_otherwise(a))
        return URIPROOF_ACCEPTABLE_THERE;
    return by_default;
}

uriproof_correctness right_in(const uriproof_dialect *dialect, const uriproof_request *request,
                              const gives_set *gives, const uriproof_answer *given)
{
    asking a = {
        .dialect = dialect, .gives = gives, .given = given, .vector = {.request = *request}};
    uriproof_correctness found = ask_dialect(&a);
    uriproof_scratch_free(&a.scratch);
    return found;
}

/* The dialect's own vector may expect more than its reference says, and lists more readings. */
static uriproof_correctness right_in_own(const uriproof_dialect *own, const uriproof_vector *vector,
                                         const gives_set *gives, const uriproof_answer *given)
{
    return correctness_of(judge(own, vector, &defaults, gives, given).outcome);
}

static bool is_to_be_asked(const uriproof_result *result)
{
    switch (result->outcome) {
    case URIPROOF_ACCEPTABLE:
    case URIPROOF_DIFFER:
    case URIPROOF_LENIENT:
    case URIPROOF_STRICT:
        return result->given != NULL;
    default:
        return false;
    }
}

static bool fill_in(const uriproof_dialect *own, const uriproof_vector *vector,
                    const gives_set *gives, uriproof_result *result)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    uriproof_answer given;
    uriproof_error error;
    cJSON *copy = cJSON_Duplicate(result->given, true); /* reading decodes in place */
    result->right_in = calloc(count, sizeof *result->right_in);
    bool good = copy != NULL && result->right_in != NULL &&
                uriproof_answer_read(copy, vector->request.op, URIPROOF_LET_KEYS, &given, &error);
    for (size_t i = 0; good && i < count; i++)
        result->right_in[i] = dialects[i] == own
                                  ? right_in_own(own, vector, gives, &given)
                                  : right_in(dialects[i], &vector->request, gives, &given);
    cJSON_Delete(copy);
    return good;
}

bool right_in_dialects(const uriproof_dialect *own, const uriproof_vector *const *vectors,
                       size_t count, const gives_set *gives, uriproof_result *results)
{
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        if (is_to_be_asked(&results[i]))
            good = fill_in(own, vectors[i], gives, &results[i]);
    return good;
}
