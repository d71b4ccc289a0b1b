/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for pipe2, which POSIX has since 2024 */

#include "session.h"

#include "reapers.h"
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GRACE_MS = 2000,  /* after its input has ended, the process must end within this time */
    CLOSED_MS = 2000, /* after it has closed its output, the process must end within this time */
    DRAIN_MS = 500, /* if another process holds the pipe, output is read for this time after the end
                       of the process */
    CLOSE_MS = 10000, /* the reaper has this time to kill all that is left */
    TICK_MS = 100,    /* how often `stop` is asked */
    LATE_MS = 100,    /* if a tick is late by this time, this program itself stood still */
    MOST_PAUSES = 3,
    READ_SIZE = 1 << 16,
    FRAMES_ROOM = 1 << 20 /* what a pipe may hold for any user of Linux */
};

static const uint64_t never = UINT64_MAX;

struct session {
    session_options options;
    pid_t reaper;
    int input, output, errors, reports; /* our ends of the pipes; -1 after they are closed */
    octet_buffer to_write;
    octet_buffer came; /* lines that came: session_receive has returned the octets before `taken`,
                          and there is no newline from `taken` to `scanned` */
    size_t taken, scanned;
    bool fresh;
    uint64_t until;      /* the process has to write a line by then */
    uint64_t kill_at;    /* the process is killed at this time */
    uint64_t drained_at; /* the process has ended, and reading stops at this time */
    unsigned pauses;     /* how often `until` was extended */
    bool reported;       /* the reaper has said how the command ended */
    bool has_ended;
    session_end end;
    reaper_report left;     /* if words[0] is not NUL */
    reaper_report lives_on; /* if its number is not 0 */
    size_t errors_length;
    char errors_kept[SESSION_ERRORS_KEPT];
};

uint64_t session_clock(void)
{
    return tree_clock();
}

/* ---- Starting ---- */

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

/* Makes the pipe of frames large, so that the process has work while its owner does something else.
 * If the system has no such pipes, it only waits longer. */
static void make_room(const session *s)
{
#ifdef F_SETPIPE_SZ
    if (s->options.frames)
        fcntl(s->input, F_SETPIPE_SZ, FRAMES_ROOM);
#else
    (void)s;
#endif
}

/* Opens four pipes: standard input, output and error, and the reaper's reports. These are pipes,
 * and not sockets, since an adapter may open /dev/stdin, which fails for a socket. Returns 0 or the
 * number of an error. */
static int open_pipes(session *s, int childs[4])
{
    int *ours[] = {&s->input, &s->output, &s->errors, &s->reports};
    for (int i = 0; i < 4; i++) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            return errno;
        *ours[i] = ends[i == 0 ? 1 : 0];
        childs[i] = ends[i == 0 ? 0 : 1];
        if (fcntl(*ours[i], F_SETFL, O_NONBLOCK) != 0)
            return errno;
    }
    make_room(s);
    return 0;
}

/* Blocks the signals that a reaper is sent, which would end it before it waits for them. */
static int block_signals(posix_spawnattr_t *attributes)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    const int error = posix_spawnattr_setsigmask(attributes, &signals);
    return error != 0 ? error : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK);
}

/* Runs `words` with `childs` as its descriptors 0 to 3. Returns 0 or the number of an error. */
static int spawn(session *s, char *const *words, const int childs[4])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = block_signals(&attributes);
        for (int i = 0; i < 4 && error == 0; i++)
            error = posix_spawn_file_actions_adddup2(&actions, childs[i], i);
        if (error == 0)
            error = reapers_start(&s->reaper, &actions, &attributes, words);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Starts the reaper with the command after it. Returns 0 or the number of an error. */
static int start(session *s, char *const *command)
{
    enum { OWN = 4 };
    char parent[24], memory[24], linger[16];
    int childs[4] = {-1, -1, -1, -1};
    size_t count = 0;
    while (command[count] != NULL)
        count++;
    char **words = calloc(OWN + count + 1, sizeof *words);
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    snprintf(memory, sizeof memory, "%" PRIu64, s->options.memory_limit);
    snprintf(linger, sizeof linger, "%u", s->options.linger_ms);
    words[0] = (char *)s->options.reaper;
    words[1] = parent;
    words[2] = memory;
    words[3] = linger;
    memcpy(words + OWN, command, count * sizeof *words);
    int error = access(words[0], X_OK) == 0 ? open_pipes(s, childs) : errno;
    if (error == 0)
        error = spawn(s, words, childs);
    for (int i = 0; i < 4; i++)
        close_file(&childs[i]);
    free(words);
    return error;
}

