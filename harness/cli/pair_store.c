/* SPDX-License-Identifier: MIT */
#include "pair_store.h"

#include "asked.h"

#include <stdlib.h>
#include <string.h>

void pair_store_open(pair_store *s, const invocation *call)
{
    uriproof_error error;
    if (s->path == NULL)
        return;
    s->file = findings_open(s->path, FINDINGS_CREATE, &error);
    if (s->file == NULL)
        fail(call, "%s", error.words);
}

/* ---- Classes ---- */

/* Writes what one parser saw. No dialect says whether that is right: the other parser was asked
 * another text. */
static void write_view(json_writer *j, const pair_words *w, size_t member, const reply *sees)
{
    uriproof_answer answer = sees->answer;
    answer.error = NULL; /* each parser has its own words */
    json_open_object(j, NULL);
    json_open_array(j, "parsers");
    json_text(j, NULL, w->parsers->members[member].name);
    json_close(j);
    json_open_object(j, "answer");
    uriproof_answer_write(j, URIPROOF_PARSE, &answer);
    json_close(j);
    json_open_object(j, "by_dialect");
    json_close(j);
    json_close(j);
}

/* Writes what the checker saw in the text, and the fetcher in its normal form. */
static void write_handed(json_writer *j, const pair_words *w, const pair_finding *f)
{
    const uriproof_request handed = {URIPROOF_PARSE, {f->handed}};
    json_open_object(j, "handed");
    uriproof_request_write(j, &handed);
    json_close(j);
    json_open_array(j, "groups");
    write_view(j, w, PAIR_CHECKER, &f->checker);
    write_view(j, w, PAIR_FETCHER, &f->fetcher);
    json_close(j);
    json_open_array(j, "by_design");
    json_close(j);
    json_open_array(j, "classes");
    json_open_object(j, NULL);
    asked_write_class(j, &f->class);
    json_close(j);
    json_close(j);
}

/* Writes what both replied to the request. */
static void write_replies(json_writer *j, const pair_words *w, const uriproof_request *request,
                          const reply replies[PAIR_MEMBERS])
{
    asked r;
    asked_of_replies(w->parsers, w->panel, request, replies, &r);
    asked_write(j, &r);
    asked_free(&r);
}

/* Opens what was shown with its class and example. */
static void open_shown(json_writer *shown, const answer_class *class,
                       const uriproof_request *request)
{
    *shown = json_writer_compact();
    json_open_object(shown, NULL);
    asked_write_class(shown, class);
    json_open_object(shown, "example");
    uriproof_request_write(shown, request);
    json_close(shown);
}

/* Ends what was shown again on the request. */
static export_class end_shown(json_writer *shown, const uriproof_request *request)
{
    json_writer seen = json_writer_compact();
    json_open_object(&seen, NULL);
    uriproof_request_write(&seen, request);
    return (export_class){.texts = 1,
                          .seen = json_writer_tree(&seen),
                          .again = SHOWN_AGAIN,
                          .shown = json_writer_tree(shown)};
}

static export_class class_of(const pair_words *w, const pair_finding *f)
{
    const uriproof_request request = {URIPROOF_PARSE, {{f->text.octets, f->text.length}}};
    const reply replies[PAIR_MEMBERS] = {f->checker, f->fetcher};
    json_writer shown;
    open_shown(&shown, &f->class, &request);
    const text_replies all = panel_replies(w->panel, &request, replies);
    if (f->way == PAIR_NORMAL) { /* the fetcher replied to another text */
        write_handed(&shown, w, f);
    } else {
        difference_names_write_class(&shown, w->names, w->parsers, &all, &f->class, NULL);
        write_replies(&shown, w, &request, replies);
    }
    return end_shown(&shown, &request);
}

static export_class class_of_fault_in(const pair_words *w, const pair_fault *one)
{
    json_writer shown;
    open_shown(&shown, &one->class, &one->request);
    write_replies(&shown, w, &one->request, one->replies);
    return end_shown(&shown, &one->request);
}

static export_class *class_named(const diff_export *found, const char *id)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(json_string_of(found->classes[i].shown, "id"), id) == 0)
            return &found->classes[i];
    return NULL;
}

/* Adds what was found. Two findings can be of one class, whose example is then the smaller text. */
static void add_found(diff_export *found, export_class one)
{
    export_class *same = class_named(found, json_string_of(one.shown, "id"));
    if (same == NULL) {
        export_add(found, &one);
        return;
    }
    const size_t count = same->texts + one.texts;
    if (export_is_smaller(one.seen, same->seen)) {
        const export_class larger = *same;
        *same = one;
        one = larger;
    }
    same->texts = count;
    cJSON_Delete(one.seen);
    cJSON_Delete(one.shown);
}

/* ---- The run ---- */

