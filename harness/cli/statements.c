/* SPDX-License-Identifier: MIT */
#include "statements.h"

#include "judge/judge.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>

static const uriproof_readings defaults = {{0}};

/* What a specification calls the texts of a question and of its answer. */
typedef struct terms {
    const char *dialect;
    const char *base, *reference, *full, *normal;
} terms;

/* The specifications by date, the newest first. */
static const terms by_date[] = {
    {"whatwg-url", "base URL", "input", "URL", "serialized URL"},
    {"rfc3986", "base URI", "reference", "target URI", "normal form"},
    {"rfc1630", "context", "partial form", "full form", "canonical form"},
    {"draft-www-uri-00", "context", "partial form", "full form", "canonical form"},
    {"url-syntax", "context", "partial URL", "complete URL", "canonical form"},
};
enum { DATED = sizeof by_date / sizeof *by_date, WIDTH = 80 };

/* Returns the place of the dialect in that list, or after it. */
static size_t rank_of(const uriproof_dialect *dialect)
{
    size_t rank = 0;
    while (rank < DATED && strcmp(by_date[rank].dialect, dialect->name) != 0)
        rank++;
    return rank;
}

static const terms *terms_of(const uriproof_dialect *dialect)
{
    static const terms plain = {NULL, "base", "reference", "result", "normal form"};
    const size_t rank = rank_of(dialect);
    return rank < DATED ? &by_date[rank] : &plain;
}

/* ---- One specification ---- */

/* Is the text by itself rejected at the place of the refusal? */
static bool is_rejected_there(const statement *s, uriproof_span text)
{
    uriproof_refusal own;
    return s->refusal.production != NULL &&
           !uriproof_accepts(s->dialect, s->readings, text, &own) && own.production != NULL &&
           own.offset == s->refusal.offset && strcmp(own.production, s->refusal.production) == 0;
}

static bool is_base_rejected(const statement *s)
{
    uriproof_span base = s->request.field[0];
    const char *hash = base.length > 0 ? memchr(base.octets, '#', base.length) : NULL;
    const size_t length = hash != NULL ? (size_t)(hash - base.octets) : base.length;
    return is_rejected_there(s, base) ||
           is_rejected_there(s, (uriproof_span){base.octets, length}); /* RFC 1630's context */
}

static unsigned fault_of_resolution(const statement *s)
{
    if (s->answer.status == ANSWER_REJECTED && s->dialect->parse_into == NULL)
        return FAULT_OF_RESULT;
    if (is_base_rejected(s))
        return 0;
    /* Only if references have a grammar rule, one can be rejected by itself. A result that is
     * written is never rejected, so the reference is. */
    return s->dialect->production != NULL || s->dialect->parse_into != NULL ? 1 : FAULT_OF_NO_TEXT;
}

/* Returns what is to blame for a statement that accepts nothing. */
static unsigned fault_of(const statement *s)
{
    switch (s->request.op) {
    case URIPROOF_RESOLVE:
        return fault_of_resolution(s);
    case URIPROOF_NORMALIZE:
    case URIPROOF_EQUIVALENT:
        if (is_rejected_there(s, s->request.field[0]))
            return 0;
        if (uriproof_present(s->request.field[1]) && is_rejected_there(s, s->request.field[1]))
            return 1;
        return s->answer.status == ANSWER_REJECTED ? FAULT_OF_RESULT : FAULT_OF_NO_TEXT;
    case URIPROOF_URL: /* of a scheme that it does not know */
        return s->answer.status == ANSWER_REJECTED ? 0 : FAULT_OF_NO_TEXT;
    case URIPROOF_DECODE:
        return s->refusal.production != NULL ? 0 : FAULT_OF_RESULT;
    default:
        return 0;
    }
}

statement statement_make(const uriproof_dialect *dialect, const uriproof_readings *readings,
                         const uriproof_request *request)
{
    statement s = {.dialect = dialect, .readings = readings, .request = *request};
    uriproof_ask(dialect, readings, request, &s.scratch, &s.answer);
    s.refusal = s.scratch.refusal;
    s.fault = s.refusal.clause != NULL ? fault_of(&s) : FAULT_OF_NO_TEXT;
    return s;
}

void statement_free(statement *s)
{
    uriproof_scratch_free(&s->scratch);
}

