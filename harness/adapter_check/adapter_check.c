/* SPDX-License-Identifier: MIT */
/*
 * A step asks its questions by ask(). If a question is not answered, ask() itself reports what is
 * wrong and ends the process; the next step begins a new one. Lines that answer nothing are strays.
 * They are counted in all steps, and the last step reports them.
 */
#include "adapter_check.h"

#include "processes/processes.h"
#include "runner/runner.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINGER_MS = 1000,   /* after its end, processes that it left have this time to end */
    STRAY_MS = 1000,    /* the time for an answer after a stray line */
    LEAVING_MS = 60000, /* session.c ends it long before */
    MOST_STRAYS = 10000,
    MOST_SILENT = 3, /* after this number of steps without an answer in time, the check ends */
    IN_FLIGHT = 256,
    LONG_TEXT = 1 << 20,
    STRAY_SHOWN = 60,
    TURNS_KEPT = 6,
    TURN_SHOWN = 160,
    ERROR_LINES_SHOWN = 8
};

/* What an adapter is asked, and what it answers. */
typedef struct question {
    const char *op;
    uint64_t id; /* 0: the next */
    uriproof_span field[2];
    uriproof_op read_as;    /* the operation to which the answer belongs */
    bool hexadecimal;       /* the octets are sent in hexadecimal, even if they are printable */
    bool any_answer;        /* an answer that cannot be read is accepted too */
    uriproof_answer answer; /* lasts until the next questions are asked */
    uriproof_error error;   /* if it is not readable */
    bool readable;
} question;

/* A line that was sent or received, as far as it is shown. */
typedef struct turn {
    bool sent;
    size_t length;
    char head[TURN_SHOWN];
} turn;

typedef struct check_state {
    char *const *command;
    const adapter_check_options *options;
    session *session; /* a session that has said hello; NULL if the next step must begin one */
    turn turns[TURNS_KEPT];
    size_t turn_count;
    hello greeting;
    uriproof_op probe;  /* an operation that it has, for steps that can use any operation */
    const char *what;   /* the step that goes on */
    const char *remedy; /* for a broken answer in this step */
    char what_room[60];
    json_memory memory[IN_FLIGHT]; /* of the answers */
    uint64_t next_id;
    uint64_t until; /* the deadline of the step */
    size_t strays;  /* lines that are no answers to what was asked */
    bool strayed;   /* a stray came in this step */
    char stray_words[180];
    char left[120];  /* the command of a process that it left running; or "" */
    unsigned silent; /* steps without an answer in time */
    bool stopped;
    bool useless; /* there is no point in going on */
} check_state;

/* ---- Findings ---- */

/* Calls the step `start`, `word` and `end` together. */
static void name_step(check_state *k, const char *start, const char *word, const char *end)
{
    snprintf(k->what_room, sizeof k->what_room, "%s%s%s", start, word, end);
    k->what = k->what_room;
}

static void put_excerpt(FILE *out, const char *before, const char *line, size_t length)
{
    fputs(before, out);
    print_octets(out, (uriproof_span){line, length < TURN_SHOWN ? length : TURN_SHOWN});
    if (length > TURN_SHOWN)
        fprintf(out, "... (%zu octets)", length);
    fputc('\n', out);
}

/* Puts the last lines of standard error. */
static void put_errors(const check_state *k, FILE *out)
{
    size_t length, start, lines = 0;
    const char *words = session_errors(k->session, &length);
    while (length > 0 && words[length - 1] == '\n')
        length--;
    for (start = length; start > 0; start--)
        if (words[start - 1] == '\n' && ++lines == ERROR_LINES_SHOWN)
            break;
    while (start < length) {
        const char *newline = memchr(words + start, '\n', length - start);
        size_t end = newline != NULL ? (size_t)(newline - words) : length;
        put_excerpt(out, "! ", words + start, end - start);
        start = end + 1;
    }
}

static void put_turns(const check_state *k, FILE *out)
{
    size_t first = k->turn_count > TURNS_KEPT ? k->turn_count - TURNS_KEPT : 0;
    for (size_t i = first; i < k->turn_count; i++) {
        const turn *one = &k->turns[i % TURNS_KEPT];
        put_excerpt(out, one->sent ? "> " : "< ", one->head, one->length);
    }
}

