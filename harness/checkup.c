/* SPDX-License-Identifier: MIT */
/*
 * A step asks its questions by ask_all, which says itself what is wrong where one is not answered;
 * then the process is ended, and the next step has a new one. What comes besides answers is counted
 * all the way, and is a step of its own at the end.
 */
#include "checkup.h"

#include "hello.h"
#include "left_over.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELLO_MS = 10000,   /* as long as a run waits for it */
    STRAY_MS = 1000,    /* for the answer behind a line that is none */
    LEAVING_MS = 60000, /* process.c ends it long before */
    LEFT_MS = 2000,     /* for what it started to end as well */
    LOOK_MS = 50,
    MOST_STRAYS = 10000,
    MOST_SILENT = 3, /* steps without an answer in time, until it is of no use to go on */
    IN_FLIGHT = 256,
    LONG_TEXT = 1 << 20,
    STRAY_SHOWN = 60,
    SEEN_ROOM = 400
};

const char *const verdict_names[VERDICT_COUNT] = {"ok", "warn", "fail", "skip"};

/* What an adapter is asked, and what came. */
typedef struct question {
    const char *op;
    uint64_t id; /* 0: the next */
    uriproof_span field[2];
    cJSON *object;
    uriproof_answer answer;
    uriproof_error error; /* where it is not readable */
    uriproof_op read_as;
    bool hexadecimal; /* even where plain would do */
    bool answered;
    bool readable;
} question;

typedef struct checkup_state {
    uv_loop_t *loop;
    char *const *command;
    const checkup_options *options;
    conversation *talk; /* greeted; NULL where the next step is to begin one */
    hello greeting;
    uriproof_op probe; /* what it is asked where any operation will do */
    const char *what;  /* the step */
    char what_room[60];
    const char *remedy; /* of a broken answer in this step */
    uint64_t next_id;
    uint64_t until;
    size_t strays; /* lines that are no answers to what was asked */
    bool strayed;  /* one came in this step */
    char stray_words[160];
    unsigned silent;
    bool stopped;
    bool useless; /* to go on */
} checkup_state;

/* ---- Telling ---- */

static void name_step(checkup_state *k, const char *start, const char *word, const char *end)
{
    snprintf(k->what_room, sizeof k->what_room, "%s%s%s", start, word, end);
    k->what = k->what_room;
}

static void tell(checkup_state *k, verdict v, const char *remedy, const char *format,
                 va_list arguments)
{
    char words[SEEN_ROOM];
    vsnprintf(words, sizeof words, format, arguments);
    finding found = {v, k->what, words, remedy, k->talk, false};
    k->options->tell(k->options->self, &found);
}

__attribute__((format(printf, 2, 3))) static void fine(checkup_state *k, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(k, VERDICT_OK, "", format, arguments);
    va_end(arguments);
}

__attribute__((format(printf, 4, 5))) static void say(checkup_state *k, verdict v,
                                                      const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(k, v, remedy, format, arguments);
    va_end(arguments);
}

/* For people to read; no fault. */
static void tell_errors(checkup_state *k)
{
    finding found = {VERDICT_OK, k->what, "it wrote", "", k->talk, true};
    k->options->tell(k->options->self, &found);
}

/* All is said by the name of the step. */
static void well(checkup_state *k)
{
    fine(k, "%s", "");
}

/* ---- Strays ---- */

static void stray(checkup_state *k, const uv_buf_t *line, const char *words)
{
    int shown = line->len < STRAY_SHOWN ? (int)line->len : STRAY_SHOWN;
    if (k->strays++ == 0 || !k->strayed)
        snprintf(k->stray_words, sizeof k->stray_words, "%s: %.*s", words, shown, line->base);
    if (!k->strayed) {
        uint64_t soon = uv_now(k->loop) + STRAY_MS;
        k->until = soon < k->until ? soon : k->until;
    }
    k->strayed = true;
}

