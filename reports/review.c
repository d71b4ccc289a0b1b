/* SPDX-License-Identifier: MIT */
#include "review.h"

#include "summary.h"

#include <stdlib.h>
#include <string.h>

/* What is known of an answer without a comparison. */
typedef enum stance { ACCEPTS, REJECTS, NO_ANSWER, NOT_KNOWN } stance;

/* One change. */
typedef struct shift {
    review_kind kind;
    review_verdict verdict;
    const char *deviation; /* its id; or NULL */
    const char *class_id;
    bool is_first; /* the baseline has nothing of it, so that it is no change */
} shift;

review_before review_before_of(const review *r, size_t adapter, size_t number)
{
    const uriproof_case *one = &r->results->cases[number];
    const uriproof_result *now = r->results->adapters[adapter].results[number];
    if (r->found == NULL && !r->results->has_baseline)
        return (review_before){report_is_bad(now->outcome), URIPROOF_NOT_RUN, NULL};
    if (r->found == NULL) {
        /* What agreed is known, unless another answer agrees now. */
        bool agreed = now->was == URIPROOF_AGREE && now->outcome != URIPROOF_AGREE &&
                      now->outcome != URIPROOF_SLOW;
        return (review_before){!uriproof_knowns[now->known].good, now->was,
                               agreed ? one->expected : NULL};
    }
    change which = diff_of(r->found, adapter, number);
    if (which == CHANGE_NONE || which == CHANGE_FIRST)
        return (review_before){.outcome = URIPROOF_NOT_RUN};
    const uriproof_result *old = diff_old_result(r->found, adapter, number);
    return (review_before){true, old->outcome, report_given(one, old)};
}

/* ---- One change ---- */

/* Returns what an answer of that outcome does with the text of the case. `answer` is the answer, if
 * it is known. */
static stance stance_of(const uriproof_case *one, uriproof_outcome outcome, const reply *answer)
{
    if (!uriproof_outcomes[outcome].answered)
        return NO_ANSWER;
    if (answer->fault == URIPROOF_AGREE)
        return answer->answer.status == ANSWER_ACCEPTED   ? ACCEPTS
               : answer->answer.status == ANSWER_REJECTED ? REJECTS
                                                          : NOT_KNOWN;
    switch (outcome) {
    case URIPROOF_LENIENT:
    case URIPROOF_UNVALIDATED:
    case URIPROOF_INCOMPLETE:
        return ACCEPTS;
    case URIPROOF_STRICT:
        return REJECTS;
    case URIPROOF_DIFFER: /* `resolve` may reject a text and have a result */
        return one->op == URIPROOF_RESOLVE ? NOT_KNOWN : one->accepted ? ACCEPTS : REJECTS;
    default:
        return NOT_KNOWN;
    }
}

static review_kind kind_between(stance before, stance now)
{
    if (now == NO_ANSWER)
        return REVIEW_FAULT;
    if (before == NO_ANSWER)
        return REVIEW_ANSWERS;
    if (before == REJECTS && now == ACCEPTS)
        return REVIEW_LAXER;
    return before == ACCEPTS && now == REJECTS ? REVIEW_STRICTER : REVIEW_OTHER;
}

static review_verdict verdict_between(uriproof_outcome before, uriproof_outcome now)
{
    if (before == URIPROOF_NOT_RUN)
        return report_is_bad(now) ? REVIEW_STILL_WRONG : REVIEW_NOT_WRONG;
    if (report_is_bad(now))
        return report_is_bad(before) ? REVIEW_STILL_WRONG : REVIEW_WRONG_NOW;
    if (now == URIPROOF_UNVALIDATED)
        return REVIEW_NOT_JUDGED; /* a declaration mends nothing */
    return report_is_bad(before) && uriproof_outcomes[now].answered ? REVIEW_FIXED
                                                                    : REVIEW_NOT_WRONG;
}