/* Tells a finding of the step. */
__attribute__((format(printf, 4, 5))) static void say(check_state *k, verdict v, const char *remedy,
                                                      const char *format, ...)
{
    char words[400];
    uriproof_text_written seen;
    va_list arguments;
    FILE *out = uriproof_text_open(&seen);
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (v == VERDICT_FAIL && k->session != NULL) {
        put_turns(k, out);
        put_errors(k, out);
    }
    fclose(out);
    k->options->tell(k->options->self, &(finding){v, k->what, words, remedy, seen.octets});
    free(seen.octets);
}

/* Reports that the step is ok, without further words. */
static void say_well(check_state *k)
{
    say(k, VERDICT_OK, "", "%s", "");
}

/* ---- The process ---- */

static void keep_turn(check_state *k, bool sent, const char *line, size_t length)
{
    turn *kept = &k->turns[k->turn_count++ % TURNS_KEPT];
    kept->sent = sent;
    kept->length = length;
    memcpy(kept->head, line, length < TURN_SHOWN ? length : TURN_SHOWN);
}

/* Sends a line, which has no newline. */
static void send(check_state *k, const char *line, size_t length)
{
    keep_turn(k, true, line, length);
    session_send(k->session, line, length);
    session_send(k->session, "\n", 1);
}

/* Waits for a line until session_clock() is k->until. */
static session_event receive(check_state *k, session_line *line)
{
    uint64_t now = session_clock();
    session_expect(k->session, k->until > now ? k->until - now : 0);
    session_event event = session_receive(k->session, line);
    if (event == SESSION_LINE)
        keep_turn(k, false, line->octets, line->length);
    k->stopped = event == SESSION_STOPPED;
    return event;
}

typedef struct end_text {
    char words[120];
} end_text;

static end_text how_it_ended(const check_state *k)
{
    end_text how = {""};
    end_words(session_how_it_ended(k->session), "", how.words, sizeof how.words);
    return how;
}

/* Starts the process and sends it the hello. Returns false, with *error, if that fails. */
static bool begin(check_state *k, uriproof_error *error)
{
    const session_options options = {.reaper = k->options->reaper,
                                     .linger_ms = LINGER_MS,
                                     .stop = k->options->stop,
                                     .self = k->options->self};
    k->turn_count = 0;
    k->session = session_start(k->command, &options, error);
    if (k->session != NULL)
        send(k, hello_request, strlen(hello_request));
    k->until = session_clock() + ASKER_HELLO_MS;
    return k->session != NULL;
}

/* Returns true if the hello came. Otherwise reports that it is missing. */
static bool is_hello(check_state *k, session_event event)
{
    if (event == SESSION_LINE)
        return true;
    k->useless = true;
    session_kill(k->session); /* its last words are there then */
    if (event == SESSION_ENDED)
        say(k, VERDICT_FAIL, "it has to live until its input ends. See its standard error",
            "it %s before it said hello", how_it_ended(k).words);
    else if (event == SESSION_LATE)
        say(k, VERDICT_FAIL,
            "answer the first line with the hello on one line, and flush it, without waiting for "
            "more",
            "said no hello within %d seconds", ASKER_HELLO_MS / 1000);
    return false;
}

/* Returns true if there is a process to ask. Begins one if the last process was ended, and reports
 * a failure. */
static bool is_talking(check_state *k)
{
    session_line line;
    uriproof_error error;
    if (k->session != NULL)
        return true;
    if (!begin(k, &error)) {
        say(k, VERDICT_FAIL, "it is started as often as it takes", "it does not start again");
        k->useless = true;
        return false;
    }
    if (!is_hello(k, receive(k, &line)))
        return false;
    k->useless = !hello_repeated(line.octets, line.length, &k->greeting, &error);
    if (k->useless)
        say(k, VERDICT_FAIL, "say the same hello whenever it is started", "%s", error.words);
    return !k->useless;
}

