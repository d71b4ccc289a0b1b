/* SPDX-License-Identifier: MIT */
#include "engines.h"

#include "target.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_SEEDS = 64 };

struct engines {
    engines_options options;
    engine **processes;
    engine_kind *kinds;
    size_t count;
    uint64_t executions_before; /* that earlier campaigns of the folder counted */
};

/* ---- Starting ---- */

static bool make_folders(const char *folder)
{
    static const char *const names[] = {"corpus", "crashes", "logs", "found", "afl", "afl-seeds"};
    bool good = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && good; i++) {
        char *path = text_made("%s/%s", folder, names[i]);
        good = mkdir(path, 0777) == 0 || errno == EEXIST;
        free(path);
    }
    return good;
}

/* Copies some of the texts of the campaign for AFL++ to begin with: in the order of their names,
 * which are hashes. */
static bool copy_seeds(const char *folder)
{
    char *from = text_made("%s/corpus", folder), *to = text_made("%s/afl-seeds", folder);
    text_folder *texts = text_folder_open(from), *seeds = text_folder_open(to);
    bool good = texts != NULL && seeds != NULL && text_folder_read(texts);
    for (size_t i = 0; good && i < text_folder_count(texts) && i < MOST_SEEDS; i++)
        good = text_folder_keep(seeds, text_folder_text(texts, i));
    const int reason = errno;
    text_folder_close(texts);
    text_folder_close(seeds);
    free(from);
    free(to);
    errno = reason;
    return good;
}

static void start_one(engines *e, engine_kind kind, size_t number)
{
    const engines_options *o = &e->options;
    e->kinds[e->count] = kind;
    e->processes[e->count++] = engine_start(&(engine_options){.kind = kind,
                                                              .number = number,
                                                              .program = o->programs[kind],
                                                              .folder = o->folder,
                                                              .dictionary = o->dictionary,
                                                              .mutator = o->mutator,
                                                              .reaper = o->reaper,
                                                              .seed = o->seed});
}

engines *engines_start(const engines_options *options)
{
    size_t count = 0;
    if (!make_folders(options->folder) ||
        (options->counts[ENGINE_AFL] > 0 && !copy_seeds(options->folder)))
        return NULL;
    engines *e = calloc(1, sizeof *e);
    e->options = *options;
    e->executions_before = target_classes_read(options->folder).executions;
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++)
        count += options->counts[kind];
    e->processes = calloc(count + 1, sizeof *e->processes);
    e->kinds = calloc(count + 1, sizeof *e->kinds);
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++)
        for (size_t i = 0; i < options->counts[kind]; i++)
            start_one(e, (engine_kind)kind, i);
    return e;
}

/* ---- News ---- */

static void add_news(engines_total *to, const engine_news *one)
{
    to->processes++;
    to->failed += one->failed;
    to->executions += one->executions;
    to->edges = one->edges > to->edges ? one->edges : to->edges;
    to->starts += one->starts;
    if (one->failed)
        memcpy(to->words, one->words, sizeof to->words);
    if (one->version[0] != '\0')
        memcpy(to->version, one->version, sizeof to->version);
}

/* Adds up the kinds. */
static void add_up(const engines *e, engines_news *all)
{
    const uint64_t counted = target_classes_read(e->options.folder).executions;
    for (size_t kind = 0; kind < ENGINE_KINDS; kind++) {
        const engines_total *one = &all->of[kind];
        all->executions += one->executions;
        all->edges = one->edges > all->edges ? one->edges : all->edges;
        all->processes += one->processes;
        all->failed += one->failed;
    }
    if (counted > e->executions_before)
        all->executions = counted - e->executions_before;
}

engines_news engines_tell(engines *e)
{
    engines_news all = {.executions = 0};
    for (size_t i = 0; i < e->count; i++) {
        const engine_news one = engine_tell(e->processes[i]);
        add_news(&all.of[e->kinds[i]], &one);
    }
    add_up(e, &all);
    return all;
}

void engines_take(const engines *e, text_folder *to)
{
    for (size_t i = 0; i < e->options.counts[ENGINE_AFL]; i++) {
        char *path =
            text_made("%s/afl/%s-%zu/queue", e->options.folder, engine_names[ENGINE_AFL], i);
        text_folder_take(to, path); /* it may not be there yet */
        free(path);
    }
}

/* ---- The end ---- */

engines_news engines_end(engines *e)
{
    engines_news all = {.executions = 0};
    for (size_t i = 0; i < e->count; i++)
        engine_stop(e->processes[i]);
    for (size_t i = 0; i < e->count; i++) {
        const engine_news one = engine_end(e->processes[i]);
        add_news(&all.of[e->kinds[i]], &one);
    }
    add_up(e, &all);
    free(e->processes);
    free(e->kinds);
    free(e);
    return all;
}
