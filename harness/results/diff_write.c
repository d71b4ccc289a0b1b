/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include "json/json.h"

typedef struct writer {
    const changes *found;
    FILE *out;
} writer;

static void member(const writer *w, const char *before, const char *text)
{
    fputs(before, w->out);
    json_write_text(w->out, text);
}

static void counts(const writer *w)
{
    fputs(",\n\"counts\":{", w->out);
    for (int i = CHANGE_NONE + 1; i < CHANGE_COUNT; i++)
        fprintf(w->out, "%s\"%s\":%zu", i > CHANGE_NONE + 1 ? "," : "", change_facts[i].name,
                w->found->counts[i]);
    putc('}', w->out);
}

static void put_change(const writer *w, size_t adapter, size_t number, change which, bool first)
{
    const uriproof_result *old = diff_old_result(w->found, adapter, number);
    const uriproof_result *new = &w->found->new->adapters[adapter].results[number];
    fputs(first ? "\n" : ",\n", w->out);
    member(w, " {\"case\":", w->found->new->cases[number].id);
    member(w, ",\"change\":", change_facts[which].name);
    member(w, ",\"old\":", uriproof_outcomes[old->outcome].name);
    member(w, ",\"new\":", uriproof_outcomes[new->outcome].name);
    putc('}', w->out);
}

static void adapter_changes(const writer *w, size_t adapter)
{
    const uriproof_adapter_results *new = &w->found->new->adapters[adapter];
    size_t old = w->found->adapters.old_of[adapter];
    bool first = true;
    member(w, "{\"name\":", new->name);
    member(w, ",\"old_version\":", w->found->old->adapters[old].version);
    member(w, ",\"new_version\":", new->version);
    fputs(",\"changes\":[", w->out);
    for (size_t i = 0; i < w->found->new->case_count; i++) {
        change which = diff_of(w->found, adapter, i);
        if (which != CHANGE_NONE) {
            put_change(w, adapter, i, which, first);
            first = false;
        }
    }
    fputs("]}", w->out);
}

static void adapters(const writer *w)
{
    const char *before = "\n";
    fputs(",\n\"adapters\":[", w->out);
    for (size_t i = 0; i < w->found->new->adapter_count; i++) {
        if (w->found->adapters.old_of[i] == UNPAIRED)
            continue;
        fputs(before, w->out);
        adapter_changes(w, i);
        before = ",\n";
    }
    putc(']', w->out);
}

typedef enum thing { ADAPTER, VECTOR, CLAUSE } thing;

static const char *name_of(const uriproof_results *results, thing which, size_t number)
{
    if (which == ADAPTER)
        return results->adapters[number].name;
    return which == VECTOR ? results->cases[number].id : results->clauses[number].id;
}

/* The names of those that have no partner. */
static void lonely(const writer *w, const char *before, const uriproof_results *results,
                   thing which, const size_t *partners, size_t count)
{
    const char *comma = "";
    fputs(before, w->out);
    for (size_t i = 0; i < count; i++) {
        if (partners[i] == UNPAIRED) {
            member(w, comma, name_of(results, which, i));
            comma = ",";
        }
    }
    putc(']', w->out);
}

static void gone_and_new(const writer *w, const char *gone, const char *added, thing which,
                         const pairing *pairs)
{
    lonely(w, gone, w->found->old, which, pairs->new_of, pairs->old_count);
    lonely(w, added, w->found->new, which, pairs->old_of, pairs->new_count);
}

static void redefined(const writer *w)
{
    const char *comma = "";
    fputs(",\n\"vectors_redefined\":[", w->out);
    for (size_t i = 0; i < w->found->new->case_count; i++) {
        if (w->found->redefined[i]) {
            member(w, comma, w->found->new->cases[i].id);
            comma = ",";
        }
    }
    putc(']', w->out);
}

bool diff_write_json(const changes *found, FILE *out)
{
    writer w = {found, out};
    member(&w,
           "{\"format\":\"uriproof-comparison\",\"version\":2,\n\"dialect\":", found->new->dialect);
    member(&w, ",\n\"document\":", found->new->document);
    member(&w, ",\n\"old_uriproof\":", found->old->uriproof);
    member(&w, ",\n\"new_uriproof\":", found->new->uriproof);
    fprintf(out, ",\n\"worse\":%s", diff_worse(found) ? "true" : "false");
    fprintf(out, ",\n\"ended_early\":%s", found->ended_early ? "true" : "false");
    counts(&w);
    adapters(&w);
    gone_and_new(&w, ",\n\"adapters_gone\":[", ",\n\"adapters_new\":[", ADAPTER, &found->adapters);
    gone_and_new(&w, ",\n\"vectors_gone\":[", ",\n\"vectors_new\":[", VECTOR, &found->cases);
    redefined(&w);
    gone_and_new(&w, ",\n\"clauses_gone\":[", ",\n\"clauses_new\":[", CLAUSE, &found->clauses);
    fputs("}\n", out);
    return fflush(out) == 0 && !ferror(out);
}
