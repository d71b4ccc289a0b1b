/* SPDX-License-Identifier: MIT */
/* Lines of the protocol (docs/protocol.md). */
#ifndef URIPROOF_PROTOCOL_LINE_H
#define URIPROOF_PROTOCOL_LINE_H

#include "base/base.h"
#include "message.h"
#include "json/json.h"

#include <stdint.h>

/* How deep a line may be nested, how many values it may have, and how many octets. In memory, a
 * value takes about fifty times as much room as in a line. In a results file an answer is nested
 * deeper, and that file must be readable. */
enum { LINE_DEPTH = 32, LINE_VALUES = 65536, LINE_MOST = 8 << 20 };

/* Reads a line of either side. Returns NULL and sets *error, with the place, if it is not one JSON
 * object. The object lasts until the next line is read into *memory (json_read.h). */
cJSON *line_read(json_memory *memory, const char *line, size_t length, uriproof_error *error);

/* Returns true for a number that can be an id: it is whole, and a double holds it exactly. */
bool line_is_id(const cJSON *id);

/* Returns a writer of a line, with an open object. It takes `lines` until line_end. */
json_writer line_begin(const octet_buffer *lines);

/* Ends the line, and gives `lines` back with it added. */
void line_end(json_writer *w, octet_buffer *lines);

/* Returns true if the line of a request is at most as long as a line may be, which is 8 MiB. If
 * not, sets *error. A longer request is not asked: an adapter need not read it. */
bool line_has_room(const uriproof_request *request, uriproof_error *error);

/* Returns how long the line of a request is at most, in octets. */
size_t line_request_length(const uriproof_request *request);

/* Adds a request, or an answer to a request of operation `op`, to `lines`, with its newline. */
void line_write_request(octet_buffer *lines, int64_t id, const uriproof_request *request);
void line_write_answer(octet_buffer *lines, int64_t id, uriproof_op op,
                       const uriproof_answer *answer);

#endif
