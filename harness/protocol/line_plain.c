/* SPDX-License-Identifier: MIT */
#include "line_plain.h"

#include "base/base.h"

#include <string.h>

enum { MOST_DIGITS = 15 }; /* a double holds so many exactly, and JSON's numbers are doubles here */

/* ---- Pieces of JSON ---- */

static void skip_space(line_plain *line)
{
    while (line->at != line->end && (*line->at == ' ' || *line->at == '\t' || *line->at == '\r'))
        line->at++;
}

/* Does `sign` come next? Then it is stepped over, with the space before it. */
static bool takes(line_plain *line, char sign)
{
    skip_space(line);
    if (line->at == line->end || *line->at != sign)
        return false;
    line->at++;
    return true;
}

static bool takes_word(line_plain *line, const char *word)
{
    size_t length = strlen(word);
    skip_space(line);
    if ((size_t)(line->end - line->at) < length || memcmp(line->at, word, length) != 0)
        return false;
    line->at += length;
    return true;
}

static bool read_string(line_plain *line, uriproof_span *string)
{
    if (!takes(line, '"'))
        return false;
    const char *at = line->at;
    while (at != line->end && uriproof_is_json_plain(*at))
        at++;
    if (at == line->end || *at != '"')
        return false;
    *string = (uriproof_span){line->at, (size_t)(at - line->at)};
    line->at = at + 1;
    return true;
}

static bool read_bool(line_plain *line, bool *value)
{
    *value = takes_word(line, "true");
    return *value || takes_word(line, "false");
}

static bool read_number(line_plain *line, int64_t *number)
{
    skip_space(line);
    const char *first = line->at;
    *number = 0;
    while (line->at != line->end && uriproof_is_digit(*line->at) && line->at - first < MOST_DIGITS)
        *number = *number * 10 + (*line->at++ - '0');
    return line->at != first && (*first != '0' || line->at == first + 1);
}

static bool is_named(uriproof_span key, const char *name)
{
    size_t same = 0;
    while (same < key.length && name[same] == key.octets[same])
        same++;
    return same == key.length && name[same] == '\0';
}

/* The key of the next member, and its colon. */
static bool read_key(line_plain *line, uriproof_span *key)
{
    return read_string(line, key) && takes(line, ':');
}

/* ---- Objects ---- */

/* Reads the value of one member into *into. */
typedef bool member_reader(line_plain *line, uriproof_span key, void *into);

/* Reads members to the object's end; `more`: a comma is to come first. */
static bool read_members(line_plain *line, bool more, member_reader *read, void *into)
{
    uriproof_span key;
    while (!takes(line, '}')) {
        if ((more && !takes(line, ',')) || !read_key(line, &key) || !read(line, key, into))
            return false;
        more = true;
    }
    return true;
}

static bool at_end(line_plain *line)
{
    skip_space(line);
    return line->at == line->end;
}

/* Keeps the key of a member that nobody asked for, if it is not there twice. */
static bool keep_other(line_plain *line, uriproof_span key)
{
    bool kept = line->other_count < LINE_PLAIN_OTHERS && !is_named(key, "id");
    for (size_t i = 0; i < line->other_count; i++)
        kept = kept && !uriproof_span_equal(line->others[i], key);
    if (kept)
        line->others[line->other_count++] = key;
    return kept;
}

/* A member that nobody asked for. Octets in hexadecimal are for who reads JSON. What it is follows
 * from how it begins: a reader that failed may have stepped over some of it, so that no other may
 * try after it. */
static bool skip_member(line_plain *line, uriproof_span key)
{
    uriproof_span string;
    int64_t number;
    bool value;
    if (!keep_other(line, key) ||
        (key.length > 4 && memcmp(key.octets + key.length - 4, "_hex", 4) == 0))
        return false;
    skip_space(line);
    if (line->at == line->end)
        return false;
    if (*line->at == '"')
        return read_string(line, &string);
    return uriproof_is_digit(*line->at) ? read_number(line, &number) : read_bool(line, &value);
}

static bool read_once(line_plain *line, uriproof_span *octets)
{
    return !uriproof_present(*octets) && read_string(line, octets);
}

bool line_plain_id(const char *octets, size_t length, line_plain *line, int64_t *id)
{
    uriproof_span key;
    line->at = octets;
    line->end = octets + length;
    line->other_count = 0;
    return takes(line, '{') && read_key(line, &key) && is_named(key, "id") && read_number(line, id);
}

/* ---- Requests ---- */

static bool read_op(line_plain *line, uriproof_op *op)
{
    uriproof_span key, name;
    if (!takes(line, ',') || !read_key(line, &key) || !is_named(key, "op") ||
        !read_string(line, &name))
        return false;
    *op = URIPROOF_PARSE;
    while (*op < URIPROOF_OP_COUNT && !is_named(name, uriproof_ops[*op].name))
        (*op)++;
    return *op < URIPROOF_OP_COUNT;
}

static bool read_field(line_plain *line, uriproof_span key, void *into)
{
    uriproof_request *request = into;
    const char *const *fields = uriproof_ops[request->op].fields;
    for (size_t i = 0; i < 2 && fields[i] != NULL; i++)
        if (is_named(key, fields[i]))
            return read_once(line, &request->field[i]);
    return !is_named(key, "op") && skip_member(line, key);
}

