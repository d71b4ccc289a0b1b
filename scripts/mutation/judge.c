/* SPDX-License-Identifier: MIT */
/*
 * The judge: holds the reference that it is linked with against every vector and says whether one
 * of them differs. scripts/mutate links it with each mutant.
 *
 *     uriproof-judge [--all] [--seconds N] [--dialect NAME] [--exempt FILE] FOLDER
 *     uriproof-judge --serve DIALECT
 *
 * With --serve it judges nothing, and is an adapter of the reference for `uriproof test`.
 *
 * A line is an outcome, then the vector's level, dialect, id and clauses:
 *
 *     differs examples rfc3986 resolve-dots rfc3986.dots.parent,rfc3986.dots.self
 *     clause clauses rfc1630 path-space rfc1630.unsafe.space
 *     interface examples rfc3986 resolve-dots rfc3986.dots.parent,rfc3986.dots.self
 *     crash clauses url-syntax prefix-small url-syntax.prefix.constant
 *     hang clauses - - -
 *     holds
 *
 * `clause` means that all is right but the clause of the rejection: a vector that people wrote does
 * not list it as broken. FILE lists vectors, one line of dialect and id each, for which this is not
 * reported: the unchanged reference names another clause for them, too. `interface` is where each
 * answer is right, but not to a caller who leaves out what the C interface lets him leave out, or a
 * name of the interface is wrong; it is said once.
 *
 * Levels are asked from the smallest to the largest, so the first line names the least set of
 * vectors that knows this reference from the right one. With --all there is a line for each vector
 * that does, until the reference has crashed or hung too often. It is asked in a process of its
 * own, since it may do anything.
 *
 * Exit status: 0 where all vectors hold, 1 where one does not, 2 for a usage error or a lack of
 * memory.
 */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS and setitimer */

#include "base/base.h"
#include "corpus/corpus.h"
#include "protocol/server.h"
#include "unicode/icu.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_DIALECTS = 16, MOST_CRASHES = 20, MOST_HANGS = 2, MOST_SECONDS = 3600 };
enum { HOLDS, DIFFERS, USAGE };

/* Each vector is asked under the defaults first, which is quick and mostly enough. */
enum stage { DEFAULTS, READINGS, STAGES };

/* Pages between two that cannot be read or written, so that an access beyond a text crashes. */
typedef struct walled_room {
    char *octets;
    size_t size;
} walled_room;

/* What outlasts the process that asks. */
typedef struct shared_notes {
    size_t begun;         /* questions, in the order in which they are asked */
    bool in_interface;    /* it is asked as holds_barely does */
    bool interface_known; /* to be wrong */
    char words[4096];
} shared_notes;

typedef struct judge {
    bool all;
    long seconds;
    const char *only; /* dialect, or NULL */
    const char *folder;
    char *exempt;      /* "\nDIALECT ID\nDIALECT ID\n", or NULL */
    const char *wrong; /* the outcome, where a vector does not hold */
    uriproof_corpus corpora[MOST_DIALECTS];
    size_t corpus_count;
    uriproof_scratch scratch;
    walled_room field[2], out;
    uriproof_span text, other_text; /* of the vector, and of the last `encode`, in the corpus */
    shared_notes *notes;
} judge;

/* The room that uriproof/reference.h asks for, and not an octet more. */
static size_t bound(const uriproof_request *request)
{
    size_t first = request->field[0].length, second = request->field[1].length;
    switch (request->op) {
    case URIPROOF_RESOLVE:
        return first + second + 2;
    case URIPROOF_NORMALIZE:
        return 3 * first + 16;
    case URIPROOF_EQUIVALENT:
        return 3 * (first + second) + 32;
    case URIPROOF_DECODE:
        return first;
    default:
        return 3 * first;
    }
}