/* ---- Questions ---- */

static uriproof_span literal(const char *words)
{
    return (uriproof_span){words, strlen(words)};
}

static const uriproof_span samples[URIPROOF_OP_COUNT][2] = {
    [URIPROOF_PARSE] = {{"http://example.com/a?b#c", 24}},
    [URIPROOF_RESOLVE] = {{"http://example.com/a/b", 22}, {"../c", 4}},
    [URIPROOF_NORMALIZE] = {{"http://example.com/a", 20}},
    [URIPROOF_EQUIVALENT] = {{"http://example.com/a", 20}, {"http://example.com/a", 20}},
    [URIPROOF_DECODE] = {{"a%20b", 5}},
    [URIPROOF_ENCODE] = {{"a b", 3}},
    [URIPROOF_URL] = {{"http://example.com/a", 20}},
};

static question question_of(uriproof_op op, uriproof_span octets)
{
    return (question){
        .op = uriproof_ops[op].name, .read_as = op, .field = {octets, samples[op][1]}};
}

static bool add_field(cJSON *object, const question *q, size_t i)
{
    char name[32], *digits;
    uriproof_span octets = q->field[i];
    const char *field = uriproof_ops[q->read_as].fields[i];
    if (field == NULL)
        return true;
    if (!q->hexadecimal)
        return uriproof_octets_write(object, field, octets);
    digits = malloc(octets.length * 2 + 1);
    if (digits == NULL)
        return false;
    for (size_t at = 0; at < octets.length; at++)
        snprintf(digits + 2 * at, 3, "%02x", (unsigned)(unsigned char)octets.octets[at]);
    snprintf(name, sizeof name, "%s_hex", field);
    bool added = cJSON_AddStringToObject(object, name, digits) != NULL;
    free(digits);
    return added;
}

static bool say_question(checkup_state *k, question *q)
{
    char id[32];
    text line = {0};
    cJSON *object = cJSON_CreateObject();
    if (q->id == 0)
        q->id = k->next_id++;
    snprintf(id, sizeof id, "%" PRIu64, q->id);
    bool said = cJSON_AddRawToObject(object, "id", id) != NULL &&
                cJSON_AddStringToObject(object, "op", q->op) != NULL && add_field(object, q, 0) &&
                add_field(object, q, 1) && text_add_json(&line, object) &&
                conversation_say(k->talk, line.octets, line.length);
    cJSON_Delete(object);
    text_free(&line);
    return said;
}

static void forget(question *questions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cJSON_Delete(questions[i].object);
        questions[i].object = NULL;
    }
}

/* ---- Answers ---- */

static question *asked_by(question *questions, size_t count, const cJSON *object)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    for (size_t i = 0; cJSON_IsNumber(id) && i < count; i++)
        if (id->valuedouble == (double)questions[i].id)
            return &questions[i];
    return NULL;
}

static void take_answer(checkup_state *k, question *questions, size_t count, const uv_buf_t *line)
{
    uriproof_error error;
    cJSON *object = uriproof_json_read(line->base, line->len, &error);
    question *q = asked_by(questions, count, object);
    if (object == NULL) {
        stray(k, line, error.words);
    } else if (q == NULL) {
        stray(k, line, "no request with this \"id\" waits for an answer");
    } else if (q->answered) {
        stray(k, line, "a second answer to one request");
    } else {
        q->answered = true;
        q->object = object;
        q->readable =
            uriproof_answer_read(object, q->read_as, URIPROOF_LET_KEYS, &q->answer, &q->error);
        return;
    }
    cJSON_Delete(object);
}

static size_t count_answered(const question *questions, size_t count)
{
    size_t answered = 0;
    for (size_t i = 0; i < count; i++)
        answered += questions[i].answered;
    return answered;
}

static void hang_up(checkup_state *k)
{
    conversation_free(k->talk);
    k->talk = NULL;
}