session *session_start(char *const *command, const session_options *options, uriproof_error *error)
{
    session *s = calloc(1, sizeof *s);
    s->options = *options;
    s->input = s->output = s->errors = s->reports = -1;
    s->until = s->kill_at = s->drained_at = never;
    int number = start(s, command);
    uriproof_end_if_memory(number); /* then memory is short, which is no fault of the adapter */
    if (number == 0)
        return s;
    const char *reason = error_reason(number);
    uriproof_error_set(error, "cannot start %.120s: %s%s",
                       s->options.reaper != NULL ? s->options.reaper : "uriproof-reaper", reason,
                       error_is_limit(reason) ? "" : "; install uriproof again");
    s->has_ended = true;
    session_close(s);
    return NULL;
}

/* ---- What comes from the process ---- */

/* Tells the reaper to end the process and all that it left. After the end of the reports the reaper
 * was waited for, and its number may be that of another process. */
static void kill_process(session *s)
{
    if (s->reports < 0)
        return;
    kill(s->reaper, SIGTERM);
    kill(s->reaper, SIGCONT); /* in case it was stopped */
}

/* Reads once. Returns the number of octets; 0 if there are none now. Closes the pipe if none will
 * come any more. */
static size_t read_some(int *file, char *octets, size_t room)
{
    ssize_t got = read(*file, octets, room);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_file(file);
    return got > 0 ? (size_t)got : 0;
}

static void read_output(session *s)
{
    buffer_reserve(&s->came, READ_SIZE);
    s->came.length += read_some(&s->output, s->came.octets + s->came.length, READ_SIZE);
    s->fresh = true;
    if (s->end.line_too_long)
        s->came.length = s->taken = s->scanned = 0;
    if (s->output < 0 && s->drained_at == never && !s->reported && s->kill_at == never)
        s->kill_at = session_clock() + CLOSED_MS;
}

/* Reads from standard error once, and keeps the last octets. Returns how many were read. */
static size_t read_errors(session *s)
{
    char more[SESSION_ERRORS_KEPT];
    size_t got = read_some(&s->errors, more, sizeof more);
    size_t all = s->errors_length + got;
    size_t drop = all > SESSION_ERRORS_KEPT ? all - SESSION_ERRORS_KEPT : 0;
    memmove(s->errors_kept, s->errors_kept + drop, s->errors_length - drop);
    memcpy(s->errors_kept + s->errors_length - drop, more, got);
    s->errors_length = all - drop;
    return got;
}

/* Reads what is left of standard error. Ends after 1 MiB, since another process may hold the pipe
 * and write without end. */
static void read_last_errors(session *s)
{
    size_t got = 1;
    for (int i = 0; s->errors >= 0 && i < 256 && got > 0; i++)
        got = read_errors(s);
}

/* Waits for the reaper, which has ended or was killed; not for one that still has to kill. If the
 * reaper did not report how the command ended, its own end counts as that of the command. */
static void bury_reaper(session *s)
{
    if (s->lives_on.number > 0)
        return;
    siginfo_t info = {.si_code = CLD_EXITED};
    waitid(P_PID, (id_t)s->reaper, &info, WEXITED | WNOWAIT);
    bool exited = info.si_code == CLD_EXITED;
    if (!s->reported) {
        s->end.signal = exited ? 0 : info.si_status;
        s->end.status = exited ? info.si_status : 0;
    }
    s->lives_on = reapers_bury(s->reaper, !exited || !s->reported);
}

/* Takes a report. The last report counts, since it is the reaper's; an adapter may write forged
 * ones before, by /proc/PID/fd/3. After the first report of an end, the deadline is no longer that
 * of the process but that of the reaper. If the reaper takes long to end what the adapter left,
 * that is not the adapter's fault. */
