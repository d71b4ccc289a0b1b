/* SPDX-License-Identifier: MIT */
#include "profile_ask.h"

#include "stop.h"

#include "judge/judge.h"

#include <uriproof/rfc3986.h>

#include <stdlib.h>
#include <string.h>

/* How many texts are asked to measure the prediction, which no profile was learnt from. */
static const question_counts unseen_texts = {{[MODEL_PARSE] = 4000,
                                              [MODEL_RESOLVE] = 2000,
                                              [MODEL_NORMALIZE] = 1000,
                                              [MODEL_EQUIVALENT] = 500}};

/* So few are asked at once that a parser that hangs at each of them is known for it soon. If it
 * crashes, hangs or breaks the protocol at all of the first, it is asked no more. */
enum { ASKED_AT_ONCE = 32 };

/* A parser that fails at so many questions of a list is asked no more of it: each failure costs a
 * new process. One that takes too long costs more. */
enum { FAULTS_MOST = 256, COST_OF_TIMEOUT = 16, HANGS_MOST = 8 };

typedef struct measuring {
    const profile_terms *terms;
    panel *panel;
    const panel_member *member;
    const hello *hello;
    store *work;                     /* of all questions and answers */
    store *kept;                     /* of the record */
    profile_record *record;          /* its faults are added here */
    size_t answers, faults;          /* of all questions that were asked */
    size_t cost;                     /* of the faults at a list of questions */
    size_t hangs[URIPROOF_OP_COUNT]; /* of each operation */
} measuring;

/* ---- Asking ---- */

/* Returns true if it is of no use to ask more. */
static bool is_over(void *self)
{
    const measuring *m = self;
    return is_stopped(NULL) || (m->answers == 0 && m->faults >= ASKED_AT_ONCE);
}

static void note_fault(measuring *m, const uriproof_request *request, const reply *r)
{
    profile_record *record = m->record;
    const record_fault fault = {uriproof_outcomes[r->fault].name, 1, request_kept(m->kept, request),
                                store_text(m->kept, r->words)};
    m->faults++;
    for (size_t i = 0; i < record->fault_count; i++)
        if (record->faults[i].outcome == fault.outcome &&
            record->faults[i].first.op == request->op) {
            record->faults[i].questions++;
            return;
        }
    record->faults = list_grown(record->faults, record->fault_count, sizeof *record->faults);
    record->faults[record->fault_count++] = fault;
}

/* Asks in blocks, and sets the answers, which are in the store. A question of an operation that is
 * asked no more stays as it is. `note` is told of each reply. */
static void ask_blocks(measuring *m, store *s, observation *items, size_t count,
                       void (*note)(measuring *m, const observation *o, const reply *r))
{
    size_t now = 0;
    uriproof_request *requests = calloc(ASKED_AT_ONCE, sizeof *requests);
    reply *replies = calloc(ASKED_AT_ONCE, sizeof *replies);
    observation **asked = calloc(ASKED_AT_ONCE, sizeof *asked);
    for (size_t from = 0; from < count && !is_over(m);) {
        for (now = 0; from < count && now < ASKED_AT_ONCE; from++)
            if (m->hangs[items[from].request.op] < HANGS_MOST) {
                requests[now] = items[from].request;
                asked[now++] = &items[from];
            }
        if (now == 0)
            break;
        panel_ask(m->panel, &(panel_questions){.requests = requests, .count = now}, s, replies);
        for (size_t i = 0; i < now && !is_stopped(NULL); i++) {
            asked[i]->is_answer = replies[i].fault == URIPROOF_AGREE;
            asked[i]->given = reply_components(&replies[i]);
            note(m, asked[i], &replies[i]);
        }
    }
    free(asked);
    free(requests);
    free(replies);
}