static bool wall(walled_room *walled, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    walled->size = (size + page - 1) / page * page;
    char *pages = mmap(NULL, walled->size + 2 * page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return false;
    walled->octets = pages + page;
    return mprotect(pages, page, PROT_NONE) == 0 &&
           mprotect(walled->octets + walled->size, page, PROT_NONE) == 0;
}

/* Room for all that any vector asks. */
static bool wall_all(judge *j)
{
    size_t most = 1;
    for (size_t i = 0; i < j->corpus_count; i++) {
        for (size_t k = 0; k < j->corpora[i].vector_count; k++) {
            const uriproof_span *field = j->corpora[i].vectors[k].request.field;
            size_t needed = 3 * (field[0].length + field[1].length) + 32;
            most = needed > most ? needed : most;
        }
    }
    return wall(&j->field[0], most) && wall(&j->field[1], most) && wall(&j->out, most);
}

/* Moves the texts of a request between the walls: to the last one or to the first. An empty text is
 * without octets once. */
static void move(judge *j, uriproof_request *request, bool to_last)
{
    for (int i = 0; i < 2; i++) {
        uriproof_span *text = &request->field[i];
        char *place = j->field[i].octets + (to_last ? j->field[i].size - text->length : 0);
        if (!uriproof_present(*text))
            continue;
        if (text->length > 0)
            memmove(place, text->octets, text->length);
        text->octets = text->length > 0 || to_last ? place : NULL;
    }
}

/* What people wrote leaves nothing open; a generated vector may say no more than the verdict. */
static bool is_closed(const uriproof_vector *vector, const uriproof_answer *expected)
{
    return vector->group->level != URIPROOF_COMPLETE || expected->parts.has_generic ||
           expected->parts.has_components || expected->detail != NULL ||
           uriproof_present(expected->result);
}

static bool same(const uriproof_vector *vector, const uriproof_answer *expected,
                 const uriproof_answer *given)
{
    uriproof_op op = vector->request.op;
    return uriproof_answer_matches(op, expected, given) &&
           (expected->status == ANSWER_UNDEFINED) == (given->status == ANSWER_UNDEFINED) &&
           (!is_closed(vector, expected) ||
            (uriproof_answer_matches(op, given, expected) &&
             (expected->status == ANSWER_ACCEPTED) == (given->status == ANSWER_ACCEPTED) &&
             expected->has_offset == given->has_offset &&
             uriproof_span_equal(expected->result, given->result)));
}

static bool is_all_escapes(uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((text.octets[i] == '%') != (i % 3 == 0))
            return false;
    return text.length % 3 == 0;
}

/* Checks that a text which consists of escapes alone, and decodes, is an encoding of what it
 * decodes to. If a reading rejects one of its octets, the text must not be an encoding of what the
 * defaults decode it to. */
static bool encodes_by(const uriproof_corpus *corpus, const uriproof_vector *vector,
                       const uriproof_readings *readings)
{
    const uriproof_span text = vector->request.field[0];
    const uriproof_answer *expect = uriproof_vector_expect(vector, readings);
    if (vector->request.op != URIPROOF_DECODE || vector->expect->status != ANSWER_ACCEPTED)
        return true;
    if (expect->status == ANSWER_ACCEPTED)
        return !is_all_escapes(text) || corpus->dialect->encodes(text, expect->result, readings);
    return !expect->has_offset || !corpus->dialect->encodes(text, vector->expect->result, readings);
}

static bool holds_under(judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector,
                        const uriproof_readings *readings)
{
    uriproof_answer given;
    uriproof_ask(corpus->dialect, readings, &vector->request, &j->scratch, &given);
    return same(vector, uriproof_vector_expect(vector, readings), &given) &&
           encodes_by(corpus, vector, readings);
}

static uriproof_verdict ask_directly(const uriproof_dialect *dialect,
                                     const uriproof_request *request, uriproof_buffer *out,
                                     uriproof_answer *given, uriproof_refusal *refusal)
{
    const uriproof_span *field = request->field;
    switch (request->op) {
    case URIPROOF_PARSE:
        given->parts.has_generic = given->parts.has_components = true;
        return dialect->parse(field[0], NULL, &given->parts, refusal) ? URIPROOF_OK
                                                                      : URIPROOF_INVALID;
    case URIPROOF_RESOLVE:
        return dialect->resolve(field[0], field[1], NULL, out, refusal);
    case URIPROOF_NORMALIZE:
        return dialect->normalize(field[0], NULL, out, refusal);
    case URIPROOF_EQUIVALENT:
        given->has_equal = true;
        return dialect->equivalent(field[0], field[1], NULL, out, &given->equal, refusal);
    case URIPROOF_DECODE:
        return dialect->decode(field[0], NULL, out, refusal);
    case URIPROOF_ENCODE:
        return dialect->encode(field[0], NULL, out, refusal);
    default:
        return dialect->url(field[0], NULL, &given->production, NULL, NULL, refusal);
    }
}

/* A view that is not the dialect's is not there. */
static bool same_views(const uriproof_parts *expected, const uriproof_parts *given)
{
    bool open = !expected->has_generic && !expected->has_components;
    return open || (expected->has_generic == given->has_generic &&
                    expected->has_components == given->has_components);
}

/* The answer to `request`, by the defaults and without a refusal, written into `capacity` octets up
 * to the wall; and it is the one that is expected. */
static uriproof_verdict ask_for_room(judge *j, const uriproof_corpus *corpus,
                                     const uriproof_vector *vector, size_t capacity, bool *right)
{
    enum { CANARY = 0x5A };
    const uriproof_answer *expect = vector->expect;
    uriproof_op op = vector->request.op;
    char *before = j->out.octets, *start = before + j->out.size - capacity;
    size_t watched = (size_t)(start - before) < capacity ? (size_t)(start - before) : capacity;
    uriproof_buffer out = {start, capacity, capacity};
    uriproof_answer given = {0};
    memset(start - watched, CANARY, watched);
    uriproof_verdict verdict = ask_directly(corpus->dialect, &vector->request, &out, &given, NULL);
    given.status = uriproof_status_of(verdict);
    *right = given.status == expect->status;
    for (const char *at = start - watched; at != start; at++)
        *right = *right && *at == CANARY;
    if (!*right || given.status != ANSWER_ACCEPTED || op == URIPROOF_URL)
        return verdict;
    if (uriproof_ops[op].result != NULL)
        given.result = (uriproof_span){out.octets, out.length};
    *right = (op != URIPROOF_PARSE || same_views(&expect->parts, &given.parts)) &&
             uriproof_answer_matches(op, expect, &given);
    return verdict;
}

/* With `missing` octets less room than the interface asks for there is no answer, or the same where
 * the operation needs less than that. */
static bool holds_with_less(judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector,
                            size_t missing)
{
    bool right;
    uriproof_op op = vector->request.op;
    size_t room = bound(&vector->request);
    if (missing > room)
        return true;
    bool needs_less = (op == URIPROOF_RESOLVE && missing < room) || op == URIPROOF_EQUIVALENT;
    uriproof_verdict verdict = ask_for_room(j, corpus, vector, room - missing, &right);
    return verdict == URIPROOF_NO_ROOM || (needs_less && right);
}

/* The same answer is due to a caller who leaves out what the interface lets him leave out, gives
 * just the room that it asks for, and has not tidied up before. With less room there is none, or
 * the same: one octet less, three (of resolve's bound two are to spare), and all. A dialect whose
 * parts are written is asked so by its unit test. */
static bool holds_barely(judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector)
{
    bool right;
    if (corpus->dialect->parse_into != NULL)
        return true;
    uriproof_vector moved = *vector;
    size_t room = bound(&vector->request);
    move(j, &moved.request, false);
    uriproof_verdict verdict = ask_for_room(j, corpus, &moved, room, &right);
    bool needs_none = vector->request.op == URIPROOF_PARSE || vector->request.op == URIPROOF_URL;
    if (!right || verdict == URIPROOF_NO_ROOM)
        return false;
    if (vector->expect->status != ANSWER_ACCEPTED || needs_none || room == 0)
        return true;
    return holds_with_less(j, corpus, &moved, 1) && holds_with_less(j, corpus, &moved, 3) &&
           holds_with_less(j, corpus, &moved, room);
}

static bool is_among(const char **ids, const char *id)
{
    while (*ids != NULL && strcmp(*ids, id) != 0)
        ids++;
    return *ids != NULL;
}

static bool is_exempt(const judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector)
{
    char line[256];
    snprintf(line, sizeof line, "\n%s %s\n", corpus->dialect->name, vector->id);
    return vector->group->level == URIPROOF_COMPLETE ||
           (j->exempt != NULL && strstr(j->exempt, line));
}

/* Checks that a rejection, or an undefined answer, names a clause that people can read and that the
 * vector names. */
static bool names_a_clause(judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector)
{
    uriproof_answer given = {0};
    uriproof_refusal refusal = {NULL, 0, NULL};
    uriproof_buffer out = {j->out.octets, j->out.size, 0};
    if (vector->expect->status == ANSWER_ACCEPTED)
        return true;
    if (corpus->dialect->parse_into == NULL) {
        ask_directly(corpus->dialect, &vector->request, &out, &given, &refusal);
    } else {
        uriproof_ask(corpus->dialect, NULL, &vector->request, &j->scratch, &given);
        refusal = j->scratch.refusal;
    }
    bool right = refusal.clause != NULL && uriproof_clause_named(corpus, refusal.clause) != NULL &&
                 (is_among(vector->group->breaks, refusal.clause) ||
                  (vector->expect->status == ANSWER_UNDEFINED &&
                   is_among(vector->group->obeys, refusal.clause)) ||
                  is_exempt(j, corpus, vector));
    if (!right)
        j->wrong = "clause";
    return right;
}

/* A text that can be no encoding of itself: a segment holds no slash, a percent sign begins an
 * escape, and dots are not escaped but where they are reserved. */
static bool is_never_bare(uriproof_span text, uriproof_span encoded)
{
    bool dots = uriproof_span_equal(text, uriproof_span_of(".")) ||
                uriproof_span_equal(text, uriproof_span_of(".."));
    for (size_t i = 0; i < text.length; i++)
        if (text.octets[i] == '/' || text.octets[i] == '%')
            return true;
    return dots && !uriproof_span_equal(text, encoded);
}

/* Checks that the dialect accepts the answer as an encoding of the text, but not of another text,
 * the one encoded before. The text itself must not be accepted if it needs an escape. */
static bool encodes(judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector)
{
    const uriproof_span text = vector->request.field[0], encoded = vector->expect->result;
    const uriproof_span other = j->other_text;
    if (vector->request.op != URIPROOF_ENCODE)
        return true;
    j->other_text = j->text;
    return corpus->dialect->encodes(encoded, text, NULL) &&
           !(is_never_bare(text, encoded) && corpus->dialect->encodes(text, text, NULL)) &&
           (!uriproof_present(other) || uriproof_span_equal(text, other) ||
            !corpus->dialect->encodes(encoded, other, NULL));
}

static bool have_clauses(const uriproof_corpus *corpus)
{
    const uriproof_dialect *dialect = corpus->dialect;
    if (dialect->techniques == NULL)
        return dialect->technique_count == 0;
    for (size_t i = 0; i < dialect->technique_count; i++) {
        const char *clause = dialect->techniques[i].clause;
        if (clause == NULL || uriproof_clause_named(corpus, clause) == NULL)
            return false;
    }
    return true;
}

static uriproof_verdict leave_by(judge *j, const uriproof_corpus *corpus,
                                 const uriproof_vector *vector, unsigned techniques,
                                 bool *same_text)
{
    const uriproof_span text = vector->request.field[0];
    uriproof_buffer out = {j->out.octets, j->out.size, 0};
    uriproof_verdict verdict = corpus->dialect->normalize_by(text, techniques, NULL, &out, NULL);
    *same_text = uriproof_span_equal(text, (uriproof_span){out.octets, out.length});
    return verdict;
}

/* Each technique of a normal form has a clause that people can read. With none of them a URI stays
 * as it is; with all of them it does not, where its normal form is another or is rejected. What is
 * no URI has no form by any. */
static bool normalizes_by(judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector)
{
    const uriproof_dialect *dialect = corpus->dialect;
    bool is_there = dialect->normalize_by != NULL, stays, is_normal;
    const uriproof_answer *expect = vector->expect;
    if (vector->request.op != URIPROOF_NORMALIZE)
        return true;
    if (is_there != (dialect->techniques != NULL) || !have_clauses(corpus))
        return false;
    if (!is_there)
        return true;
    unsigned all = (1U << dialect->technique_count) - 1;
    uriproof_verdict verdict = leave_by(j, corpus, vector, 0, &stays);
    uriproof_verdict of_all = leave_by(j, corpus, vector, all, &is_normal);
    if (expect->status == ANSWER_UNDEFINED)
        return verdict == URIPROOF_SILENT;
    if (expect->status == ANSWER_REJECTED)
        return verdict == URIPROOF_OK && stays && of_all == URIPROOF_INVALID;
    return verdict == URIPROOF_OK && stays &&
           (!is_normal || uriproof_span_equal(vector->request.field[0], expect->result));
}

/* Of the interface it is enough to know once that it is wrong. */
static bool keeps_the_interface(judge *j, const uriproof_corpus *corpus,
                                const uriproof_vector *vector)
{
    if (j->notes->interface_known)
        return true;
    j->notes->in_interface = true;
    bool good = holds_barely(j, corpus, vector);
    j->notes->in_interface = false;
    j->notes->interface_known = !good;
    if (!good)
        j->wrong = "interface";
    return good;
}

static bool holds_by_default(judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector)
{
    uriproof_readings readings = {{0}};
    return holds_under(j, corpus, vector, &readings) && encodes(j, corpus, vector) &&
           normalizes_by(j, corpus, vector) && uriproof_errors_hold(corpus->dialect, vector) &&
           names_a_clause(j, corpus, vector) && keeps_the_interface(j, corpus, vector);
}

static bool holds_under_listed(judge *j, const uriproof_corpus *corpus,
                               const uriproof_vector *vector)
{
    for (const uriproof_alternate *alternate = vector->alternates; alternate != NULL;
         alternate = alternate->next) {
        uriproof_readings readings = {{0}};
        for (size_t k = 0; k < alternate->set_count; k++)
            readings.value[alternate->set[k].reading] = alternate->set[k].value;
        if (!holds_under(j, corpus, vector, &readings))
            return false;
    }
    return true;
}

static bool holds_under_each(judge *j, const uriproof_corpus *corpus, const uriproof_vector *vector)
{
    for (size_t i = 0; i < corpus->dialect->reading_count; i++) {
        const uriproof_reading *facts = &corpus->dialect->readings[i];
        for (unsigned char value = 1; value < 4 && facts->values[value] != NULL; value++) {
            uriproof_readings readings = {{0}};
            readings.value[i] = value;
            if (!holds_under(j, corpus, vector, &readings))
                return false;
        }
    }
    return true;
}

static bool holds(judge *j, enum stage stage, const uriproof_corpus *corpus,
                  const uriproof_vector *vector)
{
    uriproof_vector moved = *vector;
    j->text = vector->request.field[0];
    move(j, &moved.request, true);
    if (stage == DEFAULTS)
        return holds_by_default(j, corpus, &moved);
    return holds_under_listed(j, corpus, &moved) && holds_under_each(j, corpus, &moved);
}

/* Adds `word` after `delimiter`, as far as there is room. */
static void add_shared_word(shared_notes *notes, const char *delimiter, const char *word)
{
    size_t used = strlen(notes->words);
    snprintf(notes->words + used, sizeof notes->words - used, "%s%s", delimiter, word);
}

/* Notes what is asked, for a process that does not come back. */
static void note(shared_notes *notes, uriproof_level level, const uriproof_corpus *corpus,
                 const uriproof_vector *vector)
{
    const char *delimiter = " ";
    notes->words[0] = '\0';
    add_shared_word(notes, "", uriproof_level_names[level]);
    add_shared_word(notes, delimiter, corpus->dialect->name);
    add_shared_word(notes, delimiter, vector->id);
    for (int i = 0; i < 2; i++) {
        for (const char **id = i == 0 ? vector->group->obeys : vector->group->breaks; *id != NULL;
             id++) {
            add_shared_word(notes, delimiter, *id);
            delimiter = ",";
        }
    }
}

static void say(const judge *j, const char *outcome)
{
    printf("%s %s\n", outcome, j->notes->words);
    fflush(stdout);
}

/* Of the interface as a whole, once. */
static void say_interface(judge *j)
{
    if (!j->notes->interface_known)
        say(j, "interface");
    j->notes->interface_known = true;
}

/* Asks the vectors of one level and dialect, but for those that were asked before. Returns true if
 * an answer differs and no more are needed. */
static bool ask(judge *j, uriproof_level level, enum stage stage, const uriproof_corpus *corpus,
                size_t *number, bool *differs)
{
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_vector *vector = &corpus->vectors[i];
        if (vector->group->level != level || (*number)++ < j->notes->begun)
            continue;
        j->notes->begun = *number;
        note(j->notes, level, corpus, vector);
        j->wrong = "differs";
        if (holds(j, stage, corpus, vector))
            continue;
        say(j, j->wrong);
        *differs = true;
        if (!j->all)
            return true;
    }
    return false;
}

