/* SPDX-License-Identifier: MIT */
/*
 * One process of an adapter, from its start to its end: lines in both directions, a deadline, the
 * exit. Each is for one thread; several threads may have sessions at the same time.
 */
#ifndef URIPROOF_PROCESSES_SESSION_H
#define URIPROOF_PROCESSES_SESSION_H

#include "base/base.h"

/* The longest line that an adapter may write, and how much is kept of its standard error. */
enum { SESSION_MOST_LINE = 8 << 20, SESSION_ERRORS_KEPT = 4096 };

typedef struct session session;

typedef struct session_options {
    const char *reaper;    /* the path of uriproof-reaper */
    uint64_t memory_limit; /* octets that it and the processes that it starts may hold together; 0:
                              no limit */
    unsigned linger_ms;    /* processes that it leaves have this time to end; see session_left */
    bool frames;           /* it writes no lines but frames: a uint32_t, and so many octets. A frame
                              is received as a line is */
    bool (*stop)(void *self); /* asked ten times a second while waiting; may be NULL */
    void *self;               /* what `stop` is called with */
} session_options;

/* How a process ended. */
typedef struct session_end {
    int cannot_start;     /* 0, or the number of the error with which it could not be started */
    bool line_too_long;   /* it wrote a line of over SESSION_MOST_LINE octets, and was killed */
    bool killed;          /* it lived on after it closed its output, its input ended or SIGINT */
    bool input_ended;     /* session_end_input was called */
    uint64_t took_memory; /* 0, or the limit that it went beyond, and was killed */
    int status;           /* its exit status */
    int signal;           /* 0, or the signal that ended it */
} session_end;

typedef enum session_event {
    SESSION_LINE,
    SESSION_LATE,   /* no line came in the time of session_expect */
    SESSION_ENDED,  /* it has ended, and all its lines were received: session_how_it_ended */
    SESSION_STOPPED /* `stop` returned true */
} session_event;

/* A line, without its newline; lasts until the next call for its session. */
typedef struct session_line {
    const char *octets;
    size_t length;
    bool fresh; /* this line was read just now, and not together with the line before it */
} session_line;

/* Returns the time in milliseconds of a clock that only goes forward. */
uint64_t session_clock(void);

/* Starts `command` (NULL-terminated). Returns NULL and sets *error if uriproof-reaper cannot be
 * started. If the command itself cannot be started, session_receive returns SESSION_ENDED, and
 * `cannot_start` says why. The caller ends and frees the session with session_close. */
session *session_start(char *const *command, const session_options *options, uriproof_error *error);

/* Adds lines, each with its newline, to the input of the process. They are written while
 * session_receive waits. If the process has closed its input, they are dropped. */
void session_send(session *s, const char *lines, size_t length);

/* Writes as much of the sent lines as is possible without waiting. */
void session_flush(session *s);

/* Gives the process `ms` milliseconds from now for its next line. If this program itself stands
 * still for some time, the deadline is extended by that time, at most three times. */
void session_expect(session *s, uint64_t ms);

/* Waits for a line, for the end of the process, or for its deadline. */
session_event session_receive(session *s, session_line *line);

/* Ends the input of the process. If the process has not ended after two seconds, it is killed. So
 * session_receive soon returns SESSION_ENDED, or SESSION_LATE if the process does not even die
 * then. */
void session_end_input(session *s);

/* Ends the process as Ctrl-C on a terminal does: with SIGINT to its group. If it has not ended
 * after `ms` milliseconds, it is killed. `stop` is not asked any more, so that session_receive
 * returns its last lines, and soon SESSION_ENDED, or SESSION_LATE if the process does not even die
 * then. */
void session_interrupt(session *s, uint64_t ms);

/* Returns how the process ended. Call it after SESSION_ENDED. */
const session_end *session_how_it_ended(const session *s);

/* Returns the command of a process that it left running for longer than linger_ms; NULL if it left
 * no such process. */
const char *session_left(const session *s);

/* Returns the last octets that the process wrote to standard error, printable or not. Sets *length
 * to their number. */
const char *session_errors(const session *s, size_t *length);

/* Ends the process with all that it started. How it ended and its errors can still be asked. */
void session_kill(session *s);

/* Does the same as session_kill, and frees the session. Does nothing for NULL. */
void session_close(session *s);

#endif
