/* SPDX-License-Identifier: MIT */
/*
 * Questions, and what comes back. Where one is not answered, what is wrong is said here. What comes
 * besides answers is counted.
 */
#include "check_state.h"
#include "json/json.h"

#include "protocol/protocol.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

enum {
    STRAY_MS = 1000, /* for the answer after a line that is not a request */
    MOST_STRAYS = 10000,
    STRAY_SHOWN = 60
};

/* ---- Questions ---- */

static const uriproof_span samples[URIPROOF_OP_COUNT][2] = {
    [URIPROOF_PARSE] = {{"http://example.com/a?b#c", 24}},
    [URIPROOF_RESOLVE] = {{"http://example.com/a/b", 22}, {"../c", 4}},
    [URIPROOF_NORMALIZE] = {{"http://example.com/a", 20}},
    [URIPROOF_EQUIVALENT] = {{"http://example.com/a", 20}, {"http://example.com/a", 20}},
    [URIPROOF_DECODE] = {{"a%20b", 5}},
    [URIPROOF_ENCODE] = {{"a b", 3}},
    [URIPROOF_URL] = {{"http://example.com/a", 20}},
};

question question_of(uriproof_op op, uriproof_span octets)
{
    return (question){
        .op = uriproof_ops[op].name, .read_as = op, .field = {octets, samples[op][1]}};
}

question question_of_words(uriproof_op op, const char *words)
{
    return question_of(op, (uriproof_span){words, strlen(words)});
}

question question_of_sample(uriproof_op op)
{
    return question_of(op, samples[op][0]);
}

static void say_question(check_state *k, question *q)
{
    const char *const *fields = uriproof_ops[q->read_as].fields;
    json_writer w = json_writer_compact();
    if (q->id == 0)
        q->id = k->next_id++;
    json_open_object(&w, NULL);
    json_number(&w, "id", q->id);
    json_text(&w, "op", q->op);
    for (size_t i = 0; i < 2 && fields[i] != NULL; i++)
        (q->hexadecimal ? json_hexadecimal : json_octets)(&w, fields[i], q->field[i]);
    json_close(&w);
    talk_send(k->talk, w.text.octets, w.text.length);
    buffer_free(&w.text);
}

void questions_forget(question *questions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        json_memory_free(&questions[i].memory);
}

/* ---- Strays ---- */

static void stray(check_state *k, const session_line *line, const char *words)
{
    int shown = line->length < STRAY_SHOWN ? (int)line->length : STRAY_SHOWN;
    if (k->strays++ == 0 || !k->strayed)
        snprintf(k->stray_words, sizeof k->stray_words, "%.110s: %.*s", words, shown, line->octets);
    if (!k->strayed) {
        uint64_t soon = session_clock() + STRAY_MS;
        k->until = soon < k->until ? soon : k->until;
    }
    k->strayed = true;
}

/* ---- Answers ---- */

static size_t count_answered(const question *questions, size_t count)
{
    size_t answered = 0;
    while (answered < count && questions[answered].answered)
        answered++;
    return answered;
}

/* Returns the number of the question that `object` answers; `count` if there is none. */
static size_t asked_by(const question *questions, size_t count, const cJSON *object)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    size_t i = 0;
    while (i < count && !(cJSON_IsNumber(id) && id->valuedouble == (double)questions[i].id))
        i++;
    return i;
}

void check_take_answer(check_state *k, question *questions, size_t count, const session_line *line)
{
    uriproof_error error;
    size_t next = count_answered(questions, count);
    question none = {.op = NULL}, *q = next < count ? &questions[next] : &none;
    cJSON *object = line_read(&q->memory, line->octets, line->length, &error);
    size_t asked = asked_by(questions, count, object);
    if (object == NULL)
        stray(k, line, error.words);
    else if (asked == count)
        stray(k, line, "no request with this \"id\" waits for an answer");
    else if (asked < next)
        stray(k, line, "a second answer to one request");
    else if (asked > next)
        stray(k, line, "answers come in the order of the requests");
    else
        q->readable =
            uriproof_answer_read(object, q->read_as, URIPROOF_LET_KEYS, &q->answer, &q->error);
    q->answered = object != NULL && asked == next;
    json_memory_free(&none.memory);
}

/* Not all were answered. */
static void tell_trouble(check_state *k, session_event how, const question *questions, size_t count)
{
    char seen[80] = "", strayed[220] = "";
    size_t answered = count_answered(questions, count);
    talk_kill(k->talk); /* its last words are there then */
    if (count > 1)
        snprintf(seen, sizeof seen, " (%zu of %zu answers came)", answered, count);
    if (k->strayed)
        snprintf(strayed, sizeof strayed, "; but what came is no answer: %s", k->stray_words);
    if (how == SESSION_ENDED) {
        check_say(
            k, VERDICT_FAIL,
            "a rejection is answered, and is no reason to end; see its standard error. Where the "
            "parser itself dies, that is for 'uriproof test' to show",
            "it %s%s%s", talk_how_it_ended(k->talk), seen, strayed);
    } else {
        k->silent++;
        check_say(
            k, VERDICT_FAIL,
            k->strayed
                ? "each answer is one JSON object on one line with the \"id\" of its request, "
                  "in the order of the requests; all else goes to standard error"
                : "answer each line with one line, and flush it, without waiting for more",
            "no answer in time%s%s", seen, strayed);
    }
    check_hang_up(k);
}

/* Hears until all are answered. */
static session_event hear_all(check_state *k, question *questions, size_t count)
{
    session_line line;
    session_event how = SESSION_LINE;
    while (how == SESSION_LINE && count_answered(questions, count) < count) {
        how = talk_receive(k->talk, k->until, &line);
        if (how == SESSION_LINE)
            check_take_answer(k, questions, count, &line);
        if (k->strays > MOST_STRAYS)
            how = SESSION_LATE;
    }
    return how;
}

static bool all_readable(check_state *k, const question *questions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (questions[i].readable)
            continue;
        check_say(k, VERDICT_FAIL, k->remedy, "the answer is broken: %s", questions[i].error.words);
        return false;
    }
    return true;
}

bool check_ask_unread(check_state *k, question *questions, size_t count)
{
    k->strayed = false;
    k->until = session_clock() + k->options->timeout_ms;
    for (size_t i = 0; i < count; i++)
        say_question(k, &questions[i]);
    session_event how = hear_all(k, questions, count);
    if (how == SESSION_STOPPED)
        k->stopped = true;
    else if (how != SESSION_LINE)
        tell_trouble(k, how, questions, count);
    if (how != SESSION_LINE)
        questions_forget(questions, count);
    return how == SESSION_LINE;
}

bool check_ask(check_state *k, question *questions, size_t count)
{
    if (!check_ask_unread(k, questions, count))
        return false;
    if (all_readable(k, questions, count))
        return true;
    questions_forget(questions, count);
    return false;
}