/* The dialect, and each value of its readings, go by their names. */
static bool named(const uriproof_dialect *dialect)
{
    if (uriproof_dialect_named(dialect->name) != dialect)
        return false;
    for (size_t i = 0; i < dialect->reading_count; i++) {
        const uriproof_reading *facts = &dialect->readings[i];
        if (facts->id == NULL || facts->values[0] == NULL)
            return false;
        for (unsigned char value = 0; value < 4 && facts->values[value] != NULL; value++) {
            uriproof_readings readings = {{0}};
            if (uriproof_set_reading(dialect, facts->id, facts->values[value], &readings) !=
                    URIPROOF_READING_SET ||
                readings.value[i] != value)
                return false;
        }
    }
    return true;
}

/* Does an example that matches the grammar by the default not match under another value of the
 * reading? */
static bool spoils_an_example(const uriproof_corpus *corpus, size_t reading, uriproof_op op)
{
    const char *const *values = corpus->dialect->readings[reading].values;
    for (size_t i = 0; i < corpus->vector_count; i++) {
        const uriproof_vector *vector = &corpus->vectors[i];
        if (vector->group->level != URIPROOF_EXAMPLES || vector->request.op != op ||
            vector->expect->status != ANSWER_ACCEPTED)
            continue;
        for (unsigned char value = 1; value < 4 && values[value] != NULL; value++) {
            uriproof_readings readings = {{0}};
            readings.value[reading] = value;
            if (uriproof_vector_expect(vector, &readings)->status != ANSWER_ACCEPTED)
                return true;
        }
    }
    return false;
}

