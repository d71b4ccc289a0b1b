/* SPDX-License-Identifier: MIT */
#include "under_readings.h"

#include "room.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { VALUES_MAX = 3 * URIPROOF_READINGS_MAX };

/* A value of a reading that is not its default, and the expected answer if only this reading is
 * set. */
typedef struct single_value {
    size_t reading;
    unsigned char value;
    bool listed; /* true if the answer differs from the default's */
    gen_expect expect;
} single_value;

uriproof_span gen_keep(gen_pool *pool, uriproof_span span)
{
    if (span.octets == NULL)
        return span;
    gen_require_room(pool->used + span.length, GEN_POOL_SIZE, "octets of one case's answers",
                     "GEN_POOL_SIZE");
    char *kept = pool->octets + pool->used;
    memcpy(kept, span.octets, span.length);
    pool->used += span.length;
    return (uriproof_span){kept, span.length};
}

/* ---- Entries ---- */

typedef struct row_question {
    gen_row *row;
    const uriproof_dialect *dialect;
    gen_answer answer;
    const void *self;
} row_question;

static gen_expect asked(const row_question *asking, const uriproof_readings *readings)
{
    gen_expect expect = {.outcome = GEN_ACCEPTED};
    asking->answer(asking->self, readings, &asking->row->pool, &expect);
    return expect;
}

static void list(const row_question *asking, const single_value *a, const single_value *b,
                 const gen_expect *expect)
{
    gen_row *row = asking->row;
    const uriproof_reading *readings = asking->dialect->readings;
    assert(row->one.alternate_count < GEN_ALTERNATES_MAX);
    char *set = row->sets[row->one.alternate_count];
    snprintf(set, GEN_SET_WORDS_MAX, "%s=%s%s%s%s%s", readings[a->reading].id,
             readings[a->reading].values[a->value], b != NULL ? "," : "",
             b != NULL ? readings[b->reading].id : "", b != NULL ? "=" : "",
             b != NULL ? readings[b->reading].values[b->value] : "");
    row->alternates[row->one.alternate_count++] = (gen_alternate){set, *expect};
}

static size_t ask_singles(const row_question *asking, single_value *singles)
{
    const uriproof_dialect *dialect = asking->dialect;
    size_t count = 0;
    for (size_t i = 0; i < dialect->reading_count; i++)
        for (unsigned char value = 1; value < 4 && dialect->readings[i].values[value] != NULL;
             value++) {
            uriproof_readings readings = {{0}};
            readings.value[i] = value;
            single_value *one = &singles[count++];
            *one = (single_value){i, value, false, asked(asking, &readings)};
            one->listed = !gen_same_expect(&one->expect, &asking->row->one.expect);
            if (one->listed)
                list(asking, one, NULL, &one->expect);
        }
    return count;
}

/* Returns true if the entries so far already give `expect` when both values are set. If only one
 * value has an entry, that entry counts. If neither has, the default counts. If both have entries
 * and these differ, the rule gives no answer. */
static bool is_said(const row_question *asking, const single_value *a, const single_value *b,
                    const gen_expect *expect)
{
    if (a->listed && b->listed && !gen_same_expect(&a->expect, &b->expect))
        return false;
    if (a->listed || b->listed)
        return gen_same_expect(a->listed ? &a->expect : &b->expect, expect);
    return gen_same_expect(&asking->row->one.expect, expect);
}

static void ask_pairs(const row_question *asking, const single_value *singles, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            if (singles[i].reading == singles[j].reading)
                continue;
            uriproof_readings readings = {{0}};
            readings.value[singles[i].reading] = singles[i].value;
            readings.value[singles[j].reading] = singles[j].value;
            gen_expect expect = asked(asking, &readings);
            if (!is_said(asking, &singles[i], &singles[j], &expect))
                list(asking, &singles[i], &singles[j], &expect);
        }
}

void gen_row_expect(gen_row *row, const uriproof_dialect *dialect, gen_answer answer,
                    const void *self)
{
    row_question asking = {row, dialect, answer, self};
    single_value singles[VALUES_MAX];
    uriproof_readings defaults = {{0}};
    row->pool.used = 0;
    row->one.alternates = row->alternates;
    row->one.alternate_count = 0;
    row->one.expect = asked(&asking, &defaults);
    size_t count = ask_singles(&asking, singles);
    ask_pairs(&asking, singles, count);
}
