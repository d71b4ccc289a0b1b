/* SPDX-License-Identifier: MIT */
/*
 * Questions and replies as octets, between uriproof and uriproof-in-process. Numbers are as the
 * machine has them, since both run on the same. A frame is a uint32_t and so many octets. A reader
 * of frames trusts nothing: what was written may come from a process whose memory is corrupt.
 */
#ifndef URIPROOF_IN_PROCESS_FRAME_H
#define URIPROOF_IN_PROCESS_FRAME_H

#include "classes/classes.h"

/* Parsers as bits. */
typedef uint64_t parser_set;
enum { PARSER_SET_MOST = 64 };

/* A text or two that some parsers are asked about. */
typedef struct frame_question {
    parser_set asked; /* not empty */
    uriproof_request request;
} frame_question;

/* Which replies to the questions of a frame are wanted: its first number. */
typedef enum frame_wish {
    FRAME_ALL,
    FRAME_DIFFERING, /* those that are all equal are left out */
    FRAME_ALONE,     /* all, each of a child of the process that nothing was asked before */
    FRAME_WISH_COUNT
} frame_wish;

/* What is read. */
typedef struct frame_reader {
    const char *at;
    size_t left;
} frame_reader;

/* Begins a frame at the end of `to`. Returns where, for frame_end. */
size_t frame_begin(octet_buffer *to);

/* Ends a frame: sets its length. Returns false if it is too long for one. */
bool frame_end(octet_buffer *to, size_t begun);

/* Writes a question. A NUL follows each text, as in the memory of an adapter. */
void frame_put_question(octet_buffer *to, const frame_question *one);

/* Reads a question, whose texts stay where they are. Returns false if there is no good one. */
bool frame_take_question(frame_reader *from, frame_question *one);

/* Writes a small number: a wish, or how many groups of equal replies follow. 0 groups: all replies
 * are equal, and are left out. */
void frame_put_count(octet_buffer *to, size_t groups);

/* Reads that number. Returns false if there is none. */
bool frame_take_count(frame_reader *from, size_t *groups);

/* Writes the parsers that gave a reply, and the reply without its words for people. */
void frame_put_reply(octet_buffer *to, parser_set gave, const reply *one);

/* Reads them; what is read is a reply to `op`. Its octets stay where they are. Returns false if
 * there is no good one. */
bool frame_take_reply(frame_reader *from, uriproof_op op, parser_set *gave, reply *one);

#endif
