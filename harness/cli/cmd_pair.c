/* SPDX-License-Identifier: MIT */
/* uriproof pair: looks for a short text that one parser checks and another reads otherwise. */
#include "pair_store.h"
#include "stop.h"

#include "processes/processes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 64 };

/* Parts that an option names. */
typedef struct part_choice {
    bool any; /* some are named; else it is all */
    bool parts[PAIR_PARTS];
} part_choice;

typedef struct pair_call {
    const invocation *call;
    parsers own; /* of --adapter */
    parsers parsers;
    part_choice by, fail_on;
    const char *json, *sarif;
    pair_store store;
    uint64_t seed, time_ms, timeout_ms;
    uint64_t begun, deadline;
    bool progress;
    pair found;
    difference_names names;
    ways ways;
} pair_call;

/* ---- The parsers ---- */

/* Returns the NAME=COMMAND of --adapter that has the name, or the word as it is. */
static const char *own_or_known(pair_call *p, const char *word, bool used[PARSERS_MOST])
{
    const size_t length = strlen(word);
    for (size_t i = 0; i < p->own.wanted_count; i++) {
        const char *one = p->own.wanted[i];
        if (strncmp(one, word, length) == 0 && one[length] == '=') {
            used[i] = true;
            return one;
        }
    }
    return word;
}

static void want_both(pair_call *p)
{
    bool used[PARSERS_MOST] = {false};
    for (int i = 0; i < PAIR_MEMBERS; i++)
        parsers_want(p->call, &p->parsers, own_or_known(p, p->call->argv[i], used));
    for (size_t i = 0; i < p->own.wanted_count; i++)
        if (!used[i])
            usage_error(p->call, "--adapter %s is neither %s, which checks, nor %s, which fetches",
                        p->own.wanted[i], p->call->argv[0], p->call->argv[1]);
}

/* ---- The search ---- */

static bool is_over(void *self)
{
    const pair_call *p = self;
    return is_stopped(NULL) || session_clock() >= p->deadline;
}

static void tell_progress(void *self)
{
    const pair_call *p = self;
    const double seconds = (double)(session_clock() - p->begun) / 1000;
    size_t count = 0;
    if (!p->progress)
        return;
    for (size_t i = 0; i < p->found.stage_count; i++)
        count += p->found.stages[i].texts;
    fprintf(stderr, "\r%zu texts, %.0f a second; found:", count,
            seconds > 0 ? (double)count / seconds : 0);
    for (size_t i = 0; i < PAIR_FINDINGS; i++) {
        const pair_finding *f = &p->found.findings[i];
        if (f->found && f->way == PAIR_PLAIN)
            fprintf(stderr, " %s%s", f->part->name, f->judged ? " (judged)" : "");
    }
    fputs("\033[K", stderr);
}

static bool is_judged(void *self, const answer_class *class)
{
    pair_call *p = self;
    return pair_store_has_judged(&p->store, &p->parsers, class);
}

/* Do the profiles of both show it? Then it is one of the ways. */
static bool is_way(void *self, const answer_class *class)
{
    const pair_call *p = self;
    return ways_have(&p->ways, class);
}

/* Finds the ways that the profiles show, if both parsers have one. */
static void find_ways(pair_call *p, panel *asked, panel *fresh)
{
    ways_terms terms = {.seed = p->seed,
                        .allowed = pair_allowed(asked, PAIR_PLAIN),
                        .asked = asked,
                        .fresh = fresh,
                        .self = p,
                        .should_stop = is_over,
                        .is_judged = p->store.path != NULL ? is_judged : NULL};
    for (size_t m = 0; m < PAIR_MEMBERS; m++) {
        terms.of[m] = &p->names.profiles[m];
        if (p->names.digests[m] == 0)
            return;
    }
    memcpy(terms.wanted, p->by.parts, sizeof terms.wanted);
    p->ways = ways_find(&terms);
}

/* Looks for texts. The time begins when the parsers have started. */
static void search(pair_call *p, panel *asked, panel *fresh)
{
    pair_options options = {.seed = p->seed,
                            .asked = asked,
                            .fresh = fresh,
                            .self = p,
                            .should_stop = is_over,
                            .progress = tell_progress,
                            .is_judged = p->store.path != NULL ? is_judged : NULL,
                            .is_known = is_way};
    memcpy(options.wanted, p->by.parts, sizeof options.wanted);
    pair_begin(&p->found, &options);
    p->deadline = UINT64_MAX;
    difference_names_find(p->call, &p->parsers, asked, &p->names);
    panel_name_by(fresh, namer_classes(p->names.namer));
    find_ways(p, asked, fresh);
    p->begun = session_clock();
    p->deadline = p->begun + p->time_ms;
    pair_search(&p->found);
    if (p->progress)
        fputs("\r\033[K", stderr);
    parsers_tell_silent(p->call, &p->parsers, asked, asked);
    parsers_tell_silent(p->call, &p->parsers, asked, fresh);
}

/* ---- The command ---- */

/* Is there a finding that counts for the exit status? A fault does, unless --fail-on names a part.
 */