/* Not all were answered. */
static void tell_trouble(checkup_state *k, heard how, const question *questions, size_t count)
{
    char seen[80] = "", strayed[220] = "";
    size_t answered = count_answered(questions, count);
    conversation_close(k->talk); /* its last words are there then */
    if (count > 1)
        snprintf(seen, sizeof seen, " (%zu of %zu answers came)", answered, count);
    if (k->strayed)
        snprintf(strayed, sizeof strayed, "; but what came is no answer: %s", k->stray_words);
    if (how == HEARD_END) {
        say(k, VERDICT_FAIL,
            "a refusal is answered, and is no reason to end; see its standard error. Where the "
            "parser itself dies, that is for 'uriproof test' to show",
            "it %s%s%s", conversation_how_it_ended(k->talk), seen, strayed);
    } else {
        k->silent++;
        say(k, VERDICT_FAIL,
            k->strayed
                ? "each answer is one JSON object on one line with the \"id\" of its request; "
                  "all else goes to standard error"
                : "answer each line with one line, and flush it, without waiting for more",
            "no answer in time%s%s", seen, strayed);
    }
    hang_up(k);
}

/* Hears until all are answered. */
static heard hear_all(checkup_state *k, question *questions, size_t count)
{
    uv_buf_t line;
    heard how = HEARD_LINE;
    while (how == HEARD_LINE && count_answered(questions, count) < count) {
        how = conversation_hear(k->talk, k->until, &line);
        if (how == HEARD_LINE)
            take_answer(k, questions, count, &line);
        if (k->strays > MOST_STRAYS)
            how = HEARD_NOTHING;
    }
    return how;
}

static bool all_readable(checkup_state *k, const question *questions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (questions[i].readable)
            continue;
        say(k, VERDICT_FAIL, k->remedy, "the answer is broken: %s", questions[i].error.words);
        return false;
    }
    return true;
}

static bool ask_unread(checkup_state *k, question *questions, size_t count)
{
    bool said = true;
    k->strayed = false;
    uv_update_time(k->loop);
    k->until = uv_now(k->loop) + k->options->timeout_ms;
    for (size_t i = 0; said && i < count; i++)
        said = say_question(k, &questions[i]);
    heard how = said ? hear_all(k, questions, count) : HEARD_STOP;
    if (how == HEARD_STOP)
        k->stopped = true;
    else if (how != HEARD_LINE)
        tell_trouble(k, how, questions, count);
    if (how != HEARD_LINE)
        forget(questions, count);
    return how == HEARD_LINE;
}

/* Asks all at once, and waits for their answers. False where one is missing or broken, which is
 * said; else the caller forgets the questions. */
static bool ask_all(checkup_state *k, question *questions, size_t count)
{
    if (!ask_unread(k, questions, count))
        return false;
    if (all_readable(k, questions, count))
        return true;
    forget(questions, count);
    return false;
}

/* The text that an answer gives for the path of the text that was asked, or its result. */
static uriproof_span given_text(const question *q)
{
    const uriproof_answer *a = &q->answer;
    if (q->read_as != URIPROOF_PARSE)
        return a->result;
    return a->parts.has_components ? a->parts.components.path : a->parts.generic.path;
}

static bool contains(uriproof_span octets, const char *part)
{
    size_t length = strlen(part);
    for (size_t i = 0; i + length <= octets.length; i++)
        if (memcmp(octets.octets + i, part, length) == 0)
            return true;
    return false;
}

static bool ends_with(uriproof_span octets, const char *part)
{
    size_t length = strlen(part);
    return octets.length >= length &&
           memcmp(octets.octets + octets.length - length, part, length) == 0;
}

/* ---- Steps ---- */