/* Returns what the specification calls the text that is at fault. */
static const char *name_of_fault(const statement *s)
{
    const terms *own = terms_of(s->dialect);
    const uriproof_op op = s->request.op;
    if (s->fault == FAULT_OF_RESULT)
        return op == URIPROOF_RESOLVE  ? own->full
               : op == URIPROOF_DECODE ? "decoded text"
                                       : own->normal;
    if (op == URIPROOF_RESOLVE)
        return s->fault == 0 ? own->base : own->reference;
    if (op == URIPROOF_EQUIVALENT)
        return s->fault == 0 ? "first text" : "second text";
    return "text";
}

static void put_parts(FILE *out, const uriproof_parts *parts)
{
    named_part list[PARTS_MOST];
    const size_t count = list_parts(parts, list);
    fputs("accepted", out);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "  %s=", list[i].name);
        print_octets(out, list[i].octets);
    }
}

/* Writes the parts of a URL: `httpaddress  host=h  path=a`. */
static void put_detail(FILE *out, const uriproof_answer *answer)
{
    fputs(answer->production, out);
    for (const cJSON *part = answer->detail != NULL ? answer->detail->child : NULL; part != NULL;
         part = part->next) {
        const cJSON *one = cJSON_IsArray(part) ? part->child : part;
        for (; one != NULL; one = cJSON_IsArray(part) ? one->next : NULL) {
            fprintf(out, "  %s=", part->string);
            print_octets(out, uriproof_span_of(one->valuestring));
        }
    }
}

static void put_acceptance(FILE *out, const statement *s)
{
    if (s->request.op == URIPROOF_PARSE)
        put_parts(out, &s->answer.parts);
    else if (s->request.op == URIPROOF_URL)
        put_detail(out, &s->answer);
    else if (s->request.op == URIPROOF_EQUIVALENT)
        fputs(s->answer.equal ? "identical" : "not identical", out);
    else if (s->answer.result.length == 0)
        fputs("(empty)", out);
    else
        print_octets(out, s->answer.result);
}

/* Adds a word to a list with commas, and frees the old list. */
static char *add_to(char *list, const char *word)
{
    if (word == NULL)
        return list;
    char *longer = list != NULL ? text_made("%s, %s", list, word) : strdup(word);
    free(list);
    return longer;
}

char *statement_readings(const statement *s, bool changed)
{
    const uriproof_dialect *dialect = s->dialect;
    uriproof_readings other;
    uriproof_scratch scratch = {0};
    char *list = NULL;
    size_t last = dialect->reading_count;
    for (size_t step = 0; next_readings(dialect, s->request.op, s->readings, &step, &other);) {
        uriproof_answer answer;
        const size_t i = changed_reading(dialect, s->readings, &other);
        const uriproof_readings *named = changed ? &other : s->readings;
        uriproof_ask(dialect, &other, &s->request, &scratch, &answer);
        if ((answer.status == ANSWER_ACCEPTED) == (s->answer.status == ANSWER_ACCEPTED) ||
            (i == last && !changed))
            continue;
        char *one = text_made("%s=%s", dialect->readings[i].id,
                              dialect->readings[i].values[named->value[i]]);
        list = add_to(list, one);
        free(one);
        last = i;
    }
    uriproof_scratch_free(&scratch);
    return list;
}

/* Writes which reading rejects a result, and what the result would be. */
static void put_reading(FILE *out, const statement *s)
{
    char *readings = statement_readings(s, false);
    fprintf(out, " is rejected under %s", readings != NULL ? readings : "several readings");
    free(readings);
    if (s->request.op == URIPROOF_DECODE)
        return;
    fputs(!uriproof_present(s->answer.result) ? ": it would be another URI, or none"
          : uriproof_accepts(s->dialect, s->readings, s->answer.result, NULL)
              ? ": it would be another URI"
              : ": it would be no URI",
          out);
}

/* Writes which text is rejected, and where or why. */
static void put_fault(FILE *out, const statement *s)
{
    fprintf(out, "the %s", name_of_fault(s));
    if (uriproof_present(s->answer.result)) {
        fputc(' ', out);
        print_octets(out, s->answer.result);
    }
    if (s->refusal.production != NULL)
        fprintf(out, " is rejected in %s at octet %zu", s->refusal.production, s->refusal.offset);
    else
        put_reading(out, s);
}

