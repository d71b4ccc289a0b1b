/* SPDX-License-Identifier: MIT */
#include "process.h"

#include "process_tree.h"
#include "spawn_process.h"

#include "base/base.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_LEFT = 256, /* pieces of standard error that are read once it is gone */
    GRACE_MS = 2000, /* to leave after its input was closed */
    DRAIN_MS = 500,  /* for what is in the pipe once it is gone, if a descendant holds it */
    WATCH_MS = 100,  /* how often its memory is looked at */
    READ_SIZE = 1 << 16
};

struct process {
    pid_t pid;
    uv_signal_t child_ended; /* some child of the program has */
    uv_pipe_t input, output, errors;
    uv_timer_t timer;
    uv_timer_t watch;
    uv_write_t write;
    process_owner owner;
    uint64_t memory_limit;
    process_end end;
    octet_buffer writing; /* handed to libuv */
    octet_buffer waiting; /* after it */
    octet_buffer line;    /* begun and not ended */
    size_t scanned;
    bool started, reaped, output_ended, told, closing, write_active;
    unsigned open_handles;
    size_t errors_kept;
    char errors_text[PROCESS_STDERR_KEPT];
    char read_buffer[READ_SIZE];
    char errors_buffer[PROCESS_STDERR_KEPT];
};

static void on_closed(uv_handle_t *handle)
{
    struct process *p = handle->data;
    if (--p->open_handles > 0)
        return;
    buffer_free(&p->writing);
    buffer_free(&p->waiting);
    buffer_free(&p->line);
    free(p);
}

static void close_handle(uv_handle_t *handle)
{
    if (!uv_is_closing(handle))
        uv_close(handle, on_closed);
}

/* With a reaper, all that it started descends from it, and is killed here at once; the reaper then
 * ends by itself, and is woken in case it was stopped. Without one, who left its session is lost
 * once its parent is gone. Until on_exit has waited for the process, its number is its own. */
static void kill_all(struct process *p)
{
    if (!p->started)
        return;
    if (p->end.exited) {
        /* A reaper that was not killed has left nobody, or nobody who dies. */
        if (!p->reaped || p->end.signal != 0)
            process_tree_kill(p->pid, PROCESS_TREE_SESSION);
        return;
    }
    process_tree_kill(p->pid, PROCESS_TREE_DESCENDANTS);
    if (p->reaped) {
        kill(p->pid, SIGTERM);
        kill(p->pid, SIGCONT);
    } else {
        kill(-p->pid, SIGKILL);
    }
}

static void close_all(struct process *p)
{
    close_handle((uv_handle_t *)&p->input);
    close_handle((uv_handle_t *)&p->output);
    close_handle((uv_handle_t *)&p->errors);
    close_handle((uv_handle_t *)&p->timer);
    close_handle((uv_handle_t *)&p->watch);
    close_handle((uv_handle_t *)&p->child_ended);
}

static void tell_end(struct process *p)
{
    if (p->told || p->closing)
        return;
    p->told = true;
    uv_timer_stop(&p->timer);
    p->owner.ended(p->owner.self, &p->end);
}

static void on_drained(uv_timer_t *timer)
{
    tell_end(timer->data);
}

static void on_grace_over(uv_timer_t *timer)
{
    struct process *p = timer->data;
    p->end.killed = true;
    kill_all(p);
}

static void on_watch(uv_timer_t *timer)
{
    struct process *p = timer->data;
    if (p->end.exited || !process_tree_exceeds(p->pid, p->memory_limit))
        return;
    p->end.took_memory = p->memory_limit;
    uv_timer_stop(timer);
    kill_all(p);
}

/* Keeps the last octets that it wrote to standard error. */
static void keep_errors(struct process *p, const char *octets, size_t more)
{
    size_t drop = p->errors_kept + more > PROCESS_STDERR_KEPT
                      ? p->errors_kept + more - PROCESS_STDERR_KEPT
                      : 0;
    memmove(p->errors_text, p->errors_text + drop, p->errors_kept - drop);
    memcpy(p->errors_text + p->errors_kept - drop, octets, more);
    p->errors_kept += more - drop;
}

static void on_errors(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer)
{
    if (got < 0)
        uv_read_stop(stream);
    else
        keep_errors(stream->data, buffer->base, (size_t)got);
}

/* What is still in the pipe of a process that is gone, so that its last words are there when the
 * owner is told of its end. */
static void drain_errors(struct process *p)
{
    uv_os_fd_t errors;
    ssize_t got = 1;
    if (uv_fileno((uv_handle_t *)&p->errors, &errors) != 0)
        return;
    for (int i = 0; i < MOST_LEFT && got > 0; i++) {
        got = read(errors, p->errors_buffer, sizeof p->errors_buffer);
        if (got > 0)
            keep_errors(p, p->errors_buffer, (size_t)got);
    }
}

