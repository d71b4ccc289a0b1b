/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include "base/base.h"
#include "json/json.h"

#include <errno.h>
#include <string.h>

static int read_list(gate *g, bool may_be_missing)
{
    json_document document;
    uriproof_error error;
    bool ignore_answers = g->list.ignore_answers, read = true;
    if (!json_document_open(&document, g->path, &error)) {
        bool missing = errno == ENOENT;
        if (missing && may_be_missing)
            return 0;
        return failure(g->call, "cannot read the baseline %s%s", error.words,
                       missing ? "; --update-baseline makes it" : "");
    }
    if (g->update && baseline_is_old(&document))
        failure(g->call,
                "the baseline %s is of version 1: it is written anew, with the adapters of "
                "this run alone",
                g->path);
    else
        read = baseline_read(&document, &g->list);
    g->list.ignore_answers = ignore_answers;
    json_document_close(&document);
    return read ? 0 : failure(g->call, "the baseline %s", error.words);
}

static int cannot_write(const gate *g)
{
    return failure(g->call, "cannot write the baseline %s: %s", g->path, strerror(errno));
}

int gate_open(const invocation *call, const char *path, bool update, bool ignore_answers, gate *g)
{
    *g = (gate){.call = call, .path = path, .update = update};
    g->list.ignore_answers = ignore_answers;
    if (path == NULL)
        return 0;
    int status = read_list(g, update);
    if (status == 0 && update && !atomic_file_may_write(path))
        status = cannot_write(g);
    return status;
}

void gate_close(gate *g)
{
    baseline_free(&g->list);
}

const baseline_adapter *gate_listed(const gate *g, const char *adapter)
{
    return baseline_adapter_named(&g->list, adapter);
}

static void tell(void *self, const baseline_entry *entry)
{
    const gate *g = self;
    failure(g->call,
            "the baseline %s: %s: no vector has the id \"%s\"; --update-baseline renews it",
            g->path, entry->adapter, entry->id);
}

typedef struct renewal {
    const baseline *old;
    const uriproof_results *results;
    size_t count;
    uriproof_level level;
} renewal;

static bool write_baseline(void *self, FILE *out)
{
    const renewal *r = self;
    return baseline_write(r->old, r->results, r->count, r->level, out);
}

static bool is_partial(const uriproof_results *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].partial)
            return true;
    return false;
}

static int renew(gate *g, int status, const uriproof_results *results, size_t count)
{
    renewal r = {&g->list, results, count, g->level};
    if (status != 0 || is_partial(results, count)) {
        failure(g->call, "the baseline %s is left as it was: the run is not whole", g->path);
        return status != 0 ? status : URIPROOF_EXIT_DIFFERS;
    }
    if (!atomic_file_write(g->path, write_baseline, &r))
        return cannot_write(g);
    bool ignore_answers = g->list.ignore_answers;
    baseline_free(&g->list);
    g->list.ignore_answers = ignore_answers;
    return read_list(g, false);
}

/* Another version may well answer otherwise: who reads that something changed should know. */
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

static void add_counts(const uriproof_results *results, size_t *counts)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++)
            counts[results->adapters[i].results[k]->known]++;
}

static void say_counts(const gate *g, const size_t *counts)
{
    fprintf(stderr, "baseline %s:", g->path);
    for (size_t i = URIPROOF_KNOWN_FAILURE; i < URIPROOF_KNOWN_COUNT; i++)
        fprintf(stderr, "%s %zu %s", i > URIPROOF_KNOWN_FAILURE ? "," : "", counts[i],
                uriproof_knowns[i].name);
    fputc('\n', stderr);
}

/* ---- What changed ---- */

enum { CHANGED_SHOWN = 5 };

/* What fails no more is told after all else that changed. */
typedef struct changed_list {
    const gate *g;
    bool no_failure_now;
    size_t count; /* so far; the first few were shown */
} changed_list;

static void show_changed(const changed_list *list, const baseline_adapter *listed,
                         const uriproof_case *one, const uriproof_result *result)
{
    const char *was =
        uriproof_outcomes[baseline_outcome(&list->g->list, listed, one->id, one->op)].name;
    const char *is = uriproof_outcomes[result->outcome].name;
    fputs("  changed: ", stderr);
    put_printable(stderr, listed->name);
    fprintf(stderr, " %s, was %s, is %s%s\n", one->id, was, is,
            strcmp(was, is) == 0 ? " with another answer" : "");
}

static void show_changed_of(changed_list *list, const uriproof_results *results, size_t adapter)
{
    const uriproof_adapter_results *facts = &results->adapters[adapter];
    const baseline_adapter *listed = gate_listed(list->g, facts->name);
    for (size_t i = 0; i < results->case_count && listed != NULL; i++) {
        uriproof_known known = facts->results[i]->known;
        if (uriproof_knowns[known].good ||
            (known == URIPROOF_NO_FAILURE_NOW) != list->no_failure_now)
            continue;
        if (list->count++ < CHANGED_SHOWN)
            show_changed(list, listed, &results->cases[i], facts->results[i]);
    }
}

/* Of an adapter that the list does not have, all is new, and said already. */
static void say_changed(const gate *g, const uriproof_results *results, size_t count)
{
    changed_list list = {.g = g};
    for (int pass = 0; pass < 2; pass++) {
        list.no_failure_now = pass == 1;
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < results[i].adapter_count; k++)
                show_changed_of(&list, &results[i], k);
    }
    if (list.count > CHANGED_SHOWN)
        fprintf(stderr, "  changed: %zu more\n", list.count - CHANGED_SHOWN);
}

int gate_judge(gate *g, int status, uriproof_results *results, const uriproof_corpus *corpora,
               size_t count)
{
    size_t unmatched = 0, counts[URIPROOF_KNOWN_COUNT] = {0};
    if (g->path == NULL)
        return status;
    if (g->update) {
        status = renew(g, status, results, count);
        if (status != 0)
            return status;
    }
    for (size_t i = 0; i < count; i++) {
        say_versions(g, &results[i]);
        baseline_judge(&g->list, &results[i]);
        add_counts(&results[i], counts);
        unmatched += baseline_unmatched(&g->list, &results[i], &corpora[i], tell, g);
    }
    say_counts(g, counts);
    say_changed(g, results, count);
    return status == 0 && unmatched > 0 ? URIPROOF_EXIT_DIFFERS : status;
}