static void check_operation(checkup_state *k, uriproof_op op)
{
    question q = question_of(op, samples[op][0]);
    name_step(k, "answers ", uriproof_ops[op].name, "");
    if (ask_all(k, &q, 1)) {
        if (q.answer.unsupported)
            say(k, VERDICT_WARN, "list in \"ops\" what the parser has",
                "it lists %s, and does not support it", uriproof_ops[op].name);
        else if (!q.answer.valid)
            say(k, VERDICT_WARN, "is the right function called, with the whole text?",
                "it refuses %.*s", (int)q.field[0].length, q.field[0].octets);
        else
            well(k);
        forget(&q, 1);
    }
}

/* An adapter loses the end of the number that holds it in 32 bits, or writes it as a float. */
static void check_ids(checkup_state *k)
{
    static const uint64_t ids[] = {0x100000001, 999999999999999};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        question q = question_of(k->probe, samples[k->probe][0]);
        q.id = ids[i];
        if (!ask_all(k, &q, 1))
            return;
        forget(&q, 1);
    }
    fine(k, "up to %" PRIu64, ids[1]);
}

/* How many answers to parse have a path that is not that of their request. */
static size_t count_mixed_up(const question *questions)
{
    size_t mixed_up = 0;
    for (size_t i = 0; i < IN_FLIGHT; i++) {
        const question *q = &questions[i];
        const char *number = strrchr(q->field[0].octets, '/');
        if (q->read_as == URIPROOF_PARSE && q->answer.valid)
            mixed_up += !ends_with(given_text(q), number);
    }
    return mixed_up;
}

static void check_many(checkup_state *k)
{
    question *questions = calloc(IN_FLIGHT, sizeof *questions);
    char(*texts)[32] = calloc(IN_FLIGHT, sizeof *texts);
    for (size_t i = 0; questions != NULL && texts != NULL && i < IN_FLIGHT; i++) {
        snprintf(texts[i], sizeof texts[i], "http://example.com/%zu", i);
        questions[i] = question_of(k->probe, literal(texts[i]));
    }
    if (questions == NULL || texts == NULL) {
        k->stopped = true;
    } else if (ask_all(k, questions, IN_FLIGHT)) {
        size_t mixed_up = count_mixed_up(questions);
        if (mixed_up == 0)
            fine(k, "%d at once, each answered once", IN_FLIGHT);
        else
            say(k, VERDICT_WARN, "each answer has the \"id\" of its own request",
                "%zu of %d answers have the path of another text; are they mixed up?", mixed_up,
                IN_FLIGHT);
        forget(questions, IN_FLIGHT);
    }
    free(questions);
    free(texts);
}

static void check_hexadecimal(checkup_state *k)
{
    uriproof_span sample = samples[k->probe][0];
    question both[2] = {question_of(k->probe, sample), question_of(k->probe, sample)};
    both[1].hexadecimal = true;
    if (!ask_all(k, both, 2))
        return;
    if (uriproof_answer_equal(k->probe, &both[0].answer, &both[1].answer))
        fine(k, "the same answer as to the plain text");
    else
        say(k, VERDICT_FAIL, k->remedy, "another answer than to the same text as \"%s\"",
            uriproof_ops[k->probe].fields[0]);
    forget(both, 2);
}

static void check_eight_bit(checkup_state *k)
{
    static const char octets[] = "http://example.com/a\xe9"
                                 "b";
    question q = question_of(k->probe, (uriproof_span){octets, sizeof octets - 1});
    if (!ask_all(k, &q, 1))
        return;
    uriproof_span given = given_text(&q);
    if (q.answer.unsupported)
        fine(k, "not supported");
    else if (contains(given, "\xc3\xa9"))
        say(k, VERDICT_WARN, "take the octets as Latin-1, one character an octet, both ways",
            "the octet E9 came back as the UTF-8 of U+00E9");
    else if (contains(given, "\xef\xbf\xbd"))
        say(k, VERDICT_WARN,
            "do not decode as UTF-8; what the parser cannot be asked is unsupported",
            "the octet E9 came back as a replacement character");
    else
        fine(k, "%s", q.answer.valid ? "" : "refused");
    forget(&q, 1);
}