bool review_is_other_host(const char *class_id)
{
    return class_id != NULL && strcmp(class_risk_of_id(class_id)->name, "other-host") == 0;
}

bool review_is_worse(review_kind kind, review_verdict verdict, const char *class_id)
{
    if (verdict == REVIEW_FIXED || kind == REVIEW_ANSWERS)
        return verdict == REVIEW_WRONG_NOW;
    return verdict != REVIEW_NOT_WRONG || kind == REVIEW_FAULT || review_is_other_host(class_id);
}

/* Returns the id of the class of what is different between both answers, in the memory of `r`. If
 * one is not known, returns that of what is wrong with the answer. */
static const char *class_of_change(const review *r, const uriproof_case *one, const reply *before,
                                   const reply *now, const uriproof_result *result)
{
    static const transform_set nothing = {{0}};
    answer_class found;
    char id[CLASS_ID_ROOM];
    if (before->fault == URIPROOF_NOT_RUN || now->fault == URIPROOF_NOT_RUN || one->shortened ||
        !class_between(&one->request, before, &nothing, now, &nothing, &found))
        return result->class_id;
    class_id(&found, id);
    return store_text(r->memory, id);
}

/* Returns a reply of what is known: of the answer in JSON, or of an outcome without one. */
static reply reply_known(store *s, uriproof_op op, uriproof_outcome outcome, const char *given)
{
    if (given == NULL && outcome != URIPROOF_UNSUPPORTED && !uriproof_outcomes[outcome].answered)
        return reply_of_fault(s, outcome, NULL);
    return reply_of_json(s, op, given);
}

static shift shift_of(const review *r, store *s, const uriproof_case *one,
                      const review_before *before, const uriproof_result *result)
{
    const bool compares = before->outcome != URIPROOF_NOT_RUN;
    const char *given = compares ? before->given : one->expected;
    const uriproof_outcome was = compares ? before->outcome : URIPROOF_AGREE;
    const reply old = reply_known(s, one->op, was, given);
    const reply new = reply_known(s, one->op, result->outcome, report_given(one, result));
    shift found = {
        .kind = kind_between(stance_of(one, was, &old), stance_of(one, result->outcome, &new)),
        .verdict = verdict_between(before->outcome, result->outcome),
        .deviation =
            report_is_bad(result->outcome) ? deviation_first(r->memory, result->deviations) : NULL,
        .class_id = result->class_id,
        .is_first = !compares};
    if (compares)
        found.class_id = class_of_change(r, one, &old, &new, result);
    return found;
}

/* ---- Their causes ---- */

enum { KEY_ROOM = CLASS_ID_ROOM + 40 };

static void write_key(uriproof_op op, const shift *one, char key[KEY_ROOM])
{
    if (one->deviation != NULL)
        snprintf(key, KEY_ROOM, "%d %d %s", one->kind, one->verdict, one->deviation);
    else if (one->class_id == NULL)
        snprintf(key, KEY_ROOM, "%d %d %s", one->kind, one->verdict, uriproof_ops[op].name);
    else
        snprintf(key, KEY_ROOM, "%d %d %.*s", one->kind, one->verdict,
                 (int)class_kind_length(one->class_id), one->class_id);
}

/* Returns item number `at`, which is one of those there are, or the next and new. */
static review_item *item_number(review *r, size_t at, const shift *one)
{
    if (at < r->count)
        return &r->items[at];
    r->items = list_grown(r->items, r->count, sizeof *r->items);
    review_item *added = &r->items[r->count++];
    *added =
        (review_item){.kind = one->kind,
                      .verdict = one->verdict,
                      .deviation = one->deviation,
                      .risk = class_risk_of_id(one->class_id != NULL ? one->class_id : ""),
                      .counts = store_take(r->memory, r->results->adapter_count, sizeof(size_t))};
    return added;
}