static cJSON *settings_of(const char *by)
{
    json_writer j = json_writer_compact();
    json_open_object(&j, NULL);
    json_text(&j, "op", uriproof_ops[URIPROOF_PARSE].name);
    json_text(&j, "by", by);
    json_truth(&j, "chains", false);
    return json_writer_tree(&j);
}

static cJSON *parsers_of(const pair_words *w)
{
    json_writer j = json_writer_compact();
    json_open_array(&j, NULL);
    for (size_t m = 0; m < PAIR_MEMBERS; m++) {
        const hello *greeting = panel_hello(w->panel, m);
        json_open_object(&j, NULL);
        json_text(&j, "name", w->parsers->members[m].name);
        json_text_if(&j, "version", greeting->version);
        difference_names_write_digest(&j, w->names, m);
        if (greeting->name == NULL)
            json_text(&j, "outcome", uriproof_outcomes[URIPROOF_NOT_RUN].name);
        json_close(&j);
    }
    return json_writer_tree(&j);
}

/* Looks for an earlier run that asked the same texts, or fewer or more of them, of the same
 * versions of the same parsers: this one goes on with it. */
static bool find_run(pair_store *s, findings_run *run)
{
    diff_export before;
    const bool complete = run->complete;
    if (!findings_find_run(s->file, &s->found, run, &before))
        return false;
    const bool goes_on = cJSON_Compare(before.parsers, s->found.parsers, true);
    if (!goes_on)
        run->id[0] = run->token[0] = '\0';
    if (goes_on && before.texts > s->found.texts)
        s->found.texts = before.texts;
    run->complete = complete || (goes_on && run->complete);
    export_free(&before);
    return true;
}

/* Saves the run. If it has an earlier part, then all is saved as a run that repeats that: so what
 * this run saw is seen later, but not counted twice. */
static bool save_run(pair_store *s, findings_run *run)
{
    const bool repeats = run->id[0] != '\0' && run->complete;
    if (!findings_save_run(s->file, run, &s->found))
        return false;
    if (!repeats)
        return true;
    run->id[0] = run->token[0] = '\0';
    return findings_save_run(s->file, run, &s->found);
}

bool pair_store_save(pair_store *s, const pair_words *w, const char *by, bool complete)
{
    const pair *found = w->found;
    const uint64_t seed = found->options.seed;
    char source[sizeof "seed 18446744073709551615"];
    if (s->path == NULL || found->texts == 0)
        return true;
    snprintf(source, sizeof source, "seed %ju", (uintmax_t)seed);
    s->found = (diff_export){.settings = settings_of(by),
                             .parsers = parsers_of(w),
                             .texts = found->texts,
                             .excused = found->excused};
    const pair_finding *f;
    for (size_t i = 0; (f = pair_finding_at(w->ways, found, i)) != NULL; i++)
        if (f->again == SHOWN_AGAIN)
            add_found(&s->found, class_of(w, f));
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        if (found->faults[m].one.again == SHOWN_AGAIN)
            add_found(&s->found, class_of_fault_in(w, &found->faults[m].one));
    findings_run run = {.command = w->call->command->name, .source = source, .complete = complete};
    const bool there = find_run(s, &run);
    run.digest = octets_hash(OCTETS_HASH_BEGIN, &seed, sizeof seed);
    if (there && save_run(s, &run))
        return true;
    failure(w->call, "%s", findings_error(s->file));
    return false;
}

/* Asks the store what it has of the class between the two. */
static bool ask_store(const pair_store *s, const parsers *both, const char *id)
{
    json_writer j = json_writer_compact();
    json_open_object(&j, NULL);
    json_text(&j, "id", id);
    json_open_array(&j, "groups");
    for (size_t m = 0; m < PAIR_MEMBERS; m++) {
        json_open_object(&j, NULL);
        json_texts(&j, "parsers", (const char *const[]){both->members[m].name, NULL});
        json_close(&j);
    }
    json_close(&j);
    const export_class class = {.again = SHOWN_AGAIN, .shown = json_writer_tree(&j)};
    const bool judged = !findings_is_new(s->file, &class);
    cJSON_Delete(class.shown);
    return judged;
}

bool pair_store_has_judged(pair_store *s, const parsers *both, const answer_class *class)
{
    char id[CLASS_ID_ROOM];
    size_t i = 0;
    class_id(class, id);
    while (i < s->opinion_count && strcmp(s->opinions[i].id, id) != 0)
        i++;
    if (i == s->opinion_count) {
        s->opinions = list_grown(s->opinions, i, sizeof *s->opinions);
        s->opinions[i].judged = ask_store(s, both, id);
        memcpy(s->opinions[i].id, id, sizeof id);
        s->opinion_count++;
    }
    return s->opinions[i].judged;
}

void pair_store_close(pair_store *s)
{
    findings_close(s->file);
    export_free(&s->found);
    free(s->opinions);
}
