/* SPDX-License-Identifier: MIT */
/* uriproof profile: a parser as RFC 3986 and what it changes. */
#include "commands.h"
#include "parsers.h"
#include "stop.h"

#include "base/base.h"
#include "classes/classes.h"
#include "judge/judge.h"
#include "model/learn.h"

#include <uriproof/rfc3986.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many texts are asked to measure the prediction, which no profile was learnt from. */
enum { UNSEEN_PARSES = 4000, UNSEEN_RESOLVES = 2000, ASKED_AT_ONCE = 1024 };

typedef struct profiling {
    const invocation *call;
    uint64_t seed;
    uint64_t timeout_ms;
    parsers parsers;
    uriproof_corpus corpus;
    panel *panel; /* of one parser */
    const panel_member *member;
    store *store;
    size_t faults; /* crashes, timeouts and the like */
    bool any_deviation;
    bool on_terminal;
} profiling;

/* ---- Asking ---- */

/* Returns the answer with all its parts as components. */
static uriproof_answer as_components(const reply *r)
{
    uriproof_answer answer = r->answer;
    if (answer.status == ANSWER_ACCEPTED && answer.parts.has_generic &&
        !answer.parts.has_components) {
        const uriproof_span *at = r->pieces.at;
        answer.parts.has_components = true;
        answer.parts.components = (uriproof_components){.scheme = at[PIECE_SCHEME],
                                                        .user = at[PIECE_USER],
                                                        .password = at[PIECE_PASSWORD],
                                                        .host = at[PIECE_HOST],
                                                        .port = at[PIECE_PORT],
                                                        .path = at[PIECE_PATH],
                                                        .query = at[PIECE_QUERY],
                                                        .fragment = at[PIECE_FRAGMENT]};
    }
    return answer;
}

static void ask(void *self, observation *items, size_t count)
{
    profiling *p = self;
    uriproof_request *requests = calloc(ASKED_AT_ONCE, sizeof *requests);
    reply *replies = calloc(ASKED_AT_ONCE, sizeof *replies);
    for (size_t from = 0; from < count && !is_stopped(NULL); from += ASKED_AT_ONCE) {
        const size_t now = count - from < ASKED_AT_ONCE ? count - from : ASKED_AT_ONCE;
        for (size_t i = 0; i < now; i++)
            requests[i] = items[from + i].request;
        panel_ask(p->panel, &(panel_questions){.requests = requests, .count = now}, p->store,
                  replies);
        for (size_t i = 0; i < now; i++) {
            items[from + i].is_answer = replies[i].fault == URIPROOF_AGREE;
            items[from + i].given = as_components(&replies[i]);
            p->faults += reply_is_fault(&replies[i]);
        }
    }
    free(requests);
    free(replies);
}

static bool is_wrong(void *self, const observation *o)
{
    (void)self;
    return is_wrong_by_dialect(&uriproof_rfc3986, &o->request, &o->given);
}

static void tell_progress(void *self, size_t explained, size_t of)
{
    const profiling *p = self;
    if (p->on_terminal)
        fprintf(stderr, "%s: %zu of %zu answers explained\n", p->member->name, explained, of);
}

/* The corpus of known faults is neither looked at nor asked: it measures what profiles are worth.
 */
static bool is_asked(const uriproof_vector *v)
{
    return (v->request.op == URIPROOF_PARSE || v->request.op == URIPROOF_RESOLVE) &&
           strncmp(v->group->file, "known-", 6) != 0;
}

static observations vectors_asked(const profiling *p)
{
    observations asked = {NULL, 0};
    for (size_t i = 0; i < p->corpus.vector_count; i++) {
        const uriproof_vector *v = &p->corpus.vectors[i];
        if (is_asked(v))
            observations_add(&asked, v->request.op, v->request.field[0], v->request.field[1]);
    }
    return asked;
}

/* ---- Failures ---- */

typedef struct failures {
    size_t count, explained;
} failures;

/* Judges the vectors, which were asked first, as `test` does. */
static failures count_failures(const profiling *p, const learned *l, const hello *h)
{
    static const uriproof_readings defaults = {{0}};
    const judge_terms terms = {.dialect = &uriproof_rfc3986,
                               .readings = &defaults,
                               .transforms = &h->transforms,
                               .splits = h->splits != NULL};
    failures found = {0, 0};
    size_t at = 0;
    for (size_t i = 0; i < p->corpus.vector_count && at < l->asked.count; i++) {
        const uriproof_vector *v = &p->corpus.vectors[i];
        if (!is_asked(v) || !h->ops[v->request.op])
            continue;
        const observation *o = &l->asked.items[at];
        if (o->is_answer && !uriproof_outcomes[judge(&terms, v, &o->given).outcome].good) {
            found.count++;
            found.explained += l->explained[at];
        }
        at++;
    }
    return found;
}