static void add_shift(review *r, size_t adapter, size_t number, const shift *one, review_item *to)
{
    const uriproof_case *cases = r->results->cases;
    review_counts *own = &r->counts[adapter];
    if (to->count++ == 0 || cause_example_is_smaller(&cases[number], &cases[to->example])) {
        to->adapter = adapter;
        to->example = number;
        to->op = cases[number].op;
        to->class_id = one->class_id;
    }
    to->counts[adapter]++;
    own->of_kind[one->kind]++;
    own->of_verdict[one->verdict]++;
    own->worse += !one->is_first && review_is_worse(one->kind, one->verdict, one->class_id);
    own->all++;
}

/* Returns the place of an item's kind: what is worse, what is fixed, what is neither. */
static int place_of(const review_item *item)
{
    return review_is_worse(item->kind, item->verdict, item->class_id) ? 0
           : item->verdict == REVIEW_FIXED                            ? 1
                                                                      : 2;
}

static int compare_items(const void *a, const void *b)
{
    const review_item *x = a, *y = b;
    const int place = place_of(x), other = place_of(y);
    if (place != other)
        return place < other ? -1 : 1;
    if (x->risk->rank != y->risk->rank)
        return x->risk->rank < y->risk->rank ? -1 : 1;
    if (x->verdict != y->verdict)
        return x->verdict < y->verdict ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->example != y->example)
        return x->example < y->example ? -1 : 1;
    return strcmp(x->class_id != NULL ? x->class_id : "", y->class_id != NULL ? y->class_id : "");
}

/* Adds the change of an adapter in a case, if there is one. */
static void add_change(review *r, store *keys, size_t adapter, size_t number)
{
    const uriproof_case *one = &r->results->cases[number];
    review_before before = {0};
    if (r->found == NULL || r->found->adapters.old_of[adapter] != UNPAIRED)
        before = review_before_of(r, adapter, number);
    if (!before.changed)
        return;
    char key[KEY_ROOM];
    store *s = store_new();
    const shift found = shift_of(r, s, one, &before, r->results->adapters[adapter].results[number]);
    write_key(one->op, &found, key);
    r->counts[adapter].unlisted = r->has_before && before.outcome == URIPROOF_NOT_RUN;
    add_shift(r, adapter, number, &found, item_number(r, store_number(keys, key), &found));
    store_free(s);
}

/* Adds the changes among cases that are only counted, of which only the number is known. */
static void add_counted(review *r, size_t adapter)
{
    const uriproof_results *results = r->results;
    review_counts *own = &r->counts[adapter];
    for (size_t i = 0; i < results->group_count; i++) {
        change which = diff_of_group(r->found, adapter, i);
        const size_t count = which == CHANGE_ANSWER ? 1 : results->groups[i]->counted;
        if (which == CHANGE_NONE || which == CHANGE_FIRST)
            continue;
        own->counted += count;
        own->worse += change_facts[which].worse && which != CHANGE_ANSWER ? count : 0;
    }
}

review review_make(const uriproof_results *results, const changes *found)
{
    review r = {.results = results,
                .found = found,
                .has_before = found != NULL || results->has_baseline,
                .counts = calloc(results->adapter_count + 1, sizeof *r.counts),
                .memory = store_new()};
    store *keys = store_new(); /* which knows their numbers */
    for (size_t number = 0; number < results->case_count; number++)
        for (size_t i = 0; i < results->adapter_count; i++)
            add_change(&r, keys, i, number);
    store_free(keys);
    for (size_t i = 0; i < results->adapter_count; i++) {
        if (found != NULL)
            add_counted(&r, i);
        r.changed += !r.counts[i].unlisted && r.counts[i].all + r.counts[i].counted > 0;
        r.unlisted += r.counts[i].unlisted;
    }
    if (r.count > 0)
        qsort(r.items, r.count, sizeof *r.items, compare_items);
    return r;
}

void review_free(review *r)
{
    free(r->items);
    free(r->counts);
    store_free(r->memory);
    *r = (review){0};
}