static void check_nul(checkup_state *k)
{
    static const char octets[] = "http://example.com/a\0b";
    question q = question_of(k->probe, (uriproof_span){octets, sizeof octets - 1});
    if (!ask_all(k, &q, 1))
        return;
    uriproof_span given = given_text(&q);
    if (q.answer.unsupported)
        fine(k, "not supported");
    else if (q.answer.valid && uriproof_present(given) && ends_with(given, "/a"))
        say(k, VERDICT_WARN,
            "where the parser takes a C string, answer \"unsupported\": a cut text is another one",
            "the text was cut at the NUL");
    else
        fine(k, "%s", q.answer.valid ? "" : "refused");
    forget(&q, 1);
}

/* A part that is not there, and one that is there and void. */
typedef struct void_part {
    const char *absent;
    const char *is_void;
    const char *name;
    size_t component;
    size_t generic; /* where in_generic */
    piece piece;
    bool in_generic;
} void_part;

static const void_part void_parts[] = {
    {"http://h/a", "http://h/a?", "query", offsetof(uriproof_components, query),
     offsetof(uriproof_generic, search), PIECE_QUERY, true},
    {"http://h/a", "http://h/a#", "fragment", offsetof(uriproof_components, fragment),
     offsetof(uriproof_generic, fragmentid), PIECE_FRAGMENT, true},
    {"http://h/", "http://h:/", "port", offsetof(uriproof_components, port), 0, PIECE_PORT, false},
    {"x:/a", "x:///a", "host", offsetof(uriproof_components, host), 0, PIECE_HOST, false},
};

static bool is_declared(const hello *h, piece part, const char *way)
{
    for (unsigned i = 0; i < GIVES_WAY_COUNT; i++)
        if (strcmp(gives_ways[i], way) == 0)
            return (h->gives.declared[part] >> i & 1) != 0;
    return false;
}

static uriproof_span part_given(const question *q, const void_part *part)
{
    const uriproof_parts *parts = &q->answer.parts;
    const char *base =
        parts->has_components ? (const char *)&parts->components : (const char *)&parts->generic;
    size_t offset = parts->has_components ? part->component : part->generic;
    return *(const uriproof_span *)(const void *)(base + offset);
}

static bool shows(const question *q, const void_part *part)
{
    return q->answer.valid && (part->in_generic || q->answer.parts.has_components);
}

/* The way that it gives this part in and does not declare; NULL where there is none. */
static const char *undeclared_way(const hello *h, const question *pair, const void_part *part)
{
    const char *way = NULL;
    if (!shows(&pair[0], part) || !shows(&pair[1], part))
        return NULL;
    uriproof_span absent = part_given(&pair[0], part);
    if (uriproof_present(absent) && absent.length == 0)
        way = "absent-as-void";
    else if (uriproof_present(absent)) /* of another part than a port it is the parser's answer */
        way = part->piece == PIECE_PORT ? "with-default" : NULL;
    else if (!uriproof_present(part_given(&pair[1], part)))
        way = "void-as-absent";
    return way != NULL && !is_declared(h, part->piece, way) ? way : NULL;
}

static void check_void(checkup_state *k)
{
    enum { PARTS = sizeof void_parts / sizeof *void_parts, TEXTS = 2 * PARTS };
    question questions[TEXTS];
    char seen[200] = "";
    size_t used = 0;
    if (!k->greeting.ops[URIPROOF_PARSE]) {
        say(k, VERDICT_SKIP, "", "it has no parse");
        return;
    }
    for (size_t i = 0; i < PARTS; i++) {
        questions[2 * i] = question_of(URIPROOF_PARSE, literal(void_parts[i].absent));
        questions[2 * i + 1] = question_of(URIPROOF_PARSE, literal(void_parts[i].is_void));
    }
    if (!ask_all(k, questions, TEXTS))
        return;
    for (size_t i = 0; i < PARTS; i++) {
        const char *way = undeclared_way(&k->greeting, &questions[2 * i], &void_parts[i]);
        if (way != NULL)
            used += (size_t)snprintf(seen + used, sizeof seen - used, "%s%s: [\"%s\"]",
                                     used > 0 ? ", " : "", void_parts[i].name, way);
    }
    if (used > 0)
        say(k, VERDICT_WARN, k->remedy, "not told apart, and not declared: %s", seen);
    else
        fine(k, "told apart, or declared");
    forget(questions, TEXTS);
}