static void note_cost(measuring *m, const observation *o, const reply *r)
{
    const uriproof_op op = o->request.op;
    m->cost += r->fault == URIPROOF_TIMEOUT ? COST_OF_TIMEOUT : reply_is_fault(r);
    if (r->fault == URIPROOF_TIMEOUT && ++m->hangs[op] == HANGS_MOST)
        fprintf(stderr, "%s: %s hangs too often: it is asked no more\n", m->member->name,
                uriproof_ops[op].name);
}

static void note_reply(measuring *m, const observation *o, const reply *r)
{
    m->record->asked++;
    m->answers += o->is_answer;
    note_cost(m, o, r);
    if (reply_is_fault(r))
        note_fault(m, &o->request, r);
}

/* Asks until too many questions have no answer. If there are such, says how far it is. */
static void ask(void *self, observation *items, size_t count)
{
    measuring *m = self;
    size_t now = 0;
    m->cost = 0;
    for (size_t from = 0; from < count && !is_over(m); from += now) {
        if (m->cost >= FAULTS_MOST) {
            fprintf(stderr, "%s: fails too often: %zu of %zu questions are not asked\n",
                    m->member->name, count - from, count);
            return;
        }
        if (m->terms->tells_progress && m->cost > 0)
            fprintf(stderr, "%s: %zu of %zu questions asked, %zu faults so far\n", m->member->name,
                    from, count, m->faults);
        now = count - from < ASKED_AT_ONCE ? count - from : ASKED_AT_ONCE;
        ask_blocks(m, m->work, items + from, now, note_reply);
    }
}

/* Asks in a new process, which ends afterwards. */
static void ask_again(void *self, observation *items, size_t count)
{
    measuring *m = self;
    panel *usual = m->panel;
    m->panel = panel_new(m->member, 1, 0, m->terms->options);
    ask(m, items, count);
    panel_free(m->panel);
    m->panel = usual;
}

static void ask_smaller(void *self, store *s, observation *items, size_t count)
{
    ask_blocks(self, s, items, count, note_cost);
}

/* Texts that are made smaller can be such that the parser hangs at them: then the others stay as
 * they were seen. */
static bool costs_too_much(void *self)
{
    const measuring *m = self;
    return is_over(self) || m->cost >= FAULTS_MOST;
}

static const uriproof_readings defaults = {{0}};

/* Answers are judged as `test` does. */
static judge_terms terms_of(const measuring *m)
{
    return (judge_terms){.dialect = m->terms->against->dialect,
                         .readings = &defaults,
                         .transforms = &m->hello->transforms,
                         .splits = m->hello->splits != NULL};
}

static bool is_wrong(void *self, const observation *o)
{
    const measuring *m = self;
    const judge_terms terms = terms_of(m);
    return is_wrong_by_dialect(&terms, &o->request, &o->given);
}

/* Returns true if the answer is not that of the literal reference, however the userinfo is told. */
static bool is_other(void *self, const observation *o)
{
    static const transform_set nothing = {0};
    const measuring *m = self;
    const uriproof_dialect *dialect = m->terms->against->dialect;
    const judge_terms terms = {
        .dialect = dialect, .readings = &defaults, .transforms = &nothing, .exact = true};
    uriproof_scratch scratch = {0};
    uriproof_answer expected;
    uriproof_ask(dialect, &defaults, &o->request, &scratch, &expected);
    const uriproof_vector vector = {.request = o->request, .expect = &expected};
    const bool same = judge(&terms, &vector, &o->given).outcome == URIPROOF_AGREE;
    uriproof_scratch_free(&scratch);
    return !same;
}

static void tell_progress(void *self, size_t explained, size_t of)
{
    const measuring *m = self;
    fprintf(stderr, "%s: %zu of %zu answers explained\n", m->member->name, explained, of);
}

/* ---- What is asked ---- */

/* The corpus of known faults is neither looked at nor asked: it measures what profiles are worth.
 */
static bool is_asked(const uriproof_vector *v)
{
    return model_op_of(v->request.op) != MODEL_OPS && strncmp(v->group->file, "known-", 6) != 0;
}