static bool has_failed(const pair_call *p)
{
    for (size_t m = 0; m < PAIR_MEMBERS && !p->fail_on.any; m++)
        if (p->found.faults[m].one.again == SHOWN_AGAIN && !p->found.faults[m].one.judged)
            return true;
    const pair_finding *f;
    for (size_t i = 0; (f = pair_finding_at(&p->ways, &p->found, i)) != NULL; i++)
        if (f->again == SHOWN_AGAIN && !f->judged && p->fail_on.parts[f->part - pair_parts])
            return true;
    return false;
}

/* Has a parser answered no text? Then nothing was compared, which it says. */
static bool is_unanswered(const pair_call *p)
{
    const pair *found = &p->found;
    if (found->texts == 0)
        failure(p->call, "no text was answered by both: nothing was compared; give it more --time, "
                         "or see with 'uriproof ask' what they answer");
    for (size_t m = 0; m < PAIR_MEMBERS && found->texts > 0; m++)
        if (found->faults[m].count == found->texts)
            failure(p->call,
                    "adapter %s answered none of %zu texts: nothing was compared; see with "
                    "'uriproof ask' what it does",
                    p->parsers.members[m].name, found->texts);
    return found->texts == 0 || found->faults[PAIR_CHECKER].count == found->texts ||
           found->faults[PAIR_FETCHER].count == found->texts;
}