/* Ends the process, if there is one. */
static void hang_up(check_state *k)
{
    const char *left = k->session != NULL ? session_left(k->session) : NULL;
    if (left != NULL)
        snprintf(k->left, sizeof k->left, "%s", left);
    session_close(k->session);
    k->session = NULL;
}

/* ---- Questions ---- */

/* What every parser can answer. */
static const uriproof_span samples[URIPROOF_OP_COUNT][2] = {
    [URIPROOF_PARSE] = {{"http://example.com/a?b#c", 24}},
    [URIPROOF_RESOLVE] = {{"http://example.com/a/b", 22}, {"../c", 4}},
    [URIPROOF_NORMALIZE] = {{"http://example.com/a", 20}},
    [URIPROOF_EQUIVALENT] = {{"http://example.com/a", 20}, {"http://example.com/a", 20}},
    [URIPROOF_DECODE] = {{"a%20b", 5}},
    [URIPROOF_ENCODE] = {{"a b", 3}},
    [URIPROOF_URL] = {{"http://example.com/a", 20}},
};

/* Returns a question with these octets, which are the caller's until it is asked. */
static question question_of(uriproof_op op, uriproof_span octets)
{
    return (question){
        .op = uriproof_ops[op].name, .read_as = op, .field = {octets, samples[op][1]}};
}

static question question_of_sample(uriproof_op op)
{
    return question_of(op, samples[op][0]);
}

static void send_question(check_state *k, question *q)
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
    send(k, w.text.octets, w.text.length);
    buffer_free(&w.text);
}

/* Counts a line that answers nothing. Perhaps the line was meant as the answer, and no other answer
 * will come. So the first such line shortens the time of the step. */
static void count_stray(check_state *k, const session_line *line, const char *words)
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

/* Returns the number of the question that `object` answers; `count` if there is none. */
static size_t asked_by(const question *questions, size_t count, const cJSON *object)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    size_t i = 0;
    while (i < count && !(cJSON_IsNumber(id) && id->valuedouble == (double)questions[i].id))
        i++;
    return i;
}

/* Takes a line. Returns true if it answers question number `next`; else it is a stray. */
static bool take_line(check_state *k, question *questions, size_t count, size_t next,
                      const session_line *line)
{
    uriproof_error error;
    cJSON *object = line_read(&k->memory[next], line->octets, line->length, &error);
    size_t asked = asked_by(questions, count, object);
    if (object != NULL && asked == next && next < count) {
        question *q = &questions[next];
        q->readable =
            uriproof_answer_read(object, q->read_as, URIPROOF_LET_KEYS, &q->answer, &q->error);
        return true;
    }
    count_stray(k, line,
                object == NULL   ? error.words
                : asked == count ? "no request with this \"id\" waits for an answer"
                : asked < next   ? "a second answer to one request"
                                 : "answers come in the order of the requests");
    return false;
}

/* Receives lines until all questions are answered, and then returns SESSION_LINE. Otherwise returns
 * the event that came instead. Sets *answered to the number of answers. */
static session_event receive_answers(check_state *k, question *questions, size_t count,
                                     size_t *answered)
{
    session_line line;
    *answered = 0;
    while (*answered < count) {
        session_event how = k->strays > MOST_STRAYS ? SESSION_LATE : receive(k, &line);
        if (how != SESSION_LINE)
            return how;
        *answered += take_line(k, questions, count, *answered, &line);
    }
    return SESSION_LINE;
}

/* Reports why only `answered` of `count` questions were answered. */
static void tell_trouble(check_state *k, session_event how, size_t answered, size_t count)
{
    char seen[80] = "", strayed[220] = "";
    session_kill(k->session); /* its last words are there then */
    if (count > 1)
        snprintf(seen, sizeof seen, " (%zu of %zu answers came)", answered, count);
    if (k->strayed)
        snprintf(strayed, sizeof strayed, "; but what came is no answer: %s", k->stray_words);
    if (how == SESSION_ENDED) {
        say(k, VERDICT_FAIL,
            "a rejection is answered, and is no reason to end; see its standard error. Where the "
            "parser itself dies, that is for 'uriproof test' to show",
            "it %s%s%s", how_it_ended(k).words, seen, strayed);
    } else {
        k->silent++;
        say(k, VERDICT_FAIL,
            k->strayed
                ? "each answer is one JSON object on one line with the \"id\" of its request, "
                  "in the order of the requests; all else goes to standard error"
                : "answer each line with one line, and flush it, without waiting for more",
            "no answer in time%s%s", seen, strayed);
    }
    hang_up(k);
}