static observations vectors_asked(const uriproof_corpus *corpus)
{
    observations asked = {NULL, 0};
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_vector *v = &corpus->vectors[i];
        if (is_asked(v))
            observations_add(&asked, v->request.op, v->request.field[0], v->request.field[1]);
    }
    return asked;
}

/* Returns true if the parser has an operation. */
static bool has(const hello *h, model_op op)
{
    for (unsigned o = 0; o < URIPROOF_OP_COUNT; o++)
        if (h->ops[o] && model_op_of((uriproof_op)o) == op)
            return true;
    return false;
}

/* Adds the user's own texts, but those of an operation that the parser lacks. */
static void add_own(const measuring *m, const observations *own, observations *unseen)
{
    size_t left_out = 0;
    for (size_t i = 0; i < own->count; i++) {
        const uriproof_request *r = &own->items[i].request;
        if (has(m->hello, model_op_of(r->op)))
            observations_add(unseen, r->op, r->field[0], r->field[1]);
        else
            left_out++;
    }
    if (left_out > 0)
        fprintf(stderr, "%s: %zu of %zu texts are not asked: it has no such operation\n",
                m->member->name, left_out, own->count);
}

static observations ask_unseen(measuring *m)
{
    const profile_terms *t = m->terms;
    observations unseen = {NULL, 0};
    if (t->texts != NULL)
        add_own(m, t->texts, &unseen);
    question_counts counts = unseen_texts;
    for (unsigned op = 0; op < MODEL_OPS; op++)
        if (!has(m->hello, (model_op)op))
            counts.of[op] = 0;
    if (t->texts == NULL)
        questions_of_seed(&unseen, m->work, t->seed ^ UINT64_C(0x5eed5eed), &counts);
    ask(m, unseen.items, unseen.count);
    return unseen;
}

/* ---- The record ---- */

/* Judges the vectors, which were asked first. A failure that the model gives without a deviation is
 * not explained by one. */
static void count_failures(measuring *m, const learned *l)
{
    const uriproof_corpus *corpus = m->terms->corpus;
    const judge_terms terms = terms_of(m);
    uriproof_buffer room = {NULL, 0, 0};
    size_t at = 0;
    for (size_t i = 0; i < corpus->vector_count && at < l->asked.count; i++) {
        const uriproof_vector *v = &corpus->vectors[i];
        if (!is_asked(v) || !m->hello->ops[v->request.op])
            continue;
        const observation *o = &l->asked.items[at];
        if (o->is_answer && !uriproof_outcomes[judge(&terms, v, &o->given).outcome].good) {
            m->record->failures++;
            m->record->failures_explained +=
                l->explained[at] && !profile_explains(&m->terms->against->profile, o, &room);
        }
        at++;
    }
    free(room.octets);
}

/* Returns the values of a trait that the specification allows in all these contexts. */
static unsigned allowed_in(const specification *by, trait_id id, uint32_t contexts)
{
    unsigned allowed = ~0U;
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        if ((contexts >> c & 1) != 0)
            allowed &= 1U << by->profile.value[c][id] |
                       (by->allows != NULL ? by->allows(id, (model_op)(c / SCHEME_KINDS)) : 0);
    return allowed;
}

/* Returns the clause that decides a trait; NULL if the specification names none. */
static const char *clause_of(const measuring *m, trait_id id)
{
    const uriproof_corpus *corpus = m->terms->corpus;
    if (m->terms->against->dialect == &uriproof_rfc3986)
        return traits[id].clause;
    for (size_t i = 0; i < corpus->clause_count; i++)
        for (const char **one = corpus->clauses[i].decides; *one != NULL; one++)
            if (strcmp(*one, traits[id].id) == 0)
                return store_text(m->kept, corpus->clauses[i].id);
    return NULL;
}