/* A reading is a departure where, by the words that its default departs from, the specification's
 * own examples would not match the grammar. */
static bool departs_rightly(const uriproof_corpus *corpus)
{
    for (size_t i = 0; i < corpus->dialect->reading_count; i++)
        if (uriproof_is_departure(&corpus->dialect->readings[i], URIPROOF_PARSE) !=
                spoils_an_example(corpus, i, URIPROOF_PARSE) ||
            uriproof_is_departure(&corpus->dialect->readings[i], URIPROOF_URL) !=
                spoils_an_example(corpus, i, URIPROOF_URL))
            return false;
    return true;
}

/* A mutant that the vectors cannot even be read with is known by them, but not by the examples
 * alone: so its level is the next. */
static bool load(judge *j)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count && i < MOST_DIALECTS; i++) {
        uriproof_error error;
        if (j->only != NULL && strcmp(dialects[i]->name, j->only) != 0)
            continue;
        if (!named(dialects[i]))
            say_interface(j);
        if (!uriproof_corpus_load(j->folder, dialects[i], &j->corpora[j->corpus_count++], &error)) {
            fprintf(stderr, "uriproof-judge: %s\n", error.words);
            return false;
        }
    }
    return j->corpus_count > 0;
}

static int ask_all(judge *j)
{
    size_t number = 0;
    shared_notes *notes = j->notes;
    snprintf(notes->words, sizeof notes->words, "%s - - -", uriproof_level_names[URIPROOF_CLAUSES]);
    if (!load(j)) {
        say(j, "differs");
        return DIFFERS;
    }
    if (!wall_all(j))
        return USAGE;
    for (size_t i = 0; i < j->corpus_count; i++) {
        if (!departs_rightly(&j->corpora[i]))
            say_interface(j);
    }
    bool differs = notes->interface_known;
    if (differs && !j->all)
        return DIFFERS;
    for (uriproof_level level = URIPROOF_EXAMPLES; level < URIPROOF_LEVEL_COUNT; level++)
        for (enum stage stage = DEFAULTS; stage < STAGES; stage++)
            for (size_t i = 0; i < j->corpus_count; i++)
                if (ask(j, level, stage, &j->corpora[i], &number, &differs))
                    return DIFFERS;
    return differs ? DIFFERS : HOLDS;
}