/* Asks at most IN_FLIGHT questions at once, and waits for their answers. Returns false if an answer
 * is missing or broken, and reports it. */
static bool ask(check_state *k, question *questions, size_t count)
{
    size_t answered;
    k->strayed = false;
    k->until = session_clock() + k->options->timeout_ms;
    for (size_t i = 0; i < count; i++)
        send_question(k, &questions[i]);
    session_event how = receive_answers(k, questions, count, &answered);
    if (how != SESSION_LINE) {
        if (how != SESSION_STOPPED)
            tell_trouble(k, how, answered, count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (questions[i].readable || questions[i].any_answer)
            continue;
        say(k, VERDICT_FAIL, k->remedy, "the answer is broken: %s", questions[i].error.words);
        return false;
    }
    return true;
}

/* ---- Steps that ask ---- */

/* Returns the path that the answer to a parse gives, or the result of another operation. */
static uriproof_span given_text(const question *q)
{
    const uriproof_answer *a = &q->answer;
    if (q->read_as != URIPROOF_PARSE)
        return a->result;
    return a->parts.has_components ? a->parts.components.path : a->parts.generic.path;
}

static bool ends_with(uriproof_span octets, const char *part)
{
    size_t length = strlen(part);
    return octets.length >= length &&
           memcmp(octets.octets + octets.length - length, part, length) == 0;
}

static bool contains(uriproof_span octets, const char *part)
{
    while (octets.length > 0 && !ends_with(octets, part))
        octets.length--;
    return octets.length > 0;
}

static void check_operation(check_state *k, uriproof_op op)
{
    question q = question_of_sample(op);
    name_step(k, "answers ", uriproof_ops[op].name, "");
    if (!ask(k, &q, 1))
        return;
    if (q.answer.status == ANSWER_UNSUPPORTED)
        say(k, VERDICT_WARN, "list in \"ops\" what the parser has",
            "it lists %s, and does not support it", uriproof_ops[op].name);
    else if (q.answer.status != ANSWER_ACCEPTED)
        say(k, VERDICT_WARN, "is the right function called, with the whole text?",
            "it rejects %.*s", (int)q.field[0].length, q.field[0].octets);
    else
        say_well(k);
}

/* An adapter that holds ids in 32 bits cuts the first; one that writes them as a float rounds the
 * second. */
static void check_ids(check_state *k)
{
    static const uint64_t ids[] = {0x100000001, 999999999999999};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        question q = question_of_sample(k->probe);
        q.id = ids[i];
        if (!ask(k, &q, 1))
            return;
    }
    say(k, VERDICT_OK, "", "up to %" PRIu64, ids[1]);
}

/* Returns how many answers to parse do not have the path that was asked. */
static size_t count_mixed_up(const question *questions)
{
    size_t mixed_up = 0;
    for (size_t i = 0; i < IN_FLIGHT; i++) {
        const question *q = &questions[i];
        const char *number = strrchr(q->field[0].octets, '/');
        if (q->read_as == URIPROOF_PARSE && q->answer.status == ANSWER_ACCEPTED)
            mixed_up += !ends_with(given_text(q), number);
    }
    return mixed_up;
}

static void check_many(check_state *k)
{
    question *questions = calloc(IN_FLIGHT, sizeof *questions);
    char(*texts)[32] = calloc(IN_FLIGHT, sizeof *texts);
    for (size_t i = 0; i < IN_FLIGHT; i++) {
        snprintf(texts[i], sizeof texts[i], "http://example.com/%zu", i);
        questions[i] = question_of(k->probe, uriproof_span_of(texts[i]));
    }
    bool answered = ask(k, questions, IN_FLIGHT);
    size_t mixed_up = answered ? count_mixed_up(questions) : 0;
    if (mixed_up > 0)
        say(k, VERDICT_WARN, "each answer has the \"id\" of its own request",
            "%zu of %d answers have the path of another text; are they mixed up?", mixed_up,
            IN_FLIGHT);
    else if (answered)
        say(k, VERDICT_OK, "", "%d at once, each answered once", IN_FLIGHT);
    free(questions);
    free(texts);
}

