/* SPDX-License-Identifier: MIT */
/* The steps that ask: what is asked in each, and what is said of the answers. */
#include "check_state.h"
#include "processes/processes.h"
#include "protocol/protocol.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN_FLIGHT = 256, LONG_TEXT = 1 << 20 };

/* The text that an answer gives for the path of the text that was asked, or its result. */
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

void check_operation(check_state *k, uriproof_op op)
{
    question q = question_of_sample(op);
    check_name_step(k, "answers ", uriproof_ops[op].name, "");
    if (check_ask(k, &q, 1)) {
        if (q.answer.status == ANSWER_UNSUPPORTED)
            check_say(k, VERDICT_WARN, "list in \"ops\" what the parser has",
                      "it lists %s, and does not support it", uriproof_ops[op].name);
        else if (q.answer.status != ANSWER_ACCEPTED)
            check_say(k, VERDICT_WARN, "is the right function called, with the whole text?",
                      "it rejects %.*s", (int)q.field[0].length, q.field[0].octets);
        else
            check_well(k);
        questions_forget(&q, 1);
    }
}

/* An adapter loses the end of the number that holds it in 32 bits, or writes it as a float. */
static void check_ids(check_state *k)
{
    static const uint64_t ids[] = {0x100000001, 999999999999999};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        question q = question_of_sample(k->probe);
        q.id = ids[i];
        if (!check_ask(k, &q, 1))
            return;
        questions_forget(&q, 1);
    }
    check_fine(k, "up to %" PRIu64, ids[1]);
}

/* How many answers to parse have a path that is not that of their request. */
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
        questions[i] = question_of_words(k->probe, texts[i]);
    }
    if (check_ask(k, questions, IN_FLIGHT)) {
        size_t mixed_up = count_mixed_up(questions);
        if (mixed_up == 0)
            check_fine(k, "%d at once, each answered once", IN_FLIGHT);
        else
            check_say(k, VERDICT_WARN, "each answer has the \"id\" of its own request",
                      "%zu of %d answers have the path of another text; are they mixed up?",
                      mixed_up, IN_FLIGHT);
        questions_forget(questions, IN_FLIGHT);
    }
    free(questions);
    free(texts);
}

static void check_hexadecimal(check_state *k)
{
    question both[2] = {question_of_sample(k->probe), question_of_sample(k->probe)};
    both[1].hexadecimal = true;
    if (!check_ask(k, both, 2))
        return;
    if (uriproof_answer_matches(k->probe, &both[0].answer, &both[1].answer))
        check_fine(k, "the same answer as to the plain text");
    else
        check_say(k, VERDICT_FAIL, k->remedy, "another answer than to the same text as \"%s\"",
                  uriproof_ops[k->probe].fields[0]);
    questions_forget(both, 2);
}

/* A sign in what is given back that the octets were changed on the way. */
typedef struct symptom {
    const char *sign;
    bool at_end; /* it stands at the end, else anywhere */
    const char *words;
    const char *remedy;
} symptom;

/* Asks for the octets, and looks for the symptoms in what is given back. The last has no sign. */
static void check_octets(check_state *k, uriproof_span octets, const symptom *symptoms)
{
    static const char *const seen[ANSWER_STATUS_COUNT] = {
        [ANSWER_ACCEPTED] = "",
        [ANSWER_REJECTED] = "rejected",
        [ANSWER_UNDEFINED] = "rejected",
        [ANSWER_UNSUPPORTED] = "not supported",
    };
    question q = question_of(k->probe, octets);
    if (!check_ask(k, &q, 1))
        return;
    uriproof_span given = given_text(&q);
    while (symptoms->sign != NULL &&
           !(symptoms->at_end ? ends_with : contains)(given, symptoms->sign))
        symptoms++;
    if (symptoms->sign != NULL)
        check_say(k, VERDICT_WARN, symptoms->remedy, "%s", symptoms->words);
    else
        check_fine(k, "%s", seen[q.answer.status]);
    questions_forget(&q, 1);
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
    question q = question_of_words(URIPROOF_PARSE, "a:b");
    q.op = "no-such-operation";
    if (!check_ask_unread(k, &q, 1))
        return;
    if (q.readable && q.answer.status == ANSWER_UNSUPPORTED)
        check_well(k);
    else
        check_say(k, VERDICT_WARN, k->remedy, "it answers an operation that there is not");
    questions_forget(&q, 1);
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
static void check_odd(check_state *k)
{
    char taken[120] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof odd_texts / sizeof *odd_texts; i++) {
        const odd_text *odd = &odd_texts[i];
        question q = question_of_words(k->probe, odd->octets);
        check_name_step(k, "answers odd text \"", odd->octets, "\"");
        if (!check_ask(k, &q, 1))
            return;
        if (odd->is_reference && k->probe == URIPROOF_PARSE && q.answer.status == ANSWER_ACCEPTED)
            used += (size_t)snprintf(taken + used, sizeof taken - used, "%s\"%s\"",
                                     used > 0 ? ", " : "", odd->octets);
        questions_forget(&q, 1);
    }
    k->what = "answers odd texts";
    if (used > 0)
        check_say(
            k, VERDICT_WARN,
            "parse asks whether it is a URI: if the parser takes references, accept those in which "
            "it found a scheme",
            "it takes for URIs: %s", taken);
    else
        check_fine(k, "relative, empty and malformed ones");
}

