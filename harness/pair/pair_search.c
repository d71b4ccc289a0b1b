/* SPDX-License-Identifier: MIT */
#include "pair_search.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Texts that are asked together. */
enum { BLOCK = 1024 };

enum {
    SCHEME = 1U << PIECE_SCHEME,
    HOST = 1U << PIECE_HOST,
    CREDENTIALS = 1U << PIECE_USER | 1U << PIECE_PASSWORD
};

/* If the host ends elsewhere, the path begins elsewhere. That is no second difference. */
const pair_part pair_parts[PAIR_PARTS] = {
    {"host", "host", PIECE_HOST, 0, false, false, true},
    {"odd-host", "host", PIECE_HOST, 0, true, false, false},
    {"design-host", "host", PIECE_HOST, 0, false, true, false},
    {"scheme", "scheme", PIECE_SCHEME, 0, false, false, true},
    {"port", "port", PIECE_PORT, SCHEME | HOST, false, false, true},
    {"path", "path", PIECE_PATH, SCHEME | HOST | CREDENTIALS | 1U << PIECE_PORT, false, false,
     true},
};

const char *const pair_ways[PAIR_WAYS] = {[PAIR_PLAIN] = "plain", [PAIR_NORMAL] = "normalized"};

void pair_begin(pair *p, const pair_options *options)
{
    *p = (pair){.options = *options, .memory = store_new()};
    for (size_t i = 0; i < PAIR_FINDINGS; i++)
        p->findings[i] = (pair_finding){.part = &pair_parts[i / 2 / PAIR_WAYS],
                                        .way = (pair_way)(i / 2 % PAIR_WAYS),
                                        .judged = i % 2 == 1,
                                        .again = NOT_LOOKED_FOR};
}

void pair_free(pair *p)
{
    for (size_t i = 0; i < PAIR_FINDINGS; i++)
        buffer_free(&p->findings[i].text);
    free(p->stages);
    store_free(p->memory);
}

static bool has_to_stop(const pair *p)
{
    return p->options.should_stop != NULL && p->options.should_stop(p->options.self);
}

/* ---- Asking ---- */

/* Texts and what the two replied. */
typedef struct asked_texts {
    const uriproof_span *texts;
    size_t count;
    pair_way way; /* PAIR_PLAIN: normal forms are not asked for */
    store *memory;
    reply *first;  /* to parse of all texts, then to normalize of all */
    reply *second; /* to parse of the normal forms */
} asked_texts;

/* What the two made of one text. */
typedef struct view {
    uriproof_span text, normal;      /* the normal form is absent if it is not another text */
    const reply *sees[PAIR_MEMBERS]; /* of the text */
    const reply *normalized;         /* the checker, of its normal form */
    const reply *handed;             /* the fetcher, of the normal form */
} view;

static view view_of(const asked_texts *a, size_t i)
{
    const reply *normal = &a->first[(a->count + i) * PAIR_MEMBERS + PAIR_CHECKER];
    view v = {.text = a->texts[i],
              .sees = {&a->first[i * PAIR_MEMBERS], &a->first[i * PAIR_MEMBERS + PAIR_FETCHER]},
              .normalized = normal,
              .handed = &a->second[i * PAIR_MEMBERS + PAIR_FETCHER]};
    if (reply_accepts(normal) && !uriproof_span_equal(normal->answer.result, v.text))
        v.normal = normal->answer.result;
    return v;
}

/* Asks both for what is in the texts, and the checker for their normal forms, if that is the way.
 */
static void ask_first(const asked_texts *a, panel *both)
{
    const size_t count = 2 * a->count;
    uriproof_request *requests = calloc(count * PAIR_MEMBERS + 1, sizeof *requests);
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        for (size_t i = 0; i < a->count; i++) {
            requests[m * count + i] = (uriproof_request){URIPROOF_PARSE, {a->texts[i]}};
            requests[m * count + a->count + i] = (uriproof_request){
                m == PAIR_CHECKER && a->way == PAIR_NORMAL ? URIPROOF_NORMALIZE : URIPROOF_OP_COUNT,
                {a->texts[i]}};
        }
    panel_ask(both, &(panel_questions){.requests = requests, .count = count, .own = true},
              a->memory, a->first);
    free(requests);
}