static void check_hexadecimal(check_state *k)
{
    question both[2] = {question_of_sample(k->probe), question_of_sample(k->probe)};
    both[1].hexadecimal = true;
    if (!ask(k, both, 2))
        return;
    if (uriproof_answer_matches(k->probe, &both[0].answer, &both[1].answer))
        say(k, VERDICT_OK, "", "the same answer as to the plain text");
    else
        say(k, VERDICT_FAIL, k->remedy, "another answer than to the same text as \"%s\"",
            uriproof_ops[k->probe].fields[0]);
}

/* A symptom: octets in the answer which show that the request's octets were changed on the way. */
typedef struct symptom {
    const char *sign;
    bool at_end; /* it stands at the end, else anywhere */
    const char *words;
    const char *remedy;
} symptom;

/* Asks a question with the octets, and looks for the symptoms in the answer. The last symptom has
 * no sign. */
static void check_octets(check_state *k, uriproof_span octets, const symptom *symptoms)
{
    static const char *const seen[ANSWER_STATUS_COUNT] = {
        [ANSWER_ACCEPTED] = "",
        [ANSWER_REJECTED] = "rejected",
        [ANSWER_UNDEFINED] = "rejected",
        [ANSWER_UNSUPPORTED] = "not supported",
    };
    question q = question_of(k->probe, octets);
    if (!ask(k, &q, 1))
        return;
    uriproof_span given = given_text(&q);
    while (symptoms->sign != NULL &&
           !(symptoms->at_end ? ends_with : contains)(given, symptoms->sign))
        symptoms++;
    if (symptoms->sign != NULL)
        say(k, VERDICT_WARN, symptoms->remedy, "%s", symptoms->words);
    else
        say(k, VERDICT_OK, "", "%s", seen[q.answer.status]);
}

static void check_eight_bit(check_state *k)
{
    static const char octets[] = "http://example.com/a\xe9"
                                 "b";
    static const symptom symptoms[] = {
        {"\xc3\xa9", false, "the octet E9 came back as the UTF-8 of U+00E9",
         "take the octets as Latin-1, one character an octet, both ways"},
        {"\xef\xbf\xbd", false, "the octet E9 came back as a replacement character",
         "do not decode as UTF-8; what the parser cannot be asked is unsupported"},
        {NULL, false, NULL, NULL},
    };
    check_octets(k, (uriproof_span){octets, sizeof octets - 1}, symptoms);
}

static void check_nul(check_state *k)
{
    static const char octets[] = "http://example.com/a\0b";
    static const symptom symptoms[] = {
        {"/a", true, "the text was cut at the NUL",
         "if the parser takes a C string, answer \"unsupported\": a cut text is another one"},
        {NULL, false, NULL, NULL},
    };
    check_octets(k, (uriproof_span){octets, sizeof octets - 1}, symptoms);
}

static void check_long(check_state *k)
{
    static const char start[] = "http://example.com/";
    static const symptom none = {NULL, false, NULL, NULL};
    char *octets = malloc(LONG_TEXT);
    memset(octets, 'a', LONG_TEXT);
    memcpy(octets, start, sizeof start - 1);
    check_octets(k, (uriproof_span){octets, LONG_TEXT}, &none);
    free(octets);
}

static void check_unknown(check_state *k)
{
    question q = question_of(URIPROOF_PARSE, uriproof_span_of("a:b"));
    q.op = "no-such-operation";
    q.any_answer = true;
    if (!ask(k, &q, 1))
        return;
    if (q.readable && q.answer.status == ANSWER_UNSUPPORTED)
        say_well(k);
    else
        say(k, VERDICT_WARN, k->remedy, "it answers an operation that there is not");
}