static int status_of(pair_call *p, const panel *asked)
{
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (p->parsers.silent_count > 0)
        return URIPROOF_EXIT_NO_START;
    if (parsers_count_able(&p->parsers, asked, URIPROOF_PARSE) < PAIR_MEMBERS) {
        failure(p->call, "both have to have the operation parse: see docs/protocol.md");
        return URIPROOF_EXIT_NO_START;
    }
    if (is_unanswered(p))
        return URIPROOF_EXIT_NO_START;
    return has_failed(p) ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

/* Writes what was found to a file, if there is one. Returns false if that failed, which it says. */
static bool write_file(const pair_call *p, const char *path, bool (*write)(void *self, FILE *out),
                       pair_words *words)
{
    if (path == NULL || atomic_file_write(path, write, words))
        return true;
    failure(p->call, "cannot write %s: %s", path, error_reason(errno));
    return false;
}

/* Writes what was found to the store. Returns false if that failed, which it says. */
static bool save(pair_call *p, const pair_words *words)
{
    char by[100] = "";
    bool complete = !words->partial && p->parsers.silent_count == 0;
    for (size_t i = 0; i < PAIR_FINDINGS; i++)
        complete =
            complete && (!p->found.findings[i].found || p->found.findings[i].again == SHOWN_AGAIN);
    for (size_t i = 0; i < PAIR_PARTS && p->by.any; i++)
        if (p->by.parts[i] && pair_parts[i].is_sought)
            add_word(by, sizeof by, pair_parts[i].by);
    return pair_store_save(&p->store, words, p->by.any ? by : "any", complete);
}

/* Tells what was found, and writes it to all files, also if one of them cannot be written. Returns
 * false then. The store is last: others can keep it locked. */
static bool tell(pair_call *p, pair_words *words)
{
    pair_words_put(words);
    const bool json = write_file(p, p->json, pair_words_write_json, words);
    const bool sarif = write_file(p, p->sarif, pair_words_write_sarif, words);
    return save(p, words) && json && sarif;
}

static int search_and_tell(pair_call *p, const data_paths *paths)
{
    asker_options options = panel_options(paths, p->timeout_ms, WINDOW);
    options.self = p; /* of is_over */
    options.should_stop = is_over;
    panel *asked = panel_new(p->parsers.members, p->parsers.count, 0, &options);
    options.renewed = true;
    panel *fresh = panel_new(p->parsers.members, p->parsers.count, 0, &options);
    search(p, asked, fresh);
    pair_words words = {.call = p->call,
                        .parsers = &p->parsers,
                        .panel = asked,
                        .found = &p->found,
                        .ways = &p->ways,
                        .names = &p->names,
                        .partial = is_stopped(NULL)};
    const int status = tell(p, &words) ? status_of(p, asked) : URIPROOF_EXIT_FAILED;
    pair_free(&p->found);
    ways_free(&p->ways);
    difference_names_close(&p->names);
    panel_free(asked);
    panel_free(fresh);
    return status;
}

/* Sets what was not said: all parts are looked for, and each of these counts. Ends the program if a
 * part counts that is not looked for. */
static void settle_choices(pair_call *p)
{
    for (size_t i = 0; i < PAIR_PARTS; i++) {
        p->by.parts[i] = p->by.parts[i] || !p->by.any;
        p->fail_on.parts[i] = p->fail_on.any ? p->fail_on.parts[i] : p->by.parts[i];
        if (p->fail_on.parts[i] && !p->by.parts[i])
            usage_error(p->call, "--fail-on %s: --by does not look for that", pair_parts[i].by);
    }
}

static void check_file(const invocation *call, const char *path)
{
    if (path != NULL && !atomic_file_may_write(path))
        fail(call, "cannot write %s: %s", path, error_reason(errno));
}

/* Ends the program if two options name one file. Has each option, and then its file or NULL. */
static void check_same(const invocation *call, const char *const of[4])
{
    if (of[1] != NULL && of[3] != NULL && is_same_file(of[1], of[3]))
        usage_error(call, "%s %s and %s %s are the same file: name two", of[0], of[1], of[2],
                    of[3]);
}

static int run(invocation *call)
{
    pair_call p = {.call = call, .time_ms = 10000, .timeout_ms = 2000, .seed = 1};
    data_paths paths;
    options_read(call, &p);
    if (call->argc > PAIR_MEMBERS)
        usage_error(call, "wants two parsers, and no third: %s", call->argv[PAIR_MEMBERS]);
    if (call->argc < PAIR_MEMBERS)
        usage_error(call, "wants two parsers: the one that checks, and the one that fetches");
    settle_choices(&p);
    difference_names_open(call, &p.names);
    check_same(call, (const char *const[]){"--json", p.json, "--sarif", p.sarif});
    check_same(call, (const char *const[]){"--json", p.json, "--store", p.store.path});
    check_same(call, (const char *const[]){"--sarif", p.sarif, "--store", p.store.path});
    check_same(call, (const char *const[]){"--json", p.json, "--profile", p.names.path});
    check_same(call, (const char *const[]){"--sarif", p.sarif, "--profile", p.names.path});
    want_both(&p);
    check_file(call, p.json);
    check_file(call, p.sarif);
    p.parsers.folder = p.own.folder;
    find_paths(call, &paths);
    pair_store_open(&p.store, call);
    stop_catch();
    p.progress = isatty(STDERR_FILENO) == 1;
    parsers_find(call, &paths, &p.parsers);
    const int status = search_and_tell(&p, &paths);
    parsers_free(&p.parsers);
    pair_store_close(&p.store);
    return status;
}

/* Returns the names of parts: "any", and each other one once. */
static const char *part_names(size_t i)
{
    if (i == 0)
        return "any";
    for (size_t k = 0; k < PAIR_PARTS; k++)
        if ((k == 0 || strcmp(pair_parts[k].by, pair_parts[k - 1].by) != 0) && --i == 0)
            return pair_parts[k].by;
    return NULL;
}

/* Adds the parts of that name to a choice. "any" restricts nothing. */
static void take_part(const invocation *call, const cli_option *option, const char *value, void *to)
{
    part_choice *choice = to;
    (void)call, (void)option;
    for (size_t i = 0; i < PAIR_PARTS; i++)
        if (strcmp(value, pair_parts[i].by) == 0)
            choice->any = choice->parts[i] = true;
}

static const cli_option options[] = {
    {"adapter", "NAME=COMMAND", take_adapter, offsetof(pair_call, own),
     .help = "one of your own, which the shell runs, as CHECKER or FETCHER; may be given twice"},
    {"by", "PART", take_part, offsetof(pair_call, by),
     .help = "the part to look for: any (default), host, scheme, port or path; may be given more "
             "than once",
     .values = part_names},
    {"time", "TIME", take_duration, offsetof(pair_call, time_ms),
     .help = "how long it takes at most after the parsers have started: 10s (default), 5m"},
    {"store", "FILE", take_word, offsetof(pair_call, store.path),
     .help = "keep what is found in this store of findings (docs/findings-store.md). Only a class "
             "that is new there, or was fixed, makes the exit status 1, and the search goes on "
             "after the others"},
    {"json", "FILE", take_word, offsetof(pair_call, json), .help = "write what was found there"},
    {"fail-on", "PART", take_part, offsetof(pair_call, fail_on),
     .help = "only this part makes the exit status 1 (default: each that is looked for, and a "
             "parser that crashes, hangs or breaks the protocol); may be given more than once",
     .values = part_names},
    {"seed", "N", take_number, offsetof(pair_call, seed),
     .help = "what changes are drawn by, after the texts that are always the same (default: 1)",
     .most = UINT64_MAX},
    {"adapter-dir", "DIR", take_word, offsetof(pair_call, own.folder), .help = adapter_dir_help},
    {"profile", "FILE", take_word, offsetof(pair_call, names.path),
     .help = difference_profile_help},
    {"sarif", "FILE", take_word, offsetof(pair_call, sarif),
     .help = "write it there for code scanning (docs/ci.md)"},
    {"timeout", "TIME", take_duration, offsetof(pair_call, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {.name = NULL},
};

const verb command_pair = {
    .name = "pair",
    .run = run,
    .usage = "CHECKER FETCHER",
    .about = "Tells in which ways two parsers see a text differently. First it lists those "
             "that their profiles show, then it looks for short texts. A program checks it "
             "with CHECKER, and fetches it, or the checker's normal form of it, with FETCHER. "
             "Both have to accept the text. What an adapter declares that its parser changes "
             "by design does not count. A text counts only after new processes have shown it "
             "again.",
    .options = options,
    .more = "It ends after the first stage in which all parts are found, not counting what the "
            "store has as known, by-design or reported. Exit status: 0 nothing found, 1 something, "
            "2 usage, 3 a parser does not start, or cannot be asked, 4 a file "
            "cannot be written, 130 ended by Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_ANYWHERE,
    .common = 5,
};
