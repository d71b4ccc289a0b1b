/* SPDX-License-Identifier: MIT */
#include "serve.h"

#include "frame.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    EXIT_OK,
    EXIT_FAILED,
    EXIT_USAGE,
    MOST_REPLIES = 256,   /* so many replies go together at most, */
    MOST_OCTETS = 1 << 14 /* or so many octets, and the rest of a reply */
};

typedef struct serving {
    const uriproof_server *servers[PARSER_SET_MOST]; /* NULL: there is none of that name */
    size_t count;
    int in, out;
    int children, done; /* in the process that calls parsers: writes frames to the one that does
                           not, and reads an octet from it after each */
    bool is_untouched;  /* this is the process in which no parser was called: `done` is written */
    octet_buffer replies;
    reply given[PARSER_SET_MOST];
    size_t first[PARSER_SET_MOST]; /* of each group, the first that is in it */
    parser_set groups[PARSER_SET_MOST];
} serving;

static bool write_whole(int out, const char *octets, size_t length)
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

/* Reads `length` octets. Returns how many there were. */
static size_t read_whole(int in, char *octets, size_t length)
{
    size_t have = 0;
    while (have < length) {
        ssize_t got = read(in, octets + have, length - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        have += (size_t)got;
    }
    return have;
}

/* Sends what was written since `begun` as a frame. */
static bool send_frame(serving *s, size_t begun)
{
    bool sent =
        frame_end(&s->replies, begun) && write_whole(s->out, s->replies.octets, s->replies.length);
    s->replies.length = 0;
    return sent;
}

static bool send_hellos(serving *s)
{
    for (size_t i = 0; i < s->count; i++) {
        size_t begun = frame_begin(&s->replies);
        if (s->servers[i] != NULL) {
            uriproof_server_hello(s->servers[i], &s->replies);
            s->replies.length--; /* its newline */
        }
        if (!send_frame(s, begun))
            return false;
    }
    return true;
}

/* ---- A question ---- */

/* Does the answer have what it must? An adapter of its own that sends another breaks the protocol,
 * and it is for the harness to say so. */
static bool is_whole(uriproof_op op, const uriproof_answer *answer)
{
    if (answer->status != ANSWER_ACCEPTED)
        return true;
    if (op == URIPROOF_EQUIVALENT)
        return answer->has_equal;
    return op != URIPROOF_PARSE || answer->parts.has_generic || answer->parts.has_components;
}

static bool ask(const uriproof_server *server, const uriproof_request *request, reply *given)
{
    memset(given, 0, sizeof *given);
    if (server->answer[request->op] == NULL) {
        given->answer.status = ANSWER_UNSUPPORTED;
    } else {
        if (server->forget != NULL)
            server->forget();
        server->answer[request->op](request, &given->answer);
    }
    reply_settle(request->op, given);
    return is_whole(request->op, &given->answer);
}

/* Asks the parsers, and puts equal replies into groups. Returns how many; 0 if a parser cannot be
 * asked in this process. */
static size_t ask_all(serving *s, const frame_question *question)
{
    size_t groups = 0;
    for (size_t i = 0; i < s->count; i++) {
        size_t g = 0;
        if ((question->asked >> i & 1U) == 0)
            continue;
        if (s->servers[i] == NULL || !ask(s->servers[i], &question->request, &s->given[i]))
            return 0;
        while (g < groups &&
               !reply_equal(question->request.op, &s->given[s->first[g]], &s->given[i]))
            g++;
        if (g == groups) {
            s->first[groups] = i;
            s->groups[groups++] = 0;
        }
        s->groups[g] |= (parser_set)1 << i;
    }
    return groups;
}

/* Asks a parser, writes its reply to `out` and ends the process. */
static void reply_and_end(serving *s, const frame_question *question, size_t i, int out)
{
    octet_buffer written = {NULL, 0, 0};
    if (s->servers[i] == NULL || !ask(s->servers[i], &question->request, &s->given[i]))
        _exit(EXIT_FAILED);
    frame_put_reply(&written, (parser_set)1 << i, &s->given[i]);
    _exit(write_whole(out, written.octets, written.length) ? EXIT_OK : EXIT_FAILED);
}

/* Asks a parser in a child, and takes its reply from there. */
static bool ask_child(serving *s, const frame_question *question, size_t i)
{
    int ends[2], status = 0;
    size_t got;
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0)
        reply_and_end(s, question, i, ends[1]);
    close(ends[1]);
    do {
        buffer_reserve(&s->replies, MOST_OCTETS);
        got = read_whole(ends[0], s->replies.octets + s->replies.length, MOST_OCTETS);
        s->replies.length += got;
    } while (got == MOST_OCTETS);
    close(ends[0]);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == EXIT_OK;
}