/* Texts that a parser may fail on. The first have no scheme, and so are no URIs. */
enum { REFERENCES = 6 };
static const char *const odd_texts[] = {
    "",     "b", "/a/b",     "//h/a",       "?",   "#",           ":",
    "a,b:", "%", "http://[", "http://h:x/", "a b", "http://%zz/", "\\\""};

/* Asks one text at a time, so that the check can name the text on which the parser fails. */
static void check_odd(check_state *k)
{
    char taken[120] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof odd_texts / sizeof *odd_texts; i++) {
        question q = question_of(k->probe, uriproof_span_of(odd_texts[i]));
        name_step(k, "answers odd text \"", odd_texts[i], "\"");
        if (!ask(k, &q, 1))
            return;
        if (i < REFERENCES && k->probe == URIPROOF_PARSE && q.answer.status == ANSWER_ACCEPTED)
            used += (size_t)snprintf(taken + used, sizeof taken - used, "%s\"%s\"",
                                     used > 0 ? ", " : "", odd_texts[i]);
    }
    k->what = "answers odd texts";
    if (used > 0)
        say(k, VERDICT_WARN,
            "parse asks whether it is a URI: if the parser takes references, accept those in which "
            "it found a scheme",
            "it takes for URIs: %s", taken);
    else
        say(k, VERDICT_OK, "", "relative, empty and malformed ones");
}

/* A part of a URI, and two texts: in one it is absent, in the other empty. */
typedef struct empty_part {
    const char *absent;
    const char *is_empty;
    const char *name;
    uri_piece piece;
    size_t component;
    bool in_generic;
    size_t generic; /* if it is in it */
} empty_part;

static const empty_part empty_parts[] = {
    {"http://h/a", "http://h/a?", "query", PIECE_QUERY, offsetof(uriproof_components, query), true,
     offsetof(uriproof_generic, search)},
    {"http://h/a", "http://h/a#", "fragment", PIECE_FRAGMENT,
     offsetof(uriproof_components, fragment), true, offsetof(uriproof_generic, fragmentid)},
    {"http://h/", "http://h:/", "port", PIECE_PORT, offsetof(uriproof_components, port), false, 0},
    {"x:/a", "x:///a", "host", PIECE_HOST, offsetof(uriproof_components, host), false, 0},
};

/* Sets *given to what the answer gives for the part. Returns false if it gives no such part. */
static bool part_given(const question *q, const empty_part *part, uriproof_span *given)
{
    const uriproof_parts *parts = &q->answer.parts;
    if (q->answer.status != ANSWER_ACCEPTED || !(parts->has_components || part->in_generic))
        return false;
    const uriproof_part_name name = {part->name,
                                     parts->has_components ? part->component : part->generic};
    *given = parts->has_components ? uriproof_part(&parts->components, &name)
                                   : uriproof_part(&parts->generic, &name);
    return true;
}

/* Returns the transform that the adapter should declare, since the parser does not tell the part's
 * two texts apart. Returns NULL if the adapter declares it, or if the parser does. An absent port
 * may be given as the default port. If another absent part is given and is not empty, that is the
 * parser's answer, which is not checked here. */
static const char *undeclared_transform(const hello *h, const question *pair,
                                        const empty_part *part)
{
    uriproof_span absent, is_empty;
    transform_set found = {{0}};
    const char *name = NULL;
    if (!part_given(&pair[0], part, &absent) || !part_given(&pair[1], part, &is_empty))
        return NULL;
    if (uriproof_present(absent) && absent.length == 0)
        name = "absent-as-empty";
    else if (uriproof_present(absent))
        name = part->piece == PIECE_PORT ? "with-default" : NULL;
    else if (!uriproof_present(is_empty))
        name = "empty-as-absent";
    if (name == NULL)
        return NULL;
    transform_declare(&found, part->name, name);
    return (h->transforms.declared[part->piece] & found.declared[part->piece]) == 0 ? name : NULL;
}