/* ---- Words ---- */

static void put_text(const observation *o)
{
    putchar('"');
    (void)print_octets(stdout, o->request.field[0]);
    putchar('"');
    if (o->request.op == URIPROOF_RESOLVE) {
        fputs(" with \"", stdout);
        (void)print_octets(stdout, o->request.field[1]);
        putchar('"');
    }
}

static void put_answer(uriproof_op op, const uriproof_answer *answer)
{
    uriproof_answer shown = *answer;
    shown.error = NULL;
    cJSON *tree = uriproof_answer_tree(op, &shown);
    char *words = uriproof_answer_describe(tree);
    fputs(words, stdout);
    free(words);
    cJSON_Delete(tree);
}

static void put_set(const octet_set *set)
{
    const char *before = "";
    for (unsigned octet = 0; octet < 0x80; octet++) {
        if (!octet_in(set, (unsigned char)octet))
            continue;
        if (octet > 0x20 && octet < 0x7f)
            printf("%s%c", before, (char)octet);
        else if (octet == 0x20)
            printf("%sspace", before);
        else if (octet == 0 || !octet_in(set, (unsigned char)(octet - 1)) || octet == 0x7f)
            printf("%s%02X", before, octet);
        else if (octet == 0x1f || !octet_in(set, (unsigned char)(octet + 1)))
            printf(" to %02X", octet);
        else
            continue;
        before = " ";
    }
    if (octet_in(set, 0x80))
        printf("%s80 to FF", before);
}

static bool is_empty_set(const octet_set *set)
{
    return (set->bits[0] | set->bits[1] | set->bits[2] | set->bits[3]) == 0;
}

/* Says in which contexts it holds, if not in all. */
static void put_guard(uint32_t contexts)
{
    enum { ALL_KINDS = (1 << SCHEME_KINDS) - 1, WITH_SCHEME = ALL_KINDS & ~(1 << KIND_NONE) };
    const uint32_t parse = contexts & profile_contexts_of(MODEL_PARSE);
    const uint32_t resolve = contexts >> SCHEME_KINDS;
    const uint32_t kinds = parse | resolve;
    const char *before = " (";
    if (contexts == PROFILE_EVERYWHERE)
        return;
    if (parse == 0 || resolve == 0) {
        printf("%s%s", before, parse == 0 ? "resolve" : "parse");
        before = ", ";
    }
    for (unsigned kind = 0; kind < SCHEME_KINDS && (kinds & WITH_SCHEME) != WITH_SCHEME; kind++)
        if ((kinds >> kind & 1) != 0) {
            printf("%s%s", before, kind == KIND_NONE ? "without a scheme" : scheme_kinds[kind]);
            before = ", ";
        }
    if (strcmp(before, " (") != 0)
        putchar(')');
}

static void put_deviation(const learned *l, const deviation *d)
{
    const trait *t = &traits[d->trait];
    const observation *o = &l->asked.items[d->example];
    printf("%-7s", trait_risks[t->risk]);
    if ((unsigned)d->trait >= OCTET_PARTS) {
        fputs(t->values[d->value].does, stdout);
        for (unsigned v = 0; v < trait_value_count(d->trait); v++)
            if ((l->alike[d->trait] >> v & 1) != 0 && v != d->value)
                printf("; or %s", t->values[v].does);
    } else {
        if (!is_empty_set(&d->also)) {
            printf("takes in the %s also: ", t->part);
            put_set(&d->also);
        }
        if (!is_empty_set(&d->less)) {
            printf("%srefuses in the %s: ", is_empty_set(&d->also) ? "" : "; ", t->part);
            put_set(&d->less);
        }
    }
    put_guard(d->contexts);
    fputs("\n       ", stdout);
    put_text(o);
    fputs(": ", stdout);
    put_answer(o->request.op, &o->given);
    fputs("\n       RFC 3986: ", stdout);
    put_answer(o->request.op, &d->by_specification);
    printf(" (%s; %zu answer%s)\n", t->clause, d->needed, d->needed == 1 ? "" : "s");
}