/* Asks each parser in a child of its own. Each reply is a group. */
static bool answer_alone(serving *s, const frame_question *question)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += question->asked >> i & 1U;
    frame_put_count(&s->replies, count);
    for (size_t i = 0; i < s->count; i++)
        if ((question->asked >> i & 1U) != 0 && !ask_child(s, question, i))
            return false;
    return true;
}

/* Writes the groups of replies to a question. */
static bool answer_question(serving *s, const frame_question *question, frame_wish wish)
{
    if (wish == FRAME_ALONE)
        return answer_alone(s, question);
    size_t groups = ask_all(s, question);
    if (groups == 0)
        return false;
    if (groups == 1 && wish == FRAME_DIFFERING)
        groups = 0;
    frame_put_count(&s->replies, groups);
    for (size_t g = 0; g < groups; g++)
        frame_put_reply(&s->replies, s->groups[g], &s->given[s->first[g]]);
    return true;
}

/* ---- A frame of them ---- */

/* Has the process that calls no parser answer the frame. */
static bool pass_on(serving *s, frame_reader frame)
{
    const uint32_t length = (uint32_t)frame.left;
    char octet;
    return write_whole(s->children, (const char *)&length, sizeof length) &&
           write_whole(s->children, frame.at, frame.left) && read_whole(s->done, &octet, 1) == 1;
}

static bool answer_frame(serving *s, frame_reader from)
{
    const frame_reader whole = from;
    frame_question question;
    size_t wish, count = 0;
    if (!frame_take_count(&from, &wish) || wish >= FRAME_WISH_COUNT)
        return false;
    if (wish == FRAME_ALONE && !s->is_untouched)
        return pass_on(s, whole);
    size_t begun = frame_begin(&s->replies);
    for (; from.left > 0; count++) {
        if (count == MOST_REPLIES || s->replies.length > MOST_OCTETS) {
            if (!send_frame(s, begun))
                return false;
            count = 0;
            begun = frame_begin(&s->replies);
        }
        if (!frame_take_question(&from, &question) ||
            !answer_question(s, &question, (frame_wish)wish))
            return false;
    }
    return send_frame(s, begun);
}

/* Answers frames until the input ends, between two of them. */
static bool answer_all(serving *s)
{
    octet_buffer frame = {NULL, 0, 0};
    uint32_t length;
    size_t got;
    bool good = true;
    while (good && (got = read_whole(s->in, (char *)&length, sizeof length)) == sizeof length) {
        buffer_reserve(&frame, length);
        good = read_whole(s->in, frame.octets, length) == length &&
               answer_frame(s, (frame_reader){frame.octets, length}) &&
               (!s->is_untouched || write_whole(s->done, "", 1));
    }
    buffer_free(&frame);
    return good && got == 0;
}

/* Starts a process from which those come that are asked alone, before any parser is called. */
static bool start_untouched(serving *s)
{
    int frames[2], done[2];
    if (pipe(frames) != 0 || pipe(done) != 0)
        return false;
    pid_t child = fork();
    s->is_untouched = child == 0;
    s->children = frames[1];
    s->done = done[s->is_untouched];
    close(frames[!s->is_untouched ? 0 : 1]);
    close(done[!s->is_untouched]);
    if (s->is_untouched)
        s->in = frames[0];
    return child >= 0;
}

/* Keeps the pipes for itself: a parser that reads or prints does not touch them. */
static bool keep_pipes(serving *s)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    s->in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    s->out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    return s->in >= 0 && s->out >= 0 && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
           dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
}

static const uriproof_server *server_named(const uriproof_server *const *servers, size_t count,
                                           const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(servers[i]->name, name) == 0)
            return servers[i];
    return NULL;
}

int in_process_serve(const uriproof_server *const *servers, size_t count, int argc, char **argv)
{
    static serving s;
    if (argc < 2 || argc - 1 > PARSER_SET_MOST) {
        fprintf(stderr,
                "%s: wants names of parsers, at most %d; 'uriproof diff --in-process' "
                "starts it\n",
                argv[0], PARSER_SET_MOST);
        return EXIT_USAGE;
    }
    s.count = (size_t)argc - 1;
    for (size_t i = 0; i < s.count; i++)
        s.servers[i] = server_named(servers, count, argv[i + 1]);
    bool good = keep_pipes(&s) && send_hellos(&s) && start_untouched(&s) && answer_all(&s);
    buffer_free(&s.replies);
    return good ? EXIT_OK : EXIT_FAILED;
}
