/* SPDX-License-Identifier: MIT */
/* Judges what one adapter answers. */
#include "run.h"

#include "base/base.h"
#include "classes/classes.h"
#include "judge/judge.h"

#include <stdlib.h>
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

/* ---- Failures that are looked for again ---- */

/* Failures that are asked again, one after the other. */
typedef struct again {
    run *run;
    const size_t *cases; /* each may be there several times */
    bool *other;         /* of all vectors: another answer came */
} again;

static const uriproof_request *request_again(void *self, size_t at)
{
    const again *a = self;
    return &a->run->vectors[a->cases[at]]->request;
}

/* Compares an answer with the one before: a time in its words does not count. */
static void on_answer_again(void *self, size_t at, const uriproof_answer *given, uint64_t late_ms)
{
    const again *a = self;
    const size_t i = a->cases[at];
    (void)late_ms;
    a->other[i] = a->other[i] ||
                  a->run->results[i]->answer != answer_hash(a->run->vectors[i]->request.op, given);
}

/* Takes a fault: it is no other answer, and may be that of a slow machine. */
static void on_failure_again(void *self, size_t at, uriproof_outcome outcome, const char *words)
{
    (void)self;
    (void)at;
    (void)outcome;
    (void)words;
}

static bool is_answered_failure(const uriproof_result *result)
{
    const uriproof_outcome_facts *facts = &uriproof_outcomes[result->outcome];
    return facts->answered && !facts->good;
}

static void settle_flaky(run *r, size_t at, const char *why)
{
    char words[300];
    const uriproof_result *before = r->results[at];
    snprintf(words, sizeof words, "%s; %s", uriproof_outcomes[before->outcome].name, why);
    on_failure(r, at, URIPROOF_FLAKY, words);
}

/* Asks so many cases in a new process. Returns true if all answers are the same as before; those of
 * which one is not become flaky. */
static bool ask_again(run *r, asker *asking, const size_t *list, size_t count, size_t vectors)
{
    again a = {.run = r, .cases = list, .other = calloc(vectors + 1, sizeof *a.other)};
    uriproof_error error;
    bool same = true;
    const asker_cases cases = {.count = count,
                               .self = &a,
                               .request = request_again,
                               .answered = on_answer_again,
                               .failed = on_failure_again};
    asker_ask(asking, &cases, false, &error);
    for (size_t i = 0; i < vectors; i++) {
        same = same && !a.other[i];
        if (a.other[i])
            settle_flaky(r, i, "asked again it gives another answer");
    }
    free(a.other);
    return same;
}

/* Lists a case as often as it is asked in a process. */
static void list_times(size_t *list, size_t at)
{
    for (size_t k = 0; k < RUN_ASKS; k++)
        list[k] = at;
}

/* Lists the first failure of each cause, the last one first: so a failure that comes of the request
 * before has others before it. Returns how many there are. */
static size_t list_examples(const run *r, size_t count, size_t *list)
{
    store *keys = store_new();
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        const uriproof_result *result = r->results[i];
        char key[CLASS_ID_ROOM + 40];
        if (!is_answered_failure(result))
            continue;
        snprintf(key, sizeof key, "%d %d %s", (int)r->vectors[i]->request.op, (int)result->outcome,
                 result->class_id != NULL ? result->class_id : "");
        if (store_number(keys, key) < known)
            continue;
        known++;
        list_times(list + RUN_ASKS * (count - known), i);
    }
    store_free(keys);
    memmove(list, list + RUN_ASKS * (count - known), RUN_ASKS * known * sizeof *list);
    return RUN_ASKS * known;
}

/* Asks one failure of each cause again; and if one is not shown again, each alone. */
static void look_again(run *r, char *const *command, size_t count)
{
    hello greeting;
    asker_options options = r->options->asker;
    size_t *list = calloc(RUN_ASKS * (count + 1), sizeof *list), tries = 0;
    const size_t listed = list_examples(r, count, list);
    options.renewed = true;
    options.should_stop = r->options->interrupted;
    asker *asking = asker_new(command, &options, &greeting);
    const bool stable = listed == 0 || ask_again(r, asking, list, listed, count);
    for (size_t i = 0; i < count && !stable; i++) {
        bool shown = is_answered_failure(r->results[i]);
        if (shown && tries >= RUN_MOST_AGAIN)
            settle_flaky(r, i, "other answers of this adapter change");
        list_times(list, i);
        for (size_t k = 0; k < RUN_TIMES && shown && tries < RUN_MOST_AGAIN; k++, tries++)
            shown = ask_again(r, asking, list, RUN_ASKS, count);
    }
    asker_free(asking);
    hello_free(&greeting);
    free(list);
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
    if (end != RUN_STOPPED || options->interrupted == NULL ||
        !options->interrupted(options->asker.self))
        look_again(&r, command, count);
    return end;
}
