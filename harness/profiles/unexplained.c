/* SPDX-License-Identifier: MIT */
#include "unexplained.h"

#include "survey/survey.h"

#include <stdlib.h>
#include <string.h>

/* How many texts of a kind are made smaller: asking takes time. The others of the kind are counted
 * with the group that most of these are in. */
enum { REDUCED_MOST = 16 };

enum { PART_WORDS_MOST = 128 };

/* An answer that is not predicted. */
typedef struct strange {
    const observation *seen;
    unsigned kind; /* by what it has in common with others before it is made smaller */
    bool is_reduced;
    reduction smaller;
    uriproof_request tried; /* what is asked now */
    observation shown;      /* of the reduced ones: the smallest text */
    size_t group;
} strange;

typedef struct finding_groups {
    const unexplained_terms *terms;
    profile_record *record;
    uriproof_buffer room;
    strange *items;
    size_t count;
} finding_groups;

/* ---- Kinds ---- */

/* Bits of a kind, besides one for each component. */
enum { KIND_TAKES = 1U << 16, KIND_REJECTS = 1U << 17, KIND_OPS = 1U << 18 };

static uriproof_answer predicted(finding_groups *f, const uriproof_request *request)
{
    uriproof_answer answer = {.status = ANSWER_REJECTED};
    model_grow(&f->room, request);
    (void)model_answer(&f->record->profile, request, &f->room, &answer, NULL);
    return answer;
}

/* Returns the components that differ, as bits. An answer that has user and password is compared by
 * these. */
static unsigned differing_parts(const uriproof_components *model, const uriproof_components *given)
{
    uriproof_components own = *model, other = *given;
    unsigned parts = 0;
    if (uriproof_present(given->user) || uriproof_present(given->password))
        own.userinfo = other.userinfo;
    else
        own.user = own.password = (uriproof_span){NULL, 0};
    for (unsigned i = 0; i < URIPROOF_COMPONENT_COUNT; i++)
        if (!uriproof_span_equal(uriproof_part(&own, &uriproof_component_names[i]),
                                 uriproof_part(&other, &uriproof_component_names[i])))
            parts |= 1U << i;
    return parts;
}

static unsigned kind_of(finding_groups *f, const observation *o)
{
    const uriproof_answer model = predicted(f, &o->request);
    const unsigned op = KIND_OPS * (unsigned)o->request.op;
    const bool taken = o->given.status == ANSWER_ACCEPTED;
    unsigned kind = op;
    if (taken != (model.status == ANSWER_ACCEPTED))
        return op | (taken ? KIND_TAKES : KIND_REJECTS);
    if (o->request.op == URIPROOF_PARSE)
        kind |= differing_parts(&model.parts.components, &o->given.parts.components);
    return kind;
}

/* Returns true if both are of one operation and one of the words of kind_words, and the first has
 * no part that the second has not. */
static bool is_part_of_kind(unsigned kind, unsigned of)
{
    const unsigned parts = KIND_TAKES - 1;
    return (kind & ~parts) == (of & ~parts) && (kind & ~of) == 0;
}

static const char *kind_words(unsigned kind)
{
    return (kind & KIND_TAKES) != 0 ? "takes" : (kind & KIND_REJECTS) != 0 ? "rejects" : "differs";
}

/* Writes the parts that differ: "host+path". */
static void part_words(unsigned kind, char words[PART_WORDS_MOST])
{
    char *end = words;
    for (unsigned i = 0; i < URIPROOF_COMPONENT_COUNT; i++)
        if ((kind >> i & 1) != 0)
            end += sprintf(end, "%s%s", end > words ? "+" : "", uriproof_component_names[i].name);
    if (end == words)
        snprintf(words, PART_WORDS_MOST, "%s", kind < KIND_OPS ? "text" : "result");
}

/* ---- Which ones ---- */

static size_t length_of(const uriproof_request *request)
{
    return request->field[0].length + request->field[1].length;
}

static int compare_texts(const uriproof_request *a, const uriproof_request *b)
{
    if (length_of(a) != length_of(b))
        return length_of(a) < length_of(b) ? -1 : 1;
    for (size_t i = 0; i < 2; i++) {
        const uriproof_span x = a->field[i], y = b->field[i];
        const size_t least = x.length < y.length ? x.length : y.length;
        const int order = least > 0 ? memcmp(x.octets, y.octets, least) : 0;
        if (order != 0 || x.length != y.length)
            return order != 0 ? order : x.length < y.length ? -1 : 1;
    }
    return 0;
}

static int by_kind_and_length(const void *a, const void *b)
{
    const strange *one = a, *two = b;
    if (one->kind != two->kind)
        return one->kind < two->kind ? -1 : 1;
    return compare_texts(&one->seen->request, &two->seen->request);
}

static void collect(finding_groups *f, const observations *of)
{
    for (size_t i = 0; i < of->count; i++) {
        const observation *o = &of->items[i];
        if (!o->is_answer || profile_explains(&f->record->profile, o, &f->room))
            continue;
        f->items = list_grown(f->items, f->count, sizeof *f->items);
        f->items[f->count++] = (strange){.seen = o, .kind = kind_of(f, o), .shown = *o};
    }
}

/* Takes the shortest of each kind. */
static void choose(finding_groups *f)
{
    size_t of_kind = 0;
    if (f->count > 0)
        qsort(f->items, f->count, sizeof *f->items, by_kind_and_length);
    for (size_t i = 0; i < f->count; i++) {
        of_kind = i > 0 && f->items[i - 1].kind == f->items[i].kind ? of_kind + 1 : 0;
        f->items[i].is_reduced = of_kind < REDUCED_MOST;
        if (f->items[i].is_reduced)
            f->items[i].smaller = reduction_begin(&f->items[i].seen->request);
    }
}