/* Time is the processor's, so that a busy machine makes no hangs. */
static void limit(const judge *j)
{
    enum { MEBIBYTE = 1024 * 1024 };
    const struct rlimit memory = {1024L * MEBIBYTE, 1024L * MEBIBYTE}, core = {0, 0};
    const struct itimerval time = {{0, 0}, {j->seconds, 0}};
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &core);
    setitimer(ITIMER_PROF, &time, NULL);
}

/* One process that asks, until all is asked or it dies; its status as of waitpid. */
static int watch(judge *j)
{
    int status = 0;
    pid_t child = fork();
    if (child < 0)
        return -1;
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* who wants no more lines ends the parent */
        limit(j);
        _exit(ask_all(j));
    }
    return waitpid(child, &status, 0) == child ? status : -1;
}

/* Takes up again after what it died of, where all is wanted: some number of times. */
static int judge_it(judge *j)
{
    bool differs = false;
    for (int crashes = 0, hangs = 0; crashes < MOST_CRASHES && hangs < MOST_HANGS;) {
        size_t begun = j->notes->begun;
        int status = watch(j);
        if (status < 0)
            return USAGE;
        if (WIFEXITED(status)) {
            if (WEXITSTATUS(status) == HOLDS && !differs)
                puts("holds");
            return WEXITSTATUS(status) == HOLDS && differs ? DIFFERS : WEXITSTATUS(status);
        }
        bool hang = WTERMSIG(status) == SIGPROF;
        if (j->notes->in_interface) {
            say_interface(j);
            j->notes->in_interface = false;
        } else {
            say(j, hang ? "hang" : "crash");
            hangs += hang;
            crashes += !hang;
        }
        differs = true;
        if (!j->all || j->notes->begun == begun)
            break;
    }
    return DIFFERS;
}

