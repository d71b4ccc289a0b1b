/* SPDX-License-Identifier: MIT */
/* What an adapter writes behind its hello: an answer, or what is none. */
#include "run_state.h"

#include "judge/judge.h"
#include "protocol/protocol.h"
#include "results/results.h"

#include "base/base.h"

enum { SHOWN = 40 }; /* octets of a line that is not JSON */

/* The case that the id `id` asked; count where no case did. */
static size_t case_of_number(const run *r, double id)
{
    double first = (double)r->first_id;
    if (!(id >= first && id < first + (double)r->answerable))
        return r->count;
    size_t at = (size_t)(id - first);
    return (double)at == id - first ? r->asked[at] : r->count;
}

static size_t case_of_id(const run *r, const cJSON *object)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    return cJSON_IsNumber(id) ? case_of_number(r, id->valuedouble) : r->count;
}

/* The result of `at` is judged. What needs the whole answer comes now; the report has what is kept
 * of it, which is read once more, since reading an answer decodes its hexadecimal in place. */
static bool keep_answer(run *r, size_t at, const uriproof_answer *given, const char *line,
                        size_t length)
{
    const uriproof_vector *vector = r->vectors[at];
    uriproof_result *result = &r->results[at];
    if (r->options->dated &&
        !right_by_dialects(r->options->dialect, vector, &r->greeting->gives, given, result))
        return false;
    uv_update_time(r->loop); /* which takes its time, and the adapter is not to pay for it */
    result->given =
        truncate_answer(line, length, vector->request.op, &r->kept_room, &result->shortened);
    return result->given != NULL;
}

static bool is_right(const judgement *j)
{
    return j->outcome == URIPROOF_AGREE || j->outcome == URIPROOF_SLOW;
}

/* Right, not only up to what the adapter declares, and with nothing in it that could change and be
 * right all the same. */
static bool agrees(const judgement *j)
{
    return is_right(j) && j->plain;
}

/* Judges that an answer came after the time limit, to a case that is tried again: a right one is
 * slow, any other says how long it took. */
static void judge_lateness(run *r, size_t at, judgement *j)
{
    if (at != r->retried)
        return;
    r->retried = r->count;
    uv_update_time(r->loop);
    uint64_t took = uv_now(r->loop) - r->asked_late;
    if (took <= r->options->timeout_ms)
        return;
    if (r->blamed_outcome == URIPROOF_TIMEOUT)
        r->unexplained = false;
    if (j->outcome == URIPROOF_AGREE)
        j->outcome = URIPROOF_SLOW;
    judgement judged = *j;
    snprintf(j->detail, sizeof j->detail, "answered after %.1f s on this machine%s%.100s",
             (double)took / 1000, judged.detail[0] != '\0' ? "; " : "", judged.detail);
}

static void count_answer(run *r, size_t at, judgement *j, const uriproof_answer *given)
{
    judge_lateness(r, at, j);
    r->in_flight--;
    r->last_answered = at;
    r->restarts = 0;
    if (r->answered_before) /* so the answer before was not followed by what is none */
        r->struck = 0;
    r->answered_before = true;
    run_settle_answer(r, at, j, agrees(j) ? 0 : answer_hash(r->vectors[at]->request.op, given));
}

static judgement judge_answer(const run *r, size_t at, const uriproof_answer *given)
{
    const judge_terms terms = {.dialect = r->options->dialect,
                               .readings = &r->options->readings,
                               .gives = &r->greeting->gives,
                               .splits = r->greeting->splits != NULL,
                               .exact = r->options->exact};
    return judge(&terms, r->vectors[at], given);
}

static void take_answer(run *r, size_t at, const uriproof_answer *given, const char *line,
                        size_t length)
{
    judgement j = judge_answer(r, at, given);
    count_answer(r, at, &j, given);
    if (agrees(&j) || keep_answer(r, at, given, line, length))
        return;
    uriproof_error_set(r->error, "out of memory");
    run_finish(r, RUN_INCOMPLETE);
}

static void on_object(run *r, cJSON *object, const char *line, size_t length)
{
    uriproof_answer given;
    uriproof_error error;
    size_t at = case_of_id(r, object);
    if (at == r->count)
        run_broken_answer(r, at, "an answer to no request");
    else if (r->states[at] == DONE)
        run_broken_answer(r, at, "a second answer");
    else if (!uriproof_answer_read(object, r->vectors[at]->request.op, URIPROOF_LET_KEYS, &given,
                                   &error))
        run_broken_answer(r, at, error.words);
    else
        take_answer(r, at, &given, line, length);
}

/* How a line begins, made printable: "scheme: a\x00,b". */
static void show_line(const char *line, size_t length, char *words, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < length && i < SHOWN && used + 8 < room; i++) {
        bool plain = uriproof_is_printable(line[i]) && line[i] != '\\';
        used += (size_t)snprintf(words + used, room - used, plain ? "%c" : "\\x%02x",
                                 (unsigned char)line[i]);
    }
    snprintf(words + used, room - used, "%s", length > SHOWN ? "..." : "");
}

/* True where the line is plain and its answer agrees as written. Any other is read as JSON:
 * whatever speaks against a parser comes from there. */
static bool agrees_plainly(run *r, const char *line, size_t length)
{
    line_plain plain;
    line_plain_words words;
    int64_t id;
    uriproof_answer given;
    if (!line_plain_id(line, length, &plain, &id))
        return false;
    size_t at = case_of_number(r, (double)id);
    if (at == r->count || r->states[at] == DONE ||
        !line_plain_answer(&plain, r->vectors[at]->request.op, &words, &given))
        return false;
    judgement j = judge_answer(r, at, &given);
    if (j.outcome != URIPROOF_AGREE || !j.plain)
        return false;
    count_answer(r, at, &j, &given);
    return true;
}

static void on_json(run *r, const char *line, size_t length)
{
    uriproof_error error;
    cJSON *object = line_read(line, length, &error);
    if (object == NULL) {
        char words[300], shown[SHOWN * 4 + 16];
        show_line(line, length, shown, sizeof shown);
        snprintf(words, sizeof words, "%.110s: \"%s\"", error.words, shown);
        run_broken_answer(r, r->count, words);
    } else {
        on_object(r, object, line, length);
    }
    cJSON_Delete(object);
}

void run_on_answer(run *r, const char *line, size_t length)
{
    if (!agrees_plainly(r, line, length))
        on_json(r, line, length);
}