/* ---- Making them smaller ---- */

/* Is the answer not predicted in the same way? Fewer parts may differ. */
static bool is_as_strange(finding_groups *f, const strange *one, const observation *o)
{
    return o->is_answer && !profile_explains(&f->record->profile, o, &f->room) &&
           is_part_of_kind(kind_of(f, o), one->kind);
}

/* Asks the next text of each that is not done yet, all at once. Returns how many there were. */
static size_t reduce_once(finding_groups *f, strange **asked, observation *questions)
{
    size_t count = 0;
    store *s = store_new();
    for (size_t i = 0; i < f->count; i++) {
        strange *one = &f->items[i];
        if (!one->is_reduced || !reduction_next(&one->smaller, &one->tried))
            continue;
        questions[count] = (observation){.request = one->tried};
        asked[count++] = one;
    }
    if (count > 0)
        f->terms->ask(f->terms->self, s, questions, count);
    for (size_t i = 0; i < count; i++)
        reduction_tell(&asked[i]->smaller, is_as_strange(f, asked[i], &questions[i]));
    store_free(s);
    return count;
}

/* Asks the smallest texts again, and takes the answers. Of a parser that answers in another way
 * now, the text stays as it was seen. */
static void take_smallest(finding_groups *f, strange **asked, observation *questions)
{
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++) {
        strange *one = &f->items[i];
        if (!one->is_reduced)
            continue;
        const uriproof_request smallest = request_kept(f->terms->store, &one->smaller.best);
        reduction_free(&one->smaller);
        questions[count] = (observation){.request = smallest};
        asked[count++] = one;
    }
    if (count > 0)
        f->terms->ask(f->terms->self, f->terms->store, questions, count);
    for (size_t i = 0; i < count; i++)
        if (is_as_strange(f, asked[i], &questions[i]))
            asked[i]->shown = questions[i];
}

static void reduce_all(finding_groups *f)
{
    strange **asked = calloc(f->count + 1, sizeof *asked);
    observation *questions = calloc(f->count + 1, sizeof *questions);
    while (!f->terms->should_stop(f->terms->self) && reduce_once(f, asked, questions) > 0)
        continue;
    take_smallest(f, asked, questions);
    free(asked);
    free(questions);
}

/* ---- Groups ---- */

static char *text_id(const unexplained_terms *terms, unsigned kind, const char *part,
                     const uriproof_request *request)
{
    uriproof_text_written written;
    FILE *out = uriproof_text_open(&written);
    fprintf(out, "%s/%s/%s/", uriproof_ops[request->op].name, part, kind_words(kind));
    (void)print_octets(out, request->field[0]);
    if (uriproof_present(request->field[1])) {
        fputc(' ', out);
        (void)print_octets(out, request->field[1]);
    }
    fclose(out);
    char *id = store_copy(terms->store, written.octets, strlen(written.octets));
    free(written.octets);
    return id;
}

/* Returns the group of a text that was made smaller; it may be new. */
static size_t group_of(finding_groups *f, const strange *one)
{
    profile_record *r = f->record;
    char part[PART_WORDS_MOST];
    const unsigned kind = kind_of(f, &one->shown);
    part_words(kind, part);
    const char *id = text_id(f->terms, kind, part, &one->shown.request);
    for (size_t i = 0; i < r->group_count; i++)
        if (strcmp(r->groups[i].id, id) == 0)
            return i;
    const profile_example shown = {one->shown.request, one->shown.given,
                                   predicted(f, &one->shown.request)};
    r->groups = list_grown(r->groups, r->group_count, sizeof *r->groups);
    r->groups[r->group_count] =
        (record_group){.id = id,
                       .part = store_copy(f->terms->store, part, strlen(part)),
                       .kind = kind_words(kind),
                       .shown = example_kept(f->terms->store, &shown)};
    return r->group_count++;
}

/* Returns the group that most of the reduced ones of a kind are in, which begin at `from`. */
static size_t main_group(const finding_groups *f, size_t from, size_t reduced)
{
    size_t most = 0, best = f->items[from].group;
    for (size_t i = from; i < from + reduced; i++) {
        size_t same = 0;
        for (size_t k = from; k < from + reduced; k++)
            same += f->items[k].group == f->items[i].group;
        if (same > most) {
            most = same;
            best = f->items[i].group;
        }
    }
    return best;
}

static void count_groups(finding_groups *f)
{
    for (size_t from = 0, end; from < f->count; from = end) {
        size_t reduced = 0;
        for (end = from; end < f->count && f->items[end].kind == f->items[from].kind; end++)
            if (f->items[end].is_reduced) {
                f->items[end].group = group_of(f, &f->items[end]);
                reduced++;
            }
        const size_t rest = main_group(f, from, reduced);
        for (size_t i = from; i < end; i++)
            f->record->groups[f->items[i].is_reduced ? f->items[i].group : rest].answers++;
    }
}

static int by_answers(const void *a, const void *b)
{
    const record_group *one = a, *two = b;
    if (one->answers != two->answers)
        return one->answers > two->answers ? -1 : 1;
    const int order = compare_texts(&one->shown.request, &two->shown.request);
    return order != 0 ? order : strcmp(one->id, two->id);
}

void unexplained_find(const unexplained_terms *terms, const observations *lists, size_t count,
                      profile_record *record)
{
    finding_groups f = {.terms = terms, .record = record};
    for (size_t i = 0; i < count; i++)
        collect(&f, &lists[i]);
    record->unexplained = f.count;
    choose(&f);
    reduce_all(&f);
    count_groups(&f);
    if (record->group_count > 0)
        qsort(record->groups, record->group_count, sizeof *record->groups, by_answers);
    free(f.items);
    free(f.room.octets);
}