/* Hands the normal forms to the fetcher, of texts that the checker accepts. */
static void ask_second(const asked_texts *a, panel *both)
{
    const bool asked[PAIR_MEMBERS] = {[PAIR_FETCHER] = true};
    uriproof_request *requests = calloc(a->count + 1, sizeof *requests);
    bool any = false;
    for (size_t i = 0; i < a->count; i++) {
        const view v = view_of(a, i);
        const bool hands_on = uriproof_present(v.normal) && reply_accepts(v.sees[PAIR_CHECKER]);
        requests[i] = (uriproof_request){hands_on ? URIPROOF_PARSE : URIPROOF_OP_COUNT, {v.normal}};
        a->second[i * PAIR_MEMBERS + PAIR_FETCHER].fault = URIPROOF_NOT_RUN;
        any = any || hands_on;
    }
    if (any)
        panel_ask(both, &(panel_questions){.requests = requests, .count = a->count, .asked = asked},
                  a->memory, a->second);
    free(requests);
}

/* Asks about the texts, in the way PAIR_NORMAL about both ways. The replies are in the store. The
 * caller frees with forget_texts. */
static asked_texts ask_texts(panel *both, const uriproof_span *spans, size_t count, pair_way way,
                             store *memory)
{
    const asked_texts a = {.texts = spans,
                           .count = count,
                           .way = way,
                           .memory = memory,
                           .first = calloc(2 * count * PAIR_MEMBERS + 1, sizeof(reply)),
                           .second = calloc(count * PAIR_MEMBERS + 1, sizeof(reply))};
    ask_first(&a, both);
    ask_second(&a, both);
    return a;
}

static void forget_texts(const asked_texts *a)
{
    free(a->first);
    free(a->second);
}

/* ---- What counts ---- */

transform_set pair_allowed(const panel *both, pair_way way)
{
    transform_set all = panel_hello(both, PAIR_CHECKER)->transforms;
    const transform_set *other = &panel_hello(both, PAIR_FETCHER)->transforms;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        all.declared[i] |= other->declared[i];
    if (way == PAIR_NORMAL) {
        class_allow_spellings(&all);
        transform_declare(&all, "path", "dots-removed");
        transform_declare(&all, "path", "empty-as-slash");
    }
    return all;
}