/* ---- What is not explained ---- */

static size_t text_length(const observation *o)
{
    return o->request.field[0].length + o->request.field[1].length;
}

/* What a question that is not explained has in common with others: the operation, and what differs.
 */
static unsigned group_of(const profile *p, const observation *o, uriproof_buffer *room)
{
    uriproof_answer model;
    (void)model_answer(p, &o->request, room, &model, NULL);
    unsigned group = o->request.op == URIPROOF_RESOLVE ? 1U << 10 : 0;
    const bool taken = o->given.status == ANSWER_ACCEPTED;
    if (taken != (model.status == ANSWER_ACCEPTED))
        return group | (taken ? 1U << 8 : 1U << 9);
    for (unsigned i = 0; i < URIPROOF_COMPONENT_COUNT && o->request.op == URIPROOF_PARSE; i++)
        if (!uriproof_span_equal(
                uriproof_part(&model.parts.components, &uriproof_component_names[i]),
                uriproof_part(&o->given.parts.components, &uriproof_component_names[i])))
            group |= 1U << i;
    return group;
}

enum { GROUPS_MOST = 1 << 11, GROUPS_SHOWN = 6 };

static void put_group(const observation *o, unsigned group, size_t count)
{
    printf("  %5zu  %s ", count, uriproof_ops[o->request.op].name);
    put_text(o);
    printf(": %s", (group & 1U << 8) != 0 ? "not predicted: " : "");
    put_answer(o->request.op, &o->given);
    putchar('\n');
}

/* Prints the groups of questions that the profile does not answer as the parser does, the greatest
 * first, each with its shortest text. */
static void put_not_explained(const learned *l, const observations *of)
{
    uriproof_buffer room = {malloc(1 << 20), 1 << 20, 0};
    size_t *counts = calloc(GROUPS_MOST, sizeof *counts);
    const observation **shortest = calloc(GROUPS_MOST, sizeof *shortest);
    size_t all = 0;
    for (size_t i = 0; i < of->count; i++) {
        const observation *o = &of->items[i];
        if (!o->is_answer || profile_explains(&l->profile, o, &room))
            continue;
        const unsigned group = group_of(&l->profile, o, &room);
        all++;
        if (counts[group]++ == 0 || text_length(o) < text_length(shortest[group]))
            shortest[group] = o;
    }
    if (all > 0)
        printf("\nnot explained: %zu of the answers that were asked\n", all);
    for (unsigned shown = 0; shown < GROUPS_SHOWN; shown++) {
        unsigned most = 0;
        for (unsigned g = 1; g < GROUPS_MOST; g++)
            most = counts[g] > counts[most] ? g : most;
        if (counts[most] == 0)
            break;
        put_group(shortest[most], most, counts[most]);
        counts[most] = 0;
    }
    free(room.octets);
    free(counts);
    free(shortest);
}

static void put_not_measured(const learned *l)
{
    size_t told = 0;
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++)
        if (!l->measured[id]) {
            fputs(told == 0 ? "\nnot measured: " : ", ", stdout);
            fputs(traits[id].id, stdout);
            told++;
        }
    if (told > 0)
        putchar('\n');
}

/* ---- One parser ---- */

static double per_cent(size_t part, size_t of)
{
    return of > 0 ? 100.0 * (double)part / (double)of : 100.0;
}

static void put_summary(size_t deviations, failures failed, prediction found)
{
    if (deviations == 0)
        printf(" is RFC 3986: no deviation, %zu failures.\nThis predicts", failed.count);
    else
        printf(
            " is RFC 3986 but for %zu deviation%s, which explain %zu of %zu failures\nand predict",
            deviations, deviations == 1 ? "" : "s", failed.explained, failed.count);
    printf(" %.1f %% of %zu unseen answers", per_cent(found.predicted, found.asked), found.asked);
    if (found.differing > 0)
        printf(", and %.1f %% of the %zu that differ from RFC 3986",
               per_cent(found.differing_predicted, found.differing), found.differing);
    fputs(".\n\n", stdout);
}

static void put_screen(const profiling *p, const learned *l, const hello *h,
                       const observations *unseen)
{
    const profile claimed = profile_of_rfc3986(NULL);
    const failures failed = count_failures(p, l, h);
    const prediction found = predict(&l->profile, &claimed, unseen);
    put_printable(stdout, p->member->name);
    putchar(' ');
    put_printable(stdout, h->version != NULL ? h->version : "");
    put_summary(l->count, failed, found);
    for (size_t i = 0; i < l->count; i++)
        put_deviation(l, &l->deviations[i]);
    put_not_explained(l, &l->asked);
    put_not_measured(l);
    if (p->faults > 0)
        printf("\n%zu questions had no answer: the parser crashed, hung or broke the protocol\n",
               p->faults);
}

