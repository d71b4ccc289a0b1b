/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include "room.h"
#include "table.h"

enum { KIND_COUNT = 5, DEPTH = 4, NARROW_DEPTH = 3 };

/* A kind of path element. Each position in a path has its own name, and its own spelling of escaped
 * dots. */
typedef struct element_kind {
    const char *written[DEPTH];
} element_kind;

static const element_kind kinds[2][KIND_COUNT] = {
    {{{"", "", "", ""}},
     {{".", ".", ".", "."}},
     {{"..", "..", "..", ".."}},
     {{"g", "h", "i", "j"}},
     {{"%2E", "%2e%2E", "%2e", ".%2E"}}},
    {{{"", "", "", ""}},
     {{".", ".", ".", "."}},
     {{"..", "..", "..", ".."}},
     {{"a", "b", "c", "d"}},
     {{"%2e%2E", "%2E", "%2E%2e", "%2e"}}},
};
enum { OF_FORM, OF_CONTEXT };

/* The partial forms that every context is combined with. */
static const char *const forms[] = {"g", "../g", "./g", ".", "..", "", "/g", "//g", "?q", "#f"};
enum { FORM_COUNT = sizeof forms / sizeof forms[0] };

/* A sequence of kinds of elements. In its text the elements have slashes between them. */
typedef struct kind_sequence {
    size_t kind[DEPTH];
    size_t depth;
} kind_sequence;

/* Sets *sequence to the next one. Returns false after the last one of depth `most`. */
static bool go_on(kind_sequence *sequence, size_t most)
{
    for (size_t i = sequence->depth; i > 0; i--) {
        if (++sequence->kind[i - 1] < KIND_COUNT)
            return true;
        sequence->kind[i - 1] = 0;
    }
    return ++sequence->depth <= most;
}

static oracle_string written(const kind_sequence *sequence, size_t of, const char *before)
{
    oracle_string text = oracle_string_of(uriproof_span_of(before));
    for (size_t i = 0; i < sequence->depth; i++) {
        oracle_add_words(&text, i > 0 ? "/" : "");
        oracle_add_words(&text, kinds[of][sequence->kind[i]].written[i]);
    }
    return text;
}

void gen_sweep_add(gen_sweep *sweep, const oracle_string *base, const oracle_string *ref)
{
    gen_require_room(sweep->count + 1, GEN_PAIRS_MAX, "pairs of a base and a reference",
                     "GEN_PAIRS_MAX");
    sweep->pairs[sweep->count++] = (gen_pair){*base, *ref};
}

static void add_forms(gen_sweep *sweep, const gen_contexts *contexts)
{
    kind_sequence sequence = {.depth = 1};
    do {
        oracle_string form = written(&sequence, OF_FORM, "");
        bool slashes = oracle_has_at(oracle_span(&form), 0, "/");
        oracle_string base =
            oracle_string_of(uriproof_span_of(slashes ? contexts->runs : contexts->deep));
        gen_sweep_add(sweep, &base, &form);
        for (size_t i = 0; contexts->narrow[i] != NULL && sequence.depth <= NARROW_DEPTH; i++) {
            base = oracle_string_of(uriproof_span_of(contexts->narrow[i]));
            gen_sweep_add(sweep, &base, &form);
        }
    } while (go_on(&sequence, DEPTH));
}

/* Adds the contexts. Those with a depth up to 3 are combined with every form, those with a depth of
 * 4 with one form each. */
static void add_contexts(gen_sweep *sweep)
{
    kind_sequence sequence = {.depth = 1};
    size_t turn = 0;
    do {
        oracle_string base = written(&sequence, OF_CONTEXT, "x:");
        for (size_t i = 0; i < FORM_COUNT; i++) {
            oracle_string form = oracle_string_of(uriproof_span_of(forms[i]));
            if (sequence.depth < DEPTH || i == turn % FORM_COUNT)
                gen_sweep_add(sweep, &base, &form);
        }
        turn += sequence.depth == DEPTH ? 3 : 0;
        turn += sequence.kind[DEPTH - 1] == KIND_COUNT - 1 ? 1 : 0;
    } while (go_on(&sequence, DEPTH));
}

/* Adds the pairs of the table. */
static void add_pairs(gen_sweep *sweep, const char *dialect)
{
    gen_table table = gen_table_read("pairs.tsv", dialect, 3);
    for (size_t i = 0; i < table.count; i++) {
        oracle_string base = oracle_string_of(uriproof_span_of(table.rows[i].cell[1]));
        oracle_string ref = oracle_string_of(uriproof_span_of(table.rows[i].cell[2]));
        gen_sweep_add(sweep, &base, &ref);
    }
    gen_table_free(&table);
}

void gen_sweep_fill(gen_sweep *sweep, const gen_contexts *contexts, const char *dialect)
{
    sweep->count = 0;
    add_forms(sweep, contexts);
    add_contexts(sweep);
    add_pairs(sweep, dialect);
}
