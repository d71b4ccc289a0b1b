/* SPDX-License-Identifier: MIT */
#include "session.h"

#include "process_words.h"

#include "base/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_KEPT = 6, TURN_SHOWN = 160, ERROR_LINES_SHOWN = 8 };

/* A line that was said or heard, as far as it is shown. */
typedef struct turn {
    bool said;
    size_t length;
    char head[TURN_SHOWN];
} turn;

/* Lines that came in and were not asked for yet. */
typedef struct waiting_lines {
    octet_buffer octets; /* each with its newline */
    size_t taken;
} waiting_lines;

struct session {
    uv_loop_t *loop;
    uv_timer_t timer;
    struct process *process; /* NULL once it is closed */
    const bool *stop;
    octet_buffer saying;
    waiting_lines came;
    turn turns[TURNS_KEPT];
    size_t turn_count;
    bool expired;
    bool ended;
    process_end end;
    char how[120];
    size_t errors_length;
    char errors[PROCESS_STDERR_KEPT];
};

/* ---- What the process tells ---- */

static void keep_turn(session *c, bool said, const char *line, size_t length)
{
    turn *kept = &c->turns[c->turn_count++ % TURNS_KEPT];
    kept->said = said;
    kept->length = length;
    memcpy(kept->head, line, length < TURN_SHOWN ? length : TURN_SHOWN);
}

static void on_line(void *self, const char *line, size_t length)
{
    session *c = self;
    if (line == NULL)
        return;
    buffer_add(&c->came.octets, line, length);
    buffer_add(&c->came.octets, "\n", 1);
}

static void keep_errors(session *c)
{
    const char *errors = process_stderr(c->process, &c->errors_length);
    memcpy(c->errors, errors, c->errors_length);
}

static void on_ended(void *self, const process_end *end)
{
    session *c = self;
    c->ended = true;
    c->end = *end;
    process_end_words(end, "", c->how, sizeof c->how);
}

static void on_timer(uv_timer_t *timer)
{
    session *c = timer->data;
    c->expired = true;
}

/* ---- The talk ---- */

session *session_start(uv_loop_t *loop, char *const *command, const bool *stop, int *error)
{
    session *c = calloc(1, sizeof *c);
    c->loop = loop;
    c->stop = stop;
    uv_timer_init(loop, &c->timer);
    c->timer.data = c;
    process_owner owner = {c, on_line, on_ended};
    c->process = process_start(loop, command, &(process_limits){NULL, 0}, &owner, error);
    if (c->process == NULL) {
        session_free(c);
        return NULL;
    }
    return c;
}

void session_send(session *c, const char *line, size_t length)
{
    keep_turn(c, true, line, length);
    buffer_add(&c->saying, line, length);
    buffer_add(&c->saying, "\n", 1);
}

/* The next line of those that came. */
static bool take_line(session *c, uv_buf_t *line)
{
    waiting_lines *came = &c->came;
    if (came->taken == came->octets.length) {
        came->taken = came->octets.length = 0;
        return false;
    }
    char *start = came->octets.octets + came->taken;
    const char *newline = memchr(start, '\n', came->octets.length - came->taken);
    size_t length = (size_t)(newline - start);
    *line = uv_buf_init(start, (unsigned)length);
    came->taken += length + 1;
    keep_turn(c, false, start, length);
    return true;
}

static void wait_for_something(session *c, uint64_t until)
{
    uint64_t now = uv_now(c->loop);
    c->expired = false;
    uv_timer_start(&c->timer, on_timer, until > now ? until - now : 0, 0);
    while (!c->expired && !*c->stop && !c->ended && c->came.octets.length == 0)
        uv_run(c->loop, UV_RUN_ONCE);
    uv_timer_stop(&c->timer);
    /* A timer is served before what came in: an answer may be waiting. */
    if (c->expired && !c->ended && c->came.octets.length == 0)
        uv_run(c->loop, UV_RUN_NOWAIT);
}

received session_receive(session *c, uint64_t until, uv_buf_t *line)
{
    if (c->saying.length > 0)
        process_write(c->process, &c->saying);
    if (!*c->stop && take_line(c, line))
        return RECEIVED_LINE;
    if (!c->ended && !*c->stop)
        wait_for_something(c, until);
    if (*c->stop)
        return RECEIVED_STOP;
    if (take_line(c, line))
        return RECEIVED_LINE;
    return c->ended ? RECEIVED_END : RECEIVED_NOTHING;
}

void session_end_input(session *c)
{
    process_end_input(c->process, false);
}

const char *session_how_it_ended(const session *c)
{
    return c->how;
}

bool session_ended_well(const session *c)
{
    const process_end *end = &c->end;
    return c->ended && end->exited && !end->killed && !end->line_too_long && end->status == 0 &&
           end->signal == 0;
}

void session_close(session *c)
{
    if (c->process != NULL) {
        keep_errors(c);
        process_close(c->process);
    }
    c->process = NULL;
    c->ended = true;
    if (!uv_is_closing((uv_handle_t *)&c->timer))
        uv_close((uv_handle_t *)&c->timer, NULL);
    uv_run(c->loop, UV_RUN_DEFAULT);
}

void session_free(session *c)
{
    if (c == NULL)
        return;
    session_close(c);
    buffer_free(&c->saying);
    buffer_free(&c->came.octets);
    free(c);
}

/* ---- For people ---- */

static void put_line(FILE *out, const char *before, const char *line, size_t shown, size_t length)
{
    fputs(before, out);
    print_octets(out, (uriproof_span){line, shown});
    if (length > shown)
        fprintf(out, "... (%zu octets)", length);
    fputc('\n', out);
}

/* What it wrote to standard error; *length octets. */
static const char *errors_of(const session *c, size_t *length)
{
    if (c->process != NULL)
        return process_stderr(c->process, length);
    *length = c->errors_length;
    return c->errors;
}

bool session_has_errors(const session *c)
{
    size_t length;
    errors_of(c, &length);
    return length > 0;
}

void session_put_errors(const session *c, FILE *out, const char *indent)
{
    size_t length, start, lines = 0;
    const char *words = errors_of(c, &length);
    while (length > 0 && words[length - 1] == '\n')
        length--;
    for (start = length; start > 0; start--)
        if (words[start - 1] == '\n' && ++lines == ERROR_LINES_SHOWN)
            break;
    while (start < length) {
        const char *newline = memchr(words + start, '\n', length - start);
        size_t end = newline != NULL ? (size_t)(newline - words) : length;
        fputs(indent, out);
        put_line(out, "! ", words + start, end - start < TURN_SHOWN ? end - start : TURN_SHOWN,
                 end - start);
        start = end + 1;
    }
}

void session_put(const session *c, FILE *out, const char *indent)
{
    size_t first = c->turn_count > TURNS_KEPT ? c->turn_count - TURNS_KEPT : 0;
    for (size_t i = first; i < c->turn_count; i++) {
        const turn *one = &c->turns[i % TURNS_KEPT];
        fputs(indent, out);
        put_line(out, one->said ? "> " : "< ", one->head,
                 one->length < TURN_SHOWN ? one->length : TURN_SHOWN, one->length);
    }
    session_put_errors(c, out, indent);
}