const check_step check_steps[CHECK_STEP_COUNT] = {
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

/* ---- What an adapter says of itself ---- */

static void check_claims(check_state *k)
{
    const hello *h = &k->greeting;
    int op = 0;
    k->what = "hello: dialects";
    for (char **dialect = h->dialects; *dialect != NULL; dialect++)
        if (uriproof_dialect_named(*dialect) == NULL)
            check_say(k, VERDICT_WARN, "docs/dialects.md has those that there are",
                      "no dialect is called \"%.60s\"", *dialect);
    k->what = "hello: ops";
    for (char **strange = h->strange_ops; *strange != NULL; strange++)
        check_say(k, VERDICT_WARN, "docs/protocol.md has those that there are",
                  "no operation is called \"%.60s\"", *strange);
    while (op < URIPROOF_OP_COUNT && !h->ops[op])
        op++;
    k->probe = (uriproof_op)op;
    k->useless = op == URIPROOF_OP_COUNT;
    if (k->useless)
        check_say(k, VERDICT_FAIL, "list what it can be asked: \"ops\":[\"parse\"]",
                  "it lists no operation, and so is asked nothing");
}

void check_hello(check_state *k, const session_line *line)
{
    uriproof_error error;
    bool good = true;
    json_memory memory = {0};
    const cJSON *object = line_read(&memory, line->octets, line->length, &error);
    if (object == NULL) {
        check_say(k, VERDICT_FAIL, "the first line that it writes is the hello, one JSON object",
                  "the first line: %s", error.words);
        k->useless = true;
        json_memory_free(&memory);
        return;
    }
    check_well(k);
    for (size_t i = 0; i < HELLO_FIELD_COUNT; i++) {
        check_name_step(k, "hello: ", hello_fields[i].name, "");
        if (hello_read_field(&hello_fields[i], object, &k->greeting, &error)) {
            check_well(k);
            continue;
        }
        good = false;
        check_say(k, VERDICT_FAIL, "docs/protocol.md, \"Hello\", has its fields and their types",
                  "%s", error.words);
    }
    k->useless = !good;
    json_memory_free(&memory);
    if (good)
        check_claims(k);
}

/* ---- Are a part that is not there, and one that is there and empty, told apart? ---- */

/* A part that is not there, and one that is there and empty. */
typedef struct empty_part {
    const char *absent;
    const char *is_empty;
    const char *name;
    size_t component;
    size_t generic; /* where in_generic */
    uri_piece piece;
    bool in_generic;
} empty_part;

static const empty_part empty_parts[] = {
    {"http://h/a", "http://h/a?", "query", offsetof(uriproof_components, query),
     offsetof(uriproof_generic, search), PIECE_QUERY, true},
    {"http://h/a", "http://h/a#", "fragment", offsetof(uriproof_components, fragment),
     offsetof(uriproof_generic, fragmentid), PIECE_FRAGMENT, true},
    {"http://h/", "http://h:/", "port", offsetof(uriproof_components, port), 0, PIECE_PORT, false},
    {"x:/a", "x:///a", "host", offsetof(uriproof_components, host), 0, PIECE_HOST, false},
};

static bool is_declared(const hello *h, uri_piece part, const char *way)
{
    for (unsigned i = 0; i < TRANSFORM_COUNT; i++)
        if (strcmp(transform_names[i], way) == 0)
            return (h->transforms.declared[part] >> i & 1) != 0;
    return false;
}

static uriproof_span part_given(const question *q, const empty_part *part)
{
    const uriproof_parts *parts = &q->answer.parts;
    const char *base =
        parts->has_components ? (const char *)&parts->components : (const char *)&parts->generic;
    size_t offset = parts->has_components ? part->component : part->generic;
    return *(const uriproof_span *)(const void *)(base + offset);
}

static bool shows(const question *q, const empty_part *part)
{
    return q->answer.status == ANSWER_ACCEPTED &&
           (part->in_generic || q->answer.parts.has_components);
}

/* The way that it gives this part in and does not declare; NULL if there is none. */
static const char *undeclared_way(const hello *h, const question *pair, const empty_part *part)
{
    const char *way = NULL;
    if (!shows(&pair[0], part) || !shows(&pair[1], part))
        return NULL;
    uriproof_span absent = part_given(&pair[0], part);
    if (uriproof_present(absent) && absent.length == 0)
        way = "absent-as-empty";
    else if (uriproof_present(absent)) /* of another part than a port it is the parser's answer */
        way = part->piece == PIECE_PORT ? "with-default" : NULL;
    else if (!uriproof_present(part_given(&pair[1], part)))
        way = "empty-as-absent";
    return way != NULL && !is_declared(h, part->piece, way) ? way : NULL;
}

void check_empty_parts(check_state *k)
{
    enum { PARTS = sizeof empty_parts / sizeof *empty_parts, TEXTS = 2 * PARTS };
    question questions[TEXTS];
    char seen[200] = "";
    size_t used = 0;
    if (!k->greeting.ops[URIPROOF_PARSE]) {
        check_say(k, VERDICT_SKIP, "", "it has no parse");
        return;
    }
    for (size_t i = 0; i < PARTS; i++) {
        questions[2 * i] = question_of_words(URIPROOF_PARSE, empty_parts[i].absent);
        questions[2 * i + 1] = question_of_words(URIPROOF_PARSE, empty_parts[i].is_empty);
    }
    if (!check_ask(k, questions, TEXTS))
        return;
    for (size_t i = 0; i < PARTS; i++) {
        const char *way = undeclared_way(&k->greeting, &questions[2 * i], &empty_parts[i]);
        if (way != NULL)
            used += (size_t)snprintf(seen + used, sizeof seen - used, "%s%s: [\"%s\"]",
                                     used > 0 ? ", " : "", empty_parts[i].name, way);
    }
    if (used > 0)
        check_say(k, VERDICT_WARN, k->remedy, "not told apart, and not declared: %s", seen);
    else
        check_fine(k, "told apart, or declared");
    questions_forget(questions, TEXTS);
}

/* ---- Does it leave when it is to, alone, and with nothing said that was no answer? ---- */

enum {
    LEAVING_MS = 60000 /* session.c ends it long before */
};

void check_leaving(check_state *k)
{
    session_line line;
    session_event how = SESSION_LINE;
    k->what = "ends at the end of its input";
    if (!check_is_talking(k))
        return;
    talk_end_input(k->talk);
    k->until = session_clock() + LEAVING_MS;
    while (how == SESSION_LINE) {
        how = talk_receive(k->talk, k->until, &line);
        if (how == SESSION_LINE)
            check_take_answer(k, NULL, 0, &line);
    }
    k->stopped = how == SESSION_STOPPED;
    if (k->stopped)
        return;
    if (ended_well(session_how_it_ended(talk_session(k->talk))))
        check_fine(k, "with status 0");
    else
        check_say(k, VERDICT_FAIL, "leave with status 0 once standard input is at its end", "it %s",
                  talk_how_it_ended(k->talk));
    talk_kill(k->talk);
    k->what = "standard error";
    if (talk_has_errors(k->talk))
        check_tell_errors(k);
}

void check_orphans(check_state *k)
{
    k->what = "leaves no process";
    if (k->left[0] == '\0')
        check_well(k);
    else
        check_say(k, VERDICT_FAIL, "end what it starts before it ends itself",
                  "a process lives on: %s", k->left);
}

void check_strays(check_state *k)
{
    k->what = "writes nothing but answers";
    if (k->strays == 0)
        check_well(k);
    else
        check_say(k, VERDICT_FAIL,
                  "standard output is for answers, each once, on one line; print to standard error",
                  "%zu line%s: %s", k->strays, k->strays == 1 ? "" : "s", k->stray_words);
}