static bool has_fields(const uriproof_request *request)
{
    const char *const *fields = uriproof_ops[request->op].fields;
    return uriproof_present(request->field[0]) &&
           (fields[1] == NULL || uriproof_present(request->field[1]));
}

bool line_plain_request(line_plain *line, uriproof_request *request)
{
    *request = (uriproof_request){0};
    return read_op(line, &request->op) && read_members(line, true, read_field, request) &&
           at_end(line) && has_fields(request);
}

/* ---- Answers ---- */

typedef struct view {
    void *parts;
    const uriproof_part_name *names;
    size_t count;
} view;

static bool read_part(line_plain *line, uriproof_span key, void *into)
{
    const view *v = into;
    for (size_t i = 0; i < v->count; i++)
        if (is_named(key, v->names[i].name))
            return read_once(line,
                             (uriproof_span *)(void *)((char *)v->parts + v->names[i].offset));
    return false;
}

static bool read_view(line_plain *line, view v, bool *there)
{
    bool again = *there;
    *there = true;
    return !again && takes(line, '{') && read_members(line, false, read_part, &v);
}

typedef struct answer_plain {
    uriproof_answer *answer;
    line_plain_words *words;
    const char *result; /* the name of the text that the operation gives, or NULL */
    bool has_valid;
} answer_plain;

static bool read_valid(line_plain *line, answer_plain *a)
{
    bool again = a->has_valid;
    a->has_valid = true;
    return !again && read_bool(line, &a->answer->valid);
}

static bool read_equal(line_plain *line, answer_plain *a)
{
    bool again = a->answer->has_equal;
    a->answer->has_equal = true;
    return !again && read_bool(line, &a->answer->equal);
}

static bool read_generic(line_plain *line, answer_plain *a)
{
    uriproof_parts *parts = &a->answer->parts;
    return read_view(line, (view){&parts->generic, uriproof_generic_names, URIPROOF_GENERIC_COUNT},
                     &parts->has_generic);
}

static bool read_components(line_plain *line, answer_plain *a)
{
    uriproof_parts *parts = &a->answer->parts;
    return read_view(line,
                     (view){&parts->components, uriproof_component_names, URIPROOF_COMPONENT_COUNT},
                     &parts->has_components);
}

static bool read_offset(line_plain *line, answer_plain *a)
{
    int64_t number;
    if (a->answer->has_offset || !read_number(line, &number) || (uint64_t)number > SIZE_MAX)
        return false;
    a->answer->has_offset = true;
    a->answer->offset = (size_t)number;
    return true;
}

static bool read_words(line_plain *line, char *words, size_t room, const char **there)
{
    uriproof_span string;
    if (*there != NULL || !read_string(line, &string) || string.length >= room)
        return false;
    memcpy(words, string.octets, string.length);
    words[string.length] = '\0';
    *there = words;
    return true;
}

static bool read_production(line_plain *line, answer_plain *a)
{
    return read_words(line, a->words->production, sizeof a->words->production,
                      &a->answer->production);
}

static bool read_error(line_plain *line, answer_plain *a)
{
    return read_words(line, a->words->error, sizeof a->words->error, &a->answer->error);
}

static bool is_not_plain(line_plain *line, answer_plain *a)
{
    (void)line;
    (void)a;
    return false;
}

static const struct plain_key {
    const char *name;
    bool (*read)(line_plain *line, answer_plain *a);
} plain_keys[] = {
    {"valid", read_valid},           {"components", read_components}, {"generic", read_generic},
    {"production", read_production}, {"offset", read_offset},         {"error", read_error},
    {"equal", read_equal},           {"unsupported", is_not_plain},   {"silent", is_not_plain},
    {"detail", is_not_plain},
};

static bool read_member(line_plain *line, uriproof_span key, void *into)
{
    answer_plain *a = into;
    for (size_t i = 0; i < sizeof plain_keys / sizeof plain_keys[0]; i++)
        if (is_named(key, plain_keys[i].name))
            return plain_keys[i].read(line, a);
    if (a->result != NULL && is_named(key, a->result))
        return read_once(line, &a->answer->result);
    return skip_member(line, key);
}

/* Has it all that an answer to `op` must have? */
static bool is_whole(const answer_plain *a, uriproof_op op)
{
    const uriproof_answer *answer = a->answer;
    if (!a->has_valid || answer->has_offset != (answer->production != NULL))
        return false;
    if (!answer->valid)
        return true;
    if (op == URIPROOF_PARSE)
        return answer->parts.has_generic || answer->parts.has_components;
    if (op == URIPROOF_EQUIVALENT)
        return answer->has_equal;
    return a->result != NULL && uriproof_present(answer->result);
}

bool line_plain_answer(line_plain *line, uriproof_op op, line_plain_words *words,
                       uriproof_answer *answer)
{
    answer_plain a = {answer, words, uriproof_ops[op].result, false};
    *answer = (uriproof_answer){0};
    return read_members(line, true, read_member, &a) && at_end(line) && is_whole(&a, op);
}
