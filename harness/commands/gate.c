/* SPDX-License-Identifier: MIT */
#include "gate.h"

#include "whole_file.h"
#include <uriproof/file.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of a lower level than the list's is a part of the run, as a selection is. */
static int fits_level(const gate *g)
{
    uriproof_level listed = g->list.level;
    if (g->update ? g->level == listed : g->level <= listed)
        return 0;
    return usage_error(g->call, "the baseline %s is one of --level %s%s", g->path,
                       uriproof_level_names[listed],
                       g->update ? "; write one of another level to a file of its own" : "");
}

int gate_open(const invocation *call, const char *path, bool update, uriproof_level level,
              const uriproof_corpus *corpus, gate *g)
{
    size_t length;
    uriproof_error error;
    *g = (gate){.call = call, .corpus = corpus, .path = path, .level = level, .update = update};
    if (path == NULL)
        return 0;
    char *text = uriproof_file_read(path, &length);
    if (text == NULL && update && errno == ENOENT)
        return 0;
    if (text == NULL)
        return failure(call, "cannot read the baseline %s: %s%s", path, strerror(errno),
                       errno == ENOENT ? "; --update-baseline makes it" : "");
    bool read = baseline_read(text, length, corpus->dialect->name, &g->list, &error);
    free(text);
    return read ? fits_level(g) : failure(call, "the baseline %s: %s", path, error.words);
}

void gate_close(gate *g)
{
    baseline_free(&g->list);
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
    uriproof_level level;
} renewal;

static bool write_baseline(void *self, FILE *out)
{
    const renewal *r = self;
    return baseline_write(r->old, r->results, r->level, out);
}

static int renew(gate *g, int status, const uriproof_results *results)
{
    renewal r = {g->list.document != NULL ? &g->list : NULL, results, g->level};
    if (status != 0 || results->partial) {
        failure(g->call, "the baseline %s is left as it was: the run is not whole", g->path);
        return status != 0 ? status : URIPROOF_EXIT_DIFFERS;
    }
    if (!write_whole(g->path, write_baseline, &r))
        return failure(g->call, "cannot write the baseline %s: %s", g->path, strerror(errno));
    return 0;
}

static void say_counts(const gate *g, const uriproof_results *results)
{
    size_t counts[URIPROOF_KNOWN_COUNT] = {0};
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++)
            counts[results->adapters[i].results[k].known]++;
    fprintf(stderr, "baseline %s:", g->path);
    for (size_t i = URIPROOF_KNOWN_FAILURE; i < URIPROOF_KNOWN_COUNT; i++)
        fprintf(stderr, "%s %zu %s", i > URIPROOF_KNOWN_FAILURE ? "," : "", counts[i],
                uriproof_knowns[i].name);
    fputc('\n', stderr);
}

int gate_judge(gate *g, int status, uriproof_results *results)
{
    if (g->path == NULL)
        return status;
    if (g->update) {
        status = renew(g, status, results);
        if (status != 0)
            return status;
        baseline_free(&g->list);
        status = gate_open(g->call, g->path, true, g->level, g->corpus, g);
        if (status != 0)
            return status;
    }
    baseline_judge(&g->list, results);
    say_counts(g, results);
    size_t unmatched = baseline_unmatched(&g->list, results, g->corpus, tell, g);
    return status == 0 && unmatched > 0 ? URIPROOF_EXIT_DIFFERS : status;
}