static void check_empty_parts(check_state *k)
{
    enum { PARTS = sizeof empty_parts / sizeof *empty_parts, TEXTS = 2 * PARTS };
    question questions[TEXTS];
    char seen[200] = "";
    size_t used = 0;
    if (!k->greeting.ops[URIPROOF_PARSE]) {
        say(k, VERDICT_SKIP, "", "it has no parse");
        return;
    }
    for (size_t i = 0; i < PARTS; i++) {
        const empty_part *part = &empty_parts[i];
        questions[2 * i] = question_of(URIPROOF_PARSE, uriproof_span_of(part->absent));
        questions[2 * i + 1] = question_of(URIPROOF_PARSE, uriproof_span_of(part->is_empty));
    }
    if (!ask(k, questions, TEXTS))
        return;
    for (size_t i = 0; i < PARTS; i++) {
        const char *name = undeclared_transform(&k->greeting, &questions[2 * i], &empty_parts[i]);
        if (name != NULL)
            used += (size_t)snprintf(seen + used, sizeof seen - used, "%s%s: [\"%s\"]",
                                     used > 0 ? ", " : "", empty_parts[i].name, name);
    }
    if (used > 0)
        say(k, VERDICT_WARN, k->remedy, "not told apart, and not declared: %s", seen);
    else
        say(k, VERDICT_OK, "", "told apart, or declared");
}

typedef struct check_step {
    const char *what;
    void (*run)(check_state *k);
    const char *remedy; /* for a broken answer */
} check_step;

static const check_step steps[] = {
    {"repeats large ids", check_ids, "give back the \"id\" as it came, a whole number"},
    {"answers many in flight", check_many, "answer each as it would be answered alone"},
    {"reads _hex", check_hexadecimal,
     "a text comes under its name, or in lower-case hexadecimal under its name with _hex"},
    {"gives 8-bit octets", check_eight_bit,
     "what is not printable ASCII goes out in lower-case hexadecimal under its name with _hex"},
    {"gives NUL", check_nul,
     "what is not printable ASCII goes out in lower-case hexadecimal under its name with _hex"},
    {"empty and absent", check_empty_parts,
     "leave out the key of a part that is absent, and give \"\" for one that is empty; where the "
     "parser cannot tell, declare that in \"transforms\" of the hello"},
    {"takes a line of 1 MiB", check_long,
     "read lines of any length, with no buffer of its own size; where it is the parser that is "
     "slow, give it longer with --timeout"},
    {"unknown operation", check_unknown, "answer {\"id\":ID,\"status\":\"unsupported\"}"},
    {"answers odd texts", check_odd,
     "a text that the parser rejects is answered \"status\":\"rejected\"; docs/protocol.md has the "
     "fields"},
};

/* ---- The hello ---- */

static void check_claims(check_state *k)
{
    const hello *h = &k->greeting;
    int op = 0;
    k->what = "hello: dialects";
    for (char **dialect = h->dialects; *dialect != NULL; dialect++)
        if (uriproof_dialect_named(*dialect) == NULL)
            say(k, VERDICT_WARN, "docs/dialects.md has those that there are",
                "no dialect is called \"%.60s\"", *dialect);
    k->what = "hello: ops";
    for (char **strange = h->strange_ops; *strange != NULL; strange++)
        say(k, VERDICT_WARN, "docs/protocol.md has those that there are",
            "no operation is called \"%.60s\"", *strange);
    while (op < URIPROOF_OP_COUNT && !h->ops[op])
        op++;
    k->probe = (uriproof_op)op;
    k->useless = op == URIPROOF_OP_COUNT;
    if (k->useless)
        say(k, VERDICT_FAIL, "list what it can be asked: \"ops\":[\"parse\"]",
            "it lists no operation, and so is asked nothing");
}

/* Checks each field of the hello by itself, so that all faults are reported at once. */
static void check_hello(check_state *k, const session_line *line)
{
    uriproof_error error;
    const cJSON *object = line_read(&k->memory[0], line->octets, line->length, &error);
    if (object == NULL) {
        say(k, VERDICT_FAIL, "the first line that it writes is the hello, one JSON object",
            "the first line: %s", error.words);
        k->useless = true;
        return;
    }
    say_well(k);
    for (size_t i = 0; i < HELLO_FIELD_COUNT; i++) {
        name_step(k, "hello: ", hello_fields[i].name, "");
        if (hello_read_field(&hello_fields[i], object, &k->greeting, &error)) {
            say_well(k);
            continue;
        }
        k->useless = true;
        say(k, VERDICT_FAIL, "docs/protocol.md, \"Hello\", has its fields and their types", "%s",
            error.words);
    }
    if (!k->useless)
        check_claims(k);
}