static void take_deviations(measuring *m, const learned *l)
{
    const specification *by = m->terms->against;
    uriproof_scratch scratch = {0};
    profile_record *r = m->record;
    r->deviations = calloc(l->count + 1, sizeof *r->deviations);
    r->deviation_count = l->count;
    for (size_t i = 0; i < l->count; i++) {
        const deviation *d = &l->deviations[i];
        const observation *o = &l->asked.items[d->example];
        profile_example shown = {o->request, o->given, {0}};
        uriproof_ask(by->dialect, &defaults, &o->request, &scratch, &shown.expected);
        shown.expected.has_offset = false; /* the place of a rejection is no part of the answer */
        shown.expected.production = NULL;
        const bool is_set = (unsigned)d->trait < OCTET_PARTS;
        r->deviations[i] =
            (record_deviation){.change = {.trait = d->trait,
                                          .now = d->value,
                                          .also = d->also,
                                          .less = d->less,
                                          .contexts = d->contexts},
                               .clause = clause_of(m, d->trait),
                               .allowed = is_set ? 0 : allowed_in(by, d->trait, d->contexts),
                               .alike = is_set ? 0 : l->alike[d->trait] & ~(1U << d->value),
                               .needed = d->needed,
                               .shown = example_kept(m->kept, &shown)};
    }
    uriproof_scratch_free(&scratch);
}

static void take_unstable(measuring *m, const learned *l)
{
    profile_record *r = m->record;
    for (size_t i = 0; i < l->asked.count; i++) {
        if (!l->unstable[i])
            continue;
        r->unstable = list_grown(r->unstable, r->unstable_count, sizeof *r->unstable);
        r->unstable[r->unstable_count++] = request_kept(m->kept, &l->asked.items[i].request);
    }
}

static void make_record(measuring *m, const learned *l, const observations *unseen)
{
    const observations lists[] = {l->asked, *unseen};
    const unexplained_terms terms = {m->kept, m, ask_smaller, costs_too_much};
    profile_record *r = m->record;
    r->profile = l->profile;
    count_failures(m, l);
    r->unseen = predict(&l->profile, unseen, is_other, m);
    take_deviations(m, l);
    take_unstable(m, l);
    for (unsigned id = 0; id < TRAIT_COUNT; id++)
        r->not_measured[id] = !l->measured[id];
    m->cost = 0;
    unexplained_find(&terms, lists, 2, r);
}

static bool learn_and_record(measuring *m)
{
    learn_terms terms = {.claimed = &m->terms->against->profile,
                         .allows = m->terms->against->allows,
                         .seed = m->terms->seed,
                         .self = m,
                         .ask = ask,
                         .ask_again = ask_again,
                         .is_wrong = is_wrong,
                         .should_stop = is_over,
                         .progress = m->terms->tells_progress ? tell_progress : NULL};
    for (unsigned op = 0; op < MODEL_OPS; op++)
        terms.can[op] = has(m->hello, (model_op)op);
    learned l = learn(&terms, m->work, vectors_asked(m->terms->corpus));
    observations unseen = ask_unseen(m);
    if (m->answers > 0 && !is_stopped(NULL))
        make_record(m, &l, &unseen);
    free(unseen.items);
    learned_free(&l);
    return m->answers > 0 && !is_stopped(NULL);
}

/* Returns why the parser cannot be asked, or NULL. */
static const char *why_not(const panel *p, const hello *h)
{
    const char *why = panel_error(p, 0);
    if (h->name == NULL)
        return why != NULL ? why : "it does not start";
    for (unsigned op = 0; op < MODEL_OPS; op++)
        if (has(h, (model_op)op))
            return NULL;
    return "it has no operation of which there are traits";
}

