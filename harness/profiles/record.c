/* SPDX-License-Identifier: MIT */
#include "record.h"

#include "classes/classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void profile_records_add(profile_records *to, const profile_record *one)
{
    to->items = list_grown(to->items, to->count, sizeof *to->items);
    to->items[to->count++] = *one;
}

void profile_records_cut(profile_records *records, size_t count)
{
    for (; records->count > count; records->count--) {
        const profile_record *last = &records->items[records->count - 1];
        free(last->deviations);
        free(last->groups);
        free(last->faults);
        free(last->unstable);
    }
}

void profile_records_free(profile_records *records)
{
    profile_records_cut(records, 0);
    for (size_t i = 0; i < records->tree_count; i++)
        cJSON_Delete(records->trees[i]);
    free(records->items);
    free(records->trees);
    *records = (profile_records){0};
}

const profile_record *profile_record_named(const profile_records *in, const char *parser,
                                           const char *version)
{
    const profile_record *first = NULL;
    for (size_t i = 0; i < in->count; i++) {
        const profile_record *one = &in->items[i];
        if (strcmp(one->parser, parser) != 0)
            continue;
        if (version != NULL && strcmp(one->version, version) == 0)
            return one;
        first = first != NULL ? first : one;
    }
    return first;
}

count_interval prediction_interval(size_t predicted, size_t of)
{
    const double n = (double)of, z = 1.959964, share = of > 0 ? (double)predicted / n : 0;
    if (of == 0)
        return (count_interval){0, 0};
    const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    const double low = floor((middle - half) * n), high = ceil((middle + half) * n);
    return (count_interval){low > 0 ? (size_t)low : 0, high < n ? (size_t)high : of};
}

uriproof_request request_kept(store *s, const uriproof_request *request)
{
    uriproof_request kept = *request;
    for (size_t i = 0; i < 2; i++)
        if (uriproof_present(kept.field[i]))
            kept.field[i].octets = store_copy(s, kept.field[i].octets, kept.field[i].length);
    return kept;
}

profile_example example_kept(store *s, const profile_example *one)
{
    const uriproof_op op = one->request.op;
    profile_example kept = {request_kept(s, &one->request),
                            reply_of_answer(s, op, &one->given).answer,
                            reply_of_answer(s, op, &one->expected).answer};
    kept.given.error = NULL;
    uriproof_components *c = &kept.expected.parts.components;
    if (uriproof_present(c->userinfo))
        c->user = c->password = (uriproof_span){NULL, 0};
    return kept;
}

/* ---- What is known ---- */

bool record_holds_deviation(const profile_record *kept, const record_deviation *one)
{
    const profile_change *c = &one->change;
    for (size_t i = 0; kept != NULL && i < kept->deviation_count; i++) {
        const profile_change *known = &kept->deviations[i].change;
        if (known->trait == c->trait && known->now == c->now &&
            (c->contexts & ~known->contexts) == 0 && octets_are_in(&c->also, &known->also) &&
            octets_are_in(&c->less, &known->less))
            return true;
    }
    return false;
}

bool record_holds_group(const profile_record *kept, const record_group *one)
{
    for (size_t i = 0; kept != NULL && i < kept->group_count; i++)
        if (strcmp(kept->groups[i].id, one->id) == 0)
            return true;
    return false;
}

bool record_holds_fault(const profile_record *kept, const record_fault *one)
{
    for (size_t i = 0; kept != NULL && i < kept->fault_count; i++)
        if (strcmp(kept->faults[i].outcome, one->outcome) == 0 &&
            kept->faults[i].first.op == one->first.op)
            return true;
    return false;
}

bool record_holds(const profile_record *kept, const profile_record *now)
{
    bool all = true;
    for (size_t i = 0; i < now->deviation_count; i++)
        all = all && record_holds_deviation(kept, &now->deviations[i]);
    for (size_t i = 0; i < now->group_count; i++)
        all = all && record_holds_group(kept, &now->groups[i]);
    for (size_t i = 0; i < now->fault_count; i++)
        all = all && record_holds_fault(kept, &now->faults[i]);
    return all;
}