/* ---- The last steps ---- */

/* Shows what the adapter wrote to standard error. This is no fault. */
static void check_errors(const check_state *k)
{
    uriproof_text_written seen;
    FILE *out = uriproof_text_open(&seen);
    put_errors(k, out);
    fclose(out);
    if (seen.length > 0)
        k->options->tell(k->options->self,
                         &(finding){VERDICT_OK, "standard error", "it wrote", "", seen.octets});
    free(seen.octets);
}

static void check_leaving(check_state *k)
{
    session_line line;
    k->what = "ends at the end of its input";
    if (!is_talking(k))
        return;
    session_end_input(k->session);
    k->until = session_clock() + LEAVING_MS;
    while (receive(k, &line) == SESSION_LINE)
        take_line(k, NULL, 0, 0, &line);
    if (k->stopped)
        return;
    if (ended_well(session_how_it_ended(k->session)))
        say(k, VERDICT_OK, "", "with status 0");
    else
        say(k, VERDICT_FAIL, "leave with status 0 once standard input is at its end", "it %s",
            how_it_ended(k).words);
    session_kill(k->session);
    check_errors(k);
}

static void check_orphans(check_state *k)
{
    k->what = "leaves no process";
    if (k->left[0] == '\0')
        say_well(k);
    else
        say(k, VERDICT_FAIL, "end what it starts before it ends itself", "a process lives on: %s",
            k->left);
}

static void check_strays(check_state *k)
{
    k->what = "writes nothing but answers";
    if (k->strays == 0)
        say_well(k);
    else
        say(k, VERDICT_FAIL,
            "standard output is for answers, each once, on one line; print to standard error",
            "%zu line%s: %s", k->strays, k->strays == 1 ? "" : "s", k->stray_words);
}

/* ---- All together ---- */

static void check_all(check_state *k)
{
    for (int op = 0; op < URIPROOF_OP_COUNT && !k->useless && !k->stopped; op++) {
        k->what = "starts again";
        k->remedy = "docs/protocol.md has what the answer to each operation holds";
        if (k->greeting.ops[op] && is_talking(k))
            check_operation(k, (uriproof_op)op);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !k->useless && !k->stopped; i++) {
        k->what = steps[i].what;
        k->remedy = steps[i].remedy;
        if (k->silent >= MOST_SILENT) {
            say(k, VERDICT_SKIP, "", "this and what follows: it fell silent too often");
            k->useless = true;
        } else if (is_talking(k)) {
            steps[i].run(k);
        }
    }
    if (!k->useless && !k->stopped)
        check_leaving(k);
}

/* Begins, and checks the first hello. Returns false, with *error, if there is no such program. */
static bool check_start(check_state *k, uriproof_error *error)
{
    session_line line;
    if (!begin(k, error))
        return false;
    session_event event = receive(k, &line);
    const session_end *end = session_how_it_ended(k->session);
    if (event == SESSION_ENDED && end->cannot_start != 0)
        return uriproof_error_set(error, "cannot start %.80s: %s", k->command[0],
                                  error_reason(end->cannot_start));
    k->what = "starts";
    say_well(k);
    k->what = "says hello";
    if (is_hello(k, event))
        check_hello(k, &line);
    return true;
}

adapter_check_end adapter_check(char *const *command, const adapter_check_options *options,
                                uriproof_error *error)
{
    check_state k = {.command = command, .options = options, .next_id = 1};
    bool started = check_start(&k, error);
    if (started)
        check_all(&k);
    hang_up(&k);
    if (started && !k.stopped) {
        check_strays(&k);
        check_orphans(&k);
    }
    hello_free(&k.greeting);
    for (size_t i = 0; i < IN_FLIGHT; i++)
        json_memory_free(&k.memory[i]);
    return !started ? CHECK_NOT_STARTED : k.stopped ? CHECK_STOPPED : CHECK_DONE;
}