void statement_put(FILE *out, const statement *s)
{
    switch (s->answer.status) {
    case ANSWER_ACCEPTED:
        put_acceptance(out, s);
        return;
    case ANSWER_UNSUPPORTED:
        fputs("has no such operation", out);
        return;
    case ANSWER_UNDEFINED:
        fputs("defines no answer", out);
        if (s->fault == FAULT_OF_NO_TEXT) {
            fprintf(out, " (%s)", s->refusal.clause);
            return;
        }
        fputs(": ", out);
        put_fault(out, s);
        return;
    default:
        if (s->fault == FAULT_OF_RESULT)
            put_fault(out, s);
        else
            fprintf(out, "rejected in %s at octet %zu", s->refusal.production, s->refusal.offset);
    }
}

/* Writes what is at fault, and where. */
static void write_fault(json_writer *w, const statement *s)
{
    json_open_object(w, "fault");
    if (s->fault < FAULT_OF_RESULT)
        json_text(w, "text", uriproof_ops[s->request.op].fields[s->fault]);
    else if (s->fault == FAULT_OF_RESULT)
        json_text(w, "text", "result");
    if (s->fault != FAULT_OF_NO_TEXT && s->refusal.production != NULL) {
        json_text(w, "production", s->refusal.production);
        json_number(w, "offset", s->refusal.offset);
    }
    json_text(w, "clause", s->refusal.clause);
    json_close(w);
}

void statement_write(json_writer *w, const statement *s)
{
    uriproof_answer_write(w, s->request.op, &s->answer);
    if (s->refusal.clause != NULL)
        write_fault(w, s);
}

/* ---- All specifications ---- */

static int compare_dates(const void *one, const void *other)
{
    const uriproof_dialect *const *a = one, *const *b = other;
    const size_t x = rank_of(*a), y = rank_of(*b);
    return x != y ? (x < y ? -1 : 1) : strcmp((*a)->name, (*b)->name);
}

const uriproof_dialect **dialects_newest_first(size_t *count)
{
    const uriproof_dialect *const *table = uriproof_dialects(count);
    const uriproof_dialect **list = calloc(*count, sizeof *list);
    memcpy(list, table, *count * sizeof(*list));
    qsort(list, *count, sizeof(*list), compare_dates);
    return list;
}

statements statements_make(const uriproof_request *request)
{
    statements all;
    const uriproof_dialect **dialects = dialects_newest_first(&all.count);
    all.list = calloc(all.count, sizeof *all.list);
    for (size_t i = 0; i < all.count; i++)
        all.list[i] = statement_make(dialects[i], &defaults, request);
    free(dialects);
    return all;
}

void statements_free(statements *all)
{
    for (size_t i = 0; i < all->count; i++)
        statement_free(&all->list[i]);
    free(all->list);
}

/* Do both say the same, in whatever words? Rejections are the same at the same place. */
static bool is_same(const statement *a, const statement *b)
{
    static const transform_set nothing = {{0}};
    transform_set needed;
    if (a->answer.status != b->answer.status)
        return false;
    if (a->answer.status == ANSWER_ACCEPTED)
        return a->request.op == URIPROOF_PARSE
                   ? parts_match(&a->answer.parts, &b->answer.parts, &nothing, &needed)
                   : uriproof_answer_matches(a->request.op, &a->answer, &b->answer) &&
                         uriproof_answer_matches(a->request.op, &b->answer, &a->answer);
    const bool has_place = a->fault != FAULT_OF_NO_TEXT && a->refusal.production != NULL;
    return a->fault == b->fault && uriproof_span_equal(a->answer.result, b->answer.result) &&
           (a->refusal.production == NULL) == (b->refusal.production == NULL) &&
           (!has_place || a->refusal.offset == b->refusal.offset);
}

/* Puts the number of its group at each statement, and returns how many groups there are. They are
 * in the order of their first members. */
static size_t group_statements(const statements *all, size_t *group_of)
{
    size_t groups = 0;
    for (size_t i = 0; i < all->count; i++) {
        size_t k = 0;
        while (k < i && !is_same(&all->list[k], &all->list[i]))
            k++;
        group_of[i] = k < i ? group_of[k] : groups++;
    }
    return groups;
}

/* A wording is what some of a group say in the same words. */
typedef struct wording {
    size_t group;
    char *words;
    char *names;   /* of the specifications, with commas */
    char *clauses; /* of these */
} wording;

static char *words_of(const statement *s)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    statement_put(out, s);
    fclose(out);
    return text.octets;
}