static void check_long(checkup_state *k)
{
    static const char start[] = "http://example.com/";
    char *octets = malloc(LONG_TEXT);
    if (octets == NULL) {
        k->stopped = true;
        return;
    }
    memset(octets, 'a', LONG_TEXT);
    memcpy(octets, start, sizeof start - 1);
    question q = question_of(k->probe, (uriproof_span){octets, LONG_TEXT});
    if (ask_all(k, &q, 1)) {
        fine(k, "%s", q.answer.valid ? "" : q.answer.unsupported ? "not supported" : "refused");
        forget(&q, 1);
    }
    free(octets);
}

static void check_unknown(checkup_state *k)
{
    question q = {.op = "no-such-operation", .read_as = URIPROOF_PARSE, .field = {literal("a:b")}};
    if (!ask_unread(k, &q, 1))
        return;
    if (q.readable && q.answer.unsupported)
        well(k);
    else
        say(k, VERDICT_WARN, k->remedy, "it answers an operation that there is not");
    forget(&q, 1);
}

/* A text, and whether it has no scheme. */
typedef struct odd_text {
    const char *octets;
    bool is_reference;
} odd_text;

static const odd_text odd_texts[] = {
    {"", true},
    {"b", true},
    {"/a/b", true},
    {"//h/a", true},
    {"?", true},
    {"#", true},
    {":", false},
    {"a,b:", false},
    {"%", false},
    {"http://[", false},
    {"http://h:x/", false},
    {"a b", false},
    {"http://%zz/", false},
    {"\\\"", false},
};

/* One at a time, so that what strikes it can be named. */
static void check_odd(checkup_state *k)
{
    char taken[120] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof odd_texts / sizeof *odd_texts; i++) {
        const odd_text *odd = &odd_texts[i];
        question q = question_of(k->probe, literal(odd->octets));
        name_step(k, "answers odd text \"", odd->octets, "\"");
        if (!ask_all(k, &q, 1))
            return;
        if (odd->is_reference && k->probe == URIPROOF_PARSE && q.answer.valid)
            used += (size_t)snprintf(taken + used, sizeof taken - used, "%s\"%s\"",
                                     used > 0 ? ", " : "", odd->octets);
        forget(&q, 1);
    }
    k->what = "answers odd texts";
    if (used > 0)
        say(k, VERDICT_WARN,
            "parse asks whether it is a URI: where the parser takes references, valid is whether "
            "it "
            "found a scheme",
            "it takes for URIs: %s", taken);
    else
        fine(k, "relative, void and malformed ones");
}

typedef struct step {
    const char *what;
    void (*run)(checkup_state *k);
    const char *remedy;
} step;

static const step steps[] = {
    {"repeats large ids", check_ids, "give back the \"id\" as it came, a whole number"},
    {"answers many in flight", check_many, "answer each as it would be answered alone"},
    {"reads _hex", check_hexadecimal,
     "a text comes under its name, or in lower-case hexadecimal under its name with _hex"},
    {"gives 8-bit octets", check_eight_bit,
     "what is not printable ASCII goes out in lower-case hexadecimal under its name with _hex"},
    {"gives NUL", check_nul,
     "what is not printable ASCII goes out in lower-case hexadecimal under its name with _hex"},
    {"void and absent", check_void,
     "leave out the key of a part that is absent, and give \"\" for one that is void; where the "
     "parser cannot tell, declare that in \"gives\" of the hello"},
    {"takes a line of 1 MiB", check_long,
     "read lines of any length, with no buffer of its own size"},
    {"unknown operation", check_unknown, "answer {\"id\":ID,\"unsupported\":true}"},
    {"answers odd texts", check_odd,
     "a text that the parser refuses is answered \"valid\":false; docs/protocol.md has the fields"},
};

