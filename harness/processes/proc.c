/* SPDX-License-Identifier: MIT */
#include "proc.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads /proc/PID/NAME into `room` octets of `text`, cut, with a NUL at the end. Returns the number
 * of octets read. */
static size_t read_file(pid_t pid, const char *name, char *text, size_t room)
{
    char path[64];
    ssize_t got = 0;
    size_t length = 0;
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (got = read(file, text + length, room - 1 - length)) > 0)
        length += (size_t)got;
    if (file >= 0)
        close(file);
    text[length] = '\0';
    return length;
}

/* ---- Who descends from whom ---- */

typedef struct process_list {
    pid_t *pids;
    size_t count, room;
} process_list;

static void add(process_list *list, pid_t pid)
{
    if (list->count < list->room)
        list->pids[list->count++] = pid;
}

/* Returns the next number in a folder of /proc. After the last one, closes the folder and returns
 * 0. If `folder` is NULL, returns 0. */
static pid_t next_number(DIR *folder)
{
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        long number = strtol(entry->d_name, NULL, 10); /* 0 for what is no process */
        if (number > 0)
            return (pid_t)number;
    }
    if (folder != NULL)
        closedir(folder);
    return 0;
}

proc_facts proc_look(pid_t pid)
{
    char text[512];
    read_file(pid, "stat", text, sizeof text);
    const char *after = strrchr(text, ')'); /* of the name, which may hold anything */
    if (after == NULL || strlen(after) < 4)
        return (proc_facts){.parent = 0};
    return (proc_facts){(pid_t)strtol(after + 4, NULL, 10), strchr("TtZX", after[2]) == NULL};
}

/* Adds the processes whose parent is `parent`, by asking each. */
static void add_by_parent(process_list *list, pid_t parent)
{
    DIR *all = opendir("/proc");
    for (pid_t pid; (pid = next_number(all)) != 0;)
        if (proc_look(pid).parent == parent)
            add(list, pid);
}

/* Adds the children that a thread has started. Reads the file to its end: a number that is cut
 * would be that of another process. Returns false if the system has no such file. */
static bool add_children_of_thread(process_list *list, pid_t pid, pid_t thread)
{
    char path[96], *line = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)pid, (long)thread);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    if (getline(&line, &room, file) > 0) {
        char *at = line;
        for (long child; (child = strtol(at, &at, 10)) > 0;)
            add(list, (pid_t)child);
    }
    free(line);
    fclose(file);
    return true;
}

/* Adds the children of one process. The kernel has them in a file if it was built so; if not, every
 * process is asked for its parent. */
static void add_children(process_list *list, pid_t pid)
{
    char path[64];
    bool any = false;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *threads = opendir(path);
    if (threads == NULL)
        return;
    for (pid_t thread; (thread = next_number(threads)) != 0;)
        any = add_children_of_thread(list, pid, thread) || any;
    if (!any)
        add_by_parent(list, pid);
}

size_t proc_children(pid_t head, pid_t *list, size_t room)
{
    process_list found = {list, 0, room};
    add_children(&found, head);
    return found.count;
}

/* ---- What a process holds, and what it is ---- */

/* Returns the number after `key` on its line of `text`, in KiB; 0 if there is no such line. */
static uint64_t kib_of(const char *text, const char *key)
{
    const char *line = strstr(text, key);
    return line != NULL ? strtoull(line + strlen(key), NULL, 10) : 0;
}

/* Returns how much memory a process holds, including all memory that it shares with others. This is
 * cheap to find out. */
static uint64_t kib_at_most(pid_t pid)
{
    char text[4096];
    read_file(pid, "status", text, sizeof text);
    return kib_of(text, "\nVmRSS:") + kib_of(text, "\nVmSwap:");
}

/* Returns how much memory a process holds, with its part of the memory that several processes
 * share. This costs more, since the kernel goes through the pages of the process. */
static uint64_t kib_share(pid_t pid)
{
    char text[4096];
    if (read_file(pid, "smaps_rollup", text, sizeof text) == 0)
        return kib_at_most(pid);
    return kib_of(text, "\nPss:") + kib_of(text, "\nSwapPss:");
}

static uint64_t sum(const pid_t *list, size_t count, uint64_t (*kib)(pid_t pid))
{
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all += kib(list[i]);
    return all;
}

/* The costly question is asked only if the cheap one leaves it open. */
bool proc_exceed(const pid_t *list, size_t count, uint64_t limit)
{
    return sum(list, count, kib_at_most) > limit / 1024 &&
           sum(list, count, kib_share) > limit / 1024;
}

void proc_command_line(pid_t pid, char *line, size_t room)
{
    size_t length = read_file(pid, "cmdline", line, room);
    for (size_t i = 0; i + 1 < length; i++)
        if (line[i] == '\0')
            line[i] = ' ';
}
