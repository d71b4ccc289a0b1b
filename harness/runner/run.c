/* SPDX-License-Identifier: MIT */
/* Judges what one adapter answers. */
#include "run.h"

#include "base/base.h"
#include "classes/classes.h"
#include "judge/judge.h"

#include <string.h>

typedef struct run {
    const uriproof_vector *const *vectors;
    const run_options *options;
    const hello *greeting;
    const uriproof_result **results;
    store *store;     /* of the results and their words */
    size_t kept_room; /* of answers, see results/answer.h */
} run;

/* Sets the result of a case, in place of an earlier one. *result must last as long as the store. */
static void settle(run *r, size_t at, const uriproof_result *result)
{
    const uriproof_result *before = r->results[at];
    r->results[at] = result;
    if (r->options->settled != NULL)
        r->options->settled(r->options->asker.self, at, before);
}

/* Returns the id of the class of the difference between what is expected and what was given, in the
 * store; NULL if no class says it. */
static const char *class_of_failure(const run *r, size_t at, const reply *given)
{
    static const transform_set nothing = {{0}};
    const uriproof_vector *vector = r->vectors[at];
    const reply expected =
        reply_borrowed(vector->request.op, uriproof_vector_expect(vector, &r->options->readings));
    const transform_set *declared = r->options->exact ? &nothing : &r->greeting->transforms;
    answer_class found;
    char id[CLASS_ID_ROOM];
    if (!class_between(&vector->request, &expected, &nothing, given, declared, &found))
        return NULL;
    class_id(&found, id);
    return store_text(r->store, id);
}

/* Sets the outcome of a case that has none of its own answer's. */
static void on_failure(void *self, size_t at, uriproof_outcome outcome, const char *detail)
{
    run *r = self;
    uriproof_result result;
    if (outcome == URIPROOF_NOT_RUN) { /* a case that was answered, and is not trusted */
        settle(r, at, &uriproof_not_run);
        return;
    }
    memset(&result, 0, sizeof result); /* the padding too, since equal results are kept once */
    result.outcome = outcome;
    result.detail = store_text(r->store, detail);
    if (!uriproof_outcomes[outcome].good)
        result.class_id = class_of_failure(r, at, &(reply){.fault = outcome});
    settle(r, at, store_once(r->store, &result, sizeof result));
}

/* Judges that an answer came after the time limit: then it is slow if it is right, and else its
 * detail says how long it took. */
static void judge_lateness(judgement *j, uint64_t took_ms)
{
    if (j->outcome == URIPROOF_AGREE)
        j->outcome = URIPROOF_SLOW;
    judgement judged = *j;
    snprintf(j->detail, sizeof j->detail, "answered after %.1f s on this machine%s%.100s",
             (double)took_ms / 1000, judged.detail[0] != '\0' ? "; " : "", judged.detail);
}

/* Returns the result for an answer, in the store. Most answers agree with nothing to add, and share
 * one result. Of a right answer reports show only the transforms that it needs. */
static const uriproof_result *result_of(run *r, size_t at, const judgement *j,
                                        const uriproof_answer *given)
{
    const uriproof_vector *vector = r->vectors[at];
    bool right = j->outcome == URIPROOF_AGREE || j->outcome == URIPROOF_SLOW;
    bool agrees = right && j->plain;
    uriproof_result result;
    if (agrees && j->detail[0] == '\0')
        return &uriproof_plain_agreement;
    memset(&result, 0, sizeof result); /* the padding too, since equal results are kept once */
    result.outcome = j->outcome;
    if (j->detail[0] != '\0')
        result.detail = store_text(r->store, j->detail);
    if (!agrees) {
        result.answer = answer_hash(vector->request.op, given);
        result.up_to = j->up_to && right;
        if (r->options->dated)
            result.right_in = right_by_dialects(
                r->options->dialect, vector, &r->greeting->transforms, given, j->outcome, r->store);
        if (right ? j->up_to : j->outcome != URIPROOF_UNSUPPORTED)
            result.given = truncated_answer_text(r->store, vector->request.op, given, &r->kept_room,
                                                 &result.shortened);
    }
    if (!uriproof_outcomes[j->outcome].good) {
        const reply answered = reply_borrowed(vector->request.op, given);
        result.class_id = class_of_failure(r, at, &answered);
    }
    return store_once(r->store, &result, sizeof result);
}

static void on_answer(void *self, size_t at, const uriproof_answer *given, uint64_t late_ms)
{
    run *r = self;
    const judge_terms terms = {.dialect = r->options->dialect,
                               .readings = &r->options->readings,
                               .transforms = &r->greeting->transforms,
                               .splits = r->greeting->splits != NULL,
                               .exact = r->options->exact};
    judgement j = judge(&terms, r->vectors[at], given);
    if (late_ms > 0)
        judge_lateness(&j, late_ms);
    settle(r, at, result_of(r, at, &j, given));
}

static const uriproof_request *request_of(void *self, size_t at)
{
    const run *r = self;
    return &r->vectors[at]->request;
}

run_end run_adapter(char *const *command, const uriproof_vector *const *vectors, size_t count,
                    const run_options *options, hello *greeting, const uriproof_result **results,
                    store *s, uriproof_error *error)
{
    asker *asking = asker_new(command, &options->asker, greeting);
    run r = {.vectors = vectors,
             .options = options,
             .greeting = greeting,
             .results = results,
             .store = s,
             .kept_room = TRUNCATE_ALL};
    const asker_cases cases = {.count = count,
                               .self = &r,
                               .request = request_of,
                               .answered = on_answer,
                               .failed = on_failure};
    for (size_t i = 0; i < count; i++)
        results[i] = &uriproof_not_run;
    run_end end = asker_ask(asking, &cases, true, error);
    asker_free(asking);
    return end;
}
