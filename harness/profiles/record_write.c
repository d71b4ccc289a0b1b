/* SPDX-License-Identifier: MIT */
#include "record.h"
#include "words.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- A change ---- */

/* Writes the octets as ranges: "00-1f 20 7f-ff". */
static void write_octets(json_writer *w, const char *key, const octet_set *set)
{
    char words[OCTETS_WORDS_MOST];
    if (octets_are_empty(set))
        return;
    octets_to_words(set, words);
    json_text(w, key, words);
}

static void write_contexts(json_writer *w, uint32_t contexts)
{
    if (contexts == PROFILE_EVERYWHERE)
        return;
    json_open_array(w, "in");
    for (unsigned op = 0; op < MODEL_OPS; op++) {
        const uint32_t all = profile_contexts_of((model_op)op);
        if ((contexts & all) == all)
            json_text(w, NULL, uriproof_ops[op].name);
        for (unsigned kind = 0; kind < SCHEME_KINDS && (contexts & all) != all; kind++) {
            char words[CONTEXT_WORDS_MOST];
            const unsigned context = profile_context((model_op)op, (scheme_kind)kind);
            if ((contexts >> context & 1) == 0)
                continue;
            context_to_words(context, words);
            json_text(w, NULL, words);
        }
    }
    json_close(w);
}

void profile_change_write(json_writer *w, const profile_change *change)
{
    json_text(w, "trait", traits[change->trait].id);
    if ((unsigned)change->trait >= OCTET_PARTS)
        json_text(w, "value", traits[change->trait].values[change->now].id);
    write_octets(w, "also", &change->also);
    write_octets(w, "less", &change->less);
    write_contexts(w, change->contexts);
}

/* ---- Questions and answers ---- */

static void write_question(json_writer *w, const char *key, const uriproof_request *request)
{
    json_open_object(w, key);
    json_text(w, "op", uriproof_ops[request->op].name);
    uriproof_request_write(w, request);
    json_close(w);
}

static void write_answer(json_writer *w, const char *key, uriproof_op op,
                         const uriproof_answer *answer)
{
    json_open_object(w, key);
    uriproof_answer_write(w, op, answer);
    json_close(w);
}

static void write_example(json_writer *w, const profile_example *shown)
{
    json_open_object(w, "example");
    write_question(w, "question", &shown->request);
    write_answer(w, "given", shown->request.op, &shown->given);
    write_answer(w, "expected", shown->request.op, &shown->expected);
    json_close(w);
}

/* ---- A record ---- */

static void write_values(json_writer *w, const char *key, trait_id id, unsigned values)
{
    json_open_array(w, key);
    for (unsigned v = 0; v < trait_value_count(id); v++)
        if ((values >> v & 1) != 0)
            json_text(w, NULL, traits[id].values[v].id);
    json_close(w);
}

static void write_deviation(json_writer *w, const record_deviation *d)
{
    const trait *t = &traits[d->change.trait];
    const bool is_set = (unsigned)d->change.trait < OCTET_PARTS;
    json_open_object(w, NULL);
    profile_change_write(w, &d->change);
    if (!is_set) {
        json_text(w, "does", t->values[d->change.now].does);
        write_values(w, "allowed", d->change.trait, d->allowed);
        write_values(w, "alike", d->change.trait, d->alike);
    }
    json_text(w, "risk", trait_risks[t->risk]);
    json_text_if(w, "clause", d->clause);
    json_number(w, "needed", d->needed);
    write_example(w, &d->shown);
    json_close(w);
}

static void write_prediction(json_writer *w, size_t predicted, size_t of)
{
    const count_interval between = prediction_interval(predicted, of);
    json_number(w, "asked", of);
    json_number(w, "predicted", predicted);
    json_open_array(w, "interval");
    json_number(w, NULL, between.low);
    json_number(w, NULL, between.high);
    json_close(w);
}

static void write_unseen(json_writer *w, const prediction *found)
{
    json_open_object(w, "unseen");
    write_prediction(w, found->predicted, found->asked);
    json_open_object(w, "differing");
    write_prediction(w, found->differing_predicted, found->differing);
    json_close(w);
    json_close(w);
}

static void write_groups(json_writer *w, const profile_record *r)
{
    json_open_array(w, "not_explained");
    for (size_t i = 0; i < r->group_count; i++) {
        const record_group *g = &r->groups[i];
        json_open_object(w, NULL);
        json_text(w, "id", g->id);
        json_text(w, "part", g->part);
        json_text(w, "kind", g->kind);
        json_number(w, "answers", g->answers);
        write_example(w, &g->shown);
        json_close(w);
    }
    json_close(w);
}

static void write_faults(json_writer *w, const profile_record *r)
{
    json_open_array(w, "no_answer");
    for (size_t i = 0; i < r->fault_count; i++) {
        json_open_object(w, NULL);
        json_text(w, "outcome", r->faults[i].outcome);
        json_number(w, "questions", r->faults[i].questions);
        json_text_if(w, "words", r->faults[i].words);
        write_question(w, "question", &r->faults[i].first);
        json_close(w);
    }
    json_close(w);
    json_open_array(w, "unstable");
    for (size_t i = 0; i < r->unstable_count; i++)
        write_question(w, NULL, &r->unstable[i]);
    json_close(w);
}

static void write_not_measured(json_writer *w, const profile_record *r)
{
    json_open_array(w, "not_measured");
    for (unsigned id = 0; id < TRAIT_COUNT; id++)
        if (r->not_measured[id])
            json_text(w, NULL, traits[id].id);
    json_close(w);
}

static void write_changes(json_writer *w, const profile *p)
{
    size_t count;
    const profile claimed = profile_of_rfc3986(NULL);
    profile_change *changes = profile_changes(&claimed, p, &count);
    json_open_array(w, "profile");
    for (size_t i = 0; i < count; i++) {
        json_open_object(w, NULL);
        profile_change_write(w, &changes[i]);
        json_close(w);
    }
    json_close(w);
    free(changes);
}

uint64_t profile_digest(const profile *p)
{
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    write_changes(&w, p);
    json_writer_end(&w);
    const uint64_t digest = octets_hash(OCTETS_HASH_BEGIN, w.text.octets, w.text.length);
    buffer_free(&w.text);
    return digest;
}

static void write_record(json_writer *w, const profile_record *r)
{
    char digest[17];
    snprintf(digest, sizeof digest, "%016" PRIx64, profile_digest(&r->profile));
    json_open_object(w, NULL);
    json_text(w, "parser", r->parser);
    json_text(w, "parser_version", r->version);
    json_text(w, "specification", r->specification->name);
    json_number(w, "seed", r->seed);
    json_text(w, "digest", digest);
    json_number(w, "asked", r->asked);
    json_open_object(w, "failures");
    json_number(w, "count", r->failures);
    json_number(w, "explained", r->failures_explained);
    json_close(w);
    write_unseen(w, &r->unseen);
    json_open_array(w, "deviations");
    for (size_t i = 0; i < r->deviation_count; i++)
        write_deviation(w, &r->deviations[i]);
    json_close(w);
    write_groups(w, r);
    write_faults(w, r);
    write_not_measured(w, r);
    write_changes(w, &r->profile);
    json_close(w);
}

bool profile_records_write(const profile_records *records, FILE *out)
{
    json_writer w = json_writer_to(out, 4);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-profile");
    json_number(&w, "version", 1);
    json_open_array(&w, "profiles");
    for (size_t i = 0; i < records->count; i++)
        write_record(&w, &records->items[i]);
    return json_writer_end(&w);
}
