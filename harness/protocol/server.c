/* SPDX-License-Identifier: MIT */
/* The adapter's side of protocol 1. */
#include "server.h"
#include "json/json.h"

#include "base/base.h"
#include "line.h"
#include "line_plain.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The largest request that is read. */
static const size_t most_octets = (size_t)256 << 20;

typedef struct serving {
    const uriproof_server *server;
    int out;
    octet_buffer pending; /* answers not yet written */
} serving;

static bool write_all(int out, const char *octets, size_t length)
{
    while (length > 0) {
        ssize_t written = write(out, octets, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        octets += written;
        length -= (size_t)written;
    }
    return true;
}

static bool flush(serving *s)
{
    bool written = write_all(s->out, s->pending.octets, s->pending.length);
    s->pending.length = 0;
    return written;
}

static bool say(serving *s, cJSON *object)
{
    return buffer_add_json(&s->pending, object) && buffer_add(&s->pending, "\n", 1);
}

static void add_gives(cJSON *hello, const uriproof_gives *gives)
{
    if (gives == NULL)
        return;
    cJSON *object = cJSON_AddObjectToObject(hello, "gives");
    for (; gives->part != NULL; gives++) {
        cJSON *list = cJSON_GetObjectItemCaseSensitive(object, gives->part);
        if (list == NULL)
            list = cJSON_AddArrayToObject(object, gives->part);
        cJSON_AddItemToArray(list, cJSON_CreateString(gives->how));
    }
}

static bool say_hello(serving *s)
{
    const uriproof_server *server = s->server;
    cJSON *hello = cJSON_CreateObject();
    cJSON_AddNumberToObject(hello, "protocol", 1);
    cJSON_AddStringToObject(hello, "name", server->name);
    cJSON_AddStringToObject(hello, "version", server->version());
    cJSON_AddStringToObject(hello, "language", server->language);
    cJSON *dialects = cJSON_AddArrayToObject(hello, "dialects");
    for (const char *const *name = server->dialects; *name != NULL; name++)
        cJSON_AddItemToArray(dialects, cJSON_CreateString(*name));
    cJSON *ops = cJSON_AddArrayToObject(hello, "ops");
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        if (server->ops[op])
            cJSON_AddItemToArray(ops, cJSON_CreateString(uriproof_ops[op].name));
    add_gives(hello, server->gives);
    if (server->splits != NULL)
        cJSON_AddStringToObject(hello, "splits", server->splits);
    bool said = say(s, hello);
    cJSON_Delete(hello);
    return said;
}

/* Numbers in cJSON are printed and read back to see that nothing was lost; an id, which is a
 * whole number, can do without. */
static void add_id(cJSON *object, const cJSON *id)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, (int64_t)id->valuedouble);
    cJSON_AddRawToObject(object, "id", digits);
}

/* Says of a request that is none what is wrong with it, under its id if it has one. */
static bool complain(serving *s, const cJSON *id, const char *words)
{
    cJSON *object = cJSON_CreateObject();
    if (id != NULL && line_is_id(id))
        add_id(object, id);
    cJSON_AddStringToObject(object, "error", words);
    bool said = say(s, object);
    cJSON_Delete(object);
    return said;
}

static bool answer(serving *s, int64_t id, const uriproof_request *request)
{
    uriproof_answer given = {0};
    s->server->answer(s->server->state, request, &given);
    return line_write_answer(&s->pending, id, request->op, &given);
}

static bool handle_request(serving *s, cJSON *object, const cJSON *id, uriproof_op op)
{
    uriproof_request request;
    uriproof_error error;
    if (!uriproof_request_read(object, op, &request, &error))
        return complain(s, id, error.words);
    return answer(s, (int64_t)id->valuedouble, &request);
}

static bool answer_unsupported(serving *s, const cJSON *id)
{
    const uriproof_answer given = {.unsupported = true};
    return line_write_answer(&s->pending, (int64_t)id->valuedouble, URIPROOF_PARSE, &given);
}

static bool handle_object(serving *s, cJSON *object)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "op"));
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    if (name == NULL)
        return complain(s, id, "a request needs \"op\"");
    if (strcmp(name, "hello") == 0)
        return say_hello(s);
    if (id == NULL || !line_is_id(id))
        return complain(s, id, "a request needs an integer \"id\"");
    uriproof_op op = uriproof_op_named(name);
    if (op == URIPROOF_OP_COUNT || !s->server->ops[op])
        return answer_unsupported(s, id);
    return handle_request(s, object, id, op);
}

static bool handle_json(serving *s, const char *line, size_t length)
{
    uriproof_error error;
    cJSON *object = line_read(line, length, &error);
    if (object == NULL)
        return complain(s, NULL, error.words);
    bool handled = handle_object(s, object);
    cJSON_Delete(object);
    return handled;
}

static bool handle_line(serving *s, const char *line, size_t length)
{
    line_plain plain;
    int64_t id;
    uriproof_request request;
    if (line_plain_id(line, length, &plain, &id) && line_plain_request(&plain, &request) &&
        s->server->ops[request.op])
        return answer(s, id, &request);
    return handle_json(s, line, length);
}

/* Handles every whole line in `input` and keeps the rest. `scanned` octets of it are known
 * to hold no line's end. */
static bool handle_lines(serving *s, octet_buffer *input, size_t scanned)
{
    const char *line = input->octets, *end = input->octets + input->length;
    const char *from = input->octets + scanned, *newline;
    while ((newline = memchr(from, '\n', (size_t)(end - from))) != NULL) {
        if (newline != line && !handle_line(s, line, (size_t)(newline - line)))
            return false;
        line = from = newline + 1;
    }
    buffer_drop(input, (size_t)(line - input->octets));
    return true;
}

/* A last line may lack its newline, as when a person types it or printf writes it. */
static bool handle_last_line(serving *s, const octet_buffer *input)
{
    return input->length == 0 || (handle_line(s, input->octets, input->length) && flush(s));
}

static int failed(const uriproof_server *server, const char *what)
{
    fprintf(stderr, "%s: %s: %s\n", server->name, what, strerror(errno));
    return 1;
}

static int serve_all(serving *s, int in, octet_buffer *input)
{
    for (;;) {
        if (input->length > most_octets || !buffer_reserve(input, 1U << 16)) {
            errno = ENOMEM;
            return failed(s->server, "cannot take a request so long");
        }
        ssize_t got = read(in, input->octets + input->length, input->capacity - input->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failed(s->server, "cannot read requests");
        if (got == 0)
            return handle_last_line(s, input) ? 0 : failed(s->server, "cannot write answers");
        size_t scanned = input->length;
        input->length += (size_t)got;
        if (!handle_lines(s, input, scanned) || !flush(s))
            return failed(s->server, "cannot write answers");
    }
}

int uriproof_serve(const uriproof_server *server, int in, int out)
{
    serving s = {server, out, {NULL, 0, 0}};
    octet_buffer input = {NULL, 0, 0};
    int status = serve_all(&s, in, &input);
    buffer_free(&input);
    buffer_free(&s.pending);
    return status;
}