static void on_exit(struct process *p, const siginfo_t *end)
{
    p->end.exited = true;
    p->end.status = end->si_code == CLD_EXITED ? end->si_status : 0;
    p->end.signal = end->si_code == CLD_EXITED ? 0 : end->si_status;
    uv_signal_stop(&p->child_ended);
    uv_timer_stop(&p->watch);
    kill_all(p);
    waitpid(p->pid, NULL, 0); /* from here on its number may be another's */
    drain_errors(p);
    if (p->closing)
        close_all(p);
    else if (p->output_ended)
        tell_end(p);
    else
        uv_timer_start(&p->timer, on_drained, DRAIN_MS, 0);
}

static void on_child_ended(uv_signal_t *watcher, int number)
{
    struct process *p = watcher->data;
    siginfo_t end = {.si_pid = 0};
    (void)number;
    if (p->started && !p->end.exited &&
        waitid(P_PID, (id_t)p->pid, &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == p->pid)
        on_exit(p, &end);
}

/* Its output is at an end, or is no use any more. If it still lives it is told so by a
 * signal, and its exit ends the story. */
static void output_over(struct process *p)
{
    if (p->output_ended)
        return;
    p->output_ended = true;
    uv_read_stop((uv_stream_t *)&p->output);
    if (p->end.exited)
        tell_end(p);
    else if (!p->end.input_ended || p->end.line_too_long)
        uv_timer_start(&p->timer, on_grace_over, p->end.line_too_long ? 0 : DRAIN_MS, 0);
}

/* Gives the owner each whole line in p->line. The owner may close the process meanwhile. */
static void give_lines(struct process *p)
{
    const char *start = p->line.octets, *from = start + p->scanned, *newline;
    const char *end = start + p->line.length;
    bool given = false;
    while (!p->closing && (newline = memchr(from, '\n', (size_t)(end - from))) != NULL) {
        if (newline - start > PROCESS_MOST_LINE)
            break; /* it stays, and is found to be too long */
        p->owner.line(p->owner.self, start, (size_t)(newline - start));
        given = true;
        start = from = newline + 1;
    }
    buffer_drop(&p->line, (size_t)(start - p->line.octets));
    p->scanned = p->line.length;
    if (given && !p->closing)
        p->owner.line(p->owner.self, NULL, 0);
}

static void on_output(uv_stream_t *stream, ssize_t got, const uv_buf_t *buffer)
{
    struct process *p = stream->data;
    if (got == 0)
        return;
    if (got < 0) {
        output_over(p);
        return;
    }
    buffer_add(&p->line, buffer->base, (size_t)got);
    give_lines(p);
    if (!p->closing && p->line.length > PROCESS_MOST_LINE) {
        p->end.line_too_long = true;
        output_over(p);
    }
}

static void output_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    struct process *p = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(p->read_buffer, sizeof p->read_buffer);
}

static void errors_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    struct process *p = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(p->errors_buffer, sizeof p->errors_buffer);
}

static void init_handles(uv_loop_t *loop, struct process *p)
{
    uv_pipe_init(loop, &p->input, 0);
    uv_pipe_init(loop, &p->output, 0);
    uv_pipe_init(loop, &p->errors, 0);
    uv_timer_init(loop, &p->timer);
    uv_timer_init(loop, &p->watch);
    uv_signal_init(loop, &p->child_ended);
    p->input.data = p->output.data = p->errors.data = p->child_ended.data = p;
    p->timer.data = p->watch.data = p;
    p->open_handles = 6;
}

/* A pipe whose one end is the child's, and blocks, and whose other end is ours, and does not.
 * Not a pair of sockets, since /dev/stdin cannot be opened when it is one. */
static int open_pipe(uv_pipe_t *ours, bool child_reads, uv_file *childs)
{
    uv_file ends[2];
    int error =
        uv_pipe(ends, child_reads ? 0 : UV_NONBLOCK_PIPE, child_reads ? UV_NONBLOCK_PIPE : 0);
    if (error != 0)
        return error;
    *childs = ends[child_reads ? 0 : 1];
    uv_file end = ends[child_reads ? 1 : 0];
    error = uv_pipe_open(ours, end);
    if (error != 0)
        close(end);
    return error;
}

enum { TELLS = 3, MOST_CHILDS = 4 }; /* the reaper's descriptor 3 */