static const uriproof_dialect *served;

static void serve_answer(const uriproof_request *request, uriproof_answer *answer)
{
    static const uriproof_readings defaults;
    static uriproof_scratch scratch;
    uriproof_ask(served, &defaults, request, &scratch, answer);
}

static int serve(const char *dialect)
{
    const char *const dialects[] = {dialect, NULL};
    uriproof_server server = {
        .name = "mutant", .version = uriproof_version, .language = "c", .dialects = dialects};
    served = uriproof_dialect_named(dialect);
    if (served == NULL)
        return USAGE;
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        if (uriproof_has_op(served, (uriproof_op)op))
            server.answer[op] = serve_answer;
    return uriproof_serve(&server, STDIN_FILENO, STDOUT_FILENO);
}

static char *read_exempt(const char *path)
{
    size_t length = 0;
    char *text = uriproof_file_read(path, &length);
    char *lines = text != NULL ? malloc(length + 2) : NULL;
    if (lines != NULL) {
        lines[0] = '\n';
        memcpy(lines + 1, text, length);
        lines[length + 1] = '\0';
    }
    free(text);
    return lines;
}

static bool read_arguments(judge *j, int count, char **arguments)
{
    const char *exempt = NULL;
    int i = 1;
    for (; i < count && strncmp(arguments[i], "--", 2) == 0; i++) {
        if (strcmp(arguments[i], "--all") == 0)
            j->all = true;
        else if (strcmp(arguments[i], "--seconds") == 0 && i + 1 < count)
            j->seconds = strtol(arguments[++i], NULL, 10);
        else if (strcmp(arguments[i], "--dialect") == 0 && i + 1 < count)
            j->only = arguments[++i];
        else if (strcmp(arguments[i], "--exempt") == 0 && i + 1 < count)
            exempt = arguments[++i];
        else
            return false;
    }
    j->folder = i < count ? arguments[i] : NULL;
    j->exempt = exempt != NULL ? read_exempt(exempt) : NULL;
    return i + 1 == count && j->seconds > 0 && j->seconds <= MOST_SECONDS &&
           (exempt == NULL) == (j->exempt == NULL);
}

int main(int count, char **arguments)
{
    static judge j = {.seconds = 60};
    if (count == 3 && strcmp(arguments[1], "--serve") == 0)
        return serve(arguments[2]);
    if (!read_arguments(&j, count, arguments)) {
        fputs(
            "usage: uriproof-judge [--all] [--seconds N] [--dialect NAME] [--exempt FILE] FOLDER\n"
            "       uriproof-judge --serve DIALECT\n",
            stderr);
        return USAGE;
    }
    j.notes =
        mmap(NULL, sizeof *j.notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (j.notes == MAP_FAILED)
        return USAGE;
    uriproof_services services = icu_services_open();
    uriproof_use_services(&services);
    const int status = judge_it(&j);
    icu_services_close(&services);
    return status;
}
