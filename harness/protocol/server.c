/* SPDX-License-Identifier: MIT */
/* The adapter's side of the protocol. */
#include "server.h"

#include "base/base.h"
#include "line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The size of the largest request that is read. */
static const size_t most_octets = (size_t)256 << 20;

typedef struct serving {
    const uriproof_server *server;
    int out;
    octet_buffer pending; /* answers not yet written */
    json_memory memory;   /* of the request that is read */
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

/* Writes the transforms as an object of arrays, each part once. */
static void write_transforms(json_writer *w, const uriproof_transform *all)
{
    json_open_object(w, "transforms");
    for (const uriproof_transform *one = all; one->part != NULL; one++) {
        const uriproof_transform *first = all;
        while (strcmp(first->part, one->part) != 0)
            first++;
        if (first != one)
            continue;
        json_open_array(w, one->part);
        for (const uriproof_transform *same = one; same->part != NULL; same++)
            if (strcmp(same->part, one->part) == 0)
                json_text(w, NULL, same->how);
        json_close(w);
    }
    json_close(w);
}

void uriproof_server_hello(const uriproof_server *server, octet_buffer *lines)
{
    json_writer w = line_begin(lines);
    json_number(&w, "protocol", PROTOCOL_VERSION);
    json_text(&w, "name", server->name);
    json_text(&w, "version", server->version());
    json_text(&w, "language", server->language);
    json_texts(&w, "dialects", server->dialects);
    json_open_array(&w, "ops");
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        if (server->answer[op] != NULL)
            json_text(&w, NULL, uriproof_ops[op].name);
    json_close(&w);
    if (server->transforms != NULL)
        write_transforms(&w, server->transforms);
    json_text_if(&w, "splits", server->splits);
    line_end(&w, lines);
}

/* Answers an invalid request: says what is wrong with the request, and gives its id if it has one.
 */
static void complain(serving *s, const cJSON *id, const char *words)
{
    json_writer w = line_begin(&s->pending);
    if (id != NULL && line_is_id(id))
        json_integer(&w, "id", (int64_t)id->valuedouble);
    json_text(&w, "error", words);
    line_end(&w, &s->pending);
}

static void handle_request(serving *s, cJSON *object, const cJSON *id, uriproof_op op)
{
    uriproof_request request;
    uriproof_error error;
    uriproof_answer given = {0};
    if (op == URIPROOF_OP_COUNT || s->server->answer[op] == NULL) {
        given.status = ANSWER_UNSUPPORTED;
        op = URIPROOF_PARSE;
    } else if (!uriproof_request_read(object, op, &request, &error)) {
        complain(s, id, error.words);
        return;
    } else {
        if (s->server->forget != NULL)
            s->server->forget();
        s->server->answer[op](&request, &given);
    }
    line_write_answer(&s->pending, (int64_t)id->valuedouble, op, &given);
}

static void handle_line(serving *s, const char *line, size_t length)
{
    uriproof_error error;
    cJSON *object = line_read(&s->memory, line, length, &error);
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(object, "id");
    const char *op = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "op"));
    if (object == NULL)
        complain(s, NULL, error.words);
    else if (op == NULL)
        complain(s, id, "a request needs \"op\"");
    else if (strcmp(op, "hello") == 0)
        uriproof_server_hello(s->server, &s->pending);
    else if (id == NULL || !line_is_id(id))
        complain(s, id, "a request needs an integer \"id\"");
    else
        handle_request(s, object, id, uriproof_op_named(op));
}

/* Handles every whole line in `input` and keeps the rest. The first `scanned` octets have no end of
 * a line. */
static void handle_lines(serving *s, octet_buffer *input, size_t scanned)
{
    const char *line = input->octets, *end = input->octets + input->length;
    const char *from = input->octets + scanned, *newline;
    while ((newline = memchr(from, '\n', (size_t)(end - from))) != NULL) {
        if (newline != line)
            handle_line(s, line, (size_t)(newline - line));
        line = from = newline + 1;
    }
    buffer_drop(input, (size_t)(line - input->octets));
}

/* The last line may have no newline, for example if a person types it or printf writes it. */
static bool handle_last_line(serving *s, const octet_buffer *input)
{
    if (input->length == 0)
        return true;
    handle_line(s, input->octets, input->length);
    return flush(s);
}

static int failed(const uriproof_server *server, const char *what)
{
    fprintf(stderr, "%s: %s: %s\n", server->name, what, error_reason(errno));
    return 1;
}

static int serve_all(serving *s, int in, octet_buffer *input)
{
    for (;;) {
        if (input->length > most_octets) {
            errno = ENOMEM;
            return failed(s->server, "cannot take a request so long");
        }
        buffer_reserve(input, 1U << 16);
        ssize_t got = read(in, input->octets + input->length, input->capacity - input->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failed(s->server, "cannot read requests");
        if (got == 0)
            return handle_last_line(s, input) ? 0 : failed(s->server, "cannot write answers");
        size_t scanned = input->length;
        input->length += (size_t)got;
        handle_lines(s, input, scanned);
        if (!flush(s))
            return failed(s->server, "cannot write answers");
    }
}

int uriproof_serve(const uriproof_server *server, int in, int out)
{
    serving s = {.server = server, .out = out};
    octet_buffer input = {NULL, 0, 0};
    int status = serve_all(&s, in, &input);
    buffer_free(&input);
    buffer_free(&s.pending);
    json_memory_free(&s.memory);
    return status;
}
