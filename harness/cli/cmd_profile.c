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
static const question_counts unseen_texts = {{[MODEL_PARSE] = 4000,
                                              [MODEL_RESOLVE] = 2000,
                                              [MODEL_NORMALIZE] = 1000,
                                              [MODEL_EQUIVALENT] = 500}};
enum { ASKED_AT_ONCE = 1024 };

/* A parser that crashes, hangs or breaks the protocol at each of the first is asked no more. */
enum { ASKED_FIRST = 32 };

typedef struct profiling {
    const invocation *call;
    uint64_t seed;
    uint64_t timeout_ms;
    parsers parsers;
    uriproof_corpus corpus;
    panel *panel; /* of one parser */
    const panel_member *member;
    store *store;
    /* Of this parser: how many questions it was asked, answered, and had a fault at. */
    size_t asked, answers, faults;
    reply fault; /* the first */
    uriproof_request at_fault;
    size_t told, silent; /* parsers of which all is said; that cannot be measured */
    bool differs;
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

/* Returns true if it is of no use to ask more. */
static bool is_over(void *self)
{
    const profiling *p = self;
    return is_stopped(NULL) || (p->answers == 0 && p->faults >= ASKED_FIRST);
}

static void note_reply(profiling *p, observation *o, const reply *r)
{
    o->is_answer = r->fault == URIPROOF_AGREE;
    o->given = as_components(r);
    p->asked++;
    p->answers += o->is_answer;
    if (reply_is_fault(r) && p->faults++ == 0) {
        p->fault = *r;
        p->at_fault = o->request;
    }
}

static void ask(void *self, observation *items, size_t count)
{
    profiling *p = self;
    size_t now = 0;
    uriproof_request *requests = calloc(ASKED_AT_ONCE, sizeof *requests);
    reply *replies = calloc(ASKED_AT_ONCE, sizeof *replies);
    for (size_t from = 0; from < count && !is_over(p); from += now) {
        now = p->asked == 0 ? ASKED_FIRST : ASKED_AT_ONCE;
        now = count - from < now ? count - from : now;
        for (size_t i = 0; i < now; i++)
            requests[i] = items[from + i].request;
        panel_ask(p->panel, &(panel_questions){.requests = requests, .count = now}, p->store,
                  replies);
        for (size_t i = 0; i < now && !is_stopped(NULL); i++)
            note_reply(p, &items[from + i], &replies[i]);
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
    return model_op_of(v->request.op) != MODEL_OPS &&
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

static void put_text(FILE *to, const uriproof_request *request)
{
    fputc('"', to);
    (void)print_octets(to, request->field[0]);
    fputc('"', to);
    if (request->op == URIPROOF_RESOLVE) {
        fputs(" with \"", to);
        (void)print_octets(to, request->field[1]);
        fputc('"', to);
    }
}

/* Says what happened at the first fault. */
static void put_fault(FILE *to, const profiling *p)
{
    fprintf(to, "%s at %s ", uriproof_outcomes[p->fault.fault].name,
            uriproof_ops[p->at_fault.op].name);
    put_text(to, &p->at_fault);
    if (p->fault.words != NULL) {
        fputs(": ", to);
        put_printable(to, p->fault.words);
    }
    fputc('\n', to);
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

/* Returns the set whose octets are written as a range, from "A" to "Z"; or NULL. */
static const char *range_of(unsigned octet)
{
    static const char *const ranges[] = {"\x01\x1f", "09", "AZ", "az"};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (octet <= (unsigned char)ranges[i][1] &&
            (octet >= (unsigned char)ranges[i][0] || octet == 0))
            return ranges[i];
    return NULL;
}

static void put_octet(const char *before, unsigned octet)
{
    if (octet == 0x20)
        printf("%sspace", before);
    else
        printf(octet > 0x20 && octet < 0x7f ? "%s%c" : "%s%02X", before, octet);
}

static void put_set(const octet_set *set)
{
    const char *before = "";
    for (unsigned octet = 0, last = 0; octet < 0x80; octet = last + 1) {
        last = octet;
        if (!octet_in(set, (unsigned char)octet))
            continue;
        while (range_of(octet) != NULL && range_of(last + 1) == range_of(octet) &&
               octet_in(set, (unsigned char)(last + 1)))
            last++;
        put_octet(before, octet);
        if (last > octet)
            put_octet(last > octet + 1 ? " to " : " ", last);
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
    static const char *const names[MODEL_OPS] = {"parse", "resolve", "normalize", "equivalent"};
    const char *before = " (";
    uint32_t kinds = 0;
    bool all = true;
    for (unsigned op = 0; op < MODEL_OPS; op++) {
        const uint32_t own = contexts >> op * SCHEME_KINDS & ALL_KINDS;
        kinds |= own;
        all = all && own != 0;
    }
    for (unsigned op = 0; op < MODEL_OPS && !all; op++)
        if ((contexts & profile_contexts_of((model_op)op)) != 0) {
            printf("%s%s", before, names[op]);
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
    put_text(stdout, &o->request);
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
    unsigned group = (unsigned)model_op_of(o->request.op) << 10;
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

enum { GROUPS_MOST = MODEL_OPS << 10, GROUPS_SHOWN = 6 };

static void put_group(const observation *o, unsigned group, size_t count)
{
    printf("  %5zu  %s ", count, uriproof_ops[o->request.op].name);
    put_text(stdout, &o->request);
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

/* Prints a share, rounded down: 100.0 % means all. */
static void put_share(size_t part, size_t of)
{
    const size_t tenths = of > 0 ? 1000 * part / of : 1000;
    printf(" %zu.%zu %% of", tenths / 10, tenths % 10);
}

static void put_summary(size_t deviations, failures failed, prediction found)
{
    if (deviations == 0 && failed.count > 0)
        printf(" has %zu failure%s, which no trait explains.\nRFC 3986 predicts", failed.count,
               failed.count == 1 ? "" : "s");
    else if (deviations == 0)
        fputs(" is RFC 3986: no deviation, 0 failures.\nThis predicts", stdout);
    else
        printf(" is RFC 3986 but for %zu deviation%s, which explain%s %zu of %zu failures\nand "
               "predict%s",
               deviations, deviations == 1 ? "" : "s", deviations == 1 ? "s" : "", failed.explained,
               failed.count, deviations == 1 ? "s" : "");
    put_share(found.predicted, found.asked);
    printf(" %zu unseen answers", found.asked);
    if (found.differing > 0) {
        fputs(", and", stdout);
        put_share(found.differing_predicted, found.differing);
        printf(" the %zu that differ from RFC 3986", found.differing);
    }
    fputs(".\n\n", stdout);
}

static void put_screen(profiling *p, const learned *l, const hello *h, const observations *unseen)
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
    if (p->faults > 0) {
        printf("\nno answer: %zu of %zu questions; the first: ", p->faults, p->asked);
        put_fault(stdout, p);
    }
    p->told++;
    p->differs = p->differs || l->count > 0 || p->faults > 0 || failed.explained < failed.count;
}

/* Says why nothing can be measured. */
static void tell_silent(profiling *p, const char *why)
{
    const bool has_fault = p->faults > 0;
    if (why == NULL)
        why = has_fault ? "it answers none of the first questions" : "it answers no question";
    p->silent++;
    p->told++;
    failure(p->call, "%s: %s%s", p->member->name, why, has_fault ? "; the first:" : "");
    if (has_fault)
        put_fault(stderr, p);
}

/* Asks the parser, which has said hello, and prints its screen. */
static void learn_and_tell(profiling *p, const hello *h)
{
    const profile claimed = profile_of_rfc3986(NULL);
    const learn_terms terms = {.claimed = &claimed,
                               .seed = p->seed,
                               .can = {h->ops[URIPROOF_PARSE], h->ops[URIPROOF_RESOLVE],
                                       h->ops[URIPROOF_NORMALIZE], h->ops[URIPROOF_EQUIVALENT]},
                               .self = p,
                               .ask = ask,
                               .is_wrong = is_wrong,
                               .should_stop = is_over,
                               .progress = tell_progress};
    learned l = learn(&terms, p->store, vectors_asked(p));
    observations unseen = {NULL, 0};
    question_counts counts = unseen_texts;
    for (unsigned op = 0; op < MODEL_OPS; op++)
        if (!terms.can[op])
            counts.of[op] = 0;
    questions_of_seed(&unseen, p->store, p->seed ^ UINT64_C(0x5eed5eed), &counts);
    ask(p, unseen.items, unseen.count);
    if (p->answers > 0 && !is_stopped(NULL))
        put_screen(p, &l, h, &unseen);
    else if (!is_stopped(NULL))
        tell_silent(p, NULL);
    free(unseen.items);
    learned_free(&l);
}

/* Returns true if it has an operation that the model answers. */
static bool has_traits(const hello *h)
{
    for (unsigned op = 0; op < URIPROOF_OP_COUNT; op++)
        if (h->ops[op] && model_op_of((uriproof_op)op) != MODEL_OPS)
            return true;
    return false;
}

/* Measures the parser that p->panel has, unless Ctrl-C ends that. */
static void measure(profiling *p)
{
    panel_greet(p->panel);
    const hello *h = panel_hello(p->panel, 0);
    p->asked = p->answers = p->faults = 0;
    if (is_stopped(NULL))
        return;
    if (h->name == NULL) {
        const char *why = panel_error(p->panel, 0);
        tell_silent(p, why != NULL ? why : "it does not start");
    } else if (!has_traits(h)) {
        tell_silent(p, "it has no operation of which there are traits");
    } else {
        learn_and_tell(p, h);
    }
}

/* Says which parsers Ctrl-C left out. */
static void tell_left_out(const profiling *p)
{
    char *names = strdup("");
    for (size_t m = p->told; m < p->parsers.count; m++) {
        char *more =
            text_made("%s%s %s", names, m > p->told ? "," : "", p->parsers.members[m].name);
        free(names);
        names = more;
    }
    if (*names != '\0')
        failure(p->call, "ended early; not measured:%s", names);
    free(names);
}

static int run(invocation *call)
{
    profiling p = {.call = call, .seed = 1, .timeout_ms = 2000, .on_terminal = isatty(2) != 0};
    data_paths paths;
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
        if (m > 0)
            putchar('\n');
        measure(&p);
        flush_output();
        panel_free(p.panel);
        store_free(p.store);
    }
    tell_left_out(&p);
    uriproof_corpus_free(&p.corpus);
    parsers_free(&p.parsers);
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (p.silent > 0)
        return URIPROOF_EXIT_NO_START;
    return p.differs ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static const cli_option options[] = {
    {"adapter", "NAME", take_adapter, offsetof(profiling, parsers),
     .help = "ask this parser too, or NAME=COMMAND for one of your own, which the shell runs; may "
             "be given more than once"},
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
    .more =
        "Exit status: 0 no deviation, 1 a deviation, a failure that none explains, or a question "
        "at which a parser crashes, hangs or breaks the protocol, 2 usage, 3 a parser does not "
        "start, or answers nothing, 4 a file cannot be read, 130 ended by Ctrl-C or such a "
        "signal.",
    .arguments = ANY_ARGUMENTS,
    .order = OPTIONS_ANYWHERE,
};
