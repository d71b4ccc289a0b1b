/* SPDX-License-Identifier: MIT */
/*
 * Lines that are plainly what they are: an object that begins with its id, of printable texts
 * without a reverse solidus, whole numbers, true and false. Nearly all are, and are read here in
 * one pass that takes no memory. Whatever is not plain, or not right, gives false and is read as
 * JSON (line.h), which alone says what is wrong: so nothing is taken here that would not be taken
 * there, and it is taken for the same.
 *
 * Nothing here keeps state. Spans point into the line; no NUL follows them.
 */
#ifndef URIPROOF_PROTOCOL_LINE_PLAIN_H
#define URIPROOF_PROTOCOL_LINE_PLAIN_H

#include "message.h"
#include <stdint.h>

/* Members that nobody asked for: a line of more is not plain. */
enum { LINE_PLAIN_OTHERS = 8 };

/* A line while it is read. */
typedef struct line_plain {
    const char *at;
    const char *end;
    uriproof_span others[LINE_PLAIN_OTHERS]; /* keys of members that nobody asked for */
    size_t other_count;
} line_plain;

/* What an answer's strings point to. */
typedef struct line_plain_words {
    char production[64];
    char error[256];
} line_plain_words;

/* The id of a line of `length` octets. */
bool line_plain_id(const char *octets, size_t length, line_plain *line, int64_t *id);

/* The rest of a request. */
bool line_plain_request(line_plain *line, uriproof_request *request);

/* The rest of an answer to a request of operation `op`; *answer lasts as long as the line and
 * *words. */
bool line_plain_answer(line_plain *line, uriproof_op op, line_plain_words *words,
                       uriproof_answer *answer);

#endif
