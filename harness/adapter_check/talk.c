/* SPDX-License-Identifier: MIT */
#include "talk.h"

#include <stdlib.h>
#include <string.h>

enum { TURNS_KEPT = 6, TURN_SHOWN = 160, ERROR_LINES_SHOWN = 8 };

/* A line that was sent or received, as far as it is shown. */
typedef struct turn {
    bool sent;
    size_t length;
    char head[TURN_SHOWN];
} turn;

struct talk {
    session *session;
    turn turns[TURNS_KEPT];
    size_t turn_count;
    char how[120];
};

static void keep_turn(talk *t, bool sent, const char *line, size_t length)
{
    turn *kept = &t->turns[t->turn_count++ % TURNS_KEPT];
    kept->sent = sent;
    kept->length = length;
    memcpy(kept->head, line, length < TURN_SHOWN ? length : TURN_SHOWN);
}

talk *talk_start(char *const *command, const session_options *options, uriproof_error *error)
{
    session *started = session_start(command, options, error);
    if (started == NULL)
        return NULL;
    talk *t = calloc(1, sizeof *t);
    t->session = started;
    return t;
}

void talk_send(talk *t, const char *line, size_t length)
{
    keep_turn(t, true, line, length);
    session_send(t->session, line, length);
    session_send(t->session, "\n", 1);
}

session_event talk_receive(talk *t, uint64_t until, session_line *line)
{
    uint64_t now = session_clock();
    session_expect(t->session, until > now ? until - now : 0);
    session_event event = session_receive(t->session, line);
    if (event == SESSION_LINE)
        keep_turn(t, false, line->octets, line->length);
    return event;
}

void talk_end_input(talk *t)
{
    session_end_input(t->session);
}

void talk_kill(talk *t)
{
    session_kill(t->session);
}

void talk_free(talk *t)
{
    if (t == NULL)
        return;
    session_close(t->session);
    free(t);
}

const session *talk_session(const talk *t)
{
    return t->session;
}

const char *talk_how_it_ended(talk *t)
{
    end_words(session_how_it_ended(t->session), "", t->how, sizeof t->how);
    return t->how;
}

/* ---- For people ---- */

static void put_excerpt(FILE *out, const char *before, const char *line, size_t length)
{
    fputs(before, out);
    print_octets(out, (uriproof_span){line, length < TURN_SHOWN ? length : TURN_SHOWN});
    if (length > TURN_SHOWN)
        fprintf(out, "... (%zu octets)", length);
    fputc('\n', out);
}

bool talk_has_errors(const talk *t)
{
    size_t length;
    session_errors(t->session, &length);
    return length > 0;
}

void talk_put_errors(const talk *t, FILE *out, const char *indent)
{
    size_t length, start, lines = 0;
    const char *words = session_errors(t->session, &length);
    while (length > 0 && words[length - 1] == '\n')
        length--;
    for (start = length; start > 0; start--)
        if (words[start - 1] == '\n' && ++lines == ERROR_LINES_SHOWN)
            break;
    while (start < length) {
        const char *newline = memchr(words + start, '\n', length - start);
        size_t end = newline != NULL ? (size_t)(newline - words) : length;
        fputs(indent, out);
        put_excerpt(out, "! ", words + start, end - start);
        start = end + 1;
    }
}

void talk_put(const talk *t, FILE *out, const char *indent)
{
    size_t first = t->turn_count > TURNS_KEPT ? t->turn_count - TURNS_KEPT : 0;
    for (size_t i = first; i < t->turn_count; i++) {
        const turn *one = &t->turns[i % TURNS_KEPT];
        fputs(indent, out);
        put_excerpt(out, one->sent ? "> " : "< ", one->head, one->length);
    }
    talk_put_errors(t, out, indent);
}
