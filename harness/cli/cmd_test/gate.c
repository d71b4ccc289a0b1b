/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include "cli/stop.h"

#include "base/base.h"
#include "json/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reads the list of an open file, and replaces the present one. */
static bool take_list(gate *g, const json_document *document)
{
    baseline read = {.ignore_answers = false};
    const bool is_old = g->update && baseline_is_old(document);
    if (is_old && !g->is_old)
        failure(g->call,
                "the baseline %s is of version 1: it is written anew, with the adapters of this "
                "run alone",
                g->path);
    g->is_old = is_old;
    if (!is_old && !baseline_read(document, &read))
        return false;
    read.ignore_answers = g->list.ignore_answers;
    baseline_free(&g->list);
    g->list = read;
    return true;
}

/* Reads the list again. A file that is not there yet, and will be made, changes nothing. Returns
 * false after a failure, which it says. */
static bool read_list(gate *g)
{
    json_document document;
    uriproof_error error;
    if (!json_document_open(&document, g->path, &error)) {
        const bool missing = errno == ENOENT;
        if (!missing || !g->update)
            failure(g->call, "cannot read the baseline %s%s", error.words,
                    missing ? "; --update-baseline makes it" : "");
        return missing && g->update;
    }
    const bool good = take_list(g, &document);
    if (!good)
        failure(g->call, "the baseline %s", error.words);
    json_document_close(&document);
    return good;
}

static int cannot_write(const gate *g)
{
    return failure(g->call, "cannot write the baseline %s: %s", g->path,
                   errno == EWOULDBLOCK ? "another process has been writing it for a minute; end "
                                          "that one, and try again"
                                        : error_reason(errno));
}

void gate_open(const testing *t, gate *g)
{
    *g = (gate){.call = t->call,
                .path = t->baseline,
                .update = t->update_baseline,
                .quiet = t->quiet,
                .list.ignore_answers = t->ignore_answers};
    if (g->path == NULL)
        return;
    if (!read_list(g))
        exit(URIPROOF_EXIT_FAILED);
    if (g->update && !atomic_file_may_write(g->path))
        exit(cannot_write(g));
}

void gate_close(gate *g)
{
    baseline_free(&g->list);
}

const baseline_adapter *gate_listed(const gate *g, const char *adapter)
{
    return adapter != NULL ? baseline_adapter_named(&g->list, adapter) : NULL;
}

enum { CHANGED_SHOWN = 5, TEXT_WIDTH = 200 };

static void tell(void *self, const baseline_entry *entry)
{
    gate *g = self;
    if (g->unmatched++ >= CHANGED_SHOWN)
        return;
    failure(g->call,
            "the baseline %s: %s: no vector has the id \"%s\"; --update-baseline renews it",
            g->path, entry->adapter, entry->id);
}

typedef struct renewal {
    gate *g;
    const uriproof_results *results;
    size_t count;
    bool read;
} renewal;

/* Reads the list once more, since another run may have added its adapters, and writes it. */
static bool write_baseline(void *self, FILE *out)
{
    renewal *r = self;
    r->read = read_list(r->g);
    return r->read && baseline_write(&r->g->list, r->results, r->count, r->g->level, out);
}

/* Returns true if a case of the run is flaky. What it answers is not known. */
static bool is_flaky(const uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT];
        uriproof_count_outcomes(results, i, counts);
        if (counts[URIPROOF_FLAKY] > 0)
            return true;
    }
    return false;
}

static int renew(gate *g, int status, const uriproof_results *results, size_t count)
{
    renewal r = {g, results, count, .read = true};
    bool whole = status == 0, flaky = false;
    for (size_t i = 0; i < count; i++) {
        whole = whole && !results[i].partial;
        flaky = flaky || is_flaky(&results[i]);
    }
    if (!whole || flaky) {
        failure(g->call, "the baseline %s is left as it was: %s", g->path,
                whole ? "a case is flaky; run it again" : "the run is not whole");
        return status != 0 || is_stopped(NULL) ? status : URIPROOF_EXIT_DIFFERS;
    }
    if (!atomic_file_update(g->path, write_baseline, &r))
        return r.read ? cannot_write(g) : URIPROOF_EXIT_FAILED;
    return read_list(g) ? 0 : URIPROOF_EXIT_FAILED;
}

/* Says which adapters have another version than in the baseline, since another version may answer
 * otherwise. */
static void say_versions(const gate *g, const uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &results->adapters[i];
        const baseline_adapter *listed = gate_listed(g, adapter->name);
        if (listed == NULL)
            failure(g->call, "the baseline %s has nothing of %s; --update-baseline adds it",
                    g->path, adapter->name);
        else if (listed->version != NULL && strcmp(listed->version, adapter->version) != 0)
            failure(g->call, "the baseline %s was made with %s %s, and this is %s", g->path,
                    adapter->name, listed->version, adapter->version);
    }
}

/* Says how many of the user's own vectors the baseline does not know, since it does not find the
 * loss of these. */
static void say_new(const gate *g, const uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        const char *name = results->adapters[i].name;
        const size_t count = baseline_new(&g->list, results, name);
        if (count > 0)
            failure(g->call,
                    "the baseline %s: %zu of your own vectors %s new to %s; --update-baseline adds "
                    "%s",
                    g->path, count, count == 1 ? "is" : "are", name, count == 1 ? "it" : "them");
    }
}