/* ---- Hello ---- */

static bool known_dialect(const char *name)
{
    return uriproof_dialect_named(name) != NULL;
}

static void check_claims(checkup_state *k)
{
    const hello *h = &k->greeting;
    bool any = false;
    k->what = "hello: dialects";
    for (char **dialect = h->dialects; *dialect != NULL; dialect++)
        if (!known_dialect(*dialect))
            say(k, VERDICT_WARN, "docs/dialects.md has those that there are",
                "no dialect is called \"%.60s\"", *dialect);
    k->what = "hello: ops";
    for (char **op = h->strange_ops; *op != NULL; op++)
        say(k, VERDICT_WARN, "docs/protocol.md has those that there are",
            "no operation is called \"%.60s\"", *op);
    for (int op = URIPROOF_OP_COUNT - 1; op >= 0; op--) {
        any = any || h->ops[op];
        k->probe = h->ops[op] ? (uriproof_op)op : k->probe;
    }
    k->useless = !any;
    if (!any)
        say(k, VERDICT_FAIL, "list what it can be asked: \"ops\":[\"parse\"]",
            "it lists no operation, and so is asked nothing");
}

/* Each field by itself, so that all that is wrong is seen at once. */
static void check_hello(checkup_state *k, const uv_buf_t *line)
{
    uriproof_error error;
    bool good = true;
    cJSON *object = uriproof_json_read(line->base, line->len, &error);
    if (object == NULL) {
        say(k, VERDICT_FAIL, "the first line that it writes is the hello, one JSON object",
            "the first line: %s", error.words);
        k->useless = true;
        return;
    }
    well(k);
    for (size_t i = 0; i < HELLO_FIELD_COUNT; i++) {
        name_step(k, "hello: ", hello_fields[i].name, "");
        if (hello_fields[i].read(object, &k->greeting, &error)) {
            well(k);
            continue;
        }
        good = false;
        say(k, VERDICT_FAIL, "docs/protocol.md, \"Hello\", has its fields and their types", "%s",
            error.words);
    }
    k->useless = !good;
    cJSON_Delete(object);
    if (good)
        check_claims(k);
}

static bool begin(checkup_state *k, int *error)
{
    static const char greeting[] = "{\"op\":\"hello\",\"protocol\":1}";
    k->talk = conversation_begin(k->loop, k->command, k->options->stop, error);
    return k->talk != NULL && conversation_say(k->talk, greeting, sizeof greeting - 1);
}

/* The line that answers the greeting; false where there is none, which is said. */
static bool hear_hello(checkup_state *k, uv_buf_t *line)
{
    uv_update_time(k->loop);
    heard how = conversation_hear(k->talk, uv_now(k->loop) + HELLO_MS, line);
    if (how == HEARD_LINE)
        return true;
    k->stopped = how == HEARD_STOP;
    k->useless = true;
    conversation_close(k->talk);
    if (how == HEARD_END)
        say(k, VERDICT_FAIL, "it has to live until its input ends. See its standard error",
            "it %s before it said hello", conversation_how_it_ended(k->talk));
    else if (how == HEARD_NOTHING)
        say(k, VERDICT_FAIL,
            "answer the first line with the hello on one line, and flush it, without waiting for "
            "more",
            "said no hello within %d seconds", HELLO_MS / 1000);
    return false;
}

