/* SPDX-License-Identifier: MIT */
#include "texts.h"

#include "base/base.h"
#include "json/json.h"

#include <errno.h>
#include <stdlib.h>

/* Counts a line that is not asked, and keeps what is wrong with the first. Returns false. */
static bool leave_out(texts *t, const uriproof_error *fault)
{
    if (t->unread++ == 0)
        uriproof_error_set(&t->fault, "line %zu: %.150s", t->line, fault->words);
    return false;
}

/* Returns the operation that a line of JSON asks for: its own, where it may name one. */
static uriproof_op op_of(const texts *t, const cJSON *object)
{
    const cJSON *own = t->own_ops ? cJSON_GetObjectItemCaseSensitive(object, "op") : NULL;
    return own == NULL           ? t->op
           : cJSON_IsString(own) ? uriproof_op_named(own->valuestring)
                                 : URIPROOF_OP_COUNT;
}

/* Reads the request of a line of JSON, if it is one. */
static bool read_object(texts *t, uriproof_span line, json_memory *memory,
                        uriproof_request *request)
{
    uriproof_error fault;
    cJSON *object = line_read(memory, line.octets, line.length, &fault);
    if (object == NULL)
        return leave_out(t, &fault);
    const uriproof_op op = op_of(t, object);
    if (op == URIPROOF_OP_COUNT)
        uriproof_error_set(&fault, "\"op\" is no operation");
    else if (uriproof_request_read(object, op, request, &fault))
        return true;
    return leave_out(t, &fault);
}

static uriproof_request request_of(const texts *t, uriproof_span text)
{
    bool two = uriproof_ops[t->op].fields[1] != NULL;
    return (uriproof_request){t->op, {two ? t->base : text, two ? text : (uriproof_span){NULL, 0}}};
}

static uriproof_span kept(store *s, uriproof_span text)
{
    if (!uriproof_present(text))
        return text;
    char *octets = store_take(s, text.length + 1, 1);
    memcpy(octets, text.octets, text.length);
    return (uriproof_span){octets, text.length};
}

size_t texts_read(texts *t, size_t most, store *s, uriproof_request *requests)
{
    const int end = t->form == TEXTS_NUL ? '\0' : '\n';
    json_memory memory = {0};
    char *line = NULL;
    size_t room = 0, count = 0, octets = 0;
    ssize_t length = 0;
    uriproof_error fault;
    while (t->failed == 0 && count < most && octets < TEXTS_MOST_OCTETS &&
           (length = uriproof_getdelim(&line, &room, end, t->in)) > 0) {
        t->line++;
        uriproof_span text = {line, (size_t)length - (line[length - 1] == end)};
        t->ended += line[length - 1] == '\n';
        t->ended_by_cr += length > 1 && line[length - 1] == '\n' && line[length - 2] == '\r';
        uriproof_request request = request_of(t, text);
        if (t->form == TEXTS_JSON_LINES && !read_object(t, text, &memory, &request))
            continue;
        if (!line_has_room(&request, &fault)) {
            leave_out(t, &fault);
            continue;
        }
        request.field[0] = kept(s, request.field[0]);
        request.field[1] = kept(s, request.field[1]);
        requests[count++] = request;
        octets += (size_t)length;
    }
    if (length < 0 && !feof(t->in))
        t->failed = errno;
    free(line);
    json_memory_free(&memory);
    return count;
}
