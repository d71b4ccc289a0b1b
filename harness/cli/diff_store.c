/* SPDX-License-Identifier: MIT */
#include "diff_store.h"

#include <stdlib.h>
#include <string.h>

static _Noreturn void fail_store(const diff_store *s)
{
    fail(s->call, "%s", findings_error(s->file));
}

void diff_store_open(diff_store *s, const invocation *call, diff_export *asked)
{
    uriproof_error error;
    s->call = call;
    s->digest[0] = s->digest[1] = OCTETS_HASH_BEGIN;
    if (s->path != NULL) {
        s->file = findings_open(s->path, FINDINGS_CREATE, &error);
        s->run = (findings_run){.command = call->command->name, .source = s->source};
        if (s->file == NULL)
            fail(call, "%s", error.words);
        if (s->resume && !findings_find_run(s->file, asked, &s->run, &s->before))
            fail_store(s);
    }
    export_free(asked);
}

/* ---- Texts ---- */

void diff_store_read(diff_store *s, const uriproof_request *requests, size_t count)
{
    s->texts[0] = s->texts[1];
    s->digest[0] = s->digest[1];
    s->texts[1] += count;
    for (size_t i = 0; i < count; i++)
        for (size_t field = 0; field < 2; field++) {
            const uriproof_span text = requests[i].field[field];
            const uint64_t length = text.length;
            s->digest[1] = octets_hash(s->digest[1], &length, sizeof length);
            s->digest[1] = octets_hash(s->digest[1], text.octets, text.length);
        }
}

void diff_store_skip(diff_store *s, texts *t)
{
    const size_t asked = s->before.texts;
    uriproof_request *requests = calloc(TEXTS_MOST, sizeof *requests);
    for (size_t count = 1; count > 0 && s->texts[1] < asked;) {
        const size_t left = asked - s->texts[1];
        store *memory = store_new();
        count = texts_read(t, left < TEXTS_MOST ? left : TEXTS_MOST, memory, requests);
        diff_store_read(s, requests, count);
        store_free(memory);
    }
    free(requests);
    if (s->run.id[0] == '\0')
        return;
    if (s->texts[1] < asked || s->digest[1] != s->run.digest)
        fail(s->call,
             "the first %zu texts of %s are not those that the run in %s asked; leave out --resume "
             "to begin a new run",
             asked, s->source, s->path);
    failure(s->call, "note: goes on after %zu texts", asked);
}

/* ---- What was found before ---- */

/* Returns true if the class is of a chain: its operation cannot be asked. */
static bool is_of_chain(const export_class *one)
{
    class_words words;
    bool asked = !class_words_of(json_string_of(one->shown, "id"), &words);
    for (int op = 0; op < URIPROOF_OP_COUNT; op++)
        asked =
            asked || uriproof_span_equal(words.operation, uriproof_span_of(uriproof_ops[op].name));
    return !asked;
}

size_t diff_store_review(const diff_store *s, uriproof_op op, bool chains,
                         uriproof_request **requests, cJSON **memory)
{
    size_t count = 0;
    *requests = calloc(s->before.count + 1, sizeof **requests);
    *memory = cJSON_CreateArray();
    for (size_t i = 0; i < s->before.count; i++) {
        if (is_of_chain(&s->before.classes[i]) != chains)
            continue;
        cJSON *texts_of = export_request(s->before.classes[i].seen, &(*requests)[count]);
        (*requests)[count++].op = chains ? URIPROOF_PARSE : op;
        cJSON_AddItemToArray(*memory, texts_of);
    }
    return count;
}

/* Returns what an export has of the same class, or NULL. */
static const export_class *same_in(const diff_export *e, const export_class *one)
{
    for (size_t i = 0; i < e->count; i++)
        if (export_compare(&e->classes[i], one) == 0)
            return &e->classes[i];
    return NULL;
}

/* Counts the texts of earlier processes for those classes that this one has too. */
static void join_counts(const diff_store *s, diff_export *found)
{
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++) {
        export_class *one = &found->classes[i];
        const export_class *before = same_in(&s->before, one), *again = same_in(&s->reviewed, one);
        one->texts += before != NULL ? before->texts : 0;
        one->texts -= again != NULL ? again->texts : 0;
        if (one->texts > 0) {
            found->classes[kept++] = *one;
            continue;
        }
        /* Only the review showed it: the parser does not answer the same always. */
        cJSON_Delete(one->seen);
        cJSON_Delete(one->shown);
    }
    found->count = kept;
}

/* Adds the classes that this process does not have: their texts did not show them again. */
static void add_lost(const diff_store *s, diff_export *found)
{
    for (size_t i = 0; i < s->before.count; i++) {
        const export_class *one = &s->before.classes[i];
        if (same_in(found, one) != NULL)
            continue;
        export_add(found, &(export_class){.texts = one->texts,
                                          .seen = cJSON_Duplicate(one->seen, true),
                                          .again = one->again == SHOWN_AGAIN ? SHOWN_AGAIN
                                                                             : NOT_SHOWN_AGAIN,
                                          .shown = cJSON_Duplicate(one->shown, true)});
    }
}

static void join_excused(const diff_store *s, excused_counts *to)
{
    to->texts += s->before.excused.texts - s->reviewed.excused.texts;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        for (unsigned way = 0; way < TRANSFORM_COUNT; way++)
            to->by[i][way] += s->before.excused.by[i][way] - s->reviewed.excused.by[i][way];
}

/* Checks that the parsers are those of before, of the same versions. If none was asked yet, no one
 * said its version. */
static void join_parsers(const diff_store *s, diff_export *found)
{
    if (found->texts > 0 && !cJSON_Compare(found->parsers, s->before.parsers, true))
        fail(s->call,
             "the parsers or their versions are not those that the run in %s asked; leave out "
             "--resume to begin a new run",
             s->path);
    cJSON_Delete(found->parsers);
    found->parsers = cJSON_Duplicate(s->before.parsers, true);
}

void diff_store_join(const diff_store *s, diff_export *found)
{
    if (!s->goes_on)
        return;
    join_parsers(s, found);
    found->texts += s->before.texts - s->reviewed.texts;
    found->agreements += s->before.agreements - s->reviewed.agreements;
    found->unasked += s->before.unasked - s->reviewed.unasked;
    join_excused(s, &found->excused);
    join_counts(s, found);
    add_lost(s, found);
}

/* ---- Saving ---- */

void diff_store_save(diff_store *s, diff_export *found, bool complete)
{
    if (s->file == NULL || found->texts == 0)
        return;
    for (size_t i = 0; i < 2; i++)
        if (s->texts[i] == found->texts)
            s->run.digest = s->digest[i];
    s->run.complete = complete;
    if (!findings_save_run(s->file, &s->run, found))
        fail_store(s);
}

void diff_store_close(diff_store *s)
{
    export_free(&s->before);
    export_free(&s->reviewed);
    findings_close(s->file);
}