/* Begins another conversation, where the last was ended. */
static bool is_talking(checkup_state *k)
{
    int code;
    uv_buf_t line;
    hello again;
    uriproof_error error;
    if (k->talk != NULL)
        return true;
    if (!begin(k, &code)) {
        say(k, VERDICT_FAIL, "it is started as often as it takes", "it does not start again");
        k->useless = true;
        return false;
    }
    if (!hear_hello(k, &line))
        return false;
    bool same = hello_read(line.base, line.len, &again, &error);
    if (same) {
        same = hello_same(&k->greeting, &again, &error);
        hello_free(&again);
    }
    if (!same)
        say(k, VERDICT_FAIL, "say the same hello whenever it is started", "%s", error.words);
    k->useless = !same;
    return same;
}

/* ---- The end ---- */

static void check_leaving(checkup_state *k)
{
    uv_buf_t line;
    heard how = HEARD_LINE;
    k->what = "ends at the end of its input";
    if (!is_talking(k))
        return;
    conversation_end_input(k->talk);
    k->until = uv_now(k->loop) + LEAVING_MS;
    while (how == HEARD_LINE) {
        how = conversation_hear(k->talk, k->until, &line);
        if (how == HEARD_LINE)
            take_answer(k, NULL, 0, &line);
    }
    k->stopped = how == HEARD_STOP;
    if (k->stopped)
        return;
    if (conversation_ended_well(k->talk))
        fine(k, "with status 0");
    else
        say(k, VERDICT_FAIL, "leave with status 0 once standard input is at its end", "it %s",
            conversation_how_it_ended(k->talk));
    conversation_close(k->talk);
    k->what = "standard error";
    if (conversation_has_errors(k->talk))
        tell_errors(k);
}

static void on_look(uv_timer_t *timer)
{
    (void)timer;
}

/* What it started may take a moment longer than itself to end. */
static void check_left_over(checkup_state *k)
{
    char words[100];
    long left;
    uv_timer_t timer;
    uv_update_time(k->loop);
    uint64_t until = uv_now(k->loop) + LEFT_MS;
    uv_timer_init(k->loop, &timer);
    while ((left = left_over_find(words, sizeof words)) != 0 && uv_now(k->loop) < until) {
        uv_timer_start(&timer, on_look, LOOK_MS, 0);
        uv_run(k->loop, UV_RUN_ONCE);
    }
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(k->loop, UV_RUN_NOWAIT);
    k->what = "leaves no process";
    if (left == 0)
        well(k);
    else
        say(k, VERDICT_FAIL, "end what it starts, and start no session (setsid) that outlives it",
            "process %ld lives on: %s", left, words);
}

static void check_strays(checkup_state *k)
{
    k->what = "writes nothing but answers";
    if (k->strays == 0)
        well(k);
    else
        say(k, VERDICT_FAIL,
            "standard output is for answers, each once, on one line; print to standard error",
            "%zu line%s: %s", k->strays, k->strays == 1 ? "" : "s", k->stray_words);
}

static void check_all(checkup_state *k)
{
    uv_buf_t line;
    k->what = "says hello";
    if (!hear_hello(k, &line))
        return;
    check_hello(k, &line);
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

checkup_end checkup(uv_loop_t *loop, char *const *command, const checkup_options *options,
                    uriproof_error *error)
{
    int code = 0;
    checkup_state k = {.loop = loop, .command = command, .options = options, .next_id = 1};
    left_over_mark();
    k.what = "starts";
    if (!begin(&k, &code)) {
        uriproof_error_set(error, "cannot start %.80s: %s", command[0], uv_strerror(code));
        return CHECKUP_NOT_STARTED;
    }
    well(&k);
    check_all(&k);
    hang_up(&k);
    if (!k.stopped) {
        check_strays(&k);
        check_left_over(&k);
    }
    hello_free(&k.greeting);
    return k.stopped ? CHECKUP_STOPPED : CHECKUP_DONE;
}