/* Collects the wordings, group by group. Returns their number; there are at most all->count. */
static size_t collect_wordings(const statements *all, const size_t *group_of, size_t groups,
                               wording *list)
{
    size_t count = 0;
    for (size_t group = 0; group < groups; group++)
        for (size_t i = 0; i < all->count; i++) {
            if (group_of[i] != group)
                continue;
            char *words = words_of(&all->list[i]);
            size_t k = 0;
            while (k < count && (list[k].group != group || strcmp(list[k].words, words) != 0))
                k++;
            if (k == count)
                list[count++] = (wording){.group = group, .words = words};
            else
                free(words);
            list[k].names = add_to(list[k].names, all->list[i].dialect->document);
            list[k].clauses = add_to(list[k].clauses, all->list[i].refusal.clause);
        }
    return count;
}

static void put_words(FILE *out, const wording *one, bool clauses)
{
    fputs(one->words, out);
    if (clauses && one->clauses != NULL)
        fprintf(out, "  [%s]", one->clauses);
}

/* Ends a line that has `indent` columns with what these wordings of a group say. With clauses it is
 * long, and goes on below. */
static void end_line(const wording *list, size_t count, int indent, bool clauses)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    bool refused = false;
    for (size_t i = 0; i < count; i++) {
        fprintf(out, i > 0 ? "; %s: " : "", list[i].names);
        put_words(out, &list[i], clauses);
        refused = refused || list[i].clauses != NULL;
    }
    fclose(out);
    if (clauses && refused)
        put_wrapped(stdout, text.octets, indent, WIDTH);
    else
        puts(text.octets);
    free(text.octets);
}

static void put_lines(const wording *list, size_t count, bool clauses)
{
    int widest = 0;
    for (size_t i = 0; i < count; i++) {
        const int width =
            (int)strlen(list[i].names) + (i > 0 && list[i].group == list[i - 1].group ? 2 : 0);
        widest = width > widest ? width : widest;
    }
    for (size_t i = 0; i < count; i++) {
        const bool same = i > 0 && list[i].group == list[i - 1].group;
        const int indent =
            printf("%s%-*s  ", same ? "= " : "", widest - (same ? 2 : 0), list[i].names);
        end_line(&list[i], 1, indent, clauses);
    }
}

void statements_put(const statements *all, bool clauses)
{
    size_t *group_of = calloc(all->count, sizeof *group_of);
    wording *list = calloc(all->count, sizeof *list);
    const size_t groups = group_statements(all, group_of);
    const size_t count = collect_wordings(all, group_of, groups, list);
    if (groups == 1)
        end_line(list, count, printf("all specifications  "), clauses);
    else
        put_lines(list, count, clauses);
    for (size_t i = 0; i < count; i++) {
        free(list[i].words);
        free(list[i].names);
        free(list[i].clauses);
    }
    free(list);
    free(group_of);
}

void statements_put_json(const statements *all)
{
    size_t *group_of = calloc(all->count, sizeof *group_of);
    const size_t groups = group_statements(all, group_of);
    json_writer w = json_writer_dense(stdout);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-statements");
    json_number(&w, "version", 1);
    json_text(&w, "op", uriproof_ops[all->list->request.op].name);
    uriproof_request_write(&w, &all->list->request);
    json_open_array(&w, "groups");
    for (size_t group = 0; group < groups; group++) {
        json_open_object(&w, NULL);
        json_open_array(&w, "specifications");
        for (size_t i = 0; i < all->count; i++) {
            if (group_of[i] != group)
                continue;
            json_open_object(&w, NULL);
            json_text(&w, "dialect", all->list[i].dialect->name);
            json_text(&w, "document", all->list[i].dialect->document);
            json_open_object(&w, "answer");
            statement_write(&w, &all->list[i]);
            json_close(&w);
            json_close(&w);
        }
        json_close(&w);
        json_close(&w);
    }
    json_close(&w);
    json_writer_end(&w);
    free(group_of);
}

int statements_status(const statements *all)
{
    bool any_accepts = false, any_rejects = false;
    for (size_t i = 0; i < all->count; i++) {
        const uriproof_answer *answer = &all->list[i].answer;
        const bool accepts = answer->status == ANSWER_ACCEPTED;
        const bool no = answer->status == ANSWER_REJECTED || (answer->has_equal && !answer->equal);
        any_rejects = any_rejects || no;
        any_accepts = any_accepts || (accepts && !no);
    }
    if (any_rejects)
        return URIPROOF_EXIT_DIFFERS;
    return any_accepts ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_UNDEFINED;
}