static void close_file(uv_file *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

/* How it went to start the reaper's command: 0, or an error of libuv's. It is known once that runs,
 * as when libuv starts a process. */
static int told_by_reaper(uv_file tells)
{
    int error = 0;
    ssize_t got;
    do
        got = read(tells, &error, sizeof error);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof error ? uv_translate_sys_error(error) : 0;
}

static int open_pipes(struct process *p, uv_file childs[MOST_CHILDS], uv_file *tells)
{
    uv_file ends[2] = {-1, -1};
    int error = open_pipe(&p->input, true, &childs[0]);
    if (error == 0)
        error = open_pipe(&p->output, false, &childs[1]);
    if (error == 0)
        error = open_pipe(&p->errors, false, &childs[2]);
    if (error == 0 && p->reaped)
        error = uv_pipe(ends, 0, 0);
    *tells = ends[0];
    childs[TELLS] = ends[1];
    return error;
}

/* Also where whoever started this program had the signal blocked. */
static int watch_child(struct process *p)
{
    sigset_t just;
    sigemptyset(&just);
    sigaddset(&just, SIGCHLD);
    pthread_sigmask(SIG_UNBLOCK, &just, NULL);
    return uv_signal_start(&p->child_ended, on_child_ended, SIGCHLD);
}

static int start_alone(struct process *p, char *const *command, uv_file *tells)
{
    uv_file childs[MOST_CHILDS] = {-1, -1, -1, -1};
    int error = watch_child(p);
    if (error == 0)
        error = open_pipes(p, childs, tells);
    if (error == 0)
        error = uv_translate_sys_error(
            spawn_process(command, childs, p->reaped ? MOST_CHILDS : TELLS, &p->pid));
    for (int i = 0; i < MOST_CHILDS; i++)
        close_file(&childs[i]);
    p->started = error == 0;
    return error;
}

/* `command` after its reaper. The caller frees it, and not its words. */
static char **reaped_command(const char *reaper, char *const *command)
{
    size_t count = 0;
    while (command[count] != NULL)
        count++;
    char **all = calloc(count + 2, sizeof *all);
    all[0] = (char *)reaper;
    memcpy(all + 1, command, count * sizeof *all);
    return all;
}

static int start(struct process *p, char *const *command, const char *reaper)
{
    uv_file tells = -1;
    if (!p->reaped)
        return start_alone(p, command, &tells);
    char **all = reaped_command(reaper, command);
    int error = start_alone(p, all, &tells);
    if (error == 0)
        error = told_by_reaper(tells);
    close_file(&tells);
    free(all);
    return error;
}

struct process *process_start(uv_loop_t *loop, char *const *command, const process_limits *limits,
                              const process_owner *owner, int *error)
{
    struct process *p = calloc(1, sizeof *p);
    p->owner = *owner;
    p->reaped = limits->reaper != NULL;
    p->memory_limit = limits->memory;
    init_handles(loop, p);
    *error = start(p, command, limits->reaper);
    if (*error == UV_ENOMEM) /* of the machine, and no fault of the adapter's */
        uriproof_out_of_memory();
    if (*error != 0) {
        p->closing = true;
        if (!p->started) /* or else on_exit does */
            close_all(p);
        return NULL;
    }
    uv_read_start((uv_stream_t *)&p->output, output_buffer, on_output);
    uv_read_start((uv_stream_t *)&p->errors, errors_buffer, on_errors);
    if (p->memory_limit > 0)
        uv_timer_start(&p->watch, on_watch, WATCH_MS, WATCH_MS);
    return p;
}

static void write_next(struct process *p);

static void on_written(uv_write_t *request, int status)
{
    struct process *p = request->data;
    p->write_active = false;
    if (status < 0)
        p->waiting.length = 0;
    if (!p->closing && !p->end.input_ended)
        write_next(p);
}

static void write_next(struct process *p)
{
    if (p->write_active || p->waiting.length == 0)
        return;
    octet_buffer next = p->waiting;
    p->waiting = p->writing;
    p->waiting.length = 0;
    p->writing = next;
    uv_buf_t buffer = uv_buf_init(p->writing.octets, (unsigned)p->writing.length);
    p->write.data = p;
    p->write_active = uv_write(&p->write, (uv_stream_t *)&p->input, &buffer, 1, on_written) == 0;
}

/* How much of `lines` the pipe takes at once, where none waits before it. */
static size_t write_now(struct process *p, const octet_buffer *lines)
{
    if (p->write_active || p->waiting.length > 0)
        return 0;
    uv_buf_t buffer = uv_buf_init(lines->octets, (unsigned)lines->length);
    int written = uv_try_write((uv_stream_t *)&p->input, &buffer, 1);
    return written > 0 ? (size_t)written : 0;
}

void process_write(struct process *p, octet_buffer *lines)
{
    if (!p->closing && !p->end.input_ended) {
        size_t written = write_now(p, lines);
        buffer_add(&p->waiting, lines->octets + written, lines->length - written);
        write_next(p);
    }
    lines->length = 0;
}

const char *process_stderr(const struct process *p, size_t *length)
{
    *length = p->errors_kept;
    return p->errors_text;
}

void process_end_input(struct process *p, bool deaf)
{
    p->end.input_ended = true;
    close_handle((uv_handle_t *)&p->input);
    if (deaf) {
        uv_read_stop((uv_stream_t *)&p->output);
        p->output_ended = true;
    }
    if (p->end.exited)
        uv_timer_start(&p->timer, on_drained, deaf ? 0 : DRAIN_MS, 0);
    else
        uv_timer_start(&p->timer, on_grace_over, GRACE_MS, 0);
}

void process_close(struct process *p)
{
    if (p->closing)
        return;
    p->closing = true;
    uv_read_stop((uv_stream_t *)&p->output);
    if (p->end.exited) {
        close_all(p);
        return;
    }
    close_handle((uv_handle_t *)&p->input);
    kill_all(p);
}