static void take_end_report(session *s, const reaper_report *one)
{
    s->lives_on.number = 0; /* a forged report, since the true one is the last */
    switch (one->news) {
    case REAPER_LIVES_ON:
        s->lives_on = *one;
        return;
    case REAPER_CANNOT_START:
        s->end.cannot_start = one->number;
        return;
    case REAPER_LEFT:
        s->left = *one;
        return;
    case REAPER_EXITED:
    case REAPER_SIGNALED:
    case REAPER_TOOK_MEMORY:
        s->end.status = one->news == REAPER_EXITED ? one->number : 0;
        s->end.signal = one->news == REAPER_SIGNALED ? one->number : 0;
        s->end.took_memory = one->news == REAPER_TOOK_MEMORY ? s->options.memory_limit : 0;
        if (!s->reported)
            session_expect(s, CLOSE_MS);
        s->kill_at = never;
        s->reported = true;
    }
}

/* Reads what the reaper reports. At the end of its reports it has ended itself. */
static void read_reports(session *s)
{
    reaper_report one;
    if (read_some(&s->reports, (char *)&one, sizeof one) == sizeof one) {
        one.words[sizeof one.words - 1] = '\0';
        take_end_report(s, &one);
    }
    if (s->reports >= 0)
        return;
    bury_reaper(s);
    s->drained_at = session_clock() + DRAIN_MS;
}

/* Sets has_ended if the process has ended and all its output was read. */
static void look_for_the_end(session *s)
{
    if (s->drained_at == never)
        return;
    if (s->output >= 0 && session_clock() < s->drained_at)
        return;
    read_last_errors(s);
    s->has_ended = true;
}

void session_flush(session *s)
{
    if (s->to_write.length == 0)
        return;
    ssize_t written = write(s->input, s->to_write.octets, s->to_write.length);
    if (written > 0)
        buffer_drop(&s->to_write, (size_t)written);
    else if (errno != EAGAIN && errno != EINTR)
        s->to_write.length = 0; /* its end of the pipe is closed */
}

/* Waits until something comes or can be written, but not longer than `ms`. */
static void wait_for_files(session *s, uint64_t ms)
{
    struct pollfd files[] = {
        {.fd = s->output, .events = POLLIN},
        {.fd = s->errors, .events = POLLIN},
        {.fd = s->reports, .events = POLLIN},
        {.fd = s->to_write.length > 0 ? s->input : -1, .events = POLLOUT},
    };
    if (poll(files, 4, (int)ms) <= 0)
        return;
    if (files[0].revents != 0)
        read_output(s);
    if (files[1].revents != 0)
        read_errors(s);
    if (files[2].revents != 0)
        read_reports(s);
    if (files[3].revents != 0)
        session_flush(s);
}

/* ---- What the owner asks for ---- */

void session_send(session *s, const char *lines, size_t length)
{
    if (s->input >= 0)
        buffer_add(&s->to_write, lines, length);
}

void session_expect(session *s, uint64_t ms)
{
    if (s->reported) /* the deadline is the reaper's, see take_end_report */
        return;
    s->until = session_clock() + ms;
    s->pauses = 0;
}

/* Ends a process whose line or frame is too long. */
static bool refuse_length(session *s)
{
    s->end.line_too_long = true;
    kill_process(s);
    return false;
}

/* Takes the next frame of those that came. Returns false if no frame is whole. */
static bool take_frame(session *s, session_line *frame)
{
    octet_buffer *came = &s->came;
    size_t waiting = came->length - s->taken;
    uint32_t length = 0;
    if (waiting >= sizeof length)
        memcpy(&length, came->octets + s->taken, sizeof length);
    if (length > SESSION_MOST_LINE)
        return refuse_length(s);
    if (waiting < sizeof length + length) {
        buffer_drop(came, s->taken);
        s->taken = 0;
        return false;
    }
    *frame = (session_line){came->octets + s->taken + sizeof length, length, s->fresh};
    s->fresh = false;
    s->taken += sizeof length + length;
    return true;
}

/* Takes the next line of those that came. Returns false if no line is whole. */
static bool take_line(session *s, session_line *line)
{
    octet_buffer *came = &s->came;
    if (s->end.line_too_long || came->length == 0)
        return false;
    if (s->options.frames)
        return take_frame(s, line);
    const char *start = came->octets + s->taken;
    const char *newline = memchr(came->octets + s->scanned, '\n', came->length - s->scanned);
    size_t length = newline != NULL ? (size_t)(newline - start) : came->length - s->taken;
    if (length > SESSION_MOST_LINE)
        return refuse_length(s);
    if (newline == NULL) {
        buffer_drop(came, s->taken);
        s->taken = 0;
        s->scanned = came->length;
        return false;
    }
    *line = (session_line){start, length, s->fresh};
    s->fresh = false;
    s->taken = s->scanned = s->taken + length + 1;
    return true;
}

