/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include "excuse.h"

#include <stdio.h>

/* What two answers are held against each other by. */
typedef struct measure {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings;
    const gives_set *gives;
} measure;

/* Whoever encodes may escape more than is needed, and so need not give the octets that are
 * expected. Those that are expected are always right. */
static bool encoded_equal(const measure *m, uriproof_span text, uriproof_span expected,
                          uriproof_span given)
{
    return uriproof_span_equal(expected, given) || m->dialect->encodes(given, text, m->readings);
}

static bool matches(const measure *m, const uriproof_request *request,
                    const uriproof_answer *expected, const uriproof_answer *given, bool *up_to)
{
    uriproof_op op = request->op;
    *up_to = false;
    if (op == URIPROOF_PARSE && expected->valid && given->valid)
        return parts_match(&expected->parts, &given->parts, m->gives, up_to);
    if (op == URIPROOF_ENCODE && expected->valid && given->valid)
        return encoded_equal(m, request->field[0], expected->result, given->result);
    if (uriproof_answer_equal(op, expected, given))
        return true;
    if (op == URIPROOF_RESOLVE || op == URIPROOF_NORMALIZE)
        *up_to = expected->valid && given->valid &&
                 texts_match(m->dialect, m->readings, expected->result, given->result, m->gives);
    return *up_to;
}

/* ---- The judgement ---- */

static bool is_departure(const uriproof_dialect *dialect, const uriproof_alternate *alternate)
{
    for (size_t i = 0; i < alternate->set_count; i++)
        if (alternate->set[i].value != 0 && dialect->readings[alternate->set[i].reading].departure)
            return true;
    return false;
}

static void name_readings(const uriproof_dialect *dialect, const uriproof_alternate *alternate,
                          judgement *j)
{
    size_t used = (size_t)snprintf(j->detail, sizeof j->detail, "agrees under");
    for (size_t i = 0; i < alternate->set_count && used < sizeof j->detail; i++) {
        const uriproof_reading *reading = &dialect->readings[alternate->set[i].reading];
        used += (size_t)snprintf(j->detail + used, sizeof j->detail - used, " %s=%s", reading->id,
                                 reading->values[alternate->set[i].value]);
    }
}

/* Is the answer the one that `alternate` expects? */
static bool matches_alternate(const measure *m, const uriproof_vector *vector,
                              const uriproof_alternate *alternate, const uriproof_answer *given,
                              judgement *j)
{
    uriproof_readings readings = *m->readings;
    for (size_t i = 0; i < alternate->set_count; i++)
        readings.value[alternate->set[i].reading] = alternate->set[i].value;
    measure under = {m->dialect, &readings, m->gives};
    return alternate->expect.silent ||
           matches(&under, &vector->request, &alternate->expect, given, &j->up_to);
}

/* Is the answer right under some other reading than the one in force? */
static bool is_acceptable(const measure *m, const uriproof_vector *vector,
                          const uriproof_answer *expected, const uriproof_answer *given,
                          judgement *j)
{
    static const uriproof_readings defaults = {{0}};
    measure by_default = {m->dialect, &defaults, m->gives};
    if (expected->silent) {
        snprintf(j->detail, sizeof j->detail, "the specification defines nothing here");
        return true;
    }
    if (expected != &vector->expect &&
        matches(&by_default, &vector->request, &vector->expect, given, &j->up_to)) {
        snprintf(j->detail, sizeof j->detail, "agrees under the default readings");
        return true;
    }
    for (size_t i = 0; i < vector->alternate_count; i++) {
        const uriproof_alternate *alternate = &vector->alternates[i];
        if (is_departure(m->dialect, alternate) ||
            !matches_alternate(m, vector, alternate, given, j))
            continue;
        name_readings(m->dialect, alternate, j);
        return true;
    }
    return false;
}

/* What is another answer than the expected one, and yet none that the text speaks against. */
static bool is_excused(const measure *m, const uriproof_request *request,
                       const uriproof_answer *expected, const uriproof_answer *given, judgement *j)
{
    const excuse_case c = {m->dialect, m->readings, m->gives, request, expected, given};
    const char *excuse = excuse_of(&c);
    if (excuse != NULL)
        snprintf(j->detail, sizeof j->detail, "%s", excuse);
    return excuse != NULL;
}

static uriproof_outcome kind_of_difference(const uriproof_answer *expected,
                                           const uriproof_answer *given)
{
    if (expected->valid == given->valid)
        return URIPROOF_DIFFER;
    return expected->valid ? URIPROOF_STRICT : URIPROOF_LENIENT;
}

judgement judge(const uriproof_dialect *dialect, const uriproof_vector *vector,
                const uriproof_readings *readings, const gives_set *gives,
                const uriproof_answer *given)
{
    judgement j = {URIPROOF_UNSUPPORTED, false, ""};
    measure m = {dialect, readings, gives};
    const uriproof_answer *expected = uriproof_vector_expect(vector, readings);
    if (given->unsupported) {
        if (given->error != NULL)
            snprintf(j.detail, sizeof j.detail, "%s", given->error);
        return j;
    }
    if (matches(&m, &vector->request, expected, given, &j.up_to))
        j.outcome = URIPROOF_AGREE;
    else if (is_acceptable(&m, vector, expected, given, &j) ||
             is_excused(&m, &vector->request, expected, given, &j))
        j.outcome = URIPROOF_ACCEPTABLE;
    else
        j.outcome = kind_of_difference(expected, given);
    return j;
}