/* Is it a scheme of the web? */
static bool is_of_web(uriproof_span scheme)
{
    static const char *const schemes[] = {"http", "https", "ws", "wss", "ftp"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (scheme.length == strlen(schemes[i]) &&
            strncasecmp(scheme.octets, schemes[i], scheme.length) == 0)
            return true;
    return false;
}

/* Is it an IPv6 address in brackets? A zone may follow it. */
static bool is_address(uriproof_span host)
{
    char words[INET6_ADDRSTRLEN];
    struct in6_addr address;
    if (host.length < 2 || host.octets[0] != '[' || host.octets[host.length - 1] != ']')
        return false;
    const char *zone = memchr(host.octets, '%', host.length);
    const size_t length =
        zone != NULL ? (size_t)(zone - host.octets) - 1 : host.length - strlen("[]");
    if (length >= sizeof words)
        return false;
    memcpy(words, host.octets + 1, length);
    words[length] = '\0';
    return inet_pton(AF_INET6, words, &address) == 1;
}

/* Is it a name of letters, digits, `-`, `_` and dots, or an IPv4 address? */
static bool is_name(uriproof_span host)
{
    size_t words = 0;
    for (size_t i = 0; i < host.length; i++) {
        const char octet = host.octets[i];
        if (isalnum((unsigned char)octet))
            words++;
        else if (octet != '-' && octet != '_' && octet != '.')
            return false;
    }
    return words > 0;
}

bool pair_is_fetched(const reply *r)
{
    const uriproof_span host = r->pieces.at[PIECE_HOST];
    return is_of_web(r->pieces.at[PIECE_SCHEME]) && (is_name(host) || is_address(host));
}

/* Is the part of the two other data, up to `allowed`, and all that has to be the same so? */
static bool is_other(uriproof_span text, const pair_part *part, const reply *a, const reply *b,
                     const transform_set *allowed, answer_class *found)
{
    return class_between_parts(text, part->same | 1U << part->piece, &a->pieces, &b->pieces,
                               allowed, found) &&
           strcmp(found->part, piece_names[part->piece]) == 0 && found->kind != CLASS_EMPTY &&
           found->kind != CLASS_SPELLING;
}

/* Sets *found to the class of the part that two replies to a text, which accept it, do not see
 * alike. `allowed` is what either declares, or may be written in another way. */
static bool part_differs(uriproof_span text, const pair_part *part, const reply *a, const reply *b,
                         const transform_set *allowed, answer_class *found)
{
    if (part->piece == PIECE_HOST && part->is_odd == (pair_is_fetched(a) && pair_is_fetched(b)))
        return false;
    const bool other = is_other(text, part, a, b, allowed, found);
    if (!part->is_declared)
        return other;
    transform_set less = *allowed;
    less.declared[part->piece] = 0;
    return !other && class_is_other_target(part->piece, &a->pieces, &b->pieces) &&
           is_other(text, part, a, b, &less, found);
}

bool pair_part_differs(uriproof_span text, const pair_part *part, const reply *a, const reply *b,
                       const transform_set *allowed)
{
    answer_class found = {.operation = uriproof_ops[URIPROOF_PARSE].name};
    return part_differs(text, part, a, b, allowed, &found);
}

/* Do the two see the part differently in that way, whatever the other way shows? */
static bool differ_so(const panel *both, const view *v, const pair_part *part, pair_way way,
                      answer_class *found)
{
    const reply *a = v->sees[PAIR_CHECKER];
    const reply *b = way == PAIR_PLAIN ? v->sees[PAIR_FETCHER] : v->handed;
    if (!reply_accepts(a) || !reply_accepts(b) || reply_equal(URIPROOF_PARSE, a, b))
        return false;
    const transform_set allowed = pair_allowed(both, way);
    found->operation =
        way == PAIR_PLAIN ? uriproof_ops[URIPROOF_PARSE].name : chain_names[CHAIN_PARSE_NORMAL];
    return part_differs(v->text, part, a, b, &allowed, found);
}

/* Names the difference in a text as `diff` does. */
static void name_class(const panel *both, const view *v, answer_class *found)
{
    const uriproof_request request = {URIPROOF_PARSE, {v->text}};
    const text_replies all = panel_replies(both, &request, v->sees[PAIR_CHECKER]);
    const class_namer *namer = all.namer;
    if (namer == NULL)
        return;
    found->is_rejected = false; /* both accept */
    found->differs = found->part;
    namer->begin(namer->self, &all);
    if (namer->is_known(namer->self, PAIR_CHECKER) && namer->is_known(namer->self, PAIR_FETCHER))
        (void)namer->name(namer->self, PAIR_CHECKER, PAIR_FETCHER, found);
}

/* Do the two see the part differently, as this finding has it? A normal form counts only if the
 * text itself does not show the difference. */
static bool differ(const pair *p, const panel *both, const view *v, const pair_finding *f,
                   answer_class *found)
{
    const pair_options *o = &p->options;
    if (!differ_so(both, v, f->part, f->way, found) ||
        (f->way != PAIR_PLAIN && differ_so(both, v, f->part, PAIR_PLAIN, &(answer_class){0})))
        return false;
    if (f->way == PAIR_PLAIN)
        name_class(both, v, found);
    return !(o->is_known != NULL && o->is_known(o->self, found)) &&
           f->judged == (o->is_judged != NULL && o->is_judged(o->self, found));
}

bool pair_class(const panel *both, uriproof_span text, const pair_part *part,
                const reply replies[PAIR_MEMBERS], answer_class *found)
{
    const view v = {.text = text, .sees = {&replies[PAIR_CHECKER], &replies[PAIR_FETCHER]}};
    if (!differ_so(both, &v, part, PAIR_PLAIN, found))
        return false;
    name_class(both, &v, found);
    return true;
}

/* ---- Candidates ---- */

static bool are_alive(const panel *both)
{
    return panel_error(both, PAIR_CHECKER) == NULL && panel_error(both, PAIR_FETCHER) == NULL;
}

static void set_text(pair_finding *f, uriproof_span text)
{
    f->text.length = 0;
    buffer_reserve(&f->text, text.length + 1);
    buffer_add(&f->text, text.octets, text.length);
}

/* Makes the text the one of the finding. */
static void take_text(pair *p, pair_finding *f, uriproof_span text, const answer_class *class)
{
    f->found = true;
    f->class = *class;
    f->stage = p->stage_count - 1;
    set_text(f, text);
}

/* Asks new processes about the text alone, and takes it if they show the difference. */
static bool shows_again(pair *p, pair_finding *f, uriproof_span text)
{
    answer_class class;
    store *memory = store_new();
    const asked_texts a = ask_texts(p->options.fresh, &text, 1, f->way, memory);
    const view v = view_of(&a, 0);
    const bool again = differ(p, p->options.fresh, &v, f, &class);
    if (again) {
        take_text(p, f, text, &class);
        f->again = SHOWN_AGAIN;
        f->checker = *v.sees[PAIR_CHECKER];
        f->fetcher = f->way == PAIR_PLAIN ? *v.sees[PAIR_FETCHER] : *v.handed;
        f->handed = f->way == PAIR_PLAIN ? (uriproof_span){NULL, 0} : v.normal;
        store_absorb(p->memory, memory);
    } else {
        store_free(memory);
    }
    forget_texts(&a);
    return again;
}

/* A finding that is made smaller. */
typedef struct reduction_of {
    const pair *pair;
    const pair_finding *finding;
} reduction_of;

static bool shows(void *self, const uriproof_request *request)
{
    const reduction_of *r = self;
    panel *both = r->pair->options.asked;
    answer_class class;
    if (has_to_stop(r->pair))
        return false;
    store *memory = store_new();
    const asked_texts a = ask_texts(both, request->field, 1, r->finding->way, memory);
    const view v = view_of(&a, 0);
    const bool shown = differ(r->pair, both, &v, r->finding, &class);
    forget_texts(&a);
    store_free(memory);
    return shown;
}

/* Makes the text of a finding smaller, as long as the same part differs in the same way. If new
 * processes do not show the smaller text, it stays as it was. */
static void make_smaller(pair *p, pair_finding *f)
{
    const uriproof_request found = {URIPROOF_PARSE, {{f->text.octets, f->text.length}}};
    reduction_of r = {.pair = p, .finding = f};
    uriproof_request smaller;
    char *memory = reduce(&found, shows, &r, &smaller);
    if (!uriproof_span_equal(smaller.field[0], found.field[0]) && !has_to_stop(p))
        shows_again(p, f, smaller.field[0]);
    free(memory);
}

/* Takes a text that the two saw differently, if new processes show it again. If these cannot be
 * asked, it is taken as long as there is no better one. */
static void try_text(pair *p, pair_finding *f, uriproof_span text, const answer_class *class)
{
    const bool asks = !has_to_stop(p) && are_alive(p->options.fresh);
    if (asks && shows_again(p, f, text))
        make_smaller(p, f);
    else if (asks && !has_to_stop(p) && are_alive(p->options.fresh))
        p->not_shown_again++;
    else if (f->again != SHOWN_AGAIN)
        take_text(p, f, text, class);
}

/* ---- The search ---- */

/* Is it looked for still, in this stage? */
static bool is_open(const pair *p, const pair_finding *f)
{
    return p->options.wanted[f->part - pair_parts] && (f->way == PAIR_PLAIN || p->normalizes) &&
           (!f->found || f->stage == p->stage_count - 1);
}

static bool is_smaller(uriproof_span a, const octet_buffer *b)
{
    return request_is_smaller(&(uriproof_request){URIPROOF_PARSE, {a}},
                              &(uriproof_request){URIPROOF_PARSE, {{b->octets, b->length}}});
}

/* Asks new processes of both about the request alone, on which the member failed. */
static void fail_again(pair *p, size_t member, pair_fault *one)
{
    const pair_options *o = &p->options;
    if (has_to_stop(p) || !are_alive(o->fresh))
        return;
    store *memory = store_new();
    panel_ask(o->fresh, &(panel_questions){.requests = &one->request, .count = 1}, memory,
              one->replies);
    const reply *again = &one->replies[member];
    answer_class class;
    if (class_of_fault(one->class.operation, again, &class)) {
        one->again = SHOWN_AGAIN;
        one->outcome = again->fault;
        one->class = class;
        one->judged = o->is_judged != NULL && o->is_judged(o->self, &one->class);
    } else if (reply_is_answer(again)) {
        one->again = NOT_SHOWN_AGAIN;
    }
    store_absorb(p->memory, memory);
}

/* Does a fault that counts less stand for the faults of a parser? */
static bool is_better(const pair_fault *one, const pair_fault *known)
{
    return one->again == SHOWN_AGAIN &&
           (known->again != SHOWN_AGAIN || (known->judged && !one->judged));
}

/* Counts a text that a parser failed on, if one of its replies is a fault. */
static void count_fault(pair *p, size_t member, uriproof_span text, const reply *parsed,
                        uriproof_request other, const reply *replied)
{
    enum { MOST_TRIES = 8 };
    pair_faults *of = &p->faults[member];
    const bool first = reply_is_fault(parsed);
    const reply *failed = first ? parsed : replied;
    pair_fault one = {.request = first ? (uriproof_request){URIPROOF_PARSE, {text}} : other,
                      .outcome = failed->fault,
                      .again = NOT_LOOKED_FOR};
    if (!class_of_fault(uriproof_ops[one.request.op].name, failed, &one.class))
        return;
    of->count++;
    const bool is_shown = of->one.again == SHOWN_AGAIN;
    if (of->tries == MOST_TRIES ||
        (is_shown && (!of->one.judged || class_equal(&one.class, &of->one.class))))
        return;
    of->tries++;
    fail_again(p, member, &one);
    if (of->count > 1 && !is_better(&one, &of->one))
        return;
    uriproof_span *kept = &one.request.field[0];
    kept->octets = store_copy(p->memory, kept->octets, kept->length);
    of->one = one;
}

/* Counts what both made of a text. */
static void count_text(pair *p, const view *v)
{
    const panel *both = p->options.asked;
    const uriproof_request request = {URIPROOF_PARSE, {v->text}};
    const reply *a = v->sees[PAIR_CHECKER], *b = v->sees[PAIR_FETCHER];
    const transform_set *of_a = &panel_hello(both, PAIR_CHECKER)->transforms;
    const transform_set *of_b = &panel_hello(both, PAIR_FETCHER)->transforms;
    transform_set needed;
    count_fault(p, PAIR_CHECKER, v->text, a, (uriproof_request){URIPROOF_NORMALIZE, {v->text}},
                v->normalized);
    count_fault(p, PAIR_FETCHER, v->text, b, (uriproof_request){URIPROOF_PARSE, {v->normal}},
                v->handed);
    p->texts += reply_is_answer(a) && reply_is_answer(b);
    if (!reply_accepts(a) || !reply_accepts(b))
        return;
    p->accepted++;
    if (reply_equal(URIPROOF_PARSE, a, b) || !class_excused(&request, a, of_a, b, of_b, &needed))
        return;
    p->excused.texts++;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        for (unsigned way = 0; way < TRANSFORM_COUNT; way++)
            p->excused.by[i][way] += (unsigned)needed.declared[i] >> way & 1U;
}

static void look_at(pair *p, const view *v)
{
    count_text(p, v);
    for (size_t i = 0; i < PAIR_FINDINGS; i++) {
        pair_finding *f = &p->findings[i];
        answer_class class;
        if (is_open(p, f) && (!f->found || is_smaller(v->text, &f->text)) &&
            differ(p, p->options.asked, v, f, &class))
            try_text(p, f, v->text, &class);
    }
}

/* Reads the next texts of the stage into the store. Returns how many. */
static size_t read_block(text_search *s, store *memory, uriproof_span *spans)
{
    octet_buffer text = {NULL, 0, 0};
    size_t count = 0;
    while (count < BLOCK && text_search_next(s, &text)) {
        char *octets = store_take(memory, text.length + 1, 1);
        if (text.length > 0)
            memcpy(octets, text.octets, text.length);
        spans[count++] = (uriproof_span){octets, text.length};
    }
    buffer_free(&text);
    return count;
}

/* Asks about the texts of a stage. Returns false if it was not whole. */
static bool search_one_stage(pair *p, text_search *s)
{
    panel *both = p->options.asked;
    uriproof_span spans[BLOCK];
    for (;;) {
        store *memory = store_new();
        const size_t count = read_block(s, memory, spans);
        const asked_texts a = ask_texts(both, spans, count, PAIR_NORMAL, memory);
        p->normalizes = panel_hello(both, PAIR_CHECKER)->ops[URIPROOF_NORMALIZE];
        for (size_t i = 0; i < count; i++) {
            const view v = view_of(&a, i);
            look_at(p, &v);
        }
        forget_texts(&a);
        store_free(memory);
        p->stages[p->stage_count - 1].texts += count;
        p->options.progress(p->options.self);
        if (has_to_stop(p) || !are_alive(both) || !are_alive(p->options.fresh))
            return false;
        if (count < BLOCK)
            return true;
    }
}

static bool is_all_found(const pair *p)
{
    for (size_t i = 0; i < PAIR_FINDINGS; i++) {
        const pair_finding *f = &p->findings[i];
        if (f->part->is_sought && !f->judged && is_open(p, f) && !f->found)
            return false;
    }
    return true;
}

void pair_search(pair *p)
{
    text_search *s = text_search_new(p->options.seed);
    search_stage stage;
    bool whole = true;
    while (whole && text_search_stage(s, &stage)) {
        p->stages = list_grown(p->stages, p->stage_count, sizeof *p->stages);
        p->stages[p->stage_count++] = (pair_stage){.stage = stage};
        whole = search_one_stage(p, s);
        p->stages[p->stage_count - 1].whole = whole;
        if (is_all_found(p))
            break;
    }
    text_search_free(s);
}