/* Extends the deadlines by `pause`, a time in which this program stood still, since the process may
 * have stood still too. */
static void extend_deadlines(session *s, uint64_t pause)
{
    if (s->pauses++ >= MOST_PAUSES)
        return;
    s->until += s->until != never ? pause : 0;
    s->kill_at += s->kill_at != never ? pause : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Waits for one tick, or less if a deadline is nearer. */
static void wait_a_tick(session *s, uint64_t now)
{
    uint64_t nearest = least(s->until, least(s->kill_at, s->drained_at));
    uint64_t ms = nearest > now ? least(nearest - now, TICK_MS) : 0;
    wait_for_files(s, ms);
    uint64_t took = session_clock() - now;
    if (took > ms + LATE_MS)
        extend_deadlines(s, took - ms);
}

session_event session_receive(session *s, session_line *line)
{
    bool late = false; /* Before a timeout is reported, the output is read once more. */
    if (take_line(s, line))
        return SESSION_LINE;
    session_flush(s);
    for (;;) {
        if (s->options.stop != NULL && s->options.stop(s->options.self))
            return SESSION_STOPPED;
        if (s->has_ended)
            return SESSION_ENDED;
        uint64_t now = session_clock();
        if (late && now >= s->until)
            return SESSION_LATE;
        late = now >= s->until;
        if (now >= s->kill_at) {
            s->end.killed = true;
            s->kill_at = now + TICK_MS; /* again, if its reaper was stopped meanwhile */
            kill_process(s);
        }
        wait_a_tick(s, now);
        if (take_line(s, line))
            return SESSION_LINE;
        look_for_the_end(s);
    }
}

/* Gives the process `ms` milliseconds to end. */
static void expect_end(session *s, uint64_t ms)
{
    if (!s->reported) /* from then on only the reaper has a deadline */
        s->kill_at = session_clock() + ms;
    session_expect(s, ms + CLOSE_MS);
}

void session_end_input(session *s)
{
    s->end.input_ended = true;
    s->to_write.length = 0;
    expect_end(s, GRACE_MS);
    close_file(&s->input);
}

void session_interrupt(session *s, uint64_t ms)
{
    s->options.stop = NULL;
    expect_end(s, ms);
    if (s->reports >= 0) /* see kill_process */
        kill(s->reaper, SIGINT);
}

const session_end *session_how_it_ended(const session *s)
{
    return &s->end;
}

const char *session_left(const session *s)
{
    return s->left.words[0] != '\0' ? s->left.words : NULL;
}

const char *session_errors(const session *s, size_t *length)
{
    *length = s->errors_length;
    return s->errors_kept;
}

/* Says which processes of it live on. */
static void say_what_lives_on(const session *s)
{
    if (s->lives_on.number <= 0)
        return;
    fprintf(stderr,
            "uriproof: %d process%s that an adapter started cannot be killed, and live%s "
            "on: ",
            s->lives_on.number, s->lives_on.number == 1 ? "" : "es",
            s->lives_on.number == 1 ? "s" : "");
    print_octets(stderr, uriproof_span_of(s->lives_on.words));
    fputs(s->lives_on.number == 1 ? "\n" : " is one of them\n", stderr);
}

void session_kill(session *s)
{
    uint64_t until = session_clock() + CLOSE_MS;
    close_file(&s->input);
    close_file(&s->output); /* no one wants what it still writes */
    while (s->reports >= 0 && session_clock() < until) {
        kill_process(s); /* again, if its reaper was stopped meanwhile */
        wait_for_files(s, TICK_MS);
    }
    if (s->reports >= 0) { /* its reaper does not obey */
        kill(s->reaper, SIGKILL);
        bury_reaper(s);
        close_file(&s->reports);
    }
    read_last_errors(s);
    close_file(&s->errors);
    s->has_ended = true;
}

void session_close(session *s)
{
    if (s == NULL)
        return;
    if (s->reaper != 0)
        session_kill(s);
    say_what_lives_on(s);
    close_file(&s->input); /* if it was not started */
    close_file(&s->output);
    close_file(&s->errors);
    close_file(&s->reports);
    buffer_free(&s->to_write);
    buffer_free(&s->came);
    free(s);
}