/* Greets the parser, and begins its record. */
static measuring begin(const profile_terms *terms, panel *p, const panel_member *member, store *s,
                       profile_record *record, profile_failure *failed)
{
    panel_greet(p);
    const hello *h = panel_hello(p, 0);
    *record = (profile_record){.parser = store_text(s, member->name),
                               .version = store_text(s, h->version != NULL ? h->version : ""),
                               .specification = terms->against->dialect,
                               .seed = terms->seed};
    *failed = (profile_failure){.why = is_stopped(NULL) ? NULL : why_not(p, h)};
    return (measuring){.terms = terms,
                       .panel = p,
                       .member = member,
                       .hello = h,
                       .work = store_new(),
                       .kept = s,
                       .record = record};
}

/* Returns whether the parser was measured; if not, says why. */
static bool end(measuring *m, bool good, profile_failure *failed)
{
    if (!good && failed->why == NULL)
        failed->why =
            m->faults > 0 ? "it answers none of the first questions" : "it answers no question";
    if (!good && m->faults > 0)
        failed->fault = m->record->faults[0];
    store_free(m->work);
    return good;
}

bool profile_measure(const profile_terms *terms, panel *p, const panel_member *member, store *s,
                     profile_record *record, profile_failure *failed)
{
    measuring m = begin(terms, p, member, s, record, failed);
    const bool asks = !is_stopped(NULL) && failed->why == NULL;
    const bool good = end(&m, asks && learn_and_record(&m), failed);
    if (!good)
        free(record->faults);
    return good;
}

/* ---- Again ---- */

static void add_example(observations *to, const profile_example *shown)
{
    observation *added =
        observations_add(to, shown->request.op, shown->request.field[0], shown->request.field[1]);
    added->given = shown->given;
}

/* Leaves out the operations at which the parser hung too often when it was measured. */
static void leave_out_hangs(measuring *m, const profile_record *kept)
{
    for (size_t i = 0; i < kept->fault_count; i++) {
        const record_fault *fault = &kept->faults[i];
        if (fault->questions >= HANGS_MOST &&
            strcmp(fault->outcome, uriproof_outcomes[URIPROOF_TIMEOUT].name) == 0)
            m->hangs[fault->first.op] = HANGS_MOST;
    }
}

/* Asks the examples of the record, and counts the answers that are not as they were. */
static void check_examples(measuring *m, const profile_record *kept, profile_check *found)
{
    observations was = {NULL, 0};
    for (size_t i = 0; i < kept->deviation_count; i++)
        add_example(&was, &kept->deviations[i].shown);
    for (size_t i = 0; i < kept->group_count; i++)
        add_example(&was, &kept->groups[i].shown);
    observation *now = calloc(was.count + 1, sizeof *now);
    for (size_t i = 0; i < was.count; i++)
        now[i] = was.items[i];
    ask(m, now, was.count);
    found->examples = was.count;
    for (size_t i = 0; i < was.count; i++) {
        if (m->hangs[was.items[i].request.op] >= HANGS_MOST)
            continue;
        if (now[i].is_answer &&
            model_same(was.items[i].request.op, &was.items[i].given, &now[i].given))
            continue;
        if (found->changed++ == 0)
            found->first = i < kept->deviation_count
                               ? &kept->deviations[i].shown.request
                               : &kept->groups[i - kept->deviation_count].shown.request;
    }
    free(now);
    free(was.items);
}

bool profile_check_again(const profile_terms *terms, panel *p, const panel_member *member,
                         const profile_record *kept, profile_check *found, profile_failure *failed)
{
    profile_record now;
    store *s = store_new();
    measuring m = begin(terms, p, member, s, &now, failed);
    *found = (profile_check){.others = terms->texts != NULL};
    if (!is_stopped(NULL) && failed->why == NULL) {
        leave_out_hangs(&m, kept);
        observations unseen = ask_unseen(&m);
        check_examples(&m, kept, found);
        found->unseen = predict(&kept->profile, &unseen, is_other, &m);
        free(unseen.items);
    }
    const bool good = end(&m, m.answers > 0 && !is_stopped(NULL), failed);
    free(now.faults);
    store_free(s);
    return good;
}
