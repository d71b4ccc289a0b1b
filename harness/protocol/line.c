/* SPDX-License-Identifier: MIT */
#include "line.h"

cJSON *line_read(json_memory *memory, const char *line, size_t length, uriproof_error *error)
{
    static const uriproof_json_limits limits = {LINE_DEPTH, LINE_VALUES};
    uriproof_json_fault fault;
    cJSON *object = json_read_into(memory, line, length, &limits, &fault);
    if (object == NULL)
        uriproof_error_set(error, "%.200s, at octet %zu", fault.error.words, fault.offset);
    return object;
}

bool line_is_id(const cJSON *id)
{
    const double most = 9007199254740992.0;
    return cJSON_IsNumber(id) && id->valuedouble >= -most && id->valuedouble <= most &&
           (double)(int64_t)id->valuedouble == id->valuedouble;
}

json_writer line_begin(const octet_buffer *lines)
{
    json_writer w = json_writer_compact();
    w.text = *lines;
    json_open_object(&w, NULL);
    return w;
}

void line_end(json_writer *w, octet_buffer *lines)
{
    json_writer_end(w);
    *lines = w->text;
}

size_t line_request_length(const uriproof_request *request)
{
    static const size_t around =
        sizeof "{\"id\":,\"op\":\"equivalent\",\"_hex\":\"\",\"_hex\":\"\"}\n" + 15 +
        2 * sizeof "other";
    size_t length = around;
    for (size_t f = 0; f < 2; f++) {
        const uriproof_span text = request->field[f];
        const bool plain = uriproof_all_printable(text);
        length += plain ? text.length : 2 * text.length;
        for (size_t i = 0; plain && i < text.length; i++)
            length += text.octets[i] == '"' || text.octets[i] == '\\';
    }
    return length;
}

bool line_has_room(const uriproof_request *request, uriproof_error *error)
{
    const size_t length = line_request_length(request);
    return length <= LINE_MOST ||
           uriproof_error_set(
               error, "not asked: the request is a line of %zu octets, and may have 8 MiB", length);
}

void line_write_request(octet_buffer *lines, int64_t id, const uriproof_request *request)
{
    json_writer w = line_begin(lines);
    json_integer(&w, "id", id);
    json_text(&w, "op", uriproof_ops[request->op].name);
    uriproof_request_write(&w, request);
    line_end(&w, lines);
}

void line_write_answer(octet_buffer *lines, int64_t id, uriproof_op op,
                       const uriproof_answer *answer)
{
    json_writer w = line_begin(lines);
    json_integer(&w, "id", id);
    uriproof_answer_write(&w, op, answer);
    line_end(&w, lines);
}