static void say_counts(const gate *g, const uriproof_results *results, size_t count)
{
    size_t counts[URIPROOF_KNOWN_COUNT] = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < results[i].adapter_count; k++)
            for (size_t n = 0; n < results[i].case_count; n++)
                counts[results[i].adapters[k].results[n]->known]++;
    fputs("baseline ", stderr);
    put_printable(stderr, g->path);
    fputc(':', stderr);
    for (size_t i = URIPROOF_KNOWN_FAILURE; i < URIPROOF_KNOWN_COUNT; i++)
        fprintf(stderr, "%s %zu %s", i > URIPROOF_KNOWN_FAILURE ? "," : "", counts[i],
                uriproof_knowns[i].name);
    fputc('\n', stderr);
}

/* ---- What changed ---- */

/* Changes in the order in which they are told. */
enum { CHANGED_NEW, CHANGED_OTHERWISE, CHANGED_FOR_THE_BETTER, CHANGED_KINDS };

static int kind_of(uriproof_known known)
{
    if (known == URIPROOF_NEW_FAILURE)
        return CHANGED_NEW;
    return known == URIPROOF_NO_FAILURE_NOW ? CHANGED_FOR_THE_BETTER : CHANGED_OTHERWISE;
}

/* Shows a text after its name, cut if it is long. */
static void show_text(const char *name, uriproof_span text)
{
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    print_octets(out, text);
    fclose(out);
    fprintf(stderr, "    %-8s  %s\n", name, text_cut(words.octets, TEXT_WIDTH));
    free(words.octets);
}

static void show_answer(const char *name, const char *json)
{
    cJSON *tree = json != NULL ? cJSON_Parse(json) : NULL;
    char *words = tree != NULL ? uriproof_answer_describe(tree) : NULL;
    show_text(name, uriproof_span_of(words != NULL ? words : "no answer"));
    free(words);
    cJSON_Delete(tree);
}

/* Shows what was asked, expected and given. */
static void show_question(const uriproof_case *one, const uriproof_result *result)
{
    for (size_t i = 0; i < 2 && uriproof_ops[one->op].fields[i] != NULL; i++)
        show_text(uriproof_ops[one->op].fields[i], one->request.field[i]);
    show_answer("expected", one->expected);
    show_answer("given", result->given);
}

static void show_changed(const char *adapter, const uriproof_case *one,
                         const uriproof_result *result)
{
    const bool is_new = kind_of(result->known) == CHANGED_NEW;
    const bool is_listed = result->was != URIPROOF_NOT_RUN;
    put_line(stderr, "  %s: %s %s, %s%s, is %s%s", is_new ? "new failure" : "changed", adapter,
             one->id, is_listed ? "was " : "not in the baseline",
             is_listed ? uriproof_outcomes[result->was].name : "",
             uriproof_outcomes[result->outcome].name,
             result->was == result->outcome ? " with another answer" : "");
    if (is_new)
        show_question(one, result);
}

/* Shows the changes of a kind in the results of one adapter. `shown` is the number of changes of
 * this kind that were counted before. Returns that number with the adapter's changes added. If the
 * list does not have the adapter, everything is new and was reported already. */
static size_t say_changed_of(const gate *g, const uriproof_results *results, size_t adapter,
                             int kind, size_t shown)
{
    const uriproof_adapter_results *answers = &results->adapters[adapter];
    const baseline_adapter *listed = gate_listed(g, answers->name);
    for (size_t i = 0; i < results->case_count && listed != NULL; i++) {
        uriproof_known known = answers->results[i]->known;
        if (uriproof_knowns[known].good || kind_of(known) != kind)
            continue;
        if (shown++ < CHANGED_SHOWN)
            show_changed(listed->name, &results->cases[i], answers->results[i]);
    }
    return shown;
}

/* Shows at most CHANGED_SHOWN new failures, with what was asked, and then as many other changes.
 * Cases that no longer fail come last. */
static void say_changed(const gate *g, const uriproof_results *results, size_t count)
{
    size_t shown = 0;
    for (int kind = 0; kind < CHANGED_KINDS; kind++) {
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < results[i].adapter_count; k++)
                shown = say_changed_of(g, &results[i], k, kind, shown);
        if (kind == CHANGED_OTHERWISE)
            continue;
        if (shown > CHANGED_SHOWN)
            fprintf(stderr, "  %s: %zu more\n", kind == CHANGED_NEW ? "new failure" : "changed",
                    shown - CHANGED_SHOWN);
        shown = 0;
    }
}

int gate_judge(gate *g, int status, uriproof_results *results, const uriproof_corpus *corpora,
               size_t count)
{
    if (g->path == NULL)
        return status;
    if (g->update) {
        status = renew(g, status, results, count);
        if (status != 0)
            return status;
    }
    for (size_t i = 0; i < count; i++) {
        if (!g->quiet) {
            say_versions(g, &results[i]);
            say_new(g, &results[i]);
        }
        baseline_judge(&g->list, &results[i]);
        baseline_unmatched(&g->list, &results[i], &corpora[i], tell, g);
    }
    if (g->unmatched > CHANGED_SHOWN)
        failure(g->call, "the baseline %s: %zu more ids that no vector has", g->path,
                g->unmatched - CHANGED_SHOWN);
    if (!g->quiet) {
        say_changed(g, results, count);
        say_counts(g, results, count);
    }
    return status == 0 && g->unmatched > 0 ? URIPROOF_EXIT_DIFFERS : status;
}