/* Measures the parser that p->panel has. Returns false if it does not start. */
static bool measure(profiling *p)
{
    const profile claimed = profile_of_rfc3986(NULL);
    panel_greet(p->panel);
    const hello *h = panel_hello(p->panel, 0);
    if (h->name == NULL)
        return false;
    const learn_terms terms = {.claimed = &claimed,
                               .seed = p->seed,
                               .can = {h->ops[URIPROOF_PARSE], h->ops[URIPROOF_RESOLVE]},
                               .self = p,
                               .ask = ask,
                               .is_wrong = is_wrong,
                               .progress = tell_progress};
    learned l = learn(&terms, p->store, vectors_asked(p));
    observations unseen = {NULL, 0};
    questions_of_seed(&unseen, p->store, p->seed ^ UINT64_C(0x5eed5eed), UNSEEN_PARSES,
                      h->ops[URIPROOF_RESOLVE] ? UNSEEN_RESOLVES : 0);
    if (!is_stopped(NULL))
        ask(p, unseen.items, unseen.count);
    if (!is_stopped(NULL))
        put_screen(p, &l, h, &unseen);
    p->any_deviation = p->any_deviation || l.count > 0;
    free(unseen.items);
    learned_free(&l);
    return true;
}

static int run(invocation *call)
{
    profiling p = {.call = call, .seed = 1, .timeout_ms = 2000, .on_terminal = isatty(2) != 0};
    data_paths paths;
    size_t silent = 0;
    options_read(call, &p);
    for (int i = 0; i < call->argc; i++)
        parsers_want(call, &p.parsers, call->argv[i]);
    if (p.parsers.wanted_count == 0)
        usage_error(call, "wants the name of an adapter: see '%s adapters'", call->program);
    find_paths(call, &paths);
    stop_catch();
    parsers_find(call, &paths, &p.parsers);
    parsers_allow_files(call, p.parsers.count);
    load_corpus(call, &paths, &uriproof_rfc3986, URIPROOF_CLAUSES, &p.corpus);
    const asker_options options = panel_options(&paths, p.timeout_ms, 64);
    for (size_t m = 0; m < p.parsers.count && !is_stopped(NULL); m++) {
        p.member = &p.parsers.members[m];
        p.panel = panel_new(p.member, 1, 0, &options);
        p.store = store_new();
        p.faults = 0;
        if (m > 0)
            putchar('\n');
        if (!measure(&p)) {
            const char *why = panel_error(p.panel, 0);
            failure(call, "%s: %s", p.member->name, why != NULL ? why : "it does not start");
            silent++;
        }
        flush_output();
        panel_free(p.panel);
        store_free(p.store);
    }
    uriproof_corpus_free(&p.corpus);
    parsers_free(&p.parsers);
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (silent > 0)
        return URIPROOF_EXIT_NO_START;
    return p.any_deviation ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static const cli_option options[] = {
    {"adapter", "NAME", take_adapter, offsetof(profiling, parsers), .help = adapter_help},
    {"adapter-dir", "DIR", take_word, offsetof(profiling, parsers.folder),
     .help = adapter_dir_help},
    {"seed", "N", take_number, offsetof(profiling, seed),
     .help = "what the texts are drawn by (default: 1)", .most = UINT32_MAX},
    {"timeout", "TIME", take_duration, offsetof(profiling, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {.name = NULL},
};

const verb command_profile = {
    .name = "profile",
    .run = run,
    .usage = "ADAPTER...",
    .about = "Shows a parser as RFC 3986 and what it changes. Asks some thousand questions, finds "
             "the traits in which the parser deviates, and says how many of its failures they "
             "explain, and how many answers to other texts they predict (docs/traits.md). The "
             "deviations of worst risk come first: host (a text leads to another host), access "
             "(to another port, user or resource), accept (one side takes what the other "
             "rejects), form.",
    .options = options,
    .more = "Exit status: 0 no deviation, 1 a deviation, 2 usage, 3 a parser does not start, 4 a "
            "file cannot be read, 130 ended by Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_ANYWHERE,
};
